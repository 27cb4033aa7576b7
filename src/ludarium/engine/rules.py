"""From an author's kernels to compiled rules.

`Rules` collects what the author wrote, adds the engine's share (random stream, commitments of several movers at once,
default rewards and estimates) and binds it. Several movers at once are reduced to one at a time: each mover *commits*
unseen by the others, and the last commitment resolves them all. Every search can therefore treat every game as one of
turns with hidden information, and searches that respect hidden information treat simultaneous moves correctly.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ludarium.engine import slots
from ludarium.engine.calls import (
    deciders_at_once,
    do_check,
    do_conceal,
    do_legal,
    do_movers,
    do_play,
    do_propose,
    do_result,
    do_reward,
    do_sample,
    do_start,
    one_decider,
)
from ludarium.engine.errors import BadRules
from ludarium.engine.kernels.fields import quick_dtype
from ludarium.engine.kernels.hashing import combine, hash_words
from ludarium.engine.kernels.jit import Binder, Door, entry_point, is_kernel, kernel
from ludarium.engine.kernels.rng import below
from ludarium.engine.observing import do_encode, encode_by_author, encode_fields
from ludarium.engine.slots import (
    HIGHEST,
    LOWEST,
    MAX_PLIES,
    MAX_SEATS,
    SEATS,
    apply,
    evaluate,
    hash,
    hide,
    legal,
    movers,
    playout_move,
    propose,
    resolve,
    result,
    reward,
    to_move,
)
from ludarium.engine.state import Declared, FieldsAtOnce, layout

_REQUIRED = ("start", "legal", "result")
_IN_TURN = ("to_move", "apply")
_AT_ONCE = ("movers", "resolve")
_CHECKED = ("propose", "check")
_OPTIONAL = ("hide", "determinize", "hash", "reward", "evaluate", "playout_move", "prior", "bounds", "observe")
_AUTHORS = (*_REQUIRED, *_IN_TURN, *_AT_ONCE, *_CHECKED, *_OPTIONAL)


# --- the engine's share -----------------------------------------------------------------------------------------------


@kernel
def hide_nothing(state: Any, seat: int) -> None:
    pass


@kernel
def anything_possible(state: Any, seat: int) -> Any:
    return -1, 1


@kernel
def conceal_in_turn(state: Any, seat: int) -> None:
    hide(state, seat)
    state.rng = np.uint64(0)


@kernel
def conceal_at_once(state: Any, seat: int) -> None:
    hide(state, seat)
    state.rng = np.uint64(0)
    for other in range(SEATS):
        if other != seat:
            state.committed &= ~(1 << other)
            state.pending[other] = 0


@kernel
def forget_stream(state: Any) -> None:
    state.rng = np.uint64(0)


@kernel
def forget_stream_and_commitments(state: Any) -> None:
    state.rng = np.uint64(0)
    state.committed = 0
    for seat in range(SEATS):
        state.pending[seat] = 0


@kernel
def next_to_commit(state: Any) -> int:
    waiting = movers(state) & ~state.committed
    for seat in range(SEATS):
        if waiting & (1 << seat):
            return seat
    return -1


@kernel
def mover_in_turn(state: Any, favourite: int) -> int:
    return to_move(state)


@kernel
def favourite_mover(state: Any, favourite: int) -> int:
    waiting = movers(state) & ~state.committed
    return favourite if waiting & (1 << favourite) else next_to_commit(state)


@kernel
def resolve_when_all_committed(state: Any, seat: int) -> None:
    state.committed |= 1 << seat
    if movers(state) & ~state.committed == 0:
        resolve(state, state.pending)
        state.committed = 0
        for other in range(SEATS):
            state.pending[other] = 0


@kernel
def commit_move(state: Any, seat: int, move: int) -> None:
    state.pending[seat] = move
    resolve_when_all_committed(state, seat)


@kernel
def commit_proposal(state: Any, seat: int, option: int) -> None:
    propose(state, seat, option, state.pending[seat])
    resolve_when_all_committed(state, seat)


@kernel
def key_of_words(states: Any, words: Any, row: int) -> Any:
    return hash_words(words, row)


@kernel
def key_of_hash(states: Any, words: Any, row: int) -> Any:
    return np.uint64(hash(states[row]))


@kernel
def key_of_hash_and_moves(states: Any, words: Any, row: int) -> Any:
    """An author's hash knows nothing of moves that are committed and not yet carried out."""
    key = combine(np.uint64(hash(states[row])), np.uint64(states[row].committed))
    for seat in range(SEATS):
        key = combine(key, np.uint64(states[row].pending[seat]))
    return key


