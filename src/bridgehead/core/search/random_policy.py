"""The random policy: a random legal action of any game, for the recruit.

A unit is drawn with equal chances among those that can act, then one of its actions. Each action
without a unit (`end`, `fire`, `support`, `stay`, `attack HEX`, `bombard HEX`) counts like a unit in
the first draw; in a title with hundreds of these, each verb does.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import Listed, entry


@entry
def draw(
    codes: Listed, count: int, first: float, second: float, packed: int, no_unit: int, verb: int
) -> int:
    """Return one of the `count` listed actions (at least one), given as ascending numbers.

    `first` selects the unit or the action without one, `second` the action; both are random numbers
    from 0 to less than 1. `packed`, `no_unit` and `verb` are those of the title's packing; with
    `verb` 0 every action without a unit counts like a unit.
    """
    tickets, last = 0, -1
    for i in range(count):
        group = codes[i] // packed
        if group == no_unit and verb > 0:
            group = codes[i] // verb
        if group != last or group == no_unit:
            tickets += 1
            last = group
    ticket = int(first * tickets)
    begin, last = -1, -1
    for i in range(count):
        group = codes[i] // packed
        if group == no_unit and verb > 0:
            group = codes[i] // verb
        if group != last or group == no_unit:
            last = group
            if begin >= 0:
                return int(codes[begin + int(second * (i - begin))])
            if ticket == 0:
                begin = i
            ticket -= 1
    return int(codes[begin + int(second * (count - begin))])
