"""Honest people: browsers with a cookie, and the tables that they follow, however often the line breaks."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.chaos.notes import DISCLOSED, Following, Message, Notes

WAIT, LONGEST = 0.25, 2.0
"""Seconds before a lost line is tried again at first, and at most: less than a browser takes, to be of more trouble."""
SILENCE = 8.0
"""Seconds without a word after which a line is asked whether it is alive, and as many until it counts as dead."""
OPENING = 20.0
GONE = {4401: "nobody is known by this cookie", 4403: "the table is private", 4404: "there is no such table"}
"""Codes after which a browser does not come back: an honest person never gets one."""


class GaveUp(Exception):
    """A request had no useful answer for a long time; the text says what came last."""


class Refused(Exception):
    """A request was refused, for good."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(f"{status}: {detail}")
        self.status, self.detail = status, detail


class Person:
    """A browser: an address that it comes from, its cookies, and requests that are tried until they are answered."""

    def __init__(self, where: Callable[[], str], source: str, notes: Notes, patience: float = 120.0) -> None:
        self.where, self.source, self.notes, self.patience = where, source, notes, patience
        self.id, self.name = 0, ""
        self.cookies: dict[str, str] = {}
        transport = httpx.AsyncHTTPTransport(local_address=source, limits=httpx.Limits(keepalive_expiry=1.0))
        self._client = httpx.AsyncClient(transport=transport, timeout=30.0, trust_env=False)

    async def arrive(self, name: str | None = None, password: str = "") -> None:
        """Become a guest, or somebody registered under a name."""
        self.id = (await self.ask("GET", "/api/me"))["id"]
        if name is None:
            return
        self.name = name
        try:
            await self.ask("POST", "/api/account/register", {"name": name, "password": password})
        except Refused:  # an answer was lost on its way: we are somebody already
            await self.ask("POST", "/api/account/login", {"name": name, "password": password})
        self.id = (await self.ask("GET", "/api/me"))["id"]

    async def leave(self) -> None:
        await self._client.aclose()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer to a request. What is lost, or fails for the moment, is tried again; `Refused` is for good."""
        deadline, wait, last = time.monotonic() + self.patience, WAIT, "nothing"
        while time.monotonic() < deadline:
            try:
                answer = await self.once(method, path, body)
            except httpx.HTTPError as error:
                last = f"{type(error).__name__} {error}"
            else:
                if answer.status_code < 400:
                    return answer.json() if answer.content else None
                if answer.status_code < 500 and answer.status_code != 429 and "ry again" not in answer.text:
                    raise Refused(answer.status_code, answer.text[:300])
                last = f"{answer.status_code}: {answer.text[:200]}"
            await asyncio.sleep(wait)
            wait = min(LONGEST, 2 * wait)
        raise GaveUp(f"{method} {path}: {last}")

    async def once(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """One request, with what comes back kept as a browser does."""
        headers = {"Cookie": self.cookie} if self.cookies else {}
        answer = await self._client.request(method, f"http://{self.where()}{path}", json=body, headers=headers)
        for line in answer.headers.get_list("set-cookie"):
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        self._client.cookies.clear()
        self.notes.statuses[answer.status_code] += 1
        if answer.status_code == 500:
            self.notes.fault("failed", f"{method} {path} was answered by 500: {answer.text[:200]}")
        if answer.status_code >= 400 and DISCLOSED.search(answer.text):
            self.notes.fault("disclosed", f"{method} {path} was answered by {answer.text[:200]}")
        return answer

    async def connect(self, path: str, **wishes: str) -> ClientConnection:
        query = f"?{urlencode(wishes)}" if wishes else ""
        return await connect(
            f"ws://{self.where()}{path}{query}",
            additional_headers={"Cookie": self.cookie},
            local_addr=(self.source, 0),
            max_size=None,
            open_timeout=OPENING,
            close_timeout=0.5,
            compression=None,
            ping_interval=None,
            proxy=None,
        )


Chooses = Callable[[dict[str, Any]], str]


class Follower:
    """One browser at one table: events are numbered and come once; what is not acknowledged is sent again with the same
    id after every reconnect. With `choose`, it plays."""

    def __init__(
        self,
        person: Person,
        table: str,
        notes: Notes,
        source: random.Random,
        *,
        choose: Chooses | None = None,
        think: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self.person, self.table, self._notes, self._source = person, table, notes, source
        self._choose, self.think = choose, think
        self.told = Following(table, person.id)
        notes.followings.append(self.told)
        self.over = asyncio.Event()
        """The game has ended, and the scene shows it."""
        self.welcomed: float | None = None
        """Since when it is connected; None while it is not."""
        self.behind_since: float | None = None
        self.info: dict[str, Any] = {}
        self.scene: dict[str, Any] | None = None
        self._waiting: dict[str, tuple[Message, str]] = {}
        self._sent_here: set[str] = set()
        self._line: ClientConnection | None = None
        self._choosing: asyncio.Task[None] | None = None
        self._together: list[dict[str, Any]] = []
        """Events that came one after the other, with nothing else between them."""
        self._count = 0
        self._made = -1
        """The decision for which a move was sent that is not refused."""
        self._task = asyncio.create_task(self._run(), name=f"follower {table}")

    @property
    def idle(self) -> bool:
        """Whether everything that was asked is answered."""
        return not self._waiting

    @property
    def _who(self) -> str:
        return f"person {self.person.id}"

    async def leave(self) -> None:
        self.told.left = True
        tasks = [task for task in (self._task, self._choosing) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._line is not None:
            await self._line.close()

    async def say(self, kind: str, **content: Any) -> Message:
        """Ask something of the table; it is sent again until it is answered."""
        self._count += 1
        name = f"{self._source.getrandbits(48):012x}-{self._count}"
        message = Message(self.person.id, self.table, name, kind, time.monotonic())
        text = json.dumps({"type": kind, "id": name, **content})
        self._waiting[name] = message, text
        self._notes.messages.append(message)
        if self.welcomed is not None and self._line is not None:
            await self._send(name, text)
        return message

    async def _send(self, name: str, text: str) -> None:
        assert self._line is not None
        self._sent_here.add(name)
        with suppress(WebSocketException, OSError):
            await self._line.send(text)

    # --- the line -----------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        wait = WAIT
        while True:
            try:
                self._line = await self._connected()
                self.told.connections += 1
                await self._listen(self._line)
                wait = WAIT
            except (OSError, WebSocketException, TimeoutError):
                wait = WAIT if self.welcomed is not None else min(LONGEST, 2 * wait)
            self.welcomed = None
            if self._line is not None:
                self._turned_away(self._line)
                self._line.transport.abort()
                self._line = None
            await asyncio.sleep(wait * self._source.uniform(0.5, 1.0))

    async def _connected(self) -> ClientConnection:
        wishes = {} if self.told.first is None else {"after": str(self.told.last)}
        return await self.person.connect(f"/api/tables/{self.table}/socket", **wishes)

    async def _listen(self, line: ClientConnection) -> None:
        asked = False
        self._sent_here, self._together = set(), []
        while True:
            try:
                async with asyncio.timeout(SILENCE):  # not wait_for, which may swallow that we leave
                    text = await line.recv()
            except TimeoutError:
                if asked or self.welcomed is None:
                    return
                asked = True
                await line.send('{"type":"ping","t":0}')
                continue
            asked = False
            if not await self._heard(json.loads(text)):
                return

    def _turned_away(self, line: ClientConnection) -> None:
        if line.close_code in GONE:
            self._notes.fault("turned away", f"table {self.table}: {self._who} was told that {GONE[line.close_code]}")

    # --- what is said -------------------------------------------------------------------------------------------------

    async def _heard(self, message: dict[str, Any]) -> bool:
        """Take a message in; False when the line has to be opened anew."""
        if message["type"] != "event" and self._together:
            # What happened at once is told at once: with the end everything may be seen, also what came just before.
            if self.info["state"] != "over":
                self._notes.peek(self.table, self._together, self.told.seat)
            self._together = []
        match message["type"]:
            case "welcome":
                await self._welcome(message)
            case "event":
                return self._event(message["event"])
            case "table":
                self._look_around(message["table"])
            case "scene":
                self._notes.clock(self.table, message["clock"], self._who)
                await self._look(message["scene"])
            case "ack":
                self._acknowledged(message["id"], message["number"])
            case "refused":
                self._refused(message["id"], message["reason"])
        return True

    async def _welcome(self, message: dict[str, Any]) -> None:
        told, events = self.told, message["events"]
        told.seat = message["you"]
        numbers = [event["number"] for event in events]
        if told.first is None:
            told.first = numbers[0] if numbers else message["last"] + 1
            told.last = told.first - 1
        if message["last"] < told.last:
            text = f"table {self.table}: {self._who} knew {told.last} events, now there are {message['last']}"
            self._notes.fault("set back", text)
        elif numbers != list(range(told.last + 1, message["last"] + 1)):
            text = f"table {self.table}: {self._who} asked for events after {told.last} and got {numbers}"
            self._notes.fault("out of order", f"{text}, the last is {message['last']}")
        for event in events:
            self._notes.event(self.table, event, self._who)
        if message["table"]["state"] != "over":
            self._notes.peek(self.table, events, told.seat)
        told.last = message["last"]
        self.welcomed = time.monotonic()
        self._look_around(message["table"])
        self._notes.clock(self.table, message["clock"], self._who)
        for name, (_, text) in list(self._waiting.items()):
            await self._send(name, text)
        await self._agree()
        await self._look(message["scene"])

    def _event(self, event: dict[str, Any]) -> bool:
        number, last = event["number"], self.told.last
        self._notes.event(self.table, event, self._who)
        self._together.append(event)
        if number <= last:
            self._notes.fault("doubled", f"table {self.table}: {self._who} was told event {number} after {last}")
            return True
        if number > last + 1:
            self._notes.fault("out of order", f"table {self.table}: {self._who} was told event {number} after {last}")
            return False
        self.told.last = number
        return True

    def _look_around(self, info: dict[str, Any]) -> None:
        self.info = info
        self._notes.table(info, self._who)
        if info["state"] == "abandoned":
            self.over.set()

    def _acknowledged(self, name: str, number: int) -> None:
        known = self._waiting.pop(name, None)
        if known is not None:
            known[0].answered, known[0].number = time.monotonic(), number
        elif name not in self._sent_here:
            self._notes.fault("doubled", f"table {self.table}: message {name} of {self._who} was acknowledged twice")
        self._sent_here.discard(name)

    def _refused(self, name: str, reason: str) -> None:
        known = self._waiting.pop(name, None)
        self._sent_here.discard(name)
        if known is not None:
            known[0].answered, known[0].refused = time.monotonic(), reason
            self._notes.counts["refused"] += 1
            self._made = -1
            if self._choosing is None or self._choosing.done():
                self._choosing = asyncio.create_task(self._again())

    async def _again(self) -> None:
        """Something was refused: look once more whether it is our turn."""
        await asyncio.sleep(1.0)
        await self._agree()
        await self._decide()

    # --- playing ------------------------------------------------------------------------------------------------------

    async def _agree(self) -> None:
        """Agree to whatever is proposed, as soon as everybody sits."""
        seat = self.told.seat
        if self._choose is None or seat is None or self.info.get("state") not in ("waiting", "negotiating"):
            return
        pending = any(message.kind == "agree" for message, _ in self._waiting.values())
        if not self.info["seats"][seat]["agreed"] and not pending:
            await self.say("agree", revision=self.info["revision"])

    async def _look(self, scene: dict[str, Any] | None) -> None:
        self.scene = scene
        if scene is None:
            return
        self._notes.scene(self.table, scene, self._who)
        if scene["over"]:
            self.over.set()
        elif self._my_turn(scene) and (self._choosing is None or self._choosing.done()):
            self._choosing = asyncio.create_task(self._decide())

    def _my_turn(self, scene: dict[str, Any]) -> bool:
        turn, you = scene["turn"], scene["you"]
        mine = self._choose is not None and you is not None and you in turn["movers"] and bool(scene["moves"])
        return mine and turn["decision"] != self._made and not scene["over"]

    async def _decide(self) -> None:
        """Decide as long as it is our turn: several times in a row, where the rules have it so."""
        while self.scene is not None and self._my_turn(self.scene):
            await asyncio.sleep(self.think())
            scene = self.scene  # it may have been shown anew meanwhile
            if self._choose is not None and self._my_turn(scene):
                self._made = scene["turn"]["decision"]
                await self.say("move", decision=self._made, moves=[self._choose(scene)])

    def __str__(self) -> str:
        """How it stands, for those who look for what is wrong."""
        turn = None if self.scene is None else (self.scene["turn"], self.scene["over"], len(self.scene["moves"]))
        state = f"{self._who} seat {self.told.seat} last {self.told.last} {self.info.get('state')} {turn}"
        waiting = [message.kind for message, _ in self._waiting.values()]
        choosing = self._choosing is not None and not self._choosing.done()
        return f"{state} made {self._made} waiting {waiting} choosing {choosing} connected {self.welcomed is not None}"
