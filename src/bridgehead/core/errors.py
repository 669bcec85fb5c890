"""The errors of the package. Every one of them is a `BridgeheadError` with a plain sentence."""

from __future__ import annotations


class BridgeheadError(ValueError):
    """What the program refuses, with the reason and, where it helps, what would be right."""


class IllegalAction(BridgeheadError):  # noqa: N818 - the contract's name
    """An action that the rules do not allow now.

    `case` is the case number of the edition being played ("4.5"), `reason` a sentence in our
    own words. The position is unchanged when this is raised.
    """

    def __init__(self, case: str, reason: str) -> None:
        super().__init__(f"[{case}] {reason}")
        self.case = case
        self.reason = reason


class MalformedAction(IllegalAction):
    """A text that is no action at all: an unknown verb, unit or hex. `case` is "notation"."""

    def __init__(self, reason: str) -> None:
        super().__init__("notation", reason)


class InvalidPosition(BridgeheadError):  # noqa: N818
    """Position data that cannot be a position: unknown ids, two units in a hex, a turn 9."""


class InvalidRecord(BridgeheadError):  # noqa: N818
    """A game record that cannot be read, or an action in it that is not legal."""


class InvalidData(BridgeheadError):  # noqa: N818
    """A game's data that are refused. The message names the file, the place and the reason."""


class InvalidMap(InvalidData):
    """A map file that is refused. The message names the file, the key and the reason."""


class UnknownGame(BridgeheadError):  # noqa: N818
    """A game id that no title offers."""


class UnknownOption(BridgeheadError):  # noqa: N818
    """An option that the edition does not have."""


class UnknownPlayer(BridgeheadError):  # noqa: N818
    """A computer player's name that does not exist for this game."""
