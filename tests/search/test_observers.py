"""The forms of SO-ISMCTS: what hidden moves do to a tree of open moves, of moves as they are seen, and of views."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ludarium.engine import Fields, Game, NotSuited, Position, Rules, below, i1, kernel
from ludarium.engine.kernels.rng import generator
from ludarium.engine.rules import words_of
from ludarium.games import load
from ludarium.search import Budget, SearchReport, infoset_search, open_search, partial_search
from ludarium.search.frame import Work
from ludarium.search.infoset import move_seen_as, seen_as
from tests.search.twins import findings, random_positions

FORMS: dict[str, Callable[..., SearchReport]] = {"open": open_search, "partial": partial_search}

# --- a game whose only secret is a move -------------------------------------------------------------------------------

SAFE, DARE, HIDING, NAMING = 0, 1, 10, 20
BOXES = 3
_DARING, _HIDING, _NAMING, _OVER = 0, 1, 2, 3


class State(Fields):
    stage = i1()
    box = i1()
    gain = i1()


@kernel
def start(state: State) -> None:
    pass


@kernel
def to_move(state: State) -> int:
    if state.stage == _OVER:
        return -1
    return 1 if state.stage == _HIDING else 0


@kernel
def legal(state: State, seat: int, moves: Any) -> int:
    if state.stage == _DARING:
        moves[0], moves[1] = SAFE, DARE
        return 2
    base = HIDING if state.stage == _HIDING else NAMING
    for box in range(BOXES):
        moves[box] = base + box
    return BOXES


@kernel
def apply(state: State, seat: int, move: int) -> None:
    if move == SAFE:
        state.gain = 2
        state.stage = _OVER
    elif move == DARE:
        state.stage = _HIDING
    elif move < NAMING:
        state.box = 1 + move - HIDING
        state.stage = _NAMING
    else:
        state.gain = 3 if state.box == 1 + move - NAMING else 0
        state.stage = _OVER


@kernel
def result(state: State, points: Any) -> None:
    points[0], points[1] = state.gain, 3 - state.gain


@kernel
def hide(state: State, seat: int) -> None:
    if seat != 1 and state.stage < _OVER:
        state.box = 0


@kernel
def determinize(state: State, seat: int) -> None:
    if state.stage == _NAMING and state.box == 0:
        state.box = 1 + below(state, BOXES)


class Boxes(Game):
    """The first seat takes two points of three, or all of them if it names the box in which the second hides a coin."""

    name = "boxes"
    rules = Rules.collect(
        "boxes", globals(), State, max_moves=BOXES, max_plies=3, payoff="points", lowest=0.0, highest=3.0
    )


def values(report: SearchReport) -> dict[int, float]:
    return {entry.move: entry.value for entry in report.moves}


def test_open_moves_are_counted_on_although_they_will_not_be_seen(scale: Callable[[int], int]) -> None:
    """In the tree the coin is found every time, as if one had looked on while it was hidden."""
    report = open_search(Boxes().start().view(0), Budget(scale(3_000)), 1)
    assert report.best == DARE
    assert values(report)[DARE] > 0.6


def test_moves_that_look_alike_are_not(scale: Callable[[int], int]) -> None:
    """A third of the coins is found: one point of three, where two are safe."""
    report = partial_search(Boxes().start().view(0), Budget(scale(3_000)), 1)
    assert report.best == SAFE
    assert values(report)[SAFE] == pytest.approx(1 / 3)
    assert values(report)[DARE] == pytest.approx(-1 / 3, abs=0.2)


def test_who_hides_it_knows_it(scale: Callable[[int], int]) -> None:
    """One's own moves are never alike: the search of the second seat tries each box by itself."""
    position = Boxes().start().play(Boxes().start().moves()[1], 0)
    for search in FORMS.values():
        report = search(position.view(1), Budget(scale(300)), 1)
        assert sorted(values(report)) == [HIDING, HIDING + 1, HIDING + 2]


# --- which moves look alike -------------------------------------------------------------------------------------------


@kernel
def draw_move(moves: Any, found: int, seen: Any, wanted: int, source: Any) -> int:
    return move_seen_as(moves, found, seen, wanted, source[0])


