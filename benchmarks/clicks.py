"""How many clicks a person needs for a turn, with and without what the page does by itself.

    python -m benchmarks.clicks [--asked] [-v]

Both sides are played by sergeants with fixed seeds, so the moves are always the same. Each decision
of one side is counted as a person would make it on the page: a click, a key, a drag from a counter
to its destination is one. Moves of the same place are made one after the other where that leads to
the same position. A stack that goes together is one drag; part of a stack is chosen counter
by counter. What is chosen on one list takes a click for each choice, one for each further place,
and one for all (without the suggestion, which is what these players would do). An attack is a click
on the target, one for each change of the suggested force, and one to fire. The number of strikes is
set by its buttons. An answer for a battle or a turn is one click.

With `--asked` the page answers nothing by itself, there are no answers for a whole battle, no air
plans to choose from, no counters dragged out of their list, and no chains of displacements.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import bridgehead as bh
from benchmarks.common import parser_of, say
from bridgehead import players
from bridgehead.core.titles.games import title_of
from bridgehead.players.advice.retreats import chain_of
from bridgehead.server.orders.orders import ASK, Answer, Order, answer, kind_of
from bridgehead.server.views import map_views, positions

LEVEL = "sergeant"
ONWARD = "enter"  # a unit comes in, and its move goes on


@dataclass(frozen=True)
class Case:
    """Turns of one side whose clicks are counted."""

    game: str
    side: str
    turns: range
    most: int | None  # the target for one turn, if there is one


CASES = (
    Case("october-war", "arab", range(1, 2), 70),
    Case("october-war", "israel", range(2, 3), None),
    Case("el-arish-67", "israel", range(1, 2), 45),
    *(Case("across-suez-1980", side, range(1, 5), 30) for side in ("israel", "egypt")),
    *(Case("suez-56", side, range(1, 2), None) for side in ("anglo_french", "egypt")),
)


@dataclass
class Made:
    """One decision of the side: the position, the action, and the facts that the page has."""

    position: Any
    action: str
    facts: Mapping[str, Any]

    @property
    def verb(self) -> str:
        """Return the first word of the action."""
        return self.action.split()[0]

    @property
    def words(self) -> list[str]:
        """Return the objects of the action."""
        return self.action.split()[1:]

    @property
    def step(self) -> str:
        """Return the name of the pending question."""
        return str(self.facts["step"])

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """Return what the side sees."""
        view: Mapping[str, Any] = self.position.view(self.position.to_move)
        return view


@dataclass
class Counted:
    """The clicks of a turn, by the kind of what was done."""

    decisions: int = 0
    clicks: Counter[str] = field(default_factory=Counter)


def played(case: Case, seed: int = 1) -> Iterator[Made]:
    """Yield the decisions of a case, in two sergeants' game."""
    game = bh.load(case.game)
    record = bh.Record.new(game, "seeded", seed=seed)
    who = {side: players.create(game, LEVEL, n + 1) for n, side in enumerate(game.sides)}
    while (side := record.position.to_move) is not None and record.position.turn < case.turns.stop:
        here = record.position.copy()
        action = record.next_action() if side == "dice" else who[side].choose(here)
        for decision in here.copy().push(action):
            here = record.position.copy()
            if here.to_move == case.side and here.turn in case.turns:
                yield made(here, decision)
            record.do(decision)


def made(position: Any, action: str) -> Made:
    """Return a decision with what the page knows before it."""
    side = position.to_move
    facts_of = map_views.map_views(position.game.id).position_facts
    return Made(
        position, action, facts_of(position, positions.seen(position, side), side, decides=True)
    )


def place_by_place(all_made: Sequence[Made]) -> Iterator[Made]:
    """Yield the same decisions, but move the units of one place after each other.

    That is done only with moves that follow each other and lead to the same position in the other
    order.
    """
    run: list[Made] = []
    for one in all_made:
        if run and not follows(run[-1], one):
            yield from in_order(run)
            run = []
        if one.step != "movement" or len(one.words) < 2:
            yield from [*in_order(run), one]
            run = []
        else:
            run.append(one)
    yield from in_order(run)


def follows(before: Made, after: Made) -> bool:
    """Whether nothing was decided between two decisions."""
    there = before.position.copy()
    there.push(before.action)
    return bool(there == after.position)


