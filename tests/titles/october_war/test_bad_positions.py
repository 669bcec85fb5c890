"""Positions given as data that cannot be: each is refused with its field and the reason."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT

pytestmark = [pytest.mark.plain]

GAME: Any = bh.load("october-war")
UNITS = {
    "armor-1": "tasa", "mech-1": "missouri", "tac-1": "ready", "garrison-1": "fort-milano",
    "eg-inf-1": "tasa", "2-inf-div": "ismailia", "eg-sam-1": "ismailia", "eg-tac-1": "used",
    "pg": "egyptian-reserve", "libya": "turn-track:4", "tac-2": "sinai:ground-attack",
}  # fmt: skip


def position(**fields: Any) -> dict[str, Any]:
    return {"game": "october-war", "turn": 3, "units": UNITS, **fields}


def combat(**fields: Any) -> dict[str, Any]:
    """Return a position in a battle, in its first round of fire."""
    fight = {
        "phase": "combat 1",
        "step": "fire",
        "battle": "tasa",
        "theater": "sinai",
        "side": "israel",
        "owner": "arab",
        "first": "arab",
        "firing": "arab",
        "rounds": 1,
    }
    return position(**{**fight, **fields})


def test_what_the_bad_ones_are_made_of_is_good() -> None:
    assert GAME.position(position()).step == "movement"
    assert "fire eg-inf-1" in GAME.position(combat()).legal_actions()
    jsonschema.Draft202012Validator(GAME.schema()).validate(combat())


@pytest.mark.parametrize("phase", ["commit", "event", "mobilization", "refit"])
def test_a_phase_alone_is_enough(phase: str) -> None:
    name = {"commit": "air commitment"}.get(phase, phase)
    found = GAME.position({"game": "october-war", "turn": 2, "phase": name})
    assert found.to_move is not None
    assert len(found.legal_actions()) > 0
    assert GAME.position(found.to_dict()) == found


REFUSED: dict[str, tuple[Any, str]] = {
    "no object": ([], "object"),
    "another game": ({"game": "suez-56"}, "game"),
    "no game": ({}, "game"),
    "format": (position(format=2), "format"),
    "unknown field": (position(weather="fine"), "weather"),
    "turn 0": (position(turn=0), "turn"),
    "turn 10": (position(turn=10), "turn"),
    "turn as text": (position(turn="3"), "turn"),
    "turn true": (position(turn=True), "turn"),
    "side": (position(side="egypt"), "side"),
    "phase": (position(phase="night"), "phase"),
    "step": (position(step="damage done"), "step"),
    "owner": (position(owner="umpire"), "owner"),
    "units no object": (position(units=["armor-1"]), "units"),
    "no such unit": (position(units={"armor-99": "tasa"}), "armor-99"),
    "no such place": (position(units={"armor-1": "cairo"}), "cairo"),
    "place as number": (position(units={"armor-1": 7}), "armor-1"),
    "crossing point": (position(units={"130-amph": "suez-bay"}), "crossing point"),
    "a strike on the map": (position(units={"tac-1": "tasa"}), "strike"),
    "armor in the air": (position(units={"armor-1": "ready"}), "ground unit"),
    "armor on a mission": (position(units={"armor-1": "sinai:recon"}), "ground unit"),
    "turn track without a turn": (position(units={"armor-1": "turn-track"}), "turn-track"),
    "turn track past the end": (position(units={"armor-1": "turn-track:10"}), "turn-track"),
    "turn track of words": (position(units={"armor-1": "turn-track:x"}), "turn-track"),
    "turn track of many digits": (position(units={"armor-1": "turn-track:" + 5000 * "9"}), "track"),
    "known no list": (position(known="armor-1"), "known"),
    "known nobody": (position(known=["armor-99"]), "armor-99"),
    "came from nowhere": (position(came={"armor-1": "cairo"}), "came"),
    "task too great": (position(task={"tac-2": 99}), "task"),
    "control by nobody known": (position(control={"tasa": "egypt"}), "control"),
    "control nowhere": (position(control={"cairo": "arab"}), "control"),
    "a bridge inland": (position(bridges={"tasa": "arab"}), "bridges"),
    "a bridge from the far bank": (position(bridges={"fort-matzmed": "arab"}), "bridges"),
    "a bridge of nobody": (position(bridges={"deversoir": "egypt"}), "bridges"),
    "points of nobody": (position(points={"libya": 3}), "points"),
    "points below zero": (position(points={"egypt": -1}), "points"),
    "ew as text": (position(ew={"egypt": "3"}), "ew"),
    "event unknown": (position(pool=["peace"]), "pool"),
    "pool no list": (position(pool="arab-allies"), "pool"),
    "air master of nowhere": (position(air_master={"jordan": "arab"}), "air_master"),
    "looked at nowhere": (position(looked_at={"cairo": 1}), "looked_at"),
    "raids without points": (position(raids=2), "raids"),
    "raid_at no list": (position(raid_at="tasa"), "raid_at"),
    "raid_ew of no raid": (position(raid_at=["tasa"], raids=1, raid_ew=[2]), "raid_ew"),
    "ending": (position(ending="boredom"), "ending"),
    "hits below zero": (position(hits=-1), "hits"),
    "a battle without a point": (position(phase="combat 1", step="fire"), "battle"),
    "a battle of one side": (combat(battle="ismailia"), "battle"),
    "a roll without a shooter": (combat(step="fire roll", owner="dice"), "shooter"),
    "a shooter off the map": (combat(step="fire roll", owner="dice", shooter="tac-1"), "shooter"),
    "a flight without a flyer": (position(step="flight roll", owner="dice"), "flyer"),
    "a raid that is not": (position(phase="combat 1", step="raid roll", target="tasa"), "raid"),
    "a barrage without a gun": (position(phase="combat 1", step="barrage roll", target="tasa"),
                                "actor"),
    "a view": (position(hidden={}), "view"),
    "damage to nobody": (combat(step="damage", hits=1, victim="arab", source="battle",
                                battle="baluza"), "victim"),
}  # fmt: skip


@pytest.mark.parametrize("fault", REFUSED)
def test_bad_positions_are_refused(fault: str) -> None:
    data, word = REFUSED[fault]
    with pytest.raises(bh.InvalidPosition) as refusal:
        GAME.position(data)
    assert word in str(refusal.value)


NAMES = [*GAME.schema()["properties"]]
WORDS = st.sampled_from(
    ["tasa", "armor-1", "arab", "sinai", "battle", "israel", "combat 1", "damage", "fire roll",
     "raid roll", "sam ask", "retreat", "go back", "over", "recon loss", "event roll", "none", ""]
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 200) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=4,
)


@settings(max_examples=400 if JIT else 120, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=4), st.booleans())
def test_no_data_crash_the_reader(fields: dict[str, Any], fighting: bool) -> None:
    data = combat(**fields) if fighting else position(**fields)
    try:
        found = GAME.position(data)
    except bh.BridgeheadError:
        return
    json.dumps(found.to_dict())
    for side in (*GAME.sides, None):
        found.view(side)
    if found.to_move is not None:
        assert len(found.legal_actions()) > 0


STEPS = GAME.schema()["properties"]["step"]["enum"]


@settings(max_examples=400 if JIT else 120, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(STEPS),
    st.sampled_from(GAME.schema()["properties"]["phase"]["enum"]),
    st.sampled_from(["israel", "arab", "dice"]),
    st.fixed_dictionaries(
        {},
        optional={
            "battle": st.just("tasa"), "target": st.sampled_from(["tasa", "ismailia"]),
            "flyer": st.just("eg-inf-1"), "landing": st.just("ismailia"),
            "shooter": st.sampled_from(["armor-1", "eg-inf-1"]), "hits": st.integers(0, 5),
            "victim": st.sampled_from(["israel", "arab"]), "must_go": st.integers(0, 2),
            "source": st.sampled_from(["battle", "raid", "wild weasels", "barrage"]),
            "actor": st.sampled_from(["israel", "egypt"]), "sam": st.just("eg-sam-1"),
            "air_theater": st.sampled_from(["sinai", "golan"]), "event_unit": st.just("libya"),
            "event": st.sampled_from(["soviet-resupply", "arab-allies", "us-resupply"]),
        },
    ),
)  # fmt: skip
def test_odd_positions_can_be_played_on(
    step: str, phase: str, owner: str, fields: dict[str, Any]
) -> None:
    data = position(
        step=step, phase=phase, owner=owner, raid_at=["tasa"], raids=1, raid=1, **fields
    )
    try:
        found = GAME.position(data)
    except bh.InvalidPosition:
        return
    for n in range(4):
        if found.to_move is None:
            break
        codes = found.legal_codes()
        assert len(codes) > 0
        found.push_code(int(codes[n * 7 % len(codes)]))
