"""15.4 Commandos: double strength and no enemy zones for them, in night turns."""

import pytest

from bridgehead.core.titles.games import hex_title
from bridgehead.server.views.positions import position_facts

from .helpers import (
    REPRINT,
    check_attack,
    fight,
    illegal,
    legal,
    play,
    pos,
    reach,
)

SIDES = pytest.mark.parametrize(
    ("unit", "enemy", "side"), [("ha-1", "16-1", "israel"), ("cdo-a", "raviv-1", "egypt")]
)
NIGHTS = pytest.mark.parametrize("turn", [4, 7])
DAYS = pytest.mark.parametrize("turn", [5, 6])


def stand(units, **more):
    """Return a position of the reprint with the commandos."""
    return pos(REPRINT, units, options=["commandos"], **more)


@SIDES
@pytest.mark.parametrize("turn", [4, 5, 6, 7])
def test_reprint_15_4_commandos_double_at_night(unit, enemy, side, turn):
    points = 2 if turn in (4, 7) else 1
    p = stand({unit: "0507", enemy: "0508"}, side=side, turn=turn, phase="combat")
    assert p.odds("0508", [unit]).attack == points
    check_attack(p, "0508", [unit], shift=0)
    other = "egypt" if side == "israel" else "israel"
    p = stand({unit: "0507", enemy: "0508"}, side=other, turn=turn, phase="combat")
    assert p.odds("0507", [enemy]).defense == points


def test_reprint_15_4_double_in_the_first_turn_too():
    p = stand({"ha-1": "0507", "16-2": "0508"}, turn=1, phase="combat")
    assert p.odds("0508", ["ha-1"]).attack == 2


def test_reprint_15_4_only_commandos_are_doubled():
    p = stand({"ha-1": "0507", "raviv-1": "0607", "16-2": "0508"}, turn=4, phase="combat")
    odds = p.odds("0508", ["raviv-1", "ha-1"])
    assert odds.attack == 6
    assert odds.defense == 2


@SIDES
@NIGHTS
def test_reprint_15_4_commandos_ignore_zones_at_night(unit, enemy, side, turn):
    p = stand({unit: "0507", enemy: "0508"}, side=side, turn=turn)
    movement = p.movement(unit)
    assert movement.cost("0607") == 1
    assert movement.cost("0608") == 2
    assert movement.path("0608") == ["0507", "0607", "0608"]
    assert movement.cost("0509") == 2
    illegal(p, f"move {unit} 0508", "5.2(3)")
    play(p, f"move {unit} 0608")


@SIDES
@DAYS
def test_reprint_15_4_commandos_obey_zones_by_day(unit, enemy, side, turn):
    p = stand({unit: "0507", enemy: "0508"}, side=side, turn=turn)
    assert p.movement(unit).path("0607") == ["0507", "0606", "0607"]
    p = stand({unit: "0101", enemy: "0103"}, side=side, turn=turn)
    assert p.movement(unit).cost("0202") == 2
    movement = p.movement(unit)
    assert all(hex_ not in movement.path("0203")[:-1] for hex_ in ("0102", "0202", "0203"))


@NIGHTS
def test_reprint_15_4_no_way_through_an_enemy_unit_for_all_that(turn):
    p = stand({"ha-1": "0101", "16-1": "0102", "16-2": "0201"}, turn=turn)
    assert reach(p, "ha-1") == set()
    assert p.movement("ha-1").why_not("0202").case == "5.2(3)"
    illegal(p, "move ha-1 0202", "5.2(3)")


@NIGHTS
def test_reprint_15_4_other_units_obey_zones_at_night(turn):
    p = stand({"reshef-1": "0507", "16-1": "0508"}, turn=turn)
    assert p.movement("reshef-1").path("0607") == ["0507", "0606", "0607"]


@SIDES
def test_reprint_15_4_retreat_into_zones_at_night_but_away(unit, enemy, side):
    other = "egypt" if side == "israel" else "israel"
    strong = "25-1" if other == "egypt" else "keren-1"
    # 0509 is in the zone of another enemy; 0407 and 0607 are beside the attacker.
    units = {unit: "0508", strong: "0507", enemy: "0510"}
    p = stand(units, side=other, turn=4, phase="combat")
    fight(p, "0508", strong, roll=1)
    assert reach(p, unit, "retreat") == {"0408", "0509", "0608"}
    illegal(p, f"retreat {unit} 0407", "7.3", strong)
    illegal(p, f"retreat {unit} 0507", "7.4.2")
    p = stand(units, side=other, turn=5, phase="combat")
    fight(p, "0508", strong, roll=1)
    assert reach(p, unit, "retreat") == {"0408", "0608"}
    illegal(p, f"retreat {unit} 0509", "7.4.2", "zone of control")


