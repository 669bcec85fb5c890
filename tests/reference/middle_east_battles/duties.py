"""What must be attacked, and which attacks may be declared: by trying out how they could go on."""

from itertools import combinations

MARKERS = ("air", "air-b", "guns", "guns-b")  # by their places in state.strikes
MARKER_VERBS = {
    True: ("british-air", "french-air", "british-guns", "french-guns"),
    False: ("air", None, None, None),
}


def begin_phase(game, state):
    """The duties of a Combat Phase: ruling 8."""
    state.bound, state.owed = set(), set()
    if game.night(state):
        return
    enemies = [u for u in game.of_side[game.enemy(state.side)] if game.on_map(state, u)]
    for unit in game.of_side[state.side]:
        if not game.on_map(state, unit) or game.in_fort(state, unit):
            continue
        near = {e for e in enemies if game.adjacent(state, unit, e)}
        if near:
            state.bound.add(unit)
            state.owed |= near


def open_enemies(game, state):
    """Enemies on the map that have not been attacked in this phase."""
    enemies = game.of_side[game.enemy(state.side)]
    return [e for e in enemies if game.on_map(state, e) and e not in state.attacked]


def fresh(game, state):
    """Phasing units on the map that have not attacked in this phase."""
    units = game.of_side[state.side]
    return [u for u in units if game.on_map(state, u) and u not in state.fought]


def targets(game, state):
    """{hex: its units} that could be attacked."""
    found = {}
    for enemy in open_enemies(game, state):
        found.setdefault(state.hex[enemy], []).append(enemy)
    return found


def obliged(game, state):
    """Bound units that have not attacked and still have an enemy to attack."""
    enemies = open_enemies(game, state)
    return {
        u for u in fresh(game, state)
        if u in state.bound and any(game.adjacent(state, u, e) for e in enemies)
    }  # fmt: skip


def cluster(game, state, defenders):
    """(bound, owed) that an attack by night on the defenders brings about: ruling 13."""
    bound, owed = set(), set(defenders)
    ours = [u for u in fresh(game, state) if not game.in_fort(state, u)]
    theirs = open_enemies(game, state)
    while True:
        more = {u for u in ours if any(game.adjacent(state, u, e) for e in owed)} - bound
        bound |= more
        others = {e for e in theirs if any(game.adjacent(state, u, e) for u in bound)} - owed
        owed |= others
        if not more and not others:
            return bound, owed


class Attack:
    """An attack on the units in some hexes, with whatever takes part in it."""

    def __init__(self, game, state, hexes):
        self.game, self.state, self.hexes = game, state, sorted(hexes)
        at = targets(game, state)
        self.defenders = {u for h in self.hexes for u in at[h]}
        self.adjacent = [u for u in fresh(game, state) if self._beside_all(u)]
        self.ranged = [u for u in fresh(game, state) if self._fires_from_range(u)]
        self._duties = {}

    def _beside_all(self, unit):
        near = self.game.board.neighbors[self.state.hex[unit]]
        return all(h in near for h in self.hexes)

    def _fires_from_range(self, unit):
        game, state = self.game, self.state
        if not game.artillery(unit) or game.unit[unit]["barrage"] == 0:
            return False
        if unit in state.displaced:
            return False
        if any(game.adjacent(state, unit, e) for e in open_enemies(game, state)):
            return False
        return bool(self.fire_hexes(unit))

    def fire_hexes(self, unit):
        """Defending hexes that the artillery unit can reach, with an observer if it needs one."""
        game, state = self.game, self.state
        here = state.hex[unit]
        reach = game.unit[unit]["range"]
        found = [h for h in self.hexes if game.board.distance(here, h) <= reach]
        if game.side_of(unit) == "egypt":
            seen = {
                n
                for u in game.of_side["egypt"]
                if u != unit and game.on_map(state, u)
                for n in game.board.neighbors[state.hex[u]]
            }
            found = [h for h in found if h in seen]
        return found

    def limited(self, unit):
        """An Egyptian fire from range that counts against the limit of one [8.16, 8.17]."""
        game = self.game
        if game.side_of(unit) != "egypt":
            return False
        near = () if game.suez else game.board.near_forts
        return not any(h in near for h in self.fire_hexes(unit))

    def markers(self):
        """The most of each of the four markers that could join [8.18, 8.19]."""
        game, state = self.game, self.state
        if state.side != game.west:
            return [0, 0, 0, 0]
        guns = [0, 0]
        if game.suez:
            for unit in game.of_side[game.west]:
                if any(game.adjacent(state, unit, d) for d in self.defenders):
                    guns[game.nation(unit)] = 1
            for nation in state.guns_used:
                guns[nation] = 0
        return [*state.air, *guns]

    def duties(self, by_adjacent):
        """(obliged units, {owed enemy: bound units beside it}) as this attack would have them."""
        if by_adjacent not in self._duties:
            game, state = self.game, self.state
            bound, owed = set(state.bound), set(state.owed)
            if by_adjacent and game.night(state):
                more = cluster(game, state, self.defenders)
                bound |= more[0]
                owed |= more[1]
            bound &= set(fresh(game, state))
            owed &= set(open_enemies(game, state))
            beside = {
                u: {e for e in open_enemies(game, state) if game.adjacent(state, u, e)}
                for u in bound
            }
            need = {e: {u for u in bound if e in beside[u]} for e in owed}
            self._duties[by_adjacent] = (
                {u: beside[u] & owed for u in bound if beside[u]},
                {e: units for e, units in need.items() if units},
            )
        return self._duties[by_adjacent]

    def one_division(self, units):
        """Israeli units of one division at most [7.18]."""
        if self.game.suez or self.state.side == "egypt":
            return True
        return len({self.game.division(u) for u in units} - {None}) <= 1

    def may_fire(self, adjacent, ranged, marked):
        """Rulings 10 to 18 for an attack by just these units, with markers or without."""
        units = {*adjacent, *ranged}
        if not units and not marked:
            return False
        if not adjacent and len(self.hexes) > 1:
            return False
        if not self.one_division(units):
            return False
        if sum(self.limited(u) for u in ranged) > 1:
            return False
        obliged_units, need = self.duties(bool(adjacent))
        for enemy, neighbors in need.items():
            if enemy not in self.defenders and not neighbors - units:
                return False
        for unit, enemies in obliged_units.items():
            if unit in units or enemies - self.defenders:
                continue
            if self.one_division({*units, unit}):
                return False  # it would have nobody left
        return True

    def can_go_on(self, adjacent, ranged, last):
        """Some way to add units that come after `last`, and markers, ends in a legal `fire`."""
        index = self.game.index
        marked = any(self.markers())
        more = [u for u in self.adjacent if index[u] > last and u not in adjacent]
        guns = [u for u in self.ranged if index[u] > last and u not in ranged]
        for size in range(len(more) + 1):
            for chosen in combinations(more, size):
                # more than one further fire from range never helps: it settles the division at
                # most, and that somebody attacks at all
                for gun in [(), *((g,) for g in guns)]:
                    if self.may_fire({*adjacent, *chosen}, {*ranged, *gun}, marked):
                        return True
        return False


