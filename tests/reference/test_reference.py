"""The second generator itself: worked examples of the rulebooks, and random games to the end."""

import random
from itertools import pairwise

import pytest

from tests.tiers import first

from .across_suez import EDITIONS, OPTIONS, Game
from .board import DATA
from .movement import zones

pytestmark = pytest.mark.plain  # the generators are plain Python

PLAYED = ("across-suez-1980", "across-suez-reprint")  # 1995 plays as 1980
REPRINT = "across-suez-reprint"
ALL = frozenset(OPTIONS)


@pytest.fixture(scope="module")
def games():
    built = {edition: Game(edition) for edition in EDITIONS}
    built["options"] = Game(REPRINT, ALL)
    return built


@pytest.fixture
def game(games):
    return games["across-suez-1980"]


def play(game, state, *actions):
    for action in actions:
        state = game.apply(state, action)
    return state


def fight_of(game, units, attack, *attackers, **fields):
    """A combat phase of Israel on turn 2, announced and about to be rolled."""
    data = {"turn": 2, "phase": "combat", "units": units, **fields}
    state = play(game, game.from_dict(data), f"attack {attack}")
    return play(game, state, *(f"with {u}" for u in attackers), "fire")


def with_verb(game, state, verb):
    return [action for action in game.legal(state) if action.split()[0] == verb]


# ---------------------------------------------------------------- the map and movement


def test_hexes_and_neighbors(game):
    board = game.board
    assert len(board.hexes) == 17 * 21 - 8
    assert set(board.neighbors["0412"]) == {"0411", "0413", "0312", "0313", "0512", "0513"}
    assert set(board.neighbors["0513"]) == {"0512", "0514", "0412", "0413", "0612", "0613"}
    assert board.road_exits == {"0401", "0921", "1301", "1708"}
    for one in board.hexes[::7]:
        assert board.distance(one, one) == 0
        assert all(board.distance(one, near) == 1 for near in board.neighbors[one])
    assert board.distance("0101", "1701") == 16
    assert board.distance("1701", "1721") == 20
    assert board.distance("0101", "0309") == 9


def test_the_line_of_play_of_the_rulings(game):
    board = game.board
    state = game.from_dict({"turn": 2, "units": {"amir-1": "1708", "amir-2": "off"}})
    assert game.movement_cost(state, "amir-1", "0112") == 17
    akavish = (
        "1708/1608/1508/1408/1309/1209/1110/1111/1011/0912/0913/0813/0814/0715/0716/0616/0615/"
        "0614/0613/0612/0512/0511/0510/0410/0311/0211/0112"
    )
    steps = pairwise(akavish.split("/"))
    assert sum(board.step_cost(*step) for step in steps) == 26
    assert game.movement_cost(state, "amir-2", "across") == 24
    assert "cross amir-2" in game.legal(state)
    after = game.apply(state, "cross amir-2")
    assert after.units["amir-2"] == "across"
    assert after.ferried == 1
    night = game.from_dict({"turn": 4, "units": {"amir-1": "1708", "amir-2": "off"}})
    assert game.movement_cost(night, "amir-2", "across") is None


def test_amir_3_climbs_the_ridge(game):
    assert game.board.step_cost("1509", "1609") == 10


def test_matt_1_takes_the_road(game):
    state = game.from_dict({"turn": 2, "units": {"matt-1": "0305"}})
    assert game.movement_cost(state, "matt-1", "0306") == 1


def test_a_trail_costs_two_but_never_more_than_the_ground(game):
    assert game.board.step_cost("0412", "0513") == 2  # clear
    assert game.board.step_cost("0904", "0905") == 6  # no trail across this hexside
    assert game.board.step_cost("0905", "1004") == 4  # trail, into elevated sand


@pytest.mark.parametrize(("edition", "half_points"), [("across-suez-1980", 20), (REPRINT, 12)])
def test_night_allowance(games, edition, half_points):
    game = games[edition]
    state = game.from_dict({"turn": 4, "units": {"amir-1": "1708"}})
    reached = [game.movement_cost(state, "amir-1", h) for h in game.board.hexes]
    assert max(cost for cost in reached if cost) <= half_points
    assert half_points in reached


