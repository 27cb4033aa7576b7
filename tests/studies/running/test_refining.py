"""Who comes next where strategies evolve: by what has been judged, and by what is being judged just now."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from ludarium.store import Database, study_games
from ludarium.store import studies as store
from ludarium.store.studies import Participant, Study
from ludarium.studies.data import PERSON
from ludarium.studies.plan.model import Plan
from ludarium.studies.refinement.run import Settings
from ludarium.studies.running import games, leaving, people, refining
from ludarium.studies.running.gathering import Judged, gather
from ludarium.studies.running.people import Sent
from ludarium.studies.running.refining import Choosing
from tests.studies.running.places import NOON, again, newcomer, opened, sit_down, to_the_game, with_play


def plan() -> Plan:
    return with_play(
        game="jostle", settings={"seats": 3}, seats=["me", "person", "pool"], pool=["PALS", "EQUALIZER"],
        next="unrated", again=False,
    )  # fmt: skip


def arrived(connection: Connection, study: Study, count: int) -> list[Participant]:
    """People who wait for their first game."""
    everybody = [to_the_game(connection, newcomer(connection, study)) for _ in range(count)]
    for who in everybody:
        at = games.playing(connection, who)
        assert at is not None
        study_games.wait(connection, who, games.queue_of(who, at[1]), NOON)
    return everybody


def seated(connection: Connection, study: Study, choose: games.Chooser) -> list[tuple[str, str]]:
    """Tables that were opened, and the player of each."""
    tables = []
    for opening in games.match(connection, study.id, choose, NOON):
        name = f"t{len(study_games.seats_of_study(connection, study.id))}"
        sit_down(connection, opening, name)
        tables.append((name, next(chair.player for chair in opening.chairs if chair.player)))
    return tables


def judge(connection: Connection, who: Participant, table: str, said: str) -> Participant:
    """After a game: what somebody says about both others."""
    who = again(connection, who)
    others = [seat.seat for seat in study_games.seats_at(connection, table) if seat.participant_id != who.id]
    answers = {f"who.{seat}": said for seat in others}
    return people.submit(connection, who, Sent(who.step, answers={**answers, "fun": 3}), NOON)


def under_way(connection: Connection, study: Study, group: Sequence[Participant]) -> set[tuple[str, str]]:
    known = {who.public for who in group}
    return {pair for pair in study_games.under_way(connection, study.id) if pair[0] in known}


def test_judgements_are_read_on_and_are_those_of_the_export(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection, plan())
        two = arrived(connection, study, 2)
        judged = Judged()
        assert judged.read_on(connection, study) == []
        ((table, player),) = seated(connection, study, games.chosen_in_turn)
        assert under_way(connection, study, two) == {(who.public, player) for who in two}
        games.game_over(connection, table, "played", NOON)
        assert len(under_way(connection, study, two)) == 2  # they have played, and not said anything yet
        judge(connection, two[0], table, "human")
        assert under_way(connection, study, two) == {(two[1].public, player)}
        first = judged.read_on(connection, study)
        assert {(one.judge, one.player, one.truth, one.said) for one in first} == {
            (two[0].public, player, "artificial", "human"),
            (two[0].public, PERSON, "human", "human"),
        }
        judge(connection, two[1], table, "artificial")
        assert {one.judge for one in judged.read_on(connection, study)} == {two[1].public}
        assert judged.read_on(connection, study) == []
        assert judged.judgements == Judged().read_on(connection, study)
        assert judged.judgements == list(gather(connection, study, decisions=False).judgements)


def test_what_is_being_judged_is_not_asked_for_again(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection, plan())
        refining.begin(connection, study, Settings(ratings=2))
        choose = Choosing()
        arrived(connection, study, 2 * 20)
        tables = seated(connection, study, choose)
        assert len(tables) == 20
        # Two people at each table judge its strategy: each of the twenty is met once.
        assert len({player for _, player in tables}) == 20
        assert choose.ripe(connection, study) is None
        for table, _ in tables:
            games.game_over(connection, table, "played", NOON)
        people = {who.id: who for who in store.participants(connection, study.id)}
        for place, (table, _) in enumerate(tables):
            for seat in study_games.seats_at(connection, table):
                if seat.participant_id is not None:
                    judge(connection, people[seat.participant_id], table, "human" if place % 2 else "artificial")
        found = choose.ripe(connection, study)
        assert found is not None
        assert len(found.judgements) == 80
        after = refining.evolved(found)
        assert after is not None
        assert after["told"] == 80
        assert refining.keep_evolved(connection, study, found.state, after)
        assert not refining.keep_evolved(connection, study, found.state, after)  # somebody else was quicker


def test_who_has_gone_is_known_and_who_withdrew_is_forgotten(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection, plan())
        refining.begin(connection, study, Settings(ratings=2))
        choose = Choosing()
        two = arrived(connection, study, 2)
        ((table, _),) = seated(connection, study, choose)
        games.game_over(connection, table, "played", NOON)
        for who in two:
            judge(connection, who, table, "human")
        store.change_participant(connection, two[0].id, status="dropped")
        refinement = refining.load(connection, study)
        assert refinement is not None
        found = refining.stored(connection, study)
        assert found is not None
        assert found.gone == {two[0].public}
        assert refining.revived(found).gone == {two[0].public}
        assert len(choose._look(connection, study).judged.judgements) == 4
        leaving.withdraw(connection, again(connection, two[0]), lambda *_: None, NOON)
        assert {one.judge for one in choose._look(connection, study).judged.judgements} == {two[1].public}
        assert two[0].public not in str(store.refinement(connection, study.id))
