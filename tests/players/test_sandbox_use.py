"""What programs that are closed off still have, and what is said where they are not."""

from __future__ import annotations

import os
import sys
import venv
from pathlib import Path

import pytest
from tests.players.hostile import DETACHING, ask, dialogue, secrets, walled, way
from tests.players.programs import PRELUDE, Lifeline, write_program
from tests.players.small_games import Taking

from ludarium.engine import BadParameter, Clock, PlayerError
from ludarium.players import make, sandbox, visible
from ludarium.players.sandbox import Way

__all__ = ["secrets", "way"]

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not sandbox.KEEPER, reason="programs are closed off on Linux only"),
]
# --- what a program still has -----------------------------------------------------------------------------------------


@walled
def test_paths_mean_the_same_inside(way: Way, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path, a module and a file beside the program, a link to it, and a file that an option names."""
    (tmp_path / "players").mkdir()
    (tmp_path / "books").mkdir()
    (tmp_path / "players" / "helper.py").write_text("WORD = 'helped'")
    (tmp_path / "books" / "openings.txt").write_text("e4")
    say = "send(found=[helper.WORD, open(sys.argv[1].partition('=')[2]).read(), os.getcwd()])"
    (tmp_path / "players" / "mine.py").write_text(f"{PRELUDE}\nimport helper\n{say}")
    (tmp_path / "link.py").symlink_to("players/mine.py")
    monkeypatch.chdir(tmp_path)
    for name in ("players/mine.py", "link.py"):
        command = [sys.executable, name, "--book=books/openings.txt"]
        assert dialogue(command) == {"found": ["helped", "e4", str(tmp_path)]}


@walled
def test_virtual_environments_and_scripts_start(way: Way, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", symlinks=True)
    say = f"{PRELUDE}\nsend(found=sys.prefix)"
    (tmp_path / "players").mkdir()
    script = tmp_path / "players" / "mine.py"
    script.write_text(f"#!{tmp_path}/env/bin/python3\n{say}")
    script.chmod(0o755)
    assert dialogue([f"{tmp_path}/env/bin/python", str(script)]) == {"found": f"{tmp_path}/env"}
    assert dialogue([str(script)]) == {"found": f"{tmp_path}/env"}


@walled
def test_shims_are_seen_through(way: Way, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shim needs its manager's files and variables, of which a program sees nothing."""
    (tmp_path / "shims").mkdir()
    (tmp_path / "bin").mkdir()
    (tmp_path / "players").mkdir()
    for path, script in {"shims/wizard": 'exec pyenv exec wizard "$@"', "bin/pyenv": f"echo {sys.executable}"}.items():
        (tmp_path / path).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / path).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/shims:{tmp_path}/bin:{os.environ['PATH']}")
    mine = tmp_path / "players" / "mine.py"
    mine.write_text(f"#!/usr/bin/env wizard\n{PRELUDE}\nsend(found=sys.prefix)")
    mine.chmod(0o755)
    assert dialogue(["wizard", str(mine)]) == {"found": sys.prefix}


def test_a_program_in_the_home_folder_shows_nothing_else_of_it(secrets: list[Path]) -> None:
    home = secrets[1].parent
    (home / "mine.py").touch()
    (home / ".local" / "bin").mkdir(parents=True)
    (home / ".local" / "bin" / "wizard").touch()
    shown = visible.visible_to([str(home / ".local" / "bin" / "wizard"), str(home / "mine.py")], Path.cwd(), None)
    own = {path for path in shown.places if path.startswith(str(home))}
    assert own == {str(home / "mine.py"), str(home / ".local" / "bin")}


def test_a_server_that_lives_in_a_system_folder_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = visible.visible_to(["/usr/bin/env", "/usr/share/doc"], Path("/usr/share"), None)
    assert ("hide", "/usr/share", "") in shown.in_order()
    assert not shown.contains(Path("/usr/share/man"))
    assert shown.contains(Path("/usr/share/doc/nothing"))


@walled
def test_a_program_that_misses_a_file_is_told_the_remedy(way: Way, tmp_path: Path, secrets: list[Path]) -> None:
    game = Taking()
    player = make(f"program:{write_program(tmp_path, f'open({str(secrets[0])!r}); greet()')}", game)
    player.begin(game, 0, 1)
    with pytest.raises(PlayerError, match=r"(?s)No such file.*programs are closed off.* sandbox=none"):
        player.choose(game.start(1).view(0), Clock())


# --- what is said -----------------------------------------------------------------------------------------------------


@pytest.fixture
def unsaid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDARIUM_SANDBOX_SAID", raising=False)
    monkeypatch.setattr(sandbox, "offered", lambda: "plain")


@pytest.mark.usefixtures("unsaid")
def test_what_is_not_enforced_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        make(f"program:{write_program(tmp_path, 'greet(); play_on()')}", Taking())
    make("program[sandbox=none]:ls", Taking())
    assert [record.message for record in caplog.records] == [sandbox.gaps("plain")]
    assert "install bubblewrap" in caplog.text


@pytest.mark.usefixtures("unsaid")
def test_strict_programs_do_not_start_without_walls() -> None:
    with pytest.raises(PlayerError, match="sandbox=strict: neither bubblewrap nor namespaces work here"):
        make("program[sandbox=strict]:ls", Taking())


def test_options_of_the_sandbox_are_checked(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="sandbox=some: expected auto, strict, none"):
        make("program[sandbox=some]:ls", Taking())
    with pytest.raises(BadParameter, match=r"folder=/no/such: no such folder; make it first"):
        make("program[folder=/no/such]:ls", Taking())


def test_where_there_is_no_keeper_the_environment_is_kept_back_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on macOS."""
    monkeypatch.setattr(sandbox, "KEEPER", False)
    monkeypatch.setattr(sandbox, "offered", lambda: "none")
    monkeypatch.setenv("DATABASE_URL", "somewhere")
    assert set(ask(tmp_path, "tell(dict(os.environ))")) <= {"PATH", "LANG", "LC_ALL", "LC_CTYPE", "HOME"}
    assert "DATABASE_URL" in ask(tmp_path, "tell(dict(os.environ))", closed=False)
    assert "memory not limited" in sandbox.gaps("none")


def test_a_program_without_a_sandbox_has_what_we_have(
    tmp_path: Path, secrets: list[Path], monkeypatch: pytest.MonkeyPatch, lifeline: Lifeline
) -> None:
    monkeypatch.setenv("DATABASE_URL", "somewhere")
    body = f"""
{lifeline.grip}
{DETACHING["daemon"]}
tell([os.environ["DATABASE_URL"], open("secret.txt").read(), attempt(open("beside", "w").write, "x")])
"""
    assert ask(tmp_path, body, closed=False) == ["somewhere", "the key to everything", "1"]
    assert lifeline.holders() == 1, "limits hold all the same"
