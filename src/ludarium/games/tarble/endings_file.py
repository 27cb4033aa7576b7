"""Tables of endings: worked out, kept in files, and found again."""

from __future__ import annotations

import json
import os
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from ludarium.engine.errors import LudariumError
from ludarium.engine.parameters import Parameter
from ludarium.games.tarble.board import CELLS
from ludarium.games.tarble.endings import (
    ENOUGH,
    GROUPS,
    LANES,
    MOST,
    MOST_LEAD,
    OWN,
    SINGLE_FAMILIES,
    SINGLES,
    Endings,
    fill_nobody,
    fresh_table,
    go_over,
    packed,
    positions,
)
from ludarium.games.tarble.rules import FACES
from ludarium.games.tarble.turns import doors

SHIPPED_FILE = Path(__file__).with_name("networks") / "endings.npz"
NONE, SHIPPED, FULL = "none", "shipped", "full"
"""Which tables a player uses: none, those that come with the package, or those with two against two as well."""
COMMAND = "ludarium tarble endings"


def full_file() -> Path:
    """Where the full tables are kept: in the user's cache."""
    chosen = os.environ.get("LUDARIUM_TARBLE_ENDINGS")
    return Path(chosen) if chosen else platformdirs.user_cache_path("ludarium", appauthor=False) / "tarble-endings.npz"


def endings_option() -> Parameter:
    return Parameter(
        "endings",
        SHIPPED,
        "exact play with few pieces: shipped (up to two against one), full (two against two, see tarble endings), none",
        choices=(NONE, SHIPPED, FULL),
    )


class EndingsError(LudariumError):
    """A file that holds no tables of endings. Its words name the command that makes them."""


# --- working them out -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stage:
    """Positions that depend on each other and on earlier stages alone: the pieces of the mover and of the other."""

    kinds: tuple[tuple[int, int], ...]

    @property
    def name(self) -> str:
        return ", ".join(f"{mine} against {yours}" for mine, yours in self.kinds)


STAGES = (Stage(((1, 1),)), Stage(((2, 1), (1, 2))), Stage(((2, 2),)))


@dataclass(frozen=True)
class Sweep:
    """All positions of a stage have been gone over once more."""

    stage: Stage
    number: int
    changed: float
    """The most that a value changed by."""
    seconds: float
    """Of the processor, since the stage began."""


def work_out(table: Any, *, full: bool, enough: float = ENOUGH) -> Iterator[Sweep]:
    """Value iteration on a table, stage by stage; gives word each time that a stage has been gone over."""
    nobody = {pieces: np.zeros((FACES + 1, 2, CELLS * CELLS, LANES), np.float32) for pieces in range(1, MOST + 1)}
    go = doors().bind(go_over)
    for pieces, values in nobody.items():
        doors().bind(fill_nobody)(pieces, values)
        go(table, _families(1)[:0], pieces, values)  # compiles, which is not counted
    for stage in STAGES[: len(STAGES) if full else -1]:
        begun, number, changed = time.process_time(), 0, 1.0
        while changed > enough:
            changed = max(go(table, _families(yours), mine, nobody[mine]) for mine, yours in stage.kinds)
            number += 1
            yield Sweep(stage, number, float(changed), time.process_time() - begun)


def _families(pieces: int) -> Any:
    return np.arange(SINGLE_FAMILIES) if pieces == 1 else np.arange(SINGLE_FAMILIES, len(OWN))


def make_endings(*, full: bool, told: Callable[[Sweep], None] = lambda sweep: None) -> tuple[Endings, dict[str, Any]]:
    """The tables, and the note on how they were made."""
    last: dict[str, Sweep] = {}
    table = fresh_table()
    for sweep in work_out(table, full=full):
        last[sweep.stage.name] = sweep
        told(sweep)
    stages = []
    for stage in STAGES[: len(STAGES) if full else -1]:
        sweep = last[stage.name]
        counts = [positions(*kind) for kind in stage.kinds]
        stages.append(
            {
                "pieces": stage.name,
                "positions": sum(count for count, _ in counts),
                "worked_out": sum(count for _, count in counts),
                "sweeps": sweep.number,
                "changed": sweep.changed,
                "seconds": round(sweep.seconds, 2),
            }
        )
    return packed(table, full=full), {"most_lead": MOST_LEAD, "enough": ENOUGH, "stages": stages}


# --- files ------------------------------------------------------------------------------------------------------------


def save_endings(endings: Endings, about: dict[str, Any], path: Path) -> None:
    """Write the file at once or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with unfinished.open("wb") as file:
            np.savez_compressed(file, singles=endings.singles, pairs=endings.pairs, about=np.array(json.dumps(about)))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def read_endings(path: Path) -> tuple[Endings, dict[str, Any]]:
    """The tables of a file, and the note on how they were made."""
    if not path.is_file():
        raise EndingsError(f"no tables of endings in {path}: make them with {COMMAND}")
    try:
        with np.load(path, allow_pickle=False) as archive:
            singles, pairs, about = archive["singles"], archive["pairs"], json.loads(str(archive["about"]))
    except (OSError, ValueError, KeyError, EOFError, AttributeError, TypeError, zipfile.BadZipFile) as error:
        raise EndingsError(f"{path} holds no tables of endings: make them anew with {COMMAND}") from error
    wanted = (SINGLE_FAMILIES, len(GROUPS), LANES), (len(OWN) - SINGLE_FAMILIES, LANES)
    columns = pairs.shape[1] if pairs.ndim == 3 else 0
    good = singles.shape == wanted[0] and pairs.shape[::2] == wanted[1] and columns in (SINGLES, len(GROUPS))
    if not good or singles.dtype != np.uint16 or pairs.dtype != np.uint16:
        raise EndingsError(f"{path} holds tables of another form: make them anew with {COMMAND}")
    return Endings(singles, pairs), about


@cache
def _read(path: Path, changed: int) -> Endings:
    return read_endings(path)[0]


def endings_for(which: str) -> Endings | None:
    """The tables of a player's option; None for none. Full ones that were never made are an error."""
    if which == NONE:
        return None
    path = SHIPPED_FILE if which == SHIPPED else full_file()
    if not path.is_file():
        raise EndingsError(f"endings={which}: there are no such tables in {path}; make them with {COMMAND}")
    found = _read(path, path.stat().st_mtime_ns)
    if which == FULL and not found.full:
        raise EndingsError(f"endings={which}: {path} knows no two against two; make it anew with {COMMAND}")
    return found


def best_known() -> tuple[Endings, str]:
    """The full tables where they have been made, else the shipped ones; and which."""
    which = FULL if full_file().is_file() else SHIPPED
    found = endings_for(which)
    assert found is not None
    return found, which
