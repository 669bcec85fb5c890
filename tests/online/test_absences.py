"""A computer plays for a player who is away, where both have agreed to that."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from bridgehead.core.positions.ending import TIME
from bridgehead.core.records.record import Record
from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.clocks import clocks, paces
from bridgehead.online.clocks.clocks import Spell
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ACCOUNT, ENTRY, GAME, NOTICE, RATED
from bridgehead.online.games import games, journal, reliability
from bridgehead.online.games.history import Entry, History
from bridgehead.online.games.journal import StateAfter
from bridgehead.online.live import game_server
from bridgehead.online.live.readers import Reader
from bridgehead.online.notices import notices, wording
from bridgehead.online.orders.stand_in import Absence, StandIn, StandInError
from bridgehead.online.ratings import after_a_game, outcomes
from tests.online import people
from tests.online.chains import ChainSeat
from tests.online.conftest import GAME as TITLE
from tests.online.conftest import Person, Seat, client_of, has_https
from tests.online.people import begun
from tests.online.test_chains import settle
from tests.waiting import wait_until

pytestmark = pytest.mark.plain
AGREED = {"stand_in": "recruit", "stand_in_on_time": "yes", "pace": "brisk"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_server, "PACE", 0.0)
    monkeypatch.setattr(game_server, "SWEEP", 0.1)


@pytest.fixture
def anna(client: TestClient) -> Person:
    return Person(client, "Anna")


@pytest.fixture
def bert(client: TestClient) -> Person:
    return Person(client, "Bert")


def agreed(anna: Person, bert: Person, **fields: str) -> str:
    """Begin a game of Anna (Israel) against Bert in which a recruit plays for whoever is away."""
    sent = {"side": "israel", "opponent": "open", **AGREED, **fields}
    answer = anna.post(f"/new/{TITLE}", **sent)
    assert answer.status_code == 303, answer.text
    game = anna.get("/").text.partition("/withdraw")[0][-20:]
    bert.join(game)
    return game


def server_of(person: Person) -> Any:
    return person.browser.app.state.server  # type: ignore[attr-defined]


def entries(person: Person, game: str) -> list[Entry]:
    """Return the journal of a game."""

    async def read() -> Any:
        database = server_of(person).database
        row = await database.read(games.load, game)
        return await database.read(journal.read, game, row.revision)

    portal = person.browser.portal
    assert portal is not None
    return list(portal.call(read).entries)


def change(person: Person, game: str, **values: Any) -> None:
    """Change the row of a game."""

    def write(connection: Any) -> None:
        connection.execute(update(GAME).where(GAME.c.id == game).values(**values))

    portal = person.browser.portal
    assert portal is not None
    portal.call(server_of(person).database.write, write)


def clock_of(person: Person, game: str) -> Any:
    async def read() -> Any:
        return (await server_of(person).database.read(games.load, game)).clock

    portal = person.browser.portal
    assert portal is not None
    return portal.call(read)


def decided(person: Person, game: str, side: str = "israel") -> list[str | None]:
    """Return who decided the actions of a side: a computer, or None for the player."""
    found = entries(person, game)
    return [one.computer for one in found if one.kind == "action" and one.side == side]


@contextlib.contextmanager
def no_computer(person: Person, game: str) -> Iterator[None]:
    """Take the place of the computer that would think about a game."""
    thinking = server_of(person)._thinking
    thinking[game] = None
    yield
    del thinking[game]


def hand_over(seat: Seat) -> None:
    """Let the computer play for Israel until Egypt is to decide."""
    assert seat.call(type="away", until="turn")["ok"]
    seat.until(lambda: seat.state["toMove"] == "egypt")


def notices_of(person: Person) -> list[tuple[str, str]]:
    """Return the kinds and words of an account's notices of its clocks that are true now."""

    def read(connection: Any) -> Any:
        found = select(NOTICE).join(ACCOUNT, ACCOUNT.c.id == NOTICE.c.account)
        own = found.where(ACCOUNT.c.name == person.name, NOTICE.c.kind != notices.BEGAN)
        return notices.still_true(connection, connection.execute(own).all())

    portal = person.browser.portal
    assert portal is not None
    told = portal.call(server_of(person).database.read, read)
    return [(one.kind, wording.words(one).text.partition(": ")[2].partition(" until")[0])
            for _, one in told]  # fmt: skip


