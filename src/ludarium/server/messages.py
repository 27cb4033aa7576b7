"""What goes over the HTTP interface, as models: requests that are checked, answers that are described to clients."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Settings = dict[str, int | float | bool | str]
"""Values of a game's parameters by name."""

State = Literal["waiting", "negotiating", "running", "over", "abandoned"]

NUMBER = 2**31 - 1
"""The highest number of a row or a version that every database can be asked for."""
RowNumber = Annotated[int, Field(ge=1, le=NUMBER)]

SHORT, LONG = 64, 4000
"""The longest text of a name, and the longest of a move."""


_UNKEEPABLE = re.compile(r"[\x00\ud800-\udfff]")
"""What PostgreSQL does not keep, and halves of characters, which no encoding has."""


class Body(BaseModel):
    """What a client sends. Fields that nobody knows are refused: they are mistakes. Texts that no database could keep,
    and numbers that no client could read, are refused too."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def check_texts(cls, data: Any) -> Any:
        waiting = [data]
        while waiting:
            part = waiting.pop()
            if isinstance(part, str):
                if _UNKEEPABLE.search(part):
                    raise ValueError("a text holds characters that cannot be used")
            elif isinstance(part, dict):
                waiting += [*part.keys(), *part.values()]
            elif isinstance(part, list):
                waiting += part
        return data


# --- people -----------------------------------------------------------------------------------------------------------


class RatingInfo(BaseModel):
    """A standing in one game on the scale of Elo: 1500 is a newcomer's, 400 points more win ten times for one. The true
    strength lies within `margin` of `points` in 95 of 100 cases, above `at_least` almost certainly."""

    points: int
    margin: int
    at_least: int
    games: int


class Me(BaseModel):
    """Who you are here. `recoverable`: there is a code with which a lost password can be replaced."""

    id: int
    name: str
    guest: bool
    recoverable: bool
    ratings: dict[str, RatingInfo]


class Credentials(Body):
    """A name and a password, to register or to log in."""

    name: str = Field(min_length=1, max_length=200)
    password: str = Field(min_length=1, max_length=200)


class Registered(Me):
    """Who you are now, and the code that replaces a lost password once: it is shown here and never again."""

    code: str


class NewPassword(Body):
    """Another password, for whoever knows the current one."""

    current: str = Field(min_length=1, max_length=200)
    password: str = Field(min_length=1, max_length=200)


class Confirmation(Body):
    """The password again, for something that matters."""

    password: str = Field(min_length=1, max_length=200)


class Recovery(Body):
    """Another password, for whoever has the recovery code."""

    name: str = Field(min_length=1, max_length=200)
    code: str = Field(min_length=1, max_length=100)
    password: str = Field(min_length=1, max_length=200)


class RecoveryCode(BaseModel):
    """A new recovery code: it is shown here and never again."""

    code: str


class SessionInfo(BaseModel):
    """A browser in which you are logged in: since when, when it was last used (to the hour), whether it is this one."""

    id: str
    created: str
    used: str
    current: bool


class MemoryInfo(BaseModel):
    """What a player of the lab has learnt of you, from how many games; `id` is for deleting it."""

    id: int
    game: str
    title: str
    player: str
    games: int
    updated: str


class ProgramInfo(BaseModel):
    """A program that somebody has brought along; `games` is empty if it plays any."""

    key: str
    name: str
    summary: str
    games: list[str]


class Programs(BaseModel):
    """Whether you may bring programs along as opponents, and those that you have."""

    allowed: bool
    programs: list[ProgramInfo]


class NewName(Body):
    """A guest's new name."""

    name: str = Field(min_length=1, max_length=200)


# --- games ------------------------------------------------------------------------------------------------------------


class ParameterInfo(BaseModel):
    """One parameter of a game."""

    name: str
    kind: Literal["int", "float", "bool", "str"]
    default: int | float | bool | str
    suggested: int | float | bool | str
    """What people are offered; the default where the game says nothing else."""
    low: float | None
    high: float | None
    choices: list[str]
    help: str


