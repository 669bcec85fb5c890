"""The editions of Across Suez: an edition is a set of switches and its own case numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Edition:
    """One printed edition. The cases named here are those of docs/rulings/across-suez.md."""

    id: str
    name: str
    publisher: str
    year: str
    numbering: int  # column of the case table: 0 the first edition's, 1 the reprint's
    night_halves: bool = False  # night halves the allowance, instead of two points less
    zone_stops_at_prohibited: bool = False  # zones keep out of closed terrain and hexsides
    canal_hexsides_closed: bool = False
    bridge_limited: bool = True  # the bridge unit keeps to clear and road hexes
    bridge_loss_ends: bool = False  # its elimination wins the game for Egypt at once
    options: tuple[str, ...] = ()


OPTIONS = {
    "airborne_units": "Israeli airborne battalions I/35 and II/23 (15.1); values reconstructed",
    "kuwaiti_palestinian": "6 KU and AJ PAL join Egypt on turn 5 (15.2); values reconstructed",
    "marines": "marine battalion I/130 joins Egypt on turn 5 (15.3); values reconstructed",
    "commandos": "commandos of both sides, strong at night (15.4); values reconstructed",
    "airborne_operations": "landings by air; adds 1/1, 2/1 and 3/1 (15.5); values reconstructed",
    "amphibious_operations": "the 130th lands from the canal, turn 5 on (15.6), reconstructed",
}

EDITIONS = {
    edition.id: edition
    for edition in (
        Edition("across-suez-1980", "Across Suez", "SPI", "1980", 0),
        Edition("across-suez-1995", "Across Suez", "Decision Games", "1995", 0),
        Edition(
            "across-suez-reprint",
            "Across Suez",
            "Decision Games",
            "reprint",
            1,
            night_halves=True,
            zone_stops_at_prohibited=True,
            canal_hexsides_closed=True,
            bridge_limited=False,
            bridge_loss_ends=True,
            options=tuple(OPTIONS),
        ),
    )
}
