"""Passwords: which are refused, how they are hashed beside everything else, and how often they may be tried."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest
from argon2 import PasswordHasher
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from ludarium.engine.errors import LudariumError
from ludarium.server.people import throttle
from ludarium.server.people.passwords import (
    HASHER,
    Hashing,
    check_new_password,
    digest_of_code,
    new_code,
    normalized,
)
from ludarium.server.people.refusals import NotAllowed
from ludarium.server.people.throttle import Throttle

pytestmark = pytest.mark.compiled  # no kernels: once is enough

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.mark.parametrize(
    "password",
    [
        *(
            "password",
            "P@ssw0rd",
            "Password2024!",
            "passwordpassword",
            "12345678",
            "87654321",
            "11111111",
            "aaaaaaaaaaaa",
        ),
        *("abcabcabc", "qwertyuiop", "poiuytrewq", "1qaz2wsx", "qwertz123", "iloveyou", "Sunshine99", "dragonmonkey"),
        *("trustno1", "19870512", "05121987", "Ludarium1", "ludarium2026", "Lovelace", "lovelace123", "ecalevol!"),
        *("AdaLovelace", "ada12345", "x" * 200),
    ],
)
def test_what_is_tried_first_is_refused(password: str) -> None:
    with pytest.raises(LudariumError, match="among the first"):
        check_new_password(password, "Ada Lovelace")


def test_every_listed_password_is_refused() -> None:
    listed = [word for word in FREQUENCY_LISTS["passwords"] if len(word) >= 8]
    assert len(listed) > 10_000
    for word in listed[::50]:
        for variant in (word, word.capitalize(), f"{word}1"):
            with pytest.raises(LudariumError, match="among the first"):
                check_new_password(variant, "Ada")


@pytest.mark.parametrize(
    "password",
    [
        "long enough",
        "a long secret",
        "gx7#kQ2p",
        "correct horse battery staple",
        "пароль и слово",
        "七転び八起きの人生だよ",
        "  blank  s  ",
    ],
)
def test_others_are_taken_without_rules_for_their_characters(password: str) -> None:
    assert check_new_password(password, "Ada") == normalized(password)


@pytest.mark.parametrize("password", ["", "short", "x7#kQ2p", "gx7#kQ2p" * 26])
def test_the_length_counts(password: str) -> None:
    with pytest.raises(LudariumError, match="8 to 200"):
        check_new_password(password, "Ada")


def test_the_same_password_in_another_form_is_the_same() -> None:
    async def run() -> None:
        hashing = Hashing(QUICK)
        hashed = await hashing.hash("here", normalized("ｐｅｔｉｔ ca\u0301fe"))
        assert await hashing.verify("here", hashed, "petit c\u00e1fe") == (True, None)
        assert await hashing.verify("here", hashed, "petit cafe") == (False, None)
        # Once they were hashed as they came: such a hash still holds, and is renewed.
        right, renewed = await hashing.verify("here", QUICK.hash("ca\u0301fe cafe"), "ca\u0301fe cafe")
        assert right
        assert renewed is not None
        assert await hashing.verify("here", renewed, "c\u00e1fe cafe") == (True, None)
        assert await hashing.verify("here", None, "anything") == (False, None)
        assert await hashing.verify("here", "damaged", "anything") == (False, None)
        hashing.close()

    asyncio.run(run())


def test_hashes_with_other_parameters_are_renewed() -> None:
    async def run() -> None:
        hashing = Hashing(QUICK)
        right, renewed = await hashing.verify("here", PasswordHasher(2, 16, 1).hash("long enough"), "long enough")
        assert right
        assert renewed is not None
        assert "m=8,t=1,p=1" in renewed
        hashing.close()

    asyncio.run(run())
    assert (HASHER.memory_cost, HASHER.time_cost, HASHER.parallelism) == (19 * 1024, 2, 1)


class _Slow(PasswordHasher):
    """Waits to be let through, and notes what it was asked."""

    def __init__(self) -> None:
        super().__init__(1, 8, 1)
        self.gate = threading.Semaphore(0)
        self.asked: list[str] = []

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        if password in ("first", "busy", "honest"):
            self.gate.acquire()
            self.asked.append(str(password))
        return "hash"


def test_addresses_take_turns_and_the_queue_is_bounded() -> None:
    async def run() -> list[str]:
        hasher = _Slow()
        hashing = Hashing(hasher)
        waiting: list[asyncio.Task[Any]] = [asyncio.create_task(hashing.hash("there", "first"))]
        waiting += [asyncio.create_task(hashing.hash("there", "busy")) for _ in range(39)]
        await asyncio.sleep(0)
        with pytest.raises(NotAllowed) as refused:
            await hashing.hash("there", "busy")
        assert refused.value.status == 503
        honest = asyncio.create_task(hashing.hash("here", "honest"))
        await asyncio.sleep(0)
        for _ in range(4):
            hasher.gate.release()
        await asyncio.wait_for(honest, 60)
        for _ in range(40):
            hasher.gate.release()
        await asyncio.gather(*waiting)
        assert await hashing.hash("there", "free again") == "hash"
        hashing.close()
        return hasher.asked

    asked = asyncio.run(run())
    assert "honest" in asked[:3], "one address must not keep another waiting"


def test_codes_are_long_and_forgive_misreading() -> None:
    code = new_code()
    assert len(code.replace("-", "")) * 5 >= 96
    assert len({new_code() for _ in range(100)}) == 100
    assert digest_of_code(7, code) == digest_of_code(
        7, code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    )
    assert digest_of_code(7, code) != digest_of_code(8, code)
    assert digest_of_code(7, code) != digest_of_code(7, new_code())


# --- throttling -------------------------------------------------------------------------------------------------------


class _Clock:
    """Monotonic time that a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1e6
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> _Clock:
    return _Clock(monkeypatch)


