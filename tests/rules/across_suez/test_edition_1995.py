"""The edition of 1995 plays as that of 1980: what is tested of one holds for both."""

from __future__ import annotations

from dataclasses import replace

import bridgehead as bh
from bridgehead.titles.across_suez.formats.editions import EDITIONS
from bridgehead.titles.across_suez.words.cases import CASES
from tests.rules.across_suez.helpers import Y1980
from tests.titles.across_suez.games import walk

Y1995 = "across-suez-1995"
OWN = ("id", "name", "publisher", "year")  # what an edition has for itself


def test_board_counters_and_switches_are_equal() -> None:
    first, later = bh.load(Y1980), bh.load(Y1995)
    assert later.board.tobytes() == first.board.tobytes()
    assert (later.units, later.sides, later.options) == (first.units, first.sides, first.options)
    assert later.map.text == first.map.text
    assert later.counters == first.counters
    switches = {name: getattr(EDITIONS[Y1995], name) for name in OWN}
    assert replace(EDITIONS[Y1980], **switches) == EDITIONS[Y1995]
    start, other = first.start(), later.start()
    assert other.state.tobytes() == start.state.tobytes()
    assert other.to_dict() == start.to_dict() | {"game": Y1995}


def test_cases_are_numbered_alike() -> None:
    assert EDITIONS[Y1995].numbering == EDITIONS[Y1980].numbering == 0
    assert all(len(numbers) == 2 for numbers in CASES.values())  # 1980 and 1995 share the first
    first, later = bh.load(Y1980), bh.load(Y1995)
    told = 0
    for number, (position, _) in enumerate(walk("1980", seed=3)):
        if number > 90:
            break
        if number % 6:
            continue
        twin = later.position(position.to_dict() | {"game": Y1995})
        assert twin.to_move == position.to_move
        assert list(twin.legal_actions()) == list(position.legal_actions())
        for text in ("end", "fire", "support", "move reshef-2 0309", "attack 0910", "cross matt-1"):
            refused, other = position.why_not(text), twin.why_not(text)
            assert (refused is None) == (other is None)
            if refused is not None and other is not None:
                assert (other.case, other.reason) == (refused.case, refused.reason)
                told += 1
    assert told > 25
    assert later != first
