"""Refinement with simulated judges: do all three phases end, is what was planted found, are the abilities recovered?

In memory, without a server. For each seed a line: generations of the phases, judgements when it ended, the place of the
planted strategy among the minimal ones, the correlation of true and recovered abilities of honest people with all their
judgements, and the seconds of CPU time. `--game` is any game that declares the elements of its strategies.
"""

from __future__ import annotations

import argparse
import time

from ludarium.games import load
from ludarium.studies.refinement.genome import grammar_of
from ludarium.studies.refinement.rehearsal import Rehearsal, rehearse_refinement
from ludarium.studies.simulated.judging import Population


def shown(seed: int, found: Rehearsal, each: int, seconds: float) -> str:
    generations = found.generations
    phases = ", ".join(f"{generations.get(phase, 0)} {phase}" for phase in ("rating", "evolution", "decomposition"))
    correlation, people = found.recovered(each)
    last = found.refinement.generations[-1]
    judgements = f"{last.began:,} judgements before the last generation" if found.ended else "not ended"
    abilities = "no abilities" if correlation is None else f"abilities r = {correlation:.3f} ({people} people)"
    rank = "not found" if found.rank is None else f"rank {found.rank} of {len(found.minimal)} minimal strategies"
    return f"seed {seed}: {phases} generations; {judgements}; planted {rank}; {abilities}; {seconds:.1f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="jostle", metavar="GAME", help="whose strategies")
    parser.add_argument("--people", type=int, default=100, metavar="N", help="people who take part")
    parser.add_argument("--each", type=int, default=40, metavar="N", help="judgements of each")
    parser.add_argument("--core", type=int, default=3, metavar="N", help="elements of the planted strategy")
    parser.add_argument("--falsifiers", type=float, default=0.04, metavar="SHARE", help="people who lie")
    parser.add_argument("--seeds", type=int, default=10, metavar="N", help="how many runs, from seed 1 on")
    chosen = parser.parse_args()
    elements = grammar_of(load(chosen.game))
    traits = Population(falsifiers=chosen.falsifiers)
    ended = first = 0
    for seed in range(1, chosen.seeds + 1):
        begun = time.process_time()
        found = rehearse_refinement(elements, chosen.people, seed, each=chosen.each, core=chosen.core, traits=traits)
        print(shown(seed, found, chosen.each, time.process_time() - begun), flush=True)
        ended += found.ended
        first += found.rank == 1
    print(f"{ended} of {chosen.seeds} ended, {first} with the planted strategy as the shortest")


if __name__ == "__main__":
    main()
