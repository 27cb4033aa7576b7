"""SWI-Prolog as an engine: a process of its own, closed off, asked over lines, and killed when it does not answer.

To start one takes more than half a second, so one that a game is done with is kept for the next: what it knew is erased
when a rule base is loaded. Processes are shared by nobody: each belongs to one player at a time.
"""

from __future__ import annotations

import os
import shutil
import threading
import time
from contextlib import ExitStack
from importlib.resources import as_file, files

from ludarium.doors.prolog.arithmetic import is_evaluable
from ludarium.doors.prolog.compiled import TESTS
from ludarium.doors.prolog.engine import SWIPL, Limits, RuleBaseFault, fact_terms, whole_goal
from ludarium.doors.prolog.errors import in_words
from ludarium.doors.prolog.program import CALLED, Clause, Program
from ludarium.doors.prolog.reader import nested_too_deeply, read_term
from ludarium.doors.prolog.terms import CELL, NIL, Struct, Term, Var, deref, list_of, text_of, to_plain
from ludarium.doors.prolog.tokens import RuleBaseError
from ludarium.engine.errors import PlayerError
from ludarium.engine.kernels.rng import Stream
from ludarium.engine.rulebases import Facts, Plain, Question
from ludarium.players import process
from ludarium.players.process import LineProcess, ProgramEnded, ProgramFlood, ProgramSilent

START_SECONDS = 30.0
GRACE_SECONDS = 1.0
"""It measures the time of a question itself; so much later it is killed."""
BASE_MEMORY = 256
"""MB that it needs besides what a rule base may fill."""
MOST_IDLE = 4
_MARK = "\x01"
_UNKNOWN = " (unknown)"
_LIMITS = {
    "inferences": "took more than {limits.inferences} inferences",
    "time": "took longer than {seconds:.3g} s",
    "memory": "needed more memory than it may have",
}


