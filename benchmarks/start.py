"""Seconds from `bridgehead legal g.json` to its answer, with a cold cache and a warm one.

python -m benchmarks.start [GAME]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.common import DEFAULT_GAME, REPEATS, best_seconds, named_game, say


def seconds(run: Callable[[], object], repeats: int = REPEATS) -> float:
    return best_seconds(run, repeats, time.perf_counter)


def main() -> None:
    game = named_game()
    first = ["end"] if game == DEFAULT_GAME else ["deploy", "end", "end"]
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "g.json"
        command = [
            sys.executable,
            "-c",
            "from bridgehead.cli import main; raise SystemExit(main())",
        ]
        environment = os.environ | {"BRIDGEHEAD_CACHE": str(Path(folder) / "kernels")}

        def bridgehead(*words: str) -> None:
            subprocess.run([*command, *words], env=environment, check=True, capture_output=True)

        cold = seconds(lambda: bridgehead("new", game, "-o", str(record)), 1)
        say("bridgehead new, cold cache", f"{cold:.2f} s")
        cold = seconds(lambda: bridgehead("legal", str(record)), 1)
        say("bridgehead legal after it, the rest compiled", f"{cold:.2f} s")
        warm = seconds(lambda: bridgehead("legal", str(record)))
        say("bridgehead legal, warm cache", f"{warm:.2f} s")
        environment["BRIDGEHEAD_CACHE"] = str(Path(folder) / "other")
        cold = seconds(lambda: bridgehead("legal", str(record)), 1)
        say("bridgehead legal, cold cache", f"{cold:.2f} s")
        bridgehead("do", str(record), *first)
        bridgehead("legal", str(record))
        warm = seconds(lambda: bridgehead("legal", str(record)))
        say("bridgehead legal in the combat phase, warm cache", f"{warm:.2f} s")


if __name__ == "__main__":
    main()
