"""Blocks, reports, and what moderators may do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from bridgehead.cli import main
from bridgehead.online.accounts.names import folded
from bridgehead.online.database.database import Database
from bridgehead.online.moderation import audit_log, restrictions, roles
from tests.online.conftest import SECRET, Person, Seat, client_of, opened
from tests.online.test_games import journal
from tests.online.test_security import drain

pytestmark = pytest.mark.plain
WHY = "he writes like a hooligan"
DAY = r"[A-Z][a-z]{2} \d{1,2}, 20\d\d, "


@pytest.fixture
def anna(client: TestClient) -> Person:
    return Person(client, "Anna")


@pytest.fixture
def bert(client: TestClient) -> Person:
    return Person(client, "Bert")


@pytest.fixture
def game(anna: Person, bert: Person) -> str:
    game = anna.challenge("israel")
    bert.join(game)
    return game


@pytest.fixture
def mo(client: TestClient) -> Person:
    return with_role(client, "Mo", "moderator")


def with_role(client: TestClient, name: str, role: str) -> Person:
    person = Person(client, name)
    with client.app.state.server.database.writing() as connection:  # type: ignore[attr-defined]
        row = roles.select(roles.ACCOUNT.c.id).where(roles.ACCOUNT.c.folded == folded(name))
        roles.set_role(connection, connection.execute(row).scalar_one(), role)
    return person


def deeds(client: Any) -> list[tuple[str, str, str]]:
    with client.app.state.server.database.reading() as connection:
        return [(deed.what, deed.person, deed.text) for deed in audit_log.listed(connection)]


PAGES = ("/moderate", "/moderate/people/Anna", "/moderate/games/{game}")
DEEDS = (
    ("/moderate/people/Anna/mute", {"days": "3"}), ("/moderate/people/Anna/suspend", {"days": "3"}),
    ("/moderate/people/Anna/rename", {"name": "Nobody knows"}),
    ("/moderate/people/Anna/role", {"role": "moderator"}),
    ("/moderate/games/{game}", {"winner": "egypt"}), ("/moderate/reports/0", {}),
)  # fmt: skip


def test_to_everybody_else_there_are_no_such_pages(
    client: TestClient, anna: Person, bert: Person, game: str
) -> None:
    for who in (bert, Person(client, "", register=False)):
        unknown = who.get("/none")
        for path in (one.format(game=game) for one in PAGES):
            answer = who.get(path)
            page = answer.text.replace(f'value="{path}"', 'value="/none"')  # to come back to it
            assert (answer.status_code, page == unknown.text) == (404, True)
        for path, fields in DEEDS:
            assert who.post(path.format(game=game), reason=WHY, **fields).status_code == 404
    assert deeds(client) == []
    assert [kind for kind, *_ in journal(client, game)] == []


def test_a_moderator_adjudicates(
    client: TestClient, anna: Person, bert: Person, mo: Person, game: str
) -> None:
    found = mo.get(f"/moderate?name=http://localhost/game/{game}").headers["location"]
    assert 'value="egypt"' in mo.get(found).text
    assert mo.get("/moderate?name=anna").headers["location"] == "/moderate/people/Anna"
    path = f"/moderate/games/{game}"
    assert mo.post(path, winner="egypt", reason=" ").status_code == 403
    assert mo.post(path, winner="mars", reason=WHY).status_code == 403
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Seat(one), Seat(two)
        assert mo.post(path, winner="egypt", reason=WHY).status_code == 303
        for seat in (here, there):
            seat.until(lambda seat=seat: seat.state["result"] is not None)
            assert seat.state["result"]["winner"] == "egypt"
            assert seat.state["result"]["ending"] == "adjudicated"
            assert WHY not in str(seat.state)
    assert journal(client, game) == [("adjudicate", "", "egypt")]
    assert mo.post(path, winner="israel", reason=WHY).status_code == 400
    assert [what for what, *_ in deeds(client)] == ["not done", "adjudicate", "adjudicate"]
    assert journal(client, game) == [("adjudicate", "", "egypt")]


def test_a_moderator_does_not_decide_his_own_game(
    client: TestClient, anna: Person, mo: Person
) -> None:
    game = anna.challenge("israel")
    mo.join(game)
    answer = mo.post(f"/moderate/games/{game}", winner="egypt", reason=WHY)
    assert answer.status_code == 403
    assert journal(client, game) == []


def test_a_cancelled_game_counts_for_nothing(
    client: TestClient, anna: Person, bert: Person, mo: Person, game: str
) -> None:
    assert mo.post(f"/moderate/games/{game}", winner="cancel", reason=WHY).status_code == 303
    assert journal(client, game) == [("cancel", "", "")]
    assert "The game does not count: a moderator cancelled it." in bert.get("/people/Anna").text
    with bert.sits(game) as socket:
        seat = Seat(socket)
        assert seat.state["result"]["ending"] == "cancelled"
        assert seat.call(type="resign")["error"]["text"] == "the game is over"
    challenge = anna.challenge()
    assert mo.post(f"/moderate/games/{challenge}", winner="cancel", reason=WHY).status_code == 303
    assert bert.post(f"/challenge/{challenge}/join").status_code == 400


def test_who_is_muted_says_nothing(anna: Person, bert: Person, mo: Person, game: str) -> None:
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Seat(one), Seat(two)
        assert mo.post("/moderate/people/anna/mute", days="3", reason=WHY).status_code == 303
        refused = here.call(type="chat", text="hello")
        assert re.match(f"a moderator has muted you until {DAY}", refused["error"]["text"])
        assert here.do(here.a_move())["ok"]
        assert there.call(type="chat", text="hello")["ok"]
        assert mo.post("/moderate/people/anna/mute", days="0", reason=WHY).status_code == 303
        assert here.call(type="chat", text="hello")["ok"]


def test_who_is_suspended_is_logged_out_and_stays_out(
    client: TestClient, anna: Person, mo: Person, game: str
) -> None:
    with anna.sits(game) as socket:
        Seat(socket)
        assert mo.post("/moderate/people/Anna/suspend", days="1", reason=WHY).status_code == 303
        with pytest.raises(WebSocketDisconnect):
            drain(socket)
    assert anna.get("/settings").status_code == 303
    wrong = anna.post("/login", name="Anna", password="a guess at it")
    assert "suspended" not in wrong.text  # only who knows the password learns of it
    right = anna.post("/login", name="Anna", password=SECRET)
    assert right.status_code == 403
    assert re.search(f"This account is suspended until {DAY}", right.text)
    assert anna.get("/settings").status_code == 303
    assert mo.post("/moderate/people/Anna/suspend", days="0", reason=WHY).status_code == 303
    assert anna.post("/login", name="Anna", password=SECRET).status_code == 303


def test_nobody_gets_the_name_of_who_was_renamed(
    client: TestClient, anna: Person, bert: Person, mo: Person, game: str
) -> None:
    rename = "/moderate/people/Anna/rename"
    for name, status in (("Bert", 400), ("<b>", 400), ("General", 400), ("Clara", 303)):
        assert mo.post(rename, name=name, reason=WHY).status_code == status
    assert Person(client, "x", register=False).post(
        "/register", name="anna", password=SECRET
    ).status_code == 400  # fmt: skip
    with bert.sits(game) as socket:
        assert Seat(socket).hello["online"]["seats"]["israel"]["name"] == "Clara"
    assert bert.get("/people/Anna").status_code == 404
    assert anna.post("/login", name="clara", password=SECRET).status_code == 303


def test_only_a_higher_role_acts_on_a_moderator(
    client: TestClient, anna: Person, mo: Person
) -> None:
    ada = with_role(client, "Ada", "administrator")
    for name in ("Ada", "Mo"):
        answer = mo.post(f"/moderate/people/{name}/suspend", days="1", reason=WHY)
        assert answer.status_code == 403
    assert mo.post("/moderate/people/Anna/role", role="moderator", reason=WHY).status_code == 403
    assert ada.post("/moderate/people/Ada/role", role="player", reason=WHY).status_code == 403
    assert ada.post("/moderate/people/Anna/role", role="god", reason=WHY).status_code == 403
    assert ada.post("/moderate/people/Anna/role", role="moderator", reason=WHY).status_code == 303
    assert anna.get("/moderate").status_code == 200
    assert ada.post("/moderate/people/Mo/suspend", days="1", reason=WHY).status_code == 303
    assert mo.get("/moderate").status_code == 404
    assert [(what, person) for what, person, _ in deeds(client)] == [
        ("suspend", "Mo"), ("role", "Anna"),
    ]  # fmt: skip


def test_a_block_keeps_two_people_apart(
    client: TestClient, anna: Person, bert: Person, game: str
) -> None:
    assert anna.post("/people/Anna/block").status_code == 403
    assert anna.post("/people/Bert/block").status_code == 303
    assert anna.post("/people/Bert/block").status_code == 303  # again does no harm
    annas, berts = anna.challenge(), bert.challenge()
    assert annas not in bert.get("/").text
    assert berts not in anna.get("/").text
    assert bert.post(f"/challenge/{annas}/join").status_code == 403
    assert anna.post(f"/challenge/{berts}/join").status_code == 403
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Seat(one), Seat(two)
        refused = there.call(type="chat", text="talk to me")
        assert refused["error"]["text"] == "the other player does not accept messages from you"
        assert here.call(type="chat", text="goodbye")["ok"]
        assert here.do(here.a_move())["ok"]  # the game goes on
    assert "Unblock" in anna.get("/people/Bert").text
    assert "Bert" in anna.get("/settings").text
    assert anna.post("/people/Bert/block", undo="settings").status_code == 303
    bert.join(annas)


def test_a_report_shows_the_remark_to_moderators_alone(
    client: TestClient, anna: Person, bert: Person, mo: Person, game: str
) -> None:
    said = "<b>I know where you live</b>"
    with bert.sits(game) as socket:
        assert Seat(socket).call(type="chat", text=said)["ok"]
    clara = Person(client, "Clara")
    about = {"game": game, "remark": "1"}
    assert clara.get(f"/report?game={game}&remark=1").status_code == 404  # she cannot read it
    assert clara.post("/report", **about, text=WHY).status_code == 404
    assert anna.post("/report", game=game, remark="2", text=WHY).status_code == 404
    assert anna.post("/report", **about, text="bad").status_code == 400
    assert anna.post("/report", text=WHY).status_code == 400
    assert bert.post("/report", **about, text=WHY).status_code == 400  # his own
    assert anna.get(f"/report?game={game}&remark=1").status_code == 200
    assert anna.post("/report", **about, text=WHY).status_code == 303
    page = mo.get("/moderate").text
    assert "&lt;b&gt;I know where you live&lt;/b&gt;" in page
    assert said not in page
    assert WHY in page
    assert "/moderate/people/Bert" in page
    report = page.partition('data-report="')[2][:16]
    assert mo.post(f"/moderate/reports/{report}", reason="muted him").status_code == 303
    assert mo.post(f"/moderate/reports/{report}", reason="muted him").status_code == 400
    assert said not in mo.get("/moderate").text


def test_a_private_game_cannot_be_reported_by_strangers(client: TestClient, anna: Person) -> None:
    path = anna.challenge(opponent="link")
    bert, eve = Person(client, "Bert"), Person(client, "Eve")
    game = bert.post(path).headers["location"].removeprefix("/game/")
    stranger, unknown = (eve.post("/report", game=g, text=WHY) for g in (game, "f" * 20))
    assert stranger.status_code == unknown.status_code == 404
    assert stranger.text == unknown.text


def test_it_holds_on_both_databases(url: str) -> None:
    with client_of(url) as client:
        anna, bert = Person(client, "Anna"), Person(client, "Bert")
        mo = with_role(client, "Mo", "moderator")
        game = anna.challenge()
        bert.join(game)
        assert anna.post("/people/Bert/block").status_code == 303
        assert anna.post("/report", game=game, text=WHY).status_code == 303
        assert mo.post("/moderate/people/Bert/suspend", days="1", reason=WHY).status_code == 303
        assert mo.post(f"/moderate/games/{game}", winner="draw", reason=WHY).status_code == 303
        assert mo.post("/moderate/people/Bert/rename", name="Otto", reason=WHY).status_code == 303
        assert WHY in mo.get("/moderate").text
        assert anna.get("/").status_code == 200


def test_the_command_makes_an_administrator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    url = f"sqlite:///{tmp_path / 'online.sqlite'}"
    opened(url).close()
    assert main(["serve", "--make-administrator", "Anna"]) == 1
    assert "register it first" in capsys.readouterr().err
    with client_of(url) as client:
        anna = Person(client, "Anna")
        assert main(["serve", "--make-administrator", "anna"]) == 0
        assert anna.get("/moderate").status_code == 200


def test_a_restraint_ends_by_itself(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    with database.writing() as connection:
        from bridgehead.online.accounts.accounts import _create

        account = _create(connection, "Anna", "x").id
        restrictions.restrain(connection, account, "mute", 2)
        assert restrictions.until(connection, account, "mute")
        later = restrictions.now(connection) + 2 * restrictions.DAY + 1
        monkeypatch.setattr(restrictions, "now", lambda _: later)
        assert restrictions.until(connection, account, "mute") is None
