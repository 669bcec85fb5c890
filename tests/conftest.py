"""What every test shares."""

from __future__ import annotations

import os
import tempfile

import hypothesis

# Tests run compiled and wait for that, unless the environment says that they run in plain Python.
os.environ.setdefault("BRIDGEHEAD_JIT", "1")

# Secrets of committed dice made in tests must not land in the user's data folder.
os.environ.setdefault("BRIDGEHEAD_DATA", tempfile.mkdtemp(prefix="bridgehead-test-"))

# How long an example takes is no matter of right or wrong, and machines are busy at times.
hypothesis.settings.register_profile("bridgehead", deadline=None)
hypothesis.settings.load_profile("bridgehead")
