"""`bridgehead serve` under load: many games, thousands of WebSockets, many stored games.

    python -m benchmarks.online --database postgresql --processes 2 --by-game --stored 0
    python -m benchmarks.online --games 56 --spectators 2 --stored 0 --seconds 600 --limit 0
                                --titles across-suez-1980 suez-56 el-arish-67 october-war
    python -m benchmarks.online [--games 200] [--spectators 8] [--seconds 30] [--thinks 2]
                                [--stored 100000] [--processes 1 [--by-game]]
                                [--database sqlite|postgresql]
                                [--limit 345] [--titles across-suez-1980]

Every game has two players and some spectators, each with a WebSocket of their own. A player draws
an action, waits as long as somebody who thinks, sends it, and the time runs until the opponent's
WebSocket has the position after it. Then the same again, and nobody thinks: these are the most
actions that the server can take. With two processes (PostgreSQL) the players of a game are at
different ones; with --by-game they are at the same one, as behind a load balancer that chooses by
game. The finished games are rows only; the pages are asked for before and after they are
stored. Server, clients and database share this machine. After --limit seconds it ends in any case,
and says what it had not measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import secrets
import signal
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, insert
from tests.online.forked import DIRECT, GAME, SEAL, Forked
from tests.online.kills import place
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.common import say
from benchmarks.server import draw
from bridgehead.core.titles.games import game_info
from bridgehead.online.accounts import accounts
from bridgehead.online.accounts.login_sessions import digest_of
from bridgehead.online.database import schema
from bridgehead.online.database.database import Database, now
from bridgehead.online.database.tables import ENTRY, OUTCOME, PLAYED, SEAT, SESSION
from bridgehead.online.database.tables import GAME as GAMES
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.games import games
from bridgehead.online.ratings import matches

PEOPLE = 500  # who have played the stored games
ENTRIES = 4  # that are stored of each of them
ONCE = 20  # requests of a page
QUIET = 10  # seconds in which nobody acts
READY = 60  # seconds until all machine code is there


# What is in the database before


def begin(
    database: Database, titles: Sequence[str], count: int, spectators: int
) -> list[tuple[str, list[str]]]:
    """Begin games of the titles in turn; return each with the tokens of players and spectators."""
    seal, begun = Seal(SEAL), []
    wanted = [matches.opening(title, (), game_info(title).sides[0]) for title in titles]
    with database.writing() as connection:
        watch = [_token(connection, f"Watcher {n}") for n in range(spectators)]
        for number in range(count):
            one, two = (_token(connection, f"{name} {number}") for name in ("Anna", "Bert"))
            new = wanted[number % len(wanted)]
            [game] = matches.begin(connection, one[0], new, seal.fresh, mirrored=False)
            games.join(connection, two[0], game)
            begun.append((game, [who[1] for who in (one, two, *watch)]))
    return begun


def _token(connection: Connection, name: str) -> tuple[str, str]:
    """Make an account that is logged in; return its id and its session's token."""
    who, token, time = accounts._create(connection, name, "none").id, secrets.token_urlsafe(32), 0
    time = now(connection)
    row = {"digest": digest_of(token), "id": secrets.token_hex(8), "account": who, "agent": ""}
    connection.execute(insert(SESSION).values(**row, created=time, seen=time))
    return who, token


def store(database: Database, count: int) -> None:
    """Store finished games, in the form in which a server keeps them for years."""
    with database.writing() as connection:
        people = [accounts._create(connection, f"P{n}", "none").id for n in range(PEOPLE)]
        for first in range(0, count, 5000):
            for table, rows in _rows(people, range(first, min(first + 5000, count))).items():
                connection.execute(insert(table), rows)
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ANALYZE")


