"""The part of `Aim` for attacks in preparation."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from bridgehead.core.errors import IllegalAction
from bridgehead.terminal.hexes import words
from bridgehead.terminal.hexes.aim_moves import Moves
from bridgehead.terminal.hexes.attack import Draft, odds_of, why_not_fired
from bridgehead.terminal.screen.controller import Notice


class Attacks(Moves):
    """The attack that a person is preparing."""

    draft: Draft | None
    marker: str  # the kind of marker that is being given

    @property
    def target(self) -> str | None:
        """The target hex of the attack in preparation, the first one of several."""
        return self.draft.hexes[0] if self.draft is not None else None

    @property
    def candidates(self) -> list[str]:
        """The units that can join the attack in preparation."""
        return self.draft.candidates if self.draft is not None else []

    @property
    def attackers(self) -> list[str]:
        """The units in the attack in preparation."""
        return self.draft.units if self.draft is not None else []

    def _aim_at(self, hexes: list[str]) -> None:
        self.draft = self.session.draft(hexes)
        self.__dict__.pop("_odds", None)

    def odds(self) -> Any:
        """Return the odds of the attack in preparation, None if there is none."""
        return self._odds[0]

    @cached_property
    def _odds(self) -> tuple[Any, IllegalAction | None]:
        """Return the odds of the attack in preparation, and why it cannot be fired yet."""
        if self.draft is None:
            return None, None
        position = self.session.position
        try:
            odds = odds_of(position, self.draft)
        except IllegalAction as error:
            return None, error
        return odds, None if odds is None else why_not_fired(position, self.draft)

    @property
    def obstacle(self) -> IllegalAction | None:
        """The reason why the attack in preparation cannot be fired yet."""
        return self._odds[1]

    def toggle(self) -> Notice:
        """Add the unit or hex under the cursor to the attack, or remove it.

        Of two units in a hex first one, then the other, then both and none.
        """
        draft = self.draft
        if draft is None:
            return Notice("first choose the hex to attack", good=False)
        here = [unit for unit in self.occupants() if unit in draft.candidates]
        if not here:
            return self._toggle_hex(draft)
        free = [unit for unit in here if unit not in draft.fixed]
        if not free:
            return Notice(f"{self.name(here[0])} is declared already", good=False)
        inside = [unit for unit in free if unit in draft.units]
        change = _next_of_stack(free, inside)
        chosen = {*draft.units} - {*free} | {*change}
        draft.units = [name for name in draft.candidates if name in chosen]
        self.__dict__.pop("_odds", None)
        if len(free) == 1:
            return Notice(f"{self.name(free[0])} {'joins' if change else 'stays out'}")
        told = " and ".join(self.name(unit) for unit in change) or "neither"
        return Notice(f"of this hex: {told}")

    def _toggle_hex(self, draft: Draft) -> Notice:
        """Add a further hex to the attack, or remove it."""
        unit, number = self.occupant(), self.cursor
        side = self.session.to_move
        game = self.session.game
        enemy = unit is not None and words.counters(game)[unit]["side"] != side
        if enemy and self.session.decisions.further and number not in draft.begun:
            hexes = [h for h in draft.hexes if h != number]
            if len(hexes) == len(draft.hexes):
                hexes.append(number)
            if not hexes:
                return Notice("an attack needs a hex: Esc drops it", good=False)
            try:
                self._aim_at(sorted(hexes))
            except IllegalAction as error:
                return Notice(error.reason, error.case, good=False)
            return Notice(f"the attack is on {' and '.join(sorted(hexes))}")
        return self._cannot_join(draft, unit)

    def _cannot_join(self, draft: Draft, unit: str | None) -> Notice:
        others = " ".join(f"{draft.further} {number}" for number in draft.hexes[1:])
        error = (
            self.session.why_not(f"attack {self.target} {others} with {unit}".replace("  ", " "))
            if unit
            else None
        )
        if error is None:
            return Notice("none of your units here can join", good=False)
        return Notice(error.reason, error.case, good=False)

    def toggle_support(self) -> Notice:
        """Add or remove artillery support.

        If there are several kinds of markers, go to the next.
        """
        draft = self.draft
        if draft is None:
            return Notice("first choose the hex to attack", good=False)
        if not draft.limits:
            return self._no_markers()
        if "support" in draft.limits:
            on = not draft.markers.get("support")
            self._give("support", 1 if on else 0)
            return Notice("artillery supports the attack" if on else "no artillery support")
        kinds = list(draft.limits)
        at = kinds.index(self.marker) + 1 if self.marker in kinds else 0
        self.marker = kinds[at % len(kinds)]
        return Notice(f"{self.marker.replace('-', ' ')}: + and - change the number")

    def change_markers(self, step: int) -> Notice:
        """Add or remove one marker of the chosen kind."""
        draft = self.draft
        if draft is None:
            return Notice("first choose the hex to attack", good=False)
        if not draft.limits:
            return self._no_markers()
        if self.marker not in draft.limits:
            self.marker = next(iter(draft.limits))
        self._give(self.marker, draft.markers.get(self.marker, 0) + step)
        said = f"{draft.markers.get(self.marker, 0)} of {draft.limits[self.marker]}"
        return Notice(f"{self.marker.replace('-', ' ')}: {said}")

    def _no_markers(self) -> Notice:
        if "support" not in self.session.game.grammar.verbs:
            return Notice("no airstrike or naval gun can join this attack", good=False)
        names = " ".join(self.attackers or self.candidates)
        error = self.session.why_not(f"attack {self.target} with {names} support")
        reason = error or IllegalAction("", "no artillery can support this attack")
        return Notice(reason.reason, reason.case, good=False)

    def _give(self, name: str, number: int) -> None:
        if self.draft is not None and not self.draft.given.get(name):
            self.draft.markers[name] = max(0, min(number, self.draft.limits.get(name, 0)))
            self.__dict__.pop("_odds", None)

    def fire(self) -> Notice:
        """Fire the attack in preparation."""
        draft = self.draft
        if draft is None:
            return self.do("fire")
        if not draft.units and not any(draft.markers.values()):
            return Notice("an attack needs at least one attacker: space adds one", good=False)
        return self._try(lambda: self.session.fire(draft))


def _next_of_stack(free: list[str], inside: list[str]) -> list[str]:
    """Return the units of a hex that are in the attack after the next key press."""
    if len(free) == 1:
        return [] if inside else free
    turns = [[], *([unit] for unit in free), free]
    return turns[(turns.index(inside) + 1) % len(turns)] if inside in turns else []
