"""Programs as players: the dialogue, the examples, and nothing left behind. All with real processes."""

from __future__ import annotations

import gc
import json
import os
import re
import shlex
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.players.programs import PATIENT, Lifeline, decisions_of_program, faults, label, run, write_program
from tests.players.small_games import ROUNDS, Greedy, Loner, Taking

from ludarium.engine import BadParameter, Clock, Game, LudariumError, Match, Player, PlayerError, UnknownName
from ludarium.games import load
from ludarium.players import make, process
from ludarium.players.process import LineProcess, ProgramEnded, ProgramSilent

EXAMPLES = Path(__file__).parents[2] / "examples" / "players"
PROTOCOL_PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


# --- the examples -----------------------------------------------------------------------------------------------------


def command_of_example(name: str) -> str:
    if name.endswith(".js") and not shutil.which("node"):
        pytest.skip("node is not installed: the JavaScript example is not tried")
    runner = "node" if name.endswith(".js") else shlex.quote(sys.executable)
    return f"{runner} {shlex.quote(str(EXAMPLES / name))}"


@pytest.mark.parametrize("name", ["plain.py", "plain.js"])
@pytest.mark.parametrize("game_name", ["tic-tac-toe", "kuhn-poker", "goofspiel", "blotto", "pig"])
def test_the_examples_play_every_kind_of_game(name: str, game_name: str) -> None:
    game = load(game_name)
    text = f"program[{PATIENT}]:{command_of_example(name)}"
    record = Match(game, [make(text if seat == 0 else "random", game) for seat in range(game.seats)], seed=7).run()
    own = decisions_of_program(record)
    assert own
    assert [decision.fault for decision in own] == [""] * len(own)
    assert all(re.fullmatch(r"one of \d+", decision.reason) for decision in own)
    assert record.players[0] == text


@pytest.mark.parametrize("name", ["plain.py", "plain.js"])
def test_the_examples_play_the_same_game_again_from_the_same_seed(name: str) -> None:
    def moves(seed: int) -> list[str]:
        game = Taking()
        players = [make(f"program[{PATIENT}]:{command_of_example(name)}", game) for _ in range(2)]
        return [decision.move for decision in Match(game, players, seed=seed, strict=True).run().decisions]

    first = moves(1)
    assert moves(1) == first
    assert moves(2) != first
    assert first[0::2] != first[1::2], "each seat has a seed of its own"


@pytest.mark.parametrize("name", ["searching.py", "searching.js"])
def test_a_program_that_searches_in_drawn_worlds_finds_what_wins(name: str) -> None:
    game = load("tic-tac-toe")
    player = make(f"program[{PATIENT}]:{command_of_example(name)} 60", game)
    player.begin(game, 0, 1)
    try:
        assert player.choose(game.read_position("xx1/oo1/3 x").view(0), Clock()).text == "c3"
    finally:
        player.close()
    assert player.thought is not None
    assert "of 60" in player.thought.reason


# --- the dialogue -----------------------------------------------------------------------------------------------------

LOGGING = """
with open(HERE + "/log", "a") as log:
    for line in sys.stdin:
        log.write(line)
        log.flush()
        message = json.loads(line)
        if message["type"] == "hello":
            send(type="ready", name="logger")
        elif message["type"] == "view":
            answer(message, (message["moves"] or message["proposals"])[0])
        elif message["type"] == "bye":
            break
"""


def dialogue(folder: Path, game: Game, *, seed: int = 3) -> list[dict[str, Any]]:
    """Everything a program in seat 1 was told in a game against random players."""
    text = label(folder, LOGGING)
    Match(game, [make(text if seat == 0 else "random", game) for seat in range(game.seats)], seed=seed).run()
    return [json.loads(line) for line in (folder / "log").read_text().splitlines()]


