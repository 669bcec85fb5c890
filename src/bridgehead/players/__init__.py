"""Computer players: who there is for a game, and how one is asked for its decision.

>>> import bridgehead as bh
>>> from bridgehead import players
>>> game = bh.load("across-suez-1980")
>>> players.names(game.id)
('recruit', 'corporal', 'sergeant', 'lieutenant', 'captain', 'general')
>>> player = players.create(game, "recruit", seed=1)
>>> player.choose(game.start()) in game.start().legal_actions()
True

A name may say how much captain and general think: `general@3` for three seconds a decision,
`captain@200n` for two hundred rollouts, which is reproducible. A style stands before that:
`general:style=bold@3`. A handicap: `corporal:units=3` moves at most three units in a turn, and
`sergeant%10` makes a tenth of its decisions at random.

What a player knows of one title lives with the title, which never imports this package.
"""

from __future__ import annotations

import difflib
import re
from typing import Protocol

from bridgehead.core.errors import UnknownPlayer
from bridgehead.core.positions.position import Game, Position
from bridgehead.players import title_players
from bridgehead.players.learned.heuristic_weights import OVERLOOKS, styles
from bridgehead.players.ranks import thinker as thinkers
from bridgehead.players.ranks.handicap import CORPORAL_UNITS, Careless, Inattentive, split
from bridgehead.players.ranks.levels import Level, levels, propose
from bridgehead.players.ranks.recruit import Recruit
from bridgehead.players.ranks.spelling import check_style, spelled, style_of
from bridgehead.players.ranks.thinker import Line, Thinker, Thought
from bridgehead.players.search.parallel_rollouts import spare_cores

MOST_SECONDS, MOST_ROLLOUTS = 600, 1_000_000


class Player(Protocol):
    """A computer player of one game. It decides for either side, and never for the dice."""

    @property
    def name(self) -> str:
        """The name it was created by."""

    def choose(self, position: Position) -> str:
        """Return one of the legal actions of the pending decision; the position is not changed."""


def names(game_id: str) -> tuple[str, ...]:
    """Return the players that a game has, the weakest first."""
    return ("recruit", *title_players.names(game_id))


def create(game: Game, name: str, seed: int | None = None, threads: int = 1) -> Player:
    """Return a player by its name; UnknownPlayer, with the available ones, if there is none.

    The same seed and the same positions give the same choices, if thinking is not limited by time;
    without a seed, choices are random. Captain and general make rollouts in `threads` threads, 1 to
    64; this changes their choices only if time is limited.
    """
    better, share = split(name)
    if share:
        check(game.id, name)
        return Careless(game, name, create(game, better, seed, threads), share, seed)
    rank, seconds, looks = check(game.id, name)
    _, style, units = spelled(name.partition("@")[0])
    if rank == "recruit":
        player: Player = Recruit(game, seed)
    elif rank in title_players.THINKERS:
        player = thinkers.Thinker(game, name, seed, seconds, looks, threads)
    else:
        overlooks = [OVERLOOKS] if rank == "corporal" else []
        kind = "sergeant" if rank == "corporal" else rank
        ways = [*overlooks, *([style] if style else [])]
        player = title_players.create(game, name, seed, kind, ways)
    most = units or (CORPORAL_UNITS if rank == "corporal" else 0)
    return Inattentive(game, name, player, most) if most else player


def thinker(
    game: Game,
    name: str = "general",
    seed: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
) -> thinkers.Thinker:
    """Return a player that can report its thinking. UnknownPlayer if it cannot.

    The report ignores a handicap. `threads` as in `create`.
    """
    rank, said, looks = check(game.id, name)
    name, _ = split(name)
    if rank not in title_players.THINKERS:
        *some, last = title_players.THINKERS
        raise UnknownPlayer(f"{rank} does not think ahead; {', '.join(some)} and {last} do")
    time = seconds if seconds is not None else said
    return thinkers.Thinker(game, name, seed, time, looks, threads)


def check(game_id: str, name: str) -> tuple[str, float | None, int | None]:
    """Return the player, seconds and rollouts in a name. UnknownPlayer if it is invalid."""
    name, _ = split(name)
    player, at, amount = name.partition("@")
    if ":" in amount:
        raise UnknownPlayer(
            f"{name}: a style or units stand before the time (general:style=bold@3)"
        )
    rank = player.partition(":")[0]
    if rank not in names(game_id):
        raise UnknownPlayer(unknown(game_id, player))
    check_style(game_id, rank, spelled(player).style)
    if not at:
        return rank, None, None
    if rank not in title_players.THINKERS:
        raise UnknownPlayer(f"{name}: {rank} does not look ahead, so it takes no thinking time")
    looks = re.fullmatch(r"([1-9]\d{0,8})n", amount)
    if looks and int(looks[1]) <= MOST_ROLLOUTS:
        return rank, None, int(looks[1])
    seconds = float(amount) if re.fullmatch(r"\d{1,5}(\.\d{1,6})?", amount) else 0.0
    if not 0 < seconds <= MOST_SECONDS:
        raise UnknownPlayer(
            f"{name}: after the @ write a time in seconds ({rank}@2, {rank}@0.5; at most "
            f"{MOST_SECONDS}), or a number of looks ({rank}@300n; at most {MOST_ROLLOUTS})"
        )
    return rank, seconds, None


def unknown(game_id: str, name: str) -> str:
    """Return a sentence that a game has no such player, with the available ones."""
    known = names(game_id)
    near = difflib.get_close_matches(name, known, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    told = f"{game_id} has no player {name!r}{hint}; there are {', '.join(known)}"
    if name in title_players.THINKERS and title_players.lacks_weights(game_id):
        told += f". Players that think need weights: `bridgehead train {game_id}` learns them"
    return told


__all__ = [
    "Level", "Line", "Player", "Thinker", "Thought", "check", "create", "levels", "names",
    "propose", "spare_cores", "style_of", "styles", "thinker", "unknown",
]  # fmt: skip
