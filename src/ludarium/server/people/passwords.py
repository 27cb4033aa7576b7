"""Passwords: what may be one, and how they are kept; and codes that replace a lost one."""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ludarium.engine.errors import LudariumError
from ludarium.server.people.guessing import bits
from ludarium.server.people.refusals import NotAllowed

SHORTEST, LONGEST = 8, 200
LEAST = 20.0
"""Bits that a password is worth at least: a million tries."""

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""Argon2id with what OWASP recommends at least (19 MiB, two passes, one thread): some 25 ms on one core."""

_WAITING, _WAITING_HERE = 128, 40
"""Passwords that wait to be hashed at most: of everybody, and from one address (a school class may be behind it)."""

Answer = TypeVar("Answer")


def normalized(password: str) -> str:
    """A password as it is hashed: typed on another keyboard, the same characters may come in another form."""
    return unicodedata.normalize("NFKC", password)


def check_new_password(password: str, name: str) -> str:
    """A password as it is hashed; an error says why it will not do for an account of this name."""
    kept = normalized(password)
    if not SHORTEST <= len(kept) <= LONGEST:
        raise LudariumError(f"A password has {SHORTEST} to {LONGEST} characters.")
    if bits(kept, ["ludarium", "password", name, *name.split()]) < LEAST:
        raise LudariumError(
            "This password is among the first that somebody would try: take a longer one, such as some words that do "
            "not belong together."
        )
    return kept


class Hashing:
    """Hashes passwords in a thread of its own, one after the other; addresses take turns.

    Whatever else the server does goes on meanwhile: the thread gives way to the others, and who sends more than can be
    done is refused.
    """

    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        self._hasher = hasher
        self._pool = ThreadPoolExecutor(1, "ludarium-passwords", initializer=_give_way)
        self._turn = asyncio.Semaphore(1)
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """By address: who has it stands in the line for `_turn`, so that there is one from each."""
        self._waiting: Counter[str] = Counter()
        # Verified when nobody has the name, so that the time taken does not tell whether somebody does.
        self._decoy = hasher.hash(secrets.token_hex(8))

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def hash(self, address: str, password: str) -> str:
        """What is kept of a password that was checked."""
        return await self._do(address, lambda: self._hasher.hash(password))

    async def verify(self, address: str, hashed: str | None, password: str) -> tuple[bool, str | None]:
        """Whether a password is the one of a hash (None: nobody's, which takes as long), and a new hash of it if it
        should be kept in another way than it is."""
        return await self._do(address, lambda: self._verified(hashed or self._decoy, password, real=hashed is not None))

    def _verified(self, hashed: str, password: str, *, real: bool) -> tuple[bool, str | None]:
        kept = normalized(password)
        for tried in dict.fromkeys((kept, password)):  # passwords were once hashed as they came
            try:
                self._hasher.verify(hashed, tried)
            except (VerificationError, InvalidHashError):
                continue
            if not real:
                return False, None
            renew = tried != kept or self._hasher.check_needs_rehash(hashed)
            return True, self._hasher.hash(kept) if renew else None
        return False, None

    async def _do(self, address: str, job: Callable[[], Answer]) -> Answer:
        if self._waiting.total() >= _WAITING or self._waiting[address] >= _WAITING_HERE:
            raise NotAllowed("Many people register or log in just now: try again in a moment.", 503, wait=5)
        self._waiting[address] += 1
        try:
            async with self._turns[address], self._turn:
                return await asyncio.get_running_loop().run_in_executor(self._pool, job)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
                self._turns.pop(address, None)


def _give_way() -> None:
    if sys.platform == "linux":  # where a thread has a priority of its own
        os.setpriority(os.PRIO_PROCESS, 0, 10)


# --- recovery codes ---------------------------------------------------------------------------------------------------

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no letter that is mistaken for another or for a digit."""
_GROUPS, _GROUP = 5, 5
_MISREAD = str.maketrans("OIL", "011", "- \t")


def new_code() -> str:
    """A code of 125 random bits, in groups that people can write down."""
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))


def digest_of_code(account: int, code: str) -> str:
    """What is kept of a code. It cannot be guessed, so a plain digest is enough; reading mistakes do not matter."""
    plain = unicodedata.normalize("NFKC", code).upper().translate(_MISREAD)
    return hashlib.sha256(f"{account} {plain}".encode(errors="replace")).hexdigest()
