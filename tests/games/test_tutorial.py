"""The tutorial: its game obeys its rules, and the page shows exactly the code of the file and commands that work."""

from __future__ import annotations

import doctest
import io
import re
import shlex
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from ludarium.engine import SPECTATOR, Clock, Game, Match, Position
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load
from ludarium.players import make

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "runner_up.py"
PAGE = ROOT / "docs" / "tutorial.md"
SAMPLES = 1200 if JIT_ENABLED else 300

PLAYED, BOX = 6, 5


def runner_up(seats: int) -> Game:
    return load(str(EXAMPLE), seats=seats)


def position_of(
    hands: list[list[int]],
    *,
    table: tuple[int, ...] = (0, 0, 0, 0),
    tricks: int = 0,
    box: tuple[int, ...] = (),
    points: tuple[int, ...] = (0, 0, 0, 0),
) -> Position:
    """A position with these hands; the cards neither in a hand nor in the box are played."""
    place = [PLAYED] * 13
    place[0] = 0
    for card in box:
        place[card] = BOX
    for seat, hand in enumerate(hands):
        for card in hand:
            place[card] = seat + 1
    laid = sum(card > 0 for card in table)
    fields = {"place": place, "table": table, "laid": [laid], "tricks": [tricks], "points": points}
    text = " ".join(f"{name}={','.join(map(str, values))}" for name, values in fields.items())
    return runner_up(len(hands)).read_position(text)


# --- the game ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deal(seats: int) -> None:
    fields = runner_up(seats).start(5).fields()
    cards = Counter(fields["place"][1:])
    assert cards == {**dict.fromkeys(range(1, seats + 1), 3), **({BOX: 12 - 3 * seats} if seats < 4 else {})}
    assert fields["place"] != runner_up(seats).start(6).fields()["place"]


@pytest.mark.parametrize(
    ("cards", "winner", "points"),
    [((9, 4, 8), 2, 9), ((12, 11, 10), 1, 12), ((1, 2, 3), 1, 3), ((5, 12, 1), 0, 12), ((2, 7), 0, 7)],
)
def test_the_second_highest_card_takes_the_highest(cards: tuple[int, ...], winner: int, points: int) -> None:
    position = position_of([[card] for card in cards], tricks=2)
    for card in cards:
        assert [move.text for move in position.moves()] == [str(card)]
        position = position.play(str(card))
    assert position.over
    assert position.result().points[winner] == points
    assert sum(position.result().points) == points


def test_the_winner_of_a_trick_leads() -> None:
    position = position_of([[1, 9], [4, 6], [8, 11]], tricks=1).play("9").play("4").play("8")
    assert position.movers == (2,)
    assert position.play("11").movers == (0,)


def test_a_view_shows_the_own_hand_only() -> None:
    one = position_of([[1, 9], [4, 6], [8, 11]], tricks=1, box=(2, 3, 5))
    other = position_of([[1, 9], [2, 11], [5, 6]], tricks=1, box=(3, 4, 8))
    assert one.view(0).to_bytes() == other.view(0).to_bytes()
    assert one.view(1).to_bytes() != other.view(1).to_bytes()
    assert one.view(SPECTATOR).to_bytes() == other.view(SPECTATOR).to_bytes()
    assert "hand 1 9" in one.view(0).draw()
    assert one.view(0).draw().count("hand ? ?") == 2


def hands_of(position: Position) -> tuple[tuple[int, ...], ...]:
    place = position.fields()["place"]
    return tuple(tuple(card for card in range(1, 13) if place[card] == seat + 1) for seat in range(position.game.seats))


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_samples_are_all_consistent_deals_equally_often(seat: int) -> None:
    """The third trick of three: the first seat has laid, the others hold one card each, one card is in the box."""
    view = position_of([[], [4], [8]], table=(10, 0, 0, 0), tricks=2, box=(2,)).view(seat)
    deals = [((), (second,), (third,)) for second, third in permutations((2, 4, 8), 2)]
    expected = {deal for deal in deals if seat != 1 or deal[1] == (4,)}
    samples = [view.sample(seed) for seed in range(SAMPLES)]
    assert all(sample.view(seat).to_bytes() == view.to_bytes() for sample in samples)
    seen = Counter(hands_of(sample) for sample in samples)
    assert set(seen) == expected
    mean = SAMPLES / len(expected)
    assert sum((count - mean) ** 2 / mean for count in seen.values()) < 25


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_replay(seats: int) -> None:
    game = runner_up(seats)
    for seed in range(5):
        match = Match(game, [make("random", game) for _ in range(seats)], seed=seed, strict=True)
        for _ in match.play():
            assert game.read_position(match.position.text).fields() == match.position.fields()
        assert len(match.record.decisions) == 3 * seats
        assert match.record.verify(load).to_bytes() == match.position.to_bytes()


