"""The sergeant's weights for October War, by side.

Each has a place in `board.weights[side]`. The usual values are here. `data/learned_weights.toml`
has values with which a side plays better, for players that search
(`bridgehead.players.learned.heuristic_weights`). Values are in victory points, strength in hits of
one round of fire.
"""

from __future__ import annotations

USUAL = {
    # fights
    "kill": 0.5,  # the value of a hit on the enemy in a fight that is won
    "loss": 2.0,  # the cost of a hit on the own side
    "bleed": 0.45,  # the part of its possible losses that a long fight is taken to bring
    "sure": 2.0,  # the odds at which a fight counts as won
    # what points are worth
    "point": 0.2,  # every point
    "fort": 2.5,  # an Israeli fort
    "arab_fort": 3.0,
    "pass": 5.0,  # a mountain pass
    "objective": 10.0,
    "town": 5.0,  # an Egyptian town
    "city": 0.5,  # an Egyptian city, added to the points for it
    "africa": 2.0,
    # aims that draw counters from afar
    "fading": 0.72,  # the part of an aim that is left one step away
    "bars": 0.6,  # the part of that which is left behind an enemy
    "by_canal": 0.5,  # the part of that which is left across a canal without a bridge
    "next": 0.9,  # the part of a force that counts one step away
    "near": 0.5,  # the part that counts two steps away
    "aim_kill": 0.5,  # the value that each hit on the enemy adds to an aim
    "aim_least": 0.3,  # the part of an aim that counts where the troops near it cannot win
    "aim_chance": 0.5,  # the part that is added where they can
    "empty": 0.45,  # the part of its worth that an empty point under threat is worth to troops
    "rear_holds": 1.0,  # how far headquarters, engineers and air defense hold it alone: 1 fully
    "helped": 0.35,  # the same for a point in which too few troops stand
    # moves
    "least_gain": 0.2,  # a counter does not move for less
    "good_odds": 1.25,  # no counter enters an enemy's point at worse odds
    "at_armor": 0.0,  # the part of infantry's strength against armor that counts before armor comes
    "bears": 0.0,  # the odds that must be left after the first fire; a fight needs more till then
    "enough": 2.6,  # odds at which a fight needs no more counters
    "alone": 0.0,  # the odds that the first counter to enter an unseen force needs alone
    "follows": 5.0,  # the value added for joining a fight that has begun and needs more
    "some_more": 0.7,  # the part of its value that a counter adds where the odds are good already
    "ground": 0.5,  # the value of driving the enemy from any point
    "faded": 0.6,  # the far bank must be worth more than this part of the near bank
    "bridgehead": 2.5,  # the value of guarding a bridge
    "open_sky": 0.0,  # what a place loses for each hit of a counter that no air defense covers
    "cut_off": 1.0,  # the cost of having no line of communication
    "bold": 1.2,  # odds at which a threat does not count
    "support": 0.25,  # the part of the friends nearby that counts against a threat
    "risk": 0.48,  # the cost of a hit under a threat
    "most_risk": 2.0,  # the most by which a threat counts
    "leading": 0.5,  # the value to a headquarters of the fire that it leads
    "leads_fights": 3.0,  # the value to it of the fire of fights that have begun beside it
    "covering": 0.0,  # the value to mobile air defense of the fire that it alone covers
    "onward": 0.15,  # the value to a headquarters of standing where the way leads on
    "bridge": 2.0,  # the least value of a bridge
    # battles, strikes and barrages
    "stays": 0.7,  # a defender breaks a battle off at worse odds
    "stays_attacking": 0.85,  # an attacker does
    "first_loss": 1.0,  # an attacker hit before its first shot leaves at worse odds
    "stubborn": 0.035,  # these odds may be worse by this for each point that the place is worth
    "holding": 0.5,  # the part of a place's worth that counts when a side could leave it
    "hope": 2.0,  # the value that good odds add to that
    "price": 1.0,  # how much losses count where the side could leave instead
    "raid": 0.25,  # the least value of a raid
    "raid_risk": 0.35,  # the cost of flying into an umbrella
    "raid_behind": 0.35,  # the value of a hit where there is no battle
    "barrage": 0.35,  # the least value of a barrage
    "barrage_behind": 0.5,  # the value of its hits where there is no battle
    # air superiority gets one strike out of so many
    "sky_sinai": 5.0,
    "sky_golan": 6.0,
    "ground_sinai": 0.5,  # the part of the other strikes that goes to the Sinai
    "sky_arab": 3.0,
    # how much each kind of counter is wanted when mobilization points are spent
    "armor": 100.0,
    "mechanized": 85.0,
    "infantry": 60.0,
    "paratroop": 50.0,
    "headquarters": 30.0,
    "others": 30.0,
    "barrages": 100.0,
}
ARAB = {  # the usual numbers of the Arabs that differ
    "kill": 1.0,
    "loss": 1.0,
    "aim_kill": 0.8,
    "open_sky": 0.15,
    "risk": 0.24,
    "covering": 4.0,
    "armor": 70.0,
    "mechanized": 80.0,
    "infantry": 75.0,
    "paratroop": 30.0,
    "headquarters": 85.0,
}
NAMES = tuple(USUAL)


def usual(_game_id: str, side: str) -> dict[str, float]:
    """Return the usual weights of a side."""
    return {**USUAL, **ARAB} if side == "arab" else USUAL


(
    KILL, LOSS, BLEED, SURE,
    POINT, FORT, ARAB_FORT, PASS, OBJECTIVE, TOWN, CITY, AFRICA,
    FADING, BARS, BY_CANAL, NEXT, NEAR, AIM_KILL, AIM_LEAST, AIM_CHANCE, EMPTY, REAR_HOLDS,
    HELPED,
    LEAST_GAIN, GOOD_ODDS, AT_ARMOR, BEARS, ENOUGH, ALONE, FOLLOWS,
    SOME_MORE, GROUND, FADED, BRIDGEHEAD, OPEN_SKY, CUT_OFF,
    BOLD, SUPPORT, RISK, MOST_RISK, LEADING, LEADS_FIGHTS, COVERING, ONWARD, BRIDGE,
    STAYS, STAYS_ATTACKING, FIRST_LOSS, STUBBORN, HOLDING, HOPE, PRICE,
    RAID, RAID_RISK, RAID_BEHIND, BARRAGE, BARRAGE_BEHIND,
    SKY_SINAI, SKY_GOLAN, GROUND_SINAI, SKY_ARAB,
    ARMOR, MECHANIZED, INFANTRY, PARATROOP, HEADQUARTERS, OTHERS, BARRAGES,
) = range(len(NAMES))  # fmt: skip
