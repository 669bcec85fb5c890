"""Kill a server again and again while people play on it, and look at what is left.

    python -m tests.online.kills [--kills 100] [--minutes 60] [sqlite] [postgresql]

Four games are played at once, each by two people with a connection of their own, one of them in a
tournament, one with a computer that plays for whoever is away, and one more against a computer.
They act, take back, talk, leave and come back. Two more people challenge and join all the time. At
random moments the server gets SIGKILL; with PostgreSQL one kill in five is of the database. What a
person got no answer to is sent again with the same key, as the page does. While the server is dead
the database is read: what was answered has to be there once, what was refused not at all, and no
journal may have a gap. At the end every game is opened once more. A table says what was found.
"""

from __future__ import annotations

import argparse
import asyncio
import copy
import http.client
import json
import random
import secrets
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from benchmarks.server import draw
from sqlalchemy import Connection, select
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from bridgehead.online.accounts.login_sessions import digest_of
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import CHAT, ENTRY, SEAT, TOKEN
from bridgehead.online.database.tables import GAME as GAMES
from bridgehead.online.games import games, journal
from tests.online.forked import GAME, Forked
from tests.online.postgresql import PostgreSQL
from tests.waiting import awaited, wait_until

COUNT = 4  # games between people
LONGEST = 1.0  # seconds that a server lives after it has answered three actions
PATIENCE = 240.0  # seconds until it has to
AGAIN = 0.2  # seconds until a lost connection is tried again
WAITS, ASKED = "waits", "asked"  # a challenge; whether somebody has tried to take it
LOST = (OSError, WebSocketException, InvalidHandshake, EOFError)


class Browser:
    """Somebody's browser: a cookie, and forms."""

    def __init__(self, address: str, name: str) -> None:
        self.address, self.name = address, name
        self._jar = CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self._jar)
        )
        self.post("/register", name=name, password="a sentence that only I know")

    def at(self, address: str) -> Browser:
        """Return the same browser, with its cookies, at another process."""
        other = copy.copy(self)
        other.address = address
        return other

    def post(self, path: str, **fields: str) -> str:
        """Send a form; return the address that it leads to."""
        data = urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(f"http://{self.address}{path}", data)
        request.add_header("Origin", f"http://{self.address}")
        with self._opener.open(request) as answer:
            return str(urllib.parse.urlsplit(answer.url).path)

    def get(self, path: str) -> str:
        """Return a page."""
        with self._opener.open(f"http://{self.address}{path}") as answer:
            return str(answer.read().decode())

    @property
    def cookie(self) -> str:
        """The header of the session."""
        return "; ".join(f"{one.name}={one.value}" for one in self._jar)

    def connect(self, game: str) -> Any:
        """Return the connection to a game, to be used in `async with`."""
        return connect(
            f"ws://{self.address}/api/saved/{game}/play",
            additional_headers={"Cookie": self.cookie},
            origin=f"http://{self.address}",  # type: ignore[arg-type]
            max_size=None,
            proxy=None,
            open_timeout=PATIENCE,  # on a busy machine the first window takes long
        )


@dataclass
class Told:
    """What the people were answered."""

    done: dict[str, str] = field(default_factory=dict)  # key -> what kind of request it was
    refused: set[str] = field(default_factory=set)
    links: dict[str, str] = field(default_factory=dict)  # -> WAITS, ASKED or the game that began
    resent: int = 0
    lost: int = 0  # connections


