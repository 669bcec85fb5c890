"""What `players.advice.foolish` takes for foolish, and what comes close but is not.

Where a position of two turns is needed, the watch is told actions in one position after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from bridgehead.players.advice.foolish import Watch
from bridgehead.titles.middle_east_battles.words import prose
from tests.rules.across_suez import helpers as suez
from tests.rules.middle_east_battles import helpers as hexes
from tests.rules.october_war import battle_helpers as october

pytestmark = pytest.mark.plain


def watched(*parts: tuple[Any, Sequence[str]]) -> Watch:
    """Return a watch that was told these actions, each carried out in its position."""
    watch = Watch(parts[0][0].game)
    for start, actions in parts:
        position = start.copy()
        for action in actions:
            assert action in position.legal_actions(), (action, list(position.legal_actions()))
            watch.tell(position, action)
            position.push(action)
    watch.close()
    return watch


def kinds(*parts: tuple[Any, Sequence[str]]) -> dict[str, int]:
    """Return how often each kind was found."""
    return dict(watched(*parts).counts)


# Hexes: attacks


@pytest.mark.parametrize(
    ("attackers", "found"), [(["baram-4"], {"hopeless": 1}), (["keren-1", "keren-2"], {})]
)
def test_across_suez_an_attack_that_harms_the_attacker_alone(
    attackers: list[str], found: dict[str, int]
) -> None:
    units = {**dict(zip(attackers, ("0507", "0607"), strict=False)), "25-1": "0508"}
    position = suez.pos(suez.Y1980, units, phase="combat")
    actions = ["attack 0508", *(f"with {unit}" for unit in attackers), "fire", "roll 1"]
    assert kinds((position, actions)) == found


FORCED = {"82-7-tal": "2641", "79-7-tal": "2541", "1-2-inf": "2644"}


def rolled(texts: list[str], *, stepped: bool, obliged: bool = True) -> dict[str, int]:
    """Return what is found where a die brings these texts to Egyptian infantry that attacks."""
    game: Any = hexes.game(hexes.EL)
    units = {"82-7-tal": "2641", "1-2-inf": "2642"}
    before = {**units, "1-2-inf": "2643"} if stepped else units
    common = {"turn": 2, "side": "egypt", "game": game, "step": "combat"}
    common["state"] = game.start().state

    def position(units: dict[str, str], mover: str, legal: list[str]) -> Any:
        told = {f"roll {face}": texts[face - 1] for face in range(1, 7)}
        return SimpleNamespace(
            **common,
            units=units,
            to_move=mover,
            legal_actions=lambda: legal,
            describe=lambda action: [SimpleNamespace(text=told[action])],
        )

    watch = Watch(game)
    if stepped:
        watch.tell(position(before, "egypt", []), "move 1-2-inf 2642")
    legal = ["attack 2641"] if obliged else ["attack 2641", "end"]
    for action in ("attack 2641", "with 1-2-inf", "fire"):
        watch.tell(position(units, "egypt", legal), action)
    watch.tell(position(units, "dice", []), "roll 1")
    watch.close()
    return dict(watch.counts)


LOST = prose.RESULT_NAMES["AE"]
BACK = prose.RESULT_NAMES["A1"]
BOTH = prose.RESULT_NAMES["BR"]


@pytest.mark.parametrize(
    ("texts", "stepped", "obliged", "found"),
    [
        ([LOST] * 2 + [BACK] * 2 + [BOTH] * 2, True, True, {"forced": 1}),
        ([LOST] * 1 + [BACK] * 3 + [BOTH] * 2, True, True, {}),  # it is driven back, no more
        ([LOST] * 2 + [BACK] * 1 + [BOTH] * 3, True, True, {}),  # both suffer on three faces
        ([LOST] * 2 + [BACK] * 4, False, True, {}),  # it stood there before
        ([LOST] * 2 + [BACK] * 4, False, False, {"hopeless": 1}),
        ([BACK] * 3 + [BOTH] * 3, False, False, {}),
        (["no effect on them by fire alone"] * 6, False, False, {"hopeless": 1}),
        (["no effect on them by fire alone"] * 5 + [BOTH], False, False, {}),
    ],
)
def test_middle_east_an_attack_that_harms_the_attacker_alone(
    texts: list[str], stepped: bool, obliged: bool, found: dict[str, int]
) -> None:
    assert rolled(texts, stepped=stepped, obliged=obliged) == found


def test_middle_east_an_attack_that_can_only_be_driven_back_is_no_fault() -> None:
    position = hexes.pos(hexes.EL, FORCED, side="egypt")
    actions = ["move 1-2-inf 2642", "end", "attack 2641", "with 1-2-inf", "fire", "roll 2"]
    assert kinds((position, actions)) == {}


BESIDE_TWO = {"tal-recon": "2444", "1-7-inf": hexes.SOUTH, "2-7-inf": "2645"}


@pytest.mark.parametrize(
    ("others", "found"),
    [
        ({"82-7-tal": hexes.CENTER, "7-antitank": hexes.NORTH}, {}),
        ({"82-7-tal": hexes.CENTER, "7-armor": hexes.NORTH}, {"forced": 1}),  # no better
        ({"82-7-tal": "2640", "7-antitank": hexes.NORTH}, {"forced": 1}),  # needs no help
    ],
)
def test_middle_east_a_diversion_is_no_fault(others: dict[str, str], found: dict[str, int]) -> None:
    """[7.7] A poor attack lets a unit that is beside two enemies attack one of them alone."""
    poor = ["attack 2643", "also 2645", "with tal-recon", "fire", "mobile", "roll 3", "stay"]
    good = ["attack 2641", "with 82-7-tal", "fire", "mobile", "roll 4"]
    actions = ["move tal-recon 2644", "end", *poor, *good]
    assert kinds((hexes.pos(hexes.EL, BESIDE_TWO | others), actions)) == found


# Hexes: back and forth, places given up


def step(
    helpers: Any, game: str, units: dict[str, str], turn: int, side: str, action: str
) -> tuple[Any, list[str]]:
    """Return a position in which one action is told."""
    return helpers.pos(game, units, turn=turn, side=side), [action]


@pytest.mark.parametrize(("home", "found"), [("0607", {"shuttle": 1}), ("0606", {})])
def test_across_suez_a_unit_that_goes_back_and_forth(home: str, found: dict[str, int]) -> None:
    enemy = {"25-1": "1010"}
    parts = (
        step(suez, suez.Y1980, {"keren-1": "0607", **enemy}, 2, "israel", "move keren-1 0707"),
        step(suez, suez.Y1980, {"keren-1": "0707", **enemy}, 2, "egypt", "move 25-1 1011"),
        step(suez, suez.Y1980, {"keren-1": "0707", **enemy}, 3, "israel", f"move keren-1 {home}"),
    )
    assert kinds(*parts) == found


def test_middle_east_a_unit_that_fought_does_not_go_back_and_forth() -> None:
    """Neither who attacked before it goes back, nor who was attacked."""
    units = {"82-7-tal": hexes.NORTH, "7-antitank": "2644"}
    there = {**units, "82-7-tal": hexes.CENTER}
    comes = (hexes.pos(hexes.EL, units), [f"move 82-7-tal {hexes.CENTER}", "end"])
    waits = (hexes.pos(hexes.EL, there, side="egypt"), ["end"])
    beside = {**there, "7-antitank": hexes.SOUTH}
    defends = (
        hexes.pos(hexes.EL, beside, side="egypt", phase="combat"),
        [f"attack {hexes.CENTER}", "with 7-antitank", "fire", "roll 3"],
    )
    goes = (hexes.pos(hexes.EL, there, turn=3), [f"move 82-7-tal {hexes.NORTH}"])
    assert kinds(comes, waits, goes) == {"shuttle": 1}
    assert kinds(comes, defends, goes) == {}
    attacks = (
        hexes.pos(hexes.EL, beside, phase="combat"),
        ["attack 2643", "with 82-7-tal", "fire", "mobile", "roll 3"],
    )
    assert kinds(comes, attacks, waits, goes) == {}


@pytest.mark.parametrize(("later", "found"), [(0, {"given up": 1}), (2, {})])
def test_middle_east_an_objective_is_left_and_taken(later: int, found: dict[str, int]) -> None:
    """At once it is a fault; where nobody comes for it until two turns later, it is none."""
    game: Any = hexes.game(hexes.EL)
    place = next(h for i, h in enumerate(game.hexes) if game.board[0]["objective"][i])
    beside, beyond = hexes.neighbors(hexes.EL, place)[:2]
    units = {"1-2-inf": place, "82-7-tal": beyond}
    watch = Watch(game)
    position: Any = hexes.pos(hexes.EL, units, side="egypt")
    watch.tell(position, f"move 1-2-inf {beside}")
    units["1-2-inf"] = beside
    position = hexes.pos(hexes.EL, units, turn=2 + later)
    watch.tell(position, f"move 82-7-tal {place}")
    assert dict(watch.counts) == found


# Points: attacks


EIGHT = [f"armor-{number}" for number in range(1, 9)]


def attack(units: list[str], shooter: str, face: int) -> tuple[Any, list[str]]:
    """Return an Israeli attack at Mitla Junction that leaves after the first shot."""
    position = october.pos(october.at("mitla-junction", *units), "israel")
    shot = [f"fire {shooter}", f"roll {face}", "retreat"]
    return position, ["attack mitla-junction", *shot]


def test_an_attack_that_an_average_first_fire_breaks_is_abandoned() -> None:
    watch = watched(attack(["mech-1", "mech-2", "4-armor-div"], "4-armor-div", 5))
    assert (dict(watch.counts), watch.repulsed) == ({"abandoned": 1}, 0)


def test_an_attack_that_stood_well_is_repulsed() -> None:
    watch = watched(attack([*EIGHT, "eg-inf-1", "eg-inf-2"], "eg-inf-1", 6))
    assert (dict(watch.counts), watch.repulsed) == ({}, 1)


def test_an_attack_that_fired_before_it_left_is_neither() -> None:
    units = october.at("mitla-junction", "mech-1", "eg-inf-1", "eg-inf-2")
    shots = ["fire eg-inf-1", "roll 1", "hold", "fire mech-1", "roll 6", "eliminate eg-inf-1"]
    position = october.pos(units, "israel")
    watch = watched((position, ["attack mitla-junction", *shots, "retreat"]))
    assert (dict(watch.counts), watch.repulsed) == ({}, 0)


ENTERED = october.at("mitla-pass", "14-armor")


def enters(known: bool, there: Sequence[str], left: Sequence[str]) -> Watch:
    """Return what is found where a brigade enters, strikes leave some, and the brigade leaves."""
    control = {"mitla-junction": "arab"}
    before = october.pos(
        {**ENTERED, **october.at("mitla-junction", *there)}, "israel", "movement 1",
        known=list(there) if known else [], control=control,
    )  # fmt: skip
    after = october.pos(
        october.at("mitla-junction", "14-armor", *left), "israel", control=control
    )  # fmt: skip
    actions = ["attack mitla-junction", f"fire {left[0]}", "roll 6", "retreat"]
    return watched((before, ["move 14-armor mitla-junction"]), (after, actions))


def test_infantry_that_is_known_fires_at_armor_with_its_strength_against_armor() -> None:
    watch = enters(True, ["18-inf-div"], ["18-inf-div"])
    assert (dict(watch.counts), watch.repulsed) == ({"abandoned": 1}, 0)


def test_what_strikes_destroyed_fires_no_more() -> None:
    """Against a division and a brigade it would be foolish, against what is left it is not."""
    watch = enters(True, ["eg-inf-1", "18-inf-div"], ["eg-inf-1"])
    assert (dict(watch.counts), watch.repulsed) == ({}, 1)


@pytest.mark.parametrize(
    ("enemies", "found"), [(["eg-inf-1"], {"crowd": 1}), (["4-armor-div", "eg-inf-1"], {})]
)
def test_a_crowd(enemies: list[str], found: dict[str, int]) -> None:
    units = {**october.at("mitla-pass", *EIGHT), **october.at("mitla-junction", *enemies)}
    control = {"mitla-junction": "arab"}
    before = october.pos(units, "israel", "movement 1", known=enemies, control=control)
    after = october.pos({**units, **october.at("mitla-junction", *EIGHT)}, "israel")
    moves = [f"move {unit} mitla-junction" for unit in EIGHT]
    assert kinds((before, moves), (after, ["attack mitla-junction"])) == found


# Points: places, strikes


def leaves(leavers: Sequence[str], others: Sequence[str], stay: Sequence[str]) -> dict[str, int]:
    """Return what is found where counters leave Mitla Pass, and an Egyptian brigade comes."""
    units = october.at("mitla-pass", *leavers, *stay) | {"eg-inf-1": "mitla-junction"}
    control = {"mitla-junction": "arab"}
    before = october.pos(units, "israel", "movement 1", control=control)
    watch = watched((before, [f"move {unit} nakhl" for unit in leavers]))
    gone = {**units, **october.at("nakhl", *leavers), **october.at("mitla-pass", *others)}
    after = october.pos(gone, "arab", "movement 1", turn=3, control=control)
    watch.tell(after, "move eg-inf-1 mitla-pass")
    return dict(watch.counts)


def test_the_last_troops_leave_a_pass() -> None:
    assert leaves(["armor-1"], [], []) == {"given up": 1}
    assert leaves(["armor-1", "hq-143"], [], []) == {"given up": 1}


def test_who_leaves_others_behind_gives_nothing_up() -> None:
    assert leaves(["armor-1"], [], ["armor-2"]) == {}


def test_a_headquarters_alone_holds_no_pass() -> None:
    assert leaves(["hq-143"], [], []) == {}


def test_a_pass_to_which_others_came_back_is_not_given_up() -> None:
    assert leaves(["armor-1"], ["armor-3"], []) == {}


def test_a_counter_that_goes_back_and_forth() -> None:
    there, enemy = {"armor-1": "gidi-pass"}, {"eg-inf-1": "ismailia"}
    home = {"armor-1": "nakhl"}
    parts = (
        (october.pos(home | enemy, "israel", "movement 1"), ["move armor-1 mitla-pass gidi-pass"]),
        (october.pos(there | enemy, "arab", "movement 1", turn=3), ["end"]),
        (october.pos(there | enemy, "israel", "movement 1", turn=3),
         ["move armor-1 mitla-pass nakhl"]),
    )  # fmt: skip
    assert kinds(*parts) == {"shuttle": 1}
    assert kinds(parts[2]) == {}


def raids(order: str, *sams: str) -> dict[str, int]:
    """Return what is found where a raid is named while a battle is fought at Tasa."""
    units = {
        **october.tac(4, "sinai:ground-attack"),
        **october.at("tasa", "armor-1", "eg-inf-1", *sams),
        "eg-inf-2": "mitla-junction",
    }
    control = {"mitla-junction": "arab"}
    position = october.pos(units, "israel", step="raids", control=control, known=list(sams))
    october.play(position, f"raid {order}", "end")
    watch = Watch(position.game)
    before = october.pos(units, "israel", step="raids", control=control, known=list(sams))
    watch.tell(before, f"raid {order}")
    watch.tell(position, position.legal_actions()[0])  # only now all raids are named
    return dict(watch.counts)


@pytest.mark.parametrize(
    ("order", "sams", "found"),
    [
        ("mitla-junction tac 3", [], {"raid": 1}),
        ("tasa tac 3", [], {}),
        ("mitla-junction tac 3", ["eg-sam-1"], {}),  # over the battle they would be shot at
    ],
)
def test_a_raid_behind_the_front(order: str, sams: list[str], found: dict[str, int]) -> None:
    assert raids(order, *sams) == found
