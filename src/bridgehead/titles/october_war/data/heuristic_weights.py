"""The sergeant's numbers: what it makes of things, by side.

Each has a place in `board.weights[side]`. The usual values stand here; `data/learned_weights.toml`
has others with which a side plays better. The players that search use those
(`bridgehead.players.heuristic_weights`). Worth is counted in victory points, strength in hits of
one round of fire.
"""

from __future__ import annotations

USUAL = {
    # fights
    "kill": 0.5,  # what a hit on the enemy is worth in a fight that is won
    "loss": 2.0,  # what a hit on one's own costs
    "bleed": 0.45,  # the part of the losses that a long fight is taken to bring
    "sure": 2.0,  # the odds at which a fight counts as won
    # what points are worth, beside the victory points that are the same for all
    "point": 0.2,  # any
    "fort": 2.5,  # an Israeli fort
    "arab_fort": 3.0,
    "pass": 5.0,  # a mountain pass
    "objective": 10.0,
    "town": 5.0,  # an Egyptian town
    "city": 0.5,  # an Egyptian city, beside its points
    "africa": 2.0,
    # aims that draw counters from afar
    "fading": 0.72,  # what is left of an aim a step away
    "bars": 0.6,  # and beyond an enemy
    "by_canal": 0.5,  # and beyond a canal without a bridge
    "next": 0.9,  # what part of a force counts a step away
    "near": 0.5,  # and two steps away
    "aim_kill": 0.5,  # what a hit on the enemy adds to an aim
    "aim_least": 0.3,  # what is left of an aim that cannot be won by who is near
    "aim_chance": 0.5,  # and what is added where it can
    "empty": 0.45,  # of a point's worth, where it lies empty under threat
    "rear_holds": 1.0,  # how far headquarters, engineers and air defense alone hold it: 1 in full
    "helped": 0.35,  # and where too few stand in it
    # moves
    "least_gain": 0.2,  # for less nobody marches
    "good_odds": 1.25,  # for worse nobody enters an enemy's point
    "at_armor": 0.0,  # the part of infantry's strength against armor that counts before armor comes
    "enough": 2.6,  # odds at which a fight needs nobody more
    "alone": 0.0,  # odds that the first counter to enter an unseen force needs by itself
    "follows": 5.0,  # what it is worth more to join those in a fight that still needs more
    "some_more": 0.7,  # what who comes is worth where the odds are good already
    "ground": 0.5,  # what it gives to drive the enemy from any point
    "faded": 0.6,  # what crossing a canal has to be better than
    "bridgehead": 2.5,  # what it is worth to guard a bridge
    "cut_off": 1.0,  # what it costs to be without a line of communication
    "bold": 1.2,  # the odds at which a threat is none
    "support": 0.25,  # what counts of who stands near, where there is a threat
    "risk": 0.48,  # what a hit costs there
    "most_risk": 2.0,
    "leading": 0.5,  # what the fire led is worth to a headquarters
    "onward": 0.15,  # what it is worth to a headquarters to be where the way leads on
    "bridge": 2.0,  # what a bridge is worth at least
    # battles, strikes and barrages
    "stays": 0.7,  # odds under which a battle is broken off
    "stays_attacking": 0.85,
    "first_loss": 1.0,  # odds after a loss before its first shot, under which an attack is left
    "stubborn": 0.035,  # how much less it may be for each point that the place is worth
    "holding": 0.5,  # what is counted of a place's worth where it would have to be left
    "hope": 2.0,  # what the odds add to that
    "price": 1.0,  # what losses cost where one could go instead
    "raid": 0.25,  # a raid must promise this much
    "raid_risk": 0.35,  # what an umbrella costs it
    "raid_behind": 0.35,  # what a hit is worth where no battle is
    "barrage": 0.35,  # a barrage must promise this much
    "barrage_behind": 0.5,
    # the sky: of so many strikes one is kept for air superiority
    "sky_sinai": 5.0,
    "sky_golan": 6.0,
    "ground_sinai": 0.5,  # the part of the others that goes to the Sinai
    "sky_arab": 3.0,
    # who is wanted for the price of a mobilization
    "armor": 100.0,
    "mechanized": 85.0,
    "infantry": 60.0,
    "paratroop": 50.0,
    "headquarters": 30.0,
    "others": 30.0,
    "barrages": 100.0,
}
ARAB = {  # whose usual numbers are others
    "kill": 1.0,
    "loss": 1.0,
    "aim_kill": 0.8,
    "risk": 0.24,
    "armor": 70.0,
    "mechanized": 80.0,
    "infantry": 75.0,
    "paratroop": 30.0,
    "headquarters": 85.0,
}
NAMES = tuple(USUAL)


def usual(_game_id: str, side: str) -> dict[str, float]:
    """Return the usual numbers of a side."""
    return {**USUAL, **ARAB} if side == "arab" else USUAL


(
    KILL, LOSS, BLEED, SURE,
    POINT, FORT, ARAB_FORT, PASS, OBJECTIVE, TOWN, CITY, AFRICA,
    FADING, BARS, BY_CANAL, NEXT, NEAR, AIM_KILL, AIM_LEAST, AIM_CHANCE, EMPTY, REAR_HOLDS,
    HELPED,
    LEAST_GAIN, GOOD_ODDS, AT_ARMOR, ENOUGH, ALONE, FOLLOWS,
    SOME_MORE, GROUND, FADED, BRIDGEHEAD, CUT_OFF,
    BOLD, SUPPORT, RISK, MOST_RISK, LEADING, ONWARD, BRIDGE,
    STAYS, STAYS_ATTACKING, FIRST_LOSS, STUBBORN, HOLDING, HOPE, PRICE,
    RAID, RAID_RISK, RAID_BEHIND, BARRAGE, BARRAGE_BEHIND,
    SKY_SINAI, SKY_GOLAN, GROUND_SINAI, SKY_ARAB,
    ARMOR, MECHANIZED, INFANTRY, PARATROOP, HEADQUARTERS, OTHERS, BARRAGES,
) = range(len(NAMES))  # fmt: skip