def test_zone_to_zone(game):
    state = game.from_dict({"turn": 2, "units": {"reshef-2": "0308", "14-21-2": "0407"}})
    # 0307 and 0408 are beside 0407: not straight, but by a way round outside the zone
    assert game.movement_cost(state, "reshef-2", "0309") == 2
    assert game.movement_cost(state, "reshef-2", "0408") == 4
    assert game.movement_cost(state, "reshef-2", "0307") == 4
    assert "move reshef-2 0308" not in game.legal(state)
    assert game.why_not_reachable(state, "reshef-2", "0407") == "4.3"
    free = game.from_dict({"turn": 2, "units": {"reshef-2": "0308"}})
    assert game.movement_cost(free, "reshef-2", "0408") == 2


def test_why_not(game):
    start = game.start()
    assert game.why_not_reachable(start, "14-21-1", "0101") == "4.0"
    assert game.why_not_reachable(start, "amir-1", "1708") == "7.4"
    assert game.why_not_reachable(start, "matt-2", "0712") == "9.1"
    assert game.why_not_reachable(start, "erez-3", "0922") == "5.6"
    assert game.why_not_reachable(start, "erez-3", "0814") == "4.0"
    assert game.why_not_reachable(start, "erez-3", "0720") == "4.2"
    assert game.why_not_reachable(start, "erez-3", "0812") == "4.3"
    assert game.why_not_reachable(start, "erez-3", "0613") == "4.4"
    assert game.why_not_reachable(start, "erez-3", "0101") == "4.1"
    assert game.why_not_reachable(start, "erez-3", "0715") is None
    moved = game.apply(start, "move erez-3 0715")
    assert game.why_not_reachable(moved, "erez-3", "0814") == "4.0"
    bridge = game.from_dict({"turn": 3, "units": {"baram-4": "1508", "amir-1": "across"}})
    assert game.why_not_reachable(bridge, "baram-4", "1510") == "14.2"
    assert game.why_not_reachable(bridge, "amir-1", "1510") == "11.3"
    combat = game.apply(start, "end")
    assert game.why_not_reachable(combat, "erez-3", "0715") == "3.0"


def test_why_not_nested(game):
    units = {"matt-1": "0101", "16-1": "0203"}
    state = game.from_dict({"turn": 4, "units": units})
    assert game.why_not_reachable(state, "matt-1", "0103") is None
    assert game.why_not_reachable(state, "matt-1", "0105") == "4.5"
    wall = {**units, "16-2": "0103", "16-3": "0303", "16-4": "0302"}
    state = game.from_dict({"turn": 4, "units": wall})
    assert game.why_not_reachable(state, "matt-1", "0104") == "4.3"
    bridge = game.from_dict({"turn": 3, "units": {"baram-4": "1508"}})
    assert game.board.terrain["1506"] == "clear"
    assert game.why_not_reachable(bridge, "baram-4", "0101") == "4.1"
    cut_off = game.from_dict({"turn": 2, "units": {"matt-1": "0416"}})
    assert game.why_not_reachable(cut_off, "matt-1", "0101") == "4.1"


# ---------------------------------------------------------------- arrival and the canal


def test_arrival_through_the_entry_hex(game):
    state = game.from_dict({"turn": 2, "units": {"amir-1": "off", "amir-2": "1708"}})
    assert game.movement_cost(state, "amir-1", "1708") is None  # a friend is there
    assert game.movement_cost(state, "amir-1", "1608") == 2  # but it may be passed


def test_arrival_is_diverted(game):
    state = game.from_dict({"turn": 2, "units": {"amir-1": "off", "16-1": "1708"}})
    entered = with_verb(game, state, "enter")
    assert entered == ["enter amir-1 1707", "enter amir-1 1709"]  # both controlled
    controlled = {"amir-1": "off", "amir-2": "1708", "16-1": "1608"}
    state = game.from_dict({"turn": 2, "units": controlled})
    assert "enter amir-1 1708" not in game.legal(state)
    assert with_verb(game, state, "enter")
    assert all(game.board.distance("1708", a.split()[2]) >= 1 for a in game.legal(state)[:1])


