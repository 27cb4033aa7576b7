"""Tarble's published matches, the number of its turns, and the order of strength."""

from __future__ import annotations

from itertools import pairwise

from ludarium.arena.reproduce.reproduction import Claim, Exact, Finding, Lab, Rate, Reproduction
from ludarium.arena.stats.statistics import rate, score_interval
from ludarium.games import load
from ludarium.games.tarble.turns import turns_from

GAMES = 200
"""Games of each pair."""
THEIR_GAMES = 13
"""Games of each of the source's matches."""

NAMES = {
    "minimax": "Minimax",
    "mcts": "MCTS",
    "td-single": "TD single",
    "td-turn": "TD full turn",
    "joey": "Joey",
    "sarah": "Sarah",
    "brian": "Brian",
    "champion": "Champion",
}
LADDER = ("minimax", "mcts", "td-turn", "joey", "sarah", "brian")
"""The order of strength, the weakest first."""
MORE_SIMULATIONS = "mcts:iterations=60000"
"""The larger budget of the tree search: twice its own."""
FEWER_SIMULATIONS = "mcts:iterations=3000"
"""The smaller one: a tenth."""
BAR = 0.8
"""The share of games that Champion must win against Brian."""

SEQUENCES = {1: 12, 2: 198, 3: 3_652, 4: 73_870, 5: 1_594_006, 6: 36_241_240}
"""Sequences of movements from the start by roll, as counted by playing them all, without a turn generator."""
OVER = 20_000_000
"""How many the source says that a roll of 6 has at least."""


# --- matches ----------------------------------------------------------------------------------------------------------


def match(lab: Lab, first: str, second: str) -> Rate:
    """What the first wins against the second."""
    tally = lab.play("tarble", first, second, games=GAMES)
    by_player, _, _ = tally.outcomes()
    return Rate(by_player[0]["win"], by_player[0]["tie"], tally.games)


def _match(table: str, first: str, second: str, won: int, note: str = "") -> Claim:
    def ours(lab: Lab) -> Finding:
        return match(lab, first, second)

    what = f"{_name(first)} over {_name(second)}"
    return Claim(table, what, won / THEIR_GAMES, "rate", ours, their_games=THEIR_GAMES, note=note)


def _name(player: str) -> str:
    name, _, options = player.partition(":")
    return f"{NAMES[name]} ({options.replace('=', ' ')})" if options else NAMES[name]


# --- the order of strength --------------------------------------------------------------------------------------------


def strengths(lab: Lab, players: tuple[str, ...] = LADDER) -> dict[str, float]:
    """Each player's mean share of the games against each of the others."""
    shares: dict[str, list[float]] = {player: [] for player in players}
    for index, weaker in enumerate(players):
        for stronger in players[index + 1 :]:
            # In the order in which the matches above are played, so that their games serve here, too.
            found = match(lab, stronger, weaker)
            share = rate(found.wins, found.ties, found.games)
            shares[stronger].append(share)
            shares[weaker].append(1 - share)
    return {player: sum(several) / len(several) for player, several in shares.items()}


def in_order(found: dict[str, float]) -> str:
    """The players by their strength, the weakest first."""
    return " < ".join(NAMES[player] for player in sorted(found, key=lambda player: found[player]))


def _order(lab: Lab) -> Finding:
    found = strengths(lab)
    return Exact(in_order(found), ", ".join(f"{NAMES[player]} {share:.1%}" for player, share in found.items()))


def in_figures(found: Rate) -> str:
    """`won 131 of 200: 65.5% (58.7% to 71.7%)`."""
    low, high = score_interval(found.wins, found.ties, found.games)
    ties = f" and {found.ties} ties" if found.ties else ""
    share = rate(found.wins, found.ties, found.games)
    return f"won {found.wins}{ties} of {found.games}: {share:.1%} ({low:.1%} to {high:.1%})"


