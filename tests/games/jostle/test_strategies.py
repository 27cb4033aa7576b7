"""Strategies as lists of elements: reading them, what each element ranks, reasons for choices."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ludarium.engine import Clock, Game, LudariumError, Thought
from ludarium.games import load
from ludarium.games.jostle.game import Jostle
from ludarium.games.jostle.strategies.composed import MOST, Element, Strategy, StrategyError
from ludarium.games.jostle.strategies.elements import WORDS
from ludarium.games.jostle.strategies.player import Composed
from ludarium.players import make
from tests.conftest import scaled


@pytest.fixture(scope="module")
def game() -> Jostle:
    made = load("jostle")
    assert isinstance(made, Jostle)
    return made


def asked(game: Game, strategy: str, text: str, seed: int = 0) -> tuple[str, Thought]:
    """The move of a fresh player in a position, and its thought."""
    position = game.read_position(text)
    player = make(strategy, game)
    player.begin(game, position.movers[0], seed)
    move = player.choose(position.view(position.movers[0]), Clock())
    assert player.thought is not None
    return move.text, player.thought


def chosen(game: Game, strategy: str, text: str) -> str:
    return asked(game, strategy, text)[0]


# --- reading ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("ADVANCER", "ADVANCER"),
        ("aggressive   observing advancer", "Aggressive Observing ADVANCER"),
        ("PALS Aggressive", "PALS Aggressive"),
        ("Lingering", "Lingering(PALS→ADVANCER)"),
        ("Lingering(PALS->ADVANCER)", "Lingering(PALS→ADVANCER)"),
        ("Lingering( Aggressive PALS → Observing ADVANCER ) EQUALIZER", None),
        ("Aggressive Lingering(EQUALIZER→Lingering(PALS→RANDOMIZER))", None),
    ],
)
def test_a_strategy_is_read_and_written(text: str, written: str | None) -> None:
    strategy = Strategy.read(text)
    assert Strategy.read(str(strategy)) == strategy
    if written is not None:
        assert str(strategy) == written


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "Agressive ADVANCER",
            "'Agressive' is no element of a strategy; did you mean Aggressive? Known are RANDOMIZER, ",
        ),
        ("ADVANCER Xyzzy", "'Xyzzy' is no element of a strategy; Known are RANDOMIZER, ADVANCER, PALS, EQUALIZER, "),
        ("Aggressive", "'Aggressive' ranks nothing on its own: it needs a basic strategy, one of RANDOMIZER, ADVANCER"),
        ("Lingering(Aggressive→PALS)", "ranks nothing on its own"),
        ("Lingering(PALS→Aggressive)", "ranks nothing on its own"),
        ("Lingering(PALS ADVANCER)", "expected '→', but got ')'; write Lingering(PALS→ADVANCER)"),
        ("Lingering(PALS→ADVANCER", "expected ')', but the text ends"),
        ("Lingering(→ADVANCER)", "expected an element before '→'"),
        ("PALS)", "')' stands where no bracket is open"),
        (" ".join(["Aggressive"] * MOST + ["PALS"]), f"has {MOST + 1} elements, expected at most {MOST}"),
    ],
)
def test_what_is_no_strategy_says_why(game: Game, text: str, fault: str) -> None:
    with pytest.raises(StrategyError) as error:
        make(text, game)
    assert fault in str(error.value)


def test_the_list_is_the_players_name(game: Game) -> None:
    for text in ["Aggressive Observing ADVANCER", "lingering(EQUALIZER->PALS)", "PALS", "Lingering"]:
        player = make(text, game)
        assert isinstance(player, Composed)
        assert player.label == text
        assert player.strategy == Strategy.read(text)
    named = make("composed:strategy=Aggressive PALS", game)
    assert isinstance(named, Composed)
    assert str(named.strategy) == "Aggressive PALS"


def test_other_wrong_names_are_still_explained_as_before(game: Game) -> None:
    with pytest.raises(LudariumError, match="no player 'mcst'; did you mean 'mcts'"):
        make("mcst", game)
    with pytest.raises(LudariumError, match="no player 'advancr'; did you mean 'advancer'"):
        make("ADVANCR", game)
    with pytest.raises(LudariumError, match="no player 'aggressive advancer'"):
        make("Aggressive ADVANCER", load("pig"))


def test_any_list_with_a_basic_strategy_is_one() -> None:
    chooser = random.Random(3)
    words = [word for word in WORDS if word != "Lingering"]
    for _ in range(200):
        elements = tuple(Element(word) for word in chooser.choices(words, k=chooser.randint(1, 6)))
        if any(element.basic for element in elements):
            assert Strategy.read(str(Strategy(elements))).elements == elements
        else:
            with pytest.raises(StrategyError):
                Strategy(elements)


def test_it_plays_jostle_only() -> None:
    assert Composed.suits(load("pig")) == "it plays jostle only"


# --- every element ----------------------------------------------------------------------------------------------------
#
# Fields of the board of 2007 that matter here: switches 6 ↔ 14 and 13 ↔ 18, back three 10, 22 and 23, goals 26 to 30.


def test_advancer_moves_the_most_advanced_piece(game: Game) -> None:
    assert chosen(game, "ADVANCER", "2,9,-1/20,-1,-1/-1,-1,-1 r 3") == "1r12"
    assert chosen(game, "ADVANCER", "2,28,-1/20,-1,-1/-1,-1,-1 r 3") == "0r5"  # pieces on goals cannot move


def test_pals_moves_the_least_advanced_piece(game: Game) -> None:
    assert chosen(game, "PALS", "2,9,5/20,-1,-1/-1,-1,-1 r 3") == "0r5"
    assert chosen(game, "PALS", "2,9,-1/20,-1,-1/-1,-1,-1 r 3") == "2r2"


def test_ties_go_to_the_piece_that_comes_first(game: Game) -> None:
    move, thought = asked(game, "PALS", "2,-1,-1/20,-1,-1/-1,-1,-1 r 3")
    assert move == "1r2"
    assert thought.figures["decided"] == "list order"


def test_randomizer_draws_all_movable_pieces_equally_often(game: Game) -> None:
    draws = scaled(1500)
    position = game.read_position("2,9,20/-1,-1,-1/-1,-1,-1 r 3")
    player = make("RANDOMIZER", game)
    player.begin(game, 0, 5)
    counts = Counter(player.choose(position.view(0), Clock()).text for _ in range(draws))
    assert set(counts) == {"0r5", "1r12", "2r23"}
    deviation = 5 * (draws * 2 / 9) ** 0.5  # five standard deviations of a binomial with a third
    assert all(abs(count - draws / 3) < deviation for count in counts.values())


def test_equalizer_moves_each_piece_once_before_any_again(game: Game) -> None:
    player = make("EQUALIZER", game)
    player.begin(game, 0, 0)
    position = game.read_position("3,8,-1/-1,-1,-1/-1,-1,-1 r 2")
    order = [player.choose(position.view(0), Clock()).value for _ in range(7)]
    assert order == [0, 1, 2, 0, 1, 2, 0]


def test_equalizer_passes_over_a_piece_that_cannot_move(game: Game) -> None:
    player = make("EQUALIZER", game)
    player.begin(game, 0, 0)
    free = game.read_position("3,8,9/-1,-1,-1/-1,-1,-1 r 2")
    stuck = game.read_position("3,27,9/-1,-1,-1/-1,-1,-1 r 2")
    order = [player.choose(position.view(0), Clock()).value for position in (stuck, stuck, free, free, stuck, stuck)]
    # 1 is passed over twice, comes as soon as it can move, and then all have moved and the order begins again.
    assert order == [0, 2, 1, 0, 2, 0]


def test_equalizer_does_not_count_a_piece_it_only_thought_of(game: Game) -> None:
    player = make("EQUALIZER", game)
    player.begin(game, 0, 0)
    assert player.choose(game.read_position("3,8,9/-1,-1,-1/-1,-1,-1 r 6").view(0), Clock()).text == "roll"
    assert player.choose(game.read_position("3,8,9/-1,-1,-1/-1,-1,-1 r 6+1").view(0), Clock()).text == "0r10"


def test_equalizer_does_not_begin_anew_because_it_was_asked(game: Game) -> None:
    player = make("EQUALIZER", game)
    player.begin(game, 0, 0)
    told = {"26,20,27/19,25,24/7,11,13 r 3": "1r23", "26,19,27/24,25,20/18,11,12 r 6": "keep"}
    for text, answer in told.items():
        assert player.choose(game.read_position(text).view(0), Clock()).text == answer
    # Asked about a second roll, only 1 could have moved, which had moved; then 1 and 2 can, and 2 has not moved yet.
    assert player.choose(game.read_position("26,19,24/27,25,20/17,11,18 r 5").view(0), Clock()).text == "2r29"


@pytest.mark.parametrize(
    ("strategy", "move"),
    [
        ("ADVANCER", "2r22"),
        ("Observing ADVANCER", "1r13"),  # the lower end of a switch pair first
        ("PALS", "0r11"),
        ("Observing PALS", "0r11"),
    ],
)
def test_observing_seeks_switches_for_advancer(game: Game, strategy: str, move: str) -> None:
    # By 5: piece 0 from 6 to 11, piece 1 from 8 to the switch on 13, piece 2 from 17 to the back field 22.
    assert chosen(game, strategy, "6,8,17/-1,-1,-1/-1,-1,-1 r 5") == move


def test_observing_shuns_back_fields_for_advancer(game: Game) -> None:
    # By 5: from 17 to the back field 22, from 6 to 11, from 4 to 9; the upper end of a switch is like any field.
    assert chosen(game, "Observing ADVANCER", "6,4,17/-1,-1,-1/-1,-1,-1 r 5") == "0r11"
    assert chosen(game, "Observing ADVANCER", "9,4,17/-1,-1,-1/-1,-1,-1 r 5") == "0r14"


def test_observing_shuns_both_for_pals(game: Game) -> None:
    # By 3: from 3 to the switch on 6, from 7 to the back field 10, from 12 to 15.
    assert chosen(game, "PALS", "3,7,12/-1,20,-1/-1,-1,-1 r 3") == "0r6"
    assert chosen(game, "Observing PALS", "3,7,12/-1,20,-1/-1,-1,-1 r 3") == "2r15"
    # Where all moves lead onto them, PALS decides alone.
    assert chosen(game, "Observing PALS", "3,7,27/-1,20,-1/-1,-1,-1 r 3") == "0r6"


def test_observing_has_no_effect_on_equalizer_and_randomizer() -> None:
    for host in ("EQUALIZER", "RANDOMIZER"):
        assert Strategy.read(f"Observing {host}").codes(late=False)[0] == 0


def test_observing_takes_the_next_basic_strategy_as_its_host() -> None:
    codes = {
        text: Strategy.read(text).codes(late=False) for text in ("Observing PALS ADVANCER", "PALS Observing ADVANCER")
    }
    to_follow, to_advance = codes["Observing PALS ADVANCER"][0], codes["PALS Observing ADVANCER"][1]
    assert to_follow == Strategy.read("Observing PALS").codes(late=False)[0]
    assert to_advance == Strategy.read("Observing ADVANCER").codes(late=False)[0]
    assert to_follow != to_advance
    assert Strategy.read("PALS Observing").codes(late=False)[1] == to_follow  # none follows: the nearest before
    assert Strategy.read("PALS ADVANCER Observing").codes(late=False)[2] == to_advance
    lingering = Strategy.read("Observing Lingering(PALS→ADVANCER)")
    assert (lingering.codes(late=False)[0], lingering.codes(late=True)[0]) == (to_follow, to_advance)


def test_aggressive_lands_on_opponents(game: Game) -> None:
    text = "2,9,5/8,-1,-1/-1,-1,-1 r 3"
    assert chosen(game, "PALS", text) == "0r5"  # which is an own piece
    assert chosen(game, "Aggressive PALS", text) == "2r8"
    assert chosen(game, "Aggressive ADVANCER", "2,9,5/8,12,-1/-1,-1,-1 r 3") == "1r12"


def test_revenging_lands_on_those_who_have_jostled_it(game: Game) -> None:
    text = "2,9,5/8,-1,-1/12,-1,-1 r 3"
    assert chosen(game, "Revenging PALS", text) == "0r5"
    assert chosen(game, "Revenging PALS", f"{text} jostled=gr") == "2r8"
    assert chosen(game, "Revenging PALS", f"{text} jostled=br,rg") == "1r12"


def test_a_jostle_is_remembered_for_revenge(game: Game) -> None:
    position = game.read_position("2,9,5/4,-1,-1/12,-1,-1 g 5").play("3g9")
    assert position.text.endswith("jostled=gr")


def test_lingering_changes_when_an_opponent_is_on_a_goal(game: Game) -> None:
    before, after = "2,9,5/25,-1,-1/12,-1,-1 r 3", "2,9,5/26,-1,-1/12,-1,-1 r 3"
    assert chosen(game, "Lingering", before) == "0r5"
    assert chosen(game, "Lingering", after) == "1r12"
    assert chosen(game, "Lingering(ADVANCER→PALS)", before) == "1r12"
    assert chosen(game, "Lingering(ADVANCER→PALS)", after) == "0r5"
    own = "2,9,26/25,-1,-1/12,-1,-1 r 3"
    assert chosen(game, "Lingering", own) == "0r5"


def test_the_order_of_elements_matters(game: Game) -> None:
    # By 3: 0 takes the switch on 6, 1 lands on green, 2 is the most advanced.
    text = "3,8,16/11,-1,-1/-1,-1,-1 r 3"
    assert chosen(game, "Aggressive Observing ADVANCER", text) == "1r11"
    assert chosen(game, "Observing Aggressive ADVANCER", text) == "0r6"
    assert chosen(game, "ADVANCER Aggressive Observing", text) == "2r19"


@pytest.mark.parametrize(("field", "answer"), [(17, "roll"), (18, "keep"), (-1, "roll"), (24, "keep")])
def test_the_second_roll_is_taken_more_than_twelve_fields_before_the_last(game: Game, field: int, answer: str) -> None:
    assert chosen(game, "PALS", f"{field},26,27/-1,-1,-1/-1,-1,-1 r 6") == answer


def test_the_second_roll_depends_on_the_piece_that_would_move(game: Game) -> None:
    assert chosen(game, "ADVANCER", "2,20,-1/-1,-1,-1/-1,-1,-1 r 6") == "keep"
    assert chosen(game, "PALS", "2,20,-1/-1,-1,-1/-1,-1,-1 r 6") == "roll"


# --- reasons ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategy", "text", "reason", "decided"),
    [
        ("Aggressive PALS", "2,9,5/-1,-1,-1/8,-1,-1 r 3", "piece 3 to field 8: lands on blue's piece", "Aggressive"),
        (
            "Aggressive ADVANCER",
            "2,9,5/8,12,-1/-1,-1,-1 r 3",
            "piece 2 to field 12: lands on green's piece; of these it moves the most advanced piece",
            "ADVANCER",
        ),
        (
            "Revenging PALS",
            "2,9,5/8,-1,-1/-1,-1,-1 r 3 jostled=gr",
            "piece 3 to field 8: lands on green's piece in revenge",
            "Revenging",
        ),
        (
            "Observing ADVANCER",
            "6,8,17/-1,-1,-1/-1,-1,-1 r 5",
            "piece 2 to field 13: takes the switch to 18",
            "Observing",
        ),
        (
            "Observing ADVANCER",
            "6,4,17/-1,-1,-1/-1,-1,-1 r 5",
            "piece 1 to field 11: keeps off back fields; of these it moves the most advanced piece",
            "ADVANCER",
        ),
        (
            "Observing PALS",
            "3,7,12/-1,20,-1/-1,-1,-1 r 3",
            "piece 3 to field 15: keeps off switches and back fields",
            "Observing",
        ),
        ("PALS", "2,9,5/20,-1,-1/-1,-1,-1 r 3", "piece 1 to field 5: moves the least advanced piece", "PALS"),
        ("PALS", "2,9,-1/20,-1,-1/-1,-1,-1 r 3", "piece 3 to field 2: brings a piece from the stack", "PALS"),
        (
            "EQUALIZER",
            "2,9,5/20,-1,-1/-1,-1,-1 r 3",
            "piece 1 to field 5: moves the piece whose turn it is",
            "EQUALIZER",
        ),
        ("ADVANCER", "2,26,27/20,-1,-1/-1,-1,-1 r 3", "piece 1 to field 5: the only move", "only move"),
        ("ADVANCER", "-1,-1,-1/20,-1,-1/-1,-1,-1 r 3", "piece 1 to field 2: comes first in the list", "list order"),
        (
            "ADVANCER",
            "2,20,-1/-1,-1,-1/-1,-1,-1 r 6",
            "keep: piece 2 would move, and it stands no more than 12 fields before the last (10)",
            "ADVANCER",
        ),
    ],
)
def test_a_choice_has_a_reason(game: Game, strategy: str, text: str, reason: str, decided: str) -> None:
    _, thought = asked(game, strategy, text)
    assert thought.reason == reason
    assert thought.figures == {"decided": decided}


def test_a_random_choice_says_so(game: Game) -> None:
    move, thought = asked(game, "RANDOMIZER", "2,9,5/20,-1,-1/-1,-1,-1 r 3")
    assert thought.reason == f"piece 1 to field {move[2:]}: was drawn at random"
