"""Notices: written with what they are about, sent later if still true, and betraying nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import email_addresses
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ACCOUNT, CHANNEL, GAME, MAIL, NOTICE, POST
from bridgehead.online.following import follows
from bridgehead.online.games import chat, games, journal
from bridgehead.online.games.history import Entry
from bridgehead.online.games.journal import StaleError
from bridgehead.online.notices import channels, notices, outbox
from bridgehead.online.notices.outbox import Sender
from bridgehead.online.notices.push_keys import Keys
from bridgehead.online.ratings import matches
from tests.online.conftest import fresh_seal, opened
from tests.online.people import ended, fresh, wanted
from tests.online.test_journal import AFTER, WANTED

pytestmark = pytest.mark.plain
LOST = {"winner": "egypt", "ending": "resigned", "case": "", "reason": "Israel resigned"}
SENDER = Sender("https://play.example.org", Keys(bytes(32)), mails=True)
HOUR = 3600 * 1000


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def all_tests(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    """Return a database that all tests use; what one of them writes is not kept."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('notices') / 'online.sqlite'}"
    else:
        url = request.getfixturevalue("postgresql").new_database()
    database = opened(url)
    yield database
    database.close()


@pytest.fixture
def line(all_tests: Database) -> Iterator[Connection]:
    """Return a connection to a database with a game of Anna (israel) and Bert (egypt)."""
    engine = all_tests.engine.execution_options(begin="IMMEDIATE")
    with engine.connect() as connection:
        for name in ("anna", "bert"):
            row = {"id": name, "name": name.title(), "folded": name, "kind": "member", "created": 1}
            connection.execute(insert(ACCOUNT).values(**row))
        games.create(connection, "anna", WANTED, "g", fresh_seal().fresh("g"))
        games.join(connection, "bert", "g")
        yield connection
        connection.rollback()


def append(
    line: Connection, base: int, waits_for: str = "egypt", version: int = 1, **more: Any
) -> None:
    after = replace(AFTER, waits_for=waits_for, views={waits_for: version}, **more)
    journal.append(line, "g", base, [Entry("action", "israel", "x")], after)


def kept(line: Connection, state: str = "waits") -> list[tuple[str, str, int]]:
    rows = line.execute(select(NOTICE).where(NOTICE.c.state == state))
    return sorted((row.account, row.kind, row.number) for row in rows)


def later(line: Connection, by: int = 24 * HOUR) -> None:
    """Let time go by, as far as notices know."""
    for table in (NOTICE, MAIL, POST):
        line.execute(update(table).values(due=table.c.due - by))


def tell(line: Connection, account: str, **changes: Any) -> str:
    """Give somebody a confirmed address of mail."""
    address = f"{account}@mail.example.org"
    found = channels.add(line, account, email_addresses.MAIL, address)
    email_addresses.confirm(line, email_addresses.take(line, account, address))
    if changes:
        line.execute(update(CHANNEL).where(CHANNEL.c.id == found).values(**changes))
    return found


def mails(line: Connection) -> list[tuple[str, str]]:
    return [(row.to, row.text.partition("\n")[0]) for row in line.execute(select(MAIL))]


def test_a_decision_is_told_to_the_one_whose_it_becomes(line: Connection) -> None:
    assert kept(line) == [("anna", "began", 0)]
    append(line, 0, "israel", 4)  # it is Anna's still
    assert kept(line) == [("anna", "began", 0)]
    append(line, 1, "egypt", 5)
    append(line, 2, "egypt", 6)  # he goes on deciding
    assert kept(line) == [("anna", "began", 0), ("bert", "turn", 5)]


def test_a_notice_is_written_with_the_append_or_not_at_all(line: Connection) -> None:
    append(line, 0, "israel", 1)
    with pytest.raises(StaleError):
        append(line, 0, "egypt", 2)
    assert kept(line) == [("anna", "began", 0)]


