"""Corners of the first edition's rules, found by switching rules off."""

from __future__ import annotations

from typing import Any

import bridgehead as bh

GAME = bh.load("across-suez-1980")


def position(**fields: Any) -> Any:
    return GAME.position({"game": GAME.id, "turn": 2} | fields)


def test_6_1_the_first_unit_of_the_list_attacks_alone() -> None:
    p = position(phase="combat", units={"reshef-1": "0910", "16-1": "0911"})
    assert list(p.legal_actions()) == ["attack 0911", "end"]
    p.push("attack 0911")
    assert list(p.legal_actions()) == ["with reshef-1"]
    p.push("with reshef-1")
    assert list(p.legal_actions()) == ["support", "fire"]


def test_9_2_the_last_open_target_may_be_the_first_unit_of_the_list() -> None:
    p = position(turn=1, side="egypt", phase="combat", units={"reshef-1": "0910", "16-1": "0911"})
    assert list(p.legal_actions()) == ["attack 0910"]


def test_5_3_who_attacked_from_the_first_hex_of_the_map_has_attacked() -> None:
    p = position(
        phase="combat", units={"matt-2": "0101", "16-1": "0102", "16-2": "0201", "16-3": "1503"}
    )
    p.push("attack 0102 with matt-2 fire")
    p.push("roll 4")  # 4 against 3: Ar, and no hex is safe
    assert p.units["matt-2"] == "eliminated"
    p = position(phase="combat", units={"matt-2": "0101", "16-2": "0102", "16-3": "0201"})
    p.push("attack 0102 with matt-2 fire")
    p.push("roll 1")  # 4 against 2: Dr
    p.push(p.legal_actions()[0])
    p.push("stay")
    assert list(p.legal_actions()) == ["end"]


def test_6_5_the_bridge_unit_does_not_advance_onto_sand() -> None:
    p = position(side="egypt", phase="combat", units={"baram-4": "0503", "16-2": "0502"})
    p.push("attack 0503 with 16-2 fire")
    p.push("roll 4")  # 2 against 1: Ar
    p.push(p.legal_actions()[0])
    assert list(p.legal_actions()) == ["end"]
    assert p.to_move == "egypt"
