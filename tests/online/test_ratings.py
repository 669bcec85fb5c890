"""Ratings follow from rated games alone, and can be computed anew from them."""

from __future__ import annotations

import math
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from starlette.testclient import TestClient

from bridgehead.cli import main
from bridgehead.online.clocks import paces
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ACCOUNT, GAIN, POOL, RATED, RATING, SESSION
from bridgehead.online.games import games, listings
from bridgehead.online.games.games import GameError
from bridgehead.online.ratings import bounds, finished_filters, matches, ratings
from bridgehead.online.ratings.finished_filters import Filters
from bridgehead.online.ratings.ratings import Step, Strength, rated_after
from bridgehead.server.web.rate_limits import public_network
from tests.online.conftest import GAME, SECRET, Person, opened
from tests.online.people import account, begun, ended, fresh, wanted

pytestmark = pytest.mark.plain
POOL_ID = ratings.pool_of(GAME)


def step(israel: str, egypt: str, winner: str, *of_egypt: str) -> Step:
    """Return a rated game; each player is one opponent, if nothing else is said of Egypt's."""
    as_what = {"israel": (israel,), "egypt": of_egypt or (egypt,)}
    return Step(GAME, {"israel": israel, "egypt": egypt}, winner, as_what)


def everything(database: Database) -> tuple[list[Any], list[Any]]:
    with database.reading() as connection:
        gains = select(GAIN).order_by(GAIN.c.pool, GAIN.c.who, GAIN.c.opponent)
        now = connection.execute(gains).all()
        now += connection.execute(select(RATING).order_by(RATING.c.pool, RATING.c.who)).all()
        past = connection.execute(select(RATED).order_by(RATED.c.pool, RATED.c.number)).all()
    return list(now), list(past)


def test_a_season_computed_anew_is_the_same(database: Database) -> None:
    draw = random.Random(1)
    with database.writing() as connection:
        people = [account(connection, name) for name in ("Anna", "Bert", "Clara")]
        for number in range(24):
            one, other = draw.sample(people, 2)
            more = (
                {"computer": "captain", "against": None} if number % 5 == 0 else {"against": other}
            )
            [game] = matches.begin(
                connection, one, wanted(is_rated=True, **more), fresh, mirrored=False
            )
            ended(connection, game, draw.choice(("israel", "egypt", "draw")))
    now, past = everything(database)
    assert [row.number for row in past] == list(range(1, 25))
    assert {row.who for row in now} >= {"computer:captain", f"side:{GAME}:israel"}
    with database.writing() as connection:
        connection.execute(update(RATING).values(mu=1.0, won=99))
        connection.execute(update(RATED).values(changes="{}"))
        connection.execute(update(GAIN).values(points=99.0))
        assert ratings.recompute(connection) == 24
    assert everything(database) == (now, past)


def test_by_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    database = opened(f"sqlite:///{tmp_path / 'online.sqlite'}")
    with database.writing() as connection:
        game = begun(
            connection, account(connection, "Anna"), account(connection, "Bert"), is_rated=True
        )
        ended(connection, game, "israel")
    before = everything(database)
    with database.writing() as connection:
        connection.execute(update(RATING).values(sigma=1.0))
    assert main(["serve", "--recompute-ratings"]) == 0
    assert "1 rated game" in capsys.readouterr().out
    assert everything(database) == before
    database.close()


