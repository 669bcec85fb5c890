"""What an experienced player would call foolish, found in the course of a game.

A `Watch` is told each action before it is carried out and keeps what looks suspicious, in one line
each. It finds what can be told by rules: a person still has to read the game.
`benchmarks.game_report` prints both.

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
from typing import Any, NamedTuple

import numpy as np

from bridgehead.core.titles.games import title_of

LOST = ("attackers are eliminated", "attackers eliminated")
NOTHING = "no effect on them by fire alone"
WORST = 2  # faces that eliminate the attacker: the worst columns of a table
HARMS = ("attackers retreat", "attackers are eliminated", "attackers eliminated")
MOST_FACES = 4  # of six, that harm the attacker alone
MOVES = ("move", "cross", "fly", "enter", "advance")
LEAST_COLUMN = 2  # of the air table, where a strike can do something
FIGHTERS = 6  # counters that enter one battle, from which on a crowd is looked for


class Enemies(NamedTuple):
    """What a side can expect of the enemies in a point, by what it knows of them."""

    fire: float  # hits of one round
    at_armor: float  # the same, once armor of the side is there
    hits: float  # that they absorb


class Attack(NamedTuple):
    """An attack on the hexes of a map."""

    aims: tuple[str, ...]  # hexes
    company: tuple[str, ...]  # units
    harmed: int  # faces, of six, that harm the attacker alone


class Watch:
    """Finds foolish moves in one game; `close` it at the end."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.hexes = title_of(game.id).kind == "hexes"
        self.sides = {str(one["id"]): str(one["side"]) for one in game.counters}
        self.found: list[str] = []
        self.counts: dict[str, int] = defaultdict(int)
        self.repulsed = 0  # attacks that were repulsed, though they stood well by what was known
        self._expected: dict[str, Enemies] = {}  # of a point, as it was entered
        self._hopeful = False
        self._obliged = False
        self._aim = ""
        self._aims: list[str] = []
        self._line: dict[str, str] = {}  # where units stood when the attacks of a turn began
        self._bound: set[str] = set()  # of these, who had to attack
        self._attacks: list[Attack] = []  # of a turn
        self._weak: list[tuple[Attack, str]] = []  # of these, forced ones, if they divert nobody
        self._before: dict[str, str] = {}  # where units stood when their side's turn began
        self._earlier: dict[str, tuple[str, str]] = {}  # by unit: from and to, a turn ago
        self._now: dict[str, tuple[str, str]] = {}
        self._fights: deque[set[str]] = deque([set()], maxlen=3)  # who fought, by player turn
        self._turn: tuple[int, str] = (0, "")
        self._left: dict[str, tuple[int, str]] = {}  # places that count, left empty: when, by whom
        self._attacker_fired = True
        self._attacker = ""
        self._company: list[str] = []
        self._raids: list[tuple[str, str]] = []  # point, and what was sent

    def tell(self, position: Any, action: str) -> None:
        """Examine an action that is about to be carried out."""
        self._new_turn(position)
        verb, *words = action.split()
        if self.hexes:
            self._hex_attack(position, verb, words)
        else:
            self._point_battle(position, verb, words)
        moves = verb in MOVES and (self.hexes or str(position.step) == "movement")
        if position.to_move != "dice" and moves and words[0] in self.sides:
            self._move(position, words[0], words[-1])

    def close(self) -> None:
        """Find what shows only at the end of a turn, here the last one, when the game is over."""
        for attack, text in self._weak:
            if not self._diverts(attack):
                self._say("forced", text)
        self._line, self._attacks, self._weak = {}, [], []

    def _say(self, kind: str, text: str) -> None:
        self.counts[kind] += 1
        self.found.append(f"turn {self._turn[0]}, {self._turn[1]}: {kind}: {text}")

    # Turns, moves and places

    def _new_turn(self, position: Any) -> None:
        now = int(position.turn), str(position.side)
        if now == self._turn:
            return
        self.close()
        mover = self._turn[1]
        if mover:
            for unit, way in self._now.items():
                self._earlier[unit] = way
            for unit in [u for u in self._earlier if u not in self._now and self.sides[u] == mover]:
                del self._earlier[unit]
        self._turn = now
        self._expected = {}
        self._now = {}
        self._fights.append(set())
        self._before = dict(position.units)

    def _move(self, position: Any, unit: str, to: str) -> None:
        at = str(position.units[unit])
        start = self._now.get(unit, (at, ""))[0]
        self._now[unit] = start, to
        earlier = self._earlier.get(unit)
        places = self._places(position)
        fought = any(unit in fighters for fighters in self._fights)
        if earlier and earlier == (to, start) and not fought and to not in places:
            self._say("shuttle", f"{unit} goes back to {to} from {start}")
        side = self.sides[unit]
        units = position.units.items()
        others = [u for u, p in units if p == at and u != unit and self.sides[u] == side]
        fights = any(p == to and self.sides[u] != side for u, p in units)
        last = self._holds(unit) and not any(self._holds(u) for u in others)
        if at in places and last and to not in places and not fights:
            self._left[at] = int(position.turn), side
        took = self._left.get(to)
        if took and took[1] != side:
            if int(position.turn) - took[0] <= 1 and not fights:
                self._say("given up", f"{took[1]} left {to}, and {unit} walks in")
            del self._left[to]
        elif took:
            del self._left[to]

    def _holds(self, unit: str) -> bool:
        """Whether a unit is one of the troops that hold places."""
        if self.hexes:
            return True
        from bridgehead.titles.october_war.player.sergeant.sight import rear

        return not rear(self.game.board[0], list(self.sides).index(unit))

    def _places(self, position: Any) -> set[str]:
        """Return the places that count for points or for the win."""
        board = self.game.board[0]
        names = board.dtype.names
        if "crossing_hex" in names:
            return {self.game.hexes[int(board["crossing_hex"])]}
        if "objective" in names:
            return {h for i, h in enumerate(self.game.hexes) if board["objective"][i]}
        from bridgehead.titles.october_war import state as st

        counts = (
            st.ISRAELI_FORT | st.MOUNTAIN_PASS | st.ARAB_OBJECTIVE | st.ISRAELI_OBJECTIVE
            | st.ARAB_FORT | st.EGYPTIAN_TOWN
        )  # fmt: skip
        return {name for name, p in self.game.place_numbers.items() if p < int(board["points"])
                and int(board["features"][p]) & counts}  # fmt: skip

    # Hexes

    def _hex_attack(self, position: Any, verb: str, words: list[str]) -> None:
        if verb == "attack" and position.to_move != "dice":
            self._obliged = "end" not in position.legal_actions()
            self._aim, self._aims = " ".join(words), words[:1]
            self._attacker, self._company = str(position.to_move), []
            if not self._line:
                self._line, self._bound = dict(position.units), self._must_attack(position)
        elif verb == "also":
            self._aims += words
        elif verb == "with":
            self._company.append(words[0])
        elif verb == "roll" and self._aim:
            told = []
            for face in range(1, 7):
                events = position.describe(f"roll {face}")
                told.append(events[0].text if events else "")
            harmed = sum(any(h in t for h in HARMS) and "both" not in t for t in told)
            stepped = [u for u in self._company if self._now.get(u, ("", ""))[1]
                       == position.units[u] not in self._places(position)]  # fmt: skip
            lost = sum(any(sign in text for sign in LOST) for text in told)
            what = f"{self._attacker} at {self._aim}"
            defenders = (u for u, place in position.units.items() if place in self._aims)
            self._fights[-1].update(self._company, defenders)
            attack = Attack(tuple(self._aims), tuple(self._company), harmed)
            self._attacks.append(attack)
            if harmed >= MOST_FACES and not self._obliged:
                self._say("hopeless", f"{what}: {harmed} of 6 harm it alone")
            elif harmed >= MOST_FACES and stepped and lost >= WORST:
                text = f"{what}: {harmed} of 6 harm it alone, {lost} eliminate it"
                self._weak.append((attack, text))
            elif not self._obliged and all(NOTHING in text for text in told):
                self._say("hopeless", f"{what}: fire that can hurt nobody")
            self._aim = ""

    def _must_attack(self, position: Any) -> set[str]:
        """Return the units that must attack in this phase; all of them where the game has no list.

        Across Suez has none: who stands beside an enemy must attack there in turn 1.
        """
        state = position.state
        if "bound" not in state.dtype.names:
            return set(position.units)
        return {unit for unit, bound in zip(self.game.units, state["bound"], strict=False) if bound}

    def _diverts(self, attack: Attack) -> bool:
        """Whether other units that must attack, beside the same enemy, make a sound attack."""
        neighbors = self.game.board[0]["neighbor"]
        numbers = {name: i for i, name in enumerate(self.game.hexes)}
        near = {int(h) for aim in attack.aims for h in neighbors[numbers[aim]]}
        tied = {u for u in self._bound if numbers.get(self._line[u], -1) in near - {-1}}
        sound = [one for one in self._attacks if one.harmed < MOST_FACES]
        return any(unit in tied for one in sound for unit in one.company)

    # Points

    def _point_battle(self, position: Any, verb: str, words: list[str]) -> None:
        step = str(position.step)
        if position.to_move != "dice" and verb in MOVES and words[-1] in self.game.place_numbers:
            self._expect(position, words[-1])
        if self._raids and step != "raids":  # the last strikes close the naming without an `end`
            self._judge_raids(position)
        if step == "raids" and verb == "raid":
            self._raids.append((words[0], " ".join(words[1:])))
        elif verb == "attack" and step == "battles":
            self._aim, self._attacker = words[0], str(position.to_move)
            self._attacker_fired = False
            self._hopeful = self._stands_well(position, words[0])
            self._crowd(position, words[0])
        elif verb == "fire" and position.to_move == self._attacker:
            self._attacker_fired = True
            self._fights[-1].add(words[0])
        elif verb == "retreat" and not words and position.to_move == self._attacker:
            fought = int(position.state["battle"]) == self.game.place_numbers.get(self._aim, -1)
            if self._aim and fought and not self._attacker_fired:
                there = [u for u, p in position.units.items() if p == self._aim]
                mine = sum(self.sides[u] == self._attacker for u in there)
                told = f"{mine} of {self._attacker} leave {self._aim} before a shot"
                if self._hopeful:
                    self.repulsed += 1
                else:
                    self._say("abandoned", f"{told} ({len(there) - mine} defend)")
            self._attacker_fired = True

    def _expect(self, position: Any, point: str) -> None:
        """Note what a side can expect of the enemies in a point when its first counter enters."""
        side = str(position.to_move)
        there = {self.sides[u] for u, p in position.units.items() if p == point}
        if there and side not in there:
            self._expected[point] = self._enemies(position, point)

    def _enemies(self, position: Any, point: str) -> Enemies:
        """Return what the phasing side knows of the enemies in a point."""
        from bridgehead.titles.october_war.player.sergeant import sight
        from bridgehead.titles.october_war.rules.view import mask

        board, state, _ = position.arrays
        states, works = np.zeros(2, state.dtype), np.zeros(2, self.game.work_type)
        states[0] = state[0]
        self.game.refresh(states[:1], works[:1])
        side = self.game.sides.index(str(position.side))
        mask(board[0], states, works, side)
        table = np.zeros((sight.ROWS, len(states[0].control)))
        sight.count_forces(board[0], states[1], works[1], table, side)
        p = self.game.place_numbers[point]
        rows = sight.THEIR_FIRE, sight.AT_FIRE, sight.THEIR_HITS
        return Enemies(*(float(table[row, p]) for row in rows))

    def _stands_well(self, position: Any, point: str) -> bool:
        """Whether the attackers' odds are even or better after an average first fire.

        The enemies counted are those that could be expected when the first of the attackers came,
        or those that are left, if strikes and barrages have weakened them.
        """
        from bridgehead.titles.october_war.player.sergeant import sight
        from bridgehead.titles.october_war.rules.ground.fire import armor_in

        board, state = position.arrays[0][0], position.arrays[1][0]
        side, p = self.game.sides.index(str(position.side)), self.game.place_numbers[point]
        table = np.zeros((sight.ROWS, len(state.control)))
        sight.mark_hq(board, state, table, sight.OUR_HQ, side)
        armor = armor_in(board, state, 1 - side, p)
        fire = hits = 0.0
        for u in range(int(board.units)):
            if state.where[u] == p and board.side[u] == side and not board.air[u]:
                fire += sight.fire_of(board, state, table, u, p, True, armor)
                hits += sight.hits_of(board, u)
        now = self._enemies(position, point)
        before = self._expected.get(point, now)
        known = before.at_armor if armor_in(board, state, side, p) else before.fire
        theirs, their_hits = min(known, now.fire), min(before.hits, now.hits)
        left = max(0.0, 1.0 - theirs / max(1.0, hits))
        return bool(sight.odds(fire * left, hits * left, theirs, their_hits) >= 1.0)

    def _judge_raids(self, position: Any) -> None:
        side = str(position.side)
        theater = self.game.board[0]["theater"]
        ours: dict[str, set[str]] = defaultdict(set)
        for unit, place in position.units.items():
            ours[place].add(self.sides[unit])
        numbers = self.game.place_numbers
        points = range(int(self.game.board[0]["points"]))  # boxes have other numbers
        battles = [p for p in ours if len(ours[p]) == 2 and numbers.get(p) in points]
        raided = {point for point, _ in self._raids}
        for point, sent in self._raids:
            here = theater[numbers[point]]
            bare = [
                p
                for p in battles
                if p not in raided
                and theater[numbers[p]] == here
                and self._can_be_helped(position, side, numbers[p], int(sent.split()[-1]))
            ]
            if side not in ours[point] and bare:
                self._say("raid", f"{sent} on {point}, where {side} has nobody; {bare[0]} has none")
        self._raids = []

    def _can_be_helped(self, position: Any, side: str, point: int, strikes: int) -> bool:
        """Whether strikes can help in a battle.

        The battle must be in the open air, on terrain where strikes have an effect.
        """
        from bridgehead.titles.october_war.rules.air.umbrella import covers
        from bridgehead.titles.october_war.rules.places import sees

        board, state = self.game.board[0], position.arrays[1][0]
        number = self.game.sides.index(side)
        if strikes + int(board["shift"][point][number]) < LEAST_COLUMN:
            return False
        return not any(
            int(board["side"][u]) != number and sees(board, state, u)
            and covers(board, state, u, point) for u in range(int(board["units"]))
        )  # fmt: skip

    def _crowd(self, position: Any, point: str) -> None:
        side = str(position.to_move)
        state, board = position.state, self.game.board[0]
        p = self.game.place_numbers[point]
        where = state["where"][: int(board["units"])]
        mine = [u for u in range(int(board["units"])) if int(where[u]) == p and not board["air"][u]]
        numbers = {s: [u for u in mine if int(board["side"][u]) == i]
                   for i, s in enumerate(self.game.sides)}  # fmt: skip
        force = sum(int(board["strength"][u]) for u in numbers[side])
        other = next(s for s in self.game.sides if s != side)
        theirs = sum(int(board["strength"][u]) for u in numbers[other])
        entered = [u for u in self._now if self._now[u][1] == point]
        if len(entered) >= FIGHTERS and force >= 4 * max(1, theirs):
            self._say("crowd", f"{len(entered)} counters ({force}) enter {point} against {theirs}")
