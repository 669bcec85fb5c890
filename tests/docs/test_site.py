"""The site: its generated pages, and, at night, the whole of it."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import bridgehead as bh
from bridgehead.envs import ObservationSpace
from tests.docs.pages import DOCS, ROOT
from tests.docs.test_pages import navigation

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_navigation_has_the_generated_pages(generate: ModuleType) -> None:
    named = {name.removeprefix("generated/") for name in navigation() if "generated/" in name}
    written = set(generate.pages())
    assert named == written - {"rules-across-suez-1995.md"}  # its rules are those of 1980


def test_the_rules_in_short_are_all_there(generate: ModuleType) -> None:
    for info in bh.games():
        page = generate.rules_page(info.id)
        for rule in generate.rules_data(info.id):
            assert f"**{rule['case']} {rule['title']}.** {rule['text']}" in page


def test_1995_has_the_briefing_and_the_rules_of_1980(generate: ModuleType) -> None:
    for part in (generate.briefing_lines, generate.rules_data):
        assert part("across-suez-1995") == part("across-suez-1980")


def test_the_fields_of_observations_are_all_there(generate: ModuleType) -> None:
    pages = generate.pages()
    for info in bh.games():
        title = generate.package_of(info.id).rpartition(".")[2].replace("_", "-")
        page = pages[f"fields-{title}.md"]
        space = ObservationSpace(bh.load(info.id))
        for field in (*space.map_fields, *space.unit_fields, *space.scalar_fields):
            assert f"`{field.name}` | {field.meaning} |" in page


def test_every_briefing_tells_both_sides_how_to_win(generate: ModuleType) -> None:
    for info in bh.games():
        text = "\n".join(generate.briefing_lines(info.id))
        assert text.count("**How you win.**") == len(info.sides)


@pytest.mark.slow
def test_the_site_is_built_and_loads_nothing_from_elsewhere(
    generate: ModuleType, tmp_path: Path
) -> None:
    zensical = Path(sys.executable).with_name("zensical")
    if not zensical.exists():
        pytest.fail("the site needs the dependency group docs: `make docs`", pytrace=False)
    shutil.copytree(DOCS, tmp_path / "docs")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)  # no link: the site is built where the file is
    (tmp_path / "src").symlink_to(ROOT / "src")
    generate.FOLDER = tmp_path / "docs" / "generated"
    generate.main()
    done = subprocess.run(
        [zensical, "build", "--clean", "--strict"],
        cwd=tmp_path,
        env=os.environ | {"NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > len(navigation())  # and 404.html
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"""<(?:script|img|link)[^>]*(?:src|href)="?(?:https?:)?//""", text), (
            page
        )
    api = (tmp_path / "site" / "api.html").read_text(encoding="utf-8")
    assert all(f"bridgehead.{name}" in api for name in ("load", "games"))
    assert (tmp_path / "site" / "search.json").exists()
