"""Compiled functions: one decorator, and the binding of rules into kernels.

A *kernel* is an ordinary Python function marked with `@kernel`. Marking compiles nothing. A `Binder` compiles: it
copies a kernel together with every kernel it calls, replaces the *slots* (stand-ins such as `legal` or `apply` that a
search calls without knowing the game) by one game's functions, and compiles the copies with Numba.

The compile cache. Numba stores machine code by function name and source file and notices nothing else: two games bound
into the same search would share an entry and run each other's code, and an edit in another file would go unseen. Each
copy therefore gets a name that contains the game's name and a digest of everything that the machine code depends on:
the bytecode of the kernel and of all kernels below it, and the values of all constants they read.

With `NUMBA_DISABLE_JIT=1` the same copies are made and simply not compiled, so that rules and searches can be stepped
through in a debugger. A `Door` does so for a while: where nobody may have to wait for the compiler, the interpreter
runs the kernel until its machine code is found in the cache.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import threading
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import platformdirs

from ludarium.engine.kernels.explaining import refusal

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

JIT_ENABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

_MARK = "__ludarium_kernel__"
_SLOT = "__ludarium_slot__"
_NATIVE = "__ludarium_native__"
_APART = "__ludarium_apart__"

# nogil: searches run in threads beside each other. error_model="numpy": no zero-division branches in inner loops.
# fastmath stays off: results must not depend on the order in which a machine adds. no_cfunc_wrapper: no way in for C,
# which takes time to compile and which nobody uses.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}

_BINDING = threading.Lock()
"""Held while copies are made, by whichever binder: a wider one makes copies in the one below it, too."""


def cache_folder() -> Path:
    """The folder of compiled code: `$NUMBA_CACHE_DIR`, else the user's cache folder."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return Path(chosen) if chosen else platformdirs.user_cache_path("ludarium", appauthor=False) / "compiled"


if not JIT_ENABLED:
    # Compiled integers wrap around silently, as hashing and random numbers need; NumPy scalars would warn each time.
    np.seterr(over="ignore")


def kernel(function: Kernel) -> Kernel:
    """Mark a function as part of compiled code.

    The function may use numbers, arrays, records, other kernels *imported by name*, and constants of its module. It
    must not use closures, recursion, modules of kernels (`rng.below`), or anything that Numba cannot compile.
    """
    setattr(function, _MARK, True)
    return function


def is_kernel(value: object) -> bool:
    return isinstance(value, types.FunctionType) and getattr(value, _MARK, False)


def slot(function: Kernel) -> Kernel:
    """Mark a stand-in: a binder puts another kernel in its place wherever it is called."""
    setattr(function, _SLOT, True)
    return function


def apart(function: Kernel) -> Kernel:
    """Mark a kernel that takes a named tuple and is yet compiled by itself: a large one that many call. Laid into each
    of its callers, and those into theirs, it would be compiled dozens of times."""
    setattr(function, _APART, True)
    return function


def native(make: Callable[[], Any]) -> Callable[[Kernel], Kernel]:
    """Mark a kernel that stands only for what cannot be written in Python: compiled, `make()` takes its place."""

    def mark(function: Kernel) -> Kernel:
        setattr(function, _NATIVE, make)
        return function

    return mark


class Constant:
    """A stand-in for a number that a binder fills in, such as how many seats a game has."""

    def __init__(self, name: str) -> None:
        self.name = name


def constant(name: str) -> Any:
    """A stand-in for a number; typed as anything, since its reader sees the number."""
    return Constant(name)


class KernelError(TypeError):
    """A kernel uses something that cannot be compiled or cached."""


