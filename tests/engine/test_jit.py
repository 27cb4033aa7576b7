"""Binding: slots, digests, what cannot be compiled, and the compile cache across processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections import namedtuple
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from ludarium.engine.kernels import rng
from ludarium.engine.kernels.jit import (
    JIT_ENABLED,
    Binder,
    KernelError,
    apart,
    cache_folder,
    constant,
    is_kernel,
    kernel,
    native,
    slot,
)
from ludarium.engine.kernels.lending import lent

SIDES = constant("SIDES")


@slot
def throw(source: Any) -> int:
    return 0


@kernel
def throw_twice(source: Any) -> int:
    return int(throw(source) * SIDES + throw(source))


@kernel
def always_three(source: Any) -> int:
    return 3


@kernel
def always_four(source: Any) -> int:
    return 4


def written(source: str, **names: Any) -> SimpleNamespace:
    """The functions of a piece of code, as if it were a module with these globals."""
    namespace: dict[str, Any] = {"kernel": kernel, **names}
    exec(source, namespace)
    return SimpleNamespace(**namespace)


def digest(source: str, **names: Any) -> str:
    return Binder("test").digest(written(source, **names).door)


def digest_of_throws(throwing: Any, sides: int) -> str:
    door: Any = throw_twice
    return Binder("same", {throw: throwing, SIDES: sides}).digest(door)


# --- slots ------------------------------------------------------------------------------------------------------------


def test_slots_and_constants_are_filled_in() -> None:
    assert Binder("three", {throw: always_three, SIDES: 10}).bind(throw_twice)(0) == 33


def test_two_owners_of_one_kernel_do_not_share_code() -> None:
    three = Binder("three", {throw: always_three, SIDES: 10}).bind(throw_twice)
    four = Binder("four", {throw: always_four, SIDES: 10}).bind(throw_twice)
    assert (three(0), four(0), three(0)) == (33, 44, 33)


def test_the_same_kernel_is_bound_once() -> None:
    binder = Binder("three", {throw: always_three, SIDES: 10})
    assert binder.bind(throw_twice) is binder.bind(throw_twice)


class SlowBinder(Binder):
    """Takes its time over every name that a kernel reads, so that another thread comes in between."""

    def _filled(self, value: Any, name: str, function: Any) -> Any:
        time.sleep(0.002)
        return super()._filled(value, name, function)


def test_threads_that_bind_at_once_get_one_complete_copy() -> None:
    binder = SlowBinder("three", {throw: always_three, SIDES: 10})
    together = threading.Barrier(6)

    def bind_and_look(_: int) -> tuple[Any, bool]:
        together.wait(10)
        door = binder.bind(throw_twice)
        return door, {"throw", "SIDES"} <= getattr(door, "py_func", door).__globals__.keys()

    with ThreadPoolExecutor(6) as pool:
        doors, complete = zip(*pool.map(bind_and_look, range(6)), strict=True)
    assert all(complete)
    assert len(set(doors)) == 1
    assert doors[0](0) == 33


def test_a_door_is_interpreted_until_it_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    slots = {throw: always_three, SIDES: 10}
    door = Binder("three", slots).door(throw_twice)
    assert (door(0), door.loaded) == (33, not JIT_ENABLED)
    assert door.load() == (not JIT_ENABLED)
    assert Binder("three", slots).bind(throw_twice)(0) == 33  # compiles and stores it
    assert door.load()
    assert door(0) == 33
    fresh = Binder("three", slots).door(throw_twice)
    assert (fresh(0), fresh.loaded) == (33, True)


@pytest.mark.filterwarnings("error")
def test_a_door_wraps_integers_around_as_compiled_code_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    door, word = Binder("stream").door(rng.mix), np.uint64(2**63 + 5)
    assert door(word) == Binder("stream").bind(rng.mix)(word)


def test_a_missing_slot_is_named() -> None:
    with pytest.raises(KernelError, match="kernel throw_twice needs the slot throw, which dice does not fill"):
        Binder("dice", {SIDES: 6}).bind(throw_twice)


def test_a_missing_constant_is_named() -> None:
    with pytest.raises(KernelError, match="kernel throw_twice needs the slot SIDES, which dice does not fill"):
        Binder("dice", {throw: always_three}).bind(throw_twice)


def test_the_name_tells_owner_and_digest() -> None:
    door = Binder("three dice", {throw: always_three, SIDES: 10}).bind(throw_twice)
    assert door.__qualname__ == f"throw_twice.three_dice.{digest_of_throws(always_three, 10)}"


def test_marking_changes_nothing_else() -> None:
    assert is_kernel(always_three)
    assert not is_kernel(throw)
    assert not is_kernel(len)
    assert always_three(0) == 3


# --- what cannot be compiled or cached --------------------------------------------------------------------------------


def closure() -> Callable[..., int]:
    captured = 3

    @kernel
    def door() -> int:
        return captured

    return door


REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "unmarked": ("def door(): return 1", {}, "is not a kernel: mark it with @kernel"),
    "module of kernels": (
        "@kernel\ndef door(source): return rng.below(source, 6)",
        {"rng": rng},
        "import the kernel by name (from ludarium.engine.kernels.rng import below)",
    ),
    "plain function": (
        "def plain(): return 1\n@kernel\ndef door(): return plain()",
        {},
        "calls plain, which is not a kernel: mark it with @kernel",
    ),
    "list": ("@kernel\ndef door(): return TABLE[0]", {"TABLE": [1, 2]}, "reads TABLE, a list"),
    "mapping": ("@kernel\ndef door(): return TABLE[0]", {"TABLE": {0: 2}}, "reads TABLE, a dict"),
    "recursion": ("@kernel\ndef door(n): return door(n - 1) if n else 0", {}, "kernel door calls itself"),
    "mutual recursion": (
        "@kernel\ndef back(n): return door(n)\n@kernel\ndef door(n): return back(n - 1) if n else 0",
        {},
        "calls itself: use a loop",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_bound_is_refused_with_the_remedy(kind: str) -> None:
    source, names, words = REFUSED[kind]
    with pytest.raises(KernelError) as refusal:
        Binder("test").bind(written(source, **names).door)
    assert words in str(refusal.value)


def test_closures_are_refused() -> None:
    with pytest.raises(KernelError, match="is a closure: make what it captures a constant"):
        Binder("test").bind(closure())


# --- digests ----------------------------------------------------------------------------------------------------------

DOOR = "@kernel\ndef door(n): return helper(n) + OFFSET\n@kernel\ndef helper(n): return n * 2"
NAMES: dict[str, Any] = {"OFFSET": 1}

CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "number": (DOOR, {"OFFSET": 2}),
    "type of a number": (DOOR, {"OFFSET": 1.0}),
    "NumPy type of a number": (DOOR, {"OFFSET": np.uint64(1)}),
    "array": (DOOR, {"OFFSET": np.array([1, 2])}),
    "tuple": (DOOR, {"OFFSET": (1, 2)}),
    "kernel below": (DOOR.replace("n * 2", "n * 3"), NAMES),
    "operation below": (DOOR.replace("n * 2", "n - 2"), NAMES),
    "own code": (DOOR.replace("+ OFFSET", "- OFFSET"), NAMES),
    "default": (DOOR.replace("helper(n):", "helper(n=4):"), NAMES),
    "module": (DOOR, {**NAMES, "__name__": "elsewhere"}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_digest_changes_with(change: str) -> None:
    source, names = CHANGES[change]
    assert digest(source, **names) != digest(DOOR, **NAMES)


@pytest.mark.parametrize(("one", "other"), [([1, 2], [1, 3]), ([1, 2], [[1, 2]])])
def test_the_digest_reads_arrays_to_the_last_number(one: list[Any], other: list[Any]) -> None:
    assert digest(DOOR, OFFSET=np.array(one)) != digest(DOOR, OFFSET=np.array(other))


def test_the_digest_stays_when_nothing_that_matters_changes() -> None:
    assert digest(DOOR, **NAMES) == digest(DOOR, **NAMES)
    assert digest("# a remark\n\n" + DOOR, **NAMES, UNUSED=5) == digest(DOOR, **NAMES)
    assert digest(DOOR, OFFSET=np.array([1, 2])) == digest(DOOR, OFFSET=np.array([1, 2]))


def test_the_digest_follows_the_slots() -> None:
    assert (
        len({digest_of_throws(always_three, 6), digest_of_throws(always_four, 6), digest_of_throws(always_four, 8)})
        == 3
    )


# --- the cache, across processes --------------------------------------------------------------------------------------

HELPER = """
from ludarium.engine.kernels.jit import kernel

