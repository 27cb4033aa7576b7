"""Names: what may be one, and when two are the same.

A name is kept in Unicode's form NFKC and shown as it is kept. Two names are the same when they look the same, whatever
letters they are made of. A registered account holds its look as its key, so that the database keeps looks unique.

Accounts of before looks were compared have the plain key (NFKC, case folded). They keep it: a process of the earlier
version may still be running beside this one. A name that looks like one of theirs is refused as if it were their key;
since no plain keys are added any more, it is enough to read them once.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from functools import lru_cache

from ludarium.engine.errors import LudariumError
from ludarium.server.people.lookalikes import is_accent, other_skeletons, skeleton
from ludarium.server.tables.deciding import clean

SHORTEST, LONGEST = 2, 32
MARK = "look\t"
"""What keys by look begin with. No plain key does: a name holds no tab."""

_BLANKS = "\t\n\r "
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Characters that show nothing although their category says otherwise."""
_ACCENTS, _MARKS = 2, 4
"""Accents on one letter at most, and marks of any kind: some scripts spell with several."""
_TOGETHER = [
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"},
    {"LATIN", "CJK", "BOPOMOFO"},
    {"LATIN", "CJK", "HANGUL"},
]
"""Scripts that are written together; each of the others keeps to itself within a word."""
_GUEST = re.compile("guest[ol2-9]*")
"""The skeleton of a guest's name, with a number or not."""
_RESERVED = """
admin, administrator, admins, anonymous, anybody, anyone, bot, bots, computer, deleted, everybody, everyone, guests,
help, host, hosts, human, info, lab, the lab, ludarium, me, mod, moderator, moderators, nobody, none, no one, null,
official, operator, owner, player, players, postmaster, root, security, server, the server, somebody, someone,
spectator, spectators, staff, superuser, support, sysadmin, system, the system, undefined, unknown, webmaster, you
"""


_LOOKING = threading.Lock()
"""Several may ask at once for the first time."""


def check_new_name(name: str) -> str:
    """A name as it is kept; an error says what is wrong with it."""
    kept = unicodedata.normalize("NFKC", name)
    for char in kept:
        if _hidden(char):
            raise LudariumError(f"A name holds no invisible characters: leave out U+{ord(char):04X}.")
    kept = unicodedata.normalize("NFKC", " ".join(kept.split()))
    if not SHORTEST <= len(kept) <= LONGEST:
        raise LudariumError(f"A name has {SHORTEST} to {LONGEST} characters.")
    if not any(unicodedata.category(char)[0] in "LN" for char in kept):
        raise LudariumError("A name holds at least one letter or digit.")
    _check_marks(kept)
    for word in kept.split():
        _check_scripts(word)
    return kept


def check_not_reserved(name: str) -> None:
    """Refuses names that speak for the lab: its own, its players', and those that guests are given. Takes a while when
    it is asked for the first time, since all games are looked at."""
    look = skeleton(name)
    with _LOOKING:
        reserved = _reserved()
    if _GUEST.fullmatch(look) or look in reserved:
        raise LudariumError(f"The name {name} is kept for the lab itself: choose another.")


def key_of(name: str) -> str:
    """What an account with this name has as its key."""
    return MARK + skeleton(name)


def plain_key_of(name: str) -> str:
    """What an account of before looks were compared has as its key."""
    return unicodedata.normalize("NFKC", name).casefold()


def keys_of(name: str) -> list[str]:
    """The keys under which somebody with this name may be found, the likeliest first."""
    cleaned = clean(name)
    return [plain_key_of(cleaned), key_of(cleaned)]


def taken_by(name: str) -> set[str]:
    """The keys that nobody may have for this name to be free, but for the plain ones."""
    return {key_of(name)} | {MARK + look for look in other_skeletons(name)}


def _hidden(char: str) -> bool:
    category = unicodedata.category(char)
    # Cc control, Cf format, Cs halves of characters, Co private, Cn unassigned, Z separators.
    return char not in _BLANKS and (category[0] in "CZ" or _INVISIBLE.match(char) is not None)


def _check_marks(name: str) -> None:
    accents = marks = 0
    for at, char in enumerate(unicodedata.normalize("NFD", name)):
        category = unicodedata.category(char)
        if category == "Me" or (category[0] == "M" and at == 0):
            raise LudariumError("A name begins with a letter, and nothing is drawn around its letters.")
        marks = marks + 1 if category == "Mn" else 0
        accents = accents + 1 if is_accent(char) else 0
        if accents > _ACCENTS or marks > _MARKS:
            raise LudariumError(f"A letter of a name has at most {_ACCENTS} accents.")


def _check_scripts(word: str) -> None:
    scripts = {_script(char) for char in word if unicodedata.category(char)[0] == "L"}
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        listed = " and ".join(sorted(script.capitalize() for script in scripts))
        raise LudariumError(f"A word of a name has letters of one script: {word} mixes {listed}.")


def _script(letter: str) -> str:
    """The script of a letter: the first word of its name says it."""
    return unicodedata.name(letter, "UNNAMED").split()[0]


@lru_cache(maxsize=1)
def _reserved() -> frozenset[str]:
    from ludarium.games.offered import offered
    from ludarium.players import listing

    names = {" ".join(word.split()) for word in _RESERVED.split(",")}
    for game in offered().values():
        names |= {level.title for level in game.levels()} | set(listing(game))
    return frozenset(map(skeleton, names))
