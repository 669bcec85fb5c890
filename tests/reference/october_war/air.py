"""Commitment, air superiority, strategic attack [55 to 57, 72]."""

from .asking import Ask, roll, yes
from .data import KINDS, MISSIONS, NATIONS, STOCK_OF, THEATERS, other
from .losses import casualties, lose_strike
from .places import firsts, go

MISSIONS_OF = {
    "tac": MISSIONS,
    "wild-weasel": ("air-superiority", "ground-attack", "recon"),
    "ssm": ("strategic", "ground-attack"),
}


def strikes_in(g, s, side, box):
    return [u for u in g.strikes if g.units[u].side == side and s.where[u] == box]


def air_factor(g, unit, superiority=False):
    u = g.units[unit]
    if u.type == "wild_weasel":
        return u.strength if superiority else 0
    return u.strength


def air_result(g, factors, die, shift=0):
    """A cell of the table: "-", "A" or a number as text."""
    row = g.tables["crt"]["air"][str(die)].split()
    return row[max(0, min(10, min(10, factors) + shift))]


# ---------------------------------------------------------------- 1a


def commitments(g, s, side):
    """(key, text) of what may still be committed."""
    tac_left = 99
    if side == "israel" and s.turn == 1:
        used = [u for u in g.strikes if g.units[u].type == "tac" and ":" in s.where[u]]
        used = [u for u in used if g.units[u].side == "israel"]
        tac_left = g.tables["turn_one"]["israeli_tac_in_missions"] - len(used)
    ready = strikes_in(g, s, side, "ready")
    for k, kind in enumerate(KINDS):
        for n, nation in enumerate(NATIONS):
            units = [u for u in ready if g.units[u].kind == kind and g.units[u].nation == nation]
            if not units:
                continue
            theater = g.strike_theater(units[0])
            most = min(len(units), tac_left) if kind == "tac" else len(units)
            for t in THEATERS if theater is None else (theater,):
                for m in MISSIONS_OF[kind]:
                    key = (k, n, THEATERS.index(t), MISSIONS.index(m))
                    if s.committed is not None and key <= s.committed:
                        continue
                    for number in range(1, most + 1):
                        yield key, f"commit {kind} {nation} {t} {m} {number}"


def play_commitment(g, s):
    if s.step != "commit":
        s.side, s.committed = "arab", None
    while True:
        table = {text: key for key, text in commitments(g, s, s.side)}
        planned = s.committed is not None
        answer = yield Ask("commit", s.side, [*table, "end"], main=True, sealed=planned)
        if answer == "end":
            s.committed = None
            if s.side == "israel":
                break
            s.side = "israel"
            continue
        s.committed = table[answer]
        _, kind, nation, theater, mission, number = answer.split()
        units = [
            u
            for u in strikes_in(g, s, s.side, "ready")
            if g.units[u].kind == kind and g.units[u].nation == nation
        ]
        for u in units[: int(number)]:
            go(g, s, u, f"{theater}:{mission}")


# ---------------------------------------------------------------- 1b


def superiority_victims(g, s, side, theater):
    """Strikes the next loss may fall on [56]."""
    boxes = [
        [f"{theater}:air-superiority"],
        [f"{theater}:{m}" for m in MISSIONS if m != "air-superiority"],
        ["ready"],
    ]
    for names in boxes:
        found = [
            u
            for u in g.strikes
            if g.units[u].side == side
            and s.where[u] in names
            and g.units[u].type != "ssm"
            and g.strike_theater(u) in (None, theater)
        ]
        if found:
            return firsts(g, s, found)
    return []


def superiority_losses(g, s, side, theater, refits, lost):
    for to_refit, number in ((True, refits), (False, lost)):
        for _ in range(number):
            victims = superiority_victims(g, s, side, theater)
            if not victims:
                return
            answer = yield Ask("superiority loss", side, [f"lose {u}" for u in victims])
            lose_strike(g, s, answer.split()[1], to_refit)


