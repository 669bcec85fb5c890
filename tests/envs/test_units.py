"""What research needs is compiled apart: who only plays never waits for it."""

from __future__ import annotations

import pytest

import bridgehead as bh
from bridgehead.core.kernels import compiled
from bridgehead.core.kernels.kernel import ENVS, unit_of, units
from bridgehead.core.titles.games import package_of

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("title", sorted({package_of(info.id) for info in bh.games()}))
def test_the_room_is_a_unit_of_its_own(title: str) -> None:
    room, texts = f"{title}.{ENVS}", compiled._texts()
    assert unit_of(f"{title}.rules.legal") == title
    assert unit_of(f"{room}.games") == room
    within = compiled._stem(room)
    assert not [place for place in compiled._with_kernels(texts, title) if within in place]
    rooms = {place.rpartition("/")[2] for place in compiled._with_kernels(texts, room)}
    assert {"games.py", "observation.py"} <= rooms <= {"games.py", "listing.py", "observation.py"}
    depended_on = compiled._depended_on(texts, compiled._with_kernels(texts, title))
    assert not [place for place in depended_on if within in place]
    short = title.rpartition(".")[2]
    assert compiled.cache_folder(room).name.startswith(f"{short}_{ENVS}-")
    assert compiled.cache_folder(title).name.startswith(f"{short}-")


def test_entry_points_are_few() -> None:
    for info in bh.games():
        bh.load(info.id)
        assert info.title_object.environments.SPAN in (1, 2)
        found = units[f"{info.title_object.package}.{ENVS}"].entries
        names = {name.rpartition(".")[2] for name in found}
        assert names == {"advance", "count_illegal", "observe_one"}
