"""Tarble for people: positions and movements as text, the picture, the rules in words."""

from __future__ import annotations

import pytest
from hypothesis import given

from ludarium.engine import IllegalMove, MalformedMove, MalformedPosition, Position
from tests.games.tarble.positions import AT_ONCE, GAME, position, positions

TABLE = ["minimax", "mcts", "td-single", "td-turn", "joey", "sarah", "brian", "mixture", "champion"]


@given(positions())
def test_a_position_reads_back_exactly(start: Position) -> None:
    again = position(start.text)
    assert again.fields() == start.fields()
    assert again.text == start.text


@pytest.mark.parametrize(
    "text",
    [
        "r(2,1) b(-4,-4) 0:0 r 4",
        "r(2,1) b(-4,-4) 3:12 b 2/5 turns=17",
        "r(0,0)(5,5) b(-4,-4) 1:0 r 2/5",
        "r(0,1) b(-4,-4) 1:0 r 2/5 neutral=gone turns=1",
        "r- b(-4,-4) 1:0 b 3 turns=40",
        "r(2,2) b- 1:0 b 3 turns=8",
        "r- b- 1:1 b 3 turns=8",
        "r(2,2) b- 1:0 r 2/3 turns=8",
        "r(2,1) b(-4,-4) 3:12 b 5 turns=1000",
    ],
)
def test_positions_as_they_are_written(text: str) -> None:
    assert position(text).text == text


def test_a_game_that_has_ended_at_once_is_written_as_in_version_1() -> None:
    assert position("r(5,5) b- 1:0 r 0/3", AT_ONCE).text == "r(5,5) b- 1:0 r 0/3"
    with pytest.raises(MalformedPosition, match="with no movement left it is the other player's turn"):
        position("r(5,5) b- 1:0 r 0/3")


def test_positions_may_be_typed_in_other_dress() -> None:
    assert position(" Red (2, 1)( 0,1) Blue(−4,−4)  0 : 0  RED 6/6").text == "r(0,1)(2,1) b(-4,-4) 0:0 r 6"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "is no position of tarble: expected red's places"),
        ("r(2,1) b(1,1) r 4", "is no position of tarble"),
        ("r(2,1) b(1,1) 0:0 r 4 neutral=here", "is no position of tarble"),
        ("r(2,1)(2,1) b(1,1) 0:0 r 4", r"2 pieces on \(2,1\): a cell holds one"),
        ("r(2,1) b(2,1) 0:0 r 4", r"2 pieces on \(2,1\): a cell holds one"),
        ("r(6,1) b(2,1) 0:0 r 4", r"the place \(6,1\) is not on the board: x, y and x − y"),
        ("r(-3,3) b(2,1) 0:0 r 4", r"the place \(-3,3\) is not on the board"),
        ("r(1,0)(1,1)(1,2)(1,3)(1,4)(2,1)(2,2)(2,3) b(4,4) 0:0 r 4", "red has 8 pieces: a player has 7 at most"),
        ("r- b- 0:0 r 2/4", "nobody has a piece"),
        ("r- b(1,1) 0:0 r 2/4", "red is to move but has no pieces"),
        ("r(1,1) b(2,1) 0:0 r 0", "a die of 0: it shows 1 to 6"),
        ("r(1,1) b(2,1) 0:0 r 7", "a die of 7: it shows 1 to 6"),
        ("r(1,1) b(2,1) 0:0 r 5/4", "'5/4': no more movements can be left than the die shows, 4"),
        ("r(1,1) b(2,1) 0:0 r 0/4", "with no movement left it is the other player's turn"),
        ("r(1,1) b(2,1) 0:0 r 4 turns=1001", "the game ends after 1000 turns"),
        ("r(1,1) b(2,1) 0:6001 r 4", "6001 points: nobody can score more than 6000"),
        ("r(0,0) b(2,1) 1:0 r 4", r"red has a piece on the centre \(0,0\): only the player to move .* within a turn"),
        ("r(5,5) b(2,1) 0:0 r 4", r"red has a piece on a corner \(5,5\)"),
        ("r(1,1) b(5,5) 0:0 r 2/4", r"blue has a piece on a corner \(5,5\)"),
        ("r(1,1) b(2,1) 1:0 r 4 neutral=gone", "comes back before a turn begins"),
        ("r(1,1) b(2,1) 0:3 r 2/4 neutral=gone", "must have a point for it"),
        ("r(0,0) b(2,1) 0:3 r 2/4", "must have a point for it"),
        ("r(5,5) b(4,5)(5,4)(4,4)(3,5)(5,3)(3,3) 0:0 r 2/4", "red cannot move any piece, so that its turn is over"),
    ],
)
def test_malformed_positions_say_what_is_wrong(text: str, fault: str) -> None:
    with pytest.raises(MalformedPosition, match=fault):
        position(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [("r- b- 0:0 r 4", "nobody has a piece"), ("r- b(1,1) 0:0 r 4", "red is to move but has no pieces")],
)
def test_where_a_game_ends_at_once_nobody_is_to_move_without_pieces(text: str, fault: str) -> None:
    with pytest.raises(MalformedPosition, match=fault):
        position(text, AT_ONCE)


