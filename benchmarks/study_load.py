"""Two hundred people at once in the learning study, beside oTree: `python -m benchmarks.study_load`.

Three parts, one after the other on the same machine, with the same number of people, who come within a minute:

- *learning*: the whole built-in study with its twelve games, through HTTP and sockets. People choose any of the moves
  that they are offered, since it is the server that is measured, not how well they play;
- *pages*: the same study with a page in place of each game, to be compared with
- *oTree*: an app with as many pages and as many fields on each, on its production server with its usual database.

In the last two the same people do the same at the same times: they look at a page, send it, and ask for the next one,
`--speed` times faster than life. oTree needs two requests for a page, since what is sent leads to another address; our
pages come with the answer, but here they are asked for once more, so that both serve equally many requests.

Told are how long requests and turns took (from sending a page until the next one is there), and how much processor time
the serving process needed for each page. oTree brings versions of packages that others cannot use, and so wants an
environment of its own:

    python -m venv otree-env && otree-env/bin/pip install otree
    python -m benchmarks.study_load --otree otree-env/bin/otree

Without `--otree` its part is left out.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from msgspec.structs import replace

from benchmarks.measuring import cpu_of, free_port, within
from ludarium.engine.kernels.rng import derive
from ludarium.server.studies.rehearsing import Rehearsed, Server, rehearse
from ludarium.store import Database
from ludarium.studies.plan import builtin
from ludarium.studies.plan.course import course
from ludarium.studies.plan.model import AnyStage, Consent, Number, Plan, Playing, Questions, Quiz, TextPage
from ludarium.studies.plan.quiz import filled
from ludarium.studies.running.studies import create, set_state
from ludarium.studies.simulated.insight import Insight
from ludarium.studies.simulated.judging import Population, population
from ludarium.studies.simulated.visiting import Hall, Visitor

MINUTE = 60.0
"""Seconds within which all have come."""
READING = 20.0
"""Seconds that people look at a page, on average."""
SAID = 20.0
"""Seconds after which it is said again how far people are."""
SLUG = "load"
PATH = f"/api/studies/{SLUG}"


@dataclass
class Measured:
    """What one part showed."""

    name: str
    people: int
    pages: int
    requests: Sequence[float]
    cpu: float
    seconds: float
    turns: Sequence[float] = ()
    moves: Sequence[float] = ()
    more: str = ""

    def told(self) -> str:
        parts = [f"{self.people} people to the end, {self.pages:,} pages in {self.seconds:.0f} s"]
        for name, times in (("requests", self.requests), ("turns of a page", self.turns), ("moves", self.moves)):
            if times:
                ordered = sorted(times)
                said = ", ".join(f"{share} % within {1000 * within(ordered, share):.0f} ms" for share in (50, 95, 99))
                parts.append(f"{len(ordered):,} {name}: {said}")
        parts.append(f"{1000 * self.cpu / max(1, self.pages):.1f} ms of the server's processor time a page")
        return f"{self.name}: " + "; ".join([*parts, *([self.more] if self.more else [])])


# --- the whole study --------------------------------------------------------------------------------------------------


def with_settings(plan: Plan, settings: Mapping[str, float]) -> Plan:
    """The plan with its games changed: shorter ones, for example."""
    stages = [
        replace(stage, settings={**stage.settings, **settings}) if isinstance(stage, Playing) else stage
        for stage in plan.stages
    ]
    return replace(plan, stages=tuple(stages))


def learning(plan: Plan, people: int, speed: float, play_speed: float, seed: int) -> Measured:
    """All of it, games included: pages at one speed, decisions in games at another."""
    taken: list[float] = []
    said = [0.0]

    def progress(so_far: Rehearsed) -> None:
        now = time.perf_counter()
        if now - said[0] > SAID:
            said[0] = now
            moves = sum(len(visit.acknowledged) for visit in so_far.visits)
            print(
                f"  {now - begun:.0f} s: {so_far.games:,} games, {moves:,} moves, {dict(so_far.outcomes)}", flush=True
            )

    async def watch(server: Server, so_far: Rehearsed) -> None:
        begun = cpu_of(server.pid)
        try:
            await asyncio.sleep(86_400)
        finally:  # everybody is through
            taken.append(cpu_of(server.pid) - begun)

    begun = time.perf_counter()
    traits = Population(hazard=0.0, falsifiers=0.0, gap=MINUTE * speed / people, errors=1e9)
    result = rehearse(
        plan, people, seed, speed=speed, play_speed=play_speed, places=people, refine=False, traits=traits,
        disturb=watch, progress=progress,
    )  # fmt: skip
    through = sum(count for outcome, count in result.outcomes.items() if outcome == "completed")
    moves = [seconds for visit in result.visits for seconds in visit.acknowledged]
    pages = sum(1 + len(visit.ledger.pages) + visit.games for visit in result.visits)
    more = f"{result.games:,} games are in it"
    return Measured("learning", through, pages, result.requests, taken[0], time.perf_counter() - begun, (), moves, more)


# --- pages alone, ours and oTree's ------------------------------------------------------------------------------------


def without_games(plan: Plan) -> Plan:
    """The plan with a page in place of each game, and nothing that holds anybody up."""

    def stages(stage: AnyStage) -> Iterator[AnyStage]:
        if isinstance(stage, Playing):
            for number in range(1, stage.games + 1):
                asked = Number(
                    name=f"score-{stage.name}-{number}", text="How many points did you make?", low=0, high=99
                )
                yield Questions(name=f"{stage.name}-{number}", title=stage.title, text=stage.text, questions=(asked,))
        elif isinstance(stage, TextPage):
            yield replace(stage, seconds=0.0)
        else:
            yield replace(stage, tries=1) if isinstance(stage, Quiz) else stage

    return filled(replace(plan, stages=tuple(each for stage in plan.stages for each in stages(stage))))


def fields_of(plan: Plan) -> list[int]:
    """How many fields each page has; the last page has none, and is not sent."""
    steps = course(plan, plan.conditions[0].name if plan.conditions else "", plan.seed)
    statements = [len(stage.statements) for stage in plan.stages if isinstance(stage, Consent)]
    return [statements[0] if step.kind == "consent" else len(step.questions) for step in steps[:-1]]


@dataclass
class Walk(ABC):
    """Somebody's way through all pages: `enter`, then `send` for each of them."""

    client: httpx.AsyncClient
    requests: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)

    @abstractmethod
    async def enter(self) -> None:
        """Come by the link, to the first page."""

    @abstractmethod
    async def send(self, page: int) -> None:
        """Send a page, and come to the next."""

    async def ask(self, method: str, path: str, **given: Any) -> httpx.Response:
        begun = time.perf_counter()
        answer = await self.client.request(method, path, **given)
        self.requests.append(time.perf_counter() - begun)
        if answer.status_code >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
        return answer

    async def go(self, pages: int, delay: float, speed: float, stream: random.Random) -> None:
        await asyncio.sleep(delay)
        await self.enter()
        for page in range(pages):
            await asyncio.sleep(READING / speed * stream.uniform(0.5, 1.5))
            begun = time.perf_counter()
            await self.send(page)
            self.turns.append(time.perf_counter() - begun)