def test_only_one_may_enter_a_controlled_entry_hex(game):
    units = {"amir-1": "off", "amir-2": "off", "16-1": "1608"}
    state = game.from_dict({"turn": 2, "units": units})
    assert [a for a in game.legal(state) if "amir-1" in a] == ["enter amir-1 1708"]
    state = game.apply(state, "enter amir-1 1708")
    assert "enter amir-2 1708" not in game.legal(state)


def test_ferry_and_bridge(game):
    units = {"amir-1": "0112", "amir-2": "0211", "amir-3": "0210", "baram-4": "1708"}
    state = game.from_dict({"turn": 3, "units": units})
    state = play(game, state, "cross amir-1", "cross amir-2")
    assert with_verb(game, state, "cross") == []
    units = {**units, "amir-1": "0110", "baram-4": "0112"}
    state = game.from_dict({"turn": 3, "units": units})
    assert game.movement_cost(state, "amir-2", "across") == 3
    state = play(game, state, "cross amir-1", "cross amir-2", "cross amir-3")
    assert state.ferried == 0
    first = game.from_dict({"turn": 1, "units": units})
    assert with_verb(game, first, "cross") == []
    arriving = game.from_dict({"turn": 3, "units": {"baram-4": "0211", "amir-1": "0210"}})
    arriving = game.apply(arriving, "move baram-4 0112")
    assert arriving.result is None
    assert game.movement_cost(arriving, "amir-1", "across") == 9


@pytest.mark.parametrize("edition", PLAYED)
def test_the_placed_bridge_must_not_move(games, edition):
    game = games[edition]
    state = game.from_dict({"turn": 3, "units": {"baram-4": "0112"}})
    over = game.apply(state, "move baram-4 0211")
    assert over.result["winner"] == "egypt"
    assert game.to_move(over) is None
    assert game.legal(over) == []


# ---------------------------------------------------------------- combat


def test_columns(game):
    units = {"baram-3": "1316", "16-7": "1317", "16-4": "0910", "matt-3": "0810", "matt-2": "0911"}
    state = game.from_dict({"turn": 2, "phase": "combat", "units": units})
    ridge = game.odds(state, "1317", ["baram-3"])
    assert ridge["shifts"] == [("ridge", -2)]
    assert (ridge["differential"], ridge["column"]) == (1, 0)
    farm = game.odds(state, "0910", ["matt-3"], support=True)
    assert sum(columns for _, columns in farm["shifts"]) == -1
    combined = game.odds(state, "0910", ["matt-2", "matt-3"], support=True)
    assert (combined["differential"], combined["column"]) == (5, 4)


def test_reshef_1_and_2_are_combined_arms(game):
    units = {"reshef-1": "0707", "reshef-2": "0709", "14-21-3": "0708"}
    state = game.from_dict({"turn": 2, "phase": "combat", "units": units})
    odds = game.odds(state, "0708", ["reshef-1", "reshef-2"])
    assert odds["shifts"] == [("combined_arms", 1)]
    assert (odds["differential"], odds["column"]) == (2, 4)


def test_four_across_give_five_supported_attacks(game):
    across = {f"amir-{n}": "across" for n in (1, 2, 3, 4)}
    units = {**across, "matt-2": "0911", "16-4": "0910"}
    for used, available in ((4, True), (5, False)):
        data = {"turn": 5, "phase": "combat", "units": units, "supported": used}
        state = play(game, game.from_dict(data), "attack 0910", "with matt-2")
        assert ("support" in game.legal(state)) == available


def test_16_1_has_no_retreat(games):
    units = {"16-1": "0412", "matt-2": "0411", "matt-1": "0513"}
    for game in games.values():
        state = fight_of(game, units, "0412", "matt-1", "matt-2")
        state = game.apply(state, "roll 1")  # Dr or better
        assert state.units["16-1"] == "eliminated"
        assert game.legal(state) == ["advance matt-1 0412", "advance matt-2 0412", "stay"]


