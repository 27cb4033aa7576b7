"""Rule bases as players of any game, and what is said of files that cannot be used."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.doors.prolog.engines import BOTH

from ludarium.doors.prolog.player import RuleBase
from ludarium.doors.prolog.tokens import RuleBaseError
from ludarium.engine import BadParameter, Clock, LudariumError, Match, PlayerError
from ludarium.games import load
from ludarium.games.offered import check_player
from ludarium.players import kind_of, make, process

ROOT = Path(__file__).parents[3]
ANY = "worth([Move|_], Move)."


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    return tmp_path / "rules.pl"


@pytest.mark.parametrize("name", ["kuhn-poker", "goofspiel", "pig"])
def test_any_game_is_told_in_facts(name: str, rules: Path) -> None:
    rules.write_text(
        """
        worth(Moves, Move) :-
            game(Name), atom(Name), seats(Count), integer(Count), seat(Own), Own >= 0, Own < Count,
            findall(Field, field(Field, _), [_|_]), member(Move, Moves), legal(Move), !.
        """,
        encoding="utf-8",
    )
    game = load(name)
    players = [make(f"prolog[engine=own]:{rules}", game), *(make("random", game) for _ in range(game.seats - 1))]
    match = Match(game, players, seed=1)
    for _, decision in zip(range(4), match.play(), strict=False):
        assert decision.fault == ""
    for player in players:
        player.close()


@pytest.mark.parametrize("engine", BOTH)
def test_the_example_for_another_game_takes_corners(engine: str) -> None:
    game = load("reversi")
    text = f"prolog[engine={engine}]:{ROOT / 'examples' / 'prolog' / 'corners.pl'}"
    record = Match(game, [make(text, game), make("random", game)], seed=2).run()
    assert {decision.fault for decision in record.decisions} == {""}
    corners, position = {"a1", "a8", "h1", "h8"}, game.start(2)
    for decision in record.decisions:
        open_corners = corners & {move.text for move in position.moves()}
        if decision.seat == 0 and open_corners:
            assert decision.move in open_corners
        position = position.play(decision.move)


def test_settings_and_fields_are_facts(rules: Path) -> None:
    rules.write_text("move(_, M) :- setting(cards, 5), legal(M).", encoding="utf-8")
    game = load("goofspiel", cards=5)
    match = Match(game, [make(f"prolog[engine=own]:{rules}", game), make("random", game)], seed=1)
    assert next(match.play()).fault == ""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("worth([X,Y,Z]|R, S) :- true.", "line 1: '|' stands outside a list: write [Head|Tail]"),
        ("worth([A|B), S).", "line 1: expected ']' or ',' before ')': '[' of line 1 is still open"),
        ("worth(L, S) :-\n    member(S, L)\nother(1).", "line 3: 'other' cannot follow here: is a full stop or"),
        ("worth(L, S) :- member(S, L)", "line 1: the clause that begins here has no end: write a full stop"),
        ("worth(L, S) :- member(S, L)).", "line 1: ')' closes nothing that is open"),
        ("worth(L, S) :- .", "line 1: the clause ends too early"),
        ("worth(L, 'S) :- true.", "line 1: the text that begins with ' has no end in this line"),
        ("/* worth(L, S).", "line 1: a comment that begins with /* has no end"),
        ("a.\n\nlength(X, Y) :- true.", "line 3: length/2 is built in and cannot be defined anew"),
        ("a.\n:- shell(ls).", "line 2: ':- shell(ls)' is not done here"),
        (":- initialization(main).", "line 1: ':- initialization(main)' is not done here"),
        ("X :- true.", "line 1: _1 cannot be the head of a clause"),
        ("a --> b.", "line 1: '-->' cannot stand in a rule base"),
        ("a :- b, 7.", "line 1: 7 is called as a goal, and cannot be"),
        ("a :- lists:append(X, Y, Z).", "a rule base has no modules"),
        ("a :- X = 'tab\\q'.", "line 1: \\q means no sign"),
        (":- dynamic foo.", "line 1: foo names no predicate: write name/number"),
        ("a § b.", "line 1: the sign '§' stands where no term can begin"),
        ("other(1).", "defines no worth/2 or move/2: that is what it is asked for"),
        ("", "defines no worth/2 or move/2"),
    ],
)  # fmt: skip
def test_a_wrong_rule_base_is_refused_with_its_line(text: str, fault: str, rules: Path) -> None:
    rules.write_text(text, encoding="utf-8")
    with pytest.raises(RuleBaseError) as error:
        make(f"prolog:{rules}", load("jostle")).begin(load("jostle"), 0, 1)
    assert fault in str(error.value)
    assert str(error.value).startswith(str(rules))


def test_a_clause_that_goes_too_deep_is_refused_with_its_line(rules: Path) -> None:
    """Six hundred alternatives can be read, but not made into steps; SWI-Prolog takes them as they are."""
    rules.write_text(f"other(1).\nworth(_, M) :- {'fail ; ' * 600}M = bank.\n", encoding="utf-8")
    with pytest.raises(RuleBaseError, match=r"line 2: this clause is nested too deeply: divide it") as error:
        make(f"prolog[engine=own]:{rules}", load("pig")).begin(load("pig"), 0, 1)
    assert str(error.value).startswith(str(rules))


def test_wrong_files_and_options_are_refused(rules: Path) -> None:
    game = load("pig")
    with pytest.raises(LudariumError, match=r"no file none.pl: give the path of a rule base in Prolog"):
        make("prolog:none.pl", game)
    rules.write_bytes(b"\xff\xfe")
    with pytest.raises(LudariumError, match="cannot be read: it is not UTF-8 text; save it as that"):
        make(f"prolog:{rules}", game)
    rules.write_text(ANY, encoding="utf-8")
    with pytest.raises(BadParameter, match="seconds=0: expected a number from"):
        make(f"prolog[seconds=0]:{rules}", game)
    with pytest.raises(LudariumError, match=r"'prolog' needs a path: write prolog:path/to/rules\.pl"):
        make("prolog", game)
    with pytest.raises(LudariumError, match="no player 'prologue'; did you mean 'prolog'"):
        make("prologue", game)


def test_it_is_found_by_its_prefix_and_never_offered_to_strangers(rules: Path) -> None:
    rules.write_text(ANY, encoding="utf-8")
    game = load("pig")
    assert kind_of(f"prolog:{rules}", game) is RuleBase
    assert make(f"PROLOG [engine=own] : {rules}", game).label == f"PROLOG [engine=own] : {rules}"
    for text in (f"prolog:{rules}", "prolog:rules", "prolog"):
        with pytest.raises(LudariumError):
            check_player(text, game)


def test_without_swipl_the_own_engine_plays_and_swipl_says_how_to_get_it(
    rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules.write_text(ANY, encoding="utf-8")
    monkeypatch.setenv("PATH", "")
    game = load("pig")
    player = make(f"prolog:{rules}", game)
    player.begin(game, 0, 1)
    assert player.choose(game.start(1).view(0), Clock()).text
    with pytest.raises(
        LudariumError, match="SWI-Prolog is not installed; install its program swipl, or use engine=own"
    ):
        make(f"prolog[engine=swipl]:{rules}", game).begin(game, 0, 1)


def test_a_misspelt_name_that_is_handed_on_is_told(rules: Path) -> None:
    rules.write_text("worth(L, M) :- include(god, L, [M|_]).\ngood(_).\n", encoding="utf-8")
    game = load("pig")
    player = make(f"prolog[engine=own]:{rules}", game)
    player.begin(game, 0, 1)
    with pytest.raises(PlayerError, match=r"nobody defines god/1 \(line 1\)"):
        player.choose(game.start(1).view(0), Clock())


@pytest.mark.skipif(not process.SUPPORTED, reason="programs cannot be run on this system")
def test_a_swipl_that_does_not_work_is_passed_over(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rules.write_text(ANY, encoding="utf-8")
    broken = tmp_path / "swipl"
    broken.write_text("#!/bin/sh\necho no such library >&2\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    game = load("pig")
    with pytest.raises(LudariumError, match=r"SWI-Prolog cannot be used \(expected version 9 or later\): .*"):
        make(f"prolog[engine=swipl,memory=77]:{rules}", game).begin(game, 0, 1)
    player = make(f"prolog[memory=77]:{rules}", game)
    player.begin(game, 0, 1)
    assert player.choose(game.start(1).view(0), Clock()).text
    assert "Ludarium's own engine is used" in caplog.text


@pytest.mark.parametrize("engine", BOTH)
@pytest.mark.parametrize(
    "text",
    [
        "worth(L, M) :- worth(L, M).",
        "worth(L, M) :- worth([a, b, c, d|L], M).",
        "worth(L, M) :- findall(X, member(X, L), Xs), append(Xs, Xs, Ys), worth(Ys, M).",
        "worth(_, M) :- shell('echo hello'), M = bet.",
        "worth(_, M) :- open('rules.pl', read, S), read(S, M).",
        "worth(_, _) :- halt.",
        "worth(_, everything).",
        "worth(_, _) :- throw(stop).",
    ],
)
def test_a_hostile_rule_base_loses_its_decisions_and_nothing_else(engine: str, text: str, rules: Path) -> None:
    rules.write_text(text, encoding="utf-8")
    game = load("kuhn-poker")
    limits = f"engine={engine},seconds=0.2,inferences=10000000000,memory=8"
    record = Match(game, [make(f"prolog[{limits}]:{rules}", game), make("random", game)], seed=3).run()
    assert record.result is not None
    assert {bool(decision.fault) for decision in record.decisions if decision.seat == 0} == {True}
    assert {decision.fault for decision in record.decisions if decision.seat == 1} == {""}
