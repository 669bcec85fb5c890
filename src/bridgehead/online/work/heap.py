"""The memory of a server process.

glibc gives each thread a heap of its own. The other threads cannot use what a thread has freed in
its heap, so a server with threads grows. Python runs one thread at a time, so one heap is enough.
"""

from __future__ import annotations

import ctypes
import os

M_ARENA_MAX = -8  # of malloc.h


def share_one() -> None:
    """Let all threads of this process share one heap, where the C library can do that."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if os.name == "posix" else None
    if mallopt is not None:
        mallopt(M_ARENA_MAX, 1)
