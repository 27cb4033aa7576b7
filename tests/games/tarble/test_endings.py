"""Tables of endings: against the rules in words, against expectimax by brute force, and in the hands of players."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from ludarium.cli.app import run
from ludarium.engine import Clock, Position
from ludarium.games.tarble.board import BEYOND, CELL, CELLS, NEIGHBOUR, PLACES
from ludarium.games.tarble.commands import app
from ludarium.games.tarble.endings import (
    GROUP,
    GROUPS,
    HOMES,
    IMAGE,
    LANES,
    MOST_LEAD,
    OWN,
    SINGLE_FAMILIES,
    SINGLES,
    Endings,
    fill_nobody,
    fresh_table,
    known_value,
    packed,
    positions,
    work_out,
)
from ludarium.games.tarble.endings_file import (
    SHIPPED_FILE,
    EndingsError,
    endings_for,
    read_endings,
    save_endings,
)
from ludarium.games.tarble.endings_file import work_out as work_out_all
from ludarium.games.tarble.notation import write_turn
from ludarium.games.tarble.published import summed_up
from ludarium.games.tarble.research.asking import turn_of
from ludarium.games.tarble.research.errors import endings_met, errors_of, is_known, turn_values
from ludarium.games.tarble.research.situations import situation
from ludarium.games.tarble.turns import doors
from ludarium.players import make
from tests.conftest import scaled
from tests.games.tarble.positions import AT_ONCE, GAME, position
from tests.games.tarble.reference import Board, Place, cleared, ends

FULL_KINDS = [(1, 1), (2, 1), (1, 2), (2, 2)]
Value = Callable[[frozenset[Place], frozenset[Place], int], float]
"""What a position is worth to the mover: from the mover's pieces, the other's, and the lead."""


@pytest.fixture(scope="module")
def shipped() -> Endings:
    found = endings_for("shipped")
    assert found is not None
    return found


def group_of(places: frozenset[Place]) -> int:
    cells = sorted(CELL[place] for place in places)
    return int(GROUP[cells[0], cells[-1]])


def looked_up(endings: Endings) -> Value:
    def value(mover: frozenset[Place], waiting: frozenset[Place], lead: int) -> float:
        return float(doors().bind(known_value)(endings, group_of(mover), group_of(waiting), lead))

    return value


def after_turn(board: Board, lead: int, value: Value) -> float:
    """What it is worth to have ended a turn so; the lead is that before the turn."""
    end = cleared(board)
    now = lead + end.points
    if end.own and end.others:
        return 1 - value(end.others, end.own, -now)
    if now != 0:
        return float(now > 0)
    return 0.5 if not end.own and not end.others else float(bool(end.own))


def before_die(mover: frozenset[Place], waiting: frozenset[Place], lead: int, value: Value) -> float:
    """What a position is worth by one turn of the rules in words, and a value of what follows."""
    start = Board(mover, waiting, True, 0)
    return sum(max(after_turn(board, lead, value) for board in ends(start, roll)) for roll in range(1, 7)) / 6


def in_two_turns(mover: frozenset[Place], waiting: frozenset[Place], lead: int, end: float) -> float:
    """The same by two turns, after which everything is worth `end`."""
    return before_die(mover, waiting, lead, lambda m, w, d: before_die(m, w, d, lambda *_: end))


def placed(source: random.Random, mine: int, yours: int) -> tuple[frozenset[Place], frozenset[Place]]:
    """Pieces anywhere, in every second case close together."""
    near = source.random() < 0.5
    cells = [PLACES[cell] for cell in HOMES if not near or max(map(abs, PLACES[cell])) <= 2]
    places = source.sample(cells, mine + yours)
    return frozenset(places[:mine]), frozenset(places[mine:])


def random_endings(seed: int, *, full: bool = True) -> tuple[Any, Endings]:
    """A table of nonsense, in the steps in which tables are kept."""
    steps = np.random.default_rng(seed).integers(0, 65536, (len(OWN), len(GROUPS), LANES), np.uint16)
    table = (steps / 65535).astype(np.float32)
    return table, packed(table, full=full)


# --- groups and images ------------------------------------------------------------------------------------------------


def test_the_twelve_images_leave_the_rules_as_they_are() -> None:
    assert len({tuple(row) for row in IMAGE.tolist()}) == 12
    for row in IMAGE:
        assert sorted(row.tolist()) == list(range(CELLS))
        for table in (NEIGHBOUR, BEYOND):
            for cell in range(CELLS):
                there = {int(row[other]) for other in table[cell] if other >= 0}
                assert there == {int(other) for other in table[row[cell]] if other >= 0}


def test_the_number_of_positions() -> None:
    assert SINGLES == 84
    assert len(GROUPS) == 84 + len(list(combinations(range(84), 2)))
    assert [positions(*kind)[0] for kind in FULL_KINDS] == [84 * 83, 84 * 83 * 82 // 2, 84 * 83 // 2 * 82, 3486 * 3321]
    families = {frozenset(tuple(sorted(row[list(group)].tolist())) for row in IMAGE) for group in GROUPS}
    assert len(families) == len(OWN)


# --- one turn against the rules in words ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FULL_KINDS)
def test_a_turn_is_worked_out_as_the_rules_in_words_say(kind: tuple[int, int]) -> None:
    """With values of what follows that mean nothing, so that every turn of every roll counts."""
    mine, yours = kind
    source = random.Random(10 * mine + yours)
    table, endings = random_endings(7)
    value = looked_up(endings)
    nobody = np.zeros((7, 2, CELLS * CELLS, LANES), np.float32)
    doors().bind(fill_nobody)(mine, nobody)
    mean = np.zeros((CELLS * CELLS, LANES), np.float32)
    for _ in range(scaled(3)):
        family = source.randrange(SINGLE_FAMILIES) if yours == 1 else source.randrange(SINGLE_FAMILIES, len(OWN))
        waiting = frozenset(PLACES[cell] for cell in GROUPS[OWN[family]])
        cells = sorted(CELL[place] for place in waiting)
        doors().bind(work_out)(table, cells[0], cells[-1], mine, nobody, mean)
        for _ in range(2):
            mover, _ = placed(source, mine, yours)
            if mover & waiting:
                continue
            lead = source.randint(-2, 2)
            own = sorted(CELL[place] for place in mover)
            found = mean[own[0] * CELLS + own[-1], lead + MOST_LEAD]
            assert found == pytest.approx(before_die(mover, waiting, lead, value), abs=1e-5)


def test_leads_beyond_the_table_count_as_its_last() -> None:
    _, endings = random_endings(8)
    value = doors().bind(known_value)
    assert value(endings, 0, 5, MOST_LEAD + 3) == value(endings, 0, 5, MOST_LEAD)
    assert value(endings, 0, 5, -MOST_LEAD - 1) == value(endings, 0, 5, -MOST_LEAD)


# --- what ships -------------------------------------------------------------------------------------------------------


def test_one_against_one_comes_out_again(shipped: Endings) -> None:
    """The first stage of the command, from the beginning."""
    table = fresh_table()
    for sweep in work_out_all(table, full=False):
        if len(sweep.stage.kinds) > 1:
            break
    assert np.abs(table[:SINGLE_FAMILIES, :SINGLES] - shipped.singles[:, :SINGLES] / 65535).max() < 2e-5


@pytest.mark.parametrize("kind", FULL_KINDS[:3])
def test_the_shipped_tables_agree_with_one_more_turn(kind: tuple[int, int], shipped: Endings) -> None:
    source, value = random.Random(3), looked_up(shipped)
    for _ in range(scaled(6)):
        mover, waiting = placed(source, *kind)
        lead = source.randint(-3, 3)
        assert value(mover, waiting, lead) == pytest.approx(before_die(mover, waiting, lead, value), abs=3e-5)


def test_the_shipped_tables_lie_within_what_brute_force_proves(shipped: Endings) -> None:
    """Two turns by the rules in words and no table: what comes later is as bad as can be, or as good."""
    source, value = random.Random(5), looked_up(shipped)
    widths = []
    for _ in range(scaled(3)):
        mover, waiting = placed(source, 1, 1)
        lead = source.choice((-1, 0, 1))
        low, high = (in_two_turns(mover, waiting, lead, end) for end in (0.0, 1.0))
        low, high = min(low, high), max(low, high)
        assert low - 3e-5 <= value(mover, waiting, lead) <= high + 3e-5
        widths.append(high - low)
    assert min(widths) < 1


def test_both_sides_see_the_same(shipped: Endings) -> None:
    """Turned by half a circle and with the colours changed, turns are worth the same."""
    here = position("r(-2,-4)(2,2) b(5,2) 5:6 r 3")
    there = position("r(-5,-2) b(2,4)(-2,-2) 6:5 b 3")
    assert sorted(turn_values(here, shipped)[1]) == pytest.approx(sorted(turn_values(there, shipped)[1]))


# --- players ----------------------------------------------------------------------------------------------------------


def test_the_last_chance(shipped: Endings) -> None:
    """To go for blue's piece is worth the source's 1/9, but to be level by the neutral piece is worth more."""
    start = position(situation("last-chance").position)
    turns, values = turn_values(start, shipped)
    worth = {write_turn(start, turns.path(turn)): value for turn, value in enumerate(values)}
    assert worth["1 | [(2,2),(3,2)] | -"] == pytest.approx(1 / 9, abs=2e-5)
    assert max(worth, key=lambda line: worth[line]) == "1 | [(2,2),(1,1)] | -"
    assert worth["1 | [(2,2),(1,1)] | -"] == pytest.approx(0.13184, abs=2e-5)
    assert worth["1 | [(-2,-4),(-2,-3)] | -"] == pytest.approx(0.12149, abs=2e-5)  # what people did most often
    # Once more by the rules in words: two turns of both before the table is asked.
    value = looked_up(shipped)
    for place in ((3, 2), (1, 1)):
        mine = frozenset({(-2, -4), place})
        blue = before_die(frozenset({(5, 2)}), mine, 1, lambda m, w, d: before_die(m, w, d, value))
        assert 1 - blue == pytest.approx(worth[f"1 | [(2,2),({place[0]},{place[1]})] | -"], abs=5e-5)


@pytest.mark.parametrize("player", ["brian", "champion"])
def test_the_last_chance_is_found(player: str) -> None:
    _, after = turn_of(player, position(situation("last-chance").position), 1)
    assert after.text.startswith("r(-2,-4)(1,1) b(5,2)")


@pytest.mark.parametrize("player", ["brian", "champion"])
def test_known_endings_are_played_without_an_error(player: str, shipped: Endings) -> None:
    source = random.Random(4)
    starts: list[Position] = []
    while len(starts) < scaled(12):
        mover, waiting = placed(source, *source.choice(FULL_KINDS[:3]))
        red, blue = ("".join(f"({x},{y})" for x, y in places) for places in (mover, waiting))
        starts.append(position(f"r{red} b{blue} {source.randint(3, 5)}:4 r {source.randint(1, 6)}"))
    assert max(errors_of(player, starts, shipped, 1)) < 1e-4


def test_only_endings_are_known(shipped: Endings) -> None:
    assert is_known(position("r(1,1)(2,1) b(3,3) 1:1 r 3"), shipped)
    assert not is_known(position("r(1,1)(2,1) b(3,3)(4,4) 1:1 r 3"), shipped)
    assert not is_known(position("r(1,1)(2,1)(3,1) b(3,3) 1:1 r 3"), shipped)
    assert not is_known(position("r(1,1) b(3,3) 1:1 r 3", AT_ONCE), shipped)


@pytest.mark.parametrize(("player", "known"), [("brian", True), ("brian:endings=none", None)])
def test_who_has_no_tables_thinks_for_himself(player: str, known: bool | None) -> None:
    start = position(situation("last-chance").position)
    asked = make(player, GAME)
    asked.begin(GAME, 0, 1)
    asked.choose(start.view(0), Clock())
    assert asked.thought is not None
    assert asked.thought.figures.get("known") == known


def test_errors_are_summed_up() -> None:
    found = summed_up("joey", [0.0, 0.1, 0.0, 0.02])
    assert (found.turns, found.best, found.big, found.most) == (4, 2, 1, 0.1)
    assert found.mean == pytest.approx(0.03)
    assert found.low == 0.0 < found.high


def test_who_plays_at_random_makes_errors(shipped: Endings) -> None:
    met = endings_met(GAME, shipped, 4, 2, by="joey")
    assert [start.text for start in met] == [start.text for start in endings_met(GAME, shipped, 4, 2, by="joey")]
    assert all(is_known(start, shipped) for start in met)
    assert sum(errors_of("random", met, shipped, 1)) > 0


# --- files ------------------------------------------------------------------------------------------------------------


def test_tables_read_back(tmp_path: Path) -> None:
    _, endings = random_endings(1, full=False)
    save_endings(endings, {"stages": []}, tmp_path / "deep" / "own.npz")
    read, about = read_endings(tmp_path / "deep" / "own.npz")
    assert np.array_equal(read.singles, endings.singles)
    assert np.array_equal(read.pairs, endings.pairs)
    assert not read.full
    assert about == {"stages": []}
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["own.npz"]


def test_what_is_no_table_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "own.npz"
    with pytest.raises(EndingsError, match=r"no tables of endings in .*make them with ludarium tarble endings"):
        read_endings(file)
    file.write_bytes(SHIPPED_FILE.read_bytes()[:1000])
    with pytest.raises(EndingsError, match="holds no tables of endings"):
        read_endings(file)
    np.savez(file, singles=np.zeros((2, 2, 2), np.uint16), pairs=np.zeros((2, 2, 2), np.uint16), about=np.array("{}"))
    with pytest.raises(EndingsError, match="tables of another form"):
        read_endings(file)


def test_full_tables_must_have_been_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LUDARIUM_TARBLE_ENDINGS", str(tmp_path / "none.npz"))
    with pytest.raises(EndingsError, match="endings=full: there are no such tables"):
        endings_for("full")
    assert run(["match", "tarble", "brian:endings=full", "joey", "--games", "1"]) == 2
    assert capsys.readouterr().err.count("ludarium tarble endings") == 1
    save_endings(random_endings(1, full=False)[1], {}, tmp_path / "none.npz")
    with pytest.raises(EndingsError, match="knows no two against two"):
        endings_for("full")


# --- commands ---------------------------------------------------------------------------------------------------------


def asked(*words: str) -> Any:
    found = CliRunner().invoke(app, [*words, "--json"])
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


def test_a_position_is_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_TARBLE_ENDINGS", str(tmp_path / "none.npz"))
    told = asked("endings", "last-chance")
    assert told["tables"] == "shipped"
    assert told["best"][0] == {"turn": "1 | [(2,2),(1,1)] | -", "value": 0.13184}


def test_errors_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_TARBLE_ENDINGS", str(tmp_path / "none.npz"))
    words: Sequence[str] = ("errors", "random", "brian", "--turns", "3", "--by", "joey", "--seed", "2")
    told = asked(*words)
    assert told == asked(*words)
    assert [entry["player"] for entry in told["players"]] == ["random", "brian"]
    assert told["players"][1]["mean"] == pytest.approx(0, abs=1e-5)
