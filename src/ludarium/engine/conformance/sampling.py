"""Demands on frequencies: samples reach every consistent state, each as often as it should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import NormalDist

from ludarium.engine.conformance.cases import Case, Faults, Finding, who, without_stream
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.position import SPECTATOR, Position, View

TAIL = 1e-6
"""How seldom right frequencies may be called wrong. Seeds are fixed, so a check that passes once passes always."""
_ENOUGH = 10
"""Frequencies are compared where every state is expected about this often."""


def deals_and_samples_alike(case: Case) -> Faults:
    """At the start of a game with few deals, samples of a view are as frequent as the deals that give that view.

    The most frequent view of each seat is taken. Games with too many deals to meet each often are left to their own
    tests (`check_sampling`).
    """
    if not case.game.hidden:
        return
    starts = [case.game.start(derive(case.seed, "deal", number)) for number in range(case.deals)]
    for seat in case.watchers:
        groups: dict[bytes, list[Position]] = {}
        for start in starts:
            groups.setdefault(start.view(seat).to_bytes(), []).append(start)
        group = max(groups.values(), key=len)
        view = group[0].view(seat)
        dealt = Counter(without_stream(start) for start in group)
        sampled = _draw(view, len(group), lambda number: case.sample_seed("deal", number))
        states = dealt.keys() | sampled.keys()
        if len(group) < _ENOUGH * len(states):
            continue
        # Two samples of one size: the squared differences over the sums follow chi-square.
        distance = sum((dealt[state] - sampled[state]) ** 2 / (dealt[state] + sampled[state]) for state in states)
        if distance > chi_square_limit(len(states) - 1):
            yield (
                0,
                (
                    f"samples of the view of {who(seat)} are not as frequent as deals: "
                    f"{_shown(case.game, states, dealt)} dealt, {_shown(case.game, states, sampled)} sampled"
                ),
            )


def check_sampling(view: View, consistent: Sequence[bytes], *, seed: int = 0, draws: int = 2000) -> Finding | None:
    """Whether samples of a view are exactly the consistent states, with the right frequencies (chi-square).

    `consistent` lists the states without their random stream (`without_stream`), all equally likely; a state that is
    listed twice is twice as likely.
    """
    name, weights = "check_sampling", Counter(consistent)
    if not weights:
        raise ValueError("check_sampling needs at least one consistent state")
    if draws < _ENOUGH * len(consistent):
        raise ValueError(f"{len(consistent)} states need at least {_ENOUGH * len(consistent)} draws, got {draws}")
    sampled = _draw(view, draws, lambda number: derive(seed, "sample", number))
    for state in sampled:
        if state not in weights:
            found = Position.from_bytes(view.game, state).text
            return Finding(name, f"{who(view.seat)} is given '{found}', which its view rules out", seed)
    for state in weights:
        if not sampled[state]:
            missing = Position.from_bytes(view.game, state).text
            return Finding(name, f"{who(view.seat)} is never given '{missing}' in {draws} samples", seed)
    expected = {state: draws * weight / len(consistent) for state, weight in weights.items()}
    distance = sum((sampled[state] - expected[state]) ** 2 / expected[state] for state in weights)
    if distance > chi_square_limit(len(weights) - 1):
        shown = _shown(view.game, weights, sampled)
        return Finding(
            name, f"{who(view.seat)} is given states with wrong frequencies: {shown} in {draws} samples", seed
        )
    return None


def consistent_states(game: Game, seeds: Iterable[int], *, limit: int = 100_000) -> dict[View, set[bytes]]:
    """By brute force: every view of every seat in every line of play from the given starts, and the states behind it.

    Exact when the seeds give every deal and moves draw on no chance. More than `limit` positions are an error.
    """
    waiting = list({without_stream(start): start for start in map(game.start, seeds)}.values())
    met = {without_stream(position) for position in waiting}
    groups: dict[tuple[int, bytes], tuple[View, set[bytes]]] = {}
    while waiting:
        position = waiting.pop()
        for seat in range(SPECTATOR, game.seats):
            view = position.view(seat)
            groups.setdefault((seat, view.to_bytes()), (view, set()))[1].add(without_stream(position))
        for seat in position.movers:
            for move in position.moves(seat):
                following = position.play(move, seat)
                if without_stream(following) not in met:
                    met.add(without_stream(following))
                    waiting.append(following)
        if len(met) > limit:
            raise ValueError(f"{game.name} has more than {limit} positions: choose smaller settings")
    return dict(groups.values())


def chi_square_limit(freedom: int, tail: float = TAIL) -> float:
    """What a chi-square variable exceeds with probability `tail` (Wilson and Hilferty's approximation)."""
    if freedom < 1:
        return 0.0
    spread = 2.0 / (9.0 * freedom)
    return float(freedom * (1.0 - spread + NormalDist().inv_cdf(1.0 - tail) * spread**0.5) ** 3)


def _draw(view: View, draws: int, seed_of: Callable[[int], int]) -> Counter[bytes]:
    return Counter(without_stream(view.sample(seed_of(number))) for number in range(draws))


def _shown(game: Game, states: Iterable[bytes], counts: Mapping[bytes, int]) -> str:
    listing = [f"{counts.get(state, 0)}× '{Position.from_bytes(game, state).text}'" for state in sorted(states)]
    return ", ".join(listing[:4]) + (" …" if len(listing) > 4 else "")
