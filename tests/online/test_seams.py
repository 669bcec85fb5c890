"""Where clocks, dice, notices, tournaments and accounts meet."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update

from bridgehead.core.kernels.warming import Warming
from bridgehead.online.accounts import deletion
from bridgehead.online.clocks import deadlines, paces
from bridgehead.online.clocks.clocks import Clock
from bridgehead.online.clocks.game_clocks import GameClocks
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import (
    BLOCK,
    DICE,
    GAME,
    NOTICE,
    RATED,
)
from bridgehead.online.dice import after_a_backup
from bridgehead.online.dice.sealed import Seal, SealError
from bridgehead.online.games import games, journal, listings
from bridgehead.online.games.games import GameError
from bridgehead.online.games.history import Entry
from bridgehead.online.games.journal import StateAfter
from bridgehead.online.live import game_server
from bridgehead.online.live.game_server import GameServer
from bridgehead.online.moderation import actions, blocks
from bridgehead.online.moderation.blocks import BlockError
from bridgehead.online.orders import captain
from bridgehead.online.ratings import matches
from bridgehead.online.tournaments import sweep, tournaments
from bridgehead.online.tournaments.stored_tournaments import load
from tests.online.chains import ChainSeat, chain
from tests.online.conftest import GAME as TITLE
from tests.online.conftest import Person, client_of, fresh_seal
from tests.online.people import account, begun, closing, ended, fresh, wanted
from tests.online.test_chains import UP_TO_THE_ROLL, Hall, play, settle
from tests.online.test_tournaments import entered, going_on, plan

pytestmark = pytest.mark.plain


# Clocks and dice


def test_who_owes_the_dice_a_link_runs_the_clock(lite: str) -> None:
    with client_of(lite) as client:
        hall = Hall(client)
        answer = hall.anna.post(f"/new/{TITLE}", side="israel", opponent="open", pace="evening")
        assert answer.status_code == 303
        lobby = hall.bert.get("/").text.partition('data-list="challenges"')[2]
        hall.game = lobby.partition('data-game="')[2][:20]
        hall.bert.join(hall.game)
        with hall.seats() as (here, there):
            here.alone = there.alone = False
            play(here, *UP_TO_THE_ROLL)
            assert here.dice["owes"] == ["egypt"]
            assert clock(client, hall.game).spell.side == "egypt"  # he cannot sit it out
            assert deadline(client, hall.game) is not None
            there.until(lambda: there.dice["want"] == "link")
            assert there.hand("link")["ok"]
            assert clock(client, hall.game).spell.side == hall.live().record.position.to_move


def row_of(client: Any, game: str) -> games.GameRow:
    with client.app.state.server.database.reading() as connection:
        return games.load(connection, game)


def clock(client: Any, game: str) -> Clock:
    found = row_of(client, game).clock
    assert found is not None
    return found


def deadline(client: Any, game: str) -> int | None:
    return clock(client, game).deadline


def test_a_browser_at_another_process_learns_what_the_dice_want(
    lite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_server, "EVERY", 0.02)
    with client_of(lite) as one, client_of(lite) as other:
        hall = Hall(one)
        elsewhere = Person(other, "Bert", register=False)
        elsewhere.browser.cookies = hall.bert.browser.cookies
        with hall.anna.sits(hall.game) as first, elsewhere.sits(hall.game) as second:
            here, there = ChainSeat(first, "anna"), ChainSeat(second, "bert")
            assert here.dice["anchors"]["israel"] == chain("anna")[0]
            settle(here, there)  # waits for ever where nobody is told
            assert there.dice["want"] == ""


# Games that count for nothing


def cancel(connection: Connection, game: str) -> None:
    revision = games.load(connection, game).revision
    result = {"winner": "draw", "ending": "cancelled", "case": "", "reason": ""}
    after = StateAfter(
        state="over", waits_for="", due="", views={}, summary={"turn": 3}, result=result,
        closing=closing(30),
    )  # fmt: skip
    journal.append(connection, game, revision, [Entry("cancel", "")], after)


def test_a_cancelled_game_counts_for_nothing(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
        cancel(connection, begun(connection, anna, bert, is_rated=True))
        assert connection.execute(select(RATED)).all() == []
        assert listings.tally_of(connection, anna).games == 0
        [one] = listings.finished_of(connection, anna, everything=True)  # it can be looked at
        assert (one.row.result or {})["ending"] == "cancelled"
        first, second = matches.begin(connection, anna, wanted(against=bert), fresh, mirrored=True)
        cancel(connection, first)
        ended(connection, second, "egypt")
        assert matches.match_of(connection, first).scores == {anna: 1.0, bert: 0.0}


def test_a_cancelled_game_neither_decides_a_tournament_nor_holds_it_up(database: Database) -> None:
    with database.writing() as connection:
        cup, _ = entered(connection, 2, together=1)
        [first] = going_on(connection, cup)
        cancel(connection, first)
        [second] = going_on(connection, cup)
        ended(connection, second, "israel")
        assert going_on(connection, cup) == []
        found = load(connection, cup)
        assert found.state == "over"
        assert sorted(line.score for line in found.standings()) == [0.0, 1.0]


# People who go


def leave(connection: Connection, who: str) -> Any:
    return deletion._leave(connection, who, set())


def test_who_deletes_the_account_leaves_tournaments_and_rematches(database: Database) -> None:
    with database.writing() as connection:
        cup, players = entered(connection, 3, together=1)
        [first] = going_on(connection, cup)
        playing = {seat.account for seat in games.load(connection, first).seats}
        [idle] = set(players) - playing
        anna = next(who for who in players if who != idle)
        own = tournaments.create(connection, idle, plan(name="Another cup"), chained=True)
        game = begun(connection, idle, anna)
        ended(connection, game, "israel")
        row = games.load(connection, game)
        matches.offer(connection, row, idle, wanted(against=anna), fresh, mirrored=False)
        challenge = matches.begin(connection, idle, wanted(), fresh, mirrored=True)
        assert isinstance(leave(connection, idle), deletion.DeletedAccount)
        assert load(connection, own).state == "cancelled"
        assert [games.load(connection, one).state for one in challenge] == ["cancelled"] * 2
        assert matches.offers_to(connection, anna) == []
        with pytest.raises(GameError):
            matches.accept(connection, row, anna, wanted(against=idle), fresh)
        with pytest.raises(GameError):
            matches.offer(connection, row, anna, wanted(against=idle), fresh, mirrored=False)
        while load(connection, cup).state == "running":
            for one in load(connection, cup).pairings:
                if one.game and one.result.score is None:
                    ended(connection, one.game, "israel")
            for new in going_on(connection, cup):
                assert games.load(connection, new).side_of(idle) is None
        lines = load(connection, cup).standings()
        assert sorted(line.rank for line in lines) == [0, 1, 1]


def test_nobody_plays_a_rematch_with_somebody_who_has_blocked_him(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
        game = begun(connection, anna, bert)
        ended(connection, game, "israel")
        row = games.load(connection, game)
        matches.offer(connection, row, anna, wanted(against=bert), fresh, mirrored=False)
        connection.execute(insert(BLOCK).values(account=anna, blocked=bert, created=1))
        with pytest.raises(BlockError):
            matches.accept(connection, row, bert, wanted(against=anna), fresh)
        matches.answer(connection, game, bert, "decline")
        with pytest.raises(BlockError):
            matches.offer(connection, row, bert, wanted(against=anna), fresh, mirrored=False)
        assert blocks.around(connection, anna) == {bert}


def test_a_moderator_withdraws_both_games_of_a_mirrored_challenge(database: Database) -> None:
    with database.writing() as connection:
        anna, mo = account(connection, "Anna"), account(connection, "Mo")
        pair = matches.begin(connection, anna, wanted(), fresh, mirrored=True)
        actions._withdraw(connection, mo, pair[0], "a hateful name")
        assert [games.load(connection, one).state for one in pair] == ["cancelled"] * 2


# Games that begin at once


def told(connection: Connection) -> set[tuple[str, str]]:
    rows = connection.execute(select(NOTICE).where(NOTICE.c.kind == "began"))
    return {(row.account, row.game) for row in rows}


def test_who_plays_a_game_that_begins_at_once_is_told(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
        game = begun(connection, anna, bert)
        ended(connection, game, "israel")
        row = games.load(connection, game)
        matches.offer(connection, row, anna, wanted(against=bert), fresh, mirrored=True)
        new = matches.accept(connection, row, bert, wanted(against=anna), fresh)
        assert told(connection) == {(anna, one) for one in new}
        pair = matches.begin(connection, anna, wanted(), fresh, mirrored=True)
        games.join(connection, bert, pair[0])
        assert told(connection) == {(anna, one) for one in (*new, *pair)}
        cup = tournaments.create(connection, anna, plan(size=2), chained=True)
        for one in (anna, bert):
            tournaments.enter(connection, one, cup)
        before = told(connection)
        games_of = going_on(connection, cup)
        assert told(connection) - before == {(who, one) for who in (anna, bert) for one in games_of}


def test_games_of_a_friendly_tournament_end_by_themselves_too(database: Database) -> None:
    with database.writing() as connection:
        entered(connection, 2, is_rated=False, pace="daily 48 168")
        [cup] = tournaments.due(connection)
    access: Any = SimpleNamespace(database=database, seal=fresh_seal(), wake=lambda game: None)
    asyncio.run(sweep.carry_on(access, cup))
    with database.reading() as connection:
        rows = connection.execute(select(GAME.c.flag, GAME.c.vacation, GAME.c.deadline)).all()
    assert [(row.flag, row.vacation) for row in rows] == [("auto", 0)] * 2
    assert all(row.deadline for row in rows)


# Processes


def test_a_worker_keeps_no_time(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """While only workers run nobody can play: no heartbeat, and nobody loses by time."""
    looked = []

    async def look(self: Any) -> None:
        looked.append(self)

    monkeypatch.setattr(deadlines.Timekeeper, "look", look)

    async def run(*, serves: bool) -> int:
        looked.clear()
        followed = asyncio.Event()

        async def follow(self: Any) -> None:
            followed.set()

        monkeypatch.setattr(GameServer, "_follow", follow)
        one = GameServer(database, fresh_seal(), Warming(), serves=serves)
        one.start()
        await followed.wait()
        await asyncio.sleep(0)  # the other loops, which were started with this one, have begun
        await one.stop()
        return len(looked)

    assert asyncio.run(run(serves=True)) == 1
    assert asyncio.run(run(serves=False)) == 0


@pytest.mark.parametrize("due", ["thinks", "is_captains", "is_over", ""])
def test_workers_are_rung_for_all_that_is_theirs(lite: str, due: str) -> None:
    rung: list[str] = []
    jobs: Any = SimpleNamespace(wake=lambda game="": rung.append(game))
    one = GameServer(Database(lite), fresh_seal(), Warming(), works=False, jobs=jobs)
    state = {name: name == due for name in ("thinks", "is_captains", "is_over")}
    game: Any = type(
        "Game", (), {name: SimpleNamespace(**state) for name in ("memory", "orders")}
    )()
    one._open["g"] = game
    one.wake("g")
    assert rung == {"thinks": ["g"], "": []}.get(due, [""])  # "": they look around


def test_a_captain_does_not_think_for_somebody_on_vacation(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
        game = begun(connection, anna, bert, pace=paces.read("daily 48 168"))
        clocks = games.load(connection, game).clock
        assert clocks is not None
        away = {**clocks.to_dict(), "away": ["egypt"]}
        connection.execute(update(GAME).values(clock=json.dumps(away)))
    memory: Any = SimpleNamespace(id=game)
    request: Any = None
    asked: Any = SimpleNamespace(
        orders=SimpleNamespace(captain_for=lambda: ("egypt", None, 1)),
        clocks=GameClocks(memory, database, request),
    )
    asyncio.run(captain.reply(asked, Warming()))  # else it would look into the position


def test_after_a_restored_backup_the_game_that_is_paired_has_new_dice_too(
    database: Database,
) -> None:
    seal, secrets = Seal(bytes(32)), select(DICE.c.sealed).order_by(DICE.c.sealed)
    with database.writing() as connection:
        anna = account(connection, "Anna")
        matches.begin(connection, anna, wanted(), seal.fresh, mirrored=True)
        old = set(connection.execute(secrets).scalars())
    with pytest.raises(SealError, match="put the key back"):
        after_a_backup.renew(database, Seal(bytes([1] * 32)))
    with database.reading() as connection:
        assert set(connection.execute(secrets).scalars()) == old
    assert after_a_backup.renew(database, seal) == 2
    with database.reading() as connection:
        assert not old & set(connection.execute(secrets).scalars())


def test_a_game_that_the_key_does_not_open_keeps_others_from_nothing(database: Database) -> None:
    seal = Seal(bytes(32))
    with database.writing() as connection:
        anna = account(connection, "Anna")
        for each in (seal, Seal(bytes([1] * 32))):
            matches.begin(connection, anna, wanted(), each.fresh, mirrored=False)
    assert after_a_backup.renew(database, seal) == 1


# Private games


def test_a_shared_game_does_not_open_the_private_one_of_its_match(lite: str) -> None:
    with client_of(lite) as client:
        anna, bert, eve = (Person(client, name) for name in ("Anna", "Bert", "Eve"))
        fields = {"side": "israel", "opponent": "link", "mirrored": "yes"}
        link = anna.post(f"/new/{TITLE}", **fields).headers["location"]
        game = bert.post(link).headers["location"].removeprefix("/game/")
        with client.app.state.server.database.writing() as connection:  # type: ignore[attr-defined]
            ended(connection, game, "israel")
        assert anna.post(f"/game/{game}/share").status_code == 303
        assert eve.get(f"/game/{game}").status_code == 200
        assert eve.get(f"/match/{game}").status_code == 404  # the other game is private
        assert anna.get(f"/match/{game}").status_code == 200