def test_what_does_not_count(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
        guest = account(connection, "Guy", None)
        ended(connection, begun(connection, anna, bert), "israel")  # friendly
        short = begun(connection, anna, bert, is_rated=True)
        ended(connection, short, "israel", decisions=ratings.FEWEST - 1)
        assert not connection.execute(select(RATED)).all()
        for one, other in ((anna, guest), (guest, anna)):
            with pytest.raises(GameError, match="guests"):
                begun(connection, one, other, is_rated=True)
        [challenge] = matches.begin(connection, anna, wanted(is_rated=True), fresh, mirrored=False)
        with pytest.raises(GameError, match="guests"):
            games.join(connection, guest, challenge)
        games.join(connection, bert, challenge)
        ended(connection, challenge, "egypt")
        [row] = connection.execute(select(RATED)).all()
        assert (row.game, row.pool, row.winner) == (challenge, "across-suez", "egypt")
        [one] = ratings.ratings_of(connection, bert).values()
        assert (one.games, one.won, one.is_provisional) == (1, 1, True)
        assert one.shown > 1500
        everything = finished_filters.wanted(Filters(), None, 50)
        shown = [finished.changes for finished in listings.finished(connection, everything)]
        assert sorted(len(changes) for changes in shown) == [0, 0, 2]


def test_a_game_in_which_dice_have_rolled_is_rated(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
        early = begun(connection, anna, bert, is_rated=True)
        ended(connection, early, "israel", decisions=2, rolls=1)
        assert connection.execute(select(RATED.c.game)).scalars().all() == [early]


def test_a_rated_game_has_a_clock(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
        for more in ({"against": bert}, {"computer": "recruit"}, {}):
            with pytest.raises(GameError, match="needs a clock"):
                matches.begin(
                    connection, anna, wanted(is_rated=True, pace=paces.NO_LIMIT, **more), fresh,
                    mirrored=False,
                )  # fmt: skip


def test_a_thousand_wins_over_one_opponent_bring_no_more_than_a_few() -> None:
    known, gains = dict[str, Strength](), dict[tuple[str, str], float]()
    for n in range(1000):  # three computers, which count as one opponent, and have their ratings
        computer = f"computer:{('recruit', 'sergeant', 'captain')[n % 3]}"
        rated_after(known, step("account:a", computer, "israel", "computers"), gains)
    assert known["account:a"].shown == 1500 + bounds.MOST
    assert all(known[f"computer:{name}"].shown < 1490 for name in ("recruit", "sergeant"))
    side = known[f"side:{GAME}:israel"].mu  # nor do they make Israel look strong
    for _ in range(100):
        rated_after(known, step("account:a", "computer:recruit", "israel", "computers"), gains)
    assert known[f"side:{GAME}:israel"].mu == side
    # what is lost can be won back
    rated_after(known, step("account:a", "computer:recruit", "egypt", "computers"), gains)
    assert known["account:a"].shown < 1500 + bounds.MOST
    for _ in range(10):
        rated_after(known, step("account:a", "computer:recruit", "israel", "computers"), gains)
    assert known["account:a"].shown == 1500 + bounds.MOST
    rated_after(known, step("account:a", "account:b", "israel"), gains)  # from others, too
    assert known["account:a"].shown > 1500 + bounds.MOST


def test_ten_accounts_of_one_address_are_one_opponent() -> None:
    known, gains = dict[str, Strength](), dict[tuple[str, str], float]()
    for n in range(200):
        other = f"account:b{n % 10}"
        rated_after(known, step("account:a", other, "israel", other, "network:x"), gains)
    assert known["account:a"].shown == 1500 + bounds.MOST


def test_a_win_over_somebody_far_weaker_changes_nothing() -> None:
    strong, weak = Strength(25 + 14, 3.0), Strength(25.0, 3.0)
    known = {"account:a": strong, "account:b": weak}
    before, sigma, after, now = rated_after(known, step("account:a", "account:b", "israel"))[
        "israel"
    ]
    assert (before, sigma) == (after, now)
    assert known["account:a"].won == 1
    changes = rated_after(known, step("account:a", "account:b", "egypt"))
    assert changes["israel"][2] < strong.mu  # a loss counts
    assert changes["egypt"][2] > weak.mu


def test_as_what_opponents_an_account_counts(database: Database) -> None:
    with database.writing() as connection:
        anna = account(connection, "Anna")
        assert ratings.opponents_of(connection, None) == ["computers"]
        assert ratings.opponents_of(connection, anna) == [f"account:{anna}"]
        connection.execute(update(ACCOUNT).values(network="home"))
        more = {"account": anna, "created": 1, "seen": 1, "agent": ""}
        for n, network in enumerate(("home", "phone", None)):
            row = {"digest": str(n), "id": str(n), "network": network, **more}
            connection.execute(insert(SESSION).values(row))
        found = ratings.opponents_of(connection, anna)
        assert found == [f"account:{anna}", "network:home", "network:phone"]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("93.184.216.34", "93.184.216.34"), ("2600:1f18::/56", "2600:1f18::/56"),
        ("192.168.1.7", None), ("127.0.0.1", None), ("fd00::/56", None), ("testclient", None),
    ],
)  # fmt: skip
def test_a_private_network_says_nothing(address: str, network: str | None) -> None:
    assert public_network(address) == network


def test_the_network_of_a_session_is_kept_as_a_hash(client: TestClient) -> None:
    found = client.app.state.server.database  # type: ignore[attr-defined]
    for address, name in (
        ("93.184.216.34", "Anna"),
        ("93.184.216.34", "Bert"),
        ("10.0.0.1", "Cid"),
    ):
        browser = TestClient(
            client.app, base_url=str(client.base_url), client=(address, 5), follow_redirects=False
        )
        browser.portal = client.portal
        answer = browser.post("/register", data={"name": name, "password": SECRET})
        assert answer.status_code == 303
    with found.reading() as connection:
        rows = connection.execute(select(ACCOUNT.c.name, ACCOUNT.c.network)).all()
        known = dict(rows)  # type: ignore[arg-type]
        assert known == dict(
            connection.execute(select(ACCOUNT.c.name, SESSION.c.network).join(SESSION)).all()
        )  # type: ignore[arg-type]
    assert known["Anna"] == known["Bert"] != None  # noqa: E711
    assert "93.184" not in known["Anna"]
    assert known["Cid"] is None


def test_the_rules_are_on_a_page(client: TestClient) -> None:
    text = client.get("/ratings").text
    assert "at most 150 points" in text
    assert "more than 400 points below" in text
    assert "after 10 decisions" in text
    assert 'href="/ratings#rules"' in Person(client, "Anna").get(f"/new/{GAME}").text


def test_the_advantage_of_a_side_is_found() -> None:
    draw = random.Random(3)
    known: dict[str, Strength] = {}
    people = [f"account:{n}" for n in range(6)]
    for _ in range(600):  # all are equal, and Israel wins three of four games
        one, other = draw.sample(people, 2)
        winner = "israel" if draw.random() < 0.75 else "egypt"
        rated_after(known, step(one, other, winner))
    lead = known[f"side:{GAME}:israel"].mu - known[f"side:{GAME}:egypt"].mu
    assert ratings._chance(lead) == pytest.approx(0.75, abs=0.08)
    shown = [known[one].shown for one in people]
    assert max(shown) - min(shown) < 250
    assert not any(known[one].is_provisional for one in people)
    assert known[people[0]].margin < 120


def test_who_wins_with_the_weaker_side_gains_more() -> None:
    def gain(side: str) -> float:
        known = {
            f"side:{GAME}:israel": Strength(2.0, 0.5),
            f"side:{GAME}:egypt": Strength(-2.0, 0.5),
        }
        one, other = ("account:a", "account:b") if side == "israel" else ("account:b", "account:a")
        rated_after(known, step(one, other, side))
        return known["account:a"].mu

    assert gain("egypt") > gain("israel") > ratings.PLAYER[0]


def test_a_draw_between_equals_changes_nothing_but_certainty() -> None:
    known: dict[str, Strength] = {}
    changes = rated_after(known, step("account:a", "account:b", "draw"))
    before, sigma, after, now = changes["israel"]
    assert math.isclose(before, after)
    assert now < sigma


def test_games_that_end_at_once_are_rated_one_after_the_other(database: Database) -> None:
    with database.writing() as connection:
        people = [account(connection, f"Person {n}") for n in range(4)]
        running = [
            begun(connection, people[n % 4], people[(n + 1) % 4], is_rated=True) for n in range(12)
        ]

    def end(game: str) -> None:
        with database.writing() as connection:
            ended(connection, game, "israel")

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(end, running))
    now, past = everything(database)
    assert [row.number for row in past] == list(range(1, 13))
    with database.writing() as connection:
        assert connection.execute(select(POOL.c.games)).scalar_one() == 12
        ratings.recompute(connection)
    assert everything(database) == (now, past)


def test_the_leaderboard(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
        for n in range(24):
            game = begun(connection, *((anna, bert) if n % 2 else (bert, anna)), is_rated=True)
            anna_wins = n % 3 != 0  # two of three
            ended(connection, game, "israel" if anna_wins == bool(n % 2) else "egypt")
        [game] = matches.begin(
            connection, account(connection, "Clara"),
            wanted(is_rated=True, computer="general"), fresh, mirrored=False,
        )  # fmt: skip
        ended(connection, game, "israel")
        board = ratings.leaderboard(connection, POOL_ID)
        balance = ratings.advantages(connection, POOL_ID)
    assert [(one.name, one.is_computer) for one in board] == [
        ("Anna", False), ("Bert", False), ("Clara", False), ("general", True)
    ]  # fmt: skip
    assert [one.strength.is_provisional for one in board] == [False, False, True, True]
    assert [(one.title, one.options, one.games) for one in balance] == [(GAME, (), 25)]
