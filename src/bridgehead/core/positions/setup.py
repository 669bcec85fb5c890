"""The set-up in progress: the placements of its side, and how to change them.

A set-up is a draft until its side ends it. The rules know only placements, one after the other. So
changing a placement means replacing actions since the set-up began: some of them are kept, and
others follow (`Change`). This needs nobody's consent, just as *Undo* does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bridgehead.core.errors import IllegalAction
from bridgehead.core.records.record import Record

PHASE = "setup"
PLACE = "place"  # the verb that places a unit
DEPLOY = "deploy"  # the action that places all remaining units as suggested
CASE = "setup"  # the case of errors that belong to no rule


@dataclass(frozen=True)
class Change:
    """A change of placements: `keep` actions of the record stay, and `actions` follow them."""

    keep: int
    actions: tuple[str, ...]

    def carry_out(self, record: Record) -> None:
        """Apply the change to a record."""
        record.cut(self.keep)
        for action in self.actions:
            record.do(action)


class SetUp:
    """The set-up in progress in a record. Create a new one after every action."""

    def __init__(self, record: Record, begun: int) -> None:
        """`begun`: the number of the record's actions before the set-up."""
        self._record = record
        self._begun = begun
        self._start = record.position_at(begun)
        self._now = record.position
        self._actions = tuple(record.actions[begun:])
        self._before_placing: dict[int, dict[str, str]] = {}  # by action: places of units before it

    @classmethod
    def of(cls, record: Record) -> SetUp | None:
        """Return the set-up in progress in a record, None if there is none."""
        side, begun = record.position.to_move, len(record.actions)
        if not is_set_up(record.position):
            return None
        while begun:
            before = record.position_at(begun - 1)
            if not is_set_up(before) or before.to_move != side:
                break
            begun -= 1
        return cls(record, begun)

    @classmethod
    def due(cls, record: Record) -> SetUp:
        """Return the set-up in progress in a record; IllegalAction if there is none."""
        found = cls.of(record)
        if found is None:
            raise IllegalAction(CASE, "no set-up is being made now")
        return found

    @cached_property
    def placed(self) -> dict[str, str]:
        """The places of the units of this set-up, in the order of placing."""
        there = self._data["units"]
        found = {unit: place for each in self._placings for unit, place in each.items()}
        return {unit: place for unit, place in found.items() if there.get(unit) == place}

    @cached_property
    def _placings(self) -> list[dict[str, str]]:
        """The placements that each action of the set-up has made."""
        return [self._placed_by(number, action) for number, action in enumerate(self._actions)]

    def _placed_by(self, number: int, action: str) -> dict[str, str]:
        """Return the placements that one action of the set-up has made."""
        verb, *objects = action.split()
        if verb == PLACE:
            return {objects[0]: objects[1]}
        if verb != DEPLOY:
            return {}
        before, after = _units(self._before(number)), _units(self._before(number + 1))
        return {unit: place for unit, place in after.items() if before.get(unit) != place}

    def _before(self, number: int) -> Any:
        """Return the position before an action of the set-up."""
        return self._record.position_at(self._begun + number)

    def _without(self, units: Iterable[str]) -> dict[str, str]:
        """Return the places of all units, with these units where they were before being placed."""
        found = dict(self._data["units"])
        for unit in units:
            del found[unit]
            if (before := self._unplaced(unit)) is not None:
                found[unit] = before
        return found

    def _unplaced(self, unit: str) -> str | None:
        """Return where a unit was before it was placed."""
        placing = max(n for n, placed in enumerate(self._placings) if unit in placed)
        if placing not in self._before_placing:
            self._before_placing[placing] = _units(self._before(placing))
        return self._before_placing[placing].get(unit)

    @cached_property
    def _data(self) -> dict[str, Any]:
        """The present position as data."""
        found: dict[str, Any] = self._now.to_dict()
        return found

    # Possible changes

    def goals(self, unit: str) -> dict[str, str]:
        """Return the other possible places of a placed unit, with the unit that it would swap with.

        The unit is "" if there is no swap.
        """
        self._check([unit])
        found = dict.fromkeys(self._open_to(unit), "")
        found.pop(self.placed[unit], None)
        for place in dict.fromkeys(self.placed.values()):
            if place not in found and (other := self._exchanged(unit, place)):
                found[place] = other
        return found

    def _exchanged(self, unit: str, place: str) -> str:
        """Return the unit that a placed unit can change places with in a place, "" if none."""
        there = [other for other, where in self._data["units"].items() if where == place]
        alone = there[0] if len(there) == 1 and place != self.placed[unit] else ""
        return alone if alone in self.placed and self._fits(unit, alone) else ""

    def dependents(self, *units: str) -> tuple[str, ...]:
        """Return the units that have to be taken back too, because they depend on these units.

        IllegalAction if one of them cannot be taken back, because a later action has changed it.
        """
        self._check(units)
        position, found = self._start.copy(), []
        for action in self._singles(dict.fromkeys(units)):
            unit = action.split()[1]
            if action in position.legal_actions():
                position.push(action)
            elif unit in self.placed:
                found.append(unit)
            else:
                raise IllegalAction(
                    CASE,
                    f"{', '.join(units)} cannot be taken back: {unit} depends on it and was "
                    "exchanged for other units; undo that exchange first",
                )
        return tuple(found)

    def _open_to(self, unit: str) -> list[str]:
        """Return the places where a placed unit may be, including its own."""
        begin = f"{PLACE} {unit} "
        legal = self._lifted(unit).legal_actions()
        return [text.removeprefix(begin) for text in legal if text.startswith(begin)]

    def _fits(self, unit: str, other: str) -> bool:
        """Whether two placed units can swap places."""
        ways = _place(unit, self.placed[other]), _place(other, self.placed[unit])
        position = self._lifted(unit, other)
        for first, second in (ways, ways[::-1]):
            if first in position.legal_actions():
                position.push(first)
                return second in position.legal_actions()
        return False

    def _lifted(self, *units: str) -> Any:
        """Return the present position without some of the placed units.

        As all others are placed, the result does not depend on the order of placing.
        """
        return self._now.game.position({**self._data, "units": self._without(units)})

    # Changing

    def move(self, unit: str, place: str) -> Change:
        """Return the change that moves a placed unit; IllegalAction if that is not possible.

        If only one other placed unit is in the way, the two swap places.
        """
        self._check([unit])
        if self.placed[unit] == place:
            raise IllegalAction(CASE, f"{unit} is in {place} already")
        why = self._lifted(unit).why_not(_place(unit, place))
        if why is None:
            return self._change({unit: place})
        other = self._exchanged(unit, place)
        if not other:
            raise why
        return self._change({unit: place, other: self.placed[unit]})

    def take_back(self, units: Sequence[str]) -> Change:
        """Return the change that takes placed units back.

        IllegalAction if units that were placed later cannot stay without them.
        """
        left = self.dependents(*units)
        if left:
            raise IllegalAction(
                CASE,
                f"{', '.join(units)} cannot be taken back alone, because others are placed only "
                f"after that: take back {', '.join(left)} too, or move {units[0]}",
            )
        return self._change(dict.fromkeys(units))

    def _check(self, units: Sequence[str]) -> None:
        if not units:
            raise IllegalAction(CASE, "name a unit")
        for unit in units:
            self._now.game.unit_index(unit)  # MalformedAction if there is no such unit
            if unit not in self.placed:
                raise IllegalAction(CASE, f"{unit} was not placed in this set-up")

    def _change(self, changes: Mapping[str, str | None]) -> Change:
        moved = {unit: place for unit, place in changes.items() if place is not None}
        wanted = {**self._without(changes), **moved}
        error: IllegalAction | None = None
        for actions in self._ways(changes):
            position = self._start.copy()
            try:
                for action in actions:
                    position.push(action)
            except IllegalAction as found:
                error = found
                continue
            if _units(position) == wanted:
                return self._shortened(actions)
        raise error or IllegalAction(CASE, "the other units cannot stay where they are after that")

    def _ways(self, changes: Mapping[str, str | None]) -> Iterator[list[str]]:
        """Yield action lists that may produce the changed placements, the shortest first.

        The last one consists of single placements, in the original order.
        """
        news = [_place(unit, place) for unit, place in changes.items() if place is not None]
        kept = [text for action in self._actions if (text := self._changed(action, changes))]
        yield kept
        singles = self._singles(changes)
        if DEPLOY in kept:
            at = kept.index(DEPLOY)
            unnamed = [action for action in news if action not in kept]
            yield [*kept[:at], *unnamed, *kept[at:]]
            last = max((singles.index(action) for action in news), default=-1)
            if last >= at:
                yield [*singles[: last + 1], DEPLOY]
        yield singles

    def _singles(self, changes: Mapping[str, str | None]) -> list[str]:
        """Return the actions of the set-up as single placements, with the changes."""
        found = []
        for number, action in enumerate(self._actions):
            one_by_one = self._one_by_one(number) if action == DEPLOY else [action]
            found += [text for each in one_by_one if (text := self._changed(each, changes))]
        return found

    def _one_by_one(self, number: int) -> list[str]:
        """Return single placements equal to a suggested set-up, in a legal order."""
        left = dict(self._placings[number])
        position = self._before(number).copy()
        found = []
        while left:
            legal = position.legal_actions()
            unit = next(unit for unit, place in left.items() if _place(unit, place) in legal)
            found.append(_place(unit, left.pop(unit)))
            position.push(found[-1])
        return found

    def _changed(self, action: str, changes: Mapping[str, str | None]) -> str:
        """Return an action with the changes applied, "" if it is taken back."""
        verb, *objects = action.split()
        if verb != PLACE or objects[0] not in changes or self.placed.get(objects[0]) != objects[1]:
            return action
        place = changes[objects[0]]
        return _place(objects[0], place) if place is not None else ""

    def _shortened(self, actions: Sequence[str]) -> Change:
        """Return the change that leads to these actions; their common beginning is kept."""
        same = 0
        for one, other in zip(actions, self._actions, strict=False):
            if one != other:
                break
            same += 1
        return Change(self._begun + same, tuple(actions[same:]))


def is_set_up(position: Any) -> bool:
    """Whether a side is setting up in a position."""
    return position.to_move in position.game.sides and position.phase == PHASE


def _units(position: Any) -> dict[str, str]:
    """Return the places of all units that are not eliminated."""
    return dict(position.to_dict()["units"])


def _place(unit: str, place: str) -> str:
    return f"{PLACE} {unit} {place}"
