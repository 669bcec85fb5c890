"""Random games of the engine against this generator, decision by decision.

    python -m tests.reference.middle_east_battles.compare suez-56 el-arish-67 --games 5 [--what-if]
        [--seed 0] [--every 1] [--resync] [--reads 0] [--crowd]

The generator carries its own state along through its own `apply`; with --resync, or after a
difference, it is read anew from the engine. --every N compares the lists of actions at every Nth
decision of the Movement Phase only (they are long), and all others always. --reads N also
compares, at every Nth decision, the list made from the position read from the engine.
"""

import argparse
import random
import sys
from collections import Counter, defaultdict

import bridgehead as bh

from .board import Board
from .bridge import from_engine
from .game import Game

CORE = ("turn", "side", "step", "hex", "ledger", "winner", "ending")
IN_MOVEMENT = ("moved", "dropping", "drops", "landings", "entered", "column_hex")
AT_REST = (  # compared where no combat and no entry is going on
    "landed", "fixed", "disengaged", "shaken", "air", "amphibious", "privilege", "withdrawn",
    "last_turn", "west_city",
)  # fmt: skip
AT_COMBAT = (
    "bound", "owed", "fought", "attacked", "displaced", "protected", "guns_used",
)  # fmt: skip
IN_COMBAT = ("result", "due", "path", "loss_due", "aim")


def choose(game, state, actions, dice, ending):
    """A random action, by its verb first, so that units meet and phases end."""
    kinds = defaultdict(list)
    for action in actions:
        kinds[action.split()[0]].append(action)
    verbs = sorted(kinds)
    if state.step == "movement" and len(verbs) > 1:
        if "end" in verbs:
            if dice.random() < ending:
                return "end"
            verbs.remove("end")
        if dice.random() < 0.9:
            verbs = [v for v in verbs if v not in ("exit", "liftoff")] or verbs
    if state.step == "combat" and "attack" in verbs and dice.random() < 0.6:
        return dice.choice(kinds["attack"])
    if state.step == "setup" and "deploy" in verbs and len(verbs) > 1:
        verbs.remove("deploy")
    verb = dice.choice(verbs)
    if verb == "move":
        zone = game.zone(state, game.enemy(state.side))
        close = [a for a in kinds[verb] if a.split()[2] in zone]
        if close and dice.random() < 0.6:
            return dice.choice(close)
    return dice.choice(kinds[verb])


def differences(mine, theirs, step):
    """{field: (reference, engine)} of what should be equal and is not."""
    fields = [f for f in CORE if not (step == "onward" and f in ("hex", "ledger"))]
    if step in ("movement", "combat"):
        fields += (*AT_REST, *(IN_MOVEMENT if step == "movement" else AT_COMBAT))
    if step in ("retreat", "displace", "loss", "advance"):
        fields += IN_COMBAT
        if step in ("retreat", "displace"):
            fields += ("retreating", "mover", "chain")
    found = {}
    for name in fields:
        one, other = getattr(mine, name), getattr(theirs, name)
        if one != other:
            found[name] = narrow(one, other)
    return found


def narrow(one, other):
    if isinstance(one, dict):
        keys = [k for k in {**one, **other} if one.get(k) != other.get(k)]
        return {k: one.get(k) for k in keys}, {k: other.get(k) for k in keys}
    if isinstance(one, set):
        return sorted(one - other), sorted(other - one)
    return one, other


def dump(state):
    """The position in a few lines."""
    places = {u: h for u, h in state.hex.items() if h[0].isdigit()}
    if state.aim:  # those near the combat
        places = {
            u: h for u, h in places.items() if any(Board.distance(h, a) < 7 for a in state.aim)
        }
    rest = {
        name: value
        for name, value in vars(state).items()
        if name not in ("hex", "ledger") and value not in (0, "", None, set(), {}, [], [0, 0, 0, 0])
    }
    return f"    on the map {places}\n    {rest}"


class Comparison:
    """What was found over some games."""

    def __init__(self, limit):
        self.limit = limit
        self.found = 0
        self.steps = Counter()
        self.decisions = 0
        self.compared = 0
        self.kinds = Counter()
        self.history = []  # actions of the present game

    def report(self, label, state, text, kind):
        self.found += 1
        self.kinds[kind] += 1
        if self.kinds[kind] <= self.limit:
            print(f"{label}, step {state.step!r}, {state.side}, turn {state.turn}")
            print(text)
            print(f"    before: {self.history[-6:]}")
            print(dump(state))
            sys.stdout.flush()

    def lists(self, label, state, mine, theirs, source):
        self.compared += 1
        mine_set, their_set = set(mine), set(theirs)
        twice = len(mine_set) < len(mine) or len(their_set) < len(theirs)
        if mine_set == their_set and not twice:
            return True
        engine, reference = sorted(their_set - mine_set), sorted(mine_set - their_set)
        text = f"    [{source}] only in engine {len(engine)}: {engine[:12]}\n"
        text += f"    only in reference {len(reference)}: {reference[:12]}"
        verbs = sorted({a.split()[0] for a in (*engine, *reference)})
        self.report(label, state, text, f"{state.step}: {' '.join(verbs)}")
        return False


