"""Namespaces by hand, where the kernel allows them but there is no bubblewrap: the same walls, system call by call."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys

from ludarium.players.keeper.start import LIBC, MACHINE, PR_SET_PDEATHSIG, become, limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ludarium.players.keeper.start import Spec

_PR_SET_DUMPABLE, _PR_CAPBSET_DROP = 4, 24
_CLONE_NEWNS, _CLONE_NEWUTS, _CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
_CLONE_NEWUSER, _CLONE_NEWPID, _CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
_MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_BIND, _MS_REC, _MS_PRIVATE = 2, 4, 8, 0x1000, 0x4000, 0x40000
_SYS_MOUNT_SETATTR = 442
_AT_RECURSIVE, _ATTR_RDONLY, _ATTR_NOSUID, _ATTR_NODEV = 0x8000, 1, 2, 4
_AT_FDCWD, _MNT_DETACH = -100, 2


def start_in_namespaces(spec: Spec) -> int:
    """The first process of a process namespace of its own; it sets the walls up and starts the program inside."""
    user, group = os.getuid(), os.getgid()
    _check(LIBC.unshare(_CLONE_NEWUSER | _CLONE_NEWPID), "unshare")
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{user} {user} 1")
    _write("/proc/self/gid_map", f"{group} {group} 1")
    child = os.fork()
    if child:
        return child
    try:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        _check(LIBC.unshare(_CLONE_NEWNS | _CLONE_NEWNET | _CLONE_NEWIPC | _CLONE_NEWUTS), "unshare")
        _raise_loopback()
        _furnish(spec)
        program = os.fork()
        if program == 0:
            os.setsid()
            for capability in range(64):
                if LIBC.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
                    break
            limit(resource.RLIMIT_NPROC, spec["processes"])
            become(spec, spec["command"])
        LIBC.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        signal.set_wakeup_fd(-1)
        os.closerange(0, 1024)
        while True:
            pid, status = os.wait()
            if pid == program:
                code = os.waitstatus_to_exitcode(status)
                os._exit(code if code >= 0 else 128 - code)
    except OSError as error:
        os.write(2, f"cannot close the program off: {error}\n".encode())
    finally:
        os._exit(126)


def _furnish(spec: Spec) -> None:
    """A file system of the program's own: what it may see, read-only, and scratch folders in memory."""
    _mount("none", "/", None, _MS_REC | _MS_PRIVATE)
    base = "/tmp"  # there on every system
    _mount("tmpfs", base, "tmpfs", _MS_NOSUID | _MS_NODEV, "size=1m,mode=755")
    old = os.path.join(base, "old")
    os.mkdir(old)
    os.mkdir(os.path.join(base, "new"))
    _check(LIBC.pivot_root(os.fsencode(base), os.fsencode(old)), "pivot_root")
    os.chdir("/")
    _mount("tmpfs", "/new", "tmpfs", _MS_NOSUID | _MS_NODEV, "size=4m,mode=755")
    os.makedirs("/new/proc")
    _mount("proc", "/new/proc", "proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    # A namespace within would give the program rights again, and file systems in memory without limit.
    _write("/new/proc/sys/user/max_user_namespaces", "0")
    for part in MACHINE:
        if os.path.exists(f"/new{part}"):
            _mount(f"/new{part}", f"/new{part}", None, _MS_BIND | _MS_REC)
            _make_read_only(f"/new{part}")
    _furnish_devices()
    for place in spec["scratch"]:
        _mount_scratch(f"/new{place}", spec["scratch_bytes"])
    for kind, path, target in spec["view"]:
        if kind == "hide":
            _mount_scratch(f"/new{path}", 1 << 20)
        elif kind == "link":
            os.makedirs(os.path.dirname(f"/new{path}"), exist_ok=True)
            os.symlink(target, f"/new{path}")
        else:
            _bind(path)
            if kind == "read":
                _make_read_only(f"/new{path}", recursive=True)
    os.makedirs(f"/new{spec['cwd']}", exist_ok=True)
    for path in [path for kind, path, _ in spec["view"] if kind == "hide"] + ["/dev", ""]:
        _make_read_only(f"/new{path}")
    os.chdir("/new")
    _check(LIBC.pivot_root(b".", b"."), "pivot_root")
    _check(LIBC.umount2(b".", _MNT_DETACH), "umount")
    os.chdir(spec["cwd"])


def _furnish_devices() -> None:
    os.mkdir("/new/dev")
    _mount("tmpfs", "/new/dev", "tmpfs", _MS_NOSUID | _MS_NOEXEC, "size=1m,mode=755")
    for name in ("null", "zero", "full", "random", "urandom"):
        _bind(f"/dev/{name}")
    for name, target in (("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        os.symlink(f"/proc/self/{target}", f"/new/dev/{name}")


def _mount_scratch(path: str, size: int) -> None:
    os.makedirs(path, exist_ok=True)
    _mount("tmpfs", path, "tmpfs", _MS_NOSUID | _MS_NODEV, f"size={size},mode=1777")


def _bind(path: str) -> None:
    """Show a file or folder of the machine at the same place inside."""
    source, target = f"/old{path}", f"/new{path}"
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    elif not os.path.exists(target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
    _mount(source, target, None, _MS_BIND | _MS_REC)


def _mount(source: str, target: str, kind: str | None, flags: int, data: str = "") -> None:
    done = LIBC.mount(
        os.fsencode(source), os.fsencode(target), kind.encode() if kind else None, ctypes.c_ulong(flags), data.encode()
    )
    _check(done, f"mount {target}")


def _make_read_only(path: str, *, recursive: bool = False) -> None:
    attributes = (ctypes.c_uint64 * 4)(_ATTR_RDONLY | _ATTR_NOSUID | (_ATTR_NODEV if recursive else 0), 0, 0, 0)
    depth = _AT_RECURSIVE if recursive else 0
    done = LIBC.syscall(_SYS_MOUNT_SETATTR, _AT_FDCWD, os.fsencode(path), depth, attributes, ctypes.c_size_t(32))
    _check(done, f"mount_setattr {path}")


def _raise_loopback() -> None:
    """The program's processes may talk among themselves."""
    import fcntl
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        fcntl.ioctl(line, 0x8914, b"lo".ljust(16, b"\0") + (1).to_bytes(2, sys.byteorder) + bytes(22))  # SIOCSIFFLAGS


def _check(done: int, what: str) -> None:
    if done != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)