@SIDES
@NIGHTS
def test_reprint_7_3_a_commando_that_attacked_retreats_away(unit, enemy, side, turn):
    p = stand({unit: "0807", enemy: "0808"}, side=side, turn=turn, phase="combat")
    fight(p, "0808", unit, roll=2)
    assert reach(p, unit, "retreat") == {"0707", "0806", "0907"}
    for beside in ("0708", "0908"):
        illegal(p, f"retreat {unit} {beside}", "7.3", enemy)


def test_reprint_7_3_a_commando_retreats_from_every_attacker():
    units = {"ha-1": "0508", "25-1": "0507", "25-2": "0608"}
    p = stand(units, side="egypt", turn=4, phase="combat")
    fight(p, "0508", "25-1", "25-2", roll=2)
    assert reach(p, "ha-1", "retreat") == {"0408"}


def test_reprint_7_3_a_commando_with_nowhere_away_is_eliminated():
    units = {"ha-1": "0508", "25-1": "0507", "25-2": "0509"}
    p = stand(units, side="egypt", turn=4, phase="combat")
    fight(p, "0508", "25-1", "25-2", roll=2)
    assert p.units["ha-1"] == "eliminated"


def test_reprint_7_3_who_does_not_attack_is_not_retreated_from():
    units = {"ha-1": "0508", "25-1": "0507", "16-2": "0509"}
    p = stand(units, side="egypt", turn=4, phase="combat")
    fight(p, "0508", "25-1", roll=1)
    assert reach(p, "ha-1", "retreat") == {"0408", "0608"}


def test_reprint_15_4_commandos_have_zones_themselves():
    for turn in (4, 5):
        p = stand({"ha-1": "0507", "25-1": "0508"}, side="egypt", turn=turn)
        assert p.movement("25-1").path("0607") == ["0508", "0608", "0607"]


def test_ruling_reprint_3_neither_held_nor_forced_in_the_first_turn():
    units = {"ha-1": "0507", "25-1": "0508", "16-1": "0101"}
    p = stand(units, turn=1)
    assert "0607" in reach(p, "ha-1")
    p = stand(units, turn=1, phase="combat")
    assert legal(p) == {"attack 0508", "end"}
    play(p, "end")
    assert p.side == "egypt"


def test_ruling_reprint_3_their_enemies_are_held_and_forced():
    units = {"ha-1": "0507", "25-1": "0508"}
    p = stand(units, turn=1, side="egypt")
    assert reach(p, "25-1") == set()
    p = stand(units, turn=1, side="egypt", phase="combat")
    assert legal(p) == {"attack 0507"}


def test_ruling_reprint_3_beside_a_forced_unit_the_commando_may_stay_out():
    units = {"raviv-1": "0507", "ha-1": "0607", "25-1": "0508"}
    p = stand(units, turn=1, phase="combat")
    assert legal(p) == {"attack 0508"}
    play(p, "attack 0508")
    assert legal(p) == {"with raviv-1"}
    play(p, "with raviv-1")
    assert legal(p) == {"with ha-1", "fire"}


# --- no waiting for another attacker's hex, which is beside the target ------------------------


@pytest.mark.parametrize(("turn", "roll"), [(4, 6), (5, 5)])
def test_house_R7_a_commando_does_not_wait_for_a_hex_beside_the_target(turn, roll):
    units = {"ha-1": "0101", "erez-3": "0201", "25-1": "0102"}
    p = stand(units, turn=turn, phase="combat")
    fight(p, "0102", "erez-3", "ha-1", roll=roll)
    assert p.units["ha-1"] == "eliminated"
    assert legal(p) == {"retreat erez-3 0301", "retreat erez-3 0302"}


@pytest.mark.parametrize(("turn", "shown"), [(4, {"ha-1": 2}), (5, {})])
def test_reprint_15_4_screens_show_the_strength_that_counts(turn, shown):
    p = stand({"ha-1": "0507", "raviv-1": "0607", "16-2": "0508"}, turn=turn, phase="combat")
    screen = hex_title(REPRINT).screen
    assert screen.strengths(p) == shown
    assert screen.attack_offer(p, "0508").values == shown
    play(p, "attack 0508", "with ha-1")
    combat = position_facts(p, p.view(None), None, decides=True)["combat"]
    assert combat.get("values", {}) == shown
