"""Candidates: a rule set that was proposed, the games it played, and what became of it. One line of a run each."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.design.fitness import balance
from ludarium.design.selfplay import Played
from ludarium.engine.errors import LudariumError
from ludarium.games.rulesets.ruleset import RuleSet

PROOFS = ("first", "second", "draw")
"""What perfect play comes to."""


class BadRun(LudariumError):
    """A run's folder that is damaged, or was made by something else."""


@dataclass(frozen=True)
class Proposal:
    """A game to be played. `most_lost` stops it as soon as it must lose more points; None lets all games be played."""

    number: int
    rules: RuleSet
    how: str
    parents: tuple[str, ...] = ()
    most_lost: int | None = None
    elites: Mapping[str, float] | None = None
    """By cell of a map: what the game must be better than to get in there."""


@dataclass(frozen=True)
class Evaluation:
    """What playing a proposal gave.

    `proof` is the solver's verdict where it found one: `first`, `second` or `draw`. Then nothing was played, and the
    counts are those of perfect players.
    """

    played: Played
    proof: str = ""
    quality: Mapping[str, Any] | None = None

    @property
    def counts(self) -> tuple[int, int, int]:
        """Wins of the first seat, of the second, and draws."""
        if not self.proof:
            return self.played.counts
        first, second, draws = (self.played.planned * (self.proof == word) for word in PROOFS)
        return first, second, draws

    @property
    def stopped(self) -> bool:
        """Whether the games were ended early, because the candidate could not get in any more."""
        return not self.proof and self.played.stopped


@dataclass(frozen=True)
class Candidate:
    """A proposal that has been evaluated and judged."""

    proposal: Proposal
    evaluation: Evaluation
    diversity: int
    entered: bool
    replaced: str = ""
    worth: float | None = None
    """Where people have rated the game: what its balance, or its overall figure on a map, is worth with the ratings."""

    @property
    def number(self) -> int:
        return self.proposal.number

    @property
    def rules(self) -> RuleSet:
        return self.proposal.rules

    @property
    def name(self) -> str:
        return self.rules.short_form

    @property
    def counts(self) -> tuple[int, int, int]:
        return self.evaluation.counts

    @property
    def stopped(self) -> bool:
        return self.evaluation.stopped

    @property
    def balance(self) -> float | None:
        """None for a candidate that was stopped: its games are a sample that was cut off because it was bad."""
        return None if self.stopped else balance(*self.counts)

    @property
    def fitness(self) -> float | None:
        if self.balance is None:
            return None
        on_a_map = self.evaluation.quality is not None
        return (self.balance if self.worth is None or on_a_map else self.worth) + self.diversity

    def to_line(self) -> str:
        """One line of JSON. Nothing in it depends on the machine or the time."""
        first, second, draws = self.counts
        shown = {
            "number": self.number,
            "game": self.name,
            "how": self.proposal.how,
            "parents": list(self.proposal.parents),
            "first": first,
            "second": second,
            "draws": draws,
            "balance": self.balance,
            "diversity": self.diversity,
            "fitness": self.fitness,
            "stopped": self.stopped,
            "entered": self.entered,
            "replaced": self.replaced,
            "proof": self.evaluation.proof,
            "quality": self.evaluation.quality,
            "games": packed(self.evaluation.played),
        }
        if self.worth is not None:
            shown["worth"] = self.worth
        return json.dumps(shown, ensure_ascii=False, allow_nan=False)


def evaluation_of(data: Mapping[str, Any]) -> Evaluation:
    """What a stored line says about the games."""
    return Evaluation(unpacked(data["games"]), data["proof"], data["quality"])


def packed(played: Played) -> dict[str, Any]:
    """Games as text: their endings as letters, the rest as compressed bytes."""
    return {
        "planned": played.planned,
        "endings": "".join("AB="[ending] for ending in played.endings),
        "lengths": _pack(played.lengths, "<i4"),
        "moves": _pack(played.moves, "<i8"),
        "choices": _pack(played.choices, "<i2"),
    }


def unpacked(data: Mapping[str, Any]) -> Played:
    endings = np.array(["AB=".index(letter) for letter in data["endings"]], np.int8)
    lengths, moves, choices = (
        _unpack(data[name], kind) for name, kind in (("lengths", "<i4"), ("moves", "<i8"), ("choices", "<i2"))
    )
    if len(lengths) != len(endings) or lengths.sum() != len(moves) or len(moves) != len(choices):
        raise BadRun("the games of a stored candidate do not fit together: the run's folder is damaged")
    return Played(data["planned"], endings, lengths, moves, choices)


def _pack(numbers: Any, kind: str) -> str:
    # Byte by byte over all numbers: the higher bytes are nearly all alike.
    planes = numbers.astype(kind).view(np.uint8).reshape(len(numbers), np.dtype(kind).itemsize).T
    return base64.b85encode(zlib.compress(planes.tobytes(), 6)).decode("ascii")


def _unpack(text: str, kind: str) -> Any:
    planes = np.frombuffer(zlib.decompress(base64.b85decode(text)), np.uint8).reshape(np.dtype(kind).itemsize, -1)
    return np.ascontiguousarray(planes.T).reshape(-1).view(kind).astype(kind[1:])
