"""What a search of Middle East Battles looks at once more, and takes back where it is no better."""

from __future__ import annotations

from typing import Any

import pytest

from bridgehead.players.search.agent import Agent, Plan, empty_net
from bridgehead.players.search.search import Budget, Candidate, Evolution
from tests.rules.middle_east_battles import helpers as hexes

BRIGADES = {"1-7-inf": hexes.SOUTH, "2-7-inf": "2645"}
RECON = {"tal-recon": "2444", **BRIGADES}
STEP = ["move tal-recon 2644", "end", "attack 2643", "also 2645", "with tal-recon", "fire"]
WEAK_GUNS = {"2-tal-artillery": "2640", "1-7-inf": hexes.SOUTH, "2-7-inf": hexes.SOUTHEAST}


def planned(position: Any, actions: list[str]) -> tuple[Agent, Plan, Any]:
    """Return a player, a plan of these actions, and the position after it."""
    agent = Agent(position.game, empty_net(position.game), 1)
    plan = tuple(map(position.game.grammar.encode, actions))
    return agent, plan, agent.after(position.arrays[1], plan)


@pytest.mark.parametrize(
    ("phase", "units", "actions", "rash"),
    [
        ("movement", RECON, STEP, STEP[:1]),  # two against twelve, and nobody had to be there
        ("movement", {**RECON, "tal-recon": "2644"}, ["end", *STEP[2:]], []),  # it was there
        ("movement", RECON, ["move tal-recon 2544", "end"], []),  # it goes on to stand apart
        ("combat", WEAK_GUNS, ["attack 2643", "with 2-tal-artillery", "fire"], ["attack 2643"]),
        ("combat", WEAK_GUNS, ["end"], []),
    ],
)
def test_rash_actions_of_a_plan(
    phase: str, units: dict[str, str], actions: list[str], rash: list[str]
) -> None:
    position = hexes.pos(hexes.EL, units, phase=phase)
    agent, plan, end = planned(position, actions)
    found = agent.rash_actions(plan, end)
    assert [position.game.grammar.decode(code) for code in found] == rash


def test_an_attack_with_good_odds_is_not_rash() -> None:
    units = {"82-7-tal": hexes.CENTER, "7-antitank": hexes.NORTH}
    position = hexes.pos(hexes.EL, units, phase="combat")
    agent, plan, end = planned(position, ["attack 2641", "with 82-7-tal", "fire", "mobile"])
    assert agent.rash_actions(plan, end) == ()


def test_a_rash_move_that_does_not_matter_is_taken_back() -> None:
    """All plans are worth the same to this player, so the unit stays where it is."""
    position = hexes.pos(hexes.EL, RECON)
    agent, plan, end = planned(position, STEP)
    search = Evolution(agent, position.arrays[1].copy(), Budget(rollouts=100))
    calm = search.calmed(Candidate(plan, {0: end}))
    assert [position.game.grammar.decode(code) for code in calm.plan] == ["end", "end"]
