"""Somebody who plays by clicks alone: every action text becomes what a person clicks for it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

from bridgehead.core.titles.games import game_info

ON_MAP = re.compile(r"\d{4}")
# The view is moved in a frame of its own: its place counts once two frames show the same.
SETTLED = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const look = () => document.querySelector("#board .view").getBoundingClientRect();
    for (let was = "", now = JSON.stringify(look()); was !== now; ) {
        was = now;
        await frame();
        await frame();
        now = JSON.stringify(look());
    }
}"""
MIDDLE = """selector => {
    const part = document.querySelector(selector);
    if (!part) return null;
    const {x, y, width, height} = part.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    return document.elementFromPoint(...middle)?.closest("#board .view svg") ? middle : null;
}"""


# Keeps what the page sends over its connection. A page that is loaded anew begins anew.
KEEPS_SENT = """
    window.sent = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
        window.sent.push(JSON.parse(data));
        return send.call(this, data);
    };
"""


def keep_sent(page: Page) -> None:
    """Keep what a page sends; call it before the page opens a game."""
    page.add_init_script(KEEPS_SENT)


def sent_actions(page: Page) -> list[str]:
    """Return the actions that a page has sent, by itself or because somebody clicked."""
    found: list[str] = page.evaluate(
        "() => sent.filter(({type}) => type === 'do').map(({action}) => action)"
    )
    return found


def wait_sent(page: Page, condition: str) -> None:
    """Wait until a page has sent a message of which a condition is true."""
    page.wait_for_function(f"() => sent.some(message => {condition})")


