"""The lobby that many tabs look at: what all see alike is rendered once, and nothing else is."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from bridgehead.online.database.tables import ACCOUNT, GAME
from bridgehead.online.pages import lobby
from tests.online.conftest import Person, Seat, client_of

pytestmark = pytest.mark.plain


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the lists of public games that are rendered from now on."""
    kinds: list[str] = []
    render = lobby.rendered

    def noting(kind: str, rows: Any, *shares: Any) -> Any:
        kinds.append(kind)
        return render(kind, rows, *shares)

    monkeypatch.setattr(lobby, "rendered", noting)
    return kinds


@pytest.fixture
def people(client: TestClient) -> list[Person]:
    return [Person(client, name) for name in ("Anna", "Bert", "Clara", "Dora")]


def shown(person: Any, name: str, path: str = "/") -> list[str]:
    part = person.get(path).text.partition(f'data-list="{name}"')[2].partition("</ul>")[0]
    return re.findall(r'data-game="(\w+)"', part)


ONCE = ["challenge", "watched"]


def test_many_tabs_are_one_rendering(
    client: TestClient, people: list[Person], rendered: list[str]
) -> None:
    anna, bert, clara, dora = people
    runs = anna.challenge()
    bert.join(runs)
    waits = anna.challenge()
    rendered.clear()
    client.get("/")
    rendered.clear()
    for _ in range(5):
        for one in (*people, client):
            assert one.get("/").status_code == 200
    assert rendered == []
    with anna.sits(runs) as socket:  # what nobody sees in a list makes nothing anew
        seat = Seat(socket)
        assert seat.do(seat.a_move())["ok"]
        for one in (*people, client):
            one.get("/")
        assert rendered == []
    new = clara.challenge()
    for _ in range(5):
        for one in (*people, client):
            one.get("/")
    assert rendered == ONCE
    assert shown(dora, "challenges") == shown(client, "challenges") == [new, waits]
    assert shown(anna, "challenges") == [new]
    assert shown(clara, "challenges") == [waits]
    assert shown(bert, "watch") == shown(anna, "watch") == []
    assert shown(clara, "watch") == shown(client, "watch") == [runs]
    assert shown(client, "challenges", "/?title=suez-56") == []


def test_nothing_of_an_account_is_shared(client: TestClient, people: list[Person]) -> None:
    anna, bert, clara, dora = people
    private = anna.post("/new/across-suez-1980", side="israel", opponent="named", player="Bert")
    assert private.status_code == 303
    assert len(shown(anna, "mine")) == len(shown(bert, "invited")) == 1
    waits = anna.challenge()
    assert bert.post("/people/Anna/block", what="block").status_code == 303
    for _ in range(2):
        assert shown(bert, "challenges") == shown(bert, "invited") == []
        assert shown(clara, "challenges") == [waits]
        for other in (clara, dora, client):
            text = other.get("/").text
            assert shown(anna, "mine")[-1] not in text
            assert 'data-list="mine"' not in text
            assert "Challenges to you" not in text
    assert ">Log out<" not in client.get("/").text
    assert "/people/Clara" not in dora.get("/").text


@pytest.mark.parametrize("change", ["turn", "name", "listed", "over"])
def test_what_a_list_shows_is_made_anew_when_it_changes(
    client: TestClient, people: list[Person], rendered: list[str], change: str
) -> None:
    """Whoever changes it: here it is not said to the process that renders."""
    anna, bert, *_ = people
    game = anna.challenge()
    bert.join(game)
    before = client.get("/").text
    rendered.clear()
    database = client.app.state.server.database  # type: ignore[attr-defined]
    with database.writing() as connection:
        if change == "name":
            connection.execute(update(ACCOUNT).where(ACCOUNT.c.name == "Anna").values(name="Eve"))
        else:
            values = {"turn": {"summary": '{"turn": 7}'}, "listed": {"listed": 0},
                      "over": {"state": "over"}}[change]  # fmt: skip
            connection.execute(update(GAME).where(GAME.c.id == game).values(values))
    after = client.get("/").text
    assert after != before
    assert rendered == ONCE
    assert (game in after) is (change in ("turn", "name"))
    assert ("Eve" in after) is (change == "name")


def test_what_another_process_writes_is_seen_after_a_moment(
    lite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client_of(lite) as one, client_of(lite) as other:
        anna = Person(one, "Anna")
        assert shown(other, "challenges") == []
        game = anna.challenge()
        monkeypatch.setattr(lobby, "MOMENT", 0.0)
        assert shown(other, "challenges") == [game]


def test_a_tab_that_has_the_page_gets_no_second_one(
    client: TestClient, people: list[Person]
) -> None:
    anna, bert, *_ = people
    pages = [one.get("/") for one in (anna, bert, client)]
    tags = [page.headers["etag"] for page in pages]
    assert len(set(tags)) == 3
    assert {page.headers["cache-control"] for page in pages} == {"no-store"}
    for one, tag in zip((anna.browser, bert.browser, client), tags, strict=True):
        for named in (tag, f"W/{tag}", f'"other", {tag}'):
            known = one.get("/", headers={"If-None-Match": named})
            assert (known.status_code, known.content) == (304, b"")
            assert known.headers["etag"] == tag
        assert one.get("/", headers={"If-None-Match": '"other"'}).status_code == 200
    bert.challenge()
    for one, tag in zip((anna.browser, client), (tags[0], tags[2]), strict=True):
        assert one.get("/", headers={"If-None-Match": tag}).status_code == 200
