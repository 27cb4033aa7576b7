"""Sessions: what is stored counts, what is missing is played, and a rule ends it at the same game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium.arena.plan.ladder import LadderPlan, ladder_of, next_stretch, stretches
from ludarium.arena.plan.stopping import Sprt, until_width
from ludarium.arena.plan.tournament import Plan, read_sweep
from ludarium.arena.run.chunks import Dealer
from ludarium.arena.run.session import Session
from ludarium.arena.run.storing import stored_games
from ludarium.arena.stats.score import match_score
from ludarium.games import load
from ludarium.store.database import Database
from ludarium.store.faults import RunBusy
from ludarium.store.runs import Run


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    with Database.open(tmp_path / "results.db") as database:
        yield database


def plan_of(games: int = 40, **options: object) -> Plan:
    return Plan("pig", ("random", "random"), games, 5, settings={"goal": 20}, **options)  # type: ignore[arg-type]


def played(session: Session) -> str:
    """Everything that the games of a session say, after it is played."""
    for _ in session.play(workers=1):
        pass
    return said(session)


def said(session: Session) -> str:
    return json.dumps([match_score(tally, 0.0).to_dict() for tally in session.tallies])


def store_some(run: Run, plan: Plan, *pieces: range) -> None:
    dealer = Dealer(plan)
    for piece in pieces:
        assert run.add(stored_games(plan, dealer.play(piece.start, len(piece)))) == len(piece)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("sweep", [(), ("goal=10,15",)])
def test_what_is_stored_is_counted_and_the_rest_is_played(
    store: Database, sweep: tuple[str, ...], *, compiled: bool
) -> None:
    plan = plan_of(sweep=read_sweep(sweep), schedule="round-robin")
    run = store.start_run(plan.to_dict())
    dealer = Dealer(plan, compiled=compiled)
    for first, count in ((3, 5), (20, 1), (33, 7)):
        run.add(stored_games(plan, dealer.play(first, count)))
    session = Session(plan, run=run)
    assert played(session) == played(Session(plan))
    assert (session.resumed, session.games) == (13, 40)
    assert list(run.done()) == list(range(40))
    assert store.run(run.short).finished is not None
    again = Session(plan, run=run)
    assert played(again) == said(session)
    assert again.resumed == 40


def test_a_longer_plan_goes_on_and_a_shorter_one_counts_less(store: Database) -> None:
    run = store.start_run(plan_of(30).to_dict())
    played(Session(plan_of(30), run=run))
    longer = Session(plan_of(50), run=store.start_run(plan_of(50).to_dict()))
    assert played(longer) == played(Session(plan_of(50)))
    assert longer.resumed == 30
    shorter = Session(plan_of(20), run=store.start_run(plan_of(20).to_dict()))
    assert played(shorter) == played(Session(plan_of(20)))
    assert (shorter.resumed, run.count()) == (20, 50)


def test_a_session_that_is_broken_off_gives_its_run_back(store: Database) -> None:
    plan = plan_of()
    run = store.start_run(plan.to_dict())
    first = Session(plan, run=run)
    further = first.play(workers=1)
    next(further)
    with pytest.raises(RunBusy, match=rf"the run {run.short} is being played by"):
        next(Session(plan, run=run).play(workers=1))
    further.close()
    assert store.run(run.short).finished is None
    assert 0 < run.count() < 40
    assert played(Session(plan, run=run)) == played(Session(plan))


def test_recounting_plays_nothing(store: Database) -> None:
    plan = plan_of()
    run = store.start_run(plan.to_dict())
    store_some(run, plan, range(4), range(10, 15))
    session = Session(plan, run=run)
    session.recount()
    assert (session.games, session.resumed, run.count()) == (9, 9, 9)
    assert session.seconds > 0
    assert store.run(run.short).finished is None


def test_a_rule_counts_the_games_up_to_where_it_said_stop(store: Database) -> None:
    plan = plan_of(4_000)
    alone = Session(plan, rule=until_width(0.15))
    whole = played(alone)
    assert alone.stopped
    assert 100 < alone.games < 400
    run = store.start_run(plan.to_dict())
    # Games beyond the end do not count, nor does it matter which of those before it were there.
    store_some(run, plan, range(20, 60), range(150, 420))
    session = Session(plan, run=run, rule=until_width(0.15))
    assert played(session) == whole
    counted = Session(plan, run=run, rule=until_width(0.15))
    counted.recount()
    assert said(counted) == whole


def test_a_gap_ends_what_a_rule_can_look_at(store: Database) -> None:
    plan = plan_of(4_000)
    run = store.start_run(plan.to_dict())
    store_some(run, plan, range(50), range(60, 500))
    session = Session(plan, run=run, rule=until_width(0.15))
    session.recount()
    assert (session.games, session.stopped) == (50, False)


@pytest.mark.compiled
@pytest.mark.parametrize("rule", [until_width(0.1), Sprt.of_elo(-60, 60)])
def test_a_rule_ends_at_the_same_game_at_any_number_of_workers(rule: Sprt) -> None:
    sessions = [Session(plan_of(100_000), rule=rule) for _ in range(2)]
    for workers, session in enumerate(sessions, 1):
        for _ in session.play(workers=workers):
            pass
        assert session.stopped
    assert said(sessions[0]) == said(sessions[1])
    watches = [session.watch for session in sessions]
    assert watches[0] is not None
    assert watches[1] is not None
    assert watches[0].verdict == watches[1].verdict


# --- ladders ----------------------------------------------------------------------------------------------------------


def test_a_ladder_draws_all_line_ups_equally_often() -> None:
    plan = LadderPlan("goofspiel", ("a", "b", "c", "d"), 2_400, 1, settings={"seats": 3})
    assert all(len(set(line_up)) == 3 for line_up in plan.line_ups)
    counts = [plan.line_ups.count(line_up) for line_up in set(plan.line_ups)]
    assert len(counts) == 24
    assert 60 < min(counts) <= max(counts) < 140  # 100 expected, four times the spread of 9.8 allowed
    longer = LadderPlan("goofspiel", plan.players, 2_500, 1, settings={"seats": 3})
    assert longer.line_ups[:2_400] == plan.line_ups


def test_stretches_of_a_ladder_follow_each_other(store: Database) -> None:
    game = load("pig", goal=15)
    field = ["random", "mcts:iterations=2"]
    first = next_stretch([], game, field, 6, 0)
    assert next_stretch([], game, field, 6, 1).seed != first.seed
    run = store.start_run(first.to_dict())
    further = Session(first, run=run).play(workers=1)
    next(further)
    further.close()
    # Broken off: the same players with the same seed go on with it, others begin a stretch of their own.
    known = stretches(store, game)
    assert [stretch.id for stretch in known] == [run.id]
    assert next_stretch(known, game, field, 6, 0) == first
    other = next_stretch(known, game, field[::-1], 6, 0)
    assert other.seed != first.seed
    played(Session(first, run=run))
    second = next_stretch(stretches(store, game), game, field, 6, 0)
    assert second.seed == other.seed
    assert ladder_of(stretches(store, game)).games == 6
    assert stretches(store, load("pig")) == []


def test_a_stretch_is_never_played_twice_even_when_others_were_deleted(store: Database) -> None:
    game = load("pig", goal=15)
    field = ["random", "mcts:iterations=2"]
    seeds = []
    for _ in range(2):
        plan = next_stretch(stretches(store, game), game, field, 2, 0)
        played(Session(plan, run=store.start_run(plan.to_dict())))
        seeds.append(plan.seed)
    store.delete_run(stretches(store, game)[0])
    assert next_stretch(stretches(store, game), game, field, 2, 0).seed not in seeds
