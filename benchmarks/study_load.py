"""Two hundred people at once in the learning study, beside oTree: `python -m benchmarks.study_load`.

Three parts, one after the other on the same machine, with the same number of people, who come within a minute and read
and answer at the same pace (`--speed` times faster than life):

- *learning*: the whole built-in study with its twelve games, through HTTP and sockets;
- *pages*: the same study without its games, to be compared with
- *oTree*: an app with the same kinds of pages (consent, profile, rules, quiz, a page for each of the twelve games, two
  surveys, the end), on its production server with its usual database.

Told are how long requests took and how much processor time the serving process needed for each page. oTree brings
versions of packages that others cannot use, and so wants an environment of its own:

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
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx
from msgspec.structs import replace

from benchmarks.measuring import cpu_of, free_port, within
from ludarium.server.studies.rehearsing import Rehearsed, Server, rehearse
from ludarium.studies.plan import builtin
from ludarium.studies.plan.model import Plan, Playing
from ludarium.studies.simulated.judging import Population

MINUTE = 60.0
"""Seconds within which all have come."""
READING = 20.0
"""Seconds that people look at a page of oTree's, about as long as ours do."""


@dataclass
class Measured:
    """What one part showed."""

    name: str
    people: int
    pages: int
    requests: Sequence[float]
    cpu: float
    seconds: float
    more: str = ""

    def told(self) -> str:
        ordered = sorted(self.requests)
        times = ", ".join(f"{share} % within {1000 * within(ordered, share):.0f} ms" for share in (50, 95, 99))
        return (
            f"{self.name}: {self.people} people to the end, {self.pages:,} pages in {self.seconds:.0f} s; "
            f"{len(ordered):,} requests: {times}; "
            f"{1000 * self.cpu / max(1, self.pages):.1f} ms of processor time a page{self.more}"
        )


# --- ours -------------------------------------------------------------------------------------------------------------


def ours(name: str, plan: Plan, people: int, speed: float, seed: int) -> Measured:
    taken: list[float] = []

    async def watch(server: Server, so_far: Rehearsed) -> None:
        begun = cpu_of(server.pid)
        try:
            await asyncio.sleep(86_400)
        finally:  # everybody is through
            taken.append(cpu_of(server.pid) - begun)

    begun = time.perf_counter()
    traits = Population(hazard=0.0, falsifiers=0.0, gap=MINUTE * speed / people)
    result = rehearse(
        plan, people, seed, speed=speed, places=people, refine=False, player="random", traits=traits, disturb=watch
    )
    through = sum(count for outcome, count in result.outcomes.items() if outcome == "completed")
    moves = sum(len(visit.ledger.moves) for visit in result.visits)
    pages = sum(1 + len(visit.ledger.pages) + visit.games for visit in result.visits)
    more = f"; {result.games:,} games with {moves:,} moves of theirs in it" if moves else ""
    return Measured(name, through, pages, result.requests, taken[0], time.perf_counter() - begun, more)


def without_games(plan: Plan) -> Plan:
    return replace(plan, stages=tuple(stage for stage in plan.stages if not isinstance(stage, Playing)))


# --- oTree ------------------------------------------------------------------------------------------------------------

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
_PAGES: dict[str, list[str]] = {
    "Consent": ["agree"],
    "Profile": ["age", "gender", "plays"],
    "Rules": [],
    "Quiz": ["quiz1", "quiz2", "quiz3", "quiz4"],
    **{f"Game{number}": [f"score{number}"] for number in range(1, 8)},
    "Survey1": [f"first{number}" for number in range(1, 8)],
    **{f"Game{number}": [f"score{number}"] for number in range(8, 13)},
    "Survey2": [f"second{number}" for number in range(1, 8)],
}
"""Its pages, each with its fields."""


def _project(folder: Path) -> None:
    app = folder / "learning"
    for made in (app, folder / "_static", folder / "_templates" / "global"):
        made.mkdir(parents=True)
    (folder / "settings.py").write_text(_SETTINGS)
    fields = [f"    {name} = models.IntegerField()" for names in _PAGES.values() for name in names]
    pages = [
        f'class {page}(Page):\n    form_model = "player"\n    form_fields = {names!r}\n'
        for page, names in _PAGES.items()
    ]
    names = ", ".join([*_PAGES, "End"])
    text = _APP.format(fields="\n".join(fields), pages="\n".join([*pages, "class End(Page): pass\n"]), names=names)
    (app / "__init__.py").write_text(text)
    for page in [*_PAGES, "End"]:
        (app / f"{page}.html").write_text(_TEMPLATE % (page, "Please read this, and go on. " * 40))


async def _participant(address: str, link: str, delay: float, speed: float, stream: random.Random) -> list[float]:
    """One person through all pages: the times of the requests."""
    taken: list[float] = []
    await asyncio.sleep(delay)
    limits = httpx.Limits(keepalive_expiry=2.0)  # its server lets go of a silent connection after five seconds
    async with httpx.AsyncClient(timeout=300.0, base_url=address, limits=limits) as client:

        async def ask(method: str, path: str, data: dict[str, str] | None = None) -> str:
            """The path to which it leads."""
            while True:
                begun = time.perf_counter()
                answer = await client.request(method, path, data=data)
                taken.append(time.perf_counter() - begun)
                if not answer.is_redirect:
                    answer.raise_for_status()
                    return path
                method, path, data = "GET", answer.headers["location"].removeprefix(address), None

        path = await ask("GET", link)
        for page, names in _PAGES.items():
            if f"/{page}/" not in path:
                raise RuntimeError(f"expected the page {page}, came to {path}")
            await asyncio.sleep(READING / speed * stream.uniform(0.5, 1.5))
            path = await ask("POST", path, dict.fromkeys(names, "1"))
        if "/End/" not in path:
            raise RuntimeError(f"expected the last page, came to {path}")
    return taken


def otree(command: str, people: int, speed: float, seed: int) -> Measured:
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        _project(folder)
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
            stream = random.Random(seed)
            before, begun = cpu_of(server.pid), time.perf_counter()

            async def everybody() -> list[list[float]]:
                those = [
                    _participant(address, link, stream.uniform(0, MINUTE), speed, random.Random(stream.random()))
                    for _ in range(people)
                ]
                return list(await asyncio.gather(*those))

            taken = asyncio.run(everybody())
            cpu, seconds = cpu_of(server.pid) - before, time.perf_counter() - begun
        finally:
            server.terminate()
            server.wait(30)
    requests = [each for person in taken for each in person]
    return Measured("oTree", people, people * (len(_PAGES) + 1), requests, cpu, seconds)


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
    options.add_argument("--speed", type=float, default=2.0, help="so many times faster than life")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--otree", metavar="COMMAND", help="oTree's own command, in its environment")
    options.add_argument("--parts", default="learning,pages,otree", help="which parts, by comma")
    chosen = options.parse_args()
    plan, given = builtin.plan_of("learning"), (chosen.people, chosen.speed, chosen.seed)
    parts = chosen.parts.split(",")
    if "learning" in parts:
        print(ours("learning", plan, *given).told(), flush=True)
    if "pages" in parts:
        print(ours("pages", without_games(plan), *given).told(), flush=True)
    if "otree" in parts and chosen.otree:
        print(otree(chosen.otree, *given).told(), flush=True)


if __name__ == "__main__":
    main()
