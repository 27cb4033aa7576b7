"""What goes over the sockets: what clients may say, which is checked, and what they are told."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, TypeAdapter

from ludarium.server.messages import LONG, Body, Settings, TableClock, TableInfo

Id = Annotated[str, Field(min_length=1, max_length=64)]
"""A client's own number for a message: the same one again is the same message, and is not done twice."""
Count = Annotated[int, Field(ge=0, le=1_000_000)]
MoveText = Annotated[str, Field(max_length=LONG)]
Seconds = Annotated[float, Field(ge=0, le=10_000_000, allow_inf_nan=False)]

CHAT = 500
"""The longest chat message, in characters."""

# --- from clients -----------------------------------------------------------------------------------------------------


class Move(Body):
    """One or several moves of one turn: all are made, or none. `decision`: how many decisions you knew of.

    `hidden` and `idle`: for how many seconds of the decision the page was hidden, and for how many nobody touched it.
    They are kept at the tables of studies alone.
    """

    type: Literal["move"]
    id: Id
    decision: Count
    moves: list[MoveText] = Field(min_length=1, max_length=64)
    hidden: Seconds = 0.0
    idle: Seconds = 0.0


class Preview(Body):
    """Asks how it would look after some moves of your turn."""

    type: Literal["preview"]
    id: Id
    decision: Count
    moves: list[MoveText] = Field(max_length=64)


class Chat(Body):
    type: Literal["chat"]
    id: Id
    text: str = Field(min_length=1, max_length=CHAT)


class Propose(Body):
    """Proposes settings; `revision` is the proposal that they change."""

    type: Literal["propose"]
    id: Id
    revision: Count
    settings: Settings = Field(max_length=40)
    seconds: float | None = Field(default=None, ge=1, le=86_400)
    clock: TableClock | None = None


class Agree(Body):
    """Agrees to a proposal; when everybody has, the game starts."""

    type: Literal["agree"]
    id: Id
    revision: Count


class Start(Body):
    """Lets players of the lab take the open seats: only whoever opened the table may."""

    type: Literal["start"]
    id: Id


class Resign(Body):
    type: Literal["resign"]
    id: Id


class Claim(Body):
    """Claims the game from those who must decide and have left."""

    type: Literal["claim"]
    id: Id


class Takeback(Body):
    """Takes your last decision back, with all that followed it: alone against players of the lab, in games that do not
    count. `decision`: how many decisions you knew of."""

    type: Literal["takeback"]
    id: Id
    decision: Count


class Hint(Body):
    """Asks a strong player of the lab what it would do in your place; an event `hinted` tells you. For the same games
    as takebacks."""

    type: Literal["hint"]
    id: Id
    decision: Count


class OfferDraw(Body):
    """Offers the other person a draw, or accepts theirs."""

    type: Literal["offer_draw"]
    id: Id


class DeclineDraw(Body):
    type: Literal["decline_draw"]
    id: Id


class LookBack(Body):
    """Asks how it looked for you after so many decisions."""

    type: Literal["look_back"]
    id: Id
    decision: Count


class Foresee(Body):
    """Asks which moves you may have next, whatever those who must decide now do: to choose one ahead. None where
    chance or hidden information comes between. `decision`: how many decisions you know of."""

    type: Literal["foresee"]
    id: Id
    decision: Count


class AskReason(Body):
    """Asks why a player of the lab decided as it did; `decision` counts from 0."""

    type: Literal["ask_reason"]
    id: Id
    decision: Count


class Seen(Body):
    """Says which event came last; nothing is answered."""

    type: Literal["seen"]
    number: Count


class Ping(Body):
    type: Literal["ping"]
    t: float


class Challenge(Body):
    """In the lobby: asks a person to come to a table."""

    type: Literal["challenge"]
    id: Id
    person: int = Field(ge=0, lt=1 << 53)
    table: str = Field(max_length=64)


class Look(Body):
    """In the lobby: asks for all of it again, after a gap in the numbers."""

    type: Literal["look"]


ClientMessage = Annotated[
    Move
    | Preview
    | Chat
    | Propose
    | Agree
    | Start
    | Resign
    | Claim
    | Takeback
    | Hint
    | OfferDraw
    | DeclineDraw
    | LookBack
    | Foresee
    | AskReason
    | Seen
    | Ping,
    Field(discriminator="type"),
]
LobbyMessage = Annotated[Challenge | Look | Ping, Field(discriminator="type")]

CLIENT: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
LOBBY: TypeAdapter[LobbyMessage] = TypeAdapter(LobbyMessage)
WAITING: TypeAdapter[Ping] = TypeAdapter(Ping)
"""In the waiting room of a study there is nothing to say but that one is there."""