def test_equal_elimination(game):
    units = {"erez-3": "0911", "matt-3": "0810", "amir-1": "0809", "16-4": "0910"}
    state = fight_of(game, units, "0910", "erez-3", "matt-3", "amir-1")  # +7, one to the left
    state = game.apply(state, "roll 6")  # column 4
    assert state.combat["result"] == "Ee"
    assert game.legal(state) == ["lose erez-3", "lose matt-3", "lose amir-1"]
    state = game.apply(state, "lose erez-3")
    assert game.legal(state) == ["advance matt-3 0910", "advance amir-1 0910", "stay"]


def test_attackers_retreat_one_by_one_and_the_defender_advances(game):
    units = {"matt-1": "0308", "matt-3": "0309", "14-21-3": "0408"}
    state = fight_of(game, units, "0408", "matt-1")
    state = game.apply(state, "roll 5")
    assert state.combat["result"] == "Ar"
    assert all(a.startswith("retreat matt-1") for a in game.legal(state))
    both = fight_of(game, {**units, "14-21-2": "0510"}, "0408", "matt-1", "matt-3")
    both = game.apply(both, "roll 6")
    assert both.combat["result"] == "Ar"
    assert {a.split()[1] for a in game.legal(both)} == {"matt-1", "matt-3"}
    both = game.apply(both, "retreat matt-3 0209")
    assert {a.split()[1] for a in game.legal(both)} == {"matt-1"}
    both = game.apply(both, "retreat matt-1 0208")
    assert game.to_move(both) == "egypt"
    assert game.legal(both) == ["advance 14-21-3 0308", "advance 14-21-3 0309", "stay"]


def test_a_commando_does_not_wait_for_a_hex_beside_the_target(games):
    game = games["options"]
    strong = {"25-1": "0102"}
    state = fight_of(game, {"matt-1": "0201", "ha-1": "0101", **strong}, "0102", "ha-1", turn=4)
    assert game.apply(state, "roll 2").units["ha-1"] == "eliminated"  # matt-1 stays where it is
    units = {"matt-1": "0201", "ha-1": "0101", **strong}
    state = fight_of(game, units, "0102", "matt-1", "ha-1", turn=4)
    state = game.apply(state, "roll 6")
    assert game.legal(state) == ["retreat matt-1 0301", "retreat matt-1 0302"]
    state = game.apply(state, "retreat matt-1 0301")
    # 0201 is free now, and by night no zone bars it; but it lies beside 25-1, so it is no way off
    assert state.units["ha-1"] == "eliminated"
    assert game.legal(state) == ["advance 25-1 0101", "advance 25-1 0201", "stay"]
    ring = {"16-1": "0301", "16-2": "0302", "16-3": "0202"}
    units = {"ha-1": "0101", "ha-2": "0201", **strong, **ring}
    state = fight_of(game, units, "0102", "ha-1", "ha-2", turn=4)
    state = game.apply(state, "roll 5")
    assert {state.units["ha-1"], state.units["ha-2"]} == {"eliminated"}


def test_closed_hexsides(tmp_path):
    path = tmp_path / "map.toml"
    text = (DATA / "map.toml").read_text(encoding="utf-8")
    assert 'canal = ""' in text
    path.write_text(text.replace('canal = ""', 'canal = "0101/0102 0101/0201"'), encoding="utf-8")
    units = {"matt-1": "0101", "16-1": "0102"}
    for edition in EDITIONS:
        game = Game(edition, map_path=path)
        state = game.from_dict({"turn": 2, "units": units})
        closed = edition == REPRINT
        reason = game.why_not_reachable(state, "matt-1", "0301")
        assert reason == ("4.2" if closed else "4.5")
        assert ("0101" in zones(game, state, "egypt")) != closed
        state = play(game, state, "end", "attack 0102", "with matt-1", "fire", "roll 1")
        state = game.apply(state, "retreat 16-1 0103")
        assert (state.combat is None) == closed  # no advance across


