"""Artillery [13.0]: Israeli support of attacks, Egyptian bombardment; neither at night."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules import forbidden as no
from bridgehead.titles.across_suez.rules.canal import units_across
from bridgehead.titles.across_suez.rules.zones import enemy_adjacent, is_night
from bridgehead.titles.across_suez.state import EGYPT, ISRAEL


@kernel
def support_left(b: Board, s: State) -> int:
    """[13.0, 13.4] Supported attacks Israel may still make in this Combat Phase.

    One, and one more for each unit across the canal; none at night [13.5].
    """
    if s.side != ISRAEL or is_night(b, s):
        return 0
    return int(b.support_free) + units_across(b, s) - int(s.supported)


@kernel
def cannot_support(b: Board, s: State, w: Work, last: int, waited_for: int) -> int:
    """[13.0, 13.4, 13.5, 6.1] Return why the attack being declared can get no support, else 0.

    `last` and `waited_for` are those of `combat.cannot_add`.
    """
    if s.side != ISRAEL:
        return no.ISRAEL_SUPPORTS
    if is_night(b, s):
        return no.SILENT_AT_NIGHT
    if s.support:
        return no.SUPPORTED_ONCE
    if last < 0:
        return no.FIRST_ATTACK
    if waited_for >= 0:
        w.witness = waited_for
        return no.MUST_JOIN
    return no.ALLOWED if support_left(b, s) > 0 else no.NO_SUPPORT_LEFT


@kernel
def cannot_bombard(b: Board, s: State, w: Work, hex_: int) -> int:
    """[13.0, 13.2] Return why a hex cannot be bombarded, else 0.

    An Israeli unit stands there, next to an Egyptian one, not bombarded yet in this phase.
    """
    if s.bombardments >= b.bombardments:
        return no.ALL_BOMBARDED
    unit = w.occupant[hex_]
    if unit < 0 or b.side[unit] != ISRAEL:
        return no.NO_ISRAELI
    w.witness = unit
    if s.bombarded[unit]:
        return no.BOMBARDED_ONCE
    return no.ALLOWED if enemy_adjacent(b, w, ISRAEL, hex_) else no.NO_EGYPTIAN_BESIDE


@kernel
def has_bombardment(b: Board, s: State) -> bool:
    """[13.0, 13.5] Whether this Combat Phase begins with bombardments: Egypt's, by day."""
    return s.side == EGYPT and not is_night(b, s)
