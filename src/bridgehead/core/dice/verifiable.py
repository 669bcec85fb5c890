"""Dice that both players of a game can check: hash chains, and how rolls follow from them.

The server fixes a secret and publishes its hash. Each player's browser makes a chain: each link is
the SHA-256 of the next one, and the first of all, the anchor, is published. Links are shown in
order; each one is checked against the one before, and nobody can know it before it is shown.

Roll number k follows from the secret, the header (hash of the secret, and both anchors), k, and the
last link of each side. `Chains` processes what has happened, event by event, and knows what may be
rolled; `DiceHistory` is the complete history in a record, and recomputes every roll.

The page computes the same in web/js/online/chain.js; docs/dice.md explains what this protects from.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bridgehead.core.dice.dice import CHAINED_VERSION, commitment_to, derived_draw, is_digest
from bridgehead.core.errors import BridgeheadError, InvalidRecord

NONE = "none"  # the anchor of a browser that cannot make a chain
STRETCH = 100_000  # rounds of PBKDF2: how much dearer it is to find two headers with the same words
EVENTS = ("anchor", "link", "action", "roll", "secret")


class ChainError(BridgeheadError):
    """A contribution to the dice does not match the earlier ones."""


# Also computed by the page


def link_before(link: str) -> str:
    """Return the predecessor of a link in its chain: a link or the anchor."""
    return hashlib.sha256(bytes.fromhex(link)).hexdigest()


def header_of(game: str, title: str, commitment: str, anchors: Mapping[str, str]) -> str:
    """Return the header of a game's dice: the values fixed before anything is rolled."""
    sides = [f"{side} {anchor or NONE}" for side, anchor in anchors.items()]
    lines = [f"bridgehead dice {CHAINED_VERSION}", game, title, commitment, *sides]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def words_of(header: str) -> str:
    """Return a header as six words to read aloud; each encodes 16 bits (a proquint)."""
    salt = b"bridgehead dice words"
    data = hashlib.pbkdf2_hmac("sha256", header.encode(), salt, STRETCH, 12)
    return " ".join(_word(int.from_bytes(data[i : i + 2], "big")) for i in range(0, 12, 2))


def _word(bits: int) -> str:
    hard, soft = "bdfghjklmnprstvz", "aiou"
    return (
        hard[bits >> 12] + soft[bits >> 10 & 3] + hard[bits >> 6 & 15]
        + soft[bits >> 4 & 3] + hard[bits & 15]
    )  # fmt: skip


def chained_draw(secret: str, number: int, header: str, links: Sequence[str], outcomes: int) -> int:
    """Return roll number `number`, 0 to `outcomes` - 1, each equally likely.

    `links` has the last link of each side, "" for a side without one. It includes no actions, so
    the order in which somebody acts changes no roll.
    """
    return derived_draw(secret, number, (header, *links), outcomes)


def ticket_of(secret: str, number: int, header: str, links: Sequence[str], digest: str) -> str:
    """Return the server's commitment to an action, given before it gets a link (strict mode).

    It reveals nothing about the action until the secret is known. Then it proves which action it
    was: `digest` is the digest of the actions that led to the roll.
    """
    message = "|".join(["ticket", str(number), header, *links, digest])
    return hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest()


def digest_of(actions: Sequence[str]) -> str:
    """Return the digest of the actions that led to a roll."""
    return hashlib.sha256("\n".join(actions).encode()).hexdigest()


# Events and state


@dataclass(frozen=True)
class Chain:
    """The chain of one side, as far as it has been shown."""

    anchor: str = ""  # "" if not given yet, NONE if there is none
    last: str = ""  # the last link shown, or the anchor
    begun: bool = False  # whether the first link was shown
    waits: bool = False  # a new chain: it counts from the other side's next link on
    renewed: int = 0  # number of new or abandoned chains

    @property
    def is_live(self) -> bool:
        """Whether the side must send links with its actions."""
        return self.begun and self.anchor != NONE

    @property
    def counts(self) -> str:
        """The link that is used in rolls."""
        return self.last if self.is_live and not self.waits else ""


