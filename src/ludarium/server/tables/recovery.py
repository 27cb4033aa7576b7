"""Clocks of tables that were read from the database.

Time is counted by how long processes had run, which nobody can set; by the time of day only where an older version
wrote nothing else.
"""

from __future__ import annotations

from ludarium.server.tables.deciding import Draft
from ludarium.server.tables.state import TableState
from ludarium.store.lab import Heartbeat

LEAST = 5.0
"""Seconds that everybody has at least after a restart, where the clock allows as much."""


def spent(state: TableState, beat: Heartbeat | None, uptime: float | None) -> float:
    """Seconds that have passed on the clocks of a table, when the process that holds it has run for `uptime`."""
    if state.clock_up is not None and uptime is not None:
        return max(0.0, uptime - state.clock_up)
    if state.clock_at is not None and beat is not None:
        return max(0.0, (beat.at - state.clock_at).total_seconds())
    return 0.0


def continued(state: TableState, beat: Heartbeat | None) -> list[Draft]:
    """The clocks of a match that was interrupted: the time while no server ran costs nobody anything."""
    if state.state != "running" or state.clock_at is None or (state.control is None and state.mask is None):
        return []
    passed = spent(state, beat, beat.uptime if beat is not None else None)
    left = {}
    if state.control is not None:
        for seat in state.deciding:
            before = state.clock_left.get(seat, state.control.seconds)
            after = before - (0.0 if seat in state.stopped else passed)
            # Of a time for the whole game nobody has more than before.
            least = min(LEAST, before if state.control.of_game else state.control.seconds)
            left[str(seat)] = round(max(least, after), 3)
    return [Draft("clock", {"left": left}, {"waited": round(state.waited + passed, 3), "resumed": True})]
