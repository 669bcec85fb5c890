"""The name and the sentence of each rule that forbids an action.

`SENTENCES` maps the numbers of `rules/forbidden` to a key of `Edition.cases` and a text. If there
are four keys instead of one, they are for units that come from a box at sea and for units that
enter by the map's edges, for the West and for Egypt. `spoken.py` finds the names in braces.
"""

from __future__ import annotations

from bridgehead.titles.middle_east_battles.rules import forbidden as no

Rule = str | tuple[str, str, str, str]

# Why a unit has to join an attack. It is said when you attack without the unit (a refusal), and
# beside the unit where it can join (an offer).
LEFT_ALONE = "{other} would be left without an enemy to attack"
HAS_TO_JOIN = "{unit} would have no enemy left to attack, so it has to join"

ENTERS: Rule = ("lift", "lift", "entry", "column")
COMES: Rule = ("lift", "militia", "entry", "column")
LATE: Rule = ("lift", "lift", "reinforcements", "column")
DAY_ZONE: Rule = ("egyptian_zone", "western_zone", "egyptian_zone", "western_zone")

MOVEMENT: dict[int, tuple[Rule, str]] = {
    no.NOT_YOUR_MOVE: ("movement", "{unit} is not yours: {side} is moving its units"),
    no.OTHER_ENTERS: ("column", "{entering} is entering: finish its move first"),
    no.IS_ELIMINATED: ("movement", "{unit} is eliminated"),
    no.HAS_LEFT: ("exit", "{unit} has left the map and does not return"),
    no.HAS_MOVED: ("moved_already", "{unit} has moved already in this phase"),
    no.HELPS_OTHERS: ("crossing", "{unit} helps others across and does not move itself"),
    no.IS_STATIC: ("static", "{unit} is static and never moves"),
    no.HELD_BY_FORT: ("egyptian_zone", "{unit} began its move in the zone of Egyptians in a "
        "fortification and is held"),
    no.HELD_AT_NIGHT: ("night_movement", "{unit} began the night in {a_western} zone and stays "
        "there"),
    no.HELD_BY_ZONE: ("western_zone", "{unit} began its move in a Western zone of control and is "
        "held"),
    no.NOT_OVER_LAND: ("helicopter", "{hex} is {ground}: {unit} can fly over it, not end there"),
    no.NO_GROUND: ("terrain", "{hex} is {ground}, which no ground unit may enter"),
    no.ENEMY_THERE: ("enemy_hex", "{hex} holds the enemy unit {there}"),
    no.NO_ROOM: ("stacking", "{hex} holds {there}: a hex has room for one unit and a helicopter, "
        "or two helicopters"),
    no.NOT_ON_MAP: (COMES, "{unit} is not on the map, and has to come onto it first"),
    no.STANDS_THERE: ("movement", "{unit} stands on {hex} already"),
    no.FLIGHT_COSTS: ("allowance", "{hex} costs {price} movement points; {unit} has {has}"),
    no.FORTS_STOP: ("egyptian_zone", "the zones of Egyptians in fortifications stop {unit} before "
        "it gets to {hex}"),
    no.NIGHT_ZONE: ("night_movement", "{unit} may enter no {western} zone at night: {hex} is in "
        "one, or behind one"),
    no.SECOND_ZONE: ("withdrawal", "{unit} leaves {a_western} zone and may enter no other in that "
        "move: {hex} is in one, or behind one"),
    no.ZONES_STOP: ("western_zone", "Western zones of control stop {unit} before it gets to {hex}"),
    no.FRIENDS_STOP: ("passing", "{unit} would have to pass through friends to get to {hex}, which "
        "costs more than it has"),
    no.ENEMIES_STOP: ("enemy_hex", "enemy units bar every way of {unit} to {hex} that it can pay"),
    no.WAY_COSTS: ("allowance", "{hex} costs at least {price} movement points; {unit} has {has}"),
    no.NO_WAY: ("terrain", "no way for a ground unit leads to {hex}"),
    no.WATER_ALL_ROUND: ("crossing", "only closed hexsides lead to {hex}: sea, lake and Suez Canal "
        "are crossed with an engineer's help"),
    no.EGYPT_STAYS: ("exit", "{egyptian} units do not leave the map"),
    no.NOT_WITHDRAWN: ("withdrawal", "{egyptian} units leave the map only after a withdrawal is "
        "declared"),
    no.EXIT_OFF_MAP: ("exit", "{unit} is not on the map"),
    no.NO_EXIT_HEX: ("exit", "units leave the map by {exits}, not by {hex}"),
    no.ENEMY_AT_EXIT: ("enemy_hex", "{hex} holds the enemy {there}"),
    no.ZONE_AT_EXIT: (DAY_ZONE, "an enemy zone stops {unit} in {hex}: it cannot go on"),
    no.EXIT_COSTS: ("allowance", "leaving by {hex} costs {price} points; {unit} has {has}"),
}  # fmt: skip

