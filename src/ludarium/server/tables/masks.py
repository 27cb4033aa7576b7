"""Tables of a study at which nobody can tell who is a person and who is a player of the lab.

Everybody has a name that was drawn, everybody is a person to everybody else, and players seem to come, to lose their
connection and to come back as people do. What is so is stored with the table's first event, for the server alone.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ludarium.engine.errors import BadParameter
from ludarium.engine.kernels.rng import derive
from ludarium.engine.record import Record
from ludarium.studies.timing import PRIOR, RESERVE, TimeModel, due

NAMES = (
    *("Alder", "Aspen", "Birch", "Cedar", "Cypress", "Elder", "Fir", "Hawthorn", "Hornbeam", "Juniper", "Larch"),
    *("Linden", "Maple", "Pine", "Rowan", "Spruce", "Sycamore", "Willow", "Yew", "Beech", "Poplar", "Chestnut"),
    *("Heron", "Kestrel", "Lark", "Magpie", "Nuthatch", "Osprey", "Plover", "Siskin", "Starling", "Swift", "Wagtail"),
)
"""Names that people and players are given: of trees and birds, which say nothing of anybody."""
TIME_IS_UP = "the time for this decision was up"

_ARRIVAL = (math.log(1.2), 0.5, 0.4, 6.0)
"""Logarithm of the median, its standard deviation, and the bounds of the seconds until a page is open."""
_OUTAGE = (math.log(6.0), 0.6, 2.0, 30.0)
"""The same of the seconds until a lost connection is there again."""
_REACTION = (0.8, 2.5)
"""Seconds between which somebody goes on who has just come back."""
_USUAL = 8
"""Legal moves of a usual decision: what the usual length of a game is reckoned with."""


@dataclass(frozen=True)
class StudySeat:
    """Who is to sit on a seat of a study's table: a person by account, or a player by its text. `name` is what all call
    them; drawn where it is empty."""

    account: int | None = None
    player: str = ""
    name: str = ""


@dataclass(frozen=True)
class StudyWish:
    """A table that a study opens: everybody sits at once, and the game begins."""

    study: str
    game: str
    seats: Sequence[StudySeat]
    settings: Mapping[str, Any] = field(default_factory=dict)
    seconds: float | None = None
    masked: bool = True
    """Whether nobody may be able to tell people from players."""
    chat: bool = False
    resign: bool = False
    """Players never resign: whoever does is known to be a person."""
    pacing: TimeModel | None = None
    """How long people take at this game; what is assumed of any game, if it is not given."""
    reconnects: float = 0.0
    """How often in a usual game a hidden player seems to lose its connection. At 0 nobody is told who is connected,
    since people do lose theirs."""
    pause: float = 0.0
    """Seconds for which the clock of somebody stands who is away when it is their turn."""
    memory: bool = True
    """Whether players that can remember people do so from game to game of the study."""
    seed: int | None = None


@dataclass(frozen=True)
class Mask:
    """What the server knows of a study's table beyond who sits there."""

    seed: int
    pacing: TimeModel = PRIOR
    chat: bool = False
    resign: bool = False
    reconnects: float = 0.0
    pause: float = 0.0

    @classmethod
    def of(cls, wish: StudyWish, seed: int) -> Mask:
        if wish.reconnects < 0 or wish.pause < 0:
            raise BadParameter("reconnects and pause of a study's table cannot be below 0")
        pacing = PRIOR if wish.pacing is None else wish.pacing
        return cls(derive(seed, "mask"), pacing, wish.chat, wish.resign, wish.reconnects, wish.pause)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Mask:
        return cls(**{**data, "pacing": TimeModel(**data["pacing"])})

    # --- how long a player takes --------------------------------------------------------------------------------------

    def due(
        self, seat: int, ply: int, legal: int, begun: float, seconds: float | None, *, ready: float | None = None
    ) -> float:
        """After how many seconds of a decision a hidden player answers that could begin with it after `begun`.

        `ready` is for one that was still thinking when this time was over, and had its answer only then: it draws
        another, as long as people take who take longer than that. What is seen are their times without the shortest.
        """
        left = None if seconds is None else max(0.0, seconds - begun)
        seed = self.seed if ready is None else derive(self.seed, "late")
        least = 0.0 if ready is None else ready - begun
        if least >= min(self.pacing.most, math.inf if left is None else RESERVE * left):
            # Longer than people take, or nearly all of the time: any moment in what is left.
            begun, least, left = begun + least, 0.0, None if left is None else max(0.0, left - least)
        return due(self.pacing, begun, seed, ply, seat, legal, self.pacing.phase_at(ply), left, least=least)

    # --- who seems to be there ----------------------------------------------------------------------------------------

    @property
    def shows_presence(self) -> bool:
        return self.reconnects > 0

    def arrival(self, seat: int, number: int) -> float:
        """Seconds after which a player seems to have come who could since the event of a number."""
        return _log_normal(random.Random(derive(self.seed, "arrival", seat, number)), _ARRIVAL)

    def reaction(self, seat: int, ply: int) -> float:
        """Seconds until somebody goes on who was away when they wanted to."""
        return random.Random(derive(self.seed, "reaction", seat, ply)).uniform(*_REACTION)

    def outage(self, seat: int, age: float) -> tuple[float, float]:
        """The outage of a hidden player that is on at an age of the game, or else comes next: from when to when, in
        seconds since the start. Beyond all ages if there is none."""
        if not self.shows_presence:
            return math.inf, math.inf
        source = random.Random(derive(self.seed, "outages", seat))
        usual = self.pacing.length * math.exp(self.pacing.expected(_USUAL, 0.5))
        begins = ends = 0.0
        while ends <= age:
            begins = ends + source.expovariate(self.reconnects / usual)
            ends = begins + _log_normal(source, _OUTAGE)
        return begins, ends


def _log_normal(source: random.Random, shape: tuple[float, float, float, float]) -> float:
    median, spread, least, most = shape
    return min(most, max(least, math.exp(source.gauss(median, spread))))


def drawn_names(seats: Sequence[StudySeat], seed: int) -> list[str]:
    """What everybody at a table is called: drawn without a look at who they are."""
    source = random.Random(derive(seed, "names"))
    free = [name for name in NAMES if name not in {seat.name for seat in seats}]
    drawn = source.sample(free, len(seats))
    names = [seat.name or name for seat, name in zip(seats, drawn, strict=True)]
    if len(set(names)) < len(names):
        raise BadParameter(f"two at a study's table have the same name: {', '.join(names)}")
    return names


def masked_record(text: str, labels: Sequence[str]) -> str:
    """A record with nothing in it by which people and players differ: for replays before the debriefing."""
    record = Record.from_json(text)
    record.players = list(labels)
    record.decisions = [
        replace(made, seconds=0.0, reason="", fault=shown_fault(made.fault)) for made in record.decisions
    ]
    return record.to_json()


def shown_fault(fault: str) -> str:
    """A fault as a masked table tells it: people have none but that their time is up."""
    return fault if fault == TIME_IS_UP else ""
