"""What an attack costs besides: told by the server before it is fired."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.titles.games import title_of
from bridgehead.players.advice import force
from bridgehead.server.views import positions
from tests.web.positions import recorded

pytestmark = pytest.mark.plain


def before(name: str, attack: str, nth: int = 0) -> Any:
    """Return the position of a recorded game before an attack on a hex."""
    data = recorded(name)
    position = bh.Record.from_dict({**data, "actions": []} | {"result": None}).position
    for action in data["actions"]:
        if action.split()[:2] == ["attack", attack]:
            if nth == 0:
                return position
            nth -= 1
        position.push(action)
    raise AssertionError(f"{name} has no attack on {attack}")


@pytest.mark.slow
def test_fire_into_a_city_gives_points_away() -> None:
    position = before("suez-even", "2810")
    offer = positions.attack(position, ["2810"])
    attack = f"attack 2810 with {' '.join(offer['suggested'])}"
    without = positions.attack_costs(position, [attack])
    with_air = positions.attack_costs(position, [f"{attack} french-air 1"])
    assert without["points"] == []
    (given,) = with_air["points"]
    assert (given["side"], given["case"]) == ("egypt", "9.8")
    was = position.points["egypt"]
    position.push(f"{attack} french-air 1 fire")
    assert position.points["egypt"] - was == given["points"] > 0


def test_a_retreat_without_a_way_eliminates() -> None:
    position = before("1980-held", "0808")
    offer = positions.attack(position, ["0808"])
    found = positions.attack_costs(position, [f"attack 0808 with {' '.join(offer['suggested'])}"])
    assert found["points"] == []
    assert found["effects"]["Dr"] == {"gone": ["14-21-3"], "works": True}


def test_what_cannot_be_fired_costs_nothing() -> None:
    position = before("1980-held", "0808")
    assert positions.attack_costs(position, ["attack 0808"]) == {"points": [], "effects": {}}
    with pytest.raises(BridgeheadError):
        positions.attack_costs(position, ["attack 9999"])


def test_asking_changes_nothing() -> None:
    position = before("suez-even", "4311")
    was = position.to_dict()
    attack = f"attack 4311 with {' '.join(positions.attack(position, ['4311'])['suggested'])}"
    assert positions.attack_costs(position, [attack])["effects"]
    assert position.to_dict() == was


def test_the_bridge_unit_is_not_pre_selected() -> None:
    game = bh.load("across-suez-1980")
    position = game.position({
        "game": game.id, "turn": 5, "side": "israel", "phase": "combat",
        "units": {"baram-4": "0512", "reshef-2": "0510", "16-1": "0511"},
    })  # fmt: skip
    offer = positions.attack(position, ["0511"])
    assert "baram-4" in offer["candidates"]
    assert offer["suggested"] == ["reshef-2"]
    (careful,) = offer["careful"]
    assert careful["unit"] == "baram-4"
    assert "bridge" in careful["text"]
    assert careful["case"] == game.case("victory")


@pytest.mark.parametrize(
    ("tried", "chosen"), [(250, ["reshef-1", "keren-1"]), (0, ["reshef-1", "reshef-2", "reshef-3"])]
)
def test_no_more_are_pre_selected_than_reach_the_best_column(
    monkeypatch: pytest.MonkeyPatch, tried: int, chosen: list[str]
) -> None:
    monkeypatch.setattr(force, "MOST_TRIED", tried)  # with 0 as among very many units
    game = bh.load("across-suez-1980")
    position = game.position({
        "game": game.id, "turn": 5, "side": "israel", "phase": "combat",
        "units": {"reshef-1": "0510", "reshef-2": "0512", "reshef-3": "0411", "keren-1": "0611",
                  "keren-2": "0610", "16-8": "0511"},
    })  # fmt: skip
    offer = positions.attack(position, ["0511"])
    everybody, suggested = offer["everybody"], offer["suggested"]
    assert everybody == ["reshef-1", "reshef-2", "reshef-3", "keren-1", "keren-2"]
    assert suggested == chosen

    def column(units: list[str]) -> int:
        odds = positions.odds(position, [f"attack 0511 with {' '.join(units)}"])
        assert odds is not None
        return int(odds["column"])

    assert column(suggested) == column(everybody)
    for unit in suggested:
        assert column([one for one in suggested if one != unit]) < column(suggested)


@pytest.mark.parametrize("units", [
    {"reshef-1": "0510", "reshef-2": "0512", "reshef-3": "0411", "keren-1": "0611", "16-8": "0511"},
    {"matt-1": "0510", "raviv-1": "0512", "reshef-3": "0411", "keren-1": "0611", "16-8": "0511"},
])  # fmt: skip
def test_the_smallest_force_that_reaches_the_best_column_is_pre_selected(
    units: dict[str, str],
) -> None:
    game = bh.load("across-suez-1980")
    position = game.position({
        "game": game.id, "turn": 5, "side": "israel", "phase": "combat", "units": units,
    })  # fmt: skip
    offer = positions.attack(position, ["0511"])

    def column(force: tuple[str, ...]) -> int:
        odds = positions.odds(position, [f"attack 0511 with {' '.join(force)}"])
        assert odds is not None
        return int(odds["column"])

    best = column(tuple(offer["everybody"]))
    sizes = [
        len(force)
        for size in range(1, 5)
        for force in itertools.combinations(offer["everybody"], size)
        if column(force) >= best
    ]
    assert column(tuple(offer["suggested"])) == best
    assert len(offer["suggested"]) == min(sizes) < len(offer["everybody"])


def test_a_unit_that_alone_keeps_the_line_open_is_named_and_others_go_first() -> None:
    game = bh.load("across-suez-1980")
    units = {"reshef-1": "0112", "matt-2": "1108", "raviv-1": "1208", "matt-3": "1110",
             "16-4": "1109"}  # fmt: skip
    position = game.position(
        {"game": game.id, "turn": 3, "side": "israel", "phase": "combat", "units": units}
    )
    (line,) = [goal for goal in title_of(game.id).goals(position, "israel") if "Line" in goal.text]
    assert line.met
    assert "1108" in line.places
    offer = positions.attack(position, ["1109"])
    assert [one["unit"] for one in offer["careful"]] == ["matt-2", "raviv-1"]
    assert offer["careful"][0] == {
        "unit": "matt-2", "case": line.case,
        "text": "Only Matt 2 keeps the line of communication open: "
                "an attack may make it retreat or advance.",
    }  # fmt: skip


def test_a_unit_that_alone_holds_an_objective_is_named() -> None:
    game = bh.load("el-arish-67")
    units = {"14-armor": "4620", "7-armor": "4721", "79-7-tal": "4720"}
    start = {"game": game.id, "turn": 2, "side": "egypt", "phase": "combat"}
    alone = positions.attack(game.position({**start, "units": units}), ["4720"])
    assert [(one["unit"], one["text"]) for one in alone["careful"]] == [
        ("14-armor", "Only 14 armor holds Rafiah (4620): an attack may make it retreat or advance.")
    ]
