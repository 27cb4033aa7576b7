"""Prolog's syntax: operators and their priorities, and the reader that makes terms of tokens.

Texts in double quotes are atoms, as in tuProlog. What is wrong is said with its line and, where it is one of the usual
slips, with the remedy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ludarium.doors.prolog.terms import NIL, Struct, Term, Var, list_of
from ludarium.doors.prolog.tokens import RuleBaseError, Token, tokens

MOST = 1200
ARGUMENT = 999
_PREFIX = {":-": (1200, "fx"), "?-": (1200, "fx"), "\\+": (900, "fy"), "-": (200, "fy"), "+": (200, "fy")}
_PREFIX |= {"\\": (200, "fy"), "dynamic": (1150, "fx"), "discontiguous": (1150, "fx")}
_INFIX = {":-": (1200, "xfx"), "-->": (1200, "xfx"), ";": (1100, "xfy"), "|": (1100, "xfy")}
_INFIX |= {"->": (1050, "xfy"), "*->": (1050, "xfy"), ",": (1000, "xfy"), ":": (200, "xfy")}
_INFIX |= dict.fromkeys(
    ["=", "\\=", "==", "\\==", "@<", "@>", "@=<", "@>=", "is", "=:=", "=\\=", "<", ">", "=<", ">=", "=.."], (700, "xfx")
)
_INFIX |= dict.fromkeys(["+", "-", "/\\", "\\/", "xor"], (500, "yfx"))
_INFIX |= dict.fromkeys(["*", "/", "//", "mod", "rem", "div", "<<", ">>"], (400, "yfx"))
_INFIX |= {"**": (200, "xfx"), "^": (200, "xfy")}
_KINDS = {"fx", "fy", "xfx", "xfy", "yfx"}
_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass
class Operators:
    """The operators that a rule base knows; its own `op/3` may add some."""

    prefix: dict[str, tuple[int, str]] = field(default_factory=lambda: dict(_PREFIX))
    infix: dict[str, tuple[int, str]] = field(default_factory=lambda: dict(_INFIX))

    def add(self, *declared: object, line: int) -> None:
        priority, kind, name = declared
        given = isinstance(priority, int) and 0 <= priority <= MOST and kind in _KINDS and isinstance(name, str)
        if not given or name in (",", "|", NIL):
            raise RuleBaseError("this operator cannot be declared: write :- op(700, xfx, name)", line=line)
        assert isinstance(priority, int)
        table = self.prefix if kind in ("fx", "fy") else self.infix
        table[str(name)] = (priority, str(kind))


@dataclass(frozen=True)
class Sentence:
    """One term of a text that ends in a full stop, where it begins, and its variables by their names."""

    term: Term
    line: int
    names: dict[str, Var]


class Reader:
    """Reads the sentences of a text, one after the other."""

    def __init__(self, text: str, operators: Operators | None = None) -> None:
        self.operators = operators or Operators()
        self._tokens = tokens(text)
        self._next: Token = next(self._tokens)
        self._begun = 1
        self._names: dict[str, Var] = {}

    def __iter__(self) -> Iterator[Sentence]:
        while self._next.kind != "end" or self._next.value:
            yield self.sentence()

    def sentence(self) -> Sentence:
        self._begun, self._names = self._next.line, {}
        if self._next.kind == "end":
            raise self._wrong("a full stop stands alone: delete it")
        try:
            term, _ = self._term(MOST)
        except RecursionError:
            raise nested_too_deeply(self._begun) from None
        stop = self._take()
        if stop.kind != "end":
            raise self._unexpected(stop)
        if not stop.value:
            raise RuleBaseError("the clause that begins here has no end: write a full stop after it", line=self._begun)
        return Sentence(term, self._begun, self._names)

    # --- terms --------------------------------------------------------------------------------------------------------

    def _term(self, most: int) -> tuple[Term, int]:
        left, priority = self._primary(most)
        while True:
            name = self._infix_here()
            if name is None:
                return left, priority
            own, kind = self.operators.infix[name]
            below_left = own if kind == "yfx" else own - 1
            if own > most or priority > below_left:
                return left, priority
            self._take()
            right, _ = self._term(own if kind == "xfy" else own - 1)
            # A bar between goals is a semicolon.
            left, priority = Struct(";" if name == "|" else name, (left, right)), own

    def _infix_here(self) -> str | None:
        token = self._next
        if token.kind in ("atom", "mark") and token.value in self.operators.infix:
            return str(token.value)
        return None

    def _primary(self, most: int) -> tuple[Term, int]:
        token = self._take()
        if token.kind == "number":
            assert not isinstance(token.value, str)
            return token.value, 0
        if token.kind == "var":
            return self._variable(str(token.value)), 0
        if token.kind == "text":
            return str(token.value), 0
        if token.kind == "mark":
            return self._bracketed(token), 0
        if token.kind == "end":
            before = "the clause ends too early" if token.value else "the file ends within a clause"
            raise RuleBaseError(f"{before}: something is missing before {token}", line=token.line)
        name = str(token.value)
        if token.opens:
            self._take()
            return Struct(name, tuple(self._arguments(token))), 0
        if token.kind == "atom" and name in self.operators.prefix:
            return self._prefixed(name, most)
        priority = self.operators.infix.get(name, (0, ""))[0] if token.kind == "atom" else 0
        return name, priority if priority <= most else 0

    def _prefixed(self, name: str, most: int) -> tuple[Term, int]:
        if name == "-" and self._next.kind == "number":
            number = self._take().value
            assert not isinstance(number, str)
            return -number, 0
        priority, kind = self.operators.prefix[name]
        if self._ends_here():
            return name, priority if priority <= most else 0
        priority = min(priority, most)
        argument, _ = self._term(priority if kind == "fy" else priority - 1)
        return Struct(name, (argument,)), priority

    def _ends_here(self) -> bool:
        """Whether nothing follows that could be an operator's argument."""
        token = self._next
        if token.kind == "end" or (token.kind == "mark" and token.value in (")", "]", "}", ",", "|")):
            return True
        if token.kind != "atom" or token.opens or token.value in self.operators.prefix:
            return False  # `- - a` is minus minus a
        return token.value in self.operators.infix

    def _variable(self, name: str) -> Var:
        return Var() if name == "_" else self._names.setdefault(name, Var())

    def _bracketed(self, token: Token) -> Term:
        if token.value == "(":
            term, _ = self._term(MOST)
            self._close(token)
            return term
        if token.value == "{":
            term, _ = self._term(MOST)
            self._close(token)
            return Struct("{}", (term,))
        if token.value == "[":
            items = [self._term(ARGUMENT)[0]]
            while self._next.kind == "mark" and self._next.value == ",":
                self._take()
                items.append(self._term(ARGUMENT)[0])
            tail: Term = NIL
            if self._next.kind == "mark" and self._next.value == "|":
                self._take()
                tail = self._term(ARGUMENT)[0]
            self._close(token)
            return list_of(items, tail)
        raise self._unexpected(token)

    def _arguments(self, name: Token) -> Iterator[Term]:
        yield self._term(ARGUMENT)[0]
        while self._next.kind == "mark" and self._next.value == ",":
            self._take()
            yield self._term(ARGUMENT)[0]
        self._close(Token("mark", "(", name.line))

    def _close(self, opened: Token) -> None:
        wanted = _CLOSING[str(opened.value)]
        if self._next.kind == "mark" and self._next.value == wanted:
            self._take()
            return
        if self._next.kind == "mark" and self._next.value == "|":
            raise self._wrong("'|' stands outside a list: write [Head|Tail] in brackets of its own")
        raise self._wrong(
            f"expected '{wanted}' or ',' before {self._next}: '{opened.value}' of line {opened.line} is still open"
        )

    # --- tokens -------------------------------------------------------------------------------------------------------

    def _take(self) -> Token:
        token = self._next
        if not (token.kind == "end" and not token.value):
            self._next = next(self._tokens)
        return token

    def _unexpected(self, token: Token | None = None) -> RuleBaseError:
        token = token or self._next
        if token.kind == "mark" and token.value in (")", "]", "}"):
            return RuleBaseError(f"{token} closes nothing that is open: delete it, or open it before", line=token.line)
        if token.line > self._begun and token.kind != "mark":
            return RuleBaseError(
                f"{token} cannot follow here: is a full stop or a comma missing at the end of the line before?",
                line=token.line,
            )
        return RuleBaseError(f"{token} cannot follow here: is a comma or an operator missing?", line=token.line)

    def _wrong(self, what: str) -> RuleBaseError:
        return RuleBaseError(what, line=self._next.line)


def nested_too_deeply(line: int) -> RuleBaseError:
    """A clause that goes deeper than can be followed."""
    return RuleBaseError("this clause is nested too deeply: divide it", line=line)


def read_term(text: str) -> Term:
    """The term in a text, without a full stop after it."""
    return Reader(f"{text} .").sentence().term
