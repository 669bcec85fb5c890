"""14.0 How the game is won: six across, the bridge in place, a line of communication."""

import tomllib

import pytest

from .helpers import MAP, case, custom, every_edition, game, legal, play, pos

BOX = dict.fromkeys(["matt-1", "matt-2", "matt-3", "erez-1", "erez-2", "erez-3"], "across")
WON = {**BOX, "baram-4": "0112"}


def last(edition, units, **more):
    """Return the position before the last action of the game."""
    return pos(edition, units, turn=7, side="egypt", phase="combat", **more)


def winner(edition, units):
    """Return who wins when the game ends now."""
    return play(last(edition, units), "end").result.winner


def line(edition, units):
    """Return the line of communication in a position."""
    return pos(edition, units).line_of_communication()


# --- 14.0 -------------------------------------------------------------------------------------


@every_edition
def test_14_0_israel_wins_with_all_three(edition):
    p = last(edition, WON)
    assert p.result is None
    play(p, "end")
    assert p.result.winner == "israel"
    assert p.result.case == case(edition, "14.0")
    assert p.result.reason
    assert p.to_move is None


@every_edition
@pytest.mark.parametrize("missing", list(BOX))
def test_14_0_five_across_are_not_enough(edition, missing):
    units = {unit: hex_ for unit, hex_ in WON.items() if unit != missing}
    p = play(last(edition, units), "end")
    assert p.result.winner == "egypt"
    assert p.result.case == case(edition, "14.0")


@every_edition
@pytest.mark.parametrize("place", ["0211", "0616", "1708", "off"])
def test_14_0_the_bridge_must_be_in_place(edition, place):
    assert winner(edition, {**BOX, "baram-4": place}) == "egypt"
    assert winner(edition, BOX) == "egypt"


@every_edition
def test_14_0_another_unit_on_matzmed_is_no_bridge(edition):
    assert winner(edition, {**BOX, "baram-4": "0211", "raviv-1": "0112"}) == "egypt"


@every_edition
def test_14_0_without_a_line_of_communication_egypt_wins(edition):
    assert winner(edition, {**WON, "16-1": "1708"}) == "egypt"
    assert winner(edition, {**WON, "16-1": "0101"}) == "israel"


@every_edition
def test_14_0_no_ties(edition):
    for units in (WON, BOX, {"16-1": "1203"}, {**WON, "16-1": "1109"}):
        assert winner(edition, units) in {"israel", "egypt"}


@every_edition
def test_14_0_settled_when_turn_seven_ends_and_not_before(edition):
    p = pos(edition, WON, turn=6, side="egypt", phase="combat")
    play(p, "end")
    assert p.result is None
    assert p.turn == 7
    play(p, "end", "end", "end")
    assert p.result is None
    play(p, "end")
    assert p.result.winner == "israel"


@every_edition
def test_ruling_23_egypt_has_the_last_word(edition):
    # The line is cut in Egypt's last combat phase.
    p = pos(edition, {**WON, "16-1": "1407"}, turn=7, side="egypt")
    assert p.line_of_communication() is not None
    play(p, "move 16-1 1308", "end", "end")
    assert p.result.winner == "egypt"


@every_edition
@pytest.mark.parametrize("turn", [1, 4, 7])
def test_ruling_23_conceding_at_any_time(edition, turn):
    p = pos(edition, WON, turn=turn)
    p.push("resign")
    assert p.result.winner == "egypt"
    p = game(edition).start()
    p.push("resign")
    assert p.result.winner == "egypt"


@every_edition
def test_house_R17_all_three_are_needed(edition):
    five = {unit: hex_ for unit, hex_ in BOX.items() if unit != "erez-3"}
    cut = {"16-1": "1708"}
    wins = {
        (units, bridge, free): winner(
            edition,
            {
                **(BOX if units == 6 else five),
                "baram-4": "0112" if bridge else "0211",
                **({} if free else cut),
            },
        )
        for units in (5, 6)
        for bridge in (True, False)
        for free in (True, False)
    }
    assert {key for key, side in wins.items() if side == "israel"} == {(6, True, True)}


