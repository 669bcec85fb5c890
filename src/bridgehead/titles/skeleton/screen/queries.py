"""Where a unit can go."""

from __future__ import annotations

from bridgehead.core.errors import IllegalAction, Reason
from bridgehead.core.titles.screens import OwnPosition
from bridgehead.core.words.notation import hex_string
from bridgehead.titles.skeleton import rules


class Movement:
    """Where one unit can go, and why it cannot go elsewhere."""

    crossing = None

    def __init__(self, position: OwnPosition, unit: str) -> None:
        self.position, self.unit, self.verb = position.copy(), unit, "move"
        self._unit = position.game.unit_index(unit)
        self.allowance = 1.0
        texts = [text for text in position.legal_actions() if text.startswith(f"move {unit} ")]
        self.destinations = {text.split()[2]: 1.0 for text in texts}
        self.refusal: Reason | None = None
        board, state, _ = position.arrays
        if not texts and (number := rules.cannot_use(board, state, self._unit)):
            case, text = rules.SENTENCES[number]
            self.refusal = Reason(case, text.format(unit=unit))

    def why_not(self, hex_: str) -> Reason | None:
        """Return why the unit cannot go to a hex, None if it can."""
        if hex_string(hex_) in self.destinations:
            return None
        game = self.position.game
        code = game.grammar.encode(f"move {self.unit} {hex_}")
        reason: Reason = self.refusal or game.why(self.position, code)
        return reason

    def cost(self, hex_: str) -> float:
        """Return the cost of a destination; IllegalAction with the reason for any other hex."""
        found = self.why_not(hex_)
        if found is not None:
            raise IllegalAction(found.case, found.text)
        return self.destinations[hex_]

    def path(self, hex_: str) -> list[str]:
        """Return the way to a destination."""
        self.cost(hex_)
        return [self.position.units[self.unit], hex_]
