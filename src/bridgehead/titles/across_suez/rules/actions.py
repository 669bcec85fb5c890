"""The numbers of actions: unit * UNIT + verb * VERB + hex (`state.py`)."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.across_suez import state as st

VERBS_OF_UNIT = st.UNIT // st.VERB


@kernel
def action(unit: int, verb: int, hex_: int) -> int:
    """Return the number of an action."""
    return int(unit) * st.UNIT + int(verb) * st.VERB + int(hex_)  # wide: a field is 16 bits


@kernel
def unit_of(number: int) -> int:
    """Return the unit of an action, NO_UNIT if it has none."""
    return number // st.UNIT


@kernel
def verb_of(number: int) -> int:
    """Return the verb of an action."""
    return number // st.VERB % VERBS_OF_UNIT


@kernel
def hex_of(number: int) -> int:
    """Return the hex of an action, or the face of a roll."""
    return number % st.VERB


END_OF_PHASE = action(st.NO_UNIT, st.END, 0)