class Driver:
    """Plays in one window of a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.game = page.locator("#game")
        self.decision = page.locator("#decision")
        self.hint = page.locator("#hint")
        self.notice = page.locator("#notice")

    # Coming and going

    def home(self) -> None:
        """Open the first page."""
        self.page.goto("/")
        expect(self.page.locator("form#new-game button[type=submit]")).to_be_enabled()

    def new_game(
        self,
        game: str,
        players: dict[str, str] | None = None,
        seed: int | None = None,
        options: Sequence[str] = (),
    ) -> str:
        """Begin a game through the form; return its id."""
        self.home()
        form = self.page.locator("form#new-game")
        form.locator("select[name=game]").select_option(game)
        for option in options:
            if option.startswith("bid="):
                side, points = option.removeprefix("bid=").split(":")
                form.locator("select[name=bid-side]").select_option(side)
                form.locator("input[name=bid-points]").fill(points)
            else:
                form.locator(f"input[name=option][value={option}]").check()
        people = dict.fromkeys(game_info(game).sides, "human")
        for side, player in (people | (players or {})).items():
            form.locator(f"select[name=player-{side}]").select_option(player)
        if seed is not None:
            seed_field = form.locator("input[name=seed]")
            if not seed_field.is_visible():
                form.locator("details:has(input[name=seed]) > summary").click()
            seed_field.fill(str(seed))
        form.locator("button[type=submit]").click()
        return self._opened()

    def open(self, game: str) -> str:
        """Open a saved game by its address."""
        address = f"/#/game/{game}"
        if not self.page.url.endswith(address):  # what stands there until the page has followed
            self.page.evaluate("document.querySelector('#game')?.setAttribute('data-left', '')")
        self.page.goto(address)
        return self._opened()

    def _opened(self) -> str:
        self.page.wait_for_function(
            """() => {
                const game = document.querySelector("#game:not([data-left])");
                const board = game?.querySelector("#board[data-ready]");
                return game?.dataset.at && board?.querySelector(".view").style.transform;
            }"""
        )
        return self.page.url.rsplit("/", 1)[-1]

    # What the page shows

    @property
    def at(self) -> int:
        """The number of actions that the page knows of."""
        return int(self.game.get_attribute("data-at") or -1)

    def wait_at(self, number: int) -> None:
        """Wait until the page knows of so many actions."""
        self._until("(game, at) => game.dataset.at === at", str(number))

    def wait_mine(self) -> None:
        """Wait until a person is to decide."""
        self._until("game => game.dataset.mine === 'true'")

    def _until(self, condition: str, *given: str) -> Any:
        """Wait, from frame to frame, until a condition on #game is true; return its value."""
        call = f"""given => {{
            const game = document.querySelector("#game");
            return game && ({condition})(game, ...given);
        }}"""
        try:
            return self.page.wait_for_function(call, arg=list(given)).json_value()
        except TimeoutError:
            now = self.game.evaluate("game => JSON.stringify(game.dataset)")
            said = [self.decision.inner_text(), self.hint.inner_text(), self.notice.inner_text()]
            raise AssertionError(f"waited for {condition} {given}; now {now}; {said}") from None

    def tab(self, name: str) -> None:
        """Open a tab of the column."""
        self.page.locator(f"[role=tab][data-tab={name}]").click()

    def pull_up(self) -> None:
        """Show all of the decision, where a phone shows its question only."""
        if self.game.get_attribute("data-sheet") == "peek":
            self.page.locator("#sheet-grip").click()
            expect(self.game).to_have_attribute("data-sheet", "half")

    def unit(self, unit: str) -> Locator:
        """Return a unit's counter on the board."""
        return self.page.locator(f"#unit-{unit}")

    def place(self, unit: str) -> str | None:
        """Return where the board shows a unit."""
        found: str | None = self.page.evaluate(
            "id => document.getElementById(id)?.dataset.place ?? null", f"unit-{unit}"
        )
        return found

    # Hands

    def hover(self, hex_: str) -> None:
        """Point at the middle of a hex."""
        self.page.mouse.move(*self._middle(f"#hex-{hex_}"))

    def click(self, hex_: str) -> None:
        """Click the middle of a hex, on whatever lies there."""
        self.page.mouse.click(*self._middle(f"#hex-{hex_}"))

    def _middle(self, selector: str) -> tuple[float, float]:
        """Return the middle of a part of the board; if it is out of sight, show the whole map."""
        if self.page.locator("#board").get_attribute("data-zoomed") == "true":
            self.settle()
            if self.page.evaluate(MIDDLE, selector) is None:
                self.whole_map()
        try:
            x, y = self.page.wait_for_function(MIDDLE, arg=selector).json_value()
        except TimeoutError:
            raise AssertionError(f"{selector} is not to be seen on the screen") from None
        return x, y

    def whole_map(self) -> None:
        """Show the whole map."""
        if self.page.locator("#board").get_attribute("data-zoomed") == "true":
            self.page.locator("[data-zoom=fit]").click()
            expect(self.page.locator("#board")).to_have_attribute("data-zoomed", "false")
        self.settle()

    def settle(self) -> None:
        """Wait until the view of the board rests."""
        self.page.evaluate(SETTLED)

    def caught_up(self) -> None:
        """Wait until the page has handled all input: a key that comes last, and two frames."""
        self.page.keyboard.press("Shift")
        self.settle()

    def select(self, unit: str) -> None:
        """Choose a unit: on the map, or in the list of units where it is not on the map."""
        if self.game.get_attribute("data-unit") == unit:
            return
        if ON_MAP.fullmatch(self.place(unit) or ""):
            self.page.mouse.click(*self._middle(f"#unit-{unit}"))
            alone = self.page.locator(f"#game[data-unit='{unit}']")
            alone.or_(self.page.locator("[data-many='2']")).first.wait_for()
            if not alone.count():  # all of its stack are selected
                self._pick(unit)
        else:
            self._pick(unit)
        self._until("(game, unit) => game.dataset.unit === unit", unit)

    def _pick(self, unit: str) -> None:
        """Choose a unit in the list of units."""
        self.tab("units")
        self.page.locator(f"#units [data-pick='{unit}']").click()

    def button(self, action: str) -> Locator:
        """Return the button of a decision."""
        return self.decision.locator(f"[data-do='{action}']")

    # Actions

    def do(self, action: str, at: int | None = None) -> None:
        """Do what an action text says, and wait until the page knows of it.

        `at` is the number of actions afterwards, where it is known; rolls follow by themselves.
        """
        before = self.at
        verb, *objects = action.split()
        if verb in ("move", "enter", "land", "place", "drop", "exit"):
            unit, hex_ = objects
            self.select(unit)
            self.click(hex_)
            self._menu(action, before)
        elif verb in ("lift", "liftoff") or (verb == "cross" and len(objects) > 1):
            self.select(objects[0])
            self.decision.locator("[data-back], [data-mode]").first.wait_for()
            mode = self.decision.locator(f"[data-mode={verb}]")
            if mode.count():  # there is none where the unit can do nothing else
                mode.click()
            self.click(objects[-1])
            self._menu(action, before)
        elif verb in ("cross", "return"):
            self.select(objects[0])
            self.button(action).click()
        elif verb == "bombard":
            self.click(objects[0])
        elif verb == "attack":
            self.attack(objects[0], [o for o in objects[2:] if o not in ("support", "fire")],
                        support="support" in objects)  # fmt: skip
        elif verb == "end":
            self.button("end").click()
            self._confirm("ending", before)
        elif verb == "resign":
            self.tab("game")
            self.page.locator("button[data-resign]").click()
            self._confirm("resign", before)
        else:  # lose, retreat, advance, stay
            self.button(action).click()
        self._done(before, at)

    def attack(self, hex_: str, attackers: Sequence[str], *, support: bool = False) -> None:
        """Declare an attack in the panel and fire."""
        self.aim(hex_, attackers, support=support)
        self.page.locator("#attack button[data-fire]").click()

    def aim(self, hex_: str, attackers: Sequence[str], *, support: bool = False) -> None:
        """Open the attack panel and tick exactly these attackers, but do not fire."""
        panel = self.page.locator("#attack")
        self.click(hex_)
        expect(panel.locator("input[data-attacker]").first).to_be_visible()
        ticked: dict[str, bool] = panel.evaluate(
            """panel => Object.fromEntries([...panel.querySelectorAll("[data-attacker]")]
                .map(box => [box.dataset.attacker, box.checked]))"""
        )
        for unit in {each for each in attackers if each not in ticked}:
            raise AssertionError(f"{unit} is not offered for the attack on {hex_}")
        for unit, on in ticked.items():
            if on != (unit in attackers):
                panel.locator(f"input[data-attacker='{unit}']").click()
        panel.locator("input[data-support]").set_checked(support)
        expect(panel.locator("button[data-fire]")).to_be_enabled()

    def strike(self, name: str, number: int) -> None:
        """Set how many airstrikes of a kind go into the attack, or into protective fire."""
        field = self.page.locator(f"#attack input[data-marker='{name}']")
        more = self.page.locator(f"#attack button[data-of='{name}'][data-step='1']")
        while int(field.input_value()) < number:
            more.click()

    def play_record(self, actions: Sequence[str]) -> None:
        """Play recorded actions. The rolls are the server's, and must be the recorded ones."""
        at = self.at
        for deed, number, face in steps(actions):
            at += number
            self.do(deed, at)
            if face:
                shown = self.page.locator("#die").get_attribute("data-face")
                assert shown == face, f"{deed}: {shown} was rolled, and {face} is recorded"

    def _menu(self, action: str, before: int) -> None:
        """Choose from the small menu that opens where a hex means two things."""
        self._or_answer(f"#decision [data-do='{action}']", before)

    def _confirm(self, dialog: str, before: int) -> None:
        """Confirm in the dialog, where one opens."""
        self._or_answer(f"dialog#{dialog} [data-confirm]", before)

    def _or_answer(self, button: str, before: int) -> None:
        """Wait until the action is done, or click the button that asks about it."""
        asked = self._until(
            """(game, before, button) => game.dataset.at !== before ? "done"
                : document.querySelector(button)?.checkVisibility() ? "asked" : null""",
            str(before),
            button,
        )
        if asked == "asked":
            self.page.locator(button).click()

    def _done(self, before: int, at: int | None) -> None:
        if at is not None:
            self.wait_at(at)
        else:
            self._until(
                "(game, at) => game.dataset.at !== at && game.dataset.toMove !== 'dice'",
                str(before),
            )


def steps(actions: Sequence[str]) -> Iterator[tuple[str, int, str]]:
    """Group actions into what a person does: (deed, number of actions, face of the roll or "").

    An attack is one deed, from `attack` to `fire`, and the roll that follows belongs to it.
    """
    rest = list(actions)
    while rest:
        taken = [rest.pop(0)]
        if taken[0].startswith("attack "):
            fire = rest.index("fire") + 1
            taken += rest[:fire]
            del rest[:fire]
            units = [each[5:] for each in taken if each.startswith("with ")]
            support = ["support"] if "support" in taken else []
            deed = " ".join([taken[0], "with", *units, *support, "fire"])
        else:
            deed = taken[0]
        rolls = list(itertools.takewhile(lambda each: each.startswith("roll "), rest))
        del rest[: len(rolls)]
        yield deed, len(taken) + len(rolls), rolls[-1][5:] if rolls else ""
