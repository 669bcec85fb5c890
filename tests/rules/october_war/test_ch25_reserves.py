"""25.0 Reserve areas."""

from .helpers import combat, illegal, legal, movement, moves, play, pos, reach, where


def test_25_1_units_there_reorganize():
    units = dict.fromkeys(["eg-inf-1", "eg-inf-2", "eg-inf-3"], "egyptian-reserve")
    p = pos(units | {"16-inf-div": "breakdown"}, phase="reorganization")
    assert "combine 16-inf-div egyptian-reserve" in legal(p)


def test_25_2_each_side_its_own():
    p = movement({"15-armor": "el-arish", "eg-cdo-1": "el-arish"})
    illegal(p, "move 15-armor israeli-reserve", "25.2")
    illegal(p, "fly eg-cdo-1 israeli-reserve", "25.2")
    p = movement({"armor-1": "salhiya"}, "israel")
    illegal(p, "move armor-1 egyptian-reserve", "25.2")


def test_25_2_any_arab_of_the_theater():
    p = movement({"libya": "salhiya", "morocco": "to-damascus-kiswe"})
    assert "egyptian-reserve" in moves(p, "libya")
    assert "syrian-reserve" in moves(p, "morocco")


def test_25_3_in_and_out_by_the_edge_points():
    p = movement({"15-armor": "egyptian-reserve"})
    first = {way.split()[0] for way in reach(p, "15-armor")}
    edges = {"salhiya", "tel-el-kebir", "cairo-road", "kilometre-101", "ain-sukhna"}
    assert first == edges
    p = movement({"sy-armor-1": "syrian-reserve"})
    first = {way.split()[0] for way in reach(p, "sy-armor-1")}
    assert first == {"to-damascus-katana", "to-damascus-kiswe"}
    illegal(p, "move sy-armor-1 sasa", "25.3")


def test_25_3_entering_costs_one_and_ends_the_move():
    p = movement({"15-armor": "qantara-west"})
    assert "move 15-armor salhiya egyptian-reserve" in legal(p)
    p = movement({"15-armor": "fayid"})
    assert "egyptian-reserve" not in moves(p, "15-armor")


def test_25_3_also_where_the_enemy_stands():
    p = movement({"15-armor": "egyptian-reserve", "armor-1": "salhiya"})
    assert "move 15-armor salhiya" in legal(p)
    illegal(p, "move 15-armor salhiya abu-suweir", "13.6")
    p = movement({"15-armor": "salhiya", "armor-1": "salhiya"})
    assert "move 15-armor egyptian-reserve" in legal(p)


def test_25_3_four_points_from_it():
    p = movement({"15-armor": "egyptian-reserve"})
    assert "move 15-armor salhiya abu-suweir ismailia" in legal(p)
    assert max(len(way.split()) for way in reach(p, "15-armor")) == 4


def test_25_4_only_israelis_change_front():
    p = movement({"armor-1": "israeli-reserve", "sy-armor-1": "syrian-reserve"}, "israel")
    assert {"el-arish", "gonen"} <= moves(p, "armor-1")
    p = movement({"sy-armor-1": "syrian-reserve", "15-armor": "egyptian-reserve"})
    assert not moves(p, "sy-armor-1") & moves(p, "15-armor")


def test_25_5_no_combat_into_or_out_of_it():
    p = combat({"15-armor": "egyptian-reserve", "armor-1": "salhiya"})
    illegal(p, "attack egyptian-reserve", "15.0")
    assert legal(p) == {"end"}
    p = pos({"15-armor": "egyptian-reserve", "tac-1": "sinai:ground-attack"}, side="israel",
            phase="combat 1", step="raids")  # fmt: skip
    illegal(p, "raid egyptian-reserve tac 1", "19.8")


def test_25_6_no_limit():
    full = dict.fromkeys(["4-armor-div", "21-armor-div", "6-mech-div", "3-mech-div"],
                         "egyptian-reserve")  # fmt: skip
    p = movement(full | {"15-armor": "salhiya", "libya": "egyptian-reserve"})
    assert "egyptian-reserve" in moves(p, "15-armor")
    p = movement({"hq-143": "israeli-reserve", "hq-162": "gonen"}, "israel")
    assert "israeli-reserve" in moves(p, "hq-162")


def test_25_7_flights_out_of_and_into_the_own_one():
    p = movement({"eg-cdo-1": "egyptian-reserve", "eg-cdo-2": "salhiya"})
    assert "deversoir" in reach(p, "eg-cdo-1", "fly")
    assert "egyptian-reserve" in reach(p, "eg-cdo-2", "fly")
    p = movement({"airmobile-1": "israeli-reserve"}, "israel")
    assert {"bir-el-abd", "wasit"} <= reach(p, "airmobile-1", "fly")
    p = movement({"airmobile-1": "gonen"}, "israel")
    flights = reach(p, "airmobile-1", "fly")
    assert "israeli-reserve" in flights
    illegal(p, "fly airmobile-1 el-arish", "25.7")


def test_25_7_into_it_by_the_good_row():
    p = movement({"eg-cdo-1": "salhiya"})
    play(p, "fly eg-cdo-1 egyptian-reserve", "pass", "roll 3")
    assert where(p, "eg-cdo-1") == ["egyptian-reserve"]
