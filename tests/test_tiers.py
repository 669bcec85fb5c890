"""Which tests are left to the night, and which files are not imported."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiers import HERE, selects_none_of

pytestmark = pytest.mark.plain
pytest_plugins = ("pytester",)


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


def test_settings_that_are_named_are_left_to_the_night(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        "from tests.tiers import mark_slow_ones\n"
        "def pytest_collection_modifyitems(config, items): mark_slow_ones(config, items)\n"
    )
    text = """
    import pytest
    @pytest.mark.slow_for({ids})
    @pytest.mark.parametrize("value", ["a", "b", "c"])
    def test_it(value): ...
    """
    pytester.makepyfile(text.format(ids='"b", "c"'))
    found = pytester.inline_run("-m", "not slow", "-p", "no:schemathesis")
    found.assertoutcome(passed=1)
    pytester.makepyfile(text.format(ids='"d"'))
    assert pytester.inline_run("-p", "no:schemathesis").ret == pytest.ExitCode.USAGE_ERROR


def test_tests_wait_for_a_condition_and_never_for_a_time() -> None:
    """`tests/waiting.py` waits. Whoever sleeps elsewhere says why, in the same line."""
    unsaid = []
    for file in HERE.rglob("*.py"):
        if file.name in ("waiting.py", Path(__file__).name):
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if "wait_for_timeout" in line or ("sleep(" in line and "  # " not in line):
                unsaid.append(f"{file.relative_to(HERE)}:{number}: {line.strip()}")
    assert unsaid == []
