"""Random games of the engine against this generator, decision by decision.

    python -m tests.reference.october_war.compare --games 5 [--seed 0] [--resync]
        [--max-decisions 5000] [--limit 2] [--option no_fog ...]

The generator carries its own state along through its own `apply`; at every decision the sets of
legal actions are compared, and a summary of both positions. After a difference, or with --resync
at each chance, it is read anew from the engine's data at the next decision at which that can be
done; until then nothing is compared, and the number of such decisions is told.
"""

import argparse
import random
import sys
import time
from collections import Counter

import bridgehead as bh

from .bridge import from_data, resumable, summary, summary_of
from .choosing import choose
from .data import SIDES
from .game import Game
from .places import allowed, go, room
from .state import MARKS, State


def narrow(one, other):
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [k for k in {**one, **other} if one.get(k) != other.get(k)]
        return {k: one.get(k) for k in keys}, {k: other.get(k) for k in keys}
    if isinstance(one, set):
        return sorted(one - other), sorted(other - one)
    return one, other


OPTIONS = {  # the engine's names, and what they mean here
    "no_fog": {"fog": False},
    "no_ceasefire": {"ceasefire": False},
    "city_points": {"city_points": 10},
    "elite_city_or_fort": {"elite": "city_or_fort"},
    "hold_return_events": {"hold_return_events": True},
}


class Comparison:
    """What was found over some games."""

    def __init__(self, limit):
        self.limit = limit
        self.kinds, self.steps = Counter(), Counter()
        self.decisions = self.compared = self.lost = 0
        self.history = []
        self.label = self.detail = ""

    def report(self, kind, text, state):
        self.kinds[kind] += 1
        if self.kinds[kind] > self.limit:
            return
        print(f"\n== {kind}\n{self.label}, turn {state.turn} {state.side} {state.phase}")
        print(f"    before: {self.history[-6:]}")
        print(text + self.detail)
        sys.stdout.flush()

    def nearby(self, g, data):
        """Who stands at and around the point fought for."""
        center = data.get("battle") or data.get("target")
        if not isinstance(center, str):
            return ""
        near = [center, *(q for q, _ in g.adjacent[center])]
        units = {q: [u for u, w in data["units"].items() if w == q] for q in near}
        rest = {k: data[k] for k in ("bridges", "hits", "must_go", "going", "cancels", "chooser",
                "victim", "air_master", "came") if k in data}  # fmt: skip
        rest["came"] = {u: p for u, p in rest.get("came", {}).items() if u in units[center]}
        marks = {m: [u for u in data.get(m, ()) if u in units[center]] for m in MARKS}
        rest["marks"] = {m: units for m, units in marks.items() if units}
        return f"\n    {units}\n    {rest}"

    def lists(self, state, mine, theirs):
        ours, engine = set(mine), set(theirs)
        if ours == engine and len(engine) == len(theirs) and len(ours) == len(mine):
            return True
        only, lacking = sorted(engine - ours), sorted(ours - engine)
        verbs = sorted(f"+{a.split()[0]}" for a in only) + [f"-{a.split()[0]}" for a in lacking]
        text = f"    only engine {len(only)}: {only[:10]}\n"
        text += f"    only reference {len(lacking)}: {lacking[:10]}"
        self.report(f"list {state.step}: {' '.join(dict.fromkeys(verbs))}", text, state)
        return False

    def summaries(self, state, mine, theirs, verb, actions):
        unequal = {
            k: narrow(mine[k], theirs[k]) for k in mine if k in theirs and mine[k] != theirs[k]
        }
        if not unequal:
            return True
        kind = f"state after {verb}, now {theirs['step']}: {', '.join(sorted(unequal))}"
        if "step" in unequal:
            unequal["actions"] = state.decision.actions[:12] if state.decision else [], actions[:12]
        lines = "\n".join(f"    {k} (reference, engine): {v}" for k, v in unequal.items())
        self.report(kind, lines, state)
        return False


