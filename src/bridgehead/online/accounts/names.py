"""Names of accounts: which names are allowed, and a check that no two look alike.

`name_key` stores the comparison keys of each account's name (`look_alikes.py`), each key once: if
two people register similar names at the same time, one is refused. The keys of deleted and renamed
accounts are retired: nobody can take such a name. Only digests of these are stored.
"""

from __future__ import annotations

import hashlib
import itertools
import unicodedata
from functools import cache

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.look_alikes import has_unseen, keys_of
from bridgehead.online.database.tables import FORMER_NAME, NAME_KEY

SHORTEST, LONGEST = 2, 24  # characters of a name
SIGNS = " -_."
# Alphabets with similar letters: a name that mixes them could look like another one.
ALIKE = frozenset(("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "COPTIC", "CHEROKEE"))
DELETED = "deleted account"  # shown instead of the name of a deleted account
RESERVED = (
    "admin", "administrator", "administrators", "anonymous", "bridgehead", "captain", "computer",
    "corporal", "deleted", DELETED, "dice", "everybody", "general", "guest", "host", "human",
    "lieutenant", "moderator", "moderators", "nobody", "official", "operator", "recruit", "root",
    "sergeant", "server", "spectator", "staff", "support", "system", "unknown",
)  # fmt: skip
TAKEN = "this name is taken, or looks like one that is"


class AccountError(BridgeheadError):
    """An account cannot be created or changed like that."""


def checked_name(given: str) -> str:
    """Return a name in the form in which it is stored; AccountError says what is wrong with it."""
    name = unicodedata.normalize("NFKC", given).strip()
    if has_unseen(name):
        raise AccountError("a name cannot contain invisible characters")
    if not SHORTEST <= len(name) <= LONGEST or len(folded(name)) > 2 * LONGEST:
        raise AccountError(f"a name must have {SHORTEST} to {LONGEST} characters")
    if not all(sign.isalnum() or sign in SIGNS for sign in name):
        raise AccountError("a name can contain letters, digits, spaces and - _ .")
    if len({alphabet for sign in name if (alphabet := _alphabet(sign)) in ALIKE}) > 1:
        raise AccountError("the letters of a name must be from one alphabet")
    pairs = (a + b for a, b in itertools.pairwise(name))
    if any(set(pair) <= set(SIGNS) and pair != ". " for pair in pairs):
        raise AccountError("spaces and - _ . cannot follow each other in a name")
    if not name[0].isalnum() or not name[-1].isalnum():
        raise AccountError("a name must begin and end with a letter or a digit")
    if keys_of(name) & _reserved():
        raise AccountError("this name is reserved, or looks like one that is")
    return name


@cache
def _reserved() -> frozenset[str]:
    return frozenset().union(*(keys_of(name) for name in RESERVED))


def _alphabet(sign: str) -> str:
    return unicodedata.name(sign, "").partition(" ")[0]


def folded(name: str) -> str:
    """Return a name as it is looked up: without case, with accents in one spelling."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).strip().casefold())


# In the database's threads


def take(connection: Connection, account: str, name: str) -> None:
    """Give an account a name in place of its old one; AccountError if the name is taken."""
    keys = keys_of(name)
    before = _known(connection, account)
    used = {_digest(key) for key in keys - before}
    wanted = select(FORMER_NAME.c.digest).where(FORMER_NAME.c.digest.in_(used))
    if connection.execute(wanted.limit(1)).first() is not None:
        raise AccountError(TAKEN)
    rows = [{"key": key, "account": account} for key in sorted(keys - before)]
    try:
        if rows:
            connection.execute(insert(NAME_KEY), rows)
    except IntegrityError:
        raise AccountError(TAKEN) from None
    _retire(connection, account, before - keys)


def give_up(connection: Connection, account: str) -> None:
    """Retire the name of an account."""
    _retire(connection, account, _known(connection, account))


def _known(connection: Connection, account: str) -> frozenset[str]:
    known = select(NAME_KEY.c.key).where(NAME_KEY.c.account == account)
    return frozenset(connection.execute(known).scalars())


def _retire(connection: Connection, account: str, keys: frozenset[str]) -> None:
    if not keys:
        return
    own = NAME_KEY.c.account == account, NAME_KEY.c.key.in_(keys)
    connection.execute(delete(NAME_KEY).where(*own))
    digests = {_digest(key) for key in keys}
    wanted = select(FORMER_NAME.c.digest).where(FORMER_NAME.c.digest.in_(digests))
    known = set(connection.execute(wanted).scalars())
    rows = [{"digest": digest} for digest in sorted(digests - known)]
    if rows:
        connection.execute(insert(FORMER_NAME), rows)


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()