def test_searches_play_it() -> None:
    game = runner_up(3)
    players = [make(text, game) for text in ("mcts:iterations=50", "ismcts:iterations=50", "random")]
    record = Match(game, players, seed=1, strict=True).run()
    assert record.result is not None
    assert not any(decision.fault for decision in record.decisions)


@pytest.mark.parametrize("text", ["mcts:iterations=200", "ismcts:iterations=200"])
def test_searches_take_the_trick_that_wins(text: str) -> None:
    """With 10 points, the 8 takes the 9 and cannot be overtaken any more; the 11 gives 11 points to another."""
    position = position_of([[6], [2], [8, 11]], table=(9, 4, 0, 0), tricks=1, box=(3, 5, 12), points=(0, 0, 10, 0))
    assert position.movers == (2,)
    player = make(text, position.game)
    player.begin(position.game, 2, seed=1)
    assert player.choose(position.view(2), Clock()).text == "8"


def test_a_copy_of_the_file_is_a_game_of_its_own(tmp_path: Path) -> None:
    """Compiled code imports the module it was compiled from: a copy must not be given the code of the original."""
    copy = tmp_path / "my_first_game.py"
    copy.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    original, copied = runner_up(3), load(str(copy))
    assert copied.bound.result.__qualname__ != original.bound.result.__qualname__
    assert copied.start(3).to_bytes() == original.start(3).to_bytes()


# --- the pages --------------------------------------------------------------------------------------------------------


def blocks(language: str, page: Path = PAGE) -> list[str]:
    """The code blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_the_page_shows_the_file_block_by_block() -> None:
    code = EXAMPLE.read_text(encoding="utf-8")
    shown = blocks("python")
    assert all(block in code for block in shown)
    assert without_blank_lines("".join(shown)) == without_blank_lines(code)


def without_blank_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_file_is_short() -> None:
    assert len(without_blank_lines(EXAMPLE.read_text(encoding="utf-8"))) <= 75


def test_the_python_session_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for session in blocks("pycon"):
        runner.run(parser.get_doctest(session, {}, PAGE.name, str(PAGE), 0))
    assert runner.summarize(verbose=False) == (0, 8)


COMMANDS = [line for block in blocks("sh") for line in block.splitlines()]


def test_the_page_has_commands_for_everything() -> None:
    assert {line.split()[1] for line in COMMANDS} == {"check", "rules", "play", "match", "show", "ask"}


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_of_the_page(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from ludarium.cli.app import run

    if not JIT_ENABLED:
        line = line.replace("--games 30", "--games 1").replace("check", "check --games 1")
        line = re.sub(r"iterations=\d+", "iterations=10", line)
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert run(shlex.split(line)[1:]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", ["kuhn-poker", "goofspiel", "blotto", "pig"])
def test_the_positions_on_the_pages_of_the_small_games(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    from ludarium.cli.app import run

    page = ROOT / "docs" / "games" / f"{name}.md"
    headings = re.findall(r"^## (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == ["Rules", "Notation", "Players", "What was measured", "Differences from the source"]
    lines = [line for block in blocks("sh", page) for line in block.splitlines()]
    assert lines
    for line in lines:
        shown = re.sub(r"^ludarium ask (\S+) \S+", r"ludarium show \1", line)  # a search would only take time here
        assert run(shlex.split(shown)[1:]) == 0
        assert "to move" in capsys.readouterr().out
