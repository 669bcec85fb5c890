"""Groups with a final, Swiss rounds, mirrored encounters, substitutes, and what is refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.database.database import Database, now
from bridgehead.online.database.tables import ACCOUNT, ENTRY, NOTICE, POOL, RATING
from bridgehead.online.database.tournament_tables import BYE
from bridgehead.online.games import games
from bridgehead.online.games.games import GameError
from bridgehead.online.notices import channels, notices
from bridgehead.online.orders.stand_in import Absence, StandIn
from bridgehead.online.ratings import ratings
from bridgehead.online.tournaments import absence_limits, progress, tournaments
from bridgehead.online.tournaments.schedule import meetings, snake
from bridgehead.online.tournaments.stored_tournaments import Played, load
from tests.online.conftest import GAME
from tests.online.people import account, begun, ended, fresh, wanted
from tests.online.test_tournaments import entered, going_on, people, plan

pytestmark = pytest.mark.plain


def running(connection: Connection, cup: str) -> list[Played]:
    known = load(connection, cup)
    return [one for one in known.pairings if one.game and not one.is_over]


def played_out(
    connection: Connection, cup: str, wins: Callable[[Played], bool] = lambda one: True
) -> int:
    """Play all games to the end; `wins` says whether the first side wins. Return how many."""
    count = 0
    while going_on(connection, cup) or running(connection, cup):
        for one in running(connection, cup):
            assert one.game is not None
            ended(connection, one.game, "israel" if wins(one) else "egypt")
            count += 1
    return count


def by_seed(connection: Connection, cup: str) -> Callable[[Played], bool]:
    """Return a result in which the better seed always wins."""
    seeds = {one.account: one.seed for one in load(connection, cup).entrants}
    return lambda one: seeds[one.players[0]] < seeds[one.players[1]]


def rated(connection: Connection, players: list[str]) -> None:
    """Give ratings to players, the first the best."""
    connection.execute(POOL.insert().values(pool=ratings.pool_of(GAME), games=0))
    for number, who in enumerate(players):
        connection.execute(
            RATING.insert().values(
                pool=ratings.pool_of(GAME), who=ratings.who(who, None), kind="account",
                account=who, mu=40.0 - number, sigma=1.0, provisional=0, won=0, drawn=0, lost=0,
            )
        )  # fmt: skip


def test_groups_are_dealt_out_like_a_snake() -> None:
    assert snake(list("12345678"), 4) == [list("1458"), list("2367")]
    assert snake(list("123456789"), 3) == [list("167"), list("258"), list("349")]
    assert snake(list("12345"), 4) == [list("145"), list("23")]


@pytest.mark.parametrize("count", range(2, 13))
def test_with_one_game_each_has_both_sides_as_often(count: int) -> None:
    found = meetings([f"p{n}" for n in range(count)], 1)
    assert len({frozenset((one.first, one.second)) for one in found}) == count * (count - 1) // 2
    first, second = (Counter(who) for who in zip(*((g.first, g.second) for g in found),
                                                 strict=True))  # fmt: skip
    assert all(abs(first[f"p{n}"] - second[f"p{n}"]) <= 1 for n in range(count))


def test_the_best_of_each_group_play_a_final(database: Database) -> None:
    with database.writing() as connection:
        players = people(connection, 7)
        rated(connection, players)
        cup = tournaments.create(
            connection, players[0], plan(size=7, format="groups", group_size=4, finalists_each=2,
                                         legs=1, is_rated=False), chained=True,
        )  # fmt: skip
        for one in players:
            tournaments.enter(connection, one, cup)
        seeds = {one.account: one for one in load(connection, cup).entrants}
        assert [seeds[who].seed for who in players] == [1, 2, 3, 4, 5, 6, 7]
        assert [seeds[who].part for who in players] == [1, 2, 2, 1, 1, 2, 2]
        assert len(going_on(connection, cup)) == 6 + 3
        count = played_out(connection, cup, by_seed(connection, cup))
        assert count == 9 + 6  # four players in the final
        found = load(connection, cup)
        assert found.state == "over"
        parts = found.parts()
        assert [part.number for part in parts] == [0, 1, 2]
        best = [players[n] for n in (0, 1, 2, 3)]
        assert [line.player for line in parts[0].lines] == best
        assert [line.score for line in parts[0].lines] == [3, 2, 1, 0]  # nothing is carried over


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", ["The tournament “Cup” has begun.", "The final of the tournament “Cup” has begun.",
             "The tournament “Cup” is over."]),
     ("de", ["Das Turnier „Cup“ hat begonnen.", "Das Finale des Turniers „Cup“ hat begonnen.",
             "Das Turnier „Cup“ ist beendet."])],
)  # fmt: skip
def test_all_players_are_told_when_the_final_begins(
    database: Database, language: str, told: list[str]
) -> None:
    with database.writing() as connection:
        players = people(connection, 6)
        connection.execute(update(ACCOUNT).values(language=language))
        for who in players:
            channels.add(connection, who, channels.HOOK, f"https://hooks.example.org/{who}")
        cup = tournaments.create(
            connection, players[0], plan(size=6, format="groups", group_size=3, finalists_each=1,
                                         legs=1, is_rated=False), chained=True,
        )  # fmt: skip
        for one in players:
            tournaments.enter(connection, one, cup)
    for games_played in (6, 1, 0):  # two groups of three, the final, nothing more
        with database.writing() as connection:
            assert len(going_on(connection, cup)) == games_played
            for one in running(connection, cup):
                assert one.game is not None
                ended(connection, one.game, "israel")
    news = select(NOTICE.c.account, NOTICE.c.data).where(NOTICE.c.kind == notices.NEWS)
    with database.reading() as connection:
        found = connection.execute(news.order_by(NOTICE.c.number)).all()
    for who in players:
        assert [json.loads(row.data)["text"] for row in found if row.account == who] == told


@pytest.mark.slow
def test_with_few_entries_there_is_one_group_and_no_final(database: Database) -> None:
    with database.writing() as connection:
        players = people(connection, 3)
        cup = tournaments.create(
            connection, players[0], plan(size=8, format="groups", group_size=4, finalists_each=1,
                                         legs=1), chained=True,
        )  # fmt: skip
        for one in players:
            tournaments.enter(connection, one, cup)
        tournaments.start(connection, players[0], cup)
        assert played_out(connection, cup) == 3
        assert load(connection, cup).state == "over"


def test_a_swiss_tournament_with_mirrored_games(database: Database) -> None:
    with database.writing() as connection:
        cup, _ = entered(connection, 5, format="swiss", rounds=3, together=1, is_rated=False)
        played = played_out(connection, cup, by_seed(connection, cup))
        assert played == 3 * 2 * 2
        found = load(connection, cup)
        assert found.state == "over"
        met = Counter(frozenset(one.players) for one in found.pairings)
        assert set(met.values()) == {2}  # two games, and never again
        sides = Counter(one.players for one in found.pairings)
        assert set(sides.values()) == {1}  # one with each side
        free = connection.execute(select(BYE.c.round, BYE.c.account)).all()
        assert sorted(row.round for row in free) == [1, 2, 3]
        assert len({row.account for row in free}) == 3  # nobody twice
        lines = found.standings()
        assert sum(line.score for line in lines) == 3 * (2 * 2 + 2)
        assert lines[0].player == next(one.account for one in found.entrants if one.seed == 1)
        assert lines[0].score == 6


def test_a_round_waits_for_all_its_games_and_for_nothing_else(database: Database) -> None:
    with database.writing() as connection:
        cup, players = entered(connection, 4, format="swiss", rounds=2, legs=1)
        first = going_on(connection, cup)
        assert len(first) == 2
        ended(connection, first[0], "israel")
        assert going_on(connection, cup) == []
        stale = progress.next_round(load(connection, cup))
        assert stale is None
        ended(connection, first[1], "israel")
        paired = progress.next_round(load(connection, cup))
        tournaments.leave(connection, players[0], cup)  # after it was paired: it is paired anew
        settings = wanted(is_rated=True)
        assert progress.go_on(connection, cup, settings, fresh, paired) == []
        assert tournaments.due(connection) == [cup]
        second = going_on(connection, cup)
        assert len(second) == 1
        here = {seat.account for seat in games.load(connection, second[0]).seats}
        assert players[0] not in here


def test_it_ends_early_when_nobody_can_meet_somebody_new(database: Database) -> None:
    with database.writing() as connection:
        cup, players = entered(connection, 4, format="swiss", rounds=3, legs=1)
        for _ in range(2):
            for game in going_on(connection, cup):
                ended(connection, game, "israel")
        met = {frozenset(one.players) for one in load(connection, cup).pairings}
        pair = next(iter(met))
        for who in set(players) - pair:  # the two who are left have met
            tournaments.leave(connection, who, cup)
        assert going_on(connection, cup) == []
        assert load(connection, cup).state == "over"


@pytest.mark.slow
def test_two_processes_pair_each_round_once(database: Database) -> None:
    with database.writing() as connection:
        cup, _ = entered(connection, 6, format="swiss", rounds=2, legs=1)

    def begin(_: int) -> int:
        with database.reading() as connection:
            paired = progress.next_round(load(connection, cup))
        with database.writing() as connection:
            return len(progress.go_on(connection, cup, wanted(is_rated=True), fresh, paired))

    for _ in range(2):
        with ThreadPoolExecutor(4) as threads:
            assert sorted(threads.map(begin, range(4))) == [0, 0, 0, 3]
        with database.writing() as connection:
            for one in running(connection, cup):
                assert one.game is not None
                ended(connection, one.game, "israel")
    assert [begin(0), begin(1)] == [0, 0]
    with database.reading() as connection:
        assert load(connection, cup).state == "over"


@pytest.mark.slow
def test_fewer_entries_than_rounds(database: Database) -> None:
    with database.writing() as connection:
        players = people(connection, 3)
        cup = tournaments.create(
            connection, players[0], plan(size=8, format="swiss", rounds=5, legs=1), chained=True
        )
        for one in players:
            tournaments.enter(connection, one, cup)
        tournaments.start(connection, players[0], cup)
        assert played_out(connection, cup) == 2
        assert load(connection, cup).plan.rounds == 2


@pytest.mark.parametrize("format_", [pytest.param("all", marks=pytest.mark.slow), "swiss"])
def test_a_substitute_takes_over(database: Database, format_: str) -> None:
    with database.writing() as connection:
        late = account(connection, "Late")
        cup, players = entered(
            connection, 4, format=format_, rounds=3 if format_ == "swiss" else 0, legs=1,
            together=1, substitutes=True, is_rated=False,
        )  # fmt: skip
        for game in going_on(connection, cup):
            ended(connection, game, "israel")
        begun = going_on(connection, cup)  # the second round
        quitter = games.load(connection, begun[0]).seats[0].account
        assert quitter is not None
        before = {line.player: line.score for line in
                  load(connection, cup).standings()}  # fmt: skip
        with pytest.raises(GameError):
            tournaments.take_over(connection, late, cup, quitter)  # nobody has withdrawn
        tournaments.leave(connection, quitter, cup)
        for who in (quitter, players[0] if quitter != players[0] else players[1]):
            with pytest.raises(GameError):
                tournaments.take_over(connection, who, cup, quitter)
        tournaments.take_over(connection, late, cup, quitter)
        with pytest.raises(GameError):
            tournaments.take_over(connection, account(connection, "Later"), cup, quitter)
        for game, side in progress.left_behind(connection, cup):
            ended(connection, game, "egypt" if side == "israel" else "israel", withdrawn=True)
        found = load(connection, cup)
        assert quitter not in {line.player for line in found.standings()}
        assert {line.player: line.score for line in found.standings()}[late] == before[quitter]
        mine = played_out(connection, cup, lambda one: late == one.players[0])
        found = load(connection, cup)
        assert found.state == "over"
        assert mine >= 2
        assert late in {who for one in found.pairings for who in one.players}
        line = next(line for line in found.standings() if line.player == late)
        assert (line.score, line.rank > 0) == (before[quitter] + 1, True)
        met = Counter(frozenset(found.holder(who) for who in one.players) for one in found.pairings)
        assert set(met.values()) == {1}  # the place meets nobody twice


def test_nobody_takes_over_where_the_creator_does_not_allow_it(database: Database) -> None:
    with database.writing() as connection:
        late = account(connection, "Late")
        cup, players = entered(connection, 3, together=1)
        tournaments.leave(connection, players[0], cup)
        with pytest.raises(GameError):
            tournaments.take_over(connection, late, cup, players[0])


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"format": "knockout"}, "must be one of"),
        ({"size": 13}, "2 to 12"),
        ({"format": "swiss", "size": 33, "rounds": 4}, "2 to 32"),
        ({"format": "swiss", "size": 4, "rounds": 4}, "fewer than players"),
        ({"format": "swiss", "size": 4, "rounds": 0}, "fewer than players"),
        ({"format": "groups", "size": 8, "group_size": 2, "finalists_each": 1}, "3 to 8"),
        ({"format": "groups", "size": 8, "group_size": 4, "finalists_each": 4}, "fewer players"),
        (
            {"format": "groups", "size": 48, "group_size": 3, "finalists_each": 1},
            "final would have 16",
        ),
        (
            {"format": "groups", "size": 4, "group_size": 4, "finalists_each": 1},
            "final would have 1 ",
        ),
        ({"legs": 3}, "1 or 2 games"),
        ({"breaks": ("koya",)}, "must be one of"),
        ({"breaks": ("wins", "wins")}, "only once"),
        ({"breaks": ("buchholz",)}, "Swiss"),
    ],
)
def test_what_is_refused(database: Database, settings: dict[str, Any], text: str) -> None:
    with database.writing() as connection:
        anna = account(connection, "Anna")
        with pytest.raises(GameError, match=text):
            tournaments.create(connection, anna, plan(**settings), chained=True)


def test_the_games_follow_what_the_creator_has_decided_for_absent_players(
    database: Database,
) -> None:
    settings = {"vacation": True, "stand_in": "recruit", "away_days": 3, "is_rated": False}
    with database.writing() as connection:
        cup, _ = entered(connection, 2, **settings)
        known = load(connection, cup).plan
        assert known.agreement == StandIn("recruit")
        [game, *_] = going_on(
            connection, cup, allows_vacation=known.vacation, stand_in=known.agreement
        )
        assert games.load(connection, game).stand_in == StandIn("recruit")
        assert absence_limits.left(connection, game, "israel") == 3 * DAY
        start = now(connection)
        for number, (kind, time) in enumerate(
            [("away", -5 * DAY), ("back", -4 * DAY), ("away", -DAY // 2)], start=1
        ):
            connection.execute(
                ENTRY.insert().values(game=game, number=number, kind=kind, side="israel", text="",
                                      time=start + time)
            )  # fmt: skip
        left = absence_limits.left(connection, game, "israel")  # a day, and half a day until now
        assert left is not None
        assert abs(left - 3 * DAY // 2) < 60_000
        assert absence_limits.left(connection, game, "egypt") == 3 * DAY
        other = begun(connection, *people(connection, 2, "Friend"))
        assert absence_limits.left(connection, other, "israel") is None


def test_an_absence_is_cut_to_the_days_that_are_left() -> None:
    assert Absence("back").within(None, 100) == Absence("back")
    assert Absence("back").within(DAY, 100) == Absence("until", 100 + DAY)
    assert Absence("until", 100 + 5 * DAY).within(DAY, 100) == Absence("until", 100 + DAY)
    assert Absence("vacation", 200).within(DAY, 100) == Absence("vacation", 200)
    assert Absence("turn", 4).within(DAY, 100) == Absence("turn", 4)
    with pytest.raises(IllegalAction, match="as many days as this tournament allows"):
        Absence("turn", 4).within(0, 100)


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"stand_in": "napoleon"}, "no computer player"),
        ({"stand_in": "recruit", "pace": "live 45 120", "together": 1}, "in a live game"),
        ({"stand_in": "recruit", "away_days": 2}, "how many days"),
        ({"stand_in": "recruit", "away_days": 3, "stand_in_on_time": True}, "no limit"),
        ({"away_days": 3}, "choose the computer"),
    ],
)
def test_help_that_cannot_be(database: Database, settings: dict[str, Any], text: str) -> None:
    with database.writing() as connection:
        anna = account(connection, "Anna")
        with pytest.raises(BridgeheadError, match=text):
            tournaments.create(connection, anna, plan(**settings), chained=True)
