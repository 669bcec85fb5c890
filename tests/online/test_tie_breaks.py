"""Each tie-break computed by hand."""

from __future__ import annotations

import pytest

from bridgehead.online.tournaments.standings import Line, Result, Rules, scores_of, standings

pytestmark = pytest.mark.plain


def swiss(text: str) -> list[Result]:
    """Read rounds, one a line: "a-b 1" (a has won), "a-b +" (by a walkover), "a-b" (running)."""
    found = []
    for number, line in enumerate(text.strip().splitlines(), start=1):
        for one in line.split(", "):
            pair, _, result = one.strip().partition(" ")
            first, second = pair.split("-")
            score = {"1": 1.0, "0": 0.0, "=": 0.5, "+": 1.0, "-": 0.0, "": None}[result]
            found.append(Result(first, second, score, None, number, result in {"+", "-"}, number))
    return found


def values(name: str, lines: list[Line]) -> dict[str, float | None]:
    return {line.player: line.values[name] for line in lines}


def four() -> list[Result]:
    """Return three rounds of four players: a 3, b 1.5, c 1, d a half."""
    return swiss("a-d 1, b-c 1\na-b 1, c-d =\na-c 1, b-d =")


def one_game(*breaks: str, rounds: int = 3) -> Rules:
    return Rules(breaks, 1, rounds)


def test_buchholz_is_the_sum_of_the_opponents_scores() -> None:
    # a 3, b 1.5, c 0.5, d 1
    found = values("buchholz", standings("abcd", four(), {}, one_game("buchholz")))
    assert found == {"a": 3.0, "b": 4.5, "c": 5.5, "d": 5.0}


def test_cut_1_leaves_out_the_lowest() -> None:
    found = values("cut", standings("abcd", four(), {}, one_game("cut")))
    assert found == {"a": 2.5, "b": 4.0, "c": 4.5, "d": 4.5}


def test_sonneborn_berger_counts_what_was_scored_against_each() -> None:
    # b: 1 x 0.5 (c) + 0 x 3 (a) + a half x 1 (d)
    found = values("berger", standings("abcd", four(), {}, one_game("berger")))
    assert found == {"a": 3.0, "b": 1.0, "c": 0.5, "d": 1.0}


def test_mirrored_games_are_one_encounter() -> None:
    # a and b 1.5 to 0.5 in two games: for Buchholz b is one opponent of a, not two
    results = swiss("a-b 1, c-d 1") + swiss("b-a =, d-c 1")
    scores = scores_of("abcd", results, {}, Rules(("buchholz",), 2, 1))
    assert [len(scores.sheets[who].rounds) for who in "abcd"] == [1, 1, 1, 1]
    assert [scores.sheets[who].points for who in "abcd"] == [1.5, 0.5, 1.0, 1.0]
    assert [scores.value("buchholz", who) for who in "abcd"] == [0.5, 1.5, 1.0, 1.0]
    assert [scores.value("berger", who) for who in "abcd"] == [0.75, 0.75, 1.0, 1.0]


def test_a_bye_counts_as_a_win_against_somebody_with_the_same_score() -> None:
    results = swiss("a-b 1\na-c 1\nb-c 1")
    lines = standings("abc", results, {}, one_game("buchholz"), [("c", 1), ("b", 2), ("a", 3)])
    assert {line.player: line.score for line in lines} == {"a": 3.0, "b": 2.0, "c": 1.0}
    # a: b 2 + c 1 + a bye, capped by three draws: 1.5; b: a 3 + c 1 + 1.5; c: a 3 + b 2 + 1
    assert values("buchholz", lines) == {"a": 4.5, "b": 5.5, "c": 6.0}


