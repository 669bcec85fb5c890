"""What every test shares."""

from __future__ import annotations

import os
import tempfile

# Secrets of committed dice made in tests must not land in the user's data folder.
os.environ.setdefault("BRIDGEHEAD_DATA", tempfile.mkdtemp(prefix="bridgehead-test-"))
