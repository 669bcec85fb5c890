"""What the outboxes hold is sent: mails to a server of mail, pushes and hooks to one of the web."""

from __future__ import annotations

import asyncio
import base64
import email
import json
import secrets
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from sqlalchemy import func, insert, select, update

from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ACCOUNT, CHANNEL, MAIL, POST
from bridgehead.online.notices import channels, outbox
from bridgehead.online.notices.delivery import MailError, MailServer
from bridgehead.online.notices.outbox import Sender
from bridgehead.online.notices.push_keys import Keys, PushKeyError
from bridgehead.online.work.chores import Chores
from tests.online.conftest import opened
from tests.online.test_outside import HOST, Service

pytestmark = pytest.mark.plain
SENDER = Sender("https://play.example.org", Keys(bytes(32)), mails=True)
FROM = "Bridgehead <play@example.org>"


class MailBox:
    """A server that takes mail for everybody but those whom it does not know."""

    def __init__(self, *, dies: bool = False) -> None:
        self.mails: list[email.message.Message] = []
        self.dies = dies  # after it has taken a mail, before it says so

    async def __aenter__(self) -> MailBox:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.server = MailServer.of(f"smtp://127.0.0.1:{port}", FROM)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 hello\r\n")
        while line := await reader.readline():
            word = line[:4].upper()
            if word == b"DATA":
                writer.write(b"354 go on\r\n")
                data = await reader.readuntil(b"\r\n.\r\n")
                self.mails.append(email.message_from_bytes(data[:-5]))
                if self.dies:
                    break
            if word == b"RCPT" and b"<nobody" in line:
                writer.write(b"550 unknown\r\n")
            else:
                writer.write(b"250 fine\r\n")
            if word == b"QUIT":
                break
        writer.close()


@pytest.fixture
def lite_database(lite: str) -> Any:
    """Return a database with one account: what is sent does not depend on which database it is."""
    database = opened(lite)
    with database.writing() as connection:
        row = {"id": "anna", "name": "Anna", "folded": "anna", "kind": "member", "created": 1}
        connection.execute(insert(ACCOUNT).values(**row))
    yield database
    database.close()


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def later(database: Database) -> None:
    with database.writing() as connection:
        for table in (MAIL, POST):
            connection.execute(update(table).values(due=0))


# Mail


def test_a_mail_can_be_ended_with_one_click_and_is_sent_once(lite_database: Database) -> None:
    async def work() -> None:
        async with MailBox() as box:
            chores = Chores(lite_database, SENDER, box.server)
            address = SENDER.unsubscribe("c" * 16)
            args = ("ann@mail.example.org", "Gruß\nBcc: x@y.example", "Text\n", address)
            await lite_database.write(outbox.write, *args)
            for _ in range(2):
                await chores.round()
                later(lite_database)
        [mail] = box.mails
        assert mail["To"] == "ann@mail.example.org"
        assert mail["From"] == FROM
        assert mail["Bcc"] is None
        assert mail["List-Unsubscribe"] == f"<{address}>"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert mail["Message-ID"].endswith("@play.example.org>")
        assert mail.get_content_type() == "text/plain"

    run(work)


def test_a_mail_that_is_sent_again_is_the_same_mail(lite_database: Database) -> None:
    async def work() -> None:
        await lite_database.write(outbox.write, "ann@mail.example.org", "s", "t")
        found = []
        for dies in (True, False, False):
            async with MailBox(dies=dies) as box:
                await Chores(lite_database, SENDER, box.server).round()
                found += box.mails
            later(lite_database)
        assert len(found) == 2
        assert found[0].as_string() == found[1].as_string()

    run(work)


def test_a_mail_to_nobody_is_not_tried_again(lite_database: Database) -> None:
    async def work() -> None:
        await lite_database.write(outbox.write, "nobody@mail.example.org", "s", "t")
        async with MailBox() as box:
            await Chores(lite_database, SENDER, box.server).round()
            assert (await lite_database.read(outbox.waiting))["mail"] == 0
            assert box.mails == []

    run(work)


def test_without_a_server_mails_wait(lite_database: Database) -> None:
    async def work() -> None:
        await lite_database.write(outbox.write, "ann@mail.example.org", "s", "t")
        await Chores(lite_database, SENDER).round()
        assert (await lite_database.read(outbox.waiting))["mail"] == 1

    run(work)


@pytest.mark.parametrize(
    "settings",
    [("http://mail.example.org", FROM), ("smtp://", FROM), ("smtp://h:99999", FROM),
     ("smtps://mail.example.org", "nobody"), ("smtps://mail.example.org", "")],
)  # fmt: skip
def test_settings_of_mail_that_make_no_sense(settings: tuple[str, str]) -> None:
    with pytest.raises(MailError, match="--smtp"):
        MailServer.of(*settings)


def test_settings_of_mail() -> None:
    found = MailServer.of("smtps://us%40er:pass%2Fword@mail.example.org", FROM)
    assert found is not None
    assert (found.port, found.user, found.password, found.is_tls) == (
        465,
        "us@er",
        "pass/word",
        True,
    )
    assert MailServer.of("", "") is None


# Pushes and hooks


