"""Quiet hours: nothing is sent in them, and one message when they end."""

from __future__ import annotations

import asyncio
import json
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import insert, select, update

from bridgehead.online.accounts import email_addresses
from bridgehead.online.database import database as databases
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ACCOUNT, NOTICE, QUIET_HOURS
from bridgehead.online.games import chat, games
from bridgehead.online.notices import channels, notices, quiet_hours
from bridgehead.online.notices.notices import EVENTS
from bridgehead.online.notices.quiet_hours import QuietHours
from bridgehead.online.work.chores import Chores
from tests.online.conftest import Person, fresh_seal, opened
from tests.online.test_every_notice import low_time, text_of
from tests.online.test_journal import WANTED
from tests.online.test_notice_pages import HERE, anna, rows, server
from tests.online.test_notices import SENDER, append
from tests.online.test_outside import HOST, Service
from tests.online.test_sending import Browser, MailBox
from tests.tiers import first

__all__ = ["anna", "server"]  # fixtures

pytestmark = pytest.mark.plain
BERLIN = "Europe/Berlin"
NIGHT = (22, 7)


def at(text: str) -> int:
    """Return a time in UTC in milliseconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("time", "hours", "zone", "end"),
    [
        ("2026-06-01T19:59", NIGHT, BERLIN, None),  # 21:59
        ("2026-06-01T20:00", NIGHT, BERLIN, "2026-06-02T05:00"),
        ("2026-06-01T22:30", NIGHT, BERLIN, "2026-06-02T05:00"),  # after midnight
        ("2026-06-02T04:59", NIGHT, BERLIN, "2026-06-02T05:00"),
        ("2026-06-02T05:00", NIGHT, BERLIN, None),
        ("2026-03-28T21:00", NIGHT, BERLIN, "2026-03-29T05:00"),  # summer time begins: 8 hours
        ("2026-10-24T20:00", NIGHT, BERLIN, "2026-10-25T06:00"),  # it ends: 10 hours
        ("2026-03-29T00:59", (22, 2), BERLIN, "2026-03-29T01:00"),  # that day has no 2:00
        ("2026-03-29T01:00", (22, 2), BERLIN, None),
        ("2026-10-25T00:30", (2, 3), BERLIN, "2026-10-25T02:00"),  # that hour comes twice
        ("2026-10-25T01:30", (2, 3), BERLIN, "2026-10-25T02:00"),
        ("2026-06-01T08:00", (12, 14), "Asia/Tokyo", None),
        ("2026-06-01T03:00", (12, 14), "Asia/Tokyo", "2026-06-01T05:00"),
        ("2026-06-01T23:10", (23, 0), None, "2026-06-02T00:00"),
    ],
)
def test_when_they_end(time: str, hours: tuple[int, int], zone: str | None, end: str) -> None:
    found = QuietHours(*hours, urgent=True, zone=zone).end_of(at(time))
    assert found == (at(end) if end else None)


@pytest.mark.parametrize(
    ("zone", "change"),
    first(1, [
        (BERLIN, "2026-10-25"), (BERLIN, "2026-03-29"), ("Australia/Lord_Howe", "2026-04-05"),
        ("America/Havana", "2026-11-01"), ("Atlantic/Azores", "2026-03-29"),
    ]),
)  # fmt: skip
def test_every_hour_is_quiet_until_the_end_and_not_after(zone: str, change: str) -> None:
    start, here = datetime.fromisoformat(change).replace(tzinfo=UTC), ZoneInfo(zone)
    quarters = [start + timedelta(minutes=15 * n) for n in range(-96, 192)]
    times = [int(quarter.timestamp() * 1000) for quarter in quarters]
    local = [quarter.astimezone(here).hour for quarter in quarters]
    for begins in range(24):
        for ends in {(begins + length) % 24 for length in (1, 2, 9, 23)}:
            hours = QuietHours(begins, ends, urgent=True, zone=zone)
            inside = {(begins + n) % 24 for n in range((ends - begins) % 24)}
            for n, time in enumerate(times):
                end = hours.end_of(time)
                assert (end is not None) == (local[n] in inside)
                if end is not None:
                    assert hours.end_of(end) is None
                    assert set(local[n : bisect_left(times, end)]) <= inside


# From the cause to the receivers


class Scene:
    """Two games of Anna against Bert, who has all channels, and a clock that a test sets."""

    def __init__(self, database: Database, clock: SimpleNamespace, browser: Browser) -> None:
        self.database, self.clock, self.browser = database, clock, browser
        self.box, self.service, self.chores = MailBox(), None, None

    async def at(self, time: str) -> tuple[list[str], list[dict[str, Any]], list[dict[str, Any]]]:
        """Let it be a time; return the mails, pushes and hooks that are sent then."""
        self.clock.time = lambda: at(time) / 1000
        await self.chores.round()
        asked = {name: [] for name in (b"POST /push", b"POST /hook")}
        for each in self.service.asked:
            asked[each.partition(b" HTTP")[0]].append(each)
        pushes = [json.loads(self.browser.read(each)[1]) for each in asked[b"POST /push"]]
        hooks = [json.loads(each.partition(b"\r\n\r\n")[2]) for each in asked[b"POST /hook"]]
        mails = [text_of(mail) for mail in self.box.mails]
        self.box.mails.clear()
        self.service.asked.clear()
        return mails, pushes, hooks

    async def write(self, work: Any, *args: Any, **named: Any) -> Any:
        return await self.database.write(work, *args, **named)


NOTHING: tuple[list[str], list[Any], list[Any]] = ([], [], [])


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Return the clock of the database."""
    found = SimpleNamespace(time=lambda: at("2026-03-01T12:00") / 1000)
    monkeypatch.setattr(databases, "time", found)
    return found