class Player:
    """Somebody who plays one side of a game, whatever happens to the server."""

    def __init__(
        self, browser: Browser, game: str, told: Told, seed: int, *, leaves: bool = False
    ) -> None:
        """`leaves`: whether a computer plays while somebody is away, which happens now and then."""
        self.browser, self.game, self.told, self.leaves = browser, game, told, leaves
        self.state: dict[str, Any] = {}
        self._chance = random.Random(seed)
        self._asked: dict[str, Any] | None = None  # without an answer yet

    async def play(self, until: asyncio.Event) -> None:
        """Play until the event, and until the last request is answered."""
        while not until.is_set() or self._asked is not None:
            try:
                async with self.browser.connect(self.game) as connection:
                    if self._asked is not None:
                        self.told.resent += 1
                        await connection.send(json.dumps(self._asked))
                    await self._play_on(connection, until)
            except LOST:
                self.told.lost += 1
                await asyncio.sleep(AGAIN)  # as the page does before it connects again

    async def _play_on(self, connection: ClientConnection, until: asyncio.Event) -> None:
        while not (until.is_set() and self._asked is None):
            with suppress(TimeoutError):
                message = json.loads(await asyncio.wait_for(connection.recv(), 0.2))
                if message["type"] == "state":
                    self.state = message
                elif message["type"] == "reply":
                    self._answered(message)
                    await asyncio.sleep(0)  # the others' turn
            if self._asked is None and not until.is_set() and (request := self._next()):
                self._asked = request
                await connection.send(json.dumps(request))

    def _answered(self, reply: dict[str, Any]) -> None:
        asked = self._asked
        if asked is None or reply["id"] != asked["id"]:
            return
        if reply["ok"]:
            self.told.done[asked["key"]] = asked["type"]
        else:
            self.told.refused.add(asked["key"])
        self._asked = None

    def _next(self) -> dict[str, Any] | None:
        key = secrets.token_hex(12)
        request: dict[str, Any] = {"key": key, "id": key}
        roll = self._chance.random()
        if roll < 0.05:
            return {**request, "type": "chat", "text": key}
        if self.state and self.leaves and roll > 0.93:
            if self.state["away"]:  # a side's own absence, or the other's: then it is refused
                return {**request, "type": "back"}
            return {**request, "type": "away", "until": self._chance.choice(("turn", "back"))}
        if not self.state or not self.state["mine"] or self.state["decision"] is None:
            return None
        known = {"at": self.state["at"], "version": self.state["version"]}
        if roll < 0.15 and self.state["canUndo"]:
            return {**request, **known, "type": "undo"}
        action = draw(self.state["decision"], self._chance)
        return {**request, **known, "type": "do", "action": action}


class Challenger:
    """Two people of whom one challenges and the other joins, whatever happens to the server.

    A form has no key: a challenge without an answer may be there or not. A link is followed until
    there is an answer.
    """

    def __init__(self, address: str, told: Told) -> None:
        self._one, self._other = (Browser(address, name) for name in ("Dora", "Emil"))
        self._told, self._link = told, ""  # the link that is followed

    def go_on(self, over: threading.Event) -> None:
        """Challenge and join until the event."""
        while not over.wait(AGAIN):
            try:
                self._once()
            except (OSError, http.client.HTTPException):
                self._told.lost += 1

    def _once(self) -> None:
        if not self._link:
            sent = {"side": "random", "opponent": "link"}
            link = self._one.post(f"/new/{GAME}", **sent).rpartition("/")[2]
            self._told.links[link] = WAITS
            self._link = link
        self._told.links[self._link] = ASKED
        try:
            path = self._other.post(f"/invitation/{self._link}")
        except urllib.error.HTTPError as error:
            if error.code != 404:
                raise
        else:
            self._told.links[self._link] = path.removeprefix("/game/")
        self._link = ""


@dataclass
class Found:
    """What a series of kills has found."""

    database: str
    kills: Counter[str] = field(default_factory=Counter)
    told: Told = field(default_factory=Told)
    faults: dict[str, None] = field(default_factory=dict)  # each once, in their order
    entries: int = 0
    started: list[float] = field(default_factory=list)
    stopped: str = ""  # why the series came to no end: a server that does not answer
    stacks: str = ""  # what that server was doing

    def line(self) -> str:
        """Return the line of the table."""
        kinds = Counter(self.told.done.values())
        kills = ", ".join(f"{count} {what}" for what, count in sorted(self.kills.items()))
        return (
            f"| {self.database} | {kills} | {self.entries} | {kinds['do']} + {kinds['undo']} + "
            f"{kinds['chat']} + {kinds['away'] + kinds['back']} + {len(self.told.links)} "
            f"| {self.told.resent} | {self.told.lost} | {len(self.faults)} |"
        )


