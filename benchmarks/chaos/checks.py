"""Acknowledgements, events, ratings and views compared with each other and with the store."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from benchmarks.chaos.notes import Claim, Message, Notes, Sight, text_of
from benchmarks.chaos.stored import Store, StoredTable, by_message, owed
from ludarium.engine.position import SPECTATOR, Position
from ludarium.games import load

CLOCK = "the time for this decision was up"


def told(notes: Notes, store: Store, only: Collection[str] | None = None) -> None:
    """Whatever anybody was told of a table is stored."""
    for table, claims in list(notes.claims.items()):
        if only is not None and table not in only:
            continue
        known = store.tables.get(table)
        for claim, source in list(claims.items()):
            if known is None:
                notes.fault("lost", f"table {table} was shown ({source}) and is not stored")
                break
            if not _holds(claim, known):
                kind = "lost" if only is None else "shown unstored"
                notes.fault(kind, f"table {table}: {_words(claim)} was shown ({source}) and is not stored")


def _words(claim: Claim) -> str:
    return " ".join(str(part) for part in claim)[:200]


def _holds(claim: Claim, table: StoredTable) -> bool:
    match claim:
        case ("event", number, kind, data, move):
            return _is_event(table, number, kind, data, move)
        case ("move", index, seat, move):
            moves = table.moves
            if index >= len(moves):
                return False
            made = moves[index]
            return made.data["seat"] == seat and (not move or made.private["move"] == move)
        case ("decisions", count):
            return bool(count <= len(table.moves))
        case ("revision", revision):
            return any(event.kind == "proposal" and event.data["revision"] >= revision for event in table.events)
        case ("rematch", other):
            return any(event.kind == "rematch" and event.data["table"] == other for event in table.events)
        case ("started",):
            return any(event.kind == "started" for event in table.events)
        case ("ended", state, result):
            kind = "ended" if state == "over" else "abandoned"
            ends = [event for event in table.events if event.kind == kind]
            return bool(ends) and (state != "over" or text_of(ends[0].data["result"]) == result)
    raise ValueError(claim)


def _is_event(table: StoredTable, number: int, kind: str, data: str, move: str) -> bool:
    if not 1 <= number <= len(table.events):
        return False
    stored = table.events[number - 1]
    hidden = ("move", "words", "fault")
    shown = {name: value for name, value in stored.data.items() if name not in hidden}
    return (
        stored.number == number
        and stored.kind == kind
        and text_of(shown) == data
        and (not move or stored.private.get("move", stored.data.get("move")) == move)
    )


def numbered(notes: Notes, store: Store) -> None:
    """Every table's events are numbered without gaps, its row agrees with them, and no rematch hangs in the air."""
    for table in store.tables.values():
        numbers = [event.number for event in table.events]
        if numbers != list(range(1, table.last + 1)):
            notes.fault("out of order", f"table {table.id}: events {numbers} are stored, the last is {table.last}")
        if table.decisions != len(table.moves) and table.events and table.events[-1].kind != "opened":
            uploaded = not table.moves
            if not uploaded:
                text = f"table {table.id}: {table.decisions} decisions noted, {len(table.moves)} stored"
                notes.fault("out of order", text)
        first = store.tables.get(table.rematch_of or "")
        named = first is None or any(
            event.kind == "rematch" and event.data["table"] == table.id for event in first.events
        )
        if not named:
            notes.fault("orphaned", f"table {table.id} is a rematch that table {table.rematch_of} does not know")


def acknowledged(notes: Notes, store: Store) -> None:
    """Every acknowledged message is exactly one event, and no refused one is any."""
    found = by_message(store)
    for message in notes.messages:
        numbers = found.get((message.table, message.person, message.id), [])
        _check_message(notes, message, numbers)


def _check_message(notes: Notes, message: Message, numbers: list[int]) -> None:
    text = f"table {message.table}: {message.kind} {message.id} of person {message.person}"
    if len(numbers) > 1:
        notes.fault("doubled", f"{text} is stored as events {numbers}")
    if message.number is not None:
        if not numbers:
            notes.fault("lost", f"{text} was acknowledged as event {message.number} and is not stored")
        elif message.number not in numbers:
            notes.fault("out of order", f"{text} was acknowledged as event {message.number}, stored is {numbers}")
    elif message.refused and numbers:
        notes.fault("denied", f"{text} was refused ({message.refused}) and is stored as event {numbers[0]}")
    elif message.answered is None and numbers:
        notes.counts["stored, answer lost"] += 1


