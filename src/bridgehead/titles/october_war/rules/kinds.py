"""The array types of this title's entry points: boards, states and work records."""

from __future__ import annotations

from typing import Annotated

from bridgehead.core.kernel import rows
from bridgehead.core.records import Records
from bridgehead.titles.october_war.data.layout import BOARD
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.state import STATE, WORK

Boards = Annotated[Records[Board], rows(BOARD, writable=False)]
States = Annotated[Records[State], rows(STATE)]
Works = Annotated[Records[Work], rows(WORK)]
