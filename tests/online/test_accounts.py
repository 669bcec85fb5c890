"""Accounts, passwords, sessions, limits, and the schema of the database."""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, func, insert, select, text, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import deletion
from bridgehead.online.accounts.accounts import (
    Account,
    Accounts,
    LoginError,
    create_guest,
    keep_password,
)
from bridgehead.online.accounts.login_sessions import LASTS, Sessions, end_all
from bridgehead.online.accounts.names import AccountError, checked_name, folded
from bridgehead.online.accounts.passwords import Passwords, WeakPasswordError
from bridgehead.online.database import schema
from bridgehead.online.database.database import Database
from bridgehead.online.database.key_file import new_key
from bridgehead.online.database.schema import SchemaError
from bridgehead.online.database.tables import ACCOUNT, META, PASSWORD, SESSION
from bridgehead.online.dice.sealed import Seal, SealError, draw
from bridgehead.online.moderation.restrictions import RestrainedError, check_may_enter, restrain
from bridgehead.server.web.rate_limits import Limit, Limits, TooOftenError
from tests.online.conftest import QUICK, SECRET

pytestmark = pytest.mark.plain
T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def visit(database: Database, name: str) -> Account:
    """Create a guest."""
    with database.writing() as connection:
        return create_guest(connection, name)


@pytest.fixture
def accounts(database: Database) -> Accounts:
    return Accounts(database, QUICK)


def test_who_registers_can_log_in(accounts: Accounts) -> None:
    anna = run(accounts.register("Anna", SECRET))
    assert run(accounts.log_in("anna", SECRET)) == anna
    assert (
        run(accounts.log_in("  \uff21\uff2e\uff2e\uff21 ", SECRET)) == anna
    )  # as a phone may write it


@pytest.mark.parametrize("name", ["Anna", "anna", "ANNA", " Anna ", "\uff21nna"])
def test_a_name_is_taken_however_it_is_written(
    accounts: Accounts, database: Database, name: str
) -> None:
    run(accounts.register("Anna", SECRET))
    with pytest.raises(AccountError, match="taken"):
        run(accounts.register(name, SECRET))
    with pytest.raises(AccountError, match="taken"):
        visit(database, name)


@pytest.mark.parametrize(
    "name",
    ["", "a", "a" * 25, "<b>", "a/b", "a\u202eb", "a\nb", "a  b", "-a", "a.", "a\u0000b", "General",
     "computer", "🂡🂡", "a'b", 'a"b', "a\u200bb", "\u00a0\u00a0"],
)  # fmt: skip
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(AccountError):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    ["An\u1160na", "\u3164\u3164", "\uffa0\uffa0", "\u115f\u1160", "\u2800\u2800", "An\u00adna",
     "Anna\u1160", "a\ufe0fb", "\u17b4\u17b5", "An\u2065na", "An\u034fna", "  "],
)  # fmt: skip
def test_nobody_has_a_name_with_what_is_not_seen(name: str) -> None:
    with pytest.raises(AccountError):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    ["System", "syst\u0435m", "\u0455\u0443\u0455t\u0435m", "Administrators", "cornputer",
     "COMPUTER", "computer", "\u0441omputer", "adrnin", "ADMINISTRATOR", "GeneraI",
     "Moderator", "mod\u0435rator", "support", "Deleted Account", "deIeted account"],
)  # fmt: skip
def test_nobody_looks_like_the_system(name: str) -> None:
    with pytest.raises(AccountError):
        checked_name(name)


ALIKE = [
    ("ace", "\u0430\u0441\u0435"),  # Latin, Cyrillic
    ("Ace", "\u0410\u0421\u0415"),
    ("ice", "\u0406\u0421\u0415"),
    ("Alan", "AIan"),  # a small L, a capital i
    ("modern", "modem"),
    ("Anna", "\uff21nna"),
    ("pop", "\u0440\u043e\u0440"),
    ("Bob", "B\u1d0fb"),
]


@pytest.mark.parametrize(("one", "other"), [*ALIKE, *(pair[::-1] for pair in ALIKE)])
def test_no_two_names_look_alike(
    accounts: Accounts, database: Database, one: str, other: str
) -> None:
    run(accounts.register(one, SECRET))
    with pytest.raises(AccountError, match="taken, or looks like"):
        run(accounts.register(other, SECRET))
    with pytest.raises(AccountError, match="taken, or looks like"):
        visit(database, other)
    with pytest.raises(LoginError):  # nor does it log in to the other account
        run(accounts.log_in(other, "wrong"))


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Hanna"), ("Karl", "Carl"), ("Zoe", "Zoë"), ("Ali", "Alf")]
)
def test_names_that_differ(accounts: Accounts, one: str, other: str) -> None:
    for name in (one, other):
        run(accounts.register(name, SECRET))


