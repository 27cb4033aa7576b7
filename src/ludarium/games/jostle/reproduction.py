"""Jostle's claims in words, measured; its game play books and single moves, replayed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from ludarium.arena.reproduce.reproduction import Claim, Exact, Finding, Lab, Rate, Reproduction
from ludarium.engine import Clock, LudariumError, MalformedPosition, Player, Position
from ludarium.games.jostle.game import Jostle
from ludarium.games.jostle.measures import Games, spread_of
from ludarium.games.jostle.playbook import BookError, read_book, replay_book
from ludarium.games.jostle.published import (
    COMPARISONS,
    GAMES,
    RIVALS,
    Comparison,
    Judgement,
    combined,
    judge,
    measured,
)
from ludarium.games.jostle.rules import STACK
from ludarium.games.jostle.strategies.elements import LINGERING
from ludarium.games.jostle.text import LETTERS
from ludarium.players import make

YES, NO = "yes", "no"
DRAWS = 3000
"""Choices of RANDOMIZER in the same position."""


@cache
def the_game() -> Jostle:
    return Jostle()


# --- claims in words --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _followed(strategy: str, games: int, seed: int) -> Games:
    return measured(the_game(), strategy, games=games, seed=seed)


def games_of(lab: Lab, strategy: str) -> Games:
    """The lab's games of a strategy against the fixed field, which it keeps, followed move by move."""
    tally = lab.play("jostle", strategy, RIVALS, RIVALS, games=GAMES)
    return _followed(strategy, tally.games, lab.seed)


def judged(lab: Lab, comparison: Comparison) -> Judgement:
    played = {strategy: games_of(lab, strategy) for strategy in sorted(comparison.strategies)}
    return judge(comparison, played, len(COMPARISONS))


_SLOWER_LATE = "Lingering PALS: all pieces together speed up once an opponent is on a goal"
_WIDER = "Observing PALS keeps a tighter cluster than PALS"
_NOTES = {
    _WIDER: "to keep off a back field, or off the short switch at 13, it moves a piece farther ahead",
    _SLOWER_LATE: "ADVANCER, too, comes forward less a move then than before",
}


def _claim(comparison: Comparison) -> Claim:
    def ours(lab: Lab) -> Finding:
        found = judged(lab, comparison)
        if found.answer == "not shown":
            games = GAMES if lab.games is None else lab.games
            raise LudariumError(f"{games:,} games of each strategy do not show it: {found}")
        return Exact(found.answer, str(found))

    note = _NOTES.get(comparison.what, "")
    return Claim(comparison.where, comparison.what, YES, "verdict", ours, note=note, origin="claim")


def _nothing(where: str, symbiont: str, host: str) -> Claim:
    """A combination that the source calls not meaningful: it must play the very games of its host."""

    def ours(lab: Lab) -> Finding:
        alone, together = games_of(lab, host), games_of(lab, combined(symbiont, host))
        return Exact("not meaningful" if (alone.counts == together.counts).all() else "another play")

    note = "with the same seeds, all games are those of the host"
    return Claim(where, combined(symbiont, host), "not meaningful", "verdict", ours, note=note, origin="claim")


# --- game play books --------------------------------------------------------------------------------------------------

EXAMPLE_3_1 = "0r4\n4g6\n6b2\n---\n0r8\n4g0\n6b4\n---\n"
EXAMPLE_A_3 = "0r4\n3g1\n6b3\n---\n1r1\n3g1\n6b5\n---\n2r1\n3g4\n6b9\n---\n0r8\n"
STATE_A_4 = "25,26,26/-1,0,-1/-1,-1,-1 r 5"
"""Its pieces as their owners', with the numbers that the text gives them."""
STRATEGIES_A_3 = ("EQUALIZER", "ADVANCER", "ADVANCER")


def _stands(position: Position) -> list[int]:
    return [int(field) for field in position.state.stands[:9]]


def _text_of_3_1(lab: Lab) -> Finding:
    """As its text has it, where piece 3 enters."""
    *_, (_, last) = replay_book(the_game(), read_book(EXAMPLE_3_1.replace("4g0", "3g0")))
    stands = _stands(last)
    return Exact(", ".join(f"{piece} on {stands[piece]}" for piece in (0, 3, 6)))


