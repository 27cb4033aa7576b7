"""The reproduction of Colonizers: the source's tables are typed off right, and what is counted is counted right."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from ludarium.api.sources import find
from ludarium.arena.reproduce.judging import reproduce
from ludarium.arena.reproduce.reproduction import Lab, Mean, Reproduction, mean_rank
from ludarium.arena.stats.goodness import ChiSquare
from ludarium.games import load
from ludarium.games.colonizers import claims as claims_of_size
from ludarium.games.colonizers import reproduction as source
from ludarium.games.colonizers.claims import most_choices
from tests.conftest import scaled


def small_lab() -> Lab:
    return Lab(games=scaled(40), workers=1)


# --- the source -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("found", [source.RANDOM_BY_SEAT, source.HEURISTIC_BY_SEAT])
def test_every_game_has_a_winner_a_loser_and_all_ranks(found: source.SeatTable) -> None:
    wins, losses, means = found
    assert sum(wins) == sum(losses) == source.THEIR_SEAT_GAMES
    assert sum(means) == pytest.approx(10)


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (source.ONE_OF_EACH, source.ONE_OF_EACH_SEATS),
        (source.WITH_MAXN, source.WITH_MAXN_SEATS),
        (source.WITH_ISMCTS, source.WITH_ISMCTS_SEATS),
    ],
)
def test_so_it_is_where_players_differ(
    players: dict[str, tuple[int, int, float]], seats: dict[str, tuple[int, ...]]
) -> None:
    assert sum(wins for wins, _, _ in players.values()) == source.THEIR_MIXED_GAMES
    assert sum(losses for _, losses, _ in players.values()) == source.THEIR_MIXED_GAMES
    assert sum(mean for _, _, mean in players.values()) * 4 / len(players) == pytest.approx(10)
    for player, (wins, _, _) in players.items():
        # One win is missing from the source's Table 5.6, which a claim says.
        missing = players is source.WITH_MAXN and player == "heuristic"
        assert sum(seats[player]) == wins - missing


def test_there_is_a_claim_for_every_figure_of_the_eight_tables() -> None:
    claims = find("colonizers").claims
    figures = {
        table: sum(claim.table.startswith(f"Table {table} ") and claim.kind in ("rate", "mean") for claim in claims)
        for table in ("5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8")
    }
    assert figures == {"5.1": 12, "5.2": 12, "5.3": 12, "5.4": 16, "5.5": 6, "5.6": 8, "5.7": 6, "5.8": 8}
    tests = [claim for claim in claims if claim.kind == "test"]
    assert len(tests) == 3 + 6 + 2 + 1 + 1 + 2
    assert all(isinstance(claim.theirs, ChiSquare) for claim in tests)


def test_the_arithmetic_of_the_source_is_right_but_for_four_slips() -> None:
    claims = tuple(claim for claim in find("colonizers").claims if claim.table == "Arithmetic of the source")
    outcome = reproduce(Reproduction("colonizers", "", "", claims), Lab())
    assert {row.claim.what: (row.claim.theirs, row.ours) for row in outcome.rows if row.verdict == "source's slip"} == {
        "χ² of wins of position 1, Heuristic": ("2.14", "2.13"),
        "χ² of losses of position 4, Heuristic": ("70.54", "70.53"),
        "wins of Heuristic in Table 5.6, as many as in Table 5.5": (35, 34),
        "whose games the formula for the wins of position 4, Heuristic, counts": ("position 4", "position 1"),
    }
    assert outcome.count("agrees") == 6 + 6


def test_the_words_for_people_are_judged_by_measured_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    claims = tuple(claim for claim in find("colonizers").claims if claim.table == "Table A.1" and "speed" in claim.what)
    (row,) = reproduce(Reproduction("colonizers", "", "", claims), Lab()).rows
    assert (row.verdict, row.ours) == ("agrees", "yes")
    slow = {player: replace(found, seconds=1.0) for player, found in load("colonizers").standings().items()}
    monkeypatch.setattr(type(load("colonizers")), "standings", lambda game: slow)
    (row,) = reproduce(Reproduction("colonizers", "", "", claims), Lab()).rows
    assert (row.verdict, row.ours) == ("differs", "no")


def test_the_players_are_the_sources() -> None:
    from ludarium.players import make

    game = load("colonizers")
    assert make("maxn", game).options["worlds"] == 10
    assert make("maxn", game).options["depth"] == 7
    assert (make("ismcts", game).options["iterations"], make("ismcts", game).options["c"]) == (200, 0.7)
    assert make("heuristic", game).options["five"] == "hand"


# --- ours -------------------------------------------------------------------------------------------------------------


def test_equal_players_are_counted_by_seat() -> None:
    tally = source.equal_players(small_lab(), "heuristic")
    wins, losses = source.by_seat(tally, source.FIRST), source.by_seat(tally, source.LAST)
    again = [[0] * 4, [0] * 4]
    for _, ranks, count in tally.endings():
        for seat, rank in enumerate(ranks):
            again[0][seat] += count * (rank == 1 and ranks.count(1) == 1)
            again[1][seat] += count * (rank == 4)
    assert [wins, losses] == again
    assert sum(wins) <= tally.games


def test_different_players_sit_everywhere_equally_often() -> None:
    lab = small_lab()
    tally = lab.play("colonizers", "random", "heuristic", games=1, schedule="two-and-two")
    by_player = {player: source.took(tally, source.FIRST, player=player) for player in ("random", "heuristic")}
    assert by_player["random"] + by_player["heuristic"] == sum(source.by_seat(tally, source.FIRST))
    assert by_player["heuristic"] == sum(source.by_seat(tally, source.FIRST, "heuristic"))
    assert by_player["heuristic"] >= by_player["random"]
    sat = [[line_up.count(0), *(line_up[seat] for seat in range(4))] for line_up in tally.plan.line_ups]
    assert [sum(column) for column in zip(*sat, strict=True)] == [12, 3, 3, 3, 3]


def test_a_mean_rank_is_one_value_a_game() -> None:
    tally = small_lab().play("colonizers", "random", "heuristic", games=1, schedule="two-and-two")
    found = [mean_rank(tally, lambda line_up, seat: line_up[seat] == 0)]
    found.append(mean_rank(tally, lambda line_up, seat: line_up[seat] == 1))
    means = [_mean(mean) for mean in found]
    assert found[0].values.total() == found[1].values.total() == tally.games
    _, _, rank_sums = tally.outcomes()
    assert means[0] == pytest.approx(rank_sums[0] / (2 * tally.games))
    assert means[0] > means[1]


def _mean(mean: Mean) -> float:
    return sum(value * count for value, count in mean.values.items()) / mean.values.total()


@pytest.mark.compiled
def test_the_experiments_run_and_seats_come_out_as_in_the_source() -> None:
    claims = tuple(claim for claim in find("colonizers").claims if claim.table.startswith("Table 5.2"))
    outcome = reproduce(Reproduction("colonizers", "", "", claims), Lab(games=2_000, workers=1))
    assert outcome.count("not measured") == 0
    losses = [row for row in outcome.rows if row.claim.what.startswith("losses of position")]
    assert [row.verdict for row in losses[:4]] == ["agrees"] * 4
    assert "both reject equal chances at 5 %" in losses[-2].why


@pytest.mark.compiled
def test_all_claims_but_a_time_of_the_source_can_be_measured() -> None:
    outcome = reproduce(find("colonizers"), Lab(games=6, workers=1))
    few = ("so many games", "too few for a χ² test")
    missing = [row for row in outcome.rows if row.verdict == "not measured"]
    left = [row.claim.what for row in missing if not any(words in row.why for words in few)]
    assert left == ["a decision of SO-ISMCTS, 200 iterations"]


# --- what the source concludes ----------------------------------------------------------------------------------------


def said(what: str, counts: dict[str, list[int]], monkeypatch: pytest.MonkeyPatch) -> str:
    """The verdict on a conclusion, had players won so often by position."""
    monkeypatch.setattr(source, "equal_players", lambda lab, player: SimpleNamespace(games=sum(counts[player])))
    players = iter(counts.values())
    monkeypatch.setattr(source, "by_seat", lambda tally, rank, player=None: next(players))
    claims = tuple(claim for claim in source._said() if what in claim.what)
    (row,) = reproduce(Reproduction("colonizers", "", "", claims), Lab()).rows
    return row.verdict


@pytest.mark.parametrize(
    ("wins", "verdict"),
    [
        ([400, 200, 200, 200], "agrees"),
        ([28, 24, 24, 24], "not measured"),  # chance explains it
        ([100, 100, 100, 700], "differs"),
        ([24, 28, 24, 24], "not measured"),
    ],
)
def test_the_first_position_is_best_only_if_games_show_it(
    wins: list[int], verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said("first position wins most", {"random": wins}, monkeypatch) == verdict


@pytest.mark.parametrize(
    ("chance", "rules", "verdict"),
    [
        ([300, 300, 200, 200], [300, 300, 200, 200], "agrees"),
        ([300, 300, 200, 200], [200, 200, 300, 300], "differs"),
        ([26, 25, 25, 24], [300, 300, 200, 200], "not measured"),
    ],
)
def test_earlier_positions_must_be_ahead_for_both_players(
    chance: list[int], rules: list[int], verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said("earlier positions", {"random": chance, "heuristic": rules}, monkeypatch) == verdict


@pytest.mark.parametrize(
    ("lost", "verdict"),
    [((9, 60), "agrees"), ((60, 9), "differs"), ((0, 4), "not measured"), ((0, 0), "not measured")],
)
def test_who_comes_last_more_often_must_be_shown(
    lost: tuple[int, int], verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_player = dict(zip(("heuristic", source.MAXN), lost, strict=True))
    monkeypatch.setattr(source, "one_of_each", lambda lab: SimpleNamespace(games=1_200))
    monkeypatch.setattr(source, "took", lambda tally, rank, player: by_player[player])
    claims = tuple(claim for claim in source._said() if "less likely to lose" in claim.what)
    (row,) = reproduce(Reproduction("colonizers", "", "", claims), Lab()).rows
    assert row.verdict == verdict


@pytest.mark.parametrize(
    ("rounds", "verdict"),
    [([20] * 100, "agrees"), ([20] * 50 + [12] * 50, "differs"), ([20] * 19 + [12], "not measured")],
)
def test_what_is_usual_must_be_shown(rounds: list[int], verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims_of_size, "rounds_of", lambda lab: rounds)
    claims = tuple(claim for claim in claims_of_size.size() if "usually" in claim.what)
    (row,) = reproduce(Reproduction("colonizers", "", "", claims), Lab()).rows
    assert row.verdict == verdict


def test_choices_of_a_round_are_counted_by_the_engine() -> None:
    most = most_choices(scaled(4), 3)
    assert (most["pick 1"], most["pick 2"], most["pick 3"], most["pick 4"]) == (5, 4, 3, 2)
    assert (most["draw"], most["keep"], most["power"]) == (2, 2, 6)
