"""What a number of games allows to say: intervals, tests, and the form in which every statistic is given.

Nothing here imports SciPy when the module is loaded: `ludarium match` needs intervals and must start at once. The
formulas, references and measured coverage are in docs/statistics.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

Z_95 = 1.959963984540054
"""A normal variable lies within ± this many deviations in 95 of 100 cases."""

SIGNIFICANT = 0.05
"""A p value (corrected, where there are several) from here down is called significant."""

POINTS_METHOD = "mean points with 95 % normal interval"

FEW_GAMES = 30
"""Below so many games a figure carries a warning: intervals are wide and only approximately 95 %."""

FEW_EXPECTED = 5.0
"""Below so many expected counts in a class the χ² approximation is not trusted (Cochran's rule)."""


@dataclass(frozen=True, kw_only=True)
class Statistic:
    """A figure or a table of them, with the name of its method and what speaks against relying on it."""

    method: str
    warnings: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: dataclasses as dicts, tuples as lists."""
        values: dict[str, Any] = plain(self)
        return values


def plain(value: Any) -> Any:
    """Results as JSON has them: tuples are lists, NumPy's numbers are numbers."""
    return _with_lists(msgspec.to_builtins(value, enc_hook=lambda number: number.item()))


def _with_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _with_lists(part) for key, part in value.items()}
    return [_with_lists(part) for part in value] if isinstance(value, (list, tuple)) else value


# --- rates ------------------------------------------------------------------------------------------------------------


def rate(wins: float, ties: float, games: float) -> float:
    """The share of games won, a tie counted as half a win."""
    return (wins + ties / 2) / games


def wilson(wins: float, ties: float, games: float, z: float = Z_95) -> tuple[float, float]:
    """The Wilson score interval of a rate, by default at 95 %.

    A tie counts as half a win and the interval is that of as many games without ties at the same rate. Ties vary less
    than wins and losses do, so with many ties the interval is wider than it had to be, never narrower;
    `score_interval` is not.
    """
    _refuse_impossible(wins, ties, games)
    share, spread = rate(wins, ties, games), z * z / games
    centre = (share + spread / 2) / (1 + spread)
    reach = z / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    # The rate lies between them; at 0 and 1 it is an end itself, which rounding must not move.
    return max(0.0, min(share, centre - reach)), min(1.0, max(share, centre + reach))


def score_interval(wins: float, ties: float, games: float, z: float = Z_95) -> tuple[float, float]:
    """The score interval of a rate when there are ties: all rates that a score test of win, tie and loss accepts.

    Without ties it is the Wilson interval. With ties it is Tango's interval of wins minus losses, halved and moved to
    0 … 1: a tie moves the rate by half a game only, and the interval is narrower for it. Counts need not be whole.
    """
    _refuse_impossible(wins, ties, games)
    if ties == 0:
        return wilson(wins, ties, games, z)
    losses = max(0.0, games - wins - ties)
    lead = (wins - losses) / games

    def rejects(assumed: float) -> bool:
        won, _, lost = outcome_chances(wins, losses, games, assumed)
        return games * (lead - assumed) ** 2 > z * z * (won + lost - assumed * assumed)

    low, high = _edge(rejects, -1.0, lead), _edge(rejects, 1.0, lead)
    return max(0.0, (1 + low) / 2), min(1.0, (1 + high) / 2)


def outcome_chances(wins: float, losses: float, games: float, lead: float) -> tuple[float, float, float]:
    """The most likely chances of win, tie and loss, given the counts, if win minus loss were known to be `lead`."""
    # Tango's closed form: the chance of a loss solves a x² + b x + c = 0.
    a = 2 * games
    b = (2 * games - wins + losses) * lead - wins - losses
    c = -losses * lead * (1 - lead)
    lost = (math.sqrt(max(0.0, b * b - 4 * a * c)) - b) / (2 * a)
    lost = min(max(lost, 0.0, -lead), (1 - lead) / 2)
    won = lost + lead
    return won, max(0.0, 1 - won - lost), lost


def _edge(rejects: Callable[[float], bool], outside: float, inside: float) -> float:
    """Where rejection ends on the way from `outside`, the far end, to `inside`, which is accepted."""
    for _ in range(40):  # to 12 digits
        middle = (outside + inside) / 2
        if rejects(middle):
            outside = middle
        else:
            inside = middle
    return inside


def _refuse_impossible(wins: float, ties: float, games: float) -> None:
    # Counts scaled by a design effect add up to the games only up to rounding.
    if not (games > 0 and wins >= 0 and ties >= 0 and wins + ties <= games * (1 + 1e-12)):
        raise ValueError(f"{wins} wins and {ties} ties in {games} games")


FEWEST = 6
"""Of fewer games not even a clean sweep shows anything: by chance alone one side wins all of five in 1 of 16 cases."""


def side_of_half(wins: float, ties: float, games: int) -> int:
    """1 if games show a rate above one half at 95 %, -1 if one below, 0 if chance explains either."""
    low, high = score_interval(wins, ties, games)
    return 0 if games < FEWEST else int(low > 0.5) - int(high < 0.5)


def mean_interval(values: Sequence[float], z: float = Z_95) -> tuple[float, float, float]:
    """The mean with the ends of its normal interval; with a single value all three are that value."""
    mean = math.fsum(values) / len(values)
    if len(values) == 1:
        return mean, mean, mean
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    reach = z * math.sqrt(variance / len(values))
    return mean, mean - reach, mean + reach


def counted_mean(counts: Mapping[float, int], z: float = Z_95) -> tuple[float, float, float]:
    """As `mean_interval`, of values that were counted: the same in whatever order they were."""
    number = sum(counts.values())
    values = sorted(counts.items())
    mean = math.fsum(value * count for value, count in values) / number
    if number == 1:
        return mean, mean, mean
    variance = math.fsum(count * (value - mean) ** 2 for value, count in values) / (number - 1)
    reach = z * math.sqrt(variance / number)
    return mean, mean - reach, mean + reach


# --- tests ------------------------------------------------------------------------------------------------------------


def sign_test(wins: int, losses: int) -> float:
    """The exact two-sided p value of so many wins and losses if both were equally likely; 1 without any."""
    if wins + losses == 0:
        return 1.0
    from scipy.special import bdtr

    return min(1.0, 2.0 * float(bdtr(min(wins, losses), wins + losses, 0.5)))


def chi_square_tail(value: float, freedom: int) -> float:
    """The chance that a χ² variable with so many degrees of freedom is at least this large."""
    from scipy.special import chdtrc

    return float(chdtrc(freedom, value))


def normal_tails(z: float) -> float:
    """The chance that a normal variable is at least so many deviations away from its mean, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


def holm(p_values: Iterable[float]) -> list[float]:
    """Holm's step-down correction: p values that may be compared with one level although there are several of them."""
    raw = list(p_values)
    corrected = [1.0] * len(raw)
    highest = 0.0
    for place, index in enumerate(sorted(range(len(raw)), key=lambda index: raw[index])):
        highest = max(highest, min(1.0, (len(raw) - place) * raw[index]))
        corrected[index] = highest
    return corrected
