"""4.0 The sequence of play."""

from .helpers import CENTER, EL, NORTH, SUEZ, both_games, combat, game, illegal, play, pos


def test_4_1_two_player_turns_a_game_turn():
    p = play(game(SUEZ).start(), "deploy", "end")
    assert (p.turn, p.side, p.phase) == (1, "anglo_french", "movement")
    play(p, "end")
    assert (p.turn, p.side, p.phase) == (1, "anglo_french", "combat")
    play(p, "end")
    assert (p.turn, p.side, p.phase) == (1, "egypt", "movement")
    play(p, "end")
    assert (p.turn, p.side, p.phase) == (1, "egypt", "combat")
    play(p, "end")
    assert (p.turn, p.side, p.phase) == (2, "anglo_french", "movement")


@both_games
def test_4_1_a_side_may_concede_at_any_time(game_id):
    west = game(game_id).sides[0]
    p = game(game_id).start()
    p.push("resign")
    assert (p.result.winner, p.to_move) == (west, None)
    p = pos(game_id, {})
    p.push("resign")
    assert p.result.winner == "egypt"


def test_4_1_whose_retreat_it_is_may_concede():
    p = combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH})
    play(p, f"attack {CENTER}", "with 79-7-tal", "fire")
    play(p, "mobile", "roll 6")
    assert p.to_move == "israel"
    p = combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH, "82-7-tal": "2742"})
    play(p, f"attack {CENTER}", "with 79-7-tal", "with 82-7-tal", "fire", "mobile")
    illegal(p, "resign", "4.1")  # nobody's decision: the die
    play(p, "roll 1")
    assert (p.step, p.to_move) == ("retreat", "egypt")
    p.push("resign")
    assert p.result.winner == "israel"


def test_4_2_nothing_is_done_out_of_its_phase():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH}
    p = pos(EL, units)
    for action in (f"attack {CENTER}", "with 79-7-tal", "fire", "fpf 7-artillery", "done",
                   "mobile", "stay", "roll 3", "lose 79-7-tal", f"retreat 1-2-inf {NORTH}",
                   f"displace 1-2-inf {NORTH}", f"advance 79-7-tal {CENTER}", "air 1",
                   "deploy", f"place 1-2-inf {CENTER}"):  # fmt: skip
        illegal(p, action, "4.2")
    p = play(p, "end")
    illegal(p, "move 79-7-tal 2640", "5.4")
    illegal(p, "roll 3", "4.2")


def test_4_2_el_arish_begins_with_its_dice_and_egypt_with_its_withdrawal():
    p = play(game(EL).start(), "deploy", "end")
    assert p.step == "movement"  # no airstrikes in turn 1
    play(p, "end", "end")
    assert (p.side, p.phase, p.step) == ("egypt", "start", "withdrawal")
    play(p, "stay", "end", "end")
    assert (p.turn, p.phase, p.step, p.to_move) == (2, "start", "air roll", "dice")
    play(p, "roll 3", "roll 4")
    assert (p.step, p.to_move) == ("movement", "israel")


def test_4_3_a_turn_ends_with_egypts_objectives():
    p = combat(EL, {"1-2-inf": "2228"}, "egypt", turn=3)
    play(p, "end")
    assert p.turn == 4
    assert p.points["egypt"] == 1
    p = combat(SUEZ, {"4-inf": "2810", "1r-inf": "3711"}, "egypt", turn=1)
    before = p.points["egypt"]
    play(p, "end")
    assert p.points["egypt"] == before + 2
