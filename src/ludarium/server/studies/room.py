"""The studies of this server: people go from page to page, wait for each other, sit down at tables, and go on when
their games are over. What is decided is decided in `ludarium.studies`; here it is stored, and tables are told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.server.studies import making
from ludarium.server.tables import opening as openings
from ludarium.server.tables.audience import Listener, Order
from ludarium.server.tables.changes import Change
from ludarium.server.tables.events import opening as storing_opening
from ludarium.server.tables.held import HeldTable
from ludarium.server.tables.masks import StudySeat, StudyWish
from ludarium.server.tables.orders import NOBODY
from ludarium.server.tables.registry import Tables
from ludarium.server.work.jobs import Jobs
from ludarium.server.work.shares import Share
from ludarium.store import studies as store
from ludarium.store import study_games
from ludarium.store.studies import Participant, Study
from ludarium.studies.plan.course import players_of, stage_of
from ludarium.studies.plan.model import Dropout, Plan, Playing
from ludarium.studies.running import games, leaving, pages, people, refining
from ludarium.studies.running.errors import StudyError
from ludarium.studies.running.games import Opening
from ludarium.studies.running.refining import Choosing
from ludarium.studies.running.studies import find, plan_of
from ludarium.studies.timing import PRIOR, TimeModel

_log = logging.getLogger(__name__)

MATCHING = 1.0
"""Seconds between two looks into the waiting rooms; whoever comes is looked for at once."""
WATCHING = 2.0
"""Seconds between two looks for people who have left their games."""
SWEEPING = 60.0
REFINING = 0.5
"""Seconds for which judgements are gathered before strategies evolve by them."""
LONGEST = 600.0
"""Seconds that this may take."""
STUDIES = Share(None, "studies")
KEEPING = 3.0
"""Seconds between two notes that those who keep a socket open in the waiting room are there."""
LOOK = '{"type":"look"}'
"""Tells a page that waits to ask where it is now."""
LATEST = 86_400.0
"""Seconds after which what is left of removed data goes even while people play."""


@dataclass(frozen=True)
class _Policy:
    """What happens at a table when somebody leaves it."""

    dropout: Dropout
    study: str


class StudyRoom:
    """All studies of a lab, as far as people take part in them."""

    def __init__(self, tables: Tables, jobs: Jobs) -> None:
        self._tables, self._jobs = tables, jobs
        self._prepared: set[tuple[int, int]] = set()
        self._pacing: dict[str, TimeModel] = {}
        """How long people take, by game, as far as it has been looked at."""
        self._policies: dict[str, _Policy] = {}
        self._matching = asyncio.Lock()
        self._next: dict[int, asyncio.Future[None]] = {}
        """The next matching of a study, as long as it has not begun."""
        self._choosing = Choosing()
        self._refining: set[int] = set()
        self._evolving = asyncio.Lock()
        self._waiting: dict[int, set[Listener]] = {}
        """The open sockets of those who wait, by participant."""

    def start(self) -> None:
        self._tables.subscribers.add(self._heard)
        tasks = self._tables.tasks
        tasks.repeat(MATCHING, self.match)
        tasks.repeat(KEEPING, self.keep_waiting)
        tasks.repeat(WATCHING, self.watch)
        tasks.repeat(SWEEPING, self.sweep)

    # --- who it is ----------------------------------------------------------------------------------------------------

    async def study(self, slug: str) -> Study:
        found: Study = await self._tables.read(lambda connection: find(connection, slug[:60]))
        return found

    async def known(self, slug: str, token: str) -> Participant | None:
        """Whoever has a token in a study."""

        def look(connection: Connection) -> Participant | None:
            return people.returning(connection, find(connection, slug[:60]), token=token)

        found: Participant | None = await self._tables.read(look)
        return found

    async def participant(
        self, study: Study, token: str = "", arrival: people.Arrival | None = None
    ) -> Participant | None:
        found: Participant | None = await self._tables.read(
            lambda connection: people.returning(connection, study, token=token, arrival=arrival)
        )
        return found

    # --- coming and going on ------------------------------------------------------------------------------------------

    async def welcome(self, study: Study, arrival: people.Arrival) -> dict[str, Any]:
        """The first page for somebody new."""
        page: dict[str, Any] = await self._tables.read(
            lambda connection: people.welcome(connection, study, arrival, _now())
        )
        return page

    async def id_names(self, study: Study) -> tuple[str, ...]:
        """Under which names recruiters' links give a person's id."""
        plan: Plan = await self._tables.read(lambda connection: plan_of(connection, study))
        return plan.recruiting.id_names

    async def hand_out(self, who: Participant, token: str) -> Participant:
        """Somebody is known by another token from now on: their browser is new."""
        digest = people.token_digest(token)
        await self._tables.write(lambda connection: store.change_participant(connection, who.id, digest=digest))
        return replace(who, digest=digest)

    async def speak(self, who: Participant, language: str) -> Participant:
        """Somebody goes on in another language."""

        def job(connection: Connection) -> None:
            plan = plan_of(connection, store.by_id(connection, who.study_id), who.version)
            if language not in plan.languages:
                raise StudyError(f"this study speaks {', '.join(plan.languages)}, not '{language}'")
            store.change_participant(connection, who.id, language=language)

        await self._tables.write(job)
        return replace(who, language=language)

    async def agree(self, study: Study, arrival: people.Arrival, **agreed: Any) -> Participant:
        """Somebody agrees to take part."""

        def job(connection: Connection) -> Participant:
            return people.agree(connection, study, arrival, now=_now(), **agreed)

        who: Participant = await self._tables.write(job)
        return who

    async def page(self, who: Participant, sent: people.Sent | None = None) -> dict[str, Any]:
        """Where somebody is now, after what they have sent. Whoever is to play gets a table, or waits for others."""
        await self._prepare(who)

        def job(connection: Connection) -> tuple[Participant, games.Wants, dict[str, Any] | None]:
            now = _now()
            current = people.present(connection, who) if sent is None else people.submit(connection, who, sent, now)
            current, wants = games.wants(connection, current, now)
            return current, wants, None if wants else pages.page_of(connection, current, now)

        current, wants, page = await self._tables.write(job)
        if sent is not None:
            self._sent(who, current)
        if wants == "table":
            await self._begin(lambda connection: self._alone(connection, current))
        elif wants == "others":
            await self._meet(current.study_id)
        if page is None:
            page = await self._tables.read(lambda connection: pages.page_of(connection, current, _now()))
        return page  # type: ignore[no-any-return]

    def _sent(self, who: Participant, moved: Participant) -> None:
        """What follows when somebody has sent a page."""
        if moved.finished is not None:
            self._tables.spawn(self._debriefed(moved))
        if moved.step != who.step and who.study_id not in self._refining:
            self._refining.add(who.study_id)
            self._tables.spawn(self._refine(who.study_id))

    async def _refine(self, number: int) -> None:
        """Let the strategies of a study evolve by what was judged: computed in a process of its own."""
        await asyncio.sleep(REFINING)
        self._refining.discard(number)  # what comes from here on is seen the next time
        study: Study = await self._tables.read(lambda connection: store.by_id(connection, number))
        async with self._evolving:
            found: refining.Stored | None = await self._tables.read(
                lambda connection: self._choosing.ripe(connection, study)
            )
            if found is None:
                return
            after = await self._jobs.run(refining.evolved, found, share=STUDIES, size=1.0, seconds=LONGEST)
            if after is not None:
                before = found.state
                await self._tables.write(lambda connection: refining.keep_evolved(connection, study, before, after))
        self._choosing.changed(number)

    async def leave_waiting(self, who: Participant) -> Participant:
        """Somebody does not want to wait any longer: they come to the end, with a code."""

        def job(connection: Connection) -> Participant:
            if not study_games.stop_waiting(connection, [who.id]):
                raise StudyError("you are not waiting for anybody just now")
            plan = plan_of(connection, store.by_id(connection, who.study_id), who.version)
            return people.finish(connection, plan, people.present(connection, who), "released", _now())

        gone: Participant = await self._tables.write(job)
        return gone

    async def _prepare(self, who: Participant) -> None:
        """Load the games of a plan beside: the first time takes a moment."""
        key = (who.study_id, who.version)
        if key in self._prepared:
            return
        plan: Plan = await self._tables.read(
            lambda connection: plan_of(connection, store.by_id(connection, who.study_id), who.version)
        )
        for stage in plan.stages:
            if isinstance(stage, Playing):
                for one in stage.among or [stage]:
                    if "{" not in one.game:
                        await self._ready(one.game, dict(one.settings), players_of(plan, stage))
                        if one.game not in self._pacing:
                            self._pacing[one.game] = PRIOR
                            self._tables.spawn(self._look_at_times(one.game))
        self._prepared.add(key)

    async def _ready(self, name: str, settings: dict[str, Any], players: Sequence[str]) -> None:
        """Load a game, and what is compiled of it. The rest, with what its players need, is compiled beside, unless
        this server compiles nothing: a hidden player for which people wait would give itself away."""
        shelf = self._tables.shelf
        game = await asyncio.to_thread(shelf.game, name, settings)
        await asyncio.to_thread(shelf.prepare, game)
        if self._tables.settings.warm and not game.bound.load():
            self._tables.spawn(self._compile(game, name, settings))
        for text in players:
            with suppress(LudariumError):  # a player of another game: the table says so
                if not self._tables.preparing.is_ready(game, [text]):
                    self._tables.spawn(self._tables.preparing.prepared(game, text))

    async def _compile(self, game: Game, name: str, settings: dict[str, Any]) -> None:
        await self._jobs.run(making.compiled, name, settings, share=STUDIES, size=5.0, seconds=LONGEST)
        await asyncio.to_thread(game.bound.load)

    async def _look_at_times(self, game: str) -> None:
        """Learn from people's matches how long they take at a game; until that is known, as at any game."""
        place = self._tables.settings.database
        self._pacing[game] = await self._jobs.run(making.pacing, place, game, share=STUDIES, size=5.0, seconds=LONGEST)

    # --- games --------------------------------------------------------------------------------------------------------

    def _alone(self, connection: Connection, who: Participant) -> list[Opening]:
        store.lock(connection, who.study_id)
        opening = games.open_alone(connection, who, self._choosing, _now())
        return [] if opening is None else [opening]

    def _matched(self, connection: Connection, study: int) -> Iterable[Opening]:
        return games.match(connection, study, self._choosing, _now())

    async def match(self) -> None:
        """Let those play who wait for each other, in all studies."""
        waiting: set[int] = await self._tables.read(
            lambda connection: {one.study_id for one in study_games.waiting(connection)}
        )
        for number in waiting:
            await self._meet(number)

    async def _meet(self, study: int) -> None:
        """Let those play who wait for each other in a study. Those who come while others are being matched are looked
        at together, the next time: a hundred who come at once are not matched a hundred times."""
        if study not in self._next:
            self._next[study] = asyncio.ensure_future(self._match(study))
        await asyncio.shield(self._next[study])

    async def _match(self, study: int) -> None:
        async with self._matching:
            del self._next[study]  # whoever comes from here on may be too late for this time
            await self._begin(partial(self._matched, study=study))

    async def _begin(self, choose: Callable[[Connection], Iterable[Opening]]) -> None:
        """Open tables: who sits where and that they wait no longer is stored together with them, or nothing is."""
        await self._tables.cluster.joined()
        matched: list[int] = []

        def job(connection: Connection) -> list[Change]:
            opened = []
            for opening in choose(connection):
                matched.extend(who.id for who in opening.people)
                change = self._table(opening)
                storing_opening(change, self._tables.process)(connection)
                players = [sitting.player for sitting in change.state.seats]
                games.store_opening(connection, opening, change.state.id, players, _now())
                opened.append(change)
            return opened

        for change in await self._tables.write(job):
            self._tables.adopt(change, None)
        self._call(matched)

    @contextmanager
    def waits(self, who: Participant, line: Listener) -> Iterator[None]:
        """Somebody keeps a socket open while they wait. As long as it is, they are there: browsers let the clocks of
        pages that nobody looks at run once a minute, so that being asked for is no sign."""
        self._waiting.setdefault(who.id, set()).add(line)
        try:
            yield
        finally:
            self._waiting[who.id].discard(line)
            if not self._waiting[who.id]:
                del self._waiting[who.id]

    async def keep_waiting(self) -> None:
        """Note who is there; whoever waits no longer is told to look, also where another process has matched them."""
        here = list(self._waiting)
        if here:
            still = await self._tables.write(lambda connection: study_games.still_waiting(connection, here, _now()))
            self._call([number for number in here if number not in still])

    def _call(self, people: Iterable[int]) -> None:
        for number in people:
            for line in self._waiting.get(number, ()):
                line.send(LOOK)

    def _table(self, opening: Opening) -> Change:
        stage = opening.stage
        game = self._tables.shelf.game(opening.game, dict(opening.settings))
        wish = StudyWish(
            study=opening.study,
            game=opening.game,
            settings=opening.settings,
            seats=[
                StudySeat(account=chair.who.account_id, name=chair.mask)
                if chair.who is not None
                else StudySeat(player=chair.player or game.suits, name=chair.mask)
                for chair in opening.chairs
            ],
            seconds=stage.seconds,
            masked=stage.hidden,
            chat=stage.chat,
            pacing=self._pacing.get(opening.game, PRIOR).hastened(self._tables.settings.study_speed),
            reconnects=stage.reconnects,
            # Where players never seem to leave, a clock that stops would show that somebody is a person.
            pause=stage.dropout.wait if stage.reconnects > 0 or not stage.hidden else 0.0,
            memory=stage.memory,
            seed=opening.seed >> 1,
        )  # fmt: skip
        return openings.for_study(wish, game, self._tables.shelf, self._tables.process, self._tables.uptime)

    def _heard(self, change: Change) -> None:
        state = change.state
        if state.table.study is not None and change.ends:
            how = "played" if state.state == "over" and not state.reason else "abandoned"
            self._tables.spawn(self._over(state.id, how))

    async def _over(self, table: str, how: str) -> None:
        """A game is over: those who played go on."""
        self._policies.pop(table, None)
        await self._tables.write(lambda connection: games.game_over(connection, table, how, _now()))

    async def _debriefed(self, who: Participant) -> None:
        """Tables whose people have all come to their ends may be seen as they were."""

        def done(connection: Connection) -> list[str]:
            tables = []
            for seat in study_games.games_of(connection, who.id):
                others = [one.participant_id for one in study_games.seats_at(connection, seat.table_id)]
                those = store.some(connection, [number for number in others if number is not None])
                if all(other.finished is not None for other in those.values()):
                    tables.append(seat.table_id)
            return tables

        for table_id in await self._tables.read(done):
            await self._ask(table_id, {"type": "unmask"})

    async def _ask(self, table_id: str, message: dict[str, Any]) -> dict[str, Any]:
        table = await self._tables.find(table_id)
        if table is None:
            raise StudyError("there is no such table any more")
        return await table.ask(Order(NOBODY, message))

    # --- people who leave ---------------------------------------------------------------------------------------------

    async def watch(self) -> None:
        """Do what the plan says about people who have left their games."""
        for table in self._tables:
            if isinstance(table, HeldTable) and table.state.table.study and table.state.state == "running":
                await self._watch(table)

    async def _watch(self, table: HeldTable) -> None:
        policy = await self._policy(table.state.id)
        if policy is None or policy.dropout.then == "wait":
            return
        away = {account: gone for account, gone in table.away().items() if gone >= policy.dropout.wait}
        if not away:
            return
        seats = [seat for seat in table.state.people if table.state.seats[seat].account in away]
        if policy.dropout.then == "end" or len(seats) == len(table.state.people):
            await self._ask(table.state.id, {"type": "finish", "reason": "Somebody has left.", "result": None})
            return
        for seat in seats:
            await self._hand_over(table, seat, policy.dropout.player)

    async def _hand_over(self, table: HeldTable, seat: int, player: str) -> None:
        player = player or table.state.game.suits
        answer = await self._ask(table.state.id, {"type": "hand_over", "seat": seat, "player": player, "why": "left"})
        if answer["type"] == "ack":
            await self._tables.write(
                lambda connection: games.replaced(connection, table.state.id, seat, player, _now())
            )

    async def _policy(self, table: str) -> _Policy | None:
        known = self._policies.get(table)
        if known is None:
            known = await self._tables.read(lambda connection: _policy_of(connection, table))
            if known is not None:
                self._policies[table] = known
        return known

    # --- one's own data -----------------------------------------------------------------------------------------------

    async def own_data(self, who: Participant) -> dict[str, Any]:
        data: dict[str, Any] = await self._tables.read(lambda connection: leaving.own_data(connection, who))
        return data

    async def withdraw(self, who: Participant) -> dict[str, Any]:
        """Take somebody out of everything. Broken off, it is done by asking again."""
        own: list[study_games.Seat] = await self._tables.read(
            lambda connection: study_games.games_of(connection, who.id)
        )
        await self._tables.write(lambda connection: study_games.stop_waiting(connection, [who.id]))
        for seat in own:
            table = await self._tables.find(seat.table_id)
            if isinstance(table, HeldTable) and table.state.state == "running" and seat.replaced is None:
                if len(table.state.people) > 1:
                    await self._hand_over(table, seat.seat, "")
                else:
                    await self._ask(seat.table_id, {"type": "finish", "reason": "Somebody has left.", "result": None})
                    await self._over(seat.table_id, "abandoned")
            if table is not None and who.account_id is not None:
                await self._ask(seat.table_id, {"type": "erase", "account": who.account_id})

        def job(connection: Connection) -> dict[str, Any]:
            return leaving.withdraw(connection, people.present(connection, who), lambda *_: None, _now())

        receipt: dict[str, Any] = await self._tables.write(job)
        self._choosing.changed(who.study_id)
        # What was deleted is still in the database's log; of its pages, `clean` takes care.
        self._tables.spawn(asyncio.to_thread(self._tables.database.scrub))
        return receipt

    # --- from time to time --------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Note what was overlooked when a server ended in between, and let old data grow old."""
        for table, how in await self._tables.read(games.overlooked):
            await self._over(table, how)
        await self._tables.write(lambda connection: leaving.grow_old(connection, _now()))
        await self.clean()

    async def clean(self) -> None:
        """Write the database anew when something was removed of people, and nobody plays just now who would have to
        wait for it; after a day at the latest."""
        database = self._tables.database
        since = await asyncio.to_thread(lambda: database.rewritten)
        removed: datetime | None = await self._tables.read(lambda connection: store.erased_since(connection, since))
        if removed is None:
            return
        if (_now() - removed).total_seconds() > LATEST or not any(
            isinstance(table, HeldTable) and table.state.state == "running" for table in self._tables
        ):
            await asyncio.to_thread(database.rewrite)


def _policy_of(connection: Connection, table: str) -> _Policy | None:
    game = study_games.game(connection, table)
    if game is None:
        return None
    study = store.by_id(connection, game["study_id"])
    seats = study_games.seats_at(connection, table)
    person = next((seat.participant_id for seat in seats if seat.participant_id is not None), None)
    who = store.participant(connection, number=person) if person is not None else None
    stage = stage_of(plan_of(connection, study, who.version if who else None), game["stage"])
    return _Policy(stage.dropout, study.slug) if isinstance(stage, Playing) else None


def _now() -> datetime:
    return datetime.now(UTC)
