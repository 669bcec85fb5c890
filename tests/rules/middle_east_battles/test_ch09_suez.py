"""9.1 to 9.10: Suez '56: length, set-up, militia, points, leaving the map."""

import pytest

import bridgehead as bh

from .helpers import (
    SUEZ,
    combat,
    cost,
    declare,
    fight,
    gained,
    game,
    illegal,
    legal,
    lost,
    play,
    pos,
    reach,
    verb,
)

UNITS = ("4-inf", "1r-inf", "2r-inf", "1ng-inf", "2ng-inf", "3ng-inf", "ps-armor", "ps-antitank",
         "ps-antiaircraft", "ps-coastal")  # fmt: skip


def test_9_1_the_sides():
    assert game(SUEZ).sides == ("anglo_french", "egypt")
    assert game(SUEZ).options == ()
    assert game(SUEZ, "what_if").options == ("what_if",)


def sixth(**more):
    """Return the decision at the end of Game-Turn 6."""
    return play(combat(SUEZ, {}, "egypt", turn=6, **more), "end")


def test_9_2_the_west_decides_after_turn_six():
    p = sixth()
    assert (p.step, p.to_move, p.turn) == ("continue", "anglo_french", 6)
    assert legal(p) == {"stop", *(f"continue {turn}" for turn in range(7, 13))}
    illegal(p, "continue 13", "9.2")
    illegal(p, "continue 6", "9.2")
    play(p, "stop")
    assert p.phase == "over"


def test_9_2_only_then():
    illegal(pos(SUEZ, {}, turn=5), "continue 9", "9.2")
    illegal(pos(SUEZ, {}, turn=5), "stop", "9.2")
    p = play(combat(SUEZ, {}, "egypt", turn=5), "end")
    assert p.turn == 6


def test_9_2_the_number_is_the_wests_secret():
    p = play(sixth(), "continue 9")
    assert p.turn == 7
    assert p.view("anglo_french")["last_turn"] == 9
    assert "last_turn" not in p.view("egypt")
    assert "last_turn" not in p.view(None)
    other = play(sixth(), "continue 12")
    assert other.view("egypt") == p.view("egypt")
    assert [event.text for event in sixth().describe("continue 9")] == [
        event.text for event in sixth().describe("continue 12")
    ]


def test_9_2_a_die_and_one_for_egypt_after_each_turn_from_seven():
    p = play(sixth(), "continue 8")
    before = p.points["egypt"]
    play(p, "end", "end")  # west
    while p.turn == 7:
        actions = legal(p)
        play(p, "roll 4" if "roll 4" in actions else "end")
    assert gained(p, "continuation") == 5
    assert p.points["egypt"] == before + 5


def test_9_2_the_last_turn_has_its_die_too_and_then_ends():
    p = play(combat(SUEZ, {"4-inf": "2810", "1-p": "3711"}, "egypt", turn=9, last_turn=9), "end")
    assert (p.step, p.to_move) == ("continue roll", "dice")
    assert gained(p, "objectives, egypt") == 1  # before the die
    play(p, "roll 6")
    assert p.phase == "over"
    assert gained(p, "continuation") == 7
    assert gained(p, "objectives, west") == 2
    assert p.view("egypt")["last_turn"] == 9


def test_9_2_no_early_end():
    p = play(combat(SUEZ, {}, "egypt", turn=7, last_turn=9), "end", "roll 1")
    assert p.turn == 8


def test_9_3_egypt_sets_up_anywhere_but_on_the_mediterranean():
    p = game(SUEZ).start()
    assert {a.split()[1] for a in verb(p, "place")} == set(UNITS)
    for hex_ in ("2418", "3303", "2612", "4811", "1831", "3413"):
        assert f"place 4-inf {hex_}" in p.legal_actions()
    for hex_ in ("2411", "2801", "1632"):
        illegal(p, f"place 4-inf {hex_}", "9.3")
        assert f"place ps-coastal {hex_}" in p.legal_actions()
    illegal(p, "place 4-inf 1704", "9.3")
    illegal(p, "place ps-coastal 2418", "9.3")


def test_9_3_one_unit_to_a_hex_in_any_order():
    p = play(game(SUEZ).start(), "place 2r-inf 2612", "place ps-coastal 2411")
    illegal(p, "place 4-inf 2612", "9.3")
    play(p, "place 4-inf 2613")


def test_9_3_the_coastal_battery_is_lost_where_it_would_retreat():
    units = {"ps-coastal": "2704", "1-p": "2705", "2-p": "2804"}
    p = fight(combat(SUEZ, units), "2704", "1-p", "2-p", roll=4, table="mobile")  # D2
    assert p.units["ps-coastal"] == "eliminated"


