"""Stored runs in words and tables, for the page and for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludarium.arena.report.shown import Shown
from ludarium.design.folder import RETESTS, TRUST, Folder
from ludarium.design.methods import MapElites
from ludarium.design.run import BEST, Search, follow
from ludarium.design.settings import Settings
from ludarium.design.trust import Trust, check
from ludarium.engine import markup
from ludarium.engine.charts import Charted, figures
from ludarium.engine.errors import LudariumError
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.games.rulesets.ruleset import RuleSet

if TYPE_CHECKING:
    from ludarium.arena.report.drawing import Drawing

METHOD_TITLES = {"ga": "Genetic algorithm", "random": "Random sampling", "map-elites": "MAP-Elites"}


@dataclass(frozen=True, repr=False)
class Told(Tabular, Charted):
    """A run read back from its folder."""

    path: Path
    settings: Settings
    lines: list[dict[str, Any]]
    retests: list[dict[str, Any]]
    trust: list[Trust]

    @classmethod
    def read(cls, path: Path) -> Told:
        folder = Folder.open(path)
        trust = [Trust.from_dict(entry) for entry in folder.noted(TRUST) or []]
        return cls(path, folder.settings, folder.lines(), folder.noted(RETESTS) or [], trust)

    @cached_property
    def search(self) -> Search:
        """The search as far as it went."""
        return follow(self.settings, self.lines)

    @property
    def title(self) -> str:
        return METHOD_TITLES[self.settings.method]

    @property
    def is_map(self) -> bool:
        return self.settings.method == MapElites.name

    @property
    def finished(self) -> bool:
        return len(self.lines) >= self.search.total

    def best(self, count: int = BEST) -> list[dict[str, Any]]:
        """The lines of the fittest, best first."""
        return [self.lines[member.number] for member in self.search.method.best(count)]

    def candidate(self, text: str | None = None) -> dict[str, Any]:
        """The line of a candidate: by its number or its short form, otherwise the fittest."""
        if text is None:
            found = self.best(1)
            if not found:
                raise LudariumError(f"{self.path}: no game has been found yet")
            return found[0]
        if text.strip().isdecimal():
            number = int(text)
            if number >= len(self.lines):
                raise LudariumError(f"no candidate {number}: the run has 0 to {len(self.lines) - 1}")
            return self.lines[number]
        wanted = RuleSet.read(text).short_form
        for line in self.lines:
            if line["game"] == wanted:
                return line
        raise LudariumError(f"'{wanted}' was not tried in this run")

    def check_trust(
        self,
        count: int = BEST,
        *,
        budget: int | None = None,
        player: str | None = None,
        progress: Callable[[str], None] | None = None,
        **options: Any,
    ) -> list[Trust]:
        """The trust check of the fittest, at the run's own budget unless another is given; the folder keeps it.

        `progress` is told which game is next. The further options are those of `trust.check`.
        """
        checked = []
        for line in self.best(count):
            rules = RuleSet.read(line["game"])
            if progress is not None:
                progress(rules.short_form)
            own = self.settings
            checked.append(check(rules, budget=budget or own.budget, player=player or own.player, **options))
        fresh = {trust.game for trust in checked}
        kept = [trust for trust in self.trust if trust.game not in fresh]
        Folder.open(self.path).note(TRUST, [trust.to_dict() for trust in [*kept, *checked]])
        return checked

    def initial(self, count: int = BEST) -> list[dict[str, Any]]:
        """The fittest of the traditional games."""
        found = [line for line in self.lines if line["how"] == "tradition" and line["fitness"] is not None]
        return sorted(found, key=lambda line: (-line["fitness"], line["number"]))[:count]

    @property
    def played(self) -> int:
        return sum(len(line["games"]["endings"]) for line in self.lines)

    @property
    def sentences(self) -> list[str]:
        """The run in a few sentences."""
        children = [line for line in self.lines if line["how"] not in ("tradition", "rated")]
        stopped, entered = (sum(bool(line[name]) for line in children) for name in ("stopped", "entered"))
        thinking = "iterations" if self.settings.player == "mcts" else f"nodes of {self.settings.player}"
        told = [
            f"{self.title}, seed {self.settings.seed}: {len(children):,} of {self.settings.children:,} children of the "
            f"space '{self.settings.space}' tried, {self.played:,} games played at {self.settings.budget} {thinking} "
            "a decision.",
            f"{entered:,} children came in"
            + ("." if self.is_map else f"; {stopped:,} were stopped early, since they would not come in."),
        ]
        best = self.best(1)
        if best:
            line = best[0]
            value = line["quality"]["overall"] if self.is_map else line["fitness"]
            figure = f"overall {value:.3f}" if self.is_map else f"fitness {value:.0f}"
            if self.is_map and "worth" in line:
                figure += f", worth {line['worth']:.3f} with people's ratings"
            told.append(f"Best: {line['game']}, {figure} ({line['first']} : {line['second']}, {line['draws']} drawn).")
        if given := self.settings.ratings.given:
            told.append(
                f"People have rated {len(given):,} game{'s' * (len(given) > 1)}; the ratings decide up to "
                f"{self.settings.ratings.weight:.0%} of what these are worth."
            )
        told += [] if self.finished else ["The run is not finished."]
        return told

    def tables(self) -> list[DataTable]:
        """Every candidate."""
        rows = [
            (
                *(line[name] for name in ("number", "game", "how", "fitness", "balance", "diversity")),
                *(line[name] for name in ("first", "second", "draws")),
                *(bool(line[name]) for name in ("stopped", "entered")),
                (line["quality"] or {}).get("overall"),
            )
            for line in self.lines
        ]
        return [DataTable("candidates", "one row a candidate", _COLUMNS, rows)]

    def drawings(self) -> list[Drawing]:
        """The curves of the run."""
        from ludarium.design.report.charts import curves

        return curves([self])

    def shown(self) -> list[Shown]:
        """The best games, and how far they can be trusted where that was tested."""
        if self.is_map:
            found = [qualities("The best games of the map", self.best(10))]
        else:
            before = fittest("The fittest of the traditional games", self, self.initial())
            found = [before] * bool(self.initial()) + [fittest("The fittest", self, self.best())]
        return found + ([trusts(self.trust)] if self.trust else [])

    def __repr__(self) -> str:
        return "\n".join([*self.sentences, *(part.text() for part in self.shown())])

    def _repr_html_(self) -> str:
        words = "".join(markup.text(sentence) for sentence in self.sentences)
        return words + "".join(part.html() for part in self.shown()) + figures(self.drawings())

    def fresh(self, game: str) -> str:
        """The balance of a game in fresh games, where it was tested again."""
        return next((f"{entry['balance']:.0f}" for entry in self.retests if entry["game"] == game), "")


_COLUMNS = (
    Column("number", "whole", "number of the candidate, from 0"),
    Column("game", "text", "its rules in their short form, as `ludarium.game` reads them"),
    Column("how", "text", "where it comes from: tradition, or how it was made"),
    Column("fitness", "number", "its fitness; empty where it was not judged to the end"),
    Column("balance", "number", "how even its games were"),
    Column("diversity", "whole", "in how many parts it differs from the others"),
    Column("first", "whole", "games won by the first seat"),
    Column("second", "whole", "games won by the second seat"),
    Column("draws", "whole", "games drawn"),
    Column("stopped", "truth", "whether its games were stopped early"),
    Column("entered", "truth", "whether it came into the population"),
    Column("overall", "number", "its overall figure; of maps only"),
)


def fittest(caption: str, told: Told, lines: Sequence[dict[str, Any]]) -> Shown:
    """A table as the source's: fitness, diversity, wins of A and B, draws; and what fresh games gave."""
    retested = bool(lines) and all(told.fresh(line["game"]) for line in lines)
    columns = ("game", "fitness", "balance", "diversity", "A", "B", "draws", *(["fresh balance"] if retested else []))
    rows = [
        (
            line["game"],
            _figure(line["fitness"]),
            _figure(line["balance"]),
            str(line["diversity"]),
            *(str(line[name]) for name in ("first", "second", "draws")),
            *([told.fresh(line["game"])] if retested else []),
        )
        for line in lines
    ]
    if rows:
        means = [_mean([line[name] for line in lines]) for name in ("fitness", "balance", "diversity")]
        counts = [_mean([line[name] for line in lines]) for name in ("first", "second", "draws")]
        fresh = [float(told.fresh(line["game"])) for line in lines] if retested else []
        rows.append(("average", *means, *counts, *([_mean(fresh)] if retested else [])))
    return Shown(caption, columns, tuple(rows), names=1)


