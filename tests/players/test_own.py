"""Players from files: what goes wrong in one is said, costs it the decision, and stops no game."""

from __future__ import annotations

import signal
import threading
from pathlib import Path

import pytest
from tests.players.small_games import Taking

from ludarium.engine import BadParameter, LudariumError, Match, UnknownName
from ludarium.engine.record import Record
from ludarium.players import make

HEAD = """import sys
import time
from ludarium.engine import Move, Parameter, Player, Thought

class Mine(Player):
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return tmp_path / "mine.py"


def play(path: Path, body: str, text: str = "{path}:Mine") -> Record:
    path.write_text(HEAD + "".join(f"    {line}\n" for line in body.splitlines()), encoding="utf-8")
    game = Taking()
    return Match(game, [make(text.format(path=path), game), make("greedy", game)], seed=1).run()


def faults(record: Record) -> set[str]:
    """What the first seat did wrong, without its name."""
    assert record.result is not None
    return {decision.fault.partition(":Mine: ")[2] for decision in record.decisions if decision.fault}


def test_a_class_that_does_nothing_wrong_has_no_faults(mine: Path) -> None:
    record = play(mine, "def choose(self, view, clock):\n    return view.moves()[0]")
    assert faults(record) == set()


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("def choose(self, view, clock):\n    return 1 / 0", "ZeroDivisionError: division by zero (line 7)"),
        ("def choose(self, view, clock):\n    raise KeyError", "KeyError (line 7)"),
        ("def choose(self, view, clock):\n    return 'few'", "answered 'few', expected a Move"),
        ("def choose(self, view, clock):\n    return Move(99, 'all')", "answered all: not a legal move here"),
        ("def choose(self, view, clock):\n    sys.exit()", "tried to end the program (line 7)"),
        (
            "def begin(self, game, seat, seed):\n    self.no_such_thing",
            "AttributeError: 'Mine' object has no attribute ",
        ),
        (
            "def choose(self, view, clock):\n    self.thought = 'so'\n    return view.moves()[0]",
            "set self.thought to 'so': write Thought('a sentence')",
        ),
        ("pass", "NotImplementedError"),
    ],
)
def test_a_mistake_costs_every_decision_in_which_it_is_made(mine: Path, body: str, fault: str) -> None:
    record = play(mine, body)
    (told,) = faults(record)
    assert told.startswith(fault)
    assert all(bool(decision.fault) == (decision.seat == 0) for decision in record.decisions)


@pytest.mark.parametrize("endless", ["while True: pass", "time.sleep(1000)"])
def test_a_decision_without_an_end_is_broken_off(mine: Path, endless: str) -> None:
    body = f"def choose(self, view, clock):\n    try:\n        {endless}\n    except Exception: pass"
    record = play(mine, body, "{path}[seconds=0.05]:Mine")
    assert faults(record) == {"took longer than 0.05 s (line 8), and was broken off"}


def test_the_clock_shows_the_limit(mine: Path) -> None:
    body = "def choose(self, view, clock):\n    self.thought = Thought(f'{clock.seconds}')\n    return view.moves()[0]"
    for limits, shown in (("", "60.0"), ("[seconds=5]", "5.0"), ("[seconds=0]", "None")):
        record = play(mine, body, f"{{path}}{limits}:Mine")
        assert record.decisions[0].reason == shown


def test_an_alarm_that_was_set_before_stays_set(mine: Path) -> None:
    handler = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 500)
    try:
        play(mine, "def choose(self, view, clock):\n    return view.moves()[0]")
        assert signal.getsignal(signal.SIGALRM) == signal.SIG_IGN
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 500
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


def test_other_threads_play_without_the_limit(mine: Path) -> None:
    records: list[Record] = []
    body = "def choose(self, view, clock):\n    return view.moves()[0]"
    thread = threading.Thread(target=lambda: records.append(play(mine, body)))
    thread.start()
    thread.join()
    assert faults(records[0]) == set()


@pytest.mark.parametrize(("method", "arguments"), [("end", "self, result"), ("close", "self")])
def test_a_mistake_after_the_game_is_said_and_harmless(mine: Path, method: str, arguments: str) -> None:
    body = f"def choose(self, view, clock):\n    return view.moves()[0]\ndef {method}({arguments}):\n    1 / 0"
    with pytest.warns(UserWarning, match=rf"ZeroDivisionError: division by zero in {method} \(line 9\)"):
        record = play(mine, body)
    assert faults(record) == set()


def test_the_guard_keeps_what_the_class_declares(mine: Path) -> None:
    body = 'name = "mine"\nparameters = (Parameter("depth", 3, "plies", low=1, high=9),)'
    play(mine, body)
    player = make(f"{mine}[seconds=2]:Mine:depth=4", Taking())
    assert player.options == {"depth": 4}
    assert type(player) is type(make(f"{mine}[seconds=2]:Mine", Taking()))
    assert type(player).__name__ == "Mine"
    with pytest.raises(UnknownName, match="no parameter 'second'; did you mean 'seconds'"):
        make(f"{mine}[second=2]:Mine", Taking())
    with pytest.raises(BadParameter, match="seconds=-1"):
        make(f"{mine}[seconds=-1]:Mine", Taking())


def test_a_player_that_does_not_suit_the_game_is_refused_as_ever(mine: Path) -> None:
    with pytest.raises(LudariumError, match="it is too long"):
        play(mine, "@classmethod\ndef suits(cls, game):\n    return 'it is too long'")
