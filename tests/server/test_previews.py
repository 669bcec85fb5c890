"""The attacks that a move would lead to, as the rules say after it; moves by air, too."""

from __future__ import annotations

from typing import Any

import pytest

from bridgehead.server.planning.previews import previews
from bridgehead.server.views import positions
from tests.web.positions import position_of, until


@pytest.mark.parametrize(
    ("name", "count", "move"),
    [("1980-held", 0, "move reshef-1 0107"), ("suez-even", 25, "lift 1-p 4210")],
    ids=["by-land", "by-helicopter"],
)
def test_the_odds_are_those_after_the_move(name: str, count: int, move: str) -> None:
    here: Any = position_of(until(name, count))
    before, (verb, unit, hex_) = here.copy(), move.split()
    found = previews(here, unit, hex_)
    assert here == before
    own = {one["hex"]: one for one in found if one["own"]}
    assert own
    there = here.copy()
    there.push(f"{verb} {unit} {hex_}")
    while not any(text.startswith("attack ") for text in there.legal_actions()):
        there.push("end")
    for target, told in own.items():
        attack = f"attack {target} with {' '.join(told['units'])}"
        assert told["odds"] == positions.odds(there, [attack])
        assert unit in told["units"]
    threats = [one for one in found if not one["own"]]
    assert [one["hex"] for one in threats] == [hex_]
    owner = {one["id"]: one["side"] for one in here.game.played}
    assert {owner[enemy] for one in threats for enemy in one["units"]} == {
        side for side in here.game.sides if side != here.to_move
    }


def test_where_a_unit_cannot_go_nothing_follows() -> None:
    here: Any = position_of(until("1980-held", 0))
    assert previews(here, "reshef-1", "1708") == []
    assert previews(position_of(until("1980-held", 9)), "reshef-1", "0107") == []
