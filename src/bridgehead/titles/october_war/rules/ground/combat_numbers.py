"""The numbers of battles, raids and barrages, as kernels; `screen` puts them into words."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import NumberRows, Numbers, entry
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules import view
from bridgehead.titles.october_war.rules.air import umbrella
from bridgehead.titles.october_war.rules.air.strikes import bomb_factors, box_of
from bridgehead.titles.october_war.rules.ground import fire
from bridgehead.titles.october_war.rules.kinds import Boards, States, Works
from bridgehead.titles.october_war.rules.places import hermon_of, overstacked

FACTS = 10  # numbers told of each counter: strength, column, whether it may fire, seven shifts


@entry
def battle_facts(board: Boards, states: States, works: Works, viewer: int, out: NumberRows) -> None:
    """Write for each counter in the battle strength, column, whether it may fire, and its shifts.

    `states` and `works` have two records: the position, and scratch for what the viewer knows of
    it.
    """
    b = board[0]
    view.mask(b, states, works, viewer)
    s, w = states[1], works[1]
    p = int(s.battle)
    for u in range(b.units):
        if p < 0 or s.where[u] != p:
            continue
        out[u, 0] = fire.strength_of(b, s, w, u)
        out[u, 1] = fire.column_of(b, s, w, u)
        fired = s.where[u] != p or b.side[u] != s.firing or int(s.mark[u]) & st.FIRED != 0
        other = s.firing == s.side and s.nation >= 0 and b.nation[u] != s.nation
        out[u, 2] = 0 if fired or other else 1
        fire.shifts(b, s, w, u, w.out)
        for k in range(7):
            out[u, 3 + k] = w.out[k]


@entry
def attack_facts(board: Boards, states: States, works: Works, viewer: int, out: Numbers) -> None:
    """Write the values of the raid or barrage to be rolled for: factors and shifts.

    out: factors of the raid, of the Wild Weasels, the marker's strength; terrain, umbrella,
    overstacked, Mt. Hermon.
    """
    b = board[0]
    view.mask(b, states, works, viewer)
    s, w = states[1], works[1]
    p, side = int(s.target), int(s.side)
    if p < 0 or p >= b.points:
        return
    out[0] = bomb_factors(b, s, side, box_of(int(b.theater[p]), st.GROUND_ATTACK), int(s.raid))
    out[1] = 2 * s.weasels
    if s.actor >= 0:
        out[2] = b.barrage_strength[s.actor]
    out[3] = b.shift[p, side]
    no_ew = s.raid <= 0 or s.raid_ew[s.raid - 1] == 0
    if no_ew and umbrella.covered(b, s, w, p, 1 - side, True):
        out[4] = -2
    if overstacked(b, s, w, 1 - side, p):
        out[5] = 1
    if b.theater[p] == st.GOLAN and hermon_of(b, s) == side:
        out[6] = 1
