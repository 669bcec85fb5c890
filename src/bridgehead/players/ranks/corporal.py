"""The corporal: a sergeant that overlooks things, as beginners do.

It ignores the enemy's possible replies (`OVERLOOKS` of the title's heuristic weights), and after
some moves of a phase it considers the rest of its units well placed.
"""

from __future__ import annotations

from bridgehead.core.positions.position import Game, Position
from bridgehead.core.titles.games import title_of
from bridgehead.players import title_players
from bridgehead.players.learned.heuristic_weights import OVERLOOKS
from bridgehead.players.ranks.spelling import style_of

SEEN = 8  # units that it moves in a phase


class Corporal:
    """Plays like a sergeant that overlooks things, in any style."""

    def __init__(self, game: Game, name: str, seed: int | None = None) -> None:
        self.game = game
        self.name = name
        styles = [one for one in (OVERLOOKS, style_of(name)) if one]
        self._verbs = title_of(game.id).decisions.verbs
        self._player = title_players.create(game, name, seed, "sergeant", styles)
        self._phase: tuple[int, str] = (0, "")
        self._moved: set[str] = set()

    def choose(self, position: Position) -> str:
        """Return its choice among the legal actions; the position is not changed."""
        action = self._player.choose(position)
        verb, _, rest = action.partition(" ")
        if verb not in self._verbs or not self._verbs[verb].moves:
            return action
        phase = int(position.turn), str(position.to_move)  # type: ignore[attr-defined]
        if phase != self._phase:
            self._phase, self._moved = phase, set()
        unit = rest.partition(" ")[0]
        if len(self._moved) >= SEEN and unit not in self._moved:
            ends = "end" in position.legal_actions()
            return "end" if ends else action
        self._moved.add(unit)
        return action
