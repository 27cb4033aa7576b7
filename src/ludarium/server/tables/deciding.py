"""What a message means at a table: the events that follow from it, or why it is refused.

Nothing here is stored or told.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.engine.kernels.rng import derive
from ludarium.engine.move import Move
from ludarium.engine.player import Thought
from ludarium.engine.position import SPECTATOR, Position, View
from ludarium.engine.record import Decision
from ludarium.engine.telling import knowing
from ludarium.engine.turn import Answer, Turn, settled, turn
from ludarium.players.preparing import usual_players
from ludarium.server.tables.cards import player_title
from ludarium.server.tables.clocks import Control
from ludarium.server.tables.masks import TIME_IS_UP, Mask, shown_fault
from ludarium.server.tables.state import TableState
from ludarium.store.lab import UNFINISHED, Account, Sitting

PRIVATE = "This table is private: ask for its link."
STUDY = "This is a table of a study: what you can do here stands on its page."
DRAWN = {"points": [0.5, 0.5], "ranks": [1, 1]}
_UNUSABLE = "the answer could not be used; why is told after the match"


class Refusal(Exception):
    """Why a message is not carried out, for whoever sent it. `stale`: it was about something that is past."""

    def __init__(self, reason: str, *, stale: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.stale = reason, stale


@dataclass
class Draft:
    """An event that is to be stored."""

    kind: str
    data: dict[str, Any]
    private: dict[str, Any] = field(default_factory=dict)
    after: Position | None = None


# --- before the start -------------------------------------------------------------------------------------------------


def opening(seats: Sequence[Sitting], owner: int, settings: Mapping[str, Any], control: Control | None) -> list[Draft]:
    """The first events of a table: who sits there, what is proposed, and that its owner agrees to it."""
    shown = [{"seat": seat, "kind": sitting.kind, "label": sitting.label} for seat, sitting in enumerate(seats)]
    private = {"seats": [asdict(sitting) for sitting in seats], "owner": owner}
    drafts = [Draft("opened", {"seats": shown}, private)]
    by = next((seat for seat, sitting in enumerate(seats) if sitting.account == owner), None)
    drafts.append(_proposal(settings, control, by, 1))
    if by is not None:
        drafts.append(Draft("agreed", {"seat": by, "revision": 1}))
    return drafts


def study_opening(
    seats: Sequence[Sitting], settings: Mapping[str, Any], control: Control | None, mask: Mask, *, masked: bool
) -> list[Draft]:
    """The first events of a study's table. To all who look at it a masked one is a table of people."""
    shown = [
        {"seat": seat, "kind": "person" if masked else sitting.kind, "label": sitting.label}
        for seat, sitting in enumerate(seats)
    ]
    private = {"seats": [asdict(sitting) for sitting in seats], "owner": None, "mask": mask.to_json()}
    return [Draft("opened", {"seats": shown}, private), _proposal(settings, control, None, 1), Draft("started", {})]


def challenging(person: Account) -> Draft:
    """Somebody is asked to the table by name: they need no key to come."""
    return Draft("challenged", {"who": person.name}, {"account": person.id})


def turning_down(state: TableState) -> list[Draft]:
    """Whoever was asked to the table will not come."""
    if state.challenged is None or state.state != "waiting":
        raise Refusal("Nobody waits for an answer there any more.", stale=True)
    return [Draft("challenge_declined", {"who": state.challenged[1]}, {"account": state.challenged[0]})]


def _proposal(settings: Mapping[str, Any], control: Control | None, by: int | None, revision: int) -> Draft:
    seconds = None if control is None or control.of_game else control.seconds
    clock = None if control is None else control.to_json()
    data = {"settings": dict(settings), "seconds": seconds, "clock": clock, "by": by, "revision": revision}
    return Draft("proposal", data)


def control_of(state: TableState, seconds: float | None, clock: Mapping[str, Any] | None) -> Control | None:
    """The clock that somebody at a table proposes."""
    try:
        return Control.wished(seconds, clock, sum(sitting.kind != "player" for sitting in state.seats))
    except LudariumError as error:
        raise Refusal(str(error)) from error


def beginning(state: TableState) -> list[Draft]:
    """The start, if everything stands ready for it: no seat open, and all people agreed to the same settings."""
    if state.state != "negotiating" or set(state.people) - state.agreed:
        return []
    return [Draft("started", {}, {}, state.game.start(state.table.seed))]


