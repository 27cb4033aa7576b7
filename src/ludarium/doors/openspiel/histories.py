"""OpenSpiel's states behind the lab's records.

A position is kept as the history of its actions, those of chance included: the state itself is OpenSpiel's, made from
the history and remembered. What a seat knows is kept as the sequence of what it was shown, each text once as a digest,
and of its own actions: two positions that a seat cannot tell apart have the same sequence, and a position that a seat
takes for possible is a history that leads to it.
"""

from __future__ import annotations

import hashlib
import math
import random
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.doors.openspiel.deals import DEALT, Deals
from ludarium.doors.openspiel.loading import PREFIX, Loaded
from ludarium.engine.errors import MalformedPosition, NotSuited

CHANCE_OR_OVER = -1
RESAMPLED = (
    "bargaining",
    "colored_trails",
    "euchre",
    "gin_rummy",
    "hearts",
    "kuhn_poker",
    "leduc_poker",
    "oh_hell",
    "universal_poker",
)
"""The games that draw a state from an information state themselves, and by it alone: the same numbers drawn give the
same state, whatever the state is that is asked. (So does not blackjack, and bridge's drawing does not come to an end.)
"""
TRIES, TRIES_EACH = 20_000, 50
"""How many actions are tried to find a history that a seat takes for possible, and how many more for each thing that it
knows."""
_PATIENCE = 30
"""How often a way leads nowhere before the search jumps back."""
_DRAWS = 500
"""How often a game is asked for a state that keeps the rules."""
_ROOM = 1 << 21
"""How long all histories together may be that are remembered."""


@dataclass
class _Step:
    """A state on the way to one that is consistent with what a seat knows."""

    state: Any
    text: str
    met: int
    """How much of what the seat knows it has led to."""
    left: list[int]
    """The actions still to be tried, the next one last."""


