"""Terms as text and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.doors.prolog.program import library, read_program
from ludarium.doors.prolog.reader import Reader, read_term
from ludarium.doors.prolog.terms import Struct, Term, compare, list_of, text_of

ROOT = Path(__file__).parents[3]
FILES = sorted(
    [*(ROOT / "examples" / "prolog").glob("*.pl"), *(ROOT / "src" / "ludarium").glob("doors/prolog/lib*.pl")]
)

terms: st.SearchStrategy[Term] = st.recursive(
    st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.builds(list_of, st.lists(inner, min_size=1, max_size=3))
        | st.builds(
            lambda name, args: Struct(name, tuple(args)),
            st.sampled_from(["f", "+", "is", "\\+", ":-", "-", "A b", "it's"]),
            st.lists(inner, min_size=1, max_size=3),
        )
    ),
)


@given(terms)
def test_what_is_written_is_read_as_the_same_term(term: Term) -> None:
    read = read_term(text_of(term))
    assert compare(read, term) == 0
    assert text_of(read) == text_of(term)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_files_can_be_written_and_read_again(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    written = [text_of(sentence.term) for sentence in Reader(text)]
    assert [text_of(read_term(line)) for line in written] == written
    assert len(written) >= len(read_program(text).clauses) > 0


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a :- b, c ; d -> e", "':-'(a,';'(','(b,c),'->'(d,e)))"),
        ("1 - 2 - 3", "'-'('-'(1,2),3)"),
        ("2 ** 3 * -1", "'*'('**'(2,3),-1)"),
        ("- (1)", "'-'(1)"),
        ("- - a", "'-'('-'(a))"),
        ("[-, - , + + 1]", "['-','-','+'('+'(1))]"),
        ("- = - - 1", "'='('-','-'(-1))"),
        ("-(1)", "'-'(1)"),
        ("a = \\+ b", "'='(a,'\\\\+'(b))"),
        ("[a, b|C]", "[a,b|_1]"),
        ("[H|[T]]", "[_1,_2]"),
        ("f(A, B, A, _, _)", "f(_1,_2,_1,_3,_4)"),
        ("X is Y mod 3 + 0'a", "is(_1,'+'(mod(_2,3),97))"),
        ("{a, b}", "{}(','(a,b))"),
        ("'don''t' = \"two words\"", "'='('don\\'t','two words')"),
        ("0x1f + 0b101 + 1.5e3", "'+'('+'(31,5),1500.0)"),
        ("f(:-, [-], +)", "f(':-',['-'],'+')"),
        ("a % comment\n :- /* more */ b", "':-'(a,b)"),
        ("(a , b) | c", "';'(','(a,b),c)"),
        ("\\+ (a, b)", "'\\\\+'(','(a,b))"),
        ("X = 'a\\x41\\b\\n'", "'='(_1,'aAb\\n')"),
    ],
)
def test_operators_and_their_priorities(text: str, plain: str) -> None:
    assert text_of(read_term(text)) == plain


def test_operators_can_be_declared() -> None:
    program = read_program(
        ":- op(700, xfx, beats). :- op(200, xfy, over). rock beats scissors. a over b over c :- true."
    )
    assert [text_of(clause.head) for clause in program.clauses] == ["beats(rock,scissors)", "over(a,over(b,c))"]


def test_deep_nesting_is_an_error_and_long_lists_are_none() -> None:
    with pytest.raises(Exception, match="nested too deeply"):
        read_program(f"p({'f(' * 5000}a{')' * 5000}).")
    assert len(read_program(f"p([{', '.join(map(str, range(20_000)))}]).").clauses) == 1


def test_the_library_reads() -> None:
    assert {("append", 3), ("member", 2), ("predsort", 3)} <= library().defined
