"""Ratings: the strength of people and computers, and the advantage of each side of a game.

The games of one title form one pool, and are rated one after the other, in the order in which they
ended. A game is a match of two teams, each a player and their side (OpenSkill has no term for
sides, so a side is a member of the team). Each side of each set of options has its own estimate, so
a player who wins with the weaker side gains more. Gains from one opponent are limited
(`bounds.py`).

The table `rated` stores all input, so that all ratings can be computed again (`bridgehead serve
--recompute-ratings`) with the same result.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bridgehead.core.titles.games import game_info, games
from bridgehead.online.database.tables import ACCOUNT, GAIN, POOL, RATED, RATING, SESSION
from bridgehead.online.ratings import bounds
from bridgehead.online.ratings.bounds import Gains
from bridgehead.players.rating_scale import KNOWN, MODEL, POINTS, margin, shown

FEWEST = 10  # decisions of both sides: a shorter game without dice is not rated
NETWORKS = 5  # network addresses of an account that are used, besides the first
DRAW = "draw"
PLAYER, SIDE = (MODEL.mu, MODEL.sigma), (0.0, MODEL.sigma / 3)  # ratings before any game
SURE = 100  # lines of a leaderboard


@dataclass(frozen=True)
class Strength:
    """The rating of a player or a side, and the results of its games."""

    mu: float
    sigma: float
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def shown(self) -> int:
        """The rating in points, as people read it."""
        return shown(self.mu)

    @property
    def margin(self) -> int:
        """The uncertainty in points: the true value is within it in about two of three cases."""
        return margin(self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether there were too few games for a reliable rating."""
        return self.sigma > KNOWN

    @property
    def games(self) -> int:
        """The number of rated games."""
        return self.won + self.drawn + self.lost


FIRST = Strength(*PLAYER)  # of a player without games


@dataclass(frozen=True)
class Step:
    """One rated game: the estimates of the sides, the players, the winner."""

    variant: str
    players: Mapping[str, str]  # side -> player; the title's first side first
    winner: str  # a side, or "draw"
    opponents: Mapping[str, Sequence[str]]  # side -> the opponents as which its player counts


def pool_of(title: str) -> str:
    """Return the pool in which a game is rated: the title, without the edition."""
    return re.sub(r"[^a-z0-9]+", "-", game_info(title).title.lower().replace("'", "")).strip("-")


def pools() -> dict[str, str]:
    """Return every pool with the name of its title."""
    return {pool_of(info.id): info.title for info in games()}


def variant_of(title: str, options: Iterable[str]) -> str:
    """Return the name under which a side's estimate is stored: the game with its options."""
    return " ".join([title, *sorted(options)])


def who(account: str | None, computer: str | None) -> str:
    """Return the name under which a person or a computer is rated."""
    return f"account:{account}" if account else f"computer:{computer}"


def side_name(variant: str, side: str) -> str:
    """Return the name under which a side is rated."""
    return f"side:{variant}:{side}"


def rated_after(
    known: dict[str, Strength], step: Step, gains: Gains | None = None
) -> dict[str, list[float]]:
    """Update `known` with a game; return mu and sigma of each side before and after.

    `gains` has what each player has gained from each opponent so far; this game is added to it.
    """
    names, teams = [], []
    for side, player in step.players.items():
        pair = [player, side_name(step.variant, side)]
        found = [known.get(pair[0], Strength(*PLAYER)), known.get(pair[1], Strength(*SIDE))]
        names.append(pair)
        teams.append(found)
    ranks = [0.0 if step.winner in (side, DRAW) else 1.0 for side in step.players]
    before = [[MODEL.rating(mu=one.mu, sigma=one.sigma) for one in team] for team in teams]
    after = MODEL.rate(before, ranks=ranks, limit_sigma=True)
    noted = {} if gains is None else gains
    old_ratings = {side: float(teams[k][0].mu) * POINTS for k, side in enumerate(step.players)}
    full = {side: float(after[k][0].mu) * POINTS for k, side in enumerate(step.players)}
    counts = bounds.share(old_ratings, full, step.players, step.opponents, noted)
    gained = {side: counts * (full[side] - old_ratings[side]) for side in step.players}
    bounds.note(gained, step.players, step.opponents, noted)
    changes = {}
    for k, side in enumerate(step.players):
        for name, old, new in zip(names[k], teams[k], after[k], strict=True):
            mu = old.mu + counts * (new.mu - old.mu)
            sigma = old.sigma + counts * (new.sigma - old.sigma)
            counted = {
                "won": old.won + (step.winner == side),
                "drawn": old.drawn + (step.winner == DRAW),
                "lost": old.lost + (step.winner not in (side, DRAW)),
            }
            known[name] = replace(old, mu=mu, sigma=sigma, **counted)
        was, now = teams[k][0], known[names[k][0]]
        changes[side] = [was.mu, was.sigma, now.mu, now.sigma]
    return changes


