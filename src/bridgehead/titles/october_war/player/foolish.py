"""Foolish moves in battles and air strikes of October War (`players.advice.foolish`)."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.player.sergeant import sight
from bridgehead.titles.october_war.rules.air.umbrella import covers
from bridgehead.titles.october_war.rules.ground.fire import armor_in
from bridgehead.titles.october_war.rules.places import sees
from bridgehead.titles.october_war.rules.view import mask

COUNTS = (
    st.ISRAELI_FORT | st.MOUNTAIN_PASS | st.ARAB_OBJECTIVE | st.ISRAELI_OBJECTIVE
    | st.ARAB_FORT | st.EGYPTIAN_TOWN
)  # fmt: skip
MOVES = ("move", "cross", "fly")  # verbs by which a unit moves
LEAST_COLUMN = 2  # of the air table, where a strike can do something
FIGHTERS = 6  # counters that enter one battle, from which on a crowd is looked for


class Enemies(NamedTuple):
    """What a side can expect of the enemies in a point, by what it knows of them."""

    fire: float  # hits of one round
    at_armor: float  # the same, once armor of the side is there
    hits: float  # that they absorb


def places(game: Any) -> frozenset[str]:
    """Return the points that count for victory points."""
    board = game.board[0]
    return frozenset(
        name for name, p in game.place_numbers.items()
        if p < int(board["points"]) and int(board["features"][p]) & COUNTS
    )  # fmt: skip


class Battles:
    """Finds foolish battles and air strikes for a `Watch`."""

    def __init__(self, watch: Any) -> None:
        self.watch, self.game = watch, watch.game
        self._aim = self._attacker = ""
        self._attacker_fired = True
        self._hopeful = False
        self._expected: dict[str, Enemies] = {}  # of a point, as it was entered
        self._raids: list[tuple[str, str]] = []  # point, and what was sent

    def end_turn(self) -> None:
        """Forget what was expected of the enemies."""
        self._expected = {}

    def holds(self, unit: str) -> bool:
        """Whether a unit is one of the troops that hold places."""
        return not sight.rear(self.game.board[0], list(self.watch.sides).index(unit))

    def tell(self, position: Any, verb: str, words: list[str]) -> None:
        """Examine an action that is about to be carried out."""
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
            self.watch.fights[-1].add(words[0])
        elif verb == "retreat" and not words and position.to_move == self._attacker:
            fought = int(position.state["battle"]) == self.game.place_numbers.get(self._aim, -1)
            if self._aim and fought and not self._attacker_fired:
                there = [u for u, p in position.units.items() if p == self._aim]
                mine = sum(self.watch.sides[u] == self._attacker for u in there)
                told = f"{mine} of {self._attacker} leave {self._aim} before a shot"
                if self._hopeful:
                    self.watch.repulsed += 1
                else:
                    self.watch.say("abandoned", f"{told} ({len(there) - mine} defend)")
            self._attacker_fired = True

    def _expect(self, position: Any, point: str) -> None:
        """Note what a side can expect of the enemies in a point when its first counter enters."""
        side = str(position.to_move)
        there = {self.watch.sides[u] for u, p in position.units.items() if p == point}
        if there and side not in there:
            self._expected[point] = self._enemies(position, point)

    def _enemies(self, position: Any, point: str) -> Enemies:
        """Return what the phasing side knows of the enemies in a point."""
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
            ours[place].add(self.watch.sides[unit])
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
                self.watch.say(
                    "raid", f"{sent} on {point}, where {side} has nobody; {bare[0]} has none"
                )
        self._raids = []

    def _can_be_helped(self, position: Any, side: str, point: int, strikes: int) -> bool:
        """Whether strikes can help in a battle.

        The battle must be in the open air, on terrain where strikes have an effect.
        """
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
        entered = [u for u in self.watch.now if self.watch.now[u][1] == point]
        if len(entered) >= FIGHTERS and force >= 4 * max(1, theirs):
            self.watch.say(
                "crowd", f"{len(entered)} counters ({force}) enter {point} against {theirs}"
            )