def test_of_two_names_that_look_alike_one_is_registered_at_once(database: Database) -> None:
    """Two that come at the same time meet at a unique key of the database."""
    start = threading.Barrier(2)

    def register(name: str) -> str:
        start.wait()
        try:
            with database.writing() as connection:
                create_guest(connection, name)
        except AccountError:
            return ""
        return name

    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(register, ("ace", "\u0430\u0441\u0435")))
    assert sorted(map(bool, found)) == [False, True]
    with database.reading() as connection:
        assert len(connection.execute(select(ACCOUNT)).all()) == 1


@pytest.mark.parametrize("name", ["Anna", "דוד", "محمد", "Jörg-Uwe", "A. B. Smith", "x_1"])
def test_names(name: str) -> None:
    assert checked_name(name) == name


def test_login_tells_no_unknown_name_from_a_wrong_password(
    accounts: Accounts, database: Database
) -> None:
    run(accounts.register("Anna", SECRET))
    visit(database, "Guy")
    said = set()
    for name, password in [
        ("Anna", "wrong"),
        ("Nina", SECRET),
        ("Guy", ""),
        ("", ""),
        ("A" * 999, ""),
    ]:
        with pytest.raises(LoginError) as error:
            run(accounts.log_in(name, password))
        said.add(str(error.value))
    assert len(said) == 1


