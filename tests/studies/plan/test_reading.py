"""Every mistake that a plan can have, with its line and what would mend it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import yaml

from ludarium.engine.errors import LudariumError
from ludarium.studies.plan.course import course
from ludarium.studies.plan.model import Choice, Quiz, to_plain
from ludarium.studies.plan.reading import BadPlan, Mistake, read_file, read_plan

BASE = """\
title = "A test"
languages = ["en", "de"]

[stopping]
until = 2027-03-01

[recruiting]
return_to = "https://example.org/done?c={code}"

[[conditions]]
name = "weak"
values = { player = "random" }

[[conditions]]
name = "strong"
values = { player = "mcts:iterations=20" }

[[stages]]
kind = "consent"
name = "consent"

[[stages]]
kind = "text"
name = "welcome"
text = "@hello"
rules = "pig"

[[stages]]
kind = "quiz"
name = "quiz"
game = "pig"
settings = { goal = 50 }

[[stages]]
kind = "play"
name = "games"
game = "pig"
settings = { goal = 50, seats = 3 }
seats = ["me", "pool", "{player}"]
pool = ["random", "mcts"]
questionnaire = "after"

[[stages]]
kind = "judge"
name = "judge"
questionnaire = "after"

[[stages]]
kind = "questions"
name = "final"
questionnaire = "end"

[[stages]]
kind = "debrief"
name = "debrief"

[questionnaires.after]

[[questionnaires.after.questions]]
kind = "choice"
name = "verdict"
text = "@who"
about = "opponents"
role = "judgement"
options = { human = "Person", artificial = "Program" }
neutral = "?"

[[questionnaires.after.questions]]
kind = "scale"
name = "sure"
text = "Sure?"
about = "opponents"
role = "confidence"
show_if = "verdict!="

[[questionnaires.after.questions]]
kind = "moves"
name = "moves"
text = "Which?"
required = false

[questionnaires.end]

[[questionnaires.end.questions]]
kind = "choices"
name = "liked"
text = "What?"
options = { board = "The board", dice = "The dice", people = "The people" }
least = 1
most = 2

[[questionnaires.end.questions]]
kind = "number"
name = "age"
text = "Age?"
low = 0
high = 120

[[questionnaires.end.questions]]
kind = "matching"
name = "pairs"
text = "Match"
left = { a = "A", b = "B" }
to = { x = "X", y = "Y" }

[texts.en]
hello = "Hello against {player}"
who = "Who was {opponent}?"

[texts.de]
hello = "Hallo gegen {player}"
who = "Wer war {opponent}?"
"""


def mistakes(text: str, name: str = "plan.toml") -> list[Mistake]:
    with pytest.raises(BadPlan) as refused:
        read_plan(text, name)
    assert all(mistake.what and mistake.remedy for mistake in refused.value.mistakes)
    return refused.value.mistakes


def test_the_plan_of_these_tests_is_sound() -> None:
    plan = read_plan(BASE)
    assert plan.stopping.until == "2027-03-01"
    quiz = next(stage for stage in plan.stages if isinstance(stage, Quiz))
    assert [question.name for question in quiz.questions] == ["rule-1", "rule-2", "rule-3"]
    assert isinstance(quiz.questions[2], Choice)
    assert "50" in plan.texts["de"][quiz.questions[2].options["a"].removeprefix("@")]
    assert quiz.game == ""


def test_the_same_plan_in_yaml() -> None:
    text = yaml.safe_dump(tomllib.loads(BASE), sort_keys=False, allow_unicode=True)
    assert read_plan(text, "plan.yaml") == read_plan(BASE, "plan.toml")
    assert read_plan(text) == read_plan(BASE), "told by the text"
    stored = read_plan(yaml.safe_dump(to_plain(read_plan(BASE))), "stored.json")
    assert stored == read_plan(BASE), "a plan as it is stored can be read again"


FAULTS = {
    fault["name"]: fault
    for fault in tomllib.loads((Path(__file__).parent / "faults.toml").read_text(encoding="utf-8"))["fault"]
}
NO_JUDGEMENT = ("unrated without judgements", "turing without judgements")


@pytest.mark.parametrize("fault", FAULTS)
def test_every_mistake_is_told_with_its_line_and_what_would_mend_it(fault: str) -> None:
    old, new, line, what, remedy = (FAULTS[fault][word] for word in ("old", "new", "line", "what", "remedy"))
    base = BASE.replace('role = "judgement"\n', "") if fault in NO_JUDGEMENT else BASE
    assert base.count(old) >= 1, "what is replaced must be there"
    text = base.replace(old, new, 1)
    found = [mistake for mistake in mistakes(text) if what in mistake.what]
    assert found, mistakes(text)
    assert len({mistake.path for mistake in found}) == len(found), "nothing is told twice"
    assert remedy in found[0].remedy
    lines = text.splitlines()
    head = lines[found[0].line - 1]
    # What is missing in a table is told at the table's head.
    below = lines[found[0].line : found[0].line + 3] if head.startswith("[[") else []
    assert any(line in one for one in (head, *below)), f"{found[0]}: {head}"


def test_all_mistakes_are_told_at_once() -> None:
    text = BASE.replace('text = "@hello"', 'text = "@helo"').replace("most = 2", "most = 4").replace(
        '["random", "mcts"]', '["random", "mtcs"]'
    )  # fmt: skip
    assert [mistake.path for mistake in mistakes(text)] == [
        *("stages[1].text", "stages[3].pool[1]", "questionnaires.end.questions[0].most"),
    ]
    forms = BASE.replace('title = "A test"', "titel = 5").replace("low = 0", 'low = "0"')
    assert [mistake.what.split()[0] for mistake in mistakes(forms)] == ["a", "'titel'", "'0'"]


def test_a_condition_can_put_a_person_on_a_seat() -> None:
    text = BASE.replace('{ player = "random" }', '{ player = "person" }')
    plan = read_plan(text)
    assert [course(plan, name, 1)[3].seats[2] for name in ("weak", "strong")] == ["person", "mcts:iterations=20"]
    waiting = text.replace("pool = [", "waiting = { limit = 30 }\npool = [", 1)
    assert read_plan(waiting), "somebody is waited for in one of the conditions"


def test_a_page_that_compares_names_the_first_and_the_second() -> None:
    text = """
