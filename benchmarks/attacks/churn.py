"""Tables that are opened, played and left, thousands of them: does the server's memory stay flat?"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections import Counter
from contextlib import suppress
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.attacks.common import Attacked, attacked, cookie_of, verdict, visitor

TABLES, MINUTES, WARM = 6000, 30.0, 5.0
GAMES = ("tic-tac-toe", "kuhn-poker", "goofspiel", "blotto")


async def churn(quick: bool) -> bool:
    """Open, play and leave tables at a steady rate; the memory is noted all the while."""
    tables, minutes, warm = (60, 0.5, 0.1) if quick else (TABLES, MINUTES, WARM)
    ends: Counter[str] = Counter()
    samples: list[tuple[float, float]] = []
    async with attacked(honest=not quick) as target:
        begun = time.monotonic()
        noting = asyncio.create_task(_note(target, samples, begun, 1.0 if quick else 10.0))
        visits: set[asyncio.Task[None]] = set()
        for number in range(tables):
            await asyncio.sleep(max(0.0, begun + number * 60 * minutes / tables - time.monotonic()))
            visit = asyncio.create_task(_visit(target, number, ends))
            visits.add(visit)
            visit.add_done_callback(visits.discard)
        await asyncio.wait(visits, timeout=60.0) if visits else None
        noting.cancel()
    if target.phases:
        target.show()
    return _judged(samples, 60 * warm, ends, quick)


async def _note(target: Attacked, samples: list[tuple[float, float]], begun: float, pause: float) -> None:
    while True:
        size = await asyncio.to_thread(target.server.memory)
        if not math.isnan(size):
            samples.append((time.monotonic() - begun, size))
        await asyncio.sleep(pause)


async def _visit(target: Attacked, number: int, ends: Counter[str]) -> None:
    """Somebody comes, plays some moves against a player, and goes away: half of them without a word."""
    source = f"127.{60 + number // 62_500}.{number // 250 % 250}.{number % 250 + 1}"
    with suppress(OSError, WebSocketException, TimeoutError, httpx.HTTPError, KeyError):
        async with visitor(target.server.address, source, 30.0) as client, asyncio.timeout(60.0):
            wish = {
                "game": GAMES[number % len(GAMES)],
                "seats": [{"kind": "me"}, {"kind": "player", "player": "random"}],
            }
            answer = await client.post("/api/tables", json=wish)
            if answer.status_code != 201:
                ends[f"refused with {answer.status_code}"] += 1
                return
            async with connect(
                f"ws://{target.server.address}/api/tables/{answer.json()['id']}/socket",
                additional_headers={"Cookie": cookie_of(client)}, local_addr=(source, 0), compression=None,
                ping_interval=None, open_timeout=20, close_timeout=0.5, proxy=None, max_size=None,
            ) as line:  # fmt: skip
                ends[await _play(line, number)] += 1
            return
    ends["failed"] += 1


async def _play(line: Any, number: int) -> str:
    """Two moves, and then away, or to the end."""
    made, decided = 0, -1
    while True:
        message = json.loads(await line.recv())
        scene = message.get("scene")
        if message["type"] not in ("welcome", "scene") or scene is None:
            continue
        if scene["over"]:
            return "played to the end"
        turn = scene["turn"]
        if scene["you"] in turn["movers"] and scene["moves"] and turn["decision"] != decided:
            if made == 2 and number % 2:
                return "left in the middle"
            decided, made = turn["decision"], made + 1
            move = scene["moves"][number % len(scene["moves"])]["text"]
            await line.send(json.dumps({"type": "move", "id": f"{decided}", "decision": decided, "moves": [move]}))


def _judged(samples: list[tuple[float, float]], warm: float, ends: Counter[str], quick: bool) -> bool:
    from scipy import stats

    print(f"  {ends.total():,} tables: {dict(ends)}")
    for minute in range(int(samples[-1][0] // 60) + 1):
        size = min(samples, key=lambda sample: abs(sample[0] - 60 * minute))[1]
        print(f"    {minute:3} min {size:7.0f} MB")
    later = [sample for sample in samples if sample[0] >= warm]
    if len(later) < 4:
        return verdict("churn", False, "too few samples")
    fit = stats.linregress([at / 3600 for at, _ in later], [size for _, size in later])
    margin = stats.t.ppf(0.975, len(later) - 2) * fit.stderr
    hours = (later[-1][0] - later[0][0]) / 3600
    share = fit.slope * hours / later[0][1]
    words = f"{fit.slope:+.1f} ± {margin:.1f} MB an hour (95 %) after the first {warm / 60:g} minutes, "
    words += f"{100 * share:+.1f} % over the time"
    # Neighbouring samples are alike, so the interval is narrower than it should be: a few per cent count as flat, too.
    flat = fit.slope - margin <= 0 or share < 0.05
    return verdict("churn", flat and (quick or ends["failed"] < 0.01 * ends.total()), words)
