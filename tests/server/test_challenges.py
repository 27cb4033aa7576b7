"""Asking a person to a table by name: they see it, sit down or decline, and nobody can be pestered with it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import text, update

from ludarium.server.people import challenges
from ludarium.store import lab
from ludarium.store.lab_models import ChallengeRow, EventRow
from tests.server.serving import Person, Running

PASSWORD = "a long enough password"
WISH = {"game": "tic-tac-toe", "seats": [{"kind": "me"}, {"kind": "open"}]}


def member(server: Running, name: str) -> Person:
    person = server.person()
    person.post("/account/register", {"name": name, "password": PASSWORD})
    return person


def challenge(person: Person, name: str, **more: Any) -> dict[str, Any]:
    table: dict[str, Any] = person.post("/tables", WISH | {"challenge": name} | more)
    return table


def test_somebody_who_is_challenged_sits_down_without_a_key(server: Running) -> None:
    one, two, three = (member(server, name) for name in ("Alma Acht", "Bela Beil", "Cleo Cord"))
    table = challenge(one, "bela beil", clock={"kind": "game", "seconds": 300, "increment": 3}, rated=True)
    assert (table["private"], table["challenged"]) == (True, "Bela Beil")
    (call,) = two.get("/challenges")
    assert (call["by"], call["table"]["id"]) == ("Alma Acht", table["id"])
    assert call["table"]["clock"]["seconds"] == 300
    assert "key" not in call["table"]["link"]
    assert one.get("/challenges") == three.get("/challenges") == server.person().get("/challenges") == []
    # Nobody else may come, nor see it in the lobby.
    assert three.http.get(f"/tables/{table['id']}").status_code == 403
    assert three.refused(f"/tables/{table['id']}/join", {})[0] == 409
    assert all(found["id"] != table["id"] for found in three.get("/tables"))
    joined = two.post(f"/tables/{table['id']}/join", {})
    assert joined["you"] == 1
    assert two.get("/challenges") == []


def test_who_declines_is_not_asked_again_at_once(server: Running) -> None:
    one, two = member(server, "Dora Dorn"), member(server, "Emil Esch")
    table = challenge(one, "Emil Esch")
    with one.follow(table["id"]) as line:
        (call,) = two.get("/challenges")
        assert one.refused(f"/challenges/{call['id']}/decline")[0] == 404  # it is not theirs
        two.post(f"/challenges/{call['id']}/decline")
        assert line.until_event("challenge_declined")["data"] == {"who": "Emil Esch"}
        line.wait(lambda: line.table["declined"] == "Emil Esch")
    assert two.get("/challenges") == []
    assert two.refused(f"/challenges/{call['id']}/decline")[0] == 404
    assert two.http.get(f"/tables/{table['id']}").status_code == 403
    status, reason = one.refused("/tables", WISH | {"challenge": "Emil Esch"})
    assert (status, "within the hour" in reason) == (429, True)


def test_there_are_bounds_on_asking(server: Running) -> None:
    one, two = member(server, "Falk Fichte"), member(server, "Gisa Gras")
    challenge(one, "Gisa Gras")
    status, reason = one.refused("/tables", WISH | {"challenge": "Gisa Gras"})
    assert (status, "wait for the answer" in reason) == (429, True)
    others = [member(server, f"Other Person {number}") for number in range(challenges.STANDING)]
    for number in range(1, challenges.STANDING):
        challenge(one, f"Other Person {number}")
    status, reason = one.refused("/tables", WISH | {"challenge": "Other Person 0"})
    assert (status, "have not answered" in reason) == (429, True)
    assert len(others[1].get("/challenges")) == 1
    # Leaving the table takes the challenge back, but not the count of the day.
    for game in one.get("/your-games"):
        one.post(f"/tables/{game['table']['id']}/quit")
    assert two.get("/challenges") == []
    for _ in range(challenges.DAILY_TO_ONE - 1):
        one.post(f"/tables/{challenge(one, 'Gisa Gras')['id']}/quit")
    status, reason = one.refused("/tables", WISH | {"challenge": "Gisa Gras"})
    assert (status, reason) == (429, "You have challenged Gisa Gras often enough for a day.")


def test_names_that_nobody_has_are_refused(server: Running) -> None:
    one, guest = member(server, "Hanno Hain"), server.person()
    for name in ("Nobody Atall", "\u202e", "x" * 200, "' OR 1=1 --"):
        status, reason = one.refused("/tables", WISH | {"challenge": name})
        assert status == 404
        assert "nobody with the name" in reason
    assert one.refused("/tables", WISH | {"challenge": ""})[0] == 422
    assert one.refused("/tables", WISH | {"challenge": "hanno hain"}) == (409, "You cannot challenge yourself.")
    against = {"game": "tic-tac-toe", "seats": [{"kind": "me"}, {"kind": "player", "player": "random"}]}
    member(server, "Ines Ilm")
    assert one.refused("/tables", against | {"challenge": "Ines Ilm"})[1].startswith("Leave a seat open")
    assert guest.refused("/tables", WISH | {"challenge": "Ines Ilm"})[0] == 403
    assert one.get("/your-games") == []


def test_a_challenge_waits_for_a_day(server: Running) -> None:
    one, _ = member(server, "Jana Joch"), member(server, "Kurt Kies")
    asked = challenge(one, "Kurt Kies")["id"]
    plain = one.post("/tables", WISH)["id"]
    tables = server.app.state.lab.tables

    def age(days: float, of_challenge: bool = False) -> None:
        old = datetime.now(UTC) - timedelta(days=days)

        def job(connection: Any) -> None:
            connection.execute(update(EventRow).where(EventRow.table_id.in_([asked, plain])).values(at=old))
            if of_challenge:
                connection.execute(update(ChallengeRow).where(ChallengeRow.table_id == asked).values(created=old))

        server.do(tables.write(job))
        server.do(tables.housekeeping.sweep())

    def states() -> dict[str, str]:
        query = text("SELECT id, state FROM lab_table")
        found: dict[str, str] = server.do(
            tables.read(lambda connection: {row.id: row.state for row in connection.execute(query)})
        )
        return {table: found[table] for table in (asked, plain)}

    assert "waiting" in lab.UNFINISHED
    age(0.5)
    assert states() == {asked: "waiting", plain: "abandoned"}
    age(1.5, of_challenge=True)
    assert states()[asked] == "abandoned"
