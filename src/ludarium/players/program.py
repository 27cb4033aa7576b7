"""Programs of any language as players, over JSON lines. `docs/protocol.md` describes the dialogue.

A program gets exactly what its seat may know: the view. Whatever it does wrong costs it the decision, never the match:
`choose` raises a `PlayerError` that says what happened and what the program wrote to its error output.
"""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

from ludarium.engine.errors import BadParameter, LudariumError, PlayerError
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.move import Move
from ludarium.engine.parameters import Parameter
from ludarium.engine.player import Clock, Player, Thought
from ludarium.engine.position import View
from ludarium.engine.result import Result
from ludarium.players import process, sandbox
from ludarium.players.enquiry import Enquiry
from ludarium.players.limits import LONGEST, allowed, limits
from ludarium.players.process import (
    LINE_LIMIT,
    LineProcess,
    ProgramEnded,
    ProgramFlood,
    ProgramSilent,
    read_command,
)

PROTOCOL = 1
MAX_RESTARTS = 3
"""A program that ended or was stopped is started again so often in a match."""
GRACE_SECONDS = 1.0
"""How long a program may take to end after `bye`, before it is killed."""
LONGEST_REASON = 500
LONGEST_NAME = 60
_SHOWN = 120
"""So many characters of a wrong line are quoted."""
_MISSING = re.compile("no such file|not found|cannot find|no module named|permission denied|read-only", re.IGNORECASE)
"""What programs say that do not start for want of a file."""
_REMEDY = (
    "programs are closed off: they see the system, their own folder and what the command names; name what is missing, "
    "give folder=FOLDER, or let the program see everything with sandbox=none"
)


