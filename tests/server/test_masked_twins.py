"""Twins: the same game with a person on a seat and with a hidden player there. Whoever sits opposite is sent the same,
byte for byte, over sockets and HTTP, while it is played and afterwards."""

from __future__ import annotations

import gzip
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from ludarium.engine.kernels.rng import derive
from ludarium.server.tables.cards import player_title
from ludarium.server.tables.held import HeldTable
from ludarium.server.tables.masks import Mask
from tests.server.masking import QUICK, decided, open_table, order, plain, scripted, tapped
from tests.server.serving import Person, Running


@dataclass
class Seen:
    """Everything that somebody's browser got."""

    table: str
    who: Person
    texts: list[str] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str], str]] = field(default_factory=list)

    def ask(self, person: Person, method: str, path: str) -> None:
        answer = person.http.request(method, path.format(table=self.table), json={} if method == "POST" else None)
        body = answer.content if answer.headers["content-type"].startswith("application/json") else b""
        heads = {name: value for name, value in answer.headers.items() if name not in ("date", "content-length")}
        self.answers.append((answer.status_code, heads, plain(_text(body), self.table)))


def _text(body: bytes) -> str:
    return (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()


ASKED = [
    *(("GET", path) for path in ("/tables/{table}", "/matches/{table}", "/matches?mine=true", "/matches", "/tables")),
    *(("GET", path) for path in ("/matches/{table}/record", "/matches/{table}/notation")),
    *(("POST", path) for path in ("/tables/{table}/join", "/tables/{table}/leave", "/tables/{table}/rematch")),
]
SLOWER = replace(QUICK, level=math.log(1.5), noise=0.1, between=0.05)
REPLAYS = ["/matches/{table}/replay", "/matches/{table}/replay?seat=0", "/matches/{table}/replay?seat=1"]
SAID: list[dict[str, Any]] = [
    {"type": "ask_reason", "decision": 1},
    {"type": "chat", "text": "are you a machine?"},
    {"type": "propose", "revision": 1, "settings": {}, "seconds": 5},
    {"type": "agree", "revision": 1},
    {"type": "start"},
    {"type": "claim"},
    {"type": "resign"},
]


def watched(person: Person, held: HeldTable, begin: Callable[[], None]) -> Seen:
    """Play against the other seat, and keep everything: with a break of the connection in between, and questions."""
    seen = Seen(held.state.id, person)

    def hear(after: int | None, moves: int | None) -> int:
        with tapped(person, held.state.id, after) as (line, tap):
            if not seen.texts:
                begin()
            while (moves is None or moves > 0) and line.wait_for_turn():
                scene = line.scene
                assert scene is not None
                decision = scene["turn"]["decision"]
                if decision >= 2 and moves is None and len(scene["turn"]["movers"]) == 1:
                    for number, message in enumerate(SAID):
                        line.say(**message, id=f"said {decision} {number}")
                said = f"move {decision}"
                assert (
                    line.say(type="move", decision=decision, moves=[scene["moves"][0]["text"]], id=said)["type"]
                    == "ack"
                )
                line.wait(lambda: line.scene is not None and line.scene["turn"]["decision"] > decision)  # noqa: B023
                moves = None if moves is None else moves - 1
            line.wait_for_turn()  # it is the other's turn: until they have decided, or it is over
            if moves is None:
                line.wait(lambda: line.table["state"] == "over")
            seen.texts += [plain(text, seen.table) for _, text in tap.heard]
            return int(line.events[-1]["number"])

    hear(None, 1)
    for method, path in ASKED:
        seen.ask(person, method, path)
    last = hear(None, 1)
    hear(last, None)
    for method, path in ASKED:
        seen.ask(person, method, path)
    with tapped(person, held.state.id) as (_, tap):
        seen.texts += [plain(text, seen.table) for _, text in tap.heard]
    return seen


def _twins(server: Running, **wishes: Any) -> tuple[Seen, Seen, HeldTable, HeldTable]:
    """The same game against a hidden player, and against a person who does what it did."""
    one, two = server.person(), server.person()
    hidden = open_table(server, [one, "random"], **wishes)
    against_player = watched(one, hidden, lambda: None)
    held = open_table(server, [one, two], **wishes)
    mask = held.state.mask
    assert mask is not None
    came = mask.arrival(1, 3) - 0.3 if mask.shows_presence else 0.0
    other = scripted(two, held, decided(hidden, 1), wait=came)
    against_person = watched(one, held, other.start)
    other.join()
    return against_player, against_person, hidden, held


@pytest.mark.parametrize(
    "wishes",
    # Where all decide at once, the others take their time: who was first must not be left to chance.
    [{}, {"seconds": 60.0}, {"game": "goofspiel", "settings": {"cards": 3, "seats": 2}, "pacing": SLOWER}],
    ids=["open", "clock", "at once"],
)
def test_nothing_tells_a_hidden_player_from_a_person(server: Running, wishes: dict[str, Any]) -> None:
    player, person, hidden, held = _twins(server, **wishes)
    assert decided(hidden, 1) == decided(held, 1)
    assert [seat.kind for seat in hidden.state.seats] == ["person", "player"]
    assert [seat.kind for seat in held.state.seats] == ["person", "person"]
    assert player.texts == person.texts
    assert player.answers == person.answers
    assert len(player.texts) > 15
    assert {status for status, _, _ in player.answers} == {200, 409}


@pytest.mark.compiled  # a replay looks for the decisive moment, which takes long without the compiler
def test_replays_tell_nothing_either(server: Running) -> None:
    player, person, hidden, _ = _twins(server)
    for seen in (player, person):
        seen.answers.clear()
        for path in REPLAYS:
            seen.ask(seen.who, "GET", path)
    assert player.answers == person.answers
    assert [status for status, _, _ in player.answers] == [200] * 3
    assert order(server, hidden.state.id, type="unmask")["type"] == "ack"
    label, title = hidden.state.seats[1].label, player_title(hidden.state.game, "random")
    assert player.who.get(f"/matches/{hidden.state.id}/replay")["players"][1] == f"{label} ({title})"


def test_both_seem_to_come(server: Running) -> None:
    """Where people see who is connected, a hidden player comes like a person."""
    seed = next(seed for seed in range(10_000) if 2.5 < Mask(derive(seed, "mask")).arrival(1, 3) < 4.0)
    player, person, _, _ = _twins(server, seed=seed, reconnects=1e-6)
    absent = [text for text in player.texts if '"present":false' in text]
    assert absent
    assert player.texts == person.texts


def test_the_comparison_would_notice(server: Running) -> None:
    """What tables tell at which nothing is hidden is seen at once."""
    player, person, _, _ = _twins(server, masked=False)
    assert player.texts != person.texts
    assert player.answers != person.answers


def test_nothing_private_goes_out(server: Running) -> None:
    """Accounts, players' texts and the truth about seats stand in nothing that a participant gets."""
    one, two = server.person(), server.person()
    held = open_table(server, [one, "random", two], game="goofspiel", settings={"cards": 3, "seats": 3})
    other = scripted(two, held, ["1", "2", "3"])
    seen = watched(one, held, other.start)
    other.join()
    told = "".join([*seen.texts, *(body for _, _, body in seen.answers)]).lower()
    for word in ("random", 'player":"', one.me["name"].lower(), two.me["name"].lower(), '"kind":"player"', "mask"):
        assert word not in told, word
    assert order(server, held.state.id, type="unmask")["type"] == "ack"
    assert "random" in one.http.get(f"/tables/{held.state.id}").text
