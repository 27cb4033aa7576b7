"""`ludarium tarble learning`: the source's study of temporal differences, in tic-tac-toe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import AsJson, Seed, out, plural, print_json, say, seed_or_fresh, table

if TYPE_CHECKING:
    from ludarium.games.tarble.research.tictactoe import Settled


def command(
    figures: Annotated[
        list[int] | None,
        typer.Option("--figure", metavar="N", min=7, max=10, show_default=False, help="Only this figure, 7 to 10."),
    ] = None,
    rule: Annotated[
        str, typer.Option("--rule", metavar="RULE", help="each, printed, all or td: how it learns.")
    ] = "each",
    seeds: Annotated[int, typer.Option("--seeds", metavar="N", min=1, help="Learners with each setting.")] = 10,
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=1000, help="Games after which one is given up.")
    ] = 50_000,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Learn tic-tac-toe by temporal differences with the source's settings: its Figures 7 to 12 and its rules."""
    from dataclasses import replace

    from ludarium.cli.running import progress_bar
    from ludarium.engine.errors import BadParameter
    from ludarium.games.tarble.research.tictactoe import FIGURES, NOISE, QUIET, blocks, figure_rows, learnt, rule_rows
    from ludarium.learning import Rule

    names = {entry.name.lower(): entry for entry in Rule}
    if rule not in names:
        raise BadParameter(f"--rule {rule}: expected {', '.join(names)}")
    number = seed_or_fresh(seed)
    chosen = [figure for figure in FIGURES if not figures or figure.number in figures]
    found: list[tuple[Any, list[Settled]]] = []
    with progress_bar(sum(len(figure.values) for figure in chosen) + 2 * len(Rule)) as shown:

        def told() -> None:
            shown.advance("games", 1)

        found += [
            (figure, figure_rows(figure, seeds, number, rule=names[rule], most=most, told=told)) for figure in chosen
        ]
        rules = rule_rows(seeds, number, most=most, told=told)
        noisy = rule_rows(seeds, number, noise=NOISE, most=most, told=told)
        ends = learnt(replace(QUIET, rule=names[rule], noise=NOISE), seeds, number, most=most)
    games: list[dict[str, Any]] = [
        {
            "moves": list(run.last.moves),
            "result": run.last.result,
            "blocks": [blocks(run.last.moves).first, blocks(run.last.moves).second],
            "games": run.games,
            "converged": run.converged,
        }
        for run in ends
    ]
    if as_json:
        print_json(
            {
                "seed": number,
                "rule": rule,
                "figures": [row.to_dict() for _, rows in found for row in rows],
                "rules": [row.to_dict() for row in rules],
                "rules_with_noise": [row.to_dict() for row in noisy],
                "last_games": games,
            }
        )
        return
    for figure, rows in found:
        _show(f"Figure {figure.number}: {figure.title} (source: {figure.theirs})", rows)
    _show("The rules, without noise", rules)
    _show(f"The rules, with a noise of {NOISE:g}", noisy)
    say(f"Figure 12: games without noise after learning with a noise of {NOISE:g}", style="bold")
    shown_games = table("game", "result", "blocks by the first", "by the second", numbers="result")
    for entry in games:
        shown_games.add_row(
            " ".join(entry["moves"]), f"{entry['result']:g}", str(entry["blocks"][0]), str(entry["blocks"][1])
        )
    out().print(shown_games)
    say(f"{plural(seeds, 'learner')} with each setting, seed {number}")


def _show(title: str, rows: list[Settled]) -> None:
    say(title, style="bold")
    listed = table(
        "setting", "converged", "to a tie", "games", "seconds", "ever a tie", "after", numbers="games seconds after"
    )
    for row in rows:
        value = row.value if isinstance(row.value, str) else f"{row.value:g}"
        listed.add_row(
            value.lower(),
            f"{row.converged} of {row.runs}",
            f"{row.tied} of {row.converged}",
            "–" if row.games is None else f"{row.games:,.0f}",
            "–" if row.seconds is None else f"{row.seconds:.1f}",
            f"{row.ever_tied} of {row.runs}",
            "–" if row.to_tie is None else f"{row.to_tie:,.0f}",
        )
    out().print(listed)
    say()
