"""What an open game keeps in memory between changes (`LiveGame`, `work/heap.py`)."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = [pytest.mark.plain, pytest.mark.slow]

HEAPS = """
import re, threading
from pathlib import Path
from bridgehead.online.work import heap
if {shared}:
    heap.share_one()
kept, ready, over = [], threading.Barrier(5), threading.Event()
def work():
    kept.append([bytes(3000 + n) for n in range(300)])  # large objects, so by malloc
    ready.wait()
    over.wait()
for _ in range(4):
    threading.Thread(target=work).start()
ready.wait()
# a heap of a thread is a mapping of 64 MiB, most of it without any access
maps = Path("/proc/self/maps").read_text()
unused = re.findall(r"^([0-9a-f]+)-([0-9a-f]+) ---p", maps, re.M)
sizes = [int(end, 16) - int(begin, 16) for begin, end in unused]
over.set()
print(sum(60 << 20 < size < 64 << 20 for size in sizes))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="heaps of threads are of glibc")
def test_threads_share_one_heap() -> None:
    def heaps(shared: bool) -> int:
        words = [sys.executable, "-c", HEAPS.format(shared=shared)]
        return int(subprocess.run(words, capture_output=True, text=True, check=True).stdout)

    assert heaps(shared=False) >= 3
    assert heaps(shared=True) == 0