def test_a_program_is_told_the_game_its_views_the_result_and_the_end(tmp_path: Path) -> None:
    game = Taking()
    hello, *views, result, bye = dialogue(tmp_path, game)
    assert isinstance(hello.pop("seed"), int)
    assert hello == {"type": "hello", "protocol": 1, "game": "taking", "settings": {}, "seats": 2, "seat": 0}
    start = game.start(3).view(0)
    assert views[0] == {
        "type": "view",
        "turn": 1,
        "seat": 0,
        "text": "-",
        "fields": start.fields(),
        "drawing": start.draw(),
        "moves": ["few", "some", "many"],
        "seconds": 60.0,
    }
    assert [view["turn"] for view in views] == list(range(1, ROUNDS + 1))
    assert result["type"] == "result"
    assert result["points"][0] == ROUNDS
    assert result["ranks"] == [2, 1]
    assert bye == {"type": "bye"}


def test_a_program_sees_only_its_view(tmp_path: Path) -> None:
    game = load("kuhn-poker")
    told = dialogue(tmp_path, game)
    own, hidden = game.start(3).fields()["card"]
    for message in told[1:-2]:
        assert message["text"] is None
        assert message["fields"]["card"] == [own, 0]
        assert hidden != 0
        assert "rng" not in message["fields"]
    first = next(message for message in told if message["type"] == "view")
    assert first["fields"] == game.start(3).view(0).fields()
    assert first["drawing"] == game.start(3).view(0).draw()


def test_checked_moves_are_proposed_not_listed(tmp_path: Path) -> None:
    game = load("blotto")
    view = next(message for message in dialogue(tmp_path, game) if message["type"] == "view")
    assert view["moves"] is None
    assert view["proposals"] == [move.text for move in game.start(3).view(0).moves()]


def test_a_program_may_answer_with_a_checked_move_of_its_own(tmp_path: Path) -> None:
    game = load("blotto")
    own = "7 3 2"
    assert own not in [move.text for move in game.start(3).view(0).moves()]
    text = f"program[{PATIENT}]:{write_program(tmp_path, f'greet(); play_on({own!r})')}"
    first = decisions_of_program(Match(game, [make(text, game), make("random", game)], seed=3).run())[0]
    assert (first.move, first.fault) == (own, "")


def test_the_reason_is_recorded_on_one_line_and_kept_short(tmp_path: Path) -> None:
    body = """
greet()
send(type="move", turn=read()["turn"], move="some", reason="it is\\n  the middle")
send(type="move", turn=read()["turn"], move="some", reason="x" * 10_000)
send(type="move", turn=read()["turn"], move="some", reason=None)
play_on()
"""
    own = decisions_of_program(run(tmp_path, body))
    assert [decision.reason for decision in own[:3]] == ["it is the middle", "x" * 500, ""]
    assert [decision.fault for decision in own] == [""] * ROUNDS


def test_blank_lines_do_no_harm(tmp_path: Path) -> None:
    assert faults(tmp_path, "print(); greet(); print('  ', flush=True); play_on()") == [""] * ROUNDS


def test_the_matchs_clock_counts_when_it_is_shorter(tmp_path: Path) -> None:
    game = Taking()
    text = label(tmp_path, LOGGING)
    Match(game, [make(text, game), Greedy()], seconds=30).run()
    views = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()][1:-2]
    assert all(29 < view["seconds"] <= 30 for view in views)


def test_the_dialogue_of_the_documentation_is_the_one_that_takes_place() -> None:
    """The lines marked → are sent to the Python example; it answers with messages like those marked ←."""
    page = PROTOCOL_PAGE.read_text(encoding="utf-8").partition("## Searching")[0]
    steps = re.findall(r"^([→←]) (\{.*\})$", page, re.MULTILINE)
    assert len(steps) >= 7
    running = LineProcess(shlex.split(command_of_example("plain.py")), memory=None)
    try:
        offered: list[str] = []
        for arrow, text in steps:
            message = json.loads(text)
            if arrow == "→":
                running.send(text)
                offered = message.get("moves") or message.get("proposals") or []
                continue
            answer = json.loads(running.read(time.monotonic() + 60))
            assert list(answer) == list(message)
            assert answer["type"] == message["type"]
            assert answer.get("turn") == message.get("turn")
            if answer["type"] == "move":
                assert {answer["move"], message["move"]} <= set(offered)
    finally:
        assert running.stop(60) == 0


