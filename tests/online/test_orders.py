"""Standing orders: what they answer, how they are kept, and that nobody else learns of them."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from sqlalchemy import insert, select
from starlette.testclient import TestClient

from bridgehead import players
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ACCOUNT, GAME, STANDING
from bridgehead.online.games import games, journal
from bridgehead.online.games.history import Entry
from bridgehead.online.games.journal import StaleError
from bridgehead.online.orders import captain, stored_orders
from bridgehead.online.orders.stored_orders import OrdersChangedError, OtherOrdersError
from bridgehead.online.web.app import Settings
from bridgehead.server.orders.orders import ASK, CAPTAIN, Order, OrdersError, answer, checked
from bridgehead.server.web.rate_limits import Limit, Limits
from bridgehead.titles.loading import load
from tests.online.conftest import FREE, QUICK, Person, Seat, client_of, fresh_seal
from tests.online.conftest import GAME as TITLE
from tests.online.test_journal import AFTER, WANTED, action

pytestmark = pytest.mark.plain

CAPTAINS = {"kind": "advance", "answers": [{"verb": "captain"}]}
ADVANCE = {"kind": "advance", "answers": [{"verb": "stay"}]}
RETREAT = {
    "kind": "retreat",
    "answers": [{"verb": "retreat", "place": "1501"}, {"verb": "retreat"}],
}


def ordered(title: str, *data: dict[str, Any]) -> tuple[Order, ...]:
    return checked(load(title), list(data))


# What they answer


def view(step: str, *legal: str, **more: Any) -> dict[str, Any]:
    """Return Egypt's view of a decision in Israel's turn, as far as orders look at it."""
    combat = {"step": step, "hex": "1401"}
    return {"side": "israel", "turn": 2, "combat": combat, "legal_actions": list(legal), **more}


CHOICE = ("retreat 16-11 1301", "retreat 16-11 1501")


def said(data: dict[str, Any], seen: dict[str, Any], title: str = TITLE) -> str:
    return answer(ordered(title, data), seen, "egypt", load(title))


def first(*answers: dict[str, str], **scope: Any) -> dict[str, Any]:
    return {"kind": "retreat", **scope, "answers": list(answers)}


@pytest.mark.parametrize(
    ("order", "found"),
    [
        (RETREAT, CHOICE[1]),
        (first({"verb": "retreat", "place": "0112"}, {"verb": "retreat"}), CHOICE[0]),
        (first({"verb": "retreat", "place": "0112"}), ASK),
        (first({"verb": "retreat", "toward": "1505"}), CHOICE[1]),
        (first({"verb": "retreat", "toward": "1201"}), CHOICE[0]),
        (first({"verb": "retreat", "place": "0112"}, {"verb": "captain"}), CAPTAIN),
        (first({"verb": "ask"}), ASK),
        (first({"verb": "retreat"}, unit="16-11"), CHOICE[0]),
        (first({"verb": "retreat"}, unit="16-4"), ASK),
        (first({"verb": "retreat"}, place="1401"), CHOICE[0]),
        (first({"verb": "retreat"}, place="1301"), ASK),
        (first({"verb": "retreat"}, turn=2), CHOICE[0]),
        (first({"verb": "retreat"}, turn=3), ASK),
        (ADVANCE, ASK),
    ],
)
def test_what_an_order_answers(order: dict[str, Any], found: str) -> None:
    assert said(order, view("retreat", *CHOICE)) == found


def test_the_first_order_that_fits_and_has_an_answer_decides() -> None:
    here, seen = load(TITLE), view("retreat", *CHOICE)
    asked = first({"verb": "ask"}, place="1401")
    nowhere = first({"verb": "retreat", "place": "0112"})
    assert answer(ordered(TITLE, asked, RETREAT), seen, "egypt", here) == ASK
    assert answer(ordered(TITLE, nowhere, RETREAT), seen, "egypt", here) == CHOICE[1]
    assert answer(ordered(TITLE, RETREAT), {**seen, "side": "egypt"}, "egypt", here) == ASK
    assert answer(ordered(TITLE, RETREAT), view("retreat"), "egypt", here) == ASK


FIRE = view("fpf", "fpf 1r-inf", "fpf 2r-inf", "french-guns", "done")


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        ([{"verb": "fpf"}], "fpf 1r-inf"),
        ([{"verb": "fpf", "unit": "2r-inf"}, {"verb": "fpf", "unit": "1r-inf"}], "fpf 1r-inf"),
        ([{"verb": "fpf", "unit": "1ng-inf"}], "done"),
        ([{"verb": "done"}], "done"),
        ([{"verb": "captain"}], CAPTAIN),
    ],
)
def test_protective_fire_is_named_in_any_order(answers: list[Any], found: str) -> None:
    assert said({"kind": "fpf", "answers": answers}, FIRE, "suez-56") == found


def test_a_veiled_kind_is_always_answered() -> None:
    """Whether somebody is asked would tell whether he has a SAM unit there."""
    title, here = "october-war", load("october-war")
    seen = {"side": "israel", "turn": 3, "step": "air defense", "target": "deversoir"}
    fires = {"kind": "air-defense", "answers": [{"verb": "fire-sam", "unit": "eg-sam-1"}]}
    for legal, found in ((["fire-sam eg-sam-1", "end"], "fire-sam eg-sam-1"), (["end"], "end")):
        asked = {**seen, "legal_actions": legal}
        assert answer(ordered(title, fires), asked, "arab", here) == found
        elsewhere = ordered(title, {**fires, "place": "fayid"})
        assert answer(elsewhere, asked, "arab", here) == ASK
    for bad in ({**fires, "unit": "eg-sam-1"},
                {**fires, "answers": [*fires["answers"], {"verb": "ask"}]}):  # fmt: skip
        with pytest.raises(OrdersError):
            ordered(title, bad)


@pytest.mark.parametrize(
    "bad",
    [
        "x", [1], [{"kind": "retreat"}], [{"kind": "peace", "answers": [{"verb": "stay"}]}],
        [first()], [first({"verb": "stay"})], [first({"verb": "retreat", "unit": "nobody"})],
        [first({"verb": "retreat", "place": "9999"})], [first({"verb": "retreat"}, turn=-1)],
        [first({"verb": "retreat"}, turn=True)], [first({"verb": "retreat"}, secret="x")],
        [first({"verb": "captain", "unit": "16-11"})], [first({"verb": "x" * 99})],
        [first(*[{"verb": "retreat"}] * 21)], [RETREAT] * 41,
        [{"kind": ["retreat"], "answers": [{"verb": {}}]}],
    ],
)  # fmt: skip
def test_orders_that_make_no_sense_are_refused(bad: Any) -> None:
    with pytest.raises(OrdersError):
        checked(load(TITLE), bad)


def test_orders_go_to_data_and_back() -> None:
    data = [{**RETREAT, "unit": "16-11", "turn": 4}, ADVANCE]
    found = checked(load(TITLE), data)
    assert [order.to_dict() for order in found] == data
    assert tuple(Order.of(order.to_dict()) for order in found) == found


# How they are kept


@pytest.fixture
def running(database: Database) -> str:
    """Return a game that runs."""
    with database.writing() as connection:
        for name in ("anna", "bert"):
            row = {"id": name, "name": name, "folded": name, "kind": "member", "created": 1}
            connection.execute(insert(ACCOUNT).values(**row))
        games.create(connection, "anna", WANTED, "g", fresh_seal().fresh("g"))
        games.join(connection, "bert", "g")
    return "g"


def test_a_change_is_a_row_and_appends_name_the_version(database: Database, running: str) -> None:
    orders = ordered(TITLE, RETREAT)

    def append(version: int, base: int, key: str = "k") -> bool:
        with database.writing() as connection:
            entries = [action(key)]
            return stored_orders.append(connection, running, base, entries, AFTER, key, version)

    with database.writing() as connection:
        stored_orders.write(connection, running, "egypt", 0, orders)
        stored_orders.write(connection, running, "egypt", 0, orders)  # sent again
        with pytest.raises(OtherOrdersError):
            stored_orders.write(connection, running, "egypt", 0, ())
    with database.reading() as connection:
        found = stored_orders.read(connection, running)
    assert (found.version, found.number("egypt"), found.number("israel")) == (1, 1, 0)
    assert found.of("egypt") == orders
    assert found.of("israel") == ()
    with pytest.raises(OrdersChangedError):
        append(0, 0)
    assert append(1, 0)
    assert not append(0, 0)  # it was carried out: whatever stands by now
    with database.reading() as connection:
        assert journal.read(connection, running, 1).entries == (action("k"),)


def test_a_take_back_restores_the_orders_of_that_moment(database: Database, running: str) -> None:
    one, two = ordered(TITLE, RETREAT), ordered(TITLE, ADVANCE)

    def append(base: int, *entries: Entry, keep: int | None = None) -> None:
        with database.writing() as connection:
            known = stored_orders.read(connection, running).version
            stored_orders.append(connection, running, base, entries, AFTER, None, known, keep)

    def order(orders: tuple[Order, ...]) -> None:
        with database.writing() as connection:
            number = stored_orders.read(connection, running).number("egypt")
            stored_orders.write(connection, running, "egypt", number, orders)

    append(0, action("a"), action("undone"), Entry("undo", "israel", "1"))
    order(one)
    append(3, action("b"))  # decided while the first orders stood
    order(two)
    append(4, action("c"))
    order(())
    append(5, Entry("offer", "israel", "takeback 1"))
    append(6, Entry("accept", "egypt"), keep=1)
    with database.reading() as connection:
        found = stored_orders.read(connection, running)
        rows = connection.execute(select(STANDING.c.number)).scalars().all()
    assert found.of("egypt") == one
    assert (found.number("egypt"), found.version, len(rows)) == (4, 4, 4)
    append(7, Entry("offer", "israel", "takeback 0"))
    append(8, Entry("accept", "egypt"), keep=0)
    with database.reading() as connection:
        assert stored_orders.read(connection, running).of("egypt") == ()  # there were none yet


def test_only_some_changes_are_kept(database: Database, running: str) -> None:
    """However often somebody changes orders, little is stored, and the last one stands."""
    texts = [ordered(TITLE, ADVANCE, {**RETREAT, "turn": turn}) for turn in range(30)]

    def order(number: int, orders: tuple[Order, ...]) -> None:
        with database.writing() as connection:
            stored_orders.write(connection, running, "egypt", number, orders)

    def append(base: int, *entries: Entry, keep: int | None = None, over: bool = False) -> None:
        with database.writing() as connection:
            known = stored_orders.read(connection, running).version
            result = {"winner": "egypt", "ending": "resigned", "case": "", "reason": ""}
            after = replace(AFTER, state="over", result=result) if over else AFTER
            stored_orders.append(connection, running, base, entries, after, None, known, keep)

    def rows() -> list[int]:
        with database.reading() as connection:
            return list(connection.execute(select(STANDING.c.number)).scalars().all())

    append(0, action("first"))
    order(0, texts[0])
    order(1, texts[1])  # between the same two decisions
    assert rows() == [2]
    append(1, Entry("offer", "israel", "takeback 0"))
    append(2, Entry("accept", "egypt"), keep=0)  # before there were any
    with database.reading() as connection:
        assert stored_orders.read(connection, running).of("egypt") == ()
    for n in range(2, 30):
        append(n + 1, action(f"a{n}"))
        with database.reading() as connection:
            number = stored_orders.read(connection, running).number("egypt")
        order(number, texts[n])
    assert len(rows()) == stored_orders.KEPT
    with database.reading() as connection:
        assert stored_orders.read(connection, running).of("egypt") == texts[29]
    append(31, Entry("offer", "israel", "takeback 1"))
    append(32, Entry("accept", "egypt"), keep=1)
    with database.reading() as connection:  # those of that moment are forgotten
        assert stored_orders.read(connection, running).of("egypt") in texts[10:12]
    append(33, Entry("resign", "israel"), over=True)
    assert len(rows()) == 1


def test_orders_have_a_size_and_a_rate(lite: str) -> None:
    many = [{**RETREAT, "answers": RETREAT["answers"] * 10} for _ in range(40)]
    with pytest.raises(OrdersError, match="at most 8000 characters"):
        ordered(TITLE, *many)
    assert len(ordered(TITLE, *(40 * [ADVANCE]))) == 40
    few = Limits({**FREE, "orders": Limit(3, 3600)})
    with client_of(lite, Settings(passwords=QUICK, limits=few)) as client:
        anna, _, game = begin(client)
        with anna.sits(game) as socket:
            seat = Sitting(socket)
            told = [seat.order(ADVANCE) for _ in range(4)]
        assert [one["ok"] for one in told] == [True, True, True, False]
        assert "too often" in told[-1]["error"]["text"]


def test_no_orders_for_a_game_that_is_over(database: Database, running: str) -> None:
    with database.writing() as connection:
        connection.execute(GAME.update().values(state=games.OVER))
        with pytest.raises(StaleError):
            stored_orders.write(connection, running, "egypt", 0, ())


# In a game


class Sitting(Seat):
    """A window that also keeps the orders that it was told, and every message."""

    def __init__(self, socket: Any) -> None:
        self.orders: dict[str, Any] = {}
        self.messages: list[dict[str, Any]] = []
        super().__init__(socket)

    def receive(self) -> Any:
        message = super().receive()
        self.messages.append(message)
        if message["type"] == "orders":
            self.orders = message
        return message

    def order(self, *orders: dict[str, Any]) -> Any:
        self.until(lambda: self.orders)
        return self.call(type="orders", number=self.orders["number"], orders=list(orders))


@cache
def turn_of_israel() -> tuple[tuple[str, str], ...]:
    """Return Israel's first turn: who decides what, where every die shows 1."""
    position, done = load(TITLE).start(), []
    israel = players.create(position.game, "recruit", seed=4)
    while position.side == "israel":
        side, legal = str(position.to_move), position.legal_actions()
        taken = "stay" if "stay" in legal else legal[0]
        done.append((side, israel.choose(position) if side == "israel" else taken))
        position.push(done[-1][1])
    return tuple(done)


