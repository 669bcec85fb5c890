"""Terms of challenges: drawn sides, bids, ratings, expiry; calling off; games that nobody plays."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from bridgehead.core.titles.bids import Bid
from bridgehead.online.clocks import inactivity
from bridgehead.online.database.database import now
from bridgehead.online.database.lobby_tables import CHALLENGE
from bridgehead.online.database.tables import GAME, NOTICE, RATING, SEAT
from bridgehead.online.games import challenge_terms, games
from bridgehead.online.games.challenge_terms import SideBid, TermsError
from bridgehead.online.notices import notices
from bridgehead.online.ratings import ratings
from tests.online.conftest import GAME as TITLE
from tests.online.conftest import Person, Seat
from tests.tiers import first

pytestmark = pytest.mark.plain
SIDES = ("israel", "egypt")
BIDS = "el-arish-67"  # a title with bids, and these sides
DAY = 24 * 3600 * 1000


@pytest.fixture
def people(client: TestClient) -> list[Person]:
    return [Person(client, name) for name in ("Anna", "Bert", "Clara")]


def begin(who: Person, title: str = TITLE, **fields: str) -> str:
    answer = who.post(f"/new/{title}", **{"side": "israel", "opponent": "open", **fields})
    assert answer.status_code == 303, re.findall(r'role="alert"[^>]*>([^<]*)', answer.text)
    return who.get("/").text.partition("/withdraw")[0][-20:]


def write(who: Any, work: Any, *given: Any) -> Any:
    database = who.browser.app.state.server.database
    with database.writing() as connection:
        return work(connection, *given)


def seats(who: Person, game: str) -> dict[str, str]:
    row = write(who, games.load, game)
    return {seat.side: seat.name for seat in row.seats}


# Bids


@pytest.mark.parametrize(
    ("creator", "taker", "side", "bid"),
    [
        (SideBid("israel", 6), SideBid("egypt", 8), "israel", None),  # both have their wish
        (SideBid("israel", 6), SideBid("israel", 5), "israel", Bid("egypt", 6)),
        (SideBid("israel", 4), SideBid("israel", 5), "egypt", Bid("egypt", 5)),
        (SideBid("egypt", 1), SideBid("egypt", 0), "egypt", Bid("israel", 1)),
    ],
)
def test_bids_by_hand(creator: SideBid, taker: SideBid, side: str, bid: Bid | None) -> None:
    assert challenge_terms.settle(creator, taker, SIDES) == (side, bid)


def test_of_equal_bids_one_is_drawn() -> None:
    same = SideBid("israel", 3)
    found = {challenge_terms.settle(same, same, SIDES) for _ in range(60)}
    assert found == {("israel", Bid("egypt", 3)), ("egypt", Bid("egypt", 3))}
    nothing = SideBid("egypt", 0)
    found = {challenge_terms.settle(nothing, nothing, SIDES) for _ in range(60)}
    assert found == {("egypt", None), ("israel", None)}


@pytest.mark.parametrize(
    "fields",
    [
        {"wish": "nobody"},
        {"wish": "israel", "points": "-1"},
        {"wish": "israel", "points": "0.3"},
        {"wish": "israel", "points": "101"},
        {"wish": "israel", "points": "nan"},
        {"wish": "israel", "points": "1e400"},
    ],
)
def test_a_broken_bid_is_refused(fields: dict[str, str]) -> None:
    with pytest.raises(TermsError):
        challenge_terms.bid_of_form(fields, SIDES)


def test_the_higher_bid_has_the_side(people: list[Person]) -> None:
    anna, bert, clara = people
    game = begin(anna, BIDS, side="bid", wish="israel", points="2.5")
    assert bert.post(f"/challenge/{game}/join").status_code == 400  # without a bid
    assert bert.post(f"/challenge/{game}/join", wish="israel", points="0.7").status_code == 400
    answer = bert.post(f"/challenge/{game}/join", wish="israel", points="3")
    assert answer.headers["location"] == f"/game/{game}"
    assert seats(anna, game) == {"israel": "Bert", "egypt": "Anna"}
    row = write(anna, games.load, game)
    assert row.options == ("bid=egypt:3",)
    with bert.sits(game) as socket:
        seat = Seat(socket)
        assert seat.hello["online"]["you"] == "israel"
        assert seat.hello["record"]["options"] == ["bid=egypt:3"]
    assert "Bert" in clara.get("/").text.partition('data-list="watch"')[2]


def test_nobody_sees_a_bid_before(people: list[Person]) -> None:
    """Two challenges with other bids look alike to everybody but in what they are called."""
    anna, bert, _ = people

    def shown(game: str) -> list[str]:
        pages = [bert.get(path).text for path in ("/", f"/challenge/{game}/join")]
        pages.append(anna.get("/").text)
        return [page.replace(game, "GAME") for page in pages]

    one = begin(anna, BIDS, side="bid", wish="israel", points="2.5")
    first = shown(one)
    anna.post(f"/challenge/{one}/withdraw")
    other = begin(anna, BIDS, side="bid", wish="egypt", points="40")
    assert shown(other) == first
    assert bert.get(f"/api/saved/{other}").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize(
    "fields",
    [
        {"opponent": "sergeant"},
        {"mirrored": "yes"},
        {"bid_side": "egypt", "bid_points": "2"},
    ],
)
def test_where_nobody_can_bid(people: list[Person], fields: dict[str, str]) -> None:
    given = {"side": "bid", "wish": "israel", "points": "1", "opponent": "open", **fields}
    assert people[0].post(f"/new/{BIDS}", **given).status_code == 400


# Drawn sides


@pytest.mark.parametrize("side", first(1, SIDES))
def test_a_side_is_drawn_when_somebody_takes_it(
    people: list[Person], side: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert, _ = people
    game = begin(anna, side="random")
    row = re.search(rf'<li data-game="{game}".*?</li>', bert.get("/").text, re.DOTALL)
    assert row is not None
    assert "Sides are drawn." in row[0]
    assert "data-side" not in row[0]
    monkeypatch.setattr(challenge_terms, "drawn_side", lambda sides: side)
    bert.join(game)
    assert seats(anna, game)[side] == "Anna"
    assert sorted(seats(anna, game).values()) == ["Anna", "Bert"]


# Who may take it, and until when


def test_a_range_of_ratings(people: list[Person]) -> None:
    """Without a rating one counts as 1500; 1500 + 30 * (26 - 25) = 1530."""
    anna, bert, clara = people
    low, high = begin(anna, most="1510"), begin(anna, least="1520", most="1600")
    pool, who = ratings.pool_of(TITLE), write(clara, _account, "Clara")
    row = {"pool": pool, "who": f"account:{who}", "kind": "account", "account": who, "mu": 26.0,
           "sigma": 3.0, "provisional": 0, "won": 1, "drawn": 0, "lost": 0}  # fmt: skip
    write(clara, lambda connection: ratings._lock(connection, pool))
    write(clara, lambda connection: connection.execute(RATING.insert().values(row)))
    answer = clara.post(f"/challenge/{low}/join")
    assert answer.status_code == 400
    assert "from 0 to 1510, and yours is 1530" in answer.text
    assert bert.post(f"/challenge/{high}/join").status_code == 400
    clara.join(high)
    bert.join(low)
    assert "For ratings from 1520 to 1600." not in bert.get("/").text  # it runs


def _account(connection: Any, name: str) -> str:
    from bridgehead.online.database.tables import ACCOUNT

    found = select(ACCOUNT.c.id).where(ACCOUNT.c.name == name)
    return str(connection.execute(found).scalar_one())


@pytest.mark.slow
@pytest.mark.parametrize(
    "fields",
    [{"least": "1600", "most": "1500"}, {"least": "x"}, {"most": "99999"}, {"expires": "0"},
     {"reliable": "101"}],
)  # fmt: skip
def test_broken_terms_are_refused(people: list[Person], fields: dict[str, str]) -> None:
    answer = people[0].post(f"/new/{TITLE}", side="israel", opponent="open", **fields)
    assert answer.status_code == 400
    assert 'data-list="mine"' not in people[0].get("/").text


@pytest.mark.slow
def test_a_challenge_expires(people: list[Person]) -> None:
    anna, bert, _ = people
    game, stays = begin(anna, expires="3"), begin(anna)
    [ends] = write(anna, lambda c: c.execute(select(CHALLENGE.c.expires)).scalars().all())
    time = write(anna, now)
    assert 0 <= time + 3 * DAY - ends < 60_000
    assert not write(anna, games.any_expired)
    write(anna, lambda c: c.execute(update(CHALLENGE).values(expires=time)))
    answer = bert.post(f"/challenge/{game}/join")
    assert answer.status_code == 400
    assert "expired" in answer.text
    assert write(anna, games.end_expired) == 1
    assert not write(anna, games.any_expired)
    assert write(anna, games.load, game).state == games.CANCELLED
    assert write(anna, games.load, stays).state == games.OPEN


# Calling off


def test_a_game_is_called_off_in_its_first_turn(people: list[Person]) -> None:
    anna, bert, clara = people
    game = begin(anna)
    bert.join(game)
    with bert.sits(game) as socket:
        seat = Seat(socket)
        assert seat.state["begins"]
        assert seat.call(type="abort")["ok"]
        seat.until(lambda: seat.state["result"] is not None)
        assert seat.state["result"]["ending"] == "aborted"
    row = write(anna, games.load, game)
    assert row.result is not None
    assert row.result["winner"] == "draw"
    assert "The game does not count" in clara.get("/games").text
    assert "won 0, drawn 0" not in clara.get("/people/Anna").text
    record = clara.get(f"/api/saved/{game}/record").json()
    assert record["ending"] == {"kind": "aborted", "winner": "draw"}


@pytest.mark.slow
def test_a_game_is_not_called_off_later(people: list[Person]) -> None:
    anna, bert, _ = people
    game = begin(anna)
    bert.join(game)
    server = anna.browser.app.state.server  # type: ignore[attr-defined]
    portal = anna.browser.portal
    assert portal is not None
    held = portal.call(server.game, game)
    held.memory.record.first_turn = 0
    with anna.sits(game) as socket:
        seat = Seat(socket)
        assert not seat.state["begins"]
        reply = seat.call(type="abort")
        assert reply["error"]["text"] == "a game can be called off in its first turn only"
        assert seat.state["result"] is None


# Games without a clock that nobody plays on


def test_thirty_days_without_an_action_lose(people: list[Person]) -> None:
    anna, bert, _ = people
    game, timed = begin(anna), begin(anna, pace="brisk")
    for one in (game, timed):
        bert.join(one)
    time = write(anna, now)

    def since(days: float) -> None:
        changed = int(time - days * DAY)
        write(anna, lambda c: c.execute(update(GAME).values(changed=changed)))

    since(22.9)
    assert write(anna, inactivity.warn) == 0
    since(23.1)
    assert write(anna, inactivity.warn) == 1
    assert write(anna, inactivity.warn) == 0  # once
    [told] = write(anna, lambda c: c.execute(select(NOTICE).where(NOTICE.c.kind == "clock")).all())
    assert (told.game, told.account) == (game, write(anna, _account, "Anna"))  # Israel begins
    assert abs(told.number * 60_000 - (time + 6.9 * DAY)) < 2 * 3600 * 1000 * 2
    since(31)
    assert write(anna, inactivity.over) == []  # the week since the warning is not over

    def warned(days: float) -> None:
        minute = int(time - days * DAY) // 60_000
        values = {"created": int(time - 8 * DAY), "number": minute}
        which = update(NOTICE).where(NOTICE.c.kind == "clock")
        write(anna, lambda c: c.execute(which.values(values)))

    warned(0.1)
    [(found, side, revision)] = write(anna, inactivity.over)
    assert (found, side) == (game, "israel")
    server = anna.browser.app.state.server  # type: ignore[attr-defined]
    portal = anna.browser.portal
    assert portal is not None
    live = portal.call(server.game, game)
    with pytest.raises(Exception, match="game"):
        portal.call(live.idle, side, revision + 1)
    portal.call(live.idle, side, revision)
    row = write(anna, games.load, game)
    assert row.result is not None
    assert (row.result["winner"], row.result["ending"]) == ("egypt", "inactive")
    assert write(anna, inactivity.over) == []


@pytest.mark.slow
def test_who_is_on_vacation_loses_nothing(people: list[Person]) -> None:
    anna, bert, _ = people
    bert.join(begin(anna))
    assert anna.post("/settings/vacation", do="begin", days="5").status_code == 303
    time = write(anna, now)
    write(anna, lambda c: c.execute(update(GAME).values(changed=time - 40 * DAY)))
    assert write(anna, inactivity.warn) == 0
    assert write(anna, inactivity.over) == []


# Somebody waits


def told_of(who: Person) -> list[str]:
    found = select(NOTICE.c.game, NOTICE.c.data).where(NOTICE.c.kind == notices.CHALLENGE)
    account = write(who, _account, who.name)
    rows = write(who, lambda c: c.execute(found.where(NOTICE.c.account == account)).all())
    return [json.loads(row.data)["text"] for row in rows]


@pytest.mark.slow
def test_followers_of_a_title_are_told_once_an_hour(people: list[Person]) -> None:
    anna, bert, clara = people
    for who in people:
        answer = who.post("/settings/notices/titles", title=TITLE)
        assert answer.status_code == 303
    assert f'value="{TITLE}" checked' in bert.get("/settings/notices").text
    clara.post("/people/Anna/block", what="block")
    begin(anna, opponent="link")
    begin(anna, least="1600")
    begin(anna, title="suez-56", side="egypt")
    assert told_of(bert) == []
    game = begin(anna)
    begin(anna)
    assert told_of(bert) == [TITLE]
    assert told_of(anna) == told_of(clara) == []
    due = update(NOTICE).values(due=0)
    write(anna, lambda c: c.execute(due))
    rows = write(anna, notices.due)
    assert [row.game for row, _ in write(anna, notices.still_true, rows)] == [game]
    anna.post(f"/challenge/{game}/withdraw")
    assert write(anna, notices.still_true, rows) == []
    bert.post("/settings/notices/titles")
    assert f'value="{TITLE}" checked' not in bert.get("/settings/notices").text


@pytest.mark.slow
def test_a_seat_is_given_whole(people: list[Person]) -> None:
    anna, *_ = people
    game = begin(anna, side="random")
    account = write(anna, _account, "Anna")
    write(anna, challenge_terms.give_sides, game, account, "egypt")
    rows = write(anna, lambda c: c.execute(select(SEAT).where(SEAT.c.game == game)).all())
    assert {row.side: row.account for row in rows} == {"israel": None, "egypt": account}
