"""The arena: tournaments and ladders of the results store with the reports' charts, and the games of design runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

from ludarium.engine.errors import LudariumError
from ludarium.server.arena_messages import DesignedGame, DesignInfo, RunChart, RunFigures, RunInfo, RunTable
from ludarium.server.people.identity import NotAllowed
from ludarium.server.work.jobs import Jobs, Kept
from ludarium.server.work.making import packed
from ludarium.server.work.shares import Share
from ludarium.store import Database, Run, StoreError

_LISTED = 200
_KEPT = 16 << 20
"""Bytes of figures that are kept."""
_LARGEST = 200_000
"""Games of a run that are counted while somebody waits."""
_GAME, _FOLDER = 1e-4, 0.1
"""Seconds that counting a game and reading a design run take, about."""
_BEST = 24
"""Games of a design run that are shown."""


class Arena:
    """Runs and designs, counted in processes for jobs; what was counted is kept until more games are played."""

    def __init__(self, database: Database, designs: Path | None, jobs: Jobs) -> None:
        self._database, self._designs, self._kept = database, designs, Kept(jobs, _KEPT)

    # --- tournaments and ladders --------------------------------------------------------------------------------------

    async def runs(self) -> list[RunInfo]:
        """All runs, the newest first."""
        return await asyncio.to_thread(lambda: [_info(run, run.count()) for run in self._database.runs()[:_LISTED]])

    async def figures(self, short: str, share: Share) -> bytes:
        """What the games of a run say so far: `RunFigures`, ready to be sent."""
        run = await asyncio.to_thread(self._run, short)
        count = await asyncio.to_thread(run.count)
        place = self._database.url.render_as_string(hide_password=False)
        size = _GAME * min(count, _LARGEST)
        return await self._kept.get((run.short, count), run_figures, place, run.short, count, share=share, size=size)

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

    async def designs(self, share: Share) -> bytes:
        """The design runs of the server's folder without their games: `DesignInfo`s, ready to be sent."""
        folders = await asyncio.to_thread(self._folders)
        key = ("designs", *((folder.name, _changed(folder)) for folder in folders))
        return await self._kept.get(key, design_list, folders, share=share, size=_FOLDER * len(folders))

    async def design(self, name: str, share: Share) -> bytes:
        """One design run with the best games it has found, all of them playable: a `DesignInfo`, ready to be sent."""
        folder = next((path for path in await asyncio.to_thread(self._folders) if path.name == name), None)
        if folder is None:
            raise NotAllowed("There is no such design run.", 404)
        key = (f"design {name}", _changed(folder))
        return await self._kept.get(key, design_games, folder, share=share, size=_FOLDER)


def _changed(folder: Path) -> int:
    """When a design run went on last."""
    try:
        return (folder / "candidates.jsonl").stat().st_mtime_ns
    except OSError:
        return 0


# --- in a process for jobs --------------------------------------------------------------------------------------------


def run_figures(place: str, short: str, count: int) -> bytes:
    """A run's figures, from a database of which the place is given."""
    with Database.open(place, create=False) as database:
        return packed(figures_of(database.run(short), count).model_dump(mode="json"))


def design_list(folders: list[Path]) -> bytes:
    """What can be said of design runs without their games."""
    infos = []
    for folder in folders:
        try:
            infos.append(_design(folder, games=False).model_dump(mode="json"))
        except LudariumError:
            continue  # damaged, or of another version: the command line says how
    return packed(infos)


def design_games(folder: Path) -> bytes:
    """A design run with its best games."""
    return packed(_design(folder, games=True).model_dump(mode="json"))


def _info(run: Run, count: int) -> RunInfo:
    return RunInfo(
        id=run.short,
        kind=run.kind,
        game=run.game,
        players=run.players,
        games=count,
        planned=run.planned,
        created=run.created.isoformat(),
        finished=run.finished is not None,
        note=run.note,
    )


def figures_of(run: Run, count: int) -> RunFigures:
    from ludarium.arena.report import shown, words
    from ludarium.arena.report.charts import drawings
    from ludarium.arena.run.stored import StoredRun

    info = _info(run, count)
    if not count:
        return _nothing(info, "No game has been finished yet.")
    if count > _LARGEST:
        note = f"{count:,} games are too many to be counted here: `ludarium report {run.short}` counts them."
        return _nothing(info, note)
    try:
        stored = StoredRun.read(run)
        findings = stored.findings
    except LudariumError as error:
        return _nothing(info, refused=f"This run cannot be counted here: {error}.")
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
        counted=stored.games,
        refused="",
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
        notes=[*words.summary(findings), *stored.decision, *findings.warnings],
    )


def _nothing(info: RunInfo, *notes: str, refused: str = "") -> RunFigures:
    return RunFigures(run=info, counted=0, refused=refused, tables=[], charts=[], notes=list(notes))


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