def joining(state: TableState, account: int, name: str, guest: bool, seat: int | None, key: str | None) -> list[Draft]:
    """Somebody sits down on an open seat."""
    if state.seat_of(account) is not None:
        raise Refusal("You sit at this table already.")
    if not state.admits(account, key):
        raise Refusal(PRIVATE)
    if state.state != "waiting":
        raise Refusal("There is no free seat at this table any more.")
    if state.table.rated and guest:
        raise Refusal("This game counts for the ratings: register or log in first.")
    free = [number for number, sitting in enumerate(state.seats) if sitting.kind == "open"]
    if seat is not None and seat not in free:
        raise Refusal("This seat is taken.")
    chosen = free[0] if seat is None else seat
    sitting = Sitting("person", name, account)
    return [Draft("joined", {"seat": chosen, "who": name}, {"sitting": asdict(sitting)})]


def leaving(state: TableState, account: int) -> list[Draft]:
    """Somebody gets up before the start."""
    seat = seated(state, account)
    if state.state not in ("waiting", "negotiating"):
        raise Refusal("The game has started: resign to leave it.")
    private = {"sitting": asdict(Sitting("open")), "account": account}
    drafts = [Draft("left", {"seat": seat, "who": state.seats[seat].label}, private)]
    if len(state.people) == 1:
        drafts.append(Draft("abandoned", {"reason": "Everybody has left."}))
    return drafts


def proposing(
    state: TableState, account: int, revision: int, settings: Mapping[str, Any], control: Control | None
) -> list[Draft]:
    """New settings on the table; agreements to the old ones are void, and whoever proposes agrees."""
    seat = seated(state, account)
    if state.state == "waiting" and state.owner != account:
        raise Refusal("Until everybody sits, only whoever opened the table can change the settings.")
    if state.state not in ("waiting", "negotiating"):
        raise Refusal("The game has started: its settings stand.")
    _current(state, revision)
    try:
        game = state.load(state.table.game, dict(settings))
    except LudariumError as error:
        raise Refusal(f"{error}") from error
    if game.seats != state.game.seats:
        raise Refusal("The number of seats cannot be changed at the table: open a new one.")
    return [
        _proposal(game.settings if game.parameters else {}, control, seat, revision + 1),
        Draft("agreed", {"seat": seat, "revision": revision + 1}),
    ]


def agreeing(state: TableState, account: int, revision: int) -> list[Draft]:
    """Somebody agrees to the settings that are proposed now."""
    seat = seated(state, account)
    if state.state not in ("waiting", "negotiating"):
        raise Refusal("The game has started.")
    _current(state, revision)
    if seat in state.agreed:
        raise Refusal("You have agreed already.")
    return [Draft("agreed", {"seat": seat, "revision": revision})]


def _current(state: TableState, revision: int) -> None:
    if revision != state.revision:
        raise Refusal("The settings have just been changed: look at the new ones.", stale=True)


def filling(state: TableState, account: int) -> list[Draft]:
    """Players of the lab take the open seats."""
    if state.owner != account:
        raise Refusal("Only whoever opened the table can let players sit down.")
    if state.state != "waiting":
        raise Refusal("No seat is open.")
    player = usual_players(state.game)[0]
    sitting = Sitting("player", player_title(state.game, player), None, player)
    return [
        Draft("joined", {"seat": seat, "who": sitting.label}, {"sitting": asdict(sitting)})
        for seat, old in enumerate(state.seats)
        if old.kind == "open"
    ]


def seated(state: TableState, account: int) -> int:
    seat = state.seat_of(account)
    if seat is None:
        raise Refusal("You do not sit at this table: you can watch and talk.")
    return seat


# --- moves ------------------------------------------------------------------------------------------------------------


PAUSES = ("hidden", "idle")
"""What a person's page says of a decision in a study: seconds with the page hidden, and without any sign of life."""


def pauses(message: Mapping[str, Any], seconds: float) -> dict[str, float]:
    """The pauses in a decision that took so long: a page can say what it likes, but no more than there was."""
    left, found = seconds, {}
    for name in PAUSES:
        found[name] = round(min(left, message.get(name, 0.0)), 3)
        left -= found[name]
    return {name: value for name, value in found.items() if value > 0}