@kernel
def reward_by_rank(state: Any, rewards: Any) -> None:
    """+1 for beating every other seat, -1 for losing to all, ties in between."""
    result(state, rewards)
    if SEATS == 2:
        first, second = rewards[0], rewards[1]
        rewards[0] = (1.0 if first > second else 0.0) - (1.0 if second > first else 0.0)
        rewards[1] = -rewards[0]
        return
    for seat in range(SEATS):
        rewards[SEATS + seat] = rewards[seat]
    for seat in range(SEATS):
        ahead = 0.0
        for other in range(SEATS):
            if rewards[SEATS + seat] > rewards[SEATS + other]:
                ahead += 1.0
            elif rewards[SEATS + seat] < rewards[SEATS + other]:
                ahead -= 1.0
        rewards[seat] = ahead / max(1, SEATS - 1)


@kernel
def reward_by_points(state: Any, rewards: Any) -> None:
    """The points, with the declared range stretched to -1 … 1."""
    result(state, rewards)
    for seat in range(SEATS):
        rewards[seat] = 2.0 * (rewards[seat] - LOWEST) / (HIGHEST - LOWEST) - 1.0


@kernel
def uniform_move(state: Any, seat: int, moves: Any, source: Any) -> int:
    return int(moves[below(source, legal(state, seat, moves))])


@kernel
def playout(state: Any, moves: Any, source: Any) -> int:
    """Play to the end with the play-out policy; return the number of plies."""
    plies = 0
    seat = to_move(state)
    while seat >= 0 and plies < MAX_PLIES:
        apply(state, seat, playout_move(state, seat, moves, source))
        seat = to_move(state)
        plies += 1
    return plies


@kernel
def estimate_by_playout(states: Any, row: int, spare: int, moves: Any, source: Any, rewards: Any) -> None:
    states[spare] = states[row]
    playout(states[spare], moves, source)
    reward(states[spare], rewards)


@kernel
def estimate_by_evaluation(states: Any, row: int, spare: int, moves: Any, source: Any, rewards: Any) -> None:
    evaluate(states[row], rewards)


@kernel
def do_commit(states: Any, row: int, seat: int, move: Any) -> None:
    state = states[row]
    state.pending[seat] = move
    resolve_when_all_committed(state, seat)


@kernel
def do_playouts(states: Any, source: Any, moves: Any, count: int) -> int:
    """Random games from the state in row 0, played in row 1; returns the plies of all together."""
    plies = 0
    for _ in range(count):
        states[1] = states[0]
        plies += playout(states[1], moves, source[0])
    return plies