def superiority_fire(g, s, side, theater, ew):
    """The dice of one side: (strikes to refit, strikes eliminated)."""
    box = f"{theater}:air-superiority"
    factors = sum(air_factor(g, u, True) for u in strikes_in(g, s, side, box))
    refits = lost = 0
    while factors > 0:
        die = yield from roll("superiority roll")
        cell = air_result(g, factors, die, 1 if ew and side == "israel" else 0)
        refits += cell == "A"
        lost += int(cell) if cell.isdigit() else 0
        factors -= 10
    return refits, lost


def play_superiority(g, s):
    for theater in THEATERS:
        yield from superiority_in(g, s, theater)


def superiority_in(g, s, theater):
    box = f"{theater}:air-superiority"

    def there(side):
        return strikes_in(g, s, side, box)

    def tacs(side):
        return [u for u in there(side) if g.units[u].type == "tac"]

    alone = next((a for a in ("israel", "arab") if there(a) and not there(other(a))), None)
    ew = False
    if s.ew["israel"] and there("israel"):
        ew = yield from yes("superiority ew", "israel")
        s.ew["israel"] -= ew
    mine, theirs = len(tacs("israel")), len(tacs("arab"))
    if mine == theirs:
        hits = {}
        for side in ("israel", "arab"):
            hits[side] = yield from superiority_fire(g, s, side, theater, ew)
        for side in ("israel", "arab"):
            yield from superiority_losses(g, s, other(side), theater, *hits[side])
    else:
        first = "israel" if mine > theirs else "arab"
        for side in (first, other(first)):
            refits, lost = yield from superiority_fire(g, s, side, theater, ew)
            yield from superiority_losses(g, s, other(side), theater, refits, lost)
    left = {side: len(there(side)) for side in ("israel", "arab")}
    s.air_master[theater] = None
    if left["israel"] != left["arab"]:
        s.air_master[theater] = max(left, key=left.get)
    if alone:
        units = tacs(alone)
        actions = [f"shift {n}" for n in range(1, (len(units) + 1) // 2 + 1)]
        answer = yield Ask("shift", alone, [*actions, "pass"])
        if answer != "pass":
            for u in units[: int(answer.split()[1])]:
                go(g, s, u, f"{theater}:ground-attack")
    for u in there("israel") + there("arab"):
        go(g, s, u, "used")


# ---------------------------------------------------------------- 1c


def play_strategic(g, s):
    for side, theater in (
        ("israel", "sinai"), ("israel", "golan"), ("arab", "sinai"), ("arab", "golan"),
    ):  # fmt: skip
        yield from strategic_attack(g, s, side, theater)


def strategic_attack(g, s, side, theater):
    box = f"{theater}:strategic"

    def planes():
        return [u for u in strikes_in(g, s, side, box) if g.units[u].type != "ssm"]

    if not strikes_in(g, s, side, box):
        return
    ew = False
    if side == "israel" and s.ew["israel"]:
        ew = yield from yes("strategic ew", "israel")
        s.ew["israel"] -= ew
    if planes():
        die = yield from roll("strategic defense roll")
        cell = g.tables["crt"]["air_defense"]["strategic"].split()[die - 1]
        for result in cell.split("+"):
            if result == "-" or (result == "E" and ew):
                continue
            victims = firsts(g, s, planes())
            if victims:
                answer = yield Ask("strategic loss", side, [f"lose {u}" for u in victims])
                lose_strike(g, s, answer.split()[1], result == "AR")
    units = strikes_in(g, s, side, box)
    if units:
        die = yield from roll("strategic roll")
        cell = air_result(g, sum(air_factor(g, u) for u in units), die, 1 if ew else 0)
        for u in units:
            go(g, s, u, "available" if g.units[u].type == "ssm" else "used")
        if cell.isdigit():
            casualties(g, s, STOCK_OF[theater] if side == "israel" else "israel", int(cell))
