"""`python -m bridgehead` is the command `bridgehead`."""

from __future__ import annotations

import sys

from bridgehead.cli import main

if __name__ == "__main__":
    sys.exit(main())
