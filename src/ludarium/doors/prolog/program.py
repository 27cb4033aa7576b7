"""A rule base as clauses: read, checked, and laid over what is shared.

Whichever engine runs it, this is what it runs: the same clauses, the same refusals at load, the same predicates that
nobody defines and that therefore fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from ludarium.doors.prolog.reader import Operators, Reader, Sentence
from ludarium.doors.prolog.terms import NIL, Struct, Term, Var, deref, items_of, key_of, text_of
from ludarium.doors.prolog.tokens import RuleBaseError

Key = tuple[str, int]
"""A predicate: its name and its number of arguments."""

LONGEST = 1_000_000
_SHOWN = 60

CONTROL = {
    *((",", 2), (";", 2), ("->", 2), ("*->", 2), ("\\+", 1), ("not", 1), ("!", 0), ("true", 0), ("fail", 0)),
    *(("false", 0), ("catch", 3), ("findall", 3), ("forall", 2), ("once", 1), ("ignore", 1), ("bagof", 3)),
    *(("setof", 3), ("^", 2), *(("call", count) for count in range(1, 9))),
}
"""Predicates that call others."""
PLAIN = {
    *(("=", 2), ("\\=", 2), ("==", 2), ("\\==", 2), ("@<", 2), ("@>", 2), ("@=<", 2), ("@>=", 2), ("compare", 3)),
    *(("var", 1), ("nonvar", 1), ("atom", 1), ("number", 1), ("integer", 1), ("float", 1), ("atomic", 1)),
    *(("compound", 1), ("callable", 1), ("is_list", 1), ("ground", 1), ("is", 2), ("=:=", 2), ("=\\=", 2)),
    *(("<", 2), (">", 2), ("=<", 2), (">=", 2), ("functor", 3), ("arg", 3), ("=..", 2), ("copy_term", 2)),
    *(("atom_chars", 2), ("atom_codes", 2), ("atom_length", 2), ("atom_number", 2), ("char_code", 2)),
    *(("number_codes", 2), ("number_chars", 2), ("atom_concat", 3), ("sub_atom", 5), ("length", 2)),
    *(("between", 3), ("msort", 2), ("sort", 2), ("sort", 4), ("keysort", 2), ("throw", 1)),
    *(("assert", 1), ("asserta", 1), ("assertz", 1), ("retract", 1), ("retractall", 1), ("rand_int", 2)),
}
"""The other predicates that both engines have by themselves."""
BUILT_IN = frozenset(CONTROL | PLAIN)
_CHANGING = {(name, 1) for name in ("assert", "asserta", "assertz", "retract", "retractall")}
_LIBRARIES = {"lists", "random", "apply", "aggregate"}


@dataclass(frozen=True)
class Clause:
    """A clause, and where it stands."""

    head: Term
    body: Term
    line: int
    origin: str = ""
    """The file it comes from, where that is not the rule base itself."""

    @property
    def key(self) -> Key:
        key = key_of(self.head)
        assert key is not None
        return key


@dataclass(frozen=True)
class Program:
    """Clauses in their order, and what is declared to be changed while the program runs."""

    clauses: tuple[Clause, ...] = ()
    dynamic: frozenset[Key] = field(default_factory=frozenset)

    @property
    def defined(self) -> set[Key]:
        return {clause.key for clause in self.clauses}

    def over(self, shared: Program) -> Program:
        """This program over a shared one: what it defines itself, it has in its own form alone."""
        own = self.defined | self.dynamic
        kept = tuple(clause for clause in shared.clauses if clause.key not in own)
        return Program((*kept, *self.clauses), self.dynamic | shared.dynamic)

    def unknown(self) -> set[Key]:
        """What is called and nobody defines: it fails."""
        known = self.defined | self.dynamic | BUILT_IN
        return {key for clause in self.clauses for key in _called(clause.body) if key not in known}

    def changed(self) -> set[Key]:
        """The facts that it adds or takes away while it runs."""
        found = set()
        for clause in self.clauses:
            for goal in _goals(clause.body):
                if isinstance(goal, Struct) and goal.key in _CHANGING:
                    key = key_of(deref(goal.args[0]))
                    found |= {key} if key is not None else set()
        return found

    def slips(self, known: Set[Key]) -> list[str]:
        """What the rule base itself calls that is not known, with the line of the first call: mostly misspelt."""
        lines: dict[Key, int] = {}
        for clause in self.clauses:
            for key in _called(clause.body):
                if not clause.origin and key not in known:
                    lines.setdefault(key, clause.line)
        return [f"{name}/{count} (line {line})" for (name, count), line in lines.items()]


def read_program(text: str, origin: str = "") -> Program:
    """The rule base in a text. An error names the line, what is wrong and what to do."""
    if len(text) > LONGEST:
        raise RuleBaseError(f"a rule base has at most {LONGEST} characters, this one {len(text)}")
    clauses: list[Clause] = []
    dynamic: set[Key] = set()
    operators = Operators()
    for sentence in Reader(text, operators):
        term = sentence.term
        if isinstance(term, Struct) and term.key == (":-", 1):
            dynamic |= _declared(term.args[0], sentence, operators)
        else:
            clauses.append(replace(_clause(sentence), origin=origin))
    return Program(tuple(clauses), frozenset(dynamic))


@cache
def library() -> Program:
    """The predicates on lists and the like that every rule base has; it may define them anew."""
    return read_program(files(__package__).joinpath("library.pl").read_text(encoding="utf-8"), "the library")


# --- clauses ----------------------------------------------------------------------------------------------------------


def _clause(sentence: Sentence) -> Clause:
    term, body = sentence.term, "true"
    if isinstance(term, Struct) and term.key == (":-", 2):
        term, body = term.args  # type: ignore[assignment]
    if isinstance(term, Struct) and term.key in (("-->", 2), ("?-", 1)):
        raise RuleBaseError(
            f"'{term.name}' cannot stand in a rule base: write facts, and rules with :-", line=sentence.line
        )
    term = deref(term)
    key = key_of(term)
    if key is None or key == (NIL, 0):
        raise RuleBaseError(
            f"{_shown(term)} cannot be the head of a clause: a head is a name with arguments, such as worth(L, S)",
            line=sentence.line,
        )
    if key in BUILT_IN or key[0] == ":":
        raise RuleBaseError(
            f"{key[0]}/{key[1]} is built in and cannot be defined anew: give yours another name", line=sentence.line
        )
    check_body(body, sentence.line)
    return Clause(term, body, sentence.line)


def check_body(body: Term, line: int) -> None:
    """An error where something is called that cannot be."""
    for goal in _goals(body):
        if not isinstance(goal, Var) and key_of(goal) is None:
            raise RuleBaseError(f"{_shown(goal)} is called as a goal, and cannot be", line=line)
        if isinstance(goal, Struct) and goal.key == (":", 2):
            raise RuleBaseError(
                f"{_shown(goal)}: a rule base has no modules; write the goal without its module", line=line
            )


def _declared(directive: Term, sentence: Sentence, operators: Operators) -> set[Key]:
    """What a directive declares as dynamic. Few directives have a meaning here; the others are refused."""
    directive = deref(directive)
    if isinstance(directive, Struct):
        if directive.key == ("dynamic", 1):
            return set(_indicators(directive.args[0], sentence.line))
        if directive.key == ("discontiguous", 1):
            list(_indicators(directive.args[0], sentence.line))
            return set()
        if directive.key == ("op", 3):
            operators.add(*map(deref, directive.args), line=sentence.line)
            return set()
        if directive.key in (("use_module", 1), ("use_module", 2), ("ensure_loaded", 1)):
            wanted = deref(directive.args[0])
            if isinstance(wanted, Struct) and wanted.key == ("library", 1) and wanted.args[0] in _LIBRARIES:
                return set()  # what it would bring is there
    raise RuleBaseError(
        f"':- {_shown(directive)}' is not done here: a rule base may say :- dynamic, :- discontiguous and :- op, "
        "and load no files; leave the line out",
        line=sentence.line,
    )


def _indicators(term: Term, line: int) -> Iterator[Key]:
    """`history/1, seen/2`, also as a list."""
    waiting = [term]
    while waiting:
        part = deref(waiting.pop())
        if isinstance(part, Struct) and part.key == (",", 2):
            waiting += part.args
        elif isinstance(part, Struct) and part.key == ("/", 2):
            name, count = map(deref, part.args)
            if not (isinstance(name, str) and isinstance(count, int) and 0 <= count < 100) or (name, count) in BUILT_IN:
                raise RuleBaseError(f"{_shown(part)} cannot be declared: write a name of your own/number", line=line)
            yield name, count
        else:
            items, tail = items_of(part)
            if not items or tail != NIL:
                raise RuleBaseError(f"{_shown(part)} names no predicate: write name/number", line=line)
            waiting += items


def _shown(term: Term) -> str:
    return text_of(term, _SHOWN)


# --- what calls what --------------------------------------------------------------------------------------------------

_CLOSURES: dict[Key, int] = {
    **{("call", count): count - 1 for count in range(2, 9)},
    **{("maplist", count): count - 1 for count in range(2, 5)},
    **{("include", 3): 1, ("exclude", 3): 1, ("foldl", 4): 3, ("predsort", 3): 3},
}
"""Predicates that call their first argument, and how many arguments they add to it."""
CALLED: dict[Key, tuple[int, ...]] = {
    **{(name, 1): (0,) for name in ("\\+", "not", "once", "ignore", "call")},
    **{(name, 2): (0, 1) for name in (",", ";", "->", "*->", "forall")},
    **{(name, 3): (1,) for name in ("findall", "bagof", "setof")},
    ("^", 2): (1,),
    ("catch", 3): (0, 2),
}
"""Which arguments of a control construct are goals."""


def _goals(body: Term) -> Iterator[Term]:
    """The goals of a body, those inside of control constructs included."""
    waiting = [body]
    while waiting:
        goal = deref(waiting.pop())
        yield goal
        key = key_of(goal)
        if isinstance(goal, Struct) and key in CALLED:
            waiting += [goal.args[place] for place in reversed(CALLED[key])]


def _called(body: Term) -> Iterable[Key]:
    for goal in _goals(body):
        key = key_of(goal)
        if key is None:
            continue
        yield key
        if isinstance(goal, Struct) and key in _CLOSURES:
            closure = key_of(deref(goal.args[0]))
            if closure is not None and (closure not in CONTROL or closure[0] == "call"):
                yield closure[0], closure[1] + _CLOSURES[key]
