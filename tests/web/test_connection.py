"""A network that swallows what is sent, or none at all: the page says so, and comes back."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage, Watch
from tests.web.driver import Driver
from tests.web.positions import until
from tests.web.server import OnlineServer, Server
from tests.web.test_online import accept, challenge, register, seated
from tests.web.test_restart import LOST

SAID = 15_000  # ms until a dead connection is told
BACK = 30_000  # ms until the page has come back: a try may just have begun
NO_NETWORK = rf"{LOST}|net::ERR_INTERNET_DISCONNECTED|net::ERR_ABORTED|does not answer"


class Network:
    """Forwards connections to a server, until it is told to swallow everything without a word."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self.swallows = False
        self._server = port
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._stopped = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._writers: list[asyncio.StreamWriter] = []
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._run()))
        self._thread.start()
        assert self._ready.wait(10)

    @property
    def url(self) -> str:
        """Where the server is reached through it."""
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """End all connections."""
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(10)
        self._loop.close()

    async def _run(self) -> None:
        listener = await asyncio.start_server(self._forward, "127.0.0.1", 0)
        self.port = listener.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stopped.wait()
        listener.close()
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._server)
        self._writers += [writer, back]
        ways = [self._copy(reader, back), self._copy(there, writer)]
        self._tasks += [asyncio.ensure_future(way) for way in ways]

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # What is swallowed is lost for good: a connection that lost bytes stays dead.
        swallowed = False
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                swallowed = swallowed or self.swallows
                if not swallowed:
                    writer.write(data)
                    await writer.drain()
        if not swallowed and not self.swallows:
            writer.close()


@pytest.fixture
def network(server: Server) -> Iterator[Network]:
    network = Network(server.port)
    yield network
    network.stop()


def lost(page: Page) -> Any:
    return page.locator("#lost")


def picture(page: Page) -> bytes:
    """Return what is seen within the notice; a dialog over it would cover it."""
    box: Any = lost(page).bounding_box()
    rim = 10
    width, height = box["width"] - 2 * rim, box["height"] - 2 * rim
    clip: Any = {"x": box["x"] + rim, "y": box["y"] + rim, "width": width, "height": height}
    return page.screenshot(clip=clip)


def test_a_network_that_swallows_everything(
    new_page: NewPage, network: Network, server: Server, watch: Watch
) -> None:
    watch.expect(NO_NETWORK)
    driver = Driver(new_page(base_url=network.url))
    game = server.put(until("1980-held", 0))
    driver.open(game)
    page = driver.page
    network.swallows = True
    driver.select("matt-1")
    driver.click("0514")  # sent into nothing
    expect(lost(page)).to_be_visible(timeout=SAID)
    expect(driver.game).to_have_attribute("data-lost", "")
    network.swallows = False
    expect(lost(page)).to_be_hidden(timeout=BACK)
    assert server.record(game)["actions"] == []  # nothing was sent later, unseen
    driver.do("move matt-1 0514", 1)
    assert server.record(game)["actions"] == ["move matt-1 0514"]


def test_what_was_not_confirmed_is_told_and_sent_once(
    new_page: NewPage, online: OnlineServer, watch: Watch
) -> None:
    watch.expect(NO_NETWORK)
    network = Network(online.port)
    try:
        anna, bert = new_page(base_url=network.url), new_page(base_url=online.url)
        register(anna, "Anna")
        register(bert, "Bert")
        challenge(anna, "israel", "open")
        there = accept(bert)
        anna.goto("/")
        anna.click("[data-list=mine] a.button")
        here = seated(anna)
        here.wait_mine()
        network.swallows = True
        here.select("matt-1")
        here.click("0514")
        expect(lost(anna)).to_contain_text("not been confirmed", timeout=SAID)
        network.swallows = False
        expect(lost(anna)).to_be_hidden(timeout=BACK)
        here.wait_at(1)
        there.wait_at(1)
        assert there.place("matt-1") == "0514"
    finally:
        network.stop()


def test_offline_is_said_at_once_above_everything(
    visitor: Driver, server: Server, watch: Watch
) -> None:
    watch.expect(NO_NETWORK)
    driver = visitor
    driver.open(server.put(until("1980-held", 0)))
    page = driver.page
    page.keyboard.press("?")  # a dialog
    expect(page.locator("dialog[open]")).to_be_visible()
    page.context.set_offline(True)
    expect(lost(page)).to_be_visible(timeout=2000)
    over_one = picture(page)
    page.keyboard.press("Escape")
    page.keyboard.press("b")  # another dialog, which opens later
    expect(page.locator("dialog[open]")).to_be_visible()
    assert picture(page) == over_one
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert picture(page) == over_one
    page.context.set_offline(False)
    expect(lost(page)).to_be_hidden(timeout=5000)
    driver.do("move matt-1 0514", 1)


def test_who_comes_back_to_a_dead_connection_is_told_soon(
    new_page: NewPage, network: Network, server: Server, watch: Watch
) -> None:
    watch.expect(NO_NETWORK)
    driver = Driver(new_page(base_url=network.url))
    driver.open(server.put(until("1980-held", 0)))
    network.swallows = True
    driver.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(lost(driver.page)).to_be_visible(timeout=5000)


def test_the_first_page_does_not_wait_without_end(
    new_page: NewPage, network: Network, server: Server, watch: Watch
) -> None:
    watch.expect(NO_NETWORK)
    game = server.put(until("1980-held", 0))
    driver = Driver(new_page(base_url=network.url))
    driver.home()
    network.swallows = True
    driver.page.evaluate("game => location.hash = `#/game/${game}`", game)
    expect(driver.notice).to_contain_text("does not answer", timeout=SAID)
    network.swallows = False
    expect(driver.notice).to_be_hidden(timeout=BACK)
    driver.wait_at(0)