async def everybody(
    address: str, walk: Callable[[httpx.AsyncClient, int], Walk], pages: int, people: int, speed: float, seed: int
) -> list[Walk]:
    stream = random.Random(seed)

    async def one(number: int) -> Walk:
        own = random.Random(derive(seed, "walk", number))
        limits = httpx.Limits(keepalive_expiry=2.0)  # oTree's server lets go of a silent connection after five seconds
        async with httpx.AsyncClient(timeout=300.0, base_url=address, limits=limits, verify=False) as client:
            made = walk(client, number)
            await made.go(pages, delays[number], speed, own)
            return made

    delays = [stream.uniform(0, MINUTE) for _ in range(people)]
    return list(await asyncio.gather(*map(one, range(people))))


def measured(name: str, walks: Sequence[Walk], pages: int, cpu: float, seconds: float) -> Measured:
    requests = [each for walk in walks for each in walk.requests]
    turns = [each for walk in walks for each in walk.turns]
    return Measured(name, len(walks), len(walks) * (pages + 1), requests, cpu, seconds, turns)


@dataclass
class OurWalk(Walk):
    visitor: Visitor = field(kw_only=True)

    async def enter(self) -> None:
        for _ in range(3):  # so many as oTree's link leads through
            self.page = (await self.ask("GET", PATH)).json()

    async def send(self, page: int) -> None:
        shown = self.page
        if shown["kind"] == "consent":
            agreed = {"version": shown["version"], "statements": len(shown["statements"])}
            await self.ask("POST", f"{PATH}/consent", json=agreed)
        else:
            answers = {} if shown["kind"] == "text" else self.visitor.answers(shown)
            body = {"step": page, "attempt": shown["attempt"], "answers": answers}
            await self.ask("POST", f"{PATH}/page", json=body)
        self.page = (await self.ask("GET", f"{PATH}/page")).json()
        if self.page["step"] != page + 1:
            raise RuntimeError(f"expected page {page + 1}, came to {self.page['step']}")


