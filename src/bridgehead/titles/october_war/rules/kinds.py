"""The array types of this title's entry points: boards, states and work records."""

from __future__ import annotations

from typing import Annotated

from bridgehead.core.kernels.kernel import rows
from bridgehead.core.kernels.record_types import Records
from bridgehead.titles.october_war.records import BOARD, STATE, WORK, Board, State, Work

Boards = Annotated[Records[Board], rows(BOARD, writable=False)]
States = Annotated[Records[State], rows(STATE)]
Works = Annotated[Records[Work], rows(WORK)]
