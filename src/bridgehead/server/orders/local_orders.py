"""The standing orders of a game on the local server: stored beside the game, one row per side."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import insert, select

from bridgehead.core.positions.position import Game
from bridgehead.server.games.persistence import StaleActionError
from bridgehead.server.games.store import Store
from bridgehead.server.games.tables import ORDERS
from bridgehead.server.orders import orders
from bridgehead.server.orders.orders import ASK, CAPTAIN, Order
from bridgehead.server.web.threads import aside


class LocalOrders:
    """The standing orders of the people in a game."""

    def __init__(
        self,
        game: Game,
        known: Mapping[str, tuple[int, tuple[Order, ...]]] | None = None,
        keep: Callable[[str, int, str], None] = lambda *_: None,
    ) -> None:
        """`known` has the number of changes and the orders of each side; `keep` stores them."""
        self._game = game
        self._known = dict(known or {})
        self._keep = keep

    def data(self, side: str) -> dict[str, Any]:
        """Return the data about a side's orders for its windows."""
        number, mine = self._of(side)
        return {
            "type": "orders",
            "number": number,
            "orders": [order.to_dict() for order in mine],
            "kinds": orders.kinds_data(self._game),
            "captain": False,
            "hexes": orders.has_distance(self._game),
        }

    async def order(self, side: str, number: object, data: object) -> None:
        """Replace a side's orders, of which the page knew change `number`.

        OrdersError says what is wrong with them, StaleActionError that they have changed.
        """
        found = orders.checked(self._game, data, captain=False)
        before, _ = self._of(side)
        if number != before:
            raise StaleActionError("your orders were changed in another window")
        await aside("store", self._keep, side, before + 1, orders.kept(found))
        self._known[side] = before + 1, found

    def answer(self, position: Any) -> str | None:
        """Return the ordered answer to a position's decision, None if nothing is ordered."""
        side = str(position.to_move)
        _, mine = self._of(side)
        if not mine:
            return None
        found = orders.answer(mine, position.view(side), side, self._game)
        return None if found in (ASK, CAPTAIN) else found

    def _of(self, side: str) -> tuple[int, tuple[Order, ...]]:
        return self._known.get(side, (0, ()))


def read(store: Store, game_id: str) -> dict[str, tuple[int, tuple[Order, ...]]]:
    """Return the stored orders of each side of a game."""
    with store.reading() as connection:
        rows = connection.execute(select(ORDERS).where(ORDERS.c.game == game_id)).all()
    return {
        row.side: (row.number, tuple(Order.of(one) for one in json.loads(row.text))) for row in rows
    }


def write(store: Store, game_id: str, side: str, number: int, text: str) -> None:
    """Store a side's orders."""
    row = {"game": game_id, "side": side, "number": number, "text": text}
    with store.writing() as connection:
        connection.execute(insert(ORDERS).prefix_with("OR REPLACE").values(**row))
