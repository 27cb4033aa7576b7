"""Our games in OpenSpiel, and players both ways."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from importlib.util import find_spec
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="needs the extra openspiel")

import numpy as np
import pyspiel
from benchmarks.openspiel_tests import api_tests, run, simulation_tests
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

import ludarium
import ludarium.doors.openspiel  # registers our games
from ludarium.doors.openspiel.bots import LudariumBot
from ludarium.doors.openspiel.outside import STREAMS, SpielGame
from ludarium.engine.match import Match
from ludarium.games.offered import offered
from ludarium.players import make
from tests.documentation import ROOT, blocks

pytestmark = pytest.mark.compiled  # OpenSpiel's tests walk through whole games many times


def sampled(state: Any, source: np.random.RandomState) -> None:
    """Let chance decide until somebody must."""
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(source.choice(outcomes, p=chances)))


def test_every_game_of_listed_moves_is_there() -> None:
    wanted = {f"ludarium_{name.replace('-', '_')}" for name, game in offered().items() if game.rules.checked is None}
    assert wanted <= set(pyspiel.registered_names())
    assert "ludarium_boundary" not in pyspiel.registered_names()


def test_importing_the_door_is_enough() -> None:
    script = "import ludarium.doors.openspiel, pyspiel; print(pyspiel.load_game('ludarium_reversi(size=6)'))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "ludarium_reversi(size=6)"


@pytest.mark.parametrize("name", ["ludarium_kuhn_poker", "ludarium_tic_tac_toe", "ludarium_goofspiel"])
def test_openspiels_own_tests_pass(name: str) -> None:
    """The others: `python -m benchmarks.openspiel_tests`."""
    ran, faults = run(simulation_tests([name]))
    assert faults == []
    assert ran >= 1
    ran, faults = run(api_tests([name]))
    assert faults == []
    assert ran == 5
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


def test_types_say_what_a_game_is_like() -> None:
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    kuhn, reversi, pig = (kinds[f"ludarium_{name}"] for name in ("kuhn_poker", "reversi", "pig"))
    theirs = kinds["kuhn_poker"]
    for trait in ("dynamics", "chance_mode", "information", "utility", "reward_model"):
        assert getattr(kuhn, trait) == getattr(theirs, trait)
    assert reversi.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert reversi.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert reversi.parameter_specification == {"size": 8}
    assert pig.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert (pig.min_num_players, pig.max_num_players) == (1, 4)
    game = pyspiel.load_game("ludarium_kuhn_poker")
    assert (game.num_distinct_actions(), game.max_chance_outcomes(), game.max_game_length()) == (2, 3, 3)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-2, 2, 0)


def test_cfr_is_as_exploitable_on_our_kuhn_poker_as_on_openspiels() -> None:
    curves = []
    for name in ("kuhn_poker", "ludarium_kuhn_poker"):
        game = pyspiel.load_game(name)
        solver, curve = cfr.CFRSolver(game), []
        for _ in range(8):
            solver.evaluate_and_update_policy()
            curve.append(exploitability.exploitability(game, solver.average_policy()))
        curves.append(curve)
    assert curves[0] == pytest.approx(curves[1], abs=1e-12)
    assert curves[0][-1] < curves[0][0] / 4


def test_dice_are_explicit_nodes() -> None:
    state = pyspiel.load_game("ludarium_pig(goal=20)").new_initial_state()
    assert not state.is_chance_node()
    roll = next(action for action in state.legal_actions() if state.action_to_string(action) == "roll")
    state.apply_action(roll)
    assert state.chance_outcomes() == [(face, pytest.approx(1 / 6)) for face in range(6)]
    totals = {str(state.child(face)) for face in range(6)}
    assert len(totals) == 6


def test_all_deals_of_a_game_come_out_equally_likely() -> None:
    """The kernels' own draws, named one by one, give each deal of Kuhn poker once."""
    deals = []

    def walk(state: Any, chance: float) -> None:
        if not state.is_chance_node():
            deals.append((str(state), chance))
            return
        for outcome, share in state.chance_outcomes():
            walk(state.child(outcome), chance * share)

    walk(pyspiel.load_game("ludarium_kuhn_poker").new_initial_state(), 1.0)
    assert len({text for text, _ in deals}) == len(deals) == 6
    assert [chance for _, chance in deals] == [pytest.approx(1 / 6)] * 6


