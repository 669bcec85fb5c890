"""Where nothing is compiled yet: games begin at once, and change over while they are played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import bridgehead as bh
from tests.tiers import first
from tests.web.conftest import Watch, visit
from tests.web.driver import Driver
from tests.web.positions import until
from tests.web.server import Server

MINUTES = 5 * 60_000  # ms that compiling may take on a busy machine


@pytest.fixture
def cold(tmp_path: Path) -> Iterator[Server]:
    """Return a server on a machine where nothing has been compiled."""
    cache = str(tmp_path / "kernels")
    server = Server(tmp_path / "data", BRIDGEHEAD_CACHE=cache, BRIDGEHEAD_JIT=None)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def player(cold: Server, browser: Browser, watch: Watch) -> Iterator[Driver]:
    """Return a window on that server; the computer makes no pauses."""
    page = visit(browser, watch, base_url=cold.url)
    yield Driver(page)
    page.context.close()


@pytest.mark.parametrize("game", first(1, ["across-suez-1980", "october-war"]))
def test_a_game_begins_at_once_and_the_captain_answers(
    player: Driver, cold: Server, game: str
) -> None:
    side = str(bh.load(game).start().to_move)
    player.home()
    expect(player.page.locator("form .warming")).to_be_visible()
    player.new_game(game, {side: "captain"})
    expect(player.page.locator(".game-head .warming")).to_be_visible()
    player._until("game => Number(game.dataset.at) > 0")
    assert cold.get("/api/ready")["games"][game]["state"] in ("waiting", "compiling")


@pytest.mark.slow
def test_an_attack_declared_in_plain_python_is_fought_compiled(
    player: Driver, cold: Server
) -> None:
    game = cold.put(until("1980-held", 48), egypt="captain")  # it is declared, and not fired
    player.open(game)
    bar = player.page.locator(".game-head .warming")
    expect(player.page.locator("#attack [data-attacker='matt-3']")).to_be_checked()
    expect(bar).to_contain_text(" of ", timeout=MINUTES)
    before = cold.record(game)
    expect(bar).to_be_hidden(timeout=MINUTES)
    assert cold.get("/api/ready")["games"]["across-suez-1980"]["state"] == "ready"
    assert cold.record(game) == before
    player.page.locator("#attack button[data-fire]").click()
    player.wait_at(50)
    player.do("retreat matt-3 0811")  # by the recorded roll
    player.wait_mine()
    player.do("end")
    player.wait_mine()
    after = cold.record(game)["actions"]
    assert after[46:51] == ["attack 0910", "with matt-3", "fire", "roll 2", "retreat matt-3 0811"]
    assert len(after) > 54  # the captain has had its turn