def _print_of_3_1(lab: Lab) -> Finding:
    try:
        lines = len(list(replay_book(the_game(), read_book(EXAMPLE_3_1))))
    except BookError as error:
        return Exact(str(error).partition(":")[0] + " is not allowed")
    return Exact(f"all {lines} lines are allowed")


def _lines_of_a_3(lab: Lab) -> Finding:
    return Exact(len(list(replay_book(the_game(), read_book(EXAMPLE_A_3)))))


def before_the_lines(book: str) -> list[tuple[int, Position]]:
    """For each line of a book the piece that it moves, and the position before it with the points that it needs."""
    game, stands, found = the_game(), [STACK] * 9, []
    for turn, after in replay_book(game, read_book(book)):
        assert turn.piece is not None
        assert turn.field is not None
        fields = "/".join(",".join(map(str, stands[first : first + 3])) for first in (0, 3, 6))
        points = turn.field - stands[turn.piece]
        found.append((turn.piece, game.read_position(f"{fields} {LETTERS[turn.seat]} {points}")))
        stands = _stands(after)
    return found


def pieces_chosen(strategies: tuple[str, ...], book: str) -> list[int]:
    """Which piece each line's player would move, with a strategy for each seat."""
    game = the_game()
    players = [make(name, game) for name in strategies]
    for seat, player in enumerate(players):
        player.begin(game, seat, 0)
    return [_chosen(players[_mover(position)], position) for _, position in before_the_lines(book)]


def _mover(position: Position) -> int:
    return position.movers[0]


def _chosen(player: Player, position: Position) -> int:
    value = player.choose(position.view(_mover(position)), Clock()).value
    assert isinstance(value, int)
    return value


def _rolled(line: int) -> Callable[[Lab], Finding]:
    """The points that a line of the book needs."""
    return lambda lab: Exact(int(before_the_lines(EXAMPLE_A_3)[line][1].state.die))


def _fields_forward(lab: Lab) -> Finding:
    """What blue's piece gains in round 2."""
    lines = before_the_lines(EXAMPLE_A_3)
    return Exact(_stands(lines[6][1])[6] - _stands(lines[5][1])[6])


def _jostled_from(lab: Lab) -> Finding:
    """Where green's second move finds red's second piece, and where it sends it."""
    lines = before_the_lines(EXAMPLE_A_3)
    return Exact(f"from {_stands(lines[4][1])[1]} to {_stands(lines[5][1])[1]}")


def _strategies_of_a_3(lab: Lab) -> bool:
    return pieces_chosen(STRATEGIES_A_3, EXAMPLE_A_3) == [piece for piece, _ in before_the_lines(EXAMPLE_A_3)]


def _switch_missed(lab: Lab) -> bool:
    """Line 5 moves piece 1; piece 0 would have landed on the lower end of a switch."""
    piece, position = before_the_lines(EXAMPLE_A_3)[3]
    field = int(position.state.stands[0]) + int(position.state.die)
    return piece == 1 and bool(position.state.step[field] > 0)


def _second_piece_jostled(lab: Lab) -> bool:
    """Line 6 is green's, and sends red's second piece one field back."""
    lines = before_the_lines(EXAMPLE_A_3)
    return _stands(lines[4][1])[1] - _stands(lines[5][1])[1] == 1


def _like_pals_until(lab: Lab) -> bool:
    """Red's first three moves are also those of PALS, its fourth is not."""
    pals = pieces_chosen(("PALS", "ADVANCER", "ADVANCER"), EXAMPLE_A_3)
    same = [pals[line] == piece for line, (piece, _) in enumerate(before_the_lines(EXAMPLE_A_3)) if line % 3 == 0]
    return same == [True, True, True, False]


def _goals(lab: Lab) -> Finding:
    return Exact(len(the_game().board.goals))


def _fields(lab: Lab) -> Finding:
    return Exact(the_game().board.length)


def _state_of_a_4(lab: Lab) -> Finding:
    """On its own board with the sixth goal."""
    try:
        Jostle(board="appendix").read_position(STATE_A_4)
    except MalformedPosition as error:
        return Exact(NO, str(error))
    return Exact(YES)


# --- single moves -----------------------------------------------------------------------------------------------------