def _rows(people: list[str], numbers: range) -> dict[Table, list[dict[str, Any]]]:
    found: dict[Table, list[dict[str, Any]]] = {
        table: [] for table in (GAMES, SEAT, OUTCOME, PLAYED, ENTRY)
    }
    winner = {"winner": "israel", "ending": "resigned", "case": "", "reason": ""}
    for n in numbers:
        pair = people[n % PEOPLE], people[(n * 7 + 1 + n // PEOPLE) % PEOPLE]
        common = {"game": f"f{n:019x}", "title": GAME, "ended": n, "listed": int(n % 9 != 0)}
        found[GAMES].append(
            {"id": common["game"], "title": GAME, "options": "[]", "rules": "", "state": "over",
             "pace": "unlimited", "listed": common["listed"], "creator": pair[0], "created": n,
             "changed": n, "revision": ENTRIES, "views": "{}", "waits_for": "", "due": "",
             "result": json.dumps(winner), "summary": "{}"}
        )  # fmt: skip
        found[OUTCOME].append({**common, "winner": "israel", "ending": "resigned", "decisions": 9})
        sides = zip(("israel", "egypt"), pair, pair[::-1], (1.0, 0.0), strict=True)
        for side, own, other, score in sides:
            found[SEAT].append({"game": common["game"], "side": side, "account": own})
            played = {"side": side, "account": own, "against": other, "score": score}
            found[PLAYED].append({**common, **played})
        found[ENTRY] += [
            {"game": common["game"], "number": number, "kind": "action", "side": "israel",
             "text": "move reshef-1 0107", "time": n}
            for number in range(1, ENTRIES + 1)
        ]  # fmt: skip
    return found


# Players


class Load:
    """The people of all games, and how long they waited."""

    def __init__(self, thinks: float) -> None:
        self.thinks = thinks
        self.waits: list[float] = []  # from an action to the opponent's screen
        self.answers: list[float] = []  # to one's own answer
        self.refused = 0
        self.sent: dict[str, float] = {}  # by game: an action that the opponent has not seen
        self.begun, self.over = asyncio.Event(), asyncio.Event()

    async def player(self, socket: Any, game: str, seed: int) -> None:
        """Play one side until the load is over; read messages before it begins, too."""
        chance, asked, state, ways = random.Random(seed), 0.0, None, None
        while not self.over.is_set():
            with suppress(TimeoutError):
                text = await asyncio.wait_for(socket.recv(), 1)
                kind = text[:40]  # only what is needed is decoded: the clients share the machine
                if '"type":"state"' in kind:
                    if not asked and game in self.sent:
                        self.waits.append(time.perf_counter() - self.sent.pop(game))
                    state, ways = json.loads(text), None
                elif '"id":"ways"' in kind:
                    ways = json.loads(text)["data"]
                elif asked and '"type":"reply"' in kind:
                    self.answers.append(time.perf_counter() - asked)
                    asked = 0.0
                    if not json.loads(text)["ok"]:
                        self.refused += 1
                        self.sent.pop(game, None)
            if not self.begun.is_set():
                continue
            if not asked and state and state["mine"] and game not in self.sent:
                decision = state["decision"]
                if decision.get("movers") and ways is None:  # on a map of points
                    ways, unit = {}, chance.choice(decision["movers"])
                    question = {"type": "ask", "what": "movement", "unit": unit, "id": "ways"}
                    await socket.send(json.dumps(question))
                if ways == {}:
                    continue  # until they are answered
                await asyncio.sleep(self.thinks * (0.5 + chance.random()))
                key, known = secrets.token_hex(8), {n: state[n] for n in ("at", "version")}
                action = draw_of_points(decision, ways, chance) if "movers" in decision else ""
                action = action or draw(decision, chance)
                asked = self.sent[game] = time.perf_counter()
                await socket.send(
                    json.dumps({"type": "do", "action": action, "id": key, "key": key, **known})
                )

    async def spectator(self, socket: Any) -> None:
        """Read every message that comes."""
        with suppress(WebSocketException):
            async for _ in socket:
                pass


def draw_of_points(decision: dict[str, Any], ways: Any, chance: random.Random) -> str:
    """Return a random action of those offered on a map of points: in half of the cases a move."""
    moves = [f"move {ways['unit']} {' '.join(way)}" for way in ways["ways"]] if ways else []
    return str(chance.choice(moves if moves and chance.random() < 0.5 else decision["actions"]))


def link(address: str, game: str, token: str) -> Any:
    """Return a connection, to be used in `async with`."""
    return connect(
        f"ws://{address}/api/saved/{game}/play",
        additional_headers={"Cookie": f"session={token}"},
        origin=f"http://{address}",  # type: ignore[arg-type]
        max_size=None, proxy=None, open_timeout=300, ping_interval=None, compression=None,
    )  # fmt: skip


async def warm(servers: list[Forked], begun: list[tuple[str, list[str]]]) -> None:
    """Play some games for a while and leave them: what a title needs is loaded then."""
    load = Load(0.0)
    async with AsyncExitStack() as stack:
        for number, (game, tokens) in enumerate(begun):
            for n, token in enumerate(tokens[: 2 * len(servers)]):
                socket = await stack.enter_async_context(
                    link(servers[n % len(servers)].address, game, token)
                )
                task = asyncio.create_task(load.player(socket, game, 2 * number + n))
                stack.callback(task.cancel)
        load.begun.set()
        await asyncio.sleep(QUIET)
        load.over.set()


async def play(
    servers: list[Forked],
    begun: list[tuple[str, list[str]]],
    seconds: float,
    thinks: float,
    *,
    by_game: bool,
) -> None:
    """Open all windows, play for some time, and print how long people waited.

    `by_game`: all windows of a game are open at one server.
    """
    load, before = Load(thinks), _memory(servers)
    async with AsyncExitStack() as stack:
        began, used, tasks, count = time.perf_counter(), _processor(servers), [], 0
        everybody: list[Any] = []
        for number, (game, tokens) in enumerate(begun):
            opened = [
                link(servers[(number if by_game else n) % len(servers)].address, game, token)
                for n, token in enumerate(tokens)
            ]
            sockets = await asyncio.gather(*(stack.enter_async_context(one) for one in opened))
            count, everybody = count + len(sockets), [*everybody, *sockets]
            for n, socket in enumerate(sockets):
                work = load.player(socket, game, 2 * number + n) if n < 2 else None
                tasks.append(asyncio.create_task(work or load.spectator(socket)))
        opened_in, used = time.perf_counter() - began, _processor(servers) - used
        each = f"{1000 * used / count:.1f} ms of the processor for each"
        say(f"{len(begun)} games, {count} WebSockets: opened", f"{opened_in:.1f} s; {each}")
        grown = _Grown(servers, before, len(begun))
        grown.say("memory of each open game with its WebSockets")
        idle = _processor(servers)
        await asyncio.sleep(QUIET)
        idle = (_processor(servers) - idle) / QUIET
        say("the servers' processor time while nobody acts", f"{1000 * idle:.0f} ms a second")
        load.begun.set()
        for load.thinks, how in ((thinks, f"{thinks:g} s a decision"), (0.0, "nobody thinks")):
            done = await _measure(load, servers, seconds, how)
            grown.say(f"… memory of each open game, {done / len(begun):.0f} actions later")
        say("WebSockets that were still open at the end", str(sum(not one.done() for one in tasks)))
        load.over.set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for socket in everybody:
            socket.transport.abort()
        await asyncio.sleep(QUIET)
        grown.say(f"memory of each of these games {QUIET} s after everybody has left")
        for one in servers:  # its end is quicker than two thousand farewells
            one.kill()


async def _measure(load: Load, servers: list[Forked], seconds: float, how: str) -> int:
    """Let people play for some time, print how long they waited; return the number of actions."""
    load.waits, load.answers, load.refused = [], [], 0
    used, own, began = _processor(servers), time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    used, own, done = _processor(servers) - used, time.process_time() - own, len(load.waits)
    if not done:
        say(f"{how}: no action was done in", f"{took:.0f} s")
        return 0
    say(f"{how}: actions a second", f"{done / took:.1f} ({load.refused} were refused)")
    say("… the servers' processor time for an action", f"{1000 * used / done:.1f} ms")
    shares = [f"{100 * part / took:.0f}%" for part in (used, own)]
    say("… of one core: all servers, the clients", ", ".join(shares))
    say("… from an action to one's own answer", _figures(load.answers))
    say("… to the opponent's screen", _figures(load.waits))
    return done


def _figures(waits: list[float]) -> str:
    ordered = sorted(waits) or [float("nan")]
    half, most, nearly = (1000 * ordered[int(len(ordered) * at)] for at in (0.5, 0.95, 0.99))
    return f"{half:.0f} ms (half), {most:.0f} ms (95%), {nearly:.0f} ms (99%)"


class _Grown:
    """The memory of the servers beyond what they had before."""

    def __init__(self, servers: list[Forked], before: int, games: int) -> None:
        self._servers, self._before, self._games = servers, before, games

    def say(self, what: str) -> None:
        """Print it for each game."""
        now = _memory(self._servers)
        each = (now - self._before) / self._games
        say(what, f"{each / 1024:.0f} KiB ({now / 2**20:.0f} MiB in all)")


def _memory(servers: list[Forked]) -> int:
    pages = [int(Path(f"/proc/{one.pid}/statm").read_text().split()[1]) for one in servers]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE")


def _processor(servers: list[Forked]) -> float:
    """Return the processor time that all threads of the servers have used."""
    told = [Path(f"/proc/{one.pid}/stat").read_text().rpartition(")")[2] for one in servers]
    ticks = sum(int(tick) for one in told for tick in one.split()[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


# Pages


def pages(server: Forked, what: str) -> None:
    """Request pages, and print how long each took."""
    paths = {
        "the lobby": "/",
        "finished games": "/games",
        "… of one title": f"/games?title={GAME}",
        "… from the middle on": "/games?after=50000-f",
        "a player": "/people/P3",
        "two players": "/people/P3/against/P25",
        "ratings": "/ratings",
        "a finished game": f"/game/f{77:019x}",
        "… its log": f"/api/saved/f{77:019x}/story",
    }
    for name, path in paths.items():
        times, used = [], _processor([server])
        for _ in range(ONCE):
            began = time.perf_counter()
            with suppress(urllib.error.HTTPError):  # before they are stored
                DIRECT.open(f"http://{server.address}{path}").read()
            times.append(time.perf_counter() - began)
        used = 1000 * (_processor([server]) - used) / ONCE
        say(f"{what}: {name}", f"{_figures(times)}; {used:.0f} ms of the processor")


def sized(count: int) -> Iterator[int]:
    """Yield the numbers of stored games to measure with."""
    yield min(count, 1000)
    if count > 1000:
        yield count


def _start(server: Forked) -> None:
    """Start a server, and wait until it has loaded its machine code."""
    server.start()
    until = time.monotonic() + READY
    while time.monotonic() < until:
        with DIRECT.open(f"http://{server.address}/api/ready") as answer:
            if json.load(answer)["ready"]:
                return
        time.sleep(0.2)


class _LateError(Exception):
    """The time limit is over."""


def _end(signal_: int, frame: object) -> None:
    raise _LateError


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--spectators", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--thinks", type=float, default=2.0)
    parser.add_argument("--stored", type=int, default=100_000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--by-game", action="store_true")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--titles", nargs="+", default=[GAME])
    parser.add_argument("--limit", type=int, default=345, help="seconds; 0: none")
    wanted = parser.parse_args()
    if wanted.database == "sqlite" and wanted.processes > 1:
        sys.exit("--processes: SQLite serves one process")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    signal.signal(signal.SIGALRM, _end)
    signal.signal(signal.SIGTERM, _end)
    signal.alarm(wanted.limit)
    try:
        _run(wanted)
    except _LateError:
        say("ended before all was measured, after", f"{time.process_time():.0f} s of the processor")
        sys.exit(1)


def _run(wanted: argparse.Namespace) -> None:
    for count in sized(wanted.stored) if wanted.stored else ():
        with place(wanted.database) as (url, folder, _), ExitStack() as stack:
            database = Database(url)
            stack.callback(database.close)
            schema.migrate(database)
            store(database, count)
            server = Forked(url, folder)
            stack.callback(server.kill)
            _start(server)
            pages(server, f"{count} stored games")
    if wanted.games:
        with place(wanted.database) as (url, folder, _), ExitStack() as stack:
            database = Database(url)
            stack.callback(database.close)
            schema.migrate(database)
            count = wanted.games + len(wanted.titles)
            begun = begin(database, wanted.titles, count, wanted.spectators)
            servers = [Forked(url, folder) for _ in range(wanted.processes)]
            for server in servers:
                stack.callback(server.kill)
                _start(server)
            warmed, rest = begun[: len(wanted.titles)], begun[len(wanted.titles) :]
            asyncio.run(warm(servers, warmed))
            asyncio.run(play(servers, rest, wanted.seconds, wanted.thinks, by_game=wanted.by_game))


if __name__ == "__main__":
    main()
