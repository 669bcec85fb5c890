"""Swiss pairings are those of bbpPairings, which FIDE has endorsed.

`ELEVEN` and `TWENTY` are tournaments that bbpPairings has generated under FIDE's rules of 2025, the
two single rounds are from its own tests. Players have the numbers of their seeds.
"""

from __future__ import annotations

import pytest

from bridgehead.online.tournaments import swiss
from bridgehead.online.tournaments.swiss import Encounter, PairingError

pytestmark = pytest.mark.plain

# one line for each round: white, black and the result: 1, 0, =, or + and - without a game
ELEVEN = """
2-7 =, 4-9 1, 6-1 0, 8-3 0, 10-5 0, 11 bye
1-4 1, 3-11 1, 5-2 0, 7-6 0, 9-8 0, 10 bye
2-4 =, 3-1 =, 6-10 1, 8-7 1, 9 bye, 11-5 0
1-8 1, 4-11 1, 5-3 0, 6-2 0, 7 bye, 10-9 =
2-1 =, 3-4 =, 6 bye, 7-10 =, 8-5 =, 9-11 =
"""
TWENTY = """
1-11 1, 3-13 1, 5-15 1, 7-17 1, 9-19 1, 12-2 0, 14-4 =, 16-6 0, 18-8 0, 20-10 =
2-7 0, 4-20 1, 6-1 0, 8-3 0, 9-5 =, 10-14 =, 11-16 1, 13-18 =, 15-19 =, 17-12 1
1-3 0, 5-4 1, 7-9 1, 10-2 0, 11-6 0, 12-16 1, 14-8 =, 18-17 =, 19-13 =, 20-15 0
2-1 0, 3-7 =, 4-9 1, 6-5 0, 8-15 0, 13-10 0, 16-20 0, 17-14 =, 18-11 =, 19-12 0
5-3 -, 7-1 0, 9-18 =, 10-17 1, 11-13 0, 12-6 =, 14-2 +, 15-4 0, 16-19 =, 20-8 0
1-5 1, 4-3 =, 6-2 0, 8-10 1, 13-9 -, 14-7 =, 15-12 1, 17-11 0, 18-16 0, 19-20 =
1-4 =, 2-9 1, 3-15 -, 5-14 1, 7-8 -, 10-6 0, 12-11 0, 13-16 0, 17-19 1, 20-18 =
"""
SCORES = {"1": (1, 0), "0": (0, 1), "=": (0.5, 0.5), "+": (1, 0), "-": (0, 1)}


def read(text: str) -> list[list[Encounter]]:
    return [[encounter(one, number) for one in line.split(", ")]
            for number, line in enumerate(text.strip().splitlines(), start=1)]  # fmt: skip


def encounter(text: str, number: int) -> Encounter:
    who, result = text.split()
    if result == "bye":
        return Encounter(number, who, None, 1)
    first, second = who.split("-")
    return Encounter(number, first, second, *SCORES[result], is_played=result not in "+-")


def seeds(count: int) -> dict[str, int]:
    return {str(seed): seed for seed in range(1, count + 1)}


@pytest.mark.parametrize(
    ("text", "count", "side"),
    [
        pytest.param(ELEVEN, 11, "black", id="11"),
        pytest.param(TWENTY, 20, "white", id="20", marks=pytest.mark.slow),
    ],
)
def test_each_round_is_paired_as_bbp_pairings_does(text: str, count: int, side: str) -> None:
    rounds, past = read(text), list[Encounter]()
    for number, played in enumerate(rounds, start=1):
        pairs, bye = swiss.pair(
            list(seeds(count)), seeds(count), past, number, len(rounds), mirrored=False,
            first_side=side,
        )  # fmt: skip
        assert set(pairs) == {(one.first, one.second) for one in played if one.second}
        assert bye == next((one.first for one in played if one.second is None), None)
        past += played


def test_the_bye_of_players_who_have_played_less() -> None:
    past = [one for line in read("1-4 1, 2-5 0, 3-6 1\n2-1 0, 4-3 0, 6-5 0") for one in line]
    pairs, bye = swiss.pair(list("12356"), seeds(6), past, 3, 3, mirrored=False)
    assert ({frozenset(pair) for pair in pairs}, bye) == (
        {frozenset("15"), frozenset("23")}, "6"
    )  # fmt: skip
    late = [one for line in read("3-1 0, 2-4 0") for one in line]
    pairs, bye = swiss.pair(list("12345"), seeds(5), late, 2, 3, mirrored=False)
    assert bye is not None
    assert bye != "1"


def test_a_bye_comes_only_once_and_a_won_walkover_counts_as_one() -> None:
    past = [*read("1-2 1, 3 bye")[0]]
    assert swiss.pair(list("123"), seeds(3), past, 2, 3, mirrored=False)[1] == "2"
    past = [*read("1-2 1, 4-3 -, 5 bye")[0]]
    byes = {swiss.pair(list("12345"), seeds(5), past, 2, 4, mirrored=False)[1]}
    assert byes <= {"2", "4"}


def test_with_mirrored_games_nobody_prefers_a_side() -> None:
    past = read("1-3 1, 2-4 1")[0]
    known = swiss.players_of(seeds(4), past, mirrored=True)
    assert {who: one.sides for who, one in known.items()} == {who: [] for who in "1234"}
    assert [one.score for one in known.values()] == [1, 1, 0, 0]
    pairs, _ = swiss.pair(list("1234"), seeds(4), past, 2, 3, mirrored=True)
    assert {frozenset(pair) for pair in pairs} == {frozenset("12"), frozenset("34")}


def test_nobody_meets_anybody_twice() -> None:
    past = [one for line in read("1-2 1, 3-4 1\n1-3 1, 2-4 1\n1-4 1, 2-3 1") for one in line]
    with pytest.raises(PairingError):
        swiss.pair(list("1234"), seeds(4), past, 4, 4, mirrored=False)


def test_the_same_side_again_is_better_than_no_round() -> None:
    # 1 and 2 have not met; both have had white twice, and neither could have it a third time
    past = [one for line in read("1-3 1, 2-4 1\n1-4 1, 2-3 1") for one in line]
    for who in ("3", "4"):
        assert swiss.players_of(seeds(4), past, mirrored=False)[who].wish == ("white", 3)
    pairs, _ = swiss.pair(list("1234"), seeds(4), past, 3, 5, mirrored=False)
    assert {frozenset(pair) for pair in pairs} == {frozenset("12"), frozenset("34")}
