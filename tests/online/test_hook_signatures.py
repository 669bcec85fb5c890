"""Web hooks are signed, and whoever gets one can check that as docs/hosting.md says."""

from __future__ import annotations

import asyncio
import base64
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bridgehead.online.notices import channels, hook_signatures
from bridgehead.online.notices.push_keys import Keys
from bridgehead.online.work.chores import Chores
from tests.docs.pages import DOCS
from tests.online.conftest import Person
from tests.online.test_notice_pages import HERE, anna, server
from tests.online.test_outside import Service
from tests.online.test_sending import SENDER, add, later, lite_database, tell

__all__ = ["anna", "lite_database", "server"]  # fixtures

pytestmark = pytest.mark.plain
KEYS = Keys(bytes(32))


@pytest.fixture(scope="module")
def is_signed() -> Callable[[str, dict[str, str], bytes], bool]:
    """Return the function that the documentation shows."""
    names: dict[str, Any] = {}
    page = DOCS.joinpath("hosting.md").read_text(encoding="utf-8")
    [block] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(block, "docs/hosting.md", "exec"), names)
    found: Callable[[str, dict[str, str], bytes], bool] = names["is_signed"]
    return found


def read(request: bytes) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body of a request."""
    head, _, body = request.partition(b"\r\n\r\n")
    lines = [line.partition(": ") for line in head.decode().split("\r\n")[1:]]
    return {name: value for name, _, value in lines}, body


def test_the_published_example() -> None:
    """The test value of the libraries of standardwebhooks.com."""
    secret, message = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek"
    assert hook_signatures.headers(secret, message, 1614265330, b'{"test": 2432232314}') == {
        "webhook-id": message,
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_each_hook_has_a_secret_of_its_own() -> None:
    secrets = {hook_signatures.secret_of(KEYS, channel) for channel in ("a", "b")}
    secrets.add(hook_signatures.secret_of(Keys(bytes(31) + b"x"), "a"))
    assert len(secrets) == 3
    for secret in secrets:
        assert len(base64.b64decode(secret.removeprefix("whsec_"), validate=True)) == 32
    assert hook_signatures.secret_of(KEYS, "a") == hook_signatures.secret_of(KEYS, "a")


def test_what_is_changed_or_old_is_not_accepted(is_signed: Any) -> None:
    secret, now = hook_signatures.secret_of(KEYS, "a"), int(time.time())
    good = dict(hook_signatures.headers(secret, "m", now, b"{}"))
    assert is_signed(secret, good, b"{}")
    other = "v1," + base64.b64encode(bytes(32)).decode()
    assert is_signed(
        secret, {**good, "webhook-signature": f"{other} {good['webhook-signature']}"}, b"{}"
    )
    assert not is_signed(secret, good, b"{} ")
    assert not is_signed(secret, {**good, "webhook-id": "n"}, b"{}")
    assert not is_signed(secret, {**good, "webhook-timestamp": str(now + 1)}, b"{}")
    assert not is_signed(secret, {**good, "webhook-signature": other}, b"{}")
    assert not is_signed(hook_signatures.secret_of(KEYS, "b"), good, b"{}")
    assert not is_signed(secret, dict(hook_signatures.headers(secret, "m", 1, b"{}")), b"{}")


def test_a_hook_is_signed_at_each_try_and_keeps_its_id(
    lite_database: Any, tmp_path: Path, is_signed: Any
) -> None:
    async def work() -> None:
        async with Service(tmp_path, b"HTTP/1.1 503 Later\r\n\r\n") as service:
            chores = Chores(lite_database, SENDER, None, service.outside())
            channel = await add(lite_database, channels.HOOK)
            await tell(lite_database, channel)
            await chores.round()
            service.answer = b"HTTP/1.1 204 Fine\r\n\r\n"
            later(lite_database)
            await tell(lite_database, channel)
            await chores.round()
            secret = hook_signatures.secret_of(SENDER.keys, channel)
            found = [read(each) for each in service.asked]
            assert [is_signed(secret, *each) for each in found] == [True] * 3
            first, second, third = (headers["webhook-id"] for headers, _ in found)
            assert (second == first) != (third == first)  # in either order

    asyncio.run(work())


def test_discord_gets_no_signature(lite_database: Any, tmp_path: Path) -> None:
    async def work() -> None:
        async with Service(tmp_path) as service:
            await tell(lite_database, await add(lite_database, channels.DISCORD))
            await Chores(lite_database, SENDER, None, service.outside()).round()
            [asked] = service.asked
            assert "webhook-signature" not in read(asked)[0]

    asyncio.run(work())


def test_the_settings_show_the_secret_to_its_owner_alone(server: Any, anna: Person) -> None:
    anna.post(f"{HERE}/hook", kind="hook", target="https://hooks.example.org/x")
    anna.post(f"{HERE}/hook", kind="discord", target="https://hooks.example.org/y")
    page = anna.get(HERE).text
    [shown] = re.findall(r"<code data-secret>(.*?)</code>", page)
    ids = re.findall(r'data-channel="(\w+)"', page)
    keys = server.app.state.sender.keys
    assert shown in {hook_signatures.secret_of(keys, each) for each in ids}
    assert "whsec_" not in Person(server, "Eve").get(HERE).text
