"""Who meets whom, and who stands where."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from bridgehead.online.tournaments.schedule import meetings
from bridgehead.online.tournaments.standings import Line, Result, standings

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("count", range(2, 13))
def test_everybody_meets_everybody_once_with_each_side(count: int) -> None:
    players = [f"p{n}" for n in range(count)]
    found = meetings(players)
    pairs = Counter((one.first, one.second) for one in found)
    assert pairs == Counter(itertools.permutations(players, 2))
    rounds = itertools.groupby(found, key=lambda one: one.round)
    for _, games in rounds:
        met: dict[str, set[str]] = {}
        for one in games:
            met.setdefault(one.first, set()).add(one.second)
            met.setdefault(one.second, set()).add(one.first)
        assert all(len(others) == 1 for others in met.values())
    assert {one.round for one in found} == set(range(1, count + count % 2))


def table(lines: list[Line]) -> list[tuple[str, int, float]]:
    return [(line.player, line.rank, line.score) for line in lines]


def played(text: str) -> list[Result]:
    """Read results like "a-b 1" (a, with the first side, has beaten b), "a-b 0.5 +3"."""
    found = []
    for one in text.split(","):
        pair, score, *lead = one.split()
        first, second = pair.split("-")
        found.append(Result(first, second, float(score), float(lead[0]) if lead else None, 5))
    return found


def test_sonneborn_berger_breaks_a_tie() -> None:
    # a and b have two points each; a has won against c, who scored, and b against d, who did not
    results = played("a-c 1, a-d 0, b-d 1, b-c 0, c-d 1, a-b 0.5, b-a 0.5")
    lines = standings("abcd", results)
    found = [(line.player, line.score, line.values["berger"]) for line in lines]
    assert [one for one in found if one[0] in "ab"] == [("a", 2.0, 4.0), ("b", 2.0, 3.0)]


def test_the_direct_encounter_breaks_a_tie() -> None:
    # a and b are equal in score and Sonneborn-Berger, and b has won both games against a
    results = played(
        "a-b 0, a-c 0.5, a-d 1, b-a 1, b-c 0.5, b-d 0.5, c-a 0, c-b 1, c-d 0.5,"
        "d-a 0.5, d-b 1, d-c 0"
    )
    lines = standings("abcd", results)
    assert [line.player for line in lines] == ["c", "b", "a", "d"]
    b, a = lines[1:3]
    assert (b.score, b.values["berger"]) == (a.score, a.values["berger"]) == (3.0, 9.0)
    assert (b.values["direct"], a.values["direct"]) == (2.0, 0.0)


def test_the_lead_in_points_breaks_a_tie_and_equals_share_a_rank() -> None:
    results = played("a-b 1 +5, b-a 1 +2")
    assert table(standings("ab", results)) == [("a", 1, 1.0), ("b", 2, 1.0)]
    assert [line.values["lead"] for line in standings("ab", results)] == [3, -3]
    even = played("a-b 1, b-a 1")
    assert table(standings("ab", even)) == [("a", 1, 1.0), ("b", 1, 1.0)]
    assert [line.values["lead"] for line in standings("ab", even)] == [None, None]


def test_who_withdraws_early_is_taken_out() -> None:
    results = [
        *played("a-b 1, b-a 0.5, a-c 1"),
        Result("c", "a"),
        Result("b", "c"),
        Result("c", "b"),
    ]
    lines = standings("abc", results, {"c": 9})  # one of four games was played
    assert table(lines) == [("a", 1, 1.5), ("b", 2, 0.5), ("c", 0, 0.0)]


def test_who_withdraws_late_loses_what_he_owes() -> None:
    results = [*played("a-b 1, b-a 0.5, a-c 1, c-a 1"), Result("b", "c"), Result("c", "b")]
    lines = standings("abc", results, {"c": 9})
    assert table(lines) == [("a", 1, 2.5), ("b", 2, 2.5), ("c", 0, 1.0)]  # withdrawn: no rank
    assert [line.played for line in lines] == [4, 4, 4]
    later = [*played("a-b 1, b-a 0.5, a-c 1"), Result("c", "a", 1.0, None, 12)]
    more = [*later, Result("b", "c"), Result("c", "b")]
    assert standings("abc", more, {"c": 9})[-1].rank == 0  # what ended after that was not played


def test_who_won_by_walkovers_comes_after_who_won_by_playing() -> None:
    # c has lost two of four games, to a, and withdraws: b gets the other two for nothing
    results = [*played("a-b 1, b-a 1, a-c 1, c-a 0"), Result("b", "c"), Result("c", "b")]
    lines = standings("abc", results, {"c": 9})
    assert table(lines) == [("a", 1, 3.0), ("b", 2, 3.0), ("c", 0, 0.0)]
    found = [tuple(line.values[name] for name in ("wins", "berger", "direct")) for line in lines]
    assert found[:2] == [(3, 3.0, 1.0), (1, 3.0, 1.0)]


def test_what_is_resigned_by_withdrawing_is_a_walkover() -> None:
    left = Result("b", "c", 1.0, lead=9.0, ended=9, is_walkover=True)
    results = [*played("a-b 1 +1, b-a 1 +1, a-c 1 +3, c-a 0 -3"), left, Result("c", "b")]
    a, b, _ = standings("abc", results, {"c": 9})
    assert (a.player, a.rank, a.values["lead"]) == ("a", 1, 6.0)
    assert (b.player, b.rank, b.values["lead"]) == ("b", 2, 0.0)  # a walkover gives no lead


def test_who_did_not_come_has_not_played() -> None:
    away = [Result("c", "a", 0.0, None, 1, is_walkover=True)] * 2  # lost on time, no decision
    results = [*played("a-b 1, b-a 0.5"), *away, Result("b", "c"), Result("c", "b")]
    assert table(standings("abc", results, {"c": 9}))[-1] == ("c", 0, 0.0)
    assert table(standings("abc", results, {"c": 9}))[0] == ("a", 1, 1.5)


def test_of_two_who_have_withdrawn_neither_wins() -> None:
    results = [*played("a-c 1, c-a 1, b-c 1, c-b 1"), Result("a", "b"), Result("b", "a")]
    lines = standings("abc", results, {"a": 9, "b": 9})
    assert sorted(line.score for line in lines) == [1.0, 1.0, 2.0]
    assert [line.played for line in lines] == [4, 2, 2]
