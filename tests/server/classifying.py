"""Many short games at masked tables, watched by one side; and a classifier that tries to tell what sat on the other."""

from __future__ import annotations

import asyncio
import json
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
from websockets.asyncio.client import ClientConnection, connect

from ludarium.engine.kernels.rng import derive
from ludarium.engine.position import View
from ludarium.engine.turn import Answer
from ludarium.games import load
from ludarium.server.tables.audience import Order
from ludarium.server.tables.held import HeldTable
from ludarium.server.tables.masks import Mask
from ludarium.server.tables.registry import Tables
from ludarium.server.work.players import Question, Workers
from ludarium.server.work.shares import Share
from ludarium.store.lab import Account
from ludarium.studies.timing import TimeModel
from tests.server.masking import open_table, tables_of
from tests.server.serving import Person, Running

PACE = TimeModel(
    level=math.log(0.3), legal=0.0, phase=0.0, phase_squared=0.0, noise=0.2, between=0.05, pauses=0.0, least=0.2
)
AT_ONCE = 12
"""Games at the same time: few enough that the machine is not what is measured."""


async def at_once(self: Workers, question: Question, limit: float, share: Share, *, alone: bool) -> Answer:
    """A player that has its move in no time: in place of `Workers.choose`, where times are so much shorter than those
    of people that a busy machine would think longer than they last."""
    game = load(question.game, **question.settings)
    view = View(game, np.frombuffer(question.view, game.rules.dtype).copy(), question.seat)
    return Answer(random.Random(question.seed + len(view.moves())).choice(view.moves()).text)


Heard = list[tuple[float, str]]
Due = Callable[..., float]


def watch_many(
    server: Running, games: int, *, seed: int, person_due: Due = Mask.due, **wishes: Any
) -> tuple[np.ndarray, np.ndarray]:
    """What somebody saw of so many games against hidden players and as many against people, and which were which."""
    labels = [number % 2 for number in range(2 * games)]
    people = [(server.person(), server.person()) for _ in labels[:AT_ONCE]]
    rows = []
    for first in range(0, len(labels), AT_ONCE):
        some = labels[first : first + AT_ONCE]
        rows += _batch(server, people, some, seed * 100_000 + first, person_due, wishes)
    return np.array(rows), np.array(labels)


def _batch(
    server: Running,
    people: list[tuple[Person, Person]],
    labels: list[int],
    seed: int,
    due: Due,
    wishes: dict[str, Any],
) -> list[list[float]]:
    seated: list[tuple[Person, HeldTable]] = []
    tables = tables_of(server)
    for place, (label, (one, two)) in enumerate(zip(labels, people, strict=False)):
        usual = {"seed": seed + place, "pacing": PACE}
        held = open_table(server, [one, "random" if label else two], **(usual | wishes))
        seated.append((one, held))
        if not label:
            account = Account(two.me["id"], two.me["name"], guest=True)
            server.do(_beside(tables, _person(held, account, due)))

    async def play() -> list[Heard]:
        return await asyncio.gather(*(_observed(one, held) for one, held in seated))

    return [_features(heard) for heard in asyncio.run(play())]


async def _beside(tables: Tables, work: Coroutine[Any, Any, None]) -> None:
    tables.spawn(work)


def _line(person: Person, held: HeldTable) -> connect:
    path = f"ws://{person.address}/api/tables/{held.state.id}/socket"
    return connect(path, additional_headers={"Cookie": person.cookie}, max_size=None, open_timeout=60)


async def _observed(person: Person, held: HeldTable) -> Heard:
    """One side of a game, played at random: everything that comes, and when."""
    heard: Heard = []
    async with _line(person, held) as socket:
        source = random.Random(held.state.table.seed)
        await _play(socket, heard, source, lambda ply: 0.0)
    return heard


