"""The analysis of a record, with an oracle whose chances are known: what it finds is exact."""

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.analysis.chart import chart, letter
from bridgehead.analysis.record import AGAIN, analyse, may_be_analysed
from bridgehead.analysis.report import MOST_POINTS
from bridgehead.analysis.steps import steps_of
from bridgehead.analysis.win_probability import Chance, WinProbabilities, total
from bridgehead.core.errors import InvalidRecord, UnknownPlayer
from bridgehead.core.records.record import Record

from ..players.fakes import Oracle, anywhere, first_legal

RECORDS = Path(__file__).parent.parent / "records"
GAME = "across-suez-1980"
# Two battalions beside an Egyptian one: an attack by both, or by one, or none
START = {
    "game": GAME, "turn": 3, "side": "israel", "phase": "combat",
    "units": {"reshef-1": "0210", "matt-2": "0911", "matt-3": "0810", "16-4": "0910",
              "16-1": "0512", "amir-1": "across"},
}  # fmt: skip
BOTH = ("attack 0910", "with matt-2", "with matt-3", "fire")
ALONE = ("attack 0910", "with matt-2", "fire")


def played(*actions: str, start: dict[str, Any] = START) -> Record:
    """Return a record of these actions from a position; a roll is entered as it stands."""
    game = bh.load(GAME)
    record = Record.new(game, "open", start=game.position(start))
    for text in actions:
        record.do(text)
    return record


def worth(position: Any) -> float:
    """Return a chance: half, less a fifth for each of Israel's lost, more for Egypt's."""
    units = position.units
    mine = sum(units[unit] == "eliminated" for unit in ("matt-2", "matt-3", "reshef-1"))
    theirs = sum(units[unit] == "eliminated" for unit in ("16-4", "16-1"))
    return 0.5 - 0.2 * mine + 0.2 * theirs + 0.1 * (units["16-4"] != "0910")


def faces(actions: Sequence[str], start: dict[str, Any] = START) -> list[float]:
    """Return what each face brings after these actions, by playing all six."""
    found = []
    for face in range(1, 7):
        position = bh.load(GAME).position(start)
        for text in (*actions, f"roll {face}"):
            position.push(text)
        found.append(worth(position))
    return found


def test_steps_cover_a_record_without_gaps():
    record = Record.load(RECORDS / "1980-time.json")
    steps = list(steps_of(record))
    assert [text for step in steps for text in step.actions] == record.actions
    assert steps[0].first == 1
    assert steps[-1].last == len(record.actions)
    for step, following in pairwise(steps):
        assert following.first == step.last + 1
        assert following.before == step.after
        assert step.who != following.who or step.who == "dice"
    for step in steps:
        assert step.who == step.before.to_move
        assert (step.kind == "dice") == (step.who == "dice")
        if step.kind == "dice":
            assert len(step.actions) == 1
    assert all(step.whole for step in steps)


def test_a_resignation_is_a_step_of_its_own():
    steps = list(steps_of(played("end", "resign")))
    assert [(step.kind, step.who) for step in steps] == [
        ("decision", "israel"), ("resign", "egypt")
    ]  # fmt: skip
    steps = list(steps_of(played("attack 0910", "resign")))
    assert [step.kind for step in steps] == ["decision", "resign"]
    assert not steps[0].whole, "the plan was broken off"


def test_a_part_of_a_record_is_made_of_whole_steps():
    record = played(*BOTH, "roll 1")
    steps = list(steps_of(record, first=2, last=3))
    assert [(step.first, step.last) for step in steps] == [(1, 4)]
    assert [step.kind for step in steps_of(record, first=5)] == ["dice"]


