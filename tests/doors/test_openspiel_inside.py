"""OpenSpiel's games in the lab."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium import BadParameter, NotSuited, UnknownName
from ludarium.cli.app import run
from ludarium.engine.conformance import check_game
from ludarium.engine.match import Match
from ludarium.engine.observing import Actions, observation_of
from ludarium.engine.position import SPECTATOR, View
from ludarium.engine.record import Record
from ludarium.games.offered import asked_for, check_name
from ludarium.players import make

pytest.importorskip("pyspiel", reason="needs the extra openspiel")

import pyspiel

from ludarium.doors.openspiel.deals import DEALT
from ludarium.doors.openspiel.histories import RESAMPLED
from ludarium.doors.openspiel.loading import guests, names


def played(name: str, *players: str, seed: int = 0) -> Record:
    game = ludarium.game(name)
    return Match(game, [make(text, game) for text in players], seed=seed, strict=True).run()


@pytest.mark.parametrize(
    "name",
    [
        "tic_tac_toe",  # everything known
        "pig(winscore=20)",  # chance
        "kuhn_poker",  # hidden, drawn by the game itself
        "liars_dice",  # hidden, drawn by replaying
        "phantom_ttt",  # moves that nobody sees
        "matrix_rps",  # at once
        "catch",  # one seat
    ],
)
def test_games_keep_every_promise_of_the_labs_games(name: str) -> None:
    assert [str(finding) for finding in check_game(ludarium.game(f"openspiel:{name}"), games=2)] == []


@pytest.mark.parametrize("name", ["connect_four(rows=5)", "backgammon", "hearts", "goofspiel", "dark_hex"])
def test_random_games_end_and_replay(name: str) -> None:
    game = ludarium.game(f"openspiel:{name}")
    record = played(game.name, *["random"] * game.seats, seed=1)
    assert record.result is not None
    again = Record.from_json(record.to_json())
    assert again.verify(ludarium.game).result() == record.result
    again.decisions[0].move = again.decisions[1].move + "x"
    with pytest.raises(ludarium.RecordError, match="decision 1"):
        again.verify(ludarium.game)


def test_results_are_those_of_openspiel() -> None:
    record = played("openspiel:othello", "random", "random", seed=5)
    final = record.verify(ludarium.game)
    state = pyspiel.load_game("othello").new_initial_state()
    for action in map(int, final.text.split(",")):
        state.apply_action(action)
    assert state.is_terminal()
    assert record.result is not None
    assert list(record.result.points) == state.returns()
    assert str(state).rstrip() == final.draw()


def test_chance_comes_as_often_as_openspiel_says() -> None:
    game = ludarium.game("openspiel:kuhn_poker")
    deals = [game.start(seed).text for seed in range(600)]
    counts = {deal: deals.count(deal) for deal in set(deals)}
    assert len(counts) == 6
    assert all(60 < count < 140 for count in counts.values())


def test_searches_find_the_move_that_wins() -> None:
    game = ludarium.game("openspiel:tic_tac_toe")
    position = game.read_position("0,3,1,4")
    for method in ("mcts", "minimax", "maxn"):
        assert ludarium.search(position, method, iterations=200).best_move.text == "x(0,2)"
    assert ludarium.solve(position).value == 1


def test_a_search_does_not_see_what_is_hidden() -> None:
    """With the jack, against a bet: to bet would lose in every world that the seat takes for possible."""
    game = ludarium.game("openspiel:kuhn_poker")
    texts = {
        ludarium.search(game.read_position(text), "ismcts", iterations=60).best_move.text for text in ("1,0,1", "2,0,1")
    }
    assert texts == {"Pass"}


@pytest.mark.parametrize("name", ["kuhn_poker", "liars_dice", "phantom_ttt", "hearts"])
def test_views_tell_only_what_a_seat_was_shown(name: str) -> None:
    """A position that looks the same to a seat gives the same bytes, words and moves."""
    game = ludarium.game(f"openspiel:{name}")
    record = played(game.name, *["random"] * game.seats, seed=3)
    for number, (_, position) in enumerate(record.replay(ludarium.game)):
        if position.over or number > 8:
            break
        seat = position.movers[0]
        view = position.view(seat)
        twins = [view.sample(draw).view(seat) for draw in range(4)]
        assert all(twin == view and twin.moves() == view.moves() and twin.draw() == view.draw() for twin in twins)


def test_samples_differ_where_something_is_hidden() -> None:
    game = ludarium.game("openspiel:liars_dice")
    view = game.start(1).view(0)
    drawn = [view.sample(seed).text for seed in range(300)]
    assert len({text.split(",")[0] for text in drawn}) == 1  # its own die
    others = [text.split(",")[1] for text in drawn]
    assert sorted(set(others)) == list("012345")
    assert all(25 < others.count(die) < 80 for die in set(others))


@pytest.mark.parametrize("name", DEALT)
def test_deals_that_fit_are_drawn_throughout_a_game(name: str) -> None:
    """Each is one by OpenSpiel's rules, looks the same to the seat, and hands are not always the same."""
    game = ludarium.game(f"openspiel:{name}")
    source = random.Random(2)
    position, texts = game.start(5), []
    for _ in range(14):
        if position.over:
            break
        seat = position.movers[0]
        view = position.view(seat)
        drawn = [view.sample(seed) for seed in range(2)]
        assert all(game.read_position(each.text).view(seat) == view for each in drawn)
        texts += [each.text for each in drawn]
        position = position.play(source.choice(position.moves()))
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("name", DEALT)
def test_what_a_view_says_of_a_deal_is_what_the_seat_knows(name: str) -> None:
    """Exchanging what the seat cannot tell apart gives the same view; any other exchange another one."""
    game = ludarium.game(f"openspiel:{name}")
    deal = [int(card) for card in game.start(1).text.split(",")]
    seats = range(game.seats)
    state = pyspiel.load_game(name).new_initial_state()
    for card in deal:
        state.apply_action(card)
    told = [state.observation_string(seat) for seat in seats]
    source, same = random.Random(3), 0
    for _ in range(60):
        one, other = source.sample(range(1, len(deal)), 2)
        changed = [*deal]
        changed[one], changed[other] = deal[other], deal[one]
        position = game.read_position(",".join(map(str, changed)))
        after = pyspiel.load_game(name).new_initial_state()
        for card in changed:
            after.apply_action(card)
        for seat in seats:
            views = [game.read_position(",".join(map(str, cards))).view(seat) for cards in (deal, changed)]
            known = [view.state.actions[: view.state.count].tolist() for view in views]
            assert (views[0] == views[1]) == (known[0] == known[1])
            if after.observation_string(seat) != told[seat]:
                assert views[0] != views[1]
            same += known[0] == known[1]
        assert position.movers
    assert same > 20


