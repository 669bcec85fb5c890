"""Two web processes on one PostgreSQL, and players who want different things at the same moment.

    python -m tests.online.simultaneous_requests [--rounds 200] [--seed 1]

Two people play games, each with a window at both processes. In each round two windows send a
request at the same moment: two actions for the same decision, the same request at both processes,
an action and the end of the game, two offers, an answer and a withdrawal, a remark, an absence, a
time-out. Of what cannot both be, exactly one is carried out. After each round the windows of a
player show the same at both processes, and at the end no journal has a gap and each request that
was answered is there once (`kills.faults`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import sys
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Self

from benchmarks.server import draw
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from bridgehead.online.database.database import Database
from bridgehead.online.games import games, journal
from bridgehead.online.games.history import Entry
from bridgehead.online.ratings import matches
from tests.online.forked import LOG, Forked
from tests.online.kills import Browser, Told, _challenged, place, seen
from tests.online.test_timed_games import move_deadline
from tests.waiting import awaited

PATIENCE = 120.0  # seconds until an answer has come and both processes show the same
SIDES = ("israel", "egypt")  # of the two players
LIVE = "evening"  # a pace at which the time ends games by itself
PACES = {"brisk": {"stand_in": "recruit"}, LIVE: {}}
Asked = tuple["View", dict[str, Any]]
Choice = tuple[str, list[Asked], tuple[int, ...] | None]


class View:
    """One player's window at one process: the last state, and replies to requests."""

    def __init__(self, who: int, connection: ClientConnection) -> None:
        self.who, self.state, self.clock = who, dict[str, Any](), dict[str, Any]()
        self._connection = connection
        self._replies: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._hears = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        while True:
            try:
                text = await self._connection.recv()
            except ConnectionClosed as error:
                for reply in self._replies.values():
                    if not reply.done():
                        reply.set_exception(error)
                return
            message = json.loads(text)
            if message["type"] == "state":
                self.state = message
            elif message["type"] == "clock":
                self.clock = message
            elif message["type"] == "reply" and message["id"] in self._replies:
                self._replies[message["id"]].set_result(message)

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request with its key; return the reply."""
        self._replies[request["key"]] = asyncio.get_running_loop().create_future()
        await self._connection.send(json.dumps({**request, "id": request["key"]}))
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._replies[request["key"]]
        except TimeoutError:
            raise TimeoutError(f"no answer to {request}") from None

    def __repr__(self) -> str:
        return f"window of {SIDES[self.who]} at version {self.state['version']}"

    @property
    def shown(self) -> tuple[Any, ...]:
        """What both windows of a player have to show alike."""
        wanted = ("at", "version", "decision", "result", "offer", "away", "canUndo", "trouble")
        shown = [json.dumps(self.state.get(name), sort_keys=True) for name in wanted]
        return *shown, self.clock.get("paused"), self.clock.get("deadline")

    def act(self, action: str) -> dict[str, Any]:
        """Return the request of an action in the present state."""
        known = {"at": self.state["at"], "version": self.state["version"]}
        return {"type": "do", "action": action, **known}


@dataclass
class Race:
    """One game with its windows, `views[player][process]`, and what is asked in it."""

    game: str
    views: list[list[View]]
    chance: random.Random
    database: Database
    told: Told
    found: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    _time_was_short: bool = False

    @classmethod
    async def of(cls, stack: AsyncExitStack, game: str, people: list[list[Browser]],
                 chance: random.Random, database: Database, told: Told) -> Self:  # fmt: skip
        """Open the windows of a game."""
        views = []
        for who, browsers in enumerate(people):
            connections = [await stack.enter_async_context(one.connect(game)) for one in browsers]
            views.append([View(who, each) for each in connections])
        return cls(game, views, chance, database, told)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.views[0][0].state["result"] is not None

    async def settled(self) -> None:
        """Wait until each player sees the same at both processes."""

        def is_settled() -> bool:
            return all(one.state and one.shown == other.shown for one, other in self.views)

        try:
            await awaited(is_settled, PATIENCE)
        except TimeoutError:
            shown = [[view.shown for view in pair] for pair in self.views]
            raise TimeoutError(f"the processes show different states: {shown}") from None

    async def round(self) -> None:
        """Let two windows ask at the same moment; check how many of them were answered well."""
        name, asked, most = self._choose()
        for _, request in asked:
            request.setdefault("key", secrets.token_hex(12))
        replies = await asyncio.gather(*(view.ask(dict(request)) for view, request in asked))
        self.found[name] += 1
        keys: dict[str, bool] = {}
        for (_, request), reply in zip(asked, replies, strict=True):
            keys[request["key"]] = keys.get(request["key"], False) or reply["ok"]
            if not reply["ok"] and reply["error"]["kind"] in ("fault", "store"):
                self.faults.append(f"{name}: {reply['error']['text']}")
        for _, request in asked:
            if keys[request["key"]]:
                self.told.done[request["key"]] = request["type"]
            else:
                self.told.refused.add(request["key"])
        count = sum(reply["ok"] for reply in replies)
        if most is not None and count not in most:
            texts = [reply.get("error", {}).get("text") for reply in replies]
            self.faults.append(
                f"game {self.game}: {name}: {count} were carried out: {asked}, {texts}; "
                f"at the end of the journal: {self._last_entries()}"
            )
        await self.settled()

    def _last_entries(self) -> tuple[Entry, ...]:
        with self.database.reading() as connection:
            revision = games.load(connection, self.game).revision
            return journal.read(connection, self.game, revision).entries[-4:]

    def _choose(self) -> Choice:
        """Return a name, the requests, and how many of them may succeed (None: any number)."""
        chance = self.chance
        offer = self.views[0][0].state["offer"]
        if self.views[0][0].clock.get("paused"):
            return self._both("two resumptions", {"type": "resume"}, (1,))
        mine = next((pair for pair in self.views if pair[0].state["mine"]), None)
        one, other = self._processes()
        if offer is not None and chance.random() < 0.7:
            return self._answers(offer["side"])
        if mine is None or mine[0].state["decision"] is None:  # a computer decides
            return self._both("two returns", {"type": "back"}, None)
        theirs = self.views[1 - mine[0].who]
        here, there, against = mine[one], mine[other], theirs[other]

        def act() -> dict[str, Any]:
            return here.act(draw(here.state["decision"], chance))

        known = {"at": here.state["at"], "version": here.state["version"]}
        same = {**act(), "key": secrets.token_hex(12)}
        wanted: list[Choice] = [
            ("two actions", [(here, act()), (there, act())], (1,)),
            ("one action twice", [(here, same), (there, same)], (2,)),
            ("action, take-back", [(here, act()), (there, {"type": "undo", **known})], None),
            ("action, offer", [(here, act()), (against, _offer(chance))], None),
            ("two offers", [(here, _offer(chance)), (against, _offer(chance))], None),
            ("action, remarks", [(here, act()), (against, {"type": "chat", "text": "a"}),
                                 (there, {"type": "chat", "text": "b"})], (3,)),
            ("action, absence", [(here, act()), (there, _away(chance)), (against, _away(chance))],
             None),
            ("back twice", [(here, {"type": "back"}), (there, {"type": "back"})], (0, 1)),
        ]  # fmt: skip
        weights = [6, 4, 3, 2, 2, 2, 2, 2]
        ends: list[Choice] = [
            ("action, resignation", [(here, act()), (against, {"type": "resign"})], (1, 2)),
            ("two resignations", [(here, {"type": "resign"}), (against, {"type": "resign"})], (1,)),
            ("action, call-off", [(here, act()), (against, {"type": "abort"})], None),
            ("two call-offs", [(here, {"type": "abort"}), (against, {"type": "abort"})], (0, 1)),
        ]  # fmt: skip
        # the computer that plays for who is away, or the end of the time, may be quicker than both
        unsure = SIDES[here.who] in here.state["away"] or self._time_was_short
        if chance.random() < 0.08:
            chosen = chance.choice(ends)
        elif chance.random() < 0.06:
            chosen = self._time_up(here, act(), against)
        else:
            chosen = chance.choices(wanted, weights)[0]
        return (*chosen[:2], None) if unsure else chosen

    def _processes(self) -> list[int]:
        return self.chance.sample((0, 1), 2)

    def _both(self, name: str, request: dict[str, Any], most: tuple[int, ...] | None) -> Choice:
        """Both players ask the same, each at another process."""
        one, other = self._processes()
        return (
            name,
            [(self.views[0][one], dict(request)), (self.views[1][other], dict(request))],
            most,
        )

    def _answers(self, by: str) -> Choice:
        one, other = self._processes()
        offering = self.views[SIDES.index(by)]
        asked = self.views[1 - SIDES.index(by)]

        def answer(view: View, how: str) -> Asked:
            return view, {"type": "answer", "answer": how, "version": view.state["version"]}

        accepts = self.chance.choice(("accept", "decline"))
        withdrawn = [answer(asked[one], accepts), answer(offering[other], "withdraw")]
        twice = [answer(asked[one], "accept"), answer(asked[other], "decline")]
        return self.chance.choice(
            [("answer, withdrawal", withdrawn, (0, 1)), ("two answers", twice, (0, 1))]
        )

    def _time_up(self, here: View, act: dict[str, Any], against: View) -> Choice:
        """The time is up while its owner acts, and the opponent claims the win.

        Both can be carried out: the action just before that, the claim just after it.
        """
        self._time_was_short = True
        left = self.chance.choice((-1, 5, 20, 50))
        move_deadline(self.database, self.game, left)
        return "action, time-out, claim", [(here, act), (against, {"type": "claim"})], None

    async def again(self) -> None:
        """Both offer a rematch at the same moment: one game follows."""
        name, asked, _ = self._both("two rematches", {"type": "rematch", "what": "offer"}, (2,))
        asked = [(view, {**request, "key": secrets.token_hex(12)}) for view, request in asked]
        replies = await asyncio.gather(*(view.ask(request) for view, request in asked))
        self.found[name] += 1
        with self.database.reading() as connection:
            found = matches.rematch_of(connection, self.game)
        games = {reply.get("data") for reply in replies} - {None}
        if found is None or found.next is None or games != {found.next}:
            self.faults.append(f"game {self.game}: {name}: {found}, {replies}")


def _offer(chance: random.Random) -> dict[str, Any]:
    return {"type": "offer", "what": chance.choice(("draw", "takeback", "pause"))}


def _away(chance: random.Random) -> dict[str, Any]:
    return {"type": "away", "until": chance.choice(("turn", "back"))}


def pair_of(person: Browser, address: str) -> list[Browser]:
    """Return somebody's browser at one process, and the same session at another."""
    return [person, person.at(address)]


