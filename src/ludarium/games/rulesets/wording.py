"""The rules of any rule set in plain English."""

from __future__ import annotations

from ludarium.games.rulesets.ruleset import RuleSet

SHORTEST_SCORE = 3
"""Men in a row that score under an end other than lines."""


def rules_text(rules: RuleSet) -> str:
    """The rules in plain words: board, pieces, end, and a paragraph for each extra."""
    extras = [_extra_text(rules, extra, rules.extras.count(extra)) for extra in dict.fromkeys(rules.extras)]
    return rules.called("\n\n".join([_board_text(rules), _pieces_text(rules), _end_text(rules), *extras]))


def _board_text(rules: RuleSet) -> str:
    if rules.shape == "hexagon":
        board = f"The board is a hexagon of {rules.cells} hexagonal cells, {rules.side} along each side."
    elif rules.shape == "rhombus":
        board = f"The board is a rhombus of {rules.width} × {rules.height} hexagonal cells."
    else:
        board = f"The board has {rules.width} × {rules.height} cells."
    if rules.shape == "hexagon" and rules.without:
        board = f"The board is a hexagon of hexagonal cells, {rules.side} along each side."
    missing = f" The cells {', '.join(rules.without)} are missing." if len(rules.without) > 1 else ""
    missing = f" The cell {rules.without[0]} is missing." if len(rules.without) == 1 else missing
    first, second = rules.sides
    written = "" if rules.pieces == "drop" else f" In notation {first} is x and {second} is o."
    return f"{board}{missing} Two players, {first} and {second}, move in turn; {first} begins.{written}"


def _any_line(rules: RuleSet) -> str:
    return "straight line" if rules.hexagonal else "straight or diagonal line"


# --- pieces -----------------------------------------------------------------------------------------------------------


def _pieces_text(rules: RuleSet) -> str:
    cannot = " A player who cannot move passes." if rules.end != "no-men" else ""
    if rules.pieces == "drop":
        return _drop_text(rules)
    if rules.pieces == "reversi":
        return (
            "Two men of each player stand crosswise in the middle at the start. A move puts a man of your own on an "
            f"empty cell so that it outflanks the opponent: in at least one {_any_line(rules)}, men of the opponent "
            "without a gap lie between the new man and another man of your own. All men outflanked become yours."
        ) + cannot
    return (_checkers_text(rules) if rules.pieces == "checkers" else _step_text(rules)) + cannot


def _drop_text(rules: RuleSet) -> str:
    where = "any empty cell"
    if "adjacent" in rules.parts:
        where = "an empty cell beside a man of either player (the first man, and any man if there is none, anywhere)"
    return f"The board is empty at the start. A move puts a man of your own on {where}.{_flank_text(rules, 'new man')}"


def _flank_text(rules: RuleSet, man: str) -> str:
    """What happens to men that a move has taken between two."""
    if "custodial" not in rules.parts and "flip" not in rules.parts:
        return ""
    line = "in a straight line, not a diagonal one," if "custodial" in rules.parts and not rules.hexagonal else ""
    line = line or f"in a {_any_line(rules)}"
    fate = "are captured and leave the board" if "custodial" in rules.parts else "become yours"
    return f" Men of the opponent that then lie without a gap {line} between the {man} and another of yours {fate}."


def _checkers_text(rules: RuleSet) -> str:
    rows = f"{rules.rows_of_men} rows" if rules.rows_of_men > 1 else "row"
    below = f"{rules.sides[0]} is below"
    if rules.hexagonal:
        where, steps = f"all cells of the {rows} nearest to them ({below})", "to one of the two cells before it"
        jumps = "straight forward"
    else:
        where = f"the dark cells of the {rows} nearest to them (the bottom left cell is dark; {below})"
        steps, jumps = "diagonally forward", "diagonally forward"
    target = "" if rules.hexagonal else " to an empty cell"
    free = " if it is empty" if rules.hexagonal else ""
    return (
        f"At the start each player's men fill {where}. A man steps {steps}{target}{free}, or jumps {jumps} over an "
        f"adjacent piece of the opponent onto the empty cell behind it and captures that piece. {_JUMPING} A man that "
        "reaches the far row becomes a king, and its move ends there. Kings step and jump backward too, and count as "
        "men."
    )