LANDINGS: dict[int, tuple[Rule, str]] = {
    no.NO_PARATROOPS: ("drop", "{unit} does not drop from the air"),
    no.DROP_FROM_MAP: ("drop", "{unit} is on the map already"),
    no.DROPS_COME_FIRST: ("drop", "air drops come before anything else in the movement phase"),
    no.PRIVILEGE_USED: ("drop", "the one Matt battalion that may drop, or come by another edge, "
        "has come"),
    no.DROPS_MADE: ("drop", "all air drops of this turn are made: two in turn 1, then one"),
    no.DROP_GROUND: ("drop", "{hex} is {ground}: drops need clear ground"),
    no.NO_DROP_YET: ("drop", "{not_now}"),
    no.NO_LANDINGS: ("entry", "nobody lands from the sea in this game"),
    no.EGYPT_LANDS: ("amphibious", "{egyptian} units do not land from the sea"),
    no.HELICOPTER_LANDS: ("amphibious", "{unit} is a helicopter: it flies in"),
    no.LANDS_FROM_MAP: ("amphibious", "{unit} is on the map already"),
    no.LANDINGS_LATER: ("amphibious", "landings begin in turn {first_landing}"),
    no.LANDINGS_MADE: ("amphibious", "{landings} units have landed in this phase already"),
    no.NO_COAST: ("amphibious", "{hex} is not on the {coast}"),
    no.ENTERS_FROM_MAP: (ENTERS, "{unit} is on the map already: move it"),
    no.MILITIA_ENTERS: ("militia", "{unit} comes onto the map when militia are placed"),
    no.ENTERS_ON_FOOT: ("lift", "only helicopters fly in by themselves: drop, lift or land {unit}"),
    no.FLY_IN_COSTS: ("allowance", "{hex} costs {price} points from the sea; {unit} has {has}"),
    no.NO_REINFORCEMENT: ("column", "{unit} is no reinforcement"),
    no.ENTERS_LATER: (LATE, "{unit} may enter from turn {arrives} on"),
    no.ENTERS_ELSEWHERE: (ENTERS, "{unit} enters by {span}{not_there}"),
    no.OTHER_EDGE_USED: (ENTERS, "one Matt battalion has dropped or come by another edge; {unit} "
        "enters by {span}"),
    no.COLUMN_ELSEWHERE: (ENTERS, "the column of {unit} enters by {column_hex} in this phase"),
    no.ENTRY_COSTS: ("column", "as number {entry_number} by {hex} {unit} would pay {price} points; "
        "it has {has}"),
    no.ENTRY_ZONE: ("night_movement", "{hex} is in {a_western} zone, which nobody enters at night"),
    no.ENTRY_FULL: ("stacking", "{hex} holds {there}, and {unit} cannot go on from there"),
    no.NO_RETURN: ("entry", "no unit goes back off the map in this game"),
    no.RETURNS_ON_FOOT: ("lift", "only helicopters fly back into the box, not {unit}"),
    no.IN_BOX: ("lift", "{unit} is in the box"),
    no.RETURN_COSTS: ("allowance", "the flight back costs {price} points; {unit} has {has}"),
    no.NO_LIFTS: ("entry", "no unit is carried by air in this game"),
    no.NOT_CARRIED: ("lift", "{carrier} carries {western} foot units, not {unit}"),
    no.CARRIER_GONE: ("lift", "{carrier} is no longer there"),
    no.CARRIER_FLOWN: ("lift", "{carrier} has flown already in this phase"),
    no.LIFT_GROUND: ("lift", "{hex} is {ground}: a lift needs clear ground"),
    no.LIFT_STANDS: ("lift", "{unit} stands on {hex} already"),
    no.LIFT_TO_ENEMY: ("enemy_hex", "{hex} holds the enemy unit {others_there}"),
    no.LIFT_TO_OTHERS: ("lift", "{hex} holds {others_there}: a lift ends in an empty hex"),
    no.LIFT_COSTS: ("lift", "the whole flight costs {price} points; {carrier} has {carrier_has}"),
    no.LIFT_OFF_FROM_BOX: ("exit", "{unit} is in the box: only units on the map leave it"),
    no.NO_CROSSINGS: ("terrain", "nobody crosses water with help in this game"),
    no.EGYPT_CROSSES: ("crossing", "only {western} units are helped across"),
    no.NOT_HELPED: ("crossing", "{unit} is no ground unit on the map"),
    no.NO_ENGINEER: ("crossing", "no engineer next to {unit} could help it across a closed hexside "
        "to {hex}"),
    no.HELPS_ITSELF: ("crossing", "{unit} cannot help itself across"),
    no.HELPER_OFF_MAP: ("crossing", "{helper} is not on the map and helps nobody"),
    no.HELPER_MOVED: ("crossing", "{helper} has moved in this phase and helps nobody"),
    no.NOT_BESIDE_HELPER: ("crossing", "{unit} does not stand next to {helper} on the same side of "
        "the water"),
    no.NOT_ACROSS: ("crossing", "{hex} does not lie across a closed hexside from {helper}"),
}  # fmt: skip

