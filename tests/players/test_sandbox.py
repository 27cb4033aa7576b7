"""What hostile programs get at: real ones, tried against every way of closing programs off that works on this machine.

A way that does not work here is skipped and says so. What the plain way cannot enforce is not asked of it.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.players.programs import PRELUDE, Lifeline, write_program
from tests.players.small_games import Taking

from ludarium.engine import BadParameter, Clock, PlayerError
from ludarium.players import make, sandbox, visible
from ludarium.players.keeper.start import denied_calls
from ludarium.players.process import LineProcess, ProgramEnded
from ludarium.players.sandbox import Way

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not sandbox.KEEPER, reason="programs are closed off on Linux only"),
]
walled = pytest.mark.parametrize("way", ["bubblewrap", "namespaces"], indirect=True)
kept = pytest.mark.parametrize("way", ["bubblewrap", "namespaces", "plain"], indirect=True)

_REASONS = {
    "bubblewrap": "bubblewrap is not installed or not allowed here: programs cannot be closed off by it",
    "namespaces": "namespaces are not allowed here: programs cannot be closed off by them",
    "plain": "the keeper of programs does not run here",
}


@pytest.fixture
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Way:
    chosen: Way = request.param
    if not sandbox.works(chosen):
        pytest.skip(_REASONS[chosen])
    monkeypatch.setattr(sandbox, "offered", lambda: chosen)
    return chosen


def ask(folder: Path, body: str, *, memory: int | None = None, **options: Any) -> Any:
    """The one line of JSON that a program writes. It tells what it got at as `tell(...)`."""
    return _dialogue(shlex.split(write_program(folder, f"{TELL}\n{body}")), memory, **options)


def _dialogue(command: list[str], memory: int | None = None, **options: Any) -> Any:
    running = LineProcess(command, memory=memory, **options)
    try:
        return json.loads(running.read(time.monotonic() + 60))
    except ProgramEnded:
        code = running.post_mortem()
        raise AssertionError(f"code {code}; {running.verdict}; {running.take_errors()}") from None
    finally:
        running.stop()


def verdict(folder: Path, body: str, *, memory: int | None = None) -> str:
    """What a program was killed for; an error when it was let be."""
    running = LineProcess(shlex.split(write_program(folder, f"{TELL}\n{body}")), memory=memory)
    try:
        line = running.read(time.monotonic() + 60)
        raise AssertionError(f"it was let be, and says {line!r}")
    except ProgramEnded:
        assert running.post_mortem() == -9, running.take_errors()
        return running.verdict
    finally:
        running.stop()


TELL = """
import mmap, signal, socket

def tell(value):
    print(json.dumps(value), flush=True)
    sys.stdin.read()

def attempt(action, *given):
    "What comes of it, or the error's name."
    try:
        return str(action(*given))
    except Exception as error:
        return type(error).__name__
"""
REFUSED = {"PermissionError", "FileNotFoundError", "ProcessLookupError", "OSError", "ConnectionRefusedError"}


# --- nobody stays behind ----------------------------------------------------------------------------------------------

DETACHING = {
    "session": """
child = os.fork()
if child == 0:
    os.setsid()
    time.sleep(600)
while os.getsid(child) != child:
    time.sleep(0.01)
""",
    "daemon": """
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    for stream in range(3):
        os.close(stream)
    time.sleep(600)
os.wait()
""",
    "stranger": """
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    os.closerange(0, 3)
    os.execve("/bin/sleep", ["sleep", "600"], {})
os.wait()
""",
    "stubborn": """
child = os.fork()
if child == 0:
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    os.setsid()
    time.sleep(600)
while os.getsid(child) != child:
    time.sleep(0.01)
""",
}


@kept
@pytest.mark.parametrize("manner", DETACHING)
def test_children_die_with_the_program_however_they_detach(
    manner: str, way: Way, tmp_path: Path, lifeline: Lifeline
) -> None:
    assert ask(tmp_path, f"{lifeline.grip}\n{DETACHING[manner]}\ntell('here')") == "here"
    assert lifeline.holders() == 1


@kept
def test_children_die_when_the_program_ends_by_itself(way: Way, tmp_path: Path, lifeline: Lifeline) -> None:
    command = shlex.split(write_program(tmp_path, f"{TELL}\n{lifeline.grip}\n{DETACHING['daemon']}\nsys.exit(5)"))
    running = LineProcess(command, memory=None)
    with pytest.raises(ProgramEnded):
        running.read(time.monotonic() + 60)
    assert lifeline.holders() == 1, "before anybody asks for the end"
    assert running.post_mortem() == 5


@kept
def test_everything_dies_with_us(way: Way, tmp_path: Path, lifeline: Lifeline) -> None:
    command = shlex.split(write_program(tmp_path, f"{TELL}\n{lifeline.grip}\n{DETACHING['daemon']}\ntell('here')"))
    ours = f"""