STEP = 2

@kernel
def step(n):
    return n + STEP
"""

SEARCH = """
from helper import step
from ludarium.engine.kernels.jit import kernel, slot

@slot
def value(n):
    return n

@kernel
def search(n):
    return value(step(n))
"""

GAMES = """
import json
from ludarium.engine.kernels.jit import Binder, kernel
from search import search, value

@kernel
def double(n):
    return 2 * n

@kernel
def square(n):
    return n * n

found = {}
for name, function in {"double": double, "square": square}.items():
    door = Binder(name, {value: function}).bind(search)
    found[name] = [door(3), sum(door.stats.cache_hits.values()), sum(door.stats.cache_misses.values())]
print(json.dumps(found))
"""

LOADED, COMPILED = [1, 0], [0, 1]


@pytest.mark.compiled
def test_code_is_stored_loaded_and_compiled_again_after_an_edit(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text(HELPER)
    (tmp_path / "search.py").write_text(SEARCH)
    (tmp_path / "games.py").write_text(GAMES)

    def run() -> dict[str, list[int]]:
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, str(tmp_path / "games.py")]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        found: dict[str, list[int]] = json.loads(done.stdout)
        return found

    assert run() == {"double": [10, *COMPILED], "square": [25, *COMPILED]}
    assert run() == {"double": [10, *LOADED], "square": [25, *LOADED]}
    # A constant in another file, which Numba does not look at.
    (tmp_path / "helper.py").write_text(HELPER.replace("STEP = 2", "STEP = 5"))
    assert run() == {"double": [16, *COMPILED], "square": [64, *COMPILED]}
    # One game's rule: only that game is compiled again.
    (tmp_path / "games.py").write_text(GAMES.replace("n * n", "n * n * n"))
    assert run() == {"double": [16, *LOADED], "square": [512, *COMPILED]}


def test_the_cache_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert cache_folder().parts[-2:] == ("ludarium", "compiled")


# --- more slots, and named tuples -------------------------------------------------------------------------------------


class Pair(NamedTuple):
    one: Any
    other: Any


@kernel
def first_of(pair: Pair) -> int:
    return int(pair.one[0])


@kernel
def throw_and_add(pair: Pair, source: Any) -> int:
    pair = lent(pair)
    pair.other[0] += always_three(source)
    return first_of(pair) + throw_twice(source)


def test_a_binder_with_more_slots_shares_what_does_not_depend_on_them() -> None:
    base = Binder("base", {SIDES: 10})
    three, four = base.also({throw: always_three}), base.also({throw: always_four})
    assert base.also({throw: always_three}) is three
    assert (three.bind(throw_twice)(0), four.bind(throw_twice)(0)) == (33, 44)
    assert three.bind(always_three) is four.bind(always_three) is base.bind(always_three)
    assert three.bind(throw_twice) is not four.bind(throw_twice)
    with pytest.raises(KernelError, match="needs the slot throw"):
        base.bind(throw_twice)


def test_named_tuples_are_handed_on_and_lent() -> None:
    pair = Pair(np.array([7]), np.array([1]))
    counts = [sys.getrefcount(array) for array in pair]
    door = Binder("pairs", {SIDES: 10, throw: always_four}).bind(throw_and_add)
    assert [door(pair, 0) for _ in range(3)] == [51, 51, 51]
    assert pair.other[0] == 10
    # Nobody counted them while they were lent, and nobody frees them.
    assert [sys.getrefcount(array) for array in pair] == counts


class Nest(NamedTuple):
    pair: Pair
    number: int


@apart
@kernel
def second_of(pair: Pair) -> int:
    return int(pair.other[0])


@kernel
def add_nested(nest: Nest) -> int:
    nest = lent(nest)
    nest.pair.other[0] += nest.number
    return second_of(nest.pair)


def test_tuples_within_a_tuple_are_lent_too() -> None:
    """Else whoever is handed them counts them down without having counted them up, and they are freed in use."""
    pair = Pair(np.array([7]), np.array([1]))
    counts = [sys.getrefcount(array) for array in pair]
    door = Binder("nests").bind(add_nested)
    assert [door(Nest(pair, 2)) for _ in range(3)] == [3, 5, 7]
    assert [sys.getrefcount(array) for array in pair] == counts


def test_what_stands_for_a_kernel_is_part_of_the_digest() -> None:
    def made(source: str) -> Any:
        @native(cache(eval(source)))
        @kernel
        def stand_in() -> int:
            return 1

        return stand_in

    one, same, other = (Binder("natives").digest(made(text)) for text in ("lambda: 1", "lambda: 1", "lambda: 2"))
    assert one == same != other


def test_the_order_of_a_tuples_fields_is_part_of_the_digest() -> None:
    source = "@kernel\ndef door(pair: 'Pair'):\n    return pair.one"
    turned = namedtuple("turned", ["other", "one"])
    assert digest(source, Pair=Pair) == digest(source, Pair=Pair) != digest(source, Pair=turned)
