"""A player in ten lines: it draws among the legal actions (docs/engine-protocol.md)."""

import json
import random
import sys

KNOWN = {"hello": {"protocol": 1, "name": "Ten lines"}, "new": {}, "choose": {}, "quit": {}}
for line in filter(str.strip, sys.stdin):
    asked = {"id": None, "request": None}
    try:
        asked |= json.loads(line)
        answer = KNOWN[asked["request"]] | {"action": random.choice(asked.get("legal", [""]))}
    except (ValueError, LookupError, TypeError) as fault:
        answer = {"error": {"kind": "request", "reason": repr(fault)}}
    print(json.dumps({"id": asked["id"], **answer}), flush=True)
    if asked["request"] == "quit":
        break
