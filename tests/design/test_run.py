"""Runs: the same at any number of workers, after any kill, and with or without stopping early."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ludarium.design.candidates import BadRun, Candidate, evaluation_of
from ludarium.design.evaluate import evaluate, seeds_of
from ludarium.design.folder import CANDIDATES, RETESTS, RUN, Folder
from ludarium.design.methods import LAG, Exhausted, Genetic
from ludarium.design.run import Search, carry_out, follow
from ludarium.design.selfplay import Stop
from ludarium.design.settings import Settings
from ludarium.design.space import nearest, the_space
from ludarium.engine.errors import LudariumError
from ludarium.engine.kernels import JIT_ENABLED
from tests.conftest import scaled
from tests.design.conftest import SPACE

SETTINGS = Settings(space=SPACE, seed=5, children=scaled(60), games=scaled(20), budget=scaled(4))
METHODS = ("ga", "random", pytest.param("map-elites", marks=pytest.mark.compiled))  # which measures depth, too


def run(folder: Path, settings: Settings, workers: int = 1) -> Search:
    return carry_out(Folder.create(folder, settings), workers=workers)


def files(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in (RUN, CANDIDATES, RETESTS)}


@pytest.mark.parametrize("method", METHODS)
def test_one_worker_and_two_write_the_same_files(tmp_path: Path, method: str) -> None:
    settings = replace(SETTINGS, method=method, children=scaled(40))
    run(tmp_path / "one", settings, 1)
    run(tmp_path / "two", settings, 2)
    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.mark.parametrize("method", METHODS)
def test_a_run_cut_off_anywhere_ends_the_same(tmp_path: Path, method: str) -> None:
    settings = replace(SETTINGS, method=method, children=scaled(30))
    run(tmp_path / "whole", settings)
    expected = files(tmp_path / "whole")
    lines = expected[CANDIDATES]
    folder = Folder.create(tmp_path / "cut", settings)
    for share in (0.1, 0.5, 0.97):
        (folder.path / CANDIDATES).write_bytes(lines[: int(share * len(lines))])  # most likely in the middle of a line
        (folder.path / RETESTS).unlink(missing_ok=True)
        carry_out(Folder.open(folder.path), workers=2)
        assert files(folder.path) == expected


@pytest.mark.compiled  # the kill has to come in the middle of a run
def test_a_killed_program_goes_on_to_the_same_end(tmp_path: Path) -> None:
    words = [
        *(sys.executable, "-m", "ludarium", "design"),
        *("run", str(tmp_path / "killed"), "--space", "small", "--seed", "5"),
        *("--children", "200", "--games", "40", "--budget", "20", "--workers", "2"),
    ]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    stored = tmp_path / "killed" / CANDIDATES
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline and process.poll() is None:
        if stored.exists() and stored.read_bytes().count(b"\n") >= 25:
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL, "the program ended before it could be killed"
    assert 25 <= stored.read_bytes().count(b"\n") < 209
    carry_out(Folder.open(tmp_path / "killed"), workers=1)
    run(tmp_path / "whole", Settings(space="small", seed=5, children=200, games=40, budget=20), 2)
    assert files(tmp_path / "killed") == files(tmp_path / "whole")


@pytest.mark.parametrize("method", ["ga", "random"])
def test_stopping_what_cannot_get_in_lets_the_same_games_in(tmp_path: Path, method: str) -> None:
    settings = replace(SETTINGS, method=method, risk=0.0)
    early, patient = run(tmp_path / "early", settings), run(tmp_path / "patient", replace(settings, early=False))
    assert early.method.best(100) == patient.method.best(100)
    assert early.course == patient.course
    short, long = Folder.open(tmp_path / "early").lines(), Folder.open(tmp_path / "patient").lines()
    assert [line["game"] for line in short] == [line["game"] for line in long]
    assert not any(line["stopped"] for line in long)
    stopped = [line for line in short if line["stopped"]]
    assert stopped or settings.games < 20, "a run in which nobody is stopped shows nothing"
    for line in stopped:
        whole = long[line["number"]]["games"]["endings"]
        assert whole.startswith(line["games"]["endings"])
        assert not long[line["number"]]["entered"]


@pytest.mark.compiled  # enough games to be stopped after
def test_who_is_likely_not_to_get_in_is_stopped_sooner_and_who_gets_in_has_played_all_games(tmp_path: Path) -> None:
    settings = replace(SETTINGS, games=40, risk=0.0)
    run(tmp_path / "certain", settings)
    run(tmp_path / "likely", replace(settings, risk=0.05))
    certain, likely = (Folder.open(tmp_path / name).lines() for name in ("certain", "likely"))
    sooner = 0
    for one, other in zip(certain, likely, strict=True):
        if one["game"] != other["game"]:
            break  # from here on other games are bred
        short, long = other["games"]["endings"], one["games"]["endings"]
        assert long.startswith(short)
        sooner += len(short) < len(long)
    assert sooner > 0
    for line in likely:
        assert len(line["games"]["endings"]) == 40 or (line["stopped"] and not line["entered"])
        assert (line["fitness"] is None) == line["stopped"]


@pytest.mark.compiled
def test_an_elite_map_is_the_same_with_and_without_sparing_games(tmp_path: Path) -> None:
    settings = replace(SETTINGS, method="map-elites")
    early, patient = run(tmp_path / "early", settings), run(tmp_path / "patient", replace(settings, early=False))
    assert early.method.best(100) == patient.method.best(100)


def test_the_population_follows_the_source(tmp_path: Path) -> None:
    """Every step worked out again from the stored lines: who is the least fit, who comes in, whose place is taken."""
    run(tmp_path / "run", SETTINGS)
    tradition = the_space(SPACE).tradition
    pool: list[Candidate] = []
    seen = set()

    def fitness(candidate: Candidate) -> float:
        assert candidate.fitness is not None
        return candidate.fitness

    def watch(search: Search, candidate: Candidate) -> None:
        assert candidate.name not in seen
        seen.add(candidate.name)
        if candidate.number < len(tradition):
            others = [rules for rules in tradition if rules != candidate.rules]
            assert candidate.diversity == nearest(candidate.rules, others)
            pool.append(candidate)
            return
        assert candidate.diversity == nearest(candidate.rules, [member.rules for member in pool])
        least = min(pool, key=lambda member: (fitness(member), member.number))
        assert candidate.entered == (not candidate.stopped and fitness(candidate) > fitness(least))
        if candidate.entered:
            assert candidate.replaced == least.name
            pool.remove(least)
            pool.append(candidate)

    stored = Folder.open(tmp_path / "run")
    search = follow(stored.settings, stored.lines(), watch)
    assert isinstance(search.method, Genetic)
    assert {member.number for member in search.method.members} == {member.number for member in pool}
    assert any(line["entered"] for line in stored.lines()[len(tradition) :]) or scaled(10) < 10


def test_parents_come_from_the_population_some_candidates_ago() -> None:
    method = Genetic(the_space("small"), 1, 10)
    assert [method.needs(number) for number in (0, 8)] == [0, 0]
    first = method.first_child
    assert [method.needs(first + more) for more in (0, LAG, LAG + 5)] == [first, first + 1, first + 6]


def test_an_evaluation_depends_on_the_settings_and_the_game_alone() -> None:
    method = SETTINGS.start()
    proposals = [method.propose(number) for number in range(4)]
    forwards = [evaluate(proposal, SETTINGS, Stop()).played.moves.tolist() for proposal in proposals]
    backwards = [evaluate(proposal, SETTINGS).played.moves.tolist() for proposal in reversed(proposals)]
    assert forwards == backwards[::-1]
    assert len(set(seeds_of(SETTINGS, proposals[0].rules).tolist())) == SETTINGS.games


def test_what_the_solver_proves_is_not_played(tmp_path: Path) -> None:
    settings = replace(SETTINGS, children=1, games=3, solve=20_000 if JIT_ENABLED else 200)
    run(tmp_path / "run", settings)
    line = Folder.open(tmp_path / "run").lines()[0]
    assert line["game"] == "3x3 drop line-3"
    if line["proof"]:
        assert (line["proof"], line["first"], line["draws"], line["balance"]) == ("draw", 0, 3, 0)
        assert evaluation_of(line).played.games == 0
    assert line["proof"] or scaled(10) < 10, "the solver has to find out"


def test_a_small_space_can_be_tried_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = replace(
        the_space("small"),
        name="tiniest",
        boards=("3x3",),
        pieces=("drop",),
        extras=(),
        most_extras=0,
        pool=("3x3 drop line-3", "3x3 drop line-4", "3x3 drop line-5"),
    )
    monkeypatch.setitem(__import__("ludarium.design.space", fromlist=["SPACES"]).SPACES, "tiniest", tiny)
    search = run(tmp_path / "run", replace(SETTINGS, space="tiniest", children=50, games=2))
    assert "all 6 games" in search.ended
    with pytest.raises(Exhausted):
        search.method.propose(99)


# --- faults -----------------------------------------------------------------------------------------------------------


def test_folders_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRun, match="holds no run"):
        Folder.open(tmp_path)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("Dear reader")
    with pytest.raises(LudariumError, match="is no run"):
        Folder.create(tmp_path / "other", SETTINGS)
    Folder.create(tmp_path / "run", SETTINGS)
    with pytest.raises(LudariumError, match="resume it, or name another folder"):
        Folder.create(tmp_path / "run", SETTINGS)
    (tmp_path / "run" / RUN).write_text("{")
    with pytest.raises(BadRun, match="is damaged"):
        Folder.open(tmp_path / "run")


def test_changed_lines_are_noticed(tmp_path: Path) -> None:
    settings = replace(SETTINGS, children=2, games=2)
    run(tmp_path / "run", settings)
    file = tmp_path / "run" / CANDIDATES
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0].replace("3x3 drop line-3", "12x12 drop line-3"), *lines[1:]]) + "\n")
    with pytest.raises(BadRun, match="made by another version"):
        follow(settings, Folder.open(tmp_path / "run").lines())
    file.write_text("\n".join([*lines[1:]]) + "\n")
    with pytest.raises(BadRun, match="expected candidate 0"):
        Folder.open(tmp_path / "run").lines()
    file.write_text("{}\n" * 3)
    with pytest.raises(BadRun, match="line 1"):
        Folder.open(tmp_path / "run").lines()


@pytest.mark.skipif(os.name != "posix", reason="files are locked on Unix only")
def test_two_processes_do_not_write_the_same_run(tmp_path: Path) -> None:
    folder = Folder.create(tmp_path / "run", SETTINGS)
    with folder.writing(), pytest.raises(LudariumError, match="another process"), folder.writing():
        pass


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"method": "magic"}, "no method"),
        ({"space": "outer"}, "no space"),
        ({"axes": ("length", "length")}, "two different"),
        ({"axes": ("length", "smell")}, "no axis"),
        ({"games": 0}, "games 0"),
        ({"player": "guessing"}, "no player of candidates"),
        ({"risk": 1.0}, "risk 1.0"),
    ],
)
def test_settings_are_checked(change: dict[str, object], words: str) -> None:
    with pytest.raises(LudariumError, match=words):
        replace(SETTINGS, **change)  # type: ignore[arg-type]


def test_settings_survive_their_file() -> None:
    assert Settings.from_dict(json.loads(json.dumps(SETTINGS.to_dict()))) == SETTINGS
    with pytest.raises(LudariumError, match="colour"):
        Settings.from_dict({**SETTINGS.to_dict(), "colour": 3})


def test_one_process_at_a_time_writes_a_run(tmp_path: Path) -> None:
    folder = Folder.create(tmp_path, SETTINGS)
    with (
        folder.writing(),
        pytest.raises(LudariumError, match=r"another process is at work on the run in .*: wait for it, or end it"),
        Folder.open(tmp_path).writing(),
    ):
        pytest.fail("two write")
    with folder.writing():
        pass