# --- 14.1 -------------------------------------------------------------------------------------


@every_edition
def test_14_1_a_path_of_clear_and_road_hexes(edition):
    path = line(edition, {"baram-4": "0112"})
    assert path[0] == "0112"
    assert path[-1] == "1708"
    assert len(path) == len(set(path))
    with MAP.open("rb") as file:
        data = tomllib.load(file)
    other = {hex_ for listed in data["terrain"].values() for hex_ in listed.split()}
    road = {hex_ for listed in data["paths"]["road"] for hex_ in listed.split()}
    assert (set(path) & other) <= road


@every_edition
def test_14_1_a_road_hex_will_do_whatever_its_terrain(edition, tmp_path):
    # Column 08 all sand but for its road hexes: the line passes by one of these.
    own = custom(
        tmp_path,
        edition,
        {"0501 0502 0601": "0501 0502 0805 0806 0807 0808 0809 0811 0812 0815 0810 0813 0601"},
    )
    p = pos(edition, {"baram-4": "0112"}, on=own)
    path = p.line_of_communication()
    roads = {"0810", "0813", "0814", "0819", "0820"}
    assert {hex_ for hex_ in path if hex_.startswith("08")} <= roads
    # With these in enemy zones nothing is left, though 0805 and 0811 carry a trail.
    units = {"baram-4": "0112", "16-1": "0910", "16-2": "0813", "16-3": "0820"}
    p = pos(edition, units, on=own)
    assert p.line_of_communication() is None


@every_edition
@pytest.mark.parametrize("enemy", ["0112", "1708", "0211", "1109", "1308", "1408"])
def test_14_1_cut_by_enemy_units_and_their_zones(edition, enemy):
    bridge = {} if enemy == "0112" else {"baram-4": "0112"}
    assert line(edition, {**bridge, "16-1": enemy}) is None


@every_edition
@pytest.mark.parametrize("enemy", ["0101", "0311", "0508", "0910", "1306"])
def test_14_1_a_way_round_will_do(edition, enemy):
    path = line(edition, {"baram-4": "0112", "16-1": enemy})
    assert path is not None
    assert enemy not in path


@every_edition
@pytest.mark.parametrize(
    ("enemy", "friend"), [("1109", "1209"), ("1308", "1309"), ("1608", "1708")]
)
def test_14_1_a_friend_cancels_the_zone_in_his_hex(edition, enemy, friend):
    units = {"baram-4": "0112", "16-1": enemy}
    assert line(edition, units) is None
    path = line(edition, {**units, "reshef-1": friend})
    assert friend in path


@every_edition
def test_14_1_a_friend_cancels_it_in_his_hex_alone(edition):
    units = {"baram-4": "0112", "16-1": "1109"}
    assert line(edition, {**units, "raviv-1": "1208"}) is None
    assert line(edition, {**units, "raviv-1": "1107"}) is None


@every_edition
def test_ruling_13_matzmed_itself_counts(edition):
    # 16-1 at 0111 controls 0112: with the bridge on it the line begins, without it does not.
    assert line(edition, {"baram-4": "0112", "16-1": "0111"}) is not None
    assert line(edition, {"16-1": "0111"}) is None
    assert line(edition, {"raviv-1": "0112", "16-1": "0111"}) is not None


@every_edition
def test_ruling_13_the_far_end_counts_too(edition):
    assert line(edition, {"baram-4": "0112", "16-1": "1608"}) is None
    assert line(edition, {"baram-4": "0112", "16-1": "1608", "raviv-1": "1708"}) is not None


@every_edition
def test_14_1_decides_the_game(edition):
    assert winner(edition, {**WON, "16-1": "1109"}) == "egypt"
    assert winner(edition, {**WON, "16-1": "1109", "raviv-1": "1209"}) == "israel"
    assert legal(play(last(edition, WON), "end")) == set()