_JUMPING = (
    "A piece that has jumped goes on jumping as long as it can, all in one move, but never twice over the same piece; "
    "captured pieces leave the board when the move ends. A player who can jump must jump."
)


def _step_text(rules: RuleSet) -> str:
    rows = f"{rules.rows_of_men} rows" if rules.rows_of_men > 1 else "row"
    way = "in any direction"
    if "orthogonal" in rules.parts:
        way = "along a row or column"
    elif "diagonal" in rules.parts:
        way = "diagonally"
    if "forward" in rules.parts:
        way = {"along a row or column": "straight forward", "diagonally": "diagonally forward"}.get(
            way, "forward, straight or diagonally" if not rules.hexagonal else "forward, to either cell before it"
        )
    onto = "an adjacent cell that is empty"
    if "replace" in rules.parts:
        onto += " or holds a man of the opponent, which it captures"
    text = (
        f"At the start each player's men fill the {rows} nearest to them ({rules.sides[0]} is below). A man steps "
        f"{way} to {onto}."
    )
    if "jump" in rules.parts:
        text += (
            f" A man may also jump {way} over an adjacent man of the opponent onto the empty cell behind it and "
            f"captures that man. {_JUMPING}"
        )
    return text + _flank_text(rules, "man that moved")


# --- ends -------------------------------------------------------------------------------------------------------------


def _stops(rules: RuleSet) -> tuple[str, str]:
    """When a game without a winner stops, and the part of it about plies in which nothing happens."""
    stuck = "the board is full" if rules.pieces == "drop" else "nobody can move"
    if rules.pieces == "drop":
        quiet = f"{drop_limit(rules)} plies have been played" if "custodial" in rules.parts else ""
    elif not rules.walks:
        quiet = ""
    else:
        plies = "1 ply has" if rules.quiet == 1 else f"{rules.quiet} plies have"
        progress = "a capture or a man's step" if men_go_forward(rules) else "a capture"
        quiet = f"{plies} passed without {progress}"
    return (f"{stuck}, or when {quiet}" if quiet else stuck), quiet


def men_go_forward(rules: RuleSet) -> bool:
    """Whether a man's step can never be undone by a later one, so that it counts as progress."""
    return rules.pieces == "checkers" or "forward" in rules.parts


def drop_limit(rules: RuleSet) -> int:
    """Plies after which a game ends in which cells become free again."""
    return 4 * rules.cells


def _end_text(rules: RuleSet) -> str:
    wins, loses = ("loses", "wins") if rules.misere else ("wins", "loses")
    stops, quiet = _stops(rules)
    if "scoring" in rules.extras:
        wins, loses = "ends the game", "ends the game"
    if rules.end == "line" and "scoring" in rules.extras:
        return f"The game ends when {stops}."
    if rules.end == "most-men":
        if "scoring" in rules.extras:
            return f"The game ends when {stops}."
        whose = "fewer" if rules.misere else "more"
        return f"The game ends when {stops}. The player with {whose} men on the board wins; equal numbers are a draw."
    if rules.end == "no-men":
        verb = "draw" if "scoring" not in rules.extras else "end"
        drawn = f" The game is a draw when {quiet}." if quiet and verb == "draw" else ""
        drawn = f" The game also ends when {quiet}." if quiet and verb == "end" else drawn
        if rules.pieces == "drop":
            return f"A player who cannot move because the board is full {loses}.{drawn}"
        return f"A player who has no men left, or cannot move, {loses}.{drawn}"
    first, second = rules.sides
    goal = {
        "line": f"has {rules.line} men in a row after a move of their own, in any {_any_line(rules)},",
        "connect": f"has joined their two sides after a move of their own {wins}: {first} the bottom and the top, "
        f"{second} the left and the right, by a chain of neighbouring men{_neighbours(rules)}.",
        "reach": f"has a man on the far row ({first} at the top, {second} at the bottom) after a move of their own",
        "surround": "leaves the opponent after a move a group of neighbouring men with no empty cell beside it",
    }[rules.end]
    text = f"A player who {goal}" + ("" if rules.end == "connect" else f" {wins}.")
    if rules.end == "surround":
        text += (
            f"{_neighbours(rules, sentence=True)} A player who surrounds nothing but leaves a group of their own "
            f"without an empty cell beside it {loses}."
        )
    after = f"The game also ends when {stops}." if "scoring" in rules.extras else f"The game is a draw when {stops}."
    return f"{text} {after}"