# The agreement


def test_the_agreement_is_shown_to_whoever_takes_the_challenge(anna: Person, bert: Person) -> None:
    anna.post(f"/new/{TITLE}", side="israel", opponent="open", **AGREED)
    assert 'data-stand-in="recruit"' in bert.get("/").text
    anna.post(f"/new/{TITLE}", side="israel", opponent="open", pace="brisk")
    assert bert.get("/").text.count("data-stand-in") == 1  # nobody is the default


@pytest.mark.parametrize(
    ("fields", "error"),
    [({"stand_in": "nobody-known"}, "no computer player"), ({"pace": "evening"}, "live game")],
)
def test_an_agreement_that_cannot_be(anna: Person, fields: dict[str, str], error: str) -> None:
    given = {"side": "israel", "opponent": "open", **AGREED, **fields}
    answer = anna.post(f"/new/{TITLE}", **given)
    assert (answer.status_code, error in answer.text) == (400, True)


def test_without_an_agreement_nobody_plays_for_you(anna: Person, bert: Person) -> None:
    game = agreed(anna, bert, stand_in="")
    with anna.sits(game) as socket:
        seat = Seat(socket)
        assert "standIn" not in seat.hello["online"]
        assert not seat.call(type="away", until="back")["ok"]
    assert entries(anna, game) == []


# Away, and back


@pytest.mark.slow
def test_a_turn_is_played_and_then_the_player_is_asked_again(anna: Person, bert: Person) -> None:
    game = agreed(anna, bert)
    with anna.sits(game) as socket, bert.sits(game) as other:
        seat, opponent = Seat(socket), Seat(other)
        assert seat.hello["online"]["standIn"] == {"computer": "recruit", "onTime": True}
        assert seat.call(type="away", until="turn")["ok"]
        opponent.until(lambda: opponent.state["toMove"] == "egypt")
        assert set(decided(anna, game)) == {"recruit"}
        assert opponent.state["away"] == {"israel": {"kind": "turn", "number": 2}}
        assert opponent.call(type="away", until="back")["ok"]  # now both are away
        seat.until(lambda: seat.state["turn"] == 2 and seat.state["mine"])
        first = decided(anna, game)
        assert "israel" not in seat.state["away"]
        assert seat.do(seat.a_move())["ok"]
        assert decided(anna, game) == [*first, None]
        shown = seat.state["byComputer"]
        assert (shown[0][0], shown[-1][1] < seat.state["at"]) == (1, True)


@pytest.mark.slow
def test_who_is_away_in_the_other_turn_is_played_in_the_own(anna: Person, bert: Person) -> None:
    game = agreed(anna, bert)
    with bert.sits(game) as other:
        opponent = Seat(other)
        assert opponent.call(type="away", until="back")["ok"]  # it is not his turn
        with anna.sits(game) as socket:
            seat = Seat(socket)
            hand_over(seat)
        wait_until(lambda: "recruit" in decided(anna, game, "egypt"))
        assert opponent.call(type="back")["ok"]
        opponent.until(lambda: "egypt" not in opponent.state["away"])
        assert not opponent.call(type="back")["ok"]
        kinds = [
            one.kind for one in entries(anna, game) if one.side == "egypt" and one.kind != "action"
        ]
        assert kinds == ["away", "back"]


