"""Rash actions: attacks that rarely pay, and moves that lead to them.

A search with few rollouts accepts such actions by luck, so it checks them once more
(`players.search.search`).
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.attacks.combat import attack_column, result_of
from bridgehead.titles.middle_east_battles.rules.attacks.fire import by_fire_alone

WORST = 2  # faces that eliminate the attackers: the worst column of a table
MOST_FACES = 4  # of six


@kernel
def is_free(b: Board, s: State) -> bool:
    """Whether the attack to be rolled for was voluntary for all attackers."""
    for unit in range(b.units):
        if s.role[unit] == st.ADJACENT and s.bound[unit]:
            return False
    return True


@kernel
def is_useless(b: Board, s: State, w: Work) -> bool:
    """Whether the attack harms only the attackers on most faces, or is fire without effect."""
    column, alone = attack_column(b, s, w), by_fire_alone(b, s)
    harmed, hurts = 0, False
    for face in range(1, 7):
        result = result_of(b, s, int(s.crt), column, face)
        if result in (st.A1, st.AE):
            harmed += 1
        elif not alone or result in (st.DE, st.D2, st.D3, st.D4):
            hurts = True
    return not hurts or (harmed >= MOST_FACES and not alone)


@kernel
def note_forced(b: Board, s: State, w: Work, forced: Vector[int]) -> None:
    """Mark units that moved and must attack at the worst odds, unless on an objective."""
    column, lost = attack_column(b, s, w), 0
    for face in range(1, 7):
        lost += int(result_of(b, s, int(s.crt), column, face) == st.AE)
    if lost < WORST:
        return
    for unit in range(b.units):
        if s.role[unit] == st.ADJACENT and s.bound[unit] and s.moved[unit]:
            forced[unit] = 0 if b.objective[s.hex[unit]] else 1


@kernel
def concerns(plan: Vector[int], count: int) -> bool:
    """Whether a plan contains moves or an attack."""
    for i in range(count):
        if int(plan[i]) // st.VERB % 64 in (st.MOVE, st.ATTACK):
            return True
    return False


@kernel
def list_actions(
    plan: Vector[int], count: int, forced: Vector[int], useless: bool, found: Vector[int]
) -> int:  # fmt: skip
    """Write the moves of marked units, and the attack if it is useless; return how many."""
    n = 0
    for i in range(count):
        unit, verb = int(plan[i]) // st.UNIT, int(plan[i]) // st.VERB % 64
        if (verb == st.MOVE and forced[unit]) or (verb == st.ATTACK and useless):
            found[n] = plan[i]
            n += 1
    return n
