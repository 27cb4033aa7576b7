"""The example files: translated, they are the games that the house plays, or that others have counted."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludarium.cli.app import run
from ludarium.doors.zrf.files import python_of
from ludarium.doors.zrf.game import ZrfGame
from ludarium.engine import Game, Position
from ludarium.engine.conformance import check_game
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.engine.registry import REGISTERED
from ludarium.engine.scene import scene_of
from ludarium.games import REGISTRY, load
from ludarium.search.perft import perft
from ludarium.server.tables.boards import board_of
from tests.doors.zrf.counting import perft_by_turns

EXAMPLES = Path(__file__).parents[3] / "examples" / "zrf"
FILES = sorted(EXAMPLES.glob("*.zrf"))


def example(name: str) -> str:
    return str(EXAMPLES / f"{name}.zrf")


def uncompiled(name: str) -> Game:
    """A game whose few moves are not worth a compiler's time."""
    game = load(name)
    game.bound = game.rules.unwaited(game.seats)
    return game


def deep(depth: int) -> int:
    """As deep as said when compiled, half as deep when not."""
    return depth if JIT_ENABLED else depth // 2


@pytest.mark.parametrize(("file", "game", "depth"), [("tictactoe", "tic-tac-toe", 9), ("reversi", "reversi", 7)])
def test_the_same_as_the_houses_own(file: str, game: str, depth: int) -> None:
    assert perft(load(example(file)).start(), deep(depth)) == perft(load(game).start(), deep(depth))


def test_checkers_by_turns() -> None:
    assert perft_by_turns(load(example("checkers")).start(), deep(8)) == perft(load("checkers").start(), deep(8))


@pytest.mark.parametrize(
    ("file", "counts"),
    [
        ("breakthrough", [22, 484, 11_132, 256_036, 6_182_818]),
        ("connect4", [7, 49, 343, 2_401, 16_807, 117_649, 823_536]),
        ("chess", [20, 400, 8_902]),
    ],
)
def test_published_counts(file: str, counts: list[int]) -> None:
    depth = len(counts) if JIT_ENABLED else 2 if file != "chess" else 1
    assert perft(load(example(file)).start(), depth) == counts[:depth]


@pytest.mark.parametrize("game", ["reversi", "checkers"])
def test_random_games_go_the_same_way(game: str) -> None:
    """Not only from the start: through whole games there are as many moves, and the results are the same."""
    theirs, ours = uncompiled(example(game)), uncompiled(game)
    for seed in range(2):
        source = random.Random(seed)
        one, two = theirs.start(), ours.start()
        while not two.over:
            if two.moves()[0].text == "pass":
                assert [move.text for move in one.moves()] == ["pass"]
                one, two = one.play("pass"), two.play("pass")
                continue
            series = turns_of(one)
            assert {key for key, _ in series} == {cells_of(move.text) for move in two.moves()}
            move = source.choice(two.moves())
            one = next(after for key, after in series if key == cells_of(move.text))
            two = two.play(move)
        assert one.over
        assert one.result() == two.result()


def cells_of(text: str) -> tuple[str, ...]:
    """The squares of a move of the house, `c3xe5xg7`, in order."""
    return tuple(text.replace("x", "-").split("-"))


def turns_of(position: Position) -> list[tuple[tuple[str, ...], Position]]:
    """Whole turns with the squares that they touch."""
    found = []
    for move in position.moves():
        squares = move.text.partition("x")[0].partition("=")[0].split("-")
        after = position.play(move)
        if after.state.going:
            found += [((squares[0], *more), last) for more, last in turns_of(after)]
        else:
            found.append((tuple(squares), after))
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_every_example_is_played_to_its_end(file: Path) -> None:
    game = uncompiled(str(file))
    position, source = game.start(), random.Random(1)
    for _ in range(60):
        if not position.over:
            position = position.play(source.choice(position.moves()))
    assert position.draw()


@pytest.mark.parametrize("file", ["tictactoe", "checkers"])
def test_it_is_a_game_like_any_other(file: str) -> None:
    assert [str(finding) for finding in check_game(load(example(file)), games=1)] == []


def test_the_translation_is_a_game_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["zrf", "translate", example("tictactoe")]) == 0
    written = tmp_path / "mine.py"
    written.write_text(capsys.readouterr().out, encoding="utf-8")
    assert len(uncompiled(str(written)).start().moves()) == 9


def test_what_is_written_is_the_same_every_time() -> None:
    assert python_of(example("chess")) == python_of(example("chess"))


def test_a_variant_by_number_and_by_title() -> None:
    one, two = load(f"{example('connect4')}#2"), load(f"{example('connect4')}#three in a row")
    assert one.title == two.title == "Three in a row"
    assert perft(one.start(), 5) == perft(two.start(), 5)


def test_a_file_can_be_registered_and_brings_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(REGISTERED, "")
    (entry,) = REGISTRY.register(example("breakthrough"))
    game = load(entry.name)
    assert isinstance(game, ZrfGame)
    assert (entry.name, entry.seats, entry.title) == ("breakthrough-zrf", "2", "Breakthrough")
    assert board_of(game).startswith("/api/boards/")
    game.bound = game.rules.unwaited(2)
    scene = scene_of(game.start().view(0))
    assert len(scene["board_data"]["cells"]) == 64
    ends = {(move["from"], move["to"]) for move in scene["moves"]}  # type: ignore[typeddict-item]
    assert (game.positions.index("a2"), game.positions.index("a3")) in ends
    assert "White: Pawn at" in scene["text"]