def followed(notes: Notes, store: Store) -> None:
    """Those who stayed to the end were told everything."""
    for each in notes.followings:
        table = store.tables.get(each.table)
        if table is not None and not each.left and each.first is not None and each.last < table.last:
            text = f"table {each.table}: person {each.person} was told up to event {each.last}"
            notes.fault("unseen", f"{text}, stored are {table.last}")


def rated(notes: Notes, store: Store) -> None:
    """Every finished rated match counts once for each who played it."""
    wanted = owed(store)
    for (game, player), games in wanted.items():
        counted = store.ratings.get((game, player), 0)
        if counted < games:
            for _ in range(games - counted):
                notes.fault("unrated", f"{player} has {counted} rated games of {game} and played {games}")
        elif counted > games:
            notes.fault("rated twice", f"{player} has {counted} rated games of {game} and played {games}")
    notes.counts["rated matches"] = sum(wanted.values()) // 2


def robbed(notes: Notes, store: Store, tables: Collection[str]) -> None:
    """At tables of honest people, who never take long, no clock has made a move for anybody."""
    for name in tables:
        table = store.tables.get(name)
        for event in table.moves if table is not None else []:
            assert table is not None
            fault, seat = event.private.get("fault", ""), event.data["seat"]
            if table.accounts[seat] is not None and CLOCK in fault:
                notes.fault("robbed", f"table {name}: the clock moved for seat {seat} as event {event.number}")


# --- what nobody may know ---------------------------------------------------------------------------------------------


def secret(notes: Notes, store: Store) -> None:
    """Who may know the same is shown the same, whatever is hidden: over all tables of a game, by what each may know."""
    shown: dict[tuple[Any, ...], tuple[str, str]] = {}
    sights: dict[str, list[Sight]] = {}
    for sight in notes.sights:
        sights.setdefault(sight.table, []).append(sight)
    for name, seen in sights.items():
        table = store.tables.get(name)
        if table is not None and table.events:
            _twins(notes, table, seen, shown)
    for name, number, viewer in notes.peeks:
        table = store.tables.get(name)
        if table is not None and number <= len(table.events):
            _check_peek(notes, table, number, SPECTATOR if viewer is None else viewer)


def _twins(notes: Notes, table: StoredTable, seen: list[Sight], shown: dict[tuple[Any, ...], tuple[str, str]]) -> None:
    game = load(table.game, **table.settings)
    positions: list[Position] = [game.start(table.seed)]
    for event in table.moves:
        positions.append(positions[-1].play(event.private["move"], event.data["seat"]))
    for sight in seen:
        if sight.decision >= len(positions):
            continue  # shown and not stored: found by another check
        viewer = SPECTATOR if sight.viewer is None else sight.viewer
        # A scene also tells of what was before, as far as the viewer has seen it: the last moves, and their prizes.
        before = tuple(_seen(event, viewer) for event in table.moves[: sight.decision])
        views = tuple(position.view(viewer).to_bytes() for position in positions[: sight.decision + 1])
        key = (table.game, text_of(table.settings), viewer, views, before, sight.committed)
        digest = notes.sights[sight]
        known, other = shown.setdefault(key, (digest, table.id))
        notes.counts["scenes of twins compared"] += other != table.id
        if known != digest:
            text = f"viewer {viewer} of {table.game} saw different scenes at tables {table.id} and {other}"
            notes.fault("leaked", f"{text} at decision {sight.decision}, and may know the same of both")


def _seen(event: Any, viewer: int) -> tuple[Any, ...]:
    private = event.private
    return event.data["seat"], private["move"] if viewer in private["seen"] else "", event.data.get("fault", "")


def _check_peek(notes: Notes, table: StoredTable, number: int, viewer: int) -> None:
    """A move was shown to somebody before the end was told: it must be one that they may see."""
    event = table.events[number - 1]
    private = event.private
    allowed = viewer in private["seen"] if event.kind == "moved" else viewer == event.data["seat"]
    if not allowed:
        notes.fault("leaked", f"table {table.id}: viewer {viewer} was shown the move of event {number}")
