"""A program of somebody else's, run in a process of its own: lines in, lines out, and limits on all it can do to us.

One thread does everything: reading, writing and error output share one loop with a deadline, so that a program that
floods, stalls or never reads can block nobody. On Linux a `keeper` stands between us and the program, which closes it
off and ends all its processes with it; elsewhere it leads a process group of its own, killed as a whole.
"""

from __future__ import annotations

import errno
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, cast

from ludarium.engine.errors import PlayerError
from ludarium.players import sandbox

LINE_LIMIT = 1_000_000
"""The longest line, in bytes, that a program may write."""
ERROR_TAIL = 2_000
"""So many characters of the program's error output are kept: the last ones."""
LAST_WORDS_SECONDS = 0.5
"""How long a program that has closed its output may still write to its error output."""

_CHUNK = 65_536

SUPPORTED = os.name == "posix"
"""Whether programs can be run at all: waiting for several pipes at once and process groups are needed."""
MEMORY_LIMITS = sys.platform.startswith("linux")
"""Whether memory can be limited: macOS takes such limits and ignores them, Windows has none."""

_KILL_SECONDS = 30.0
"""How long a keeper may take to kill a program's processes before it is killed itself."""


class ProgramEnded(Exception):
    """The program has closed its output, usually by ending."""


class ProgramSilent(Exception):
    """No whole line came before the deadline."""


class ProgramFlood(Exception):
    """A line is longer than `LINE_LIMIT`."""


