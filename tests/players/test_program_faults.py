"""What a program can do wrong as a player: it costs the decision, is shown in its own words, and the match goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.players.programs import PATIENT, Lifeline, decisions_of_program, faults, run
from tests.players.small_games import ROUNDS

from ludarium.players import process

limits_memory = pytest.mark.skipif(not process.MEMORY_LIMITS, reason="this system cannot limit memory")


def test_a_crash_costs_the_decision_and_the_program_is_started_again(tmp_path: Path) -> None:
    body = """
greet()
answer(read())
view = read()
if first_start(HERE + "/crashed"):
    print("about to fail", file=sys.stderr)
    raise ZeroDivisionError("the sum of all fears")
answer(view)
play_on("some")
"""
    own = decisions_of_program(run(tmp_path, body))
    assert [bool(decision.fault) for decision in own] == [False, True, False, False, False, False]
    assert "the program ended with exit code 1; its error output ends:\nabout to fail\nTraceback" in own[1].fault
    assert own[1].fault.endswith("ZeroDivisionError: the sum of all fears")
    assert own[1].reason == ""
    # Turns are counted on: the second run answers turns 3 and 4 with what a first run says to turns 1 and 2.
    assert [decision.move for decision in own[2:]] == ["few", "few", "some", "some"]


def test_a_program_that_always_crashes_is_given_up_after_three_restarts(tmp_path: Path) -> None:
    found = faults(tmp_path, "open(HERE + '/starts', 'a').write('x'); greet(); read(); sys.exit(7)")
    assert (tmp_path / "starts").read_text() == "xxxx"
    assert ["ended with exit code 7" in fault for fault in found] == [True] * ROUNDS
    assert ["given up after 3 restarts; at last it ended with exit code 7" in fault for fault in found] == [
        *[False] * 4,
        *[True] * (ROUNDS - 4),
    ]


def test_a_crash_at_the_start_costs_the_first_decision(tmp_path: Path) -> None:
    body = """
if first_start(HERE + "/crashed"):
    sys.exit("no licence found")
greet()
play_on()
"""
    found = faults(tmp_path, body)
    assert found[0].endswith("the program ended with exit code 1; its error output ends:\nno licence found")
    assert found[1:] == [""] * (ROUNDS - 1)


def test_what_a_program_says_can_be_shown_and_kept(tmp_path: Path) -> None:
    """Neither a terminal's commands nor halves of pairs, which no database takes, come out of a program."""
    body = """
read()
print('{"type": "ready", "name": "two\\\\nlines \\\\ud800"}', flush=True)
turn, said = read()["turn"], '{"type": "move", "turn": %d, "move": '
print(said % turn + '"few", "reason": "red \\\\u001b[31m \\\\u0000 \\\\udfff é"}', flush=True)
print(said % read()["turn"] + '"\\\\u009b \\\\udc00"}', flush=True)
read()
print("\\x1b[2J stop", file=sys.stderr)
"""
    own = decisions_of_program(run(tmp_path, body))
    assert own[0].reason == "red \ufffd[31m \ufffd \ufffd é"
    assert "two lines \ufffd answered with a wrong move: '\ufffd \ufffd'" in own[1].fault
    assert own[2].fault.endswith("its error output ends:\n\ufffd[2J stop")


def test_a_signal_is_named(tmp_path: Path) -> None:
    found = faults(tmp_path, "greet(); read(); os.kill(os.getpid(), 15)")
    assert "the program was ended by signal 15 (Terminated)" in found[0]


def test_silence_costs_the_decision_and_the_program_is_started_again(tmp_path: Path, lifeline: Lifeline) -> None:
    body = f"""
{lifeline.grip}
greet()
view = read()
if first_start(HERE + "/slept"):
    print("thinking hard", file=sys.stderr, flush=True)
    time.sleep(600)
answer(view)
play_on()
"""
    # The limit holds for every decision here: long enough for any machine to answer, short enough to wait for once.
    found = faults(tmp_path, body, options="seconds=5,start=60")
    assert found[0].endswith(
        "the program sent no 'move' within 5 s (does it flush its output?); its error output ends:\nthinking hard"
    )
    assert found[1:] == [""] * (ROUNDS - 1)
    assert lifeline.holders() == 2


def test_silence_at_the_start_costs_the_first_decision(tmp_path: Path) -> None:
    body = """
if first_start(HERE + "/slept"):
    time.sleep(600)
greet()
play_on()
"""
    found = faults(tmp_path, body, options="seconds=60,start=5")
    assert "the program sent no 'ready' within 5 s" in found[0]
    assert found[1:] == [""] * (ROUNDS - 1)


WRONG_ANSWERS = {
    "garbage": ("print('I take few', flush=True)", "wrote \"I take few\", expected a line of JSON of type 'move'"),
    "unfinished": ("print('{', flush=True)", 'wrote "{", expected a line of JSON'),
    "nested": ("print('[' * 100_000, flush=True)", "expected a line of JSON"),
    "not-text": (
        "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()",
        'wrote "\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}", expected a line of JSON',
    ),
    "no-object": ("print('[1]', flush=True)", "wrote [1], expected an object of type 'move'"),
    "wrong-type": ("send(type='ready')", "sent a message of type \"ready\", expected 'move'"),
    "no-type": ("send(turn=view['turn'], move='few')", "sent a message of type null, expected 'move'"),
    "no-turn": ("send(type='move', move='few')", "answered with turn null, expected the number"),
    "turn-true": ("send(type='move', turn=True, move='few')", "answered with turn true, expected the number"),
    "early": ("send(type='move', turn=view['turn'] + 1, move='few')", "answered turn 2, was asked for turn 1"),
    "no-move": ("send(type='move', turn=view['turn'])", "sent null as 'move', expected a text"),
    "number": ("send(type='move', turn=view['turn'], move=1)", "sent 1 as 'move', expected a text"),
    "odd-reason": (
        "send(type='move', turn=view['turn'], move='few', reason=[1])",
        "sent [1] as 'reason', expected a text",
    ),
    "malformed": (
        "answer(view, 'much')",
        "answered with a wrong move: 'much' is no move of taking; the legal moves are",
    ),
    "illegal": ("answer(view, 'all')", "answered with a wrong move: 'all' is not legal here; the legal moves are few"),
}


