"""A log filter: one line per second for a repeated fault."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable

EACH = 1.0  # seconds between two lines about the same fault
KEPT = 1_000  # most faults; the least recently logged is dropped
OURS = "bridgehead"


class OncePerSecond(logging.Filter):
    """Leaves out warnings and errors that were logged less than a second ago.

    The next line says how many were left out. Two lines are about the same fault if the same
    statement logged them, with an exception from the same place. For our own loggers the arguments
    must be equal, too; other libraries write something new into each line.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._known: OrderedDict[object, tuple[float, int]] = OrderedDict()  # last line, left out

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        if record.levelno < logging.WARNING:
            return True
        key, now = _fault(record), self._clock()
        last, left_out = self._known.pop(key, (now - EACH, 0))
        if now - last < EACH:
            self._known[key] = last, left_out + 1
            return False
        self._known[key] = now, 0
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        if left_out:
            told = f"{record.getMessage()} ({left_out} more of these were left out)"
            record.msg, record.args = told, ()
        return True


def _fault(record: logging.LogRecord) -> object:
    """Return the key that is equal for two lines about the same fault."""
    of, raised = "", None
    if record.name.startswith(OURS):
        of = record.getMessage()
    if record.exc_info and record.exc_info[0] is not None:
        trace = record.exc_info[2]
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = trace and (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        raised = record.exc_info[0], place
    return record.name, record.levelno, record.pathname, record.lineno, of, raised
