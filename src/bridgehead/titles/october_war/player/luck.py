"""The dice of rollouts: equal rolls get equal results in all rollouts with the same number.

Plans are compared by rollouts with the same dice. If the dice were drawn in sequence, two plans
would have none in common after the first battle that only one of them fights. So a roll depends on
the luck of the rollout, a number that is drawn when it begins, and on the purpose, place and time
of the roll: plans get the same rolls wherever they do not differ. A single rollout is as random as
any other. While the title is not compiled, rollouts are made action by action, and their dice are
drawn in sequence.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import Random, kernel
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.sequence import apply, legal

MOST = 0x7FFFFFFF
NOT_DRAWN = -1  # w.luck, as `places.refresh` leaves it


@kernel
def mix(x: int, value: int) -> int:
    """Mix a number and a value of at least -32; return a number from 0 to MOST."""
    x = ((x ^ (value + 32)) * 0x45D9F3B) & MOST
    x = ((x ^ (x >> 15)) * 0x2C1B3C6D) & MOST
    return x ^ (x >> 13)


@kernel
def roll_by_luck(b: Board, s: State, w: Work, random: Random, face: int) -> None:
    """Roll the dice by the luck of the rollout. A `face` of 0 or more sets the result."""
    if w.luck == NOT_DRAWN:
        w.luck = int(random.random() * MOST)
        w.rolled[:] = 0
    now = int(s.turn) * 2 + int(s.side)
    if w.rolled_in != now:
        w.rolled_in = now
        w.rolled[:] = 0
    what = mix(mix(mix(int(s.phase), int(s.step)), int(s.target)), int(s.battle))
    what = mix(mix(mix(what, int(s.shooter)), int(s.sam)), int(s.air_theater))
    k = what % len(w.rolled)
    number = mix(mix(mix(int(w.luck), what), now), int(w.rolled[k]))
    w.rolled[k] += 1  # rolls for the same thing; seldom two things share a place
    count = legal(b, s, w, w.list)
    die = face % count if face >= 0 else number % count
    apply(b, s, w, 0 + w.list[die])


__all__ = ["NOT_DRAWN", "roll_by_luck"]