def test_a_roll_is_weighed_against_all_its_faces():
    chances = faces(BOTH)
    mean = sum(chances) / 6
    assert len(set(chances)) > 1
    for face in range(1, 7):
        found = analyse(played(*BOTH, f"roll {face}"), Oracle(worth, lambda p: BOTH), looks=8)
        roll = next(step for step in found.steps if step.step.kind == "dice")
        assert roll.before.value == pytest.approx(mean)
        assert roll.luck is not None
        assert roll.luck.value == pytest.approx(chances[face - 1] - mean)
        assert roll.outcomes == pytest.approx(
            {f"roll {n}": chance for n, chance in enumerate(chances, start=1)}
        )
        for side, sign in (("israel", 1), ("egypt", -1)):
            luck = found.tallies[side].luck.value
            assert luck == pytest.approx(sign * (chances[face - 1] - mean))


def rolled(oracle: Oracle) -> Any:
    """Return what the die can bring to the attack by both."""
    position = bh.load(GAME).position(START)
    for text in BOTH:
        position.push(text)
    spread = WinProbabilities(oracle, 8).spread(position)
    assert spread is not None
    return spread


def test_every_face_gets_as_many_looks():
    oracle = Oracle(anywhere)
    spread = rolled(oracle)
    assert set(oracle.measured) == {8}
    assert list(spread.outcomes) == [f"roll {n}" for n in range(1, 7)]
    shares = {spread.outcomes[face].value: spread.shares[face] for face in spread.outcomes}
    assert len(oracle.measured) == len(shares) < 6, "faces that bring the same are measured once"
    assert sum(shares.values()) == pytest.approx(1)
    assert spread.mean.value == pytest.approx(sum(c.value for c in spread.outcomes.values()) / 6)
    assert sum(spread.luck(face).value for face in spread.outcomes) == pytest.approx(0)


def test_luck_knows_how_unsure_it_is():
    spread = rolled(Oracle(anywhere, error=0.03))
    shares = {spread.outcomes[face].value: spread.shares[face] for face in spread.outcomes}
    own = shares.pop(spread.outcomes["roll 1"].value)
    squares = ((1 - own) * 0.03) ** 2 + sum((share * 0.03) ** 2 for share in shares.values())
    assert spread.luck("roll 1").error == pytest.approx(squares**0.5)


def test_a_decision_costs_what_the_best_plan_is_better():
    oracle = Oracle(worth, lambda position: BOTH if position.to_move == "israel" else ("end",))
    found = analyse(played(*ALONE, "roll 1"), oracle, looks=8)
    first = found.steps[0]
    difference = sum(faces(BOTH)) / 6 - sum(faces(ALONE)) / 6
    assert first.loss is not None
    assert first.loss.value == pytest.approx(difference)
    assert first.lost == pytest.approx(max(0.0, difference))
    assert difference > 0.03
    point = found.turning_points[0]
    assert point.weighed is first
    assert (point.favours, point.swing) == ("egypt", pytest.approx(difference))
    assert point.better is not None
    assert point.better["plan"] == list(BOTH)
    assert point.better["sentence"] == ("Attack 16/4 on 0910 with Matt 2 and Matt 3, 7 against 2.")
    assert point.better["chance"] == pytest.approx(sum(faces(BOTH)) / 6, abs=1e-3)
    assert "Turn 3, Israel: Attack 16/4 on 0910 with Matt 2, 4 against 2." in point.sentence
    tally = found.tallies["israel"]
    assert (tally.decisions, tally.mistakes) == (1, 1)
    assert tally.loss.value == pytest.approx(difference)
    assert found.tallies["egypt"].mistakes == 0


def test_what_egypt_loses_is_counted_for_egypt():
    start = {**START, "side": "egypt", "phase": "movement"}
    moved, better = ("move 16-1 0511", "end", "end", "end"), ("end", "end", "end")
    oracle = Oracle(lambda p: 0.7 if p.units["16-1"] == "0511" else 0.4, lambda p: better)
    found = analyse(played(*moved, start=start), oracle, looks=8)
    first = found.steps[0]
    assert first.step.who == "egypt"
    assert first.lost == pytest.approx(0.3)
    point = found.turning_points[0]
    assert (point.favours, point.swing) == ("israel", pytest.approx(0.3))
    assert "This gives about 30 %; the best plan gives about 60 %." in point.sentence
    assert point.better is not None
    assert point.better["chance"] == pytest.approx(0.6)


