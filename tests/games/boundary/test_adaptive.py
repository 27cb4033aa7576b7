"""The adaptive player: what it plays when, what it keeps between games, and that it beats the strategies it meets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium.engine import Clock, Match, Result, derive
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.matchups import BadMatchups, Matchups, measure, stored
from ludarium.games.boundary.players.adaptive import NOBODY, Adaptive, answer
from ludarium.games.boundary.players.profiles import MEMORY, Profile
from ludarium.games.boundary.strategies.names import (
    BEST_TREASURE,
    CALLED,
    DEFENSIVE_CAPTURE,
    DEFENSIVE_TREASURE,
    GREEDY_CAPTURE,
    GREEDY_TREASURE,
    HYBRID_CAPTURE,
    NAMES,
    STRATEGIES,
)
from ludarium.players import make
from ludarium.players.memory import LOST, TIED, WON, BadMemory
from tests.conftest import scaled
from tests.games.boundary.drawn import BLUE, RED, drawn, hand_game, memory


def adaptive(state: Any | None = None, **given: object) -> Adaptive:
    """An adaptive player that sits down as Red and has seen one state."""
    player = Adaptive(**given)
    player.begin(hand_game(), RED, 1)
    player._watcher.see(drawn([[(0, 0)]], [[(100, 0)]], [(0, 50, 7)])[0] if state is None else state)
    return player


def decided(player: Adaptive, *turns: list[float], state: Any | None = None) -> tuple[int, int, str]:
    """What it decides once it has found these distances, turn by turn."""
    played = drawn([[(0, 0)]], [[(100, 0)]], [(0, 50, 7)])[0] if state is None else state
    player._states[0] = played
    chosen = player._decide(played, RED)
    for distances in turns:
        player._watcher.turns.append(np.array(distances))
        chosen = player._decide(played, RED)
    return chosen


def looks_like(strategy: int, second: int | None = None) -> list[float]:
    distances = [9.0] * STRATEGIES
    distances[strategy] = 0.0
    if second is not None:
        distances[second] = 1.0
    return distances


# --- which strategy when ----------------------------------------------------------------------------------------------


def test_on_turn_0_it_plays_any_strategy() -> None:
    seen = set()
    for seed in range(60):
        player = Adaptive()
        player.begin(hand_game(), RED, seed)
        seen.add(player._decide(drawn([[(0, 0)]], [[(9, 0)]], [(0, 50, 7)])[0], RED)[:2])
    assert seen == {(strategy, NOBODY) for strategy in range(STRATEGIES)}


@pytest.mark.parametrize("looks", range(STRATEGIES))
def test_turns_1_and_2_have_rules_of_their_own(looks: int) -> None:
    player = adaptive()
    assert decided(player, looks_like(looks))[:2] == (
        GREEDY_CAPTURE if looks in (GREEDY_TREASURE, BEST_TREASURE) else HYBRID_CAPTURE,
        looks,
    )
    assert decided(player, looks_like(looks))[:2] == (
        DEFENSIVE_TREASURE if looks in (GREEDY_CAPTURE, HYBRID_CAPTURE) else BEST_TREASURE,
        looks,
    )


@pytest.mark.parametrize("looks", range(STRATEGIES))
def test_later_it_replies_from_the_table(looks: int) -> None:
    player = adaptive(ahead=0)
    own, named, why = decided(player, *[looks_like(looks)] * 4)
    assert named == looks
    assert own == stored().reply(looks)
    assert CALLED[looks] in why


@pytest.mark.parametrize("looks", range(STRATEGIES))
def test_with_the_sources_table_it_replies_as_the_source_does(looks: int) -> None:
    own, named, _ = decided(adaptive(ahead=0, table="source"), *[looks_like(looks)] * 4)
    replies = {
        "greedy-treasure": "greedy-capture",
        "best-treasure": "greedy-capture",
        "greedy-capture": "defensive-treasure",
        "hybrid-capture": "defensive-treasure",
        "defensive-treasure": "best-treasure",
        "defensive-capture": "greedy-treasure",
    }
    assert (named, NAMES[own]) == (looks, replies[NAMES[looks]])


def test_the_last_guess_stays_while_it_is_among_the_two_closest() -> None:
    player = adaptive(ahead=0)
    decided(player, *[looks_like(GREEDY_CAPTURE)] * 3)
    assert decided(player, looks_like(HYBRID_CAPTURE, second=GREEDY_CAPTURE))[1] == GREEDY_CAPTURE
    assert decided(player, looks_like(HYBRID_CAPTURE, second=BEST_TREASURE))[1] == HYBRID_CAPTURE


def test_large_blobs_are_no_sign_of_single_pieces() -> None:
    blue = [[(100, 0), (110, 0)]]
    player = adaptive(drawn([[(0, 0)]], blue, [(0, 50, 7)])[0], ahead=0)
    distances = looks_like(GREEDY_TREASURE, second=DEFENSIVE_TREASURE)
    assert decided(player, distances, distances)[1] == GREEDY_TREASURE
    assert decided(player, distances)[1] == DEFENSIVE_TREASURE


def test_a_lead_beyond_the_treasures_left_is_defended_and_made_up_for_by_captures() -> None:
    state = drawn([[(0, 0)]], [[(100, 0)]], [(0, 50, 7)])[0]
    player = adaptive(ahead=0)
    usual = decided(player, *[looks_like(BEST_TREASURE)] * 4, state=state)[:2]
    state.points[:] = (17, 9)
    assert decided(player, state=state)[:2] == (DEFENSIVE_TREASURE, GREEDY_CAPTURE)
    state.points[:] = (9, 17)
    assert decided(player, state=state)[:2] == (GREEDY_CAPTURE, DEFENSIVE_TREASURE)
    state.points[:] = (10, 17)  # 7 points are still to be had
    assert decided(player, state=state)[:2] == usual


def test_it_aims_where_the_named_strategy_sends_the_enemy() -> None:
    game = hand_game()
    states = drawn([[(0, 60), (0, 40)]], [[(20, 50)]], [(20, 200, 3)])
    states[0].last[BLUE, 0] = (10, 0)
    door = game.bound.binder.bind(answer)
    plan = game.empty_move()
    door(states, 0, RED, GREEDY_CAPTURE, memory(), GREEDY_TREASURE, memory(), plan)
    # Greedy Treasure goes 25 down, to 20,75: the attack comes from the left and above.
    middle = (plan[0:2] + plan[2:4]) / 200
    assert middle == pytest.approx((20, 75), abs=0.02)
    door(states, 0, RED, GREEDY_CAPTURE, memory(), NOBODY, memory(), plan)
    assert (plan[0:2] + plan[2:4]) / 200 == pytest.approx((30, 50), abs=0.02)


def test_looking_ahead_it_sees_which_reply_gains_most() -> None:
    # One treasure, within reach of a piece that goes straight for it; who groups first misses it this turn.
    state = drawn([[(0, 0)], [(200, 150)]], [[(-290, -200)]], [(40, 0, 7), (-280, 200, 1)])[0]
    player = adaptive(state, ahead=1)
    own, named, _ = decided(player, *[looks_like(DEFENSIVE_CAPTURE)] * 3, state=state)
    assert named == DEFENSIVE_CAPTURE
    assert own in (GREEDY_TREASURE, BEST_TREASURE, HYBRID_CAPTURE)


def test_its_games_repeat_and_it_says_why() -> None:
    game = hand_game(max_turns=scaled(30), pieces=3, treasures=5)
    records = []
    for _ in range(2):
        pair = [Adaptive(ahead=2, mend=2), make("hybrid-capture", game)]
        records.append(Match(game, pair, seed=8, strict=True).run())
    assert records[0].seal == records[1].seal
    reasons = [decision.reason for decision in records[0].decisions if decision.seat == 0]
    assert all("since" in reason for reason in reasons)
    assert "nothing is known yet" in reasons[0]


@pytest.mark.compiled
def test_it_wins_more_than_half_of_its_games_against_the_six() -> None:
    game = Boundary()
    won = 0.0
    games = 24
    for number in range(games):
        pair = [Adaptive(), make(NAMES[number % STRATEGIES], game)]
        seat = number // STRATEGIES % 2
        result = Match(game, pair[:: 1 - 2 * seat], seed=derive(2, number), strict=True).run().result
        assert result is not None
        won += 1.0 if result.points[seat] > result.points[1 - seat] else 0.0
    assert won / games > 0.5


# --- profiles ---------------------------------------------------------------------------------------------------------


def finished(player: Adaptive, ranks: tuple[int, int]) -> None:
    player.end(Result(points=tuple(float(-rank) for rank in ranks), ranks=ranks))


def test_profiles_are_kept_between_games(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "profiles.json"
    for ranks in ((1, 2), (2, 1), (1, 1)):
        player = adaptive(memory=str(file), opponent="Ann")
        decided(player, looks_like(HYBRID_CAPTURE))
        finished(player, ranks)
    known = MEMORY.recall(file, "Ann")
    assert known is not None
    assert known.games == [LOST, WON, TIED]
    assert known.played == {"hybrid-capture": 3}
    assert known.preferred == "hybrid-capture"
    assert known.skill == 0.5
    assert MEMORY.recall(file, "Bert") is None


def test_it_starts_from_what_the_profile_prefers(tmp_path: Path) -> None:
    file = tmp_path / "profiles.json"
    MEMORY.remember(file, "Ann", Profile(played={"greedy-capture": 3, "best-treasure": 1}))
    player = Adaptive(memory=str(file), opponent="Ann", ahead=0)
    player.begin(hand_game(), RED, 1)
    state = drawn([[(0, 0)]], [[(100, 0)]], [(0, 50, 7)])[0]
    best = stored().reply(GREEDY_CAPTURE)
    assert player._decide(state, RED)[:2] == (best, GREEDY_CAPTURE)
    player._watcher.see(state)
    # As long as the moves fit, and not when they do not.
    assert decided(player, looks_like(HYBRID_CAPTURE, second=GREEDY_CAPTURE))[:2] == (best, GREEDY_CAPTURE)
    assert decided(player, looks_like(BEST_TREASURE))[:2] == (BEST_TREASURE, BEST_TREASURE)


def test_without_a_memory_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    player = adaptive()
    decided(player, looks_like(HYBRID_CAPTURE))
    finished(player, (1, 2))
    assert not list(tmp_path.iterdir())


def test_the_strength_rests_where_the_opponent_wins_as_often_as_wished() -> None:
    profile = Profile()
    for _ in range(3):
        profile.learn(LOST, None, 0.5)
    assert profile.strength == pytest.approx(0.7)
    for _ in range(30):
        profile.learn(LOST, None, 0.25)
    assert profile.strength == 0.0
    for _ in range(4):
        profile.learn(WON, None, 0.25)
    assert profile.strength == pytest.approx(0.6)
    before = profile.strength
    for outcome in (WON, LOST, LOST, LOST):  # exactly as wished
        profile.learn(outcome, None, 0.25)
    assert profile.strength == pytest.approx(before)
    profile.learn(WON, None, None)
    assert profile.strength == pytest.approx(before)


def test_a_weak_one_plays_the_worst_reply(tmp_path: Path) -> None:
    file = tmp_path / "profiles.json"
    MEMORY.remember(file, "Ann", Profile(strength=0.0))
    player = adaptive(memory=str(file), opponent="Ann", wish=50, ahead=0)
    best = stored().reply(BEST_TREASURE)
    worst, named, why = player._weakly(BEST_TREASURE, "so")
    rates = {own: stored().rate(own, BEST_TREASURE) for own in range(STRATEGIES) if own != BEST_TREASURE}
    assert named == NOBODY
    assert worst == min(rates, key=lambda own: rates[own]) or min(rates.values()) > 0.5
    assert worst != best
    assert "should win more often" in why


def test_the_wish_decides_only_with_a_profile_that_says_so(tmp_path: Path) -> None:
    game = hand_game()
    file = tmp_path / "profiles.json"
    MEMORY.remember(file, "Ann", Profile(strength=0.0))
    view = game.start(3).view(RED)
    for wish, weak in ((50, True), (0, False)):
        player = Adaptive(memory=str(file), opponent="Ann", wish=wish, ahead=0)
        player.begin(game, RED, 1)
        for _ in range(5):
            player.choose(view, Clock())
        assert player.thought is not None
        assert ("should win more often" in player.thought.reason) == weak


@pytest.mark.parametrize(("strength", "waits"), [(0.0, True), (0.5, False)])
def test_the_weakest_one_waits(strength: float, waits: bool, tmp_path: Path) -> None:
    game = hand_game()
    file = tmp_path / "profiles.json"
    MEMORY.remember(file, "Ann", Profile(strength=strength))
    player = Adaptive(memory=str(file), opponent="Ann", wish=90, ahead=0)
    player.begin(game, RED, 1)
    view = game.start(3).view(RED)
    moves = {player.choose(view, Clock()).text for _ in range(20)}
    assert (moves == {"stay"}) == waits


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"format": 9, "opponents": {}}',
        '{"format": 1, "opponents": {"Ann": {}}}',
        '{"format": 1, "opponents": {"Ann": {"strength": 2, "games": [], "played": {}}}}',
        '{"format": 1, "opponents": {"Ann": {"strength": 1, "games": ["drawn"], "played": {}}}}',
        '{"format": 1, "opponents": {"Ann": {"strength": 1, "games": [], "played": {"rush": 1}}}}',
    ],
)
def test_a_broken_file_is_refused_and_left_as_it_is(text: str, tmp_path: Path) -> None:
    file = tmp_path / "profiles.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadMemory, match="left as it is"):
        MEMORY.recall(file, "Ann")
    with pytest.raises(BadMemory, match="left as it is"):
        MEMORY.remember(file, "Bert", Profile())
    assert file.read_text(encoding="utf-8") == text


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BadMemory, match="give another place by memory="):
        MEMORY.remember(tmp_path / "file" / "profiles.json", "Ann", Profile())


# --- the measured matrix ----------------------------------------------------------------------------------------------


def test_the_matrix_counts_every_game_once() -> None:
    game = hand_game(max_turns=scaled(30), pieces=2, treasures=3)
    games = scaled(20)
    found = measure(game, games=games, seed=5)
    total = found.wins + found.wins.T + found.ties
    assert (total == games * (1 - np.eye(STRATEGIES, dtype=np.int64))).all()
    assert Matchups.from_json(json.loads(json.dumps(found.to_json())), "it").to_json() == found.to_json()


def test_the_reply_is_the_best_measured_rate_and_at_least_one_half() -> None:
    wins = np.zeros((STRATEGIES, STRATEGIES), np.int64)
    wins[HYBRID_CAPTURE, BEST_TREASURE] = 7
    wins[GREEDY_CAPTURE, BEST_TREASURE] = 6
    found = Matchups(wins, np.zeros_like(wins), np.zeros(wins.shape), 10, 1, {})
    assert found.reply(BEST_TREASURE) == HYBRID_CAPTURE
    assert found.reply(GREEDY_TREASURE) == GREEDY_TREASURE  # nothing beats it: the mirror game is even


def test_a_file_that_is_no_matrix_is_refused() -> None:
    with pytest.raises(BadMatchups, match="no matrix"):
        Matchups.from_json({"format": 1, "strategies": list(NAMES)}, "it")
    with pytest.raises(BadMatchups, match="expected format"):
        Matchups.from_json({"format": 2, "strategies": []}, "it")
    good = stored().to_json()
    with pytest.raises(BadMatchups, match="wins and ties"):
        Matchups.from_json({**good, "wins": [[1]]}, "it")
