"""Both engines, as the tests ask them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludarium.doors.prolog.engine import Engine, Limits, RuleBaseFault, engine_for, has_swipl
from ludarium.doors.prolog.program import library, read_program
from ludarium.engine.kernels.rng import Stream
from ludarium.engine.rulebases import ANSWER, Plain, Question

BOTH = [
    "own",
    pytest.param(
        "swipl", marks=pytest.mark.skipif(not has_swipl(), reason="SWI-Prolog is not installed (the program swipl)")
    ),
]
ROOMY = Limits(seconds=20.0, inferences=1_000_000, memory=128)


@contextmanager
def running(name: str, text: str, limits: Limits = ROOMY) -> Iterator[Engine]:
    """An engine with a rule base in it."""
    engine = engine_for(name, read_program(text).over(library()), limits)
    try:
        yield engine
    finally:
        engine.close()


def answer(
    engine: Engine, *, name: str = "answer", keep: bool = True, seconds: float = 20.0, seed: int = 1
) -> Plain | None:
    """What a predicate of one argument answers."""
    return engine.ask(Question((name, ANSWER), keep=keep), Stream(seed), seconds=seconds)


def told(engine: Engine) -> str:
    """What a rule base answers, or its fault in words."""
    try:
        return str(answer(engine, seconds=1.5))
    except RuleBaseFault as fault:
        return f"fault: {fault}"


def blocks(name: str) -> Iterator[tuple[str, str]]:
    """The rule bases of a file, each with what stands after its =>."""
    for block in (Path(__file__).parent / name).read_text(encoding="utf-8").split("\n\n"):
        text, arrow, wanted = block.partition("\n=> ")
        if arrow:
            yield text, wanted.strip()