def in_order(run: Sequence[Made]) -> Sequence[Made]:
    """Return moves that follow each other, place by place if that changes nothing else."""
    if len(run) < 3:
        return run
    end = run[-1].position.copy()
    end.push(run[-1].action)
    here, left = run[0].position.copy(), [one.action for one in run]
    found, place = [], ""
    while left:
        same = (text for text in left if here.units[text.split()[1]] == place)
        action = next((text for text in same if here.why_not(text) is None), left[0])
        if here.why_not(action) is not None:
            return run
        place = here.units[action.split()[1]]
        found.append((here.copy(), action))
        here.push(action)
        left.remove(action)
    return [made(*one) for one in found] if here == end else run


class Hands:
    """Counts what a person presses for decisions, one after the other."""

    def __init__(self, case: Case, units: Mapping[str, Any], *, asked: bool) -> None:
        """`units` has the printed facts of each counter."""
        self.asked = asked
        self.units = units
        self.formation_before = ""  # of the unit that came in last
        self.decisions = title_of(case.game).decisions
        self.turns: dict[int, Counted] = {}
        self.side = case.side
        self.replies = title_of(case.game).replies(case.game)
        self.orders: list[Order] = []
        self.open = ""  # the place whose counters are listed
        self.moved_in: tuple[int, str] | None = None  # the turn and phase of the last move
        self.verbose: list[str] = []

    def count(self, made: Sequence[Made]) -> dict[int, Counted]:
        """Return the clicks of each turn."""
        at = 0
        while at < len(made):
            one = made[at]
            kind, number, clicks = self.deed(made[at:])
            turn = self.turns.setdefault(one.position.turn, Counted())
            turn.decisions += number
            turn.clicks[kind] += clicks
            texts = "; ".join(each.action for each in made[at : at + number])
            self.verbose.append(f"{one.position.turn} {one.step}: {clicks} for {texts}")
            at += number
        return self.turns

    def deed(self, rest: Sequence[Made]) -> tuple[str, int, int]:
        """Return the kind of the next thing done, how many decisions it is, and its clicks."""
        first = rest[0]
        skip = first.facts["skip"]
        if not self.asked and skip is not None:
            if skip["action"] == first.action:
                return "passed over", 1, 0
            return "passed over", 1, 2  # back, and the answer
        if not self.asked and self.said(self.orders, first) == first.verb:
            return "ordered", 1, 0
        if not self.asked and (order := self.best_order(rest)) is not None:
            self.orders.append(order)
            return "orders", 1, 1
        step = self.decisions.steps[first.step.replace("_", " ")]
        if step.sheet and not self.asked:
            return self.sheet(rest)
        part = step.part
        if part != "movement":
            self.open = ""
        if first.action == "end":
            phase = (first.position.turn, first.position.phase)
            warned = first.facts["reminders"] or (self.can_move(first) and self.moved_in != phase)
            return "end", 1, 1 + bool(warned)
        if part == "movement" or first.step == "movement":
            return self.moves(rest)
        if part == "plan":
            return self.plan(rest)
        if part == "attack" and first.verb == "attack":
            return self.attack(rest)
        if part == "protection":
            return self.until(rest, "protection")
        return self.question(rest)

    # Orders

    def said(self, orders: Sequence[Order], made: Made) -> str:
        """Return the verb by which orders answer a decision, "" if they do not."""
        found = answer(orders, made.view, self.side, made.position.game)
        return "" if found == ASK else found.split()[0]

    def best_order(self, rest: Sequence[Made]) -> Order | None:
        """Return an order that a page offers, answers several decisions as played, none otherwise.

        Which unit it names may differ from the play.
        """
        first = rest[0]
        kind = kind_of(self.replies, first.view)
        if kind is None or first.step == "commit":
            return None
        own = not kind.shared and first.position.side == self.side
        places = kind.places(first.view)
        scopes = [{"turn": first.position.turn}]
        scopes += [{**scopes[0], "place": place} for place in places[:1]]
        best: tuple[int, Order] | None = None
        for preset in kind.presets:
            place = first.words[-1] if preset.placed and first.words else ""
            answers = tuple(Answer(verb, place=place) for verb in preset.verbs)
            for scope in scopes:
                order = Order(kind.id, answers, own=own, **scope)
                verbs = [(self.said([order], made), made.verb) for made in rest]
                given = [(said, verb) for said, verb in verbs if said]
                if given and self.said([order], first) and all(a == b for a, b in given):
                    best = max(best or (1, order), (len(given), order), key=lambda one: one[0])
        return best[1] if best is not None and best[0] > 1 else None

    def can_move(self, made: Made) -> bool:
        """Whether the page warns that units can still move."""
        decision = made.facts["decision"]
        movers = decision["movers"] if "movers" in decision else decision["units"]
        return made.step == "movement" and bool(movers)

    def question(self, rest: Sequence[Made]) -> tuple[str, int, int]:
        """Count a question that one click answers."""
        first = rest[0]
        verb = self.decisions.verbs[first.verb]
        chain = [] if self.asked else chain_of(first.position)
        if len(chain) > 1 and [each.action for each in rest[: len(chain)]] == chain:
            return "questions", len(chain), 1
        if verb.amount:  # the place, the number, and to send them
            most = self.most(first)
            return "strikes", 1, 2 + abs(most - int(first.words[-1]))
        return "questions", 1, 1

    def most(self, made: Made) -> int:
        """Return the number of strikes that the page suggests: all, if there is one kind."""
        place = made.words[0]
        same = [text.split() for text in made.facts["decision"]["actions"]]
        kinds = {tuple(words[2:-1]) for words in same if words[:2] == [made.verb, place]}
        numbers = [int(words[-1]) for words in same if words[:2] == [made.verb, place]]
        return max(numbers) if len(kinds) == 1 else 0

    # Movement

    def moves(self, rest: Sequence[Made]) -> tuple[str, int, int]:
        """Count units that go together: one drag, or some of a stack and one click."""
        first = rest[0]
        self.moved_in = None if self.asked else (first.position.turn, first.position.phase)
        if not first.words:
            return "set-up", 1, 1
        unit, start, goal = self.way(first)
        if start is None:  # it comes in: the next of its formation is in hand already
            number = 2 if first.verb == ONWARD and len(rest) > 1 and rest[1].step == "onward" else 1
            return "moves", number, 1 if self.follows(unit) else 2
        group = [unit]
        for each in rest[1:]:
            if each.step != first.step or each.verb != first.verb or not each.words:
                break
            other, its_start, its_goal = self.way(each)
            if (its_start, its_goal) != (start, goal):
                break
            group.append(other)
        return "moves", len(group), self.in_hand(first, start, len(group)) + self.mode(first)

    def follows(self, unit: str) -> bool:
        """Whether a unit that comes in is of the same formation as the one before it."""
        before, self.formation_before = self.formation_before, self.formation(unit)
        return before == self.formation_before

    def formation(self, unit: str) -> str:
        """Return the group that a unit is listed in."""
        return str(self.units[unit].get("formation") or self.units[unit].get("division") or "all")

    def way(self, made: Made) -> tuple[str, str | None, str]:
        """Return a unit, its place on the map if it has one, and where it goes."""
        unit, *places = made.words
        start = made.facts["units"].get(unit)
        known = made.position.game.grammar.hexes
        return unit, start if start in known else None, places[-1] if places else ""

    def in_hand(self, made: Made, start: str, number: int) -> int:
        """Return the clicks to send so many of a place's units: one drag if all of them go."""
        decision, units = made.facts["decision"], made.facts["units"]
        movers = decision["movers"] if "movers" in decision else decision["units"]
        keys = {self.units[unit].get("key", unit) for unit in movers if units[unit] == start}
        moved = set(made.facts.get("view", {}).get("moved", ()))
        able = sum(
            units[unit] == start and unit not in moved and self.units[unit].get("key", unit) in keys
            for unit in units
            if unit in self.units
        )
        listed = "movers" in decision
        dragged = number + (self.open != start)  # one by one out of the list of the place
        self.open = start if listed else ""
        if number >= able:
            return 1
        chosen = 2 + min(able - number, number + listed)
        return chosen if self.asked or not listed else min(chosen, dragged)

    def mode(self, made: Made) -> int:
        """Return the click for a way of moving that is not the usual one."""
        verb = self.decisions.verbs[made.verb]
        dragged = not self.asked and "movers" in made.facts["decision"]
        return int(not verb.goes and made.verb not in ("move", "cross", "place") and not dragged)

    # Plans and attacks

    def plan(self, rest: Sequence[Made]) -> tuple[str, int, int]:
        """Count the numbers of a plan, from nothing or from a preset, and the button that sends it.

        A press of a button changes a number by one.
        """
        number = next(n for n, each in enumerate(rest) if each.action == "end") + 1
        wanted = {tuple(each.words[:-1]): int(each.words[-1]) for each in rest[: number - 1]}
        most: dict[tuple[str, ...], int] = {}
        for text in rest[0].facts["decision"]["actions"]:
            words = text.split()[1:]
            if len(words) > 1:
                key = tuple(words[:-1])
                most[key] = max(most.get(key, 0), int(words[-1]))
        presets = [dict.fromkeys(most, 0)] + ([] if self.asked else list(all_to(most)))
        differences = [
            sum(abs(wanted.get(key, 0) - preset.get(key, 0)) for key in most) + (n > 0)
            for n, preset in enumerate(presets)
        ]
        return "plan", number, 1 + min(differences)

    def attack(self, rest: Sequence[Made]) -> tuple[str, int, int]:
        """Count an attack: the target, each change of the suggested force, and to fire."""
        number = next((n for n, each in enumerate(rest) if each.action == "fire"), 0) + 1
        if number == 1:
            return "questions", 1, 1
        taken = rest[:number]
        further = self.decisions.further
        hexes = [each.words[0] for each in taken if each.verb in ("attack", further)]
        offer = {"suggested": [], "inside": []}
        with contextlib.suppress(bh.IllegalAction):
            offer = positions.attack(rest[0].position, sorted(hexes))
        wanted = {each.words[0] for each in taken if each.verb == "with"}
        changes = len(wanted ^ {*offer["suggested"]})
        amounts = sum(
            int(each.words[0]) if each.words else 1
            for each in taken[1:-1]
            if each.verb not in ("with", further)
        )
        return "attacks", number, 1 + len(hexes[1:]) + changes + amounts + 1

    def sheet(self, rest: Sequence[Made]) -> tuple[str, int, int]:
        """Count the choices of a phase, the change of their place, and to carry them out.

        What a refitted counter is asked in between is counted by itself.
        """
        number = 0
        while number < len(rest) and rest[number].step == rest[0].step:
            number += 1
            if rest[number - 1].action == "end":
                break
        wanted = [one.words for one in rest[:number] if one.action != "end"]
        places = {words[-1] for words in wanted if len(words) > 1}
        return "sheets", number, len(wanted) + max(0, len(places) - 1) + 1

    def until(self, rest: Sequence[Made], kind: str) -> tuple[str, int, int]:
        """Count several choices at one question, and the button that sends them."""
        step, number = rest[0].step, 0
        while number < len(rest) and rest[number].step == step:
            number += 1
            if self.decisions.is_declining(rest[number - 1].action):
                break
        return kind, number, number