class PlayerCard(BaseModel):
    """A player of the lab that people can sit down with. `remembers`: it can keep a memory of them.

    `strength` is 0 for a program that has not been measured yet. `elo` is relative to the mean of the game's opponents
    and lies within `margin` in 95 of 100 cases; `seconds` are those of a decision; None where nothing was measured.
    """

    name: str
    text: str
    title: str
    character: str
    strength: int = Field(ge=0, le=5)
    think: float
    remembers: bool
    elo: int | None = None
    margin: int | None = None
    seconds: float | None = None


class GameCard(BaseModel):
    """A game on the first page."""

    name: str
    title: str
    summary: str
    seats_low: int
    seats_high: int
    seat_names: list[str]
    hidden: bool
    at_once: bool
    opponent: str
    board: str
    """A board of the client's, or the address of one that the game brings along."""
    seconds: float | None = None
    """The time for a decision that people are offered; null: no limit."""
    parameters: list[ParameterInfo]
    players: list[PlayerCard]


class RulesText(BaseModel):
    """The rules of a game in plain words."""

    title: str
    text: str


class Status(BaseModel):
    """What the server is doing: `warming` names the game that is being compiled, `ready` those that start at once."""

    version: str
    warming: str | None
    ready: list[str]
    tables: int
    people: int


# --- tables -----------------------------------------------------------------------------------------------------------


class SeatMe(Body):
    """You sit here."""

    kind: Literal["me"]


class SeatOpen(Body):
    """Anybody may sit here."""

    kind: Literal["open"]


class SeatPlayer(Body):
    """A player of the lab sits here. `remembers`: whether it knows you from earlier games, and keeps what it learns of
    you; null: if it can."""

    kind: Literal["player"]
    player: str = Field(min_length=1, max_length=200)
    remembers: bool | None = None


SeatWish = Annotated[SeatMe | SeatOpen | SeatPlayer, Field(discriminator="kind")]


class TableClock(Body):
    """A table's clock. `kind` `move`: each decision has so many `seconds` (1 to 86400); `days`: the same in whole days
    (1 to 30, as seconds); `game`: all decisions of a seat have them together (1 to 36000), and each turn adds
    `increment` (up to 600). `time_up`: what happens then, `lose`: the game is lost, `move`: a move is made; null: it
    is lost between people, and a move is made against players of the lab. Time for the whole game is always lost."""

    kind: Literal["move", "game", "days"]
    seconds: float
    increment: float = 0.0
    time_up: Literal["lose", "move"] | None = None


class NewTable(Body):
    """A table as somebody wishes it. `clock` is its clock; `seconds` alone limits each decision, after which a move is
    made. `challenge` asks the person of that name to it: the table is private then, and has a free seat for them."""

    game: str = Field(min_length=1, max_length=300)
    settings: Settings = Field(default={}, max_length=40)
    seats: list[SeatWish] = Field(min_length=1, max_length=8)
    seconds: float | None = Field(default=None, ge=1, le=86_400)
    clock: TableClock | None = None
    private: bool = False
    challenge: str | None = Field(default=None, min_length=1, max_length=200)
    rated: bool = False
    seed: int | None = Field(default=None, ge=0, lt=1 << 63)


class Join(Body):
    """Where to sit down; a private table asks for the key of its link."""

    seat: int | None = Field(default=None, ge=0, le=7)
    key: str | None = Field(default=None, max_length=100)


class SeatInfo(BaseModel):
    """Who sits where. `agreed` is about the settings that are proposed now. `claim_in`: seconds until the others can
    claim the game, since this person must decide and has left; null while nobody has to wait."""

    seat: int
    name: str
    kind: Literal["person", "player", "open"]
    label: str
    player: str | None
    present: bool
    agreed: bool
    claim_in: float | None = None


class ResultInfo(BaseModel):
    """How a game ended: points by seat, and ranks from 1."""

    points: list[float]
    ranks: list[int]


