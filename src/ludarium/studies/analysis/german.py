"""The report of a study in German: a made page is read once more, and each of its texts is put into German.

Sentences are told apart by their form: `{}` stands for whatever a figure or a name says. What has no German (names of
strategies, questions and games, figures) stays as it is. `untold` lists what is left, for the test that nothing is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from functools import cache

from ludarium.studies.analysis.german_words import FORMS, WORDS

_PARTS = {"strategies": "Strategien", "ordinal": "ordinal", "nominal": "nominal", "interval": "intervallskaliert"}
_METHOD = "Method: "
_NODE = re.compile(r">([^<>]+)<")
_LABEL = re.compile(r'(\baria-label=")([^"]*)(")')
_STYLE = re.compile(r"<style.*?</style>|<pre.*?</pre>|<code.*?</code>", re.DOTALL)
_COUNTED = re.compile(r".+ \d+ of \d+(, .+ \d+ of \d+)*")
"""How many completed of those who began, by condition."""
_OF = re.compile(r"(\d+) of (\d+)")
_LETTERS = re.compile(r"[A-Za-z]{2}")


def german(page: str) -> str:
    """A report's page in German."""
    return _each_text(page.replace('<html lang="en">', '<html lang="de">', 1), _said)


def untold(page: str) -> Iterator[str]:
    """The texts of an English page that have no German, names among them."""
    found: list[str] = []

    def look(text: str) -> str:
        if _LETTERS.search(text) and say(text) is None:
            found.append(text)
        return text

    _each_text(page, look)
    yield from dict.fromkeys(found)


def _each_text(page: str, change: Callable[[str], str]) -> str:
    """A page with its texts changed; styles, commands and names of files stay as they are."""

    def node(match: re.Match[str]) -> str:
        return f">{_within(match[1], change)}<"

    def label(match: re.Match[str]) -> str:
        return match[1] + _within(match[2], change) + match[3]

    parts, done = [], 0
    for kept in [*_STYLE.finditer(page), None]:
        end = len(page) if kept is None else kept.start()
        # A text may stand between what is kept: with the sign before and after it, it is found.
        piece = f">{page[done:end]}<"
        parts.append(_LABEL.sub(label, _NODE.sub(node, piece))[1:-1])
        if kept is not None:
            parts.append(kept[0])
            done = kept.end()
    return "".join(parts)


def _within(escaped: str, change: Callable[[str], str]) -> str:
    """A text with its blanks before and after it, as it stands in the page."""
    text = html.unescape(escaped)
    bare = text.strip()
    if not bare:
        return escaped
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return before + html.escape(change(bare)) + after


def _said(text: str) -> str:
    said = say(text)
    return text if said is None else said.replace(" %", "\N{NO-BREAK SPACE}%")


def say(text: str) -> str | None:
    """A text of a report in German; None if there is none."""
    plain = " ".join(text.replace("\N{NO-BREAK SPACE}", " ").split())
    if plain in WORDS:
        return WORDS[plain]
    if plain.startswith(_METHOD):
        return "Verfahren: " + "; ".join(say(part) or part for part in plain.removeprefix(_METHOD).split("; "))
    if _COUNTED.fullmatch(plain):
        return _OF.sub(r"\1 von \2", plain)
    head, point, rest = plain.partition(". ")
    if point and head in WORDS and rest in WORDS:  # what a chart is called, and what it shows
        return f"{WORDS[head]}. {WORDS[rest]}"
    for form, there in _forms():
        found = form.fullmatch(plain)
        if found:
            parts = [_part(each) for each in found.groups()]
            return there.format(*parts)
    return None


def _part(text: str) -> str:
    """What stands in a form: a name, a figure, or again a text of ours."""
    if text in _PARTS:
        return _PARTS[text]
    for known in (text, text[:1].lower() + text[1:]):
        if known in WORDS:
            said = WORDS[known]
            return said[:1].upper() + said[1:] if text[:1].isupper() else said
    if ": " not in text and "; " not in text:
        return text
    return say(text) or text


@cache
def _forms() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile("(.+?)".join(map(re.escape, form.split("{}")))), there) for form, there in FORMS.items()]
