"""The documentation: it builds without a warning, its links lead somewhere, its examples do what they show."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludarium.cli.app import run
from ludarium.cli.common import out
from tests.documentation import PAGES, ROOT, Example, blocks, examples

pytestmark = pytest.mark.compiled  # the pages are the same with the compiler off, and examples would take long

WITH_EXAMPLES = [page for page in PAGES if examples(page)]
SLOW = [(page, example) for page in WITH_EXAMPLES for example in examples(page) if example.slow]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=name_of)
def test_examples_do_what_they_show(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for language, ending in (("python", ".py"), ("prolog", ".pl")):
        for title, text in blocks(page, language):
            if title.endswith(ending) and "/" not in title:
                (tmp_path / title).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("LUDARIUM_DATABASE", str(tmp_path / "results.db"))
    out.cache_clear()
    for example in examples(page):
        if example.slow or ("program:node" in example.line and shutil.which("node") is None):
            continue
        monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody types: a person leaves at once
        code = run(example.arguments)
        captured = capsys.readouterr()
        if code == 2:
            # An error may be an example, too, if it is shown word for word.
            assert [captured.err.strip()] == [line for line in example.output if line.strip()], example.line
            continue
        assert code == 0, f"{example.line}\n{captured.err}"
        assert example.missing(captured.out) == "", f"{example.line}\n{captured.out}"


@pytest.mark.parametrize(("page", "example"), SLOW, ids=[f"{name_of(page)}: {item.line}" for page, item in SLOW])
def test_slow_examples_give_their_reason_and_exist(
    page: Path, example: Example, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(example.slow) > 10, f"{name_of(page)}: say why"
    assert run([example.arguments[0], "--help"]) == 0
    assert capsys.readouterr().out


def test_what_is_shown_must_come_in_order() -> None:
    example = Example("ludarium x", ["a  1", "…", "took 0.50 s"])
    assert example.missing("a 1\nb\ntook 12.3 s\n") == ""
    assert example.missing("took 1 s\na 1\n") == "took 0.50 s"
    assert example.missing("a 2\ntook 1 s") == "a  1"


PYTHON = [ROOT / "README.md", *(ROOT / "docs" / page for page in ("index.md", "library.md", "doors/notebook.md"))]


@pytest.mark.parametrize("page", PYTHON, ids=name_of)
def test_the_python_on_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = 0
    for _, text in blocks(page, "python"):
        exec(compile(text, page.name, "exec"), {"__name__": "example"})
        ran += 1
    assert ran
    assert capsys.readouterr().out


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=name_of)
def test_links_outside_the_site_lead_somewhere(page: Path) -> None:
    # mkdocs checks those between the pages of docs/.
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (page.parent / target).is_file(), target


def test_the_pages_build_without_a_warning_and_fetch_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    fetched = re.findall(
        r'<(?:script|img|iframe)[^>]*src="(https?:[^"]*)"|<link[^>]*rel="stylesheet"[^>]*href="(https?:[^"]*)"', page
    )
    assert fetched == []
    assert (tmp_path / "site" / "images" / "ask.svg").is_file()