@pytest.mark.parametrize(("error", "lost"), [(0.0, 0.1), (0.03, 0.1), (0.04, 0.0)])
def test_noise_is_no_mistake(error: float, lost: float):
    """A loss of 0.1 is more than twice the error of a difference up to 0.0353."""
    start = {**START, "phase": "movement"}
    oracle = Oracle(
        lambda p: 0.5 if p.units["matt-2"] == "1010" else 0.4,
        lambda p: ("move matt-2 1010", "end", "end"),
        error=error,
    )
    found = analyse(played("end", "end", start=start), oracle, looks=8)
    assert found.steps[0].lost == pytest.approx(lost)
    assert found.steps[0].to_dict()["difference"] == pytest.approx(0.1)
    assert len(found.turning_points) == (lost > 0)
    assert found.tallies["israel"].mistakes == (lost > 0)


@pytest.mark.parametrize(("better", "mistakes"), [(0.409, 0), (0.411, 1)])
def test_a_trifle_is_no_mistake(better: float, mistakes: int):
    start = {**START, "phase": "movement"}
    oracle = Oracle(
        lambda p: better if p.units["matt-2"] == "1010" else 0.4,
        lambda p: ("move matt-2 1010", "end", "end"),
    )
    found = analyse(played("end", "end", start=start), oracle, looks=8)
    assert found.tallies["israel"].mistakes == mistakes
    assert not found.turning_points


def test_a_plan_worse_than_what_was_played_costs_nothing():
    oracle = Oracle(worth, lambda position: ALONE)
    found = analyse(played(*BOTH, "roll 1"), oracle, looks=8)
    first = found.steps[0]
    assert first.loss is not None
    assert first.loss.value < 0
    assert first.lost == 0.0
    assert first.to_dict()["best"]["same"] is False
    assert all(point.weighed is not first for point in found.turning_points)


def test_the_same_plan_costs_nothing_whatever_the_noise():
    found = analyse(played(*BOTH, "roll 1"), Oracle(worth, lambda p: BOTH, error=0.3), looks=8)
    best = found.steps[0].to_dict()["best"]
    assert best["same"] is True
    assert found.steps[0].loss == Chance(0.0, 0.0)


def test_a_plan_that_cannot_be_carried_out_is_weighed_as_far_as_it_goes():
    oracle = Oracle(worth, lambda p: ("attack 0910", "with 16-1", "fire"))
    found = analyse(played(*BOTH, "roll 1"), oracle, looks=8)
    assert found.steps[0].to_dict()["best"]["plan"] == ["attack 0910"]


def test_what_seems_to_matter_is_looked_at_again():
    oracle = Oracle(worth, lambda position: BOTH)
    analyse(played(*ALONE, "roll 1"), oracle, looks=8)
    assert set(oracle.measured) == {8, 8 * AGAIN}


def test_only_choices_are_thought_about():
    record = Record.load(RECORDS / "1980-held.json")
    oracle = Oracle(anywhere, first_legal)
    analyse(record, oracle, looks=4)
    free = [s for s in steps_of(record) if s.kind == "decision" and s.choice]
    assert oracle.thoughts == len(free)
    assert len(free) < 60


def test_at_most_ten_turning_points_the_largest_in_order_of_play():
    record = Record.load(RECORDS / "1980-time.json")
    found = analyse(record, Oracle(anywhere, first_legal), looks=4)
    points = found.turning_points
    assert len(points) == MOST_POINTS
    numbers = [point.weighed.step.first for point in points]
    assert numbers == sorted(numbers)
    smallest = min(point.swing for point in points)
    others = [abs(step.swing) for step in found.steps if step.step.first not in numbers]
    assert max(others) <= smallest
    assert {point.weighed.step.kind for point in points} <= {"dice", "decision"}
    for point in points:
        assert point.swing > 0
        assert point.sentence.startswith(f"Turn {point.weighed.step.turn}")
        assert (point.better is not None) == (point.weighed.step.kind == "decision")


