"""How far something long is: bars in a terminal and in a notebook, nothing where nobody looks.

In a notebook the bars are HTML that the kernel replaces as it goes on, without widgets. At the end they are gone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from ludarium.engine import markup

if TYPE_CHECKING:
    from ludarium.arena.run.session import Session

_EVERY = 0.2
"""Seconds between two pictures in a notebook."""
_SELDOM = 5.0
"""Seconds between two lines where there is neither a terminal nor a notebook."""
_SCORE = 0.5
"""Seconds until a score is worked out again for people to see."""
_FIRST = "setting up (compiling, the first time)"


@dataclass
class Task:
    """One thing on its way: `done` of `total`, where that is known."""

    name: str
    total: int | None
    done: int = 0
    words: str = _FIRST
    begun: float = field(default_factory=monotonic)
    before: int = 0
    """What was there when it began, which nobody waited for."""

    @property
    def rate(self) -> float:
        """How many a second."""
        return (self.done - self.before) / max(1e-9, monotonic() - self.begun)

    def __str__(self) -> str:
        of = "" if self.total is None else f" of {self.total:,}"
        return f"{self.done:,}{of} {self.name}"


class Progress:
    """Keeps count of tasks, and shows nothing."""

    watched: ClassVar[bool] = False
    """Whether anybody sees it."""

    def __init__(self) -> None:
        self.tasks: dict[str, Task] = {}
        self._resumed = 0
        self._next_score = 0.0

    def begin(self, name: str, total: int | None, done: int = 0) -> None:
        """A task, of which so much was done before."""
        self.tasks[name] = Task(name, total, done, before=done)
        self.show(self.tasks[name])

    def advance(self, name: str, count: int, total: int | None = None, words: str = "") -> None:
        """So many more are done. `total` is what is expected now; a task that is not known begins."""
        if name not in self.tasks:
            self.begin(name, total)
        task = self.tasks[name]
        task.done += count
        task.words = words
        if total is not None:
            task.total = max(total, task.done)
        self.show(task)

    def again(self, name: str, count: int, total: int) -> None:
        """The same of a task of which there is one after the other: where one is complete, the next begins."""
        if name in self.tasks and self.tasks[name].done >= (self.tasks[name].total or 0):
            del self.tasks[name]
        self.advance(name, count, total)

    def session(self, session: Session) -> None:
        """How the games of a session stand. Those that were stored before do not count for the rate."""
        if "games" not in self.tasks or session.resumed != self._resumed:
            self._resumed = session.resumed
            self.begin("games", session.limit, session.games)
            return
        task = self.tasks["games"]
        words = task.words
        if self.watched and session.games and monotonic() >= self._next_score:
            words, self._next_score = session.score, monotonic() + _SCORE
        self.advance("games", session.games - task.done, session.expected, words)

    def show(self, task: Task) -> None:
        """A task has changed."""

    def close(self) -> None:
        """It is over."""


class Lines(Progress):
    """A line on standard error now and then."""

    watched = True

    def __init__(self) -> None:
        super().__init__()
        self._next = monotonic() + _SELDOM

    def show(self, task: Task) -> None:
        if monotonic() >= self._next:
            print(f"{task} {task.words}".rstrip(), file=sys.stderr)
            self._next = monotonic() + _SELDOM


class Terminal(Progress):
    """Bars on standard error."""

    watched = True

    def __init__(self) -> None:
        super().__init__()
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars

        # Standard output stays what it is: players and libraries that are loaded meanwhile may keep hold of it.
        self._bars = Bars(
            TextColumn("{task.fields[title]}", markup=False),
            BarColumn(30),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}", markup=False),
            TimeRemainingColumn(),
            TextColumn("{task.description}", markup=False),
            console=Console(stderr=True, highlight=False, emoji=False),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._ids: dict[str, TaskID] = {}
        self._bars.start()

    def show(self, task: Task) -> None:
        if task.name not in self._ids:
            self._ids[task.name] = self._bars.add_task(task.words, total=task.total, title=task.name, rate="")
        shown = self._ids[task.name]
        if task.done == task.before:  # it begins, perhaps again
            self._bars.reset(shown, completed=task.done, total=task.total)
        rate = f"{task.rate:,.1f} {task.name}/s" if task.done > task.before else ""
        self._bars.update(shown, completed=task.done, total=task.total, description=task.words, rate=rate)

    def close(self) -> None:
        self._bars.stop()


class Notebook(Progress):
    """Bars below a notebook's cell."""

    watched = True

    def __init__(self) -> None:
        super().__init__()
        self._handle: Any = None
        self._next = 0.0

    def show(self, task: Task) -> None:
        if monotonic() >= self._next:
            self._display("".join(_bar(each) for each in self.tasks.values()))
            self._next = monotonic() + _EVERY

    def close(self) -> None:
        if self._handle is not None:
            self._display("")

    def _display(self, html: str) -> None:
        from IPython.display import HTML, display

        shown = HTML(html)  # type: ignore[no-untyped-call]
        if self._handle is None:
            self._handle = display(shown, display_id=True)  # type: ignore[no-untyped-call]
        else:
            self._handle.update(shown)


def _bar(task: Task) -> str:
    value = "" if task.total is None else f'value="{task.done}" max="{max(1, task.total)}"'
    rate = f", {task.rate:,.1f} a second" if task.done > task.before else ""
    return f'<progress {value} style="width:15em"></progress>' + markup.text(f"{task}{rate} {task.words}", soft=True)


def in_notebook() -> bool:
    """Whether this is the kernel of a notebook."""
    if "IPython" not in sys.modules:
        return False
    from IPython.core.getipython import get_ipython

    return getattr(get_ipython(), "kernel", None) is not None


@contextmanager
def watching(show: bool | None) -> Iterator[Progress]:
    """Progress for the length of a `with` block: shown if somebody can see it, or as `show` says."""
    shown: Progress
    if show is False:
        shown = Progress()
    elif in_notebook():
        shown = Notebook()
    elif sys.stderr.isatty():
        shown = Terminal()
    else:
        shown = Lines() if show else Progress()
    try:
        yield shown
    finally:
        shown.close()
