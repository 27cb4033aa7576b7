"""A person at the terminal: what is shown, what is understood, what is never shown."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests.players.small_games import Greedy, Taking

from ludarium.engine import Clock, Game, Match, Quit, View
from ludarium.games import load
from ludarium.players import make
from ludarium.players.terminal import Human


class Terminal:
    """Lines typed beforehand, and everything that was shown, questions included."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(lines)
        self.shown: list[str] = []

    def ask(self, question: str) -> str:
        self.shown.append(question)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def choose(game: Game, view: View, *lines: str) -> tuple[str, Terminal]:
    """The move that a person types, and what stood on the terminal."""
    terminal = Terminal(lines)
    human = Human(ask=terminal.ask, show=terminal.shown.append)
    human.begin(game, view.seat, 1)
    return human.choose(view, Clock()).text, terminal


def test_it_shows_the_view_the_seat_and_the_numbered_moves() -> None:
    game = Taking()
    view = game.start().view(0)
    move, terminal = choose(game, view, "many")
    assert move == "many"
    assert terminal.shown == [f"\n{view.draw()}\n", "  1: few   2: some  3: many", "Seat 1 (First), your move: "]


def test_a_move_is_its_text_or_its_number() -> None:
    game = Taking()
    view = game.start().view(0)
    assert choose(game, view, " Some ")[0] == "some"
    assert choose(game, view, "2")[0] == "some"


def test_wrong_input_is_explained_and_asked_again() -> None:
    game = Taking()
    move, terminal = choose(game, game.start().view(0), "", "much", "all", "0", "4", "3")
    assert move == "many"
    assert "'much' is no move of taking; the legal moves are few, some, many" in terminal.shown
    assert "'all' is not legal here; the legal moves are few, some, many" in terminal.shown
    assert terminal.text.count("your move: ") == 6


@pytest.mark.parametrize("word", ["?", "help", "HELP"])
def test_help_lists_the_moves(word: str) -> None:
    game = Taking()
    _, terminal = choose(game, game.start().view(0), word, "1")
    assert terminal.text.count("1: few   2: some  3: many") == 2
    assert "Type a move or its number:" in terminal.shown
    assert "Type quit to leave the game." in terminal.shown


def test_many_moves_are_listed_only_when_asked_for() -> None:
    game = load("5x5 drop line-4")
    view = game.start().view(0)
    last = view.moves()[-1].text
    move, terminal = choose(game, view, "?", "25")
    before, after = terminal.text.split("Type a move or its number:")
    assert move == last
    assert "25 moves; ? lists them" in before
    assert f"25: {last}" not in before
    assert f"25: {last}" in after


def test_moves_that_are_numbers_are_not_numbered_again() -> None:
    game = load("goofspiel")
    view = game.start(1).view(0)
    texts = [move.text for move in view.moves()]
    assert all(text.isdecimal() for text in texts)
    highest = texts[-1]
    move, terminal = choose(game, view, highest)
    assert move == highest
    assert "1: " not in terminal.shown[1]


def test_a_checked_move_is_typed_in_and_some_are_proposed() -> None:
    game = load("blotto")
    view = game.start().view(1)
    proposals = [move.text for move in view.moves()]
    own = proposals[-1]
    move, terminal = choose(game, view, "many", "nan", "?", own)
    assert move == own
    assert terminal.shown[1] == "for example  " + "  |  ".join(proposals[:3])
    assert "Seat 2 (Second), your move: " in terminal.shown
    assert any("'many' is no move of blotto" in line for line in terminal.shown)
    assert "\n".join(f"  {proposal}" for proposal in proposals) in terminal.shown


def test_quit_and_the_end_of_input_leave_the_game() -> None:
    game = Taking()
    view = game.start().view(0)
    with pytest.raises(Quit):
        choose(game, view, "much", "Quit")
    with pytest.raises(Quit):
        choose(game, view)


def test_an_interrupt_leaves_the_game() -> None:
    def interrupted(question: str) -> str:
        raise KeyboardInterrupt

    game, shown = Taking(), list[str]()
    human = Human(ask=interrupted, show=shown.append)
    human.begin(game, 0, 1)
    with pytest.raises(Quit):
        human.choose(game.start().view(0), Clock())
    assert shown[-1] == ""


def test_leaving_ends_the_match_without_a_result() -> None:
    terminal = Terminal(["many", "quit"])
    match = Match(Taking(), [Human(ask=terminal.ask, show=terminal.shown.append), Greedy()])
    with pytest.raises(Quit):
        match.run()
    assert [decision.move for decision in match.record.decisions] == ["many", "many"]
    assert match.record.result is None


def test_only_the_view_is_shown() -> None:
    """Whatever the other seat holds, the same stands on the terminal."""
    game = load("kuhn-poker")
    texts = {choose(game, game.read_position(f"Q{other} -").view(0), "bet")[1].text for other in "JK"}
    assert len(texts) == 1
    assert choose(game, game.read_position("KJ -").view(0), "bet")[1].text not in texts


def test_it_is_the_terminals_by_default(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("2\n"))
    game = Taking()
    human = make("human", game)
    human.begin(game, 0, 1)
    assert human.choose(game.start().view(0), Clock()).text == "some"
    assert "Seat 1 (First), your move: " in capsys.readouterr().out