def ours(plan: Plan, people: int, speed: float, seed: int) -> Measured:
    pages = len(fields_of(plan))
    with tempfile.TemporaryDirectory() as folder:
        place = str(Path(folder) / "study.db")
        with Database.open(place) as database:
            with database.writing() as connection:
                set_state(connection, create(connection, plan, "", slug=SLUG), "open")
            server = Server(place, speed)
            server.start()
            try:
                crowd = population(people, seed)
                hall = Hall(server.address, SLUG, plan, Insight(database), lambda player: 0.0, seed)

                def walk(client: httpx.AsyncClient, number: int) -> Walk:
                    return OurWalk(client, visitor=Visitor(hall, crowd[number]))

                address = f"http://{server.address}"
                before, begun = cpu_of(server.pid), time.perf_counter()
                walks = asyncio.run(everybody(address, walk, pages, people, speed, seed))
                cpu, seconds = cpu_of(server.pid) - before, time.perf_counter() - begun
            finally:
                server.stop()
    return measured("pages", walks, pages, cpu, seconds)


_SETTINGS = """
SESSION_CONFIGS = [dict(name="learning", app_sequence=["learning"], num_demo_participants=1)]
SESSION_CONFIG_DEFAULTS = dict(real_world_currency_per_point=1.0, participation_fee=0.0, doc="")
PARTICIPANT_FIELDS, SESSION_FIELDS = [], []
LANGUAGE_CODE, REAL_WORLD_CURRENCY_CODE, USE_POINTS = "en", "EUR", True
ADMIN_USERNAME, ADMIN_PASSWORD, SECRET_KEY, DEMO_PAGE_INTRO_HTML = "admin", "benchmark", "benchmark", ""
"""
_APP = """
from otree.api import *

class C(BaseConstants):
    NAME_IN_URL, PLAYERS_PER_GROUP, NUM_ROUNDS = "learning", None, 1

class Subsession(BaseSubsession): pass
class Group(BaseGroup): pass

class Player(BasePlayer):
{fields}

{pages}

page_sequence = [{names}]
"""
_TEMPLATE = """{{ block title }}%s{{ endblock }}
{{ block content }}<p>%s</p>{{ formfields }}{{ next_button }}{{ endblock }}
"""


def _names(fields: Sequence[int]) -> dict[str, list[str]]:
    """The pages of the app, each with its fields."""
    return {f"Page{page}": [f"field{page}_{place}" for place in range(count)] for page, count in enumerate(fields)}


def _project(folder: Path, pages: dict[str, list[str]]) -> None:
    app = folder / "learning"
    for made in (app, folder / "_static", folder / "_templates" / "global"):
        made.mkdir(parents=True)
    (folder / "settings.py").write_text(_SETTINGS)
    fields = [f"    {name} = models.IntegerField()" for names in pages.values() for name in names]
    classes = [
        f'class {page}(Page):\n    form_model = "player"\n    form_fields = {names!r}\n'
        for page, names in pages.items()
    ]
    names = ", ".join([*pages, "End"])
    text = _APP.format(fields="\n".join(fields), pages="\n".join([*classes, "class End(Page): pass\n"]), names=names)
    (app / "__init__.py").write_text(text)
    for page in [*pages, "End"]:
        (app / f"{page}.html").write_text(_TEMPLATE % (page, "Please read this, and go on. " * 40))


