"""What screens ask: offers of attacks, reminders, counts, the ledger, the tables."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from bridgehead.cli.game_commands.story import steps_of
from bridgehead.core.errors import IllegalAction
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.positions.decision import Decision
from bridgehead.core.records.record import Record
from bridgehead.titles.middle_east_battles.screen import offers
from tests.tiers import first
from tests.titles.middle_east_battles.games import SETTINGS, load, scatter

RECORDS = Path(__file__).parents[2] / "records"
pytestmark = [pytest.mark.plain]


def combat(**fields: Any) -> Any:
    game = load("suez")
    units = {
        "1-p": "4211", "1-rcp": "4210", "33-p-artillery": "4012", "2-p": "4611",
        "4-inf": "4311", "ps-antiaircraft": "4714", "1r-inf": "4711",
    }  # fmt: skip
    data = {"game": game.id, "turn": 2, "phase": "combat", "units": {**units, **fields}}
    return game.position(data)


def test_an_offer_names_roles_markers_and_what_the_defender_could_add() -> None:
    offer = offers.attack_offer(combat(), "4311")
    assert (offer.hex, offer.hexes, offer.target) == ("4311", ("4311",), "4-inf")
    assert offer.roles == {"1-p": "adjacent", "1-rcp": "adjacent", "33-p-artillery": "ranged"}
    assert set(offer.candidates) == set(offer.roles)
    assert offer.markers == {
        "british-air": 7, "french-air": 5, "british-guns": 1, "french-guns": 1,
    }  # fmt: skip
    assert [(found.name, found.value) for found in offer.protection] == [("ps-antiaircraft", 1)]
    assert json.dumps(asdict(offer))


def test_an_offer_names_who_must_join_and_who_cannot() -> None:
    offer = offers.attack_offer(combat(), "4311")
    assert {found.unit: found.text for found in offer.must} == {
        unit: f"{unit} would have no enemy left to attack, so it has to join"
        for unit in ("1-p", "1-rcp")
    }
    fought = combat(**{"1-rcp": "4611", "2-p": "4210"})
    trial = fought.copy()
    trial.push("attack 4311")
    assert trial.why_not("with 1-rcp") is not None


def test_an_attack_that_is_declared_is_looked_at_as_it_is() -> None:
    position = combat()
    position.push("attack 4311")
    position.push("with 1-p")
    offer = offers.attack_offer(position, "4311")
    assert offer.inside == ("1-p",)
    assert "1-p" not in offer.candidates
    with pytest.raises(IllegalAction):
        offers.attack_offer(position, "4711")


@pytest.mark.slow_for("el arish", "what if")
@pytest.mark.parametrize("setting", SETTINGS)
def test_whom_an_offer_names_can_join(setting: str) -> None:
    looked_at = 0
    for seed in range(8 if JIT else 2):
        position = scatter(setting, seed)
        if position.phase != "combat":
            continue
        decision = Decision.of(position)
        for hex_ in decision.hexes.get("attack", ())[:3]:
            offer = offers.attack_offer(position, hex_)
            looked_at += 1
            named = {found.unit for found in offer.refused}
            assert not named & set(offer.candidates)
            assert {found.unit for found in offer.must} <= set(offer.candidates)
            for other in offer.also[:2]:
                both = offers.attack_offer(position, hex_, other)
                assert set(both.hexes) == {hex_, other}
            for unit in offer.candidates[:2]:
                role = offer.roles[unit]
                odds = position.odds(hex_, [unit])
                assert odds.attack >= 0
                assert role in ("adjacent", "ranged")
    assert looked_at


@pytest.mark.parametrize("setting", SETTINGS)
def test_counts_and_ledger_add_up(setting: str) -> None:
    for seed in range(4):
        position = scatter(setting, seed)
        counts = offers.counts(position)
        for side, found in counts.items():
            assert sum(found.values()) == sum(c["side"] == side for c in position.game.counters)
        for side, told in offers.ledger(position).items():
            assert told["points"] == position.points[side]
            assert all(entry["case"] for entry in told["entries"])


def test_reminders_name_what_would_be_left_undone() -> None:
    game = load("suez")
    position = game.position({"game": game.id})
    found = offers.reminders(position, Decision.of(position))
    assert [reminder.case for reminder in found] == ["9.11", "9.12"]
    position.push("end")
    assert offers.reminders(position, Decision.of(position)) == []


def test_limits_say_how_many_may_still_drop_and_land() -> None:
    """[9.11, 9.13] Two drops in turn 1, later fewer; six landings in the first turn of landings."""
    game = load("suez")
    position = game.position({"game": game.id})
    found = offers.limits(position, Decision.of(position))
    assert [(one.text, one.case) for one in found] == [("Air drops left this turn: 2", "9.11")]
    position = game.position({"game": game.id, "turn": 4})
    texts = [one.text for one in offers.limits(position, Decision.of(position))]
    assert "Landings from the sea left this turn: 6" in texts
    land = next(a for a in position.legal_actions() if a.startswith("land "))
    position.push(land)
    (left,) = offers.limits(position, Decision.of(position))
    assert (left.text, left.case) == ("Landings from the sea left this turn: 5", "9.13")
    position.push("end")
    assert offers.limits(position, Decision.of(position)) == []


def test_the_sure_turns_and_the_tables() -> None:
    assert offers.turns(load("suez")) == 6
    assert offers.turns(load("el arish")) == 11
    columns, rows = offers.results_table(load("suez"), "frontal")
    assert len(columns) == 12
    assert all(len(row) == 12 for row in rows)
    assert offers.results_table(load("suez"), "mobile") != (columns, rows)


def test_odds_on_both_tables_and_at_night() -> None:
    position = combat()
    odds = position.odds("4311", ["1-p", "1-rcp"], {"british-air": 2})
    assert set(odds.tables) == {"mobile", "frontal"}
    assert (odds.attack, odds.defense) == (10, 2)
    assert [(shift.name, shift.columns) for shift in odds.shifts] == [("British and French", -1)]
    assert odds.to_dict()["tables"]["frontal"]["column"] == odds.column
    assert position.odds("4311", ["33-p-artillery"]).on == "mobile"
    with pytest.raises(IllegalAction, match="does not stand next to"):
        position.odds("4311", ["2-p"])
    sinai = load("el arish").position(
        {
            "game": "el-arish-67", "turn": 4, "phase": "combat",
            "units": {"2-ba-tal": "4521", "7-armor": "4421"},
        }
    )  # fmt: skip
    night = sinai.odds("4421", ["2-ba-tal"])
    assert night.night_die
    assert sum(night.results.values()) == 1


@pytest.mark.parametrize(
    ("recorded", "at", "whose"),
    first(1, [("suez-egypt", 53, "an Anglo-French"), ("el-arish-even", 94, "an Israeli")]),
)
@pytest.mark.slow
def test_points_for_a_lost_unit_name_whose_it_was(recorded: str, at: int, whose: str) -> None:
    record = Record.load(RECORDS / f"{recorded}.json")
    (step,) = steps_of(record, at, last=1)
    (told,) = [event.text for event in step.events if event.text.startswith("Egypt: ")]
    assert told.endswith(f"victory points, {whose} unit eliminated.")
