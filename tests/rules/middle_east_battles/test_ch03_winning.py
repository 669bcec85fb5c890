"""3.0 Set-up and victory."""

import pytest

from .helpers import EL, SUEZ, both_games, combat, game, illegal, play, verb


@both_games
def test_3_1_egypt_sets_up_first_and_completely(game_id):
    p = game(game_id).start()
    assert (p.to_move, p.phase, p.step, p.turn) == ("egypt", "setup", "setup", 1)
    assert set(p.units.values()) == {"off"}
    assert {action.split()[0] for action in p.legal_actions()} == {"place", "deploy"}
    illegal(p, "end", "3.1")
    play(p, "deploy")
    assert list(p.legal_actions()) == ["end"]
    illegal(p, "deploy", "3.1")
    play(p, "end")
    assert (p.side, p.phase, p.turn) == (game(game_id).sides[0], "movement", 1)


@both_games
def test_3_1_the_other_side_starts_with_nothing_on_the_map(game_id):
    p = game(game_id).start()
    west = {SUEZ: "1-p", EL: "79-7-tal"}[game_id]
    hex_ = next(iter(verb(p, "place"))).split()[2]
    illegal(p, f"place {west} {hex_}", "3.1")
    play(p, "deploy", "end")
    assert p.units[west] == "off"


@both_games
def test_3_1_each_unit_is_set_up_once(game_id):
    p = game(game_id).start()
    first, second = sorted(verb(p, "place"))[:2]
    play(p, first)
    unit = first.split()[1]
    assert not {action for action in p.legal_actions() if action.split()[1:2] == [unit]}
    illegal(p, f"place {unit} {second.split()[2]}", "3.1")


@both_games
def test_3_2_the_last_turn_ends_the_game(game_id):
    last = {SUEZ: 6, EL: 11}[game_id]
    p = play(combat(game_id, {}, "egypt", turn=last), "end")
    if game_id == SUEZ:
        play(p, "stop")
    assert (p.phase, p.to_move) == ("over", None)
    assert p.result is not None
    illegal(p, "end", "3.2")
    illegal(p, "resign", "3.2")


LEADS = [(10, 5, "west"), (9, 5, "draw"), (5, 5, "draw"), (5, 9, "draw"), (5, 10, "egypt"),
         (0, 30, "egypt")]  # fmt: skip


def ended(game_id, west, egypt):
    ledger = {"egyptian units eliminated": west, "western units eliminated": egypt}
    p = combat(game_id, {}, "egypt", turn={SUEZ: 6, EL: 11}[game_id], ledger=ledger)
    play(p, "end")
    return play(p, "stop") if game_id == SUEZ else p


@pytest.mark.parametrize(("west", "egypt", "winner"), LEADS)
def test_3_3_five_points_ahead_win_suez(west, egypt, winner):
    p = ended(SUEZ, west, egypt)
    assert p.result.winner == {"west": "anglo_french"}.get(winner, winner)


@pytest.mark.parametrize(("west", "egypt", "winner"), [*LEADS, (9.5, 5, "draw")])
def test_3_4_five_points_ahead_win_el_arish(west, egypt, winner):
    p = ended(EL, west, egypt)
    assert p.result.winner == {"west": "israel"}.get(winner, winner)
