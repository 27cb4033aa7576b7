"""Bars where somebody sees them, and nothing where nobody does."""

from __future__ import annotations

import io
from typing import Any

import pytest

from ludarium.api import progress
from ludarium.api.progress import Notebook, Terminal, watching


def go(show: bool | None) -> None:
    with watching(show) as shown:
        shown.begin("games", 10, 4)
        shown.advance("games", 3, words="a leads")
        shown.advance("figures", 2, 2)


def test_nothing_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    go(None)
    go(False)
    assert capsys.readouterr() == ("", "")


def test_lines_where_it_is_asked_for(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_SELDOM", 0.0)
    go(True)
    out, err = capsys.readouterr()
    assert out == ""
    assert "7 of 10 games a leads" in err.splitlines()


def test_bars_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", screen := Screen())
    with watching(None) as shown:
        assert isinstance(shown, Terminal)
        shown.begin("games", 10, 4)
        shown.advance("games", 3, words="a leads")
        shown._bars.refresh()
    assert "7/10" in screen.getvalue()
    assert "a leads" in screen.getvalue()
    monkeypatch.setattr("sys.stderr", screen := Screen())
    go(False)
    assert screen.getvalue() == ""


def test_html_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Handle:
        def update(self, html: Any) -> None:
            shown.append(html.data)

    def display(html: Any, *, display_id: bool) -> Handle:
        shown.append(html.data)
        return Handle()

    monkeypatch.setattr("IPython.display.display", display)
    monkeypatch.setattr(progress, "in_notebook", lambda: True)
    monkeypatch.setattr(progress, "_EVERY", 0.0)
    with watching(None) as bars:
        assert isinstance(bars, Notebook)
    assert shown == []
    go(None)
    assert 'value="7" max="10"' in shown[1]
    assert "7 of 10 games" in shown[1]
    assert "a leads" in shown[1]
    assert shown[-1] == ""


def test_an_error_ends_the_bars_too(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    monkeypatch.setattr(progress.Progress, "close", lambda self: closed.append("closed"))
    with pytest.raises(KeyError), watching(None):
        raise KeyError
    assert closed == ["closed"]
