"""A reproduction's answer in three sentences: what holds, what does not, what remains unknown.

They are made from the rows alone, so that they say of every run what it found, however many games it had.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ludarium.arena.reproduce.reproduction import ORIGINS, Origin, Outcome, Row

FEW = 4
"""So many are named; of more, it is said how many there are."""
WIDE = 0.1
"""A rate that agrees, though chance could explain so large a difference, is hardly known."""


def answer(outcome: Outcome) -> tuple[str, str, str]:
    """What holds, what does not, and what remains unknown."""
    return _holds(outcome), _fails(outcome), _unknown(outcome)


def _holds(outcome: Outcome) -> str:
    parts = [
        f"{counts.agree:,} of {counts.total:,} {_called(origin)}"
        for origin, counts in outcome.counts.items()
        if counts.agree
    ]
    if not parts:
        return "Holds: nothing of what was measured."
    whole = [table for table, rows in _by_table(outcome.rows) if all(row.verdict == "agrees" for row in rows)]
    told = f", among them all of {_listed(whole)}" if whole else ""
    return f"Holds: {_joined(parts)}{told}."


def _fails(outcome: Outcome) -> str:
    parts = []
    for origin in ORIGINS:
        rows = [row for row in outcome.rows if row.verdict == "differs" and row.claim.origin == origin]
        if not rows:
            continue
        if origin == "figure":
            named = _listed([f"{len(several)} of {table}" for table, several in _by_table(rows)])
        else:
            named = _listed([row.claim.what for row in rows])
        parts.append(f"{len(rows):,} {_called(origin, len(rows))} ({named})")
    told = f"Does not hold: {_joined(parts)}" if parts else "Does not hold: nothing of what was measured"
    slips = [row for row in outcome.rows if row.verdict == "source's slip"]
    if slips:
        tables = _listed([table for table, _ in _by_table(slips)])
        told += f"; {len(slips):,} {_plural('slip', len(slips))} of the source itself ({tables})"
    return f"{told}."


def _unknown(outcome: Outcome) -> str:
    missing = [row for row in outcome.rows if row.verdict == "not measured"]
    parts = []
    if missing:
        # Up to a colon: what comes after it is one row's figures, or what can be done about it.
        reasons = Counter(row.why.partition(": ")[0] for row in missing)
        named = [f"{count:,} × {reason}" for reason, count in reasons.most_common()]
        parts.append(f"{len(missing):,} not measured ({_listed(named, '; ')})")
    vague = [
        row
        for row in outcome.rows
        if row.verdict == "agrees" and row.claim.kind == "rate" and row.allowed is not None and row.allowed > WIDE
    ]
    if vague:
        parts.append(f"{len(vague):,} of the agreeing rates may still be more than {100 * WIDE:.0f} points apart")
    return f"Unknown: {_joined(parts)}." if parts else "Unknown: nothing; every figure was measured."


# --- words ------------------------------------------------------------------------------------------------------------


def _called(origin: Origin, count: int = 2) -> str:
    if count != 1:
        return f"published {ORIGINS[origin]}" if origin == "figure" else ORIGINS[origin]
    return {"figure": "published figure", "claim": "claim of the source", "own": "bar of our own"}[origin]


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


def _by_table(rows: Iterable[Row]) -> list[tuple[str, list[Row]]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.claim.table, []).append(row)
    return list(found.items())


def _listed(names: Sequence[str], between: str = ", ") -> str:
    """The first few, and how many more there are."""
    shown = between.join(names[:FEW])
    return f"{shown} and {len(names) - FEW:,} more" if len(names) > FEW else shown


def _joined(parts: Sequence[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last
