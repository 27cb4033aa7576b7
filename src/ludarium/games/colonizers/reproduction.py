"""The five experiments with Colonizers: whether seats matter, and which player wins.

Losses are fourth places, as in the source. Where players differ, they sit in every order equally often; the source
shuffled them. The source's χ² tests are repeated on our games, and beside them the test of all four seats at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from ludarium.arena.plan.schedules import LineUp
from ludarium.arena.reproduce.reproduction import (
    Claim,
    Exact,
    Finding,
    Lab,
    Origin,
    Rate,
    Reproduction,
    mean_rank,
    share,
    tied,
)
from ludarium.arena.stats.goodness import ChiSquare, goodness_of_fit
from ludarium.arena.stats.statistics import Z_95, wilson
from ludarium.arena.stats.tally import Tally
from ludarium.engine.errors import LudariumError
from ludarium.games import load
from ludarium.games.colonizers.claims import size

SEATS = 4
SEAT_GAMES = 100_000
"""Games of four equal players."""
MIXED_GAMES = 1_200
"""Games of different players: 50 rounds of all 24 orders, or 200 of all six ways to seat two and two."""
THEIR_SEAT_GAMES, THEIR_MIXED_GAMES = 1_000, 50
FIRST, LAST = 1, SEATS

MAXN = "maxn:depth=5,root=printed,value=program"
"""The source's MaxN: its printed root and its program's values. Its seven plies count decisions without a choice, too,
which are none here; of seven such plies about five are a choice."""
NAMES = {
    "random": "Random",
    "heuristic": "Heuristic",
    MAXN: "MaxN",
    "maxn": "our MaxN",
    "maxn:depth=5": "our MaxN of five plies",
    "ismcts": "SO-ISMCTS",
}

# What the source counted. Equal players by seat; different players by player, and their wins by seat.
SeatTable = tuple[tuple[int, ...], tuple[int, ...], tuple[float, ...]]
RANDOM_BY_SEAT: SeatTable = ((310, 213, 251, 226), (197, 261, 279, 263), (2.3, 2.572, 2.553, 2.575))
HEURISTIC_BY_SEAT: SeatTable = ((230, 202, 282, 286), (415, 298, 152, 135), (2.8, 2.67, 2.302, 2.228))

ONE_OF_EACH = {"random": (0, 40, 3.8), "heuristic": (5, 1, 2.38), MAXN: (8, 9, 2.54), "ismcts": (37, 0, 1.28)}
ONE_OF_EACH_SEATS = {
    "random": (0, 0, 0, 0),
    "heuristic": (2, 1, 2, 0),
    MAXN: (5, 2, 1, 0),
    "ismcts": (11, 6, 9, 11),
}
WITH_MAXN = {"heuristic": (35, 10, 2.13), MAXN: (15, 40, 2.87)}
WITH_MAXN_SEATS = {"heuristic": (13, 15, 4, 2), MAXN: (13, 2, 0, 0)}
WITH_ISMCTS = {"heuristic": (5, 48, 3.26), "ismcts": (45, 2, 1.74)}
WITH_ISMCTS_SEATS = {"heuristic": (2, 2, 0, 1), "ismcts": (9, 13, 14, 9)}

PRINTED: Mapping[str, tuple[str, float | None, tuple[int, ...], tuple[float, ...]]] = {
    "wins of position 1, Random": ("19.2", 0.00001, (310, 690), (0.25, 0.75)),
    "wins of position 1, Heuristic": ("2.14", 0.14350, (230, 770), (0.25, 0.75)),
    "wins of position 4, Heuristic": ("6.912", 0.00856, (286, 714), (0.25, 0.75)),
    "losses of position 1, Heuristic": ("145.2", None, (415, 585), (0.25, 0.75)),
    "losses of position 4, Heuristic": ("70.54", None, (135, 865), (0.25, 0.75)),
    "wins of SO-ISMCTS in position 2, one of each": ("1.52", 0.21762, (6, 31), (0.25, 0.75)),
    "Heuristic against MaxN": ("8", 0.00468, (35, 15), (0.5, 0.5)),
    "wins of SO-ISMCTS in position 3, against Heuristic": ("0.896", 0.3439, (14, 31), (0.25, 0.75)),
}
"""The values of χ² and p as the source prints them, with the counts that they are of; p near 0 has no figure."""

_STREAMS = (
    "by its text the source's random players draw from one seed in every game, all seats alike, so its 1,000 games are "
    "far from independent; ours are"
)
_MAXN = (
    "the source's program values colony + 0.6 a card + 0.3 an Omnium + 4 if full, and its root compares lists of "
    "everybody's payoffs, so that whoever moves plays for the first seat; ours does the same here, with five plies "
    "that are choices for its seven, of which some are none"
)


# --- the games --------------------------------------------------------------------------------------------------------


def equal_players(lab: Lab, player: str) -> Tally:
    """Four of one player."""
    return lab.play("colonizers", *[player] * SEATS, games=SEAT_GAMES, schedule="fixed")


def one_of_each(lab: Lab) -> Tally:
    """One of each player, in every order of seats."""
    return lab.play("colonizers", *ONE_OF_EACH, games=MIXED_GAMES, schedule="one-of-each")


def two_and_two(lab: Lab, one: str, other: str) -> Tally:
    """Two of each of two players, in every arrangement of seats."""
    return lab.play("colonizers", one, other, games=MIXED_GAMES, schedule="two-and-two")


# --- what is counted --------------------------------------------------------------------------------------------------


def took(tally: Tally, rank: int, *, player: str | None = None, seat: int | None = None) -> int:
    """In how many games a player (or anybody) took a rank alone, on a seat (or on any)."""
    wanted = None if player is None else tally.plan.players.index(player)

    def counts(line_up: LineUp, ranks: tuple[int, ...]) -> bool:
        return any(
            ranks[place] == rank
            and ranks.count(rank) == 1
            and wanted in (None, line_up[place])
            and seat in (None, place)
            for place in range(SEATS)
        )

    return share(tally, counts).wins


def by_seat(tally: Tally, rank: int, player: str | None = None) -> list[int]:
    """The same for each seat."""
    return [took(tally, rank, player=player, seat=seat) for seat in range(SEATS)]


def of_seat(counts: Sequence[int], seat: int) -> ChiSquare:
    """The source's test: one seat's count against the rest, if all seats had equal chances."""
    return goodness_of_fit((counts[seat], sum(counts) - counts[seat]), (1 / SEATS, 1 - 1 / SEATS))


# --- claims -----------------------------------------------------------------------------------------------------------

Games = Callable[[Lab], Tally]


def _share(
    table: str,
    what: str,
    count: int,
    of: int,
    games: Games,
    ours: Callable[[Tally], int],
    *,
    origin: Origin = "figure",
    note: str = "",
) -> Claim:
    """A number of games, as the share of all."""

    def found(lab: Lab) -> Finding:
        tally = games(lab)
        return Rate(ours(tally), 0, tally.games)

    return Claim(table, what, count / of, "rate", found, their_games=of, origin=origin, note=note)


def _mean(
    table: str,
    what: str,
    mean: float,
    of: int,
    games: Games,
    counts: Callable[[Tally, LineUp, int], bool],
    *,
    origin: Origin = "figure",
    note: str = "",
) -> Claim:
    """A mean rank, which the source rounds."""

    def found(lab: Lab) -> Finding:
        tally = games(lab)
        return mean_rank(tally, lambda line_up, seat: counts(tally, line_up, seat))

    return Claim(table, what, mean, "mean", found, tolerance=0.0005, their_games=of, origin=origin, note=note)


def _test(
    table: str,
    what: str,
    theirs: ChiSquare,
    games: Games,
    ours: Callable[[Tally], ChiSquare],
    note: str = "",
    *,
    origin: Origin = "figure",
) -> Claim:
    return Claim(table, what, theirs, "test", lambda lab: ours(games(lab)), note=note, origin=origin)


def _seats(table: str, player: str, found: SeatTable, tested: Sequence[tuple[int, int]], note: str) -> list[Claim]:
    """Four equal players: wins, losses and mean rank by position, the source's tests, and those of all positions."""
    games = partial(equal_players, player=player)
    wins, losses, means = found
    claims = [
        _share(
            table,
            f"{_RANKS[rank]} of position {seat + 1}",
            count,
            THEIR_SEAT_GAMES,
            games,
            partial(took, rank=rank, seat=seat),
            note=note,
        )
        for rank, counts in ((FIRST, wins), (LAST, losses))
        for seat, count in enumerate(counts)
    ]
    for seat, mean in enumerate(means):
        what = f"average rank of position {seat + 1}"
        claims.append(_mean(table, what, mean, THEIR_SEAT_GAMES, games, partial(_sits_at, place=seat), note=note))
    for rank, seat in tested:
        counts = wins if rank == FIRST else losses
        what = f"{_RANKS[rank]} of position {seat + 1} against B(1, 0.25)"
        claims.append(_test(table, what, of_seat(counts, seat), games, partial(_of_seat, rank=rank, seat=seat), note))
    for rank, counts in ((FIRST, wins), (LAST, losses)):
        what = f"{_RANKS[rank]} of all four positions, equal chances"
        ours = partial(_of_all_seats, rank=rank)
        claims.append(_test(table, what, goodness_of_fit(counts), games, ours, note, origin="own"))
    return claims


