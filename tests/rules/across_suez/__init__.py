"""Case tests of Across Suez: one module a chapter, one test (or more) a rulebook case."""

import pytest

pytest.register_assert_rewrite(f"{__name__}.helpers")