def _tried(guard: Throttle, name: str, address: str, times: int) -> int:
    """How many of so many tries in vain were let through."""
    through = 0
    for _ in range(times):
        try:
            guard.begin(name, address)
        except NotAllowed:
            continue
        through += 1
    return through


def test_one_address_has_few_tries_at_a_name_and_waits_longer_each_time(clock: _Clock) -> None:
    guard = Throttle(10)
    assert _tried(guard, "ada", "there", 100) == 5
    with pytest.raises(NotAllowed) as refused:
        guard.begin("ada", "there")
    assert refused.value.status == 429
    assert refused.value.wait >= 1
    through = 0
    for _ in range(24 * 60):  # a day, a try every minute
        clock.now += 60
        through += _tried(guard, "ada", "there", 1)
    assert through < 150


def test_nobody_can_lock_an_owner_out(clock: _Clock) -> None:
    guard = Throttle(10)
    for number in range(5000):
        _tried(guard, "ada", f"bot {number}", 5)
    # The owner from a new address, even after a mistake or two; and from the browser that is known.
    assert _tried(guard, "ada", "home", 2) == 2
    guard.succeeded(guard.begin("ada", "home"))
    assert _tried(guard, "ada", "home", 3) == 3
    assert guard.begin("ada", "bot 1", mark="known browser").mark == "known browser"


def test_right_tries_cost_nothing_so_that_a_class_can_log_in(clock: _Clock) -> None:
    guard = Throttle(10)
    for number in range(200):
        guard.succeeded(guard.begin(f"pupil {number}", "school"))
    assert _tried(guard, "ada", "school", 10) == 5


def test_a_known_browser_has_tries_of_its_own_but_not_endless_ones(clock: _Clock) -> None:
    guard = Throttle(10)
    _tried(guard, "ada", "school", 100)
    _tried(guard, "bea", "school", 100)
    for _ in range(10):
        assert guard.begin("ada", "school", mark="m").mark == "m"
    with pytest.raises(NotAllowed):
        guard.begin("ada", "school", mark="m")


def test_what_is_counted_is_bounded(clock: _Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "_KEPT", 100)
    guard = Throttle(10)
    for number in range(1000):
        guard.begin(f"name {number}", f"address {number}")
    assert len(guard._vain._vain) == 100
