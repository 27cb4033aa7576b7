"""Names: what may be one, and which look alike."""

from __future__ import annotations

import pytest

from ludarium.engine.errors import LudariumError
from ludarium.games import REGISTRY, load
from ludarium.server.people.names import check_new_name, check_not_reserved, key_of, keys_of, taken_by

pytestmark = pytest.mark.compiled  # no kernels: once is enough


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  Ada   L. ", "Ada L."),
        ("ＡＤＡ", "ADA"),
        ("𝓐𝓭𝓪", "Ada"),
        ("Jose\u0301", "José"),
        ("Łukasz Ż.", "Łukasz Ż."),
        ("O’Neill-Smith", "O’Neill-Smith"),
        ("Пётр Ильич", "Пётр Ильич"),
        ("Νίκος", "Νίκος"),
        ("田中ユミ", "田中ユミ"),
        ("नेहा शर्मा", "नेहा शर्मा"),
        ("ไก่ย่าง", "ไก่ย่าง"),
        ("نور", "نور"),
        ("<img src=x onerror=1>", "<img src=x onerror=1>"),
        ("Пётр Smith", "Пётр Smith"),
    ],
)
def test_names_of_all_kinds_are_taken(name: str, kept: str) -> None:
    assert check_new_name(name) == kept
    check_not_reserved(kept)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "2 to 32"),
        (" x ", "2 to 32"),
        ("x" * 33, "2 to 32"),
        ("ﷺﷺ", "2 to 32"),
        ("...", "letter or digit"),
        ("Ada\u200b", "U\\+200B"),
        ("A\u202eda", "U\\+202E"),
        ("Ada\x00", "U\\+0000"),
        ("Ada\u2063", "invisible"),
        ("Ada\u3164", "invisible"),
        ("Ada\u2800", "invisible"),
        ("Ada\ufe0f", "invisible"),
        ("Ada\u1680B", "invisible"),
        ("Ada\ue000", "invisible"),
        ("Ada\u0378", "invisible"),
        ("Ada\ud800", "invisible"),
        ("A\u0300\u0301\u0302da", "accents"),
        ("A\u20ddda", "drawn around"),
        ("\u0301Ada", "begins with"),
        ("Аda", "mixes Cyrillic and Latin"),
        ("Adα", "mixes Greek and Latin"),
        ("ᎪdaX", "mixes Cherokee and Latin"),
    ],
)
def test_names_that_mislead_are_refused(name: str, reason: str) -> None:
    with pytest.raises(LudariumError, match=reason):
        check_new_name(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Alice", "alice"),
        ("Alice", "AIice"),
        ("Alice", "A1ice"),
        ("Bob", "B0b"),
        ("Bob", "Вов"),
        ("Capa", "Сара"),
        ("Ada", "Ádà"),
        ("Martin", "Martın"),
        ("Martin", "rnartin"),
        ("Ann Lee", "AnnLee"),
        ("O'Neill", "O’Neill"),
        ("Ana-Lu", "Ana–Lu"),
        ("KATE", "ΚΑΤΕ"),
        ("Kate", "κατε"),
        ("AMA", "ᎪᎷᎪ"),
        ("Wanda", "VVanda"),
    ],
)
def test_names_that_look_alike_are_the_same(name: str, other: str) -> None:
    check_new_name(other)
    assert key_of(name) == key_of(other)
    assert len(taken_by(name) & taken_by(other)) >= 1


@pytest.mark.parametrize(
    ("name", "other"),
    [("Ada", "Ida"), ("Anna", "Ann"), ("Иван", "Иванна"), ("गुप्ता", "गप्ता"), ("Bob", "Rob"), ("Tom 2", "Tom 3")],
)
def test_other_names_are_others(name: str, other: str) -> None:
    assert not taken_by(name) & taken_by(other)


def test_greek_small_letters_are_compared_by_both_their_looks() -> None:
    assert taken_by("ναν") == {key_of("nan"), key_of("vav")}
    assert taken_by("ΝΑΝ") == {key_of("nan")}


def test_keys_by_look_are_never_plain_keys() -> None:
    for name in ("Ada", "look\tada", " look ada"):
        plain, look = keys_of(name)
        assert "\t" not in plain
        assert look.startswith("look\t")


def test_the_labs_own_names_are_reserved() -> None:
    titles = [level.title for entry in REGISTRY.entries for level in load(entry).levels()]
    for name in (
        *("Guest 1234", "guest", "GUEST 7", "Guest l0O", "admin", "Adm1n", "AdmIn"),
        *("Ludarium", "Iudarium", "the server", "Server", "nobody", "somebody", "random", "MCTS", "mo-ismcts"),
        *titles,
    ):
        with pytest.raises(LudariumError, match="kept for the lab"):
            check_not_reserved(name)
    for name in ("Guesthouse", "Adminka", "Rando", "Lud"):
        check_not_reserved(name)
