"""`bridgehead brief`: what to know before the first move."""

from __future__ import annotations

from dataclasses import asdict

import pytest

import bridgehead as bh
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.grammar import with_verb
from tests.cli.conftest import Run

pytestmark = pytest.mark.plain
GAMES = [info.id for info in bh.games()]


@pytest.mark.parametrize("game", GAMES)
def test_it_tells_everything_in_lines_that_fit(run: Run, game: str) -> None:
    found = title_of(game).briefing(game)
    if found is None:
        pytest.skip("a game of the tests")
    answer = run("brief", game)
    assert answer.status == 0
    assert max(map(len, answer.lines)) <= 100
    told = " ".join(answer.out.split())
    assert found.situation in told
    for side in found.sides.values():
        for text in (side.wins, *side.worries, *side.first):
            assert text in told
    for side, share in found.balance[0].wins.items():
        name = title_of(game).side_name(game, side)
        assert f"{with_verb(name, 'wins', 'win')} about {share}" in told
    assert run("brief", game, "--json").data["sides"] == {
        name: {key: list(value) if isinstance(value, tuple) else value
               for key, value in asdict(side).items()}
        for name, side in found.sides.items()
    }  # fmt: skip


def test_an_unknown_game_is_refused(run: Run) -> None:
    answer = run("brief", "across-suez-1981")
    assert answer.status == 1
    assert "across-suez-1980" in answer.err
