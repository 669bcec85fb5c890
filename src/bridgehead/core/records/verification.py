"""What can be checked in a record: its actions, its dice, its lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bridgehead.core.dice.dice import commitment_to, derived_draw, seeded_draw
from bridgehead.core.dice.verifiable import DiceHistory
from bridgehead.core.errors import IllegalAction, InvalidRecord
from bridgehead.core.records.annotations import checked_line


@dataclass(frozen=True)
class Verification:
    """What could and could not be checked in a record, in sentences."""

    checked: tuple[str, ...]
    unchecked: tuple[str, ...]


def verify(record: Any) -> Verification:
    """Recompute whatever can be checked; InvalidRecord names the first wrong action.

    (The legality of all actions was checked when the record was loaded; it is checked again.)
    """
    checked, unchecked = [], []
    kind, secret = record.dice.kind, record.dice.secret
    if kind == "committed" and secret is not None:
        if commitment_to(secret) != record.dice.commitment:
            raise InvalidRecord("record, dice: the disclosed secret does not match the commitment")
        checked.append("the disclosed secret matches the commitment at the start")
    dice = _Checker(record)
    position = record.opening()
    for number, text in enumerate(record.actions, start=1):
        due = dice.due(position, number)
        try:
            position.push(text)
        except IllegalAction as error:
            raise InvalidRecord(
                f"record, action {number}, {text!r}: [{error.case}] {error.reason}"
            ) from error
        dice.check(number, text, due)
    checked.insert(0, f"all {len(record.actions)} actions are legal")
    for number, line in enumerate(record.lines, start=1):
        checked_line(record, line, f"record, lines, {number}")
    if record.lines:
        one = len(record.lines) == 1
        are, branch = ("line is", "it branches") if one else ("lines are", "they branch")
        checked.append(f"{len(record.lines)} {are} legal from where {branch} off")
    rolls = dice.counted()
    if dice.trail is not None:
        checked += dice.trail.told(rolls)
    elif dice.rolls and dice.can_tell:
        checked.append(f"all {rolls} are those of the {kind} dice")
    elif dice.rolls and kind == "committed" and position.to_move is None:
        unchecked.append(f"{rolls}: the game is over, but its secret is not disclosed")
    elif dice.rolls and kind == "committed":
        unchecked.append(f"{rolls}: the secret is disclosed when the game is over")
    elif dice.rolls:
        unchecked.append(f"{rolls}: open dice cannot be recomputed")
    if record.ending is not None:
        result = record.ending.result(record.game)
        unchecked.append(f"the end, which does not follow from the rules: {result.reason}")
    return Verification(tuple(checked), tuple(unchecked))


class _Checker:
    """Recomputes the dice of a record, as far as they are known."""

    def __init__(self, record: Any) -> None:
        self.actions = record.actions
        self.dice = record.dice
        self.can_tell = record.dice.kind == "seeded" or record.dice.secret is not None
        chained = record.dice.trail
        self.trail = DiceHistory(chained, record.game.sides) if chained is not None else None
        self.rolls = 0
        self.words: set[str] = set()  # "rolls", "draws"

    def due(self, position: Any, number: int) -> str | None:
        """Return the roll or draw due as action `number`; None if none is due or it is unknown."""
        if position.to_move != "dice":
            return None
        self.rolls += 1
        legal = position.legal_actions()
        self.words.add("rolls" if legal[0].startswith("roll ") else "draws")
        if self.dice.kind == "seeded" and self.dice.seed is not None:
            return str(legal[seeded_draw(self.dice.seed, self.rolls, len(legal))])
        before = self.actions[: number - 1]
        if self.trail is not None:
            return self.trail.due(number, legal, before)
        if self.dice.secret is None:
            return None
        return str(legal[derived_draw(self.dice.secret, self.rolls, before, len(legal))])

    def check(self, number: int, text: str, due: str | None) -> None:
        """Raise InvalidRecord if an action differs from the due roll."""
        if due is None or text == due:
            return
        told = due.removeprefix(f"{text.split(maxsplit=1)[0]} ")
        raise InvalidRecord(
            f"record, action {number}, {text!r}: the {self.dice.kind} dice gave {told}"
        )

    def counted(self) -> str:
        """Return the number of rolls and draws: "2 rolls", "5 rolls and draws"."""
        return f"{self.rolls} {' and '.join(sorted(self.words, reverse=True))}"
