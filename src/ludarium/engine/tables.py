"""Figures as tables for other programs: each described once, and handed over as Arrow, pandas or Polars.

A result that people get from the library is `Tabular`: it has one table or several, of which one is meant where none is
named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any, ClassVar, Literal, NamedTuple

from ludarium.engine.errors import UnknownName
from ludarium.engine.extras import MissingExtra, missing

Kind = Literal["whole", "seed", "number", "text", "truth"]
Row = tuple[Any, ...]

BATCH = 50_000
"""Rows that are held at a time: a run may have millions of games."""

_SHOWN_COLUMNS = 8


class Column(NamedTuple):
    """A column with the kind of its values and what they mean."""

    name: str
    kind: Kind
    meaning: str


@dataclass(frozen=True, repr=False)
class DataTable:
    """A table: its rows have one value for each column, None where there is none."""

    name: str
    about: str
    columns: tuple[Column, ...]
    rows: Iterable[Row]

    def schema(self) -> Any:
        """The columns as a `pyarrow.Schema`; what they mean stands in the fields' metadata."""
        pa = arrow()
        kinds = {
            "whole": pa.int64(),
            "seed": pa.uint64(),
            "number": pa.float64(),
            "text": pa.string(),
            "truth": pa.bool_(),
        }
        fields = [pa.field(part.name, kinds[part.kind], metadata={"meaning": part.meaning}) for part in self.columns]
        return pa.schema(fields)

    def batches(self) -> Iterator[Any]:
        """The rows as one `pyarrow.Table` after the other."""
        schema, rows = self.schema(), iter(self.rows)
        while batch := list(islice(rows, BATCH)):
            values = zip(*batch, strict=True)
            arrays = [arrow().array(column, part.type) for column, part in zip(values, schema, strict=True)]
            yield arrow().table(arrays, schema=schema)

    def to_arrow(self) -> Any:
        """A `pyarrow.Table`."""
        batches = list(self.batches())
        return arrow().concat_tables(batches) if batches else self.schema().empty_table()

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame`."""
        needed("pandas")
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """A `polars.DataFrame`."""
        return needed("polars").from_arrow(self.to_arrow())

    def __repr__(self) -> str:
        names = [column.name for column in self.columns]
        shown = ", ".join(names[:_SHOWN_COLUMNS]) + (", …" if len(names) > _SHOWN_COLUMNS else "")
        size = f", {len(self.rows):,} rows" if isinstance(self.rows, Sized) else ""
        return f"<table {self.name}: {self.about}{size}; {shown}>"


class Tabular:
    """A result with tables. Subclasses give them; everything that reads them works for all."""

    main_table: ClassVar[str] = ""
    """The table that is meant without a name, if it is not the first."""

    def tables(self) -> list[DataTable]:
        """All tables."""
        raise NotImplementedError

    def table(self, name: str | None = None) -> DataTable:
        """A table by its name."""
        found = self.tables()
        if name is None:
            name = self.main_table or found[0].name
        for table in found:
            if isinstance(name, str) and table.name == name:
                return table
        names = [table.name for table in found]
        raise UnknownName("table", name, names, hint=f"there are {', '.join(names)}")

    def to_arrow(self, table: str | None = None) -> Any:
        """A table as a `pyarrow.Table`."""
        return self.table(table).to_arrow()

    def to_pandas(self, table: str | None = None) -> Any:
        """A table as a `pandas.DataFrame`."""
        return self.table(table).to_pandas()

    def to_polars(self, table: str | None = None) -> Any:
        """A table as a `polars.DataFrame`."""
        return self.table(table).to_polars()


def arrow() -> Any:
    """The module `pyarrow`."""
    return needed("pyarrow")


def needed(module: str) -> Any:
    """A module that not everybody has; a `MissingExtra` says how to get it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise missing(error) or MissingExtra(module, "notebook") from error
