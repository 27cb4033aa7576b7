"""Faults as a habit: honest people play while servers are killed, connections cut, disks filled and clocks set.

    python -m benchmarks.chaos --minutes 30
    python -m benchmarks.chaos --minutes 2 --database sqlite --faults kill,cut --seed 7 --json chaos.json

Ends with code 1 if anything was lost, doubled, unseen, unrated, leaked or hung. See docs/chaos.md.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from pathlib import Path

from benchmarks.chaos.faults import KINDS
from benchmarks.chaos.report import as_data, is_right, show
from benchmarks.chaos.run import Wishes, run

LONGEST = 24 * 60.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=30.0, help="of each database, without the end")
    parser.add_argument("--seed", type=int, default=1, help="of the faults and of what people do")
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument(
        "--faults", default=",".join(KINDS), help=f"separated by commas, of {', '.join(KINDS)}; or none"
    )
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    options = parser.parse_args()
    faults = tuple(kind for kind in options.faults.split(",") if kind and kind != "none")
    unknown = set(faults) - set(KINDS)
    if unknown:
        parser.error(f"no such fault: {', '.join(sorted(unknown))}")
    wishes = Wishes(min(options.minutes, LONGEST), options.seed, options.tables, faults)
    chosen = ("sqlite", "postgres") if options.database == "both" else (options.database,)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # everything is cleaned up, however it ends
    outcomes = []
    for database in chosen:
        print(f"{database}: {wishes.tables} tables for {wishes.minutes:g} minutes …", flush=True)
        outcomes.append(run(database, wishes))
        show(outcomes[-1])
        if options.json is not None:
            options.json.write_text(json.dumps([as_data(each) for each in outcomes], indent=2), encoding="utf-8")
    sys.exit(0 if all(is_right(outcome) for outcome in outcomes) else 1)


if __name__ == "__main__":
    main()
