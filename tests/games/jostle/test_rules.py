"""Jostle's turns: the second roll, the last round, the end, the points; and whole games beside a slow reference."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludarium.engine import BadParameter, IllegalMove, LudariumError, MalformedMove, MalformedPosition, Position
from ludarium.engine.conformance import CHECKS, Case, run_check
from ludarium.engine.kernels.rng import derive
from ludarium.games import load
from ludarium.games.jostle.game import Jostle
from tests.conftest import scaled
from tests.games.jostle.drawn import drawn_game, drawn_position, play_piece
from tests.games.jostle.reference import Reference

GOALS = "S . . . . . . . . . 1 2"


@pytest.fixture(scope="module")
def game() -> Jostle:
    made = load("jostle")
    assert isinstance(made, Jostle)
    return made


# --- the second roll --------------------------------------------------------------------------------------------------


def test_after_a_six_comes_the_question(game: Jostle) -> None:
    position = game.read_position("3,-1,-1/8,-1,-1/-1,-1,-1 r 6")
    assert [move.text for move in position.moves()] == ["keep", "roll"]
    kept = position.play("keep")
    assert kept.text == "3,-1,-1/8,-1,-1/-1,-1,-1 r 6+0"
    assert [move.text for move in kept.moves()] == ["0r9", "1r5", "2r5"]


def test_both_dice_move_one_piece(game: Jostle) -> None:
    position = game.read_position("3,-1,-1/8,-1,-1/-1,-1,-1 r 6")
    seen = set()
    for seed in range(40):
        rolled = position.with_stream(seed).play("roll")
        second = rolled.fields()["second"]
        seen.add(second)
        assert rolled.text.endswith(f"r 6+{second}")
        assert [move.text for move in rolled.moves()] == [f"0r{9 + second}", f"1r{5 + second}", f"2r{5 + second}"]
    assert seen == {1, 2, 3, 4, 5, 6}


def test_only_one_more_roll_a_turn(game: Jostle) -> None:
    position = game.read_position("3,-1,-1/8,-1,-1/-1,-1,-1 r 6+6")
    assert [move.text for move in position.moves()] == ["0r15", "1r11", "2r11"]


def test_nobody_is_asked_after_other_rolls(game: Jostle) -> None:
    for die in "12345":
        assert len(game.read_position(f"3,-1,-1/8,-1,-1/-1,-1,-1 r {die}").moves()) == 3


def test_who_rolls_again_and_cannot_move_by_the_sum_has_passed(game: Jostle) -> None:
    # Red's only free piece stands six before the last field.
    position = game.read_position("24,30,29/8,-1,-1/-1,-1,-1 r 6")
    assert position.play("keep").moves()[0].text == "0r30"
    after = position.play("roll")
    assert after.fields()["stands"][:3] == [24, 30, 29]
    assert after.movers == (1,)


def test_no_question_when_a_six_cannot_be_moved(game: Jostle) -> None:
    with pytest.raises(MalformedPosition, match="Red can move no piece by 6 and would have been passed over"):
        game.read_position("25,30,29/8,-1,-1/-1,-1,-1 r 6")


# --- the last round ---------------------------------------------------------------------------------------------------


def finish(position: Position) -> list[tuple[int, ...]]:
    """Play on with first moves, keeping sixes; who decided, in order."""
    movers = []
    while not position.over:
        if position.moves()[0].text != "keep":
            movers.append(position.movers)
        position = position.play(position.moves()[0])
    return movers


def test_when_all_goals_are_occupied_everybody_has_one_more_turn(tmp_path: Path) -> None:
    #                                 S . . . . . . . . . 1 2
    position = drawn_position(drawn_game(tmp_path, GOALS), ". . 3 . . . . . 0 . . 6", 0, "2")
    position = play_piece(position, 0)
    assert position.fields()["last"] == 3
    assert position.movers == (1,)
    # Green, blue, and red again, which filled the last goal; each has pieces on the stack that any roll moves.
    assert finish(position) == [(1,), (2,), (0,)]


def test_in_the_last_round_who_cannot_move_has_no_turn(tmp_path: Path) -> None:
    game = drawn_game(tmp_path, GOALS, pieces=1)
    #                               S . . . . . . . . . 1 2
    position = drawn_position(game, "1 . . . . . . . 0 . . 2", 0, "2")
    assert finish(play_piece(position, 0)) == [(1,)]


def test_the_last_round_goes_on_when_a_goal_is_emptied(tmp_path: Path) -> None:
    game = drawn_game(tmp_path, GOALS)
    #                               S . . . . . . . . . 1 2
    position = drawn_position(game, ". . . . . . . . 3 . 0 6", 1, "2", "last=3")
    after = play_piece(position, 3)
    assert after.fields()["stands"][0] == 9  # red's piece lies before the goals again, and may return in its last turn
    assert after.fields()["last"] == 2
    assert not after.over


def test_goals_filled_for_a_moment_start_no_last_round(tmp_path: Path) -> None:
    game = drawn_game(tmp_path, GOALS)
    #                               S . . . . . . . . . 1 2
    position = drawn_position(game, ". . . . . . . . 3 . . 0", 1, "3")
    # Green takes goal 2; red goes back to goal 1: both are occupied when the turn ends.
    assert play_piece(position, 3).fields()["last"] == 3
    position = drawn_position(game, ". . . . . . . . 3 . 0 .", 1, "2")
    assert play_piece(position, 3).fields()["last"] == 0


def test_points_are_the_numbers_of_the_goals(game: Jostle) -> None:
    position = game.read_position("26,30,3/27,28,-1/29,7,4 r - turns=90")
    assert position.over
    assert position.result().points == (6, 5, 4)
    assert position.result().winners == (0,)


def test_equal_points_share_the_win(game: Jostle) -> None:
    result = game.read_position("30,2,3/27,28,-1/29,7,4 r - turns=90").result()
    assert result.points == (5, 5, 4)
    assert result.winners == (0, 1)


def test_the_game_ends_when_nobody_can_ever_move_again(tmp_path: Path) -> None:
    game = drawn_game(tmp_path, "S . . . . 1 2 3 4", pieces=1)
    #                               S . . . . 1 2 3 4
    position = drawn_position(game, ". . . . 0 1 . 2 .", 0, "4")
    after = play_piece(position, 0)
    assert after.over
    assert after.fields()["turns"] == 1
    assert after.result().points == (4, 1, 3)


def test_every_game_ends(game: Jostle) -> None:
    last = game.read_position("3,-1,-1/8,-1,-1/-1,-1,-1 r 2 turns=1999").play("0r5")
    assert last.over
    assert last.text == "5,-1,-1/8,-1,-1/-1,-1,-1 r - turns=2000"


# --- whole games ------------------------------------------------------------------------------------------------------

CROWDED = "S . a - . b . a . - . b - . 1 3 . 2"
VARIANTS: list[dict[str, object]] = [
    {},
    {"board": "appendix"},
    {"seats": 2, "pieces": 5},
    {"seats": 4, "pieces": 5},
    {"pieces": 1},
    {"board": CROWDED, "seats": 4, "pieces": 4},
    {"second_roll": "chosen"},
    {"second_roll": "moved"},
    {"board": CROWDED, "seats": 4, "pieces": 4, "second_roll": "chosen"},
    {"board": CROWDED, "seats": 4, "pieces": 4, "second_roll": "moved"},
]


def variant(folder: Path, settings: dict[str, object]) -> Jostle:
    settings = dict(settings)
    drawing = str(settings.pop("board", "2007"))
    if drawing == CROWDED:
        return drawn_game(folder, drawing, **settings)
    made = load("jostle", board=drawing, **settings)
    assert isinstance(made, Jostle)
    return made


@pytest.mark.parametrize("settings", VARIANTS, ids=str)
def test_whole_games_are_those_of_the_reference(tmp_path: Path, settings: dict[str, object]) -> None:
    game = variant(tmp_path, settings)
    for seed in range(scaled(20)):
        chooser = random.Random(seed)
        position = game.start(seed)
        slow = Reference(game.board, game.seats, game.pieces, derive(seed, "game"), str(game.settings["second_roll"]))
        while not position.over:
            fields = position.fields()
            assert fields["stands"][: len(slow.stands)] == slow.stands
            assert (fields["seat"], fields["last"], fields["turns"]) == (slow.seat, slow.last, slow.turns)
            assert [fields["die"], fields["second"]] == [*slow.rolls, 0][:2]
            moves = [move.value for move in position.moves()]
            assert moves == slow.moves()
            move = chooser.choice(position.moves())
            assert isinstance(move.value, int)
            position = position.play(move)
            slow.play(move.value)
        assert slow.over
        assert (position.fields()["turns"], position.fields()["stands"][: len(slow.stands)]) == (
            slow.turns,
            slow.stands,
        )
        assert list(position.result().points) == slow.points()
        assert [
            {foe for foe in range(4) if mask >> foe & 1} for mask in position.fields()["foes"][: game.seats]
        ] == slow.foes


@pytest.mark.parametrize(
    "settings",
    # Uncompiled, the samples of the large ones take long; their games are compared with the reference above.
    [VARIANTS[1], *(pytest.param(settings, marks=pytest.mark.compiled) for settings in VARIANTS[2:])],
    ids=str,
)
def test_variants_conform(tmp_path: Path, settings: dict[str, object]) -> None:
    case = Case(variant(tmp_path, settings), 5, spread=4, deals=20)
    findings = [run_check(check, case) for check in CHECKS.values()]
    assert not any(findings), findings


# --- text -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "15,21,5/24,20,-1/3,7,4 r 1",
        "15,21,5/24,20,-1/3,7,4 g 6",
        "15,21,5/24,20,-1/3,7,4 b 6+0",
        "15,21,5/24,20,-1/3,7,4 b 6+5",
        "15,21,5/24,20,-1/3,7,4 r 1 last=2 turns=61 jostled=gr,bg",
        "15,21,5/24,20,-1/3,7,4 r - turns=61",
    ],
)
def test_a_position_is_read_as_it_is_written(game: Jostle, text: str) -> None:
    assert game.read_position(text).text == text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("15,21,5/24,20,-1 r 1", "expected 3 players with 3 pieces each"),
        ("15,21/24,20,-1/3,7,4 r 1", "expected 3 players with 3 pieces each"),
        ("15,21,31/24,20,-1/3,7,4 r 1", "no field 31, the fields are 0 to 30, and -1 for the stack"),
        ("15,21,15/24,20,-1/3,7,4 r 1", "pieces 0 and 2 are both on field 15"),
        ("15,21,5/24,20,-1/3,7,4 y 1", "no player y, the players are r, g, b"),
        ("15,21,5/24,20,-1/3,7,4 r 7", "is no position of jostle: expected the fields"),
        ("15,21,5/24,20,-1/3,7,4 r 1 last=4", "the last round has at most 3 turns left, got 4"),
        ("15,21,5/24,20,-1/3,7,4 r 1 turns=2000", "a game is over after 2000 turns"),
        ("15,21,5/24,20,-1/3,7,4 r 1 jostled=rr", "'rr' is no pair of players"),
        ("26,27,28/24,20,-1/3,7,4 r 1", "Red can move no piece by 1 and would have been passed over"),
    ],
)
def test_a_position_that_cannot_be_is_refused(game: Jostle, text: str, fault: str) -> None:
    with pytest.raises(MalformedPosition) as error:
        game.read_position(text)
    assert fault in str(error.value)


def test_moves_are_written_as_in_a_game_play_book(game: Jostle) -> None:
    position = game.read_position("15,21,5/24,20,-1/3,7,4 b 4")
    assert [move.text for move in position.moves()] == ["6b7", "7b11", "8b8"]
    with pytest.raises(IllegalMove, match="'6b8' is not legal here"):
        position.play("6b8")
    with pytest.raises(MalformedMove, match="'b8' is no move of jostle"):
        position.play("b8")


def test_the_picture_shows_fields_pieces_stacks_and_points(game: Jostle) -> None:
    lines = game.read_position("15,30,5/24,20,-1/3,7,4 r 6+4 last=1").draw().splitlines()
    assert lines[0].split() == ["Red", "stack", "–", "points", "5"]
    assert lines[1].split() == ["Green", "stack", "5g", "points", "0"]
    assert lines[4].split() == [str(field) for field in range(16)]
    assert lines[5].split() == ["start", *"·····", "→14", *"···", "−3", *"··", "→18", "←6", "·"]
    assert lines[6].split() == ["6b", "8b", "2r", "7b", "0r"]
    assert lines[6].index("8b") - lines[6].index("6b") == 5
    assert lines[-1] == "Red has rolled 6+4, 1 turn left of the last round."


def test_settings_outside_the_ranges_are_refused() -> None:
    for settings in ({"seats": 1}, {"seats": 5}, {"pieces": 0}, {"pieces": 6}):
        with pytest.raises(BadParameter):
            load("jostle", **settings)
    with pytest.raises(LudariumError, match="no board '2008'; did you mean '2007'"):
        load("jostle", board="2008")