class PreparingInfo(BaseModel):
    """What players at a table need is being compiled: the seconds that it takes yet, about, and takes in all. No clock
    runs for a player meanwhile."""

    left: float
    whole: float


class TableInfo(BaseModel):
    """A table as you see it. `you` is your seat; `link` invites others, and holds the key of a private table for those
    who sit there. `reason` says why a game ended otherwise than by its rules, `how` is `time` if somebody lost on time.
    `seconds` are those of each decision, as `clock` has them."""

    id: str
    game: str
    title: str
    board: str
    """A board of the client's, or the address of one that the game brings along."""
    settings: Settings
    seconds: float | None
    clock: TableClock | None = None
    private: bool
    rated: bool
    state: State
    seats: list[SeatInfo]
    you: int | None
    owner: bool
    revision: int
    link: str
    result: ResultInfo | None
    reason: str
    how: str = ""
    words: str
    created: str
    rematch_of: str | None
    rematch: str | None
    ready: bool
    """Whether all players at the table can think at once; until then what they need is compiled."""
    preparing: PreparingInfo | None = None
    draw_offer: int | None = None
    """The seat that offers a draw."""
    challenged: str | None = None
    """Who was asked to the table by name and has not answered."""
    declined: str = ""
    """Who was asked and has declined."""


class ChallengeInfo(BaseModel):
    """Somebody asks you to a table: sit down there (`join`), or decline."""

    id: int
    by: str
    person: int
    """Who asks: the number of their profile."""
    table: TableInfo
    created: str


# --- matches ----------------------------------------------------------------------------------------------------------


class MatchInfo(BaseModel):
    """A match that is over or being played. `words` says how it ended; `clock` is the clock that it was played with."""

    id: str
    game: str
    title: str
    settings: Settings
    clock: TableClock | None = None
    players: list[str]
    seat_names: list[str]
    state: State
    result: ResultInfo | None
    reason: str
    words: str
    decisions: int
    rated: bool
    uploaded: bool
    you: int | None
    created: str
    ended: str | None
    link: str
    """The replay's page; of a private table with the key that others need."""
    notation: bool
    """Whether the game has a notation of its own in which the match can be had."""


class MatchList(BaseModel):
    """Some matches, the newest first; `before` asks for older ones, None when there are none."""

    matches: list[MatchInfo]
    before: str | None


class YourGame(BaseModel):
    """An unfinished table at which you sit. `your_turn` is null where nobody knows without a look at the table;
    `alone`: no other people play; `until`: where decisions have days, about when the time of whoever must decide is up;
    `expires`: when it ends by itself if nobody comes back."""

    table: TableInfo
    your_turn: bool | None
    alone: bool
    moved: str
    until: str | None = None
    expires: str | None


class Tally(BaseModel):
    """How matches went: in a game, or in a game against a player of the lab."""

    game: str
    title: str
    player: str
    won: int
    drawn: int
    lost: int


class Profile(BaseModel):
    """Somebody, as others may know them. Tables of studies are in none of it; private ones only for yourself."""

    id: int
    name: str
    guest: bool
    ratings: dict[str, RatingInfo]
    explained: str
    games: list[Tally]
    players: list[Tally]
    recent: list[MatchInfo]


class Frame(BaseModel):
    """A position of a replay. Frame 0 is the start: nobody has moved. `seconds`: how long the decision took, where that
    is known."""

    number: int
    seat: int | None
    move: str
    words: str
    reason: str
    fault: str
    seconds: float | None = None
    text: str
    scene: dict[str, Any]


class Replay(BaseModel):
    """A match frame by frame; `decisive` is the number of the frame after which it was decided, where that is known;
    `clock` is the clock that it was played with."""

    game: str
    title: str
    board: str
    """A board of the client's, or the address of one that the game brings along."""
    settings: Settings
    clock: TableClock | None = None
    players: list[str]
    seat_names: list[str]
    frames: list[Frame]
    decisive: int | None
    why: str
    result: ResultInfo | None
    words: str


class Fault(BaseModel):
    """What went wrong, and what to do about it."""

    detail: str