def hex_sets(game, state):
    """Every set of hexes that an attack could be on."""
    at = set(targets(game, state))
    found = {(h,) for h in at}
    for unit in fresh(game, state):
        near = sorted(set(game.board.neighbors[state.hex[unit]]) & at)
        for size in range(2, len(near) + 1):
            found |= set(combinations(near, size))
    return sorted(found)


def possible_sets(game, state, begun=()):
    """The sets of hexes that begin with those named and can end in a legal `fire`."""
    begun = tuple(begun)
    return [
        hexes
        for hexes in hex_sets(game, state)
        if hexes[: len(begun)] == begun and Attack(game, state, hexes).can_go_on((), (), -1)
    ]


def legal_in_combat(game, state):
    """`attack` and `end`."""
    actions = [f"attack {h}" for h in sorted({s[0] for s in possible_sets(game, state)})]
    if not obliged(game, state):
        actions.append("end")
    return actions


def legal_in_declare(game, state):
    """`also`, `with`, the markers and `fire`."""
    attack = Attack(game, state, state.aim)
    adjacent, ranged = state.with_role("adjacent"), state.with_role("ranged")
    actions = []
    if not state.role and not any(state.strikes):
        named = len(state.aim)
        longer = {s[named] for s in possible_sets(game, state, state.aim) if len(s) > named}
        actions += [f"also {h}" for h in sorted(longer)]
    if not any(state.strikes):
        last = max((game.index[u] for u in state.role), default=-1)
        for unit in game.units:
            number = game.index[unit]
            if number <= last:
                continue
            if unit in attack.adjacent:
                possible = attack.can_go_on({*adjacent, unit}, ranged, number)
            elif unit in attack.ranged:
                possible = attack.can_go_on(adjacent, {*ranged, unit}, number)
            else:
                possible = False
            if possible:
                actions.append(f"with {unit}")
    if attack.may_fire(adjacent, ranged, marked=True):
        actions += marker_actions(game, state.strikes, attack.markers())
    if attack.may_fire(adjacent, ranged, any(state.strikes)):
        actions.append("fire")
    return actions


def marker_actions(game, used, most):
    """Markers that may be named after those used, each at most once and in their order."""
    last = max((i for i in range(4) if used[i]), default=-1)
    actions = []
    for i in range(last + 1, 4):
        verb = MARKER_VERBS[game.suez][i]
        if i < 2:
            actions += [f"{verb} {n}" for n in range(1, most[i] + 1)]
        elif most[i]:
            actions.append(verb)
    return actions