def _ahead(stronger: str, weaker: str) -> Claim:
    """A step of the ladder alone: whether the stronger wins more than half of its games."""

    def ours(lab: Lab) -> Finding:
        found = match(lab, stronger, weaker)
        return Exact("yes" if rate(found.wins, found.ties, found.games) > 0.5 else "no", in_figures(found))

    return Claim("Order of strength", f"{NAMES[stronger]} beats {NAMES[weaker]}", "yes", "verdict", ours)


def _champion(lab: Lab) -> Finding:
    found = match(lab, "champion", "brian")
    return Exact("yes" if rate(found.wins, found.ties, found.games) >= BAR else "no", in_figures(found))


# --- turns ------------------------------------------------------------------------------------------------------------


def _counted(roll: int) -> int:
    sequences = turns_from(load("tarble").start(0), roll, counting=True).sequences
    assert sequences is not None
    return sequences


def _sequences(roll: int) -> Claim:
    def ours(lab: Lab) -> Finding:
        return Exact(_counted(roll))

    what = f"sequences of movements from the start with a roll of {roll}"
    note = "theirs by playing every sequence, ours by the turn generator, which merges equal positions"
    return Claim("Turns", what, SEQUENCES[roll], "count", ours, note=note)


def _over(lab: Lab) -> Finding:
    counted = _counted(6)
    return Exact(f"over {OVER:,}" if counted > OVER else f"{counted:,}")


_HUMAN_LIKE = "Players that think like people"
_SEARCHES = "Searches and learners"

REPRODUCTION = Reproduction(
    source="tarble",
    title="Tarble: players that think like people against searches and learners",
    citation="B. S. Greenberg, Humanization of Computational Learning in Strategy Games, 2016, chapters 4 and 6",
    claims=(
        Claim("Turns", "sequences with a roll of 6, as the source gives them", f"over {OVER:,}", "verdict", _over),
        *(_sequences(roll) for roll in SEQUENCES),
        _match(
            _SEARCHES,
            "mcts",
            "minimax",
            12,
            "ours decides in a tenth of a second, theirs in 3 minutes; our Minimax makes every capture that it sees",
        ),
        _match(_SEARCHES, MORE_SIMULATIONS, "minimax", 12, "the same match with twice the simulations"),
        _match(_SEARCHES, "td-turn", "mcts", 10, "theirs gave MCTS 10 minutes a turn"),
        _match(
            _SEARCHES,
            "td-turn",
            "td-turn:network=single",
            11,
            "trained further on whole turns over trained on single movements, both looking a whole turn ahead",
        ),
        _match(_HUMAN_LIKE, "joey", "mcts", 13),
        _match(_HUMAN_LIKE, "joey", FEWER_SIMULATIONS, 13, "the same match with a tenth of the simulations"),
        _match(_HUMAN_LIKE, "joey", "td-single", 12),
        _match(_HUMAN_LIKE, "joey", "td-turn", 10),
        _match(_HUMAN_LIKE, "sarah", "mcts", 13),
        _match(_HUMAN_LIKE, "sarah", "td-single", 13),
        _match(_HUMAN_LIKE, "sarah", "td-turn", 13),
        _match(_HUMAN_LIKE, "sarah", "joey", 11),
        _match(_HUMAN_LIKE, "brian", "mcts", 13),
        _match(_HUMAN_LIKE, "brian", "td-single", 13),
        _match(_HUMAN_LIKE, "brian", "td-turn", 13),
        _match(_HUMAN_LIKE, "brian", "joey", 12),
        _match(_HUMAN_LIKE, "brian", "sarah", 13),
        *(_ahead(stronger, weaker) for weaker, stronger in pairwise(LADDER)),
        Claim(
            "Order of strength",
            "by the mean share of games against each of the others",
            " < ".join(NAMES[player] for player in LADDER),
            "verdict",
            _order,
            note="all pairs are played, also those that the source did not",
        ),
        Claim(
            "Beyond the source",
            f"Champion wins at least {BAR:.0%} against Brian",
            "yes",
            "verdict",
            _champion,
            note="our own bar: the source has no such player",
        ),
    ),
)