def test_who_cannot_sample_says_so_and_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.doors.openspiel.histories.TRIES", 0)
    monkeypatch.setattr("ludarium.doors.openspiel.histories.TRIES_EACH", 0)
    position = ludarium.game("openspiel:phantom_ttt").start(0).play("#0").play("#0").play("#1")
    view = position.view(position.movers[0])
    with pytest.raises(
        NotSuited, match=r"openspiel:phantom_ttt: no history was found in 0 tries that fits what seat . knows"
    ):
        view.sample(1)
    assert view.moves()


def test_a_view_that_was_sent_elsewhere_offers_the_same_moves() -> None:
    """By number: their words are known only where the position is."""
    game = ludarium.game("openspiel:leduc_poker(suit_isomorphism=true)")
    position = game.start(4)
    states = np.frombuffer(position.view(0).to_bytes(), game.rules.dtype).copy()
    game.histories._shown.clear()  # type: ignore[attr-defined]
    sent = View(game, states, 0)
    assert [move.value for move in sent.moves()] == [move.value for move in position.moves()]
    assert sent.moves()[0].text == f"#{position.moves()[0].value}"
    assert position.play(sent.moves()[0].text, 0) == position.play(position.moves()[0], 0)
    assert ludarium.search(sent, "ismcts", iterations=20).iterations == 20


def test_spectators_see_no_cards() -> None:
    game = ludarium.game("openspiel:kuhn_poker")
    assert len({game.start(seed).view(SPECTATOR).to_bytes() for seed in range(10)}) == 1
    assert "hidden from spectators" in game.start(0).view(SPECTATOR).draw()


def test_moves_are_read_with_capitals_where_these_matter() -> None:
    game = ludarium.game("openspiel:tic_tac_toe")
    position = game.start()
    assert position.play("X(1,1)") == position.play("x(1,1)") == position.play("#4")
    with pytest.raises(ludarium.IllegalMove, match=r"'#77' is not legal here; the legal moves are x\(0,0\)"):
        position.play("#77")
    with pytest.raises(ludarium.MalformedMove, match="'z9' is no move"):
        position.play("z9")
    with pytest.raises(ludarium.MalformedPosition, match="action 2, 4, is not legal"):
        game.read_position("4,4")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("mfg_garnet", "mean-field"),
        ("crossword", "structs"),
        ("tarok", "sampled stochastic"),
        ("crazy_eights", "5 seats, here are at most 4, or take fewer by its parameter players"),
    ],
)
def test_what_does_not_come_in_is_refused_by_name(name: str, reason: str) -> None:
    with pytest.raises(NotSuited, match=f"openspiel:{name} cannot be played here: .*{reason}"):
        ludarium.game(f"openspiel:{name}")
    assert name in names()


