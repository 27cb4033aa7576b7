"""Krippendorff's α against his own published example and by hand."""

from __future__ import annotations

import pytest

from ludarium.studies.analysis.agreement import agreement, alpha
from ludarium.studies.data import Grade, StudyData
from tests.studies.analysis.made_up import participant

# Krippendorff, Computing Krippendorff's alpha-reliability (2011), example C/D: four observers, twelve units.
EXAMPLE = """
1 2 3 3 2 1 4 1 2 . . .
1 2 3 3 2 2 4 1 2 5 . 3
. 3 3 3 2 3 4 2 2 5 1 .
1 2 3 3 2 4 4 1 2 5 1 .
"""


def example() -> dict[object, dict[str, float]]:
    lines = [line.split() for line in EXAMPLE.strip().splitlines()]
    return {
        unit: {f"g{observer}": float(line[unit]) for observer, line in enumerate(lines) if line[unit] != "."}
        for unit in range(12)
    }


@pytest.mark.parametrize(
    ("level", "published"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_the_published_example(level: str, published: float) -> None:
    assert alpha(example(), level) == pytest.approx(published, abs=0.0006)  # type: ignore[arg-type]


def test_two_graders_by_hand() -> None:
    # Nominal, two graders, four answers, one disagreement: α = 1 − (n − 1) Σ o / Σ n_c n_k, n = 8 grades.
    grades = {n: {"a": one, "b": two} for n, (one, two) in enumerate([(0.0, 0.0), (1.0, 1.0), (1.0, 1.0), (0.0, 1.0)])}
    assert alpha(grades, "nominal") == pytest.approx(1 - 7 * 1 / (3 * 5))


def grade(person: str, grader: str, value: float) -> Grade:
    return Grade(person, "questions", 1, None, None, "strategy", grader, value)


def test_the_grades_of_a_study() -> None:
    people = tuple(participant(f"p{n:02d}") for n in range(30))
    agreed = [grade(f"p{n:02d}", who, float(n % 3)) for n in range(24) for who in ("a", "b")]
    apart = [grade(f"p{n:02d}", who, float(who == "a")) for n in range(24, 29) for who in ("a", "b")]
    alone = [grade("p29", "a", 2.0)]
    (found,) = agreement(StudyData("s", participants=people, grades=tuple(agreed + apart + alone)))
    assert (found.question, found.graders, found.answers) == ("strategy", 2, 29)
    assert found.low < found.alpha < found.high <= 1.0
    assert found.alpha < 1
    assert agreement(StudyData("s", participants=people, grades=tuple(alone))) == ()
    same = StudyData(
        "s", participants=people, grades=tuple(grade(f"p{n:02d}", who, 1.0) for n in (1, 2) for who in "ab")
    )
    assert agreement(same)[0].alpha == 1.0
    assert agreement(same)[0].warnings