import os, signal, time
from ludarium.players import sandbox
from ludarium.players.process import LineProcess
sandbox.offered = lambda: {way!r}
LineProcess({command!r}, memory=None).read(time.monotonic() + 60)
os.kill(os.getpid(), signal.SIGKILL)
"""
    ended = subprocess.run([sys.executable, "-c", ours], check=False, timeout=60, env=dict(os.environ))
    assert ended.returncode == -signal.SIGKILL
    assert lifeline.holders() == 1


# --- the network ------------------------------------------------------------------------------------------------------


@kept
@pytest.mark.parametrize("kind", ["stream", "datagram"])
def test_no_packet_gets_out(kind: str, way: Way, tmp_path: Path) -> None:
    if way == "plain" and not denied_calls(sockets=False):
        pytest.skip("this processor's system calls are not known: without namespaces there is no keeping off")
    sort = socket.SOCK_STREAM if kind == "stream" else socket.SOCK_DGRAM
    with socket.socket(socket.AF_INET, sort) as ours:
        ours.bind(("127.0.0.1", 0))
        if kind == "stream":
            ours.listen()
        body = f"""
def reach():
    line = socket.socket(socket.AF_INET, {int(sort)})
    line.connect(("127.0.0.1", {ours.getsockname()[1]}))
    line.send(b"stolen goods")
tell(attempt(reach))
"""
        answer = ask(tmp_path, body)
        assert answer in REFUSED or (kind == "datagram" and answer == "None"), "its own loopback may take the packet"
        ours.settimeout(0.2)
        with pytest.raises(TimeoutError):
            ours.accept() if kind == "stream" else ours.recv(100)


@walled
def test_sockets_without_a_file_are_of_another_network(way: Way, tmp_path: Path) -> None:
    name = f"\0ludarium-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as ours:
        ours.bind(name)
        ours.listen()
        assert ask(tmp_path, f"tell(attempt(socket.socket(socket.AF_UNIX).connect, {name!r}))") in REFUSED


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def secrets(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Files of ours: in the folder we work in, in our home, beside the program's folder."""
    places = [tmp_path_factory.mktemp(name) for name in ("work", "home", "data")]
    for place in places:
        (place / "secret.txt").write_text("the key to everything")
    monkeypatch.chdir(places[0])
    monkeypatch.setenv("HOME", str(places[1]))
    visible.resolved.cache_clear()
    yield [place / "secret.txt" for place in places]
    visible.resolved.cache_clear()


@walled
def test_our_files_cannot_be_read_or_written(way: Way, tmp_path: Path, secrets: list[Path]) -> None:
    tries = [*map(str, secrets), "secret.txt", "../secret.txt"]
    body = f"""
reads = [attempt(lambda: open(path).read()) for path in {tries!r}]
listed = [attempt(os.listdir, os.path.dirname(path)) for path in {tries[:3]!r}]
writes = [attempt(lambda: open(path, "w").write("x")) for path in {tries!r}]
tell([reads, writes, listed])
"""
    reads, writes, listed = ask(tmp_path, body)
    assert set(reads) == {"FileNotFoundError"}
    assert set(writes) <= {*REFUSED, "1"}, "a scratch folder of its own may lie at the same path"
    assert "secret" not in str(listed)
    assert [path.read_text() for path in secrets] == ["the key to everything"] * 3