def test_a_decision_of_your_own_is_the_end_of_your_absence(anna: Person, bert: Person) -> None:
    game = agreed(anna, bert)
    with no_computer(anna, game), anna.sits(game) as socket:
        seat = Seat(socket)
        assert seat.call(type="away", until="back")["ok"]
        move = seat.a_move()
        assert seat.do(move)["ok"]
        seat.until(lambda: not seat.state["away"])
        found = [(one.kind, one.side, one.computer) for one in entries(anna, game)]
        assert found[:3] == [("away", "israel", None), ("action", "israel", None),
                             ("back", "israel", None)]  # fmt: skip


def test_what_the_computer_decided_is_no_hint(anna: Person, bert: Person) -> None:
    """Who lets it play, sees how it plays on and takes that back would have asked a computer."""
    game = agreed(anna, bert)
    live = anna.browser.portal.call(server_of(anna).game, game)  # type: ignore[union-attr]
    with no_computer(anna, game), anna.sits(game) as socket:
        seat = Seat(socket)
        assert seat.do(seat.a_move())["ok"]
        assert seat.state["canUndo"]
        assert seat.call(type="away", until="back")["ok"]
        anna.browser.portal.call(  # type: ignore[union-attr]
            live.play_for, "israel", seat.a_move(), live.memory.record.position
        )
        seat.until(lambda: seat.state["at"] == 2)
        assert not seat.state["canUndo"]
        at = {"at": 2, "version": seat.state["version"]}
        refused = seat.call(type="undo", **at)
        assert "a computer has decided" in refused["error"]["text"]
        assert seat.call(type="offer", what="takeback")["ok"]  # the other player may agree
        assert seat.do(seat.a_move())["ok"]
        assert seat.state["canUndo"]  # her own
        assert decided(anna, game) == [None, "recruit", None]


@pytest.mark.slow
def test_a_day_ends_by_itself(anna: Person, bert: Person) -> None:
    game = agreed(anna, bert)
    with bert.sits(game) as other, anna.sits(game) as socket:
        opponent, seat = Seat(other), Seat(socket)
        assert opponent.call(type="away", until="day")["ok"]
        assert opponent.state["away"]["egypt"]["kind"] == "until"
        database = server_of(anna).database
        database._ahead = DAY + 1000  # the clock of this process: a day later
        seat.until(lambda: bool(seat.state["away"]))
        hand_over(seat)
        opponent.until(lambda: "egypt" not in opponent.state["away"])
        assert "recruit" not in decided(anna, game, "egypt")


def test_whose_time_is_up_does_not_lose(anna: Person, bert: Person) -> None:
    game = agreed(anna, bert)
    clock = clock_of(anna, game)
    change(anna, game, since=clock.since - 400 * DAY, deadline=clock.deadline - 400 * DAY)

    def flag() -> None:
        portal = anna.browser.portal
        assert portal is not None
        portal.call(server_of(anna).timekeeper.look)

    with no_computer(anna, game), anna.sits(game) as socket:
        seat = Seat(socket)
        flag()
        assert Entry("away", "israel", "time 0") in entries(anna, game)
        assert 'data-clock="stood-in"' in anna.get("/").text
        assert not seat.call(type="back")["ok"]  # she could wait forever
        assert not seat.do(seat.a_move())["ok"]
    wait_until(lambda: "recruit" in decided(anna, game))
    found = clock_of(anna, game)
    assert (found.stood_in, found.purses["israel"].bank) == (("israel",), paces.daily(24, 72).gift)
    assert notices_of(anna) == [(notices.CLOCK, "your time was up, and a computer plays for you")]
    with anna.sits(game) as socket:
        seat = Seat(socket)
        assert seat.state["result"] is None
        assert seat.call(type="back")["ok"]
    assert clock_of(anna, game).stood_in == ()


def test_without_that_agreement_the_time_is_up(anna: Person, bert: Person) -> None:
    game = agreed(anna, bert, stand_in_on_time="", rated="no")
    clock = clock_of(anna, game)
    change(anna, game, since=clock.since - 400 * DAY, deadline=clock.deadline - 400 * DAY)
    with bert.sits(game) as socket:
        seat = Seat(socket)
        assert seat.call(type="claim")["ok"]
        seat.until(lambda: bool(seat.state["result"]))
        assert seat.state["result"]["ending"] == TIME