def _players(
    table: str,
    games: Games,
    found: Mapping[str, tuple[int, int, float]],
    *,
    origin: Origin = "figure",
    note: str = "",
) -> list[Claim]:
    """Different players: their wins, losses and mean ranks. The note is about MaxN, or about two who share a table."""
    claims = []
    for player, (wins, losses, mean) in found.items():
        said = note if player == MAXN or len(found) == 2 else ""
        for rank, count in ((FIRST, wins), (LAST, losses)):
            what, ours = f"{_RANKS[rank]} of {NAMES[player]}", partial(took, rank=rank, player=player)
            claims.append(_share(table, what, count, THEIR_MIXED_GAMES, games, ours, origin=origin, note=said))
        what = f"average rank of {NAMES[player]}"
        counts = partial(_is, player=player)
        claims.append(_mean(table, what, mean, THEIR_MIXED_GAMES, games, counts, origin=origin, note=said))
    return claims


def _positions(
    table: str, games: Games, found: Mapping[str, Sequence[int]], tested: int | None, note: str = ""
) -> list[Claim]:
    """Where different players won, and whether SO-ISMCTS wins as often in the tested position as anywhere."""
    claims = []
    for player, wins in found.items():
        said = note if player == MAXN or len(found) == 2 else ""
        for seat, count in enumerate(wins):
            what = f"games that {NAMES[player]} wins in position {seat + 1}"
            ours = partial(took, rank=FIRST, player=player, seat=seat)
            claims.append(_share(table, what, count, THEIR_MIXED_GAMES, games, ours, note=said))
    if tested is not None:
        name, wins = NAMES["ismcts"], found["ismcts"]
        of_one = partial(_of_seat, rank=FIRST, seat=tested, player="ismcts")
        of_all = partial(_of_all_seats, rank=FIRST, player="ismcts")
        what = f"wins of {name} in position {tested + 1} against B(1, 0.25)"
        claims.append(_test(table, what, of_seat(wins, tested), games, of_one))
        what = f"wins of {name} in all four positions, equal chances"
        claims.append(_test(table, what, goodness_of_fit(wins), games, of_all, origin="own"))
    return claims