def qualities(caption: str, lines: Sequence[dict[str, Any]]) -> Shown:
    """The best games of a map."""
    columns = ("game", "overall", "A", "B", "draws", "plies", "branching", "agency", "drama", "depth")
    rows = []
    for line in lines:
        quality, metrics = line["quality"], line["quality"]["metrics"]
        depth = quality["depth"]
        rows.append(
            (
                line["game"],
                f"{quality['overall']:.3f}",
                *(str(line[name]) for name in ("first", "second", "draws")),
                _figure(metrics["length"], 1),
                _figure(metrics["branching"], 1),
                _figure(metrics["agency"], 2),
                _figure(metrics["drama"], 2),
                "–" if depth is None else f"{depth['value']} of {len(depth['links'])}",
            )
        )
    return Shown(caption, columns, tuple(rows), names=1)


def trusts(found: Sequence[Trust]) -> Shown:
    """Games at growing budgets."""
    factors = sorted({level.factor for trust in found for level in trust.levels})
    rows = []
    for trust in found:
        levels = {level.factor: level for level in trust.levels}
        cells = [
            f"{level.first} : {level.second} ({level.draws})" if (level := levels.get(factor)) else "–"
            for factor in factors
        ]
        rows.append((trust.game, trust.verdict, *cells))
    columns = ("game", "verdict", *(f"{factor}×" for factor in factors))
    return Shown("Wins of A : wins of B (draws) at multiples of the budget", columns, tuple(rows), names=2)


def population_words(told: Told) -> str:
    """What the curves of a run are means of."""
    size = told.search.method.size
    return {
        "ga": f"the pool of {size} games",
        "random": f"the {size} fittest samples so far",
        "map-elites": "the games on the map",
    }[told.settings.method]


def _figure(value: float | None, digits: int = 0) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def _mean(values: Sequence[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{sum(known) / len(known):.1f}" if known else "–"
