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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from msgspec.structs import replace as change

from ludarium.engine.elements import Alpha, Elements
from ludarium.engine.errors import LudariumError, NotSuited
from ludarium.engine.kernels.rng import derive
from ludarium.games import load
from ludarium.server.settings import OPEN, Settings
from ludarium.store import Database
from ludarium.studies.analysis.judges import judge_matrix
from ludarium.studies.analysis.rasch import fit
from ludarium.studies.data import StudyData
from ludarium.studies.plan.model import AnyStage, Plan, Playing, Practice, TextPage
from ludarium.studies.refinement import run as refinement_run
from ludarium.studies.refinement.run import Refinement
from ludarium.studies.running import refining
from ludarium.studies.running.gathering import gather
from ludarium.studies.running.studies import create, find, plan_of, set_state
from ludarium.studies.simulated.insight import Insight
from ludarium.studies.simulated.judging import HumanLikeness, Population, SimulatedPerson, planted, population
from ludarium.studies.simulated.visiting import Hall, Visit, Visitor

SLUG = "rehearsal"
START = 120.0
"""Seconds until a server must answer."""
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
    refine: bool = False,
    games: int | None = None,
    traits: Population | None = None,
    player: str = "",
    database: Path | None = None,
    progress: Progress | None = None,
) -> Rehearsed:
    """Run a study with simulated people, and give what came out.

    Args:
        plan: The study.
        people: How many come.
        seed: Decides the people and all they do. Who meets whom hangs on the order in which requests arrive.
        speed: How many times faster than life it goes.
        refine: Let the strategies evolve by what people judge.
        games: How many games each plays in every stage that counts, in place of the plan's number.
        traits: What people are like.
        player: As whom people play where they think; a usual player of each game if empty.
        database: Where the study is kept; it is thrown away if left out.
        progress: Told every other second.
    """
    hastened = _hastened(plan, speed, games)
    crowd = population(people, derive(seed, "people"), traits)
    result = Rehearsed(crowd)
    begun = time.perf_counter()
    with TemporaryDirectory(prefix="ludarium-rehearsal-") as folder:
        place = str(database or Path(folder) / "study.db")
        with Database.open(place) as opened:
            with opened.writing() as connection:
                study = set_state(connection, create(connection, hastened, "", slug=SLUG), "open")
                if refine:
                    refining.begin(connection, study, refinement_run.Settings(seed=derive(seed, "refinement") >> 1))
                stored = plan_of(connection, study)
            difficulty = _difficulty(result, opened, stored, seed, refine)
            with _served(place, speed) as address:
                hall = Hall(
                    address, SLUG, stored, Insight(opened), difficulty, derive(seed, "hall"), speed,
                    player or _usual(stored),
                )  # fmt: skip
                asyncio.run(_all(hall, result, progress))
            with opened.reading() as connection:
                study = find(connection, SLUG)
                result.data = gather(connection, study)
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
    try:
        stage = refining.stage_to_refine(plan)
        grammar: Elements | None = load(stage.game, **stage.settings).elements()
    except LudariumError:
        grammar = None
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


def _usual(plan: Plan) -> str:
    for stage in plan.stages:
        if isinstance(stage, Playing) and not stage.among:
            named = [seat for seat in stage.seats if seat not in ("me", "person", "pool") and "{" not in seat]
            return (named or list(stage.pool) or ["random"])[0]
    return "random"


async def _all(hall: Hall, result: Rehearsed, progress: Progress | None) -> None:
    visitors = [Visitor(hall, person) for person in result.people]
    result.visits = [visitor.visit for visitor in visitors]
    going = asyncio.gather(*(visitor.go() for visitor in visitors))
    while not going.done():
        await asyncio.wait({going}, timeout=2.0)
        if progress is not None:
            progress(result)
    await going


# --- the server -------------------------------------------------------------------------------------------------------


@contextmanager
def _served(place: str, speed: float) -> Iterator[str]:
    """A server of one's own, in a process of its own, on a free port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    settings = replace(
        Settings(database=place, port=port, warm=False, study_speed=speed, fastest=0.0, slowest=0.02), **OPEN
    )
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(settings,), daemon=False)
    process.start()
    try:
        _wait(f"127.0.0.1:{port}", process)
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.join(30)
        if process.is_alive():
            process.kill()


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
