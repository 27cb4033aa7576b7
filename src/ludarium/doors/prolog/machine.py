"""Our own Prolog: a machine that looks for the first solution of a goal, within limits.

Depth first, as Prolog does: the goals still to be shown are a chain of continuations, what else could be tried is a
pile of choice points, and every binding since is on the trail, so that it can be undone. Nothing recurses in Python.
`cells` counts what a Prolog with a stack of terms would hold there: it grows with every clause that is used and falls
back with every choice point that is returned to; where it grows too large, what is still in use is counted anew.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from ludarium.doors.prolog.arithmetic import evaluate
from ludarium.doors.prolog.building import Copier, build, in_use, with_arguments
from ludarium.doors.prolog.compiled import (
    CALL,
    CALL_TERM,
    CATCH,
    CHOOSE,
    COLLECT,
    CUT,
    CUT_TO,
    DET,
    EXIT,
    FAIL,
    FINDALL,
    IS,
    NONDET,
    OR,
    SOFT_TO,
    TEST,
    UNIFY,
    Cell,
    Code,
    Compiler,
    Goal,
    Predicate,
    Slot,
)
from ludarium.doors.prolog.errors import PrologError, ResourceLimit
from ludarium.doors.prolog.predicates import BUILT_INS
from ludarium.doors.prolog.program import Clause, Key, Program
from ludarium.doors.prolog.reader import nested_too_deeply
from ludarium.doors.prolog.terms import MOST_STEPS, Struct, Term, TooLarge, Var, list_of
from ludarium.engine.kernels.rng import Stream

CELL_BYTES = 100
"""What a part of a term takes in memory, about."""
_CHECK_EVERY = 256
"""The clock and the memory are looked at after so many steps."""
_CLAUSES, _GOALS, _FINDALL, _CATCH, _MORE, _NOTHING = range(6)
"""Kinds of choice points. Each is a tuple: its kind, the trail's length, the cells, and what it needs."""
_EXIT = (Goal(EXIT),)


class _Catch:
    """A `catch/3` that has been called. It catches while its goal is being shown, not after."""

    __slots__ = ("active", "ball", "held", "next", "recovery")

    def __init__(self, ball: Any, recovery: Any, next: Any, held: int) -> None:
        self.ball, self.recovery, self.next, self.held = ball, recovery, next, held
        self.active = True


