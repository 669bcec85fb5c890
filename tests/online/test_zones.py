"""Times are told in a time zone, by its name, and an hour of the day outlives summer time."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from markupsafe import Markup
from sqlalchemy import Connection, insert, select, update
from starlette.testclient import TestClient

from bridgehead.online.accounts import email_addresses, time_zones
from bridgehead.online.accounts.time_zones import ZoneError
from bridgehead.online.database.tables import ACCOUNT, CHANNEL
from bridgehead.online.database.tournament_tables import TOURNAMENT
from bridgehead.online.moderation import restrictions
from bridgehead.online.moderation.restrictions import RestrainedError
from bridgehead.online.notices import channels, notices, wording
from bridgehead.online.web.texts import t
from tests.online.conftest import GAME, SECRET, Person
from tests.online.test_notices import LOST, all_tests, append, line

__all__ = ["all_tests", "line"]  # fixtures

pytestmark = pytest.mark.plain
BERLIN = "Europe/Berlin"


def at(text: str, zone: str = "UTC") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.mark.parametrize(
    ("now", "hour", "zone", "next_time"),
    [
        ("2026-03-28T05:59", 7, BERLIN, "2026-03-28T06:00"),
        ("2026-03-28T06:00", 7, BERLIN, "2026-03-29T05:00"),  # summer time has begun
        ("2026-03-29T05:00", 7, BERLIN, "2026-03-30T05:00"),
        ("2026-10-24T05:00", 7, BERLIN, "2026-10-25T06:00"),  # it has ended
        ("2026-03-28T01:00", 2, BERLIN, "2026-03-29T01:00"),  # that day has no such hour: the next
        ("2026-03-29T01:00", 2, BERLIN, "2026-03-30T00:00"),
        ("2026-10-25T00:00", 2, BERLIN, "2026-10-26T01:00"),  # that hour comes twice: once
        ("2026-06-01T23:00", 0, "Pacific/Kiritimati", "2026-06-02T10:00"),
        ("2026-06-01T06:00", 6, None, "2026-06-02T06:00"),
    ],
)
def test_an_hour_of_the_day_stays(now: str, hour: int, zone: str | None, next_time: str) -> None:
    assert time_zones.next_at(at(now), hour, zone) == at(next_time)


def test_what_a_form_names_is_in_the_zone() -> None:
    assert time_zones.read("2026-03-28T18:00", BERLIN) == at("2026-03-28T17:00")
    assert time_zones.read("2026-03-29T18:00", BERLIN) == at("2026-03-29T16:00")
    assert time_zones.read("2026-03-29T18:00", None) == at("2026-03-29T18:00")
    assert (
        time_zones.told(at("2026-03-29T16:00"), BERLIN)
        == "Mar 29, 2026, 6:00\u202fPM (Europe/Berlin)"
    )
    for wrong in ("soon", "9" * 30, "2026-02-30T00:00"):
        with pytest.raises(ZoneError, match="date and a time"):
            time_zones.read(wrong, BERLIN)


def test_a_text_with_a_time_is_escaped() -> None:
    time = Markup("<time>x</time>")
    told = t("passkeys.used", began=time, used="<b>")
    assert isinstance(told, Markup)
    assert "<time>x</time>" in told
    assert "&lt;b&gt;" in told


def test_a_mail_names_the_deadline_in_the_zone_of_its_reader(line: Connection) -> None:
    line.execute(update(ACCOUNT).where(ACCOUNT.c.id == "bert").values(zone=BERLIN))
    said = {}
    for zone in (BERLIN, ""):
        notice = notices.Notice(
            "bert", notices.CLOCK, "g", at("2026-07-01T10:00") // notices.MINUTE, GAME, "Anna",
            False, False, zone, None, "", {},
        )  # fmt: skip
        said[zone] = wording.words(notice).text
    assert said[BERLIN].endswith("You have until Jul 1, 2026, 12:00\u202fPM (Europe/Berlin).")
    assert said[""].endswith("You have until Jul 1, 2026, 10:00\u202fAM (UTC).")
    append(line, 0, "", state="over", result=LOST)
    rows = line.execute(select(notices.NOTICE)).all()
    assert {one.account: one.zone for _, one in notices.still_true(line, rows)} == {
        "anna": "", "bert": BERLIN
    }  # fmt: skip


def test_the_digest_moves_with_the_zone(line: Connection) -> None:
    channel = channels.add(line, "bert", email_addresses.MAIL, "bert@mail.example.org")
    channels.move(line, "bert", "Asia/Kathmandu")  # 5:45 ahead of UTC
    channels.change(line, "bert", channel, notices.EVENTS, 6)

    def minute_of_day() -> int:
        found: int = line.execute(select(CHANNEL.c.next)).scalar_one()
        return found // notices.MINUTE % (24 * 60)

    assert minute_of_day() == 15
    channels.move(line, "bert", "Asia/Tokyo")
    assert minute_of_day() == 21 * 60


def test_who_is_suspended_reads_until_when(line: Connection) -> None:
    line.execute(update(ACCOUNT).values(zone=BERLIN))
    until = at("2126-07-01T10:00")
    row = {"account": "anna", "kind": restrictions.SUSPEND, "until": until}
    line.execute(insert(restrictions.RESTRAINT).values(row))
    with pytest.raises(RestrainedError, match=r"Jul 1, 2126, 1\d:00.PM \(Europe/Berlin\)"):
        restrictions.check_may_enter(line, "anna")


# On the pages


def zone_of(client: TestClient, name: str) -> str | None:
    database = client.app.state.server.database  # type: ignore[attr-defined]
    with database.reading() as connection:
        found = connection.execute(select(ACCOUNT.c.zone).where(ACCOUNT.c.name == name))
        zone: str | None = found.scalar_one()
    return zone


def test_an_account_has_the_zone_of_its_first_browser_and_can_change_it(client: TestClient) -> None:
    anna = Person(client, "Anna", register=False)
    anna.browser.cookies.set("zone", "Africa/Cairo")
    assert anna.post("/register", name="Anna", password=SECRET).status_code == 303
    assert zone_of(client, "Anna") == "Africa/Cairo"
    assert "(Africa/Cairo)</time>" in anna.get("/settings").text
    assert re.search(
        r'<time datetime="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00">', anna.get("/settings").text
    )
    assert "<option selected>Africa/Cairo</option>" in anna.get("/settings").text
    anna.browser.cookies.set("zone", "Asia/Tokyo")  # on a journey
    assert anna.post("/login", name="Anna", password=SECRET).status_code == 303
    assert zone_of(client, "Anna") == "Africa/Cairo"
    refused = anna.post("/settings/zone", zone="Mars/Olympus")
    assert refused.status_code == 400
    assert "no time zone" in refused.text
    assert anna.post("/settings/zone", zone=BERLIN).status_code == 303
    assert zone_of(client, "Anna") == BERLIN
    assert "(Europe/Berlin)</time>" in anna.get("/settings").text


def test_a_browser_that_names_no_zone_reads_utc(client: TestClient) -> None:
    bert = Person(client, "Bert", register=False)
    bert.browser.cookies.set("zone", "../../etc/passwd")
    assert bert.post("/register", name="Bert", password=SECRET).status_code == 303
    assert zone_of(client, "Bert") is None
    assert "(UTC)</time>" in bert.get("/settings").text
    stranger = Person(client, "", register=False)
    stranger.browser.cookies.set("zone", "Asia/Tokyo")
    assert "(Asia/Tokyo)</time>" in stranger.get("/people/Bert").text


def test_entries_close_at_a_local_time(client: TestClient) -> None:
    anna = Person(client, "Anna")
    anna.post("/settings/zone", zone="Asia/Tokyo")
    assert "time zone Asia/Tokyo" in anna.get(f"/tournaments/new/{GAME}").text
    soon = datetime.now(ZoneInfo("Asia/Tokyo")) + timedelta(days=1)
    fields = {"name": "Cup", "size": "2", "together": "0", "pace": "daily"}
    answer = anna.post(f"/tournaments/new/{GAME}", **fields, closes=f"{soon:%Y-%m-%dT%H:%M}")
    assert answer.status_code == 303
    database = client.app.state.server.database  # type: ignore[attr-defined]
    with database.reading() as connection:
        closes = connection.execute(select(TOURNAMENT.c.closes)).scalar_one()
    assert closes == int(soon.replace(second=0, microsecond=0).timestamp() * 1000)
