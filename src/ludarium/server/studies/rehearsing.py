"""A whole study with simulated people, through a real server: from the first arrival to the figures."""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import socket
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from multiprocessing.context import SpawnProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from msgspec.structs import replace as change

from ludarium.engine.elements import Alpha, Elements
from ludarium.engine.errors import LudariumError, NotSuited
from ludarium.engine.kernels.rng import derive
from ludarium.games import load
from ludarium.players.preparing import Preparation, prepare_player
from ludarium.search import warm_rules
from ludarium.server.settings import OPEN, Settings
from ludarium.store import Database
from ludarium.studies.analysis.judges import judge_matrix
from ludarium.studies.analysis.rasch import fit
from ludarium.studies.analysis.report import StudyReport
from ludarium.studies.data import StudyData
from ludarium.studies.plan.course import players_of
from ludarium.studies.plan.model import AnyStage, Plan, Playing, Practice, TextPage
from ludarium.studies.refinement import run as refinement_run
from ludarium.studies.refinement.run import Refinement
from ludarium.studies.running import refining
from ludarium.studies.running.gathering import gather
from ludarium.studies.running.reporting import report_of
from ludarium.studies.running.studies import create, find, plan_of, set_state
from ludarium.studies.simulated.insight import Insight
from ludarium.studies.simulated.judging import HumanLikeness, Population, SimulatedPerson, planted, population
from ludarium.studies.simulated.visiting import Hall, Visit, Visitor

SLUG = "rehearsal"
START = 300.0
"""Seconds until a server must answer."""
EACH = 40
"""Judgements that everybody gives where strategies evolve by them: a refinement needs some thousands."""
PLACES = 20
"""How many people are there at the same time."""
CARE = 2
"""Of the refinement: half of all judgements are about people here, and they are given while others play."""
PLAIN = -1.0
"""The difficulty of recognising a player about which nothing is known."""

Progress = Callable[["Rehearsed"], None]


@dataclass
class Rehearsed:
    """How a rehearsal goes, and what came out."""

    people: Sequence[SimulatedPerson]
    visits: list[Visit] = field(default_factory=list)
    truth: HumanLikeness | None = None
    refinement: Refinement | None = None
    data: StudyData | None = None
    report: StudyReport | None = None
    games_each: int | None = None
    """How many games each was to play, where it was not as many as the plan says."""
    seconds: float = 0.0

    @property
    def outcomes(self) -> Counter[str]:
        return Counter(visit.outcome for visit in self.visits)

    @property
    def games(self) -> int:
        return sum(visit.games for visit in self.visits)

    @property
    def judgements(self) -> int:
        return sum(visit.judgements for visit in self.visits)

    def recovered(self, least: int = 1) -> tuple[float | None, int]:
        """The correlation of true and recovered abilities of honest people with so many judgements at least, and of how
        many people that is."""
        assert self.data is not None
        true = {
            visit.participant: visit.person.ability
            for visit in self.visits
            if not visit.person.falsifier and visit.judgements >= least
        }
        try:
            abilities = fit(judge_matrix(self.data.judgements)).abilities
            pairs = [(true[name], ability) for name, ability in abilities.items() if name in true]
            found = statistics.correlation([own for own, _ in pairs], [other for _, other in pairs])
        except (NotSuited, statistics.StatisticsError):
            return None, len(true)
        return found, len(pairs)

    @property
    def requests(self) -> list[float]:
        """Seconds that requests took, in order of size."""
        return sorted(seconds for visit in self.visits for seconds in visit.requests)

    def within(self, share: float) -> float:
        """The time within which a share of all requests was answered."""
        taken = self.requests
        return taken[min(len(taken) - 1, math.ceil(share * len(taken)) - 1)] if taken else math.nan

    @property
    def planted(self) -> Alpha | None:
        return self.truth.core if self.truth else None

    @property
    def found(self) -> bool | None:
        """Whether the planted strategy is among the minimal ones; None where nothing was refined."""
        if self.refinement is None or self.truth is None:
            return None
        return self.truth.core in self.refinement.minimal


