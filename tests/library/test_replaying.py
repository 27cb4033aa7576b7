"""Games that are stepped through."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.api.stepper import stepper
from ludarium.engine import Match
from tests.library.own import Eager, Swine

pytestmark = pytest.mark.compiled  # the same without the compiler, which engine and search are tested without


def record(game: ludarium.Game, seed: int = 3) -> ludarium.Record:
    return Match(game, [ludarium.player("random", game), ludarium.player(Eager, game)], seed=seed).run()


@cache
def played() -> ludarium.Record:
    return record(ludarium.game("tic-tac-toe"))


def test_the_positions_of_a_record() -> None:
    replay = ludarium.replay(played())
    assert len(replay) == len(played().decisions) + 1 == len(replay.positions)
    assert replay[0].decision is None
    assert [step.number for step in replay] == list(range(len(replay)))
    position = replay[0].position
    for step in replay[1:]:
        assert step.decision is not None
        position = position.play(step.decision.move, step.decision.seat)
        assert step.position == position
    assert replay[-1].position.over
    assert repr(replay).startswith(f"<replay of tic-tac-toe: {len(played().decisions)} decisions. ")
    assert repr(replay[1]).startswith("<1 of ")


def test_the_decisions_as_a_table() -> None:
    table = ludarium.replay(played()).to_arrow()
    assert table["move"].to_pylist() == [decision.move for decision in played().decisions]
    assert table["player"].to_pylist()[:2] == ["random", "eager"]


def test_from_a_file(tmp_path: Path) -> None:
    played().save(tmp_path / "game.json")
    assert ludarium.replay(tmp_path / "game.json").record.seal == played().seal
    assert ludarium.replay(str(tmp_path / "game.json")).positions == ludarium.replay(played()).positions


def test_records_are_kept_under_names_given_as_texts(tmp_path: Path) -> None:
    place = str(tmp_path / "game.json")
    played().save(place)
    assert ludarium.Record.load(place).seal == played().seal


@pytest.mark.parametrize("wrong", [None, 3, "a" * 300, "a" * 300 + ":1", "a\0b"])
def test_what_is_no_record(wrong: Any) -> None:
    for use in (ludarium.Record.load, ludarium.Replay, ludarium.replay):
        with pytest.raises(ludarium.LudariumError, match=r"no record|cannot read the record|cannot be replayed"):
            use(wrong)


def test_a_game_that_nobody_else_knows() -> None:
    game = Swine(goal=20)
    played = record(game)
    with pytest.raises(ludarium.RecordError, match="no game 'swine'"):
        ludarium.replay(played)
    assert ludarium.replay(played, game=game)[-1].position.over
    with pytest.raises(ludarium.RecordError, match="the game given is tic-tac-toe"):
        ludarium.replay(played, game="tic-tac-toe")


def test_a_changed_record_says_where() -> None:
    changed = ludarium.Record.from_json(played().to_json())
    changed.decisions[1].check = "00000000"
    with pytest.raises(ludarium.RecordError, match="decision 2"):
        ludarium.replay(changed)


BAD: dict[str, tuple[Any, str]] = {
    "neither": (3, "give a record"),
    "no file": ("nowhere.json", "cannot read the record"),
}


@pytest.mark.parametrize("fault", BAD)
def test_bad_use_is_explained(fault: str) -> None:
    given, words = BAD[fault]
    with pytest.raises(ludarium.LudariumError, match=words):
        ludarium.replay(given)


def test_the_stepper_has_every_position_and_fetches_nothing() -> None:
    replay = ludarium.replay(played())
    html = replay._repr_html_()
    game = read(html)
    assert game["words"] == [step.words for step in replay]
    pictures = ["".join(game["parts"][number] for number in frame) for frame in game["frames"]]
    assert len(pictures) == len(replay)
    assert len(set(pictures)) == len(replay)
    assert "http" not in re.sub(r"http://www\.w3\.org/\d+/\w+", "", html)


def test_neighbouring_positions_share_what_they_have_in_common() -> None:
    game = read(ludarium.replay(record(ludarium.game("reversi")))._repr_html_())
    pictures = ["".join(game["parts"][number] for number in frame) for frame in game["frames"]]
    assert len("".join(game["parts"])) < sum(map(len, pictures)) / 4 or not game["svg"]


def test_nothing_in_a_game_ends_the_script() -> None:
    position = ludarium.game("tic-tac-toe").start()
    html = stepper([("</script><b>", position), ("a & b", position)], "<i>")
    assert html.count("</script>") == 1
    assert "<b>" not in html.partition("<script>")[0]
    assert read(html)["words"] == ["</script><b>", "a & b"]


def read(html: str) -> dict[str, Any]:
    """The data of a stepper."""
    (written,) = re.findall(r'\}\n\)\("replay-\w+",(.*)\)</script>', html, re.DOTALL)
    found: dict[str, Any] = json.loads(written)
    return found