def test_who_does_not_act_for_long_does_not_lose(anna: Person, bert: Person) -> None:
    game = agreed(anna, bert, pace="unlimited")

    async def idle() -> None:
        await (await server_of(anna).game(game)).idle("israel", 0)

    portal = anna.browser.portal
    assert portal is not None
    with no_computer(anna, game):
        portal.call(idle)
    assert entries(anna, game)[0] == Entry("away", "israel", "time 0")
    assert anna.get(f"/api/saved/{game}/record").status_code == 409  # it is not over


@pytest.mark.slow
def test_a_vacation(anna: Person, bert: Person) -> None:
    game = agreed(anna, bert)
    with anna.sits(game) as socket:
        seat = Seat(socket)
        assert not seat.call(type="away", until="vacation")["ok"]  # she is on none
    answer = anna.post("/settings/vacation", do="begin", days="7", stand_in="yes")
    assert answer.headers["location"] == "/settings?changed=vacation-begun"
    wait_until(lambda: "recruit" in decided(anna, game))
    assert entries(anna, game)[0].text.startswith("vacation ")
    anna.post("/settings/vacation", do="end")
    assert [one.kind for one in entries(anna, game) if one.kind == "back"] == ["back"]


@pytest.mark.slow
def test_both_away_the_game_goes_on_to_its_end(anna: Person, bert: Person) -> None:
    game = agreed(anna, bert, options="scenario=first-night")
    for who in (anna, bert):
        with who.sits(game) as socket:
            assert Seat(socket).call(type="away", until="back")["ok"]
    with anna.sits(game) as socket:
        seat = Seat(socket)
        seat.until(lambda: bool(seat.state["result"]))
    record = anna.get(f"/api/saved/{game}/record").json()
    texts = [one["text"] for one in record["comments"]]
    assert "From here the computer recruit plays for israel." in texts
    assert {None} != set(decided(anna, game, "egypt"))


@pytest.mark.slow
def test_dice_that_both_can_check(client: TestClient, anna: Person, bert: Person) -> None:
    """The computer rolls without a link of the absent player, and the record can be verified."""
    has_https(client)
    game = agreed(anna, bert, rated="yes")
    with anna.sits(game) as one:
        early = ChainSeat(one, "anna", alone=False)
        assert not early.call(type="away", until="back")["ok"]  # no chain has begun
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = ChainSeat(one, "anna"), ChainSeat(two, "bert")
        settle(here, there)
        assert here.call(type="away", until="turn")["ok"]
        here.until(lambda: any(entry.get("roll") for entry in here.state["log"]["entries"]))
        if here.state["away"]:
            assert here.call(type="back")["ok"]
        assert here.call(type="resign")["ok"]
        there.until(lambda: bool(there.state["result"]))
    record = Record.from_dict(anna.get(f"/api/saved/{game}/record").json())
    record.verify()
    assert record.comments[0].text == "From here the computer recruit plays for israel."

    async def rated() -> Any:
        return await server_of(anna).database.read(after_a_game.read, game)

    portal = anna.browser.portal
    assert portal is not None
    assert portal.call(rated)["ratings"] == {}  # the computer made more than half of her decisions


# Other people


def test_nobody_else_can_switch_it(client: TestClient, anna: Person, bert: Person) -> None:
    game = agreed(anna, bert)
    carl, visitor = Person(client, "Carl"), Person(client, "", register=False)
    for stranger in (carl, visitor):
        with stranger.sits(game) as socket:
            seat = Seat(socket)
            for message in ({"type": "away", "until": "back"}, {"type": "back"}):
                assert not seat.call(**message, side="israel")["ok"]
    with bert.sits(game) as socket:  # the opponent's message is about the opponent
        assert Seat(socket).call(type="away", until="back", side="israel")["ok"]
    assert [one.side for one in entries(anna, game) if one.kind == "away"] == ["egypt"]


