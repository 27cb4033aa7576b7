"""How a game ends before its rules end it: somebody resigns, quits or has left, or a clock has run out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from ludarium.players.preparing import usual_players
from ludarium.server.tables.cards import player_title
from ludarium.server.tables.deciding import DRAWN, Draft, Refusal, handing, leaving, seated
from ludarium.server.tables.state import TableState
from ludarium.store.lab import Sitting

BOTH_OUT_OF_TIME = "Both clocks ran out at the same moment."
_SAME_MOMENT = 0.001
"""Seconds within which two clocks that run out do so at the same moment."""


def resigning(state: TableState, account: int) -> list[Draft]:
    """Of two, the other wins; of more, a player of the lab takes the seat; alone, the game just ends."""
    seat = seated(state, account)
    if state.state != "running":
        raise Refusal("The game is not being played.", stale=True)
    return giving_up(state, seat, f"{state.seats[seat].label} resigned.")


def quitting(state: TableState, account: int) -> list[Draft]:
    """Somebody leaves, whatever the state: gets up before the start, drops a game against players that does not count,
    resigns any other."""
    seat = seated(state, account)
    if state.state != "running":
        return leaving(state, account)
    others = [each for each in state.people if each != seat]
    if others or state.table.rated:
        return resigning(state, account)
    return [Draft("abandoned", {"reason": f"{state.seats[seat].label} left the game."})]


def claiming(state: TableState, account: int, away: Mapping[int, float], patience: float) -> list[Draft]:
    """Somebody claims the game since those who must decide have left: `away` says for how many seconds, by account."""
    seat = seated(state, account)
    if state.state != "running":
        raise Refusal("The game is not being played.", stale=True)
    if state.control is not None and state.control.kind == "days":
        raise Refusal("Where a decision has days nobody needs to stay: wait until the time is up.")
    gone = [each for each in state.deciding if state.seats[each].account in away and each != seat]
    if not gone:
        raise Refusal("Nobody who must decide has left: you can claim the game only from somebody who is away.")
    waited = min(away[state.seats[each].account or 0] for each in gone)
    if waited < patience:
        raise Refusal(f"Give them a little longer: you can claim the game in {patience - waited:.0f} s.")
    drafts: list[Draft] = []
    for each in gone:
        drafts += giving_up(state, each, f"{state.seats[each].label} left.")
    return drafts[:1] if len(state.seats) == 2 else drafts


def losing_on_time(state: TableState, late: Sequence[int]) -> list[Draft]:
    """The time of some seats is up. Of two, the other wins, or nobody where both ran out at the same moment; of more,
    a player of the lab takes each of these seats, as if somebody had resigned, and has time anew."""
    assert state.control is not None
    if len(state.seats) == 2:
        fell = {seat: state.remaining(seat) or 0.0 for seat in late}
        first = [seat for seat in late if fell[seat] <= min(fell.values()) + _SAME_MOMENT]
        if len(first) == 2:
            return [Draft("ended", {"result": DRAWN, "reason": BOTH_OUT_OF_TIME, "how": "time"})]
        late = first
    drafts: list[Draft] = []
    for seat in late:
        who = state.seats[seat].label
        reason = "The time was up." if len(state.seats) == 1 else f"Won on time: the clock of {who} ran out."
        drafts += giving_up(state, seat, reason)
        drafts[-1].data["why" if drafts[-1].kind == "left" else "how"] = "time"
    if drafts[-1].kind != "left":
        return drafts
    left = {str(seat): round(left, 3) for seat in state.deciding if (left := state.left(seat)) is not None}
    left |= {str(seat): state.control.seconds for seat in late}
    return [*drafts, Draft("clock", {"left": left, "stopped": sorted(state.stopped)})]


def running_out(state: TableState, reason: str) -> list[Draft]:
    """Nobody came any more: what counts is lost by whoever let the others wait, all else is just given up."""
    if state.state == "running" and state.table.rated:
        late = [seat for seat in state.deciding if state.seats[seat].kind == "person"]
        if len(late) == 1 and len(state.seats) == 2:
            return giving_up(state, late[0], reason)
    return [Draft("abandoned", {"reason": reason})]


def giving_up(state: TableState, seat: int, reason: str) -> list[Draft]:
    """A person's seat is given up: of two, the other wins; of more, a player of the lab takes it."""
    who = state.seats[seat].label
    if len(state.seats) > 2 and state.masked:
        return handing(state, seat, state.game.suits, reason)
    if len(state.seats) > 2:
        player = usual_players(state.game)[0]
        title = player_title(state.game, player)
        sitting = Sitting("player", f"{title} for {who}", None, player)
        data = {"seat": seat, "who": who, "player": title}
        return [Draft("left", data, {"sitting": asdict(sitting), "account": state.seats[seat].account})]
    result = None
    if len(state.seats) == 2:
        ranks = [2 if number == seat else 1 for number in range(2)]
        result = {"points": [float(2 - rank) for rank in ranks], "ranks": ranks}
    return [Draft("ended", {"result": result, "reason": reason})]