HEAD = (
    "| database | killed | entries "
    "| answered: actions + undos + remarks + absences + challenges | sent again "
    "| connections lost | faults |\n|---|---|---|---|---|---|---|"
)


def faults(database: Database, told: Told) -> Iterator[str]:
    """Say where the database has not what people were told, or what they were not."""
    with database.reading() as connection:
        kept = Counter(
            key.partition(":")[2]
            for table in (ENTRY, CHAT)
            for key in connection.execute(select(table.c.key)).scalars()
            if key is not None
        )
        for key, kind in told.done.items():
            if kept[key] != 1:
                yield f"{kind} {key} was answered, and is there {kept[key]} times"
        yield from (f"{key} was refused, and is there" for key in told.refused if kept[key])
        yield from (f"{key} is there {n} times" for key, n in kept.items() if n > 1)
        yield from _lost_challenges(connection, told)
        for game in connection.execute(select(GAMES.c.id)).scalars().all():
            journal.read(connection, game, games.load(connection, game).revision)  # or it raises


def _lost_challenges(connection: Connection, told: Told) -> Iterator[str]:
    """Say which challenges or seats are lost that people were told of."""
    there = set(connection.execute(select(TOKEN.c.digest)).scalars())
    begun = select(GAMES.c.id).where(GAMES.c.state != games.OPEN)
    running = set(connection.execute(begun).scalars())
    free = set(connection.execute(select(SEAT.c.game).where(SEAT.c.account.is_(None))).scalars())
    for link, game in list(told.links.items()):
        if game == WAITS and digest_of(link) not in there:
            yield f"the challenge with the link {link} is lost"
        elif game not in (WAITS, ASKED) and (game not in running or game in free):
            yield f"game {game} had begun, and is lost"


def seen(database: Database, told: Told) -> dict[str, None]:
    """Return the faults that are there now, each once."""
    return dict.fromkeys(faults(database, told))


def count(database: Database) -> int:
    """Return how many entries all journals have."""
    with database.reading() as connection:
        return len(connection.execute(select(ENTRY.c.number)).all())


async def series(
    server: Forked,
    found: Found,
    kills: int,
    seed: int,
    until: float,
    postgresql: PostgreSQL | None,
) -> None:
    """Kill the server so many times while people play, or until a time."""
    chance, database = random.Random(seed), Database(server.url)
    found.started.append(await asyncio.to_thread(server.start))
    players = await asyncio.to_thread(seated, server.address, found.told, seed)
    over, ended = asyncio.Event(), threading.Event()
    challenger = await asyncio.to_thread(Challenger, server.address, found.told)
    tasks = [asyncio.create_task(player.play(over)) for player in players]
    tasks.append(asyncio.create_task(asyncio.to_thread(challenger.go_on, ended)))
    try:
        for number in range(kills):
            if time.monotonic() > until:
                break
            if number % 10 == 9:
                print(f"{found.database}: {number + 1} kills", file=sys.stderr, flush=True)
            await under_load(found.told)
            await asyncio.sleep(LONGEST * chance.random())  # the moment is left to chance
            if postgresql is not None and chance.random() < 0.2:
                found.kills["PostgreSQL"] += 1
                await asyncio.to_thread(postgresql.kill)
                await asyncio.to_thread(postgresql.start)
            else:
                found.kills["servers"] += 1
                await asyncio.to_thread(server.kill)
                found.faults |= await asyncio.to_thread(seen, database, found.told)
                found.started.append(await asyncio.to_thread(server.start))
    finally:
        over.set()
        ended.set()
    await asyncio.wait_for(asyncio.gather(*tasks), 120)
    found.faults |= seen(database, found.told)
    found.entries = count(database)
    for player in players:
        async with player.browser.connect(player.game) as connection:
            while (state := json.loads(await connection.recv()))["type"] != "state":
                pass
            if state["trouble"]:
                found.faults[f"game {player.game}: {state['trouble']}"] = None
    database.close()


