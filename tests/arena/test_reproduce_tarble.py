"""The reproduction of Tarble: its claims are well formed, and what it measures is measured."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from benchmarks.tarble_last_chance import towards

from ludarium.api.sources import find
from ludarium.arena.reproduce.judging import reproduce
from ludarium.arena.reproduce.reproduction import Exact, Lab, Rate, Reproduction
from ludarium.games import load
from ludarium.games.tarble import claims as printed
from ludarium.games.tarble import reproduction as tarble
from ludarium.games.tarble.research.situations import situation
from ludarium.games.tarble.research.tictactoe import QUIET, Blocks, blocks, first_wins, most_blocks, ties_after
from ludarium.learning import Convergence
from ludarium.learning.td import Played
from ludarium.players import make
from ludarium.search import perft
from tests.conftest import scaled


def test_the_source_is_known_and_its_matches_are_those_published() -> None:
    claims = find("tarble").claims
    matches = [claim for claim in claims if claim.measured and claim.kind == "rate" and claim.their_games != 5]
    assert all(claim.their_games == 13 for claim in matches)
    won = {claim.what: round(13 * claim.theirs) for claim in matches if isinstance(claim.theirs, float)}
    assert len(won) == len(matches)
    assert {what: games for what, games in won.items() if "(" not in what} == {
        "MCTS over Minimax": 12,
        "TD full turn over MCTS": 10,
        "Joey over MCTS": 13,
        "Joey over TD single": 12,
        "Joey over TD full turn": 10,
        "Sarah over MCTS": 13,
        "Sarah over TD single": 13,
        "Sarah over TD full turn": 13,
        "Sarah over Joey": 11,
        "Brian over MCTS": 13,
        "Brian over TD single": 13,
        "Brian over TD full turn": 13,
        "Brian over Joey": 12,
        "Brian over Sarah": 13,
    }


def test_the_players_of_the_claims_exist() -> None:
    game = load("tarble")
    assert set(tarble.NAMES) <= set(game.players)
    assert set(tarble.LADDER) < set(tarble.NAMES)
    budgets = (tarble.FEWER_SIMULATIONS, "mcts", tarble.MORE_SIMULATIONS)
    fewer, usual, more = (int(make(text, game).options["iterations"]) for text in budgets)
    assert (10 * fewer, 2 * usual) == (usual, more)


def test_sequences_are_those_that_play_counts() -> None:
    start = next(start for start in map(load("tarble").start, range(50)) if start.state.roll == 6)
    depth = min(4, scaled(30))
    assert perft(start, depth) == [tarble.SEQUENCES[roll] for roll in range(1, depth + 1)]


@pytest.mark.compiled
def test_a_match_counts_what_the_first_player_wins() -> None:
    lab = Lab(games=20, workers=1)
    found = tarble.match(lab, "minimax", "random")
    assert found.games == 20
    assert found.wins > found.games // 2
    backwards = tarble.match(lab, "random", "minimax")
    assert backwards.wins < backwards.games / 2


@pytest.mark.compiled
def test_the_order_is_by_the_mean_share_of_games() -> None:
    assert tarble.in_order({"sarah": 0.6, "joey": 0.4, "brian": 0.9}) == "Joey < Sarah < Brian"
    found = tarble.strengths(Lab(games=20, workers=1), ("random", "minimax"))
    assert found["minimax"] + found["random"] == pytest.approx(1)
    assert found["minimax"] > found["random"]


@pytest.mark.compiled
def test_turns_are_counted() -> None:
    turns = tuple(claim for claim in tarble.REPRODUCTION.claims if claim.table == "Turns" and not claim.measured)
    outcome = reproduce(Reproduction("tarble", "", "", turns), Lab())
    assert [row.verdict for row in outcome.rows] == ["agrees", "source's slip", *["agrees"] * 6]
    assert outcome.rows[-1].ours == 36_241_240
    # The source says only that there are more than so many: the six counts are our own.
    assert {origin: counts.total for origin, counts in outcome.counts.items()} == {"figure": 2, "own": 6}


def test_what_needs_people_is_listed_and_says_so() -> None:
    claims = [claim for claim in tarble.REPRODUCTION.claims if claim.ours is None]
    assert {claim.table for claim in claims} >= {"Against people", "What people do", "Times"}
    assert all(claim.note for claim in claims)
    assert "needs people" in next(claim.note for claim in claims if claim.table == "What people do")


@pytest.mark.compiled
def test_what_the_source_says_of_learners_in_words_is_answered_by_some() -> None:
    words = ("more noise", "hidden unit", "first attempt", "Figure 12: learners")
    claims = [claim for claim in tarble.REPRODUCTION.claims if any(word in claim.what for word in words)]
    claims = [claim for claim in claims if claim.table == "Learning tic-tac-toe"]
    lab = Lab(games=1)
    learners = {claim.what: claim.ours(lab) for claim in claims if claim.ours is not None and "every" not in claim.what}
    assert len(claims) == 4
    assert len(learners) == 3
    for found in learners.values():
        assert isinstance(found, Exact)
        assert found.value in ("yes", "no")
        assert found.why


@pytest.mark.compiled
def test_choices_and_turns_are_counted_in_whole_games() -> None:
    choices, turns = tarble._watched(2, 5)
    assert turns.total() == 2
    assert choices.total() >= turns.total() * min(turns)  # at least a movement a turn
    assert min(choices) >= 1


def rows_of(*tables: str) -> dict[str, tuple[object, object]]:
    claims = tuple(claim for claim in printed.arithmetic() if claim.table in tables)
    return {row.claim.what: (row.verdict, row.ours) for row in reproduce(Reproduction("", "", "", claims), Lab()).rows}


def test_the_sources_arithmetic_and_where_it_contradicts_itself() -> None:
    found = rows_of("Arithmetic of the source", "Chapter 5.6", "Chapter 6")
    slips = {what: ours for what, (verdict, ours) in found.items() if verdict == "source's slip"}
    assert slips == {
        "the larger of the differences of x and y is the distance": "no",
        "games until four people have won their matches of the best of five without a loss": 12,
        "how many times as quick TD full turn is as MCTS of 10 minutes": 20,
        "most games that anybody had played at the end of the study": "23",
        "situation 5: whose two pieces the best turn takes": "blue's",
    }
    assert {verdict for verdict, _ in found.values()} == {"agrees", "source's slip"}
    assert found["distance of (0,0) and (2,3)"][1] == 3


@pytest.mark.compiled
def test_what_a_field_more_is_worth_is_found_by_the_rules() -> None:
    assert [6 * printed._chance_of_capture(distance) for distance in range(1, 7)] == [6, 5, 4, 3, 2, 1]
    ((verdict, ours),) = rows_of("Chapter 5.4").values()
    assert (verdict, ours) == ("agrees", 0.167)


@pytest.mark.compiled
def test_figure_11_and_12_are_what_their_captions_say() -> None:
    found = rows_of("Learning tic-tac-toe")
    agree = {what.split(":")[0] for what, (verdict, _) in found.items() if verdict == "agrees"}
    assert agree == {"Figure 11", "Figure 12"}
    assert blocks(printed.FIGURE_11) == Blocks(2, 2)
    assert printed.FIGURE_11 in list(ties_after(printed.FIGURE_11[:6]))
    assert most_blocks() == Blocks(2, 3)


def test_who_wins_tic_tac_toe_from_here() -> None:
    assert not first_wins(["a1", "b2"])  # the best that both can do is a tie
    assert first_wins(["a1", "a2"])
    assert first_wins(["a1", "b2", "a2", "b1", "a3"])
    assert not first_wins(["a1", "b2", "c3", "b1", "a2", "b3"])  # O has a line
    assert not list(ties_after(["a1", "b2", "a2", "b1", "a3"]))


@pytest.mark.compiled
def test_the_words_leave_open_whether_the_move_towards_blue_is_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    worth = printed.worth_of_turns(printed.ANOTHER)
    assert worth[printed.ANOTHER_TOWARDS] == max(worth.values()) == pytest.approx(1 / 9, abs=2e-5)
    claims = tuple(printed.third_situation())
    value, best = reproduce(Reproduction("", "", "", claims), Lab()).rows
    assert (value.verdict, best.verdict) == ("agrees", "not measured")
    assert "its words fit positions where it is the best and others" in best.why
    assert "[(2,2),(1,1)] | - 0.132" in best.why
    # Were it the best in neither position, or in both, there would be an answer.
    monkeypatch.setattr(printed, "ANOTHER", situation("last-chance").position)
    monkeypatch.setattr(printed, "ANOTHER_TOWARDS", printed.TOWARDS)
    assert reproduce(Reproduction("", "", "", claims), Lab()).rows[1].verdict == "differs"
    monkeypatch.setattr(printed, "ANOTHER_TOWARDS", "1 | [(2,2),(1,1)] | -")
    monkeypatch.setattr(printed, "TOWARDS", "1 | [(2,2),(1,1)] | -")
    assert reproduce(Reproduction("", "", "", claims), Lab()).rows[1].verdict == "agrees"


def test_both_positions_fit_the_words_of_the_third_situation() -> None:
    assert towards((2, 2), (-2, -4), (5, 2)) == ((2, 2), (3, 2))
    assert towards((4, 4), (-2, -4), (4, 1)) == ((4, 4), (4, 3))
    assert towards((2, 2), (-1, -3), (5, 2)) is None  # the other piece is three from the centre
    assert towards((3, 1), (-2, -4), (5, 2)) is None  # already two cells from blue


def steps(shares: dict[tuple[str, str], float], games: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The verdicts on the order of strength, had the stronger of the source won so much; else 70 %."""

    def played(lab: Lab, first: str, second: str) -> Rate:
        return Rate(round(shares.get((first, second), 0.7) * games), 0, games)

    monkeypatch.setattr(tarble, "match", played)
    claims = tuple(claim for claim in tarble.REPRODUCTION.claims if claim.table == "Order of strength")
    return [row.verdict for row in reproduce(Reproduction("", "", "", claims), Lab()).rows]