def test_an_unknown_name_costs_as_much_as_a_known_one(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(accounts.register("Anna", SECRET))
    checked: list[str] = []
    matches = QUICK._matches
    monkeypatch.setattr(QUICK, "_matches", lambda *given: checked.append("") or matches(*given))
    for name in ("Anna", "Nina"):
        with pytest.raises(LoginError):
            run(accounts.log_in(name, "wrong"))
    assert len(checked) == 2


@pytest.mark.parametrize("password", ["", "short", "a" * 201, "aaaaaaaaaaaaaaa", "abcabcabcabc"])
def test_weak_passwords(accounts: Accounts, password: str) -> None:
    with pytest.raises(WeakPasswordError):
        run(accounts.register("Anna", password))


def test_passwords_are_kept_hashed(accounts: Accounts, database: Database) -> None:
    run(accounts.register("Anna", SECRET))
    with database.reading() as connection:
        kept = connection.execute(select(PASSWORD.c.hash)).scalar_one()
    assert kept.startswith("$argon2id$")
    assert SECRET not in kept


def test_a_password_is_changed_with_the_old_one_only(accounts: Accounts) -> None:
    anna = run(accounts.register("Anna", SECRET))
    with pytest.raises(LoginError):
        run(accounts.change_password(anna, "wrong", "another good one"))
    run(accounts.change_password(anna, SECRET, "another good one"))
    assert run(accounts.log_in("Anna", "another good one")) == anna
    with pytest.raises(LoginError):
        run(accounts.log_in("Anna", SECRET))


def test_a_guest_becomes_a_member_once(accounts: Accounts, database: Database) -> None:
    guest = visit(database, "Guy")
    assert guest.is_guest
    member = run(accounts.claim(guest, SECRET))
    assert (member.id, member.is_guest) == (guest.id, False)
    assert run(accounts.log_in("Guy", SECRET)) == member
    for account in (guest, member):  # a second window knows it as a guest still
        with pytest.raises(AccountError):
            run(accounts.claim(account, "another good one"))


# Sessions


def test_sessions_are_known_by_digest_and_can_be_revoked(
    accounts: Accounts, database: Database
) -> None:
    sessions, anna = Sessions(database), run(accounts.register("Anna", SECRET))
    bert = run(accounts.register("Bert", SECRET))
    first = run(sessions.begin(anna, "Firefox"))
    second = run(sessions.begin(anna, "x" * 999))
    here = run(sessions.find(first))
    assert here is not None
    assert here.account == anna
    listed = run(sessions.of(anna))
    assert {one.agent for one in listed} == {"Firefox", "x" * 200}
    with database.reading() as connection:
        kept = " ".join(map(str, connection.execute(select(SESSION)).all()))
    assert first not in kept
    assert second not in kept
    other = next(one.id for one in listed if one.id != here.id)
    assert not run(sessions.revoke(bert, other))  # it is not his
    assert run(sessions.revoke(anna, other))
    assert run(sessions.find(second)) is None
    third = run(sessions.begin(anna, ""))
    assert len(run(sessions.revoke_others(anna, here.id))) == 1
    assert run(sessions.find(third)) is None
    run(sessions.end(first))
    assert run(sessions.find(first)) is None


def test_a_session_that_was_planted_ends_with_the_login(
    accounts: Accounts, database: Database
) -> None:
    sessions, anna = Sessions(database), run(accounts.register("Anna", SECRET))
    planted = run(sessions.begin(anna, ""))
    fresh = run(sessions.begin(anna, "", instead_of=planted))
    assert fresh != planted
    assert run(sessions.find(planted)) is None


def test_who_was_let_in_before_all_sessions_ended_has_none_after_it(
    accounts: Accounts, database: Database
) -> None:
    """Checking a password takes a while, and meanwhile it may be changed, or the account end."""
    sessions, anna = Sessions(database), run(accounts.register("Anna", SECRET))
    entering = run(accounts.log_in("Anna", SECRET))
    assert SECRET not in repr(entering)
    assert str(entering.proof) not in repr(entering)
    with database.writing() as connection:
        keep_password(connection, anna.id, run(accounts.hash("another sentence of mine")))
        assert end_all(connection, anna.id) == []
    with pytest.raises(LoginError):
        run(sessions.begin(entering, ""))
    entering = run(accounts.log_in("Anna", "another sentence of mine"))
    with database.writing() as connection:
        restrain(connection, anna.id, "suspend", 1)
    with pytest.raises(RestrainedError):
        run(sessions.begin(entering, "", check=check_may_enter))
    with database.writing() as connection:
        assert isinstance(deletion._leave(connection, anna.id, set()), deletion.DeletedAccount)
    with pytest.raises(LoginError):
        run(sessions.begin(anna, ""))
    assert run(sessions.of(anna)) == []


def test_a_session_that_begins_while_all_end_ends_with_them(
    accounts: Accounts, database: Database
) -> None:
    sessions, anna = Sessions(database), run(accounts.register("Anna", SECRET))
    begun, go = threading.Event(), threading.Event()

    def check(connection: Connection, account: str) -> None:
        begun.set()
        go.wait(0.1)  # it is committed while the other one waits for it, which nothing tells

    def end() -> list[str]:
        begun.wait(10)
        with database.writing() as connection:
            return end_all(connection, anna.id)

    with ThreadPoolExecutor(1) as threads:
        ended = threads.submit(end)
        run(sessions.begin(anna, "", check=check))
        assert len(ended.result(10)) == 1
    assert run(sessions.of(anna)) == []


def test_a_hash_made_anew_does_not_bring_an_old_password_back(
    accounts: Accounts, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = run(accounts.register("Anna", SECRET))
    monkeypatch.setattr(Passwords, "is_outdated", lambda self, kept: True)
    kept = run(accounts.log_in("Anna", SECRET)).proof  # one more hash of the same password
    assert run(accounts.log_in("Anna", SECRET)).proof != kept
    hashed = Passwords.hash

    async def changed_meanwhile(self: Passwords, password: str) -> str:
        new = await hashed(self, "another sentence of mine")
        await database.write(keep_password, anna.id, new)
        return await hashed(self, password)

    monkeypatch.setattr(Passwords, "hash", changed_meanwhile)
    run(accounts.log_in("Anna", SECRET))
    monkeypatch.undo()
    with pytest.raises(LoginError):
        run(accounts.log_in("Anna", SECRET))
    run(accounts.log_in("Anna", "another sentence of mine"))


def test_an_old_session_is_worth_nothing(accounts: Accounts, database: Database) -> None:
    sessions, anna = Sessions(database), run(accounts.register("Anna", SECRET))
    token = run(sessions.begin(anna, ""))
    with database.writing() as connection:
        connection.execute(update(SESSION).values(seen=SESSION.c.seen - LASTS - 1000))
    assert run(sessions.find(token)) is None


# Limits


def test_limits_fill_again() -> None:
    now = 0.0
    limits = Limits({"try": Limit(2, 10)}, clock=lambda: now)
    limits.check("try", "a")
    limits.check("try", "a")
    with pytest.raises(TooOftenError) as error:
        limits.check("try", "a")
    assert error.value.wait == 10
    limits.check("try", "b")  # a bucket of its own
    now = 10.5
    limits.check("try", "a")
    with pytest.raises(TooOftenError):
        limits.check("try", "a")


# The database


def test_migrations_make_the_tables(database: Database) -> None:
    with database.reading() as connection:
        options = {
            "include_name": lambda name, *_: not (name or "").startswith("procrastinate_"),
            "compare_server_default": True,
        }
        context = MigrationContext.configure(connection, opts=options)  # the queue's are its own
        assert compare_metadata(context, META) == []
    schema.migrate(database)  # nothing is left to do
    schema.check(database)


SECOND = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "next", "{head}"


def upgrade():
    op.add_column("account", sa.Column("shoe", sa.Integer(), server_default="41"))
"""


def test_a_database_with_rows_is_brought_up_by_the_next_migration(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.writing() as connection:
        create_guest(connection, "Anna")
    folder = shutil.copytree(schema.FOLDER, tmp_path / "migrations")
    last = schema.head()
    (folder / "versions" / "shoes.py").write_text(SECOND.replace("{head}", str(last)), "utf-8")
    monkeypatch.setattr(schema, "FOLDER", folder)
    schema.head.cache_clear()
    try:
        with pytest.raises(SchemaError, match=f"has schema {last}, and this program needs next"):
            schema.check(database)
        schema.migrate(database)
        schema.check(database)
        with database.reading() as connection:
            found = connection.execute(text("SELECT name, shoe FROM account")).all()
        assert [tuple(row) for row in found] == [("Anna", 41)]
    finally:
        schema.head.cache_clear()


def test_an_empty_or_a_newer_database_is_refused(url: str) -> None:
    database = Database(url)
    with pytest.raises(SchemaError, match="--migrate"):
        schema.check(database)
    schema.migrate(database)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for work in (schema.check, schema.migrate):
        with pytest.raises(SchemaError, match="newer"):
            work(database)
    database.close()


def test_what_fails_leaves_nothing_behind(database: Database) -> None:
    row = {"id": "a", "name": "a", "folded": "a", "kind": "guest", "created": 1}

    def fail() -> None:
        with database.writing() as connection:
            connection.execute(insert(ACCOUNT).values(**row))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with database.reading() as connection:
        assert connection.execute(select(func.count()).select_from(ACCOUNT)).scalar_one() == 0


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://host/name", "sqlite://", "postgres:x"])
def test_urls_that_name_no_database(url: str) -> None:
    with pytest.raises(BridgeheadError, match="--database"):
        Database(url)


def test_sqlite_writes_before_it_answers(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'a.sqlite'}")
    with database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
    database.close()


# Dice


def test_dice_are_sealed_for_one_game_and_one_key(tmp_path: Path) -> None:
    seal = Seal.of_folder(tmp_path)
    fresh = seal.fresh("game")
    secret = Seal.of_folder(tmp_path).open("game", fresh.sealed)  # the key is in the folder
    assert secret not in fresh.sealed
    assert os.stat(tmp_path / "seal.key").st_mode & 0o777 == 0o600
    for other in (Seal.of_folder(tmp_path / "other"), seal):
        with pytest.raises(SealError):
            other.open("other game", fresh.sealed)
    with pytest.raises(SealError):
        seal.open("game", "nonsense")


def test_the_key_may_be_in_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIDGEHEAD_SEAL_KEY", new_key())
    Seal.of_folder(tmp_path)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv("BRIDGEHEAD_SEAL_KEY", "too short")
    with pytest.raises(SealError, match="BRIDGEHEAD_SEAL_KEY"):
        Seal.of_folder(tmp_path)


def test_draws_are_even_and_follow_from_their_number() -> None:
    drawn = [draw("secret", "game", number, 6) for number in range(1, 6001)]
    assert drawn == [draw("secret", "game", number, 6) for number in range(1, 6001)]
    assert drawn[:50] != [draw("secret", "other", number, 6) for number in range(1, 51)]
    assert all(850 < drawn.count(face) < 1150 for face in range(6))


def test_names_fold_to_one_spelling() -> None:
    assert folded("\uff21NNA") == folded(" anna ") == "anna"
