"""Games of a study: who meets whom, in which seats and against which players, and what follows when a game is over."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import Connection

from ludarium.engine.kernels.rng import derive
from ludarium.store import lab, study_games
from ludarium.store import studies as store
from ludarium.store.studies import Participant
from ludarium.store.study_games import Seat, Waiting
from ludarium.studies.plan.course import Step, seating, stage_of
from ludarium.studies.plan.model import Plan, Playing
from ludarium.studies.running.errors import NotThere
from ludarium.studies.running.people import advance, finish, seen, store_page
from ludarium.studies.running.studies import course_of

ALIVE = 15.0
"""Seconds without a sign after which somebody in the waiting room is not matched with others."""

SIGN = 5.0
"""Seconds after which it is noted again that somebody is there."""

NAMES = (
    "Alder", "Aspen", "Birch", "Briar", "Cedar", "Clover", "Cypress", "Elm", "Fern", "Hazel", "Heather", "Holly",
    "Iris", "Ivy", "Juniper", "Larch", "Laurel", "Lilac", "Linden", "Maple", "Myrtle", "Oak", "Olive", "Pine", "Poplar",
    "Reed", "Rowan", "Sage", "Sorrel", "Spruce", "Tansy", "Thistle", "Willow", "Yarrow", "Yew",
)  # fmt: skip
"""Under which everybody sits at a table, person or player."""

Wants = Literal["", "table", "others"]

Chooser = Callable[[Connection, Sequence[Participant], Step, int], Sequence[str]]
"""Names the players of the `pool` seats of people who play together, so many as are needed."""


@dataclass(frozen=True)
class Chair:
    """A seat of a game that is to begin."""

    mask: str
    player: str = ""
    who: Participant | None = None
    """The person; None where a player sits."""


@dataclass(frozen=True)
class Opening:
    """A game that is to begin: everything that the table needs."""

    study: str
    study_id: int
    stage: Playing
    game: str
    settings: Mapping[str, Any]
    chairs: tuple[Chair, ...]
    seed: int

    @property
    def people(self) -> list[Participant]:
        return [chair.who for chair in self.chairs if chair.who is not None]


def playing(connection: Connection, who: Participant) -> tuple[Plan, Step, Playing] | None:
    """The game that somebody is to play now; None if they are at another page."""
    plan, steps = course_of(connection, who)
    step = steps[who.step]
    if step.kind != "play" or who.status not in ("active", "dropped"):
        return None
    stage = stage_of(plan, step.stage)
    assert isinstance(stage, Playing)
    return plan, step, stage


def queue_of(who: Participant, step: Step) -> str:
    """Who may meet: people at the same game of the same stage, by the same version of the plan, pilots among
    themselves."""
    assert step.plays is not None
    settings = ",".join(f"{name}={value}" for name, value in sorted(step.plays.settings.items()))
    others = "|".join(sorted(seat for seat in step.seats if seat not in ("me", "person")))
    parts = (who.version, "pilot" if who.pilot else "", step.stage, step.plays.game, settings, others)
    return " / ".join(str(part) for part in parts)


def needs_people(step: Step) -> int:
    return step.seats.count("person")


def wants(connection: Connection, current: Participant, now: datetime) -> tuple[Participant, Wants]:
    """What somebody needs who is to play and has no table yet: one of their own, or others, for whom they wait from now
    on. Whoever has waited before wants nothing: they are looked for from time to time."""
    if (now - current.seen).total_seconds() > SIGN or current.status == "dropped":
        current = seen(connection, current, now)
    at = playing(connection, current)
    if at is None or study_games.game_of(connection, current.id, current.step) is not None:
        return current, ""
    _, step, _ = at
    if not needs_people(step):
        return current, "table"
    waiting = study_games.wait(connection, current, queue_of(current, step), now)
    return current, "others" if waiting.since == now else ""


def chosen_in_turn(connection: Connection, group: Sequence[Participant], step: Step, count: int) -> Sequence[str]:
    """The next players of a pool as the course of the first of them has them."""
    return [step.pool[number % len(step.pool)] for number in range(count)]


def open_alone(connection: Connection, who: Participant, choose: Chooser, now: datetime) -> Opening | None:
    """A game for somebody who waits for nobody; None if they have one already, or wait for people."""
    at = playing(connection, who)
    if at is None or study_games.game_of(connection, who.id, who.step) is not None:
        return None
    _, step, stage = at
    if needs_people(step):
        return None
    return _opening(connection, [who], step, stage, choose, {})


def match(connection: Connection, study: int, choose: Chooser, now: datetime) -> Iterator[Opening]:
    """The games that can begin in a study's waiting room now. Whoever came first is served first; nobody meets somebody
    they have met, unless the plan says so; whoever has gone is not matched. People whose time is up get what the plan
    says: a player in the empty seats, or the end.

    To be called within the transaction that stores the games, each before the next is asked for: until then nobody else
    may match."""
    store.lock(connection, study)
    present = now - timedelta(seconds=ALIVE)
    rooms: dict[str, list[Waiting]] = {}
    for waiting in study_games.waiting(connection, study):
        if waiting.alive >= present:
            rooms.setdefault(waiting.queue, []).append(waiting)
    for room in rooms.values():
        people = store.some(connection, [waiting.participant_id for waiting in room])
        left = [(waiting, people[waiting.participant_id]) for waiting in room]
        left = [(waiting, who) for waiting, who in left if waiting.step == who.step and who.status == "active"]
        while left:
            (waiting, first), rest = left[0], left[1:]
            at = playing(connection, first)
            left = rest
            if at is None:
                study_games.stop_waiting(connection, [first.id])
                continue
            plan, step, stage = at
            group = [first, *_companions(connection, first, [who for _, who in rest], needs_people(step), stage.again)]
            late = (now - waiting.since).total_seconds() >= stage.waiting.limit
            if len(group) <= needs_people(step):
                if not late or stage.waiting.then == "wait":
                    continue
                if stage.waiting.then == "finish":
                    finish(connection, plan, first, "released", now)
                    continue
            stand_in = {"person": stage.waiting.player} if len(group) <= needs_people(step) else {}
            taken = {who.id for who in group}
            if study_games.stop_waiting(connection, taken) != len(taken):
                raise NotThere  # somebody was matched elsewhere: nothing of this is stored
            yield _opening(connection, group, step, stage, choose, stand_in)
            left = [(one, who) for one, who in rest if who.id not in taken]


def _companions(
    connection: Connection, first: Participant, others: Sequence[Participant], count: int, again: bool
) -> list[Participant]:
    """Those with whom somebody plays: the first who have not met anybody of them."""
    chosen: list[Participant] = []
    met = set() if again else study_games.met(connection, first.id)
    for who in others:
        if len(chosen) == count:
            break
        if who.id not in met:
            chosen.append(who)
            if not again:
                met |= study_games.met(connection, who.id)
    return chosen


def _opening(
    connection: Connection,
    group: Sequence[Participant],
    step: Step,
    stage: Playing,
    choose: Chooser,
    stand_in: Mapping[str, str],
) -> Opening:
    """The game of a group, the first of whom decides the pool."""
    assert step.plays is not None
    first = group[0]
    seed = derive(first.seed, "game", first.step, secrets.randbits(63))
    players = list(choose(connection, group, step, step.seats.count("pool")))
    names = random.Random(derive(seed, "names")).sample(NAMES, len(step.seats))
    companions = list(group[1:])
    chairs = []
    for kind, mask in zip(seating(step.seats, stage.seated, step.game - 1, seed), names, strict=True):
        if kind == "me":
            chairs.append(Chair(mask, who=first))
        elif kind == "person" and companions:
            chairs.append(Chair(mask, who=companions.pop(0)))
        elif kind == "person":
            chairs.append(Chair(mask, player=stand_in.get("person", "")))
        else:
            chairs.append(Chair(mask, player=players.pop(0) if kind == "pool" else kind))
    study = store.by_id(connection, first.study_id)
    return Opening(study.slug, study.id, stage, step.plays.game, step.plays.settings, tuple(chairs), seed)


def store_opening(connection: Connection, opening: Opening, table: str, players: Sequence[str], now: datetime) -> None:
    """Note who sits where at a table that is stored in the same transaction. `players` are the texts by seat, as they
    really sit there (a stand-in may have been left to the game); empty for people."""
    seats = [
        Seat(
            table_id=table, seat=number, participant_id=chair.who.id if chair.who else None,
            step=chair.who.step if chair.who else None, person=chair.who is not None,
            player="" if chair.who else players[number], mask=chair.mask,
        )
        for number, chair in enumerate(opening.chairs)
    ]  # fmt: skip
    study_games.add_game(connection, opening.study_id, table, opening.stage.name, seats, now)


# --- the end of a game ------------------------------------------------------------------------------------------------


def game_over(connection: Connection, table: str, how: str, now: datetime) -> list[Participant]:
    """A game is over: everybody who is still in it goes on. Told twice, it counts once."""
    if not study_games.end_game(connection, table, how, now):
        return []
    moved = []
    for seat in study_games.seats_at(connection, table):
        if seat.participant_id is not None and seat.replaced is None:
            who = store.participant(connection, number=seat.participant_id)
            if who is not None and who.step == seat.step and who.finished is None:
                moved.append(_left_game(connection, who, "done", now))
    return moved


def _left_game(connection: Connection, who: Participant, outcome: str, now: datetime) -> Participant:
    _, steps = course_of(connection, who)
    before = who.status
    store_page(connection, who, steps[who.step], outcome, now)
    moved = advance(connection, who, now)
    if before == "dropped" and moved.status == "active":  # a game's end is no sign of theirs
        store.change_participant(connection, who.id, status=before)
        moved = replace(moved, status=before)
    return moved


def replaced(connection: Connection, table: str, seat: int, player: str, now: datetime) -> Participant | None:
    """A player takes over from somebody who left; they go on with what comes after, should they come back."""
    sitting = study_games.seats_at(connection, table)[seat]
    study_games.replaced(connection, table, seat, player, now)
    if sitting.participant_id is None:
        return None
    who = store.participant(connection, number=sitting.participant_id)
    if who is None or who.step != sitting.step or who.finished is not None:
        return None
    return _left_game(connection, who, "dropped", now)


def overlooked(connection: Connection) -> list[tuple[str, str]]:
    """Games that are over but were not noted, since the server ended in between: tables and how they ended."""
    found = []
    for table in study_games.unfinished_games(connection):
        row = lab.table(connection, table)
        if row is not None and row.state not in lab.UNFINISHED:
            found.append((table, "played" if row.state == "over" and not row.reason else "abandoned"))
    return found