FITTING = ("4,2,-1/-1,-1,-1/5,-1,-1 r 4", "5,2,-1/-1,-1,-1/4,-1,-1 r 4", "4,2,-1/-1,-1,-1/1,-1,-1 r 4")
"""The settings that fit what the source says about figures 3.2 and 3.3.

Red has rolled a 4 and has two pieces on the track, green none, blue one; red's second piece would land on a switch; and
after red has entered its third piece, all four stand side by side.
"""
FIGURE_3_6 = "3,5,9/-1,-1,-1/-1,-1,-1 r 3"
"""The only setting on normal fields that comes to the distances which the source gives."""
FIGURE_3_6_D = "27,28,3/-1,-1,-1/-1,-1,-1 r 3"
FIGURE_3_7 = ("9,4,2/12,-1,-1/-1,-1,-1 r 1", "9,4,2/26,-1,-1/-1,-1,-1 r 1")
"""Two settings that differ in one piece on a goal; which they were, the source does not say."""


def chosen(strategy: str, text: str) -> tuple[int, Position]:
    """The piece that a strategy moves in a position, and the position after it."""
    game = the_game()
    player, position = make(strategy, game), game.read_position(text)
    player.begin(game, _mover(position), 0)
    piece = _chosen(player, position)
    (move,) = (move for move in position.moves() if move.value == piece)
    return piece, position.play(move)


def _twelve_fields(lab: Lab) -> Finding:
    _, after = chosen("Observing ADVANCER", FITTING[0])
    return Exact(_stands(after)[1] - 2)


def _a_third(lab: Lab) -> Finding:
    game = the_game()
    player, position = make("RANDOMIZER", game), game.read_position(FITTING[0])
    player.begin(game, 0, lab.seed)
    return Rate(sum(_chosen(player, position) == 1 for _ in range(DRAWS)), 0, DRAWS)


def _front_piece(lab: Lab) -> bool:
    return all(chosen("ADVANCER", text)[0] == 0 for text in FITTING)


def _cluster_of_four(lab: Lab) -> bool:
    for text in FITTING:
        piece, after = chosen("PALS", text)
        fields = sorted(field for field in _stands(after) if field != STACK)
        if piece != 2 or fields != list(range(fields[0], fields[0] + 4)):
            return False
    return True


def _takes_the_switch(lab: Lab) -> bool:
    return all(chosen("Observing ADVANCER", text)[0] == 1 for text in FITTING)


def _distance(strategy: str) -> Callable[[Lab], Finding]:
    def ours(lab: Lab) -> Finding:
        return Exact(spread_of(chosen(strategy, FIGURE_3_6)[1].state, 0))

    return ours


def _no_dead_end(lab: Lab) -> bool:
    piece, after = chosen("Observing PALS", FIGURE_3_6_D)
    return piece == 2 and _stands(after)[2] == 14


def _goes_over(lab: Lab) -> bool:
    linger = combined(LINGERING, "PALS")
    before, after = ([chosen(name, text)[0] for name in (linger, "PALS", "ADVANCER")] for text in FIGURE_3_7)
    return before[0] == before[1] != before[2] and after[0] == after[2] != after[1]


def _shown(table: str, what: str, holds: Callable[[Lab], bool], note: str = "") -> Claim:
    def ours(lab: Lab) -> Finding:
        return Exact(YES if holds(lab) else NO)

    return Claim(table, what, YES, "verdict", ours, note=note, origin="claim")


_FITS = "in all three settings that fit the text"
_UP_TO = "its text names fields one higher than its book"
_APPENDIX = "its board is kept, as board=appendix"
_PLANNED = "a hope for a test with people that the source did not carry out: plan one (ludarium study)"