def militia(roll, *, turn=2, **units):
    """Return a position at the militia die, rolled."""
    pool = {f"militia-{n}": "off" for n in range(1, 7)}
    p = pos(SUEZ, {"4-inf": "2612", **pool, **units}, side="egypt", phase="start", turn=turn)
    assert (p.step, p.to_move) == ("militia roll", "dice")
    return play(p, f"roll {roll}")


def test_9_4_as_many_militia_as_the_die_says():
    for roll in range(1, 7):
        p = militia(roll)
        for n in range(1, roll + 1):
            assert legal(p) == {f"place militia-{n} 2612"}
            play(p, f"place militia-{n} 2612")
        assert p.step == "movement"
        assert sum(place == "2612" for place in p.units.values()) == roll + 1


def test_9_4_in_the_order_of_the_list_into_cities_with_an_egyptian():
    p = militia(2, **{"1r-inf": "2713", "2r-inf": "2418"})
    assert legal(p) == {"place militia-1 2612", "place militia-1 2713"}
    illegal(p, "place militia-2 2612", "9.4")
    illegal(p, "place militia-1 2418", "9.4")
    illegal(p, "place militia-1 2614", "9.4")
    illegal(p, "place 4-inf 2612", "9.4")


def test_9_4_not_in_a_western_zone():
    p = militia(1, **{"1r-inf": "2713", "1-p": "2714"})
    assert legal(p) == {"place militia-1 2612"}
    illegal(p, "place militia-1 2713", "9.4")
    p = militia(3, **{"1-p": "2611"})
    assert p.step == "movement"  # no hex for them: they stay in the pool
    assert p.units["militia-1"] == "off"


def test_9_4_port_fuad_is_city():
    p = militia(1, **{"1r-inf": "3108"})
    assert "place militia-1 3108" in legal(p)


def test_9_4_the_stack_must_be_broken_up_first():
    p = play(militia(1), "place militia-1 2612")
    illegal(p, "end", "9.4")
    play(p, "move militia-1 2611")
    play(p, "end")
    p = play(militia(1), "place militia-1 2612", "move 4-inf 2611", "end")


def test_9_4_what_cannot_leave_the_stack_goes_back_to_the_pool():
    # six Egyptians all about 2712, and passing one costs more than there is
    ring = ("2711", "2811", "2812", "2713", "2612", "2611")
    p = militia(1, **{"4-inf": "2712"}, **dict(zip(UNITS[1:7], ring, strict=True)))
    play(p, "place militia-1 2712", "end")
    assert p.units["militia-1"] == "off"
    assert p.units["4-inf"] == "2712"


def test_9_4_only_so_many_as_are_left():
    p = militia(6, **{f"militia-{n}": "eliminated" for n in range(1, 6)})
    play(p, "place militia-6 2612")
    assert p.step == "movement"


def test_9_4_from_turn_two_and_until_the_pool_is_empty():
    pool = {f"militia-{n}": "off" for n in range(1, 7)}
    p = play(combat(SUEZ, {"4-inf": "2612", **pool}, turn=1), "end")
    assert p.step == "movement"
    p = play(combat(SUEZ, {"4-inf": "2612", **pool}, turn=2), "end")
    assert p.step == "militia roll"
    p = play(combat(SUEZ, {"4-inf": "2612"}, turn=3), "end")
    assert p.step == "movement"


def test_9_4_over_for_good_when_no_city_is_egypts():
    g = game(SUEZ)
    cities = [g.hexes[h] for h in range(len(g.hexes)) if g.map.terrain_of(g.hexes[h]) == "city"]
    pool = {f"militia-{n}": "off" for n in range(1, 7)}
    p = play(combat(SUEZ, {"4-inf": "2418", **pool}, western_cities=cities), "end")
    assert p.step == "movement"
    p = play(combat(SUEZ, {"4-inf": "2418", **pool}, western_cities=cities[1:]), "end")
    assert p.step == "militia roll"


def test_9_4_a_city_hex_is_his_who_entered_it_last():
    p = pos(SUEZ, {"1-p": "2511"})
    play(p, "move 1-p 2513")  # through 2512
    assert {"2512", "2513"} <= set(p.to_dict()["western_cities"])
    p = pos(SUEZ, {"4-inf": "2515"}, side="egypt", step="movement", western_cities=["2514", "2612"])
    play(p, "move 4-inf 2514")
    assert p.to_dict()["western_cities"] == ["2612"]


def test_9_4_an_advance_takes_the_city_hexes_on_its_way():
    p = combat(SUEZ, {"1-p": "2316", "ps-armor": "2315"}, turn=2)
    p.push("attack 2315 with 1-p british-air 3 fire")
    play(p, "mobile", "roll 2")
    play(p, *(f"retreat ps-armor {hex_}" for hex_ in ("2414", "2514", "2513")))
    play(p, "advance 1-p 2514")
    assert p.to_dict()["western_cities"] == ["2414", "2514"]


