"""`ludarium tarble train`: train a network against itself, watch its rise, and keep it in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import AsJson, out, plural, print_json, say, side, table, the_game

if TYPE_CHECKING:
    from ludarium.engine.game import Game
    from ludarium.games.tarble.network_file import Network
    from ludarium.games.tarble.research.training import Hyperparameters, Round, Trainer

_MARKS = (0.0, 0.01, 0.03, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0)
"""The shares of the training after which the network is tried; it learns most in the beginning."""
_ROUND = {"single": 500, "whole": 50, "replies": 500}
"""Games between two looks at the clock; from replies the network learns after so many."""
_CHECKPOINT = 20
"""Rounds between checkpoints."""
_HIDDEN = 50


def command(
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Games to play and learn from.")] = 276_000,
    turns: Annotated[
        str,
        typer.Option(
            "--turns", metavar="FORM", help="single: one movement ahead; whole: whole turns; replies: a search's word."
        ),
    ] = "single",
    begin: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", show_default=False, help="Go on from this network, or a shipped one."),
    ] = None,
    to: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where the network goes.")] = Path("tarble.npz"),
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Another seed gives another network.")] = 0,
    hidden: Annotated[
        int | None,
        typer.Option(
            "--hidden", metavar="H", min=1, max=1024, show_default=False, help="Hidden units of a new network; 50."
        ),
    ] = None,
    inputs: Annotated[
        str | None,
        typer.Option("--inputs", metavar="KIND", show_default=False, help="Of a new network: plain (default) or rich."),
    ] = None,
    rate: Annotated[
        float, typer.Option("--rate", metavar="α", min=0.0, help="How far an error moves weights.")
    ] = 0.001,
    last_rate: Annotated[
        float | None,
        typer.Option(
            "--last-rate", metavar="α", min=0.0, show_default=False, help="What α falls to; stays if not given."
        ),
    ] = None,
    fade: Annotated[
        float, typer.Option("--fade", metavar="λ", min=0.0, max=1.0, help="How far a result reaches back.")
    ] = 0.9,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", metavar="PLAYER", show_default=False, help="Try it against this player; may be repeated."
        ),
    ] = None,
    tries: Annotated[
        int, typer.Option("--tries", metavar="N", min=0, help="Games against each of them, nine times over.")
    ] = 100,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            metavar="N",
            min=1,
            show_default=False,
            help="Threads that search replies; by default one for each core. They give the same network.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Train a network by games against itself. Its score against other players while it learns is kept beside it."""
    from ludarium.engine.saving import check_writable
    from ludarium.games.tarble.research.training import Hyperparameters, Trainer
    from ludarium.players import make

    game = the_game("tarble")
    hyper = Hyperparameters(form=turns, rate=rate, last_rate=last_rate, fade=fade, games=games, seed=seed)
    to = to if to.suffix == ".npz" else to.with_name(f"{to.name}.npz")
    check_writable(to)
    network = _network(begin, hidden, inputs, seed)
    opponents = (against or ["random", "minimax", "joey"]) if tries else []
    for opponent in opponents:
        make(opponent, game).close()  # a wrong name is found before hours of training
    trainer = Trainer(game, network, hyper, before=_games_before(network), workers=workers)
    course = _Course(game, trainer, to, opponents, tries, begin)
    try:
        with _progress(hyper) as bar:
            course.run(bar)
    except KeyboardInterrupt:
        side().print(course.advice(), markup=False, soft_wrap=True)
        raise
    if as_json:
        print_json(course.report())
    else:
        _show(course)


def _network(begin: str | None, hidden: int | None, inputs: str | None, seed: int) -> Network:
    from ludarium.engine.errors import BadParameter
    from ludarium.games.tarble.network_file import Network

    if begin is not None:
        if hidden is not None or inputs is not None:
            raise BadParameter("--hidden and --inputs belong to a new network: leave them out with --from")
        return Network.load(begin)
    if inputs not in (None, "plain", "rich"):
        raise BadParameter(f"--inputs {inputs}: expected plain or rich")
    made = Network.fresh(hidden or _HIDDEN, seed, rich=inputs == "rich")
    made.about = {"hidden": made.hidden, "inputs": inputs or "plain", "seed": seed, "training": []}
    return made


def _games_before(network: Network) -> int:
    """Games that a network has learnt from: games are numbered on, so that going on is no repetition."""
    return sum(int(part["games"]) for part in network.about.get("training", []))


