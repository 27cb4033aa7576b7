"""Command lines whose texts may begin with a dash: a position such as `-1,-1,-1/2,9,5/8,-1,-1 r 3` is no option."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from typer.core import TyperCommand

_LOOKS_LIKE_AN_OPTION = re.compile(r"-[A-Za-z]+|--[A-Za-z][A-Za-z0-9-]*(=.*)?", re.DOTALL)
"""Whether we have it or not: a misspelt option is an error, not a text."""


class Command(TyperCommand):
    """A command that tells its options from texts with a dash at their beginning."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        taking = {name for option in self.get_params(ctx) if _takes_value(option) for name in option.opts}
        return super().parse_args(ctx, told_apart(args, taking))


def _takes_value(option: Any) -> bool:
    return option.param_type_name == "option" and not option.is_flag and not option.count


def told_apart(words: Sequence[str], taking: set[str]) -> list[str]:
    """The same words, options first and texts behind `--`; `taking` are the options that the next word belongs to."""
    options: list[str] = []
    texts: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            texts += rest
        elif not word.startswith("-") or len(word) == 1 or not _LOOKS_LIKE_AN_OPTION.fullmatch(word):
            texts.append(word)
        else:
            options.append(word)
            if word in taking:
                options += [value for value in [next(rest, None)] if value is not None]
    return [*options, "--", *texts] if texts else options