def moves_before(kind: str) -> list[str]:
    """Return what Israel does before Egypt is asked for the first time, and the last of it."""
    done = turn_of_israel()
    asked = next(n for n, (side, act) in enumerate(done) if side == "egypt" and kind in act)
    return [act for side, act in done[:asked] if side == "israel"]


@pytest.fixture
def ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every die show 1."""
    monkeypatch.setattr("bridgehead.online.dice.verifiable.draw", lambda *_: 0)


def begin(client: TestClient) -> tuple[Person, Person, str]:
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    game = anna.challenge("israel")
    bert.join(game)
    return anna, bert, game


def test_a_normal_turn_needs_one_exchange(url: str, ones: None) -> None:
    """Egypt is never asked before its own turn, and nobody is told what it ordered."""
    with client_of(url) as client:
        anna, bert, game = begin(client)
        with anna.sits(game) as one, bert.sits(game) as two:
            here, there = Sitting(one), Sitting(two)
            before = anna.get("/").text
            for bad in ({"number": 0, "orders": "x"}, {"number": "0", "orders": []},
                        {"number": 7, "orders": []}):  # fmt: skip
                assert not there.call(type="orders", **bad)["ok"]
            assert there.order(ADVANCE, {"kind": "retreat", "answers": [{"verb": "retreat"}]})["ok"]
            assert there.orders["number"] == 1
            assert anna.get("/").text == before
            for side, act in turn_of_israel():
                if side == "israel":
                    assert here.do(act)["ok"], act
                    assert here.state["toMove"] == "israel" or act == "end"
            there.until(lambda: there.state["side"] == "egypt")
            assert [each["orders"] for each in here.messages if each["type"] == "orders"] == [[]]
            assert "answers" not in json.dumps(here.messages)
            assert here.state["version"] == sum(who == "israel" for who, _ in turn_of_israel())
            assert sum(each["type"] == "state" and each["mine"] for each in there.messages) == 1
        with client.app.state.server.database.reading() as connection:
            row = games.load(connection, game)
            kept = journal.read(connection, game, row.revision).entries
        assert [(entry.side, entry.text) for entry in kept] == list(turn_of_israel())


def test_orders_given_at_another_process_hold(url: str, ones: None) -> None:
    """An append by orders that were changed meanwhile is made anew, and nobody notices."""
    if url.startswith("sqlite"):
        pytest.skip("SQLite serves one process")
    with client_of(url) as first, client_of(url) as second:
        anna, bert, game = begin(first)
        elsewhere = Person(second, "Bert", register=False)
        elsewhere.browser.cookies = bert.browser.cookies
        moves = moves_before("stay")
        with anna.sits(game) as one, elsewhere.sits(game) as two:
            here, there = Sitting(one), Sitting(two)
            for act in moves[:-1]:
                here.do(act)
            assert there.order(ADVANCE)["ok"]
            count = len(here.messages)
            assert here.do(moves[-1])["ok"]
            assert here.state["toMove"] == "israel"
            assert [each["type"] for each in here.messages[count:]] == ["state", "reply"]


def test_a_captain_decides_in_place_of_a_person(
    client: TestClient, ones: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While he thinks the game looks as if it waited for the person, who may come first."""
    go = threading.Event()
    seeds = []

    def decide(position: Any, seed: int) -> str:
        seeds.append(seed)
        go.wait(20)
        return "stay" if "stay" in position.legal_actions() else str(position.legal_actions()[0])

    monkeypatch.setattr(captain, "WAIT", 0.0)
    monkeypatch.setattr(captain, "decide", decide)
    anna, bert, asked = begin(client)
    ordered = anna.challenge("israel")
    bert.join(ordered)
    shown = []
    for each, orders in ((asked, []), (ordered, [CAPTAINS])):
        with anna.sits(each) as one, bert.sits(each) as two:
            here, there = Sitting(one), Sitting(two)
            assert there.order(*orders)["ok"]
            for act in moves_before("stay"):
                assert here.do(act)["ok"]
            shown.append(here.state)
    assert (shown[0]["toMove"], shown[0]["waiting"]) == ("egypt", None)
    assert shown[0] == shown[1]
    assert [due(client, each) for each in (asked, ordered)] == ["", "captain"]
    go.set()
    with anna.sits(ordered) as one:
        here = Sitting(one)
        here.until(lambda: here.state["toMove"] == "israel")
    assert due(client, ordered) == ""
    assert len(seeds) == 1


