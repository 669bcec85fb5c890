"""How soon the server answers one person's clicks: moves, reachable places, groups, whole plans.

python -m benchmarks.together [ROUNDS]

The server is a process of its own with compiled rules. Each round plays the first movement
of a game by groups of five units, and takes each plan back: the next meets the same position.

Two figures are printed for each kind of click: how long the person waits, and the processor time of
the server, on which other work on the machine has little influence.
"""

from __future__ import annotations

import asyncio
import json
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from benchmarks.common import parser_of, say
from benchmarks.server import server

GAMES = {
    "across-suez-1980": [],
    "suez-56": ["deploy", "end"],
    "el-arish-67": ["deploy", "end"],
}
SIZE = 5  # units of a group
VERBS = ("move", "enter", "drop", "land")


class Person:
    """A connection that measures how long each answer takes, with the state that comes with it."""

    def __init__(self, socket: Any, pid: int) -> None:
        self.socket = socket
        self.pid = pid  # of the server
        self.state: dict[str, Any] = {}
        self.waits: dict[str, list[tuple[float, float]]] = {}

    def spent(self) -> float:
        """Return the processor time of the server, in seconds."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    async def call(self, name: str, **message: Any) -> Any:
        """Send a message and wait for its answer; note how long that took."""
        spent, began = self.spent(), time.perf_counter()
        await self.socket.send(json.dumps({**message, "id": 1}))
        while True:
            found = json.loads(await self.socket.recv())
            if found["type"] == "state":
                self.state = found
            if found["type"] == "reply":
                assert found["ok"], found
                wait = time.perf_counter() - began
                self.waits.setdefault(name, []).append((wait, self.spent() - spent))
                return found["data"]


async def play(
    address: str, pid: int, game: str, rounds: int
) -> dict[str, list[tuple[float, float]]]:
    """Play so many rounds of a game; return the waits of each kind of click."""
    body = json.dumps({"game": game, "players": {}}).encode()
    request = urllib.request.Request(f"http://{address}/api/saved", body, method="POST")
    with urllib.request.urlopen(request) as answer:
        saved = json.load(answer)["id"]
    async with connect(f"ws://{address}/api/saved/{saved}/play", max_size=None) as socket:
        person = Person(socket, pid)
        while not person.state:
            found = json.loads(await socket.recv())
            person.state = found if found["type"] == "state" else {}
        if GAMES[game]:
            await person.call("set-up", type="plan", actions=GAMES[game], at=0)
        for _ in range(rounds):
            await groups(person)
    person.waits.pop("set-up", None)
    return person.waits


async def groups(person: Person) -> None:
    """Let the units of a phase gather five by five, and take it back."""
    units = person.state["decision"]["units"]
    able = {u: [v for v in units[u] if v in VERBS] for u in units}
    names = [unit for unit, verbs in able.items() if verbs]
    for first in range(0, len(names), SIZE):
        group = {unit: able[unit] for unit in names[first : first + SIZE]}
        lead, verbs = next(iter(group.items()))
        goal = sorted(units[lead][verbs[0]])[0]
        await person.call("movement", type="ask", what="movement", unit=lead, edge=goal)
        await person.call("group", type="ask", what="group", units=group, edge=goal)
        found = await person.call("gather", type="ask", what="gather", units=group, hex=goal)
        actions = [move["action"] for move in found["moves"]]
        at = person.state["at"]
        await person.call("one action", type="do", action=actions[0], at=at)
        await person.call("undo", type="undo", at=person.state["at"])
        while person.state["at"] != at:
            await person.call("undo", type="undo", at=person.state["at"])
        await person.call("plan", type="plan", actions=actions, at=at)
        await person.call("undo of a plan", type="undo", at=person.state["at"])


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=5)
    rounds = parser.parse_args().rounds
    with server() as (address, pid):
        for game in GAMES:
            for name, waits in asyncio.run(play(address, pid, game, rounds)).items():
                told = [figures(each) for each in zip(*waits, strict=True)]
                say(f"{game}: {name}", f"{told[0]}; server {told[1]}")


def figures(seconds: Sequence[float]) -> str:
    """Return the median and the 95th percentile of some times."""
    ordered = sorted(seconds)
    half, most = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.95))
    return f"{half:.0f} ms (half), {most:.0f} ms (95%)"


if __name__ == "__main__":
    main()