def crowd(game, dice):
    """Position data with many units in a small place, so that retreats and duties get hard."""
    board = game.board
    center = dice.choice(sorted(board.land))
    reach = dice.choice((2, 3, 3, 4, 5))
    near = [h for h in sorted(board.land) if board.distance(h, center) <= reach]
    where = dict.fromkeys(game.units, "off")
    share = dice.uniform(0.4, 0.95)  # of the hexes taken
    egyptian = dice.uniform(0.25, 0.75)
    units = dice.sample(game.units, len(game.units))
    for hex_ in near:
        if dice.random() > share:
            continue
        side = "egypt" if dice.random() < egyptian else game.west
        for _ in range(2):
            unit = next(
                (
                    u
                    for u in units
                    if game.side_of(u) == side
                    and where[u] == "off"
                    and game.room(where, u, hex_)
                    and (not game.static(u) or hex_ in board.coast)
                ),
                None,
            )
            if unit is not None:
                where[unit] = hex_
    turn = dice.randint(1, game.turns)
    side = dice.choice(game.sides)
    return {"game": game.name, "turn": turn, "side": side, "phase": "movement", "units": where}


def play(name, what_if, seed, args, found):
    """One random game to its end, or some player turns from a crowded position."""
    options = {"what_if": True} if what_if else {}
    edition = bh.load(name, **options)
    game = Game(name, what_if)
    dice = random.Random(f"{name} {what_if} {seed}")
    if args.crowd:
        data = crowd(game, dice)
        position = edition.position(data)
        state = from_engine(position)
    else:
        position, state = edition.start(), game.start()
    found.history, number, phases = [], 0, 0
    while position.to_move is not None and (not args.crowd or phases < 6):
        label = f"{name}{' what-if' if what_if else ''} seed {seed} decision {number}"
        actions = [a for a in position.legal_actions() if a != "resign"]
        assert actions, f"{label}: a dead end"
        if state.step not in ("movement", "setup") or number % args.every == 0:
            mine = game.legal(state)
            if not found.lists(label, state, mine, actions, "own state"):
                state = from_engine(position)
                actions = [a for a in actions if a in set(mine)] or actions  # keep to the rules
        if args.reads and number % args.reads == 0:
            read = from_engine(position)
            found.lists(label, read, game.legal(read), actions, "read")
        found.steps[state.step] += 1
        action = choose(game, state, actions, dice, 0.3 if args.crowd else 0.025)
        found.history.append(action)
        position.push(action)
        number += 1
        phases += action == "end"
        if action == "deploy":
            state = from_engine(position)
            continue
        before = state.copy()
        try:
            game.apply(state, action)
        except Exception as error:
            found.report(label, before, f"    {action}: {error!r}", "crash")
            state = from_engine(position)
            continue
        theirs = from_engine(position)
        unequal = differences(state, theirs, state.step)
        if unequal:
            text = f"    after {action!r} (reference, engine): {unequal}"
            verb = action.split()[0]
            kind = f"after {before.step} {verb}: {', '.join(sorted(unequal))}"
            if args.crowd and "ledger" in unequal and set(unequal["ledger"][0]) == {"matt enters"}:
                found.kinds["not counted: Matt was put on the map without its points"] += 1
            elif set(unequal) == {"west_city"} and verb in ("move", "exit"):
                found.kinds["not counted: cities passed on one of several cheapest ways"] += 1
            else:
                found.report(label, before, text, kind)
            state = theirs
        elif args.resync:
            state = theirs
    found.decisions += number
    return number


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=["suez-56", "el-arish-67"])
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--reads", type=int, default=0)
    parser.add_argument("--limit", type=int, default=2, help="told in full, of each kind")
    parser.add_argument("--crowd", action="store_true", help="from crowded positions")
    parser.add_argument("--what-if", action="store_true")
    parser.add_argument("--resync", action="store_true")
    args = parser.parse_args()
    found = Comparison(args.limit)
    for name in args.names:
        what_if = args.what_if and name == "suez-56"
        for seed in range(args.seed, args.seed + args.games):
            play(name, what_if, seed, args, found)
    print(f"{found.decisions} decisions, {found.compared} lists compared, {dict(found.steps)}")
    print(f"{found.found} differences: {dict(found.kinds)}")
    return 1 if found.found else 0


if __name__ == "__main__":
    sys.exit(main())
