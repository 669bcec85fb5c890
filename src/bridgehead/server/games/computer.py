"""The computer players of a session: they play their sides, and give hints.

A strong player thinks for seconds. It does so in a thread, on a copy of the position, and a player
never works on two positions at once. Thinking is cancelled when its result is no longer needed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from bridgehead import players
from bridgehead.core.errors import UnknownPlayer
from bridgehead.core.positions.position import Game
from bridgehead.core.records.record import Record
from bridgehead.core.titles.lesson import PLAYER
from bridgehead.players.advice import hints
from bridgehead.server.views.title_data import HUMAN
from bridgehead.server.web.threads import Asked, Thought

ADVISER = "general"  # the player that gives hints, after its usual thinking time


class Computers:
    """The computer players of a record, by side."""

    def __init__(self, record: Record, named: Mapping[str, str] | None = None) -> None:
        """`named`: other players than the record's, by side."""
        self._players = {
            side: players.create(record.game, name, threads=players.spare_cores())
            for side, name in (named or record.players).items()
            if name not in (HUMAN, PLAYER)
        }
        self._choice: Thought[str] | None = None

    def __contains__(self, side: object) -> bool:
        return side in self._players

    def name(self, side: str) -> str:
        """Return the name of a side's player, including its thinking time."""
        return self._players[side].name

    async def choose(self, side: str, position: Any) -> str:
        """Return the action that a side's player chooses.

        GivenUpError if `give_up` is called first. If this call is cancelled, the thinking goes on,
        and the next call for the same position gets its result.
        """
        choice = self._choice
        while choice is None or choice.is_given_up or choice.position != position:
            if choice is not None:
                choice.give_up()
                await choice.over()
            if choice is not self._choice:  # another caller was quicker
                choice = self._choice
                continue
            player = self._players[side]
            choice = self._choice = Thought("choice", _chooser(player), position)
        try:
            return await choice.result()
        except Exception:
            if self._choice is choice and not choice.is_given_up:
                self._choice = None  # the next call tries again
            raise

    def give_up(self, unless: Any = None) -> None:
        """Cancel the present thinking unless it is about this position."""
        if self._choice is not None and (unless is None or self._choice.position != unless):
            self._choice.give_up()


def _chooser(player: Any) -> Callable[[Any, Asked], str]:
    def choose(position: Any, asked: Asked) -> str:
        _listen(player, asked)
        return str(player.choose(position))

    return choose


def _listen(player: Any, asked: Asked) -> None:
    """Give an interruptible player the function to poll. Other players answer at once."""
    if hasattr(player, "interrupt"):
        player.interrupt(asked)


class Adviser:
    """Hints for the side to decide; one is computed at a time, and kept until the next."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._known: tuple[Any, dict[str, Any]] | None = None  # the position and its hint
        self._thought: Thought[dict[str, Any]] | None = None
        self._draft: asyncio.Future[dict[str, Any]] | None = None  # the plan of the hint in work

    async def hint(
        self, position: Any, check: Callable[[], None], *, draft: bool = False
    ) -> dict[str, Any]:
        """Return the adviser's recommendation in a position in which a side is to decide.

        With `draft`, the plan alone is returned as soon as it is found, and its evaluation goes on:
        a call without `draft` then returns the whole hint. `check` is called when it is the turn of
        this hint; it raises if the hint is too late. GivenUpError if `give_up` is called first; if
        this call is cancelled, the thinking is cancelled, too.
        """
        async with self._one:
            check()
            if self._known is None or self._known[0] != position:
                thought = self._about(position)
                try:
                    if draft:
                        return await self._first(thought)
                    self._known = thought.position, await thought.result()
                except BaseException:
                    thought.give_up()
                    self._thought = None  # the next call tries again
                    raise
            return self._known[1]

    def give_up(self, unless: Any = None) -> None:
        """Cancel the present thinking unless it is about this position."""
        if self._thought is not None and (unless is None or self._thought.position != unless):
            self._thought.give_up()

    def _about(self, position: Any) -> Thought[dict[str, Any]]:
        """Return the thinking about a position: the one in progress, or a new one."""
        thought = self._thought
        if thought is not None and not thought.is_given_up and thought.position == position:
            return thought
        self.give_up()
        loop = asyncio.get_running_loop()
        told: asyncio.Future[dict[str, Any]] = loop.create_future()

        def tell(found: hints.Draft) -> None:
            loop.call_soon_threadsafe(told.set_result, found.to_dict())

        self._draft = told
        self._thought = Thought("hint", partial(_think, tell=tell), position)
        return self._thought

    async def _first(self, thought: Thought[dict[str, Any]]) -> dict[str, Any]:
        """Return the plan as soon as it is found, or the whole hint if that comes first."""
        whole = asyncio.ensure_future(thought.result())
        draft = self._draft
        assert draft is not None
        try:
            await asyncio.wait([draft, whole], return_when=asyncio.FIRST_COMPLETED)
            if not whole.done():
                return draft.result()
        finally:
            whole.cancel()
        self._known = thought.position, whole.result()
        return self._known[1]


def _think(position: Any, asked: Asked, tell: Callable[[hints.Draft], None]) -> dict[str, Any]:
    """Return a hint as data; for titles without thinking players only the best player's choice."""
    game: Game = position.game
    try:
        thinker = players.thinker(game, ADVISER, threads=players.spare_cores())
    except UnknownPlayer:
        name = players.names(game.id)[-1]
        action = players.create(game, name).choose(position)
        bare = {"action": action, "plan": [action], "sentence": "", "chance": None}
        return {"side": position.to_move, "player": name, "told": "", "lines": [bare], **bare}
    _listen(thinker, asked)
    return hints.hint(position, thinker, tell).to_dict()
