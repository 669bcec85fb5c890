"""How long a player waits where nothing has been compiled, and what single commands take.

python -m benchmarks.start
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

os.environ["BRIDGEHEAD_JIT"] = "0"  # other processes are measured; this one compiles nothing

import bridgehead as bh
from benchmarks.common import best_seconds, parser_of, say
from bridgehead.core.titles.games import package_of

PROGRAM = [sys.executable, "-m", "bridgehead"]


def main() -> None:
    parser_of(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "BRIDGEHEAD_CACHE": str(Path(folder) / "kernels"),
            "BRIDGEHEAD_DATA": str(Path(folder) / "data"),
        }
        environment.pop("BRIDGEHEAD_JIT", None)  # as a player has it
        single_commands(Path(folder), environment)
        titles = {package_of(info.id): info.id for info in reversed(bh.games())}
        for game in reversed(titles.values()):
            first_move(game, environment)


def single_commands(folder: Path, environment: dict[str, str]) -> None:
    record = folder / "g.json"

    def run(*words: str) -> None:
        subprocess.run([*PROGRAM, *words], env=environment, check=True, capture_output=True)

    seconds = best_seconds(
        lambda: run("new", "across-suez-1980", "-o", str(record), "--force"), 3, time.perf_counter
    )
    say("bridgehead new", f"{seconds:.2f} s")
    for words in (("legal", str(record)), ("show", str(record)), ("verify", str(record))):
        seconds = best_seconds(lambda words=words: run(*words), 3, time.perf_counter)  # type: ignore[misc]
        say(f"bridgehead {words[0]}", f"{seconds:.2f} s")


def first_move(game: str, environment: dict[str, str]) -> None:
    """Start a server with an empty cache, and wait for a captain's first move."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    began = time.perf_counter()
    server = subprocess.Popen(
        [*PROGRAM, "play", "--no-browser", "--port", str(port)],
        env=environment, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        ready: Any = None
        while ready is None:
            try:
                ready = request(port, "/api/ready")
            except OSError:
                time.sleep(0.02)
        say(f"{game}: the server answers", f"{time.perf_counter() - began:.2f} s")
        sides = bh.game_info(game).sides
        mover = str(bh.load(game).start().to_move)
        players = {side: "captain" if side == mover else "human" for side in sides}
        made = request(port, "/api/saved", {"game": game, "players": players})
        with connect(f"ws://127.0.0.1:{port}/api/saved/{made['id']}/play") as connection:
            connection.send(json.dumps({"type": "now"}))
            while json.loads(connection.recv()).get("at", 0) == 0:
                pass
        say(f"{game}: a captain has moved", f"{time.perf_counter() - began:.2f} s")
    finally:
        server.terminate()
        server.wait()


def request(port: int, path: str, data: Any = None) -> Any:
    body = None if data is None else json.dumps(data).encode()
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", body)
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return json.load(answer)


if __name__ == "__main__":
    main()
