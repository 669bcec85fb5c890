"""Output of the commands: answers, errors and progress.

Answers go to standard output, everything else to standard error. All printing goes through here, so
that a progress bar never gets into an answer.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, cast

from bridgehead.core.errors import (
    BridgeheadError,
    IllegalAction,
    InvalidData,
    InvalidMap,
    InvalidPosition,
    InvalidRecord,
    UnknownGame,
    UnknownOption,
    UnknownPlayer,
    printable,
)

NOTICE = "compiling the rules for this machine, once"
KINDS: dict[type[BridgeheadError], str] = {
    InvalidRecord: "record",
    InvalidPosition: "position",
    InvalidMap: "map",
    InvalidData: "data",
    UnknownGame: "game",
    UnknownOption: "option",
    UnknownPlayer: "player",
}


def counted(count: int, noun: str) -> str:
    """Return a number of things, "1 game" or "2 games"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


class WrongUsageError(Exception):
    """Arguments are wrong in a way that argparse does not detect: exit status 2."""


class _Status:
    """A status line on a terminal; it changes during a wait, and is erased before other output."""

    def __init__(self) -> None:
        self.width = 0

    def show(self, line: str) -> None:
        print(f"\r{line.ljust(self.width)}", end="", file=sys.stderr, flush=True)
        self.width = len(line)

    def clear(self) -> None:
        if self.width and sys.stderr is not None:
            print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)
        self.width = 0


_status = _Status()


def prepare() -> None:
    """Prepare the console for a command."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError, OSError):
            cast(Any, stream).reconfigure(errors="backslashreplace")
    _status.width = 0


def compile_rules(game_id: str) -> None:
    """Compile a game's title if that was not done before, with a progress bar on a terminal.

    Without a terminal one line says what the program is waiting for.
    """
    from bridgehead.core.titles.games import build_game

    if sys.stderr is None:
        build_game(game_id)
        return
    with _progress_bar(f"{NOTICE}: {game_id}") as tell:
        build_game(game_id, tell)


@contextlib.contextmanager
def _progress_bar(text: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar once progress is reported; without a terminal or Rich, print the text."""
    try:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
        )
    except ModuleNotFoundError:  # Rich comes with the extra `play`
        yield _remark_once(f"{text} …")
        return
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _remark_once(f"{text} …")
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    bar = Progress(*columns, console=console, transient=True)
    tasks: list[Any] = []

    def tell(done: int, known: int) -> None:
        if not tasks:
            bar.start()
            tasks.append(bar.add_task(text, total=known))
        bar.update(tasks[0], completed=done)

    try:
        yield tell
    finally:
        if tasks:
            bar.stop()


def _remark_once(text: str) -> Callable[[int, int], None]:
    """Return a progress report that prints a text the first time it is called."""
    told: list[int] = []

    def tell(done: int, known: int) -> None:
        if not told:
            remark(text)
        told.append(done)

    return tell


def finish() -> None:
    """Clean up after a command."""
    _status.clear()


def counter(total: int, what: str) -> Callable[[int], None] | None:
    """Return a progress counter for a terminal; None if there is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    return lambda done: _status.show(f"{done} of {total} {what}")


def hand_over() -> None:
    """Release the terminal to another part of the program."""
    _status.clear()


def say(text: str = "") -> None:
    """Print one or more lines of the answer."""
    _status.clear()
    print(printable(text), flush=True)  # at once in the log of a service, too


def say_json(data: Any) -> None:
    """Print an answer as JSON."""
    say(json.dumps(data, indent=1, ensure_ascii=False))


def remark(text: str) -> None:
    """Print a line that is not part of the answer."""
    _status.clear()
    if sys.stderr is not None:
        print(printable(text), file=sys.stderr)


def complain(text: str) -> None:
    """Print an error."""
    with contextlib.suppress(BrokenPipeError):
        remark(f"error: {text}")


def refuse(error: BridgeheadError, *, as_json: bool) -> int:
    """Print the reason for a refusal, with its rules case if it has one; return the exit status."""
    if as_json:
        with contextlib.suppress(BrokenPipeError):
            say_json({"error": as_data(error)})
            flush()
    complain(str(error))
    return 1


def as_data(error: BridgeheadError) -> dict[str, str]:
    """Return an error as data; `case` is a rules case or the kind of error."""
    if isinstance(error, IllegalAction):
        return {"case": error.case, "reason": error.reason}
    kind = next((name for type_, name in KINDS.items() if isinstance(error, type_)), "")
    return {"case": kind, "reason": str(error)}


def flush() -> None:
    """Flush the output now, so that a closed pipe is noticed here."""
    if sys.stdout is not None:
        sys.stdout.flush()


def abandon() -> None:
    """Discard the rest of the output silently, because its reader has closed the pipe."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
