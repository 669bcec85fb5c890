"""An attack in preparation, before it is declared: hexes, units, markers.

No rule is repeated here: the title's `screen` finds out on copies what can join. "Markers" are
everything in an attack besides units: artillery support, airstrikes, naval guns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bridgehead.core.errors import IllegalAction
from bridgehead.core.titles.games import hex_title, title_of
from bridgehead.core.words.offers import Refused
from bridgehead.players.advice import force


@dataclass
class Draft:
    """An attack in preparation.

    `fixed` units and markers, and `begun` hexes, are declared already.
    """

    hexes: list[str]
    candidates: list[str] = field(default_factory=list)  # who can join, those who have first
    units: list[str] = field(default_factory=list)
    markers: dict[str, int] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)  # marker -> the most that can be given
    further: str = ""  # the verb that adds a hex
    numbered: frozenset[str] = frozenset()  # markers whose action names their number
    must: tuple[str, ...] = ()  # attackers without which it cannot be fired
    careful: tuple[Refused, ...] = ()  # attackers better kept out, and why
    more: tuple[str, ...] = ()  # hexes that can be attacked with these
    begun: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    given: Mapping[str, int] = field(default_factory=dict)

    def texts(self, order: Sequence[str]) -> list[str]:
        """Return the remaining actions to declare it, without `fire`, with the units in `order`."""
        hexes = sorted(self.hexes)
        texts = [f"{self.further if n or self.begun else 'attack'} {hex_}"
                 for n, hex_ in enumerate(h for h in hexes if h not in self.begun)]  # fmt: skip
        texts += [f"with {u}" for u in order if u in self.units and u not in self.fixed]
        for name in self.limits:
            number = self.markers.get(name, 0)
            if number and not self.given.get(name):
                texts.append(f"{name} {number}" if name in self.numbered else name)
        return texts


def declared(game: Any, decision: Any) -> Draft | None:
    """Return the attack that is partly declared, None if there is none."""
    data = decision.data.get("combat", {})
    if not data or title_of(game.id).decisions.steps[data["step"]].part != "attack":
        return None
    hexes = tuple(data["aims"] if "aims" in data else [data["hex"]])
    given = dict(data.get("markers", {})) | ({"support": 1} if data.get("support") else {})
    inside = tuple(data.get("attackers", ()))
    return Draft(list(hexes), begun=hexes, fixed=inside, given=given)


def draft(position: Any, decision: Any, hexes: Sequence[str]) -> Draft:
    """Return an attack on these hexes with everything that can join; IllegalAction if impossible.

    It contains the smallest force that reaches the best column (`bridgehead.players.advice.force`).
    """
    found = declared(position.game, decision) or Draft(list(hexes))
    found.further = title_of(position.game.id).decisions.further
    found.hexes = sorted({*hexes, *found.begun})
    offer = hex_title(position.game.id).screen.attack_offer(position, *found.hexes)
    found.candidates = [*offer.inside, *(u for u in offer.candidates if u not in offer.inside)]
    found.must = tuple(refused.unit for refused in offer.must)
    found.more = offer.also
    verbs = position.game.grammar.verbs
    limits = {**offer.markers, **found.given}
    found.limits = dict(sorted(limits.items(), key=lambda item: verbs[item[0]][0]))
    found.numbered = frozenset(name for name in limits if verbs[name][1] == "number")
    found.markers = dict(found.given)
    needed = force.needed_elsewhere(position, offer)
    found.careful = (*offer.careful, *needed)
    found.units = force.suggested(position, offer, force.everybody(position, offer), needed)
    return found


def odds_of(position: Any, attack: Draft) -> Any:
    """Return the odds of an attack in preparation, None without an attacker.

    IllegalAction if these units cannot attack together because they are not near.
    """
    screen = hex_title(position.game.id).screen
    return screen.attack_odds(position, attack.hexes, attack.units, attack.markers)


def why_not_fired(position: Any, attack: Draft) -> IllegalAction | None:
    """Return why an attack in preparation cannot be fired yet, None if it can."""
    trial = position.copy()
    try:
        for text in [*attack.texts(position.game.units), "fire"]:
            trial.push(text)
    except IllegalAction as error:
        return error
    return None