def test_9_5_what_if():
    p = game(SUEZ, "what_if").start()
    assert p.points["egypt"] == 0
    placed = {a.split()[1] for a in verb(p, "place")}
    assert placed > set(UNITS)
    assert {"2-1a-armor", "2-engineer", "9-2-inf", "2a-artillery"} <= placed
    play(p, "deploy", "end")
    assert len([h for h in p.units.values() if len(h) == 4 and h.isdigit()]) == 43
    assert "2-engineer" not in game(SUEZ).start().game.units


def test_9_6_forces_off_shore_and_in_the_air():
    p = play(game(SUEZ).start(), "deploy", "end")
    assert p.air == {"british-air": 7, "french-air": 5}
    west = [u for u in p.game.units if u not in UNITS and not u.startswith("militia")]
    assert {p.units[u] for u in west} == {"off"}


def test_9_7_the_west_brings_what_it_likes():
    p = play(game(SUEZ).start(), "deploy", "end")
    assert verb(p, "drop")
    assert verb(p, "lift")
    assert verb(p, "enter")
    play(p, "end")


def test_9_8_world_opinion():
    assert game(SUEZ).start().ledger["egypt"] == {"world opinion": 8}
    assert game(SUEZ, "what_if").start().points == {"anglo_french": 0, "egypt": 0}


def test_9_8_two_points_for_each_western_unit():
    units = {"4-inf": "2418", "1r-inf": "2420", "gds": "2419"}
    p = combat(SUEZ, units)
    declare(p, "2418 2420", "gds")
    play(p, "mobile", "roll 6")  # 1 - 4 = -3: A1, and no way back: lost in any way
    assert gained(p, "western units eliminated") == 2
    p = combat(SUEZ, {"4-inf": "2418", "1-p": "2419"})
    fight(p, "2418", "1-p", roll=4, table="frontal")  # +2: EX
    play(p, "lose 1-p")
    assert {"4-inf", "1-p"} <= lost(p)
    assert gained(p, "western units eliminated") == 2


def test_9_8_fire_into_a_city_hex():
    units = {"4-inf": "2612", "1-p": "2611", "2-p": "2613"}
    p = combat(SUEZ, units)
    declare(p, "2612", "1-p", "2-p")
    assert gained(p, "fire into cities") == 0
    for marker in ("british-air 3", "french-air 1", "british-guns"):
        p = declare(combat(SUEZ, units), "2612", "1-p", "2-p", markers=[marker])
        assert gained(p, "fire into cities") == 1  # before the die
    p = combat(SUEZ, units)
    declare(p, "2612", "1-p", "2-p", markers=["british-air 3", "french-air 2", "british-guns"])
    assert gained(p, "fire into cities") == 1


def test_9_8_a_point_for_each_hex_and_adjacent_guns_count():
    units = {"4-inf": "2612", "1r-inf": "2613", "1-p": "2713"}
    p = declare(combat(SUEZ, units), "2612 2613", "1-p", markers=["british-air 1"])
    assert gained(p, "fire into cities") == 2
    p = declare(combat(SUEZ, {"4-inf": "2612", "20-artillery": "2611"}), "2612", "20-artillery")
    assert gained(p, "fire into cities") == 1
    p = declare(combat(SUEZ, {"4-inf": "2418", "20-artillery": "2419"}), "2418", "20-artillery")
    assert gained(p, "fire into cities") == 0


def test_9_8_protective_fire_and_egypts_guns_score_nothing():
    p = combat(SUEZ, {"1-p": "2612", "4-inf": "2611", "ps-antiaircraft": "2711"}, "egypt")
    declare(p, "2612", "4-inf", "ps-antiaircraft")
    play(p, "british-air 2", "done")
    assert gained(p, "fire into cities") == 0


def test_9_8_egypts_objectives_each_turn():
    p = combat(SUEZ, {"4-inf": "2810", "1r-inf": "3711", "1-p": "2415"}, "egypt", turn=2)
    play(p, "end")
    assert gained(p, "objectives, egypt") == 2
    assert gained(p, "objectives, west") == 0


def test_9_9_a_point_for_each_egyptian_unit():
    p = combat(SUEZ, {"4-inf": "2418", "1-p": "2419"})
    fight(p, "2418", "1-p", roll=1, markers=["british-air 7", "french-air 5"])
    assert p.units["4-inf"] == "eliminated"
    assert p.points["anglo_french"] == 1


