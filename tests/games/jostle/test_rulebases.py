"""Rule bases in Prolog: the examples and composed strategies that are written out decide as the built-in ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from benchmarks.prolog import AS_THE_SOURCE, EXAMPLES, FOLDER, compare, some_strategies

from ludarium.cli.app import run
from ludarium.engine import BadParameter, Clock, Match
from ludarium.games import load
from ludarium.games.jostle.board import load_board
from ludarium.games.jostle.game import Jostle
from ludarium.games.jostle.rulebases import JostleRuleBases, field_name
from ludarium.games.jostle.strategies.prolog import written
from ludarium.players import make
from tests.conftest import scaled
from tests.doors.prolog.engines import BOTH

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def game() -> Jostle:
    made = load("jostle")
    assert isinstance(made, Jostle)
    return made


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_every_example_is_compared() -> None:
    assert {file.stem for file in FOLDER.glob("*.pl")} == {*EXAMPLES, *AS_THE_SOURCE, "corners"}


@pytest.mark.parametrize("engine", BOTH)
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_decides_as_the_strategy(game: Jostle, name: str, engine: str) -> None:
    found = compare(game, f"prolog[engine={engine}]:{FOLDER / name}.pl", EXAMPLES[name], scaled(40), seed=5)
    assert found.differing == []
    assert found.choices > found.asked / 2


@pytest.mark.parametrize("engine", BOTH)
def test_strategies_that_are_written_out_decide_as_they_do(game: Jostle, engine: str, tmp_path: Path) -> None:
    strategies = some_strategies(scaled(24), seed=8)
    assert any("EQUALIZER" in str(strategy) for strategy in strategies)
    assert any("RANDOMIZER" in str(strategy) for strategy in strategies)
    for number, strategy in enumerate(strategies):
        file = tmp_path / f"{number}.pl"
        file.write_text(written(strategy), encoding="utf-8")
        found = compare(game, f"prolog[engine={engine}]:{file}", f"composed:strategy={strategy}", 12, seed=number)
        assert found.differing == [], strategy


def test_whole_games_are_the_same(game: Jostle, tmp_path: Path) -> None:
    strategies = ["Aggressive EQUALIZER", "Observing PALS RANDOMIZER", "Lingering(EQUALIZER→Revenging ADVANCER)"]
    texts = []
    for number, strategy in enumerate(strategies):
        file = tmp_path / f"{number}.pl"
        assert run(["jostle", "prolog", strategy, "--out", str(file)]) == 0
        texts.append(f"prolog[engine=own]:{file}")
    ours = Match(game, [make(text, game) for text in texts], seed=4).run()
    theirs = Match(game, [make(f"composed:strategy={text}", game) for text in strategies], seed=4).run()
    assert [made.move for made in ours.decisions] == [made.move for made in theirs.decisions]
    assert {made.fault for made in ours.decisions} == {""}


def test_the_order_of_the_list_is_the_rule_bases_own(game: Jostle, tmp_path: Path) -> None:
    position = game.read_position("17,12,8/20,5,0/19,11,7 r 3")
    by_field = (FOLDER / "first_jostler.pl").read_text(encoding="utf-8")
    moves = {}
    for order in ("field", "id"):
        file = tmp_path / f"{order}.pl"
        file.write_text(f"order({order}).\n{by_field}", encoding="utf-8")
        player = make(f"prolog[engine=own]:{file}", game)
        player.begin(game, 0, 1)
        moves[order] = player.choose(position.view(0), Clock()).text
    assert moves == {"field": "2r11", "id": "0r20"}


def test_the_facts_are_those_of_the_source(game: Jostle) -> None:
    rules = JostleRuleBases()
    board: dict[Any, Any] = dict(rules.constants(game, 0)["board", 2])  # type: ignore[arg-type]
    assert len(board) == 32
    special = {field: name for field, name in board.items() if name != "n"}
    assert special == {
        **{0: "start", 6: "switch@1", 14: "switch@1", 13: "switch@2", 18: "switch@2"},
        **{10: "back@3", 22: "back@3", 23: "back@3"},
        **{26: "goal@1", 27: "goal@2", 28: "goal@3", 29: "goal@4", 30: "goal@5"},
    }
    assert field_name(load_board("appendix"), 31) == "goal@6"
    question = rules.question(game.read_position("15,-1,5/24,-1,-1/3,7,4 r 6+3 jostled=br").view(0))
    assert question.facts["state", 2] == [
        (-1, [[0, 1], [1, 4], [1, 5]]),
        *((3, [[2, 6]]), (4, [[2, 8]]), (5, [[0, 2]]), (7, [[2, 7]]), (15, [[0, 0]]), (24, [[1, 3]])),
    ]
    assert question.facts["jostledBy", 1] == [(2,)]
    assert [*question.before] == [("setDie", 6), ("addDie", 3)]
    assert question.goal[:2] == ("move", 0)
    asked = rules.question(game.read_position("15,-1,5/24,-1,-1/3,7,4 r 6").view(0))
    assert (asked.goal, asked.keep) == (("rollDieAgain", 0), False)


@pytest.mark.parametrize("order", ["field", "id"])
@pytest.mark.parametrize("name", AS_THE_SOURCE)
def test_strategies_can_walk_through_the_list_as_the_source_does(
    game: Jostle, name: str, order: str, tmp_path: Path
) -> None:
    file = tmp_path / "walking.pl"
    file.write_text(f"order({order}).\n{(FOLDER / name).with_suffix('.pl').read_text('utf-8')}", encoding="utf-8")
    built_in = f"composed:strategy={AS_THE_SOURCE[name]},order={order}"
    found = compare(game, f"prolog[engine=own]:{file}", built_in, scaled(200), seed=7)
    assert found.differing == []
    with pytest.raises(BadParameter, match="order=id: the source walks through lists for ADVANCER and PALS only"):
        make("composed:strategy=Aggressive EQUALIZER,order=id", game)


@pytest.mark.parametrize(
    ("name", "position", "move"),
    [
        ("first_jostler", "16,12,5/2,7,0/11,4,14 g 4", "5g4"),  # the least advanced that jostles, not the most
        ("first_switch", "3,10,-1/-1,-1,-1/-1,-1,-1 r 3", "0r6"),  # of two that reach a switch
        ("walking_pals", "7,8,9/-1,-1,-1/-1,-1,-1 r 3", "0r10"),  # the least advanced, though it lands on a back field
    ],
)
def test_the_source_decides_by_the_order_of_its_list(game: Jostle, name: str, position: str, move: str) -> None:
    assert name in AS_THE_SOURCE
    given = game.read_position(position)
    moves = []
    for text in (f"prolog[engine=own]:{FOLDER / name}.pl", f"composed:strategy={AS_THE_SOURCE[name]}"):
        player = make(text, game)
        player.begin(game, given.movers[0], 1)
        moves.append(player.choose(given.view(given.movers[0]), Clock()).text)
    assert moves[0] == move != moves[1]


TALKATIVE = """
worth(Stones, Stone) :- member(Stone, Stones), asked(Stone), !.
asked(_).
told(L) :- boardsize(N), goalsize(G), findall(F, minTile(F, 'switch@'), S), allStates(A, 0), L = [N, G, S, A].
move(_, L) :- told(L).
"""


def test_the_shared_predicates_know_the_board(game: Jostle, tmp_path: Path) -> None:
    file = tmp_path / "told.pl"
    file.write_text(TALKATIVE, encoding="utf-8")
    player = make(f"prolog[engine=own]:{file}", game)
    player.begin(game, 0, 1)
    position = game.read_position("15,-1,27/24,-1,-1/3,7,4 r 4")
    with pytest.raises(Exception, match="expected") as error:
        player.choose(position.view(0), Clock())
    told = str(error.value).removeprefix("answered ").partition(", expected [Field")[0]
    assert json.loads(told) == [30, 5, [6, 13], [[-1, 1, 0], [15, 0, 0], [27, 2, 0]]]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("worth(_, [0, 2, 0]).", "answered [0, 2, 0], expected [Field, Piece, Owner] with one of the pieces 0, 1"),
        (
            "worth(L, S) :-\n    memebr(S, L), history(_), die(_), state(_, _).",
            "move(0, Stone) fails in this position; nobody defines memebr/2 (line 1)",
        ),
        ("worth(_, 0).", "answered 0, expected [Field, Piece, Owner]"),
        ("worth(L, S) :- member(S, L), fail.", "answered nothing: move(0, Stone) fails in this position"),
        (
            "worth([[X, P, O]|_], [X, P, O]) :- X > a.",
            "expected a number or an arithmetic function, got '/'(a,0) (line 1)",
        ),
        ("worth(L, S) :- worth(L, S).", "took more than 1000 inferences"),
    ],
)
def test_what_is_wrong_costs_the_decision(game: Jostle, text: str, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.pl"
    file.write_text(text, encoding="utf-8")
    position = game.read_position("15,-1,27/24,-1,-1/3,7,4 r 4")
    players = [make(f"prolog[engine=own,inferences=1000]:{file}", game), make("PALS", game), make("PALS", game)]
    match = Match(game, players, seed=1, start=position)
    decision = next(match.play())
    assert fault in decision.fault
    assert decision.move in [move.text for move in position.moves()]
    for player in players:
        player.close()


def test_a_strategy_is_written_as_prolog(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jostle", "prolog", "Aggressive Observing ADVANCER"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("% Aggressive Observing ADVANCER\n")
    assert "elements(_, [aggressive, observing_advancer, advancer])." in printed
    assert run(["jostle", "prolog", "Agressive ADVANCER"]) == 2
    assert "did you mean Aggressive?" in capsys.readouterr().err
