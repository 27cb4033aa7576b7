"""What a program may ask while it thinks: right answers, clear refusals, and nothing that is hidden."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import scaled
from tests.players.small_games import Taking

from ludarium.engine import Position
from ludarium.engine.position import View
from ludarium.games import load
from ludarium.players.enquiry import AT_ONCE, Enquiry


def enquiry(view: View, seed: int = 1, seconds: float = 600.0, **limits: int) -> Enquiry:
    chosen = {"questions": 100_000, "playouts": 1_000_000, "positions": 100, **limits}
    return Enquiry(view, seed, time.monotonic() + seconds, **chosen)


def refusal(asked: Enquiry, **message: Any) -> str:
    answer = asked.answer(message)
    assert answer["type"] == "refused", answer
    return str(answer["reason"])


def wander(asked: Enquiry, playouts: bool) -> list[dict[str, Any]]:
    """Everything that a curious program can find out in some twenty questions."""
    said = []
    for number in range(3):
        world = asked.answer({"type": "sample", "show": ["moves", "fields", "text", "drawing"]})
        said.append(world)
        here = world["position"]
        said += [asked.answer({"type": "legal", "position": here, "seat": seat}) for seat in world["movers"]]
        if world["movers"]:
            step = [world["moves"][-1], world["movers"][0]]
            told = {"position": world["position"], "moves": [step], "seed": number, "show": ["fields"]}
            said.append(asked.answer({"type": "play", **told}))
        if playouts:
            said.append(asked.answer({"type": "playout", "position": world["position"], "count": 2}))
            said.append(asked.answer({"type": "playout", "position": world["position"], "by": "random"}))
    return said


@pytest.mark.parametrize("name", ["kuhn-poker", "goofspiel", "blotto", "colonizers", "jostle", "pig", "boundary"])
def test_twins_are_told_the_same(name: str) -> None:
    """Positions that a seat cannot tell apart, of which one is true: every answer is the same, letter by letter."""
    settings = {"width": 160, "height": 120, "pieces": 2, "max_turns": 3} if name == "boundary" else {}
    game = load(name, **settings)
    position = game.start(5)
    small = name in ("kuhn-poker", "goofspiel", "pig")  # where compiling play-outs takes a moment only
    for ply in range(scaled(10)):
        if position.over:
            break
        for seat in position.movers:
            twin = position.view(seat).sample(ply)
            answers = [json.dumps(wander(enquiry(each.view(seat), seed=ply), small)) for each in (position, twin)]
            assert answers[0] == answers[1]
        seat = position.movers[-1]
        position = position.play(position.moves(seat)[0], seat)


@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker", "goofspiel", "tarble"])
def test_moves_lead_where_they_lead_at_the_table(name: str) -> None:
    game = load(name)
    view = game.start(3).view(0)
    asked = enquiry(view)
    world = asked.answer({"type": "sample", "show": ["moves", "text"]})
    here: Position = view.sample(_first_world(asked))
    assert world["text"] == here.text
    for _ in range(4):
        if here.over:
            break
        seat = here.movers[0]
        moves = [move.text for move in here.moves(seat)]
        assert world["moves"] == moves
        assert asked.answer({"type": "legal", "position": world["position"], "seat": seat})["moves"] == moves
        here = here.play(moves[-1], seat)
        step = [moves[-1], seat] if game.at_once else moves[-1]
        wanted = {"position": world["position"], "moves": [step], "show": ["moves", "text", "fields", "drawing"]}
        world = asked.answer({"type": "play", **wanted})
        assert (world["text"], world["drawing"], world["fields"]) == (here.text, here.draw(), here.fields())
        assert (world["movers"], world["over"]) == (list(here.movers), here.over)
    assert world["points"] == (list(here.result().points) if here.over else None)


def _first_world(asked: Enquiry) -> int:
    from ludarium.engine.kernels.rng import derive

    return derive(asked._seed, "sample", 1)


def test_a_line_of_moves_is_made_at_once() -> None:
    game = load("tic-tac-toe")
    asked = enquiry(game.start().view(0))
    world = asked.answer({"type": "sample"})
    after = asked.answer({"type": "play", "position": world["position"], "moves": ["a1", "a2", "b1", "b2", "c1"]})
    assert (after["over"], after["points"], after["movers"]) == (True, [1.0, 0.0], [])
    said = refusal(asked, type="play", position=world["position"], moves=["a1", "a1"])
    assert said.startswith("move 2 of 2: 'a1' is not legal here")


def test_play_outs_have_the_mean_of_all_ways_to_play_on() -> None:
    """Two squares are left, and x to move: one of them wins, the other leads to a draw."""
    game = load("tic-tac-toe")
    asked = enquiry(game.read_position("xox/oox/1x1 o").view(1))
    world = asked.answer({"type": "sample", "show": ["moves"]})

    def exact(position: Position) -> list[float]:
        if position.over:
            return [point * 2 - 1 for point in position.result().points]
        following = [exact(position.play(move)) for move in position.moves()]
        return [sum(values) / len(following) for values in zip(*following, strict=True)]

    expected = exact(game.read_position("xox/oox/1x1 o"))
    count = scaled(20_000)
    for by in ({}, {"by": "random"}):
        found = asked.answer({"type": "playout", "position": world["position"], "count": count, **by})
        assert found["count"] == count
        assert found["values"] == pytest.approx(expected, abs=4 / count**0.5)


def test_many_play_outs_are_the_sum_of_few() -> None:
    """The clock is looked at in between, which changes nothing."""
    game = load("pig")
    values = []
    for _ in range(2):
        asked = enquiry(game.start().view(0))
        world = asked.answer({"type": "sample"})
        values.append(asked.answer({"type": "playout", "position": world["position"], "count": scaled(5_000)}))
    assert values[0] == values[1]


def test_chance_can_be_drawn_anew() -> None:
    game = load("pig")
    asked = enquiry(game.start().view(0))
    world = asked.answer({"type": "sample"})

    def rolled(**told: int) -> str:
        told = {"position": world["position"], "moves": ["roll"], "show": ["text"], **told}  # type: ignore[dict-item]
        return str(asked.answer({"type": "play", **told})["text"])

    assert rolled() == rolled()
    assert len({rolled(seed=seed) for seed in range(30)}) > 3


def test_the_questions_of_the_documentation_are_answered_so() -> None:
    page = Path(__file__).parents[2] / "docs" / "protocol.md"
    text = page.read_text(encoding="utf-8").partition("## Searching")[2].partition("```text")[2].partition("```")[0]
    lines = [json.loads(line[2:]) for line in text.strip().splitlines()[1:-1]]
    asked = enquiry(load("kuhn-poker").start(1).view(0))
    assert len(lines) == 6
    for question, answer in zip(lines[::2], lines[1::2], strict=True):
        assert asked.answer(question) == answer


def test_what_cannot_be_answered_is_refused_with_a_reason() -> None:
    asked = enquiry(Taking().start().view(0))
    position = asked.answer({"type": "sample"})["position"]
    assert "no position 77" in refusal(asked, type="legal", position=77)
    assert "no position None" in refusal(asked, type="playout")
    assert "no position [1]" in refusal(asked, type="legal", position=[1])
    assert "'show' must be a list of some of moves, fields" in refusal(asked, type="sample", show=["everything"])
    assert "'moves' must be a list" in refusal(asked, type="play", position=position)
    assert "the text and the seat" in refusal(asked, type="play", position=position, moves=[7])
    assert "is no move" in refusal(asked, type="play", position=position, moves=["fly"])
    assert "'count' must be a whole number from 1 to" in refusal(asked, type="playout", position=position, count=0)
    assert "'count'" in refusal(asked, type="playout", position=position, count=AT_ONCE + 1)
    assert "'seat' must be" in refusal(asked, type="legal", position=position, seat=9)
    for by in ("nobody", "evil.py:Evil", "program:sh", "minimax:depth=3", "human"):
        assert by.partition(":")[0] in refusal(asked, type="playout", position=position, by=by)


def test_everything_has_a_limit() -> None:
    asked = enquiry(Taking().start().view(0), questions=6, playouts=10, positions=2)
    numbers = [asked.answer({"type": "sample"})["position"] for _ in range(3)]
    assert "one of the last 2" in refusal(asked, type="legal", position=numbers[0])
    assert "10 play-outs are left" in refusal(asked, type="playout", position=numbers[2], count=11)
    assert asked.answer({"type": "playout", "position": numbers[2], "count": 10})["count"] == 10
    assert refusal(asked, type="sample") == "all questions of this decision are asked: decide"


def test_play_outs_end_with_the_decision() -> None:
    asked = enquiry(load("tic-tac-toe").start().view(0))
    world = asked.answer({"type": "sample"})
    asked.answer({"type": "playout", "position": world["position"]})
    asked.deadline = time.monotonic() - 1
    assert "time is over after 0 of 5" in refusal(asked, type="playout", position=world["position"], count=5)
