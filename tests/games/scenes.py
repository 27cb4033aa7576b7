"""Scenes for tests that read the fields of one game's board and moves by their names."""

from __future__ import annotations

from typing import Any

from ludarium.engine import View, scene


def scene_of(view: View, *rest: Any) -> Any:
    return scene.scene_of(view, *rest)


def preview_of(view: View, moves: list[str]) -> Any:
    return scene.preview_of(view, moves)