SETTING_UP: dict[int, tuple[Rule, str]] = {
    no.NO_SETUP: ("setup", "{unit} is not set up before the game"),
    no.SET_UP: ("setup", "{unit} is set up already"),
    no.OTHERS_SET_UP_FIRST: ("set_up", "these units are set up first: {earlier}"),
    no.SETUP_TAKEN: ("set_up", "{hex} holds {there}: one unit to a hex"),
    no.SETUP_ELSEWHERE: ("set_up", "{unit} may not be set up on {hex}"),
    no.NO_MILITIA: ("militia", "{unit} is no militia in the pool"),
    no.OTHER_MILITIA_FIRST: ("militia", "{other} is placed first"),
    no.CITY_IN_ZONE: ("militia", "{hex} is in a Western zone of control"),
    no.NO_CITY: ("militia", "{hex} is no city hex with {an_egyptian} unit in it"),
}  # fmt: skip

ATTACKS: dict[int, tuple[Rule, str]] = {
    no.NO_ENEMY: ("adjacency", "{hex} holds no enemy unit"),
    no.ALL_ATTACKED: ("attacked_once", "{there} was attacked in this phase already"),
    no.HEXES_COME_FIRST: ("several_hexes", "hexes are named before the attackers"),
    no.NOT_ASCENDING: ("several_hexes", "defending hexes are named in ascending order, each once"),
    no.NO_ASSAULT: ("one_hex", "without an adjacent attacker it is one hex alone"),
    no.NOBODY_NEXT_TO_ALL: ("several_hexes", "no unit that can attack stands next to all of these "
        "hexes"),
    no.NEIGHBOR_SILENT: ("displacement_limits", "displaced artillery is silent in this phase"),
    no.NEIGHBORS_FOUGHT: ("one_attack", "every unit next to {hex} has attacked already"),
    no.NOBODY_NEAR: ("adjacency", "no unit that could attack stands next to {hex} or has it in "
        "range"),
    no.NOT_YOURS: ("adjacency", "{unit} is not yours"),
    no.JOINS_OFF_MAP: ("adjacency", "{unit} is not on the map"),
    no.HAS_JOINED: ("procedure", "{unit} is in the attack already"),
    no.HAS_FOUGHT: ("one_attack", "{unit} has attacked in this phase already"),
    no.WAS_ATTACKED: ("one_attack", "{unit} was attacked in this phase"),
    no.IS_SILENT: ("displacement_limits", "{unit} was displaced and does not fire in this phase"),
    no.NOT_NEXT_TO_ALL: ("several_hexes", "{unit} does not stand next to all of the defending "
        "hexes"),
    no.NOT_NEXT_TO_IT: ("adjacency", "{unit} does not stand next to the defending hex"),
    no.NO_BARRAGE: ("missiles", "{unit} has no barrage and cannot fire from range"),
    no.BESIDE_ENEMY: ("adjacent_artillery", "{unit} is next to an enemy that it could attack, and "
        "may not fire elsewhere"),
    no.OUT_OF_RANGE: ("range", "{unit} has a range of {range}"),
    no.UNOBSERVED: ("egyptian_fire", "no other {egyptian} unit next to the target observes for "
        "{unit}"),
    no.SECOND_GUN: ("egyptian_fire", "one {egyptian} artillery unit fires from range in an attack, "
        "no more"),
    no.UNITS_COME_FIRST: ("procedure", "units are named before airstrikes and guns"),
    no.OTHER_DIVISION: ("division", "{unit} is of another division than {other}"),
    no.NOT_IN_ORDER: ("procedure", "attackers are named in the order of the counter list"),
    no.MUST_JOIN_FIRST: ("duty", f"{LEFT_ALONE}: it must join first"),
    no.MUST_JOIN_BEFORE: ("duty", f"{LEFT_ALONE}: it must join, and before {{subject}}"),
    no.CANNOT_JOIN: ("duty", "{subject}: {other} would be left without an enemy to attack, and "
        "cannot join"),
    no.LEFT_OVER: ("duty", "{subject}: {other} must be attacked too, and nobody would be left who "
        "could"),
    no.LEAVES_DUTIES: ("duty", "{subject}: what must be attacked in this phase would not be"),
    no.NOBODY_YET: ("procedure", "nobody is in the attack yet"),
    no.FIRE_WITHOUT_ASSAULT: ("one_hex", "without an adjacent attacker an attack is on a single "
        "hex"),
}  # fmt: skip

