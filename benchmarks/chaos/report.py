"""What a run has shown, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from benchmarks.chaos.faults import LASTING
from benchmarks.chaos.notes import Message
from benchmarks.chaos.run import Outcome
from benchmarks.chaos.stage import Trouble
from benchmarks.measuring import shares, within

WRONG = {
    "lost": "told or acknowledged, and not stored",
    "doubled": "stored, told or acknowledged twice",
    "set back": "welcomed to fewer events than they had been told before",
    "out of order": "numbers with a gap or in another order",
    "unseen": "connected, and not told of something",
    "unrated": "finished rated matches that were not counted",
    "rated twice": "finished rated matches that were counted twice",
    "leaked": "scenes or moves that showed more than may be known",
    "shown unstored": "shown to somebody before it was stored",
    "denied": "refused, and done all the same",
    "unanswered": "messages without an answer from a server that is whole",
    "robbed": "moves that a clock made for somebody who had time",
    "misclocked": "more time shown than the limit allows",
    "turned away": "sockets closed for good to those who belong there",
    "orphaned": "rematches that their first table does not know",
    "stuck": "tables that do not go on, or end, though nothing is broken",
    "hung": "servers that did not answer for 20 s though nobody harmed them",
    "crashed": "servers that ended by themselves",
    "failed": "requests of honest people that were answered by 500",
    "disclosed": "answers with paths, SQL or addresses of databases",
    "tracebacks": "starts that ended in a traceback instead of a sentence",
}
"""What can be wrong; a run without any of it is right."""


def faults(outcome: Outcome) -> dict[str, int]:
    return {kind: outcome.notes.counts[kind] for kind in WRONG}


def is_right(outcome: Outcome) -> bool:
    return not any(faults(outcome).values())


def waits(outcome: Outcome) -> dict[str, list[float]]:
    """Seconds until messages were answered: apart from faults, while the swarm attacked, and all."""
    found: dict[str, list[float]] = {"without the swarm": [], "while the swarm attacked": [], "with all faults": []}
    lasting = [each for each in outcome.troubles if each.kind in LASTING]
    others = [each for each in outcome.troubles if each.kind not in LASTING]
    for message in outcome.notes.messages:
        if message.answered is None:
            continue
        took = message.answered - message.sent
        found["with all faults"].append(took)
        if not _overlaps(message, others):
            swarm = _overlaps(message, lasting)
            found["while the swarm attacked" if swarm else "without the swarm"].append(took)
    return found


def _overlaps(message: Message, troubles: Iterable[Trouble], after: float = 2.0) -> bool:
    """Whether a message was under way during a fault, or shortly after one."""
    assert message.answered is not None
    return any(
        each.begun <= message.answered and message.sent <= (each.ended or float("inf")) + after for each in troubles
    )


def as_data(outcome: Outcome) -> dict[str, Any]:
    notes = outcome.notes
    return {
        "database": outcome.database,
        "seed": outcome.wishes.seed,
        "seconds": round(outcome.seconds, 1),
        "right": is_right(outcome),
        "wrong": faults(outcome),
        "examples": {kind: examples for kind, examples in notes.wrong.items() if examples},
        "injected": dict(sorted((kind, count) for kind, count in notes.counts.items() if kind not in WRONG)),
        "skipped": outcome.skipped,
        "restarts": outcome.restarts,
        "stored": {"tables": outcome.tables, "events": outcome.events},
        "messages": len(notes.messages),
        "tracebacks in the log": outcome.tracebacks,
        "statuses": {str(status): count for status, count in sorted(notes.statuses.items())},
        "milliseconds": {
            when: {f"p{share}": round(1000 * within(ordered, share), 1) for share in (50, 95, 99)}
            for when, times in waits(outcome).items()
            if (ordered := sorted(times))
        },
    }


def show(outcome: Outcome) -> None:
    notes, counts = outcome.notes, outcome.notes.counts
    print(f"\n{outcome.database}: {outcome.seconds / 60:.1f} minutes, seed {outcome.wishes.seed}")
    print(
        f"  {len(notes.messages):,} messages, {counts['games']:,} games, {outcome.restarts} restarts; stored:", end=" "
    )
    print(f"{outcome.events:,} events at {outcome.tables:,} tables, {counts['rated matches']:,} rated matches")
    print(f"  {notes.scenes_compared:,} scenes, {counts['scenes of twins compared']:,} compared with a twin's")
    injected = [
        f"{name.removeprefix('injected ')} {count}" for name, count in sorted(counts.items()) if "injected" in name
    ]
    print(f"  injected: {', '.join(injected) or 'nothing'}")
    for name in ("jumps", "connections cut", "connections to the database cut"):
        if counts[name]:
            print(f"    {name}: {counts[name]:,}")
    hostile = [
        f"{name.removeprefix('hostile ')} {count:,}" for name, count in sorted(counts.items()) if "hostile" in name
    ]
    if hostile:
        print(f"    hostile: {', '.join(hostile)}")
    if outcome.skipped:
        print(f"  not injected here: {', '.join(outcome.skipped)}")
    print("  answers to honest people's messages:")
    for when, times in waits(outcome).items():
        print(f"    {when}: {len(times):,}, {shares(times)}")
    print(f"  refused {counts['refused']:,}, statuses {dict(sorted(notes.statuses.items()))}, ", end="")
    print(f"tracebacks in the log {len(outcome.tracebacks)}")
    for words in outcome.tracebacks[:5]:
        print(f"    {words}")
    print(f"  {'RIGHT' if is_right(outcome) else 'WRONG'}:")
    for kind, count in faults(outcome).items():
        print(f"    {kind:14} {count:5}   {WRONG[kind]}")
        for example in notes.wrong[kind][:3]:
            print(f"{'':26}{example[:300]}")
