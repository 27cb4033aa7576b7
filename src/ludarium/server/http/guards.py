"""What stands before every request: who asks, host and origin, size and rate; and the headers that every answer
carries. Behind it nothing that fails is told to anybody."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import unquote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from ludarium.server.addresses import Proxies
from ludarium.server.limits import ADDRESS, Buckets
from ludarium.server.settings import Settings
from ludarium.store.faults import StoreError

_log = logging.getLogger(__name__)

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_SAFE = {"GET", "HEAD", "OPTIONS"}
_LOCAL = {"localhost", "127.0.0.1", "[::1]", "::1"}
RECORDS = 64
"""A record, a program or a study's plan may be so many times as large as any other request."""
_LARGE = re.compile(r"/api/(matches|programs|desk/.*)")
PASSED_OVER, PASSING = 16 * 1024 * 1024, 5.0
"""Bytes and seconds of a body that is too large which are still read, and thrown away."""
LONGEST = 4096
"""Bytes of the longest path, and of the longest query."""
FAILED = "The server has failed at this: it has been noted."
NO_STORE = "The lab's database could not do this: try again in a moment."
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def host_name(netloc: str) -> str:
    """`example.org` of `example.org:8000`; nothing of what is no name."""
    try:
        parts = urlsplit(f"//{netloc}")
        return (parts.hostname or "").lower() if parts.netloc == netloc else ""
    except ValueError:
        return ""


def _origin_host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


class Refused(Exception):
    """Why a request is not let in: the status, a sentence, and what goes with it."""

    def __init__(self, status: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(reason)
        self.status, self.reason, self.headers = status, reason, dict(headers or {})


async def _too_large(largest: int, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a body. What still comes of it is read first: whoever is cut off while sending does not read why."""
    left, more = PASSED_OVER, True
    with suppress(TimeoutError):
        async with asyncio.timeout(PASSING):
            while more and left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                more = message.get("more_body", False)
    await JSONResponse({"detail": f"Too large: at most {largest} bytes."}, 413)(scope, receive, send)


class Guard:
    """Middleware: refuses what must not come in, before anything else sees it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._proxies = Proxies(settings.proxies, settings.proxy_header)
        self._requests = Buckets(settings.requests, 10 * settings.requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, _without_trace(scope, send))
            return
        scope[ADDRESS], secure = self._proxies.origin(scope)
        if secure is not None:
            scope["scheme"] = ("https" if secure else "http") if scope["type"] == "http" else "wss" if secure else "ws"
        try:
            self._check(scope)
        except Refused as refused:
            _log.warning("refused %s from %s: %s", scope["path"], scope[ADDRESS], refused.reason)
            answer = JSONResponse({"detail": refused.reason}, refused.status, refused.headers)
            await _denied(answer, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, _with_headers(send))

    def _check(self, scope: Scope) -> None:
        """Raise `Refused` for what must not come in."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        name = host_name(host)
        if not name or len(host) > 300:
            raise Refused(400, "This request does not say which server it is for.")
        if not self._known(name):
            raise Refused(421, "This server is not known under this name.")
        query: bytes = scope["query_string"]
        if len(scope["path"]) > LONGEST or len(query) > LONGEST:
            raise Refused(414, "This address is too long.")
        if _CONTROL.search(scope["path"]) or "\0" in unquote(query.decode("latin-1")):
            raise Refused(400, "This address holds characters that cannot be used.")
        origin = headers.get("origin")
        unsafe = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if unsafe and origin is not None and _origin_host(origin) != host.lower():
            raise Refused(403, "This request comes from another site.")
        if unsafe and headers.get("sec-fetch-site") == "cross-site":
            raise Refused(403, "This request comes from another site.")
        if not self._requests.take(scope[ADDRESS]):
            wait = self._requests.wait(scope[ADDRESS])
            raise Refused(429, "Too many requests: wait a moment.", {"Retry-After": str(int(wait) + 1)})

    def _known(self, name: str) -> bool:
        if self._settings.hosts:
            return name in self._settings.hosts
        return not self._settings.local or name in _LOCAL

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; a body that is too large is cut off and refused, and what fails is noted here."""
        largest = self._settings.largest * (RECORDS if _LARGE.fullmatch(scope["path"]) else 1)
        declared = Headers(scope=scope).get("content-length", "0")
        if not declared.isdecimal() or len(declared) > 20 or int(declared) > largest:
            await _too_large(largest, scope, receive, send)
            return
        taken, begun = 0, False

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > largest:
                raise TooLarge
            return message

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            if taken > largest and message["type"] == "http.response.start":
                message["status"] = 413  # whoever was reading the body has made of it what they could
            await send(message)

        try:
            await self._app(scope, counted, sending)
        except TooLarge:
            await _too_large(largest, scope, receive, send)
        except ClientDisconnect:
            return
        except Exception as error:
            failed = _noted(scope, error)
            if not begun:  # else uvicorn cuts it off
                await failed(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a socket on; when something fails, it is noted here and the socket is closed."""
        accepted, closed = False, False

        async def sending(message: Message) -> None:
            nonlocal accepted, closed
            accepted = accepted or message["type"] == "websocket.accept"
            closed = closed or message["type"] == "websocket.close"
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except (WebSocketDisconnect, OSError):
            return  # they have left
        except Exception as error:
            answer = _noted(scope, error)
            if not accepted:
                await _denied(answer, scope, receive, send)
            elif not closed:
                code = 1013 if answer.status_code == 503 else 1011
                await send({"type": "websocket.close", "code": code, "reason": _sentence(answer)})


class TooLarge(Exception):
    """A body went on beyond its limit."""


def _noted(scope: Scope, error: Exception) -> JSONResponse:
    """Write down what failed; the answer tells nothing of it."""
    if isinstance(error, StoreError):
        _log.error("%s", error)
        return JSONResponse({"detail": NO_STORE}, 503, {"Retry-After": "5"})
    _log.error("a fault in the server at %s", scope["path"], exc_info=error)
    return JSONResponse({"detail": FAILED}, 500)


def _sentence(answer: JSONResponse) -> str:
    return NO_STORE if answer.status_code == 503 else FAILED


async def _denied(answer: JSONResponse, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer instead of what was asked for, be it a request or a socket."""
    if scope["type"] == "http":
        await answer(scope, receive, _with_headers(send))
        return
    await receive()
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return

    async def denying(message: Message) -> None:
        await send({**message, "type": f"websocket.{message['type']}"})

    await answer({**scope, "type": "http", "method": "GET"}, receive, denying)


def _without_trace(scope: Scope, send: Send) -> Send:
    """Where the application says itself what is wrong at the start, no traceback is needed beside it."""

    async def sending(message: Message) -> None:
        expected = getattr(scope["app"].state, "fault", None) is not None
        if expected and message["type"] == "lifespan.startup.failed":
            message = {"type": message["type"]}
        await send(message)

    return sending


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