FIRE: dict[int, tuple[Rule, str]] = {
    no.NO_AIRSTRIKES: ("airstrikes", "{egypt} has neither airstrikes nor naval guns"),
    no.NO_NAVAL_GUNS: ("naval_guns", "{egypt} has neither airstrikes nor naval guns"),
    no.MARKERS_IN_ORDER: ("procedure", "airstrikes and guns are named once each, British before "
        "French, airstrikes before guns"),
    no.FEWER_LEFT: ("airstrikes", "{strikes_left} of these airstrikes are left"),
    no.NO_GUNS: ("naval_guns", "there are no naval guns in this game"),
    no.GUNS_FIRED: ("naval_guns", "the {nation} guns have fired in this phase"),
    no.NO_SPOTTER: ("naval_guns", "no {nation} unit stands next to {spotted}"),
    no.OTHERS_PROTECT: ("protective_fire", "protective fire is given by the defender"),
    no.PROTECTS_OFF_MAP: ("protective_fire", "{unit} is not on the map"),
    no.NO_ARTILLERY: ("protective_fire", "{unit} is no artillery"),
    no.PROTECTS_ALREADY: ("protective_fire", "{unit} gives its fire already"),
    no.DEFENDS_ITSELF: ("own_defense", "{unit} defends itself, with its defense"),
    no.HAS_PROTECTED: ("unity", "{unit} has given its protective fire in this phase"),
    no.NO_FIRE_IF_ATTACKED: ("protective_fire", "{unit} was attacked in this phase"),
    no.NO_FIRE_IF_DISPLACED: ("displacement_limits", "{unit} was displaced in this phase"),
    no.IS_SHAKEN: ("protective_fire", "{unit} retreated or was displaced in its own combat phase"),
    no.ENEMY_BESIDE: ("protective_fire", "{unit} is next to an enemy"),
    no.DEFENDERS_DIVISION: ("division", "{unit} is of another division than {other_divisions}"),
    no.NO_VEHICLES: ("missiles", "{unit} fires at vehicles alone"),
    no.LINE_BLOCKED: ("missiles", "the fire of {unit} would cross a town, city or rough hex"),
    no.SECOND_PROTECTOR: ("egyptian_fire", "one {egyptian} artillery unit protects a defense, no "
        "more"),
    no.PROTECTORS_IN_ORDER: ("procedure", "protectors are named in the order of the counter list"),
    no.NONE_AGAINST_FIRE: ("none_against_fire", "nobody gives protective fire against artillery "
        "and markers alone"),
}  # fmt: skip