def test_what_others_decide_unseen_makes_no_notice(line: Connection) -> None:
    """As far as a side's own view has not changed nothing is written, however often it goes by."""
    append(line, 0, "egypt", 5)
    before = [tuple(row) for row in line.execute(select(NOTICE).where(NOTICE.c.kind == "turn"))]
    append(line, 1, "israel", 2)
    append(line, 2, "egypt", 5)  # Bert's page shows what it showed
    after = [tuple(row) for row in line.execute(select(NOTICE).where(NOTICE.c.account == "bert"))]
    assert before == after


def test_all_decisions_are_told_in_the_same_words(line: Connection) -> None:
    tell(line, "bert")
    append(line, 0, "egypt", 1, summary={"turn": 7, "phase": "secret"})
    later(line)
    outbox.settle(line, SENDER)
    append(line, 1, "israel", 2, summary={"turn": 8})
    append(line, 2, "egypt", 3)
    later(line)
    outbox.settle(line, SENDER)
    found = line.execute(select(MAIL.c.subject, MAIL.c.text)).all()
    assert len(found) == 2
    assert found[0] == found[1]
    assert found[0].subject.endswith("against Anna: it is your decision")
    assert "https://play.example.org/game/g\n" in found[0].text


def test_only_what_is_due_and_true_and_unseen_is_sent(line: Connection) -> None:
    tell(line, "anna")
    tell(line, "bert")
    append(line, 0, "egypt", 1)
    outbox.settle(line, SENDER)
    assert mails(line) == []  # some minutes have to go by
    notices.seen(line, [("anna", "g")])
    append(line, 1, "israel", 2)  # Bert has answered
    notices.seen(line, [("anna", "other")])
    later(line)
    assert outbox.settle(line, SENDER) == 2
    assert [to for to, _ in mails(line)] == ["anna@mail.example.org"]
    assert kept(line) == []
    later(line)
    assert outbox.settle(line, SENDER) == 0  # once
    assert len(mails(line)) == 1


def test_of_several_decisions_in_a_game_one_is_told(line: Connection) -> None:
    tell(line, "bert")
    for number in range(3):
        append(line, 2 * number, "egypt", number)
        append(line, 2 * number + 1, "israel", number)
    append(line, 6, "egypt", 9)
    later(line)
    outbox.settle(line, SENDER)
    assert len(mails(line)) == 1


def test_the_end_a_remark_and_the_beginning(line: Connection) -> None:
    tell(line, "anna")
    chat.say(line, "g", "bert", "shalom", "bert:12345678")
    chat.say(line, "g", "bert", "shalom", "bert:12345678")
    chat.say(line, "g", "bert", "salaam", "bert:12345679")
    append(line, 0, "", state="over", result=LOST)
    assert kept(line) == [
        ("anna", "began", 0), ("anna", "chat", 1), ("anna", "chat", 2), ("anna", "over", 0),
        ("bert", "over", 0),
    ]  # fmt: skip
    later(line)
    outbox.settle(line, SENDER)
    [mail] = line.execute(select(MAIL)).all()
    assert mail.subject == "3 notices"
    assert mail.text.count("/game/g") == 3
    assert "shalom" not in mail.text
    assert "winner" not in mail.text


def test_followers_are_told_the_end_of_a_public_game(line: Connection) -> None:
    for name in ("carl", "dora"):
        row = {"id": name, "name": name.title(), "folded": name, "kind": "member", "created": 1}
        line.execute(insert(ACCOUNT).values(**row))
        tell(line, name, events=json.dumps(["followed"] if name == "carl" else ["over"]))
    for name in ("anna", "carl", "dora"):  # a player who follows is told once
        follows.follow(line, name, follows.GAME, "g")
    append(line, 0, "israel")
    assert {kind for _, kind, _ in kept(line)} == {"began"}  # nothing before the end
    append(line, 1, "", state="over", result=LOST)
    assert kept(line) == [
        ("anna", "began", 0), ("anna", "over", 0), ("bert", "over", 0), ("carl", "followed", 0),
        ("dora", "followed", 0),
    ]  # fmt: skip
    later(line)
    outbox.settle(line, SENDER)
    [(to, text)] = mails(line)  # Dora has switched it off
    assert to == "carl@mail.example.org"
    assert text.startswith("Across Suez")
    assert "a game that you follow" in text


