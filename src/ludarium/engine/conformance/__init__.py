"""The conformance suite: what every game must do, so that everything else works for it.

`check_game` runs all checks on seeded random games and gives what it finds. Each check is one function whose docstring
says what it demands.
"""

from __future__ import annotations

from collections.abc import Callable

from ludarium.engine.conformance import parameters, play, policies, records, sampling, scenes, states, views
from ludarium.engine.conformance.cases import Case, Check, Finding, without_stream
from ludarium.engine.conformance.records import random_record
from ludarium.engine.conformance.sampling import check_sampling, consistent_states
from ludarium.engine.game import Game

__all__ = [
    "CHECKS",
    "Case",
    "Check",
    "Finding",
    "check_game",
    "check_sampling",
    "consistent_states",
    "demand",
    "random_record",
    "run_check",
    "without_stream",
]

_EVERY_GAME: tuple[Check, ...] = (
    play.plays_to_its_end,
    play.lists_no_more_than_declared,
    play.lists_moves_in_order,
    play.reads_its_own_move_texts,
    play.gives_moves_to_movers_only,
    play.proposes_allowed_moves,
    play.ends_as_declared,
    states.is_the_same_for_the_same_seed,
    states.survives_copying,
    states.survives_writing_as_text,
    states.leaves_earlier_positions_alone,
    states.only_reads_where_it_should,
    states.fills_its_buffers_itself,
    states.draws_chance_only_if_declared,
    states.can_be_drawn,
    records.replays_from_its_record,
    records.refuses_a_changed_record,
    views.keeps_views_when_hidden_things_change,
    views.lists_moves_from_the_view_alone,
    views.explains_errors_from_the_view_alone,
    views.samples_with_a_fresh_stream,
    views.samples_positions_that_play_on,
    views.commits_in_any_order,
    views.commits_in_secret,
    scenes.shows_scenes_as_plain_data,
    scenes.shows_scenes_of_its_own_types,
    scenes.shows_scenes_from_the_view_alone,
    scenes.shows_everybody_the_same_board,
    scenes.shows_everybody_the_result,
    policies.hashes_without_writing,
    policies.evaluates_within_bounds,
    policies.plays_out_with_legal_moves,
    sampling.deals_and_samples_alike,
    parameters.plays_at_the_edges_of_its_parameters,
)

CHECKS: dict[str, Check] = {check.__name__: check for check in _EVERY_GAME}
"""All checks by name, in the order in which they run."""


def demand(check: Check) -> str:
    """What a check demands, in a sentence."""
    return (check.__doc__ or "").strip().splitlines()[0]


def run_check(check: Check, case: Case) -> Finding | None:
    """The first fault that a check finds in a case. A crash of the game's code is a fault like any other."""
    try:
        for ply, message in check(case):
            return Finding(check.__name__, message, case.seed, ply)
    except Exception as error:
        return Finding(check.__name__, f"stopped by {type(error).__name__}: {error}", case.seed)
    return None


def check_game(
    game: Game, *, seed: int = 0, games: int = 5, progress: Callable[[str], None] | None = None
) -> list[Finding]:
    """Run every check on random games with the seeds `seed`, `seed + 1`, …; at most one finding per check.

    `progress` is called with the name of each check before it runs. A game that cannot be played at random is not
    examined further: everything else would fail for the same reason.
    """
    cases = [Case(game, seed + number) for number in range(games)]
    findings: list[Finding] = []
    for name, check in CHECKS.items():
        if progress is not None:
            progress(name)
        found = next((finding for case in cases if (finding := run_check(check, case))), None)
        if found is not None:
            findings.append(found)
            if check is play.plays_to_its_end:
                break
    return findings
