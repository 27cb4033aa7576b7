"""What introductions to games tell and take over the HTTP interface, as models."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from ludarium.server.messages import LONG, Body


class DiagramCard(BaseModel):
    """A real position of a game, with what it shows; in an introduction also a move that is to be found in it."""

    text: str
    scene: dict[str, Any]
    task: bool
    answer: list[str]


class Introduction(BaseModel):
    """Positions that explain a game: the steps of its introduction or, without one, some of a game being played."""

    title: str
    board: str
    learnt: bool
    """Whether the positions are tasks of an introduction."""
    steps: list[DiagramCard]


class LearntTurn(Body):
    """The moves of one turn, as a board gives them."""

    moves: list[Annotated[str, Field(max_length=LONG)]] = Field(max_length=100)


class TriedTurn(BaseModel):
    """What came of a turn in an introduction: whether it was the one that was sought, what is said, and the board after
    it; `fault`: why it cannot be made."""

    right: bool
    text: str
    fault: str | None
    scene: dict[str, Any] | None


class ForeseenTurn(BaseModel):
    """How it would look after some moves of a turn that is not complete yet."""

    scene: dict[str, Any] | None
    moves: list[dict[str, Any]]
    over: bool
    fault: str | None