def test_followers_are_not_told_of_a_private_game(line: Connection) -> None:
    row = {"id": "carl", "name": "Carl", "folded": "carl", "kind": "member", "created": 1}
    line.execute(insert(ACCOUNT).values(**row))
    tell(line, "carl")
    follows.follow(line, "carl", follows.GAME, "g")
    line.execute(update(GAME).values(listed=0))
    append(line, 0, "", state="over", result=LOST)
    later(line)
    outbox.settle(line, SENDER)
    assert mails(line) == []


def test_a_deadline_is_told_once_and_only_a_long_one(line: Connection) -> None:
    time = notices.now(line)
    game = update(GAME).where(GAME.c.id == "g")
    line.execute(game.values(deadline=time + HOUR, since=time - HOUR))
    notices.warn(line)  # live games have no time for that
    assert kept(line) == [("anna", "began", 0)]
    # what was decided just now changes nothing: the time has been running out for a day
    line.execute(game.values(since=time - 24 * HOUR, changed=time, deadline=time + 7 * HOUR))
    notices.warn(line)
    assert kept(line) == [("anna", "began", 0)]
    line.execute(game.values(deadline=time + 5 * HOUR))
    notices.warn(line)
    notices.warn(line)
    number = (time + 5 * HOUR) // notices.MINUTE
    assert kept(line) == [("anna", "began", 0), ("anna", "clock", number)]
    tell(line, "anna", events='["clock"]')
    line.execute(game.values(deadline=time + 48 * HOUR))  # a vacation
    later(line, HOUR)
    outbox.settle(line, SENDER)
    assert mails(line) == []


def test_news_and_challenges_are_for_others_to_tell(line: Connection) -> None:
    tell(line, "bert")
    for _ in range(2):
        notices.tell(line, "news", ["bert"], 7, text="Round 2 begins.", path="/tournaments/7")
    notices.tell(line, "challenge", ["bert"], 0, game="g")  # no rematch is offered
    later(line)
    outbox.settle(line, SENDER)
    assert mails(line) == [("bert@mail.example.org", "Round 2 begins.")]
    with pytest.raises(ValueError, match="must be"):
        notices.tell(line, "turn", ["bert"], 1)


def test_a_rematch_is_told_to_whom_it_is_offered(line: Connection) -> None:
    tell(line, "anna", events='["challenge"]')
    tell(line, "bert", events='["challenge"]')
    ended(line, "g", "israel")
    row, again = games.load(line, "g"), wanted("egypt", against="bert")
    for _ in range(2):  # sent again
        matches.offer(line, row, "anna", again, fresh, mirrored=False)
    assert [one[0] for one in kept(line) if one[1] == "challenge"] == ["bert"]
    matches.answer(line, "g", "bert", "decline")
    later(line)
    outbox.settle(line, SENDER)
    assert mails(line) == []
    matches.offer(line, row, "anna", again, fresh, mirrored=True)
    later(line)
    outbox.settle(line, SENDER)
    [(to, text)] = mails(line)
    assert (to, "offers you a rematch" in text) == ("bert@mail.example.org", True)


def test_the_host_announces_something(line: Connection) -> None:
    tell(line, "anna", events='["news"]')
    tell(line, "bert", events='["turn"]')
    assert notices.announce(line, " New  rules\ntomorrow. ") == 1
    later(line)
    outbox.settle(line, SENDER)
    assert mails(line) == [("anna@mail.example.org", "New rules tomorrow.")]
    for text in ("x", "x" * 301):
        with pytest.raises(BridgeheadError, match="3 to 300 characters"):
            notices.announce(line, text)