AFTERMATH: dict[int, tuple[Rule, str]] = {
    no.NOT_A_LOSS: ("loss", "{unit} did not attack from next to the enemy, or is lost already"),
    no.NOT_DUE: ("retreat", "{unit} does not have to retreat"),
    no.OTHER_RETREATS: ("retreat", "{other} has begun its retreat and finishes it first"),
    no.NOT_A_STEP: ("retreat", "a retreat goes hex by hex, not to {hex}"),
    no.WATER: ("retreat", "{hex} is {ground}: no retreat goes there"),
    no.CLOSED_SIDE: ("result", "no retreat crosses the closed hexside to {hex}"),
    no.WATERWAY: ("small_waterways", "a retreat to {hex} would cross a waterway without a bridge"),
    no.ZONE_THERE: ("retreat_zone", "{hex} is in an enemy zone: no retreat to it"),
    no.NOT_FURTHER: ("retreat", "{hex} is no further from where {unit} was when the combat began"),
    no.NOT_CLEARED: ("displacement_limits", "{there} in {hex} cannot be displaced"),
    no.OPEN_WAYS_FIRST: ("retreat_way", "{hex} holds {there}, and there is a way through open "
        "hexes, or one that leads further"),
    no.NOT_FAR_ENOUGH: ("retreat_way", "by {hex} the retreat cannot be made as far as it must be"),
    no.OTHERS_LEAD_FURTHER: ("retreat_way", "another way than by {hex} leads further"),
    no.NOT_WAITED_FOR: ("displacement", "{unit} does not stand on {waited_for}"),
    no.NOT_ONE_HEX: ("displacement", "a displaced unit goes one hex, not to {hex}"),
    no.NOT_DISPLACED: ("displacement_limits", "{unit} cannot be displaced"),
    no.HAS_OPEN_HEX: ("displacement_limits", "{unit} has an open hex to go to, and {hex} is not "
        "open"),
    no.NOT_COMPLETED: ("displacement_limits", "with {unit} in {hex} the displacement cannot be "
        "completed"),
    no.HAS_ADVANCED: ("advance", "{unit} has made its advance"),
    no.NO_ATTACKER: ("advance", "{unit} is not an attacker next to the enemy, and only such units "
        "advance"),
    no.NOT_ATTACKED: ("advance", "{unit} is not a unit that was attacked, and only such units "
        "advance"),
    no.LANDED_NOW: ("drop", "{unit} landed in this turn and does not advance"),
    no.HELPS_CROSSING: ("crossing", "{unit} helps others across and does not move"),
    no.LEFT_ZONE: ("withdrawal", "{unit} left a zone and does not advance"),
    no.FULL_PATH: ("stacking", "{hex} holds {there}, and has no room for {unit}"),
    no.NO_PATH: ("advance", "{hex} is not on the path of an enemy that {unit} was next to, or the "
        "way there is closed"),
}  # fmt: skip

SENTENCES = MOVEMENT | LANDINGS | SETTING_UP | ATTACKS | FIRE | AFTERMATH
