"""What is left to the night exists: a name that nobody has would leave nothing out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiers import NIGHT, selects_none_of

pytestmark = pytest.mark.plain
HERE = Path(__file__).parent


@pytest.mark.parametrize("file", NIGHT)
def test_what_is_left_to_the_night_exists(file: str) -> None:
    text = (HERE / file).read_text(encoding="utf-8")
    for name in NIGHT[file]:
        assert f"def {name.partition('[')[0]}(" in text


@pytest.mark.parametrize(
    ("expression", "selected"),
    [
        ("plain", {"all_plain", "some_plain", "below"}),
        ("plain and not slow", {"all_plain", "some_plain", "below"}),
        ("not plain and not small", {"some_plain", "unmarked", "below"}),
        ("plain or small", {"all_plain", "some_plain", "small", "unmarked", "below"}),
        ("", {"all_plain", "some_plain", "small", "unmarked", "below"}),
    ],
)
def test_files_without_a_selected_test_are_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expression: str, selected: set[str]
) -> None:
    monkeypatch.setattr("tests.tiers.HERE", tmp_path)
    mark = "pytest.mark"
    texts = {
        "all_plain": f"pytestmark = [{mark}.plain, {mark}.skipif(False)]\ndef test(): ...",
        "some_plain": f"@{mark}.plain\ndef test(): ...\ndef test_other(): ...",
        "small": f"pytestmark = {mark}.small  # a comment\ndef test(): ...",
        "unmarked": "def test(): ...",
        "below": "def test(): ...",
    }
    folders = dict.fromkeys(texts, tmp_path) | {"below": tmp_path / "rules" / "title"}
    folders["below"].mkdir(parents=True)
    (tmp_path / "rules" / "conftest.py").write_text(f"item.add_marker({mark}.plain)")
    files = {name: folders[name] / f"test_{name}.py" for name in texts}
    for name, file in files.items():
        file.write_text(texts[name])
    left = {name for name, file in files.items() if not selects_none_of(expression, file)}
    assert left == selected
