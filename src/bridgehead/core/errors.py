"""The errors of the package. All of them are `BridgeheadError`s with a plain sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

# controls (but not a new line and a tab), what turns the direction of writing, half pairs
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)

LONGEST = 4000  # characters of a reason


def printable(text: str) -> str:
    """Return a text that is safe to show on a terminal, with control characters escaped.

    The escapes are those of JSON, so that a JSON text stays the same data.

    >>> len(printable(chr(27))) 6
    """
    return _UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def _told(reason: str) -> str:
    """Return a reason that is safe to show: printable, and no longer than a screen or two."""
    if len(reason) > LONGEST:
        reason = f"{reason[: LONGEST // 2]} … {reason[-LONGEST // 2 :]}"
    return printable(reason)


class BridgeheadError(ValueError):
    """A refusal, with the reason and, if it helps, what would be right.

    A reason may quote an untrusted file: it is made printable, and shortened in its middle.
    """

    def __init__(self, *args: object) -> None:
        super().__init__(*(_told(arg) if isinstance(arg, str) else arg for arg in args))

    def __reduce__(self) -> tuple[Any, ...]:
        # Python would call the class with `args`; those of many errors are not what it takes.
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[BridgeheadError], args: tuple[Any, ...], fields: dict[str, Any]) -> Any:
    """Return a pickled error without composing its text again."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class IllegalAction(BridgeheadError):  # noqa: N818 - the contract's name
    """An action is not allowed by the rules now.

    `case` is the case number of the edition being played ("4.5"), `reason` a sentence in our own
    words. The position is unchanged when this is raised.
    """

    def __init__(self, case: str, reason: str) -> None:
        super().__init__(f"[{case}] {reason}")
        self.case = _told(case)
        self.reason = _told(reason)


@dataclass(frozen=True)
class Reason:
    """The reason why something is not allowed: the edition's case number and a sentence."""

    case: str
    text: str


class MalformedAction(IllegalAction):
    """A text is not an action at all: an unknown verb, unit or hex. `case` is "notation"."""

    def __init__(self, reason: str) -> None:
        super().__init__("notation", reason)


class InvalidPosition(BridgeheadError):  # noqa: N818
    """Position data are impossible: unknown ids, two units in a hex, a turn 9.

    `field` is the wrong field and `reason` what is wrong with it; both are "" if it is about no
    single field. `units` and `places` are the ids that it concerns.
    """

    field = ""
    reason = ""
    units: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, field: str, reason: str, units: tuple[str, ...] = (), places: tuple[str, ...] = ()
    ) -> InvalidPosition:
        """Return the error about a field."""
        error = cls(f"position, {field}: {reason}")
        error.field, error.reason = _told(field), _told(reason)
        error.units, error.places = units, places
        return error


class InvalidRecord(BridgeheadError):  # noqa: N818
    """A game record cannot be read, or an action in it is not legal."""


class InvalidPuzzle(BridgeheadError):  # noqa: N818
    """A puzzle cannot be read. The message names the field and the reason."""


class UnknownPuzzle(BridgeheadError):  # noqa: N818
    """There is no such puzzle."""


class NotCompiledError(BridgeheadError):
    """What was asked for takes minutes until the rules are compiled (`bridgehead warm`)."""


class InvalidData(BridgeheadError):  # noqa: N818
    """A game's data are invalid. The message names the file, the place and the reason."""


class InvalidMap(InvalidData):
    """A map file is invalid. The message names the file, the key and the reason."""


class MissingPackage(BridgeheadError, ModuleNotFoundError):  # noqa: N818
    """An optional package is not installed. The message names the extra; `name` is the module."""

    def __init__(self, reason: str, *, name: str | None = None) -> None:
        super().__init__(reason)
        self.name = name


class UnknownGame(BridgeheadError):  # noqa: N818
    """No title has a game with this id."""


class UnknownOption(BridgeheadError):  # noqa: N818
    """The edition does not have this option."""


class UnknownLesson(BridgeheadError):  # noqa: N818
    """The title has no lesson with this id."""


class UnknownPlayer(BridgeheadError):  # noqa: N818
    """The game has no computer player with this name."""
