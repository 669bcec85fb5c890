"""3.0 Set-up and victory."""

import numpy as np
import pytest

from bridgehead.core.positions.decision import Decision
from bridgehead.titles.middle_east_battles import TITLE

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


def ended(game_id, west, egypt, *options):
    ledger = {"egyptian units eliminated": west, "western units eliminated": egypt}
    turn = {SUEZ: 6, EL: 11}[game_id]
    p = combat(game_id, {}, "egypt", turn=turn, ledger=ledger, options=options)
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


# --- the options `any_lead` and `bid` --------------------------------------------------------


@both_games
@pytest.mark.parametrize(
    ("west", "egypt", "winner"), [(5.5, 5, "west"), (5, 5, "draw"), (5, 5.5, "egypt")]
)
def test_3_3_option_any_lead_wins(game_id, west, egypt, winner):
    p = ended(game_id, west, egypt, "any_lead")
    assert p.result.winner == {"west": p.game.sides[0]}.get(winner, winner)
    assert p.result.ending == ("draw" if winner == "draw" else "points")


BIDS = [
    (10, 6, "west:1", "west"), (10, 6, "west:0.5", "draw"), (10, 5, "egypt:0.5", "draw"),
    (6, 10, "egypt:1", "egypt"), (6, 10, "egypt:0.5", "draw"), (0, 9, "west:4", "egypt"),
]  # fmt: skip
BIDS_ANY_LEAD = [
    (5, 5, "egypt:0.5", "egypt"), (5, 5, "west:0.5", "west"), (7, 5, "egypt:2", "draw"),
    (7, 5, "egypt:1.5", "west"), (7, 5, "egypt:2.5", "egypt"),
]  # fmt: skip


@both_games
@pytest.mark.parametrize(
    ("west", "egypt", "bid", "winner", "more"),
    [*((*row, ()) for row in BIDS), *((*row, ("any_lead",)) for row in BIDS_ANY_LEAD)],
)
def test_3_3_option_bid_counts_with_either_margin(game_id, west, egypt, bid, winner, more):
    first = game(game_id).sides[0]
    p = ended(game_id, west, egypt, *more, f"bid={bid.replace('west', first)}")
    assert p.result.winner == {"west": first}.get(winner, winner)


@both_games
def test_3_3_option_bid_is_among_the_points_from_the_start(game_id):
    first = game(game_id).sides[0]
    with_bid, without = game(game_id, f"bid={first}:2.5").start(), game(game_id).start()
    assert with_bid.points == {**without.points, first: 2.5}
    assert with_bid.ledger[first] == {"bid": 2.5}
    assert with_bid.game.position({"game": game_id, "ledger": with_bid.ledger}).points == (
        with_bid.points
    )


def test_3_3_a_resignation_loses_whatever_the_bid():
    p = combat(SUEZ, {}, options=["any_lead", "bid=anglo_french:50"])
    p.push("resign")
    assert p.result.winner == "egypt"


def test_3_3_the_lead_that_is_told_is_that_of_the_end():
    """Objectives count with it: the West's at the end, Egypt's of this turn."""
    first, second = list(game(SUEZ).map.objectives)[:2]
    ledger = {"egyptian units eliminated": 10, "western units eliminated": 6}
    units = {"1-p": first, "4-inf": second}
    p = combat(SUEZ, units, "egypt", turn=6, ledger=ledger)
    screen = TITLE.screen
    for points in ({"anglo_french": 10, "egypt": 6}, {"anglo_french": 10, "egypt": 7}):
        assert p.points == points
        lead = TITLE.goals(p, None)[0]
        assert (lead.side, lead.have, lead.met) == ("anglo_french", 5, True)
        assert "Anglo-French 12, Egypt 7 with objectives" in lead.note
        assert {side: told["atEnd"] for side, told in screen.ledger(p).items()} == {
            "anglo_french": 12, "egypt": 7
        }  # fmt: skip
        if p.step != "continue":
            play(p, "end")
    note, costs = screen.limits(p, Decision.of(p))
    assert (costs.text, costs.case) == (
        "Each turn that you go on gives Egypt 2 to 7 victory points", "9.2"
    )  # fmt: skip
    assert (note.text, note.case, note.units) == (
        "If you stop now, the Anglo-French win: 12 to 7 victory points for the Anglo-French and "
        "Egypt, a lead of 5", "3.3", (),
    )  # fmt: skip
    assert play(p, "stop").points == {"anglo_french": 12, "egypt": 7}
    assert TITLE.goals(p, None)[0].have == 5


@both_games
def test_3_3_goals_tell_the_lead_that_wins(game_id):
    lead = TITLE.goals(game(game_id).start(), None)[0]
    assert lead.need == 5
    egypt = "bid=egypt:0.5"
    lead = TITLE.goals(game(game_id, "any_lead", egypt).start(), None)[0]
    assert (lead.side, lead.need, lead.met) == ("egypt", 0.5, True)
    assert "equal points are a draw" in lead.note


def worth(p):
    return TITLE.thinking.worth(*p.arrays)


@both_games
def test_3_3_what_a_finished_game_is_worth_knows_both_options(game_id):
    """Half of the result is a win more, and a bid moves the middle of the lead."""
    drawn, won = ended(game_id, 7, 5), ended(game_id, 7, 5, "any_lead")
    assert worth(won) - worth(drawn) == pytest.approx(0.2)
    assert worth(ended(game_id, 7, 5, "any_lead", "bid=egypt:2")) == pytest.approx(0.5)
    assert worth(ended(game_id, 7, 5, "bid=egypt:4")) == pytest.approx(1 - worth(drawn))


@both_games
def test_3_3_what_a_position_is_judged_by_knows_both_options(game_id):
    names = list(TITLE.thinking.NAMES)

    def seen(*options):
        p, x = ended(game_id, 7, 5, *options), np.zeros(len(names))
        TITLE.thinking.features(*p.arrays, np.zeros(p.game.max_actions, np.int32), x)
        return x[names.index("lead")], x[names.index("the same to a win of the west")]

    assert seen() == pytest.approx((4 / 40, (4 - 10) / 8))
    assert seen("any_lead") == pytest.approx((4 / 40, (4 - 1) / 8))
    assert seen("any_lead", "bid=egypt:1.5") == pytest.approx((1 / 40, (1 - 1) / 8))
