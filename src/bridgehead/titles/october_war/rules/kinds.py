"""The kinds of arrays that this title's entry points take: of boards, states and work records."""

from __future__ import annotations

from typing import Annotated, Any

from bridgehead.core.kernel import rows
from bridgehead.titles.october_war.data.layout import BOARD
from bridgehead.titles.october_war.state import STATE, WORK

Boards = Annotated[Any, rows(BOARD, writable=False)]
States = Annotated[Any, rows(STATE)]
Works = Annotated[Any, rows(WORK)]
