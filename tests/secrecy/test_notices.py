"""What mails, pushes and web hooks tell a player depends on nothing that is hidden from him.

The pairs of worlds are those of `test_secrecy.py`. Both are played on with the same actions. What
each appends to its journal goes through the real notices and outboxes, and every byte that leaves
for the player who cannot tell the worlds apart must be the same: how many messages, when, to which
channel, with which headers and texts.
"""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import Connection, insert, select, update

from bridgehead.core.records.record import Record
from bridgehead.online.database.tables import ACCOUNT, CHANNEL, GAME, MAIL, NOTICE, POST
from bridgehead.online.games import chat, games, journal
from bridgehead.online.games.history import DICE, Entry
from bridgehead.online.games.journal import StateAfter
from bridgehead.online.live.readers import Reader
from bridgehead.online.notices import channels, notices, outbox, push
from bridgehead.online.notices.delivery import MessageSender, letter
from bridgehead.online.notices.outbox import Sender
from bridgehead.online.notices.push_keys import Keys
from bridgehead.online.notices.user_addresses import InternetRequests
from tests.online.conftest import fresh_seal, opened
from tests.online.people import wanted
from tests.secrecy.test_secrecy import MANY, ONWARD, step
from tests.secrecy.worlds import PAIRS, Pair

CLOCKED = {"webhook-timestamp", "webhook-signature"}  # headers that depend on the time
SENDER = Sender("https://play.example.org", Keys(bytes(32)), mails=True)
FEW = {"across-suez": 1, "middle-east-battles": 1, "october-war": 2}
ADDRESSES = {
    "mail": "one@mail.example.org",
    "digest": "two@mail.example.org",
    "push": "https://push.example.org/browser",
    "hook": "https://hook.example.org/a",
    "discord": "https://discord.com/api/webhooks/1/a",
}


def browser() -> str:
    """Return the keys of a browser that takes pushes."""
    key = ec.derive_private_key(7, ec.SECP256R1()).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": point, "auth": bytes(16)}
    return json.dumps({name: base64.urlsafe_b64encode(key).decode() for name, key in keys.items()})


class World:
    """One world: its game in a database, and all that its player is sent."""

    def __init__(self, line: Connection, start: Any, viewer: str) -> None:
        self.line, self.viewer = line, viewer
        self.record = Record(start.game, start=start, program="test")
        sides = self.record.game.sides
        self.readers = {side: Reader(side, self.record) for side in sides}
        for reader in self.readers.values():
            reader.settle()
        self.revision, self.entries = 0, list[Entry]()
        self.sent: list[Any] = []
        for name in ("anna", "bert"):
            row = {"id": name, "name": name.title(), "folded": name, "kind": "member", "created": 1}
            line.execute(insert(ACCOUNT).values(**row))
        new = wanted(viewer, start.game.id, sides=sides)
        games.create(line, "anna", new, "g", fresh_seal().fresh("g"))
        games.join(line, "bert", "g")
        line.execute(update(GAME).values(waits_for=str(start.to_move)))
        for number, (kind, target) in enumerate(ADDRESSES.items()):
            row = {
                "id": kind, "account": "anna", "kind": "mail" if kind == "digest" else kind,
                "target": target, "keys": browser() if kind == "push" else "{}", "created": number,
                "events": json.dumps(notices.EVENTS), "hour": 0 if kind == "digest" else None,
                "next": 0, "failures": 0,
            }  # fmt: skip
            line.execute(insert(CHANNEL).values(row))

    def do(self, action: str) -> None:
        """Carry out an action; what the dice do after it is appended with it."""
        before = self.record.position.copy()
        side = str(before.to_move)
        self.record.do(action)
        position = self.record.position
        for reader in self.readers.values():
            reader.add(before, action, position, len(self.record.actions))
        self.entries.append(Entry("action", side, action))
        if position.to_move != DICE:
            self._append(position)

    def _append(self, position: Any) -> None:
        for reader in self.readers.values():
            if position.result is not None:
                reader.end(position.result.to_dict())
            reader.change(draws=False)  # as where no window is open
            reader.settle()
        result = None if position.result is None else position.result.to_dict()
        after = StateAfter(
            state=games.RUNNING if result is None else games.OVER,
            waits_for=str(position.to_move or ""), due="",
            views={side: reader.version for side, reader in self.readers.items()},
            summary=position.to_dict(),  # all that is secret: no notice may use it
            result=result, snapshot=("rules", position.to_dict()),
        )  # fmt: skip
        journal.append(self.line, "g", self.revision, self.entries, after)
        self.revision += len(self.entries)
        self.entries = []

    def later(self) -> None:
        """Let the time come for what waits, and take what is sent to the player."""
        kept = select(NOTICE.c.kind, NOTICE.c.number, NOTICE.c.state).order_by(*NOTICE.c)
        mine = kept.where(NOTICE.c.account == "anna")
        self.sent.append([tuple(row) for row in self.line.execute(mine)])
        self.line.execute(update(NOTICE).values(due=0))
        outbox.settle(self.line, SENDER)
        self.line.execute(update(CHANNEL).where(CHANNEL.c.id == "digest").values(next=0))
        outbox.digests(self.line, SENDER)
        self.sent += [*self._mails(), *self._posts()]
        for table in (MAIL, POST):
            self.line.execute(table.delete())

    def _mails(self) -> Iterator[bytes]:
        for row in self.line.execute(select(MAIL).order_by(MAIL.c.to)):
            same = {**row._mapping, "id": "1", "created": 0}  # chance, and the clock
            yield letter(same, "Bridgehead <play@example.org>", SENDER.public).as_bytes()

    def _posts(self) -> Iterator[Any]:
        message_sender = MessageSender(None, SENDER, None, InternetRequests())  # type: ignore[arg-type]
        for row in self.line.execute(select(POST).order_by(POST.c.channel, POST.c.body)):
            channel, told = channels.find(self.line, row.channel), json.loads(row.body)
            assert channel is not None
            body, headers = message_sender._packed(channel, "1", told)
            if channel.kind == channels.PUSH:  # signed and encrypted with chance
                yield len(body), {name: headers[name] for name in ("TTL", "Topic", "Urgency")}
                yield told
            else:
                yield body, {name: headers[name] for name in headers.keys() - CLOCKED}


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Connection, Connection]]:
    """Return connections to two databases, one for each world."""
    folder: Path = tmp_path_factory.mktemp("worlds")
    found = [opened(f"sqlite:///{folder}/{name}.sqlite") for name in ("one", "other")]
    engines = [each.engine.execution_options(begin="IMMEDIATE") for each in found]
    with engines[0].connect() as one, engines[1].connect() as other:
        yield one, other
    for each in found:
        each.close()