def test_turn_1_obliges(game):
    state = game.apply(game.start(), "end")
    assert "end" not in game.legal(state)
    units = {"reshef-1": "0405", "reshef-2": "0406", "14-21-1": "0306", "14-21-2": "0507"}
    state = game.from_dict({"phase": "combat", "units": units})
    # reshef-1 has only 0306 to attack, reshef-2 has both
    state = game.apply(state, "attack 0306")
    assert game.legal(state) == ["with reshef-1"]
    state = game.apply(state, "with reshef-1")
    assert game.legal(state) == ["with reshef-2", "fire"]


def test_bombardment(game):
    state = game.from_dict(
        {
            "turn": 2,
            "side": "egypt",
            "units": {"16-1": "0712", "matt-1": "0612", "matt-2": "0811", "matt-3": "0711"},
        }
    )
    state = game.apply(state, "end")
    assert game.legal(state) == ["bombard 0612", "bombard 0711", "bombard 0811", "end"]
    state = play(game, state, "bombard 0612", "roll 1")
    assert state.units["matt-1"] == "eliminated"
    state = play(game, state, "bombard 0711", "roll 2")
    assert game.legal(state) == ["end"]
    night = game.from_dict({"turn": 4, "side": "egypt"})
    assert game.apply(night, "end").phase == "combat"


# ---------------------------------------------------------------- the end


@pytest.mark.parametrize(
    ("units", "winner"),
    [
        ({}, "israel"),
        ({"keren-1": "eliminated"}, "egypt"),
        ({"baram-4": "0211"}, "egypt"),
        ({"16-1": "0910", "16-2": "0813"}, "israel"),  # Tirtur and Akavish cut, clear ground left
        ({"16-1": "0211"}, "egypt"),
        ({"16-1": "0210"}, "israel"),  # by 0212
        ({"16-1": "0212", "16-2": "0110"}, "egypt"),  # their zones cut every way out of Matzmed
        ({"16-1": "0212", "16-2": "0110", "matt-1": "0211"}, "israel"),
    ],
)
def test_victory(games, units, winner):
    across = ["amir-1", "amir-2", "amir-3", "amir-4", "keren-1", "keren-2"]
    base = {**dict.fromkeys(across, "across"), "baram-4": "0112"}
    for edition in EDITIONS:
        game = games[edition]
        data = {"turn": 7, "side": "egypt", "phase": "combat", "units": {**base, **units}}
        assert game.apply(game.from_dict(data), "end").result["winner"] == winner


def test_bridge_eliminated(games):
    for edition in EDITIONS:
        game = games[edition]
        units = {"baram-4": "1508", "16-6": "1507", "16-1": "1408"}
        data = {"turn": 3, "side": "egypt", "phase": "combat", "units": units}
        state = play(game, game.from_dict(data), "attack 1508", "with 16-6", "fire")
        while state.combat and state.combat["result"] is None:
            state = game.apply(state, "roll 1")
        data["phase"] = "bombardment"
        state = play(game, game.from_dict(data), "bombard 1508", "roll 1")
        assert (state.result is not None) == (edition == REPRINT)


# ---------------------------------------------------------------- options of the reprint


def test_set_up_beside_reshef(games):
    game = games["options"]
    state = game.start()
    assert state.phase == "setup"
    state = play(game, state, "place ii-23 0209", "place ha-1 0309", "end")
    assert (state.phase, state.units["ha-2"]) == ("movement", "off")
    assert not [a for a in game.legal(state) if " ha-2 " in a]
    assert "move ha-1 0310" in game.legal(state)


def test_commandos_by_night(games):
    game = games["options"]
    units = {"ha-1": "0408", "14-21-2": "0407", "14-21-3": "0409"}
    night = game.from_dict({"turn": 4, "units": units})
    day = game.from_dict({"turn": 5, "units": units})
    assert game.movement_cost(night, "ha-1", "0507") is not None
    assert game.why_not_reachable(day, "ha-1", "0508") == "4.5"
    attack = {"phase": "combat", "units": units}
    assert game.odds(game.from_dict({"turn": 4, **attack}), "0407", ["ha-1"])["attack"] == 2
    assert game.odds(game.from_dict({"turn": 5, **attack}), "0407", ["ha-1"])["attack"] == 1


