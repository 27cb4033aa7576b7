"""Who won how often: by player, by seat, with the uncertainty of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludarium.arena.series import Fault, Played, Series
from ludarium.arena.statistics import mean_interval, rate, wilson

SHOWN_FAULTS = 20


class Tally:
    """The running score of a series."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.games = 0
        self.faults: list[Fault] = []
        count = len(series.players)
        self._by_player = [Counter[str]() for _ in range(count)]
        self._by_seat = [Counter[str]() for _ in range(count)]
        self._ranks = [0] * count
        self._points: dict[int, tuple[float, ...]] = {}
        self._total = 0.0

    def add(self, played: Played) -> None:
        """Count a game; the order of the games does not matter."""
        self.games += 1
        self.faults += played.faults
        points = [0.0] * len(played.seating)
        for seat, player in enumerate(played.seating):
            outcome = played.result.outcome(seat)
            self._by_player[player][outcome] += 1
            self._by_seat[seat][outcome] += 1
            self._ranks[player] += played.result.ranks[seat]
            points[player] = played.result.points[seat]
        self._points[played.number] = tuple(points)
        self._total += points[0]

    @property
    def score(self) -> str:
        """The score so far in one line: the rates of the players, or the mean points of a single one."""
        if not self.games:
            return ""
        if len(self._by_player) == 1:
            return f"{self._total / self.games:.1f} points"
        return " : ".join(f"{rate(tally['win'], tally['tie'], self.games):.1%}" for tally in self._by_player)

    def summary(self, seconds: float) -> dict[str, Any]:
        """Everything as plain values, as `ludarium match --json` prints it. Players and seats count from 0."""
        return {
            "game": self.series.loaded.name,
            "games": self.games,
            "seed": self.series.seed,
            "seconds": round(seconds, 3),
            "settings": dict(self.series.loaded.settings),
            "players": [self._player(index) for index in range(len(self._by_player))],
            "seats": [{"seat": seat, **_outcomes(tally)} for seat, tally in enumerate(self._by_seat)],
            "faults": [
                {
                    "game": fault.game,
                    "player": self.series.players[fault.player],
                    "seat": fault.seat,
                    "text": fault.text,
                }
                for fault in sorted(self.faults, key=lambda fault: fault.game)[:SHOWN_FAULTS]
            ],
        }

    def _player(self, index: int) -> dict[str, Any]:
        tally = self._by_player[index]
        low, high = wilson(tally["win"], tally["tie"], self.games)
        mean, points_low, points_high = mean_interval(self._points_of(index))
        alone = len(self._by_player) == 1  # nobody to win against: only the points say something
        return {
            "name": self.series.players[index],
            "seat_order": self.series.seat_order(index),
            **_outcomes(tally),
            "rate": None if alone else rate(tally["win"], tally["tie"], self.games),
            "low": None if alone else low,
            "high": None if alone else high,
            "mean_rank": self._ranks[index] / self.games,
            "mean_points": mean,
            "points_low": points_low,
            "points_high": points_high,
            "faults": sum(fault.player == index for fault in self.faults),
        }

    def _points_of(self, player: int) -> list[float]:
        return [self._points[number][player] for number in sorted(self._points)]


def _outcomes(tally: Counter[str]) -> dict[str, int]:
    return {"wins": tally["win"], "ties": tally["tie"], "losses": tally["loss"]}