def test_an_end_is_known_for_certain():
    record = Record.load(RECORDS / "1980-held.json")
    found = analyse(record, Oracle(anywhere, first_legal, error=0.1), looks=4)
    assert found.winner == "israel"
    assert found.steps[-1].after == Chance(1.0, 0.0)
    for step, following in pairwise(found.steps):
        assert step.after == following.before


def test_a_resignation_is_a_turning_point_but_no_mistake():
    found = analyse(played("end", "resign"), Oracle(lambda p: 0.4, lambda p: ("end",)), looks=8)
    point = found.turning_points[-1]
    assert (point.weighed.step.kind, point.favours) == ("resign", "israel")
    assert point.sentence == "Turn 3: Egypt resigned with a chance of about 60 %."
    assert point.swing == pytest.approx(0.6)
    assert found.tallies["egypt"].mistakes == 0


def test_a_plan_that_is_not_finished_is_not_judged():
    found = analyse(played("attack 0910"), Oracle(worth, lambda p: BOTH), looks=8)
    assert found.steps[0].best is None
    assert found.winner is None
    assert found.summary()[0] == "Luck was about even for Israel."


def test_a_game_that_hides_something_is_analysed_when_it_is_over():
    for id_ in ("suez-56", "october-war"):
        record = Record.new(bh.load(id_), "open")
        record.do("deploy")
        with pytest.raises(InvalidRecord, match="when it is over"):
            analyse(record, Oracle(), looks=4)
        record.do("resign")
        assert may_be_analysed(record) is None
        assert analyse(record, Oracle(best=first_legal), looks=4).winner is not None


def test_sides_of_many_are_told_as_many():
    record = Record.load(RECORDS / "suez-egypt.json")
    found = analyse(record, Oracle(anywhere, first_legal), looks=4)
    assert "the Anglo-French" in found.summary()[0]
    assert " of their " in found.summary()[0]
    assert " of its " in found.summary()[1]


def test_a_game_that_hides_nothing_is_analysed_at_any_time():
    for game in (bh.load("el-arish-67"), bh.load("october-war", no_fog=True)):
        record = Record.new(game, "open")
        record.do("deploy")
        assert may_be_analysed(record) is None
    assert "no actions" in str(may_be_analysed(Record.new(bh.load(GAME), "open")))


@pytest.mark.parametrize(("first", "last"), [(0, 3), (4, 2), (1, 9)])
def test_actions_that_are_not_there(first: int, last: int):
    with pytest.raises(InvalidRecord, match="there are 5"):
        analyse(played(*BOTH, "roll 1"), Oracle(), looks=4, first=first, last=last)


def test_progress_goes_up_to_the_end_and_can_stop_it():
    told: list[tuple[int, int]] = []
    oracle = Oracle(worth, lambda position: BOTH)
    analyse(played(*ALONE, "roll 1"), oracle, looks=8, progress=lambda *now: told.append(now))
    assert told[0][0] == 0
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyse(played(*ALONE, "roll 1"), oracle, looks=8, progress=stop)


def test_where_there_is_little_time_only_the_worst_is_thought_about():
    record = Record.load(RECORDS / "1980-held.json")
    oracle = Oracle(anywhere, first_legal)
    found = analyse(record, oracle, looks=4, seconds=1.0)
    assert oracle.thoughts == 4  # of 0.45 seconds, each 0.1
    thought = [step for step in found.steps if step.best is not None]
    rest = [s for s in found.steps if s.step.kind == "decision" and s.step.choice and not s.best]
    assert rest
    assert max(step.gain for step in thought) <= min(step.gain for step in rest) + 1e-9