class Machine:
    """A database of clauses, and the search for solutions in it."""

    def __init__(self, *, memory: int) -> None:
        """`memory` in MB."""
        self.predicates: dict[Key, Predicate] = {}
        self.trail: list[Any] = []
        self.random = Stream(0)
        """What `rand_int/2` draws on."""
        self._built_ins = BUILT_INS
        self._most_cells = memory * 1_000_000 // CELL_BYTES
        self._before: dict[Key, tuple[Code, ...]] = {}
        self._cells = self._held = self.stored = 0
        self.inferences = self._check = self._most = 0
        self._seconds = self._deadline = 0.0
        self.line = 0
        """Of the clause that was at work when something went wrong."""

    # --- the database -------------------------------------------------------------------------------------------------

    def predicate(self, key: Key) -> Predicate:
        found = self.predicates.get(key)
        if found is None:
            found = self.predicates[key] = Predicate(key)
        return found

    def load(self, program: Program) -> None:
        clauses: dict[Key, list[Code]] = {}
        for clause in program.clauses:
            line = 0 if clause.origin else clause.line
            try:
                code = self._compiler(line).clause(clause)
            except RecursionError:
                raise nested_too_deeply(clause.line) from None
            clauses.setdefault(clause.key, []).append(code)
        for key, codes in clauses.items():
            self.predicate(key).replace(tuple(codes))

    def replace_facts(self, key: Key, facts: Iterable[Term]) -> None:
        """Let a predicate consist of these facts."""
        codes = tuple(self.code_of(fact) for fact in facts)
        self.change(self.predicate(key), codes)

    def code_of(self, fact: Term) -> Code:
        return self._compiler().clause(Clause(fact, "true", 0))

    def change(self, predicate: Predicate, clauses: tuple[Code, ...]) -> None:
        """Other clauses for a predicate; `undo_changes` brings back the old ones."""
        self._before.setdefault(predicate.key, predicate.clauses)
        predicate.replace(clauses)

    def keep_changes(self) -> None:
        self._before.clear()

    def undo_changes(self) -> None:
        for key, clauses in self._before.items():
            self.predicates[key].replace(clauses)
        self._before.clear()

    def _compiler(self, line: int = 0) -> Compiler:
        return Compiler(self.predicate, self._built_ins.get, line)

    # --- terms --------------------------------------------------------------------------------------------------------

    def charge(self, cells: int) -> None:
        """Count what a predicate is about to make; an error where there is no room."""
        self._cells += cells
        if self._cells + self._held + self.stored > self._most_cells:
            raise ResourceLimit("needed more memory than it may have")

    def unify(self, left: Any, right: Any) -> bool:
        """Make two terms the same by binding variables; on failure some may be bound, and backtracking frees them."""
        trail = self.trail
        waiting: list[Any] = []
        steps = 0
        while True:
            while type(left) is Var and left.ref is not None:
                left = left.ref
            while type(right) is Var and right.ref is not None:
                right = right.ref
            if left is not right:
                kind = type(left)
                if kind is Var:
                    left.ref = right
                    trail.append(left)
                elif type(right) is Var:
                    right.ref = left
                    trail.append(right)
                elif kind is Struct:
                    if type(right) is not Struct or left.name != right.name or len(left.args) != len(right.args):
                        return False
                    steps += 1
                    if steps > MOST_STEPS:
                        raise TooLarge
                    ours, theirs = left.args, right.args
                    for place in range(len(ours) - 1, 0, -1):
                        waiting.append(ours[place])
                        waiting.append(theirs[place])
                    left, right = ours[0], theirs[0]
                    continue
                elif kind is not type(right) or left != right:
                    return False
            if not waiting:
                return True
            right = waiting.pop()
            left = waiting.pop()

    def copy(self, term: Term) -> Term:
        """The term with fresh variables for its free ones, counted."""
        copied = Copier()
        made = copied.copy(term, self._room())
        self.charge(copied.cells)
        return made

    def _room(self) -> int:
        return max(0, self._most_cells - self._cells - self._held - self.stored)

    # --- solving ------------------------------------------------------------------------------------------------------

    def solve(self, goal: Term, *, inferences: int, seconds: float) -> bool:
        """Whether a goal has a solution; its variables are bound to the first."""
        self.trail.clear()
        self._cells = self._held = self.inferences = self.line = 0
        self._most, self._seconds, self._deadline = inferences, seconds, time.monotonic() + seconds
        self._check = min(_CHECK_EVERY, inferences)
        try:
            return self._run(goal)
        except (RecursionError, TooLarge):
            raise ResourceLimit("made a term that is too large, or that contains itself") from None
        except MemoryError:
            raise ResourceLimit("needed more memory than there is") from None

    def step(self, count: int = 1) -> None:
        """Count steps that a predicate takes by itself, and look at the limits from time to time."""
        self.inferences += count
        if self.inferences < self._check:
            return
        if self.inferences >= self._most:
            raise ResourceLimit(f"took more than {self._most} inferences")
        if time.monotonic() > self._deadline:
            raise ResourceLimit(f"took longer than {self._seconds:.3g} s")
        self._check = min(self._most, self.inferences + _CHECK_EVERY)

    def _run(self, goal: Term) -> bool:
        compiler = self._compiler()
        goals: tuple[Goal, ...] = compiler.body(goal)
        place, cut = 0, 0
        env: list[Any] = [None] * compiler.count
        next: Any = None
        after: Any
        point: Any
        choices: list[Any] = []
        trail = self.trail
        while True:
            try:
                while True:
                    # --- one step: a goal of the body, or on to what follows it ------------------------------------
                    failed = False
                    clauses: Any = None
                    if place == len(goals):
                        if next is None:
                            return True
                        goals, place, env, cut, next = next
                        continue
                    step = goals[place]
                    place += 1
                    op = step.op
                    self.inferences += 1
                    if self.inferences >= self._check:
                        self.step(0)
                        if self._cells + self._held + self.stored + len(trail) > self._most_cells:
                            self._sweep(choices, env, next)
                    if op == CALL:
                        args = [build(argument, env) for argument in step.args]
                        after = next if place == len(goals) else (goals, place, env, cut, next)
                        clauses, tried = step.what.matching(args), 0
                        if not clauses:
                            clauses, failed = None, True
                    elif op == TEST:
                        failed = not _TESTS[step.what](evaluate(step.args[0], env), evaluate(step.args[1], env))
                    elif op == IS:
                        value = evaluate(step.args[1], env)
                        failed = not self.unify(build(step.args[0], env), value)
                    elif op == UNIFY:
                        failed = not self.unify(build(step.args[0], env), build(step.args[1], env))
                    elif op == DET:
                        failed = not step.what(self, [build(argument, env) for argument in step.args])
                    elif op == CUT:
                        del choices[cut:]
                    elif op == CHOOSE:
                        env[step.slot] = len(choices)
                        after = next if place == len(goals) else (goals, place, env, cut, next)
                        choices.append((_GOALS, len(trail), self._cells, step.other, env, cut, after))
                        next = (step.then, 0, env, cut, after)
                        goals, place, cut = step.what, 0, len(choices)
                    elif op == CUT_TO:
                        del choices[env[step.slot] :]
                    elif op == SOFT_TO:
                        height = env[step.slot]
                        choices[height] = (_NOTHING, *choices[height][1:3])
                    elif op == OR:
                        after = next if place == len(goals) else (goals, place, env, cut, next)
                        choices.append((_GOALS, len(trail), self._cells, step.other, env, cut, after))
                        goals, place, next = step.then, 0, after
                    elif op == FINDALL:
                        after = next if place == len(goals) else (goals, place, env, cut, next)
                        results: list[Any] = []
                        env[step.slot] = results
                        result = build(step.args[0], env)
                        choices.append((_FINDALL, len(trail), self._cells, results, result, after, self._held))
                        goals, place, next, cut = step.then, 0, None, len(choices)
                    elif op == COLLECT:
                        copier = Copier()
                        env[step.slot].append(copier.copy(build(step.args[0], env), self._room()))
                        self._held += copier.cells + 1
                        failed = True
                    elif op == CALL_TERM:
                        term = with_arguments([build(argument, env) for argument in step.args])
                        after = next if place == len(goals) else (goals, place, env, cut, next)
                        compiler = self._compiler(step.line)
                        goals, place, next, cut = compiler.body(term), 0, after, len(choices)
                        env = [None] * compiler.count
                    elif op == NONDET:
                        after = next if place == len(goals) else (goals, place, env, cut, next)
                        found = step.what(self, [build(argument, env) for argument in step.args])
                        choices.append((_MORE, len(trail), self._cells, found, after))
                        failed = True  # the first solution is found as the others are
                    elif op == CATCH:
                        after = next if place == len(goals) else (goals, place, env, cut, next)
                        called, ball, recovery = [build(argument, env) for argument in step.args]
                        point = _Catch(ball, recovery, after, self._held)
                        choices.append((_CATCH, len(trail), self._cells, point))
                        compiler = self._compiler(step.line)
                        goals, place, cut = compiler.body(called), 0, len(choices)
                        env, next = [None] * compiler.count, (_EXIT, 0, [point], 0, after)
                    elif op == EXIT:
                        point = env[0]
                        if choices and choices[-1][0] == _CATCH and choices[-1][3] is point:
                            choices.pop()
                        else:  # its goal may have more solutions: then it is at work again
                            point.active = False
                            trail.append(point)
                    else:
                        assert op == FAIL
                        failed = True

                    # --- backtracking: the newest choice point that has something left to try -----------------------
                    while failed:
                        if not choices:
                            return False
                        choice = choices[-1]
                        self._undo(choice[1])
                        self._cells = choice[2]
                        kind = choice[0]
                        if kind == _MORE:
                            if _next_of(choice[3]):
                                goals, place, next, failed = (), 0, choice[4], False
                            else:
                                choices.pop()
                            continue
                        choices.pop()
                        if kind == _CLAUSES:
                            _, _, _, args, clauses, tried, after = choice
                            failed = False
                        elif kind == _GOALS:
                            _, _, _, goals, env, cut, next = choice
                            place, failed = 0, False
                        elif kind == _FINDALL:
                            _, _, _, results, result, next, held = choice
                            self._cells += self._held - held
                            self._held = held
                            goals, place = (), 0
                            failed = not self.unify(result, list_of(results))

                    # --- a call: the first clause whose head fits -----------------------------------------------------
                    if clauses is not None and not failed:
                        mark, height, count = len(trail), len(choices), len(clauses)
                        while tried < count:
                            code = clauses[tried]
                            tried += 1
                            env = [None] * code.slots
                            for template, argument in zip(code.head, args, strict=True):
                                if not self._match(template, argument, env):
                                    break
                            else:
                                if tried < count:
                                    choices.append((_CLAUSES, mark, self._cells, args, clauses, tried, after))
                                self._cells += code.size
                                goals, place, cut, next = code.goals, 0, height, after
                                break
                            self._undo(mark)
                        else:
                            # None fits: fail, by a step that does nothing else.
                            goals, place, next = (_NO,), 0, None
            except PrologError as thrown:
                self.line = self.line or step.line
                point = self._catcher(thrown, choices)
                compiler = self._compiler()
                goals, place, cut, next = compiler.body(point.recovery), 0, len(choices), point.next
                env = [None] * compiler.count
                self.line = 0
            except ResourceLimit:
                self.line = self.line or step.line
                raise

    def _sweep(self, choices: list[Any], *roots: Any) -> None:
        """Count anew what is still in use; that must be no more than half of what there is room for."""
        if not choices:
            self.trail.clear()
        self._cells = in_use([choices, *roots], self._most_cells)
        if self._cells + self._held + self.stored + len(self.trail) > self._most_cells // 2:
            raise ResourceLimit("needed more memory than it may have")

    def _catcher(self, thrown: PrologError, choices: list[Any]) -> _Catch:
        """The innermost `catch/3` at work that takes what was thrown; without one it is raised on."""
        ball = Copier().copy(thrown.ball, MOST_STEPS)
        while choices:
            choice = choices.pop()
            self._undo(choice[1])
            if choice[0] == _CATCH and choice[3].active:
                point: _Catch = choice[3]
                self._cells, self._held = choice[2], point.held
                if self.unify(point.ball, ball):
                    return point
                self._undo(choice[1])
        raise PrologError(ball) from thrown

    def _undo(self, mark: int) -> None:
        trail = self.trail
        while len(trail) > mark:
            bound = trail.pop()
            if type(bound) is Var:
                bound.ref = None
            else:
                bound.active = True

    def _match(self, template: Any, term: Any, env: list[Any]) -> bool:
        """Make a clause's head and a call's argument the same."""
        while True:
            while type(term) is Var and term.ref is not None:
                term = term.ref
            kind = type(template)
            if kind is Slot:
                known = env[template.index]
                if known is None:
                    env[template.index] = term
                    return True
                return self.unify(known, term)
            if kind is not Cell:
                if type(term) is Var:
                    term.ref = template
                    self.trail.append(term)
                    return True
                if kind is Struct:
                    return self.unify(template, term)
                return kind is type(term) and bool(template == term)
            if type(term) is Var:
                term.ref = build(template, env)
                self.trail.append(term)
                return True
            if type(term) is not Struct or term.name != template.name or len(term.args) != len(template.args):
                return False
            # All arguments but the last by recursion, which goes as deep as the clause is written; lists by the loop.
            last = len(term.args) - 1
            for place in range(last):
                if not self._match(template.args[place], term.args[place], env):
                    return False
            template, term = template.args[last], term.args[last]


_NO = Goal(FAIL)
_TESTS = {
    "=:=": lambda a, b: a == b,
    "=\\=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "=<": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}
_END = object()


def _next_of(found: Any) -> bool:
    """Look for the next solution of a predicate that has several; it binds what there is to be bound."""
    return next(found, _END) is not _END