@pytest.mark.parametrize(("turn", "points"), [(1, 2), (3, 2), (4, 1), (6, 1), (9, 1)])
def test_9_9_units_that_leave(turn, points):
    more = {"last_turn": 12} if turn > 6 else {}
    p = play(pos(SUEZ, {"1-p": "4811"}, turn=turn, **more), "exit 1-p 4811")
    assert p.units["1-p"] == "exited"
    assert p.ledger["anglo_french"] == {"units exited": points}


def test_9_9_objectives_at_the_end():
    p = combat(SUEZ, {"1-p": "2810", "js-helicopter": "3711", "2-p": "off"}, "egypt", turn=6)
    play(p, "end", "stop")
    assert gained(p, "objectives, west") == 4


def test_9_10_by_the_eight_exit_hexes():
    for number in range(4807, 4815):
        p = pos(SUEZ, {"1-p": str(number)})
        play(p, f"exit 1-p {number}")
    illegal(pos(SUEZ, {"1-p": "1732"}), "exit 1-p 1732", "9.10")
    illegal(pos(SUEZ, {"4-inf": "4811"}, side="egypt", step="movement"), "exit 4-inf 4811", "9.10")


def test_9_10_half_a_point_from_the_road():
    p = pos(SUEZ, {"1-p": "4811"})
    assert cost(p, "1-p", "4811", "exit") == 0.5
    p = pos(SUEZ, {"1-p": "4810"})
    assert cost(p, "1-p", "4810", "exit") == 1


def test_9_10_the_way_and_off_is_one_action():
    p = play(pos(SUEZ, {"a-6-rtr": "2513"}), "exit a-6-rtr 4811")
    assert p.units["a-6-rtr"] == "exited"


def test_9_10_line_of_play_of_the_rulings():
    p = pos(SUEZ, {"1-p": "off", "2-p": "off"}, turn=1)
    play(p, "drop 1-p 4611", "drop 2-p 4711", "end", "end")
    play(p, "end", "end")  # Egypt has no militia in the pool
    assert p.turn == 2
    play(p, "exit 1-p 4811", "exit 2-p 4811")
    assert gained(p, "units exited") == 4


def test_9_10_a_vehicle_leaves_in_its_second_move():
    p = pos(SUEZ, {"a-6-rtr": "2411"})
    assert cost(p, "a-6-rtr", "2512") == 2
    assert cost(p, "a-6-rtr", "4411") == 12
    illegal(p, "exit a-6-rtr 4811", "5.10")
    p = pos(SUEZ, {"a-6-rtr": "4411"})
    assert cost(p, "a-6-rtr", "4811", "exit") == 2.5  # 14½ in all


def test_9_10_not_by_advance_or_in_combat():
    p = combat(SUEZ, {"1-p": "4811"})
    illegal(p, "exit 1-p 4811", "5.4")


def test_9_10_gone_for_good():
    p = pos(SUEZ, {"1-p": "exited"}, turn=4)
    illegal(p, "land 1-p 2801", "9.10")
    assert reach(p, "1-p") == set()


def test_9_10_no_leaving_from_a_distance():
    illegal(pos(SUEZ, {"1-p": "4511"}), "exit 1-p 4814", "5.10")


def test_9_8_fire_into_a_city_hex_counts_once_in_a_phase():
    """A unit displaced into a hex that was fired into, and left, is fired at there again."""
    units = {"ps-armor": "2710", "ps-antitank": "2510", "4-inf": "2610", "1r-inf": "2511",
             "2r-inf": "2410"}  # fmt: skip
    p = combat(SUEZ, units, turn=2)
    p.push("attack 2710 british-air 5 fire")
    play(p, "roll 1")
    play(p, "retreat ps-armor 2711", "retreat ps-armor 2611")
    p.push("attack 2510 french-air 5 fire")
    play(p, "roll 1")
    play(p, "retreat ps-antitank 2610", "displace 4-inf 2710", "retreat ps-antitank 2711")
    assert p.ledger["egypt"]["fire into cities"] == 2
    p.push("attack 2710 british-air 2 fire")
    assert p.ledger["egypt"]["fire into cities"] == 2
    assert p.to_dict()["fired_into"] == ["2510", "2710"]


def test_9_2_the_last_turn_is_told_to_the_west_alone():
    game = bh.load("suez-56")
    p = game.position({"game": "suez-56", "turn": 6, "phase": "end"})
    assert p.to_move == "anglo_french"
    assert "continue 9" in p.legal_actions()
    assert p.public("continue 9", "egypt") == p.public("continue 9", None) == "continue"
    assert p.public("continue 9", "anglo_french") == "continue 9"
    assert p.public("continue 9", "everything") == "continue 9"
    assert p.public("end", "egypt") == "end"