def test_looks_follow_from_the_time():
    record = played(*BOTH, "roll 1")
    found = analyse(record, Oracle(worth, lambda p: BOTH), seconds=2.0)
    assert found.looks >= 4


def test_who_does_not_think_cannot_analyse():
    with pytest.raises(UnknownPlayer):
        analyse(played(*BOTH, "roll 1"), player="recruit", looks=4)


class Plain:
    """Only tells chances: how sure it is has to be guessed from the number of its rollouts."""

    name = "plain"

    def chance(self, position: Any, looks: int = 32) -> float:
        return 0.5


def test_without_an_error_the_largest_possible_is_taken():
    position = bh.load(GAME).position(START)
    found = WinProbabilities(Plain(), 100).chance(position)
    assert found.value == 0.5
    assert found.error == pytest.approx(0.05)


def test_sums_add_squares_of_errors():
    assert total([Chance(0.1, 0.03), Chance(-0.3, 0.04)]) == Chance(
        pytest.approx(-0.2), pytest.approx(0.05)
    )
    assert total([]) == Chance(0.0, 0.0)


def test_the_json_form():
    record = Record.load(RECORDS / "1980-held.json")
    found = analyse(record, Oracle(anywhere, first_legal), looks=4, first=20, last=90)
    data = found.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert (data["format"], data["version"]) == ("bridgehead-analysis", 1)
    assert (data["game"], data["first_side"], data["winner"]) == (GAME, "israel", "israel")
    assert data["actions"][0] <= 20
    assert data["actions"][1] >= 90
    fields = {"from", "to", "who", "kind", "turn", "actions", "before", "after", "error", "best",
              "loss", "difference", "loss_error", "luck", "luck_error", "outcomes"}  # fmt: skip
    for step in data["steps"]:
        assert set(step) == fields
        assert (step["luck"] is not None) == (step["kind"] == "dice")
        assert (step["outcomes"] is not None) == (step["kind"] == "dice")
        assert (step["best"] is None) == (step["loss"] is None)
    again = analyse(record, Oracle(anywhere, first_legal), looks=4, first=20, last=90)
    assert again.to_dict() | {"seconds": 0} == data | {"seconds": 0}


@pytest.mark.parametrize("plain", [False, True])
def test_the_graph_fits(plain: bool):
    record = Record.load(RECORDS / "1980-time.json")
    found = analyse(record, Oracle(anywhere, first_legal), looks=4)
    lines = chart(found, 80, 11, plain=plain)
    assert len(lines) == 11 + 4
    assert max(map(len, lines)) <= 80
    assert "Israel" in lines[0]
    assert lines[1].startswith("100 %")
    assert "50 %" in lines[6]
    assert lines[11].startswith("  0 %")
    assert lines[-2].split() == list("".join(lines[-2].split())) or len(lines[-2].split()) > 1
    assert sorted("".join(lines[-2].split())) == [letter(n) for n in range(MOST_POINTS)]
    assert lines[-1].split() == ["turn", *"1234567"]
    if plain:
        assert all(line.isascii() for line in lines)


def test_the_graph_is_high_where_the_chance_is():
    low, high = (
        chart(analyse(played("end"), Oracle(lambda p, c=chance: c, first_legal), looks=4),
              plain=True)
        for chance in (0.0, 1.0)
    )  # fmt: skip
    assert "****" in low[11]
    assert "****" not in low[1]
    assert "****" in high[1]
    assert "****" not in high[11]


def test_a_real_player_finds_the_same_twice():
    found = [analyse(played(*ALONE, "roll 1"), looks=4, seed=5).to_dict() for _ in range(2)]
    assert found[0] | {"seconds": 0} == found[1] | {"seconds": 0}
    assert found[0]["player"] == "general@32n"
    assert found[0]["steps"][0]["best"]["plan"]
