"""The modules of each title that `Title` finds by their names."""

from __future__ import annotations

import pytest

import bridgehead as bh
from bridgehead.core.titles.games import title_of
from bridgehead.core.titles.title import HexTitle

pytestmark = pytest.mark.plain

MEMBERS = {
    "kernels": "player.playout", "thinking": "player.thinking", "screen": "screen.offers",
    "environments": "envs.games", "layers": "screen.layers",
}  # fmt: skip
OF_HEXES = {"terminal": "screen.terminal", "map_check": "formats.map_check"}


@pytest.mark.parametrize("info", bh.games(), ids=lambda info: info.id)
def test_every_member_of_a_title_of_ours_is_there(info: bh.GameInfo) -> None:
    title = title_of(info.id)
    names = MEMBERS | (OF_HEXES if isinstance(title, HexTitle) else {})
    found = {member: getattr(title, member).__name__ for member in names}
    assert found == {member: f"{title.package}.{name}" for member, name in names.items()}
    assert title.briefing(info.id) is not None
    assert title.phrasebook is not None
    assert title.goals(bh.load(info.id).start(), info.sides[0])
    assert title.replies(info.id)


def test_a_module_that_cannot_import_another_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is no title without this module, but a broken one."""

    def fails(name: str) -> object:
        raise ModuleNotFoundError("No module named 'unheard_of'", name="unheard_of")

    monkeypatch.setattr("bridgehead.core.titles.title.import_module", fails)
    with pytest.raises(ModuleNotFoundError, match="unheard_of"):
        _ = title_of("suez-56").kernels