class _Course:
    """A training with its checkpoints and its curve."""

    def __init__(
        self, game: Game, trainer: Trainer, to: Path, opponents: list[str], tries: int, begun_from: str | None
    ) -> None:
        self.game, self.trainer, self.to = game, trainer, to
        self.opponents, self.tries, self.begun_from = opponents, tries, begun_from
        self.rounds: list[Round] = []
        self.curve: list[dict[str, Any]] = []
        self.saved = 0
        self._earlier = list(trainer.network.about.get("training", []))

    def run(self, bar: _Bar) -> None:
        size = _ROUND[self.trainer.hyper.form]
        total = self.trainer.hyper.games
        marks = sorted({round(share * total) for share in _MARKS})
        self.checkpoint()
        if marks[0] == 0:
            self._try(bar)
            marks.pop(0)
        since = 0
        while marks:
            found = self.trainer.run(min(size, marks[0] - self.trainer.games))
            self.rounds.append(found)
            bar.learnt(found)
            since += 1
            if self.trainer.games == marks[0]:
                marks.pop(0)
                self.checkpoint()
                self._try(bar)
                since = 0
            elif since == _CHECKPOINT:
                self.checkpoint()
                since = 0
        self._write_curve()

    def checkpoint(self) -> None:
        """Keep the network as it is, with the note on how it was made."""
        network = self.trainer.network
        now = [self.trainer.hyper.describe(self.trainer.games)] if self.trainer.games else []
        network.about = {**network.about, "training": [*self._earlier, *now]}
        network.save(self.to)
        self.saved = self.trainer.games

    def _try(self, bar: _Bar) -> None:
        """The network's score against the others, as it stands."""
        from ludarium.arena.stats.statistics import score_interval
        from ludarium.games.tarble.players.td import TdSingle, TdTurn
        from ludarium.games.tarble.research.training import score_against
        from ludarium.players import make

        kind = TdSingle if self.trainer.hyper.form == "single" else TdTurn
        for opponent in self.opponents:
            bar.trying(opponent)
            counts = score_against(
                self.game,
                lambda: kind(network=str(self.to)),
                lambda name=opponent: make(name, self.game),  # type: ignore[misc]
                self.tries,
                self.trainer.hyper.seed,
            )
            low, high = score_interval(counts["wins"], counts["ties"], self.tries)
            share = (counts["wins"] + counts["ties"] / 2) / self.tries
            self.curve.append(
                {"games": self.trainer.games, "against": opponent, **counts, "rate": share, "low": low, "high": high}
            )
        self._write_curve()

    def _write_curve(self) -> None:
        _write(self.to.with_suffix(".json"), json.dumps(self.report(), indent=1, ensure_ascii=False) + "\n")
        if self.curve:
            from ludarium.games.tarble.commands.curve import curve_drawing

            drawing = curve_drawing(self.curve, self.trainer.hyper.form)
            _write(self.to.with_suffix(".svg"), drawing.svg() + "\n")

    def report(self) -> dict[str, Any]:
        """The whole training as plain values."""
        seconds = sum(found.seconds for found in self.rounds)
        return {
            "network": self.to.name,
            "about": self.trainer.network.about,
            "games": self.trainer.games,
            "seconds": round(seconds, 2),
            "games_per_second": round(self.trainer.games / seconds, 1) if seconds else None,
            "curve": self.curve,
            "rounds": [found.to_dict() for found in _thinned(self.rounds)],
        }

    def advice(self) -> str:
        """What to type to go on after an interruption."""
        hyper = self.trainer.hyper
        text = f"Stopped after {plural(self.trainer.games, 'game')}: {self.to} holds the network after {self.saved:,}"
        options = f"--games {hyper.games - self.saved} --seed {hyper.seed} --turns {hyper.form}"
        options += f" --rate {hyper.rate_at(self.saved):g} --fade {hyper.fade:g}"
        if hyper.last_rate is not None:
            options += f" --last-rate {hyper.last_rate:g}"
        return f"{text}; go on with: ludarium tarble train --from {self.to} --out {self.to} {options}"


def _thinned(rounds: list[Round], most: int = 100) -> list[Round]:
    """At most so many of the rounds, the last one included."""
    step = -(-len(rounds) // most) if rounds else 1
    return rounds[::-1][::step][::-1]


def _write(path: Path, text: str) -> None:
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)


class _Bar:
    """How far the training is, on standard error."""

    def __init__(self, hyper: Hyperparameters) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.progress = Progress(
            BarColumn(30),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}", markup=False),
            console=side(),
            transient=True,
            disable=not side().is_terminal,
        )
        self._task = self.progress.add_task("compiling", total=hyper.games)

    def learnt(self, found: Round) -> None:
        speed = f"{found.played / found.seconds:,.0f} games/s" if found.seconds else ""
        text = f"{speed}, {found.turns:.0f} turns a game, error {found.error:.3f}"
        self.progress.update(self._task, advance=found.played, description=text)

    def trying(self, opponent: str) -> None:
        self.progress.update(self._task, description=f"playing against {opponent}")


@contextmanager
def _progress(hyper: Hyperparameters) -> Iterator[_Bar]:
    bar = _Bar(hyper)
    with bar.progress:
        yield bar


def _show(course: _Course) -> None:
    from ludarium.arena.report.words import percent, percent_range

    found = course.report()
    speed = f", {found['games_per_second']:,.0f} games a second" if found["games_per_second"] else ""
    say(f"{plural(course.trainer.games, 'game')} in {found['seconds']:.1f} s of the processor{speed}", style="bold")
    if course.curve:
        shown = table("games", *course.opponents, numbers=" ".join(["games", *course.opponents]))
        rows: dict[int, list[str]] = {}
        for point in course.curve:
            text = f"{percent(point['rate'], 0)} ({percent_range(point['low'], point['high'])})"
            rows.setdefault(point["games"], []).append(text)
        for games, texts in rows.items():
            shown.add_row(f"{games:,}", *texts)
        out().print(shown)
        say(f"Rates over {plural(course.tries, 'game')} each, ties counted as half, with 95 % intervals.")
    say(f"  network:  {course.to}")
    say(
        f"  curve:    {course.to.with_suffix('.json')}" + (f", {course.to.with_suffix('.svg')}" if course.curve else "")
    )