def test_an_accepted_take_back_brings_back_orders(client: TestClient) -> None:
    anna, bert, game = begin(client)
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Sitting(one), Sitting(two)
        assert there.order(ADVANCE)["ok"]
        assert here.do(here.a_move())["ok"]
        there.until(lambda: there.orders["number"] == 1 and there.state["at"] == 1)
        assert there.order(RETREAT, ADVANCE)["ok"]
        assert here.call(type="offer", what="takeback")["ok"]
        there.until(lambda: there.state["offer"] is not None)
        assert there.call(type="answer", answer="accept", version=there.state["version"])["ok"]
        there.until(lambda: there.orders["number"] == 3)
        assert there.orders["orders"] == [ADVANCE]
        here.until(lambda: here.state["at"] == 0)
        assert here.do(here.a_move(1))["ok"]  # by the orders that stand now


def due(client: TestClient, game: str) -> str:
    with client.app.state.server.database.reading() as connection:
        return str(connection.execute(select(GAME.c.due).where(GAME.c.id == game)).scalar_one())


# Back at a game


def test_where_a_player_looked_last_is_told_to_him_alone(url: str) -> None:
    with client_of(url) as client:
        anna, bert, game = begin(client)
        with anna.sits(game) as one:
            here = Seat(one)
            assert here.hello["online"]["last"] is None
            here.do(here.a_move())
            assert here.call(type="looked", at=99)["ok"]  # no more than there are
            for bad in ("1", None, True, [1]):
                assert not here.call(type="looked", at=bad)["ok"]
        for person, last in ((anna, 1), (bert, None)):
            with person.sits(game) as socket:
                assert Seat(socket).hello["online"]["last"] == last
        with anna.sits(game) as one:
            assert Seat(one).call(type="looked", at=0)["ok"]
        with anna.sits(game) as one, Person(client, "Clara").sits(game) as three:
            assert Seat(one).hello["online"]["last"] == 0
            watcher = Seat(three)
            assert "last" not in watcher.hello["online"]
            assert not watcher.call(type="looked", at=1)["ok"]
            assert not watcher.call(type="orders", number=0, orders=[])["ok"]


def test_the_next_game_that_waits(client: TestClient) -> None:
    anna, bert, first = begin(client)
    assert bert.get("/next").headers["location"] == "/"
    second = anna.challenge("israel")
    bert.join(second)
    led = [anna.get(f"/next?after={game}").headers["location"] for game in (first, second, "", "x")]
    assert led[:2] == [f"/game/{second}", f"/game/{first}"]
    assert led[2] == led[3]
    assert "data-next" in anna.get("/").text
    assert "data-next" not in bert.get("/").text
    assert client.get("/next").headers["location"].startswith("/login")