def moving(
    state: TableState,
    seat: int,
    decision: int,
    texts: Sequence[str],
    seconds: float,
    paused: Mapping[str, float] = MappingProxyType({}),
) -> list[Draft]:
    """One or several moves of a person's turn: all of them, or a refusal."""
    check_turn(state, seat, decision)
    assert state.position is not None
    if state.game.at_once:
        if len(texts) != 1:
            raise Refusal("Send one decision: everybody decides at once.")
        return deciding(state, seat, [Answer(_read(state.looks.view(state, seat), texts[0]), seconds)], paused)
    moves: list[Move] = []
    position, view = state.position, state.looks.view(state, seat)
    for place, text in enumerate(texts):
        if place:
            position = position.play(moves[-1], seat)
            if position.movers != (seat,):
                last = texts[place - 1]
                raise Refusal(f"Your turn ends with '{last}': the moves after it were not made, nor any before.")
            view = position.view(seat)
        moves.append(_read(view, text))
    shares = {name: round(value / len(texts), 3) for name, value in paused.items()}
    return deciding(state, seat, [Answer(move, seconds / len(texts)) for move in moves], shares)


def check_turn(state: TableState, seat: int, decision: int) -> None:
    if state.state != "running":
        raise Refusal("The game is not being played.", stale=state.over)
    if decision != len(state.decisions):
        raise Refusal("The position has changed meanwhile: look again.", stale=True)
    if seat in state.commitments:
        raise Refusal("You have decided already: wait for the others.", stale=True)
    if seat not in state.deciding:
        raise Refusal("It is not your turn.", stale=True)


def _read(view: View, text: str) -> Move:
    try:
        return view.move(text)
    except LudariumError as error:
        raise Refusal(str(error)) from error


def deciding(
    state: TableState, seat: int, answers: Sequence[Answer], paused: Mapping[str, float] = MappingProxyType({})
) -> list[Draft]:
    """The events of decisions of one seat: a commitment while others have yet to decide, moves otherwise.

    An answer that did not come or cannot be used is stood in for. `paused` are the pauses in each decision.
    """
    assert state.position is not None
    position, number = state.position, len(state.decisions)
    source = random.Random(derive(state.table.seed, "stand-ins", number, seat))
    if not state.game.at_once:
        drafts = []
        for place, answer in enumerate(answers):
            view = position.view(seat) if place else state.looks.view(state, seat)
            draft, made = _moved(position, view, number + place, answer, source, state.masked)
            draft.private.update(paused)
            drafts.append(draft)
            position = made.position
        drafts[-1].data.update(_left_after(state, seat, answers, turn_over=seat not in position.movers))
        return [*drafts, *ending(state, position)]
    (answer,) = answers
    left = _left_after(state, seat, answers, turn_over=True)
    kept = _kept(settled(state.looks.view(state, seat), answer, source)) | dict(paused) | left
    committed = Draft("committed", {"seat": seat, "decision": number} | left, kept)
    if set(state.deciding) != {seat}:
        return [committed]
    moves, position = _resolved(state, {**state.commitments, seat: kept}, source)
    return [committed, *moves, *ending(state, position)]


def _left_after(state: TableState, seat: int, answers: Sequence[Answer], *, turn_over: bool) -> dict[str, float]:
    """What a seat has left after its decision, where there is a time for the whole game. A player pays for what it has
    thought: that it had to wait for a process is not its doing."""
    control, remaining = state.control, state.left(seat)
    if control is None or not control.of_game or remaining is None:
        return {}
    if state.seats[seat].kind == "player":
        thought = sum(answer.seconds for answer in answers)
        remaining = max(remaining, state.clock_left.get(seat, control.seconds) - thought)
    return {"left": round(remaining + (control.increment if turn_over else 0.0), 3)}


def _kept(answer: Answer) -> dict[str, Any]:
    """An answer as it is stored, and as `_heard` takes it up again."""
    assert isinstance(answer.move, Move)
    return {
        "move": answer.move.text,
        "seconds": round(answer.seconds, 6),
        "fault": answer.fault,
        "reason": answer.reason,
        "figures": dict(answer.thought.figures) if answer.thought else {},
    }


def _heard(kept: Mapping[str, Any]) -> Answer:
    return Answer(kept["move"], kept["seconds"], kept["fault"], Thought(kept["reason"], kept["figures"]))


def _resolved(
    state: TableState, kept: Mapping[int, Mapping[str, Any]], source: random.Random
) -> tuple[list[Draft], Position]:
    """All have decided: the moves take effect together, in the order of the seats, as a match plays them."""
    assert state.position is not None
    before = position = state.position
    round_: list[Decision] = []
    drafts: list[Draft] = []
    for seat in before.movers:
        number, answer = len(state.decisions) + len(drafts), _heard(kept[seat])
        view = state.looks.view(state, seat)  # what they decided by: before anybody's move took effect
        draft, made = _moved(position, view, number, answer, source, state.masked)
        draft.private.update({name: kept[seat][name] for name in PAUSES if name in kept[seat]})
        draft.data.update({name: kept[seat][name] for name in ("left",) if name in kept[seat]})
        drafts.append(draft)
        round_.append(made.decision)
        position = made.position
    for decision, draft in zip(round_, drafts, strict=True):
        draft.private["seen"] = _seen(decision, before, round_, position)
    return drafts, position