def test_a_step_of_the_ladder_is_only_judged_where_games_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert steps({}, 200, monkeypatch) == ["agrees"] * 6
    assert steps({}, 6, monkeypatch)[:5] == ["not measured"] * 5
    passed = steps({("joey", "td-turn"): 0.3}, 200, monkeypatch)
    assert passed == ["agrees", "agrees", "differs", "agrees", "agrees", "differs"]
    # Half a point behind the player below in the mean: the games do not tell the two apart.
    level = steps({("joey", "td-turn"): 0.48}, 200, monkeypatch)
    assert level == ["agrees", "agrees", "not measured", "agrees", "agrees", "not measured"]


@pytest.mark.parametrize(
    ("won", "games", "verdict"),
    [(164, 200, "agrees"), (158, 200, "differs"), (3, 4, "not measured"), (4, 40, "differs"), (40, 40, "agrees")],
)
def test_the_bar_of_champion_is_one_of_two_hundred_games(
    won: int, games: int, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tarble, "match", lambda lab, first, second: Rate(won, 0, games))
    claims = tuple(claim for claim in tarble.REPRODUCTION.claims if claim.table == "Beyond the source")
    assert [row.verdict for row in reproduce(Reproduction("", "", "", claims), Lab()).rows] == [verdict]


@pytest.mark.parametrize(
    ("turns", "verdict"),
    [
        ({24.0: 50, 26.0: 50}, "agrees"),
        ({16.0: 50, 17.0: 50}, "differs"),
        ({33.0: 50, 36.0: 50}, "differs"),
        ({15.0: 2, 25.0: 2}, "not measured"),
    ],
)
def test_the_turns_of_a_game_are_judged_by_their_interval(
    turns: dict[float, int], verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tarble, "_games_watched", lambda lab: (Counter(), Counter(turns)))
    claims = tuple(claim for claim in tarble.REPRODUCTION.claims if claim.what == "turns of a game")
    assert [row.verdict for row in reproduce(Reproduction("", "", "", claims), Lab()).rows] == [verdict]