@pytest.mark.parametrize("kind", WRONG_ANSWERS)
def test_a_wrong_answer_costs_the_decision_and_the_program_runs_on(tmp_path: Path, kind: str) -> None:
    statement, complaint = WRONG_ANSWERS[kind]
    body = f"""
open(HERE + "/starts", "a").write("x")
greet()
view = read()
print("what a day", file=sys.stderr, flush=True)
{statement}
play_on()
"""
    found = faults(tmp_path, body)
    assert complaint in found[0]
    assert found[0].endswith("; its error output ends:\nwhat a day")
    assert found[1:] == [""] * (ROUNDS - 1)
    assert (tmp_path / "starts").read_text() == "x"


def test_a_banner_before_ready_costs_the_first_decision(tmp_path: Path) -> None:
    body = """
if first_start(HERE + "/greeted"):
    print("Welcome to my player!", flush=True)
greet()
play_on()
"""
    found = faults(tmp_path, body)
    assert "wrote \"Welcome to my player!\", expected a line of JSON of type 'ready'" in found[0]
    assert found[1:] == [""] * (ROUNDS - 1)


def test_a_name_that_is_no_text_is_no_greeting(tmp_path: Path) -> None:
    assert "sent 5 as 'name', expected a text" in faults(tmp_path, "read(); send(type='ready', name=5); play_on()")[0]


def test_the_announced_name_stands_in_faults(tmp_path: Path) -> None:
    found = faults(tmp_path, "read(); send(type='ready', name='Deep Thought'); answer(read(), 'all'); play_on()")
    assert "Deep Thought answered with a wrong move" in found[0]


def test_late_answers_to_earlier_turns_are_passed_over(tmp_path: Path) -> None:
    """The right answer that follows a wrong one belongs to a decision that is over; it must not become the next."""
    body = """
greet()
first = read()
answer(first, "all")
answer(first, "many")
answer(first, "many")
play_on("some")
"""
    own = decisions_of_program(run(tmp_path, body))
    assert "is not legal here" in own[0].fault
    assert [(decision.move, decision.fault) for decision in own[1:]] == [("some", "")] * (ROUNDS - 1)


def test_a_line_without_end_is_cut_off(tmp_path: Path, lifeline: Lifeline) -> None:
    body = f"""
{lifeline.grip}
greet()
view = read()
if first_start(HERE + "/flooded"):
    while True:
        sys.stdout.write("x" * 100_000)
answer(view)
play_on()
"""
    found = faults(tmp_path, body)
    assert "wrote a line of more than 1000000 bytes" in found[0]
    assert found[1:] == [""] * (ROUNDS - 1)
    assert lifeline.holders() == 2


def test_a_flood_of_late_answers_ends_with_the_time_limit(tmp_path: Path) -> None:
    body = """
greet()
view = read()
if first_start(HERE + "/flooded"):
    while True:
        send(type="move", turn=0, move="few")
answer(view)
play_on()
"""
    found = faults(tmp_path, body, options="seconds=5,start=60")
    assert "sent no 'move' within 5 s" in found[0]
    assert found[1:] == [""] * (ROUNDS - 1)


def test_of_much_error_output_the_end_is_kept(tmp_path: Path) -> None:
    """More than any pipe holds: it must be taken while waiting, or the program would never come to its answer."""
    body = """
greet()
view = read()
sys.stderr.write("è" * 1_000_000 + "the end")
sys.stderr.flush()
answer(view, "all")
play_on()
"""
    found = faults(tmp_path, body)
    tail = found[0].partition("its error output ends:\n")[2]
    assert tail == "è" * 1993 + "the end"
    assert found[1:] == [""] * (ROUNDS - 1)


def test_error_output_is_told_once(tmp_path: Path) -> None:
    body = """
greet()
for complaint in ("oh no", "not again"):
    view = read()
    print(complaint, file=sys.stderr, flush=True)
    answer(view, "all")
play_on()
"""
    found = faults(tmp_path, body)
    assert [fault.partition("its error output ends:\n")[2] for fault in found[:2]] == ["oh no", "not again"]


@limits_memory
def test_a_memory_hog_is_refused_the_memory_and_its_error_is_shown(tmp_path: Path) -> None:
    body = """
greet()
view = read()
if first_start(HERE + "/hogged"):
    hoard = bytearray(150 << 20)
answer(view)
play_on()
"""
    found = faults(tmp_path, body, options=f"{PATIENT},memory=100")
    assert "ended with exit code 1" in found[0]
    assert found[0].endswith("MemoryError")
    assert found[1:] == [""] * (ROUNDS - 1)
    (tmp_path / "hogged").unlink()
    assert faults(tmp_path, body, options=f"{PATIENT},memory=400") == [""] * ROUNDS


@limits_memory
def test_the_memory_limit_holds_for_the_programs_children(tmp_path: Path) -> None:
    body = """
greet()
read()
hog = subprocess.run([sys.executable, "-I", "-c", "x = bytearray(150 << 20)"], stdout=sys.stderr)
sys.exit(hog.returncode)
"""
    assert faults(tmp_path, body, options=f"{PATIENT},memory=100")[0].endswith("MemoryError")
