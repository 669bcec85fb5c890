"""The progress of a running tournament: games that begin as others end, rounds, the final.

If the number of simultaneous games is limited, the next games begin as others end. When all games
of the groups are over, the final begins. When a Swiss round is over, the next one is paired; if
nobody can meet somebody new, the tournament ends earlier. Due work is stored in the tournament's
row and swept (`sweep.py`), so that a crash cannot stop a tournament.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sqlalchemy import Connection, and_, insert, select, update

from bridgehead.online.database.database import now
from bridgehead.online.database.tables import GAME, SEAT
from bridgehead.online.database.tournament_tables import BYE, ENTRANT, PAIRING
from bridgehead.online.games import games
from bridgehead.online.games.games import NewGameSettings
from bridgehead.online.notices import notices, wording
from bridgehead.online.ratings import matches
from bridgehead.online.ratings.matches import FreshDice
from bridgehead.online.tournaments import plans, swiss, tournaments
from bridgehead.online.tournaments.stored_tournaments import (
    OVER,
    RUNNING,
    WHOLE,
    Played,
    Tournament,
    load,
)
from bridgehead.online.tournaments.swiss import Encounter, PairingError

SIDES = ("white", "black")


@dataclass(frozen=True)
class Round:
    """The pairings of a Swiss round, and the state of the tournament for which they were made."""

    made_for: object
    pairs: tuple[tuple[str, str], ...] = ()  # none: nobody can meet somebody new
    bye: str | None = None


def left_behind(connection: Connection, tournament: str) -> list[tuple[str, str]]:
    """Return the running games of players who have withdrawn, with the sides that they play."""
    rows = connection.execute(
        select(SEAT.c.game, SEAT.c.side)
        .join(PAIRING, PAIRING.c.game == SEAT.c.game)
        .join(GAME, GAME.c.id == SEAT.c.game)
        .join(
            ENTRANT,
            and_(ENTRANT.c.tournament == PAIRING.c.tournament, ENTRANT.c.account == SEAT.c.account),
        )
        .where(
            PAIRING.c.tournament == tournament,
            GAME.c.state == games.RUNNING,
            ENTRANT.c.withdrawn.is_not(None),
        )
    )
    return [(row.game, row.side) for row in rows]


def staying(one: Tournament) -> list[Played]:
    """Return the pairings that are played: not those that withdrawn players never began."""
    gone = set(one.gone)
    return [each for each in one.pairings if each.game or not gone & set(each.players)]


def waiting(one: Tournament) -> dict[str, list[str]]:
    """Return who has no running game and waits for whom: opponents who still play others."""
    if one.state != RUNNING:
        return {}
    here = [each for each in one.pairings if not set(one.gone) & set(each.players)]
    busy = {who for each in here if each.game and not each.is_over for who in each.players}
    found: dict[str, list[str]] = {}
    for each in here:
        first, second = each.players
        for who, other in ((first, second), (second, first)):
            known = found.setdefault(who, [])
            if each.game is None and who not in busy and other in busy and other not in known:
                known.append(other)
    return {who: others for who, others in found.items() if others}


def next_round(one: Tournament) -> Round | None:
    """Pair the next Swiss round if it is due. This may take a second: call it in a thread."""
    if not _is_round_due(one):
        return None
    here = [each.account for each in one.entrants if each.withdrawn is None]
    seeds = {each.account: each.seed for each in one.entrants if each.account not in one.replaced}
    first_side = SIDES[int(one.id, 16) % 2]  # drawn with the id
    try:
        pairs, bye = swiss.pair(
            here, seeds, _past(one), one.last_round + 1, one.plan.rounds,
            mirrored=one.plan.legs == 2, first_side=first_side,
        )  # fmt: skip
    except PairingError:
        return Round(_made_for(one))
    return Round(_made_for(one), tuple(pairs), bye)


def _is_round_due(one: Tournament) -> bool:
    here = sum(each.withdrawn is None for each in one.entrants)
    return (
        (one.plan.format, one.state) == (plans.SWISS, RUNNING)
        and one.last_round < one.plan.rounds
        and here > 1
        and all(each.is_over for each in staying(one))
    )


def _made_for(one: Tournament) -> object:
    here = frozenset(each.account for each in one.entrants if each.withdrawn is None)
    return one.last_round, here, tuple(each.result for each in one.pairings)


def _past(one: Tournament) -> list[Encounter]:
    """Return the encounters and byes of the past rounds; substitutes have those of their place."""
    part = one.part()
    scores = {line.player: line for line in part.lines}
    found = [Encounter(at, who, None, 1.0) for who, at in part.byes if who in scores]
    met: dict[tuple[int, frozenset[str]], list[Played]] = {}
    for each in part.pairings:
        met.setdefault((each.round, frozenset(each.players)), []).append(each)
    for (at, _), each_game in met.items():
        first, second = (one.holder(who) for who in each_game[0].players)
        results = [each.result for each in each_game]
        turned = [
            (each.score if one.holder(each.first) == first else 1 - each.score, each.is_walkover)
            for each in results
            if each.score is not None
        ]
        score = sum(each for each, _ in turned) / one.plan.legs
        other = sum(1 - each for each, _ in turned) / one.plan.legs
        missing = (one.plan.legs - len(turned)) / one.plan.legs  # never begun: given away
        score += missing * (second in one.gone and first not in one.gone)
        other += missing * (first in one.gone and second not in one.gone)
        is_played = any(not is_walkover for _, is_walkover in turned)
        found.append(Encounter(at, first, second, score, other, is_played))
    return found


def go_on(
    connection: Connection, tournament: str, wanted: NewGameSettings, fresh: FreshDice,
    proposed: Round | None = None,
) -> list[str]:  # fmt: skip
    """Begin the games that can begin, end the tournament after its last; return what began.

    `proposed` is the next Swiss round, as the caller has paired it.

    The tournament stays due while a player who has withdrawn has running games: games that began
    after the caller looked still have to be resigned (`left_behind`).
    """
    if tournaments.locked(connection, tournament).state != RUNNING:
        return []
    left = left_behind(connection, tournament)
    tournaments.touch(connection, tournament, is_due=bool(left))
    current = load(connection, tournament)
    if not left and all(one.is_over for one in staying(current)):
        if not _carry_on(connection, current, proposed):
            return []
        current = load(connection, tournament)
    return _begin_games(connection, current, wanted, fresh)


def _carry_on(connection: Connection, one: Tournament, proposed: Round | None) -> bool:
    """Store the next round or the final after the last game; otherwise end the tournament.

    Return whether there are new games to begin.
    """
    if _is_round_due(one):
        if proposed is None or proposed.made_for != _made_for(one):
            tournaments.touch(connection, one.id)  # something has happened: pair again
            return False
        if proposed.pairs:
            _store_round(connection, one, proposed)
            return True
    elif _is_final_due(one):
        finalists = _finalists(one)
        if len(finalists) > 1:
            tournaments.pair_all(connection, one, WHOLE, finalists)
            tournaments.tell(connection, one.id, wording.FINAL)
            return True
    tournaments.end(connection, one.id, OVER)
    tournaments.tell(connection, one.id, wording.ENDED)
    return False


def _store_round(connection: Connection, one: Tournament, wanted: Round) -> None:
    number = one.last_round + 1
    pairs = [(number, first, second) for first, second in wanted.pairs]
    if one.plan.legs == 2:
        pairs = [each for at, a, b in pairs for each in ((at, a, b), (at, b, a))]
    tournaments.store_games(connection, one, WHOLE, pairs)
    if wanted.bye is not None:
        values = {"tournament": one.id, "round": number, "account": wanted.bye}
        connection.execute(insert(BYE).values(values))


def _is_final_due(one: Tournament) -> bool:
    parts = {each.part for each in one.pairings}
    return one.plan.format == plans.GROUPS and bool(parts) and WHOLE not in parts


def _finalists(one: Tournament) -> list[str]:
    """Return who goes on to the final; of equals, those with the better seed."""
    found = []
    for number in sorted({each.part for each in one.pairings}):
        lines = [line for line in one.part(number).lines if line.rank]
        found += [line.player for line in lines[: one.plan.finalists_each]]
    return found


def _begin_games(
    connection: Connection, current: Tournament, wanted: NewGameSettings, fresh: FreshDice
) -> list[str]:
    gone, most = set(current.gone), current.plan.together
    to_play = [each for each in current.pairings if not gone & set(each.players)]
    busy: dict[str, int] = {}
    for one in to_play:
        if one.game is not None and not one.is_over:
            _count(busy, one.players)
    begun = []
    for one in to_play:
        if one.game is not None or (most and any(busy.get(who, 0) >= most for who in one.players)):
            continue
        begun.append(_begin(connection, current, one, wanted, fresh))
        _count(busy, one.players)
    return begun


def _count(busy: dict[str, int], players: Iterable[str]) -> None:
    for who in players:
        busy[who] = busy.get(who, 0) + 1


def _begin(
    connection: Connection, of: Tournament, one: Played, wanted: NewGameSettings, fresh: FreshDice
) -> str:
    """Begin the game of a pairing."""
    first, second = one.players
    this = replace(wanted, side=wanted.sides[0], against=second)
    [game] = matches.begin(connection, first, this, fresh, mirrored=False)
    notices.began(connection, game, "", now(connection))
    pairing = and_(PAIRING.c.tournament == of.id, PAIRING.c.number == one.number)
    connection.execute(update(PAIRING).where(pairing).values(game=game))
    return game