def test_a_walkover_counts_against_a_virtual_opponent() -> None:
    # c has won by a walkover against a, who has 2: c's virtual opponent has c's 1 point, a's too
    results = swiss("a-b 1, c-d 0\na-d 1, b-c 0\na-c -, b-d 1")
    lines = standings("abcd", results, {}, one_game("buchholz", "cut", "wins"))
    assert {line.player: line.score for line in lines} == {"a": 2.0, "c": 2.0, "b": 1.0, "d": 1.0}
    # a: b 1 + d 1 + min(2, 2); c: d 1 + b 1 + min(2, 2); b: a 2 + c 2 + d 1
    assert values("buchholz", lines) == {"a": 4.0, "c": 4.0, "b": 5.0, "d": 5.0}
    # the round that a has given away is left out, although it is not the lowest
    assert values("cut", lines) == {"a": 2.0, "c": 3.0, "b": 4.0, "d": 4.0}
    assert values("wins", lines) == {"a": 2, "c": 1, "b": 1, "d": 1}


def test_rounds_after_withdrawing_are_draws_for_the_opponents() -> None:
    # d loses to a, then withdraws; the others play two more rounds, with byes
    results = swiss("a-d 1, b-c 1\na-b 1\na-c 1")
    byes = [("c", 2), ("b", 3)]
    lines = standings("abcd", results, {"d": 1}, one_game("buchholz"), byes)
    # a: d 0 + two draws 1, b 2, c 1
    assert [(line.player, line.rank) for line in lines] == [("a", 1), ("b", 2), ("c", 3), ("d", 0)]
    assert values("buchholz", lines)["a"] == 4.0
    # d himself: a 3, and two rounds given away against somebody with his 0 points
    assert values("buchholz", lines)["d"] == 3.0


def test_the_creator_chooses_the_order() -> None:
    results = swiss("a-c 1, b-d 1\na-d 0, b-c 1\na-b 1, c-d 1")  # a and b 2, c and d 1
    assert standings("abcd", results, {}, one_game("direct"))[0].player == "a"
    assert [line.rank for line in standings("abcd", results, {}, one_game("wins"))] == [1, 1, 3, 3]


def test_direct_encounter_is_used_again_among_those_still_tied() -> None:
    # each against each once: a, b and c have 2 points each, d none; a-b 1, b-c 1, c-a 1
    results = swiss("a-b 1, c-d 1\nb-c 1, a-d 1\nc-a 1, b-d 1")
    lines = standings("abcd", results, {}, Rules(("direct",), 1))
    assert [(line.player, line.rank, line.values["direct"]) for line in lines] == [
        ("a", 1, 1.0), ("b", 1, 1.0), ("c", 1, 1.0), ("d", 4, None)
    ]  # fmt: skip
    # a to d have 2 points each; against each other a has 2, b and c 1.5, d 1, and b has beaten c
    results = swiss(
        "a-b 1, a-c =, a-d =, b-c 1, b-d =, c-d 1\n"
        "e-a 1, f-a 1, b-e =, f-b 1, e-c 1, c-f =, d-e 1, f-d 1, e-f 1"
    )
    lines = standings("abcdef", results, {}, Rules(("direct",), 1))
    assert [(line.player, line.rank, line.score) for line in lines if line.player in "abcd"] == [
        ("a", 3, 2.0), ("b", 4, 2.0), ("c", 5, 2.0), ("d", 6, 2.0)
    ]  # fmt: skip


def test_direct_encounter_with_missing_games_decides_only_what_is_sure() -> None:
    # a, b and c have 2 points each; a has beaten both others, b and c have not met
    results = swiss("a-b 1, c-d 1, e-f 1\na-c 1, b-d 1, f-e 1\nd-a 1, b-e 1, c-f 1")
    lines = standings("abcdef", results, {}, one_game("direct"))
    assert [(line.player, line.rank) for line in lines[:3]] == [("a", 1), ("b", 2), ("c", 2)]
    # with only one win of a it is not sure: c could get as much against b
    results = swiss("a-b 1, c-d 1, e-f 1\na-e 1, b-d 1, f-c 1\nd-a 1, b-e 1, c-f 1")
    lines = standings("abcdef", results, {}, one_game("direct"))
    assert [line.rank for line in lines[:3]] == [1, 1, 1]
