"""Air ground attacks: strikes of the phasing side against points, in three passes.

Cases 18.6, 19.8 to 19.11, 20 and 26.3, rulings 8, 18, 58, 59, 70 and 71. First all raids are named;
then each meets the air defense, with Wild Weasels before it; then each attacks. Barrages follow.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.air.air_defense import (
    ask_defense,
    can_answer,
    legal_defense,
    legal_defense_loss,
    take_fire,
    targets,
    uncover,
)
from bridgehead.titles.october_war.rules.air.looks import apply_looks, begin_looks, legal_looks
from bridgehead.titles.october_war.rules.air.strikes import (
    bomb_factors,
    box_of,
    forget,
    is_over,
    raiders,
    type_of,
)
from bridgehead.titles.october_war.rules.air.umbrella import covered, known_sam_in
from bridgehead.titles.october_war.rules.codes import ask, has_ew, put, put_plain, spend_ew
from bridgehead.titles.october_war.rules.ground.barrage import (
    after_barrage,
    apply_barrage,
    begin_barrages,
    legal_barrage,
)
from bridgehead.titles.october_war.rules.ground.damage import begin_damage
from bridgehead.titles.october_war.rules.ground.losses import lose_strike
from bridgehead.titles.october_war.rules.places import go, is_sam, overstacked, reveal, sees
from bridgehead.titles.october_war.state import DICE, ISRAEL, NO_UNIT

# Passes (s.raid_stage)
NAMING, MEETING, ATTACKING = 0, 2, 3


@kernel
def begin_combat(b: Board, s: State, w: Work) -> None:
    """Begin a combat phase of the phasing side, with looks and air ground attacks."""
    begin_looks(s)
    s.barraged[:] = 0
    _no_raids(s)
    for u in range(b.units):
        if b.air[u]:
            s.task[u] = 0
            s.mark[u] = int(s.mark[u]) & ~st.SORTIE
    ask(s, st.RAIDS, int(s.side))


@kernel
def _no_raids(s: State) -> None:
    s.raids = 0
    s.raid = 0
    s.raid_stage = NAMING
    s.raid_at[:] = 0
    s.raid_ew[:] = 0
    s.weasels = 0
    s.sam = -1
    s.source = st.NO_SOURCE
    s.actor = -1
    s.target = -1


@kernel
def legal_raids(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the actions of the pending decision of raids or barrages."""
    if s.step == st.RAIDS:
        return _legal_naming(b, s, w, out)
    if s.step == st.RAID_EW:
        return put_plain(out, put_plain(out, 0, st.EW), st.PASS)
    if s.step == st.WILD_WEASELS:
        return _legal_strikes(b, s, out)
    if s.step == st.AIR_DEFENSE:
        return legal_defense(b, s, out)
    if s.step == st.AIR_DEFENSE_LOSS:
        return legal_defense_loss(b, s, out)
    return legal_barrage(b, s, w, out)


