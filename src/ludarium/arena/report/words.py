"""Figures as people read them, and findings in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludarium.arena.stats.findings import NOBODY_MET, Findings, Section
from ludarium.arena.stats.matchups import Cycle
from ludarium.arena.stats.statistics import SIGNIFICANT

_BLANK = "\N{NO-BREAK SPACE}"
_MINUS = "\N{MINUS SIGN}"
_TOLD_RINGS = 3
_TOLD_SETTINGS = 6

SCHEDULES = {
    "rotation": "the players change seats from game to game",
    "fixed": "everybody keeps their seat",
    "round-robin": "round robin: every choice of players in every order of seats",
    "gauntlet": "gauntlet: the first player against each of the others",
    "one-of-each": "one of each player at the table, in every order of seats",
    "two-and-two": "each two players share the table half and half, in every arrangement",
    "self-play": "each player takes all seats of a table of its own",
}


def plain(text: str) -> str:
    """The text for a terminal, which breaks lines where it likes: with blanks that are nothing but blanks."""
    return text.replace(_BLANK, " ")


def number(value: float, digits: int = 0) -> str:
    """`1,234` or `−3.5`: a real minus sign, thousands set off, and no minus before a zero."""
    text = f"{value:,.{digits}f}"
    return text.removeprefix("-") if not text.strip("-0.,") else text.replace("-", _MINUS)


def signed(value: float, digits: int = 0) -> str:
    """A number with its sign, also where it is positive."""
    text = number(value, digits)
    return f"+{text}" if value > 0 and text.strip("0.,") else text


def percent(value: float, digits: int = 1) -> str:
    """`93.5 %`."""
    return f"{number(100 * value, digits)}{_BLANK}%"


def percent_range(low: float, high: float) -> str:
    """`91.2 – 95.0 %`."""
    return f"{number(100 * low, 1)} – {percent(high)}"


def number_range(low: float, high: float, digits: int = 0) -> str:
    return f"{number(low, digits)} – {number(high, digits)}"


def p_value(value: float) -> str:
    """`0.043`, or `< 0.001`."""
    return f"<{_BLANK}0.001" if value < 0.001 else f"{value:.3f}"


def p_words(value: float) -> str:
    """`p = 0.043`, or `p < 0.001`."""
    shown = p_value(value)
    return f"p{_BLANK}{shown}" if shown.startswith("<") else f"p{_BLANK}={_BLANK}{shown}"


def plural(count: int, noun: str) -> str:
    """`1 game`, `1,200 games`."""
    return f"{count:,}{_BLANK}{noun}{'' if count == 1 else 's'}"


def duration(seconds: float) -> str:
    """`0.4 s`, `3 min 12 s`, `2 h 5 min`."""
    if seconds < 59.95:
        return f"{seconds:.1f}{_BLANK}s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}{_BLANK}min {rest}{_BLANK}s"
    return f"{minutes // 60:,}{_BLANK}h {minutes % 60}{_BLANK}min"


# --- sentences --------------------------------------------------------------------------------------------------------


def title(findings: Findings) -> str:
    """`reversi: 4 players, 120 games`."""
    tables = f" under {plural(len(findings.sections), 'setting')}" if findings.is_sweep else ""
    players = plural(len(findings.names), "player")
    return f"{findings.plan.game}: {players}, {plural(findings.games, 'game')}{tables}"


def summary(findings: Findings) -> list[str]:
    """The findings in a few sentences: of the only setting, or of a sweep as a whole."""
    if not findings.is_sweep:
        return section_summary(findings, findings.sections[0])
    played = [section for section in findings.sections if section.games]
    if not played:
        return ["No game has been played yet."]
    return [
        *_best_by_setting(played),
        *_points_by_setting(played),
        *_seats_by_setting(findings, played),
        *_rings_by_setting(played),
    ]


def section_summary(findings: Findings, section: Section) -> list[str]:
    """What the games under one setting say."""
    if not section.games:
        return ["No game has been played yet."]
    return [
        *_best(section),
        *_seats(findings, section),
        *_rings(section),
        *_ties(section),
        *_length(section),
    ]


def _best(section: Section) -> Iterator[str]:
    if section.missing.get("outcomes") == NOBODY_MET:
        yield "Each player took all seats of its tables: only the seats can be compared, not the players."
    elif section.outcomes is None:
        yield from _most_points(section)
    elif section.strengths is None or section.matchups is None:
        return
    elif len(section.matchups.pairs) == 1:
        yield _duel(section)
    else:
        yield _leader(section)


def _most_points(section: Section) -> Iterator[str]:
    if section.points is None:
        return
    best = max(section.points.players, key=lambda row: row.mean)
    most = "the most, " if len(section.points.players) > 1 else ""
    yield (
        f"{best.name} makes {most}{number(best.mean, 2)} points a game on average "
        f"(95{_BLANK}%: {number(best.low, 2)} to {number(best.high, 2)})."
    )


def _duel(section: Section) -> str:
    assert section.matchups is not None
    (pair,) = section.matchups.pairs
    names, rate, low, high = section.matchups.names, pair.rate, pair.low, pair.high
    winner, loser = names[pair.first], names[pair.second]
    if pair.wins < pair.losses:
        winner, loser, rate, low, high = loser, winner, 1 - rate, 1 - high, 1 - low
    verb = _verb(pair.ties)
    interval = f"(95{_BLANK}%: {_between(low, high)}; {p_words(pair.p)})"
    if not pair.significant:
        return (
            f"{winner} and {loser} are level as far as {plural(pair.games, 'game')} can tell: "
            f"{winner} {verb} {percent(rate)} {interval}."
        )
    return f"{winner} {verb} {percent(rate)} of the games against {loser} {interval}."


def _leader(section: Section) -> str:
    assert section.outcomes is not None
    assert section.strengths is not None
    first, second = section.strengths.players[:2]
    row = next(row for row in section.outcomes.players if row.player == first.player)
    value, low, high, _ = section.strengths.difference(first.player, second.player)
    lead = f"{plural(round(value), 'Elo point')} (95{_BLANK}%: {number(low)} to {number(high)})"
    told = f"{first.name} comes first: it {_verb(row.ties)} {percent(row.rate)} of its games "
    told += f"(95{_BLANK}%: {_between(row.low, row.high)})"
    if low > 0:
        return f"{told} and is {lead} ahead of {second.name}."
    return f"{told}; its lead of {lead} over {second.name} may be chance."


def _between(low: float, high: float) -> str:
    """`91.2 to 95.0 %`."""
    return f"{number(100 * low, 1)} to {percent(high)}"


def _verb(ties: int) -> str:
    """Whoever has ties among its wins does not win them all."""
    return "scores" if ties else "wins"


def _seats(findings: Findings, section: Section) -> Iterator[str]:
    seats = section.seats
    if seats is None:
        return
    if findings.plan.schedule == "fixed" and len(set(findings.plan.players)) > 1:
        yield "The seats cannot be compared: the players kept them."
        return
    if seats.first is None or seats.first_p is None:
        yield from _many_seats(section)
        return
    seat = seats.seats[0]
    found = f"{percent(seat.rate)} (95{_BLANK}%: {_between(seat.low, seat.high)}; {p_words(seats.first_p)})"
    if seats.first_p > SIGNIFICANT:
        yield f"Neither seat has an advantage that chance would not explain: the first {_verb(seat.ties)} {found}."
    else:
        which = "an advantage" if seats.first > 0 else "a disadvantage"
        points = number(100 * abs(seats.first), 1)
        yield f"The first seat has {which} of {points} percentage points: it {_verb(seat.ties)} {found}."


def _many_seats(section: Section) -> Iterator[str]:
    seats = section.seats
    if seats is None or seats.p is None or seats.cramers_v is None:
        return
    test = f"χ²: {p_words(seats.p)}, Cramér's V{_BLANK}={_BLANK}{seats.cramers_v:.2f}"
    best = max(seats.seats, key=lambda row: row.rate)
    worst = min(seats.seats, key=lambda row: row.rate)
    rates = f"{percent(worst.rate)} ({section.seat_label(worst.seat)}) to {percent(best.rate)}"
    rates += f" ({section.seat_label(best.seat)})"
    if seats.p > SIGNIFICANT:
        yield f"No seat has an advantage that chance would not explain: rates from {rates}; {test}."
    else:
        yield f"The seats differ: rates from {rates}; {test}."


def _rings(section: Section) -> Iterator[str]:
    found = section.matchups
    if found is None or len(found.pairs) < 3:
        return
    sure = sum(pair.significant for pair in found.pairs)
    if not sure:
        yield f"No rings found: none of the {plural(len(found.pairs), 'pair')} has a significant result."
        return
    if not found.cycles:
        yield f"No rings found among the {plural(sure, 'significant result')} of {plural(len(found.pairs), 'pair')}."
        return
    told = "; ".join(ring_words(ring, found.names) for ring in found.cycles[:_TOLD_RINGS])
    more = f"; and {len(found.cycles) - _TOLD_RINGS} more" if len(found.cycles) > _TOLD_RINGS else ""
    yield f"{plural(len(found.cycles), 'ring')} found: {told}{more}."


def ring_words(ring: Cycle, names: tuple[str, ...]) -> str:
    """`a beats b beats c beats a`."""
    around = " beats ".join(names[player] for player in (*ring.players, ring.players[0]))
    return f"{around} (weakest link {percent(ring.weakest)})"


def _ties(section: Section) -> Iterator[str]:
    if section.seats is not None and section.seats.decisive < section.seats.games:
        shared = section.seats.games - section.seats.decisive
        ends = "ends" if shared == 1 else "end"
        yield f"{plural(shared, 'game')} ({percent(shared / section.seats.games)}) {ends} with a shared first place."


def _length(section: Section) -> Iterator[str]:
    found = section.lengths
    if found is None:
        return
    if found.least == found.most:
        yield f"Every game takes {plural(found.least, 'decision')}."
    else:
        yield (
            f"A game takes {plural(found.median, 'decision')} at the median, "
            f"{found.least:,} at the least and {found.most:,} at the most."
        )


# --- sweeps -----------------------------------------------------------------------------------------------------------


def _best_by_setting(sections: Sequence[Section]) -> Iterator[str]:
    """Who comes first where."""
    first: dict[str, list[str]] = {}
    for section in sections:
        if section.strengths is not None:
            first.setdefault(section.strengths.players[0].name, []).append(section.label)
    for name, labels in sorted(first.items(), key=lambda entry: -len(entry[1])):
        yield f"{name} comes first {_where(labels, len(sections))}."


def _points_by_setting(sections: Sequence[Section]) -> Iterator[str]:
    """How far the points go of those who play alone."""
    found: dict[str, list[tuple[float, str]]] = {}
    for section in sections:
        if section.points is not None and len(section.seat_names) == 1:
            for row in section.points.players:
                found.setdefault(row.name, []).append((row.mean, section.label))
    for name, means in found.items():
        (low, lowest), (high, highest) = min(means), max(means)
        yield f"The points of {name} go from {number(low, 2)} ({lowest}) to {number(high, 2)} ({highest})."


def _seats_by_setting(findings: Findings, sections: Sequence[Section]) -> Iterator[str]:
    """Where the seats differ, and how far the first one's rate goes."""
    found = [(section, section.seats) for section in sections if section.seats is not None]
    if not found or (findings.plan.schedule == "fixed" and len(set(findings.plan.players)) > 1):
        return
    differ = [section.label for section, seats in found if seats.p is not None and seats.p <= SIGNIFICANT]
    if differ:
        yield f"The seats differ significantly {_where(differ, len(found))}; with many settings, some do so by chance."
    else:
        yield "Under no setting do the seats differ more than chance would explain."
    rates = sorted((seats.seats[0].rate, section.label) for section, seats in found)
    (low, lowest), (high, highest) = rates[0], rates[-1]
    yield f"The first seat's rate goes from {percent(low)} ({lowest}) to {percent(high)} ({highest})."


def _rings_by_setting(sections: Sequence[Section]) -> Iterator[str]:
    found = [section for section in sections if section.matchups is not None and len(section.matchups.pairs) > 2]
    ringed = [section.label for section in found if section.matchups is not None and section.matchups.cycles]
    if ringed:
        yield f"Rings are found {_where(ringed, len(found))}."
    elif found:
        yield "No rings found under any setting."


def _where(labels: Sequence[str], number_: int) -> str:
    """`under all 5 settings`, or `under 2 of 5 settings (goal=20; goal=40)`."""
    if len(labels) == number_:
        return f"under all {plural(number_, 'setting')}"
    told = "; ".join(labels[:_TOLD_SETTINGS]) + ("; …" if len(labels) > _TOLD_SETTINGS else "")
    return f"under {len(labels)} of {plural(number_, 'setting')} ({told})"
