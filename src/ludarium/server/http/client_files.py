"""The built client, or a plain page that says how to build it."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_UNBUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Ludarium</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><main><h1>Ludarium</h1>
<p>The server runs, but its pages are not built yet.</p>
<p>Build them with <code>make web</code>, then load this page again. Node.js is needed for that; <code>make play</code>
brings its own where there is none.</p>
<p>Programs can use the interface already: <a href="/api/openapi.json">its description</a>.</p>
</main></body></html>
"""
FOR_EVER = "public, max-age=31536000, immutable"
"""How long a file may be kept whose address holds a digest of it."""


class ClientFiles(StaticFiles):
    """Serves files of the client; every other path is a page of it, which the client itself tells apart."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)

    async def check_config(self) -> None:
        """A client that is not built yet is no fault: `get_response` says what to do."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        named = path.replace("\\", "/")
        if named == "api" or named.startswith("api/"):
            return JSONResponse({"detail": "There is nothing under this address."}, 404)
        response = await self._file(path, scope)
        if response is not None:
            response.headers["Cache-Control"] = FOR_EVER if named.startswith("assets/") else "no-cache"
            return response
        if named.startswith("assets/"):
            return JSONResponse({"detail": "There is no such file: load the page again."}, 404)
        response = await self._file("index.html", scope) or HTMLResponse(_UNBUILT)
        response.headers["Cache-Control"] = "no-cache"
        return response

    async def _file(self, path: str, scope: Scope) -> Response | None:
        """The file of the client that a path names, if there is one."""
        try:
            return await super().get_response(path, scope)
        except HTTPException as fault:
            if fault.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
                raise
            return None
        except OSError:  # no name that a file could have
            return None