def _moved(
    position: Position, view: View, number: int, answer: Answer, source: random.Random, masked: bool
) -> tuple[Draft, Turn]:
    """A seat's move, as its `view` has it, made in a position."""
    game, seat = position.game, view.seat
    answer = settled(view, answer, source)
    made = turn(position, seat, answer, source)
    words = game.told(made.move, view, made.position)
    private = _kept(answer) | {"check": made.decision.check, "words": words, "open": not game.hidden}
    # Where several decide at once, who can know the move is settled when all have decided.
    private["seen"] = [] if game.at_once else _seen(made.decision, position, [made.decision], made.position)
    fault = _UNUSABLE if answer.fault and answer.fault != TIME_IS_UP else answer.fault
    fault = shown_fault(fault) if masked else fault
    return Draft("moved", {"decision": number, "seat": seat, "fault": fault}, private, made.position), made


def _seen(made: Decision, before: Position, round_: Sequence[Decision], after: Position) -> list[int]:
    """The viewers who can know which move was made."""
    return knowing(range(SPECTATOR, before.game.seats), made, before, round_, after)


def ending(state: TableState, position: Position) -> list[Draft]:
    """The end, if the rules say so."""
    if not position.over:
        return []
    result = position.result()
    return [Draft("ended", {"result": {"points": list(result.points), "ranks": list(result.ranks)}, "reason": ""})]


# --- studies ----------------------------------------------------------------------------------------------------------


def check_study(state: TableState, kind: str) -> None:
    """Whether people may send a message of a kind to a study's table."""
    assert state.mask is not None
    allowed = {"move", "preview", "chat" if state.mask.chat else "", "resign" if state.mask.resign else ""}
    if not state.masked:
        allowed.add("ask_reason")
    if kind not in allowed:
        raise Refusal(STUDY)


def handing(state: TableState, seat: int, player: str, why: str) -> list[Draft]:
    """A player takes the seat of a person who has left, under the same name: only the server knows."""
    sitting = state.seats[seat]
    if state.state != "running" or sitting.kind != "person":
        raise Refusal("Only a person's seat in a running match can be handed over.", stale=True)
    taken = Sitting("player", sitting.label, None, player)
    private = {"seat": seat, "sitting": asdict(taken), "account": sitting.account, "why": why}
    return [Draft("handed", {}, {**private, "waited": round(state.thought, 3)})]


def finishing(state: TableState, reason: str, result: Mapping[str, Any] | None) -> list[Draft]:
    """The match ends before its rules end it."""
    if state.state != "running":
        raise Refusal("The game is not being played.", stale=True)
    return [Draft("ended", {"result": None if result is None else dict(result), "reason": reason})]


def unmasking(state: TableState) -> list[Draft]:
    """The people at the table know who was who."""
    if state.state in UNFINISHED:
        raise Refusal("The match is not over: nobody may know yet who is who.")
    if not state.masked:
        raise Refusal("Nothing is hidden at this table, or not any more.", stale=True)
    return [Draft("unmasked", {})]


def stopping(state: TableState, seats: Collection[int]) -> list[Draft]:
    """The clocks of some seats stand from now on, all others go on."""
    left = {str(seat): round(left, 3) for seat in state.deciding if (left := state.left(seat)) is not None}
    private = {"waited": round(state.thought, 3)}
    return [Draft("clock", {"left": left, "stopped": sorted(seats)}, private)]


# --- talk -------------------------------------------------------------------------------------------------------------


def clean(text: str) -> str:
    """A text without control characters and blanks at its ends; what looks like markup stays text."""
    kept = (" " if char in "\t\n\r" else char for char in text if char in "\t\n\r" or _shown(char))
    return " ".join("".join(kept).split())


def _shown(char: str) -> bool:
    # Cc: control characters; Cs: halves of characters; Zl and Zp: line ends; and the marks that turn text round.
    return unicodedata.category(char) not in ("Cc", "Cs", "Zl", "Zp") and char not in "\u202a\u202b\u202c\u202d\u202e"


def chatting(account: int, name: str, seat: int | None, text: str) -> list[Draft]:
    said = clean(text)
    if not said:
        raise Refusal("There is nothing in this message.")
    return [Draft("chat", {"who": name, "seat": seat, "text": said}, {"account": account})]