def test_wrong_names_and_parameters_are_errors_that_say_so() -> None:
    with pytest.raises(UnknownName, match="did you mean 'connect_four'"):
        ludarium.game("openspiel:connect_for")
    with pytest.raises(BadParameter, match=r"OpenSpiel cannot load 'connect_four\(sides=3\)'"):
        ludarium.game("openspiel:connect_four(sides=3)")
    with pytest.raises(BadParameter, match="says it all itself"):
        ludarium.game("openspiel:chess", rows=3)
    assert ludarium.game("openspiel:crazy_eights(players=3)").seats == 3


@pytest.mark.parametrize(
    ("name", "decisions"),
    [
        ("misere(game=matrix_rps())", 2),
        ("zerosum(game=matrix_pd())", 2),
        ("add_noise(game=goofspiel(num_cards=3),epsilon=0.1,seed=1)", 4),
    ],
)
def test_what_is_made_of_a_game_of_moves_at_once_is_one(name: str, decisions: int) -> None:
    """`misere` itself says that seats decide in turn; what it is made of decides."""
    record = played(f"openspiel:{name}", "random", "random", seed=1)
    assert len(record.decisions) == decisions
    assert record.verify(ludarium.game).over


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("misere(game=mfg_crowd_modelling())", "mean-field"),
        ("cached_tree(game=matrix_rps())", "seats decide at once in it, and OpenSpiel does not turn it into one"),
    ],
)
def test_what_is_made_of_a_game_that_does_not_come_in_is_refused(name: str, reason: str) -> None:
    with pytest.raises(NotSuited, match=reason):
        ludarium.game(f"openspiel:{name}").start()


def test_rewards_stay_in_range_where_points_leave_what_openspiel_declares() -> None:
    game = ludarium.game("openspiel:2048(max_tile=32)")
    record = played(game.name, "random", seed=1)
    assert record.result is not None
    assert game.points_range is not None
    assert record.result.points[0] > game.points_range[1]
    final = record.verify(ludarium.game)
    rewards = np.zeros(2)
    game.bound.reward(np.frombuffer(final.to_bytes(), game.rules.dtype).copy(), 0, rewards)
    assert rewards[0] == 1.0


def test_a_game_that_is_broken_off_before_chance_has_decided_is_over() -> None:
    game = ludarium.game("openspiel:solitaire(players=1,depth_limit=20)")
    position = game.start(1)
    assert position.over
    assert game.read_position(position.text).over


def test_parameters_that_crash_openspiel_are_refused() -> None:
    """They would end our process, too."""
    with pytest.raises(NotSuited, match=r"connect_four cannot be played here: OpenSpiel itself crashes .*\(rows=0\)"):
        ludarium.game("openspiel:connect_four(rows=0)")
    with pytest.raises(BadParameter, match=r"OpenSpiel cannot load 'connect_four\(rows=-3\)'"):
        ludarium.game("openspiel:connect_four(rows=-3)")


def test_people_on_the_network_get_games_without_parameters() -> None:
    assert check_name("openspiel:hex") == "openspiel:hex"
    assert asked_for("openspiel:hex", {}).seats == 2
    for text in ("openspiel:hex(board_size=9)", "openspiel:efg_game(filename=x)", "openspiel:python_tic_tac_toe"):
        with pytest.raises(UnknownName):
            check_name(text)


def test_tournaments_run_in_several_processes() -> None:
    runs = [
        ludarium.tournament(
            "openspiel:tic_tac_toe", ["mcts:iterations=20", "random"], rounds=2, workers=workers, seed=2, progress=False
        )
        for workers in (1, 2)
    ]
    moves = [[[made.move for made in run.record(game).decisions] for game in range(run.games)] for run in runs]
    assert len(moves[0]) == 4
    assert moves[0] == moves[1]


def test_games_are_pickled_by_name() -> None:
    game = ludarium.game("openspiel:nim")
    assert type(pickle.loads(pickle.dumps(game))) is type(game)