def crowd(game, dice):
    """Position data in the middle of a war: everybody near each other, all arms in play."""
    g = game.data
    s = State(g)
    side = dice.choice(SIDES)
    land = [p.id for p in g.points.values() if not p.water]
    holder = {p: dice.choice((s.control[p], s.control[p], dice.choice(SIDES))) for p in land}
    for u in dice.sample(g.ground, len(g.ground)):
        unit = g.units[u]
        where = s.where[u]
        if where in ("breakdown", "breakdown-any", "allies-cup", "event-only"):
            continue
        if dice.random() < 0.2 or (unit.large and where != "unplaced" and dice.random() < 0.5):
            if not unit.large:
                s.where[u] = dice.choice(("available", "refit", "eliminated"))
            continue
        theater = {"egypt": "sinai", "syria": "golan"}.get(unit.nation)
        if unit.side == "arab" and theater is None:
            theater = "sinai" if "sinai_only" in unit.flags else "golan"
        points = [
            p
            for p in land
            if holder[p] == unit.side
            and theater in (None, g.theater(p))
            and allowed(g, u, p)
            and room(g, s, u, p)
        ]
        if points:
            go(g, s, u, dice.choice(points))
    for u in g.strikes:
        if dice.random() < 0.8:
            theater = g.strike_theater(u) or dice.choice(("sinai", "golan"))
            mission = "recon" if dice.random() < 0.1 else "ground-attack"
            if g.units[u].type == "ssm":
                mission = "ground-attack"
            s.where[u] = f"{theater}:{mission}"
    s.where = {u: "available" if w == "unplaced" else w for u, w in s.where.items()}
    control = {p: c for p, c in s.control.items() if c != g.points[p].control}
    return {
        "game": "october-war",
        "turn": dice.randint(2, 8),
        "side": side,
        "owner": side,
        "phase": "movement 1",
        "step": "movement",
        "units": s.where,
        "control": control,
        "ew": {"israel": 3, "egypt": 2, "syria": 2},
        "barrage": {"israel": 2, "egypt": 3, "syria": 2},
        "points": {"israel": 9, "egypt": 5, "syria": 5},
        "combined_arms": 1,
        "looking": 1,
    }


def play(seed, args, found):
    options = dict.fromkeys(args.option, True)
    game = Game(**{k: v for o in args.option for k, v in OPTIONS[o].items()})
    edition = bh.load("october-war", **options)
    dice = random.Random(f"october war {seed}")
    number, verb = 0, "start"
    if args.crowd:
        position, state = edition.position(crowd(game, dice)), None
    else:
        position, state = edition.start(), game.start()
    found.history = []
    while position.to_move is not None and number < args.max_decisions and time.time() < args.end:
        found.label = f"seed {seed} decision {number}"
        actions = [a for a in position.legal_actions() if a not in ("resign", "deploy")]
        assert actions, f"{found.label}: a dead end"
        data = position.to_dict()
        found.detail = found.nearby(game.data, data)
        if state is None or args.resync:
            if resumable(data):
                state = from_data(game, data)
            elif state is None:
                found.lost += 1
        if state is not None:
            found.compared += 1
            same = found.summaries(
                state,
                summary(game.data, state),
                summary_of(game.data, data, data["step"]),
                verb,
                actions,
            )
            mine = game.legal(state) if state.step == data["step"] else []
            if state.step == data["step"]:
                same &= found.lists(state, mine, actions)
            common = [a for a in actions if a in set(mine)]
            action = choose(game.data, state, common or actions, dice, args.ending)
            found.steps[data["step"]] += 1
        else:
            same, action = False, dice.choice(actions)
            if "end" in actions and dice.random() < 0.5:
                action = "end"
        found.history.append(action)
        verb = f"{data['step']} {action.split()[0]}"
        position.push(action)
        number += 1
        if state is not None and same:
            try:
                game.apply(state, action)
            except Exception as error:  # told, and the game goes on without the reference
                found.report(f"crash {error!r}", f"    {action}", state)
                state = None
        else:
            state = None
    found.decisions += number
    if position.to_move is None and state is not None:
        try:
            result = position.result
        except AttributeError as error:
            found.report(f"crash of the engine's result {error!r}", "", state)
            return
        if (state.phase, state.winner, state.ending) != ("over", result.winner, result.ending):
            text = f"    reference {state.phase, state.winner, state.ending}, engine {result}"
            found.report("end of the game", text, state)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--max-decisions", type=int, default=10000)
    parser.add_argument("--seconds", type=float, default=1e9, help="for all games together")
    parser.add_argument("--limit", type=int, default=2, help="told in full, of each kind")
    parser.add_argument("--ending", type=float, default=0.03, help="how soon phases end")
    parser.add_argument("--resync", action="store_true")
    parser.add_argument("--crowd", action="store_true", help="from crowded positions")
    parser.add_argument("--option", nargs="*", default=[], choices=sorted(OPTIONS))
    args = parser.parse_args(arguments)
    found = Comparison(args.limit)
    args.end = time.time() + args.seconds
    for seed in range(args.seed, args.seed + args.games):
        play(seed, args, found)
    print(f"\n{found.decisions} decisions, {found.compared} compared, {found.lost} waiting")
    print(dict(found.steps))
    print(f"{sum(found.kinds.values())} differences")
    for kind, n in found.kinds.most_common():
        print(f"{n:6} {kind}")
    return 1 if found.kinds else 0


if __name__ == "__main__":
    sys.exit(main())
