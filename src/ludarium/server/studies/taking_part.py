"""The HTTP interface for those who take part in a study."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response, WebSocket
from starlette.requests import HTTPConnection

from ludarium.server.http.sending import ready_made
from ludarium.server.limits import address_of
from ludarium.server.messages import Fault, Replay
from ludarium.server.people.cookies import drop_cookie, is_secure, put_cookie, study_cookie_of
from ludarium.server.quotas import Quotas
from ludarium.server.sockets.messages import WAITING
from ludarium.server.sockets.table import Line, admit, converse, participant_socket
from ludarium.server.studies import making
from ludarium.server.studies.messages import (
    Agreement,
    PageSent,
    ProfileChange,
    ProfilePage,
    ReceiptInfo,
    StudyPage,
    Trace,
)
from ludarium.server.studies.room import StudyRoom
from ludarium.server.tables.registry import Tables
from ludarium.server.work.shares import Share
from ludarium.store import study_answers, study_games
from ludarium.store.lab import Account
from ludarium.store.studies import Participant, Study
from ludarium.studies.running import leaving, pages, people
from ludarium.studies.running.errors import StudyError

_FAULTS: dict[int | str, dict[str, Any]] = {"4XX": {"model": Fault, "description": "What is wrong, in a sentence."}}
router = APIRouter(prefix="/api/studies/{slug}", responses=_FAULTS, tags=["studies"])

DAY = 86_400.0
YEAR = 365 * DAY
LARGEST = 64_000
"""Bytes of a piece of a trace."""


class NotKnown(StudyError):
    """Somebody asks who has not agreed to take part, or not in this browser."""

    status = 401

    def __init__(self) -> None:
        super().__init__("you are not known in this study: open your link to it again")


async def room_of(request: Request) -> StudyRoom:
    room: StudyRoom = request.app.state.studies
    return room


async def study_of(request: Request, slug: str) -> Study:
    room: StudyRoom = request.app.state.studies
    return await room.study(slug)


Room = Annotated[StudyRoom, Depends(room_of)]
TheStudy = Annotated[Study, Depends(study_of)]


async def _by_cookie(connection: HTTPConnection, slug: str) -> Participant | None:
    room: StudyRoom = connection.app.state.studies
    return await room.known(slug, study_cookie_of(connection, slug))


async def participant_of(request: Request, slug: str) -> Participant:
    """Whoever asks, by the cookie of the study."""
    found = await _by_cookie(request, slug)
    if found is None:
        raise NotKnown
    return found


Who = Annotated[Participant, Depends(participant_of)]


def _tables(request: HTTPConnection) -> Tables:
    tables: Tables = request.app.state.lab.tables
    return tables


def _arrival(request: Request, study: Study, plan_ids: tuple[str, ...], invitation: str) -> people.Arrival:
    """How somebody comes, by the parameters of their link."""
    given = request.query_params
    recruited = next((given[name][:200] for name in plan_ids if given.get(name)), "")
    spoken = [part.partition(";")[0] for part in request.headers.get("accept-language", "").split(",")]
    languages = ([given["lang"]] if "lang" in given else []) + spoken[:10]
    return people.Arrival(invitation=invitation[:200], recruited=recruited, languages=languages)


@router.get("")
async def enter(
    room: Room,
    study: TheStudy,
    request: Request,
    response: Response,
    i: Annotated[str, Query(max_length=200)] = "",
    p: Annotated[str, Query(max_length=200)] = "",
) -> StudyPage:
    """Come by a link: `i` is what a personal one holds, `p` what one's own holds; recruiters' links name the person.
    Whoever comes back sees where they were; whoever is new sees what they would agree to, and nothing is stored."""
    token = p or study_cookie_of(request, study.slug)
    arrival = _arrival(request, study, await room.id_names(study), i)
    who = await room.participant(study, token, None if p else arrival)
    if who is None:
        page = await room.welcome(study, arrival)
        if arrival.source == "open":
            # Should the answer to the consent get lost, the browser asks again by this and is known.
            ours = study_cookie_of(request, study.slug) or people.new_token()
            _remember(request, response, study, ours, seconds=DAY)
        return StudyPage.model_validate(page | {"recruited": arrival.recruited})
    for known in (token, i):
        if known and people.token_digest(known) == who.digest:
            token = known
            break
    else:
        token = people.new_token()  # known by a recruiter's link, in a browser that is new
        who = await room.hand_out(who, token)
    _remember(request, response, study, token)
    return await _page(room, who, token)


@router.post("/consent", status_code=201)
async def consent(room: Room, study: TheStudy, request: Request, response: Response, agreed: Agreement) -> StudyPage:
    """Agree to take part. Sent twice, it counts once."""
    token = study_cookie_of(request, study.slug)
    named = agreed.invitation or agreed.recruited
    who = await room.participant(study, token) if token and not named else None
    if who is None:
        spoken = [part.partition(";")[0] for part in request.headers.get("accept-language", "").split(",")]
        arrival = people.Arrival(agreed.invitation, agreed.recruited, [agreed.language, *spoken[:10]])
        quotas: Quotas = request.app.state.lab.quotas
        quotas.check_newcomer(address_of(request))
        # A personal link is one's own from the beginning; what came by another link may be somebody else's browser.
        token = agreed.invitation or ("" if named else token) or people.new_token()
        who = await room.agree(
            study, arrival, token=token, version=agreed.version, statements=agreed.statements,
            pointer=agreed.pointer, language=agreed.language,
        )  # fmt: skip
    _remember(request, response, study, token)
    return await _page(room, who, token)


def _remember(request: Request, response: Response, study: Study, token: str, seconds: float = YEAR) -> None:
    put_cookie(response, "study", token, secure=is_secure(request), seconds=seconds, name=study.slug)


async def _page(room: StudyRoom, who: Participant, token: str, sent: people.Sent | None = None) -> StudyPage:
    page = await room.page(who, sent)
    return StudyPage.model_validate(page | {"link": f"/study/{page['study']}?p={token}"})


@router.get("/page")
async def page(room: Room, who: Who, slug: str, request: Request) -> StudyPage:
    """Where you are. To be asked for again every other second while you wait for others."""
    return await _page(room, who, study_cookie_of(request, slug))


@router.post("/page")
async def send(room: Room, who: Who, slug: str, request: Request, sent: PageSent) -> StudyPage:
    """Send a page; the answer is the next. Sent twice, it counts once."""
    return await _page(room, who, study_cookie_of(request, slug), people.Sent(**sent.model_dump()))


@router.post("/leave-waiting")
async def leave_waiting(room: Room, who: Who, study: TheStudy, request: Request) -> StudyPage:
    """Wait no longer: you come to the end, with a code."""
    return await _page(room, await room.leave_waiting(who), study_cookie_of(request, study.slug))


@router.put("/language/{language}")
async def speak(room: Room, who: Who, study: TheStudy, request: Request, language: str) -> StudyPage:
    """Go on in another language."""
    return await _page(room, await room.speak(who, language[:40]), study_cookie_of(request, study.slug))


@router.get("/profile")
async def profile(who: Who, request: Request) -> ProfilePage:
    """What you were asked about yourself, and what you said."""
    return ProfilePage.model_validate(
        await _tables(request).read(lambda connection: pages.profile_page(connection, who))
    )


@router.put("/profile", status_code=204)
async def change_profile(who: Who, request: Request, change: ProfileChange) -> None:
    """Change what you said of yourself; null takes it back."""
    now = datetime.now(UTC)
    await _tables(request).write(
        lambda connection: people.change_profile(connection, who, change.values, change.email, now)
    )


@router.get("/data")
async def data(room: Room, who: Who) -> dict[str, Any]:
    """Everything that is kept of you."""
    return await room.own_data(who)


@router.post("/withdraw")
async def withdraw(room: Room, who: Who, study: TheStudy, request: Request, response: Response) -> ReceiptInfo:
    """Take back all that you gave. Games with others keep their moves, without you."""
    receipt = await room.withdraw(who)
    drop_cookie(response, "study", secure=is_secure(request), name=study.slug)
    return ReceiptInfo.model_validate(receipt)


@router.get("/receipts/{code}")
async def receipt(study: TheStudy, request: Request, code: str) -> ReceiptInfo:
    """What was removed when somebody withdrew."""
    found = await _tables(request).read(lambda connection: leaving.receipt(connection, code[:64]))
    return ReceiptInfo.model_validate(found)


@router.get("/findings", response_class=Response)
async def findings(study: TheStudy, request: Request, language: Literal["en", "de"] = "en") -> Response:
    """What the study has found, once its researchers have opened that to those who took part."""
    if not study.findings:
        raise StudyError("the findings of this study are not open yet: come again later")
    lab = request.app.state.lab
    share = Share(None, address_of(request))
    place = lab.tables.settings.database
    page = await lab.jobs.run(making.report, place, study.slug, language, share=share, size=5.0)
    return Response(page, media_type="text/html")


@router.post("/trace", status_code=204)
async def trace(who: Who, request: Request, piece: Trace) -> None:
    """A piece of what pointer and keys did, if you agreed to that."""
    if not who.pointer:
        raise StudyError("you did not agree to this being recorded: nothing was stored")
    packed = zlib.compress(json.dumps(piece.model_dump(include={"points", "keys", "focus", "sent"})).encode(), 6)
    if len(packed) > LARGEST:
        raise StudyError("this piece of a trace is too large: send smaller ones")
    now = datetime.now(UTC)
    await _tables(request).write(
        lambda connection: study_answers.add_trace(
            connection, who.id, piece.step, piece.table, now, piece.number, packed
        )
    )


@router.get("/tables/{table_id}/replay", response_model=Replay)
async def replay(who: Who, request: Request, table_id: str) -> Response:
    """A game of yours that is over, frame by frame as you saw it: who is artificial is not told."""
    own = await _tables(request).read(
        lambda connection: next(
            (one for one in study_games.games_of(connection, who.id) if one.table_id == table_id), None
        )
    )
    if own is None or who.account_id is None:
        raise StudyError("this is no game of yours")
    lab, account = request.app.state.lab, _guest(who)
    assert account is not None
    share = Share(account.id, address_of(request))
    return await ready_made(request, await lab.replays.replay(account, table_id, own.seat, None, share))


@router.websocket("/waiting")
async def wait(socket: WebSocket, slug: str) -> None:
    """To be kept open while you wait for others: as long as it is, you are there. It says `look` when your page is
    another by now."""
    lab, room = socket.app.state.lab, socket.app.state.studies
    found: list[Participant] = []

    async def known(connection: HTTPConnection) -> Account | None:
        who = await _by_cookie(connection, slug)
        if who is not None:
            found.append(who)
        return _guest(who)

    async def stay(account: Account, allowed: Callable[[], bool]) -> None:
        line = Line(socket, account, lab.tables.settings)
        with room.waits(found[0], line):
            await converse(socket, line, WAITING, _pong, allowed, lab.tables.settings.largest)

    await admit(socket, known, lab.quotas, stay)


async def _pong(message: dict[str, Any]) -> dict[str, Any]:
    return {"type": "pong", "t": message["t"]}


def _guest(who: Participant | None) -> Account | None:
    """As whom somebody sits at tables."""
    return None if who is None or who.account_id is None else Account(who.account_id, "somebody", guest=True)


@router.websocket("/tables/{table_id}/socket")
async def follow(
    socket: WebSocket, slug: str, table_id: str, after: Annotated[int | None, Query(ge=0, le=1_000_000)] = None
) -> None:
    """Follow a table of the study, and play there."""
    lab = socket.app.state.lab

    async def known(connection: HTTPConnection) -> Account | None:
        return _guest(await _by_cookie(connection, slug))

    await participant_socket(socket, lab.tables, known, lab.quotas, table_id, after)
