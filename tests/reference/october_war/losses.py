"""Eliminations, casualty points, and how the game is won."""

from .data import ARAB_PLACES, FORTS, other
from .places import go, here, loc


class GameOver(Exception):  # noqa: N818
    """Raised when the game ends in the middle of something."""


def finish(s, winner, ending):
    s.winner, s.ending = winner, ending
    raise GameOver


def casualties(g, s, stock, number):
    """Casualty points, and sudden death by them [3]."""
    if not number:
        return
    s.casualties[stock] += number
    limits = g.tables["sudden_death"]
    if stock == "israel":
        if s.casualties["israel"] > limits["israel_casualties_above"]:
            finish(s, "arab", "israeli casualties")
    elif s.casualties[stock] > limits["arab_casualties_above"] and not s.closed:
        if s.casualties["israel"] > limits["arab_casualties_above"]:
            s.closed = True
        else:
            finish(s, "israel", {"egypt": "egyptian", "syria": "syrian"}[stock] + " casualties")


def stock_of_ground(g, unit, place):
    if g.units[unit].side == "israel":
        return "israel"
    return {"sinai": "egypt", "golan": "syria"}[g.theater(place)]


def box_of_loss(g, s, unit):
    u = g.units[unit]
    if "ally" in u.flags:
        return "permanently-eliminated"
    if g.price(unit, "refit") is not None and loc(g, s, unit):
        return "refit"
    return "eliminated"


def forget(s, unit):
    for units in s.marks.values():
        if units is not s.marks["dropped"]:
            units.discard(unit)
    s.came.pop(unit, None)
    s.back.discard(unit)


def eliminate(g, s, unit, combat=True):
    """A ground counter is lost [8, 21, 33]; returns the hits it absorbs."""
    u, place = g.units[unit], s.where[unit]
    stock = stock_of_ground(g, unit, place)
    box = "permanently-eliminated" if u.large else box_of_loss(g, s, unit)
    go(g, s, unit, box)
    forget(s, unit)
    if combat and "no_casualty_point" not in u.flags:
        casualties(g, s, stock, 3 if u.large else 1)
    return 4 if u.large else 1


def lose_strike(g, s, unit, to_refit):
    u = g.units[unit]
    s.raids = [{**r, "strikes": [x for x in r["strikes"] if x != unit]} for r in s.raids]
    ally = "ally" in u.flags
    box = "refit" if to_refit else "eliminated"
    go(g, s, unit, "permanently-eliminated" if ally else box)
    forget(s, unit)
    if not to_refit:
        casualties(g, s, g.base(unit), 1)


# ---------------------------------------------------------------- victory [1 to 7]


def occupied(g, s, side, *features, theater=None):
    return [p for p in g.having(*features, theater=theater) if here(g, s, p, side)]


def sudden_death(g, s):
    def all_arab(theater, *features):
        return all(s.control[p] == "arab" for p in g.having(*features, theater=theater))

    if not occupied(g, s, "israel", *ARAB_PLACES):
        sinai = occupied(g, s, "arab", "arab_objective", theater="sinai")
        if sinai and all_arab("sinai", "bar_lev", "pass"):
            finish(s, "arab", "arab sudden death sinai")
        golan = occupied(g, s, "arab", "arab_objective", theater="golan")
        if golan and all_arab("golan", "purple_line_fort"):
            finish(s, "arab", "arab sudden death golan")
    forts = g.having("arab_fort")
    if (
        len(occupied(g, s, "israel", "egyptian_city")) >= 2
        and len(occupied(g, s, "israel", "arab_fort")) == len(forts)
        and not occupied(g, s, "arab", "bar_lev", "west_of_purple_line")
    ):
        finish(s, "israel", "israeli sudden death")


def victory_points(g, s, side):
    chart = g.tables["victory"][side]

    def controlled(*features):
        return sum(s.control[p] == side for p in g.having(*features))

    held = {f: set(occupied(g, s, side, f)) for f in ("africa", "egyptian_town", "egyptian_city",
            "israeli_objective", "arab_objective")}  # fmt: skip
    if side == "arab":
        return (
            chart["israeli_casualty_point"] * s.casualties["israel"]
            + chart["israeli_fort"] * controlled(*FORTS["israel"])
            + chart["pass"] * controlled("pass")
            + chart["arab_objective"] * len(held["arab_objective"])
        )
    special = held["egyptian_town"] | held["egyptian_city"] | held["israeli_objective"]
    city = g.options["city_points"]
    return (
        chart["arab_casualty_point"] * (s.casualties["egypt"] + s.casualties["syria"])
        + chart["african_point"] * len(held["africa"] - special)
        + chart["egyptian_town"] * len(held["egyptian_town"])
        + city * len(held["egyptian_city"])
        + chart["arab_fort"] * controlled("arab_fort")
        + chart["israeli_objective"] * len(held["israeli_objective"])
    )


def end_of_game(g, s):
    if s.turn < g.tables["turns"]["last"] and not s.ceasefire:
        return
    totals = {side: victory_points(g, s, side) for side in ("israel", "arab")}
    ahead = max(totals, key=totals.get)
    gap = totals[ahead] - totals[other(ahead)]
    level = g.tables["victory"]["level"]
    if gap >= level["major"]:
        finish(s, ahead, "major victory")
    if gap >= level["minor"]:
        finish(s, ahead, "minor victory")
    finish(s, "draw", "draw")