@dataclass(eq=False)
class Near:
    """Somebody whose connection takes no time: network and machine are not what is measured."""

    account: Account
    told: asyncio.Event = field(default_factory=asyncio.Event)

    def send(self, text: str) -> None:
        self.told.set()

    def hang_up(self) -> None:
        raise AssertionError("somebody was sent away")


async def _person(held: HeldTable, account: Account, due: Due) -> None:
    """The other side, by somebody who plays at random too, each time after as long as is drawn."""
    mask, source, line = held.state.mask, random.Random(derive(held.state.table.seed, "person")), Near(account)
    assert mask is not None
    assert await held.attach(line, None)
    while held.state.state == "running":
        state, ply = held.state, len(held.state.decisions)
        if 1 not in state.deciding:
            line.told.clear()
            await line.told.wait()
            continue
        await asyncio.sleep(0.05)
        move = source.choice(state.looks.view(state, 1).moves()).text
        while (wait := due(mask, 1, ply, 9 - ply, 0.0, None) - state.thought) > 0:
            await asyncio.sleep(wait)
        message = {"type": "move", "id": f"m{ply}", "decision": ply, "moves": [move]}
        assert (await held.ask(Order(account, message)))["type"] == "ack"
    await held.detach(line)


async def _play(socket: ClientConnection, heard: Heard, source: random.Random, wait: Callable[[int], float]) -> None:
    async for text in socket:
        assert isinstance(text, str)
        heard.append((time.monotonic(), text))
        message = json.loads(text)
        scene = message.get("scene")
        if message["type"] == "table" and message["table"]["state"] == "over":
            return
        if scene is not None and scene["you"] in scene["turn"]["movers"]:
            await asyncio.sleep(max(0.0, wait(scene["turn"]["decision"])))
            move = source.choice(scene["moves"])["text"]
            said = {"type": "move", "id": "m" + str(scene["turn"]["decision"]), "moves": [move]}
            await socket.send(json.dumps(said | {"decision": scene["turn"]["decision"]}))


KINDS = ("welcome", "event", "scene", "table", "ack", "refused")
_SPREAD = ("mean", "deviation", "least", "median", "most", "mean logarithm")
FEATURES = (
    *(f"number of {kind}" for kind in KINDS),
    *(f"size of {kind}" for kind in KINDS),
    *("fields", "order"),
    *(f"time of a move by its stamp, {each}" for each in _SPREAD),
    *(f"time between messages, {each}" for each in _SPREAD),
    "microseconds of the stamps",
    *(f"way from the stamp to the browser, {each}" for each in _SPREAD),
)
"""What the numbers of a game are, in the order of `_features`."""


def _features(heard: Heard) -> list[float]:
    """Numbers of all that came: how much of which kind, how large, in which order, and when; and how long a move was
    on its way, beyond what is usual in the game."""
    messages = [json.loads(text) for _, text in heard]
    kinds = Counter(message["type"] for message in messages)
    row = [float(kinds[kind]) for kind in KINDS]
    for kind in KINDS:
        sizes = [len(text) for (_, text), each in zip(heard, messages, strict=True) if each["type"] == kind]
        row.append(sum(sizes) / max(1, len(sizes)))
    row.append(float(sum(len(message) for message in messages)))
    row.append(float(sum(place * KINDS.index(each["type"]) for place, each in enumerate(messages))) / len(messages))
    stamps, gaps, theirs, own = [], [], [], []
    last, stamp = heard[0][0], None
    offset = time.time() - time.monotonic()
    for (now, _), message in zip(heard, messages, strict=True):
        gaps.append(now - last)
        last = now
        if message["type"] == "event" and message["event"]["kind"] == "moved":
            at = datetime.fromisoformat(message["event"]["at"]).timestamp()
            if message["event"]["data"]["seat"] == 1 and stamp is not None:
                stamps.append(at - stamp)
                theirs.append(now + offset - at)
            else:
                own.append(now + offset - at)
            stamp = at
    row += [*_spread(stamps), *_spread(gaps), float(np.mean([stamp * 1e6 % 1000 for stamp in stamps]))]
    return [*row, *_spread([way - float(np.median(own)) for way in theirs])]