def rehearse(
    plan: Plan,
    people: int = 20,
    seed: int = 1,
    *,
    speed: float = 60.0,
    play_speed: float | None = None,
    places: int = PLACES,
    refine: bool | None = None,
    games: int | None = None,
    traits: Population | None = None,
    player: str = "",
    database: Path | None = None,
    disturb: Disturb | None = None,
    progress: Progress | None = None,
) -> Rehearsed:
    """Run a study with simulated people, and give what came out.

    Args:
        plan: The study.
        people: How many come.
        seed: Decides the people and all they do. Who meets whom hangs on the order in which requests arrive.
        speed: How many times faster than life it goes, as far as the machine is quick enough.
        play_speed: The same of people's decisions in games, where it differs: what a server carries hangs on these.
        places: How many are there at the same time: who comes when all places are taken waits until somebody leaves.
        refine: Let the strategies evolve by what people judge; wherever a plan allows that if left out.
        games: How many games each plays in every stage that counts, in place of the plan's number. If left out, and
            strategies evolve, as many as give everybody 40 judgements; else the plan's.
        traits: What people are like.
        player: As whom people play where they think; a usual player of each game if empty.
        database: Where the study is kept; it is thrown away if left out.
        disturb: Runs beside the people, and may kill the server and start it again.
        progress: Told every other second.
    """
    begun = time.perf_counter()
    if refine is None:
        refine = _grammar(plan) is not None
    if refine and games is None:
        games = math.ceil(EACH / (len(refining.stage_to_refine(plan).seats) - 1))
    hastened = _hastened(plan, speed, games)
    _compile(plan, player or _usual(plan))
    result = Rehearsed(population(people, derive(seed, "people"), traits), games_each=games)
    with TemporaryDirectory(prefix="ludarium-rehearsal-") as folder:
        place = str(database or Path(folder) / "study.db")
        with Database.open(place) as opened:
            with opened.writing() as connection:
                study = set_state(connection, create(connection, hastened, "", slug=SLUG), "open")
                if refine:
                    evolving = refinement_run.Settings(seed=derive(seed, "refinement") >> 1, care=CARE)
                    refining.begin(connection, study, evolving)
                stored = plan_of(connection, study)
            difficulty = _difficulty(result, opened, stored, seed, refine)
            with _served(place, speed) as server:
                hall = Hall(
                    server.address, SLUG, stored, Insight(opened), difficulty, derive(seed, "hall"), speed,
                    play_speed, player or _usual(stored),
                )  # fmt: skip
                beside = [] if disturb is None else [disturb(server, result)]
                asyncio.run(_all(hall, result, places, beside, progress))
            with opened.reading() as connection:
                study = find(connection, SLUG)
                result.data = gather(connection, study)
                result.report = report_of(connection, study, seed=seed, data=result.data)
                result.refinement = refining.load(connection, study)
    result.seconds = time.perf_counter() - begun
    return result


def _hastened(plan: Plan, speed: float, games: int | None) -> Plan:
    """A plan in which everything that takes real time takes less."""

    def quick(seconds: float) -> float:
        return max(0.5, seconds / speed)

    def changed(stage: AnyStage) -> AnyStage:
        if isinstance(stage, TextPage):
            return change(stage, seconds=0.0)
        if isinstance(stage, Playing):
            waiting = change(stage.waiting, limit=max(5.0, quick(stage.waiting.limit)))
            dropout = change(stage.dropout, wait=max(3.0, quick(stage.dropout.wait)))
            more = {"games": games} if games and not isinstance(stage, Practice) else {}
            return change(stage, waiting=waiting, dropout=dropout, seconds=None, **more)
        return stage

    return change(plan, stages=tuple(map(changed, plan.stages)))


def _difficulty(result: Rehearsed, database: Database, plan: Plan, seed: int, refine: bool) -> Callable[[str], float]:
    """How hard each player is to recognise: by what was planted, where strategies are made of elements."""
    grammar = _grammar(plan)
    if grammar is None:
        return lambda player: PLAIN
    truth = planted(grammar, 3, derive(seed, "planted"))
    known = {grammar.text(alpha): truth.difficulty(alpha) for alpha in grammar.simple}
    if refine:
        result.truth = truth

    def difficulty(player: str) -> float:
        if player not in known and refine:
            with database.reading() as connection:
                refinement = refining.load(connection, find(connection, SLUG))
            assert refinement is not None
            for one in refinement.strategies.values():
                known[refinement.player(one.id)] = truth.difficulty(one.elements)
        return known.get(player, PLAIN)

    return difficulty


