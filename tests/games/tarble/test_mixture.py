"""Mixture: whose turn it is, what it learns, and what it remembers."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from ludarium.engine import BadParameter, Clock, Match, Result
from ludarium.games.tarble.players.memory import MEMORY, Acquaintance
from ludarium.games.tarble.players.mixture import Mixture
from ludarium.players import make
from ludarium.players.memory import BadMemory
from tests.games.tarble.positions import GAME, position

WON, LOST, TIED = Result((3.0, 2.0), (1, 2)), Result((2.0, 3.0), (2, 1)), Result((0.0, 0.0), (1, 1))


def persons(skill: str, draws: int = 60) -> Counter[str]:
    """Who decides how often, over many turns of one game."""
    mixture = Mixture(skill=skill)
    mixture.begin(GAME, 0, 5)
    found: Counter[str] = Counter()
    for turn in range(draws):
        given = position(f"r(-2,-3)(-3,-5) b(3,5)(4,5) 0:0 r 1 turns={2 * turn + 2}")
        mixture.choose(given.view(0), Clock())
        assert mixture.thought is not None
        found[mixture.thought.figures["person"]] += 1
        assert mixture.thought.reason.startswith(f"as {mixture.thought.figures['person']} would: ")
    return found


def test_skill_decides_who_plays() -> None:
    assert set(persons("easy")) == {"joey"}
    medium = persons("medium")
    # A number from N(50, 10) is nearer to 30 than one from N(0, 10) in most draws, but not in all.
    assert set(medium) == {"joey", "sarah"}
    assert medium["sarah"] > medium["joey"]


@pytest.mark.compiled
def test_the_most_skilled_is_brian() -> None:
    assert set(persons("100")) == {"brian"}


def test_one_person_plays_a_whole_turn() -> None:
    match = Match(GAME, [Mixture(skill="25"), make("joey", GAME)], seed=4, strict=True)
    by_turn: dict[int, set[str]] = {}
    before = match.position
    for decision in match.play():
        if decision.seat == 0:
            thought = match.players[0].thought
            assert thought is not None
            by_turn.setdefault(int(before.state.turns), set()).add(thought.figures["person"])
        before = match.position
        if before.state.turns >= 12:
            break
    assert all(len(people) == 1 for people in by_turn.values())
    assert len(set.union(*by_turn.values())) == 2


@pytest.mark.parametrize(
    ("games", "skill"),
    [
        (["lost"], 40),
        (["won"], 30),  # no loss before it
        (["lost", "won"], 45),
        (["lost", "won", "won"], 45),
        (["lost", "won", "won", "won"], 35),
        (["won", "won", "won", "won"], 10),
        (["lost", "tied", "won"], 45),
        (["tied"], 30),
    ],
)
def test_what_a_game_teaches(games: list[str], skill: float) -> None:
    known = Acquaintance(30.0)
    for game in games:
        known.learn(game, 10.0)
    assert known.skill == skill
    assert known.games == games
    assert len(known.skills) == len(games)
    assert known.skills[0] == 30.0


def play(mixture: Mixture, result: Result) -> None:
    mixture.begin(GAME, 0, 1)
    mixture.end(result)


def test_remembers_each_opponent(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "memory.json"
    for result in (LOST, WON, TIED):
        play(Mixture(opponent="ann", memory=str(file)), result)
    play(Mixture(opponent="bob", memory=str(file), skill="easy", rate=4), LOST)
    ann, bob = MEMORY.recall(file, "ann"), MEMORY.recall(file, "bob")
    assert ann == Acquaintance(45.0, ["lost", "won", "tied"], [30.0, 40.0, 45.0])
    assert bob == Acquaintance(4.0, ["lost"], [0.0])
    assert MEMORY.recall(file, "eve") is None
    again = Mixture(opponent="ann", memory=str(file), skill="hard")
    again.begin(GAME, 0, 1)
    assert again.skill == 45.0
    assert [path.name for path in file.parent.iterdir()] == ["memory.json"]


def test_without_a_memory_every_game_is_the_first() -> None:
    mixture = Mixture()
    for _ in range(2):
        play(mixture, LOST)
        assert mixture.skill == 30.0


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("{", "damaged at line 1"),
        ("[]", "expected an object with format 1"),
        ('{"format": 2, "opponents": {}}', "expected an object with format 1"),
        ('{"format": 1, "opponents": {"ann": {"skill": 3}}}', "the opponent 'ann' needs skill, games and skills"),
        ('{"format": 1, "opponents": {"ann": {"skill": 3, "games": ["drawn"], "skills": [1]}}}', "must be lost, tied"),
    ],
)
def test_a_broken_memory_is_left_alone(content: str, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "memory.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(BadMemory, match=fault):
        Mixture(memory=str(file)).begin(GAME, 0, 1)
    with pytest.raises(BadMemory, match="mend it, or move it away"):
        MEMORY.remember(file, "ann", Acquaintance(1.0))
    assert file.read_text(encoding="utf-8") == content


def test_a_memory_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(BadMemory, match="give another place"):
        MEMORY.recall(tmp_path, "ann")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BadMemory, match="cannot"):
        MEMORY.remember(tmp_path / "file" / "memory.json", "ann", Acquaintance(1.0))


def test_the_file_is_plain_json(tmp_path: Path) -> None:
    MEMORY.remember(tmp_path / "m.json", "ann", Acquaintance(12.5, ["won"], [12.5]))
    assert json.loads((tmp_path / "m.json").read_text(encoding="utf-8")) == {
        "format": 1,
        "opponents": {"ann": {"skill": 12.5, "games": ["won"], "skills": [12.5]}},
    }


@pytest.mark.parametrize("skill", ["expert", "nan", "inf", ""])
def test_a_skill_is_a_level_or_a_number(skill: str) -> None:
    with pytest.raises(BadParameter, match="expected easy, medium, hard or a number"):
        Mixture(skill=skill)