# --- learning tic-tac-toe ---------------------------------------------------------------------------------------------


def learners(games: int, ties: int, of: int = 10) -> list[Convergence]:
    """So many that converged after so many games, some of them to a tie; no two after quite as many."""
    return [
        Convergence(QUIET, number, True, games + number, 0.1, Played((), 0.5 if number < ties else 1.0), None)
        for number in range(of)
    ]


def learnt_so(what: str, runs: dict[float, list[Convergence]], monkeypatch: pytest.MonkeyPatch) -> tuple[str, object]:
    monkeypatch.setattr(tarble, "_runs", lambda lab, number: runs)
    claims = tuple(claim for claim in tarble.REPRODUCTION.claims if claim.what == what)
    (row,) = reproduce(Reproduction("", "", "", claims), Lab()).rows
    return row.verdict, row.ours


@pytest.mark.parametrize(
    ("ties", "found"),
    [
        ((5, 5, 5), ("not measured", None)),  # whichever is listed first is not the best for that
        ((6, 5, 7), ("not measured", None)),
        ((1, 0, 10), ("differs", "60")),
        ((0, 10, 1), ("agrees", "40")),
    ],
)
def test_settings_must_be_told_apart(
    ties: tuple[int, ...], found: tuple[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = {value: learners(2000, tied) for value, tied in zip((20.0, 40.0, 60.0), ties, strict=True)}
    assert learnt_so("best number of hidden nodes", runs, monkeypatch) == found


def test_games_to_convergence_have_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    what = "games to convergence without noise"
    assert learnt_so(what, {0.001: learners(2000, 5)}, monkeypatch) == ("differs", 2004.5)
    assert learnt_so(what, {0.001: learners(24_998, 5)}, monkeypatch)[0] == "agrees"
    gone_on = [replace(run, converged=run.seed > 0) for run in learners(2000, 5)]
    assert learnt_so(what, {0.001: gone_on}, monkeypatch) == ("not measured", None)


@pytest.mark.parametrize(
    ("games", "found"),
    [
        ((4000, 3000, 2000), ("agrees", "yes")),
        ((2000, 3000, 4000), ("differs", "no")),
        ((2000, 2000, 2000), ("not measured", None)),
    ],
)
def test_more_units_must_be_shown_to_need_fewer_games(
    games: tuple[int, ...], found: tuple[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = {value: learners(after, 5) for value, after in zip((20.0, 40.0, 60.0), games, strict=True)}
    what = "every further hidden unit makes for fewer games to convergence"
    assert learnt_so(what, runs, monkeypatch) == found
