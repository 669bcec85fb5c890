"""What the tests of the page share: a server, a browser, and a page that is watched."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from tests.tiers import is_below
from tests.web.browser import FLAGS
from tests.web.driver import Driver
from tests.web.server import OnlineServer, Server

HERE = Path(__file__).parent
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE = 15_000  # ms that a page may take for one step

expect.set_options(timeout=PATIENCE)


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(tryfirst=True)  # before pytest selects by mark
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if is_below(item, HERE):
            item.add_marker(pytest.mark.web)
            if item.get_closest_marker("by_day") is None:
                item.add_marker(pytest.mark.slow)
            if not config.getoption("usepdb"):
                item.add_marker(pytest.mark.flaky(reruns=1))  # a slow machine is no fault
    items.sort(key=lambda item: not is_below(item, HERE))  # the longest, so they start first


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember whether a run failed: the session counts it only where the rerun fails too."""
    report = yield
    item.stash[FAILED] = report.failed or (report.when != "setup" and item.stash[FAILED])
    return report


class Watch:
    """What went wrong in the pages of a test, and what of it the test expects."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._expected: list[str] = []

    def begin(self) -> None:
        """Forget what was: another test begins."""
        self.faults.clear()
        self._expected.clear()

    def expect(self, pattern: str) -> None:
        """Take faults that match this regular expression for what the test wants to see."""
        self._expected.append(pattern)

    def on(self, context: BrowserContext) -> None:
        """Watch every page of a context."""
        context.on("weberror", lambda error: self.faults.append(f"page error: {error.error}"))
        context.on("console", self._hear)
        context.on("request", self._see)

    def check(self) -> None:
        """Fail where something went wrong that was not expected."""
        left = [f for f in self.faults if not any(re.search(e, f) for e in self._expected)]
        assert not left, "the page complained:\n" + "\n".join(left)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            where = message.location.get("url", "")
            self.faults.append(f"console {message.type}: {message.text} ({where})")

    def _see(self, request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            self.faults.append(f"request to another host: {request.url}")


# Package, not session: while Playwright runs, no other test of this worker could run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Return Debian's Chromium, started once for all tests of the page."""
    command = os.environ.get("CHROMIUM", "chromium")
    path = shutil.which(command)
    if path is None:
        pytest.fail(
            f"the page's tests need a browser, and there is no {command!r}: `make chromium` (or "
            "`apt-get install chromium`) installs it; CHROMIUM names another one",
            pytrace=False,
        )
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return the server that the tests of this worker share, not yet started."""
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.kill()


@pytest.fixture
def server(shared: Server, windows: list[Page], request: pytest.FixtureRequest) -> Iterator[Server]:
    """Return a server that the tests share. Each test plays its own games there.

    After a test that failed it is started anew.
    """
    if not shared.is_running:
        shared.start()
    yield shared
    if _failed(request):
        _close(windows)
        shared.kill()


@pytest.fixture
def opened() -> Iterator[list[Page]]:
    """Return the windows that this test has opened."""
    pages: list[Page] = []
    yield pages
    _close(pages)


@pytest.fixture
def own_server(tmp_path: Path, opened: list[Page]) -> Iterator[Server]:
    """Return a server that this test may kill, with nothing saved."""
    server = Server(tmp_path / "server")
    with running(server, opened):
        yield server


@pytest.fixture
def online(tmp_path: Path, opened: list[Page]) -> Iterator[OnlineServer]:
    """Return a server for several people that nobody has used yet."""
    server = OnlineServer(tmp_path / "online")
    with running(server, opened):
        yield server


@contextmanager
def running(server: Server, opened: list[Page]) -> Iterator[None]:
    """Run a server for one test and end it after the test's windows: they may still ask it."""
    server.start()
    try:
        yield
    finally:
        _close(opened)
        server.kill()


def _failed(request: pytest.FixtureRequest) -> bool:
    return bool(request.node.stash[FAILED])


def _close(pages: list[Page]) -> None:
    while pages:
        pages.pop().context.close()


@pytest.fixture(scope="package")
def watching() -> Watch:
    """Return the one that watches all pages of this worker."""
    return Watch()


@pytest.fixture(autouse=True)
def watch(watching: Watch) -> Iterator[Watch]:
    """Watch the pages of this test; unexpected faults fail it."""
    watching.begin()
    yield watching
    watching.check()


def visit(
    browser: Browser,
    watch: Watch,
    *,
    pace: int = 0,
    briefing: bool = False,
    unmoved: bool = False,
    skips: bool = False,
    **more: Any,
) -> Page:
    """Open a window of somebody who comes for the first time; the computer does not pause.

    Without `briefing` no card lies over the board when a game starts; without `unmoved` nothing
    warns of units that can still move; without `skips` every question is asked.
    """
    # Playwright evaluates texts in the page, which the server's policy forbids.
    usual = {"viewport": DESKTOP, "reduced_motion": "reduce", "bypass_csp": True}
    context = browser.new_context(**(usual | more))
    context.set_default_timeout(PATIENCE)
    kept = {"pace": pace, "briefing": briefing, "unmoved": unmoved, "skips": skips}
    context.add_init_script(
        "if (location.host && !localStorage.bridgehead) "
        f"localStorage.bridgehead = {json.dumps(json.dumps(kept))}"
    )
    watch.on(context)
    return context.new_page()


NewPage = Callable[..., Page]


@pytest.fixture
def new_page(browser: Browser, server: Server, watch: Watch, opened: list[Page]) -> NewPage:
    """Return a function that opens a window of its own, with nothing remembered."""

    def open_page(**given: Any) -> Page:
        opened.append(visit(browser, watch, **({"base_url": server.url} | given)))
        return opened[-1]

    return open_page


@pytest.fixture(scope="package")
def windows(browser: Browser) -> Iterator[list[Page]]:
    """Return the window that stays open from test to test, once there is one."""
    pages: list[Page] = []
    yield pages
    _close(pages)


@pytest.fixture
def page(
    windows: list[Page],
    browser: Browser,
    server: Server,
    watch: Watch,
    request: pytest.FixtureRequest,
) -> Iterator[Page]:
    """Return a window that stays open from test to test, which saves loading the page anew.

    For tests that leave no setting, notice or dialog behind; the others open a `new_page`. After a
    test that failed there is a fresh one.
    """
    if not windows:
        windows.append(visit(browser, watch, base_url=server.url))
    yield windows[0]
    if _failed(request) or watch.faults:
        _close(windows)


@pytest.fixture
def driver(page: Page) -> Driver:
    """Return somebody who clicks in the window that stays open."""
    return Driver(page)


@pytest.fixture
def visitor(new_page: NewPage) -> Driver:
    """Return somebody who clicks in a window of its own."""
    return Driver(new_page())
