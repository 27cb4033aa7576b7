"""A seat on which a player of the lab sits: it is asked in a process of its own, and takes a moment to answer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from math import inf

from ludarium.engine.errors import LudariumError
from ludarium.engine.kernels.rng import derive
from ludarium.engine.position import Position
from ludarium.server.settings import Settings
from ludarium.server.tables.state import TableState
from ludarium.server.work.players import Answer, Question, Workers
from ludarium.server.work.preparing import Preparing
from ludarium.server.work.shares import Share

_UNTIL_TOLD = 0.05
"""Seconds before a hidden player is asked: what is done for it must not delay what people are told of the move before,
which would come later, if only by a millisecond, than at a table of people."""


_DECISIONS_TO_COME = 25
"""A player with time for the whole game takes for each decision as if so many were to come, however many have been."""
_LEAST = 0.5
"""Seconds that it takes at least: it is stood in for if it is slow, but loses no game by the clock."""


class Chair:
    """How players are asked. `memories` is what they know of the people on other seats, by seat."""

    def __init__(self, settings: Settings, workers: Workers, preparing: Preparing, memories: Mapping[int, str]) -> None:
        self._settings, self._workers, self._preparing, self._memories = settings, workers, preparing, memories

    async def think(self, state: TableState, seat: int, address: str | None = None) -> Answer:
        """The answer of the player on a seat, no sooner than a time that tells nothing about it. `address` is where the
        table was opened from, where that is known: on whose account the player thinks. What it needs is compiled first,
        which counts as nobody's time."""
        assert state.position is not None
        waited = await self._prepared(state, state.seats[seat].player)
        settings, loop = self._settings, asyncio.get_running_loop()
        source = random.Random(derive(state.table.seed, "answering", len(state.decisions), seat))
        earliest = loop.time() + source.uniform(settings.fastest, settings.slowest)
        seconds = min(settings.thinking, _time_for(state, seat, fresh=waited))
        answer = await self._ask(state, state.position, seat, seconds, _share(state, address))
        await asyncio.sleep(max(0.0, earliest - loop.time()))
        return answer

    async def advise(self, state: TableState, seat: int, player: str, address: str | None = None) -> Answer:
        """What another player would do on a person's seat."""
        assert state.position is not None
        await self._prepared(state, player)
        left = state.left(seat)
        seconds = self._settings.thinking if left is None else min(self._settings.thinking, max(left, 0.1))
        return await self._ask(state, state.position, seat, seconds, _share(state, address), player)

    async def pass_for_person(self, state: TableState, seat: int, back_in: Callable[[int], float]) -> list[Answer]:
        """The answer of a player that is to pass for a person: when somebody might have found it. Where people put a
        whole turn together before they send it, so does the player.

        The time is drawn from what people take, hangs on nothing but the table's seed, the seat and the position, and
        is counted from when the decision could first be made: a restart changes nothing about it. The player thinks no
        longer than that, if it goes by a clock; for one that does not, another time is drawn from those of people who
        take longer, so that nobody sees when it was ready. `back_in` says how long the seat still seems to be away:
        then nobody answers.
        """
        mask, position = state.mask, state.position
        assert mask is not None
        assert position is not None
        await asyncio.sleep(_UNTIL_TOLD / self._settings.study_speed)
        await self._prepared(state, state.seats[seat].player)
        ply, legal = len(state.decisions), await asyncio.to_thread(_legal, position, seat)
        handed, after = state.handed.get(seat, (None, -1))
        begun = handed.private["waited"] if handed is not None and after == ply else 0.0
        due = mask.due(seat, ply, legal, begun, state.seconds)
        seconds = min(self._settings.thinking, max(0.1, due - state.thought))
        share = _share(state, None)
        answers = [await self._ask(state, position, seat, seconds, share)]
        while state.game.whole_turns and (following := _going_on(position, seat, answers[-1])) is not None:
            position, ply, begun = following, ply + 1, due
            legal = await asyncio.to_thread(_legal, position, seat)
            due = mask.due(seat, ply, legal, begun, state.seconds)
            seconds = min(self._settings.thinking, max(0.1, due - state.thought))
            answers.append(await self._ask(state, position, seat, seconds, share))
        if due < state.thought:
            due = mask.due(seat, ply, legal, begun, state.seconds, ready=state.thought)
        while True:
            away = back_in(seat)
            wait = max(due - state.thought, away + mask.reaction(seat, ply) if away > 0 else 0.0)
            if wait <= 0:
                return answers
            await asyncio.sleep(wait)

    async def _prepared(self, state: TableState, player: str) -> bool:
        """Whether it had to be waited until what a player needs was compiled."""
        if self._preparing.is_ready(state.game, [player]):
            return False
        await self._preparing.prepared(state.game, player)
        return True

    async def _ask(
        self, state: TableState, position: Position, seat: int, seconds: float, share: Share, player: str | None = None
    ) -> Answer:
        question = Question(
            table=state.id,
            seat=seat,
            game=state.game.name,
            settings=dict(state.game.settings) if state.game.parameters else {},
            player=state.seats[seat].player if player is None else player,
            seed=derive(state.table.seed, "seat"),
            view=position.view(seat).to_bytes(),
            seconds=seconds,
            memories=self._memories,
        )
        return await self._workers.choose(question, seconds, share, alone=not state.people)


def _time_for(state: TableState, seat: int, *, fresh: bool) -> float:
    """Seconds that a player may think: those of the decision, which begin anew where it had to wait for the compiler,
    or a part of what it has left for the whole game."""
    left, control = state.left(seat), state.control
    if left is None or control is None:
        return inf
    if control.of_game:
        return max(_LEAST, min(left, left / _DECISIONS_TO_COME + control.increment))
    return max(0.1, control.seconds if fresh else left)


def _legal(position: Position, seat: int) -> int:
    return len(position.view(seat).moves())


def _going_on(position: Position, seat: int, answer: Answer) -> Position | None:
    """The position after an answer if the same seat's turn goes on there; None if not, or if the answer is no move."""
    if answer.fault or not isinstance(answer.move, str):
        return None
    try:
        after = position.play(answer.move, seat)
    except LudariumError:
        return None
    return after if after.movers == (seat,) else None


def _share(state: TableState, address: str | None) -> Share:
    """On whose account a player thinks: of whoever opened the table, or the first person at a study's."""
    people = (sitting.account for sitting in state.seats if sitting.account is not None)
    return Share(person=state.owner if state.table.study is None else next(people, None), address=address)