class Binder:
    """Compiles kernels for one owner (a game, or a library of its own) with the owner's slots filled in.

    One that is `interpreted` never compiles: its kernels may call whatever Python can, and everything above them runs
    as it would with `NUMBA_DISABLE_JIT=1`.
    """

    def __init__(
        self,
        owner: str,
        slots: Mapping[Any, Any] | None = None,
        base: Binder | None = None,
        *,
        interpreted: bool = False,
        refuse: Callable[[str], Exception] = KernelError,
    ) -> None:
        """`refuse` makes the error for a kernel that cannot be bound or compiled: whose rules they are, knows what to
        say of it."""
        self.owner, self.base, self.interpreted, self.refuse = owner, base, interpreted, refuse
        self.slots = dict(slots or {})
        self._wider: dict[frozenset[Any], Binder] = {}
        self._digests: dict[types.FunctionType, str] = {}
        self._doors: dict[types.FunctionType, Callable[..., Any]] = {}
        self._inner: dict[types.FunctionType, Callable[..., Any]] = {}
        self._interpreted: dict[types.FunctionType, Callable[..., Any]] = {}

    def bind(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The compiled copy of a kernel, for Python to call. Repeated calls give the same object, in all threads;
        compiling waits for the first use.

        Only such doors are stored in the cache, each with all code below it: what lies below is never called alone.
        """
        if not is_kernel(function):
            raise KernelError(f"{function!r} is not a kernel: mark it with @kernel")
        assert isinstance(function, types.FunctionType)
        # Before the lock, since every search asks: a copy is complete before anybody can find it.
        known = self._doors.get(function)
        if known is not None:
            return known
        try:
            with _BINDING:
                if self.interpreted and JIT_ENABLED:
                    made = _quiet(self._copy(function, self._interpreted))
                    return self._doors.setdefault(function, made)
                return self._copy(function, self._doors)
        except KernelError as error:
            raise self.refuse(str(error)) from error

    def door(self, function: Callable[..., Any]) -> Door:
        """The same kernel, which is never compiled by being called."""
        compiled = self.bind(function)
        assert isinstance(function, types.FunctionType)
        with _BINDING:
            return Door(compiled, self._copy(function, self._interpreted))

    def also(self, slots: Mapping[Any, Any]) -> Binder:
        """This binder with more slots filled. What does not depend on them is compiled once for both."""
        chosen = frozenset(slots.items())
        known = self._wider.get(chosen)
        if known is None:
            filled = {**self.slots, **slots}
            wider = Binder(self.owner, filled, self, interpreted=self.interpreted, refuse=self.refuse)
            known = self._wider.setdefault(chosen, wider)
        return known

    def digest(self, function: types.FunctionType) -> str:
        """Twelve hexadecimal digits that change whenever the machine code of the bound kernel could change."""
        if function not in self._digests:
            parts: list[str] = []
            self._describe(function, parts, set(), [])
            self._digests[function] = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]
        return self._digests[function]

    def size(self, function: types.FunctionType) -> int:
        """Bytes of the bytecode of a kernel and all kernels below it: compiling takes longer the more there are."""
        seen: set[types.FunctionType] = set()
        self._describe(function, [], seen, [])
        return sum(len(each.__code__.co_code) for each in seen)

    def _globals(self, function: types.FunctionType) -> dict[str, Any]:
        """The values a kernel's code reads by name, with the slots filled in."""
        if function.__closure__:
            raise KernelError(f"kernel {function.__qualname__} is a closure: make what it captures a constant")
        found: dict[str, Any] = {}
        for name in sorted(_names(function.__code__)):
            if name in function.__globals__:
                found[name] = self._filled(function.__globals__[name], name, function)
        return found

    def _filled(self, value: Any, name: str, function: types.FunctionType) -> Any:
        if isinstance(value, types.FunctionType | Constant) and value in self.slots:
            return self.slots[value]
        if isinstance(value, Constant) or getattr(value, _SLOT, False):
            raise KernelError(f"kernel {function.__qualname__} needs the slot {name}, which {self.owner} does not fill")
        return value

    def _copy(
        self, function: types.FunctionType, copies: dict[types.FunctionType, Callable[..., Any]]
    ) -> Callable[..., Any]:
        """The copy among these: doors, what lies below them, or what is interpreted."""
        if function in copies:
            return copies[function]
        # First of all, since it refuses what cannot be copied.
        digest = self.digest(function)
        compiled, cached = JIT_ENABLED and copies is not self._interpreted, copies is self._doors
        if self.base is not None and self.base._makes(function, digest):
            same = {id(self._doors): self.base._doors, id(self._inner): self.base._inner}
            copies[function] = self.base._copy(function, same.get(id(copies), self.base._interpreted))
            return copies[function]
        if compiled and hasattr(function, _NATIVE):
            return getattr(function, _NATIVE)()  # type: ignore[no-any-return]
        namespace: dict[str, Any] = {"__builtins__": __builtins__, "__name__": function.__module__}
        copy = types.FunctionType(function.__code__, namespace, function.__name__, function.__defaults__, None)
        copy.__module__ = function.__module__
        copy.__qualname__ = f"{function.__name__}.{self.owner.replace(' ', '_')}.{digest}"
        copy.__doc__ = function.__doc__
        below = self._inner if compiled else self._interpreted
        for name, value in self._globals(function).items():
            namespace[name] = self._copy(value, below) if is_kernel(value) else value
        inline = bool(_tuples_taken(function)) and not hasattr(function, _APART)
        copies[function] = _compile(copy, cached=cached, inline=inline) if compiled else copy
        if compiled and cached:
            self._explain(copies[function], function)
        return copies[function]

    def _explain(self, door: Any, function: types.FunctionType) -> None:
        """Have the compiler's refusals said in a line. Numba asks the door itself when it meets new types."""
        compile_for = door._compile_for_args

        def explained(*arguments: Any, **named: Any) -> Any:
            try:
                return compile_for(*arguments, **named)
            except (MemoryError, OSError):  # no room, here or on the disk: no fault of the kernel
                raise
            except Exception as error:
                seen: set[types.FunctionType] = set()
                self._describe(function, [], seen, [])
                raise self.refuse(refusal(error, seen)) from error

        door._compile_for_args = explained

    def _makes(self, function: types.FunctionType, digest: str) -> bool:
        """Whether this binder's copy of a kernel is the one with a digest."""
        try:
            return self.digest(function) == digest
        except KernelError:
            return False  # it calls a slot that is not filled here

    def _describe(
        self,
        function: types.FunctionType,
        parts: list[str],
        seen: set[types.FunctionType],
        callers: list[types.FunctionType],
    ) -> None:
        if function in callers:
            # Compiles, but crashes when it is loaded from the cache: Numba does not store the recursive call's address.
            raise KernelError(f"kernel {function.__qualname__} calls itself: use a loop and a stack of your own")
        if function in seen:
            parts.append(f"again {function.__qualname__}")
            return
        seen.add(function)
        # The module too: stored code imports it, and a copy of a game's file is a module of its own.
        name = f"{function.__module__}.{function.__qualname__}"
        parts.append(f"kernel {name} {_code_text(function.__code__)} {function.__defaults__!r}")
        if hasattr(function, _NATIVE):
            parts.append(f"native {_code_text(inspect.unwrap(getattr(function, _NATIVE)).__code__)}")
        # Which place of a named tuple a name stands for: the types of arguments do not tell.
        parts.extend(_tuples_taken(function))
        for name, value in self._globals(function).items():
            parts.append(name)
            if is_kernel(value):
                self._describe(value, parts, seen, [*callers, function])
            elif self.interpreted:
                parts.append(f"{name} {id(value)}")  # lives as long as the process, as the copy does
            else:
                parts.append(_constant_text(value, name, function))


class Door:
    """A kernel that nobody has to wait for: interpreted, unless its machine code is in the cache when it is first used,
    or later when `load` is called.

    Both give the same results; what takes a microsecond compiled takes some hundred interpreted.
    """

    def __init__(self, compiled: Any, interpreted: Callable[..., Any]) -> None:
        self._compiled, self._interpreted = compiled, interpreted
        self._types: tuple[Any, ...] | None = None
        self.loaded = not JIT_ENABLED

    def __call__(self, *arguments: Any) -> Any:
        if self.ready_for(*arguments):
            return self._compiled(*arguments)
        with np.errstate(over="ignore"):  # as compiled integers do
            return self._interpreted(*arguments)

    def ready_for(self, *arguments: Any) -> bool:
        """Whether a call with such arguments runs compiled; for callers who would rather do without than wait."""
        if not self.loaded and self._types is None:
            self._types = tuple(self._compiled.typeof_pyval(argument) for argument in arguments)
            self.load()
        return self.loaded

    def load(self) -> bool:
        """Load what some process has stored for the types of arguments seen here; whether it has, or there is nothing
        to be loaded yet."""
        if self.loaded or self._types is None:
            return True
        from numba.core.compiler_lock import global_compiler_lock

        with global_compiler_lock:
            # As Dispatcher.compile does, which would go on to compile what it does not find.
            found = None if self.loaded else self._compiled._cache.load_overload(self._types, self._compiled.targetctx)
            if found is not None:
                self._compiled.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
                self._compiled.add_overload(found)
                self.loaded = True
        return self.loaded


def _quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    """An interpreted kernel for Python to call, whose whole numbers wrap around as compiled ones do."""

    def door(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return door


def entry_point(door: Any) -> Callable[..., Any] | None:
    """What a door calls once it knows the types of its arguments, for a door that knows no others; None while it is
    interpreted and may yet be compiled."""
    compiled = door._compiled if isinstance(door, Door) else door
    if not hasattr(compiled, "overloads"):
        return compiled  # type: ignore[no-any-return]  # never compiled
    known = list(compiled.overloads.values())
    return known[0].entry_point if len(known) == 1 else None


def _tuples_taken(function: types.FunctionType) -> list[str]:
    """The named tuples that a kernel takes by its annotations, each with its fields."""
    found = []
    for hint in function.__annotations__.values():
        name = hint.strip("'\"") if isinstance(hint, str) else getattr(hint, "__name__", "")
        taken = function.__globals__.get(name) if isinstance(hint, str) else hint
        fields = getattr(taken, "_fields", None)
        if fields:
            found.append(f"tuple {name} {fields}")
    return found


def _names(code: types.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names


def _code_text(code: types.CodeType) -> str:
    constants = [_code_text(c) if isinstance(c, types.CodeType) else repr(c) for c in code.co_consts]
    return f"{code.co_code.hex()} {constants} {code.co_names} {code.co_varnames} {code.co_argcount}"


def _constant_text(value: Any, name: str, function: types.FunctionType) -> str:
    """What of a constant reaches the machine code."""
    if value is None or isinstance(value, bool | int | float | str | np.generic | np.dtype):
        return repr(value)
    if isinstance(value, tuple):
        return "(" + ",".join(_constant_text(item, name, function) for item in value) + ")"
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()}"
    if isinstance(value, types.ModuleType):
        used = [attribute for attribute in _names(function.__code__) if is_kernel(getattr(value, attribute, None))]
        if used:
            raise KernelError(
                f"kernel {function.__qualname__} calls {name}.{used[0]}: "
                f"import the kernel by name (from {value.__name__} import {used[0]})"
            )
        return f"module {value.__name__}"
    if isinstance(value, types.FunctionType | types.MethodType):
        raise KernelError(f"kernel {function.__qualname__} calls {name}, which is not a kernel: mark it with @kernel")
    if isinstance(value, type) or callable(value):
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', repr(type(value)))}"
    raise KernelError(
        f"kernel {function.__qualname__} reads {name}, a {type(value).__name__}: "
        "only numbers, strings, tuples, arrays and other kernels can be compiled in"
    )


def _compile(function: types.FunctionType, *, cached: bool, inline: bool) -> Callable[..., Any]:
    import numba

    if not cached:
        # Laid into its caller: a call would hand over every number of every array of a named tuple.
        # And nothing around it for Python, which never calls it.
        kind: dict[str, Any] = {"inline": "always" if inline else "never", "no_cpython_wrapper": True}
        return numba.njit(**kind, **_OPTIONS)(function)  # type: ignore[no-any-return]
    numba.config.CACHE_DIR = str(cache_folder())  # type: ignore[attr-defined]
    try:
        return numba.njit(cache=True, **_OPTIONS)(function)  # type: ignore[no-any-return]
    except RuntimeError:
        # No place for a cache: code typed in at a prompt has no file, and a read-only home has no folder.
        return numba.njit(**_OPTIONS)(function)  # type: ignore[no-any-return]