def test_each_channel_is_told_what_it_was_asked_for(line: Connection) -> None:
    tell(line, "bert", events='["over"]')
    hook = channels.add(line, "bert", channels.HOOK, "https://hooks.example.org/x")
    channels.change(line, "bert", hook, ["turn", "nonsense"], None)
    unproved = channels.add(line, "bert", email_addresses.MAIL, "other@mail.example.org")
    append(line, 0, "egypt", 1)
    later(line)
    outbox.settle(line, SENDER)
    assert mails(line) == []
    [post] = line.execute(select(POST)).all()
    assert post.channel == hook
    body = json.loads(post.body)
    assert (body["events"], body["path"], body["game"]) == (["turn"], "/game/g", "g")
    channels.end(line, hook)  # with it goes what was to be sent there
    assert line.execute(select(func.count()).select_from(POST)).scalar_one() == 0
    assert not channels.own(line, "bert", unproved).proved


def test_with_a_channel_end_the_mails_that_wait_for_it(line: Connection) -> None:
    channel = tell(line, "bert")
    append(line, 0, "egypt", 1)
    later(line)
    outbox.settle(line, SENDER)
    outbox.test(line, SENDER, "bert", channel)
    outbox.write(line, "a@mail.example.org", "Another mail", "text")
    assert len(mails(line)) == 3
    channels.end(line, channel)
    assert [subject for _, subject, *_ in line.execute(select(MAIL.c.to, MAIL.c.subject))] == [
        "Another mail"
    ]


def test_a_digest_has_what_is_true_at_its_hour(line: Connection) -> None:
    channel = tell(line, "bert")
    channels.change(line, "bert", channel, notices.EVENTS, 6)
    append(line, 0, "egypt", 1)
    chat.say(line, "g", "anna", "hello", "anna:12345678")
    later(line)
    outbox.settle(line, SENDER)
    outbox.digests(line, SENDER)
    assert mails(line) == []
    assert kept(line, "digest") == [("bert", "chat", 1), ("bert", "turn", 1)]
    append(line, 1, "israel", 2)
    line.execute(update(CHANNEL).values(next=1))
    outbox.digests(line, SENDER)
    outbox.digests(line, SENDER)
    [mail] = mails(line)
    assert mail[1].endswith("Anna has sent you a message.")
    after = line.execute(select(CHANNEL.c.next)).scalar_one()
    assert 0 < after - notices.now(line) <= 24 * HOUR
    assert after % (24 * HOUR) == 6 * HOUR


def test_who_dies_while_he_sends_leaves_the_mail_to_others(line: Connection) -> None:
    outbox.write(line, "a@mail.example.org", "Subject\n", "text")
    [mail] = outbox.take_mails(line)
    assert mail["subject"] == "Subject"
    assert outbox.take_mails(line) == []  # somebody sends it
    later(line, 2 * notices.MINUTE)
    [again] = outbox.take_mails(line)
    assert again["id"] == mail["id"]
    outbox.mailed(line, mail["id"])
    later(line)
    assert outbox.take_mails(line) == []
    outbox.write(line, "b@mail.example.org", "s", "t")
    for _ in range(outbox.TRIES["mail"]):
        assert len(outbox.take_mails(line)) == 1
        later(line)
    assert outbox.take_mails(line) == []


def test_a_channel_where_nothing_arrives_ends(line: Connection) -> None:
    hook = channels.add(line, "bert", channels.HOOK, "https://hooks.example.org/x")
    for _ in range(channels.GIVEN_UP):
        assert channels.find(line, hook) is not None
        channels.failed(line, hook)
    assert channels.find(line, hook) is None


def test_old_notices_are_deleted(line: Connection) -> None:
    notices.seen(line, [("anna", "g")])
    notices.forget(line)
    assert kept(line, "done") == [("anna", "began", 0)]
    line.execute(update(NOTICE).values(created=1))
    notices.forget(line)
    assert kept(line, "done") == []