def test_a_computers_seat_has_no_absence(anna: Person) -> None:
    answer = anna.post(f"/new/{TITLE}", side="israel", opponent="recruit", **AGREED)
    game = str(answer.headers["location"]).removeprefix("/game/")
    with anna.sits(game) as socket:
        seat = Seat(socket)
        assert not seat.call(type="away", until="back")["ok"]


def test_odd_wishes_change_nothing(anna: Person, bert: Person) -> None:
    game = agreed(anna, bert)
    with anna.sits(game) as socket:
        seat = Seat(socket)
        for until in (None, "", "always", 7, ["back"], {"turn": 1}, "until 5", "time 0"):
            assert not seat.call(type="away", until=until)["ok"]
    assert entries(anna, game) == []


@pytest.mark.slow
def test_asking_again_and_again_starts_one_thought(
    client: TestClient, anna: Person, bert: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_thoughts: list[str] = []
    server, begin = server_of(anna), server_of(anna)._begin

    def counted(game: str, work: Any) -> None:
        if game not in server._thinking:
            begun_thoughts.append(game)
        begin(game, work)

    monkeypatch.setattr(server, "_begin", counted)
    game = agreed(anna, bert)
    with bert.sits(game) as socket:  # it is not his turn: nothing is due
        seat = Seat(socket)
        for _ in range(5):
            assert seat.call(type="away", until="back")["ok"]
            assert not seat.call(type="away", until="back")["ok"]
            assert seat.call(type="back")["ok"]
    assert begun_thoughts == []


def test_nobody_counts_what_a_computer_decides_in_secret() -> None:
    """Of the actions 1 to 6 the reader may not count 2 and 3; a computer decided 2 to 5."""
    history = History(("a", "b"), computers=("", "x", "x", "x", "x", ""))
    knows: Any = SimpleNamespace(history=history, story=SimpleNamespace(counts=[0, 1, 4, 5, 6]))
    assert Reader._by_computer(knows) == [[2, 3]]


# Restart, and several processes


@pytest.mark.slow
def test_an_absence_survives_a_restart(lite: str) -> None:
    with client_of(lite) as client:
        anna, bert = Person(client, "Anna"), Person(client, "Bert")
        game = agreed(anna, bert)
        with no_computer(anna, game), anna.sits(game) as socket:
            assert Seat(socket).call(type="away", until="back")["ok"]
            cookies = dict(anna.browser.cookies)
            assert decided(anna, game) == []
    with client_of(lite) as client:
        again = Person(client, "Anna", register=False)
        again.browser.cookies.update(cookies)
        wait_until(lambda: "recruit" in decided(again, game))


@pytest.mark.slow
def test_two_processes_play_one_game(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_server, "EVERY", 0.02)
    with client_of(url) as one, client_of(url) as other:
        anna, bert = Person(one, "Anna"), Person(other, "Bert")
        game = agreed(anna, Person(one, "Carl"))
        with anna.sits(game) as socket:
            assert Seat(socket).call(type="away", until="turn")["ok"]
        wait_until(lambda: "recruit" in decided(bert, game))
        found = [one for one in entries(bert, game) if one.kind == "away"]
        assert found == [Entry("away", "israel", "turn 2")]


# Clocks, ratings, reliability: by hand


def test_a_clock_stands_while_a_computer_plays() -> None:
    pace = paces.daily(24, 72)
    here = Spell("a", 1, True)
    clock = clocks.begin(clocks.fresh(pace, ("a", "b"), here), here, (), 0)
    away = clocks.step(clock, [Entry("away", "a", "back")], here, automatic=True, now=1000)
    assert (away.deadline, away.stood_in) == (None, ("a",))
    assert clocks.Clock.of(pace.text, json.loads(json.dumps(away.to_dict())), None) == away
    back = clocks.step(away, [Entry("back", "a")], here, automatic=True, now=9_000)
    assert clock.deadline is not None
    assert back.deadline == clock.deadline + 8_000  # it stood for 8 seconds


@pytest.mark.parametrize(
    ("text", "turn", "side", "now", "over"),
    [
        ("turn 3", 3, "egypt", 0, False), ("turn 3", 3, "israel", 0, True),
        ("turn 3", 2, "israel", 0, False), ("turn 3", 4, "israel", 0, True),
        ("until 50", 1, "israel", 49, False), ("until 50", 1, "egypt", 50, True),
        ("vacation 50", 1, "egypt", 50, True), ("back", 99, "israel", 10**15, False),
        ("time 4", 99, "israel", 10**15, False),
    ],
)  # fmt: skip
def test_when_an_absence_is_over(text: str, turn: int, side: str, now: int, over: bool) -> None:
    class Position:
        pass

    position: Any = Position()
    position.turn, position.side = turn, side
    absence = Absence.read(text)
    assert (absence.text, absence.is_over("israel", position, now)) == (text, over)


@pytest.mark.parametrize("text", ["", "turn", "turn x", "until", "back 3", "time", "turn 1 2"])
def test_no_absence(text: str) -> None:
    with pytest.raises(StandInError):
        Absence.read(text)


@pytest.mark.parametrize(
    ("israel", "egypt", "counts"),
    [((10, 0), (10, 0), True), ((10, 5), (10, 5), True), ((10, 6), (10, 0), False),
     ((10, 0), (11, 6), False), ((0, 0), (10, 0), True)],
)  # fmt: skip
def test_half_of_the_decisions_are_own_or_a_game_is_unrated(
    database: Database, israel: tuple[int, int], egypt: tuple[int, int], counts: bool
) -> None:
    """Of each side: its decisions, and those of them that a computer made."""
    by = {"israel": israel[0], "egypt": egypt[0]}
    made = {"israel": israel[1], "egypt": egypt[1]}
    assert outcomes.are_own({"by": by, "computers": made}) == counts
    with database.writing() as connection:
        one, other = people.account(connection, "Anna"), people.account(connection, "Bert")
        game = begun(connection, one, other, is_rated=True, stand_in=StandIn("recruit", True))
        assert games.load(connection, game).stand_in == StandIn("recruit", True)
        people.ended(connection, game, "israel", rolls=1, by=by, computers=made)
        rated = connection.execute(select(RATED).where(RATED.c.game == game)).first()
        assert (rated is not None) == counts


def test_who_leaves_is_not_reliable_though_a_computer_wins(database: Database) -> None:
    with database.writing() as connection:
        one, other = people.account(connection, "Anna"), people.account(connection, "Bert")
        for left in ([], ["israel"], []):
            people.ended(connection, begun(connection, one, other), "israel", left=left)
        assert reliability.of(connection, one).share == 66  # two of three
        assert reliability.of(connection, other).share == 100


def test_the_computers_decisions_take_no_time_of_yours(database: Database) -> None:
    """Anna answers after 100 and the computer after 5000: her mean is 100."""
    moves = [("egypt", None, 0), ("israel", None, 100), ("egypt", None, 200),
             ("israel", "recruit", 5200)]  # fmt: skip
    with database.writing() as connection:
        one, other = people.account(connection, "Anna"), people.account(connection, "Bert")
        game = begun(connection, one, other)
        after = StateAfter(state="running", waits_for="egypt", due="", views={}, summary={})
        written = [Entry("action", side, "x", computer=name) for side, name, _ in moves]
        journal.append(connection, game, 0, written, after)
        for number, (_, _, time) in enumerate(moves, start=1):
            which = (ENTRY.c.game == game, ENTRY.c.number == number)
            connection.execute(update(ENTRY).where(*which).values(time=time))
        people.ended(connection, game, "israel")
        assert reliability.with_mean(connection, one).mean == 100
