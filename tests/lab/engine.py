"""An engine that takes the first legal action; "breaks": it leaves when it is to choose."""

from __future__ import annotations

import json
import sys

for line in sys.stdin:
    asked = json.loads(line)
    answer = {"id": asked["id"]}
    if asked["request"] == "hello":
        answer |= {"protocol": asked["protocol"], "name": "first"}
    if asked["request"] == "choose":
        if "breaks" in sys.argv:
            sys.exit(3)
        answer |= {"action": asked["legal"][0]}
    print(json.dumps(answer), flush=True)
    if asked["request"] == "quit":
        break
