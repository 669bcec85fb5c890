"""From the engine's position data to this generator's state, and the summary both share."""

from .data import STOCKS
from .state import MARKS, State

RESUMABLE = ("setup", "commit", "event draw", "reorganization", "mobilization", "refit",
             "movement", "raids", "barrages", "battles", "bridges")  # fmt: skip
TYPES = {"armor": "armor", "mechanized": "mech", "infantry": "infantry"}
MARKS_AT = {  # while these marks mean something
    "moved": ("movement", "battles"),
    "moved_now": ("movement",),
    "in_command": ("movement",),
    "fought": ("movement", "battles"),
    "looked": ("movement",),
    "helped": ("movement",),
    "by_water": ("movement", "battles", "fire"),
    "flew": ("movement", "battles", "fire", "damage", "raids", "barrages"),
    "dropped": ("movement", "battles"),
    "sam_fired": ("air defense", "raids", "movement"),
    "fired": ("fire",),
    "broken": ("setup", "reorganization"),
    "formed": ("setup", "reorganization"),
}


def places(data, units):
    """{unit: place}, and {unit: turn} of what lies on the turn track."""
    where, arrives = {}, {}
    for u in units:
        place = data["units"].get(u, "eliminated")
        if place.startswith("turn-track:"):
            place, turn = place.split(":")
            arrives[u] = int(turn)
        where[u] = place
    return where, arrives


def trimmed(g, found):
    """Without what is in the making, or means nothing."""
    if found["step"] not in RESUMABLE:
        del found["pool"], found["ceasefires"]
    if "in_command" in found:
        found["in_command"] = {
            u for u in found["in_command"] if not g.units[u].flags & {"both_echelons", "static"}
        }
    return found


def summary(g, s):
    """What both sides of the comparison must agree on."""
    found = {
        "turn": s.turn,
        "phase": s.phase,
        "step": s.step,
        "owner": s.owner,
        "where": dict(s.where),
        "arrives": {u: t for u, t in s.arrives.items() if s.where[u] == "turn-track"},
        "control": {p: c for p, c in s.control.items() if c != g.points[p].control},
        "bridges": dict(s.bridges),
        "known": {u for u in s.known if s.where[u] in g.points or s.where[u] in g.reserves},
        "back": set(s.back),
        "pool": {e for pool in s.pool.values() for e in pool},
        "conversions": s.conversions,
        "morale": set(s.morale),
        "jordan_cut": s.jordan_cut,
        "ceasefires": s.ceasefires,
        "ceasefire": bool(s.ceasefire),
        "air_master": {t: side for t, side in s.air_master.items() if side},
        "signals_used": bool(s.signals_used),
        "closed": bool(s.closed),
    }
    for name in ("points", "casualties", "ew", "barrage"):
        found[name] = dict(getattr(s, name))
    for name in ("bought", "extra"):
        found[name] = dict(getattr(s, name))
    found["thirds"] = dict(s.thirds)
    if s.step in ("mobilization", "refit"):
        found["spent"] = dict(s.spent)
    for mark, steps in MARKS_AT.items():
        if s.step in steps:
            found[mark] = {u for u in s.marks[mark] if g.units[u].side == s.side}
    return trimmed(g, found)


def summary_of(g, data, step):
    """The same from the engine's data."""
    where, arrives = places(data, g.order)
    found = {
        "turn": data["turn"],
        "phase": data["phase"],
        "step": data["step"],
        "owner": data["owner"],
        "where": where,
        "arrives": arrives,
        "control": dict(data.get("control", {})),
        "bridges": dict(data.get("bridges", {})),
        "known": {
            u for u in data.get("known", ()) if where[u] in g.points or where[u] in g.reserves
        },
        "back": set(data.get("back", ())),
        "pool": pool_of(g, data),
        "conversions": data.get("conversions", 0),
        "morale": set(data.get("morale", ())),
        "jordan_cut": data.get("jordan_cut", 0),
        "ceasefires": data.get("ceasefires", 0),
        "ceasefire": bool(data.get("ceasefire", 0)),
        "air_master": {
            t: v for t, v in data.get("air_master", {}).items() if v in ("israel", "arab")
        },
        "signals_used": bool(data.get("signals_used", 0)),
        "closed": bool(data.get("closed", 0)),
    }
    for name in ("points", "casualties", "ew", "barrage"):
        found[name] = {**dict.fromkeys(STOCKS, 0), **data.get(name, {})}
    for name, ours in (("bought", ("armor", "mech")), ("extra", ("armor", "mech")),
                       ("thirds", ("armor", "mech", "infantry"))):  # fmt: skip
        found[name] = dict.fromkeys(ours, 0)
        found[name].update({TYPES[k]: n for k, n in data.get(name, {}).items()})
    if step in ("mobilization", "refit"):
        found["spent"] = {**dict.fromkeys(STOCKS, 0), **data.get("spent", {})}
    for mark, steps in MARKS_AT.items():
        if step in steps:
            found[mark] = {u for u in data.get(mark, ()) if g.units[u].side == data["side"]}
    return trimmed(g, found)


def pool_of(g, data):
    if "pool" in data:
        return set(data["pool"])
    return {e for pool in State(g).pool.values() for e in pool}


def resumable(data):
    """May a state be taken up from this data? Not in the middle of something."""
    return (
        data["step"] in RESUMABLE
        and "raid_at" not in data
        and not (data["step"] == "commit" and data.get("committed", -1) != -1)
    )


def from_data(game, data):
    """A state read anew, taken up at a main decision."""
    g = game.data
    s = State(g)
    found = summary_of(g, data, data["step"])
    s.side, s.looking = data["side"], bool(data.get("looking", 0))
    for name, value in found.items():
        if name in ("pool", "air_master", "control", *MARKS):
            continue
        setattr(s, name, value)
    s.pool = {
        side: [e for e in g.events if e in found["pool"] and g.events[e]["side"] == side]
        for side in s.pool
    }
    s.air_master = {**s.air_master, **found["air_master"]}
    s.control.update(found["control"])
    s.marks = {m: set(data.get(m, ())) for m in MARKS}
    s.came = dict(data.get("came", {}))
    s.dropped_now = data.get("drops", 0) > 0
    s.marks["bridged"] = {
        u for u in s.marks["moved_now"] if u not in s.came and g.units[u].type == "engineer"
    }
    s.spent = {**s.spent, **data.get("spent", {})}
    s.gate = {**s.gate, **data.get("gate", {})}
    s.jordan_limit = bool(data.get("jordan_limit", 0))
    s.jordan_came = data.get("jordan_came", 0)
    s.combined_arms = bool(data.get("combined_arms", 0))
    s.free_used = bool(data.get("free_used", 0))
    s.barraged = set(data.get("barraged", ()))
    theater = data.get("theater")
    s.theater = theater if theater in ("sinai", "golan") else None
    for p, bits in data.get("looked_at", {}).items():
        s.looked_at["israel"] |= {p} if bits & 1 else set()
        s.looked_at["arab"] |= {p} if bits & 2 else set()
    return game.take_up(s)