def all_to(most: Mapping[tuple[str, ...], int]) -> Iterator[dict[tuple[str, ...], int]]:
    """Yield the plans of the page in which all fly one mission, shared between the theaters."""
    for mission in dict.fromkeys(key[3] for key in most):
        plan = {}
        for kind, nation in dict.fromkeys(key[:2] for key in most):
            lines = [key for key in most if key[:2] == (kind, nation) and key[3] == mission]
            left = max((most[key] for key in lines), default=0)
            for n, key in enumerate(lines):
                plan[key] = min(most[key], -(-left // (len(lines) - n)))
                left -= plan[key]
        yield plan


def counted(case: Case, *, asked: bool) -> Hands:
    """Return the hands that have played a case."""
    units = {unit["id"]: unit for unit in bh.load(case.game).counters}
    hands = Hands(case, units, asked=asked)
    hands.count(list(place_by_place(list(played(case)))))
    return hands


def main() -> None:
    """Print the clicks of each case, and what they are for."""
    parser = parser_of(__doc__)
    parser.add_argument("--asked", action="store_true", help="the page answers nothing by itself")
    parser.add_argument("-v", action="store_true", help="print what each click is for")
    given = parser.parse_args()
    for case in CASES:
        hands = counted(case, asked=given.asked)
        for turn, found in hands.turns.items():
            parts = ", ".join(f"{kind} {n}" for kind, n in found.clicks.most_common() if n)
            target = f" (target {case.most})" if case.most else ""
            name = f"{case.game}, {case.side}, turn {turn}: {found.decisions} decisions"
            say(name, f"{found.clicks.total()}{target}: {parts}")
        if given.v:
            print("\n".join(hands.verbose))


if __name__ == "__main__":
    main()
