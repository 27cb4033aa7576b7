"""The heuristic beside a plain twin that works on texts and lists, and as a compiled policy."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from ludarium.arena.run.batches import CompiledTable
from ludarium.engine import Clock, Player, Position, View, derive
from ludarium.games import load
from ludarium.games.colonizers.cards import COLONIST_NAMES, COLOUR_NAMES, COST, MODULE_NAMES, VALUE
from ludarium.games.colonizers.table import BUILD, DRAW, KEEP, PICK, POWER
from ludarium.players import make
from tests.conftest import scaled

GAME = load("colonizers")
COLONIST_OF = {"green": "Ecologist", "blue": "Miner", "red": "General"}


def colour(module: str) -> str:
    return COLOUR_NAMES[(MODULE_NAMES.index(module) - 1) // 4]


def cost(module: str) -> int:
    return int(COST[MODULE_NAMES.index(module)])


def value(module: str) -> int:
    return int(VALUE[MODULE_NAMES.index(module)])


class Seen:
    """What a seat knows, as texts and plain numbers."""

    def __init__(self, view: View) -> None:
        fields = view.fields()
        self.me, self.stage = view.seat, fields["stage"]
        self.options = [move.text for move in view.moves()]
        self.omnium, self.cards, self.built = fields["omnium"], fields["cards"], fields["built"]
        self.hand = [MODULE_NAMES[module] for module in fields["hand"][self.me] if module]
        self.drawn = [MODULE_NAMES[module] for module in fields["drawn"]]
        counts = dict(zip(COLOUR_NAMES, fields["colour"][self.me], strict=True))
        self.colony = Counter({name: counts[name] for name in COLONIST_OF})
        self.colonists = [COLONIST_NAMES[colonist] for colonist in fields["colonist"]]
        self.offered = {name for bit, name in enumerate(COLONIST_NAMES) if fields["offered"][self.me] >> bit & 1}
        self.not_held = [
            {name for bit, name in enumerate(COLONIST_NAMES) if mask >> bit & 1} for mask in fields["cannot"]
        ]

    def possible(self, other: int) -> set[str]:
        if self.colonists[other] != "?":
            return {self.colonists[other]}
        passed_on = self.offered - {self.colonists[self.me]}
        guess = passed_on if other > self.me else set(COLONIST_NAMES[1:]) - self.offered
        return guess - set(self.colonists) - self.not_held[other]


def twin(seen: Seen, five: str, keep: str = "payable") -> set[str]:
    """The moves that the heuristic may make: several where it draws lots."""
    anything = set(seen.options)
    others = [seat for seat in range(4) if seat != seen.me]
    money, cards = seen.omnium[seen.me], seen.cards[seen.me]
    if seen.stage == PICK:
        wanted = [name for name, built in seen.colony.items() if built >= 3 and COLONIST_OF[name] in seen.offered]
        if wanted:
            return {COLONIST_OF[max(wanted, key=lambda name: seen.colony[name])]}
        return {"Visionary"} if cards <= 1 and "Visionary" in seen.offered else anything
    if seen.stage == DRAW:
        if money == 0 or cards >= 4:
            return {"Omnium"}
        return {"modules"} if cards == 0 else anything
    if seen.stage == POWER:
        robs = seen.colonists[seen.me] == "Opportunist"
        goods, times = (seen.omnium, 1) if robs else ([count - cards for count in seen.cards], 2)
        worth = {other: times * goods[other] - (len(seen.possible(other)) - 1) for other in others}
        victim = max(others, key=lambda other: worth[other])
        if not robs and worth[victim] <= 0:
            return {"name nobody"}
        return {f"name {colonist}" for colonist in seen.possible(victim)}
    verb, modules = ("keep", seen.drawn) if seen.stage == KEEP else ("build", seen.hand)
    payable = [module for module in modules if cost(module) <= money]
    if max(seen.built) >= 7:
        chosen = max(payable, key=value, default="")
    else:
        counted = cards if five == "hand" else seen.built[seen.me]
        if counted < 5:
            most = max(seen.colony.values())
            frequent = {name for name, built in seen.colony.items() if built == most and most > 0}
            offered = modules if verb == "keep" and keep == "any" else payable
            payable = [module for module in offered if colour(module) in frequent]
        chosen = max(payable, key=lambda module: value(module) - cost(module), default="")
    return {f"{verb} {chosen}"} if chosen else anything


def positions(count: int, seed: int, careless: float) -> Iterator[Position]:
    """Positions of games between heuristics that often make any move instead, all stages and phases of a game."""
    draw = random.Random(seed)
    made = 0
    while made < count:
        position = GAME.start(draw.randrange(1 << 30))
        seats = [make("heuristic", GAME) for _ in range(4)]
        for seat, player in enumerate(seats):
            player.begin(GAME, seat, draw.randrange(1 << 30))
        while not position.over and made < count:
            yield position
            made += 1
            seat = position.movers[0]
            by_lot = draw.random() < careless
            view = position.view(seat)
            move = draw.choice(position.moves(seat)) if by_lot else seats[seat].choose(view, Clock())
            position = position.play(move, seat)


def begun(text: str, seat: int, seed: int) -> Player:
    player = make(text, GAME)
    player.begin(GAME, seat, seed)
    return player


@pytest.mark.parametrize(("five", "keep"), [("hand", "payable"), ("colony", "payable"), ("hand", "any")])
def test_it_does_what_the_plain_twin_allows(five: str, keep: str) -> None:
    stages: Counter[int] = Counter()
    settled = 0
    for number, position in enumerate(positions(scaled(4_000), 1, careless=0.4)):
        seat = position.movers[0]
        view = position.view(seat)
        seen = Seen(view)
        allowed = twin(seen, five, keep)
        player = begun(f"heuristic:five={five},keep={keep}", seat, number)
        assert player.choose(view, Clock()).text in allowed, (seen.options, allowed)
        stages[seen.stage] += 1
        settled += len(allowed) < len(seen.options)
    assert set(stages) == {PICK, DRAW, KEEP, POWER, BUILD}
    assert settled > sum(stages.values()) / 4


def test_lots_are_drawn_from_all_that_is_allowed() -> None:
    """Where the rules leave several moves, each of them is made by some seed."""
    found = 0
    for position in positions(scaled(300), 2, careless=0.5):
        seat = position.movers[0]
        view = position.view(seat)
        allowed = twin(Seen(view), "hand")
        made = {begun("heuristic", seat, seed).choose(view, Clock()).text for seed in range(60)}
        assert made == allowed
        found += len(allowed) > 1
    assert found >= 5


def test_the_two_readings_of_five_differ() -> None:
    """With five modules in the colony and few in hand, only one of them goes by the gain."""
    differences = 0
    for position in positions(scaled(4_000), 3, careless=0.2):
        seen = Seen(position.view(position.movers[0]))
        differences += twin(seen, "hand") != twin(seen, "colony")
    assert differences > 0


def test_it_decides_alike_in_every_world_that_it_cannot_tell_apart() -> None:
    for number, position in enumerate(positions(scaled(400), 4, careless=0.3)):
        seat = position.movers[0]
        view = position.view(seat)
        chosen = {
            begun("heuristic", seat, number).choose(world.view(seat), Clock()).text
            for world in (view.sample(derive(number, "world", nth)) for nth in range(4))
        }
        assert chosen == {begun("heuristic", seat, number).choose(view, Clock()).text}


@pytest.mark.parametrize("texts", [["heuristic"] * 4, ["heuristic", "heuristic:five=colony", "random", "heuristic"]])
def test_compiled_games_are_the_same_games(texts: list[str]) -> None:
    players = [make(text, GAME) for text in texts]
    seeds = np.arange(1, scaled(20) + 1).astype(np.uint64)
    batch = CompiledTable(GAME, players).play(seeds, np.tile(np.arange(4), (len(seeds), 1)))
    begin = 0
    for nth, seed in enumerate(seeds.tolist()):
        position = GAME.start(seed)
        seated = [begun(text, seat, derive(seed, "seat")) for seat, text in enumerate(texts)]
        logged = batch.moves[begin : begin + batch.lengths[nth]].tolist()
        begin += int(batch.lengths[nth])
        for move in logged:
            seat = position.movers[0]
            chosen = seated[seat].choose(position.view(seat), Clock())
            assert chosen.value == move
            position = position.play(chosen, seat)
        assert list(position.result().points) == batch.points[nth].tolist()


def test_it_says_why() -> None:
    view = GAME.start(1).view(0)
    player = begun("heuristic", 0, 1)
    chosen = player.choose(view, Clock())
    assert player.thought is not None
    assert player.thought.reason.startswith(f"{chosen}: ")


def test_it_plays_nothing_else() -> None:
    other = load("pig")
    assert "colonizers" in type(make("heuristic", GAME)).suits(other)
