"""What an experienced player would call foolish, found in the course of a game.

A `Watch` is told each action before it is carried out and keeps what looks suspicious, in one line
each. It finds what can be told by rules: a person still has to read the game.
`benchmarks.game_report` prints both. Hints avoid plans with foolish moves (`faults_of`).

- `hopeless`: an attack that nobody had to make, which harms the attacker alone on most faces, or
  fire that can hurt nobody
- `forced`: the same where two faces or more eliminate the attacker, by a unit that stepped up to
  the enemy in this turn (not onto a place that counts) and then had to attack. A weak attack that
  can only be driven back is no fault where every enemy must be attacked, nor is a diversion: where
  a friend beside that enemy would have had to attack it and makes a sound attack elsewhere instead
- `abandoned`: an attacker retreats before any of its counters has fired, and by what its side knew
  when it entered, an average first fire was enough to break the attack. Infantry that it knew fires
  at armor with its strength against armor, also before the armor has come; what strikes and
  barrages destroyed since then fires no more
- `repulsed`: the same, where the odds were good as far as its side knew: chance or hidden counters
  were against it. Such attacks are counted apart (`Watch.repulsed`): they are no fault
- `shuttle`: a unit goes back to where it came from a turn ago, neither attacked nor was attacked
  since, and comes onto no place that counts
- `given up`: the last troops leave a place that counts for one that does not, and the enemy walks
  in on its next turn. Headquarters, engineers and mobile air defense hold no place: if these go
  last, or went alone, that is no fault, nor is a retreat
- `raid`: air strikes on a point where the side has nobody, while a battle in that theater has none
  that they could help: not under an umbrella that the side knows of, nor where the terrain leaves
  them nothing
- `crowd`: six or more counters enter a battle at four times the enemy's strength or better
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.titles.games import title_of

WORST = 2  # faces that eliminate the attacker: the worst columns of a table
MOST_FACES = 4  # of six, that harm the attacker alone


class Attack(NamedTuple):
    """An attack on the hexes of a map."""

    aims: tuple[str, ...]  # hexes
    company: tuple[str, ...]  # units
    harmed: int  # faces, of six, that harm the attacker alone


class Watch:
    """Finds foolish moves in one game; `close` it at the end."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.sides = {str(one["id"]): str(one["side"]) for one in game.counters}
        self.found: list[str] = []
        self.counts: dict[str, int] = defaultdict(int)
        self.repulsed = 0  # attacks that were repulsed, though they stood well by what was known
        self.now: dict[str, tuple[str, str]] = {}  # by unit: from and to, in this turn
        self.fights: deque[set[str]] = deque([set()], maxlen=3)  # who fought, by player turn
        title = title_of(game.id)
        own: Any = title.foolish
        self.places: frozenset[str] = own.places(game)  # that count for points or for the win
        self._moves: Sequence[str] = own.MOVES  # verbs by which a unit moves
        self._declares = title.declares_attacks
        self._attacks: Any = HexAttacks(self, own) if self._declares else own.Battles(self)
        self._earlier: dict[str, tuple[str, str]] = {}  # by unit: from and to, a turn ago
        self._turn: tuple[int, str] = (0, "")
        self._left: dict[str, tuple[int, str]] = {}  # places that count, left empty: when, by whom

    def tell(self, position: Any, action: str) -> None:
        """Examine an action that is about to be carried out."""
        self._new_turn(position)
        verb, *words = action.split()
        self._attacks.tell(position, verb, words)
        # Without declared attacks the same verbs also retreat and advance in battles.
        moves = verb in self._moves and (self._declares or str(position.step) == "movement")
        if position.to_move != "dice" and moves and words[0] in self.sides:
            self._move(position, words[0], words[-1])

    def tell_next(self, position: Any) -> None:
        """Examine the attacks that stand declared, before the next action is known."""
        verb, *words = str(position.legal_actions()[0]).split()
        self._attacks.tell(position, verb, words)

    def close(self) -> None:
        """Find what shows only at the end of a turn, here the last one, when the game is over."""
        self._attacks.end_turn()

    def say(self, kind: str, text: str) -> None:
        """Note a foolish move."""
        self.counts[kind] += 1
        self.found.append(f"turn {self._turn[0]}, {self._turn[1]}: {kind}: {text}")

    def _new_turn(self, position: Any) -> None:
        now = int(position.turn), str(position.side)
        if now == self._turn:
            return
        self.close()
        mover = self._turn[1]
        if mover:
            for unit, way in self.now.items():
                self._earlier[unit] = way
            for unit in [u for u in self._earlier if u not in self.now and self.sides[u] == mover]:
                del self._earlier[unit]
        self._turn = now
        self.now = {}
        self.fights.append(set())

    def _move(self, position: Any, unit: str, to: str) -> None:
        at = str(position.units[unit])
        start = self.now.get(unit, (at, ""))[0]
        self.now[unit] = start, to
        earlier = self._earlier.get(unit)
        fought = any(unit in fighters for fighters in self.fights)
        if earlier and earlier == (to, start) and not fought and to not in self.places:
            self.say("shuttle", f"{unit} goes back to {to} from {start}")
        side = self.sides[unit]
        units = position.units.items()
        others = [u for u, p in units if p == at and u != unit and self.sides[u] == side]
        fights = any(p == to and self.sides[u] != side for u, p in units)
        holds = self._attacks.holds
        last = holds(unit) and not any(holds(u) for u in others)
        if at in self.places and last and to not in self.places and not fights:
            self._left[at] = int(position.turn), side
        took = self._left.get(to)
        if took and took[1] != side:
            if int(position.turn) - took[0] <= 1 and not fights:
                self.say("given up", f"{took[1]} left {to}, and {unit} walks in")
            del self._left[to]
        elif took:
            del self._left[to]