def test_of_seats_that_decide_at_once_others_decisions_are_drawn() -> None:
    """A state that a seat takes for possible has the same seat to act: those before it have decided, it cannot know
    what."""
    game = pyspiel.load_game("ludarium_goofspiel(players=3,cards=5)")
    source, drawn = np.random.RandomState(1), set()
    state = game.new_initial_state()
    sampled(state, source)
    for action in (4, 3):
        state.apply_action(action)
    for _ in range(20):
        other = state.resample_from_infostate(2, source.random_sample)
        assert other.current_player() == state.current_player() == 2
        assert other.information_state_string(2) == state.information_state_string(2)
        other.apply_action(0)
        sampled(other, source)
        drawn.add(other.position.fields()["hand"][0])
    assert len(drawn) > 1
    back = state.resample_from_infostate(0, source.random_sample)  # which knows what it chose itself
    assert back.current_player() == 2


@pytest.mark.parametrize("bot", ["mcts", "ismcts"])
def test_bots_decide_for_their_own_seat_in_games_at_once(bot: str) -> None:
    game = ludarium.game("goofspiel", seats=3, cards=4)
    players = [make(f"openspiel-bot[simulations=4]:{bot}", game) for _ in range(3)]
    record = Match(game, players, seed=2, strict=True).run()
    assert not [made for made in record.decisions if made.fault]


def test_where_outcomes_have_no_names_chance_chooses_a_stream() -> None:
    state = pyspiel.load_game("ludarium_colonizers").new_initial_state()
    assert len(state.chance_outcomes()) == STREAMS
    assert str(state.child(1)) != str(state.child(2))
    assert str(state.child(1)) == str(state.child(1))


def test_what_is_private_is_empty_where_nothing_is_hidden() -> None:
    private = pyspiel.IIGObservationType(
        public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    source = np.random.RandomState(1)
    for name, hides in (("ludarium_reversi", False), ("ludarium_kuhn_poker", True)):
        game = pyspiel.load_game(name)
        state = game.new_initial_state()
        sampled(state, source)
        texts = [game.make_py_observer(private, None).string_from(state, seat) for seat in range(2)]
        assert all(texts) if hides else not any(texts)


def test_a_seat_is_told_nothing_that_is_hidden_and_recalls_everything_else() -> None:
    game = pyspiel.load_game("ludarium_kuhn_poker")
    told: dict[str, set[str]] = {}

    def walk(state: Any) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            seat = state.current_player()
            card = state.position.fields()["card"][seat]
            said = str(state.position.fields()["said"])
            told.setdefault(state.information_state_string(seat), set()).add(f"{seat} {card} {said}")
        for action in state.legal_actions():
            walk(state.child(action))

    walk(game.new_initial_state())
    assert len(told) == 12  # as many as OpenSpiel's own has
    assert all(len(known) == 1 for known in told.values())


def test_states_are_copied_and_pickled() -> None:
    state = pyspiel.load_game("ludarium_goofspiel(cards=4)").new_initial_state()
    sampled(state, np.random.RandomState(3))
    state.apply_action(1)
    for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert str(twin) == str(state)
        assert twin.history() == state.history()
        twin.apply_action(twin.legal_actions()[0])
        assert str(twin) != str(state)


def test_information_set_search_of_openspiel_runs() -> None:
    game = pyspiel.load_game("ludarium_kuhn_poker")
    source = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=source)
    bot = ismcts.ISMCTSBot(game=game, evaluator=evaluator, uct_c=2.0, max_simulations=200, random_state=source)
    state = game.new_initial_state()
    for outcome in (0, 0):  # the jack and the queen
        state.apply_action(outcome)
    state.apply_action(0)
    state.apply_action(1)  # pass, bet: with the jack there is one answer
    assert state.action_to_string(bot.step(state)) == "pass"


@pytest.mark.skipif(find_spec("shimmy") is None, reason="needs the package shimmy")
@pytest.mark.parametrize("name", ["ludarium_kuhn_poker", "ludarium_tic_tac_toe"])
def test_shimmys_wrapper_passes_pettingzoos_test(name: str) -> None:
    from pettingzoo.test import api_test
    from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

    api_test(OpenSpielCompatibilityV0(env=pyspiel.load_game(name)), num_cycles=50, verbose_progress=False)


