"""A random chooser that likes action: units meet, strikes fly, battles go on."""

from collections import defaultdict

from .data import other
from .places import here


def grouped(actions):
    kinds = defaultdict(list)
    for action in actions:
        kinds[action.split()[0]].append(action)
    return kinds


def choose(g, s, actions, dice, ending=0.03):
    kinds = grouped(actions)
    verbs = sorted(kinds)
    if len(verbs) > 1 and "end" in verbs:
        rate = {"movement": ending, "commit": 0.05, "reorganization": 0.2, "mobilization": 0.1}
        if dice.random() < rate.get(s.step, 0.1):
            return "end"
        verbs.remove("end")
    if s.step == "setup" and "place" in verbs and dice.random() < 0.97:
        verbs = ["place"]
    if len(verbs) > 1 and "hold" in verbs and dice.random() < 0.9:
        verbs.remove("hold")
    if s.step == "movement" and "move" in verbs and dice.random() < 0.7:
        verbs = ["move"]
    if s.step == "reorganization" and dice.random() < 0.5:
        verbs = [v for v in verbs if v != "break"] or verbs
    verb = dice.choice(verbs)
    actions = kinds[verb]
    if verb in ("move", "fly", "cross") and dice.random() < 0.5:
        enemy = other(s.side)
        meeting = [a for a in actions if here(g, s, a.split()[-1], enemy)]
        if meeting:
            return dice.choice(meeting)
    if verb == "move" and dice.random() < 0.3:
        longest = max(len(a.split()) for a in actions)
        actions = [a for a in actions if len(a.split()) == longest]
    return dice.choice(actions)
