"""A game on hexes at one terminal: its attacks."""

from __future__ import annotations

from bridgehead.terminal.hexes.attack import Draft, draft
from bridgehead.terminal.session import Line, Session


class HexSession(Session):
    """A record of a game on hexes in progress."""

    def draft(self, hexes: list[str]) -> Draft:
        """Return an attack on these hexes, in preparation; IllegalAction if it is not possible."""
        return draft(self.position, self.decision, hexes)

    def candidates(self, target: str) -> tuple[list[str], list[str], bool]:
        """Return a hex's possible and present attackers, and whether artillery can join."""
        found = self.draft([target])
        joining = [unit for unit in found.candidates if unit not in found.fixed]
        return joining, list(found.fixed), "support" in found.limits

    def fire(self, attack: Draft) -> list[Line]:
        """Fire a whole attack, also if it is partly declared; all of it or nothing."""
        texts = [*attack.texts(self.game.units), "fire"]
        trial = self.position.copy()
        for text in texts:
            trial.push(text)
        self.check_lesson(texts)
        return [line for text in texts for line in self._do(text)]

    def attack(self, target: str, attackers: list[str], support: bool) -> list[Line]:
        """Fire an attack on one hex with these units."""
        found = self.draft([target])
        found.units = list(attackers)
        found.markers = dict(found.given) | ({"support": 1} if support else {})
        found.limits.setdefault("support", 1)
        return self.fire(found)