# --- players both ways ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "bot"),
    [
        ("openspiel:connect_four", "openspiel-bot[simulations=50]:mcts"),
        ("openspiel:liars_dice", "openspiel-bot[simulations=10]:ismcts"),
        ("openspiel:python_tic_tac_toe", "openspiel-bot[simulations=10]:mcts"),
        ("tic-tac-toe", "openspiel-bot[simulations=20]:mcts"),
        ("kuhn-poker", "openspiel-bot[simulations=20]:ismcts"),
        ("5x5 drop line-4", "openspiel-bot:uniform_random"),
        ("goofspiel", "openspiel-bot[c=1]:uniform_random"),
    ],
)
def test_openspiels_bots_play_here(game: str, bot: str) -> None:
    played = ludarium.game(game)
    records = [
        Match(played, [make(bot, played), make("random", played)], seed=2, strict=True).run().decisions
        for _ in range(2)
    ]
    assert [made.move for made in records[0]] == [made.move for made in records[1]]  # by its seed alone


def test_bots_that_are_none_or_cannot_play_are_refused() -> None:
    with pytest.raises(ludarium.UnknownName, match="no bot of OpenSpiel 'mtcs'; did you mean 'mcts'"):
        make("openspiel-bot:mtcs", ludarium.game("tic-tac-toe"))
    with pytest.raises(ludarium.NotSuited, match="its moves are no list"):
        make("openspiel-bot:mcts", ludarium.game("boundary"))
    for name in ("tic-tac-toe", "openspiel:tic_tac_toe"):
        game = ludarium.game(name)
        with pytest.raises(
            ludarium.NotSuited, match=r"ismcts cannot play .*: nothing is hidden there; take openspiel-bot:mcts"
        ):
            Match(game, [make("openspiel-bot:ismcts", game), make("random", game)])
    game = ludarium.game("openspiel:hanabi")
    with pytest.raises(ludarium.NotSuited, match="ismcts cannot play openspiel:hanabi: InformationState"):
        Match(game, [make("openspiel-bot:ismcts", game), make("random", game)])
    with pytest.raises(ludarium.BadParameter, match="no seat 2 in kuhn_poker"):
        LudariumBot(pyspiel.load_game("kuhn_poker"), 2, "random")
    game = ludarium.game("openspiel:2048")
    bot = make("openspiel-bot:mcts", game)
    with pytest.raises(ludarium.NotSuited, match=r"openspiel-bot:mcts cannot play openspiel:2048: .*terminal rewards"):
        Match(game, [bot])


@pytest.mark.parametrize("name", ["tic_tac_toe", "ludarium_tic_tac_toe"])
def test_our_players_are_bots_there(name: str) -> None:
    game = pyspiel.load_game(name)
    bots = [LudariumBot(game, 0, "mcts:iterations=100", seed=1), pyspiel.make_uniform_random_bot(1, 3)]
    won = sum(pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[0] > 0.5 for seed in range(6))
    assert won >= 5
    assert isinstance(game, SpielGame) == name.startswith("ludarium_")


def test_our_players_see_only_their_view_there() -> None:
    """The same information state, another hidden card: the same answer."""
    game = pyspiel.load_game("kuhn_poker")
    answers = set()
    for other in (1, 2):
        state = game.new_initial_state()
        for action in (0, other, 0, 1):
            state.apply_action(action)
        answers.add(LudariumBot(game, 0, "ismcts:iterations=40", seed=5).step(state))
    assert answers == {0}


def test_games_of_moves_at_once_must_be_converted_for_our_players() -> None:
    with pytest.raises(ludarium.NotSuited, match="convert_to_turn_based"):
        LudariumBot(pyspiel.load_game("matrix_rps"), 0, "random")
    converted = pyspiel.load_game_as_turn_based("matrix_rps")
    assert LudariumBot(converted, 0, "random").step(converted.new_initial_state()) in (0, 1, 2)


def test_the_pages_programs_run(capsys: pytest.CaptureFixture[str]) -> None:
    page = ROOT / "docs" / "doors" / "openspiel.md"
    programs = dict(blocks(page, "python"))
    for title in ("cfr.py", "bots.py", "dice.py"):
        exec(compile(programs[title], title, "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] in page.read_text(encoding="utf-8")
    assert printed[1:3] == ["[9, 14, 23, 28]", "[1.0, -1.0]"]
    assert "200 iterations" in "\n".join(printed[3:])