@dataclass(frozen=True)
class Chains:
    """The state of a game's dice: the chains, who acted last, the number of rolls."""

    game: str
    title: str
    sides: tuple[str, ...]
    people: tuple[str, ...]  # the sides that people play; computers have no chain
    commitment: str
    strict: bool = False
    header: str = ""  # "" until all anchors are given
    opening: Mapping[str, str] = field(default_factory=dict)  # the anchors that are in the header
    rolls: int = 0
    actor: str = ""  # the side that acted last
    answered: str = ""  # the side that has given a link since then
    fresh: bool = False  # whether a link was given since the last roll
    chains: Mapping[str, Chain] = field(default_factory=dict)

    def of(self, side: str) -> Chain:
        """Return the chain of a side."""
        return self.chains.get(side, Chain())

    @property
    def links(self) -> tuple[str, ...]:
        """The links that the next roll uses, in the order of the sides."""
        return tuple(self.of(side).counts for side in self.sides)

    @property
    def strength(self) -> str:
        """How well the dice can be checked: "sealed", "checked", or "strict".

        "sealed" if a side that a person plays has no chain.
        """
        chained = [self.of(side).anchor not in ("", NONE) for side in self.people]
        if not chained or not all(chained):
            return "sealed"
        return "strict" if self.strict and len(self.people) > 1 else "checked"

    def owes(self) -> tuple[str, ...]:
        """Return the sides whose browsers must send something before the next roll."""
        missing = [side for side in self.people if not self.of(side).anchor]
        if not missing:
            missing = [side for side in self.people if not self.of(side).begun]
        if not missing and self.strict and self.actor in self.people:
            missing = [
                side
                for side in self.people
                if side not in (self.actor, self.answered) and self.of(side).counts
            ]
        return tuple(missing)

    def wants(self, side: str) -> str:
        """Return what a side's browser must send: "anchor", "link", or "" for nothing yet."""
        if side not in self.people:
            return ""
        if not self.of(side).anchor:
            return "anchor"
        return "link" if side in self.owes() else ""

    # Events

    def after(self, event: Mapping[str, Any]) -> Chains:
        """Return the state after one more event; ChainError if the event does not match."""
        kind, side = event["kind"], event.get("side", "")
        if kind == "secret":
            found = replace(self, commitment=event["commitment"], header="", opening={})
            return replace(found, answered="", actor="", chains={})
        if kind == "roll":
            return replace(self, rolls=self.rolls + 1, answered="", fresh=False)
        if kind == "anchor":
            return self._anchored(side, event["anchor"])
        link = event.get("link")
        if kind == "action":
            found = replace(self, actor=side, answered="")
            return found._linked(side, link) if link else found
        was_begun = self.of(side).begun
        found = self._linked(side, link)
        return replace(found, answered=side) if was_begun else found

    def _anchored(self, side: str, anchor: str) -> Chains:
        if side not in self.people:
            raise ChainError(f"{side!r} has no chain")
        if anchor != NONE and not is_digest(anchor):
            raise ChainError("an anchor must be 64 hex digits")
        known = self.of(side)
        if anchor == known.anchor:
            raise ChainError("this anchor was already used")
        if not self.header:
            chain = Chain(anchor, anchor, anchor == NONE, False, known.renewed)
        else:
            chain = Chain(anchor, anchor, True, anchor != NONE, known.renewed + 1)
        found = replace(self, chains={**self.chains, side: chain})
        if not self.header and all(found.of(each).anchor for each in self.people):
            anchors = {each: found.of(each).anchor for each in self.sides}
            header = header_of(self.game, self.title, self.commitment, anchors)
            found = replace(found, header=header, opening=anchors)
        return found

    def check(self, side: str, link: object) -> None:
        """Raise ChainError if `link` is not the next one of a side's chain."""
        chain = self.of(side)
        if not self.header or chain.anchor in ("", NONE):
            raise ChainError("no link of a chain is due yet")
        if not isinstance(link, str) or not is_digest(link):
            raise ChainError("the request needs the next link of your dice chain, 64 hex digits")
        if link_before(link) != chain.last:
            raise ChainError("this is not the next link of your dice chain")

    def _linked(self, side: str, link: Any) -> Chains:
        self.check(side, link)
        chains = {
            each: replace(chain, waits=chain.waits and each == side)
            for each, chain in self.chains.items()
        }
        chains[side] = replace(chains[side], last=link, begun=True)
        return replace(self, chains=chains, fresh=True)

    # Rolls

    def draw(self, secret: str, outcomes: int) -> int:
        """Return the outcome of the next roll."""
        return chained_draw(secret, self.rolls + 1, self.header, self.links, outcomes)

    def ticket(self, secret: str, digest: str) -> str:
        """Return the ticket of the roll that is due."""
        return ticket_of(secret, self.rolls + 1, self.header, self.links, digest)


# The complete history