def test_states_are_pickled_and_keep_their_fields() -> None:
    game = ludarium.game("openspiel:nim")
    states = game.bound.states(2)
    states[0] = game.start(seed=1).state
    again = pickle.loads(pickle.dumps(states))
    assert again.dtype == states.dtype
    assert (again[0].count, again[0].mover, again[0].rng) == (states[0].count, states[0].mover, states[0].rng)


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("tic_tac_toe", "mcts:iterations=20"),
        ("pig(winscore=10)", "mcts:iterations=20"),
        ("kuhn_poker", "ismcts:iterations=20"),
        ("goofspiel(num_cards=3)", "ismcts:iterations=20"),
    ],
)
def test_games_are_measured_with_a_budget_for_rules_in_python(
    name: str, player: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ludarium.api.progress._SELDOM", 0.0)
    found = ludarium.metrics(f"openspiel:{name}", games=2, budgets=(1, 2), seed=1, workers=1)
    assert found.player == player
    assert found.evaluator.startswith("the mean result of 16 games")
    assert found.depth is not None
    # Nobody looks on here, and still there is a word now and then.
    assert "2 of 2 games" in capsys.readouterr().err


def test_the_usual_opponent_is_one_of_those_offered_and_thinks_little() -> None:
    for name, search in (("chess", "mcts"), ("kuhn_poker", "ismcts")):
        game = ludarium.game(f"openspiel:{name}")
        assert game.suits == f"{search}:iterations=100"
        assert game.suits in [level.text for level in game.levels()]


def test_parameters_of_moves_at_once_are_those_of_the_game() -> None:
    assert "num_cards=13, num_turns=-1, players=2" in ludarium.game("openspiel:goofspiel").rules_text()


def test_pictures_say_what_a_seat_observes_and_knows() -> None:
    position = ludarium.game("openspiel:kuhn_poker").start(seed=2)
    assert position.play("Bet").view(1).draw() == "observation: 221\ninformation state: 2b"


def test_names_between_colons_are_no_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "openspiel:pig", "random", "random", "--games", "1", "--seed", "1"]) == 0
    assert capsys.readouterr().out.startswith("openspiel:pig: 1 game")


def test_python_games_of_openspiel_come_in() -> None:
    record = played("openspiel:python_tic_tac_toe", "random", "mcts:iterations=10", seed=1)
    assert record.verify(ludarium.game).over


@pytest.mark.parametrize("name", [name for name in RESAMPLED if name != "colored_trails"])
def test_drawn_states_depend_on_the_information_state_alone(name: str) -> None:
    """What the views of these games hold is drawn by what a seat knows: another state that it cannot tell from the
    true one, asked with the same numbers, gives the same."""
    game, source = pyspiel.load_game(name), random.Random(1)
    state = game.new_initial_state()
    compared = 0
    while not state.is_terminal() and compared < 40:
        if state.is_chance_node():
            state.apply_action(source.choice(state.chance_outcomes())[0])
            continue
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, source.random)
            drawn = [_history(one, seat) for one in (state, other)]
            assert drawn[0] == drawn[1]
            compared += 1
        state.apply_action(source.choice(state.legal_actions()))
    assert compared


def _history(state: Any, seat: int) -> list[int]:
    return list(state.resample_from_infostate(seat, random.Random(7).random).history())


def test_a_missing_package_is_named_with_its_extra(tmp_path: Path) -> None:
    script = "import sys; sys.modules['pyspiel'] = None; import ludarium; ludarium.game('openspiel:chess')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "MissingExtra" in done.stderr
    assert "pip install 'ludarium[openspiel]'" in done.stderr


def docs_table() -> str:
    """The list of games as the documentation has it."""
    lines = ["| game | seats | |", "| --- | --- | --- |"]
    for guest in guests():
        words = f"refused: {guest.refused}" if guest.refused else ", ".join((guest.title, *guest.traits))
        lines.append(f"| {guest.name} | {guest.seats or ''} | {words} |")
    return "\n".join(lines)


def test_the_documentation_lists_what_comes_in() -> None:
    page = Path(__file__).parents[2] / "docs" / "doors" / "openspiel.md"
    assert docs_table() in page.read_text(encoding="utf-8")
    assert sum(not guest.refused for guest in guests()) >= 100


def test_actions_and_observations_are_openspiels_own() -> None:
    game = ludarium.game("openspiel:leduc_poker")
    position = game.start(3)
    state = pyspiel.load_game("leduc_poker").new_initial_state()
    for action in map(int, position.text.split(",")):
        state.apply_action(action)
    seen = observation_of(position.view(0))
    assert seen.shape == tuple(pyspiel.load_game("leduc_poker").observation_tensor_shape())
    assert seen.reshape(-1).tolist() == state.observation_tensor(0)
    assert not observation_of(position.view(SPECTATOR)).any()
    actions = Actions(game)
    assert actions.count == 3
    assert np.flatnonzero(actions.mask(position, 0)).tolist() == state.legal_actions()