class HexAttacks:
    """Finds foolish attacks on hexes for a `Watch`."""

    def __init__(self, watch: Watch, own: Any) -> None:
        """`own`: the title's `player/foolish.py`."""
        self.watch, self.game, self._own = watch, watch.game, own
        self._further = title_of(self.game.id).decisions.further
        self._obliged = False
        self._attacker = self._aim = ""
        self._aims: list[str] = []
        self._company: list[str] = []
        self._line: dict[str, str] = {}  # where units stood when the attacks of a turn began
        self._bound: set[str] = set()  # of these, who had to attack
        self._attacks: list[Attack] = []  # of a turn
        self._weak: list[tuple[Attack, str]] = []  # of these, forced ones, if they divert nobody

    def holds(self, _unit: str) -> bool:
        """Whether a unit is one of the troops that hold places."""
        return True

    def end_turn(self) -> None:
        """Judge the attacks of a turn together."""
        for attack, text in self._weak:
            if not self._diverts(attack):
                self.watch.say("forced", text)
        self._line, self._attacks, self._weak = {}, [], []

    def tell(self, position: Any, verb: str, words: list[str]) -> None:
        """Examine an action that is about to be carried out."""
        if verb == "attack" and position.to_move != "dice":
            self._obliged = "end" not in position.legal_actions()
            self._aim, self._aims = " ".join(words), words[:1]
            self._attacker, self._company = str(position.to_move), []
            if not self._line:
                self._line, self._bound = dict(position.units), self._own.must_attack(position)
        elif verb == self._further:
            self._aims += words
        elif verb == "with":
            self._company.append(words[0])
        elif verb == "roll" and self._aim:
            told = []
            for face in range(1, 7):
                events = position.describe(f"roll {face}")
                told.append(events[0].text if events else "")
            harmed = _count(told, self._own.HARMS)
            stepped = [u for u in self._company if self.watch.now.get(u, ("", ""))[1]
                       == position.units[u] not in self.watch.places]  # fmt: skip
            lost = _count(told, self._own.LOST)
            what = f"{self._attacker} at {self._aim}"
            defenders = (u for u, place in position.units.items() if place in self._aims)
            self.watch.fights[-1].update(self._company, defenders)
            attack = Attack(tuple(self._aims), tuple(self._company), harmed)
            self._attacks.append(attack)
            if harmed >= MOST_FACES and not self._obliged:
                self.watch.say("hopeless", f"{what}: {harmed} of 6 harm it alone")
            elif harmed >= MOST_FACES and stepped and lost >= WORST:
                text = f"{what}: {harmed} of 6 harm it alone, {lost} eliminate it"
                self._weak.append((attack, text))
            elif not self._obliged and _count(told, self._own.IDLE) == len(told):
                self.watch.say("hopeless", f"{what}: fire that can hurt nobody")
            self._aim = ""

    def _diverts(self, attack: Attack) -> bool:
        """Whether other units that must attack, beside the same enemy, make a sound attack."""
        neighbors = self.game.board[0]["neighbor"]
        numbers = {name: i for i, name in enumerate(self.game.hexes)}
        near = {int(h) for aim in attack.aims for h in neighbors[numbers[aim]]}
        tied = {u for u in self._bound if numbers.get(self._line[u], -1) in near - {-1}}
        sound = [one for one in self._attacks if one.harmed < MOST_FACES]
        return any(unit in tied for one in sound for unit in one.company)


def _count(told: Sequence[str], results: Sequence[str]) -> int:
    """Return how many faces bring about one of these results."""
    return sum(any(one in text for one in results) for text in told)


def faults_of(position: Any, plan: Sequence[str]) -> list[str]:
    """Return the foolish moves in a plan of the side to move.

    The position must contain nothing that the side may not know. Moves that are foolish only
    because of earlier turns or of what the enemy does next are not found. Empty for titles that do
    not say which places count.
    """
    if title_of(position.game.id).foolish is None:
        return []
    watch, trial = Watch(position.game), position.copy()
    try:
        for action in plan:
            watch.tell(trial, action)
            trial.push(action)
        if trial.to_move is not None:
            watch.tell_next(trial)
    except BridgeheadError:  # the plan rests on something that is hidden
        return []
    watch.close()
    return watch.found
