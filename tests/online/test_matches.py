"""Mirrored matches and rematches."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from bridgehead.online.clocks import paces
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import DICE, NOTICE
from bridgehead.online.games import games
from bridgehead.online.games.games import GameError
from bridgehead.online.ratings import matches
from tests.online.conftest import GAME, Person, Seat, client_of, has_https
from tests.online.people import account, begun, ended, fresh, wanted

pytestmark = pytest.mark.plain


class Ended(Seat):
    """A window that keeps what it is told after the end."""

    def __init__(self, socket: Any) -> None:
        self.told: list[Any] = []
        super().__init__(socket)

    def receive(self) -> Any:
        message = super().receive()
        if message["type"] == "after":
            self.told.append(message)
        return message

    @property
    def rematch(self) -> Any:
        return self.told[-1]["rematch"] if self.told else None


def sides(database: Database, game: str) -> dict[str, str]:
    with database.reading() as connection:
        return {seat.side: seat.name for seat in games.load(connection, game).seats}


def mirrored(person: Person, opponent: str = "open", **more: str) -> str:
    fields = {"side": "israel", "opponent": opponent, "mirrored": "yes", **more}
    answer = person.post(f"/new/{GAME}", **fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def resign(person: Person, game: str) -> None:
    with person.sits(game) as socket:
        assert Seat(socket).call(type="resign")["ok"]


def test_a_mirrored_match_is_one_challenge_and_two_games(client: TestClient) -> None:
    anna, bert, clara = (Person(client, name) for name in ("Anna", "Bert", "Clara"))
    mirrored(anna)
    page = bert.get("/").text
    assert page.count("data-game=") == 1  # the second game waits unseen
    match = page.partition('data-game="')[2][:20]
    assert bert.get(f"/match/{match}").headers["location"] == "/"  # it has not begun
    bert.join(match)
    page = bert.get(f"/match/{match}").text
    first, second = [part[:20] for part in page.split('data-game="')[1:]]
    database = client.app.state.server.database
    assert sides(database, first) == {"israel": "Anna", "egypt": "Bert"}
    assert sides(database, second) == {"israel": "Bert", "egypt": "Anna"}
    with database.reading() as connection:
        sealed = select(DICE.c.sealed).where(DICE.c.game.in_((first, second)))
        assert len(set(connection.execute(sealed).scalars())) == 2  # each has its own dice
    resign(anna, first)
    page = clara.get(f"/match/{match}").text
    score = page.partition('data-list="score"')[2].partition("</table>")[0]
    assert score.index("Bert") < score.index("Anna")
    assert "The match is still running." in page
    resign(anna, second)
    page = clara.get(f"/match/{match}").text
    assert "<td>2</td>" in page
    assert "Both games are over." in page


@pytest.mark.parametrize("against", [{}, {"against": "bert"}, {"computer": "recruit"}])
def test_live_games_of_a_match_are_played_one_after_the_other(
    database: Database, against: dict[str, str]
) -> None:
    for pace, then in (("live 45 120", "paired"), ("daily 48 168", "running")):
        with database.writing() as connection:
            anna = account(connection, f"Anna {pace[:4]}")
            bert = account(connection, f"Bert {pace[:4]}")
            more = {"against": bert} if "against" in against else against
            match = wanted(pace=paces.read(pace), **more)
            first = matches.begin(connection, anna, match, fresh, mirrored=True)[0]
            if not against:
                games.join(connection, bert, first)
            second = matches.match_of(connection, first).games[1].id
            assert games.load(connection, first).state == "running"
            before = games.load(connection, second)
            assert before.state == then
            assert then == "running" or (before.clock and before.clock.since is None)
            ended(connection, first, "israel")
            after = games.load(connection, second)
            assert after.state == "running"
            seats = {seat.side: seat.account for seat in after.seats}
            assert seats == {"israel": None if "computer" in against else bert, "egypt": anna}
            if pace.startswith("live"):
                told = select(NOTICE.c.account).where(
                    NOTICE.c.game == second, NOTICE.c.kind == "began"
                )
                people = set(seats.values()) - {None}
                assert set(connection.execute(told).scalars()) == people
                assert after.created >= before.created


def test_a_withdrawn_mirrored_challenge_leaves_nothing(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
        first, second = matches.begin(connection, anna, wanted(), fresh, mirrored=True)
        games.withdraw(connection, anna, first)
        assert [games.load(connection, game).state for game in (first, second)] == ["cancelled"] * 2
        with pytest.raises(GameError):
            games.join(connection, bert, second)


def test_a_private_match_is_unknown_to_others(client: TestClient) -> None:
    anna, bert, eve = (Person(client, name) for name in ("Anna", "Bert", "Eve"))
    link = mirrored(anna, "link")
    game = bert.post(link).headers["location"].removeprefix("/game/")
    assert anna.get(f"/match/{game}").status_code == bert.get(f"/match/{game}").status_code == 200
    unknown = eve.get("/match/" + "f" * 20)
    assert eve.get(f"/match/{game}").status_code == unknown.status_code == 404
    assert eve.get(f"/match/{game}").text == unknown.text.replace("f" * 20, game)


def test_a_rematch_swaps_the_sides_and_both_pages_go_there(client: TestClient) -> None:
    has_https(client)
    anna, bert, clara = (Person(client, name) for name in ("Anna", "Bert", "Clara"))
    answer = anna.post(f"/new/{GAME}", side="israel", opponent="open", rated="yes", pace="daily")
    assert answer.status_code == 303
    game = (
        bert.get("/").text.partition('data-list="challenges"')[2].partition('data-game="')[2][:20]
    )
    bert.join(game)
    with anna.sits(game) as one, bert.sits(game) as two, clara.sits(game) as three:
        here, there, watcher = Ended(one), Ended(two), Ended(three)
        refused = here.call(type="rematch", what="offer")
        assert "when the game is over" in refused["error"]["text"]
        here.call(type="resign")
        here.until(lambda: here.told)
        assert here.told[-1] == {
            "type": "after", "rated": True, "ratings": {}, "rematch": None, "open": True,
            "match": None, "tournament": None, "branches": [],
        }  # fmt: skip
        assert here.call(type="rematch", what="offer", mirrored=True)["data"] is None
        there.until(lambda: there.rematch)
        assert there.rematch == {"by": "israel", "mirrored": True, "answer": "", "next": None}
        assert "Rematches offered to you" in bert.get("/").text
        assert "Rematches offered to you" not in clara.get("/").text
        assert not watcher.call(type="rematch", what="accept")["ok"]
        assert not here.call(type="rematch", what="accept")["ok"]  # his own offer
        new = there.call(type="rematch", what="accept")["data"]
        assert there.call(type="rematch", what="accept")["data"] == new  # sent again
        here.until(lambda: here.rematch["next"] == new)
        assert not watcher.call(type="rematch", what="accept")["ok"]
        assert len(watcher.told) == 1  # who watches does not even learn that something was offered
        assert watcher.rematch is None
        with clara.sits(game) as late, anna.sits(game) as other:
            latest, again = Ended(late), Ended(other)
            latest.until(lambda: latest.told)
            again.until(lambda: again.told)
            assert again.rematch["next"] == new
            assert not watcher.call(type="rematch", what="accept")["ok"]
            assert len(watcher.told) == len(latest.told) == 1
    database = client.app.state.server.database
    assert sides(database, new) == {"israel": "Bert", "egypt": "Anna"}
    with database.reading() as connection:
        row = games.load(connection, new)
        assert (row.is_rated, row.mirror, row.is_listed) == (True, new, True)
    assert bert.post(f"/game/{game}/rematch", what="decline").status_code == 400
    assert clara.post(f"/game/{game}/rematch", what="offer").status_code == 404


def test_a_rematch_without_script(client: TestClient) -> None:
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    game = anna.challenge()
    bert.join(game)
    resign(anna, game)
    path = f"/game/{game}/rematch"
    assert anna.post(path, what="offer").headers["location"] == "/"
    assert bert.post(path, what="decline").headers["location"] == "/"
    assert anna.post(path, what="withdraw").status_code == 400
    assert anna.post(path, what="offer").status_code == 303
    assert anna.post(path, what="withdraw").status_code == 303
    assert bert.post(path, what="accept").status_code == 400
    assert bert.post(path, what="offer").status_code == 303
    to = anna.post(path, what="offer").headers["location"]  # both want it
    assert bert.get(to).status_code == 200
    assert to != f"/game/{game}"


def test_a_computer_plays_again_at_once_and_minds_a_take_back_in_a_rated_game(
    client: TestClient,
) -> None:
    has_https(client)
    anna = Person(client, "Anna")
    answer = anna.post(f"/new/{GAME}", side="israel", opponent="recruit", rated="yes", pace="daily")
    game = answer.headers["location"].removeprefix("/game/")
    with anna.sits(game) as socket:
        seat = Seat(socket)
        seat.do(seat.a_move())
        assert seat.call(type="offer", what="takeback")["ok"]
        assert (seat.state["at"], seat.state["offer"]) == (1, None)
        assert seat.call(type="offer", what="pause")["ok"]
        assert seat.state["offer"] is None
        assert not client.app.state.server._games[game].memory.history.paused
        seat.call(type="resign")
        new = seat.call(type="rematch", what="offer")["data"]
    assert sides(client.app.state.server.database, new) == {"israel": "recruit", "egypt": "Anna"}


def test_a_guest_plays_friendly_games(client: TestClient) -> None:
    has_https(client)
    anna = Person(client, "Anna")
    answer = anna.post(f"/new/{GAME}", side="israel", opponent="link", rated="yes", pace="daily")
    guest = Person(client, "Guy", register=False)
    refused = guest.post(answer.headers["location"], name="Guy")
    assert refused.status_code == 400
    assert "This game is rated" in refused.text
    assert client.get("/people/Guy").status_code == 404  # no account was made
    friend = anna.challenge(opponent="link")
    assert guest.post(friend, name="Guy").status_code == 303
    assert (
        guest.post(
            f"/new/{GAME}", side="israel", opponent="open", rated="yes", pace="daily"
        ).status_code
        == 400
    )


def test_two_who_accept_at_once_begin_one_game(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
        game = begun(connection, anna, bert)
        ended(connection, game, "israel")
        row = games.load(connection, game)
        again = wanted("israel", against=anna)
        matches.offer(connection, row, anna, wanted("egypt", against=bert), fresh, mirrored=False)

    def accept(_: int) -> int:
        with database.writing() as connection:
            return len(matches.accept(connection, row, bert, again, fresh))

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(accept, range(4))) == [0, 0, 0, 1]


@pytest.mark.slow
def test_a_rematch_across_two_servers(url: str) -> None:
    with client_of(url) as first, client_of(url) as second:
        anna, bert = Person(first, "Anna"), Person(second, "Bert")
        game = anna.challenge()
        bert.join(game)
        with anna.sits(game) as one, bert.sits(game) as two:
            here, there = Ended(one), Ended(two)
            here.call(type="resign")
            here.call(type="rematch", what="offer")
            there.until(lambda: there.rematch)
            new = there.call(type="rematch", what="accept")["data"]
            here.until(lambda: here.rematch["next"] == new)


def test_a_challenge_carries_a_bid(client: TestClient) -> None:
    anna = Person(client, "Anna")
    form = anna.get("/new/suez-56").text
    assert 'name="bid_side"' in form
    assert "Where any lead wins" in form
    assert 'name="bid_side"' not in anna.get(f"/new/{GAME}").text
    asked = {"side": "egypt", "opponent": "open", "option": "any_lead", "pace": "daily"}
    refused = anna.post("/new/suez-56", **asked, bid_side="egypt", bid_points="0.3")
    assert refused.status_code == 400
    assert "bid=SIDE:POINTS" in refused.text
    assert anna.post("/new/suez-56", **asked, bid_points="2").status_code == 400
    made = anna.post("/new/suez-56", **asked, bid_side="anglo_french", bid_points="2.5")
    assert made.status_code == 303
    assert "A bid of 2.5 victory points for Anglo-French" in anna.get("/").text.replace(
        "; a bid", "; A bid"
    )


def test_a_challenge_is_for_a_scenario(client: TestClient) -> None:
    anna = Person(client, "Anna")
    form = anna.get(f"/new/{GAME}").text
    assert '<option value="corridor">Counter-attack on the corridor' in form
    assert "Turns 5 to 6" in form
    asked = {"side": "egypt", "opponent": "open", "pace": "daily"}
    refused = anna.post(f"/new/{GAME}", **asked, scenario="corridr")
    assert refused.status_code == 400
    assert "did you mean corridor" in refused.text
    assert anna.post(f"/new/{GAME}", **asked, scenario="corridor").status_code == 303
    assert "scenario Counter-attack on the corridor" in anna.get("/").text
