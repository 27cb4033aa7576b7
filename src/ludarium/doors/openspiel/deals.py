"""Games that begin with a deal: what a seat knows of it, and other deals that it takes for possible.

A hand of thirteen cards cannot be found by drawing deals and throwing away those that do not fit. But what a seat knows
of a deal has a plain form: some places of it can be exchanged without the seat noticing, the cards of all others above
all, and some cards, where suits do not count. The deal in which whatever can be exchanged stands in order is the same
for all deals that the seat cannot tell apart. Others are drawn from it by exchanging cards, until everybody could have
done what the seat has seen them do.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ludarium.doors.openspiel.histories import Histories

DEALT = ("dou_dizhu", "skat", "spades")
"""The games for which this was tried: all cards are dealt before anybody decides. (Bridge would be one, but solves each
deal at once, which takes a fifth of a second.)"""
_TRIED_DEALS = 3
"""Deals on which it is tried what can be exchanged."""
_PATIENCE = 1_000
"""Exchanges that lead no further before some of what others are taken to have done is forgotten."""


class _Made(NamedTuple):
    """An action after the deal, and what the seat knows then."""

    action: int
    met: int
    text: str


class Deals:
    """The deals of one game. Cards that are left over stand behind those that are dealt, as if dealt to nobody."""

    def __init__(self, histories: Histories) -> None:
        self._histories = histories
        self._places: dict[tuple[int, int], list[list[int]]] = {}
        self._tried: dict[int, list[list[Any]]] = {}

    def _steps(self, first: int) -> list[list[Any]]:
        """Some deals, card by card. Where what is drawn first is no card, it is the one given: it may say which card
        all are shown."""
        first = first if first not in self._cards else min(self._cards)
        if first not in self._tried:
            source, found = random.Random(1), list[list[Any]]()
            for _ in range(_TRIED_DEALS):
                states = [self._histories.root]
                while states[-1].is_chance_node():
                    drawn = source.choice(states[-1].legal_actions())
                    states.append(states[-1].child(drawn if len(states) > 1 or first in self._cards else first))
                found.append(states)
            self._tried[first] = found
        return self._tried[first]

    def _sample(self, first: int, number: int) -> list[int]:
        return self._with_rest(self._steps(first)[number][-1].history())

    @cached_property
    def length(self) -> int:
        """How many cards are dealt."""
        return len(self._steps(min(self._cards))[0]) - 1

    @cached_property
    def _cards(self) -> frozenset[int]:
        """All cards: what can be dealt second, and what has been dealt first where that is a card."""
        state = self._histories.root.clone()
        first = state.legal_actions()
        state.apply_action(first[0])
        second = state.legal_actions()
        return frozenset(second) | (frozenset(first) if set(second) < set(first) else frozenset())

    def _with_rest(self, deal: Sequence[int]) -> list[int]:
        return [*deal[: self.length], *sorted(self._cards.difference(deal[: self.length]))]

    def _shown(self, deal: Sequence[int], seat: int) -> int:
        """How often a seat is shown something new while cards are dealt."""
        state = self._histories.root.clone()
        shown = [self._histories.told(state, seat)]
        for action in deal[: self.length]:
            state.apply_action(action)
            shown.append(self._histories.told(state, seat))
        return sum(before != after for before, after in pairwise(shown))

    # --- what can be exchanged ----------------------------------------------------------------------------------------

    @cached_property
    def _kinds(self) -> dict[int, int]:
        """By card the lowest that nobody can tell from it: whoever holds one would not notice the other."""
        first = self._histories.root.legal_actions()[0]
        deal = self._sample(first, 0)
        cards = [group for group in self.places(0, first) if deal[group[0]] in self._cards]
        own, other = cards[0][0], cards[1][0]  # which the first seat tells apart
        lowest: dict[int, int] = {}
        for card in sorted(self._cards):
            for low in sorted(set(lowest.values())):
                for place, held in ((own, card), (other, low)):
                    deal = _exchanged(deal, place, deal.index(held))
                if self._last(deal, 0) == self._last(_exchanged(deal, own, other), 0):
                    lowest[card] = low
                    break
            lowest.setdefault(card, card)
        return lowest

    def _last(self, deal: Sequence[int], seat: int) -> str:
        """What a seat is shown when all cards are dealt."""
        state = self._histories.root.clone()
        for action in deal[: self.length]:
            state.apply_action(action)
        return self._histories.told(state, seat)

    def places(self, seat: int, first: int) -> list[list[int]]:
        """The places of a deal in groups: within each, cards can be exchanged without the seat noticing."""
        key = seat, min(self._cards) if first in self._cards else first
        if key not in self._places:
            deals = [self._sample(first, number) for number in range(_TRIED_DEALS)]
            shown = [[self._histories.told(state, seat) for state in states] for states in self._steps(first)]
            tried = list(zip(deals, self._steps(first), shown, strict=True))
            groups: list[list[int]] = []
            for place in range(len(deals[0])):
                for group in groups:
                    if all(self._unnoticed(*each, group[0], place, seat) for each in tried):
                        group.append(place)
                        break
                else:
                    groups.append([place])
            self._places[key] = groups
        return self._places[key]

    def _unnoticed(
        self, dealt: Sequence[int], states: Sequence[Any], told: Sequence[str], one: int, other: int, seat: int
    ) -> bool:
        """Whether a seat would be shown the same, card by card, were two cards of a deal exchanged."""
        deal = _exchanged(dealt, one, other)
        begun = min(one, self.length)
        state = states[begun].clone()
        for step in range(begun, self.length):
            if step in (one, other) and deal[step] not in state.legal_actions():
                return False
            state.apply_action(deal[step])
            if self._histories.told(state, seat) != told[step + 1]:
                return False
        return True

    def in_order(self, history: Sequence[int], seat: int) -> list[int]:
        """The deal that stands for all that a seat cannot tell from this history's, and whether it knows the rest."""
        deal = self._with_rest(history)
        knows = self._knows_rest(deal, history, seat)
        used, found = set[int](), [0] * len(deal)
        for group in self._groups(seat, deal[0], knows):
            kinds = sorted(self._kinds.get(deal[place], deal[place]) for place in group)
            for place, kind in zip(group, kinds, strict=True):
                same = [card for card, low in self._kinds.items() if low == kind] or [kind]
                found[place] = min(card for card in same if card not in used)
                used.add(found[place])
        return [*found, int(knows)]

    def _groups(self, seat: int, first: int, knows_rest: bool) -> list[list[int]]:
        groups = self.places(seat, first)
        if not knows_rest:
            return groups
        dealt = [[place for place in group if place < self.length] for group in groups]
        rest = [[place for place in group if place >= self.length] for group in groups]
        return [group for group in (*dealt, *rest) if group]

    def _knows_rest(self, deal: Sequence[int], history: Sequence[int], seat: int) -> bool:
        """Whether a seat has been shown the cards that were left over: it then sees it if one of them is another."""
        if len(deal) == self.length:
            return False
        group = next(group for group in self.places(seat, deal[0]) if self.length in group)
        others = [place for place in group if self._kinds[deal[place]] != self._kinds[deal[self.length]]]
        for other in [place for place in others if place < self.length][:_TRIED_DEALS]:
            changed = _exchanged(deal, self.length, other)
            here, there = self._histories.root.clone(), self._histories.root.clone()
            for number, action in enumerate(history):
                instead = changed[number] if number < self.length else action
                if there.is_terminal() or instead not in there.legal_actions():
                    break
                here.apply_action(action)
                there.apply_action(instead)
                if self._histories.told(here, seat) != self._histories.told(there, seat):
                    return True
        return False

    # --- what a seat takes for possible -------------------------------------------------------------------------------

    def possible(
        self,
        ordered: Sequence[int],
        known: Sequence[int],
        offered: Sequence[int],
        seat: int,
        mover: int,
        source: random.Random,
        tries: int,
    ) -> list[int] | None:
        """A history after which a seat knows this and may do that, from a deal as `in_order` gives it; None if none was
        found."""
        *drawn, knows_rest = ordered
        groups = [group for group in self._groups(seat, drawn[0], bool(knows_rest)) if len(group) > 1]
        for group in groups:
            cards = [drawn[place] for place in group]
            source.shuffle(cards)
            for place, card in zip(group, cards, strict=True):
                drawn[place] = card
        begun = self._shown(drawn, seat)
        follow = partial(self._follow, begun=begun, known=known, seat=seat, mover=mover, source=source)
        way, there = follow(drawn, [])
        idle = 0
        for _ in range(tries):
            if there and self._fits(drawn, way, known, offered, seat, mover):
                return [*drawn[: self.length], *(made.action for made in way)]
            way = _seen(way, begun)
            if idle == _PATIENCE:
                way, idle = way[: source.randrange(len(way) + 1)], 0
            if not groups:
                return None
            group = source.choices(groups, [len(group) for group in groups])[0]
            exchanged = _exchanged(drawn, *source.sample(group, 2))
            further, there = follow(exchanged, way)
            before, after = (each[-1].met if each else begun for each in (way, further))
            idle = 0 if after > before else idle + 1
            if after >= before:
                drawn, way = exchanged, further
            else:
                there = False
        return None

    def _follow(
        self,
        deal: Sequence[int],
        way: list[_Made],
        *,
        begun: int,
        known: Sequence[int],
        seat: int,
        mover: int,
        source: random.Random,
    ) -> tuple[list[_Made], bool]:
        """How far what a seat knows can be followed after a deal, and whether to its end; what has been done before is
        done again if it can be."""
        histories = self._histories
        state = histories.root.clone()
        for action in deal[: self.length]:
            state.apply_action(action)
        for number, made in enumerate(way):
            if state.is_terminal() or made.action not in state.legal_actions():
                return way[:number], False
            state.apply_action(made.action)
        further = list(way)
        met, text = (way[-1].met, way[-1].text) if way else (begun, histories.told(state, seat))
        while met < len(known) or histories.mover(state) != mover:
            found = self._next(state, met, text, known, seat, source)
            if found is None:
                return _seen(further, begun), False
            state, made = found
            met, text = made.met, made.text
            further.append(made)
        return further, True

    def _next(
        self, state: Any, met: int, text: str, known: Sequence[int], seat: int, source: random.Random
    ) -> tuple[Any, _Made] | None:
        """Something that may have been done next, rather what the seat has seen than what it has not."""
        from ludarium.doors.openspiel.histories import digest

        if state.is_terminal():
            return None
        own = self._histories.mover(state) == seat
        actions = state.legal_actions()
        if own:
            actions = [known[met]] if met < len(known) and known[met] in actions else []
        source.shuffle(actions)
        unseen = None
        for action in actions:
            child = state.child(action)
            after, then = self._histories.told(child, seat), met + own
            if after == text:
                unseen = unseen or (child, _Made(action, then, after))
            elif then < len(known) and known[then] == digest(after):
                return child, _Made(action, then + 1, after)
        return unseen

    def _fits(
        self,
        deal: Sequence[int],
        way: Sequence[_Made],
        known: Sequence[int],
        offered: Sequence[int],
        seat: int,
        mover: int,
    ) -> bool:
        """Whether a seat knows just this after all that, and may do what it is offered."""
        histories = self._histories
        history = np.array([*deal[: self.length], *(made.action for made in way)], histories.kind).tobytes()
        state = histories.after(history)
        if histories.mover(state) != mover or (mover == seat and list(state.legal_actions(seat)) != list(offered)):
            return False
        return histories.known(history, seat)[0] == tuple(known)


def _seen(way: list[_Made], begun: int) -> list[_Made]:
    """All up to the last action that the seat has noticed: what it has not may have been something else."""
    end = len(way)
    while end and way[end - 1].met == (way[end - 2].met if end > 1 else begun):
        end -= 1
    return way[:end]


def _exchanged(deal: Sequence[int], one: int, other: int) -> list[int]:
    changed = list(deal)
    changed[one], changed[other] = changed[other], changed[one]
    return changed