def _halves(table: str, games: Games, found: Mapping[str, tuple[int, int, float]], note: str = "") -> Claim:
    """Two players who share a table: whether they win equally often."""
    one, other = found
    theirs = goodness_of_fit((found[one][0], found[other][0]))

    def ours(tally: Tally) -> ChiSquare:
        return goodness_of_fit((took(tally, FIRST, player=one), took(tally, FIRST, player=other)))

    return _test(table, f"wins of {NAMES[one]} against B(1, 0.5)", theirs, games, ours, note)


def _extreme(what: str, theirs: str, best: bool) -> Claim:
    """Who of one of each has most wins, or fewest."""

    def ours(lab: Lab) -> Finding:
        tally = one_of_each(lab)
        choose = max if best else min
        return Exact(NAMES[choose(ONE_OF_EACH, key=lambda player: took(tally, FIRST, player=player))])

    return Claim("Table 5.3 (one of each)", what, NAMES[theirs], "verdict", ours, origin="claim")


def _printed(what: str, printed: str, counts: Sequence[int], chances: Sequence[float]) -> Claim:
    """A value of χ² beside what its counts give, with as many digits."""
    digits = len(printed.partition(".")[2])
    ours = f"{goodness_of_fit(counts, chances).value:.{digits}f}"
    slip = "its own counts give another value"
    return Claim("Arithmetic of the source", f"χ² of {what}", printed, "verdict", lambda lab: Exact(ours), slip=slip)