# In the database's threads


def rate(connection: Connection, game: str, title: str, step: Step, time: int) -> None:
    """Rate a finished game, in the transaction that ends it."""
    pool = pool_of(title)
    number = _lock(connection, pool) + 1
    names = [
        name for side, player in step.players.items()
        for name in (player, side_name(step.variant, side))
    ]  # fmt: skip
    known = _known(connection, pool, names)
    were_there = set(known)
    gains = _gains(connection, pool, step)
    changes = rated_after(known, step, gains)
    _keep_gains(connection, pool, gains)
    for name in names:
        _keep(connection, pool, name, known[name], is_new=name not in were_there)
    connection.execute(update(POOL).where(POOL.c.pool == pool).values(games=number))
    connection.execute(
        insert(RATED).values(
            game=game,
            pool=pool,
            number=number,
            variant=step.variant,
            sides=json.dumps(step.players),
            winner=step.winner,
            changes=json.dumps(changes),
            time=time,
            opponents=json.dumps(step.opponents),
        )
    )


def recompute(connection: Connection) -> int:
    """Compute all ratings again from the rated games; return the number of games."""
    count = 0
    for pool in connection.execute(select(POOL.c.pool).order_by(POOL.c.pool)).scalars().all():
        _lock(connection, pool)
        known: dict[str, Strength] = {}
        gains: Gains = {}
        rows = connection.execute(
            select(RATED).where(RATED.c.pool == pool).order_by(RATED.c.number)
        ).all()
        for row in rows:
            step = Step(row.variant, json.loads(row.sides), row.winner, json.loads(row.opponents))
            changes = rated_after(known, step, gains)
            if json.loads(row.changes) != changes:
                told = {"changes": json.dumps(changes)}
                connection.execute(update(RATED).where(RATED.c.game == row.game).values(told))
        connection.execute(delete(RATING).where(RATING.c.pool == pool))
        for name, strength in known.items():
            _keep(connection, pool, name, strength, is_new=True)
        connection.execute(delete(GAIN).where(GAIN.c.pool == pool))
        _keep_gains(connection, pool, gains)
        connection.execute(update(POOL).where(POOL.c.pool == pool).values(games=len(rows)))
        count += len(rows)
    return count


def _lock(connection: Connection, pool: str) -> int:
    """Lock a pool for this transaction; return how many games were rated in it."""
    wanted = select(POOL.c.games).where(POOL.c.pool == pool).with_for_update()
    found = connection.execute(wanted).scalar_one_or_none()
    if found is None:
        try:
            with connection.begin_nested():
                connection.execute(insert(POOL).values(pool=pool, games=0))
        except IntegrityError:  # another process was quicker
            pass
        found = connection.execute(wanted).scalar_one()
    return int(found)


def _known(connection: Connection, pool: str, names: Iterable[str]) -> dict[str, Strength]:
    wanted = select(RATING).where(RATING.c.pool == pool, RATING.c.who.in_(list(names)))
    return {row.who: strength_of(row) for row in connection.execute(wanted)}


def _keep(connection: Connection, pool: str, name: str, now: Strength, *, is_new: bool) -> None:
    values = {
        "mu": now.mu,
        "sigma": now.sigma,
        "provisional": int(now.is_provisional),
        "won": now.won,
        "drawn": now.drawn,
        "lost": now.lost,
    }
    if is_new:
        kind, _, rest = name.partition(":")
        account = rest if kind == "account" else None
        row = {"pool": pool, "who": name, "kind": kind, "account": account}
        connection.execute(insert(RATING).values(**row, **values))
    else:
        key = (RATING.c.pool == pool, RATING.c.who == name)
        connection.execute(update(RATING).where(*key).values(values))


def opponents_of(connection: Connection, account: str | None) -> list[str]:
    """Return the opponents as which an account counts: the account, and its network addresses."""
    if account is None:
        return [bounds.COMPUTERS]
    first = select(ACCOUNT.c.network).where(ACCOUNT.c.id == account)
    last = select(SESSION.c.network).where(SESSION.c.account == account)
    last = last.order_by(SESSION.c.seen.desc()).limit(NETWORKS)
    found = {row[0] for wanted in (first, last) for row in connection.execute(wanted)}
    return [f"account:{account}", *(f"network:{one}" for one in sorted(found - {None}))]


