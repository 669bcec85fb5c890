"""Pages, docstrings and comments name files, modules and tests that there are."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest

from tests.docs.pages import DOCS

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def references() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_references", DOCS / "references.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_nothing_is_named_that_there_is_not(references: ModuleType) -> None:
    assert references.missing() == []


@pytest.mark.parametrize("text", [
    "`core/no_such.py`", "see docs/nowhere.md", "`tests/nowhere/`", "bridgehead.core.nothing",
    "test_that_" + "nobody_wrote",
])  # fmt: skip
def test_a_wrong_reference_is_found(references: ModuleType, text: str) -> None:
    assert list(references.wrong(text))
