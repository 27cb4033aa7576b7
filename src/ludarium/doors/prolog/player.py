"""A rule base as a player: `prolog:path/to/rules.pl`, with limits `prolog[seconds=2,inferences=50000]:rules.pl`.

Each seat of each game has a database of its own, in which what the rule base remembers stays from one decision to the
next. Whatever goes wrong costs the decision: what it had changed until then is undone, and the next question finds it
as if it had not been asked.
"""

from __future__ import annotations

from pathlib import Path

from ludarium.doors.prolog.engine import Engine, Limits, engine_for
from ludarium.doors.prolog.facts import rule_bases_of
from ludarium.doors.prolog.program import BUILT_IN, Program, library, read_program
from ludarium.doors.prolog.tokens import RuleBaseError
from ludarium.engine.errors import PlayerError
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import Stream, derive
from ludarium.engine.move import Move
from ludarium.engine.parameters import Parameter
from ludarium.engine.player import Clock, Player
from ludarium.engine.position import View
from ludarium.engine.rulebases import RuleBases
from ludarium.players.limits import allowed, limits


class RuleBase(Player):
    """Asks a rule base in Prolog for its moves."""

    name = "prolog"
    summary = "a rule base in Prolog"
    parameters = (
        *limits(memory=128, least=1, of_what="for what a decision builds"),
        Parameter("inferences", 1_000_000, "steps of each decision", low=100, high=10_000_000_000),
        Parameter(
            "engine",
            "auto",
            "auto: SWI-Prolog where it is installed, else Ludarium's own; or one of the two",
            choices=("auto", "swipl", "own"),
        ),
    )

    def __init__(self, *, path: str, **given: object) -> None:
        """Read the rule base; what is wrong with it is said with its line."""
        super().__init__(**given)
        self._path = path
        self._program = read_rule_base(path)
        self._engine: Engine | None = None
        self._rules: RuleBases | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self.close()
        self._rules = rule_bases_of(game)
        # Not `self.random`: a rule base draws the same numbers as a player of the lab that draws on this seed.
        self._source = Stream(derive(seed, "player", seat))
        limits = Limits(
            seconds=float(self.options["seconds"]),
            inferences=int(self.options["inferences"]),
            memory=int(self.options["memory"]),
        )
        self._whole = laid_over(self._program, self._rules, self._path)
        try:
            self._engine = engine_for(str(self.options["engine"]), self._whole, limits)
        except RuleBaseError as error:
            raise _in_file(self._path, error) from None
        constants = self._rules.constants(game, seat)
        self._engine.tell(constants)
        self._known = BUILT_IN | self._whole.defined | self._whole.dynamic | self._whole.changed() | constants.keys()

    def choose(self, view: View, clock: Clock) -> Move:
        assert self._engine is not None
        assert self._rules is not None
        question = self._rules.question(view)
        seconds = allowed(float(self.options["seconds"]), clock)
        answer = self._engine.ask(question, self._source, seconds=seconds)
        try:
            return self._rules.move(view, answer)
        except PlayerError as error:
            slips = self._whole.slips(self._known | question.facts.keys()) if answer is None else []
            raise PlayerError(f"{error}; nobody defines {', '.join(slips)}") if slips else error from None

    def close(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()


def read_rule_base(path: str) -> Program:
    """The rule base in a file."""
    if not path:
        raise PlayerError("'prolog' needs a rule base: write prolog:path/to/rules.pl")
    file = Path(path).expanduser()
    try:
        return read_program(file.read_text(encoding="utf-8"))
    except RuleBaseError as error:
        raise _in_file(path, error) from None
    except FileNotFoundError:
        raise PlayerError(f"no file {path}: give the path of a rule base in Prolog") from None
    except UnicodeDecodeError:
        raise PlayerError(f"the rule base {path} cannot be read: it is not UTF-8 text; save it as that") from None
    except OSError as error:
        raise PlayerError(f"the rule base {path} cannot be read: {error}") from error


def _in_file(path: str, error: RuleBaseError) -> RuleBaseError:
    place = f"{path}, line {error.line}" if error.line else path
    return RuleBaseError(f"{place}: {error}", line=error.line)


def laid_over(program: Program, rules: RuleBases, name: str) -> Program:
    """A rule base with all that is shared under it; an error where it lacks what the game asks for."""
    if not any(key in program.defined for key in rules.wanted):
        named = " or ".join(f"{name}/{count}" for name, count in rules.wanted)
        raise RuleBaseError(f"{name} defines no {named}: that is what it is asked for")
    return program.over(read_program(rules.shared, "shared")).over(library())