async def under_load(told: Told) -> None:
    """Wait until people have been answered: before, there is nothing to be lost."""
    before = len(told.done)
    await awaited(lambda: len(told.done) >= before + 3, PATIENCE)


def seated(address: str, told: Told, seed: int) -> list[Player]:
    """Let people register and begin their games; the last one plays against a computer."""
    players = []
    for number in range(COUNT):
        one, two = (Browser(address, f"{name} {number}") for name in ("Anna", "Bert"))
        leaves = number == 0
        agreed = {"pace": "brisk", "stand_in": "recruit"} if leaves else {}
        game = _in_tournament(one, two) if number == 1 else _challenged(one, two, **agreed)
        players += [
            Player(who, game, told, seed * 1000 + 2 * number + n, leaves=leaves)
            for n, who in enumerate((one, two))
        ]
    alone = Browser(address, "Clara")
    game = alone.post(f"/new/{GAME}", side="israel", opponent="recruit").removeprefix("/game/")
    return [*players, Player(alone, game, told, seed * 1000 + 999)]


def _challenged(one: Browser, two: Browser, **agreed: str) -> str:
    """Begin a game by a challenge; return its id."""
    one.post(f"/new/{GAME}", side="israel", opponent="open", **agreed)
    lobby = two.get("/").partition('data-list="challenges"')[2]
    game = lobby.partition('data-game="')[2][:20]
    two.post(f"/challenge/{game}/join")
    return game


def _in_tournament(one: Browser, two: Browser) -> str:
    """Begin a tournament of two people; return the id of its game."""
    form = {"name": "The cup", "size": "2", "legs": "1", "pace": "daily"}
    path = one.post(f"/tournaments/new/{GAME}", **form)
    for each in (one, two):
        each.post(f"{path}/enter")

    def game() -> str:
        data = json.loads(one.get(f"/api/tournaments/{path.rpartition('/')[2]}"))
        return str(data["games"][0]["game"] or "") if data["games"] else ""

    return wait_until(game, PATIENCE, every=AGAIN)


@contextmanager
def place(kind: str) -> Iterator[tuple[str, Path, PostgreSQL | None]]:
    """Yield an empty database that survives a crash, a folder, and its PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder:
        if kind == "sqlite":
            yield f"sqlite:///{folder}/online.sqlite", Path(folder), None
            return
        postgresql = PostgreSQL(safe=True)
        postgresql.start()
        try:
            yield postgresql.new_database(), Path(folder), postgresql
        finally:
            postgresql.stop()


def run(kind: str, kills: int, seed: int = 1, seconds: float = 3600.0) -> Found:
    """Make a series of kills on an empty database, `sqlite` or `postgresql`."""
    found, until = Found(kind), time.monotonic() + seconds
    with place(kind) as (url, folder, postgresql):
        server = Forked(url, folder)
        try:
            asyncio.run(series(server, found, kills, seed, until, postgresql))
        except TimeoutError as error:
            found.stopped = str(error) or "the last requests got no answer"
            found.stacks = server.stacks()
        finally:
            server.kill()
        if found.stopped:
            database = Database(url)
            found.faults |= seen(database, found.told)
            found.entries = count(database)
            database.close()
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=60.0, help="for each database, at most")
    parser.add_argument("databases", nargs="*", default=["sqlite", "postgresql"])
    wanted = parser.parse_args()
    print(HEAD, flush=True)
    for kind in wanted.databases:
        began = time.monotonic()
        found = run(kind, wanted.kills, int(time.time()), wanted.minutes * 60)
        print(found.line(), flush=True)
        if found.stopped:
            print(f"STOPPED: {found.stopped}\n{found.stacks}", file=sys.stderr)
        restarts = sorted(found.started) or [float("nan")]
        print(
            f"{time.monotonic() - began:.0f} s; a server answered again within "
            f"{restarts[len(restarts) // 2]:.1f} s (half), {restarts[-1]:.1f} s (all)",
            file=sys.stderr,
        )
        for fault in found.faults:
            print(f"FAULT: {fault}", file=sys.stderr)


if __name__ == "__main__":
    main()