# --- to clients -------------------------------------------------------------------------------------------------------


class Event(BaseModel):
    """Something that happened at a table, numbered from 1 without gaps."""

    number: int
    at: str
    kind: Literal[
        "opened",
        "challenged",
        "challenge_declined",
        "joined",
        "left",
        "proposal",
        "agreed",
        "started",
        "committed",
        "moved",
        "ended",
        "abandoned",
        "rematch",
        "clock",
        "taken_back",
        "hinted",
        "draw_offered",
        "draw_declined",
        "chat",
    ]
    data: dict[str, Any]


class Clock(BaseModel):
    """The time for a decision or for the whole game, and how much of it every seat has left (null: it need not decide
    now). `running` are the seats whose clocks run."""

    limit: float | None
    left: list[float | None]
    running: list[int]


class Scene(BaseModel):
    """A view as a board component draws it; `board_data` and the moves' details differ from board to board."""

    game: str
    title: str
    board: str
    turn: SceneTurn
    you: int | None
    over: bool
    points: list[float] | None
    result: dict[str, Any] | None
    text: str
    picture: str
    board_data: dict[str, Any]
    moves: list[dict[str, Any]]
    checked: bool


class SceneTurn(BaseModel):
    """Who must decide; `committed` are those who have, where several decide at once."""

    decision: int
    movers: list[int]
    committed: list[int] = []
    seat_names: list[str]


class Welcome(BaseModel):
    type: Literal["welcome"]
    table: TableInfo
    last: int
    you: int | None
    scene: Scene | None
    events: list[Event]
    clock: Clock


class EventTold(BaseModel):
    type: Literal["event"]
    event: Event


class TableTold(BaseModel):
    """The table has changed: somebody came or went, settings, state."""

    type: Literal["table"]
    table: TableInfo


class SceneTold(BaseModel):
    type: Literal["scene"]
    scene: Scene
    decision: int
    clock: Clock


class Ack(BaseModel):
    """A message was carried out; `number` is the event that it became."""

    type: Literal["ack"]
    id: str
    number: int


class Refused(BaseModel):
    """A message was not carried out. `stale`: it was about a position that is past. `again`: nothing is wrong with it,
    and it may be sent again in a moment."""

    type: Literal["refused"]
    id: str
    reason: str
    stale: bool
    again: bool = False


class Previewed(BaseModel):
    type: Literal["previewed"]
    id: str
    scene: Scene | None
    moves: list[dict[str, Any]]
    over: bool
    fault: str | None


class LookedBack(BaseModel):
    type: Literal["looked_back"]
    id: str
    decision: int
    scene: Scene


class Foreseen(BaseModel):
    """Moves that you may have next; none of them is certain."""

    type: Literal["foreseen"]
    id: str
    decision: int
    moves: list[dict[str, Any]]


class Reason(BaseModel):
    type: Literal["reason"]
    id: str
    decision: int
    text: str
    figures: dict[str, Any]


class Pong(BaseModel):
    type: Literal["pong"]
    t: float


class Person(BaseModel):
    """Somebody in the lobby."""

    id: int
    name: str


class LobbyTold(BaseModel):
    """The whole lobby, the same for everybody: the public tables that wait or are being played, the newest first, and
    who is there, the first of them by name. `present` counts all. Where you sit is told beside it: `yours`."""

    type: Literal["lobby"]
    number: int
    tables: list[TableInfo]
    people: list[Person]
    present: int
    warming: str | None


class LobbyChanges(BaseModel):
    """What is different since the lobby of the number before. `tables` are new, or as they are now."""

    type: Literal["lobby_changes"]
    number: int
    tables: list[TableInfo]
    removed: list[str]
    joined: list[Person]
    left: list[int]
    present: int
    warming: str | None


class Yours(BaseModel):
    """At which tables of the lobby you sit, all of them; told when it changes."""

    type: Literal["yours"]
    tables: list[YourTable]


class YourTable(BaseModel):
    """Your seat at a table, and whether you opened it."""

    id: str
    you: int
    owner: bool


class Challenged(BaseModel):
    """Somebody asks you to come to a table."""

    type: Literal["challenged"]
    by: str
    game: str
    link: str


ServerMessage = Annotated[
    Welcome | EventTold | TableTold | SceneTold | Ack | Refused | Previewed | LookedBack | Foreseen | Reason | Pong,
    Field(discriminator="type"),
]
LobbyServerMessage = Annotated[
    LobbyTold | LobbyChanges | Yours | Challenged | Ack | Refused | Pong, Field(discriminator="type")
]

SERVER: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
LOBBY_SERVER: TypeAdapter[LobbyServerMessage] = TypeAdapter(LobbyServerMessage)