@walled
def test_the_programs_own_folder_is_read_only_and_the_systems_too(way: Way, tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("e4")
    body = """
targets = [HERE + "/new", HERE + "/book.txt", "/usr/new", "/new", "/dev/new"]
targets += [sys.prefix + "/new", sys.base_prefix + "/new"]
tell([open(HERE + "/book.txt").read(), [attempt(lambda: open(path, "w").write("x")) for path in targets]])
"""
    book, writes = ask(tmp_path, body)
    assert book == "e4"
    assert set(writes) <= REFUSED
    assert (tmp_path / "book.txt").read_text() == "e4"
    assert not Path(sys.prefix, "new").exists()


@walled
def test_a_folder_can_be_given_to_write_to(way: Way, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "kept").mkdir()
    body = f"open({str(tmp_path / 'kept' / 'log')!r}, 'w').write('x'); tell(attempt(open, HERE + '/log', 'w'))"
    assert ask(tmp_path / "own", body, writable=tmp_path / "kept") in REFUSED
    assert (tmp_path / "kept" / "log").read_text() == "x"


@walled
def test_scratch_files_are_the_programs_own_and_go_with_it(way: Way, tmp_path: Path) -> None:
    name = f"scratch-{os.getpid()}"
    places = [f"/tmp/{name}", f"/dev/shm/{name}"]
    assert ask(tmp_path, f"tell([open(path, 'w').write('x') for path in {places!r}])") == [1, 1]
    assert not any(map(os.path.exists, places))


@walled
def test_the_machines_settings_cannot_be_opened(way: Way, tmp_path: Path) -> None:
    settings = ["/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger"]
    answers = ask(tmp_path, f"tell([attempt(os.open, path, os.O_WRONLY) for path in {settings!r}])")
    assert set(answers) <= REFUSED


@walled
def test_rights_cannot_be_won_back_in_namespaces_within(way: Way, tmp_path: Path) -> None:
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare here to try it with")
    body = """
rights = [line for line in open("/proc/self/status") if line.startswith(("CapEff", "CapBnd", "NoNewPrivs"))]
within = subprocess.run(["unshare", "--user", "--map-root-user", "true"], capture_output=True)
tell([[line.split()[1].strip("0") for line in rights], within.returncode])
"""
    assert ask(tmp_path, body) == [["", "", "1"], 1]


# --- the environment and other processes ------------------------------------------------------------------------------


@kept
def test_our_environment_is_not_passed_on(way: Way, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://somebody:something@somewhere/lab")
    monkeypatch.setenv("LANG", "C.UTF-8")
    environment = ask(tmp_path, "tell(dict(os.environ))")
    assert set(environment) <= {"PATH", "LANG", "LC_ALL", "LC_CTYPE", "HOME", "PWD"}
    assert environment["HOME"] == "/tmp"
    around = "tell([attempt(lambda: open(f'/proc/{pid}/environ').read()) for pid in (1, os.getppid())])"
    assert "somebody" not in str(ask(tmp_path, around))


@walled
def test_other_processes_are_neither_seen_nor_reached(way: Way, tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "600"]) as victim:
        try:
            body = f"""
tell([
    [attempt(os.kill, pid, signal.SIGKILL) for pid in ({victim.pid}, {os.getpid()})],
    [attempt(os.listdir, f"/proc/{{pid}}") for pid in ({victim.pid}, {os.getpid()})],
    len([name for name in os.listdir("/proc") if name.isdigit()]),
])
"""
            kills, looks, seen = ask(tmp_path, body)
            assert kills == ["ProcessLookupError"] * 2
            assert looks == ["FileNotFoundError"] * 2
            assert seen == 2, "itself and the first process of its namespace"
            assert victim.poll() is None
        finally:
            victim.kill()


@walled
def test_the_process_that_keeps_the_namespace_cannot_be_used(way: Way, tmp_path: Path) -> None:
    body = """
def same():
    return os.path.samefile("/proc/1/root", "/")
tell([attempt(os.kill, 1, signal.SIGKILL), attempt(os.listdir, "/proc/1/fd"), attempt(same)])
"""
    killed, open_files, root = ask(tmp_path, body)
    assert killed in {"None", "PermissionError"}, "and it still lives, or nobody would have answered"
    assert open_files == "PermissionError" or len(json.loads(open_files.replace("'", '"'))) <= 6
    assert root in {"PermissionError", "True"}


# --- memory and processes ---------------------------------------------------------------------------------------------

HOARDS = {
    "mapping": """
hoard = mmap.mmap(-1, 500 << 20)
for _ in range(500):
    hoard.write(b"x" * (1 << 20))
""",
    "memory files": """
for _ in range(5):
    file = os.memfd_create("hoard")
    for _ in range(100):
        os.write(file, b"x" * (1 << 20))
""",
    "children": """
for _ in range(5):
    if os.fork() == 0:
        hoard = bytearray(b"x") * (100 << 20)
        time.sleep(600)
time.sleep(600)
""",
}


@kept
@pytest.mark.parametrize("manner", HOARDS)
def test_all_memory_counts_wherever_it_is(manner: str, way: Way, tmp_path: Path) -> None:
    found = verdict(tmp_path, f"{HOARDS[manner]}\ntime.sleep(2)\ntell('have it all')", memory=200)
    assert found == "used more than 200 MB of memory, shared memory and all its processes counted, and was killed"


@walled
def test_scratch_folders_hold_no_more_than_the_memory(way: Way, tmp_path: Path) -> None:
    body = """
def fill(path):
    written = 0
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                written += file.write(b"x" * (1 << 20))
        except OSError:
            return written >> 20
tell(fill("/dev/shm/hoard"))
"""
    assert ask(tmp_path, body, memory=200) == 100
    both = body.replace('tell(fill("/dev/shm/hoard"))', 'fill("/dev/shm/hoard"); fill("/tmp/hoard"); time.sleep(600)')
    assert "used more than 200 MB" in verdict(tmp_path, both + "\n", memory=200)


@kept
def test_what_processes_share_counts_once(way: Way, tmp_path: Path) -> None:
    body = """
hoard = bytearray(b"x") * (100 << 20)
shared = mmap.mmap(-1, 50 << 20)
shared.write(b"x" * (50 << 20))
for _ in range(4):
    if os.fork() == 0:
        sum(hoard[:: 4096]) + sum(shared[:: 4096])
        time.sleep(600)
time.sleep(1)
tell("all is well")
"""
    assert ask(tmp_path, body, memory=300) == "all is well"


@kept
def test_memory_that_stays_in_no_process_is_refused(way: Way, tmp_path: Path) -> None:
    if not denied_calls(sockets=True):
        pytest.skip("this processor's system calls are not known here: System V segments are not refused")
    body = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
tell([libc.shmget(0, 1 << 20, 0o1600), ctypes.get_errno()])
"""
    assert ask(tmp_path, body) == [-1, 1]


@kept
def test_a_fork_bomb_goes_out(way: Way, tmp_path: Path, lifeline: Lifeline, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred processes at most, should it not."""
    monkeypatch.setattr(sandbox, "PROCESSES", 50)
    body = f"""
{lifeline.grip}
for _ in range(200):
    try:
        if os.fork() == 0:
            os.setsid()
            time.sleep(600)
    except OSError:
        break
time.sleep(2)
tell(len([name for name in os.listdir("/proc") if name.isdigit()]))
"""
    running = LineProcess(shlex.split(write_program(tmp_path, f"{TELL}\n{body}")), memory=None)
    try:
        # Where the kernel counts, the bomb is refused; for the administrator it does not, and the keeper kills.
        assert int(running.read(time.monotonic() + 60)) <= 51
    except ProgramEnded:
        assert running.post_mortem() == -9
        assert running.verdict == "had more than 50 processes and threads and was killed"
    finally:
        running.stop()
    assert lifeline.holders() == 1


@kept
def test_files_have_a_longest_length_and_no_memory_is_dumped(way: Way, tmp_path: Path) -> None:
    body = "import resource; tell([resource.getrlimit(what) for what in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE)])"
    assert ask(tmp_path, body, memory=200) == [[200 << 20] * 2, [0, 0]]


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
        assert _dialogue(command) == {"found": ["helped", "e4", str(tmp_path)]}


@walled
def test_virtual_environments_and_scripts_start(way: Way, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", symlinks=True)
    say = f"{PRELUDE}\nsend(found=sys.prefix)"
    (tmp_path / "players").mkdir()
    script = tmp_path / "players" / "mine.py"
    script.write_text(f"#!{tmp_path}/env/bin/python3\n{say}")
    script.chmod(0o755)
    assert _dialogue([f"{tmp_path}/env/bin/python", str(script)]) == {"found": f"{tmp_path}/env"}
    assert _dialogue([str(script)]) == {"found": f"{tmp_path}/env"}


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
    assert _dialogue(["wizard", str(mine)]) == {"found": sys.prefix}


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
