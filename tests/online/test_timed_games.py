"""Games with clocks: flags, races, outages, vacations, pauses, and what shows of a secret."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from starlette.testclient import TestClient

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.clocks import deadlines, heartbeat, paces, stored_clocks, vacations
from bridgehead.online.clocks.clock_jumps import ClockDifference, steady_time
from bridgehead.online.clocks.clocks import Spell
from bridgehead.online.clocks.game_clocks import GameClocks
from bridgehead.online.clocks.paces import HOUR, MINUTE
from bridgehead.online.clocks.stored_clocks import AUTO, GRACE, Tick
from bridgehead.online.clocks.vacations import VacationError
from bridgehead.online.database.database import Database, now
from bridgehead.online.database.tables import ACCOUNT, ENTRY, GAME, HEARTBEAT, OUTAGE, VACATION
from bridgehead.online.games import games, journal
from bridgehead.online.games.games import NewGameSettings
from bridgehead.online.games.history import Entry
from bridgehead.online.games.journal import StateAfter
from tests.online.conftest import GAME as TITLE
from tests.online.conftest import Person, Seat, client_of, fresh_seal
from tests.waiting import wait_until

pytestmark = pytest.mark.plain
SIDES = ("israel", "egypt")


def wanted(pace: str, flag: str = AUTO) -> NewGameSettings:
    return NewGameSettings(
        title=TITLE, options=(), sides=SIDES, side="israel", computer=None, is_listed=True,
        rules="digest", data="digest", views={}, summary={}, waits_for="israel",
        pace=paces.read(pace), turn=1,
        flag=flag,
    )  # fmt: skip


@pytest.fixture
def begun(database: Database) -> Callable[..., str]:
    """Return what begins a game of Anna (Israel) against Bert in the database alone."""
    with database.writing() as connection:
        for name in ("anna", "bert"):
            row = {"id": name, "name": name, "folded": name, "kind": "member", "created": 1}
            connection.execute(insert(ACCOUNT).values(**row))

    def begin(game: str, pace: str = "daily 48 168", flag: str = AUTO) -> str:
        with database.writing() as connection:
            games.create(connection, "anna", wanted(pace, flag), game, fresh_seal().fresh(game))
            games.join(connection, "bert", game)
        return game

    return begin


def move_deadline(database: Database, game: str, left: int) -> None:
    """Let the clock that runs have so much time left."""
    with database.writing() as connection:
        row = connection.execute(select(GAME).where(GAME.c.id == game)).one()
        by = now(connection) + left - row.deadline
        changed = {"deadline": row.deadline + by, "since": row.since + by}
        connection.execute(update(GAME).where(GAME.c.id == game).values(changed))


def deadline(database: Database, game: str) -> int | None:
    with database.reading() as connection:
        found: int | None = connection.execute(
            select(GAME.c.deadline).where(GAME.c.id == game)
        ).scalar_one()
        return found


def append(database: Database, game: str, entry: Entry) -> None:
    over = entry.kind == "flag"
    spell = Spell("", 1, False) if over else Spell("egypt", 1, True)
    after = StateAfter(
        "over" if over else "running", spell.side, "", {}, {}, tick=Tick(spell),
        result={"winner": "egypt"} if over else None,
    )  # fmt: skip
    with database.writing() as connection:
        journal.append(connection, game, 0, [entry], after)


def at_once(*works: Callable[[], object]) -> list[object]:
    """Do all of it at the same time; return what each gave, or its error."""
    start, found = threading.Barrier(len(works)), dict[int, object]()

    def run(n: int) -> None:
        start.wait()
        try:
            found[n] = works[n]()
        except BridgeheadError as error:
            found[n] = error

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [found[n] for n in range(len(works))]


def test_of_a_flag_and_an_action_one_wins(database: Database, begun: Callable[..., str]) -> None:
    flag, act = Entry("flag", "israel"), Entry("action", "israel", "end")
    for n in range(6):
        game = begun(f"g{n}", "live 45 120", "claim")  # until somebody claims, both are possible
        move_deadline(database, game, -1000)
        found = at_once(
            lambda game=game: append(database, game, flag),
            lambda game=game: append(database, game, act),
        )
        assert sum(each is None for each in found) == 1, found
        with database.reading() as connection:
            assert len(connection.execute(select(ENTRY).where(ENTRY.c.game == game)).all()) == 1


def test_after_the_deadline_only_a_flag_is_written(
    database: Database, begun: Callable[..., str]
) -> None:
    game = begun("g")
    with pytest.raises(BridgeheadError, match="not up"):
        append(database, game, Entry("flag", "israel"))
    move_deadline(database, game, -1)
    with pytest.raises(BridgeheadError, match="time is up"):
        append(database, game, Entry("action", "israel", "end"))
    append(database, game, Entry("flag", "israel"))
    assert deadline(database, game) is None


def test_an_outage_moves_deadlines_once(database: Database, begun: Callable[..., str]) -> None:
    running, late = begun("g"), begun("h")
    with database.writing() as connection:
        begin = now(connection) - 10 * MINUTE
        connection.execute(update(HEARTBEAT).values(time=begin))
        # `late` began while nobody wrote heartbeats, since no clock ran
        connection.execute(update(GAME).where(GAME.c.id == running).values(since=begin))
    before = {game: deadline(database, game) for game in (running, late)}
    beats = [database.writing] * 5

    def beat(writing: Any) -> int:
        with writing() as connection:
            return stored_clocks.beat(connection).moved

    found = at_once(*(lambda writing=writing: beat(writing) for writing in beats))
    assert sorted(map(str, found)) == ["0", "0", "0", "0", "1"]
    with database.reading() as connection:
        outages = connection.execute(select(OUTAGE)).all()
        assert connection.execute(select(HEARTBEAT.c.time)).scalar_one() >= outages[0].ended
    assert len(outages) == 1
    gap = outages[0].ended - outages[0].begun
    assert gap >= 10 * MINUTE
    assert deadline(database, running) == before[running] + gap + GRACE
    assert deadline(database, late) == before[late]


def test_a_short_gap_moves_nothing(database: Database, begun: Callable[..., str]) -> None:
    game = begun("g")
    before = deadline(database, game)
    with database.writing() as connection:
        connection.execute(update(HEARTBEAT).values(time=now(connection) - 50_000))
        assert stored_clocks.beat(connection).moved == 0
    assert deadline(database, game) == before


def test_two_sweeps_take_up_different_games(
    database: Database, begun: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_clocks, "BATCH", 3)
    up = [begun(f"g{n}") for n in range(6)]
    for game in up:
        move_deadline(database, game, -1000)
    claimed, _ = begun("claimed", flag="claim"), begun("running")
    move_deadline(database, claimed, -1000)

    def sweep() -> list[str]:
        with database.writing() as connection:
            return stored_clocks.sweep(connection)

    one, two = at_once(sweep, sweep)
    assert isinstance(one, list)
    assert isinstance(two, list)
    assert sorted([*one, *two, *sweep()]) == up  # each once, what ends by itself alone
    assert sweep() == []


# Over the server


@pytest.fixture
def people(client: TestClient) -> tuple[Person, Person]:
    return Person(client, "Anna"), Person(client, "Bert")


def timed(people: tuple[Person, Person], pace: str = "daily", title: str = TITLE) -> str:
    anna, bert = people
    answer = anna.post(f"/new/{title}", side="israel", opponent="open", pace=pace)
    assert answer.status_code == 303, answer.text
    game = str(anna.get("/").text.partition("/withdraw")[0][-20:])
    bert.join(game)
    return game


class Timed(Seat):
    """A window that keeps the clocks, and counts the messages."""

    def __init__(self, socket: Any) -> None:
        self.clocks: list[dict[str, Any]] = []
        super().__init__(socket)
        self.until(lambda: bool(self.clocks))

    def receive(self) -> Any:
        message = super().receive()
        if message["type"] == "clock":
            self.clocks.append(message)
        return message

    @property
    def clock(self) -> dict[str, Any]:
        return {name: value for name, value in self.clocks[-1].items() if name != "now"}


def set_clock(client: TestClient, game: str, left: int, flag: str = "") -> None:
    server = client.app.state.server
    move_deadline(server.database, game, left)
    if flag:
        with server.database.writing() as connection:
            connection.execute(update(GAME).where(GAME.c.id == game).values(flag=flag))
        server._games.pop(game, None)  # it is read anew, with its flag
        server._open.pop(game, None)
    client.portal.call(server.clocks_changed, [game])


@pytest.mark.slow_for("postgresql")
def test_both_clocks_are_shown_to_all_and_survive_a_restart(url: str) -> None:
    with client_of(url) as client:
        people = anna, bert = Person(client, "Anna"), Person(client, "Bert")
        game = timed(people)
        with (
            anna.sits(game) as one,
            bert.sits(game) as two,
            client.websocket_connect(f"ws://localhost/api/saved/{game}/play") as three,
        ):
            seats = here, there, watcher = Timed(one), Timed(two), Timed(three)
            assert here.clock == there.clock == watcher.clock
            assert here.clock["side"] == "israel"
            assert here.clock["deadline"] - here.clocks[-1]["now"] > (60 + 167) * HOUR
            position = client.app.state.server._games[game].memory.record.position
            while here.state["mine"]:
                legal = [str(action) for action in position.legal_actions()]
                assert here.do("end" if "end" in legal else legal[-1])["ok"]
            for seat in seats:
                seat.until(lambda seat=seat: seat.clock["side"] == "egypt")
            before = there.clock
            assert there.clock == watcher.clock
        cookies = bert.browser.cookies
    with client_of(url) as client:
        bert = Person(client, "Bert", register=False)
        bert.browser.cookies = cookies
        with bert.sits(game) as socket:
            assert Timed(socket).clock == before


def test_the_holder_of_a_socket_flags_at_the_instant(
    client: TestClient, people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "EVERY", 3600.0)
    anna, bert = people
    game = timed(people, "evening")
    set_clock(client, game, 3_600_000, AUTO)
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Timed(one), Timed(two)
        set_clock(client, game, 300)
        for seat in (here, there):
            seat.until(lambda seat=seat: seat.state["result"] is not None)
            assert seat.state["result"]["winner"] == "egypt"
            assert seat.state["result"]["ending"] == "out of time"
        assert not here.do("end")["ok"]


def test_a_game_that_nobody_looks_at_is_swept(url: str) -> None:
    with client_of(url) as client:
        people = Person(client, "Anna"), Person(client, "Bert")
        game, other = timed(people), timed(people)
        for each in (game, other):
            set_clock(client, each, -1000, AUTO if each == game else "")
        client.portal.call(client.app.state.server.timekeeper.look)
        assert "Egypt has won" in people[0].get("/people/Anna").text
        with client.app.state.server.database.reading() as connection:
            states = dict(connection.execute(select(GAME.c.id, GAME.c.state)).all())
        assert states == {game: "over", other: "running"}  # in that one somebody has to claim


def test_an_outage_forgives_who_could_not_play(
    client: TestClient, people: tuple[Person, Person]
) -> None:
    game = timed(people)
    set_clock(client, game, -1000, AUTO)
    server = client.app.state.server
    with server.database.writing() as connection:
        connection.execute(update(HEARTBEAT).values(time=now(connection) - 10 * MINUTE))
        since = {"since": now(connection) - HOUR}
        connection.execute(update(GAME).where(GAME.c.id == game).values(since))
    client.portal.call(server.timekeeper.look)
    with people[0].sits(game) as socket:
        here = Timed(socket)
        assert here.state["result"] is None
        assert here.clock["deadline"] > here.clocks[-1]["now"]
        assert here.do(here.a_move())["ok"]


def test_in_a_friendly_game_the_opponent_claims_or_gives_time(
    client: TestClient, people: tuple[Person, Person]
) -> None:
    anna, bert = people
    game = timed(people)
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Timed(one), Timed(two)
        assert there.clock["claimed"]
        assert "not up" in there.call(type="claim")["error"]["text"]
        set_clock(client, game, -5 * MINUTE)
        there.until(lambda: there.clock["deadline"] < there.clocks[-1]["now"])
        assert not here.call(type="claim")["ok"]  # one's own time
        assert there.call(type="gift", key="g" * 8)["ok"]
        assert there.call(type="gift", key="g" * 8)["ok"]  # the same once more
        here.until(lambda: here.clock["deadline"] > here.clocks[-1]["now"])
        assert here.clock["deadline"] - here.clocks[-1]["now"] <= DAY + 1000
        told = here.do(here.a_move())
        assert told["ok"], told
        set_clock(client, game, -1)
        told = there.call(type="claim")
        assert told["ok"], told
        here.until(lambda: here.state["result"] is not None)
        assert here.state["result"]["winner"] == "egypt"
        here.until(lambda: here.clock["deadline"] is None)


def test_whatever_comes_after_the_deadline_of_a_live_game_ends_it(
    client: TestClient, people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "EVERY", 3600.0)
    monkeypatch.setattr(GameClocks, "watch", lambda self: None)
    anna, bert = people
    late: dict[str, Callable[[Timed], Any]] = {
        "a move": lambda seat: seat.do(seat.a_move()),
        "an offer": lambda seat: seat.call(type="offer", what="draw"),
        "to resign": lambda seat: seat.call(type="resign"),
    }
    for way, comes in late.items():
        game = timed(people, "evening")  # friendly, and nobody claims
        with anna.sits(game) as one:
            here = Timed(one)
            assert not here.clock["claimed"]
            set_clock(client, game, -2000)
            refused = comes(here)
            assert "time is up" in refused["error"]["text"], way
            here.until(lambda here=here: here.state["result"] is not None)
            assert here.state["result"]["ending"] == "out of time", way
            assert here.state["result"]["winner"] == "egypt", way
    game = timed(people, "evening")
    with bert.sits(game) as two:
        there = Timed(two)
        set_clock(client, game, -2000)
        assert not there.call(type="gift")["ok"]  # too late to give time, too
        there.until(lambda: there.state["result"] is not None)
        assert there.state["result"]["winner"] == "egypt"


def test_a_vacation_after_the_deadline_changes_nothing(
    database: Database, begun: Callable[..., str]
) -> None:
    games_of = {flag: begun(flag, flag=flag) for flag in (AUTO, "claim")}
    for game in games_of.values():
        move_deadline(database, game, -1)
    before = {game: deadline(database, game) for game in games_of.values()}
    with database.writing() as connection:
        vacations.begin(connection, "anna", 3)
    for game in games_of.values():
        assert deadline(database, game) == before[game]
    with database.writing() as connection:
        assert stored_clocks.sweep(connection) == [AUTO]
        vacations.end(connection, "anna")
    assert {game: deadline(database, game) for game in games_of.values()} == before


@pytest.mark.parametrize("first", [1, -1])
def test_a_clock_that_jumps_there_and_back_keeps_the_hour(
    database: Database,
    begun: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    first: int,
) -> None:
    """Nobody gains or loses time, and the first jump is no outage, nor a loss on time."""
    game, ahead = begun("g", "live 20 30"), 0

    def jumped(connection: Any) -> int:
        return now(connection) + ahead

    monkeypatch.setattr(stored_clocks, "now", jumped)
    steady, found = None, []
    known = deadline(database, game)
    for ahead in (0, first * HOUR, 0):  # noqa: B007
        with database.writing() as connection:
            row = {"since": GAME.c.since - MINUTE, "deadline": GAME.c.deadline - MINUTE}
            connection.execute(update(GAME).values(row))  # it began before the heartbeat
            beat = stored_clocks.beat(connection, steady)
            assert not stored_clocks.sweep(connection)
        steady = beat.steady
        found.append((beat.moved, deadline(database, game)))
    assert known is not None
    expected = [known - MINUTE, known - 2 * MINUTE + first * HOUR, known - 3 * MINUTE]
    for (moved, got), wanted in zip(found[1:], expected[1:], strict=True):
        assert moved == 1
        assert abs(got - wanted) < 1000
    with database.reading() as connection:
        assert connection.execute(select(OUTAGE)).all() == []


def test_two_processes_move_a_jump_once(
    database: Database, begun: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, ahead = begun("g"), 0
    monkeypatch.setattr(stored_clocks, "now", lambda connection: now(connection) + ahead)

    def beat(known: ClockDifference | None) -> stored_clocks.WrittenHeartbeat:
        with database.writing() as connection:
            return stored_clocks.beat(connection, known)

    with database.writing() as connection:
        connection.execute(update(GAME).values(since=GAME.c.since - MINUTE))
    one, two = beat(None).steady, beat(None).steady
    before, ahead = deadline(database, game), HOUR
    assert [beat(one).moved, beat(two).moved] == [1, 0]
    assert before is not None
    assert abs((deadline(database, game) or 0) - before - HOUR) < 1000


def test_a_clock_that_was_set_back_while_nobody_served(
    database: Database, begun: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun("g")
    before = deadline(database, game)
    with database.writing() as connection:
        connection.execute(update(HEARTBEAT).values(time=now(connection)))
        monkeypatch.setattr(stored_clocks, "now", lambda connection: now(connection) - HOUR)
        assert stored_clocks.beat(connection).moved == 1
    assert before is not None
    assert abs((deadline(database, game) or 0) - before + HOUR) < 1000


def test_what_is_done_right_after_a_jump_costs_nothing(
    client: TestClient, people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "EVERY", 3600.0)
    anna, _ = people
    game = timed(people, "evening")
    server = client.app.state.server
    with anna.sits(game) as one:
        here = Timed(one)
        with server.database.writing() as connection:
            by = 3 * HOUR  # as if the clock had stood so much earlier when all this was written
            earlier = {"since": GAME.c.since - by, "deadline": GAME.c.deadline - by}
            connection.execute(update(GAME).values(earlier))
            connection.execute(update(HEARTBEAT).values(time=now(connection) - by))
        server.database.steady = ClockDifference(steady_time(), server.database.time() - by, 0)
        assert here.do(here.a_move())["ok"]
        assert here.state["result"] is None


def test_a_pause_by_agreement(client: TestClient, people: tuple[Person, Person]) -> None:
    anna, bert = people
    game = timed(people)
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Timed(one), Timed(two)
        before = here.clock["deadline"]
        assert not here.call(type="resume")["ok"]
        assert here.call(type="offer", what="pause")["ok"]
        there.until(lambda: there.state["offer"] is not None)
        version = there.state["version"]
        assert there.call(type="answer", answer="accept", version=version)["ok"]
        here.until(lambda: here.clock["paused"])
        assert here.clock["deadline"] is None
        assert "paused" in here.do(here.a_move())["error"]["text"]  # nobody plays on without time
        assert not here.call(type="offer", what="pause")["ok"]
        assert here.call(type="resume")["ok"]
        there.until(lambda: not there.clock["paused"])
        assert before <= there.clock["deadline"] < before + MINUTE
    untimed = timed(people, "unlimited")
    with anna.sits(untimed) as one:
        here = Seat(one)
        for message in ({"type": "offer", "what": "pause"}, {"type": "gift"}, {"type": "claim"}):
            assert not here.call(**message)["ok"]


def test_spectators_cannot_touch_the_clocks(
    client: TestClient, people: tuple[Person, Person]
) -> None:
    game = timed(people)
    with Person(client, "Clara").sits(game) as socket:
        watcher = Timed(socket)
        for kind in ("claim", "gift", "resume"):
            assert "you watch" in watcher.call(type=kind)["error"]["text"]


def test_a_vacation_stops_the_daily_clocks_alone(
    client: TestClient, people: tuple[Person, Person]
) -> None:
    anna, bert = people
    daily, live = timed(people), timed(people, "evening")
    with anna.sits(daily) as one, bert.sits(daily) as two, bert.sits(live) as three:
        here, there, other = Timed(one), Timed(two), Timed(three)
        before = there.clock["deadline"]
        for wrong in ("0", "31", "x", "", "9" * 50):
            assert anna.post("/settings/vacation", do="begin", days=wrong).status_code == 400
        assert anna.post("/settings/vacation", do="begin", days="5").status_code == 303
        there.until(lambda: there.clock["away"] == ["israel"])
        assert there.clock["deadline"] is None
        refused = here.do(here.a_move())
        assert "vacation" in refused["error"]["text"]
        assert "You are on vacation until" in anna.get("/settings").text
        assert anna.post("/settings/vacation", do="begin", days="1").status_code == 400
        later = timed(people)  # a game that begins meanwhile
        assert deadline(client.app.state.server.database, later) is None
        assert anna.post("/settings/vacation", do="end").status_code == 303
        there.until(lambda: there.clock["away"] == [])
        assert before <= there.clock["deadline"] < before + MINUTE
        assert deadline(client.app.state.server.database, later) is not None
        assert len(other.clocks) == 1
        assert here.do(here.a_move())["ok"]
    assert anna.post("/settings/vacation", do="end").status_code == 400
    assert "of 30 a year: 29" in anna.get("/settings").text  # the day that was begun


def test_a_vacation_ends_by_itself_and_days_are_counted(
    database: Database, begun: Callable[..., str]
) -> None:
    game = begun("g")
    before = deadline(database, game)
    assert before is not None
    with database.writing() as connection:
        assert vacations.begin(connection, "anna", 10) == [game]
        with pytest.raises(VacationError):
            vacations.begin(connection, "anna", 1)
        past = {"begun": VACATION.c.begun - 11 * DAY, "until": VACATION.c.until - 11 * DAY}
        connection.execute(update(VACATION).values(past))
        assert vacations.any_over(connection)
    with database.writing() as connection:
        assert vacations.end_all(connection) == [game]
        assert vacations.of(connection, "anna").left == 20
        assert not vacations.any_over(connection)
    shifted = deadline(database, game)
    assert shifted is not None
    assert before <= shifted < before + MINUTE


def test_a_vacation_does_not_count_where_the_game_excludes_it(
    database: Database, begun: Callable[..., str]
) -> None:
    game = begun("g")
    with database.writing() as connection:
        connection.execute(update(GAME).values(vacation=0))
        assert vacations.begin(connection, "anna", 3) == []
    assert deadline(database, game) is not None


def test_the_form_of_a_new_game(client: TestClient, people: tuple[Person, Person]) -> None:
    anna, bert = people
    page = anna.get(f"/new/{TITLE}").text
    assert page.count('name="pace"') == len(paces.PRESETS) + 2
    own = {"pace": "own-live", "main": "4", "increment": "30"}
    refused = anna.post(f"/new/{TITLE}", side="israel", opponent="open", **own)
    assert refused.status_code == 400
    assert "The main time must be 5 to 180 minutes, not 4." in refused.text
    assert 'value="own-live" checked' in refused.text
    own["main"] = "40"
    assert anna.post(f"/new/{TITLE}", side="israel", opponent="open", **own).status_code == 303
    assert "40 min a side, 30 s more each turn" in bert.get("/").text
    game = anna.get("/").text.partition("/withdraw")[0][-20:]
    bert.join(game)
    assert "You have 41 min" in anna.get("/").text  # two more for the first decision
    for other in (bert, Person(client, "Clara")):
        assert "data-clock" not in other.get("/").text
    alone = anna.post(f"/new/{TITLE}", side="egypt", opponent="recruit", pace="daily")
    assert alone.status_code == 303


def test_a_clock_shows_nothing_of_what_is_decided_in_secret(
    client: TestClient, people: tuple[Person, Person]
) -> None:
    """Setting up in October War is secret: how often, when and what nobody else may know."""
    anna, bert = people
    clara = Person(client, "Clara")
    game = timed(people, "daily", "october-war")
    with anna.sits(game) as one, bert.sits(game) as two, clara.sits(game) as three:
        here, there, watcher = Timed(one), Timed(two), Timed(three)
        assert here.state["mine"]
        lists = [person.get("/").text for person in (bert, clara)]
        clock = there.clock
        done = 0
        while done < 3 and here.state["mine"]:
            assert here.do(here.state["decision"]["actions"][done])["ok"]
            done += 1
        assert here.clock == clock
        set_clock(client, game, 77 * HOUR)  # everybody hears of this, and of nothing before it
        for seat in (there, watcher):
            seen = len(seat.clocks)
            while len(seat.clocks) == seen:
                assert seat.receive()["type"] in ("clock", "people", "chat", "orders")
            assert seat.state["version"] == 0
            assert seat.clock == {
                **clock,
                "deadline": seat.clock["deadline"],
                "free": seat.clock["free"],
            }
        assert [person.get("/").text for person in (bert, clara)] == lists
        text = json.dumps([there.clocks, watcher.clocks])
        assert "since" not in text


@pytest.mark.parametrize("pace", ["live 45 120", "daily 48 168"])
def test_who_has_to_begin_a_chain_before_the_first_roll_runs_the_clock(
    database: Database, begun: Callable[..., str], pace: str
) -> None:
    begun("other")
    first = replace(wanted(pace), waits_for="dice", summary={"side": "israel"})
    seal = fresh_seal()
    with database.writing() as connection:
        for chained, side in ((True, "israel"), (False, "dice")):
            seal.chained = chained
            games.create(connection, "anna", first, side, seal.fresh(side))
            games.join(connection, "bert", side)
            row = games.load(connection, side)
            assert row.waits_for == side
            assert row.clock is not None
            assert (row.clock.deadline is not None) == chained
            assert not chained or row.clock.spell == Spell("israel", 1, True)


def test_a_process_that_is_only_busy_is_no_outage(
    lite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who keeps the server busy, so that its loop stands still, gets no time for it."""
    monkeypatch.setattr(stored_clocks, "BEAT", 50)
    monkeypatch.setattr(stored_clocks, "GAP", 1000)
    monkeypatch.setattr(heartbeat, "EVERY", 0.02)
    with client_of(lite) as client:
        game = timed((Person(client, "Anna"), Person(client, "Bert")))
        server = client.app.state.server
        client.portal.call(server.timekeeper.look)
        before = deadline(server.database, game)

        def last() -> int:
            with server.database.reading() as connection:
                return int(connection.execute(select(HEARTBEAT.c.time)).scalar_one())

        wait_until(last)
        begun = last()

        async def be_busy() -> None:  # the loop stands still, and for longer than an outage
            wait_until(lambda: last() > begun + 2 * stored_clocks.GAP)
            await server.timekeeper.look()

        client.portal.call(be_busy)
        assert deadline(server.database, game) == before
        with server.database.reading() as connection:
            assert connection.execute(select(OUTAGE)).all() == []