@pytest.fixture
def database(lite: str, clock: SimpleNamespace) -> Iterator[Database]:
    found = opened(lite)
    yield found
    found.close()


def begin(line: Any, browser: Browser, hour: int | None) -> None:
    for name in ("anna", "bert"):
        row = {"id": name, "name": name.title(), "folded": name, "kind": "member", "created": 1}
        line.execute(insert(ACCOUNT).values(**row, zone=BERLIN))
    for game in ("g", "h"):
        games.create(line, "anna", WANTED, game, fresh_seal().fresh(game))
        games.join(line, "bert", game)
    address = "bert@mail.example.org"
    mail = channels.add(line, "bert", email_addresses.MAIL, address)
    email_addresses.confirm(line, email_addresses.take(line, "bert", address))
    channels.add(line, "bert", channels.PUSH, f"https://{HOST}/push", browser.keys)
    channels.add(line, "bert", channels.HOOK, f"https://{HOST}/hook")
    channels.change(line, "bert", mail, EVENTS, hour)
    line.execute(update(NOTICE).values(state=notices.DONE))


@asynccontextmanager
async def scene(
    database: Database, clock: SimpleNamespace, folder: Path, hour: int | None = None
) -> Any:
    made = Scene(database, clock, Browser())
    async with made.box, Service(folder) as service:
        made.service = service
        made.chores = Chores(database, SENDER, made.box.server, service.outside())
        await made.write(begin, made.browser, hour)
        await made.write(quiet_hours.change, "bert", NIGHT, urgent=True)
        yield made


def events(line: Any) -> None:
    """Write a decision in one game, and a message in the other."""
    append(line, 0, "egypt")
    chat.say(line, "h", "anna", "hello", "anna:12345678")


# By night: when its events are, when nothing may be sent yet, and when its quiet hours end, in UTC
NIGHTS = {
    "usual": ("2026-06-01T20:30", "2026-06-02T04:59:59", "2026-06-02T05:00"),
    "begins-summer-time": ("2026-03-28T21:30", "2026-03-29T04:59:59", "2026-03-29T05:00"),
    "ends-summer-time": ("2026-10-24T20:30", "2026-10-25T05:59:59", "2026-10-25T06:00"),
}