def _grammar(plan: Plan) -> Elements | None:
    """What the strategies of a plan are made of; None where they cannot evolve."""
    try:
        stage = refining.stage_to_refine(plan)
        return load(stage.game, **stage.settings).elements()
    except LudariumError:
        return None


def _compile(plan: Plan, player: str) -> None:
    """Compile the games of a plan, and its players, before anybody comes: all who play, and the server, are many times
    quicker then. `player` is as whom people play."""
    for stage in (each for each in plan.stages if isinstance(each, Playing)):
        for one in stage.among or [stage]:
            if "{" in one.game:
                continue
            game = load(one.game, **one.settings)
            warm_rules(game)
            for text in (*players_of(plan, stage), player):
                with suppress(LudariumError):  # of another game: who asks for it there is told
                    if not Preparation.of(text, game).done:
                        prepare_player(text, game)


def _usual(plan: Plan) -> str:
    for stage in plan.stages:
        if isinstance(stage, Playing) and not stage.among:
            named = [seat for seat in stage.seats if seat not in ("me", "person", "pool") and "{" not in seat]
            return (named or list(stage.pool) or ["random"])[0]
    return "random"


async def _all(
    hall: Hall, result: Rehearsed, places: int, beside: Sequence[Coroutine[Any, Any, None]], progress: Progress | None
) -> None:
    others = [asyncio.create_task(one) for one in beside]
    room = asyncio.Semaphore(places)
    visitors = [Visitor(hall, person, room) for person in result.people]
    result.visits = [visitor.visit for visitor in visitors]
    going = asyncio.gather(*(visitor.go() for visitor in visitors))
    try:
        while not going.done():
            await asyncio.wait({going}, timeout=2.0)
            if progress is not None:
                progress(result)
            for other in others:
                if other.done():
                    other.result()  # without what goes on beside them, they might wait for ever
        await going
    finally:
        going.cancel()
        for other in others:
            other.cancel()
        await asyncio.gather(going, *others, return_exceptions=True)


# --- the server -------------------------------------------------------------------------------------------------------


class Server:
    """A server of one's own, in a process of its own, on a free port."""

    def __init__(self, place: str, speed: float) -> None:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            port = int(found.getsockname()[1])
        self.address = f"127.0.0.1:{port}"
        given = Settings(database=place, port=port, warm=False, study_speed=speed, fastest=0.0, slowest=0.02)
        self._settings = replace(given, **OPEN)
        self._process: SpawnProcess | None = None

    @property
    def pid(self) -> int:
        """Of the process that serves."""
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = multiprocessing.get_context("spawn").Process(target=_serve, args=(self._settings,))
        self._process.start()
        _wait(self.address, self._process)

    def kill(self) -> None:
        """As `kill -9` does it."""
        assert self._process is not None
        self._process.kill()
        self._process.join()

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.join(30)
        if self._process.is_alive():
            self._process.kill()


Disturb = Callable[[Server, Rehearsed], Coroutine[Any, Any, None]]
"""Does something to the server while people are there."""


@contextmanager
def _served(place: str, speed: float) -> Iterator[Server]:
    server = Server(place, speed)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def _serve(settings: Settings) -> None:
    """What happens in the server's process. It does not outlive the rehearsal, however that ends."""
    import uvicorn

    from ludarium.server.app import create_app
    from ludarium.server.http.connections import uvicorn_options

    config = uvicorn.Config(
        create_app(settings), "127.0.0.1", settings.port, log_config=None, **uvicorn_options(settings)
    )
    server = uvicorn.Server(config)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            server.should_exit = True

    threading.Thread(target=follow, daemon=True).start()
    server.run()


def _wait(address: str, process: multiprocessing.process.BaseProcess) -> None:
    deadline = time.monotonic() + START
    while time.monotonic() < deadline:
        if not process.is_alive():
            raise LudariumError("the server of the rehearsal did not start: look at what it said above")
        try:
            httpx.get(f"http://{address}/api/status", timeout=5)
            return
        except httpx.TransportError:
            time.sleep(0.1)
    raise LudariumError("the server of the rehearsal does not answer: is the machine very busy?")