def look(lines: tuple[Connection, Connection], title: str, seed: int) -> tuple[int, int]:
    """Compare both worlds; return how many actions were compared, and how much was sent."""
    draw = random.Random(f"notices {title} {seed}")
    pair: Pair = PAIRS[title](draw)
    if pair.one.to_move is None or pair.viewer is None:  # who only watches is told nothing
        return 0, 0
    path = 0
    for line in lines:
        line.rollback()
    starts = pair.one.copy(), pair.other.copy()
    both = [World(line, at, pair.viewer) for line, at in zip(lines, starts, strict=True)]
    for _ in range(ONWARD):
        if pair.one.to_move is None or pair.other.to_move is None:
            break
        done = step(pair, draw)
        if done is None:
            break
        path += 1
        talks, waits = draw.random() < 0.1, draw.random() < 0.5
        for world, action in zip(both, done, strict=True):
            world.do(action)
            if talks:
                chat.say(world.line, "g", "bert", "Hello", f"bert:{path:08}")
            if waits and not world.entries:
                world.later()
        assert both[0].sent == both[1].sent
    for world in both:
        world.later()
    assert both[0].sent == both[1].sent
    return path, sum(1 for each in both[0].sent if not isinstance(each, list))


def compare(lines: tuple[Connection, Connection], title: str, seeds: range) -> tuple[int, int]:
    """Compare many worlds; return how many actions were compared, and how much was sent."""
    found = [look(lines, title, seed) for seed in seeds]
    return sum(path for path, _ in found), sum(sent for _, sent in found)


@pytest.mark.parametrize("title", PAIRS)
def test_what_is_hidden_changes_no_byte_of_a_notice(
    lines: tuple[Connection, Connection], title: str
) -> None:
    path, sent = compare(lines, title, range(FEW[title]))
    assert path > FEW[title]
    assert sent > 0


@pytest.mark.slow
@pytest.mark.parametrize("title", PAIRS)
def test_what_is_hidden_changes_no_byte_of_many_notices(
    lines: tuple[Connection, Connection], title: str
) -> None:
    _, sent = compare(lines, title, range(1000, 1000 + MANY // 10))
    assert sent > MANY // 10


@pytest.mark.slow
def test_a_notice_that_told_of_the_position_would_be_seen(
    lines: tuple[Connection, Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof can fail."""
    made = notices._notice

    def tells(row: Any, game: Any, *more: Any) -> notices.Notice:
        return replace(made(row, game, *more), opponent=str(hash(game.summary)))

    monkeypatch.setattr(notices, "_notice", tells)
    with pytest.raises(AssertionError):
        compare(lines, "middle-east-battles", range(20))


def test_every_push_is_as_long_as_every_other() -> None:
    """The service between us and the browser cannot tell which game or text it is."""
    channel = channels.Channel(
        "c", "anna", "push", ADDRESSES["push"], json.loads(browser()), frozenset(), True, None, 0
    )
    lengths = set()
    for text in ("", "It is your decision. " * 12):
        told = {"text": text, "path": "/game/g", "game": "g", "events": ["turn"]}
        lengths.add(len(push.packed(channel, told, SENDER)[0]))
    assert len(lengths) == 1
