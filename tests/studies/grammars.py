"""Grammars of composed players for tests: small ones, where everything can be counted."""

from __future__ import annotations

from itertools import permutations

from hypothesis import strategies as st

from ludarium.engine.elements import Alpha, Elements


def grammar(basic: int = 3, modifiers: int = 4) -> Elements:
    """Basic elements B0, B1 … and modifiers m0, m1 …; simple are the basic ones alone and with each modifier."""
    hosts, others = tuple(f"B{n}" for n in range(basic)), tuple(f"m{n}" for n in range(modifiers))
    alone = [(host,) for host in hosts if basic + modifiers > 1]
    together = [(other, host) for host in hosts for other in others if basic + modifiers > 2]
    return Elements(hosts, others, " ".join, (*alone, *together))


def every_list(made_of: Elements) -> list[Alpha]:
    """All strategies of a grammar, by trying all lists."""
    lists = (alpha for size in range(len(made_of.all) + 1) for alpha in permutations(made_of.all, size))
    return [alpha for alpha in lists if not made_of.fault(alpha)]


GRAMMARS = st.builds(grammar, st.integers(1, 4), st.integers(1, 4))


@st.composite
def lists_of(draw: st.DrawFn, made_of: Elements) -> Alpha:
    """Any strategy of a grammar."""
    alpha = draw(st.permutations(made_of.all))[: draw(st.integers(1, len(made_of.all) - 1))]
    if not any(name in made_of.basic for name in alpha):
        alpha[draw(st.integers(0, len(alpha) - 1))] = draw(st.sampled_from(made_of.basic))
    return tuple(alpha)
