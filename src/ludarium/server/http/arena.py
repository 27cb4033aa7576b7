"""The arena: tournaments and ladders of the results store with the reports' charts, and the games of design runs."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.server.messages import DesignedGame, DesignInfo, RunChart, RunFigures, RunInfo, RunTable
from ludarium.server.people.identity import NotAllowed
from ludarium.store import Database, Run, StoreError

_LISTED = 200
_KEPT = 20
_LARGEST = 200_000
"""Games of a run that are counted while somebody waits."""
_BEST = 24
"""Games of a design run that are shown."""


class Arena:
    """Runs and designs, counted in a thread, one at a time; what was counted is kept until more games are played."""

    def __init__(self, database: Database, designs: Path | None) -> None:
        self._database, self._designs = database, designs
        self._kept: OrderedDict[tuple[str, int], Any] = OrderedDict()
        self._counting = asyncio.Semaphore(1)

    async def _once(self, key: tuple[str, int], make: Callable[[], Any]) -> Any:
        async with self._counting:
            if key not in self._kept:
                self._kept[key] = await asyncio.to_thread(make)
            self._kept.move_to_end(key)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]

    # --- tournaments and ladders --------------------------------------------------------------------------------------

    async def runs(self) -> list[RunInfo]:
        """All runs, the newest first."""
        return await asyncio.to_thread(lambda: [_info(run, run.count()) for run in self._database.runs()[:_LISTED]])

    async def figures(self, short: str) -> RunFigures:
        """What the games of a run say so far."""
        run = await asyncio.to_thread(self._run, short)
        count = await asyncio.to_thread(run.count)
        found: RunFigures = await self._once((run.short, count), lambda: _figures(run, count))
        return found

    def _run(self, short: str) -> Run:
        try:
            return self._database.run(short)
        except (StoreError, LudariumError) as error:
            raise NotAllowed("There is no such run.", 404) from error

    # --- game design --------------------------------------------------------------------------------------------------

    def _folders(self) -> list[Path]:
        if self._designs is None or not self._designs.is_dir():
            return []
        found = [self._designs, *self._designs.iterdir()]
        return sorted(path for path in found if (path / "run.json").is_file())

    async def designs(self) -> list[DesignInfo]:
        """The design runs of the server's folder, without their games."""

        def read() -> list[DesignInfo]:
            infos = []
            for folder in self._folders():
                try:
                    infos.append(_design(folder, games=False))
                except LudariumError:
                    continue  # damaged, or of another version: the command line says how
            return infos

        return await asyncio.to_thread(read)

    async def design(self, name: str) -> DesignInfo:
        """One design run with the best games it has found, all of them playable."""
        folder = next((path for path in self._folders() if path.name == name), None)
        if folder is None:
            raise NotAllowed("There is no such design run.", 404)
        changed = (folder / "candidates.jsonl").stat().st_mtime_ns if (folder / "candidates.jsonl").exists() else 0
        found: DesignInfo = await self._once((f"design {name}", changed), lambda: _design(folder, games=True))
        return found


def _info(run: Run, count: int) -> RunInfo:
    return RunInfo(
        id=run.short,
        kind=run.kind,
        game=run.game,
        players=run.players,
        games=count,
        planned=None if "rule" in run.plan else run.games_planned,
        created=run.created.isoformat(),
        finished=run.finished is not None,
        note=run.note,
    )


def _figures(run: Run, count: int) -> RunFigures:
    from ludarium.arena import words
    from ludarium.arena.charts import drawings
    from ludarium.arena.findings import analyse
    from ludarium.arena.ladder_plan import KIND, LadderPlan
    from ludarium.arena.plan import Plan
    from ludarium.arena.report import shown
    from ludarium.arena.session import Session

    info = _info(run, count)
    if not count:
        return RunFigures(run=info, tables=[], charts=[], notes=["No game has been finished yet."])
    if count > _LARGEST:
        note = f"{count:,} games are too many to be counted here: `ludarium report {run.short}` counts them."
        return RunFigures(run=info, tables=[], charts=[], notes=[note])
    try:
        plan = (LadderPlan if run.kind == KIND else Plan).from_dict(run.plan)
        session = Session(plan, run=run)
        session.recount()
        findings = analyse(plan, session.tallies, session.seconds, command="")
    except (LudariumError, LookupError, TypeError) as error:
        return RunFigures(run=info, tables=[], charts=[], notes=[f"This run cannot be counted here: {error}"])
    tables = []
    overview = shown.overview(findings)
    for section in findings.sections:
        found = [shown.players(section), shown.ranks(section)]
        if len(section.seat_names) > 1:
            found += [shown.pairs(section), shown.seats(section)]
        tables += [(section.label if findings.is_sweep else "", table) for table in found]
    tables = [("", overview), *tables]
    return RunFigures(
        run=info,
        tables=[
            RunTable(
                title=": ".join(filter(None, [label, table.caption])),
                columns=list(table.columns),
                rows=[list(row) for row in table.rows],
            )
            for label, table in tables
            if table is not None
        ],
        charts=[
            RunChart(title=drawing.title, words=drawing.caption, spec=dict(drawing.spec))
            for drawing in drawings(findings)
        ],
        notes=[*words.summary(findings), *findings.warnings],
    )


def _design(folder: Path, *, games: bool) -> DesignInfo:
    from ludarium.design.report.told import Told

    told = Told.read(folder)
    found = [
        DesignedGame(
            game=line["game"],
            title=line["game"],
            quality=line["quality"]["overall"] if told.is_map else line["fitness"],
            words=f"Of the run's games the first player won {line['first']}, the second {line['second']}; "
            f"{line['draws']} drawn.",
        )
        for line in (told.best(_BEST) if games else [])
    ]
    title = f"{told.title}, seed {told.settings.seed}"
    return DesignInfo(id=folder.name, title=title, finished=told.finished, games=found)
