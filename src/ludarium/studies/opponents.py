"""Which opponent a person meets next.

First every strategy once, those that are wanted most first: in a refinement these are the ones that nobody has rated,
so that a person who comes late, or sees fewer opponents than there are, rates what is missing. Then a new list: the
strategies that the person misjudged, and a share of those that the person's group misjudged. So right judgements are
confirmed, and so is that the person belongs to the group.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ludarium.engine.errors import LudariumError
from ludarium.engine.kernels.rng import derive
from ludarium.studies.data import Judgement

SHARE = 0.5
"""The share of what a person's group misjudged that the person meets again."""

Why = Literal["new", "misjudged", "group", "again"]


@dataclass(frozen=True)
class Opponent:
    """Who comes next and why: not met yet, misjudged by the person, misjudged by the group, or nothing of these."""

    player: str
    why: Why


def misjudged(judgements: Sequence[Judgement]) -> set[str]:
    """The players that were not recognised when they were met last."""
    last = {judgement.player: judgement for judgement in judgements}
    return {player for player, judgement in last.items() if judgement.said != judgement.truth}


def next_opponent(
    person: str,
    pool: Sequence[str],
    judgements: Sequence[Judgement],
    *,
    wanted: Mapping[str, float] | None = None,
    group: Collection[str] = (),
    share: float = SHARE,
    seed: int,
) -> Opponent:
    """The opponent of a person's next game.

    Args:
        person: The judge, as in `judgements`.
        pool: The strategies of today, by their texts.
        judgements: Everybody's judgements so far, in the order of time.
        wanted: How urgently each strategy is to be rated; 0 where nothing is said. Without it those with the fewest
            judgements come first.
        group: The people of the person's group, by their names.
        share: How much of what the group misjudged is put before the person.
        seed: Decides between equals; the same seed and the same judgements give the same opponent.
    """
    if not pool:
        raise LudariumError("there is no opponent to choose from: the pool of strategies is empty")
    own = [judgement for judgement in judgements if judgement.judge == person]
    met = Counter(judgement.player for judgement in own)
    ratings = Counter(judgement.player for judgement in judgements)
    urgency = {player: -ratings[player] if wanted is None else wanted.get(player, 0.0) for player in pool}
    stream = random.Random(derive(seed, "opponent", person, len(own)))

    def first(players: Collection[str], why: Why) -> Opponent:
        shuffled = stream.sample(sorted(players), len(players))
        return Opponent(min(shuffled, key=lambda player: (met[player], -urgency[player])), why)

    if new := [player for player in pool if not met[player]]:
        return first(new, "new")
    mine = misjudged(own) & set(pool)
    theirs = _of_group(pool, judgements, person, group) - mine
    # The choice among the group's is drawn from the person's name alone, so that it is a list, not a lottery each time.
    listed = random.Random(derive(seed, "list", person)).sample(sorted(theirs), round(share * len(theirs)))
    candidates = mine | set(listed)
    if not candidates:
        return first(pool, "again")
    chosen = first(candidates, "misjudged").player
    return Opponent(chosen, "misjudged" if chosen in mine else "group")


def _of_group(pool: Sequence[str], judgements: Sequence[Judgement], person: str, group: Collection[str]) -> set[str]:
    """What others of the group misjudged."""
    others = set(group) - {person}
    by_judge: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        if judgement.judge in others:
            by_judge.setdefault(judgement.judge, []).append(judgement)
    return {player for own in by_judge.values() for player in misjudged(own)} & set(pool)
