"""Answers that are made elsewhere, and only passed on."""

from __future__ import annotations

import asyncio
import gzip

from starlette.requests import Request
from starlette.responses import Response


async def ready_made(request: Request, packed: bytes) -> Response:
    """Gzipped JSON as an answer; the rare client that does not take it gzipped gets it plain."""
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type="application/json", headers=headers | {"Content-Encoding": "gzip"})
    plain = await asyncio.to_thread(gzip.decompress, packed)
    return Response(plain, media_type="application/json", headers=headers)
