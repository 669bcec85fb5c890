"""What every server does first, done once before servers are forked. No thread is left over."""

from __future__ import annotations

import importlib
import tempfile

import bridgehead as bh
from bridgehead.core.records.record import Record
from bridgehead.online.database import schema
from bridgehead.online.database.database import Database
from bridgehead.online.live.readers import Reader
from tests.online.forked import GAME

for name in ("protocols.http.auto", "protocols.websockets.auto", "lifespan.on", "loops.auto"):
    importlib.import_module(f"uvicorn.{name}")
record = Record(bh.load(GAME))
for side in (*record.game.sides, None):
    Reader(side, record).state()
with tempfile.TemporaryDirectory() as folder:
    database = Database(f"sqlite:///{folder}/online.sqlite")
    schema.migrate(database)
    database.close()
