"""People who take part in studies, for tests: a browser each, and what they do on every kind of page."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from ludarium.store import Database
from ludarium.studies.plan.model import Plan
from ludarium.studies.running.studies import create, set_state
from tests.server.serving import PATIENCE, Line


def opened(place: str, plan: Plan, slug: str = "small") -> None:
    """An open study in a database."""
    with Database.open(place) as database, database.writing() as connection:
        set_state(connection, create(connection, plan, "", slug=slug), "open")


def bytes_in(folder: Path) -> bytes:
    """All files of a folder, byte by byte. Read by another process: closing a file of SQLite's in this one would let go
    of its locks."""
    return subprocess.run(["cat", *filter(Path.is_file, folder.iterdir())], check=True, stdout=subprocess.PIPE).stdout


class Browser:
    """Somebody who takes part, by a link."""

    def __init__(self, address: str, slug: str = "small", **link: str) -> None:
        self.address, self.slug, self.link = address, slug, link
        self.http = httpx.Client(base_url=f"http://{address}/api/studies/{slug}", timeout=PATIENCE)
        self.page: dict[str, Any] = self.enter()

    def enter(self) -> dict[str, Any]:
        self.page = self._good(self.http.get(f"http://{self.address}/api/studies/{self.slug}", params=self.link))
        return self.page

    def _good(self, answer: httpx.Response) -> dict[str, Any]:
        assert answer.status_code < 400, (answer.status_code, answer.text)
        found: dict[str, Any] = answer.json() if answer.content else {}
        return found

    @property
    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    def agree(self, **more: Any) -> dict[str, Any]:
        body = {"version": self.page["version"], "statements": len(self.page["statements"]), **more}
        self.page = self._good(self.http.post("/consent", json=body))
        return self.page

    def look(self) -> dict[str, Any]:
        self.page = self._good(self.http.get("/page"))
        return self.page

    def send(self, answers: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        body = {"step": self.page["step"], "attempt": self.page["attempt"], "answers": answers or {}, **more}
        self.page = self._good(self.http.post("/page", json=body))
        return self.page

    def refused(self, path: str, body: Any = None, method: str = "POST") -> tuple[int, str]:
        answer = self.http.request(method, path, json=body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["detail"]

    def until(self, kind: str, *, table: bool = False) -> dict[str, Any]:
        """Look until a page of a kind is there, with a table if there is to be one."""
        deadline = time.monotonic() + PATIENCE
        while self.page["kind"] != kind or (table and self.page["table"] is None):
            assert time.monotonic() < deadline, self.page
            time.sleep(0.02)
            self.look()
        return self.page

    @contextmanager
    def follow(self, table: str | None = None) -> Iterator[Line]:
        path = f"ws://{self.address}/api/studies/{self.slug}/tables/{table or self.page['table']}/socket"
        with connect(path, additional_headers={"Cookie": self.cookie}, max_size=None, open_timeout=PATIENCE) as opened:
            yield Line(opened)

    def answers(self, **chosen: Any) -> dict[str, Any]:
        """Something for every question that needs an answer; `chosen` by the question's name."""
        given = {}
        for question in self.page["questions"]:
            name = question["key"].partition(".")[0]
            if name in chosen:
                given[question["key"]] = chosen[name]
            elif question["required"] and question["show_if"] is None:
                given[question["key"]] = _something(question)
        return given


def _something(question: dict[str, Any]) -> Any:
    match question["kind"]:
        case "choice":
            return question["options"][0]["value"]
        case "scale":
            return 1
        case "number":
            return question["least"] or 0
        case "choices":
            return [option["value"] for option in question["options"]][: max(1, int(question["least"] or 1))]
        case "ranking":
            return [option["value"] for option in question["options"]]
        case "matching":
            return {option["value"]: question["to"][0]["value"] for option in question["options"]}
        case "moves":
            return []
    return "something"