def _gains(connection: Connection, pool: str, step: Step) -> Gains:
    """Return what the players have gained from each other so far."""
    found: Gains = {}
    for side, other in bounds.pairs(step.players):
        who, opponents = step.players[side], step.opponents[other]
        wanted = select(GAIN.c.opponent, GAIN.c.points).where(
            GAIN.c.pool == pool, GAIN.c.who == who, GAIN.c.opponent.in_(opponents)
        )
        found |= {(who, row.opponent): row.points for row in connection.execute(wanted)}
    return found


def _keep_gains(connection: Connection, pool: str, gains: Gains) -> None:
    for (who, opponent), points in gains.items():
        which = GAIN.c.pool == pool, GAIN.c.who == who, GAIN.c.opponent == opponent
        if not connection.execute(update(GAIN).where(*which).values(points=points)).rowcount:
            row = {"pool": pool, "who": who, "opponent": opponent, "points": points}
            connection.execute(insert(GAIN).values(row))


def strength_of(row: Any) -> Strength:
    """Return the strength stored in a row."""
    return Strength(row.mu, row.sigma, row.won, row.drawn, row.lost)


# For pages


@dataclass(frozen=True)
class Place:
    """One line of a leaderboard."""

    name: str
    is_computer: bool
    strength: Strength


def leaderboard(connection: Connection, pool: str) -> list[Place]:
    """List the strongest people and computers; provisional ratings come last."""
    found = []
    for provisional in (0, 1):
        for kind in ("account", "computer"):
            rows = connection.execute(
                select(RATING, ACCOUNT.c.name, ACCOUNT.c.kind.label("account_kind"))
                .outerjoin(ACCOUNT, RATING.c.account == ACCOUNT.c.id)
                .where(
                    RATING.c.pool == pool,
                    RATING.c.kind == kind,
                    RATING.c.provisional == provisional,
                )
                .order_by(RATING.c.mu.desc())
                .limit(SURE)
            )
            found += [
                Place(row.name or row.who.partition(":")[2], kind == "computer", strength_of(row))
                for row in rows
                if kind == "computer" or row.account_kind == "member"
            ]
    return sorted(found, key=lambda one: (one.strength.is_provisional, -one.strength.mu))


@dataclass(frozen=True)
class Advantage:
    """The balance of a game with its options, as estimated from rated games."""

    title: str
    options: tuple[str, ...]
    side: str  # the title's first side
    chance: float  # the first side's chance between equal players
    games: int


def advantages(connection: Connection, pool: str) -> list[Advantage]:
    """Return the balance of every rated game and set of options, the most played first."""
    rows = connection.execute(select(RATING).where(RATING.c.pool == pool, RATING.c.kind == "side"))
    found: dict[str, dict[str, Strength]] = {}
    for row in rows:
        variant, _, side = row.who.removeprefix("side:").rpartition(":")
        found.setdefault(variant, {})[side] = strength_of(row)
    told = []
    for variant, sides in found.items():
        title, *options = variant.split(" ")
        first, second = game_info(title).sides
        if {first, second} <= set(sides):
            chance = _chance(sides[first].mu - sides[second].mu)
            told.append(Advantage(title, tuple(options), first, chance, sides[first].games))
    return sorted(told, key=lambda one: (-one.games, one.title, one.options))


def _chance(difference: float) -> float:
    """Return the chance that a team stronger by `difference` wins, by the model's own formula."""
    return 1 / (1 + math.exp(-difference / (math.sqrt(2) * MODEL.beta)))


def ratings_of(connection: Connection, account: str) -> dict[str, Strength]:
    """Return an account's ratings in all pools."""
    rows = connection.execute(
        select(RATING).where(RATING.c.account == account).order_by(RATING.c.pool)
    )
    return {row.pool: strength_of(row) for row in rows}


def changes_of(connection: Connection, of: Iterable[str]) -> dict[str, dict[str, list[float]]]:
    """Return the rating changes of the players of these games: game -> side -> change."""
    rows = connection.execute(
        select(RATED.c.game, RATED.c.changes).where(RATED.c.game.in_(list(of)))
    )
    return {row.game: json.loads(row.changes) for row in rows}


def told_change(change: list[float]) -> dict[str, Any]:
    """Return a rating change as pages show it."""
    before, _, after, sigma = change
    return {
        "rating": shown(after),
        "change": shown(after) - shown(before),
        "provisional": sigma > KNOWN,
    }
