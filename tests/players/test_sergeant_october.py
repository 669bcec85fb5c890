"""The sergeant of October War: never illegal, alike compiled and plain, strong enough."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.kernels.kernel import JIT
from bridgehead.lab.simulate import simulate
from bridgehead.players import title_players
from bridgehead.players.learned import heuristic_weights
from bridgehead.titles.october_war.formats.heuristic_weights import NAMES
from tests.players.games import both_sergeants, play
from tests.rules.helpers import legal
from tests.rules.october_war import battle_helpers as helpers
from tests.tiers import first
from tests.titles.october_war.games import SETTINGS, load, scatter

ROOT = Path(__file__).parent.parent.parent
PHASES = ("movement 1", "combat 1", "movement 2", "combat 2")


# Legal, and the same in both modes


@pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
@pytest.mark.parametrize("setting", SETTINGS)
def test_whole_games_are_legal(setting: str) -> None:
    game = load(setting)
    for seed in range(4):
        position = game.start()
        sides = both_sergeants(game)
        if seed >= 2:
            side = game.sides[seed - 2]
            sides[side] = players.create(game, "recruit", seed)
        play(position, sides, seed)
        assert position.result is not None


@pytest.mark.parametrize("phase", PHASES)
def test_any_position_is_played_legally(phase: str) -> None:
    for seed in range(20 if JIT else 1):
        position = scatter("fog", seed, phase)
        play(position, both_sergeants(position.game), seed, decisions=60 if JIT else 5)


@pytest.mark.plain
@pytest.mark.parametrize("phase", ["movement 1", "combat 2"])
def test_any_position_is_played_legally_in_plain_python_too(phase: str) -> None:
    for seed in range(100, 101 if not JIT else 102):
        position = scatter("fog", seed, phase)
        play(position, both_sergeants(position.game), seed, decisions=5)


@pytest.mark.skipif(not JIT, reason="compares compiled decisions with plain ones")
def test_compiled_and_plain_sergeants_decide_alike() -> None:
    plain = subprocess.run(
        [sys.executable, "-m", "tests.players.test_sergeant_october"],
        env={**os.environ, "BRIDGEHEAD_JIT": "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout == openings()


def openings() -> str:
    """The first decisions of a game between sergeants, and of some fights, one a line."""
    game = load("fog")
    lines = play(game.start(), both_sergeants(game), 3, 25)
    for seed in (1, 2):
        lines += play(scatter("fog", seed, "combat 1"), both_sergeants(game), seed, 12)
    return "\n".join(lines) + "\n"


@pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
def test_the_same_dice_give_the_same_game() -> None:
    game = load("fog")
    games = [play(game.start(), both_sergeants(game), 5) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.plain
def test_the_position_is_left_alone() -> None:
    for seed, phase in enumerate(PHASES):
        position = scatter("fog", seed, phase)
        before = position.to_dict()
        players.create(position.game, "sergeant").choose(position)
        assert position.to_dict() == before


# Sense


@pytest.mark.skipif(not JIT, reason="half a turn takes minutes in plain Python")
def test_the_arabs_cross_the_canal_on_the_first_turn() -> None:
    game = load("fog")
    position = game.start()
    sides = both_sergeants(game)
    taken: list[str] = []
    while not (position.turn == 1 and position.phase == "movement 1"):
        taken += play(position, sides, 1, 1)
    while position.phase == "movement 1":
        taken += play(position, sides, 1, 1)
    assert taken[0] == "deploy"
    assert sum(action.startswith("bridge ") for action in taken) >= 2
    assert sum(control == "arab" for control in position.to_dict()["control"].values()) >= 4


EIGHT = [f"armor-{number}" for number in range(1, 9)]


def decided(position: Any, rank: str, **changed: float) -> str:
    """Return what a sergeant decides, by the usual weights or those of a rank, some changed."""
    game = position.game
    kernels: Any = title_players.kernels("october-war")
    board = game.board if rank == "usual" else heuristic_weights.board_of(game, rank)
    if changed:
        board = board.copy()
        for name, value in changed.items():
            board[0]["weights"][:, NAMES.index(name)] = value
    _, state, work = position.arrays
    out, random = np.zeros(game.max_actions, np.int32), np.random.default_rng(1)
    kind = kernels.KINDS["sergeant"]
    return str(game.grammar.decode(int(kernels.decide(board, state, work, out, random, kind))))


@pytest.mark.plain
@pytest.mark.parametrize("rank", ["usual", "captain"])
def test_a_strong_attack_takes_the_first_loss(rank: str) -> None:
    """Eight battalions against two brigades at Mitla Junction do not leave before a shot."""
    position = helpers.battle("mitla-junction", [*EIGHT, "eg-inf-1", "eg-inf-2"])
    helpers.fire(position, "eg-inf-1", 6)
    assert {"eliminate armor-1", "retreat"} == legal(position)
    assert decided(position, rank) == "eliminate armor-1"


@pytest.mark.plain
@pytest.mark.parametrize("rank", ["usual", "captain"])
def test_an_attack_that_the_first_loss_makes_hopeless_is_given_up(rank: str) -> None:
    position = helpers.battle("mitla-junction", ["mech-1", "mech-2", "4-armor-div"])
    helpers.fire(position, "4-armor-div", 5)
    assert {"eliminate mech-1", "retreat"} == legal(position)
    assert decided(position, rank) == "retreat"


@pytest.mark.plain
@pytest.mark.parametrize("rank", ["usual", "captain"])
def test_the_last_battalion_does_not_die_for_an_attack(rank: str) -> None:
    position = helpers.battle("mitla-junction", ["armor-1", "eg-inf-1"])
    helpers.fire(position, "eg-inf-1", 6)
    assert decided(position, rank) == "retreat"


@pytest.mark.plain
def test_who_attacks_together_arrives_together() -> None:
    """The first battalion of a joint attack is not left alone with the enemy."""
    assert armor_that_joins(follows=4.0) >= 3
    assert armor_that_joins(follows=0.0) <= 1


def armor_that_joins(follows: float) -> int:
    """Return how many of four armor battalions enter Mitla Junction, at odds of two or better."""
    units = {
        **helpers.at("gidi-junction", "armor-1", "armor-2", "armor-3", "armor-4"),
        "mech-11": "gidi-pass",
        "mech-12": "mitla-pass",
        "mech-10": "fort-botzer",
        **helpers.at("mitla-junction", "eg-inf-1", "eg-mech-1"),
    }
    position = helpers.pos(units, "israel", "movement 1", control={"mitla-junction": "arab"})
    while position.phase == "movement 1" and position.to_move == "israel":
        position.push(decided(position, "captain", alone=0.0, good_odds=2.0, follows=follows))
    there = [unit for unit, place in position.units.items() if place == "mitla-junction"]
    return len([unit for unit in there if unit.startswith("armor-")])


UNSEEN = {
    **helpers.at("mitla-junction", "eg-mech-1", "eg-mech-2"),
    **helpers.at("fort-botzer", "eg-mech-3", "eg-inf-1"),
}


@pytest.mark.plain
@pytest.mark.parametrize(
    ("force", "alone", "first"),
    [
        (EIGHT, 0.0, "armor-1"),
        (EIGHT, 1.0, None),
        ([*EIGHT, "14-armor"], 1.0, "14-armor"),
    ],
)
def test_who_meets_an_unseen_force_first_can_stand_alone(
    force: list[str], alone: float, first: str | None
) -> None:
    """A battalion does not go ahead of the others; a brigade may."""
    units = {**helpers.at("mitla-pass", *force), **UNSEEN}
    position = helpers.pos(units, "israel", "movement 1", control={"mitla-junction": "arab"})
    entered: list[str] = []
    while position.phase == "movement 1" and position.to_move == "israel":
        verb, *words = decided(position, "captain", alone=alone).split()
        if verb == "move" and words[-1] == "mitla-junction":
            entered.append(words[0])
        position.push(" ".join([verb, *words]))
    assert (entered[0] if entered else None) == first


@pytest.mark.plain
def test_a_battalion_goes_ahead_where_all_is_seen() -> None:
    units = {**helpers.at("mitla-pass", *EIGHT), **UNSEEN}
    known = [unit for unit, place in UNSEEN.items() if place == "mitla-junction"]
    position = helpers.pos(units, "israel", "movement 1", known=known,
                           control={"mitla-junction": "arab"})  # fmt: skip
    assert decided(position, "captain", alone=1.0) == "move armor-1 mitla-junction"


@pytest.mark.plain
@pytest.mark.parametrize(
    ("weight", "others"),
    [
        ("at_armor", {"bears": 0.0}),  # the division's guns against armor count before armor enters
        ("bears", {"at_armor": 0.0}),  # the division fires first, and then the brigade stands badly
    ],
)
def test_a_brigade_goes_at_a_known_division_only_by_what_it_overlooks(
    weight: str, others: dict[str, float]
) -> None:
    units = {"14-armor": "gidi-junction", "18-inf-div": "mitla-junction"}
    control = {"mitla-junction": "arab"}
    position = helpers.pos(units, "israel", "movement 1", known=["18-inf-div"], control=control)
    changed = {"good_odds": 1.0, "loss": 0.0, "kill": 5.0, "alone": 0.0, **others}
    goes, stays = (decided(position, "captain", **{weight: v}, **changed) for v in (0.0, 1.0))
    assert goes.startswith("move 14-armor ")
    assert goes.endswith(" mitla-junction")
    assert not stays.endswith(" mitla-junction")


@pytest.mark.plain
@pytest.mark.parametrize(
    ("changed", "ends"),
    [
        ({"open_sky": 0.0, "covering": 0.0}, {}),
        (  # one of two units goes to the pass, from where it alone covers the division
            {"open_sky": 0.0, "covering": 4.0},
            {"eg-sam-1": "gidi-pass"},
        ),
        (  # the division stays under the umbrella of both
            {"open_sky": 9.0, "covering": 4.0},
            {
                "7-inf-div": "gidi-pass",
                "eg-sam-1": "gidi-junction",
                "eg-sam-2": "gidi-junction",
                "hq-2": "gidi-junction",
            },
        ),
    ],
)
def test_air_defense_and_troops_stay_together(
    changed: dict[str, float], ends: dict[str, str]
) -> None:
    units = {
        **helpers.at("gidi-junction", "16-inf-div", "eg-sam-1", "eg-sam-2", "hq-2"),
        "7-inf-div": "mitla-pass",
    }
    places = ("mitla-pass", "mitla-junction", "fort-mafzeah", "port-tawfik", "fort-botzer")
    held = dict.fromkeys([*places, "gidi-junction", "gidi-pass", "chinese-farm"], "arab")
    position = helpers.pos(units, "arab", "movement 1", control=held)
    while position.phase == "movement 1" and position.to_move == "arab":
        position.push(decided(position, "captain", **changed))
    usual = dict.fromkeys(["16-inf-div", "eg-sam-1", "eg-sam-2", "hq-2"], "chinese-farm")
    expected = {**usual, "7-inf-div": "bir-el-thamada", **ends}
    assert {unit: position.units[unit] for unit in expected} == expected


@pytest.mark.plain
@pytest.mark.parametrize(("leads_fights", "ends"), [(0.0, "nakhl"), (3.0, "mitla-pass")])
def test_headquarters_stay_beside_the_fight_that_they_lead(leads_fights: float, ends: str) -> None:
    """Two brigades without an enemy do not call a headquarters away from five that fight."""
    units = {
        **helpers.at("mitla-junction", *EIGHT[:5], "eg-cdo-1"),
        **helpers.at("nakhl", "14-armor", "401-armor"),
        "hq-143": "mitla-pass",
    }
    control = {"mitla-junction": "arab"}
    position = helpers.pos(units, "israel", "movement 1", known=["eg-cdo-1"], control=control)
    changed = {"leads_fights": leads_fights, "onward": 0.0, "fading": 0.0}
    while position.phase == "movement 1" and position.to_move == "israel":
        position.push(decided(position, "captain", **changed))
    assert position.units["hq-143"] == ends


@pytest.mark.plain
@pytest.mark.parametrize("rear_holds", [0.0, 1.0])
def test_headquarters_alone_hold_no_pass(rear_holds: float) -> None:
    """The last troops stay in a pass under threat, though a headquarters is there, too."""
    units = {
        **helpers.at("mitla-pass", "armor-1", "hq-143"),
        **helpers.at("mitla-junction", "4-armor-div", "eg-inf-1"),
        "eg-inf-2": "um-hashiba",
    }
    control = {"mitla-junction": "arab", "um-hashiba": "arab", "gidi-pass": "arab"}
    position = helpers.pos(units, "israel", "movement 1", control=control)
    changed = {"empty": 20.0, "next": 1.0, "objective": 0.0, "risk": 0.0, "kill": 0.0}
    left = decided(position, "captain", rear_holds=rear_holds, **changed)
    assert left.startswith("move armor-1 ") == (rear_holds == 1.0)


@pytest.mark.plain
def test_the_weak_leave_room_for_the_strong() -> None:
    """A division needs three of the Arabs' four stacking points, so only one brigade goes along."""
    armor = [f"armor-{number}" for number in range(1, 6)]
    units = {
        **helpers.at("port-tawfik", "eg-inf-1", "eg-inf-2", "eg-inf-3", "eg-inf-4"),
        **helpers.at("mitla-junction", *armor),
        "4-armor-div": "gidi-junction",
    }
    control = dict.fromkeys(["gidi-junction", "fort-mafzeah", "port-tawfik", "ayun-musa"], "arab")
    position = helpers.pos(units, "arab", "movement 1", known=armor, control=control)
    changed = {"good_odds": 1.3, "bears": 0.0, "loss": 0.0, "kill": 5.0}
    changed |= {"empty": 2.0, "fading": 0.8}
    while position.phase == "movement 1" and position.to_move == "arab":
        position.push(decided(position, "captain", **changed))
    there = {unit for unit, place in position.units.items() if place == "mitla-junction"}
    assert there - set(armor) == {"eg-inf-1", "4-armor-div"}


# Strength


@pytest.mark.slow_for("israel")
@pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
@pytest.mark.parametrize("side", first(1, ["israel", "arab"]))
def test_beats_the_recruit_from_either_side(side: str) -> None:
    game = load("fog")
    others = dict.fromkeys(game.sides, "recruit")
    summary = simulate(game, games=50, seed=11, players={**others, side: "sergeant"})
    assert summary.wins[side] >= 45


if __name__ == "__main__":
    print(openings(), end="")


@pytest.mark.plain
@pytest.mark.parametrize(
    ("scenario", "theater"), [("golan", "golan"), ("first-day-sinai", "sinai")]
)
def test_israel_sends_no_strikes_to_a_theater_that_is_not_in_play(
    scenario: str, theater: str
) -> None:
    position = bh.load("october-war", scenario=scenario).start()
    while position.phase == "air commitment":
        play(position, both_sergeants(position.game), 1, decisions=1)
    places = position.to_dict()["units"]
    boxes = {place for unit, place in places.items() if unit.startswith("tac-") and ":" in place}
    assert {box.split(":")[0] for box in boxes} == {theater}
