"""What comes at the same moment: a window and the sweep of idle games, leaving and joining."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Connection, Table, func, select, update
from starlette.testclient import TestClient

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.kernels.warming import Warming
from bridgehead.online.accounts import deletion, email_addresses
from bridgehead.online.accounts.deletion import DeletedAccount
from bridgehead.online.database.database import Database
from bridgehead.online.database.lobby_tables import FOLLOW
from bridgehead.online.database.tables import ADDRESS, BLOCK, CHANNEL, GAME, REPORT, STANDING
from bridgehead.online.database.tournament_tables import LEAGUE, TOURNAMENT
from bridgehead.online.following import follows
from bridgehead.online.games import games
from bridgehead.online.games.games import GameError
from bridgehead.online.live import game_server
from bridgehead.online.live.game_server import GameServer
from bridgehead.online.live.readers import Window
from bridgehead.online.moderation import blocks, reports
from bridgehead.online.moderation.reports import About
from bridgehead.online.notices import channels
from bridgehead.online.orders import captain
from bridgehead.online.ratings import matches
from bridgehead.online.tournaments import leagues, seasons, tournaments
from bridgehead.online.tournaments.stored_tournaments import OVER
from tests.online import test_leagues
from tests.online.conftest import Person, Seat, fresh_seal
from tests.online.people import account, begun, fresh, wanted
from tests.online.test_tournaments import plan

pytestmark = pytest.mark.plain


def test_a_game_that_somebody_opens_is_never_in_memory_twice(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between a game is found and its window is there others may be opened, and sweep."""
    monkeypatch.setattr(game_server, "KEPT", 0)
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    first, other = (anna.challenge() for _ in range(2))
    bert.join(first)
    bert.join(other)
    access: GameServer = client.app.state.server  # type: ignore[attr-defined]

    async def race() -> tuple[Any, Any]:
        found = await access.game(first)
        await access.game(other)  # sweeps the first one away: it has no window yet
        assert first not in access._games
        return found, await access.game(first)

    assert client.portal is not None
    one, two = client.portal.call(race)
    assert one is two
    with anna.sits(first) as socket:
        seat = Seat(socket)
        assert seat.do(seat.a_move())["ok"]
    assert one.memory.revision == 1


