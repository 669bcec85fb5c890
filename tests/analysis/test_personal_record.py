"""The record of a person: numbers computed by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from bridgehead.analysis.personal_record import StoredGame, personal_record
from bridgehead.analysis.skill_rating import Skill, advantage, strength_of
from bridgehead.core.titles.games import title_of

pytestmark = pytest.mark.plain
NOW = datetime(2026, 11, 27, tzinfo=UTC)
GAME = "across-suez-1980"
LEVELS = {"recruit": 700.0, "sergeant": 1000.0, "general@1": 1300.0}


def levels(game: str) -> Mapping[str, float]:
    return LEVELS if game == GAME else {}


def stored(number: int, winner: str | None = "israel", **given: Any) -> StoredGame:
    """Return a game that began on a day of November, you as Israel against a recruit."""
    usual: dict[str, Any] = {
        "id": f"g{number}", "game": GAME, "title": "Across Suez", "edition": "1980",
        "options": (), "players": {"israel": "human", "egypt": "recruit"},
        "began": f"2026-11-{number:02}T10:00:00.000Z",
        "updated": f"2026-11-{number:02}T12:00:00.000Z",
        "over": winner is not None, "winner": winner, "turn": 7, "actions": 300,
    }  # fmt: skip
    return StoredGame(**{**usual, **given})


def step(first: int, before: float, after: float, **given: Any) -> dict[str, Any]:
    usual = {"from": first, "to": first + 2, "who": "israel", "kind": "decision", "turn": 2,
             "actions": ["end"], "before": before, "after": after, "error": 0.01,
             "loss": 0.0}  # fmt: skip
    return {**usual, **given}


def analysis(*steps: dict[str, Any], luck: float = 0.0, loss: float = 0.0) -> dict[str, Any]:
    tally = {"luck": luck, "luck_error": 0.03, "loss": loss, "loss_error": 0.04,
             "decisions": 10, "mistakes": 2}  # fmt: skip
    points = [{"from": one["from"], "sentence": f"Turn {one['turn']}."} for one in steps[:1]]
    summary = {"israel": tally, "egypt": {**tally, "luck": -luck}, "sentences": []}
    return {"first_side": "israel", "steps": list(steps), "turning_points": points,
            "summary": summary}  # fmt: skip


def test_a_rating_moves_as_the_model_says() -> None:
    # between equals: sigma² / c / 2, where sigma is 25 / 3 and c² = sigma² + 2 (25 / 6)²,
    # both in units of 30 points: 69.44 / 10.21 / 2 = 3.40 units, which is 102 points
    assert Skill(700).after("won", 700).rating == pytest.approx(802, abs=1)
    assert Skill(700).after("lost", 700).rating == pytest.approx(598, abs=1)
    assert Skill(700).after("drawn", 700).rating == pytest.approx(700, abs=0.01)
    # against 300 points more: p = 1 / (1 + exp(10 / 10.21)) = 0.273; 6.80 of 0.727 of 30 is 148
    assert Skill(700).after("won", 1000).rating == pytest.approx(848, abs=1)
    assert Skill(700).after("won", 700).sigma < Skill(700).sigma


def test_ten_games_against_known_opponents_make_a_rating_reliable() -> None:
    skill = Skill(1000)
    for number in range(10):
        assert skill.is_provisional or number > 7
        skill = skill.after("won" if number % 2 else "lost", 1000)
    assert not skill.is_provisional
    assert skill.games == 10


def test_a_computer_counts_as_the_measured_one_of_its_rank() -> None:
    assert strength_of(LEVELS, "sergeant") == 1000
    assert strength_of(LEVELS, "general:style=bold@10") == 1300
    assert strength_of(LEVELS, "sergeant%10") is None
    assert strength_of(LEVELS, "recruit:units=2") is None
    assert strength_of(LEVELS, "captain") is None


def test_the_better_side_counts_as_strength() -> None:
    briefing = title_of(GAME).briefing(GAME)
    assert briefing is not None
    wins = briefing.balance_with(()).wins  # type: ignore[union-attr]
    share = (wins["egypt"] + (100 - sum(wins.values())) / 2) / 100
    wanted = 400 * math.log10(share / (1 - share))
    assert advantage(GAME, (), "egypt") == pytest.approx(wanted)
    assert advantage(GAME, (), "israel") == pytest.approx(-wanted)
    assert advantage(GAME, ("bid=egypt:2",), "egypt") == 0
    known = Skill(700).after("won", 700 + wanted)
    found = personal_record([stored(1)], levels, NOW)
    assert found.ratings["Across Suez"] == known


def test_results_are_counted_by_title_side_opponent_and_scenario() -> None:
    found = personal_record(
        [
            stored(1),
            stored(2, "egypt"),
            stored(3, "draw", players={"israel": "sergeant", "egypt": "human"}),
            stored(4, None, options=("scenario=crossing",)),
            stored(5, None, updated="2026-10-01T10:00:00.000Z"),
            stored(6, "egypt", players={"israel": "human", "egypt": "human"}),
            stored(7, "egypt", players={"israel": "recruit", "egypt": "recruit"}),
        ],
        levels,
        NOW,
    ).to_dict()
    results = {"won": 1, "drawn": 1, "lost": 1, "running": 1, "abandoned": 1, "other": 1}
    assert found["totals"] == {"games": 6, **results}
    by_side = {row["name"]: row for row in found["tables"]["side"]}
    assert (by_side["israel"]["games"], by_side["israel"]["won"], by_side["israel"]["lost"]) == (
        4,
        1,
        1,
    )
    assert (by_side["egypt"]["games"], by_side["egypt"]["drawn"]) == (1, 1)
    assert by_side[""]["other"] == 1
    by_opponent = {row["name"]: row["games"] for row in found["tables"]["opponent"]}
    assert by_opponent == {"recruit": 4, "sergeant": 1, "human": 1}
    by_scenario = {row["name"]: row["games"] for row in found["tables"]["scenario"]}
    assert by_scenario == {"": 5, "crossing": 1}


def test_only_whole_games_against_measured_computers_are_rated() -> None:
    found = personal_record(
        [
            stored(1, players={"israel": "human", "egypt": "human"}),
            stored(2, whole=False),
            stored(3, players={"israel": "human", "egypt": "sergeant%10"}),
            stored(4, None),
            stored(5, game="suez-56", title="Suez '56"),
        ],
        levels,
        NOW,
    )
    assert found.ratings == {}
    assert [one.to_dict()["rated"] for one in found.games] == [False] * 5


def test_ratings_follow_the_order_in_which_games_began() -> None:
    games = [stored(3, "egypt"), stored(1), stored(2)]
    found = personal_record(games, levels, NOW)
    history = found.to_dict()["ratings"][0]["history"]
    assert [one["id"] for one in history] == ["g1", "g2", "g3"]
    assert history[0]["change"] > history[1]["change"] > 0 > history[2]["change"]
    # each line's rating is the one before it and its change
    assert history[1]["rating"] == history[0]["rating"] + history[1]["change"]


def test_luck_and_losses_add_up() -> None:
    games = [
        stored(1, analysis=analysis(luck=0.1, loss=0.25)),
        stored(2, analysis=analysis(luck=-0.3, loss=0.05)),
        stored(3),
    ]
    found = personal_record(games, levels, NOW).to_dict()["luck"]
    assert found == {
        "games": 2, "luck": -0.2, "luck_error": round(0.03 * math.sqrt(2), 4),
        "loss": 0.3, "loss_error": round(0.04 * math.sqrt(2), 4), "decisions": 20, "mistakes": 4,
    }  # fmt: skip


def test_the_best_and_the_worst_decision_of_a_month() -> None:
    told = analysis(
        step(1, 0.5, 0.52),  # within two standard errors of nothing
        step(5, 0.5, 0.6),
        step(9, 0.6, 0.75, kind="dice", who="dice"),
        step(13, 0.75, 0.4, loss=0.3),
        step(17, 0.4, 0.5, who="egypt", loss=0.4),
        step(21, 0.5, 0.52, loss=0.1),
    )
    other = analysis(step(1, 0.4, 0.3))
    egypt = {"israel": "recruit", "egypt": "human"}
    games = [stored(1, analysis=told), stored(2, began="2026-10-05T10:00:00.000Z", players=egypt,
             analysis={**other, "steps": [step(1, 0.4, 0.3, who="egypt")]})]  # fmt: skip
    november, october = personal_record(games, levels, NOW).to_dict()["months"]
    assert (november["month"], october["month"]) == ("2026-11", "2026-10")
    best, worst = november["best"], november["worst"]
    assert (best["id"], best["action"], best["points"]) == ("g1", 4, 0.1)
    assert (worst["id"], worst["action"], worst["points"]) == ("g1", 12, -0.3)
    assert (october["best"]["points"], october["worst"]) == (0.1, None)