def read_command(text: str) -> list[str]:
    """A command line as words, its program found; an error says what is wrong with it."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise PlayerError(f"the command '{text}' cannot be read: {error}") from error
    if not words:
        raise PlayerError("the command is empty: write program:COMMAND, for example program:python3 mine.py")
    words[0] = str(Path(words[0]).expanduser()) if words[0].startswith("~") else words[0]
    if shutil.which(words[0]):
        return words
    if Path(words[0]).is_dir():
        raise PlayerError(f"cannot start '{words[0]}': it is a folder, not a program")
    if Path(words[0]).is_file():
        raise PlayerError(
            f"cannot start '{words[0]}': the file is not executable; "
            f"use chmod +x, or name what runs it (program:python3 {words[0]})"
        )
    raise PlayerError(f"no program '{words[0]}': give its path, or the name of one on the PATH")


class LineProcess:
    """A running program that is written lines to and read lines from. `stop` it, whatever happened."""

    def __init__(
        self, command: Sequence[str], *, memory: int | None, closed: bool = True, writable: Path | None = None
    ) -> None:
        """Start the command with at most `memory` MB for all its processes together; None for no limit.

        It is `closed` off as well as this machine can, but for one folder that it may write to.
        """
        if shutil.which(command[0]) is None:
            raise PlayerError(f"cannot start '{command[0]}': {os.strerror(errno.ENOENT)}")
        self._leash: IO[bytes] | None = None
        self._report: IO[bytes] | None = None
        try:
            told = sandbox.spec(command, memory=memory, closed=closed, writable=writable)
            if sandbox.KEEPER:
                self._process, self._leash, self._report = _start_keeper(sandbox.packed(told))
            else:
                self._process = _start(told["command"], environment=told["environment"])
        except OSError as error:
            raise PlayerError(f"cannot start '{command[0]}': {error.strerror or error}") from error
        self._verdict = ""
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._stdin, self._stdout, self._stderr = cast(tuple[IO[bytes], IO[bytes], IO[bytes]], pipes)
        # Also when nobody calls `stop`: a player that is dropped, or the interpreter ending.
        self._finalizer = weakref.finalize(self, _kill, self._process, self._leash, os.getpid())
        self._selector = selectors.DefaultSelector()
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream.fileno(), False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._unsent = b""
        self._received = bytearray()
        self._searched = 0
        """So many received bytes are known to contain no line end."""
        self._errors = bytearray()

    # --- lines --------------------------------------------------------------------------------------------------------

    def send(self, line: str) -> None:
        """Queue a line; it goes out while reading, as the program takes it."""
        if self._stdin.closed:
            return
        if not self._unsent:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._unsent += line.encode() + b"\n"

    def read(self, deadline: float) -> bytes:
        """The next line, without its end. The deadline is a time of `time.monotonic`."""
        while True:
            # Asked first, or a flood of lines that nobody wants could go on for ever.
            left = deadline - time.monotonic()
            if left <= 0:
                raise ProgramSilent
            end = self._received.find(b"\n", self._searched)
            if end > LINE_LIMIT or (end < 0 and len(self._received) > LINE_LIMIT):
                raise ProgramFlood
            if end >= 0:
                line = bytes(self._received[:end])
                del self._received[: end + 1]
                self._searched = 0
                return line
            self._searched = len(self._received)
            if self._stdout.closed:
                raise ProgramEnded
            self._pump(left)

    def take_errors(self) -> str:
        """The end of what the program wrote to its error output since it was last asked for."""
        errors = self._errors.decode(errors="replace")[-ERROR_TAIL:].strip()
        self._errors.clear()
        return errors

    @property
    def verdict(self) -> str:
        """What the program was killed for by its keeper; known after its end, empty for any other end."""
        return self._verdict

    # --- the end ------------------------------------------------------------------------------------------------------

    def stop(self, grace: float = 0.0) -> int:
        """Close the program's input, give it time to end, then kill all its processes; returns the exit code.

        A negative code is the signal that ended the program. Does nothing the second time.
        """
        self._listen_until_closed(grace, close_input=True)
        return self._reap()

    def post_mortem(self) -> int:
        """The exit code of a program that has closed its output, with its last words ready for `take_errors`."""
        self._listen_until_closed(LAST_WORDS_SECONDS, close_input=False)
        return self._reap()

    def _listen_until_closed(self, seconds: float, *, close_input: bool) -> None:
        """Let the program write, keeping only its errors, until it has closed both outputs.

        Closed outputs tell that it has ended without reaping it: its process id stays taken, so that killing the group
        of that id, where there is no keeper, cannot hit anybody else.
        """
        deadline = time.monotonic() + seconds
        while not (self._stdout.closed and self._stderr.closed):
            if close_input and not self._unsent:
                self._close(self._stdin)
            left = deadline - time.monotonic()
            if left <= 0:
                break
            self._pump(left)
            self._received.clear()

    def _reap(self) -> int:
        self._finalizer()
        self._drain_errors()
        for stream in (self._stdin, self._stdout, self._stderr):
            self._close(stream)
        self._selector.close()
        if self._report is not None:
            with self._report:
                self._verdict = self._report.read(_CHUNK).decode(errors="replace")
            self._report = None
        return self._process.returncode

    def _drain_errors(self) -> None:
        """What is left in the pipe of error output, for a program that was killed in the middle of its work."""
        with suppress(BlockingIOError):
            while not self._stderr.closed and self._receive_errors():
                pass

    # --- one step of reading and writing ------------------------------------------------------------------------------

    def _pump(self, seconds: float) -> None:
        """Wait until something can be read or written, and do it once."""
        for key, _ in self._selector.select(seconds):
            with suppress(BlockingIOError):  # nothing there after all
                if key.fileobj is self._stdin:
                    self._write()
                elif key.fileobj is self._stdout:
                    self._receive_output()
                else:
                    self._receive_errors()

    def _write(self) -> None:
        try:
            sent = os.write(self._stdin.fileno(), self._unsent[:_CHUNK])
        except BrokenPipeError:
            # It no longer reads. Whether it still has something to say, its output tells.
            self._close(self._stdin)
            return
        self._unsent = self._unsent[sent:]
        if not self._unsent:
            self._selector.unregister(self._stdin)

    def _receive_output(self) -> None:
        chunk = os.read(self._stdout.fileno(), _CHUNK)
        self._received += chunk
        if not chunk:
            self._close(self._stdout)

    def _receive_errors(self) -> bool:
        chunk = os.read(self._stderr.fileno(), _CHUNK)
        self._errors += chunk
        # A character has at most four bytes.
        del self._errors[: -4 * ERROR_TAIL]
        if not chunk:
            self._close(self._stderr)
        return bool(chunk)

    def _close(self, stream: IO[bytes]) -> None:
        if stream is self._stdin:
            self._unsent = b""
        if not stream.closed:
            with suppress(KeyError):  # the input is registered only while something waits to be sent
                self._selector.unregister(stream)
            stream.close()


def _start_keeper(told: bytes) -> tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]]:
    """A keeper that has been told what to start, the leash that it ends with, and where it reports."""
    with ExitStack() as opened:
        reader, writer = os.pipe()
        held, leash = opened.enter_context(open(reader, "rb", 0)), opened.enter_context(open(writer, "wb", 0))
        reader, writer = os.pipe()
        report, said = opened.enter_context(open(reader, "rb", 0)), opened.enter_context(open(writer, "wb", 0))
        pipes = (held.fileno(), said.fileno())
        # Without an environment: what it starts could read it there.
        process = _start(sandbox.keeper_command(*pipes), environment={}, pipes=pipes)
        held.close()
        said.close()
        os.set_blocking(report.fileno(), False)  # it is read after the keeper's end, and only what is there
        with suppress(BrokenPipeError):  # the keeper's end tells
            leash.write(told)
        opened.pop_all()
    return process, leash, report


def _start(command: list[str], *, environment: dict[str, str], pipes: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
    """A process that leads a session, with pipes for its streams and others that it inherits."""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        pass_fds=pipes,
        env=environment,
    )


def _kill(process: subprocess.Popen[bytes], leash: IO[bytes] | None, owner: int) -> None:
    """Kill a program with all its processes, and wait for it so that no zombie stays."""
    if os.getpid() != owner:
        return  # a forked copy of us: the program belongs to the original
    if leash is not None:
        leash.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_KILL_SECONDS)
            return
    with suppress(ProcessLookupError, PermissionError):  # macOS refuses a group that has only ended processes
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
