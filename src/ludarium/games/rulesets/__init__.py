"""Games that are data: tic-tac-toe, reversi, checkers and the space between them, played by one compiled engine."""

from ludarium.engine.entry import Entry, Family

ENTRIES = (
    Entry(
        "tic-tac-toe",
        ".game:TicTacToe",
        "2",
        "three in a row on a 3×3 board",
        home=__name__,
        title="Tic-tac-toe",
        place=1,
        board="rulesets",
        reproductions={"classics": ".reproduction:REPRODUCTION"},
        family=Family(
            form=r"(\d+\s*[x×]\s*\d+\b|(hex|rhombus)-\d).*",
            game=".game:from_short_form",
            example="5x5 drop line-4",
            suffix=".toml",
            file=".game:from_file",
        ),
    ),
    Entry(
        "reversi",
        ".game:Reversi",
        "2",
        "outflank and flip on an 8×8 board, most discs win",
        home=__name__,
        title="Reversi",
        introduction=".introduction:REVERSI",
        place=2,
        board="rulesets",
    ),
    Entry(
        "checkers",
        ".game:Checkers",
        "2",
        "English checkers: jump, crown, leave no move",
        home=__name__,
        title="Checkers",
        introduction=".introduction:CHECKERS",
        place=3,
        board="rulesets",
    ),
)