@pytest.mark.parametrize("night", NIGHTS)
def test_one_message_comes_when_they_end(
    night: str, database: Database, clock: SimpleNamespace, tmp_path: Path
) -> None:
    begun, before, end = NIGHTS[night]

    async def work() -> None:
        async with scene(database, clock, tmp_path) as here:
            assert await here.at(begun) == NOTHING
            await here.write(events)
            for time in (f"{begun[:-2]}40", before):
                assert await here.at(time) == NOTHING
            [mail], [push], [hook] = await here.at(end)
            assert mail.count("it is your decision.") == mail.count("has sent you a message.") == 1
            for told in (push, hook):
                assert "it is your decision. " in told["text"]
                assert "has sent you a message." in told["text"]
            assert sorted(hook["events"]) == ["chat", "turn"]
            assert (hook["game"], hook["url"]) == (None, "https://play.example.org/")
            assert push["path"] == "/"
            assert await here.at(end.replace(":00", ":30")) == NOTHING

    asyncio.run(work())


def test_by_day_each_game_has_its_own_message(
    database: Database, clock: SimpleNamespace, tmp_path: Path
) -> None:
    async def work() -> None:
        async with scene(database, clock, tmp_path) as here:
            await here.at("2026-06-01T12:00")
            await here.write(events)
            _, pushes, hooks = await here.at("2026-06-01T12:05")
            assert len(pushes) == len(hooks) == 2

    asyncio.run(work())


def test_what_is_no_longer_true_or_was_seen_is_not_told(
    database: Database, clock: SimpleNamespace, tmp_path: Path
) -> None:
    async def work() -> None:
        async with scene(database, clock, tmp_path) as here:
            await here.at("2026-06-01T20:30")
            await here.write(events)
            await here.at("2026-06-01T21:00")
            await here.write(append, 1, "israel")  # Bert has decided in the night
            await here.write(notices.seen, [("bert", "h")])
            assert await here.at("2026-06-02T05:00") == NOTHING

    asyncio.run(work())


@pytest.mark.parametrize("urgent", [True, False])
def test_low_time_is_told_at_once_unless_the_player_wants_it_otherwise(
    urgent: bool, database: Database, clock: SimpleNamespace, tmp_path: Path
) -> None:
    async def work() -> None:
        async with scene(database, clock, tmp_path) as here:
            await here.write(quiet_hours.change, "bert", NIGHT, urgent=urgent)
            await here.at("2026-06-01T20:30")
            await here.write(events)
            await here.write(low_time)
            found = {}
            for time in ("2026-06-01T20:35", "2026-06-02T05:00"):
                found[time] = await here.at(time)
            at_once, later = found.values()
            told = [hook["events"] for hook in at_once[2]]
            assert told == ([["clock"]] if urgent else [])
            assert [len(each) for each in at_once] == [int(urgent)] * 3
            [after] = later[2]
            assert ("clock" in after["events"]) is not urgent
            assert [len(each) for each in later] == [1, 1, 1]

    asyncio.run(work())


def test_a_daily_mail_in_quiet_hours_waits_for_their_end(
    database: Database, clock: SimpleNamespace, tmp_path: Path
) -> None:
    async def work() -> None:
        async with scene(database, clock, tmp_path, 6) as here:
            await here.at("2026-06-01T20:30")
            await here.write(events)
            assert await here.at("2026-06-01T21:00") == NOTHING
            assert await here.at("2026-06-02T04:00") == NOTHING  # 6:00, the hour of the mail
            [mail], [_], [_] = await here.at("2026-06-02T05:00")
            assert "it is your decision." in mail
            assert "has sent you a message." in mail
            await here.write(lambda line: chat.say(line, "h", "anna", "you?", "anna:12345679"))
            mails, [_], [_] = await here.at("2026-06-02T12:00")
            assert mails == []
            assert await here.at("2026-06-03T04:30") == NOTHING
            assert len((await here.at("2026-06-03T05:00"))[0]) == 1

    asyncio.run(work())