def _p_value(what: str, printed: float, counts: Sequence[int], chances: Sequence[float]) -> Claim:
    """A p-value beside what its counts give; the source took it of its rounded χ²."""
    ours = goodness_of_fit(counts, chances).p
    return Claim(
        "Arithmetic of the source",
        f"p of χ² of {what}",
        printed,
        "value",
        lambda lab: Exact(float(f"{ours:.4g}")),
        tolerance=0.001 if printed > 0.01 else 0.00005,
    )


def _sits_at(tally: Tally, line_up: LineUp, seat: int, place: int) -> bool:
    return seat == place


def _is(tally: Tally, line_up: LineUp, seat: int, player: str) -> bool:
    return line_up[seat] == tally.plan.players.index(player)


def _of_seat(tally: Tally, rank: int, seat: int, player: str | None = None) -> ChiSquare:
    return of_seat(by_seat(tally, rank, player), seat)


def _of_all_seats(tally: Tally, rank: int, player: str | None = None) -> ChiSquare:
    return goodness_of_fit(by_seat(tally, rank, player))


# --- the table for people -------------------------------------------------------------------------------------------


def _strengths(lab: Lab) -> Finding:
    """By the mean ranks of one of each."""
    tally = one_of_each(lab)
    means = {}
    for player in ONE_OF_EACH:
        ranks = mean_rank(tally, partial(_is, tally, player=player)).values
        means[NAMES[player]] = sum(rank * count for rank, count in ranks.items()) / ranks.total()
    others = [means[name] for name in means if name not in ("SO-ISMCTS", "Random")]
    # By how much either is on the wrong side of somebody; a rank by lot has a variance of 1.25.
    wrong = max(means["SO-ISMCTS"] - min(others), max(others) - means["Random"])
    told = "average ranks: " + ", ".join(f"{name} {mean:.2f}" for name, mean in means.items())
    return _shown(wrong < 0, wrong > Z_95 * math.sqrt(2 * 1.25 / tally.games), told)


def _speeds(lab: Lab) -> Finding:
    """By what was measured of the opponents that people are offered."""
    standings = load("colonizers").standings()
    chance, rules, maxn, ismcts = (standings[player].seconds for player in ("random", "heuristic", "maxn", "ismcts"))
    told = f"{1000 * chance:.3f}, {1000 * rules:.3f}, {1000 * maxn:.2f} and {1000 * ismcts:.2f} ms a decision"
    return Exact("yes" if max(chance, rules) < maxn < ismcts else "no", told)


def _words_for_people() -> list[Claim]:
    """Table A.1: the source's words for strength and speed, as the order that they say."""
    table = "Table A.1"
    return [
        Claim(
            table,
            "strength: Random weak, Heuristic and MaxN moderate, SO-ISMCTS strong",
            "yes",
            "verdict",
            _strengths,
            note="ours: who is first and last of one of each",
        ),
        Claim(
            table,
            "speed: Random and Heuristic fast, MaxN moderate, SO-ISMCTS slow",
            "yes",
            "verdict",
            _speeds,
            note="ours: their order, as measured for the list of players, with our MaxN",
        ),
        Claim(
            "Chapter 4.4",
            "a decision of SO-ISMCTS, 200 iterations",
            "tens of seconds at most",
            "verdict",
            None,
            note="a time on the source's machine, with its program",
        ),
    ]


_RANKS = {FIRST: "wins", LAST: "losses"}
_AGAINST_MAXN = partial(two_and_two, one="heuristic", other=MAXN)
_AGAINST_ISMCTS = partial(two_and_two, one="heuristic", other="ismcts")

# --- what it concludes ------------------------------------------------------------------------------------------------

RARE = 0.01
"""What happens in a smaller share of games happens seldom."""


def _percents(counts: Sequence[int], games: int) -> str:
    return ", ".join(f"{100 * count / games:.1f}" for count in counts) + f" % of {games:,} games"


def _shown(yes: bool, no: bool, why: str) -> Finding:
    """An answer that chance does not explain; where neither is shown, the games are too few."""
    if not yes and not no:
        raise LudariumError(f"so many games do not show it: {why}")
    return Exact("yes" if yes else "no", why)


def _rejects(test: ChiSquare) -> bool:
    """Whether equal chances are rejected, by observations enough for that."""
    return test.enough and test.rejects


def _more(one: int, other: int, why: str) -> Finding:
    """Whether the first of two counts that would be equal by chance is the larger one."""
    if not one + other:
        return _shown(False, False, why)
    test = goodness_of_fit((one, other))
    return _shown(_rejects(test) and one > other, _rejects(test) and one < other, f"{why}; {test}")


