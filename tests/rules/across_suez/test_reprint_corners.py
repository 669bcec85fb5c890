"""Corners of the reprint's optional rules, found by switching rules off."""

from __future__ import annotations

from typing import Any

import pytest

import bridgehead as bh


def position(options: tuple[str, ...], **fields: Any) -> Any:
    game = bh.load("across-suez-reprint", **dict.fromkeys(options, True))
    return game.position({"game": game.id, **fields})


def test_reprint_15_5_an_enemy_that_advances_beside_it_is_not_attacked() -> None:
    """ii-23 came down out of reach; the defender then advances next to it."""
    p = position(
        ("airborne_units", "airborne_operations"),
        turn=2,
        units={"ii-23": "off", "matt-2": "0709", "16-6": "0710", "reshef-3": "1503"},
    )
    p.push("land ii-23 0808")
    p.push("end")
    p.push("attack 0710 with matt-2 fire")
    p.push("roll 6")  # 4 against 4: Ar
    p.push(next(a for a in p.legal_actions() if a.startswith("retreat matt-2")))
    p.push("advance 16-6 0709")
    assert p.to_move == "israel"
    assert list(p.legal_actions()) == ["end"]
    with pytest.raises(bh.IllegalAction):
        p.push("attack 0709 with ii-23 fire")


def test_reprint_15_1_who_came_by_land_attacks_in_the_same_turn() -> None:
    """I/35 could come by air, but enters at 1609."""
    p = position(
        ("airborne_units", "airborne_operations"),
        turn=4,
        units={"i-35": "off", "16-1": "1709"},
    )
    p.push("enter i-35 1609")
    p.push("end")
    assert "attack 1709" in p.legal_actions()


def test_reprint_7_3_attackers_that_do_not_make_up_the_loss_are_all_lost() -> None:
    """At night the commando attacks with 2 but is worth 1: 1 and 2 lost for a defender of 4."""
    p = position(
        ("commandos",),
        turn=4,
        phase="combat",
        units={"ha-1": "0709", "erez-3": "0809", "16-6": "0710", "reshef-3": "1503"},
    )
    p.push("attack 0710 with erez-3 ha-1 fire")  # 4 against 4 and combined arms
    p.push("roll 5")
    assert list(p.legal_actions()) == ["lose erez-3", "lose ha-1"]
    p.push("lose erez-3")
    assert list(p.legal_actions()) == ["lose ha-1"]
    p.push("lose ha-1")
    assert list(p.legal_actions()) == ["end"]