class DiceHistory:
    """The complete dice history of a finished game, as its record contains it.

    Creating one checks it: every link, every secret and every roll, including those that were taken
    back. InvalidRecord names the first invalid event.
    """

    def __init__(self, data: Mapping[str, Any], sides: Sequence[str]) -> None:
        self.rolls: dict[int, Mapping[str, Any]] = {}  # by number of the action
        self.count = self.short = self.stale = 0  # rolls; without all chains; without a new link
        self.words = ""
        self._data = data
        self._promised = ""  # the digest of the actions for which a link was given
        try:
            self._secrets = self._read_secrets()
            chains = self._opening(tuple(sides))
            for number, event in enumerate(data["events"], start=1):
                try:
                    chains = self._take(chains, event)
                except ChainError as error:
                    raise InvalidRecord(f"record, dice, event {number}: {error}") from error
        except InvalidRecord:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InvalidRecord(f"record, dice: invalid: {error!r}") from error
        self.end = chains

    def _opening(self, sides: tuple[str, ...]) -> Chains:
        data = self._data
        people = tuple(str(side) for side in data["people"])
        if not set(people) <= set(sides):
            raise InvalidRecord(f"record, dice, people: are some of {', '.join(sides)}")
        first = str(data["secrets"][0]["commitment"])
        return Chains(
            str(data["game"]), str(data["title"]), sides, people, first, data["strict"] is True
        )

    def _read_secrets(self) -> dict[str, str]:
        found = {}
        for one in self._data["secrets"]:
            if commitment_to(str(one["secret"])) != one["commitment"]:
                raise InvalidRecord(
                    "record, dice: the disclosed secret does not match the commitment"
                )
            found[str(one["commitment"])] = str(one["secret"])
        return found

    def _take(self, chains: Chains, event: Mapping[str, Any]) -> Chains:
        kind = event["kind"]
        if kind not in EVENTS:
            raise ChainError(f"unknown kind of event {kind!r}")
        if kind == "roll":
            self._check_roll(chains, event)
        elif kind == "link" and event.get("ticket"):
            self._promised = str(event["after"])
            secret = self._secrets[chains.commitment]
            if chains.ticket(secret, self._promised) != event["ticket"]:
                raise ChainError("the ticket does not match the actions")
        elif kind == "action":
            self._promised = ""
        after = chains.after(event)
        if after.header and not self.words:
            self.words = words_of(after.header)
        return after

    def _check_roll(self, chains: Chains, event: Mapping[str, Any]) -> None:
        if event["number"] != chains.rolls + 1:
            raise ChainError(f"is roll {event['number']}, and {chains.rolls + 1} is due")
        if owing := chains.owes():
            raise ChainError(f"rolled without the required link of {' and '.join(owing)}")
        gave = chains.draw(self._secrets[chains.commitment], event["of"])
        if gave != event["gave"]:
            raise ChainError(f"roll {event['number']} gave {gave}, not {event['gave']}")
        if self._promised not in ("", event["after"]):
            raise ChainError("the link was given for other actions")
        self._promised = ""
        self.count += 1
        self.stale += not chains.fresh
        self.short += not all(chains.of(side).counts for side in chains.people)
        if "at" in event:
            if int(event["at"]) <= max(self.rolls, default=0):
                raise ChainError("rolls must be in the order in which they were made")
            self.rolls[int(event["at"])] = event

    def due(self, number: int, legal: Sequence[str], before: Sequence[str]) -> str:
        """Return the dice outcome of action `number`; InvalidRecord if there was none."""
        event = self.rolls.get(number)
        if event is None or event["of"] != len(legal) or event["after"] != digest_of(before):
            raise InvalidRecord(
                f"record, action {number}: the dice of the record have no such roll"
            )
        return str(legal[event["gave"]])

    def told(self, counted: str) -> list[str]:
        """Return the findings as sentences; `counted` are the rolls that were not taken back."""
        back = self.count - len(self.rolls)
        more = f"; taken back, and also correct: {back}" if back else ""
        counted = counted if self.rolls else "rolls"
        found = ["the disclosed secret matches the commitment at the start"]
        if self.count:
            found.append(f"all {counted} follow from it and the chains of the players{more}")
        if self.words:
            found.append(f"the six words of these dice are: {self.words}")
        if self.short:
            found.append(f"{self.short} of all rolls were made without the chain of a player")
        if self.stale:
            found.append(
                f"{self.stale} of all rolls followed another without a new link between them"
            )
        for side, chain in self.end.chains.items():
            if chain.renewed:
                found.append(f"{side} began {chain.renewed} more chains: the old ones were lost")
        return found


def trail_data(
    chains: Chains, secrets: Iterable[tuple[str, str]], events: Iterable[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return the dice of a record.

    They are the `chains` at the start, the secrets by commitment, and the events.
    """
    return {
        "kind": "chained",
        "version": CHAINED_VERSION,
        "game": chains.game,
        "title": chains.title,
        "strict": chains.strict,
        "people": list(chains.people),
        "secrets": [{"commitment": known, "secret": secret} for known, secret in secrets],
        "events": [dict(event) for event in events],
    }
