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
from pathlib import Path

import pytest
from tests.players.hostile import DETACHING, REFUSED, TELL, ask, kept, secrets, verdict, walled, way
from tests.players.programs import Lifeline, write_program

from ludarium.players import sandbox, visible
from ludarium.players.keeper.start import denied_calls
from ludarium.players.process import LineProcess, ProgramEnded
from ludarium.players.sandbox import Way

__all__ = ["secrets", "way"]

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not sandbox.KEEPER, reason="programs are closed off on Linux only"),
]
# --- nobody stays behind ----------------------------------------------------------------------------------------------


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
    places = [str(Path(folder, name)) for folder in visible.SCRATCH]
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
    both = body.replace(
        'tell(fill("/dev/shm/hoard"))', 'fill("/dev/shm/hoard"); fill("/tmp" + "/hoard"); time.sleep(600)'
    )
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
