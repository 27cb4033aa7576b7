"""Simulated people who go through a study by the same HTTP and sockets as everybody: they arrive, read, wait, play by a
given player with errors, take their time, answer by a model with known ability, tire, learn, lie and drop out."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from ludarium.engine.kernels.rng import derive
from ludarium.engine.player import Clock, Player
from ludarium.engine.turn import ask
from ludarium.players import make
from ludarium.studies.plan.model import AnyQuestion, Plan, Profile, Questions, Quiz
from ludarium.studies.simulated.insight import Insight
from ludarium.studies.simulated.judging import (
    PERSON_DIFFICULTY,
    SimulatedPerson,
    answer_on_scale,
    judge,
    leaves,
    reading_seconds,
)

_AGAIN = 0.3
"""Seconds until something is tried again that the server could not do just now."""
_PATIENCE = 300.0

Difficulty = Callable[[str], float]
"""How hard it is to recognise a player, by its text."""


@dataclass(frozen=True)
class Hall:
    """What all visitors of a rehearsal share."""

    address: str
    study: str
    plan: Plan
    insight: Insight
    difficulty: Difficulty
    seed: int
    speed: float = 60.0
    """How many times faster than life everything goes."""
    play_speed: float | None = None
    """The same of decisions in games, where it differs."""
    player: str = "random"
    """As whom people play, where they think."""
    fun: Mapping[str, float] = field(default_factory=dict)


@dataclass
class Ledger:
    """What the server has acknowledged to one person: all of it must be stored, and nothing of it twice."""

    people: set[str] = field(default_factory=set)
    """As whom they were known."""
    pages: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    """Answers by step and attempt."""
    tables: dict[int, set[str]] = field(default_factory=dict)
    """Where they were to play, by step."""
    moves: list[tuple[str, int, str]] = field(default_factory=list)
    """By table and decision."""

    def note(self, path: str, body: Any, page: Mapping[str, Any]) -> None:
        if page.get("participant"):
            self.people.add(page["participant"])
        if path == "/page" and body is not None:
            self.pages[body["step"], body["attempt"]] = body["answers"]
        if page.get("table"):
            self.tables.setdefault(page["step"], set()).add(page["table"])


@dataclass
class Visit:
    """How it went for one person."""

    person: SimulatedPerson
    participant: str = ""
    outcome: str = "on the way"
    judgements: int = 0
    games: int = 0
    requests: list[float] = field(default_factory=list)
    """Seconds that each request took."""
    acknowledged: list[float] = field(default_factory=list)
    """Seconds until each move was acknowledged."""
    page: dict[str, Any] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=Ledger)


class Visitor:
    """One person on their way."""

    def __init__(self, hall: Hall, person: SimulatedPerson, room: asyncio.Semaphore | None = None) -> None:
        self.hall, self.person = hall, person
        self._room = room or asyncio.Semaphore()
        self.visit = Visit(person)
        self._stream = random.Random(derive(hall.seed, "visitor", person.name))
        self._questions = _questions_of(hall.plan)
        self._players: dict[str, Player] = {}

    async def go(self) -> Visit:
        """Through the whole study, or as far as the person comes, as soon as there is a place."""
        await asyncio.sleep(self.person.arrival / self.hall.speed)
        async with self._room:
            return await self._go()

    async def _go(self) -> Visit:
        hall, visit = self.hall, self.visit
        base = f"http://{hall.address}/api/studies/{hall.study}"
        # The server of a rehearsal speaks plain HTTP: to read all certificates for each person would take longer than
        # most of what they do.
        limits = httpx.Limits(max_connections=2)
        async with httpx.AsyncClient(timeout=_PATIENCE, limits=limits, verify=False) as client:
            self._client, self._base = client, base
            visit.page = await self._ask("GET", "")
            while visit.page["kind"] not in ("debrief", "screened"):
                seconds = self._reading(visit.page)
                if leaves(self.person, seconds, self._stream):
                    visit.outcome = "dropped out"
                    return visit
                await asyncio.sleep(seconds / hall.speed)
                visit.page = await self._next(visit.page)
                visit.participant = visit.page.get("participant") or visit.participant
            visit.outcome = "completed" if visit.page.get("completed") else visit.page["status"] or visit.page["kind"]
        return visit

    async def _next(self, page: dict[str, Any]) -> dict[str, Any]:
        match page["kind"]:
            case "consent":
                agreed = {"version": page["version"], "statements": len(page["statements"])}
                return await self._ask("POST", "/consent", agreed)
            case "play":
                return await self._play(page)
        answers = {} if page["kind"] == "text" else self.answers(page)
        body = {"step": page["step"], "attempt": page["attempt"], "answers": answers}
        return await self._ask("POST", "/page", body)

    async def _ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """A request, made again while the server cannot be reached: what is sent twice counts once."""
        loop = asyncio.get_running_loop()
        while True:
            begun = loop.time()
            try:
                answer = await self._client.request(method, self._base + path, json=body)
            except httpx.TransportError:
                await asyncio.sleep(_AGAIN)
                continue
            if answer.status_code in (429, 502, 503):
                await asyncio.sleep(_AGAIN)
                continue
            self.visit.requests.append(loop.time() - begun)
            if answer.status_code == 409 and path == "/page" and method == "POST":
                method, body = "GET", None  # the study is elsewhere by now: look where
                continue
            if answer.status_code >= 400:
                raise RuntimeError(f"{self.person.name}: {method} {path}: {answer.status_code} {answer.text[:300]}")
            found: dict[str, Any] = answer.json()
            self.visit.ledger.note(path, body, found)
            return found

    def _reading(self, page: Mapping[str, Any]) -> float:
        words = len(str(page.get("text", "")).split()) + 12 * len(page.get("questions", ()))
        return max(float(page.get("seconds", 0.0)) * self.hall.speed, reading_seconds(self.person, words, self._stream))

    # --- answers ------------------------------------------------------------------------------------------------------

    def answers(self, page: Mapping[str, Any]) -> dict[str, Any]:
        """What the person says on a page: by the model where the analysis looks, anything that fits elsewhere."""
        given: dict[str, Any] = {}
        about = page.get("about")
        seats = self.hall.insight.seats(about["table"]) if about else []
        judged: dict[int, Any] = {}
        for shown in page["questions"]:
            if not _comes(shown["show_if"], given):
                continue
            question = self._questions.get(shown["key"].partition(".")[0])
            role = question.role if question is not None else ""
            seat = shown["seat"]
            if role == "judgement" and seat is not None:
                judged[seat] = self._judge(seats[seat])
                said = judged[seat].said
                given[shown["key"]] = (
                    "" if said == "unknown" and shown["neutral"] else said if said != "unknown" else "human"
                )
                self.visit.judgements += 1
            elif role == "confidence" and shown["points"] and seat in judged:
                given[shown["key"]] = 1 + round(judged[seat].confidence * (shown["points"] - 1))
            elif role == "confidence" and shown["points"] and judged:
                sure = sum(one.confidence for one in judged.values()) / len(judged)
                given[shown["key"]] = 1 + round(sure * (shown["points"] - 1))
            else:
                given[shown["key"]] = self._anything(shown, question)
        return given

    def _judge(self, seat: Any) -> Any:
        person = seat.person
        difficulty = PERSON_DIFFICULTY if person else self.hall.difficulty(seat.player)
        truth = "human" if person else "artificial"
        return judge(self.person, difficulty, truth, seed=self.hall.seed, judged=self.visit.judgements)  # type: ignore[arg-type]

    def _anything(self, shown: Mapping[str, Any], question: AnyQuestion | None) -> Any:
        stream, options = self._stream, [option["value"] for option in shown["options"]]
        right = getattr(question, "right", None)
        if right not in (None, "", (), {}) and stream.random() > 0.1:
            return list(right) if isinstance(right, tuple) else right
        match shown["kind"]:
            case "choice":
                return stream.choice(options)
            case "scale":
                points = shown["points"]
                return answer_on_scale(self.person, 1 + 0.6 * (points - 1), 1, points, stream)
            case "number":
                low = shown["least"] if shown["least"] is not None else 0
                high = shown["most"] if shown["most"] is not None else low + 100
                return stream.randint(int(low), int(high))
            case "choices":
                least = max(1, int(shown["least"] or 0))
                return sorted(stream.sample(options, min(len(options), least)), key=options.index)
            case "ranking":
                return stream.sample(options, len(options))
            case "matching":
                return {option: stream.choice([to["value"] for to in shown["to"]]) for option in options}
            case "moves":
                return []
        return "They went straight for it." if shown["required"] else None

    # --- playing ------------------------------------------------------------------------------------------------------

    async def _play(self, page: dict[str, Any]) -> dict[str, Any]:
        """Wait for others if need be, play the game, and look where one is then."""
        while page["kind"] == "play" and page["table"] is None:
            await asyncio.sleep(max(0.1, self._stream.uniform(1.5, 2.5) / self.hall.speed))
            page = await self._ask("GET", "/page")
        if page["kind"] != "play":
            return page
        table = page["table"]
        while True:
            try:
                await self._at_table(table)
            except (OSError, WebSocketException, TimeoutError, EOFError):
                await asyncio.sleep(_AGAIN)
            page = await self._ask("GET", "/page")
            if page.get("table") != table:
                self.visit.games += 1
                return page

    async def _at_table(self, table: str) -> None:
        cookie = "; ".join(f"{one.name}={one.value}" for one in self._client.cookies.jar)
        path = f"ws://{self.hall.address}/api/studies/{self.hall.study}/tables/{table}/socket"
        async with connect(
            path, additional_headers={"Cookie": cookie}, compression=None, max_size=None, proxy=None,
            open_timeout=_PATIENCE, close_timeout=1, ping_interval=None,
        ) as line:  # fmt: skip
            number, decided, made = 0, -1, dict[str, tuple[float, tuple[str, int, str]]]()
            loop = asyncio.get_running_loop()
            while True:
                message = msgspec.json.decode(await line.recv())
                if message["type"] == "ack" and message["id"] in made:
                    sent, move_made = made.pop(message["id"])
                    self.visit.acknowledged.append(loop.time() - sent)
                    self.visit.ledger.moves.append(move_made)
                if message["type"] == "refused":
                    raise EOFError(message)  # come in again, and see how it stands
                scene = message.get("scene")
                state = message.get("table", {}).get("state")
                if state in ("over", "abandoned") or (scene is not None and scene["over"]):
                    return
                if scene is None or scene["you"] is None or scene["you"] not in scene["turn"]["movers"]:
                    continue
                decision = scene["turn"]["decision"]
                if decision == decided:
                    continue
                decided, number = decision, number + 1
                await asyncio.sleep(self._deciding(scene) / (self.hall.play_speed or self.hall.speed))
                move = self._move(table, scene)
                wish: dict[str, Any] = {"type": "move", "id": f"{decision}-{number}", "decision": decision}
                wish["moves"] = [move]
                made[wish["id"]] = loop.time(), (table, decision, move)
                await line.send(json.dumps(wish))

    def _deciding(self, scene: Mapping[str, Any]) -> float:
        return self.person.pace * self._stream.lognormvariate(0.9, 0.6)

    def _move(self, table: str, scene: Mapping[str, Any]) -> str:
        """As the player would, but for errors; any legal move where nobody knows how the game stands."""
        texts = [move["text"] for move in scene["moves"]]
        if texts and self._stream.random() < self.person.errors:
            return str(self._stream.choice(texts))
        seat = int(scene["you"])
        view = self.hall.insight.view(table, seat, scene["turn"]["decision"])
        if view is None:
            return str(self._stream.choice(texts))
        key = f"{table} {seat}"
        player = self._players.get(key)
        if player is None:
            self._players.clear()
            player = self._players[key] = make(self.hall.player, view.game)
            player.begin(view.game, seat, derive(self.hall.seed, "seat", self.person.name, table))
        answer = ask(player, view, Clock(None), grace=60.0)
        if answer.move is None:
            return str(self._stream.choice(texts))
        return answer.move if isinstance(answer.move, str) else answer.move.text


def _comes(show_if: Mapping[str, Any] | None, given: Mapping[str, Any]) -> bool:
    """Whether a question comes after these answers."""
    if show_if is None:
        return True
    answer = given.get(show_if["key"])
    if answer is None:
        return False
    fits = show_if["value"] in answer if isinstance(answer, list) else str(answer) == show_if["value"]
    return bool(fits != show_if["unless"])


def _questions_of(plan: Plan) -> dict[str, AnyQuestion]:
    """All questions of a plan by name."""
    asked: list[AnyQuestion] = []
    for stage in plan.stages:
        if isinstance(stage, Profile | Questions | Quiz):
            asked += stage.questions
    for one in plan.questionnaires.values():
        asked += one.questions
    return {question.name: question for question in asked}
