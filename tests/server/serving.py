"""A server for tests, in a thread of this process or in a process of its own, and clients that speak to it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import uvicorn
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludarium.server.app import create_app
from ludarium.server.http.connections import uvicorn_options
from ludarium.server.settings import OPEN, Settings
from ludarium.server.sockets.messages import SERVER

QUICK = replace(Settings(workers=1, warm=False, fastest=0.0, slowest=0.0), **OPEN)
_NUMBERS = count(1)
"""Of messages: no two are alike, whoever sends them."""
PATIENCE = 60.0
"""Seconds after which a test gives up; nothing should come near it."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Running:
    """A server in a thread."""

    def __init__(self, app: FastAPI, port: int, settings: Settings) -> None:
        self.app, self.port = app, port
        self.address = f"127.0.0.1:{port}"
        options = uvicorn_options(settings) | {"ws_max_size": 1 << 20}
        config = uvicorn.Config(app, "127.0.0.1", port, log_config=None, log_level="warning", lifespan="on", **options)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run)

    def start(self) -> None:
        self._thread.start()
        deadline = time.monotonic() + PATIENCE
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Have the server's own loop do something."""
        return asyncio.run_coroutine_threadsafe(work, self._server.servers[0].get_loop()).result(PATIENCE)

    def person(self) -> Person:
        return Person(self.address)


@contextmanager
def serving(place: str, **changes: Any) -> Iterator[Running]:
    """A server on a free port, with quick players unless told otherwise."""
    settings = replace(QUICK, database=place, **changes)
    running = Running(create_app(settings), free_port(), settings)
    running.start()
    try:
        yield running
    finally:
        running.stop()