# --- nothing left behind ----------------------------------------------------------------------------------------------


def test_a_program_may_end_by_itself_after_the_result(tmp_path: Path, lifeline: Lifeline) -> None:
    body = f"""
{lifeline.grip}
greet()
while True:
    message = read()
    if message["type"] == "result":
        open(HERE + "/result", "w").write(json.dumps(message))
        sys.exit(0)
    answer(message)
"""
    assert faults(tmp_path, body) == [""] * ROUNDS
    assert lifeline.holders() == 1
    assert json.loads((tmp_path / "result").read_text())["ranks"] == [2, 1]


def test_a_program_that_ignores_the_end_is_killed_with_its_children(tmp_path: Path, lifeline: Lifeline) -> None:
    body = f"""
import signal
{lifeline.grip}
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen([sys.executable, "-I", "-c", "import time; time.sleep(600)"], close_fds=False)
greet()
while True:
    line = sys.stdin.readline()
    if '"view"' in line:
        answer(json.loads(line))
    elif not line:
        time.sleep(600)
"""
    assert faults(tmp_path, body) == [""] * ROUNDS
    assert lifeline.holders() == 1


def test_children_are_killed_when_the_program_itself_has_crashed(tmp_path: Path, lifeline: Lifeline) -> None:
    body = f"""
{lifeline.grip}
subprocess.Popen(
    [sys.executable, "-I", "-c", "import time; time.sleep(600)"], close_fds=False, stdout=subprocess.DEVNULL
)
greet()
read()
sys.exit(3)
"""
    assert "ended with exit code 3" in faults(tmp_path, body)[0]
    assert lifeline.holders() == 4


def test_a_match_that_breaks_off_leaves_no_process(tmp_path: Path, lifeline: Lifeline) -> None:
    class Quitter(Greedy):
        def choose(self, view: Any, clock: Clock) -> Any:
            raise KeyboardInterrupt

    game = Taking()
    text = f"program[{PATIENT}]:{write_program(tmp_path, lifeline.grip + 'greet(); play_on()')}"
    with pytest.raises(KeyboardInterrupt):
        Match(game, [make(text, game), Quitter()]).run()
    assert lifeline.holders() == 1


def test_a_match_that_cannot_begin_leaves_no_process(tmp_path: Path, lifeline: Lifeline) -> None:
    game = Taking()
    text = f"program[{PATIENT}]:{write_program(tmp_path, lifeline.grip + 'greet(); play_on()')}"
    with pytest.raises(LudariumError, match="it plays alone"):
        Match(game, [make(text, game), Loner()])
    assert lifeline.holders() == 1


def test_a_player_that_is_simply_dropped_leaves_no_process(tmp_path: Path, lifeline: Lifeline) -> None:
    game = Taking()
    player = make(f"program[{PATIENT}]:{write_program(tmp_path, lifeline.grip + 'greet(); play_on()')}", game)
    player.begin(game, 0, 1)
    del player
    gc.collect()
    assert lifeline.holders() == 1


def test_a_new_game_of_the_same_player_starts_the_program_anew(tmp_path: Path, lifeline: Lifeline) -> None:
    game = Taking()
    player = make(f"program[{PATIENT}]:{write_program(tmp_path, lifeline.grip + 'greet(); play_on()')}", game)
    for seed in (1, 2):
        player.begin(game, 0, seed)
        assert player.choose(game.start(seed).view(0), Clock()).text == "few"
    player.close()
    player.close()
    assert lifeline.holders() == 2


def test_no_file_stays_open(tmp_path: Path) -> None:
    run(tmp_path, "greet(); play_on()")
    gc.collect()
    before = len(os.listdir("/dev/fd"))
    run(tmp_path, "greet(); play_on()")
    run(tmp_path, "greet(); read(); sys.exit(7)")
    assert len(os.listdir("/dev/fd")) == before


