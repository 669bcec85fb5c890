"""The chain of moves that is proposed for a retreat."""

from __future__ import annotations

import pytest

from bridgehead.players.advice.retreats import chain_of
from tests.rules.middle_east_battles.helpers import SOUTH
from tests.rules.middle_east_battles.test_ch07_results import beaten, displaced

pytestmark = pytest.mark.plain


def test_a_chain_of_displacements_is_one_proposal() -> None:
    position = displaced(**{"2-3-inf": "2644", "3-3-inf": "2544", "3-armor": "2744"})
    chain = chain_of(position)
    assert chain[0] == f"retreat 7-antitank {SOUTH}"
    assert [text.split()[:2] for text in chain[1:2]] == [["displace", "1-3-inf"]]
    assert len(chain) == 3  # one friend makes room for another
    for action in chain:
        assert position.to_move == "egypt"
        position.push(action)
    assert position.step == "advance"
    assert "eliminated" not in {position.units[unit] for unit in ("7-antitank", "1-3-inf")}


def test_the_shortest_way_without_losses_is_taken() -> None:
    position = beaten(4, **{"1-3-inf": SOUTH})  # two hexes; the only first hex is a friend's
    chain = chain_of(position)
    assert len(chain) == 3  # two steps, and one friend out of the way
    assert chain[0] == f"retreat 7-antitank {SOUTH}"


def test_where_no_retreat_is_due_nothing_is_proposed() -> None:
    position = beaten(5)
    position.push(position.legal_actions()[0])
    assert position.step == "advance"
    assert chain_of(position) == []
