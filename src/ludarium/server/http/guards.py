"""What stands before every request: host and origin, size and rate; and the headers that every answer carries."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludarium.server.limits import Buckets
from ludarium.server.settings import Settings

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
"""A record may be so many times as large as any other request."""


def host_name(netloc: str) -> str:
    """`example.org` of `example.org:8000`."""
    return (urlsplit(f"//{netloc}").hostname or "").lower()


class Guard:
    """Middleware: refuses what must not come in, before anything else sees it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._requests = Buckets(settings.requests, 10 * settings.requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            if scope["type"] == "websocket":
                await self._app(scope, receive, send)
            else:
                await self._limited(scope, receive, _with_headers(send))
            return
        status, reason = refusal
        client = scope.get("client") or ("?", 0)
        _log.warning("refused %s from %s: %s", scope["path"], client[0], reason)
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": reason[:120]})
        else:
            await JSONResponse({"detail": reason}, status)(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._known(host):
            return 421, "This server is not known under this name."
        origin = headers.get("origin")
        unsafe = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if unsafe and origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return 403, "This request comes from another site."
        if unsafe and headers.get("sec-fetch-site") == "cross-site":
            return 403, "This request comes from another site."
        client = scope.get("client") or ("?", 0)
        if not self._requests.take(client[0]):
            return 429, "Too many requests: wait a moment."
        return None

    def _known(self, host: str) -> bool:
        name = host_name(host)
        if self._settings.hosts:
            return name in self._settings.hosts
        return not self._settings.local or name in _LOCAL

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; a body that is too large is cut off and refused."""
        largest = self._settings.largest * (RECORDS if scope["path"] == "/api/matches" else 1)
        declared = Headers(scope=scope).get("content-length", "0")
        if not declared.isdecimal() or int(declared) > largest:
            await JSONResponse({"detail": f"Too large: at most {largest} bytes."}, 413)(scope, receive, send)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > largest:
                raise TooLarge
            return message

        async def sending(message: Message) -> None:
            if taken > largest and message["type"] == "http.response.start":
                message["status"] = 413  # whoever was reading the body has made of it what they could
            await send(message)

        try:
            await self._app(scope, counted, sending)
        except TooLarge:
            await JSONResponse({"detail": f"Too large: at most {largest} bytes."}, 413)(scope, receive, send)


class TooLarge(Exception):
    """A body went on beyond its limit."""


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def same_hosts(hosts: Iterable[str]) -> tuple[str, ...]:
    """Names of a server as they are compared."""
    return tuple(host_name(host) for host in hosts)
