"""Tables that are handed over, and packages that not everybody has."""

from __future__ import annotations

import sys

import pytest

import ludarium
from ludarium.engine import tables
from ludarium.engine.tables import Column, DataTable, Tabular

COLUMNS = (
    Column("place", "whole", "a number"),
    Column("seed", "seed", "a large number"),
    Column("share", "number", "a share"),
    Column("name", "text", "a name"),
    Column("sure", "truth", "whether"),
)
ROWS = [(1, 2**64 - 1, 0.5, "a", True), (None, None, None, None, None)]


class Two(Tabular):
    def tables(self) -> list[DataTable]:
        return [DataTable("one", "rows", COLUMNS, ROWS), DataTable("two", "no rows", COLUMNS, [])]


def test_arrow_has_the_kinds_and_the_meanings() -> None:
    table = Two().to_arrow()
    assert table.to_pylist()[0] == {"place": 1, "seed": 2**64 - 1, "share": 0.5, "name": "a", "sure": True}
    assert table.to_pylist()[1] == dict.fromkeys(table.column_names)
    assert [str(field.type) for field in table.schema] == ["int64", "uint64", "double", "string", "bool"]
    assert table.schema.field("share").metadata == {b"meaning": b"a share"}
    assert Two().to_arrow("two").schema == table.schema


def test_many_rows_are_taken_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH", 3)
    many = DataTable("many", "numbers", COLUMNS[:1], ((number,) for number in range(7)))
    assert many.to_arrow()["place"].to_pylist() == list(range(7))
    assert repr(many) == "<table many: numbers; place>"


def test_pandas_and_polars() -> None:
    assert Two().to_pandas()["share"].sum() == 0.5
    assert Two().to_polars().shape == (2, 5)
    assert repr(Two().table("one")) == "<table one: rows, 2 rows; place, seed, share, name, sure>"


def test_an_unknown_table_names_those_there_are() -> None:
    with pytest.raises(ludarium.UnknownName, match="there are one, two"):
        Two().to_arrow("games")


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_a_missing_package_is_named_with_its_command(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    method = {"pyarrow": "to_arrow"}.get(package, f"to_{package}")
    with pytest.raises(ludarium.MissingExtra, match=rf"{package}.*pip install 'ludarium\[\w+\]'"):
        getattr(Two(), method)()