def test_a_second_try_waits_for_their_end(
    database: Database, clock: SimpleNamespace, tmp_path: Path
) -> None:
    async def work() -> None:
        async with scene(database, clock, tmp_path) as here:
            await here.at("2026-06-01T19:56")
            await here.write(append, 0, "egypt")
            here.service.answer = b"HTTP/1.1 503 Later\r\n\r\n"
            [_], [_], [_] = await here.at("2026-06-01T19:59:30")
            here.service.answer = b"HTTP/1.1 204 Fine\r\n\r\n"
            for time in ("2026-06-01T20:05", "2026-06-02T04:59"):
                assert await here.at(time) == NOTHING
            mails, [_], [_] = await here.at("2026-06-02T05:00")
            assert mails == []  # it had arrived
            assert await here.at("2026-06-02T05:30") == NOTHING

    asyncio.run(work())


@pytest.mark.parametrize("how", ["removed", "elsewhere", "others"])
def test_a_change_counts_at_once(
    how: str, database: Database, clock: SimpleNamespace, tmp_path: Path
) -> None:
    async def work() -> None:
        async with scene(database, clock, tmp_path) as here:
            await here.at("2026-06-01T20:30")
            await here.write(append, 0, "egypt")
            assert await here.at("2026-06-01T21:00") == NOTHING
            if how == "removed":
                await here.write(quiet_hours.change, "bert", None, urgent=True)
            elif how == "elsewhere":
                await here.write(channels.move, "bert", "America/New_York")  # where it is 17:00
            else:
                await here.write(quiet_hours.change, "bert", (23, 1), urgent=True)
            assert [len(each) for each in await here.at("2026-06-01T21:00")] == (
                [0, 0, 0] if how == "others" else [1, 1, 1]
            )
            assert [len(each) for each in await here.at("2026-06-01T23:00")] == (
                [1, 1, 1] if how == "others" else [0, 0, 0]
            )

    asyncio.run(work())


def test_many_notices_are_told_as_their_number(
    database: Database, clock: SimpleNamespace, tmp_path: Path
) -> None:
    async def work() -> None:
        async with scene(database, clock, tmp_path) as here:
            await here.at("2026-06-01T20:30")
            for number in range(3):
                text = f"{number} " + "x" * 150
                await here.write(
                    notices.tell, notices.NEWS, ["bert"], number, text=text, path="/games"
                )
            await here.at("2026-06-01T21:00")
            [mail], [push], [hook] = await here.at("2026-06-02T05:00")
            assert [mail.count(f"{number} xxx") for number in range(3)] == [1, 1, 1]
            assert push["text"] == hook["text"] == "3 notices"

    asyncio.run(work())


# On the page


def test_a_player_sets_them(server: Any, anna: Person) -> None:
    page = anna.get(HERE).text
    assert "Quiet hours" in page
    assert 'name="urgent" value="1" checked' in page
    path = f"{HERE}/quiet"
    assert anna.post(path, begins="22", ends="7").status_code == 303  # urgent ones not ticked
    [row] = rows(server, QUIET_HOURS)
    assert (row.begins, row.ends, row.urgent) == (22, 7, 0)
    assert 'name="urgent" value="1">' in anna.get(HERE).text
    assert anna.post(path, begins="0", ends="6", urgent="1").status_code == 303
    [row] = rows(server, QUIET_HOURS)
    assert (row.begins, row.ends, row.urgent) == (0, 6, 1)
    assert '<option value="0" selected>00:00</option>' in anna.get(HERE).text
    for begins, ends in (("22", ""), ("", "7"), ("7", "7"), ("24", "7"), ("x", "7"), ("²", "1")):
        assert anna.post(path, begins=begins, ends=ends).status_code == 400, (begins, ends)
    assert rows(server, QUIET_HOURS) == [row]
    assert anna.post(path, begins="", ends="").status_code == 303
    assert rows(server, QUIET_HOURS) == []


def test_they_end_with_the_account(database: Database) -> None:
    with database.writing() as line:
        row = {"id": "anna", "name": "Anna", "folded": "anna", "kind": "member", "created": 1}
        line.execute(insert(ACCOUNT).values(**row))
        quiet_hours.change(line, "anna", NIGHT, urgent=True)
        quiet_hours.change(line, "anna", (1, 2), urgent=False)
        line.execute(ACCOUNT.delete())
        assert line.execute(select(QUIET_HOURS)).all() == []
