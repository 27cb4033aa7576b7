"""Bringing a program up: limits, what it may not ask of the kernel, and bubblewrap around it where there is one."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys

TYPE_CHECKING = False  # typing itself takes as long to import as everything else
if TYPE_CHECKING:
    from typing import Any, NoReturn

    Spec = dict[str, Any]  # what `sandbox.spec` says

MACHINE = ("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs", "/proc/mtrr", "/proc/acpi")
"""Settings of the whole machine, which the kernel lets the administrator's programs write to, walled in or not."""

LIBC = ctypes.CDLL(None, use_errno=True)
PR_SET_PDEATHSIG = 1
_PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 22, 38

# What bubblewrap starts: its own processes keep their standard streams open, so that the program's come by other
# numbers, or nobody would notice when the program closes them. The number of processes can be limited only inside.
_INSIDE = 'exec <&7 >&8 2>&9 7<&- 8>&- 9>&-; ulimit -u "$1" 2>/dev/null || ulimit -p "$1" 2>/dev/null; shift; exec "$@"'


def start(spec: Spec) -> int:
    """Start the program the way that is asked for; the process that is our child then."""
    if spec["way"] == "bubblewrap":
        return _start_in_bubblewrap(spec)
    if spec["way"] == "namespaces":
        from ludarium.players.keeper.namespaces import start_in_namespaces

        return start_in_namespaces(spec)
    child = os.fork()
    if child == 0:
        become(spec, spec["command"])
    return child


def _start_in_bubblewrap(spec: Spec) -> int:
    child = os.fork()
    if child:
        return child
    for stream, number in ((0, 7), (1, 8), (2, 9)):
        os.dup2(stream, number)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    words = [spec["bubblewrap"], *_bubblewrap_options(spec)]
    if program := denied_calls(sockets=True):
        rules, rules_end = os.pipe()
        os.write(rules_end, program)
        os.close(rules_end)
        os.set_inheritable(rules, True)
        words += ["--seccomp", str(rules)]
    inside = ["/bin/sh", "-c", _INSIDE, "sh", str(spec["processes"]), *spec["command"]]
    become(spec, [*words, "--", *inside])


def _bubblewrap_options(spec: Spec) -> list[str]:
    words = ["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--disable-userns"]
    words += ["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev"]
    for part in filter(os.path.exists, MACHINE):
        words += ["--ro-bind", part, part]
    for place in spec["scratch"]:
        words += ["--size", str(spec["scratch_bytes"]), "--perms", "1777", "--tmpfs", place]
    for kind, path, target in spec["view"]:
        words += {
            "hide": ["--size", "1048576", "--tmpfs", path],
            "read": ["--ro-bind", path, path],
            "write": ["--bind", path, path],
            "link": ["--symlink", target, path],
        }[kind]
    for path in [path for kind, path, _ in spec["view"] if kind == "hide"] + ["/dev"]:
        words += ["--remount-ro", path]
    return [*words, "--dir", spec["cwd"], "--remount-ro", "/", "--chdir", spec["cwd"]]


def become(spec: Spec, command: list[str]) -> NoReturn:
    """Turn this process, just forked, into the program."""
    try:
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # this interpreter ignores them, and that would be inherited
            signal.signal(number, signal.SIG_DFL)
        limit(resource.RLIMIT_DATA, spec["memory"])
        limit(resource.RLIMIT_FSIZE, spec["file_size"])
        if spec["closed"] and spec["way"] != "bubblewrap":  # which does so itself
            LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            filter_calls(denied_calls(sockets=spec["way"] == "namespaces"))
        if spec["way"] == "plain":
            LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            os.chdir(spec["cwd"])
        os.execve(command[0], command, spec["environment"])
    except OSError as error:
        os.write(2, f"cannot start '{command[0]}': {error.strerror or error}\n".encode())
    finally:
        os._exit(127)


def limit(what: int, value: int | None) -> None:
    """A limit that holds from now on; a stricter one that stands already is kept."""
    if value is None:
        return
    hard = resource.getrlimit(what)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(what, (value, value))


_CALLS = {
    "x86_64": (0xC000003E, 41, 29, 248, 249, 250, 425),
    "aarch64": (0xC00000B7, 198, 194, 217, 218, 219, 425),
}
"""The processor's mark and the numbers of socket, then of those refused: shmget, add_key, request_key, keyctl,
io_uring_setup."""


def denied_calls(*, sockets: bool) -> bytes:
    """A filter of system calls: none that keep memory in no process (System V segments), none to the keys of whoever
    runs us, none that evade the filter.

    Where no namespace holds the network off, `sockets` are not to be had either, but for those of this machine's files.
    Empty on processors whose call numbers are not known here.
    """
    machine = os.uname().machine
    if machine not in _CALLS:
        return b""
    architecture, socket, *refused = _CALLS[machine]
    refuse, allow, end = 0x00050001, 0x7FFF0000, 0x80000000  # EPERM; yes; kill
    load, equal, at_least, answer = 0x20, 0x15, 0x35, 0x06
    code = [
        (load, 0, 0, 4),
        (equal, 1, 0, architecture),
        (answer, 0, 0, end),
        (load, 0, 0, 0),
        (at_least, 0, 1, 0x40000000),  # the calls of another convention on the same processor
        (answer, 0, 0, refuse),
    ]
    for call in refused:
        code += [(equal, 0, 1, call), (answer, 0, 0, refuse)]
    if not sockets:
        unix = 1
        code += [(equal, 0, 3, socket), (load, 0, 0, 16), (equal, 1, 0, unix), (answer, 0, 0, refuse)]
    code.append((answer, 0, 0, allow))
    pack = [
        word.to_bytes(2, sys.byteorder) + bytes([yes, no]) + k.to_bytes(4, sys.byteorder) for word, yes, no, k in code
    ]
    return b"".join(pack)


class _Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


def filter_calls(program: bytes) -> None:
    if program:
        LIBC.prctl(_PR_SET_SECCOMP, 2, ctypes.byref(_Filter(len(program) // 8, program)), 0, 0)