def _spread(found: list[float]) -> list[float]:
    """In the order of `_SPREAD`."""
    ordered = sorted(found)
    row = [float(np.mean(found)), float(np.std(found)), ordered[0], ordered[len(found) // 2], ordered[-1]]
    return [*row, float(np.mean(np.log(np.maximum(found, 1e-4))))]


# --- the classifier ---------------------------------------------------------------------------------------------------


def accuracy(rows: np.ndarray, labels: np.ndarray, *, folds: int = 10, strength: float = 1.0) -> float:
    """The share that logistic regression tells rightly of games that it has not seen: by cross-validation."""
    order = np.random.default_rng(0).permutation(len(labels))
    right = 0
    for fold in range(folds):
        held_out = order[fold::folds]
        rest = np.setdiff1d(order, held_out)
        mean, spread = rows[rest].mean(axis=0), rows[rest].std(axis=0) + 1e-9
        weights = _fitted((rows[rest] - mean) / spread, labels[rest], strength)
        score = _with_one((rows[held_out] - mean) / spread) @ weights
        right += int(((score > 0) == (labels[held_out] == 1)).sum())
    return right / len(labels)


def _with_one(rows: np.ndarray) -> np.ndarray:
    return np.hstack([rows, np.ones((len(rows), 1))])


def _fitted(rows: np.ndarray, labels: np.ndarray, strength: float) -> np.ndarray:
    """Weights of a logistic regression with a ridge, by Newton's method."""
    wide = _with_one(rows)
    weights = np.zeros(wide.shape[1])
    ridge = strength * np.eye(wide.shape[1])
    for _ in range(20):
        chance = 1.0 / (1.0 + np.exp(-np.clip(wide @ weights, -30, 30)))
        slope = wide.T @ (labels - chance) - ridge @ weights
        bend = (wide * (chance * (1 - chance))[:, None]).T @ wide + ridge
        step = np.linalg.solve(bend, slope)
        weights += step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def bound(rows: np.ndarray, labels: np.ndarray, *, times: int = 200) -> float:
    """The share that the classifier tells rightly at most, but for one time in a thousand, of these very games if what
    sat there makes no difference: found by shuffling the labels among the games that were played at the same time.

    Counting as if each game were guessed on its own would be too strict: the folds of a cross-validation share most of
    their games, which makes its result vary by a fifth to a third more.
    """
    source = np.random.default_rng(1)
    found = [accuracy(rows, shuffled(labels, source)) for _ in range(times)]
    return float(np.mean(found) + 3.09 * np.std(found, ddof=1))


def shuffled(labels: np.ndarray, source: np.random.Generator) -> np.ndarray:
    """The labels, drawn anew within each batch."""
    parts = range(0, len(labels), AT_ONCE)
    return np.concatenate([source.permutation(labels[first : first + AT_ONCE]) for first in parts])


def differences(rows: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Of each feature, by how many standard errors its ranks are higher at tables with hidden players: which of them
    carries what the classifier found. Beyond four by chance once in some hundred runs."""
    ranks = rows.argsort(axis=0, kind="stable").argsort(axis=0, kind="stable").astype(float)
    for column in range(rows.shape[1]):  # equal values have equal ranks
        _, inverse, counts = np.unique(rows[:, column], return_inverse=True, return_counts=True)
        ranks[:, column] = (np.bincount(inverse, ranks[:, column]) / counts)[inverse]
    hidden, people = ranks[labels == 1], ranks[labels == 0]
    error = ranks.std(axis=0) * math.sqrt(1 / len(hidden) + 1 / len(people))
    return np.asarray((hidden.mean(axis=0) - people.mean(axis=0)) / np.maximum(error, 1e-9))
