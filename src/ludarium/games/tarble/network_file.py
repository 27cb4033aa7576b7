"""Networks in files: NumPy archives with the weights, and a note on how they were made."""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.engine.errors import LudariumError
from ludarium.games.tarble.board import PIECES
from ludarium.games.tarble.network import _KEPT, _LASTS, MOST_ACTIVE, PLAIN_ROWS, RICH_ROWS, Reader
from ludarium.games.tarble.rules import NOWHERE

SHIPPED = Path(__file__).with_name("networks")
MOST_HIDDEN = 1024


class NetworkError(LudariumError):
    """A file that holds no network of Tarble."""

    def __init__(self, message: str) -> None:
        super().__init__(message, remedy="command tarble train")


@dataclass
class Network:
    """The weights of a network, and the note on how they came about."""

    weights: Any
    output: Any
    about: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def fresh(cls, hidden: int, seed: int, *, rich: bool = False) -> Network:
        """A network that knows nothing: small random weights."""
        random = np.random.default_rng(seed)
        rows = RICH_ROWS if rich else PLAIN_ROWS
        weights = random.normal(0.0, 0.1, (rows, hidden)).astype(np.float32)
        output = random.normal(0.0, 0.1, hidden + 1).astype(np.float32)
        output[hidden] = 0.0
        return cls(weights, output)

    @property
    def hidden(self) -> int:
        return int(self.weights.shape[1])

    @property
    def rich(self) -> bool:
        return int(self.weights.shape[0]) == RICH_ROWS

    def reader(self) -> Reader:
        """What kernels read positions with. Shares the weights; one for each thread."""
        kept = np.full(_KEPT, -1, np.int64)
        return Reader(
            self.weights,
            self.output,
            np.zeros((6, self.hidden), np.float32),
            np.full((6, 2, PIECES + 1), NOWHERE, np.int8),
            np.full(6, _LASTS, np.int64),
            np.zeros((_KEPT, self.hidden), np.float32),
            kept,
            np.zeros(MOST_ACTIVE, np.int64),
            np.zeros(MOST_ACTIVE, np.float32),
            np.zeros(self.hidden, np.float32),
        )

    def save(self, path: Path) -> None:
        """Write the file at once or not at all."""
        unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            with unfinished.open("wb") as file:
                np.savez_compressed(
                    file, weights=self.weights, output=self.output, about=np.array(json.dumps(self.about))
                )
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)

    @classmethod
    def load(cls, name: str | Path) -> Network:
        """A network from a file, or a shipped one by its name: `single`, `whole`, `champion`."""
        path = find(name)
        try:
            archive = np.load(path, allow_pickle=False)
            if not isinstance(archive, np.lib.npyio.NpzFile):
                raise NetworkError(f"{path}: a single array, expected an archive (.npz) of a network; train one")
            with archive:
                missing = [part for part in ("weights", "output", "about") if part not in archive]
                if missing:
                    raise NetworkError(f"{path}: no array '{missing[0]}', so this is no network of Tarble; train one")
                weights, output, about = archive["weights"], archive["output"], archive["about"]
        except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
            raise NetworkError(f"{path}: not readable as an archive (.npz) of a network; train one") from error
        cls._check(path, weights, output)
        try:
            note = json.loads(str(about))
        except ValueError:
            note = None
        if not isinstance(note, dict):
            raise NetworkError(f"{path}: the note 'about' is no JSON object; train one")
        return cls(np.ascontiguousarray(weights, np.float32), np.ascontiguousarray(output, np.float32), note)

    @staticmethod
    def _check(path: Path, weights: Any, output: Any) -> None:
        if weights.ndim != 2 or weights.shape[0] not in (PLAIN_ROWS, RICH_ROWS):
            raise NetworkError(
                f"{path}: 'weights' has the shape {_shape(weights)}, expected {PLAIN_ROWS} rows (plain) or "
                f"{RICH_ROWS} (rich) and a column for each hidden unit"
            )
        if not 1 <= weights.shape[1] <= MOST_HIDDEN:
            raise NetworkError(f"{path}: {weights.shape[1]} hidden units, expected 1 to {MOST_HIDDEN}")
        if output.shape != (weights.shape[1] + 1,):
            raise NetworkError(
                f"{path}: 'output' has the shape {_shape(output)}, expected {weights.shape[1] + 1} numbers: "
                "one for each hidden unit and a constant"
            )
        for name, array in (("weights", weights), ("output", output)):
            if array.dtype.kind != "f" or not np.isfinite(array).all():
                raise NetworkError(f"{path}: '{name}' holds something else than finite numbers")


def _shape(array: Any) -> str:
    return " × ".join(map(str, array.shape)) or "of a single number"


def find(name: str | Path) -> Path:
    """The file that a name means: a shipped network's, or any path."""
    shipped = SHIPPED / f"{name}.npz"
    if str(name).isidentifier() and shipped.is_file():
        return shipped
    if not Path(name).is_file():
        known = ", ".join(sorted(path.stem for path in SHIPPED.glob("*.npz")))
        raise NetworkError(f"no network '{name}': give a file (.npz) or one of {known}")
    return Path(name)