@kernel
def apply_raids(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    """Carry out an action of raids or barrages."""
    step = int(s.step)
    if verb in (st.RECON_FLIGHT, st.LOOK_EW):
        apply_looks(b, s, w, unit, verb, place)
    elif step == st.RAIDS:
        s.looking = 0
        if verb == st.RAID_ON:
            _name(b, s, place // 128, place // 32 % 4, place % 32)
        else:
            s.raid_stage = MEETING
            _next_raid(b, s, w)
    elif step == st.RAID_EW:
        if verb == st.EW:
            spend_ew(b, s, ISRAEL, int(s.target))
            s.raid_ew[s.raid - 1] = 1
        if not _meet(b, s, w):
            _next_raid(b, s, w)
    elif step == st.WILD_WEASELS:
        _strike(b, s, w, verb, place)
    elif step == st.WILD_WEASEL_ROLL:
        _roll_weasels(b, s, w, place)
    elif step == st.AIR_DEFENSE:
        _defend(b, s, w, unit, verb)
    elif step == st.AIR_DEFENSE_ROLL:
        take_fire(b, s, place)
        _after_shot(b, s, w)
    elif step == st.AIR_DEFENSE_LOSS:
        _lose(b, s, w, unit)
    elif step == st.RAID_ROLL:
        _roll_raid(b, s, w, place)
    else:
        apply_barrage(b, s, w, verb, place)


@kernel
def after_damage(b: Board, s: State, w: Work) -> None:
    """Continue after the losses of a raid, of Wild Weasels or of a barrage have been taken."""
    if s.source == st.BARRAGE:
        after_barrage(b, s, w)
    elif s.source == st.WEASELS:
        _after_weasels(b, s, w)
    else:
        s.source = st.NO_SOURCE
        _fly_home(b, s, w, int(s.raid))
        _next_raid(b, s, w)


# First pass: naming


@kernel
def _is_free(b: Board, s: State, u: int, theater: int, kind: int) -> bool:
    """Return whether a strike can still be sent to a point of a theater in this combat phase."""
    if b.type[u] != type_of(kind) or b.side[u] != s.side or s.task[u] != 0:
        return False
    if int(s.mark[u]) & st.SORTIE:
        return False
    return bool(s.where[u] == box_of(theater, st.GROUND_ATTACK))


@kernel
def _raid_on(s: State, p: int) -> int:
    """Return the number of the raid on a point, 0 for none."""
    for r in range(s.raids):
        if s.raid_at[r] == p:
            return r + 1
    return 0


@kernel
def _nation_of(b: Board, s: State, r: int) -> int:
    """Return the nation of a raid's strikes, -1 if there are none yet."""
    for u in range(b.units):
        if r > 0 and b.air[u] and b.side[u] == s.side and s.task[u] == r:
            return int(b.nation[u])
    return -1


@kernel
def _free_of(b: Board, s: State, theater: int, kind: int, nation: int) -> int:
    """Return how many strikes of a nation can be sent to a point of a theater."""
    found = 0
    for i in range(b.typed_from[type_of(kind)], b.typed_from[type_of(kind) + 1]):
        u = int(b.typed[i])
        if b.nation[u] == nation and _is_free(b, s, u, theater, kind):
            found += 1
    return found


@kernel
def _fresh(b: Board, s: State, theater: int, kind: int) -> int:
    """[18.6, 22.2, 58] Return how many strikes may begin a raid on a point.

    All must be of one nation.
    """
    most = 0
    for nation in range(len(st.NATIONS)):
        if (nation == st.N_ISRAEL) == (s.side == ISRAEL):
            most = max(most, _free_of(b, s, theater, kind, nation))
    return min(most, int(b.air_limit[s.side]))


@kernel
def _joining(b: Board, s: State, r: int, kind: int) -> int:
    """Return how many strikes may join a raid; they must be of its nation."""
    room = int(b.air_limit[s.side])
    for u in range(b.units):
        if b.air[u] and b.side[u] == s.side and s.task[u] == r:
            room -= 1
    theater = int(b.theater[s.raid_at[r - 1]])
    return min(room, _free_of(b, s, theater, kind, _nation_of(b, s, r)))


@kernel
def _legal_naming(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    n = legal_looks(b, s, w, out, 0)
    sinai = _fresh(b, s, 0, 0), _fresh(b, s, 0, 1), _fresh(b, s, 0, 2)
    golan = _fresh(b, s, 1, 0), _fresh(b, s, 1, 1), _fresh(b, s, 1, 2)
    for p in range(b.points):
        if w.count[1 - s.side, p] > 0:
            r = _raid_on(s, p)
            for kind in range(3):
                most = sinai[kind] if b.theater[p] == st.SINAI else golan[kind]
                if r > 0 and most > 0:
                    most = _joining(b, s, r, kind)
                for number in range(1, most + 1):
                    n = put(out, n, NO_UNIT, st.RAID_ON, (p * 4 + kind) * 32 + number)
    return put_plain(out, n, st.END)


@kernel
def _name(b: Board, s: State, p: int, kind: int, number: int) -> None:
    """Send the first strikes of the first nation that has enough of them."""
    r, theater = _raid_on(s, p), int(b.theater[p])
    nation = _nation_of(b, s, r)
    if r == 0:
        s.raid_at[s.raids] = p
        s.raids += 1
        r = int(s.raids)
        nation = 0
        while _free_of(b, s, theater, kind, nation) < number:
            nation += 1
    for u in range(b.units):
        if number > 0 and b.nation[u] == nation and _is_free(b, s, u, theater, kind):
            s.task[u] = r
            number -= 1


# From raid to raid


@kernel
def _next_raid(b: Board, s: State, w: Work) -> None:
    """Continue with the next question of the raids.

    The second pass goes raid by raid, then the third does.
    """
    while True:
        s.raid += 1
        if s.raid > s.raids:
            s.raid = 0
            if s.raid_stage == ATTACKING:
                break
            s.raid_stage = ATTACKING
            continue
        p = int(s.raid_at[s.raid - 1])
        s.target = p
        if w.count[1 - s.side, p] == 0:  # called off: the strikes have flown for nothing
            _fly_home(b, s, w, int(s.raid))
        elif s.raid_stage == MEETING:
            if _open(b, s, w):
                return
        elif _factors(b, s) > 0:
            ask(s, st.RAID_ROLL, DICE)
            return
        else:
            _fly_home(b, s, w, int(s.raid))
    _no_raids(s)
    begin_barrages(b, s, w)


@kernel
def _fly_home(b: Board, s: State, w: Work, r: int) -> None:
    """[19.9, 58] Bring back the strikes of a raid."""
    for u in range(b.units):
        if b.air[u] and b.side[u] == s.side and s.task[u] == r:
            _has_flown(b, s, w, u)


@kernel
def _has_flown(b: Board, s: State, w: Work, u: int) -> None:
    """Bring a strike back; an Israeli one may fly again in the second combat phase."""
    forget(s, u)
    if b.type[u] == st.SSM:
        go(b, s, w, u, st.AVAILABLE)
    elif b.side[u] == ISRAEL and s.phase == st.COMBAT_1:
        s.mark[u] = int(s.mark[u]) | st.SORTIE | st.RAIDED
    else:
        go(b, s, w, u, st.USED)


@kernel
def _factors(b: Board, s: State) -> int:
    """Return the raid's remaining factors; Wild Weasels have none."""
    box = box_of(int(b.theater[s.target]), st.GROUND_ATTACK)
    return bomb_factors(b, s, int(s.side), box, int(s.raid))


# Second pass: EW, Wild Weasels, air defense


@kernel
def _open(b: Board, s: State, w: Work) -> bool:
    """Begin the second pass of a raid; return whether anybody is asked."""
    if s.side == ISRAEL and has_ew(b, s, ISRAEL, int(s.target)):
        ask(s, st.RAID_EW, ISRAEL)
        return True
    return _meet(b, s, w)


@kernel
def _meet(b: Board, s: State, w: Work) -> bool:
    """Let Wild Weasels first attack known SAM units; never on turn 1 [6.3(3)]."""
    weasels = raiders(b, s, int(s.side), st.WILD_WEASEL, int(s.raid))
    if weasels > 0 and s.turn > 1 and known_sam_in(b, s, int(s.target), 1 - int(s.side)):
        ask(s, st.WILD_WEASELS, int(s.side))
        return True
    return ask_defense(b, s, w)


@kernel
def _legal_strikes(b: Board, s: State, out: Vector[int]) -> int:
    n = 0
    most = raiders(b, s, int(s.side), st.WILD_WEASEL, int(s.raid))
    for number in range(1, most + 1):
        n = put(out, n, NO_UNIT, st.STRIKE, number)
    return put_plain(out, n, st.PASS)


@kernel
def _strike(b: Board, s: State, w: Work, verb: int, number: int) -> None:
    """[20.11(3)] Send some of the Wild Weasels against the SAM units; the others escort."""
    if verb == st.PASS:
        if not ask_defense(b, s, w):
            _next_raid(b, s, w)
        return
    s.weasels = number
    for u in range(b.units):
        if b.type[u] == st.WILD_WEASEL and s.task[u] == s.raid and number > 0:
            _has_flown(b, s, w, u)
            number -= 1
    ask(s, st.WILD_WEASEL_ROLL, DICE)


@kernel
def _roll_weasels(b: Board, s: State, w: Work, face: int) -> None:
    """[58] Apply Wild Weasels' hits to SAM units only.

    A result of A makes them retreat; static ones take a hit instead.
    """
    p, enemy = int(s.target), 1 - int(s.side)
    result = b.air_crt[face - 1, _column(b, s, w, 2 * int(s.weasels))]
    s.weasels = 0
    if result == 0:
        if not ask_defense(b, s, w):
            _next_raid(b, s, w)
        return
    for u in range(b.units):
        there = is_sam(b, u) and s.where[u] == p and b.side[u] == enemy and sees(b, s, u)
        if there and int(s.mark[u]) & st.SAM_FIRED == 0:
            s.task[u] = 1  # until the damage is done: who leaves does not fire this turn
    _hit(b, s, w, st.WEASELS, int(result))


@kernel
def _after_weasels(b: Board, s: State, w: Work) -> None:
    """[20.11(3)] Continue: SAM units driven off cannot fire in this turn.

    The raid meets the others.
    """
    s.source = st.NO_SOURCE
    s.only_air_defense = 0
    for u in range(b.units):
        if is_sam(b, u) and s.task[u] == 1:
            s.task[u] = 0
            if s.where[u] >= 0 and s.where[u] != s.target:
                s.mark[u] = int(s.mark[u]) | st.SAM_FIRED
    if w.count[1 - s.side, s.target] == 0:
        _fly_home(b, s, w, int(s.raid))
        _next_raid(b, s, w)
    elif not ask_defense(b, s, w):
        _next_raid(b, s, w)


@kernel
def _defend(b: Board, s: State, w: Work, unit: int, verb: int) -> None:
    """Fire with a SAM unit, reveal one, or end the air defense."""
    if verb == st.END:
        uncover(b, s, w, False)
        _next_raid(b, s, w)
        return
    reveal(b, s, w, unit)
    if verb == st.FIRE_SAM:
        s.sam = unit
        s.mark[unit] = int(s.mark[unit]) | st.SAM_FIRED
        ask(s, st.AIR_DEFENSE_ROLL, DICE)
    else:
        _after_shot(b, s, w)


@kernel
def _after_shot(b: Board, s: State, w: Work) -> None:
    """Let the raider choose a loss; then continue air defense while it has targets."""
    side = int(s.side)
    if s.air_refit[side] + s.air_lost[side] > 0:
        ask(s, st.AIR_DEFENSE_LOSS, side)
        return
    s.sam = -1
    if targets(b, s) > 0 and (b.fog or can_answer(b, s)):
        ask(s, st.AIR_DEFENSE, 1 - side)
    else:
        uncover(b, s, w, False)
        _next_raid(b, s, w)


@kernel
def _lose(b: Board, s: State, w: Work, u: int) -> None:
    """[20.9] Lose the strike that the owner has chosen."""
    side = int(s.side)
    to_refit = 1 if s.air_refit[side] > 0 else 0
    s.air_refit[side] = 0
    s.air_lost[side] = 0
    forget(s, u)
    lose_strike(b, s, w, u, to_refit)
    if not is_over(s):
        _after_shot(b, s, w)


# Third pass: the attack


@kernel
def _column(b: Board, s: State, w: Work, factors: int) -> int:
    """[19.10, 58] Return the column: terrain, a known umbrella unless EW, an overstacked target."""
    p, side = int(s.target), int(s.side)
    column = min(10, factors) + b.shift[p, side]
    if s.raid_ew[s.raid - 1] == 0 and covered(b, s, w, p, 1 - side, True):
        column -= 2
    if overstacked(b, s, w, 1 - side, p):
        column += 1
    return int(min(10, max(0, column)))


@kernel
def _roll_raid(b: Board, s: State, w: Work, face: int) -> None:
    """[19.11] Apply the roll of the raid."""
    result = int(b.air_crt[face - 1, _column(b, s, w, _factors(b, s))])
    if result == 0:
        _fly_home(b, s, w, int(s.raid))
        _next_raid(b, s, w)
    else:
        _hit(b, s, w, st.RAID, result)


@kernel
def _hit(b: Board, s: State, w: Work, source: int, result: int) -> None:
    """[26.3(2)] Begin the damage; after a raid with EW Israel chooses the losses."""
    side = int(s.side)
    s.source = source
    s.only_air_defense = 1 if source == st.WEASELS else 0
    s.chooser = side if s.raid_ew[s.raid - 1] else 1 - side
    if result == st.RESULT_A:
        begin_damage(b, s, w, 1 - side, 0, 2)
    else:
        begin_damage(b, s, w, 1 - side, result, 0)
