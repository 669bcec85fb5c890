"""The memory of a server process.

glibc gives threads heaps of their own. What a thread has freed there, the others cannot use, so a
server with threads grows: by a quarter of what its games need. Python runs one thread at a time,
for which one heap is enough.
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