def _first_is_best(lab: Lab) -> Finding:
    """Four Random: whether the first position wins most often."""
    tally = equal_players(lab, "random")
    wins = by_seat(tally, FIRST)
    test, best = of_seat(wins, 0), max(wins) == wins[0]
    why = f"wins by position: {_percents(wins, tally.games)}; {test}"
    return _shown(best and _rejects(test), not best and _rejects(goodness_of_fit(wins)), why)


def _later_is_better(lab: Lab) -> Finding:
    """Four Heuristic: whether each position has a better average rank than the one before it."""
    tally = equal_players(lab, "heuristic")
    means = []
    for place in range(SEATS):
        ranks = mean_rank(tally, partial(_at, place=place)).values
        means.append(sum(rank * count for rank, count in ranks.items()) / ranks.total())
    better = all(later < earlier for earlier, later in pairwise(means))
    differ = _rejects(goodness_of_fit(by_seat(tally, LAST)))
    return _shown(
        better and differ, not better and differ, f"average ranks: {', '.join(f'{one:.3f}' for one in means)}"
    )


def _at(line_up: LineUp, seat: int, place: int) -> bool:
    return seat == place


def _early_is_better(lab: Lab) -> Finding:
    """Whether positions 1 and 2 win more than half, among four of either player."""
    told, tests = [], []
    for player in ("random", "heuristic"):
        wins = by_seat(equal_players(lab, player), FIRST)
        halves = sum(wins[:2]), sum(wins[2:])
        tests.append((_rejects(goodness_of_fit(halves)), halves[0] > halves[1]))
        told.append(f"{100 * halves[0] / max(1, sum(halves)):.1f} % of the wins of four {NAMES[player]}")
    why = f"positions 1 and 2 have {' and '.join(told)}"
    return _shown(all(sure and ahead for sure, ahead in tests), any(sure and not ahead for sure, ahead in tests), why)


def _beats(games: Games, better: str, worse: str) -> Callable[[Lab], Finding]:
    """Whether a player wins more often than the other at the same table."""

    def ours(lab: Lab) -> Finding:
        tally = games(lab)
        one, other = (took(tally, FIRST, player=player) for player in (better, worse))
        return _more(one, other, f"{one:,} : {other:,}")

    return ours


def _maxn_is_last_more(lab: Lab) -> Finding:
    """One of each: whether MaxN comes last more often than Heuristic."""
    tally = one_of_each(lab)
    one, other = (took(tally, LAST, player=player) for player in (MAXN, "heuristic"))
    return _more(one, other, f"{one:,} : {other:,} fourth places in {tally.games:,} games")


def _not_later(lab: Lab) -> Finding:
    """Whether MaxN wins less in positions 3 and 4 than in 1 and 2, where it was expected to win more."""
    tally = _AGAINST_MAXN(lab)
    wins = by_seat(tally, FIRST, MAXN)
    return _more(sum(wins[:2]), sum(wins[2:]), f"wins by position: {_percents(wins, tally.games)}")


def _empty_deck(lab: Lab) -> Finding:
    """Whether games that nobody wins, the deck being empty, are rare among four of either player."""
    bounds, told = [], []
    for player in ("random", "heuristic"):
        drawn = tied(equal_players(lab, player))
        bounds.append(wilson(drawn.wins, 0, drawn.games))
        told.append(f"{drawn.wins:,} of {drawn.games:,} games of four {NAMES[player]}")
    why = "; ".join(told)
    return _shown(all(high < RARE for _, high in bounds), any(low > RARE for low, _ in bounds), why)


def _said() -> list[Claim]:
    """What the source concludes in words, each as a question to our games."""
    one, other = _AGAINST_MAXN, _AGAINST_ISMCTS
    notes: dict[Callable[[Lab], Finding], str] = {
        _early_is_better: "its own Table 5.2 speaks against it, too",
        _first_is_best: _STREAMS,
    }
    listed: tuple[tuple[str, str, str, Callable[[Lab], Finding]], ...] = (
        ("Chapter 2.2", "an empty deck seldom ends a game", "yes", _empty_deck),
        ("Chapter 5.1.2", "four Random: the first position wins most often", "yes", _first_is_best),
        ("Chapter 5.1.2", "four Heuristic: later positions are stronger", "yes", _later_is_better),
        ("Chapter 5.2.2", "one of each: Heuristic is less likely to lose than MaxN", "yes", _maxn_is_last_more),
        ("Chapter 5.2.2", "Heuristic is better than MaxN", "yes", _beats(one, "heuristic", MAXN)),
        ("Chapter 5.2.2", "MaxN wins no more in later positions", "yes", _not_later),
        ("Chapter 5.2.2", "SO-ISMCTS is better than Heuristic", "yes", _beats(other, "ismcts", "heuristic")),
        ("Conclusion", "players in earlier positions have an advantage", "yes", _early_is_better),
    )
    return [
        Claim(table, what, theirs, "verdict", ours, origin="claim", note=notes.get(ours, ""))
        for table, what, theirs, ours in listed
    ]


