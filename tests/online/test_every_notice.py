"""Each kind of notice, from its cause to a mail server, a browser, a web hook and a digest."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from email.message import Message
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, update

from bridgehead.online.accounts import email_addresses
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT, CHANNEL, GAME, NOTICE
from bridgehead.online.following import follows
from bridgehead.online.games import chat, games
from bridgehead.online.notices import channels, notices
from bridgehead.online.notices.notices import MINUTE
from bridgehead.online.work.chores import Chores
from tests.online.conftest import fresh_seal, opened
from tests.online.test_journal import WANTED
from tests.online.test_notices import LOST, SENDER, append
from tests.online.test_outside import HOST, Service
from tests.online.test_sending import Browser, MailBox

pytestmark = pytest.mark.plain


def low_time(line: Connection) -> None:
    line.execute(update(GAME).values(waits_for="egypt", changed=0))
    time = now(line)
    notices.warn_idle(line, "g", "bert", time + 1000 * MINUTE, time)


def challenge(line: Connection) -> None:
    games.create(line, "anna", WANTED, "h", fresh_seal().fresh("h"))
    notices.tell(line, notices.CHALLENGE, ["bert"], 0, game="h", text=WANTED.title)


def over(line: Connection) -> None:
    append(line, 0, "", state="over", result=LOST)


def follow(line: Connection) -> None:
    follows.follow(line, "carl", follows.GAME, "g")
    over(line)


# By kind: who gets it, what causes it, and what it says.
CAUSES: dict[str, tuple[str, Callable[[Connection], object], str]] = {
    "turn": ("bert", lambda line: append(line, 0, "egypt"), "against Anna: it is your decision."),
    "began": ("anna", lambda _: None, "your game against Bert has begun."),
    "over": ("bert", over, "against Anna: "),
    "chat": ("bert", lambda line: chat.say(line, "g", "anna", "hello", "anna:12345678"),
             "Anna has sent you a message."),
    "clock": ("bert", low_time, "against Anna: your time is running out."),
    "challenge": ("bert", challenge, "Anna waits for an opponent in"),
    "followed": ("carl", follow, "a game that you follow: "),
    "news": ("bert", lambda line: notices.announce(line, "We are back."), "We are back."),
}  # fmt: skip


def prepare(line: Connection, kind: str, browser: Browser, hour: int | None = None) -> str:
    """Begin a game of Anna and Bert; give the reader of a kind all channels; return who that is."""
    for name in ("anna", "bert", "carl"):
        row = {"id": name, "name": name.title(), "folded": name, "kind": "member", "created": 1}
        line.execute(insert(ACCOUNT).values(**row))
    games.create(line, "anna", WANTED, "g", fresh_seal().fresh("g"))
    games.join(line, "bert", "g")
    reader, cause, _ = CAUSES[kind]
    mail = channels.add(line, reader, email_addresses.MAIL, f"{reader}@mail.example.org")
    email_addresses.confirm(line, email_addresses.take(line, reader, f"{reader}@mail.example.org"))
    if hour is None:
        channels.add(line, reader, channels.PUSH, f"https://{HOST}/push", browser.keys)
        channels.add(line, reader, channels.HOOK, f"https://{HOST}/hook")
    else:
        channels.change(line, reader, mail, [kind], hour)
    cause(line)
    line.execute(update(NOTICE).values(due=0))
    return reader


def text_of(mail: Message) -> str:
    data = mail.get_payload(decode=True)
    assert isinstance(data, bytes)
    return data.decode()


@pytest.mark.parametrize("kind", notices.EVENTS)  # a new kind without a cause fails
def test_a_notice_arrives_on_every_channel(kind: str, lite: str, tmp_path: Path) -> None:
    database, browser = opened(lite), Browser()

    async def work() -> tuple[MailBox, Service]:
        async with MailBox() as box, Service(tmp_path) as service:
            reader = await database.write(prepare, kind, browser)
            chores = Chores(database, SENDER, box.server, service.outside())
            for _ in range(2):
                await chores.round()
            assert [mail["To"] for mail in box.mails] == [f"{reader}@mail.example.org"]
            return box, service

    box, service = asyncio.run(work())
    database.close()
    says, asked = CAUSES[kind][2], {each.partition(b" HTTP")[0]: each for each in service.asked}
    assert len(service.asked) == len(asked) == 2
    [mail] = box.mails
    push = json.loads(browser.read(asked[b"POST /push"])[1])
    hook = json.loads(asked[b"POST /hook"].partition(b"\r\n\r\n")[2])
    assert says in text_of(mail)
    assert says in push["text"]
    assert says in hook["text"]
    assert hook["events"] == [kind]
    assert hook["url"] == SENDER.public + push["path"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", notices.EVENTS)
def test_a_notice_arrives_in_a_digest(kind: str, lite: str) -> None:
    database = opened(lite)

    async def work() -> MailBox:
        async with MailBox() as box:
            await database.write(prepare, kind, Browser(), 6)
            chores = Chores(database, SENDER, box.server)
            await chores.round()
            assert box.mails == []  # not before its hour
            await database.write(lambda line: line.execute(update(CHANNEL).values(next=1)))
            await chores.round()
            return box

    [mail] = asyncio.run(work()).mails
    database.close()
    assert CAUSES[kind][2] in text_of(mail)