# --- the rules of a game, ready to be bound ---------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Rules:
    """An author's kernels by slot name, the fields of the state, and the numbers that are compiled in.

    `max_moves` bounds how many moves `legal` ever lists, `max_plies` how many decisions a game has at most.
    `checked` is the element type and length of a checked move. `payoff` says what searches maximise: the rank, or the
    points between `lowest` and `highest`.

    Rules that are `interpreted` are never compiled: they may call whatever Python can, and everything works for them,
    searches included, some hundred times slower.
    """

    owner: str
    fields: Declared
    kernels: Mapping[str, Callable[..., Any]]
    max_moves: int
    max_plies: int
    checked: tuple[str, int] | None = None
    payoff: str = "rank"
    lowest: float = 0.0
    highest: float = 1.0
    replacements: Mapping[Any, Any] = field(default_factory=dict)
    interpreted: bool = False
    _bound: dict[tuple[Any, ...], BoundRules] = field(default_factory=dict, repr=False)

    @classmethod
    def collect(cls, owner: str, namespace: Mapping[str, Any], fields: Declared, **numbers: Any) -> Rules:
        """The rules among the names of a module: `Rules.collect("pig", globals(), State, max_moves=2, …)`."""
        found = {name: namespace[name] for name in _AUTHORS if is_kernel(namespace.get(name))}
        return cls(owner, fields, found, **numbers)

    def __post_init__(self) -> None:
        for name in self.kernels:
            if name not in _AUTHORS:
                raise BadRules(f"{self.owner}: '{name}' is no slot; the slots are {', '.join(_AUTHORS)}")
        needed = [*_REQUIRED, *(_AT_ONCE if self.at_once else _IN_TURN), *(_CHECKED if self.checked else ())]
        missing = [name for name in needed if name not in self.kernels]
        if missing:
            raise BadRules(f"{self.owner}: the rules lack {', '.join(missing)}: write them as functions marked @kernel")
        if self.checked and not self.at_once:
            raise BadRules(f"{self.owner}: checked moves need movers and resolve (one mover at a time is fine)")
        if ("hide" in self.kernels) != ("determinize" in self.kernels):
            raise BadRules(f"{self.owner}: hide and determinize belong together: what one erases the other fills in")
        if self.payoff not in ("rank", "points"):
            raise BadRules(f"{self.owner}: payoff is '{self.payoff}', expected 'rank' or 'points'")
        for name, function in self.kernels.items():
            expected = list(inspect.signature(getattr(slots, name)).parameters)
            actual = list(inspect.signature(function).parameters)
            if len(expected) != len(actual):
                raise BadRules(f"{self.owner}: {name}({', '.join(actual)}) must take ({', '.join(expected)})")
        if not self.at_once and isinstance(self.fields, type) and issubclass(self.fields, FieldsAtOnce):
            raise BadRules(f"{self.owner}: the state is one of FieldsAtOnce, but nothing resolves moves: use Fields")
        names = {str(entry[0]) for entry in self.layout}
        taken = names & {"rng", "committed", "pending", "padding"}
        if taken:
            raise BadRules(f"{self.owner}: the fields {', '.join(sorted(taken))} belong to the engine: rename yours")
        # Uncompiled, `state.round` would be NumPy's method and not the field.
        methods = sorted(name for name in names if hasattr(np.record, name))
        if methods:
            raise BadRules(f"{self.owner}: the fields {', '.join(methods)} are names of NumPy's own: rename yours")

    @property
    def at_once(self) -> bool:
        """Whether several seats may have to decide at once."""
        return "resolve" in self.kernels

    @property
    def hidden(self) -> bool:
        """Whether a seat may know less than the whole state (the future dice aside)."""
        return "hide" in self.kernels

    @cached_property
    def layout(self) -> list[tuple[Any, ...]]:
        """The author's fields as NumPy lists them: name, kind of number, shape."""
        try:
            return layout(self.fields, self.replacements)
        except BadRules as fault:
            raise BadRules(f"{self.owner}: {fault}") from None

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The state record: the author's fields and the engine's, padded to whole 64-bit words.

        The names stay in the author's order, but the widest fields lie first in memory: then there are no gaps between
        fields. NumPy copies gaps or leaves old memory in them, and equal states would differ in bytes and hashes. The
        random stream lies last: in first place, Numba would take every state for a kind of `GENERATOR`.
        """
        fields = list(self.layout)
        if self.at_once:
            element, length = self.checked or ("i8", 0)
            fields += [("committed", "i8"), ("pending", element, (MAX_SEATS, length) if length else (MAX_SEATS,))]
        size = np.dtype(fields).itemsize
        if size % 8:
            fields.append(("padding", "u1", (8 - size % 8,)))
        fields.append(("rng", "u8"))
        formats = [np.dtype((entry[1], entry[2]) if len(entry) > 2 else entry[1]) for entry in fields]
        widest_first = sorted(range(len(fields) - 1), key=lambda index: -formats[index].alignment)
        offsets, end = [0] * len(fields), 0
        for index in [*widest_first, len(fields) - 1]:
            offsets[index], end = end, end + formats[index].itemsize
        names = [str(entry[0]) for entry in fields]
        layout: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": end}
        plain = np.dtype(layout, align=True)
        return quick_dtype(plain) if self.interpreted else np.dtype((np.record, plain))

    def bind(self, seats: int, **policies: Callable[..., Any]) -> BoundRules:
        """The rules compiled for a number of seats, with `evaluate`, `playout_move` or `prior` replaced where given."""
        chosen = (seats, *sorted(policies.items(), key=lambda item: item[0]))
        known = self._bound.get(chosen)
        return known or self._bound.setdefault(chosen, BoundRules(self, seats, policies))

    def unwaited(self, seats: int) -> BoundRules:
        """The same rules for those who must not wait for the compiler: interpreted until they are found compiled."""
        if (seats, None) not in self._bound:
            self._bound[seats, None] = BoundRules(self, seats, {}, unwaited=True)
        return self._bound[seats, None]


class Room(NamedTuple):
    """A buffer for moves, and its memory: a part of that is cut out more quickly than one of an array."""

    moves: Any
    memory: memoryview


class BoundRules:
    """Compiled rules for a number of seats: the doors that Python calls, and the binder for searches."""

    def __init__(
        self, rules: Rules, seats: int, policies: Mapping[str, Callable[..., Any]], *, unwaited: bool = False
    ) -> None:
        self.rules, self.seats = rules, seats
        self.unwaited = unwaited and not rules.interpreted
        self._loading: dict[Callable[..., Any], Door] = {}
        self.spare: list[Room] = []
        """Rooms for moves that nobody is using."""
        self.ready: set[object] = set()
        """What has been compiled by a first use; for those who would not count that as time."""
        written = {**rules.kernels, **policies}
        self.has_evaluator = "evaluate" in written
        filled: dict[Any, Any] = {getattr(slots, name): function for name, function in written.items()}
        filled |= {
            slots.SEATS: seats,
            slots.STATE: rules.dtype,
            slots.MAX_MOVES: rules.max_moves,
            slots.MAX_PLIES: rules.max_plies,
            slots.LOWEST: float(rules.lowest),
            slots.HIGHEST: float(rules.highest),
            slots.conceal: conceal_at_once if rules.at_once else conceal_in_turn,
            slots.forget: forget_stream_and_commitments if rules.at_once else forget_stream,
            slots.next_mover: favourite_mover if rules.at_once else mover_in_turn,
            slots.deciders: deciders_at_once if rules.at_once else one_decider,
            slots.encode: encode_by_author if "observe" in written else encode_fields,
            slots.key: key_of_words,
            slots.estimate: estimate_by_evaluation if self.has_evaluator else estimate_by_playout,
        }
        if "hash" in written and not rules.checked:
            filled[slots.key] = key_of_hash_and_moves if rules.at_once else key_of_hash
        if rules.at_once:
            filled[slots.to_move] = next_to_commit
            filled[slots.apply] = commit_proposal if rules.checked else commit_move
        filled.setdefault(slots.hide, hide_nothing)
        filled.setdefault(slots.determinize, hide_nothing)
        filled.setdefault(slots.playout_move, uniform_move)
        filled.setdefault(slots.bounds, anything_possible)
        filled.setdefault(slots.reward, reward_by_points if rules.payoff == "points" else reward_by_rank)
        slots_filled = {**filled, **rules.replacements}
        self.binder = Binder(
            f"{rules.owner}-{seats}", slots_filled, interpreted=rules.interpreted, refuse=self._refused
        )

        bind, straight = self.bind, self._straight
        self.start = straight("start", do_start)
        self.movers = straight("movers", do_movers)
        self.legal = straight("legal", do_legal)
        self.play = straight("play", do_play)
        self.conceal = straight("conceal", do_conceal)
        self.encode = bind(do_encode)
        self.result = bind(do_result)
        self.reward = bind(do_reward)
        self.sample = bind(do_sample)
        self.playouts = bind(do_playouts)
        if rules.checked:
            self.commit = bind(do_commit)
            self.propose = bind(do_propose)
            self.check = bind(do_check)

    def _refused(self, words: str) -> BadRules:
        return BadRules(f"the rules of {self.rules.owner} cannot be compiled: {words}")

    def bind(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A door to one more kernel, compiled or unwaited like the others."""
        if not self.unwaited:
            return self.binder.bind(function)
        if function not in self._loading:
            self._loading[function] = self.binder.door(function)
        return self._loading[function]

    def _straight(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A door whose arguments always have the same types. From its first use on, compiled code is called without
        looking at them, which takes as long as a move of a small game."""
        door = self.bind(function)

        def first(*arguments: Any) -> Any:
            answer = door(*(int(given) if isinstance(given, int | np.signedinteger) else given for given in arguments))
            straight = entry_point(door)
            if straight is not None:
                setattr(self, name, straight)
            return answer

        return first

    def load(self) -> bool:
        """Load what has been compiled since; whether no door is used any more that is interpreted."""
        found = [door.load() for door in self._loading.values()]
        return all(found)

    def states(self, count: int) -> Any:
        """Zeroed states."""
        return np.zeros(count, self.rules.dtype)

    def borrow(self) -> Room:
        """A room for moves, to be put back to the spare ones: never shared, since other threads may be listing."""
        try:
            return self.spare.pop()
        except IndexError:
            buffer: Any = np.zeros(self.ample, np.int64)
            return Room(buffer, memoryview(buffer))

    @property
    def ample(self) -> int:
        """Room for more moves than the rules declare: those that list too many must not spoil memory."""
        return 4 * self.rules.max_moves + 1024

    def moves(self, rows: int | None = None) -> Any:
        """An empty buffer for moves, or several."""
        shape: Any = self.rules.max_moves if rows is None else (rows, self.rules.max_moves)
        return np.zeros(shape, np.int64)


def words_of(states: Any) -> Any:
    """The same memory as 64-bit words, one row per state."""
    return states.view(np.uint64).reshape(len(states), -1)