class Program(Player):
    """A program that is asked over its standard input and answers on its standard output."""

    name = "program"
    summary = "a program of any language, over JSON lines"
    parameters = (
        *limits(memory=1024, least=16, of_what="of all the program's processes together"),
        Parameter("start", 10.0, "time from the program's start until it is ready", low=0.01, high=LONGEST),
        Parameter(
            "sandbox",
            "auto",
            "auto: closed off as well as the system can; strict: or not started; none: it may all that you may",
            choices=("auto", "strict", "none"),
        ),
        Parameter("questions", 1_000_000, "what it may ask during a decision", low=0, high=10**9),
        Parameter("playouts", 10_000_000, "games played on for it during a decision", low=0, high=10**12),
        Parameter("positions", 1_000, "positions that are kept for it during a decision", low=1, high=100_000),
        Parameter("folder", "", "a folder that the program may read and write, beside its own, which it may read"),
    )

    def __init__(self, *, command: str, **given: object) -> None:
        """Check that the command can be run; it is started by `begin`."""
        super().__init__(**given)
        if not process.SUPPORTED:
            raise PlayerError("programs as players need Linux or macOS")
        if "memory" in given and not process.MEMORY_LIMITS:
            raise BadParameter(f"memory={given['memory']}: this system cannot limit memory; leave the option out")
        self._command = read_command(command)
        self._folder = _folder(str(self.options["folder"]))
        self._closed = self.options["sandbox"] != "none"
        if self.options["sandbox"] == "strict":
            sandbox.demand_walls()
        if self._closed:
            sandbox.say_gaps()
        self._running: LineProcess | None = None
        self._hello: dict[str, Any] = {}
        self._announced = ""
        self._shows_scene = False
        self._ready = False
        self._turn = self._restarts = 0
        self._unreported: PlayerError | None = None
        self._last_fault = ""

    # --- the life of a player -----------------------------------------------------------------------------------------

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Start the program. One that cannot be started is an error; what it does wrong costs the first decision."""
        super().begin(game, seat, seed)
        self.close()
        self._turn = self._restarts = 0
        self._unreported = None
        self._hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": game.name,
            "settings": dict(game.settings),
            "seats": game.seats,
            "seat": seat,
            # 32 bits: every language reads them exactly.
            "seed": derive(seed, "program", seat) >> 32,
        }
        self._running = self._launch()
        try:
            self._greet()
        except PlayerError as fault:
            self._unreported = fault

    def choose(self, view: View, clock: Clock) -> Move:
        seconds = allowed(float(self.options["seconds"]), clock)
        self._turn += 1
        self._revive()
        assert self._running is not None
        self._running.send(json.dumps(self._question(view, seconds)))
        enquiry = Enquiry(
            view,
            derive(int(self._hello["seed"]), "enquiry", self._turn),
            time.monotonic() + seconds,
            questions=int(self.options["questions"]),
            playouts=int(self.options["playouts"]),
            positions=int(self.options["positions"]),
        )
        text, reason = self._answer(enquiry, seconds)
        try:
            move = view.move(text)
        except LudariumError as error:
            raise self._fault(f"answered with a wrong move: {error}") from error
        if reason:
            self.thought = Thought(" ".join(reason.split())[:LONGEST_REASON])
        return move

    def end(self, result: Result) -> None:
        if self._running is not None:
            self._running.send(json.dumps({"type": "result", "points": result.points, "ranks": result.ranks}))

    def close(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.send(json.dumps({"type": "bye"}))
            running.stop(GRACE_SECONDS)

    # --- starting -----------------------------------------------------------------------------------------------------

    def _launch(self) -> LineProcess:
        self._ready = False
        memory = int(self.options["memory"]) if process.MEMORY_LIMITS else None
        return LineProcess(self._command, memory=memory, closed=self._closed, writable=self._folder)

    def _revive(self) -> None:
        """A running program that has said `ready`, or the fault that prevents it."""
        if self._unreported is not None:
            fault, self._unreported = self._unreported, None
            raise fault
        if self._running is not None:
            return
        if self._restarts == MAX_RESTARTS:
            raise PlayerError(f"given up after {MAX_RESTARTS} restarts; at last it {self._last_fault}")
        self._restarts += 1
        self._running = self._launch()
        self._greet()

    def _greet(self) -> None:
        assert self._running is not None
        self._running.send(json.dumps(self._hello))
        seconds = float(self.options["start"])
        try:
            message = self._message("ready", time.monotonic() + seconds, seconds)
            self._announced = " ".join(self._text(message, "name", "").split())[:LONGEST_NAME]
            self._shows_scene = message.get("show") == ["scene"]
            self._ready = True
        except PlayerError:
            # Without a greeting there is nothing to go on with, even if the program still runs.
            if self._running is not None:
                self._running.stop()
                self._running = None
            raise

    # --- questions and answers ----------------------------------------------------------------------------------------

    def _question(self, view: View, seconds: float) -> dict[str, Any]:
        texts = [move.text for move in view.moves()]
        offered = {"moves": texts} if view.game.rules.checked is None else {"moves": None, "proposals": texts}
        return {
            "type": "view",
            "turn": self._turn,
            "seat": view.seat,
            # The text form is one of whole positions: where something is hidden, there is none.
            "text": None if view.game.hidden else view.game.position_text(view.state),
            "fields": view.fields(),
            "drawing": view.draw(),
            **({"scene": view.game.scene(view)} if self._shows_scene else {}),
            **offered,
            "seconds": round(seconds, 3),
        }

    def _answer(self, enquiry: Enquiry, seconds: float) -> tuple[str, str]:
        """The move and the reason that answer the current turn, after whatever the program asks before it decides.

        Late answers to earlier turns are passed over.
        """
        assert self._running is not None
        while True:
            message = self._message("move", enquiry.deadline, seconds, Enquiry.KINDS)
            if message["type"] != "move":
                self._running.send(json.dumps(enquiry.answer(message)))
                continue
            turn = message.get("turn")
            if not isinstance(turn, int) or isinstance(turn, bool):
                raise self._fault(f"answered with turn {_quoted(turn)}, expected the number of the turn asked for")
            if turn > self._turn:
                raise self._fault(f"answered turn {turn}, was asked for turn {self._turn}")
            if turn == self._turn:
                return self._text(message, "move"), self._text(message, "reason", "")

    def _message(self, kind: str, deadline: float, seconds: float, also: Collection[str] = ()) -> dict[str, Any]:
        """The next message, which must be of the expected type, or of one of those that may come before it."""
        line = self._line(kind, deadline, seconds)
        try:
            message = json.loads(line.decode())
        except (ValueError, RecursionError):
            raise self._fault(
                f"wrote {_quoted(line.decode(errors='replace'))}, expected a line of JSON of type '{kind}' "
                "(what is meant for people goes to the error output)"
            ) from None
        if not isinstance(message, dict):
            raise self._fault(f"wrote {_quoted(message)}, expected an object of type '{kind}'")
        said = message.get("type")
        if said != kind and not (isinstance(said, str) and said in also):
            raise self._fault(f"sent a message of type {_quoted(message.get('type'))}, expected '{kind}'")
        return message

    def _line(self, kind: str, deadline: float, seconds: float) -> bytes:
        """The next line that is not blank. A program that has none to give is stopped."""
        assert self._running is not None
        try:
            while True:
                line = self._running.read(deadline)
                if line.strip():
                    return line
        except ProgramEnded:
            code = self._running.post_mortem()
            fault = self._running.verdict or _ending(code)
        except ProgramSilent:
            fault = f"sent no '{kind}' within {seconds:.3g} s (does it flush its output?)"
        except ProgramFlood:
            fault = f"wrote a line of more than {LINE_LIMIT} bytes"
        self._running.stop()
        error = self._fault(fault)
        self._running = None
        raise error

    def _text(self, message: dict[str, Any], name: str, default: str | None = None) -> str:
        value = message.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise self._fault(f"sent {_quoted(value)} as '{name}', expected a text")
        return value

    # --- faults -------------------------------------------------------------------------------------------------------

    def _fault(self, what: str) -> PlayerError:
        """What the program did, and the end of what it wrote to its error output."""
        assert self._running is not None
        errors = self._running.take_errors()
        self._last_fault = what
        if self._closed and not self._ready and _MISSING.search(errors):
            errors += f"\n({_REMEDY})"
        return PlayerError(
            f"{self._announced or 'the program'} {what}" + (f"; its error output ends:\n{errors}" if errors else "")
        )


def _folder(text: str) -> Path | None:
    if not text:
        return None
    folder = Path(text).expanduser()
    if not folder.is_dir():
        raise BadParameter(f"folder={text}: no such folder; make it first, the program writes into it")
    return folder.absolute()


def _ending(code: int) -> str:
    if code < 0:
        return f"was ended by signal {-code} ({signal.strsignal(-code)})"
    return f"ended with exit code {code}"


def _quoted(value: object) -> str:
    """A wrong value as the program wrote it, cut to a length that fits an error."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + " …"
