"""Case tests of Middle East Battles: modules by chapter, one test (or more) a rulebook case."""

import pytest

pytest.register_assert_rewrite(f"{__name__}.helpers")
