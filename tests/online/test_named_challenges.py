"""A challenge to a named player: that player alone sees it, accepts it or declines it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from bridgehead.online.accounts import email_addresses
from bridgehead.online.database.tables import GAME, MAIL, NOTICE
from bridgehead.online.notices import channels, outbox
from bridgehead.online.notices.outbox import Sender
from bridgehead.online.notices.push_keys import Keys
from tests.online.conftest import GAME as TITLE
from tests.online.conftest import SECRET, Person

pytestmark = pytest.mark.plain
SENDER = Sender("https://play.example.org", Keys(bytes(32)), mails=True)


@pytest.fixture
def people(client: TestClient) -> tuple[Person, Person, Person]:
    """Return Anna, who challenges, Bert, whom she names, and Clara, whom it does not concern."""
    anna, bert, clara = (Person(client, name) for name in ("Anna", "Bert", "Clara"))
    return anna, bert, clara


def challenge(who: Person, player: str, **more: str) -> Any:
    fields = {"side": "israel", "opponent": "named", "player": player, **more}
    return who.post(f"/new/{TITLE}", **fields)


def waits_at(who: Person) -> list[str]:
    """Return the challenges to somebody that the lobby shows."""
    listed = who.get("/").text.partition('data-list="invited"')[2].partition("</ul>")[0]
    return [part[:20] for part in listed.split('data-game="')[1:]]


def test_only_the_named_player_sees_and_accepts_it(
    people: tuple[Person, Person, Person], client: TestClient
) -> None:
    anna, bert, clara = people
    assert challenge(anna, " bert ").headers["location"] == "/"  # as names are compared
    [game] = waits_at(bert)
    assert waits_at(anna) == waits_at(clara) == []
    assert "Only Bert can accept it" in anna.get("/").text
    for other in (clara, Person(client, "Nobody", register=False)):
        assert game not in other.get("/").text
        assert other.post(f"/challenge/{game}/join").status_code != 200
    assert clara.post(f"/challenge/{game}/join").status_code == 404  # as if there were none
    assert "not for you" in clara.post(f"/challenge/{game}/decline").text
    assert "for one player" in anna.post(f"/challenge/{game}/link").text  # no link opens it
    bert.join(game)
    assert waits_at(bert) == []
    for player in (anna, bert):
        assert player.get(f"/api/saved/{game}").status_code == 200
    assert clara.get(f"/api/saved/{game}").status_code == 404


def test_it_can_be_declined_and_withdrawn(people: tuple[Person, Person, Person]) -> None:
    anna, bert, _ = people
    challenge(anna, "Bert", mirrored="yes")
    [game] = waits_at(bert)
    assert bert.post(f"/challenge/{game}/decline").status_code == 303
    assert game not in anna.get("/").text
    assert "withdrawn or answered" in bert.post(f"/challenge/{game}/decline").text
    assert "already accepted or withdrawn" in bert.post(f"/challenge/{game}/join").text
    challenge(anna, "Bert")
    [game] = waits_at(bert)
    assert anna.post(f"/challenge/{game}/withdraw").status_code == 303
    assert waits_at(bert) == []


def test_it_is_refused_with_the_reason(
    people: tuple[Person, Person, Person], client: TestClient
) -> None:
    anna, _, _ = people
    answers = {"Dora": "No player is called", "": "Write whom", "ANNA": "cannot challenge yourself"}
    for name, reason in answers.items():
        answer = challenge(anna, name)
        assert answer.status_code == 400
        assert reason in answer.text
    assert 'value="Dora"' in challenge(anna, "Dora").text  # the form has what was written
    assert 'value="Bert"' in anna.get(f"/new/{TITLE}?player=Bert").text  # as profiles link to it
    assert f"/new/{TITLE}?player=Bert" in anna.get("/people/Bert").text


@pytest.mark.parametrize("blocker", ["one who was challenged", "challenger"])
def test_a_block_stands_between(people: tuple[Person, Person, Person], blocker: str) -> None:
    anna, bert, _ = people
    challenge(anna, "Bert")
    [game] = waits_at(bert)
    who, other = (anna, "Bert") if blocker == "challenger" else (bert, "Anna")
    assert who.post(f"/people/{other}/block").status_code == 303
    assert waits_at(bert) == []
    assert bert.post(f"/challenge/{game}/join").status_code == 403
    answer = challenge(anna, "Bert")
    assert (answer.status_code, waits_at(bert)) == (400, [])
    assert "You cannot challenge this player" in answer.text


def test_the_player_is_told_while_it_stands(
    people: tuple[Person, Person, Person], client: TestClient
) -> None:
    anna, bert, _ = people
    database = client.app.state.server.database  # type: ignore[attr-defined]
    with database.writing() as line:
        account = line.execute(select(GAME.c.creator)).scalars().first()
        assert account is None
        mail = "bert@mail.example.org"
        found = client.portal.call(client.app.state.server.accounts.named, "Bert")  # type: ignore
        channels.add(line, found[0].id, email_addresses.MAIL, mail)
        email_addresses.confirm(line, email_addresses.take(line, found[0].id, mail))
    sent = []
    for withdrawn in (False, True):
        challenge(anna, "Bert")
        game = waits_at(bert)[0]
        if withdrawn:
            anna.post(f"/challenge/{game}/withdraw")
        with database.writing() as line:
            line.execute(update(NOTICE).values(due=0))
            outbox.settle(line, SENDER)
            sent.append([row.subject for row in line.execute(select(MAIL))])
            line.execute(MAIL.delete())
        anna.post(f"/challenge/{game}/withdraw")
    [[subject], nothing] = sent
    assert subject.endswith("Anna challenges you")
    assert nothing == []


def test_who_leaves_declines(people: tuple[Person, Person, Person], client: TestClient) -> None:
    anna, bert, _ = people
    challenge(anna, "Bert")
    [game] = waits_at(bert)
    answer = bert.post("/settings/data/leave", name="Bert", password=SECRET)
    assert answer.status_code == 303, answer.text
    with client.app.state.server.database.reading() as line:  # type: ignore[attr-defined]
        state = line.execute(select(GAME.c.state).where(GAME.c.id == game)).scalar_one()
    assert state == "cancelled"
    assert game not in anna.get("/").text
