"""How long compiling a title takes in processor time, and how many bytes are kept.

python -m benchmarks.compiling [GAME ...]
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import bridgehead as bh
from benchmarks.common import named_games, say
from bridgehead.core.kernels import compiled
from bridgehead.core.titles.games import package_of


def main() -> None:
    wanted: dict[str, str] = {}
    for game in named_games(__doc__, [info.id for info in bh.games()]):
        wanted.setdefault(package_of(game), game)
    for package, game in wanted.items():
        unit = compiled._load_modules(package)
        with tempfile.TemporaryDirectory() as folder:
            environment = os.environ | {"BRIDGEHEAD_CACHE": folder}
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                [sys.executable, "-m", "bridgehead", "warm", game],
                env=environment, check=True, capture_output=True,
            )  # fmt: skip
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            files = [path for path in Path(folder).rglob("*") if path.is_file()]
            size = sum(path.stat().st_size for path in files)
        known = f"{len(unit.kernels)} kernels, {len(unit.entries)} of them called from Python"
        say(f"{game}: {known}", f"{seconds:.0f} s of the processor, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
