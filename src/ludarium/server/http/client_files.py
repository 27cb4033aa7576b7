"""The built client, or a plain page that says how to build it."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from starlette.responses import Response

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
_LONGEST = 500
_YEAR = "public, max-age=31536000, immutable"


class ClientFiles:
    """Serves files of the client; every other path is a page of it, which the client itself tells apart."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def serve(self, app: FastAPI) -> None:
        app.add_api_route("/{path:path}", self.answer, methods=["GET", "HEAD"], include_in_schema=False)

    async def answer(self, path: str) -> Response:
        if path == "api" or path.startswith("api/"):
            return JSONResponse({"detail": "There is nothing under this address."}, 404)
        file = self._file(path)
        if file is not None:
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            hashed = path.startswith("assets/")
            return FileResponse(file, media_type=kind, headers={"Cache-Control": _YEAR if hashed else "no-cache"})
        if path.startswith("assets/"):
            return JSONResponse({"detail": "There is no such file: load the page again."}, 404)
        page = self._folder / "index.html"
        if page.is_file():
            return FileResponse(page, media_type="text/html", headers={"Cache-Control": "no-cache"})
        return HTMLResponse(_UNBUILT, headers={"Cache-Control": "no-cache"})

    def _file(self, path: str) -> Path | None:
        """The file of the client that a path names, if there is one."""
        if not path or len(path) > _LONGEST:
            return None
        try:
            file = (self._folder / path).resolve()
            return file if file.is_file() and file.is_relative_to(self._folder) else None
        except (OSError, ValueError):  # no name that a file could have
            return None