class Histories:
    """The states of one game by their histories. Those handed out are shared: nobody applies actions to them."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self.kind = np.dtype("i2" if not loaded.hidden and self._largest(loaded) < 2**15 else "i4")
        self.root = loaded.game.new_initial_state()
        self._tells = loaded.game.get_type().provides_information_state_string
        self.resampled = loaded.game.get_type().short_name in RESAMPLED
        self.deals = Deals(self) if loaded.game.get_type().short_name in DEALT else None
        kind = loaded.game.get_type()
        self._observes = bool(kind.provides_observation_tensor)
        self.tensor_shape: tuple[int, ...] | None = None
        if self._observes:
            self.tensor_shape = tuple(loaded.game.observation_tensor_shape())
        elif kind.provides_information_state_tensor:
            self.tensor_shape = tuple(loaded.game.information_state_tensor_shape())
        self._states: dict[bytes, Any] = {}
        self._known: dict[tuple[bytes, int], tuple[tuple[int, ...], str]] = {}
        self._shown: dict[bytes, bytes] = {}
        self._texts: tuple[bytes, int, dict[int, str]] = b"", -1, {}
        """The last that were asked for: who asks for one asks for all."""
        self._used = 0
        self._making = threading.Lock()

    @staticmethod
    def _largest(loaded: Loaded) -> int:
        return max(loaded.actions, int(loaded.game.max_chance_outcomes()))

    @property
    def has_others(self) -> bool:
        """Whether a view holds a history, or the deal of one, from which others can be drawn that the seat takes for
        possible."""
        return self.resampled or self.deals is not None

    # --- states -------------------------------------------------------------------------------------------------------

    def after(self, history: bytes) -> Any:
        """The state after a history."""
        if not history:
            return self.root
        found = self._states.get(history)
        return found if found is not None else self._make(history)

    def _make(self, history: bytes) -> Any:
        size, begun = self.kind.itemsize, len(history)
        state = None
        while state is None and begun > max(0, len(history) - 8 * size):
            begun -= size
            state = self._states.get(history[:begun])
        if state is None:
            state, begun = self.root, 0
        state = state.clone()
        for action in np.frombuffer(history[begun:], self.kind).tolist():
            # OpenSpiel would end the whole process, but for those games that draw such histories themselves.
            if not self.resampled and (state.is_terminal() or action not in state.legal_actions()):
                raise MalformedPosition(f"the history of {PREFIX}{self.loaded.text} has the action {action}, not legal")
            state.apply_action(action)
        self.keep(history, state)
        return state

    def keep(self, history: bytes, state: Any) -> None:
        """Remember the state after a history; from now on it is shared."""
        with self._making:
            self._make_room(len(history) // self.kind.itemsize)
            self._states[history] = state

    def _make_room(self, more: int) -> None:
        """Forget the older half when there is too much to be remembered."""
        self._used += more + 16
        if self._used > _ROOM:
            remembered: tuple[dict[Any, Any], ...] = (self._states, self._known, self._shown)
            for kept in remembered:
                for key in list(kept)[: len(kept) // 2 + 1]:
                    del kept[key]
            self._used = sum(len(key) // self.kind.itemsize + 16 for key in self._states)

    def mover(self, state: Any) -> int:
        """The seat that decides, or -1."""
        if state.is_terminal() or state.is_chance_node():
            return CHANCE_OR_OVER
        if state.is_simultaneous_node():
            raise NotSuited(
                f"{PREFIX}{self.loaded.text} cannot be played here: seats decide at once in it, and OpenSpiel does not "
                "turn it into one in which they decide in turn"
            )
        return int(state.current_player())

    # --- what a seat knows --------------------------------------------------------------------------------------------

    def told(self, state: Any, seat: int) -> str:
        """What OpenSpiel shows a seat: its information state, or where the game has none what it observes."""
        if seat < 0:
            return ""
        return str(state.information_state_string(seat) if self._tells else state.observation_string(seat))

    def _next(self, state: Any, seat: int, before: str) -> str:
        """What a seat is shown next. A game that draws states itself deals in any order: what is shown meanwhile does
        not count."""
        return before if self.resampled and state.is_chance_node() else self.told(state, seat)

    def known(self, history: bytes, seat: int) -> tuple[tuple[int, ...], str]:
        """All that a seat knows after a history, and what it is shown there."""
        if not history:
            return (), self._next(self.root, seat, "")
        found = self._known.get((history, seat))
        if found is None:
            size, begun = self.kind.itemsize, len(history)
            while found is None and begun:
                begun -= size
                found = self._known.get((history[:begun], seat)) if begun else self.known(b"", seat)
            assert found is not None
            state = self.after(history[:begun])
            while begun < len(history):
                action = int(np.frombuffer(history[begun : begun + size], self.kind)[0])
                begun += size
                mine = state.current_player() == seat
                state = self.after(history[:begun])
                found = self._further(found, action if mine else None, self._next(state, seat, found[1]))
                if mine or begun == len(history):
                    with self._making:
                        self._make_room(len(found[0]))
                        self._known[history[:begun], seat] = found
        return found

    def _further(self, known: tuple[tuple[int, ...], str], own: int | None, text: str) -> tuple[tuple[int, ...], str]:
        added: tuple[int, ...] = () if own is None else (own,)
        if text != known[1]:
            added += (digest(text),)
        return (known[0] + added if added else known[0]), text

    def picture(self, state: Any, seat: int) -> str:
        """What a seat sees, for people: what it observes, or where the game does not say so its information state."""
        observes = self.loaded.game.get_type().provides_observation_string
        text = str(state.observation_string(seat) if observes else state.information_state_string(seat))
        if observes and self._tells and "\n" not in text.strip():
            # Such as 121, the card and the pot, which does not say what was done; the information state, 1b, does.
            known = str(state.information_state_string(seat))
            if known != text and "\n" not in known:
                return f"observation: {text}\ninformation state: {known}"
        return text if "\n" in text else text.replace("][", "]\n[")  # a long line of facts

    def encode(self, history: bytes | None, seat: int, seen: Any) -> None:
        """What a seat sees as numbers; spectators see none."""
        if history is None:
            raise NotSuited(f"{PREFIX}{self.loaded.text}: what a seat sees has numbers only where the game is played")
        if seat < 0:
            seen[:] = 0
            return
        state = self.after(history)
        seen[:] = state.observation_tensor(seat) if self._observes else state.information_state_tensor(seat)

    def show(self, view: bytes, history: bytes) -> None:
        """Remember a history behind a view: for the words of what the seat is shown, not for what it is not."""
        self._shown[view] = history

    def shown(self, view: bytes) -> bytes | None:
        """A history whose words are those of a view; None where this process has not seen the view being made."""
        return self._shown.get(view)

    def texts(self, history: bytes, seat: int) -> dict[int, str]:
        """The legal actions of a seat in OpenSpiel's words; where several have the same, with their numbers, too."""
        known = self._texts
        if known[:2] != (history, seat):
            state = self.after(history)
            legal = [] if state.is_terminal() else state.legal_actions(seat)
            words = {action: " ".join(state.action_to_string(seat, action).split()) for action in legal}
            often = Counter(words.values())
            alone = {action: text if often[text] == 1 else f"{text} #{action}" for action, text in words.items()}
            known = self._texts = history, seat, {action: text.strip() for action, text in alone.items()}
        return known[2]

    # --- what a seat takes for possible -------------------------------------------------------------------------------

    def drawn(self, history: bytes, seat: int, source: random.Random) -> list[int]:
        """Another history that a seat cannot tell from this one, in games that draw such themselves. In games of tricks
        it may have others break the rules, by not following suit."""
        return list(self.after(history).resample_from_infostate(seat, source.random).history())

    def redrawn(self, history: bytes, seat: int, source: random.Random) -> list[int]:
        """The same, and nobody breaks the rules."""
        for _ in range(_DRAWS):
            drawn = self.drawn(history, seat, source)
            if self._is_legal(drawn):
                return drawn
        raise self._cannot(_DRAWS, seat)

    def _is_legal(self, history: Sequence[int]) -> bool:
        state = self.root.clone()
        for action in history:
            if action not in state.legal_actions():
                return False
            state.apply_action(action)
        return True

    def dealt_otherwise(
        self,
        deal: Sequence[int],
        known: Sequence[int],
        offered: Sequence[int],
        seat: int,
        mover: int,
        source: random.Random,
    ) -> list[int]:
        """A history after which a seat knows this and may do that, in games that begin with a deal: from one that it
        takes for possible."""
        assert self.deals is not None
        tries = TRIES + TRIES_EACH * len(known)
        found = self.deals.possible(deal, known, offered, seat, mover, source, tries)
        if found is None:
            raise self._cannot(tries, seat)
        return found

    def possible(
        self, known: Sequence[int], seat: int, mover: int, points: Sequence[float], source: random.Random
    ) -> list[int]:
        """A history after which a seat knows this: actions are drawn one after the other, and taken back where the
        seat would have been shown something else. Of a game that is over the points are known, too."""
        way = [self._step(self.root, self._next(self.root, seat, ""), 0, known, seat, source)]
        tried = stuck = 0
        while way:
            here = way[-1]
            reached = here.met == len(known) and not here.state.is_chance_node() and self.mover(here.state) == mover
            if reached and (mover >= 0 or here.state.returns() == points):
                return list(here.state.history())
            if not here.left:
                way.pop()
                stuck += 1
                if stuck % _PATIENCE == 0 and way:
                    # What was wrong may lie far back, more often near: begin again somewhere before.
                    del way[max(1, len(way) - (1 << source.randrange(len(way).bit_length()))) :]
                    way[-1] = self._step(way[-1].state, way[-1].text, way[-1].met, known, seat, source)
                continue
            if tried == TRIES + TRIES_EACH * len(known):
                break
            tried += 1
            action = here.left.pop()
            met = here.met + (1 if self.mover(here.state) == seat >= 0 else 0)
            state = here.state.child(action)
            text = self._next(state, seat, here.text)
            if text != here.text:
                if met >= len(known) or known[met] != digest(text):
                    continue
                met += 1
            way.append(self._step(state, text, met, known, seat, source))
        raise self._cannot(tried, seat)

    def _cannot(self, tried: int, seat: int) -> NotSuited:
        who = f"seat {seat + 1} knows" if seat >= 0 else "spectators know"
        return NotSuited(
            f"{PREFIX}{self.loaded.text}: no history was found in {tried:,} tries that fits what {who}; "
            "players that imagine what they cannot see cannot play from here"
        )

    def _step(self, state: Any, text: str, met: int, known: Sequence[int], seat: int, source: random.Random) -> _Step:
        return _Step(state, text, met, self._candidates(state, known[met] if met < len(known) else None, seat, source))

    def _candidates(self, state: Any, following: int | None, seat: int, source: random.Random) -> list[int]:
        """The actions that may have been taken, in an order drawn by lot."""
        if state.is_terminal():
            return []
        if state.is_chance_node():
            # Sorted by these numbers, the first is drawn by the outcomes' chances, and so is each further one.
            outcomes = [
                (-math.log(1.0 - source.random()) / chance, action) for action, chance in state.chance_outcomes()
            ]
            return [action for _, action in sorted(outcomes, reverse=True)]
        if self.mover(state) == seat:
            return [following] if following is not None and following in state.legal_actions() else []
        actions = list(state.legal_actions())
        source.shuffle(actions)
        return actions


def digest(text: str) -> int:
    """A text as a negative number: actions, beside which it stands, are none."""
    return -1 - (int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "little") >> 1)
