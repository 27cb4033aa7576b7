"""`ludarium study rehearse PLAN`: a whole study with simulated people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import AsJson, print_json, say
from ludarium.cli.study.common import PlanFile, the_plan

if TYPE_CHECKING:
    from ludarium.server.studies.rehearsing import Rehearsed


def command(
    plan: PlanFile,
    people: Annotated[int, typer.Option("--people", metavar="N", min=1, max=2000, help="How many come.")] = 20,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Decides who they are and what they do.")] = 1,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            min=1,
            help="Games that each plays in a stage; otherwise the plan's, or what gives 40 judgements to refine by.",
        ),
    ] = None,
    refine: Annotated[
        bool | None,
        typer.Option(
            "--refine/--no-refine",
            show_default=False,
            help="Let the strategies evolve by what people judge; done wherever the plan allows it.",
        ),
    ] = None,
    places: Annotated[
        int, typer.Option("--places", metavar="N", min=1, max=2000, help="How many are there at the same time.")
    ] = 20,
    speed: Annotated[
        float, typer.Option("--speed", metavar="X", min=1.0, help="So many times faster than life.")
    ] = 200.0,
    export: Annotated[
        Path | None, typer.Option("--export", metavar="FOLDER", show_default=False, help="Write the data there, too.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run a whole study with simulated people, who arrive, read, wait, play, answer, tire and leave through the same
    pages and sockets as real ones; then say how well what is known about them was found."""
    from ludarium.api.progress import watching
    from ludarium.server.studies.rehearsing import rehearse

    read = the_plan(plan)
    with watching(None) as shown:
        shown.begin("people", people)

        def progress(so_far: Rehearsed) -> None:
            done = sum(count for outcome, count in so_far.outcomes.items() if outcome != "on the way")
            words = f"{so_far.games} games, {so_far.judgements} judgements"
            shown.advance("people", done - shown.tasks["people"].done, people, words)

        result = rehearse(read, people, seed, speed=speed, places=places, refine=refine, games=games, progress=progress)
    assert result.data is not None
    assert result.report is not None
    if export is not None:
        result.data.write(export)
    found = _found(result)
    if as_json:
        print_json({**found, "report": result.report.to_dict()})
        return
    say(result.report.text())
    _tell(result, found)
    if export is not None:
        say(f"The data is written to {export}.")


def _found(result: Rehearsed) -> dict[str, Any]:
    correlation, count = result.recovered(1)
    often, heavy = result.recovered(40)
    found: dict[str, Any] = {
        "people": len(result.people),
        "outcomes": dict(result.outcomes),
        "games": len({game.table for game in result.data.games}) if result.data else 0,
        "judgements": len(result.data.judgements) if result.data else 0,
        "seconds": round(result.seconds, 1),
        "requests": len(result.requests),
        "request_seconds": {f"{share:.0%}": round(result.within(share), 4) for share in (0.5, 0.95, 0.99)},
        "abilities": {"correlation": correlation, "people": count},
        "abilities_at_40": {"correlation": often, "people": heavy},
    }
    if result.refinement is not None:
        found["refinement"] = {
            "phase": result.refinement.phase,
            "ending": result.refinement.ending,
            "generations": len(result.refinement.generations),
            "minimal": [list(one) for one in result.refinement.minimal],
            "planted": list(result.planted or ()),
            "found": result.found,
        }
    return found


def _tell(result: Rehearsed, found: dict[str, Any]) -> None:
    if result.games_each is not None:
        say(f"Everybody was to play {result.games_each} games.")
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in sorted(found["outcomes"].items()))
    say(f"{found['people']} people came: {outcomes}.")
    say(f"{found['games']} games, {found['judgements']} judgements, in {found['seconds']:.0f} s.")
    times = ", ".join(f"{share} within {1000 * seconds:.0f} ms" for share, seconds in found["request_seconds"].items())
    say(f"{found['requests']:,} requests: {times}.")
    for name, words in (("abilities", "all"), ("abilities_at_40", "those with at least 40 judgements")):
        given = found[name]
        if given["correlation"] is not None:
            said = f"r = {given['correlation']:.3f} with the true ones"
            say(f"Recovered abilities of judges, {words} ({given['people']}): {said}.")
    refined = found.get("refinement")
    if refined is not None:
        say(f"Refinement: {refined['phase']} after {refined['generations']} generations. {refined['ending']}")
        say(f"Planted: {', '.join(refined['planted'])}; {'found' if refined['found'] else 'not found'}.")
        for one in refined["minimal"][:5]:
            say(f"  minimal: {', '.join(one)}")