@pytest.mark.parametrize(
    "text",
    [
        "(0,-1) (0,1)",
        " (0, -1)  (0,1) ",
        "(0,-1)(0,1)",
        "(0,−1) → (0,1)",
        "(0,-1)-(0,1)",
        "(0,-1) to (0,1)",
        "[(0,-1),(0,1)]",
        "0,-1 0,1",
        "0 -1 0 1",
        "0,-1>0,1",
    ],
)
def test_movements_may_be_typed_in_any_dress(text: str) -> None:
    start = position("r(0,-1) b(4,4) 0:0 r 2")
    assert start.play(text).text == "r(0,1) b(4,4) 1:0 r 1/2 neutral=gone"
    assert GAME.looks_like_a_move(text)


@given(positions())
def test_every_movement_reads_back(start: Position) -> None:
    seat = int(start.state.seat)
    moves = start.moves()
    assert len({move.text for move in moves}) == len(moves)
    for move in moves:
        assert GAME.read_move(move.text, start.state, seat) == move


@pytest.mark.parametrize(
    ("text", "error", "fault"),
    [
        ("jump", MalformedMove, "write where a piece comes from and where it goes, such as"),
        ("(0,-1)", MalformedMove, "is no movement of tarble"),
        ("0,1-2,2", MalformedMove, "is no movement of tarble"),
        ("(0,-1) (0,1) (0,2)", MalformedMove, "is no movement of tarble"),
        ("(0,-1) (9,1)", IllegalMove, r"\(9,1\) is not on the board"),
        ("(1,1) (1,2)", IllegalMove, r"red has no piece on \(1,1\); its pieces are on \(0,-1\)"),
        ("(4,4) (4,3)", IllegalMove, r"red has no piece on \(4,4\)"),
        ("(0,-1) (0,0)", IllegalMove, r"cannot go to \(0,0\) in one movement; it can go to"),
    ],
)
def test_wrong_movements_say_what_is_wrong(text: str, error: type[Exception], fault: str) -> None:
    with pytest.raises(error, match=fault):
        position("r(0,-1) b(4,4) 0:0 r 2").play(text)


def test_the_picture() -> None:
    shown = position("r(0,1)(-3,2)(5,5) b(1,4) 3:2 r 4/6 neutral=gone turns=12").view(0).draw()
    assert shown == (
        "           5  (·)  ·   ·   ·   ·  (R)\n"
        "         4   ·   ·   B   ·   ·   ·   ·\n"
        "       3   ·   ·   ·   ·   ·   ·   ·   ·\n"
        "     2   R   ·   ·   ·   ·   ·   ·   ·   ·\n"
        "   1   ·   ·   ·   ·   R   ·   ·   ·   ·   ·\n"
        " 0  (·)  ·   ·   ·   ·  (·)  ·   ·   ·   ·  (·)\n"
        "  -1   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   5\n"
        "    -2   ·   ·   ·   ·   ·   ·   ·   ·   ·   4\n"
        "      -3   ·   ·   ·   ·   ·   ·   ·   ·   3\n"
        "        -4   ·   ·   ·   ·   ·   ·   ·   2\n"
        "          -5  (·)  ·   ·   ·   ·  (·)  1\n"
        "                -5  -4  -3  -2  -1   0\n"
        "\n"
        "R red, B blue, N neutral; (·) corners and centre: own pieces that end a turn there are removed\n"
        "(x,y): y is the row; x is counted below and on the right, along the lines that rise to the left\n"
        "\n"
        "Red (you)    3 points   3 pieces\n"
        "Blue         2 points   1 piece\n"
        "Turn 13: Red (you) has rolled 6, 4 movements left."
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("r(1,1) b(2,1) 0:0 b 6 turns=3", "Turn 4: Blue has rolled 6."),
        ("r- b(2,1) 0:0 b 6 turns=3", "Red has no pieces: the game is over."),
        ("r(1,1) b- 1:0 b 6 turns=3", "Blue has no pieces: the game is over."),
        ("r(1,1) b(2,1) 0:0 b 6 turns=1000", "The game is stopped after 1000 turns."),
    ],
)
def test_below_the_picture_it_says_where_things_stand(text: str, sentence: str) -> None:
    assert position(text).draw().splitlines()[-1] == sentence
    assert position(text).draw().count("(N)") == 1


def test_the_board_tells_which_cells_are_occupied() -> None:
    assert GAME.cells == 91
    assert GAME.occupied(GAME.start().state) == {1, 2, 3, 4, 8, 9, 10, 45, 80, 81, 82, 86, 87, 88, 89}


def test_all_players_of_the_table_are_listed_and_one_of_them_is_the_usual_opponent() -> None:
    assert list(GAME.players) == TABLE
    assert GAME.suits in TABLE
