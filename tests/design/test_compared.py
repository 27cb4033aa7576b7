"""Methods compared over seeds: the pairs, the figures, the interval, and what cannot be compared."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ludarium.cli.app import ERROR, run
from ludarium.design.folder import Folder
from ludarium.design.report.compared import Comparison, Difference, figures_of
from ludarium.design.report.told import Told
from ludarium.design.run import carry_out
from ludarium.design.settings import Settings
from tests.conftest import scaled
from tests.design.conftest import SPACE

SETTINGS = Settings(space=SPACE, children=scaled(20), games=max(2, scaled(8)), budget=scaled(2))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("runs")
    for seed in (1, 2, 3):
        for method in ("ga", "random"):
            settings = replace(SETTINGS, method=method, seed=seed)
            carry_out(Folder.create(made / f"{method}-{seed}", settings), workers=1)
    return made


def paths(folder: Path, *names: str) -> list[str]:
    return [str(folder / name) for name in names]


ALL = ("ga-1", "ga-2", "ga-3", "random-3", "random-2", "random-1")


def test_runs_are_paired_by_seed_and_counted_as_they_stand(folder: Path) -> None:
    found = Comparison.of([Told.read(folder / name) for name in ALL])
    assert found.methods == ("ga", "random")
    assert [(one.path.name, other.path.name) for one, other in found.pairs] == [
        (f"ga-{seed}", f"random-{seed}") for seed in (1, 2, 3)
    ]
    one, other = found.pairs[0]
    best = sorted((line["fitness"] for line in one.lines if line["fitness"] is not None), reverse=True)
    count = min(5, one.search.method.size)
    assert figures_of(one)["fittest"] == pytest.approx(sum(best[:count]) / count)
    assert found.differences["fittest"].values[0] == pytest.approx(
        figures_of(one)["fittest"] - figures_of(other)["fittest"]
    )
    assert set(found.differences) == {"fittest", "fresh", "population"}


def test_the_interval_is_students() -> None:
    found = Difference((1.0, 2.0, 3.0))
    assert found.mean == 2
    assert found.interval == pytest.approx((2 - 4.302653 / 3**0.5, 2 + 4.302653 / 3**0.5), abs=1e-5)
    assert (found.ahead, found.chance, found.verdict) == (3, 0.25, "not told apart")
    assert Difference((1.0, 1.1, 0.9)).verdict == "ahead beyond chance"
    assert Difference((-1.0, -1.1, -0.9)).verdict == "behind beyond chance"
    assert Difference((1.0, 2.0)).interval is None
    assert Difference((1.0, 2.0)).verdict == "too few pairs to say"


def test_command_tells_and_prints_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["design", "compare", *paths(folder, *ALL)]) == 0
    told = capsys.readouterr().out
    assert "The five fittest: genetic algorithm" in told
    assert "of 3 pairs" in told
    assert run(["design", "compare", *paths(folder, *ALL), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seeds"] == [1, 2, 3]
    assert len(found["differences"]["population"]["values"]) == 3


def test_command_refuses_what_cannot_be_compared(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = Folder.create(folder / "random-4", replace(SETTINGS, method="random", seed=4))
    for names, told in (
        (("ga-1", "ga-2"), "runs of ga: expected runs of ga and of random"),
        (("ga-1", "random-2"), "a run of random with seed 1 is missing"),
        (("ga-1", "random-1", "random-1"), "are both random with one seed"),
        (("ga-1", "random-1", "random-4"), "is not finished: resume it first (`ludarium design resume FOLDER`)"),
        (("nowhere",), "nowhere"),
    ):
        assert run(["design", "compare", *paths(folder, *names)]) == ERROR
        assert told in " ".join(capsys.readouterr().err.split())
    assert other.path.is_dir()
    carry_out(
        Folder.create(folder / "ga-9", replace(SETTINGS, method="ga", seed=9, games=SETTINGS.games + 1)), workers=1
    )
    carry_out(Folder.create(folder / "random-9", replace(SETTINGS, method="random", seed=9)), workers=1)
    assert run(["design", "compare", *paths(folder, "ga-9", "random-9")]) == ERROR
    assert "only method and seed may differ" in " ".join(capsys.readouterr().err.split())
