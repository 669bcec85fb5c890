"""Artillery [13.0]: Israeli support of attacks, Egyptian bombardment. None of it at night."""

from __future__ import annotations

from typing import Any

from bridgehead.core.kernel import kernel
from bridgehead.titles.across_suez.rules.canal import units_across
from bridgehead.titles.across_suez.rules.zones import enemy_adjacent, is_night
from bridgehead.titles.across_suez.state import EGYPT, ISRAEL


@kernel
def support_left(b: Any, s: Any) -> int:
    """[13.0, 13.4] Supported attacks Israel may still make in this Combat Phase.

    One, and one more for each unit across the canal; none at night [13.5].
    """
    if s.side != ISRAEL or is_night(b, s):
        return 0
    return int(b.support_free) + units_across(b, s) - int(s.supported)


@kernel
def may_bombard(b: Any, s: Any, w: Any, unit: int) -> bool:
    """[13.0, 13.2] An Israeli unit next to an Egyptian one, not bombarded yet this phase."""
    return (
        s.bombardments < b.bombardments
        and b.side[unit] == ISRAEL
        and s.hex[unit] >= 0
        and not s.bombarded[unit]
        and enemy_adjacent(b, w, ISRAEL, s.hex[unit])
    )


@kernel
def has_bombardment(b: Any, s: Any) -> bool:
    """[13.0, 13.5] Whether this Combat Phase begins with bombardments: Egypt's, by day."""
    return s.side == EGYPT and not is_night(b, s)
