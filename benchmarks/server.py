"""A hundred games at once on one server, and how soon a page shows its first board.

python -m benchmarks.server [GAMES] [SECONDS]

The server is a process of its own, the hundred persons are connections of this one. Each plays both
sides of its game, draws one of the actions it is offered, and sends the next as soon as it has seen
the position that followed: nobody thinks. So the server is never idle; the second figure lets each
person think for a second and a half, as quick players do.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.web.browser import FLAGS
from websockets.asyncio.client import connect

from benchmarks.common import parser_of, say

GAME = "across-suez-1980"
CHROMIUM = "/usr/bin/chromium"


@contextmanager
def server() -> Iterator[tuple[str, int]]:
    """Run a server on a free port with data of its own; yield its address and process id."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        command = [sys.executable, "-m", "bridgehead", "play", "--no-browser", "--port", str(port)]
        environment = os.environ | {"BRIDGEHEAD_DATA": folder}
        began = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            _wait(f"127.0.0.1:{port}", began)
            yield f"127.0.0.1:{port}", process.pid
        finally:
            process.terminate()
            process.wait()


def _wait(address: str, began: float) -> None:
    answered = None
    while True:
        try:
            with urllib.request.urlopen(f"http://{address}/api/ready") as answer:
                answered = answered or time.perf_counter() - began
                state = json.load(answer)
        except OSError:
            state = {}
        if state.get("ready") and all(state["players"].values()):
            ready = time.perf_counter() - began
            say("server: first answer, all kernels ready", f"{answered:.1f} s, {ready:.1f} s")
            return
        time.sleep(0.05)


def begin(address: str) -> str:
    body = {"game": GAME, "players": {"israel": "human", "egypt": "human"}}
    request = urllib.request.Request(
        f"http://{address}/api/saved", json.dumps(body).encode(), method="POST"
    )
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["id"])


def draw(decision: dict[str, Any], chance: random.Random) -> str:
    """Return a random action of those offered, drawn as the recruit draws."""
    tickets = [*decision["plain"], *decision["units"]]
    tickets += [f"{verb} {hex_}" for verb, hexes in decision["hexes"].items() for hex_ in hexes]
    ticket = chance.choice(tickets)
    if ticket not in decision["units"]:
        return ticket
    verb, places = chance.choice(list(decision["units"][ticket].items()))
    return f"{verb} {ticket} {chance.choice(places)}".strip()


async def person(
    address: str, game: str, seed: int, until: float, thinks: float, waits: list[float]
) -> None:
    """Play one game after another until the time is over; note each wait for an answer."""
    chance = random.Random(seed)
    async with connect(f"ws://{address}/api/saved/{game}/play", max_size=None) as connection:
        await connection.send(json.dumps({"type": "pace", "ms": 0}))
        await asyncio.sleep(thinks * chance.random())
        sent = 0.0
        while True:
            state = json.loads(await asyncio.wait_for(connection.recv(), 60))
            if state["type"] != "state":
                continue
            if sent:
                waits.append(time.perf_counter() - sent)
                sent = 0.0
            if state["result"] is not None or time.perf_counter() > until:
                return
            if state["decision"] is not None:
                if thinks:
                    await asyncio.sleep(thinks * (0.5 + chance.random()))
                action = draw(state["decision"], chance)
                sent = time.perf_counter()
                await connection.send(
                    json.dumps({"type": "do", "action": action, "at": state["at"]})
                )


async def load(address: str, games: int, seconds: float, thinks: float) -> list[float]:
    """Let so many persons play at once, and return how long each answer took."""
    ids = [begin(address) for _ in range(games)]
    waits: list[float] = []
    until = time.perf_counter() + seconds

    async def plays(seed: int, game: str) -> None:
        number = 0
        while time.perf_counter() < until:
            await person(address, game, seed + number, until, thinks, waits)
            number += 1000
            if time.perf_counter() < until:
                game = await asyncio.to_thread(begin, address)

    await asyncio.gather(*(plays(seed, game) for seed, game in enumerate(ids)))
    return waits


def figures(waits: list[float], seconds: float) -> str:
    ordered = sorted(waits)
    at = {share: ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.95, 0.99)}
    return (
        f"{len(waits) / seconds:.0f} actions a second; answers within {at[0.5]:.0f} ms (half), "
        f"{at[0.95]:.0f} ms (95%), {at[0.99]:.0f} ms (99%)"
    )


def megabytes(pid: int) -> int:
    """Return the peak memory of a process, in MiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) // 1024


def first_board(address: str) -> float:
    """Return the seconds from opening a game's page to its board, the best of five."""
    from playwright.sync_api import sync_playwright

    game = begin(address)
    times = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for _ in range(5):
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            began = time.perf_counter()
            page.goto(f"http://{address}/#/game/{game}")
            page.wait_for_selector("#board[data-ready]")
            times.append(time.perf_counter() - began)
            page.close()
        browser.close()
    return min(times)


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("games", nargs="?", type=int, default=100)
    parser.add_argument("seconds", nargs="?", type=float, default=20.0)
    asked = parser.parse_args()
    games, seconds = asked.games, asked.seconds
    with server() as (address, pid):
        if Path(CHROMIUM).exists():
            say("the page of a game: first board", f"{first_board(address):.2f} s")
        say("memory of the server with one game", f"{megabytes(pid)} MiB")
        waits = asyncio.run(load(address, games, seconds, 0.0))
        say(f"{games} games, nobody thinks", figures(waits, seconds))
        waits = asyncio.run(load(address, games, seconds, 1.5))
        say(f"{games} games, a second and a half a decision", figures(waits, seconds))
        say(f"memory of the server after {games} games at once", f"{megabytes(pid)} MiB")


if __name__ == "__main__":
    main()