class Browser:
    """The keys of a browser that takes pushes."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": _text(point), "auth": _text(self._auth)}

    def read(self, request: bytes) -> tuple[dict[str, str], bytes]:
        """Return the headers of a push, and what it says."""
        head, _, body = request.partition(b"\r\n\r\n")
        lines = [line.partition(": ") for line in head.decode().split("\r\n")[1:]]
        text = http_ece.decrypt(
            body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        return {name.lower(): value for name, _, value in lines}, text


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


async def add(database: Database, kind: str, **keys: str) -> str:
    url = f"https://{HOST}/{kind}"
    found = await database.write(channels.add, "anna", kind, url, keys)
    return str(found)


async def tell(database: Database, channel: str, game: str = "g", text: str = "Hello.") -> None:
    args = (channel, ["turn"], text, f"/game/{game}", game)
    await database.write(outbox.post, *args)


def test_a_push_is_signed_padded_and_read_by_its_browser_alone(
    lite_database: Database, tmp_path: Path
) -> None:
    async def work() -> None:
        browser = Browser()
        async with Service(tmp_path) as service:
            chores = Chores(lite_database, SENDER, None, service.outside())
            channel = await add(lite_database, channels.PUSH, **browser.keys)
            for game, text in (("g", "Hello."), ("h", "€" * 300), ("g", "Again.")):
                await tell(lite_database, channel, game, text)
                await chores.round()
            found = [browser.read(each) for each in service.asked]
        assert [json.loads(text)["text"] for _, text in found] == ["Hello.", "€" * 300, "Again."]
        assert json.loads(found[0][1])["path"] == "/game/g"
        assert len({len(each) for each in service.asked}) == 1
        topics = [headers["topic"] for headers, _ in found]
        assert topics[0] == topics[2] != topics[1]
        assert {len(topic) for topic in topics} == {32}
        assert all(b"/game/" not in each and b"Hello" not in each for each in service.asked)
        headers = found[0][0]
        assert Vapid02.verify(headers["authorization"])
        assert headers["authorization"].endswith(f"k={SENDER.keys.public}")
        assert (headers["content-encoding"], int(headers["ttl"]) > 3600) == ("aes128gcm", True)

    run(work)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    status: int, lite_database: Database, tmp_path: Path
) -> None:
    async def work() -> None:
        async with Service(tmp_path, b"HTTP/1.1 %d Gone\r\n\r\n" % status) as service:
            await tell(lite_database, await add(lite_database, "push", **Browser().keys))
            await Chores(lite_database, SENDER, None, service.outside()).round()
            assert len(service.asked) == 1
        with lite_database.reading() as connection:
            for table in (CHANNEL, POST):
                count = connection.execute(select(func.count()).select_from(table))
                assert count.scalar_one() == 0

    run(work)


def test_what_does_not_arrive_is_tried_again_and_given_up(
    lite_database: Database, tmp_path: Path
) -> None:
    async def work() -> None:
        async with Service(tmp_path, b"HTTP/1.1 503 Later\r\n\r\n") as service:
            chores = Chores(lite_database, SENDER, None, service.outside())
            channel = await add(lite_database, channels.HOOK)
            await tell(lite_database, channel)
            for _ in range(outbox.TRIES["post"] + 2):
                await chores.round()
                await chores.round()  # not before its time
                later(lite_database)
            assert len(service.asked) == outbox.TRIES["post"]
            [kept] = await lite_database.read(channels.of, "anna")
            assert kept.failures == outbox.TRIES["post"]
            service.answer = b"HTTP/1.1 204 Fine\r\n\r\n"
            await tell(lite_database, channel)
            await chores.round()
            [kept] = await lite_database.read(channels.of, "anna")
            assert kept.failures == 0

    run(work)


def test_hooks_get_json_and_discord_its_own(lite_database: Database, tmp_path: Path) -> None:
    async def work() -> None:
        async with Service(tmp_path) as service:
            for kind in (channels.HOOK, channels.DISCORD):
                await tell(lite_database, await add(lite_database, kind), text="@everyone: Hi.")
            await Chores(lite_database, SENDER, None, service.outside()).round()
            found = {
                each.partition(b" HTTP")[0].decode(): json.loads(each.partition(b"\r\n\r\n")[2])
                for each in service.asked
            }
        url = "https://play.example.org/game/g"
        assert found["POST /hook"] == {
            "events": ["turn"], "text": "@everyone: Hi.", "url": url, "game": "g",
        }  # fmt: skip
        assert found["POST /discord"]["content"] == f"@everyone: Hi.\n{url}"
        assert found["POST /discord"]["allowed_mentions"] == {"parse": []}

    run(work)


# Keys


def test_the_key_for_pushes_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Keys.of_folder(tmp_path)
    assert Keys.of_folder(tmp_path).public == first.public
    assert (tmp_path / "push.key").stat().st_mode & 0o077 == 0
    given = (tmp_path / "push.key").read_text()
    monkeypatch.setenv("BRIDGEHEAD_PUSH_KEY", given)
    assert Keys.of_folder(tmp_path / "elsewhere").hashed("a", "b") == first.hashed("a", "b")
    assert first.hashed("a", "b") != first.hashed("b", "a")
    monkeypatch.setenv("BRIDGEHEAD_PUSH_KEY", "short")
    with pytest.raises(PushKeyError, match="32 bytes"):
        Keys.of_folder(tmp_path)
