"""`ludarium jostle picture STRATEGY`: which elements of a strategy decided how often."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import AsJson, Seed, Settings, out, plural, print_json, say, seed_or_fresh, table, the_game

if TYPE_CHECKING:
    from ludarium.games.jostle.strategies.shares import Share

_BAR = 40


def command(
    strategy: Annotated[
        str,
        typer.Argument(
            metavar="STRATEGY", show_default=False, help="Elements in order: 'Aggressive Observing ADVANCER'."
        ),
    ],
    against: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="STRATEGY", help="Who sits at all other seats; by default the same strategy."
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 1000,
    seed: Seed = None,
    settings: Settings = None,
    file: Annotated[Path | None, typer.Option("--out", metavar="FILE.svg", help="Draw it into an SVG file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show which elements of a strategy decided how often which piece to move."""
    from ludarium.games.jostle.strategies.composed import Strategy
    from ludarium.games.jostle.strategies.shares import shares

    own = Strategy.read(strategy)
    rivals = own if against is None else Strategy.read(against)
    game, seed = the_game("jostle", settings), seed_or_fresh(seed)
    found = shares(game, own, rivals, games, seed)
    decisions = sum(share.count for share in found)
    if file is not None:
        _draw(file, str(own), found, f"{plural(decisions, 'choice')} in {plural(games, 'game')} against {rivals}")
    if as_json:
        print_json(
            {
                "strategy": str(own),
                "against": str(rivals),
                "games": games,
                "seed": seed,
                "choices": decisions,
                "decided": [{"by": share.what, "count": share.count, "share": share.share} for share in found],
            }
        )
        return
    say(f"{own}: {plural(decisions, 'choice')} in {plural(games, 'game')} against {rivals}, seed {seed}")
    shown = table("decided by", "choices", "share", "", numbers="choices share")
    for share in found:
        shown.add_row(share.what, f"{share.count:,}", f"{share.share:.1%}", "█" * round(_BAR * share.share))
    out().print(shown)
    if file is not None:
        say(f"Drawn in {file}.")


def _draw(file: Path, title: str, found: list[Share], about: str) -> None:
    from ludarium.arena.report.drawing import BLUE, INK, WIDTH, data, draw, names_axis, percent_axis, upper_end
    from ludarium.engine.errors import LudariumError

    if file.suffix != ".svg":
        raise LudariumError(f"--out {file}: expected a file that ends in .svg")
    # An element may stand in a list twice: labels are what tells bars apart.
    labels = [f"{place}. {share.what}" for place, share in enumerate(found, 1)]
    rows = [
        {
            "label": label,
            "share": share.share,
            "text": f"{share.share:.1%}",
            "about": f"{share.what} decided {share.count:,} choices",
        }
        for label, share in zip(labels, found, strict=True)
    ]
    base, y = data(rows), names_axis(labels)
    x = percent_axis("share", "share of choices", (0, upper_end(max(share.share for share in found))))
    bars = base.mark_bar(height=20, color=BLUE).encode(y=y, x=x, description="about:N")
    texts = base.mark_text(align="left", dx=5, fontSize=12, color=INK, aria=False).encode(y=y, x=x, text="text:N")
    chart = (bars + texts).properties(width=WIDTH, height={"step": 30})
    caption = "How often each element decided which piece to move."
    drawing = draw("", "strategy", title, caption, chart, subtitle=about)
    file.write_text(drawing.svg() + "\n", encoding="utf-8")
