"""How each field of the state is stored in a position's data.

One table serves for writing, reading and the schema. Missing fields are as in `blank`, a state in
which nothing has happened. Fields with special treatment (units, control, bridges, event pools) are
in `position_format.py`.
"""

from __future__ import annotations

from typing import Any

from bridgehead.titles.october_war import state as st

STOCKS = ("israel", "egypt", "syria")

# marks of counters, by their bits; each is a list of units
MARKS = (
    "moved", "moved_now", "in_command", "fought", "looked", "helped", "by_water", "flew",
    "dropped", "sam_fired", "fired", "sortie", "raided", "broken", "formed",
)  # fmt: skip

# the words that stand for the numbers of a field, from 0; -1 is not said
WORDS: dict[str, tuple[str, ...]] = {
    "ending": st.ENDING_NAMES,
    "winner": st.SIDES,
    "event": st.EVENTS,
    "air_theater": st.THEATERS,
    "air_side": st.SIDES,
    "air_nation": st.NATIONS,
    "asked": ("", "flight", "look", "retreat"),
    "source": ("", "battle", "raid", "wild weasels", "barrage"),
    "actor": st.NATIONS,
    "theater": st.THEATERS,
    "nation": st.NATIONS,
    "first": st.SIDES,
    "firing": st.SIDES,
    "victim": st.SIDES,
    "chooser": st.SIDES,
}

# whole numbers and the greatest they may be
COUNTS: dict[str, int] = {
    "conversions": 99, "free_used": 1, "event_stage": 99, "event_number": 99,
    "combined_arms": 1, "jordan_cut": 9, "jordan_limit": 1, "jordan_came": 9, "ceasefires": 2,
    "ceasefire": 1, "committed": 16383, "signals_used": 1, "air_dice": 99, "air_ew": 1,
    "air_stage": 99, "looking": 1, "raids": st.MAX_RAIDS - 1, "raid": st.MAX_RAIDS - 1,
    "raid_stage": 99, "weasels": 30, "drops": 3, "rounds": 999, "any_result": 1, "hits": 99,
    "must_go": 2, "cancels": 9, "going": 2, "only_air_defense": 1, "closed": 1, "escaped": 99,
    "battle_stage": 9, "event_dice": 9,
}  # fmt: skip

# a counter or a place that something is about
UNITS = ("event_unit", "sam", "flyer", "shown", "shooter")
PLACES = ("landing", "target", "battle")

# numbers by name
TABLES: dict[str, tuple[tuple[str, ...], int, int]] = {  # names, least, most
    "points": (STOCKS, 0, 999),
    "spent": (STOCKS, 0, 999),
    "casualties": (STOCKS, 0, 999),
    "ew": (STOCKS, 0, 99),
    "barrage": (STOCKS, 0, 9),
    "bought": (("armor", "mechanized"), 0, 99),
    "extra": (("armor", "mechanized"), 0, 99),
    "thirds": (("armor", "mechanized", "infantry"), 0, 99),
    "gate": (STOCKS, -1, 1),
    "air_refit": (st.SIDES, 0, 99),
    "air_lost": (st.SIDES, 0, 99),
    "air_points": (st.SIDES, 0, 999),
}

# places for which something is so
PLACE_LISTS = ("morale", "barraged", "fought_at")

# what belongs to the pending decision, and to a part of a phase
PENDING = (
    "step", "owner", "tried", "came", "task", "moved_now", "raided", "broken", "formed", "raid_at",
    "raid_ew", "looked_at", "result", *UNITS, *PLACES, *WORDS, "event_stage",
    "event_number", "event_dice", "committed", "air_dice", "air_ew", "air_stage", "air_refit",
    "air_lost", "air_points", "looking", "raids", "raid", "raid_stage", "weasels", "rounds",
    "any_result", "hits", "must_go", "cancels", "going", "only_air_defense", "escaped",
    "battle_stage", "in_command",
)  # fmt: skip

# steps that are about something: what must be given with them
NEEDS: dict[int, tuple[str, ...]] = {
    st.ALLY_ARRIVAL_ROLL: ("event_unit",),
    st.REFIT_ROLL: ("event_unit",),
    st.REFIT_ARRIVAL: ("event_unit",),
    st.SAM_ASK: ("landing",),
    st.UMBRELLA: ("flyer", "landing"),
    st.RECON_ROLL: ("landing",),
    st.RECON_LOSS: ("landing",),
    st.EW_COUNTER: ("landing",),
    st.FLIGHT_ROLL: ("flyer", "landing"),
    st.RETREAT_ROLL: ("flyer", "landing"),
    st.RAID_EW: ("target", "raid"),
    st.WILD_WEASELS: ("target", "raid"),
    st.WILD_WEASEL_ROLL: ("target", "raid"),
    st.AIR_DEFENSE: ("target", "raid"),
    st.AIR_DEFENSE_ROLL: ("target", "raid", "sam"),
    st.AIR_DEFENSE_LOSS: ("target", "raid"),
    st.RAID_ROLL: ("target", "raid"),
    st.BARRAGE_ROLL: ("target", "actor"),
    st.CHOOSE_NATION: ("battle",),
    st.ATTACKER_EW: ("battle",),
    st.DEFENDER_EW: ("battle",),
    st.FIRE: ("battle",),
    st.FIRE_ROLL: ("battle", "shooter"),
    st.ATTACKER_STAYS: ("battle",),
    st.DEFENDER_STAYS: ("battle",),
    st.GO_BACK: ("battle",),
    st.GO_BACK_ROLL: ("battle", "flyer"),
}


# the phases in which a step can come
BATTLE_PHASES = (st.COMBAT_1, st.COMBAT_2)
MOVE_PHASES = (st.MOVEMENT_1, st.MOVEMENT_2)


def phases_of(step: int) -> tuple[int, ...]:
    """Return the phases in which a decision can be pending."""
    for last, phases in (
        (st.SETTING_UP, (st.SETUP,)),
        (st.COMMIT, (st.AIR_COMMITMENT,)),
        (st.SHIFT, (st.SUPERIORITY,)),
        (st.STRATEGIC_ROLL, (st.STRATEGIC_ATTACK,)),
        (st.ALLY_ARRIVAL_ROLL, (st.EVENT,)),
        (st.REORGANIZE, (st.REORGANIZATION,)),
        (st.MOBILIZE, (st.MOBILIZATION,)),
        (st.REFIT_ARRIVAL, (st.REFITTING,)),
        (st.MOVE, MOVE_PHASES),
        (st.RECON_LOSS, MOVE_PHASES + BATTLE_PHASES),
        (st.FLIGHT_ROLL, MOVE_PHASES),
        (st.GO_BACK_ROLL, BATTLE_PHASES),
        (st.BRIDGES, (st.ADMINISTRATION,)),
    ):
        if step <= last:
            return phases
    return (st.ENDED,)


def step_names() -> tuple[str, ...]:
    """Return the names of the steps that are decisions, or the end."""
    return st.STEPS[st.SETTING_UP :]


def place_names(game: Any) -> tuple[str, ...]:
    """Return every word for the place of a counter, except the turns of the turn track."""
    missions = [f"{theater}:{mission}" for theater in st.THEATERS for mission in st.MISSIONS]
    return (*game.places, *(box for box in st.BOXES if box != "turn-track"), *missions)
