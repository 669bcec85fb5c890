"""The kinds of arrays that this title's entry points take: of boards, states and work records."""

from __future__ import annotations

from typing import Annotated, Any

from bridgehead.core.kernel import rows
from bridgehead.titles.middle_east_battles.data.layout import BOARD
from bridgehead.titles.middle_east_battles.state import STATE, WORK

Boards = Annotated[Any, rows(BOARD, writable=False)]
States = Annotated[Any, rows(STATE)]
Works = Annotated[Any, rows(WORK)]