class Process:
    """A server in a process of its own, that can be killed."""

    def __init__(self, place: str, *options: str, port: int | None = None, packages: Path | None = None) -> None:
        self.port = port or free_port()
        self.address = f"127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "tests.server.serving", place, str(self.port), *options]
        root = Path(__file__).parents[2]
        paths = [root, root / "src", *([] if packages is None else [packages])]
        self._process = subprocess.Popen(
            command, cwd=root, env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
        )
        try:
            self._wait()
        except BaseException:
            self.kill()
            raise

    def _wait(self) -> None:
        """Until it answers; much more time than in a thread, since everything has to be imported first."""
        deadline = time.monotonic() + 5 * PATIENCE
        while True:
            assert self._process.poll() is None, "the server did not start"
            assert time.monotonic() < deadline, "the server does not answer"
            try:
                httpx.get(f"http://{self.address}/api/status")
                return
            except httpx.TransportError:
                time.sleep(0.05)

    def person(self) -> Person:
        return Person(self.address)

    def kill(self) -> None:
        """As `kill -9` does it."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(PATIENCE)


class Person:
    """A browser: a cookie, requests, and sockets."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=f"http://{address}/api", timeout=PATIENCE)
        self.me: dict[str, Any] = self.get("/me")

    @property
    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    def get(self, path: str, **parameters: Any) -> Any:
        answer = self.http.get(path, params=parameters)
        assert answer.status_code < 400, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.status_code < 400, answer.text
        return answer.json() if answer.content else None

    def refused(self, path: str, body: Any = None) -> tuple[int, str]:
        answer = self.http.post(path, json=body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["detail"]

    def open(self, game: str, seats: list[Any], **wishes: Any) -> dict[str, Any]:
        table: dict[str, Any] = self.post("/tables", {"game": game, "seats": [seat(each) for each in seats], **wishes})
        return table

    @contextmanager
    def follow(self, table: str, after: int | None = None, key: str = "") -> Iterator[Line]:
        wishes = {"key": key} | ({} if after is None else {"after": str(after)})
        path = f"ws://{self.address}/api/tables/{table}/socket?{urlencode(wishes)}"
        with connect(path, additional_headers={"Cookie": self.cookie}, max_size=None, open_timeout=PATIENCE) as opened:
            yield Line(opened)


def seat(text: str) -> dict[str, str]:
    """`me`, `open`, or a player's text."""
    return {"kind": text} if text in ("me", "open") else {"kind": "player", "player": text}


class Line:
    """A socket at a table. Everything that comes is checked against the models, and events must have no gap."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._looked_at: dict[str, int] = {}
        self.heard: list[dict[str, Any]] = []
        self.welcome = self.until("welcome")
        self.events: list[dict[str, Any]] = list(self.welcome["events"])
        self.table: dict[str, Any] = self.welcome["table"]
        self.scene: dict[str, Any] | None = self.welcome["scene"]

    def next(self) -> dict[str, Any]:
        text = self.socket.recv(PATIENCE)
        SERVER.validate_json(text)
        message: dict[str, Any] = json.loads(text)
        self.heard.append(message)
        match message["type"]:
            case "event":
                assert message["event"]["number"] == self._last() + 1
                self.events.append(message["event"])
            case "table":
                self.table = message["table"]
            case "scene":
                self.scene = message["scene"]
        return message

    def until_closed(self) -> int:
        """Listen until the server hangs up; gives its code."""
        while True:
            try:
                self.next()
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd is not None else 0

    def wait(self, wanted: Callable[[], bool]) -> None:
        """Listen until something holds, which may be at once."""
        while not wanted():
            self.next()

    def until(self, kind: str, wanted: Callable[[dict[str, Any]], bool] = lambda message: True) -> dict[str, Any]:
        """The next message of a kind for which `wanted` holds."""
        while True:
            message = self.next()
            if message["type"] == kind and wanted(message):
                return message

    def until_event(self, kind: str, wanted: Callable[[dict[str, Any]], bool] = lambda data: True) -> dict[str, Any]:
        """An event that has come since this socket was opened, or comes yet."""
        at = self._looked_at.get(kind, len(self.welcome["events"]))
        while True:
            for place, event in enumerate(self.events[at:], at):
                if event["kind"] == kind and wanted(event["data"]):
                    self._looked_at[kind] = place + 1
                    return event
            at = len(self.events)
            self.next()

    def say(self, **message: Any) -> dict[str, Any]:
        """Send a message with a new id, and give its answer."""
        message.setdefault("id", f"m{next(_NUMBERS)}")
        self.socket.send(json.dumps(message))
        answers = ("ack", "refused", "previewed", "looked_back", "foreseen", "reason")
        while True:
            heard = self.next()
            if heard["type"] in answers and heard["id"] == message["id"]:
                break
        if heard["type"] == "ack":
            self._hear_of(heard["number"], scene=message["type"] in ("move", "resign"))
        return heard

    def _hear_of(self, number: int, *, scene: bool) -> None:
        """Until what was just acknowledged has been told, too, if it has not been yet."""
        if self._last() < number:
            while self._last() < number:
                self.next()
            if scene:
                self.until("scene")

    def _last(self) -> int:
        last: int = self.events[-1]["number"] if self.events else self.welcome["last"]
        return last

    def my_turn(self) -> bool:
        scene = self.scene
        return scene is not None and scene["you"] is not None and scene["you"] in scene["turn"]["movers"]

    def wait_for_turn(self) -> bool:
        """Until it is my turn; False when the game is over."""
        while not self.my_turn():
            if self.scene is not None and self.scene["over"]:
                return False
            self.next()
        return True

    def wait_for_commitment(self) -> None:
        """Until the scene shows that somebody has decided while others have not."""
        while self.scene is None or not self.scene["turn"]["committed"]:
            self.next()

    def play(self, choose: Callable[[list[str]], str] = lambda moves: moves[0]) -> None:
        """Play to the end, by default the first move each time."""
        while self.wait_for_turn():
            scene = self.scene
            assert scene is not None
            move = choose([move["text"] for move in scene["moves"]])
            decision = scene["turn"]["decision"]
            answer = self.say(type="move", decision=decision, moves=[move])
            assert answer["type"] == "ack", answer
            while self.scene is not None and self.scene["turn"]["decision"] == decision and not self.scene["over"]:
                self.next()


if __name__ == "__main__":
    chosen = {name: json.loads(value) for name, _, value in (word.partition("=") for word in sys.argv[3:])}
    chosen_settings = replace(QUICK, database=sys.argv[1], **chosen)
    options = uvicorn_options(chosen_settings)
    uvicorn.run(create_app(chosen_settings), host="127.0.0.1", port=int(sys.argv[2]), log_level="warning", **options)
