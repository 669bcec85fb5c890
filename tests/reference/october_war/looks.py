"""Looks at hidden counters, and the question whether SAM units are shown [61, 62, 70, 71]."""

from .air import strikes_in
from .asking import Ask, roll, yes
from .data import STOCK_OF, other
from .losses import lose_strike
from .places import covering, firsts, go, here, in_play, sees

VERBS = ("look", "recon", "look-ew")


def unknown(g, s, side, place):
    """Counters of the other side there that the side does not know."""
    return [u for u in here(g, s, place, other(side)) if not sees(g, s, side, u)]


# ---------------------------------------------------------------- markers


def signals(g, s, side, place):
    return (
        side == "israel"
        and place in g.points
        and "north_of_line" in g.points[place].features
        and in_play(g, s, "mh")
        and not s.signals_used
    )


def ew_stock(g, s, side, place):
    """The stock a marker for this place would come from, None if there is none."""
    if side == "israel":
        return "israel" if s.ew["israel"] else None
    theater = g.theater(place)
    stocks = ("egypt", "syria") if theater is None else (STOCK_OF[theater],)
    return next((n for n in stocks if s.ew[n]), None)


def has_ew(g, s, side, place):
    return signals(g, s, side, place) or ew_stock(g, s, side, place) is not None


def spend_ew(g, s, side, place):
    if signals(g, s, side, place):
        s.signals_used = True
    else:
        s.ew[ew_stock(g, s, side, place)] -= 1


def offer_ew(g, s, step, side, place):
    """Used as `played = yield from offer_ew(...)`."""
    if not has_ew(g, s, side, place):
        return False
    played = yield from yes(step, side)
    if played:
        spend_ew(g, s, side, place)
    return played


# ---------------------------------------------------------------- looks


def ew_area(g, place):
    return [place] if place in g.reserves else [place, *g.neighbors(place)]


def lookers(g, s):
    units = [
        u
        for u in g.of_side[s.side]
        if "ground_recon" in g.units[u].flags
        and s.where[u] in g.points
        and u not in s.marks["looked"]
        and u not in s.marks["moved_now"]
        and not here(g, s, s.where[u], other(s.side))
    ]
    return firsts(g, s, units)


def legal_looks(g, s):
    if not s.looking or not g.options["fog"]:
        return
    side = s.side
    if s.phase.startswith("movement"):
        for u in lookers(g, s):
            for q in g.neighbors(s.where[u]):
                if unknown(g, s, side, q):
                    yield f"look {u} {q}"
    for p in g.points:
        if unknown(g, s, side, p):
            planes = strikes_in(g, s, side, f"{g.theater(p)}:recon")
            yield from (f"recon {p} {n}" for n in range(1, len(planes) + 1))
    for p in (*g.points, *g.reserves):
        if p in s.looked_at[side] or not has_ew(g, s, side, p):
            continue
        if any(unknown(g, s, side, q) for q in ew_area(g, p)):
            yield f"look-ew {p}"


def do_look(g, s, answer):
    verb, *names = answer.split()
    if verb == "look":
        unit, point = names
        s.marks["looked"].add(unit)
        s.known.add(unit)
        s.known.update(here(g, s, point, other(s.side)))
    elif verb == "recon":
        yield from do_recon(g, s, names[0], int(names[1]))
    else:
        yield from do_look_ew(g, s, names[0])


def do_look_ew(g, s, place):
    side = s.side
    spend_ew(g, s, side, place)
    s.looked_at[side].add(place)
    cancelled = yield from offer_ew(g, s, "ew counter", other(side), place)
    if not cancelled:
        for q in ew_area(g, place):
            s.known.update(here(g, s, q, other(side)))


def do_recon(g, s, point, number):
    side = s.side
    planes = strikes_in(g, s, side, f"{g.theater(point)}:recon")[:number]
    yield from ask_sam(g, s, other(side), [point])
    if any(sees(g, s, side, u) for u in covering(g, s, other(side), point)):
        die = yield from roll("recon roll")
        if g.tables["crt"]["air_defense"]["recon"].split()[die - 1] == "AR":
            actions = [f"lose {u}" for u in firsts(g, s, planes)]
            answer = yield Ask("recon loss", side, actions)
            unit = answer.split()[1]
            lose_strike(g, s, unit, True)
            planes.remove(unit)
    if planes:
        s.known.update(here(g, s, point, other(side)))
    for u in planes:
        go(g, s, u, "used")


def ask_sam(g, s, owner, places):
    """Does the owner show a hidden SAM unit that covers one of the places?"""
    if not g.options["fog"]:
        return None
    hidden = [
        u
        for u in g.ground
        if any(u in covering(g, s, owner, p) for p in places) and not sees(g, s, other(owner), u)
    ]
    actions = [f"show-sam {u}" for u in firsts(g, s, hidden)]
    answer = yield Ask("sam ask", owner, [*actions, "pass"])
    if answer == "pass":
        return None
    s.known.add(answer.split()[1])
    return answer.split()[1]