async def play(servers: list[Forked], database: Database, rounds: int, seed: int) -> Race:
    """Play games with so many rounds in all; return the last one, with what all have found."""
    chance, told = random.Random(seed), Told()
    here, there = (server.address for server in servers)
    names = [f"{name} {seed}" for name in ("Anna", "Bert")]
    people = [pair_of(await asyncio.to_thread(Browser, here, name), there) for name in names]
    found, faults = Counter[str](), list[str]()
    while True:
        game = await asyncio.to_thread(_begun, people, chance)
        async with AsyncExitStack() as stack:
            race = await Race.of(stack, game, people, chance, database, told)
            race.found, race.faults = found, faults
            try:
                await race.settled()
                while not race.over and found.total() < rounds:
                    await race.round()
                if race.over and found.total() < rounds:
                    await race.again()
            except (TimeoutError, ConnectionClosed) as error:
                faults.append(f"game {game}: ends after {found.total()} rounds: {error!r}")
                return race
        if found.total() >= rounds:
            return race


def _begun(people: list[list[Browser]], chance: random.Random) -> str:
    """Challenge at one process, join at the other; return the game."""
    pace = chance.choice(list(PACES))
    return _challenged(people[0][0], people[1][1], pace=pace, **PACES[pace])


def run(rounds: int, seed: int) -> Race:
    """Play with two processes on an empty database; return the last race, with all faults."""
    with place("postgresql") as (url, folder, _):
        servers = [Forked(url, folder) for _ in range(2)]
        database = Database(url)
        try:
            for server in servers:
                server.start()
            race = asyncio.run(play(servers, database, rounds, seed))
            race.faults += seen(database, race.told)
            log = folder / LOG
            race.faults += [line for line in log.read_text().splitlines() if "rror" in line]
        finally:
            database.close()
            for server in servers:
                server.kill()
    return race


def main() -> None:
    """Say what was asked at the same moment, and what was wrong."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    race = run(wanted.rounds, wanted.seed)
    for name, count in race.found.most_common():
        print(f"{count:5} {name}")
    print(f"{len(race.told.done)} requests were carried out, {len(race.told.refused)} refused")
    for fault in race.faults:
        print(f"FAULT: {fault}", file=sys.stderr)
    sys.exit(1 if race.faults else 0)


if __name__ == "__main__":
    main()