def test_what_happens_while_a_game_is_read_again_concerns_every_window(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clocks, for example, are told at any time: a window that misses them is not told again."""
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    game = anna.challenge()
    bert.join(game)
    access: GameServer = client.app.state.server  # type: ignore[attr-defined]
    stays, leaves = Window("israel", "", ""), Window("egypt", "", "")

    async def race() -> set[Window]:
        found = await access.game(game)
        for window in (stays, leaves):
            found.memory.reader_of(window.viewer).windows.add(window)
        note = found.memory._note

        def meanwhile() -> None:
            found.memory.send({"type": "clock"})
            found.leave(leaves)
            note()

        monkeypatch.setattr(found.memory, "_note", meanwhile)
        await found.journal.read()
        return found.memory.windows

    assert client.portal is not None
    assert client.portal.call(race) == {stays}
    for window in (stays, leaves):
        assert window.queue.get_nowait() == '{"type":"clock"}'


def leave(database: Database, who: str) -> DeletedAccount | list[str]:
    with database.writing() as connection:
        return deletion._leave(connection, who, set())


def test_who_has_left_begins_nothing(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
        [challenge] = matches.begin(connection, bert, wanted(), fresh, mirrored=False)
        cup = tournaments.create(connection, bert, plan(), chained=True)
    assert isinstance(leave(database, anna), DeletedAccount)
    with database.writing() as connection:
        for begin in (
            lambda: games.join(connection, anna, challenge),
            lambda: matches.begin(connection, anna, wanted(), fresh, mirrored=False),
            lambda: begun(connection, anna, bert),
            lambda: tournaments.enter(connection, anna, cup),
        ):
            with pytest.raises(GameError):
                begin()
        assert games.load(connection, challenge).free is not None


def test_leaving_while_somebody_joins_leaves_no_game_behind(database: Database) -> None:
    """Whoever is first: the challenge is gone, or its game runs and has to be resigned first."""
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
        [own] = matches.begin(connection, anna, wanted(), fresh, mirrored=False)
        [others] = matches.begin(connection, bert, wanted(), fresh, mirrored=False)
    joined, go = threading.Event(), threading.Event()

    def join() -> None:
        with database.writing() as connection:
            games.join(connection, bert, own)
            games.join(connection, anna, others)
            joined.set()
            go.wait(1)  # it is committed while the other one waits for it, which nothing tells

    with ThreadPoolExecutor(2) as threads:
        joining = threads.submit(join)
        joined.wait(10)
        leaves = threads.submit(leave, database, anna)
        joining.result(10)
        left = leaves.result(10)
    assert isinstance(left, list)
    assert set(left) == {own, others}
    with database.reading() as connection:
        assert {games.load(connection, game).state for game in (own, others)} == {"running"}


def follow(connection: Connection, anna: str, bert: str) -> None:
    follows.follow(connection, anna, follows.PLAYER, bert)


def challenge(connection: Connection, anna: str, bert: str) -> None:
    matches.begin(connection, anna, wanted(), fresh, mirrored=False)


def add_hook(connection: Connection, anna: str, bert: str) -> None:
    channels.add(connection, anna, channels.HOOK, "https://hooks.example.org/a")


def make_tournament(connection: Connection, anna: str, bert: str) -> None:
    tournaments.create(connection, anna, plan(), chained=True)


def make_league(connection: Connection, anna: str, bert: str) -> None:
    leagues.create(connection, anna, test_leagues.wanted(connection), chained=True)


def block(connection: Connection, anna: str, bert: str) -> None:
    blocks.block(connection, anna, bert)


def report(connection: Connection, anna: str, bert: str) -> None:
    reports.report(connection, anna, About(bert, None, None), "what has happened to me")


def add_address(connection: Connection, anna: str, bert: str) -> None:
    email_addresses.take(connection, anna, "anna@example.org")


@pytest.mark.parametrize(
    ("act", "table", "room"),
    [
        (follow, FOLLOW, (follows, "MOST")),
        (challenge, GAME, (games, "WAITING")),
        (add_hook, CHANNEL, (channels, "MOST")),
        (make_tournament, TOURNAMENT, (tournaments, "OPEN")),
        (make_league, LEAGUE, (leagues, "OPEN")),
        (block, BLOCK, (blocks, "MOST")),
        (report, REPORT, (reports, "WAITING")),
        (add_address, ADDRESS, None),
    ],
    ids=lambda one: getattr(one, "__name__", None),
)
def test_what_is_there_once_is_there_once_however_often_it_is_sent(
    database: Database, act: Any, table: Table, room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two requests at the same time the second finds what the first has written."""
    if room is not None:
        monkeypatch.setattr(*room, 1)
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
    written, go = threading.Event(), threading.Event()

    def once() -> None:
        with database.writing() as connection:
            act(connection, anna, bert)
            written.set()
            go.wait(0.3)  # it is committed while the other one waits for it, which nothing tells

    def again() -> str:
        try:
            with database.writing() as connection:
                act(connection, anna, bert)
        except BridgeheadError as error:
            return type(error).__name__
        return ""

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(once)
        written.wait(10)
        second = threads.submit(again)
        first.result(10)
        refused = second.result(10)
    assert refused != "StoreError"
    with database.reading() as connection:
        assert connection.execute(select(func.count()).select_from(table)).scalar_one() == 1


def test_orders_of_who_has_left_are_deleted(client: TestClient) -> None:
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    game = anna.challenge()
    bert.join(game)
    order = {"kind": "advance", "answers": [{"verb": "stay"}]}
    with anna.sits(game) as one, bert.sits(game) as two:
        for seat in (Seat(one), Seat(two)):
            assert seat.call(type="orders", number=0, orders=[order])["ok"]
    access: GameServer = client.app.state.server  # type: ignore[attr-defined]
    assert client.portal is not None

    async def go() -> None:
        found = await access.accounts.log_in("Bert", "a sentence that only I know")
        await deletion.leave(access, found)

    client.portal.call(go)
    with access.database.reading() as connection:
        assert connection.execute(select(STANDING.c.side)).scalars().all() == ["israel"]
        assert connection.execute(select(func.count()).select_from(STANDING)).scalar_one() == 1


def test_one_worker_at_a_time_is_a_captain(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def reply(game: Any, warming: Any, is_ours: Any) -> None:
        asked.append(await is_ours())

    async def run() -> None:
        one = GameServer(database, fresh_seal(), Warming())
        for ours in (True, False):

            async def take(game: str, ours: bool = ours) -> bool:
                return ours

            monkeypatch.setattr(one._claims, "take", take)
            await one._reply("g")

    async def game(self: Any, game: str) -> Any:
        return None

    monkeypatch.setattr(captain, "reply", reply)
    monkeypatch.setattr(GameServer, "game", game)
    asyncio.run(run())
    assert asked == [True]


# Two want the same, through two connections as two processes have them

Want = Callable[[Connection, str], None]


def a_challenge(connection: Connection, anna: str) -> Want:
    [game] = matches.begin(connection, anna, wanted(), fresh, mirrored=False)
    return lambda connection, who: games.join(connection, who, game)


def a_place(connection: Connection, anna: str) -> Want:
    cup = tournaments.create(connection, anna, plan(size=3, substitutes=True), chained=True)
    for who in (anna, account(connection, "Dora"), account(connection, "Emil")):
        tournaments.enter(connection, who, cup)
    tournaments.leave(connection, anna, cup)
    return lambda connection, who: tournaments.take_over(connection, who, cup, anna)


def the_last_entry(connection: Connection, anna: str) -> Want:
    cup = tournaments.create(connection, anna, plan(size=2), chained=True)
    tournaments.enter(connection, anna, cup)
    return lambda connection, who: tournaments.enter(connection, who, cup)


@pytest.mark.parametrize("prepared", [a_challenge, a_place, the_last_entry])
def test_what_two_want_at_the_same_moment_only_one_has(
    database: Database, prepared: Callable[[Connection, str], Want]
) -> None:
    with database.writing() as connection:
        take = prepared(connection, account(connection, "Anna"))
        both = [account(connection, name) for name in ("Bert", "Clara")]
    there = threading.Barrier(2)

    def try_it(who: str) -> str:
        try:
            there.wait(10)
            with database.writing() as connection:
                take(connection, who)
        except BridgeheadError as error:
            return type(error).__name__
        return "done"

    with ThreadPoolExecutor(2) as threads:
        found = sorted(threads.map(try_it, both))
    assert found in (["GameError", "done"], ["UnknownGameError", "done"])


def test_a_season_begins_and_ends_once_however_many_look_at_it(database: Database) -> None:
    with database.writing() as connection:
        members = [account(connection, name) for name in ("Anna", "Bert", "Clara")]
        wish = test_leagues.wanted(connection)
        league = leagues.create(connection, members[0], wish, chained=True)
        for one in members:
            leagues.join(connection, one, league)
        connection.execute(update(LEAGUE).values(starts=1))
    there = threading.Barrier(4)

    def look(_: int) -> None:
        there.wait(10)
        with database.writing() as connection:
            seasons.carry_on(connection, league)

    def all_look() -> leagues.League:
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(look, range(4)))
        with database.reading() as connection:
            return leagues.load(connection, league)

    found = all_look()
    assert (found.season, len(found.groups), found.state) == (1, 1, leagues.RUNNING)
    with database.writing() as connection:
        tournaments.end(connection, found.groups[0].tournament, OVER)
    found = all_look()
    assert (found.season, len(found.groups), found.state) == (1, 1, leagues.WAITING)