def test_by_air_and_by_sea(games):
    game = games["options"]
    state = game.from_dict({"turn": 4, "units": {"i-35": "off", "16-1": "1609"}})
    assert "land i-35 1707" in game.legal(state)
    assert "land i-35 1608" not in game.legal(state)  # enemy zone
    assert game.movement_cost(state, "i-35", "1609") is None  # an enemy is there: diverted
    landed = game.apply(state, "land i-35 1707")
    assert (landed.moved, landed.landed) == ({"i-35"}, {"i-35"})
    sea = game.from_dict({"turn": 5, "side": "egypt", "units": {"ii-130": "off", "i-130": "off"}})
    assert "land ii-130 0101" in game.legal(sea)
    assert "enter ii-130 0921" not in game.legal(sea)
    assert "enter i-130 0921" in game.legal(sea)
    assert game.sea_cost(sea, "ii-130", "0101") == 2


def test_options_bring_their_units():
    assert "i-35" not in Game(REPRINT).units
    assert "i-130" in Game(REPRINT, {"amphibious_operations"}).units
    assert Game(REPRINT, {"amphibious_operations"}).entry_hex("i-130") is None
    assert Game(REPRINT, {"airborne_operations"}).entry_hex("i-35") is None
    assert Game(REPRINT, {"airborne_units"}).entry_hex("i-35") == "1609"
    with pytest.raises(ValueError, match="options"):
        Game("across-suez-1980", {"marines"})


# ---------------------------------------------------------------- the whole game


def test_perft_adds_up(games):
    for game in games.values():
        state = game.start()
        actions = game.legal(state)
        assert game.perft(state, 1) == len(actions)
        late = game.from_dict({"turn": 7, "side": "egypt", "phase": "combat", "units": {}})
        assert [game.perft(late, depth) for depth in (0, 1, 2)] == [1, 1, 0]
    game = games["across-suez-1980"]
    state = game.apply(game.start(), "end")
    by_hand = sum(len(game.legal(game.apply(state, a))) for a in game.legal(state))
    assert game.perft(state, 2) == by_hand


def check(game, state):
    """What must hold in every position."""
    places = [p for p in state.units.values() if p in game.board.neighbors]
    assert len(places) == len(set(places))
    assert all(game.board.passable(p) for p in places)
    others = set(state.units.values()) - set(places)
    assert others <= {"off", "across", "eliminated"}
    for unit, place in state.units.items():
        if place in places and state.phase == "combat" and unit != game.bridge:
            continue
        if place == "across":
            assert game.unit[unit]["side"] == "israel"
            assert unit != game.bridge
    bridge_at = state.units[game.bridge]
    if bridge_at in places and not game.reprint:
        terrain = game.board.terrain[bridge_at]
        assert terrain == "clear" or bridge_at in game.board.road_hexes
    data = state.to_dict()
    again = game.from_dict(data)
    assert again == state
    assert again.to_dict() == data


@pytest.mark.parametrize("name", [*PLAYED, "options"])
@pytest.mark.parametrize("seed", first(2, range(6)))
def test_random_games(games, name, seed):
    game = games[name]
    dice = random.Random(f"{name} {seed}")
    state = game.start()
    check(game, state)
    length = 0
    while game.to_move(state) is not None:
        actions = game.legal(state)
        assert actions, "a dead end"
        assert len(actions) == len(set(actions))
        action = dice.choice(actions)
        if "end" in actions and state.phase == "movement" and dice.random() < 0.4:
            action = "end"  # keeps the games short
        before = state.copy()
        follower = game._applied(state, action)
        assert state == before
        assert follower != state
        state = follower
        check(game, state)
        length += 1
        assert length < 3000
    assert state.result["winner"] in ("israel", "egypt")


def test_illegal_actions_are_refused(game):
    state = game.start()
    for action in ("move amir-1 1708", "roll 1", "fire", "nonsense", "enter amir-1 1708"):
        with pytest.raises(ValueError, match="not legal"):
            game.apply(state, action)
    assert game.apply(state, "resign").result["winner"] == "egypt"