REPRODUCTION = Reproduction(
    source="colonizers",
    title="Colonizers: five experiments on seats and players",
    citation="D. Crha, thesis on Colonizers, 2020, chapter 5, Tables 5.1 to 5.8",
    claims=(
        *_seats("Table 5.1 (four Random)", "random", RANDOM_BY_SEAT, [(FIRST, 0)], _STREAMS),
        *_seats(
            "Table 5.2 (four Heuristic)",
            "heuristic",
            HEURISTIC_BY_SEAT,
            [(FIRST, 0), (FIRST, 3), (LAST, 0), (LAST, 3)],
            "",
        ),
        *_players("Table 5.3 (one of each)", one_of_each, ONE_OF_EACH, note=_MAXN),
        *(
            _share(
                "Chapter 5.2.2",
                f"games that SO-ISMCTS ends as {place}",
                count,
                THEIR_MIXED_GAMES,
                one_of_each,
                partial(took, rank=rank, player="ismcts"),
            )
            for place, rank, count in (("second", 2, 12), ("third", 3, 1))
        ),
        _extreme("most wins", "ismcts", best=True),
        _extreme("fewest wins", "random", best=False),
        *_positions("Table 5.4 (one of each)", one_of_each, ONE_OF_EACH_SEATS, 1, _MAXN),
        *_players("Table 5.5 (Heuristic, MaxN)", _AGAINST_MAXN, WITH_MAXN, note=_MAXN),
        _halves("Table 5.5 (Heuristic, MaxN)", _AGAINST_MAXN, WITH_MAXN, _MAXN),
        *_positions("Table 5.6 (Heuristic, MaxN)", _AGAINST_MAXN, WITH_MAXN_SEATS, None, _MAXN),
        *(
            claim
            for other in ("maxn", "maxn:depth=5")
            for claim in _players(
                f"Beyond the source (Heuristic, {NAMES[other]})",
                partial(two_and_two, one="heuristic", other=other),
                {"heuristic": WITH_MAXN["heuristic"], other: WITH_MAXN[MAXN]},
                origin="own",
            )
        ),
        *_players("Table 5.7 (Heuristic, SO-ISMCTS)", _AGAINST_ISMCTS, WITH_ISMCTS),
        _halves("Table 5.7 (Heuristic, SO-ISMCTS)", _AGAINST_ISMCTS, WITH_ISMCTS),
        *_positions("Table 5.8 (Heuristic, SO-ISMCTS)", _AGAINST_ISMCTS, WITH_ISMCTS_SEATS, 2),
        *(_printed(what, printed, counts, chances) for what, (printed, _, counts, chances) in PRINTED.items()),
        *(_p_value(what, p, counts, chances) for what, (_, p, counts, chances) in PRINTED.items() if p),
        Claim(
            "Arithmetic of the source",
            "whose games the formula for the wins of position 4, Heuristic, counts",
            "position 4",
            "verdict",
            lambda lab: Exact("position 1"),
            slip="it prints 230 and 770, the numbers of position 1, before the result of 286 and 714",
        ),
        Claim(
            "Figure 4.3",
            "whose payoff the printed root of MaxN compares",
            "the mover's",
            "verdict",
            lambda lab: Exact("the first seat's"),
            slip="it compares payoff vectors, whose first entry is the first seat's, whoever is to move",
        ),
        *size(),
        *_said(),
        *_words_for_people(),
        Claim(
            "Arithmetic of the source",
            "wins of Heuristic in Table 5.6, as many as in Table 5.5",
            WITH_MAXN["heuristic"][0],
            "count",
            lambda lab: Exact(sum(WITH_MAXN_SEATS["heuristic"])),
            slip="one win of Table 5.5 is missing from the positions",
        ),
    ),
)
