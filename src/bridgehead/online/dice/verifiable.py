"""The dice of a game on this server: what each request adds to them, and when they may be rolled.

`core/dice/verifiable.py` defines how a roll follows from a secret and from the hash chains of the
players' browsers. Here the chains are read from the journal of a game, which has these entries:

| kind | side | text | link |
|---|---|---|---|
| `anchor` | owner of the chain | the anchor, or `none` | |
| `link` | owner of the chain | the ticket that it was given for | the link |
| `action` | who decides | the action | the next link of that side |
| `secret` | | the hash of the new secret | |

A game without chains has only a sealed secret and none of the dice entries; its rolls follow from
the secret alone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, select

from bridgehead.core.dice.verifiable import NONE, ChainError, Chains, digest_of, trail_data
from bridgehead.core.errors import IllegalAction
from bridgehead.core.records.record import Record
from bridgehead.online.database.tables import DICE as TABLE
from bridgehead.online.database.tables import PAST_DICE
from bridgehead.online.dice.sealed import SEALED, STRICT, Seal, draw
from bridgehead.online.games.history import DICE, Entry, History

RENEWED = 200  # how often a side can begin a new chain in one game


@dataclass(frozen=True)
class KeptDice:
    """The dice of a game as stored in the database: the secrets, the oldest first."""

    mode: str  # "sealed", "chains" or "strict"
    secrets: tuple[tuple[str, str], ...]  # the published hash, and the sealed secret


def read(connection: Connection, game: str) -> KeptDice:
    """Return the stored dice of a game."""
    row = connection.execute(select(TABLE).where(TABLE.c.game == game)).one()
    past = connection.execute(
        select(PAST_DICE).where(PAST_DICE.c.game == game).order_by(PAST_DICE.c.number)
    )
    secrets = [(one.commitment, one.sealed) for one in past]
    return KeptDice(row.mode, (*secrets, (row.commitment, row.sealed)))


@dataclass(frozen=True)
class GameDice:
    """The state of a game's dice after its journal; `chains` is None if there is only a secret.

    Immutable: `after` returns the state after more entries.
    """

    game: str
    secrets: tuple[tuple[str, str], ...] = ()  # the published hash, and the secret
    chains: Chains | None = None

    @classmethod
    def of(
        cls, kept: KeptDice, seal: Seal, game: str, title: str, sides: Sequence[str],
        people: Iterable[str],
    ) -> GameDice:  # fmt: skip
        """Return the dice of a game at its start; SealError if their key is missing."""
        secrets = tuple((known, seal.open(game, sealed)) for known, sealed in kept.secrets)
        if kept.mode == SEALED:
            return cls(game, secrets)
        first, strict = secrets[0][0], kept.mode == STRICT
        played = tuple(side for side in sides if side in set(people))
        return cls(game, secrets, Chains(game, title, tuple(sides), played, first, strict))

    def after(self, entries: Iterable[Entry]) -> GameDice:
        """Return the dice after more entries; ChainError if an entry is invalid."""
        if self.chains is None:
            return self
        chains = self.chains
        for entry in entries:
            if (event := _event(entry)) is not None:
                chains = chains.after(event)
        return replace(self, chains=chains)

    # Rolls

    @property
    def secret(self) -> str:
        """The secret that the next roll is derived from."""
        if self.chains is None:
            return self.secrets[-1][1]
        return dict(self.secrets)[self.chains.commitment]

    def draw(self, number: int, outcomes: int) -> int:
        """Return the outcome of draw number `number`, 0 to `outcomes` - 1."""
        if self.chains is None:
            return draw(self.secret, self.game, number, outcomes)
        return self.chains.draw(self.secret, outcomes)

    def owes(self) -> tuple[str, ...]:
        """Return the sides whose browsers must send something before the dice can be rolled."""
        return self.chains.owes() if self.chains else ()

    # Requests

    def check_action(self, side: str, link: object) -> str | None:
        """Return the link to store with an action of a side.

        IllegalAction if it is missing or wrong. Every action needs a link, whether it leads to a
        roll or not. If links were required only before a roll, the refusal would reveal a hidden
        ambush.
        """
        if self.chains is None or not self.chains.of(side).is_live:
            return None
        with _refused():
            self.chains.check(side, link)
        return str(link)

    def anchored(self, side: str, anchor: object, *, is_rated: bool = False) -> Entry:
        """Return the journal entry of a side's new chain; IllegalAction if it cannot have one.

        In a rated game nobody plays without a chain, unless the side has lost too many chains.
        """
        if self.chains is None:
            raise IllegalAction("dice", "the dice of this game are sealed: they need no chains")
        if is_rated and anchor == NONE and self.chains.of(side).renewed < RENEWED:
            raise IllegalAction(
                "dice", "a rated game needs dice that can be checked: open it in a browser that "
                "can compute them"
            )  # fmt: skip
        if anchor == NONE and self.chains.of(side).anchor not in ("", NONE):
            raise IllegalAction(
                "dice", "the dice of this game can be checked: begin a new chain instead of none"
            )
        entry = Entry("anchor", side, anchor if isinstance(anchor, str) else "")
        with _refused():
            self.after([entry])
        if anchor != NONE and self.chains.of(side).renewed >= RENEWED:
            raise IllegalAction(
                "dice", f"{RENEWED} chains were lost: this game continues without one"
            )
        return entry

    def linked(self, side: str, link: object, ticket: object, actions: Sequence[str]) -> Entry:
        """Return the entry of a link that the dice wait for.

        IllegalAction if they do not wait for it.
        """
        if self.chains is None or self.chains.wants(side) != "link":
            raise IllegalAction("dice", "the dice are not waiting for your link")
        if self.chains.of(side).begun and ticket != self._ticket(actions):
            raise IllegalAction("dice", "this ticket is not for the roll that is due")
        with _refused():
            self.chains.check(side, link)
        text = str(ticket) if self.chains.of(side).begun else ""
        return Entry("link", side, text, link=str(link))

    def _ticket(self, actions: Sequence[str]) -> str:
        assert self.chains is not None
        return self.chains.ticket(self.secret, digest_of(actions))

    # Messages

    def told(self, side: str | None, actions: Sequence[str], *, due: bool, over: bool) -> Any:
        """Return the dice state for a side or a spectator; None if the dice have no chains.

        A side's last link is sent to that side only, because the number of links shows how often it
        has decided something. `due`: whether a roll is due. Only the side that must answer gets the
        ticket.
        """
        chains = self.chains
        if chains is None:
            return None
        want = "" if over or side is None else chains.wants(side)
        if want == "link" and chains.of(side or "").begun and not due:
            want = ""
        is_asked = want == "link" and chains.of(side or "").begun
        return {
            "title": chains.title,
            "strict": chains.strict,
            "strength": chains.strength,
            "commitment": chains.commitment,
            "people": list(chains.people),
            "anchors": {each: chains.of(each).anchor for each in chains.sides},
            "opening": dict(chains.opening),
            "renewed": {each: chains.of(each).renewed for each in chains.people},
            "owes": list(chains.owes()) if due and not over else [],
            "want": want,
            "ticket": self._ticket(actions) if is_asked else "",
            "last": chains.of(side).last if side is not None else "",
        }


def trail_of(played: Record, dice: GameDice, entries: Sequence[Entry]) -> dict[str, Any]:
    """Return all dice events of a finished game, in the form in which a record stores them.

    `played` is the record of the game, `dice` are its dice before the first entry.
    """
    assert dice.chains is not None
    record = Record(played.game, start=played.start)
    history = History(record.game.sides)
    events: list[dict[str, Any]] = []
    stands: dict[int, dict[str, Any]] = {}
    for entry in entries:
        event = _event(entry, history.actions)
        if event is not None and event["kind"] == "roll":
            legal = record.position.legal_actions()
            event |= {"of": len(legal), "gave": [str(each) for each in legal].index(entry.text)}
            stands[len(history.actions) + 1] = event
        history = history.after([entry])
        if len(history.actions) < len(record.actions):
            record.cut(len(history.actions))
            stands = {
                number: one for number, one in stands.items() if number <= len(history.actions)
            }
        elif len(history.actions) > len(record.actions):
            record.do(entry.text)
        if event is not None:
            events.append(event)
    for number, event in stands.items():
        event["at"] = number
    return trail_data(dice.chains, dice.secrets, events)


def _event(entry: Entry, actions: Sequence[str] = ()) -> dict[str, Any] | None:
    """Return the dice event of a journal entry, None if the entry does not concern the dice."""
    if entry.kind == "anchor":
        return {"kind": "anchor", "side": entry.side, "anchor": entry.text}
    if entry.kind == "secret":
        return {"kind": "secret", "commitment": entry.text}
    if entry.kind == "link":
        more = {"ticket": entry.text, "after": digest_of(actions)} if entry.text else {}
        return {"kind": "link", "side": entry.side, "link": entry.link, **more}
    if entry.kind != "action":
        return None
    if entry.side == DICE:
        after = digest_of(actions)
        return {"kind": "roll", "number": entry.roll, "text": entry.text, "after": after}
    return {"kind": "action", "side": entry.side, **({"link": entry.link} if entry.link else {})}


@contextlib.contextmanager
def _refused() -> Iterator[None]:
    """Turn errors of the chains into IllegalAction, for the player."""
    try:
        yield
    except ChainError as error:
        raise IllegalAction("dice", str(error)) from error
