"""What all people together were told: kept while they play, compared with the store afterwards."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

KEPT = 20
"""Examples of each kind of fault that are kept; the others are counted."""

DISCLOSED = re.compile(
    r"Traceback|site-packages|/(?:work|tmp|home|root|usr)/|\.py\b|sqlite|psycopg|sqlalchemy|postgresql:|pydantic\.dev|"
    r"\bSELECT\b.*\bFROM\b|\bINSERT INTO\b|lab_(?:table|event|account|session)|lab\.db|0x[0-9a-f]{8}",
    re.IGNORECASE,
)
"""What no answer may hold: paths, SQL, addresses of databases, traces. What was sent is no disclosure."""

Claim = tuple[Any, ...]
"""Something that somebody was told of a table: a kind and its values."""


def text_of(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest_of(data: Any) -> str:
    return hashlib.blake2b(text_of(data).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True)
class Sight:
    """A scene as somebody was shown it: at which table, as whom (None: a spectator), and when."""

    table: str
    viewer: int | None
    decision: int
    committed: tuple[int, ...]


@dataclass
class Message:
    """Something that somebody asked of a table, until it is answered."""

    person: int
    table: str
    id: str
    kind: str
    sent: float
    answered: float | None = None
    number: int | None = None
    """The event that it became, as the acknowledgement says."""
    refused: str = ""


@dataclass
class Following:
    """What one browser was told of a table's events, over all its connections."""

    table: str
    person: int
    seat: int | None = None
    first: int | None = None
    """The number of the first event it was told."""
    last: int = 0
    connections: int = 0
    left: bool = False
    """Whether it left the table while others went on."""


@dataclass
class Notes:
    """Everything that is compared in the end, and what was seen to be wrong already."""

    claims: dict[str, dict[Claim, str]] = field(default_factory=lambda: defaultdict(dict))
    """By table: what was said of it, and by what it was said first."""
    sights: dict[Sight, str] = field(default_factory=dict)
    """The digest of each scene of a game that is not over."""
    scenes_compared: int = 0
    peeks: set[tuple[str, int, int | None]] = field(default_factory=set)
    """Events whose move was shown before the match was over: table, number, and to whom (None: a spectator)."""
    messages: list[Message] = field(default_factory=list)
    followings: list[Following] = field(default_factory=list)
    wrong: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    counts: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    """The answers to people's requests, by status."""
    begun: float = field(default_factory=time.monotonic)

    def fault(self, kind: str, text: str) -> None:
        """Something is wrong."""
        self.counts[kind] += 1
        if len(self.wrong[kind]) < KEPT:
            self.wrong[kind].append(f"{time.monotonic() - self.begun:.0f} s: {text}")

    # --- what was said of a table -------------------------------------------------------------------------------------

    def claim(self, table: str, claim: Claim, source: str) -> None:
        self.claims[table].setdefault(claim, source)

    def event(self, table: str, event: dict[str, Any], source: str) -> None:
        data = dict(event["data"])
        move = data.pop("move", "")
        hidden = ("words", "fault")
        shown = {name: value for name, value in data.items() if name not in hidden}
        self.claim(table, ("event", event["number"], event["kind"], text_of(shown), move), source)

    def peek(self, table: str, events: Iterable[dict[str, Any]], viewer: int | None) -> None:
        """Events that came together, before the match was over for whoever was told."""
        together = list(events)
        if not any(event["kind"] == "ended" for event in together):
            self.peeks.update((table, event["number"], viewer) for event in together if event["data"].get("move"))

    def table(self, info: dict[str, Any], source: str) -> None:
        """A table's `TableInfo`."""
        self._ending(info, source)
        self.claim(info["id"], ("revision", info["revision"]), source)
        if info["rematch"] is not None:
            self.claim(info["id"], ("rematch", info["rematch"]), source)

    def match(self, info: dict[str, Any], source: str) -> None:
        """A `MatchInfo`."""
        self._ending(info, source)
        self.claim(info["id"], ("decisions", info["decisions"]), source)

    def _ending(self, info: dict[str, Any], source: str) -> None:
        if info["state"] in ("over", "abandoned"):
            self.claim(info["id"], ("ended", info["state"], text_of(info["result"])), source)
        elif info["state"] == "running":
            self.claim(info["id"], ("started",), source)

    def replay(self, table: str, frames: Iterable[dict[str, Any]], source: str) -> None:
        for frame in frames:
            if frame["number"] > 0:
                self.claim(table, ("move", frame["number"] - 1, frame["seat"], frame["move"]), source)

    def scene(self, table: str, scene: dict[str, Any], source: str) -> None:
        """Two who may know the same must be shown the same, byte for byte."""
        self.claim(table, ("decisions", scene["turn"]["decision"]), source)
        if scene["over"]:
            return
        turn = scene["turn"]
        sight = Sight(table, scene["you"], turn["decision"], tuple(turn["committed"]))
        digest = digest_of(scene)
        known = self.sights.setdefault(sight, digest)
        self.scenes_compared += 1
        if known != digest:
            self.fault("leaked", f"table {table}: {source} was shown another scene than others who know the same")

    def clock(self, table: str, clock: dict[str, Any], source: str) -> None:
        """Nobody has more time than the limit allows."""
        limit = clock["limit"]
        for left in clock["left"]:
            if left is not None and limit is not None and left > limit + 1.0:
                self.fault("misclocked", f"table {table}: {source} was told of {left} s left of {limit} s")