def _neighbours(rules: RuleSet, *, sentence: bool = False) -> str:
    """Which cells are neighbours where groups of men matter; on hexagonal cells there is nothing to say."""
    if rules.hexagonal:
        return ""
    return " Cells that meet only at a corner are no neighbours." if sentence else " (not diagonally)"


# --- extras -----------------------------------------------------------------------------------------------------------


def _extra_text(rules: RuleSet, extra: str, times: int) -> str:
    put = "put" if not rules.walks else "moved"
    if extra == "recall-last":
        return (
            "Recall last move: once in the game, on your turn and if you can move, you may take back the move that the "
            "opponent has just made. Everything is again as it was before that move, and the opponent makes another "
            f"one: not {_same_move(rules)}. If there is none, the opponent passes. Then it is your turn."
        )
    if extra == "recall-any":
        if rules.walks:
            what = (
                "take back the latest move of any one piece of the opponent: the piece goes back to the cell from "
                "which it came, if that is empty. Captures stand, and a king stays a king."
            )
        else:
            what = (
                "take back any move of the opponent whose man still stands there in the opponent's colour: the man "
                "leaves the board. Whatever else the move did stays."
            )
        return (
            f"Recall any move: once in the game, on your turn and if you can move, you may {what} The opponent then "
            f"makes another move: not {_same_move(rules)}. If there is none, the opponent passes. Then it is your turn."
        )
    if extra == "move-for-you":
        return (
            "Move for you: once in the game, on your turn and if you can move, you may announce that you will move for "
            "the opponent. You make your own move, then the opponent's next move in their place, and then it is your "
            "turn again. What is made for the opponent counts as their move, but uses none of their special disks."
        )
    if extra == "double-move":
        return (
            "Double move: once in the game, on your turn and if you can move, you may announce a double move and make "
            "two moves one after the other. If there is no second one, the turn ends."
        )
    if extra == "scoring":
        return _scoring_text(rules)
    if extra == "first-hybrid":
        what = "first man that each player puts on the board" if not rules.walks else "first man that each player moves"
        return f"First hybrid disk: the {what} is a hybrid disk. {_hybrid_text(rules)}"
    number = {1: "one", 2: "two"}[times]
    disks = "disk" if times == 1 else "disks"
    if extra == "hybrid-disk":
        given = (
            f"each player has {number} hybrid {disks} to put instead of an ordinary man"
            if not rules.walks
            else f"each player may make {number} of their men a hybrid disk, as part of that man's move"
        )
        until = "it has" if times == 1 else "both have"
        return (
            f"Hybrid disk: {given}. {_hybrid_text(rules)} A player cannot win until {until} been used: {_unused(rules)}"
        )
    given = (
        f"each player has {number} non-flipping {disks} to put instead of an ordinary man. No move changes its colour "
        "or captures it, and a line of men to be outflanked ends at it"
        if not rules.walks
        else f"each player may make {number} of their men a non-flipping disk, as part of that man's move. Nobody can "
        "capture or flip it"
    )
    return f"Non-flipping disk: {given}. Not every man {put} has to be one."


def _unused(rules: RuleSet) -> str:
    drawn = "the game is a draw when such a player should win."
    if rules.end in ("line", "connect", "reach") and not rules.misere and "scoring" not in rules.extras:
        return f"a goal reached before does not count until then, and {drawn}"
    return drawn


def _same_move(rules: RuleSet) -> str:
    return "one of the same piece to the same cell" if rules.walks else "one to the same cell"


def _hybrid_text(rules: RuleSet) -> str:
    counts = "It counts as a man of both players, and nobody can flip or capture it."
    return counts + (" Only its owner moves it." if rules.walks else "")


def _scoring_text(rules: RuleSet) -> str:
    length = rules.line or SHORTEST_SCORE
    more = "lower" if rules.misere else "higher"
    return (
        f"Scoring: when the game ends, each player scores every row of {length} or more of their men without a gap, in "
        f"any {_any_line(rules)}, with the number of men in it. The {more} score wins; equal scores are a draw."
    )
