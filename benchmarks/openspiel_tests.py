"""OpenSpiel's own tests over our games in OpenSpiel.

    python -m benchmarks.openspiel_tests                  # all games
    python -m benchmarks.openspiel_tests kuhn_poker pig

`games_sim_test` and `integration_tests/api_test` as they are, for the games of the lab alone, and `random_sim_test`
with every state serialised. Says how many tests ran; exits with 1 if one failed or none ran.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
import unittest
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib import import_module
from typing import Any

import pyspiel

from ludarium.doors.openspiel.outside import PREFIX, register


def each(suite: Any) -> Iterator[unittest.TestCase]:
    """The single tests of a suite."""
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from each(test)
        else:
            yield test


def simulation_tests(names: list[str]) -> list[unittest.TestCase]:
    """Those of `games_sim_test` about these games."""
    module = import_module("open_spiel.python.tests.games_sim_test")
    found = each(unittest.defaultTestLoader.loadTestsFromModule(module))
    return [test for test in found if test.id().rpartition("test_")[2].partition("_")[2].endswith(tuple(names))]


def api_tests(names: list[str]) -> list[unittest.TestCase]:
    """Those of `integration_tests/api_test` about these games."""
    from absl import flags

    module = import_module("open_spiel.integration_tests.api_test")
    flags.FLAGS(["api_test", f"--test_only_games=^({'|'.join(names)})$"])
    suite = module.load_tests(unittest.defaultTestLoader, None, None)
    return [test for test in each(suite) if any(name in type(test).__name__ for name in names)]


def run(tests: list[unittest.TestCase]) -> tuple[int, list[str]]:
    """How many tests ran, and what failed."""
    result = unittest.TestResult()
    with redirect_stdout(io.StringIO()):
        unittest.TestSuite(tests).run(result)
    return result.testsRun, [f"{test.id()}\n{trace}" for test, trace in [*result.failures, *result.errors]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="games, as they are called in OpenSpiel or without ludarium_ (all)")
    given = parser.parse_args()
    known = register()
    chosen = [PREFIX + name.removeprefix(PREFIX).replace("-", "_") for name in given.names] or known
    failed = False
    print(f"{'game':28} {'games_sim_test':>14} {'api_test':>9} {'random_sim_test':>16} {'s':>6}")
    for name in chosen:
        began = time.perf_counter()
        sims, sim_faults = run(simulation_tests([name]))
        apis, api_faults = run(api_tests([name]))
        with redirect_stdout(io.StringIO()):
            pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)
        faults = sim_faults + api_faults
        failed |= bool(faults) or not sims or not apis
        print(f"{name:28} {sims:14} {apis:9} {'passed':>16} {time.perf_counter() - began:6.1f}", flush=True)
        print(*faults, sep="\n", end="\n" if faults else "", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