class Swi:
    """A rule base in SWI-Prolog."""

    def __init__(self, program: Program, limits: Limits) -> None:
        if shutil.which(SWIPL) is None:
            raise PlayerError("engine=swipl: SWI-Prolog is not installed; install its program swipl, or use engine=own")
        if not process.SUPPORTED:
            raise PlayerError("engine=swipl needs Linux or macOS; use engine=own")
        self._limits, self._load = limits, _load_message(program)
        self._facts: dict[tuple[str, int], str] = {}
        self._running: LineProcess | None = None
        self._start()

    def tell(self, facts: Facts) -> None:
        self._facts |= {key: _facts_text({key: given}) for key, given in facts.items()}
        if self._running is not None:
            self._exchange(f"tell([{_facts_text(facts)}]).", START_SECONDS)

    def ask(self, question: Question, source: Stream, *, seconds: float) -> Plain | None:
        self._start()
        answer = Var()
        asked = Struct(
            "ask",
            (
                "facts",
                whole_goal(question, answer),
                answer,
                "true" if question.keep else "false",
                source.rng,
                self._limits.inferences,
                max(0.01, float(seconds)),
            ),
        )
        message = text_of(asked).replace("(facts,", f"([{_facts_text(question.facts)}],", 1) + "."
        said = self._exchange(message, seconds + GRACE_SECONDS)
        value = self._read(said, seconds)
        assert isinstance(said, Struct)
        source.rng = int(said.args[-1])  # type: ignore[arg-type]
        return value

    def close(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            _give_back(self._limits.memory, running)

    # --- the process --------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        """A process with the rule base in it; where the last one was killed, a new one that remembers nothing."""
        if self._running is not None:
            return
        self._running = _idle(self._limits.memory) or _started(self._limits.memory)
        self._exchange(self._load, START_SECONDS)
        if self._facts:
            self._exchange(f"tell([{','.join(self._facts.values())}]).", START_SECONDS)

    def _exchange(self, message: str, seconds: float) -> Term:
        """Send a message and wait for the answer to it; a process that gives none is killed."""
        assert self._running is not None
        self._running.send(message)
        try:
            return _answer(self._running, seconds)
        except RuleBaseFault:
            self._running.stop()
            self._running = None
            raise

    def _read(self, said: Term, seconds: float) -> Plain | None:
        if isinstance(said, Struct) and said.key == ("no", 1):
            return None
        if isinstance(said, Struct) and said.key == ("yes", 2):
            return "true" if isinstance(deref(said.args[0]), Var) else to_plain(said.args[0])
        if isinstance(said, Struct) and said.key == ("limit", 1):
            raise RuleBaseFault(_LIMITS[str(said.args[0])].format(limits=self._limits, seconds=seconds))
        if isinstance(said, Struct) and said.key == ("error", 1):
            raise RuleBaseFault(_words(said.args[0]))
        raise RuleBaseFault(f"SWI-Prolog answered {text_of(said, 80)}")


def _words(ball: Term) -> str:
    if isinstance(ball, Struct) and ball.key == ("error", 2) and ball.args[1] == "sandbox":
        formal = ball.args[0]
        culprit = f" {text_of(formal.args[-1], 80)}" if isinstance(formal, Struct) else " a goal that is not known"
        return f"would call{culprit}, which SWI-Prolog's sandbox does not allow"
    return in_words(_as_written(ball))


def _as_written(ball: Term) -> Term:
    """An error about what cannot be computed, with the name that the rule base has for it."""
    formal = deref(ball.args[0]) if isinstance(ball, Struct) and ball.key == ("error", 2) else ""
    if not (isinstance(formal, Struct) and formal.name == "type_error" and formal.args[0] == "evaluable"):
        return ball
    named = formal.args[1]
    if not (isinstance(named, Struct) and named.key == ("/", 2) and isinstance(named.args[0], str)):
        return ball
    written = Struct("/", (named.args[0].removesuffix(_UNKNOWN), named.args[1]))
    return Struct("error", (Struct("type_error", ("evaluable", written)), "context"))


def _answer(running: LineProcess, seconds: float) -> Term:
    """The next answer. Lines without the mark are not the server's."""
    deadline = time.monotonic() + seconds
    try:
        while True:
            line = running.read(deadline).decode(errors="replace")
            if line.startswith(_MARK):
                return read_term(line[1:])
    except ProgramEnded:
        running.post_mortem()
        what = running.verdict or "SWI-Prolog ended"
        errors = running.take_errors()
        raise RuleBaseFault(what + (f"; its error output ends:\n{errors}" if errors else "")) from None
    except ProgramSilent:
        raise RuleBaseFault(f"took longer than {seconds:.3g} s, and was killed") from None
    except (ProgramFlood, RuleBaseError, RecursionError):
        raise RuleBaseFault("answered with a term that is too large, or that contains itself") from None


def _started(memory: int) -> LineProcess:
    place = _LASTING.enter_context(as_file(files(__package__).joinpath("server.pl")))
    command = [shutil.which(SWIPL) or SWIPL, "-q", "-f", "none", f"--stack-limit={memory}m", "-g", "main", str(place)]
    running = LineProcess(command, memory=memory + BASE_MEMORY if process.MEMORY_LIMITS else None)
    try:
        if _answer(running, START_SECONDS) != "ready":
            raise RuleBaseFault("it is too old")
    except RuleBaseFault as fault:
        running.stop()
        raise PlayerError(f"SWI-Prolog cannot be used (expected version 9 or later): {fault}") from None
    return running


# --- processes that nobody uses ---------------------------------------------------------------------------------------

_LASTING = ExitStack()
_waiting: dict[tuple[int, int], list[LineProcess]] = {}
"""By our own process and the limit of memory: what a process started belongs to it, not to its forked copies."""
_lock = threading.Lock()


def _idle(memory: int) -> LineProcess | None:
    with _lock:
        found = _waiting.get((os.getpid(), memory))
        return found.pop() if found else None


def _give_back(memory: int, running: LineProcess) -> None:
    with _lock:
        idle = _waiting.setdefault((os.getpid(), memory), [])
        if len(idle) < MOST_IDLE:
            idle.append(running)
            return
    running.stop()


# --- messages ---------------------------------------------------------------------------------------------------------


def _load_message(program: Program) -> str:
    keys = sorted(program.defined | program.dynamic | program.unknown())
    clauses = list_of([Struct("c", (clause.head, _computed_in(clause))) for clause in program.clauses])
    return text_of(Struct("load", (clauses, list_of([Struct("/", key) for key in keys])))) + "."


def _computed(body: Term) -> Term:
    """A body in which what our own engine cannot compute has a name that SWI-Prolog cannot compute either: both decide
    the same, and nothing hangs on the clock or on random numbers of its own."""
    chain: list[Struct] = []
    body = deref(body)
    while isinstance(body, Struct) and body.key in ((",", 2), (";", 2)):  # as long as a clause is written
        chain.append(body)
        body = deref(body.args[1])
    made = body
    if isinstance(body, Struct):
        if body.key == ("is", 2):
            made = Struct("is", (body.args[0], _known(body.args[1])))
        elif len(body.args) == 2 and body.name in TESTS:
            made = Struct(body.name, tuple(map(_known, body.args)))
        else:
            places = CALLED.get(body.key, ())
            arguments = [_computed(part) if place in places else part for place, part in enumerate(body.args)]
            made = Struct(body.name, tuple(arguments))
    for struct in reversed(chain):
        made = Struct(struct.name, (_computed(struct.args[0]), made))
    return made


def _computed_in(clause: Clause) -> Term:
    try:
        return _computed(clause.body)
    except RecursionError:
        raise nested_too_deeply(clause.line) from None


def _known(expression: Term) -> Term:
    expression = deref(expression)
    if isinstance(expression, str) and expression != NIL and not is_evaluable(expression, 0):
        return f"{expression}{_UNKNOWN}"
    if not isinstance(expression, Struct) or expression.name == CELL:
        return expression
    name = expression.name if is_evaluable(expression.name, len(expression.args)) else f"{expression.name}{_UNKNOWN}"
    return Struct(name, tuple(map(_known, expression.args)))


def _facts_text(facts: Facts) -> str:
    return ",".join(
        text_of(Struct("f", (Struct("/", key), list_of(terms)))) for key, terms in fact_terms(facts).items()
    )
