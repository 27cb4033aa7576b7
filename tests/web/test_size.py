"""The first page stays small: what it loads is read off the build's own list."""

from __future__ import annotations

import gzip
import json

import pytest

from ludarium.server.settings import CLIENT

LIMIT = 300_000


def first_page() -> dict[str, int]:
    """The compressed size of every file that the first page needs, as the build says."""
    manifest = json.loads((CLIENT / "manifest.json").read_text(encoding="utf-8"))
    wanted, files = ["index.html"], {"index.html"}
    while wanted:
        entry = manifest[wanted.pop()]
        files |= {entry["file"], *entry.get("css", []), *entry.get("assets", [])}
        wanted += [name for name in entry.get("imports", []) if manifest[name]["file"] not in files]
    return {name: len(gzip.compress((CLIENT / name).read_bytes())) for name in files if (CLIENT / name).is_file()}


@pytest.mark.skipif(not (CLIENT / "manifest.json").is_file(), reason="the client is not built: `make web` builds it")
def test_the_first_page_is_small_and_loads_no_board_and_no_charts() -> None:
    sizes = first_page()
    assert any(name.endswith(".js") for name in sizes)
    assert sum(sizes.values()) < LIMIT, sizes
    assert not [name for name in sizes if "Board" in name or "chart" in name]
