"""Lists tell nobody what another one decided in secret."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tests.online.conftest import Person, Seat

pytestmark = pytest.mark.plain


def listed(person: Person, name: str) -> list[str]:
    part = person.get("/").text.partition(f'data-list="{name}"')[2].partition("</ul>")[0]
    return [piece[:20] for piece in part.split('data-game="')[1:]]


def test_an_action_changes_no_list_of_others(client: TestClient) -> None:
    anna, bert, clara = (Person(client, name) for name in ("Anna", "Bert", "Clara"))
    games = []
    for _ in range(3):
        games.append(anna.challenge("israel"))
        bert.join(games[-1])
    before = [person.get("/").text for person in (bert, clara)]
    with anna.sits(games[0]) as socket:
        seat = Seat(socket)
        assert seat.do(seat.a_move())["ok"]
    assert [person.get("/").text for person in (bert, clara)] == before
    assert set(listed(bert, "mine")) == set(listed(clara, "watch")) == set(games)


def test_your_turn_is_told_to_you_alone(client: TestClient) -> None:
    anna, bert, clara = (Person(client, name) for name in ("Anna", "Bert", "Clara"))
    bert.join(anna.challenge("israel"))
    pages = [person.get("/").text for person in (anna, bert, clara)]
    assert ["Your turn" in page for page in pages] == [True, False, False]
