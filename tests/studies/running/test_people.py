"""Taking part: nothing before consent, one number for where somebody is, whatever is sent twice counts once."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import text

from ludarium.store import Database, study_answers, study_games
from ludarium.store import studies as store
from ludarium.store.study_models import StudyAnswerRow, StudyPageRow, StudyProfileChangeRow
from ludarium.studies.plan import builtin
from ludarium.studies.plan.answers import BadAnswers
from ludarium.studies.running import games, leaving, pages, people
from ludarium.studies.running.errors import NoSuchLink, NoSuchStudy, NotOpen, NotThere, StudyError
from ludarium.studies.running.people import Arrival, Sent
from ludarium.studies.running.studies import changed_since, create, find, freeze, plan_of, replan, set_state
from tests.studies.running.places import (
    NOON,
    again,
    names_of,
    newcomer,
    opened,
    sit_down,
    small,
    to_the_game,
    with_play,
)


def test_nothing_is_stored_before_consent(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection)
        page = people.welcome(connection, study, Arrival(languages=["de-AT"]), NOON)
        assert (page["kind"], page["language"], page["statements"]) == ("consent", "de", ["I agree."])
        for table in ("study_participant", "study_page", "lab_account"):
            assert connection.scalar(text(f"SELECT count(*) FROM {table}")) == 0
        with pytest.raises(StudyError, match="read it again"):
            newcomer(connection, study, version=1)
        with pytest.raises(StudyError, match="each of the statements"):
            newcomer(connection, study, statements=0)
        assert connection.scalar(text("SELECT count(*) FROM lab_account")) == 0


def test_every_built_in_study_can_be_entered(database: Database) -> None:
    for name in builtin.NAMES:
        with database.writing() as connection:
            study = create(connection, builtin.plan_of(name), "", slug=name, now=NOON)
            study = set_state(connection, study, "open", NOON)
            page = people.welcome(connection, study, Arrival(languages=["de"]), NOON)
            assert (page["kind"], page["heading"]) == ("consent", "Bevor es losgeht")
            who = newcomer(connection, study, version=page["version"], statements=len(page["statements"]))
            assert pages.page_of(connection, who, NOON)["kind"] == "profile"


def test_only_open_studies_let_people_in(database: Database) -> None:
    with database.writing() as connection:
        study = create(connection, small(), "", slug="small")
        for state, words in (("draft", "not begun"), ("paused", "paused"), ("closed", "over")):
            if state != "draft":
                study = set_state(connection, study, state)
            with pytest.raises(NotOpen, match=words):
                newcomer(connection, study)
        with pytest.raises(NoSuchStudy, match="no study 'other'"):
            find(connection, "other")
        with pytest.raises(StudyError, match="already"):
            create(connection, small(), "", slug="small")
        with pytest.raises(StudyError, match="cannot stand in a link"):
            create(connection, small(), "", slug="A b")


def test_a_stopping_rule_closes_the_door(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection, small(stopping={"started": 2}))
        newcomer(connection, study)
        newcomer(connection, study)
        with pytest.raises(NotOpen, match="all the people it needs"):
            newcomer(connection, study)
        store.change(connection, study.id, pilot=True)
        assert newcomer(connection, find(connection, "small")).pilot  # pilots count for nothing


def test_every_page_is_sent_once(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection)
        who = newcomer(connection, study)
        assert pages.page_of(connection, who, NOON)["kind"] == "profile"
        first = people.submit(connection, who, Sent(1, answers={"age": 33}, email="a@example.org"), NOON)
        assert first.step == 2
        # Again, from another tab, or by the back button: nothing happens, and one is told where one is.
        assert people.submit(connection, first, Sent(1, answers={"age": 99}), NOON) == first
        assert people.submit(connection, again(connection, who), Sent(1, answers={"age": 99}), NOON) == first
        assert people.submit(connection, who, Sent(1, answers={"age": 44}), NOON) == first  # another tab was quicker
        with pytest.raises(NotThere):
            people.submit(connection, first, Sent(5), NOON)
        assert pages.profile_of(connection, who) == {"values": {"age": 33}, "email": "a@example.org"}


def test_pages_that_must_be_read_cannot_be_rushed(database: Database) -> None:
    with database.writing() as connection:
        who = newcomer(connection, opened(connection))
        who = people.submit(connection, who, Sent(1), NOON)
        page = pages.page_of(connection, who, NOON + timedelta(seconds=4))
        assert (page["kind"], page["text"], page["seconds"]) == ("text", "Hello", 6.0)
        with pytest.raises(StudyError, match="10 seconds at least"):
            people.submit(connection, who, Sent(2), NOON + timedelta(seconds=4))
        assert people.submit(connection, who, Sent(2), NOON + timedelta(seconds=10)).step == 3


def test_a_quiz_gives_tries_and_then_ends_it(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection)
        late = NOON + timedelta(minutes=1)
        who = newcomer(connection, study)
        who = people.submit(connection, people.submit(connection, who, Sent(1), NOON), Sent(2), late)
        page = pages.page_of(connection, who, late)
        assert "right" not in str(page["questions"][0]["options"])
        assert page["tries"] == 2
        with pytest.raises(BadAnswers):
            people.submit(connection, who, Sent(3, answers={"right": "c"}), late)
        once = people.submit(connection, who, Sent(3, answers={"right": "b"}), late)
        assert (once.step, once.attempt) == (3, 1)
        assert pages.page_of(connection, once, late)["wrong"] == ["right"]
        assert people.submit(connection, once, Sent(3, 0, {"right": "a"}), late) == once  # the first try, sent again
        out = people.submit(connection, once, Sent(3, 1, {"right": "b"}), late)
        assert (out.status, pages.page_of(connection, out, late)["kind"]) == ("screened", "screened")
        with pytest.raises(NotThere):
            people.submit(connection, out, Sent(3, 2, {"right": "a"}), late)


def test_links(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection)
        store.invite(connection, study.id, {people.token_digest("mine"): "pupil 7"}, NOON)
        with pytest.raises(NoSuchLink):
            newcomer(connection, study, Arrival(invitation="other"))
        who = newcomer(connection, study, Arrival(invitation="mine"), token="mine")
        assert people.returning(connection, study, arrival=Arrival(invitation="mine")) == who
        assert newcomer(connection, study, Arrival(invitation="mine"), token="mine").id == who.id
        sent = newcomer(connection, study, Arrival(recruited="P-1"))
        assert newcomer(connection, study, Arrival(recruited="P-1")).id == sent.id
        assert {who.source, sent.source} == {"personal", "recruiter"}
        closed = with_play()
        study = replan(connection, study, small(recruiting={"links": ["personal"]}), "")
        assert closed is not None
        with pytest.raises(StudyError, match="entered by a personal link"):
            newcomer(connection, study)


def test_conditions_are_balanced_by_who_completes(database: Database) -> None:
    conditions = [{"name": name} for name in ("a", "b", "c")]
    with database.writing() as connection:
        study = opened(connection, small(conditions=conditions))
        for number in range(30):
            who = newcomer(connection, study)
            store.change_participant(connection, who.id, status="completed" if number % 3 else "dropped")
            counts = store.counts(connection, study.id)
            done = [counts[name, "completed"] for name in "abc"]
            assert max(done) - min(done) <= 1
        who = newcomer(connection, study)
        assert who.place == min(set(range(20)) - {
            other.place for other in store.participants(connection, study.id)
            if other.condition == who.condition and other.status == "completed"
        })  # fmt: skip


# --- games ------------------------------------------------------------------------------------------------------------


def test_two_who_wait_are_matched_once(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection)
        two = [to_the_game(connection, newcomer(connection, study)) for _ in range(2)]
        assert games.open_alone(connection, two[0], games.chosen_in_turn, NOON) is None
        step = games.playing(connection, two[0])
        assert step is not None
        for who in two:
            page = pages.page_of(connection, who, NOON)
            assert (page["kind"], page["table"], page["waiting"]["needed"]) == ("play", None, 2)
        study_games.wait(connection, two[0], games.queue_of(two[0], step[1]), NOON)
        assert list(games.match(connection, study.id, games.chosen_in_turn, NOON)) == []
        study_games.wait(connection, two[1], games.queue_of(two[1], step[1]), NOON)
        (opening,) = games.match(connection, study.id, games.chosen_in_turn, NOON)
        assert {who.id for who in opening.people} == {who.id for who in two}
        assert len({chair.mask for chair in opening.chairs}) == 2
        sit_down(connection, opening, "t1")
        assert list(games.match(connection, study.id, games.chosen_in_turn, NOON)) == []
        assert pages.page_of(connection, two[0], NOON)["table"] == "t1"
        # The game is over: both go on, once.
        assert len(games.game_over(connection, "t1", "played", NOON)) == 2
        assert games.game_over(connection, "t1", "played", NOON) == []
        one = again(connection, two[0])
        page = pages.page_of(connection, one, NOON)
        assert page["kind"] == "questions"
        seat = next(iter(set(page["about"]["names"]) - {str(page["about"]["you"])}))
        keys = [question["key"] for question in page["questions"]]
        assert keys == [f"who.{seat}", "fun", "plan", "gave-away"]
        assert "corner" not in str(page)
        answers = {f"who.{seat}": "", "fun": 4, "plan": "a corner, I think"}
        one = people.submit(connection, one, Sent(one.step, answers=answers, changes={"fun": [2, 5]}), NOON)
        rows = study_answers.own_rows(connection, StudyAnswerRow, one.id)
        kept = {row["question"]: row for row in rows if row["stage"] == "play"}
        assert kept["who"]["seat"] == int(seat)
        assert (kept["who"]["table_id"], kept["fun"]["changes"], kept["fun"]["role"]) == ("t1", [2, 5], "fun")


def test_who_has_gone_is_not_matched_and_nobody_meets_twice(database: Database) -> None:
    plan = with_play(again=False, games=3, questionnaire="")
    with database.writing() as connection:
        study = opened(connection, plan)
        three = [to_the_game(connection, newcomer(connection, study)) for _ in range(3)]
        step = games.playing(connection, three[0])
        assert step is not None
        queue = games.queue_of(three[0], step[1])
        for number, who in enumerate(three):
            study_games.wait(connection, who, queue, NOON + timedelta(seconds=number))
        later = NOON + timedelta(seconds=games.ALIVE + 1.5)
        for who in three[1:]:
            study_games.wait(connection, who, queue, later)
        assert names_of(games.match(connection, study.id, games.chosen_in_turn, later)) == [{three[1].id, three[2].id}]


def test_when_time_is_up_the_plan_is_followed(database: Database) -> None:
    for then in ("player", "finish", "wait"):
        with database.writing() as connection:
            plan = with_play(waiting={"limit": 30, "then": then, "player": "random"})
            study = create(connection, plan, "", slug=f"small-{then}", now=NOON)
            study = set_state(connection, study, "open", NOON)
            who = to_the_game(connection, newcomer(connection, study))
            step = games.playing(connection, who)
            assert step is not None
            late = NOON + timedelta(seconds=30)
            study_games.wait(connection, who, games.queue_of(who, step[1]), NOON)
            study_games.wait(connection, who, games.queue_of(who, step[1]), late)
            openings = list(games.match(connection, study.id, games.chosen_in_turn, late))
            if then == "player":
                assert sorted(chair.player for chair in openings[0].chairs) == ["", "random"]
            else:
                assert openings == []
            gone = again(connection, who)
            assert gone.status == ("released" if then == "finish" else "active")
            assert bool(gone.code) == (then == "finish")


def test_a_hundred_arrivals(database: Database) -> None:
    """Nobody is matched twice or lost, however they come."""
    with database.writing() as connection:
        study = opened(connection, with_play(seats=["me", "person"], games=1, questionnaire=""))
        everybody = [to_the_game(connection, newcomer(connection, study)) for _ in range(101)]
        met: Counter[int] = Counter()
        for number, who in enumerate(everybody):
            step = games.playing(connection, who)
            assert step is not None
            study_games.wait(connection, who, games.queue_of(who, step[1]), NOON + timedelta(microseconds=number))
            if number % 7 == 0 or number == 100:
                for place, opening in enumerate(games.match(connection, study.id, games.chosen_in_turn, NOON)):
                    sit_down(connection, opening, f"t{number}-{place}")
                    met.update(person.id for person in opening.people)
        assert set(met.values()) == {1}
        assert len(met) == 100
        assert len(study_games.waiting(connection, study.id)) == 1


def test_a_seat_that_is_handed_over_lets_its_person_go_on(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection)
        two = [to_the_game(connection, newcomer(connection, study)) for _ in range(2)]
        step = games.playing(connection, two[0])
        assert step is not None
        for who in two:
            study_games.wait(connection, who, games.queue_of(who, step[1]), NOON)
        (opening,) = games.match(connection, study.id, games.chosen_in_turn, NOON)
        sit_down(connection, opening, "t1")
        seat = next(number for number, chair in enumerate(opening.chairs) if chair.who and chair.who.id == two[0].id)
        games.replaced(connection, "t1", seat, "random", NOON)
        assert again(connection, two[0]).step == two[0].step + 1
        assert [who.id for who in games.game_over(connection, "t1", "played", NOON)] == [two[1].id]
        seats = study_games.seats_at(connection, "t1")
        assert (seats[seat].person, seats[seat].player, seats[seat].replaced) == (True, "random", NOON)


# --- the end ----------------------------------------------------------------------------------------------------------


def test_the_end_has_a_code_and_says_who_was_what(database: Database) -> None:
    plan = with_play(seats=["me", "random"], questionnaire="after", games=1)
    with database.writing() as connection:
        study = opened(connection, plan)
        who = to_the_game(connection, newcomer(connection, study, Arrival(recruited="P-1")))
        opening = games.open_alone(connection, who, games.chosen_in_turn, NOON)
        assert opening is not None
        sit_down(connection, opening, "t1")
        assert games.open_alone(connection, who, games.chosen_in_turn, NOON) is None
        (who,) = games.game_over(connection, "t1", "played", NOON)
        page = pages.page_of(connection, who, NOON)
        assert "random" not in str(page)
        seat = next(iter(set(page["about"]["names"]) - {str(page["about"]["you"])}))
        with pytest.raises(StudyError, match="cannot be skipped"):
            people.submit(connection, who, Sent(who.step, skip=True), NOON)
        who = people.submit(connection, who, Sent(who.step, answers={f"who.{seat}": "human", "fun": 1}), NOON)
        assert (who.status, who.finished) == ("completed", NOON)
        page = pages.page_of(connection, who, NOON)
        assert page["kind"] == "debrief"
        assert len(page["code"]) == 8
        assert [seat["person"] for game in page["revealed"] for seat in game["seats"]].count(True) == 1


def test_withdrawing_leaves_nothing_but_a_receipt(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection)
        who = newcomer(connection, study, Arrival(recruited="P-planted"))
        who = people.submit(connection, who, Sent(1, answers={"age": 33}, email="planted@example.org"), NOON)
        people.change_profile(connection, who, {"age": 34}, None, NOON)
        people.change_profile(connection, who, {"age": None}, None, NOON)
        kinds = [row["kind"] for row in study_answers.own_rows(connection, StudyProfileChangeRow, who.id)]
        assert kinds == ["set", "changed", "removed"]
        assert "planted@example.org" in str(leaving.own_data(connection, who))
        receipt = leaving.withdraw(connection, who, lambda *_: None, NOON)
        assert receipt["removed"]["study_contact"] == 1
        assert leaving.receipt(connection, receipt["code"]) == receipt
        assert store.participant(connection, number=who.id) is None
        assert study_answers.own_rows(connection, StudyPageRow, who.id) == []
        assert connection.scalar(text("SELECT count(*) FROM lab_account")) == 0
        with pytest.raises(StudyError, match="no such receipt"):
            leaving.receipt(connection, "other")


def test_old_data_is_cut_from_its_person(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection, small(keeping={"purge_days": 100}))
        who = newcomer(connection, study, Arrival(recruited="P-1"))
        who = people.submit(connection, who, Sent(1, answers={"age": 33}, email="a@example.org"), NOON)
        assert leaving.grow_old(connection, NOON + timedelta(days=99)) == 0
        assert again(connection, who).status == "dropped"
        assert leaving.grow_old(connection, NOON + timedelta(days=101)) == 1
        cut = again(connection, who)
        assert (cut.recruited, cut.account_id, pages.profile_of(connection, cut)) == (
            None,
            None,
            {"values": {}, "email": ""},
        )
        assert study_answers.own_rows(connection, StudyPageRow, who.id) != []


def test_a_frozen_study_tells_what_was_changed(database: Database) -> None:
    with database.writing() as connection:
        study = create(connection, small(), "", slug="small")
        freeze(connection, study, "abc")
        study = find(connection, "small")
        assert changed_since(connection, study, "abc") == []
        study = replan(connection, study, small(title="Another"), "")
        assert changed_since(connection, study, "abd") == ["plan", "analysis"]
        assert plan_of(connection, study, 1).title == "Who is it?"
        with pytest.raises(StudyError, match="frozen"):
            freeze(connection, study, "abc")


def test_whoever_began_goes_on_by_the_plan_of_then(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection)
        who = newcomer(connection, study)
        shorter = small(stages=[small_stage for small_stage in _plain() if small_stage["name"] != "read"])
        replan(connection, study, shorter, "")
        who = people.submit(connection, who, Sent(1), NOON)
        assert pages.page_of(connection, who, NOON)["kind"] == "text"


def _plain() -> list[dict[str, object]]:
    from tests.studies.running.places import SMALL

    return list(SMALL["stages"])