# --- what is refused before anything starts ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("program", "'program' needs a command"),
        ("program:", "the command is empty"),
        ("program: ", "the command is empty"),
        ("program:no-such-program-anywhere --fast", "no program 'no-such-program-anywhere': give its path"),
        ("program:./no/such/program", r"no program '\./no/such/program'"),
        ("program:/", "cannot start '/': it is a folder"),
        ("program:python3 'mine", "cannot be read: No closing quotation"),
    ],
)
def test_a_command_that_cannot_be_run_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(PlayerError, match=complaint):
        make(text, Taking())


def test_a_file_that_is_not_executable_is_refused_with_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("print()")
    with pytest.raises(PlayerError, match=r"not executable; use chmod \+x, or name what runs it \(program:python3 "):
        make(f"program:{path}", Taking())


def test_a_program_that_vanishes_before_the_match_is_an_error_of_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "MEMORY_LIMITS", False)
    path = tmp_path / "mine"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    player: Player = make(f"program:{path}", Taking())
    path.unlink()
    with pytest.raises(PlayerError, match=f"cannot start '{path}': No such file"):
        Match(Taking(), [player, Greedy()])


def test_options_are_checked() -> None:
    with pytest.raises(BadParameter, match="seconds=0: expected a number from"):
        make("program[seconds=0]:ls", Taking())
    with pytest.raises(UnknownName, match="did you mean 'memory'"):
        make("program[memry=5]:ls", Taking())
    player = make("Program[ seconds=2.5 , memory=64 ]:ls", Taking())
    given = {"seconds": 2.5, "memory": 64}
    assert player.options == {**{parameter.name: parameter.default for parameter in player.parameters}, **given}


def test_a_memory_limit_is_refused_where_it_would_not_hold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(process, "MEMORY_LIMITS", False)
    with pytest.raises(BadParameter, match="memory=64: this system cannot limit memory; leave the option out"):
        make("program[memory=64]:ls", Taking())
    assert faults(tmp_path, "greet(); play_on()") == [""] * ROUNDS


def test_other_systems_are_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "SUPPORTED", False)
    with pytest.raises(PlayerError, match="need Linux or macOS"):
        make("program:ls", Taking())


# --- the process underneath -------------------------------------------------------------------------------------------


def test_long_messages_go_out_while_answers_come_in(tmp_path: Path) -> None:
    """Both directions carry more than a pipe holds; neither side may wait for the other."""
    body = """
for line in sys.stdin:
    sys.stdout.write(line)
    sys.stdout.flush()
"""
    running = LineProcess(shlex.split(write_program(tmp_path, body)), memory=None)
    try:
        lines = [letter * 900_000 for letter in "abc"]
        for line in lines:
            running.send(line)
        deadline = time.monotonic() + 60
        assert [running.read(deadline).decode() == line for line in lines] == [True] * 3
    finally:
        assert running.stop(60) == 0
    assert running.stop() == 0
    running.send("after the end, nothing is sent")


def test_a_program_that_never_reads_blocks_nobody(tmp_path: Path) -> None:
    body = "print('here', flush=True); time.sleep(600)"
    running = LineProcess(shlex.split(write_program(tmp_path, body)), memory=None)
    try:
        running.send("x" * 1_000_000)
        assert running.read(time.monotonic() + 60) == b"here"
        with pytest.raises(ProgramSilent):
            running.read(time.monotonic() + 0.1)
    finally:
        assert running.stop() == -9


def test_a_program_that_closes_its_input_may_still_answer(tmp_path: Path) -> None:
    body = "os.close(0); time.sleep(0.3); print('last words', flush=True)"
    running = LineProcess(shlex.split(write_program(tmp_path, body)), memory=None)
    try:
        running.send("x" * 1_000_000)
        deadline = time.monotonic() + 60
        assert running.read(deadline) == b"last words"
        with pytest.raises(ProgramEnded):
            running.read(deadline)
    finally:
        assert running.stop(60) == 0