def as_seen(position: Position, owner: int) -> tuple[list[int], Any, int]:
    """The mover's moves, what the kernel sorted them into, and the number of kinds."""
    bound = position.game.bound
    seat = position.movers[0]
    work = Work.of(bound, position.state, 1)
    moves, work.states[1] = work.moves, position.state
    found = int(bound.legal(words_of(work.states)[1], seat, moves))
    seen = np.zeros((3, len(moves)), np.int64)
    kinds = int(bound.binder.bind(seen_as)(seen, owner, seat, found, work))
    return moves[:found].tolist(), seen, kinds


@pytest.mark.parametrize("name", ["boxes", "kuhn-poker", "colonizers"])
def test_moves_look_alike_when_the_views_after_them_are_equal(name: str, scale: Callable[[int], int]) -> None:
    game: Game = Boxes() if name == "boxes" else load(name)
    together = apart = 0
    for position in random_positions(game, scale(300), seed=5, most_plies=60):
        seat = position.movers[0]
        for owner in range(game.seats):
            if owner == seat:
                continue
            moves, seen, kinds = as_seen(position, owner)
            after = [position.play(move, seat).view(owner).to_bytes() for move in position.moves(seat)]
            for one in range(len(moves)):
                alike = [other for other in range(len(moves)) if after[other] == after[one]]
                assert alike == [other for other in range(len(moves)) if seen[0, other] == seen[0, one]]
                # What can be told apart goes by its own number, whatever the hidden rest of the world is.
                assert len(alike) > 1 or seen[0, one] == moves[one]
                together, apart = together + (len(alike) > 1), apart + (len(alike) == 1)
            assert seen[1, :kinds].tolist() == sorted(set(seen[0, : len(moves)].tolist()))
    assert apart > 0
    assert together > 0 or name == "kuhn-poker"


def test_moves_that_look_alike_go_by_one_name_in_all_worlds() -> None:
    """The fourth seat cannot see what the second picks, nor from what: in every world it is the same arm."""
    position = load("colonizers").start(3)
    position = position.play(position.moves(0)[0], 0)
    names = set()
    for seed in range(20):
        _, seen, kinds = as_seen(position.view(3).sample(seed), 3)
        assert kinds == 1
        names.add(int(seen[1, 0]))
    assert len(names) == 1


def test_which_of_them_was_made_is_drawn_by_lot() -> None:
    moves, seen = np.array([4, 5, 6, 7]), np.array([[9, 2, 9, 9], [2, 9, 0, 0], [0, 0, 0, 0]])
    draw, source = Boxes().bound.binder.bind(draw_move), generator(1)
    made = [int(draw(moves, 4, seen, 9, source)) for _ in range(600)]
    assert set(made) == {4, 6, 7}
    # Four standard deviations of a third of 600 are 46.
    assert all(abs(made.count(move) - 200) < 46 for move in (4, 6, 7))
    assert int(draw(moves, 4, seen, 2, source)) == 5


# --- what all searches must do ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_the_same_seed_gives_the_same_report(form: str) -> None:
    view = load("kuhn-poker").start(1).view(0)
    first, second = (FORMS[form](view, Budget(200), 5) for _ in range(2))
    assert findings(first) == findings(second)
    assert sum(entry.visits for entry in first.moves) == first.iterations == 200


@pytest.mark.parametrize("form", FORMS)
def test_how_much_room_the_trees_have_makes_no_difference(
    form: str, monkeypatch: pytest.MonkeyPatch, scale: Callable[[int], int]
) -> None:
    view = load("colonizers").start(1).view(0)
    reports = []
    monkeypatch.setattr("ludarium.search.frame._kept", threading.local())
    for room in (1, 1 << 12):
        monkeypatch.setattr("ludarium.search.infoset.FIRST_NODES", room)
        reports.append(FORMS[form](view, Budget(scale(100)), 3))
    assert findings(reports[0]) == findings(reports[1])


def test_where_every_move_is_seen_shared_arms_change_nothing(scale: Callable[[int], int]) -> None:
    """In Kuhn poker only the cards are hidden: all arms are single moves, and the trees are those of views."""
    draw = random.Random(1)
    for _ in range(3):
        view = load("kuhn-poker").start(draw.randrange(1000)).view(0)
        partial = partial_search(view, Budget(scale(500)), 1)
        assert findings(partial) == findings(infoset_search(view, Budget(scale(500)), 1))


@pytest.mark.parametrize("form", FORMS)
def test_moves_made_at_once_are_refused(form: str) -> None:
    with pytest.raises(NotSuited, match="one mover at a time"):
        FORMS[form](load("goofspiel").start(1).view(0), Budget(10), 1)