REPRODUCTION = Reproduction(
    source="jostle",
    title="Jostle: what composed strategies do",
    citation="S. Gaudl, Design and Refinement of NPC Rules in Digital Board Games, 2009, chapter 3 and appendix A",
    claims=(
        *map(_claim, COMPARISONS),
        _nothing("Figure 3.8, Observing", "Observing", "RANDOMIZER"),
        _nothing("Figure 3.8, Observing", "Observing", "EQUALIZER"),
        _nothing("Figure 3.8, Lingering", LINGERING, "ADVANCER"),
        Claim(
            "Example 3.1",
            "where the pieces that its text names stand",
            "0 on 8, 3 on 0, 6 on 4",
            "verdict",
            _text_of_3_1,
            origin="claim",
        ),
        Claim(
            "Example 3.1",
            "the book as printed",
            "all 6 lines are allowed",
            "verdict",
            _print_of_3_1,
            slip="a misprint: the line moves piece 4 where the text moves piece 3",
            origin="claim",
        ),
        Claim(
            "Example 3.12",
            "whether the printed Lingering weighs the first of its pieces",
            YES,
            "verdict",
            lambda lab: Exact(NO),
            slip="its first clauses hand on a variable that nothing binds instead of the first piece",
            origin="claim",
        ),
        Claim("Example A.3", "lines that the rules allow", 10, "count", _lines_of_a_3),
        Claim("Example A.3", "round 1: points that green has rolled", 2, "count", _rolled(1)),
        Claim("Example A.3", "round 1: points that blue has rolled", 4, "count", _rolled(2)),
        Claim("Example A.3", "round 2: fields that blue's piece comes forward", 2, "count", _fields_forward),
        Claim(
            "Example A.3",
            "round 2: where green jostles red's second piece, by the text",
            "from 2 to 1",
            "verdict",
            _jostled_from,
            slip="the text names fields one higher than the book, and other fields as the book does",
        ),
        Claim("Example A.4", "track fields", 32, "count", _fields, slip="chapter 2.1 has 31", note=_APPENDIX),
        Claim("Example A.4", "goal fields", 6, "count", _goals, slip="chapter 2.1 has five", note=_APPENDIX),
        Claim(
            "Example A.4",
            "the numbers of the pieces",
            "1 to 9",
            "verdict",
            lambda lab: Exact(f"0 to {the_game().seats * the_game().pieces - 1}"),
            slip="chapter 3.1 and all its books have 0 to 8",
        ),
        Claim(
            "Example A.4",
            "whether its pieces may stand so",
            YES,
            "verdict",
            _state_of_a_4,
            slip="two of red's stand on field 26, though who lands on an occupied field jostles the piece there",
            origin="claim",
        ),
        _shown("Example A.3", "every move is what EQUALIZER (red) and ADVANCER choose", _strategies_of_a_3),
        _shown("Example A.3", "round 2: red passes by a switch that its first piece would reach", _switch_missed),
        _shown(
            "Example A.3", "round 2: green jostles red's second piece one field back", _second_piece_jostled, _UP_TO
        ),
        _shown("Example A.3", "PALS would move the same pieces in three rounds, and another then", _like_pals_until),
        Claim("Figure 3.1", "fields that the second piece comes forward by the switch", 12, "count", _twelve_fields),
        Claim("Figure 3.1", "chance that RANDOMIZER moves it", 1 / 3, "rate", _a_third),
        _shown("Figure 3.2", "ADVANCER moves its foremost piece and leaves the switch aside", _front_piece, _FITS),
        _shown("Figure 3.3", "PALS enters its third piece, and four stand side by side", _cluster_of_four, _FITS),
        _shown("Figure 3.5", "Observing ADVANCER takes the switch instead", _takes_the_switch, _FITS),
        Claim("Figure 3.6", "distance of first and last piece after PALS's move", 9, "count", _distance("PALS")),
        Claim("Figure 3.6", "after Observing PALS's move", 6, "count", _distance("Observing PALS")),
        _shown("Figure 3.6", "Observing PALS takes a switch when its only move leads there", _no_dead_end),
        _shown("Figure 3.7", "Lingering moves as PALS, and as ADVANCER when an opponent is on a goal", _goes_over),
        Claim("Chapter 5.1.3", "people who take part", "about 100", "verdict", None, note=_PLANNED),
        Claim("Chapter 5.1.3", "of these, who play more than one game, at least", 0.25, "rate", None, note=_PLANNED),
        Claim(
            "Chapter 5.2.2",
            "how a child's diversion comes from its parents'",
            "a number from 0 to 1 is added to their mean",
            "verdict",
            lambda lab: Exact("the mean is multiplied by N(0, 1)"),
            slip="the text adds, the formula multiplies, and a normal number does not stay between 0 and 1",
            note="refinement has both: drift=add and drift=multiply",
            origin="claim",
        ),
        Claim(
            "Chapter 5.2.2",
            "the share of strategies that goes on to the next generation",
            "1/7 percent",
            "verdict",
            lambda lab: Exact("1/7"),
            slip="a seventh of a percent of so small a set is nobody: the ratio it quotes is a seventh",
        ),
    ),
)