@dataclass
class OTreeWalk(Walk):
    link: str = field(kw_only=True)
    address: str = field(kw_only=True)
    pages: dict[str, list[str]] = field(kw_only=True)

    async def enter(self) -> None:
        await self._follow("GET", self.link)

    async def send(self, page: int) -> None:
        names = [*self.pages, "End"]
        await self._follow("POST", self.path, dict.fromkeys(self.pages[names[page]], "1"))
        if f"/{names[page + 1]}/" not in self.path:
            raise RuntimeError(f"expected the page {names[page + 1]}, came to {self.path}")

    async def _follow(self, method: str, path: str, data: dict[str, str] | None = None) -> None:
        answer = await self.ask(method, path, data=data)
        while answer.is_redirect:
            path = answer.headers["location"].removeprefix(self.address)
            answer = await self.ask("GET", path)
        self.path = path


def otree(command: str, plan: Plan, people: int, speed: float, seed: int) -> Measured:
    pages = _names(fields_of(plan))
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        _project(folder, pages)
        command = str(Path(command).absolute())
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        environment |= {"OTREE_PRODUCTION": "1", "PATH": f"{Path(command).parent}{os.pathsep}{os.environ['PATH']}"}
        quiet = {"cwd": folder, "env": environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([command, "resetdb", "--noinput"], check=True, **quiet)  # type: ignore[call-overload]
        server = subprocess.Popen([command, "prodserver1of2", str(port)], **quiet)  # type: ignore[call-overload]
        try:
            address = f"http://127.0.0.1:{port}"
            _wait(address, server)
            made = httpx.post(
                f"{address}/api/sessions",
                json={"session_config_name": "learning", "num_participants": people},
                timeout=300,
            )
            made.raise_for_status()
            link = "/join/" + made.json()["session_wide_url"].rpartition("/join/")[2]

            def walk(client: httpx.AsyncClient, number: int) -> Walk:
                return OTreeWalk(client, link=link, address=address, pages=pages)

            before, begun = cpu_of(server.pid), time.perf_counter()
            walks = asyncio.run(everybody(address, walk, len(pages), people, speed, seed))
            cpu, seconds = cpu_of(server.pid) - before, time.perf_counter() - begun
        finally:
            server.terminate()
            server.wait(30)
    return measured("oTree", walks, len(pages), cpu, seconds)


def _wait(address: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and server.poll() is None:
        try:
            httpx.get(f"{address}/demo", timeout=5)
            return
        except httpx.TransportError:
            time.sleep(0.2)
    raise RuntimeError("oTree's server did not start")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--people", type=int, default=200)
    options.add_argument("--speed", type=float, default=2.0, help="pages so many times faster than life")
    options.add_argument("--games-speed", type=float, default=20.0, help="the same of the pages between games")
    options.add_argument("--play-speed", type=float, default=1.0, help="the same of decisions in games")
    options.add_argument("--games-settings", nargs="*", default=[], metavar="NAME=VALUE", help="settings of the games")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--otree", metavar="COMMAND", help="oTree's own command, in its environment")
    options.add_argument("--parts", default="learning,pages,otree", help="which parts, by comma")
    chosen = options.parse_args()
    plan, parts = builtin.plan_of("learning"), chosen.parts.split(",")
    pages = without_games(plan)
    if "learning" in parts:
        given = {name: float(value) for name, _, value in (each.partition("=") for each in chosen.games_settings)}
        plan = with_settings(plan, {name: int(value) if value.is_integer() else value for name, value in given.items()})
        print(learning(plan, chosen.people, chosen.games_speed, chosen.play_speed, chosen.seed).told(), flush=True)
    if "pages" in parts:
        print(ours(pages, chosen.people, chosen.speed, chosen.seed).told(), flush=True)
    if "otree" in parts and chosen.otree:
        print(otree(chosen.otree, pages, chosen.people, chosen.speed, chosen.seed).told(), flush=True)


if __name__ == "__main__":
    main()
