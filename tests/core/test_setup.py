"""A set-up while it is made: units that were placed are moved, exchanged and taken back."""

from __future__ import annotations

from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.errors import IllegalAction
from bridgehead.core.positions.setup import SetUp
from bridgehead.core.records.record import Record
from bridgehead.server.games.setup_moves import about

BROKEN = ("deploy", "end", "break 1-armor-div", "deploy", "break 3-armor-div")
SET_UPS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "israel": ("october-war", ("deploy",), ("garrison-4", "armor-11")),
    "arabs": ("october-war", ("deploy", "end", "deploy"), ("morocco", "16-inf-div")),
    "arabs that have broken down": ("october-war", BROKEN, ("sy-armor-1",)),
    "suez": ("suez-56", ("deploy",), ("4-inf", "ps-coastal")),
    "el arish": ("el-arish-67", ("place sf-missile 4445", "deploy"), ("sf-missile", "2-armor")),
}


def begun(game: Any, actions: tuple[str, ...]) -> Record:
    record = Record(game)
    for action in actions:
        record.do(action)
    return record


def units(record: Record) -> dict[str, str]:
    return dict(record.position.to_dict()["units"])


@pytest.mark.parametrize("name", list(SET_UPS))
def test_every_place_that_is_offered_can_be_taken(name: str) -> None:
    title, actions, some = SET_UPS[name]
    game = bh.load(title)
    for unit in some:
        before = begun(game, actions)
        setup = SetUp.due(before)
        here, goals = setup.placed[unit], setup.goals(unit)
        assert here not in goals
        exchanged = [place for place, other in goals.items() if other]
        for place in {next(iter(goals)), list(goals)[-1], *exchanged[:1]}:
            record = begun(game, actions)
            setup.move(unit, place).carry_out(record)
            wanted = {**units(before), unit: place}
            if other := goals[place]:
                wanted[other] = here
            assert units(record) == wanted
            assert record.replay() == record.position  # all of it is legal
            record.do("end")


@pytest.mark.parametrize("name", list(SET_UPS))
def test_what_is_taken_back_is_to_be_placed_again(name: str) -> None:
    title, actions, some = SET_UPS[name]
    game, unit = bh.load(title), some[0]
    before = begun(game, actions)
    setup = SetUp.due(before)
    gone = [unit, *setup.dependents(unit)]
    record = begun(game, actions)
    setup.take_back(gone).carry_out(record)
    left = SetUp.due(record).placed
    assert set(setup.placed) - set(left) == set(gone)
    assert all(left[one] == setup.placed[one] for one in left)
    record.do(f"place {unit} {setup.placed[unit]}")
    record.do("deploy") if len(gone) > 1 else None
    record.do("end")


def test_who_is_placed_only_after_others_names_them() -> None:
    record = begun(bh.load("october-war"), ("deploy",))
    with pytest.raises(IllegalAction, match=r"take back golani-c, para-1, .*depot-3 too, or move"):
        SetUp.due(record).take_back(["golani-b"])
    assert record.actions == ["deploy"]


def test_nobody_is_taken_back_on_whom_a_unit_depends_that_was_broken_down() -> None:
    placed = ("place hq-7 sheikh-meskin", "place 1-armor-div tsil", "break 1-armor-div")
    record = begun(bh.load("october-war"), ("deploy", "end", *placed))
    setup = SetUp.due(record)
    with pytest.raises(IllegalAction, match="1-armor-div depends on it"):
        setup.dependents("hq-7")
    with pytest.raises(IllegalAction, match="undo that exchange first"):
        setup.take_back(["hq-7"])
    assert "kudna" in setup.goals("hq-7")  # it can be moved
    answer = about(record, "hq-7")
    assert (answer["with"], answer["kept"][:4]) == ([], "HQ 7")
    record.undo()
    assert about(record, "hq-7") == {**answer, "with": ["1-armor-div"], "kept": ""}


def test_a_refused_move_asks_of_that_place_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    record = begun(bh.load("october-war"), ("deploy",))
    lifted = []
    plain = SetUp._lifted
    monkeypatch.setattr(SetUp, "_lifted", lambda self, *u: lifted.append(u) or plain(self, *u))
    with pytest.raises(IllegalAction):
        SetUp.due(record).move("hq-nc", "nafah")
    assert len(lifted) <= 2


def test_a_place_that_is_not_open_is_refused_by_the_rule() -> None:
    record = begun(bh.load("october-war"), ("deploy",))
    setup = SetUp.due(record)
    for unit, place, case in (
        ("armor-11", "fort-111", "5.1"),  # four forts have their counter
        ("golani-b", "hushniya", "5.1"),  # the fort that it leaves would have none
        ("armor-1", "nafah", "5.1"),  # of another theater
        ("armor-1", "baluza", "setup"),  # it is there
        ("armor-2", "nowhere", "notation"),
        ("nobody", "baluza", "notation"),
        ("14-armor", "baluza", "setup"),  # it is not placed
    ):
        with pytest.raises(IllegalAction) as caught:
            setup.move(unit, place)
        assert caught.value.case == case, (unit, place, caught.value)
    assert setup.move("armor-11", "fort-107").actions  # with golani-a, which was there alone


def test_the_suggestion_stays_one_action_where_it_can() -> None:
    record = begun(bh.load("suez-56"), ("deploy",))
    change = SetUp.due(record).move("4-inf", "1830")
    assert (change.keep, change.actions) == (0, ("place 4-inf 1830", "deploy"))
    change.carry_out(record)
    again = SetUp.due(record).move("4-inf", "4814")
    assert (again.keep, again.actions) == (0, ("place 4-inf 4814", "deploy"))


def test_a_set_up_goes_back_no_farther_than_its_side() -> None:
    game = bh.load("october-war")
    record = begun(game, ("deploy", "end"))
    setup = SetUp.due(record)
    assert not setup.placed
    with pytest.raises(IllegalAction, match="not placed in this set-up"):
        setup.take_back(["armor-1"])
    assert SetUp.of(begun(game, ("deploy", "end", "deploy", "end"))) is None


def test_optional_units_of_the_reprint() -> None:
    record = begun(bh.load("across-suez-reprint", commandos=True), ("place ha-1 0110",))
    setup = SetUp.due(record)
    assert "0111" in setup.goals("ha-1")
    setup.move("ha-1", "0111").carry_out(record)
    assert record.actions == ["place ha-1 0111"]
    SetUp.due(record).take_back(["ha-1"]).carry_out(record)
    assert record.actions == []