title = "A or B"
kind = "preference"
stages = [
  { kind = "consent", name = "consent" },
  { kind = "play", name = "first", game = "pig", seats = ["me", "random"] },
  { kind = "play", name = "second", game = "pig", seats = ["me", "mcts"] },
  { kind = "questions", name = "end", questions = [
    { kind = "choice", name = "better", text = "?", role = "stronger", options = { first = "A", secnd = "B" } },
  ] },
  { kind = "debrief", name = "debrief" },
]
"""
    assert "the options of 'better' do not say which of two is meant" in mistakes(text)[0].what
    assert read_plan(text.replace("secnd", "second")).kind == "preference"


@pytest.mark.parametrize(
    ("text", "name", "line", "what"),
    [
        ('title = "A"\nstages = [', "a.toml", 2, "this is no TOML"),
        ("title = 'A'\ntitle = 'B'", "a.toml", 2, "this is no TOML"),
        ("title: A\nstages: [", "a.yaml", 2, "this is no YAML"),
        ("title: A\n  stages: 3", "a.yml", 2, "this is no YAML"),
        ("title: A\ntitle: B", "a.yaml", 2, "'title' is said twice"),
        ("title: \x07", "a.yaml", 1, "this is no YAML"),
        ("&x [*x]", "a.yaml", 1, "parts are no plan"),
        ("", "a.yaml", 1, "does not fit"),
        ("hello", "", 1, "does not fit"),
        ("x" * 1_000_001, "", 1, "is no plan"),
        ("a: " + "[" * 5000, "a.yaml", 1, ""),
        ("a = " + "[" * 5000, "a.toml", 1, ""),
        ("title: !!python/object/apply:os.system [x]", "a.yaml", 1, "this is no YAML"),
    ],
)
def test_what_is_no_plan_at_all_is_told(text: str, name: str, line: int, what: str) -> None:
    found = mistakes(text, name)
    assert found[0].line == line
    assert what in found[0].what


def test_aliases_cannot_make_a_small_text_large() -> None:
    bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9)
    )
    assert "parts are no plan" in mistakes(bomb, "bomb.yaml")[0].what


def test_yaml_words_that_are_no_texts_are_told() -> None:
    text = """
title: Yes
stages:
  - {kind: consent, name: consent}
  - kind: questions
    name: end
    questions:
      - {kind: choice, name: on-or-off, text: "?", options: {on: On, off: Off}}
  - {kind: debrief, name: debrief}
"""
    found = mistakes(text, "plan.yaml")
    assert [mistake.line for mistake in found] == [2, 8, 8, 8, 8]
    assert found[0].remedy == 'put it in quotes: "true"'
    assert "the name true does not fit" in [mistake.what for mistake in found]


def test_files_are_read_by_their_ends(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(BASE, encoding="utf-8")
    assert read_file(file).title == "A test"
    with pytest.raises(LudariumError, match="cannot be read: No such file"):
        read_file(tmp_path / "none.toml")
    file.write_bytes(b"title = '\xff'")
    with pytest.raises(LudariumError, match="is no text in UTF-8"):
        read_file(file)
    with pytest.raises(BadPlan, match=r"line 1, titel: 'titel' is no word of a plan: did you mean 'title'\?"):
        read_plan("titel = 'A'", "plan.toml")
