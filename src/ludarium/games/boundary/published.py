"""What the source found when people played: seven games against a basic strategy, four against the adaptive one."""

from __future__ import annotations

from ludarium.studies.analysis.learning import PublishedLearning, PublishedTest

LEARNING = PublishedLearning(
    citation="R. Brown, Development of a Novel Game with Adaptive Learning Agents, 2013, chapters 4.2 and 5.1",
    people=40,
    win_rates={
        **{"P1": 0.23, "P2": 0.38},
        **{"G1": 0.48, "G2": 0.45, "G3": 0.40, "G4": 0.55, "G5": 0.49},
        **{"G6": 0.50, "G7": 0.34, "G8": 0.32, "G9": 0.30},
    },
    slopes={"before": 0.037, "after": -0.061},
    tests={
        "difficulty": PublishedTest(2.975, 3.275, 0.0482),
        "predictability": PublishedTest(None, None, 0.00313),
        "fun": PublishedTest(None, None, 0.0677),
    },
)
