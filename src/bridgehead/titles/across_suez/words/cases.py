"""The case numbers of rules in each edition.

Code and tests cite the first edition's numbers; users see those of the edition that they play. A
key of this table is the rule's name in the program.
"""

from __future__ import annotations

# rule: (1980 and 1995, reprint)
CASES: dict[str, tuple[str, str]] = {
    "sequence": ("3.0", "4.0"),
    "movement": ("4.0", "5.1"),
    "allowance": ("4.1", "5.2(1)"),
    "terrain": ("4.2", "5.3"),
    "enemy_hex": ("4.3", "5.2(3)"),
    "stacking": ("4.4", "5.2(4)"),
    "zone": ("4.5", "6.1"),
    "adjacency": ("5.0", "7.0"),
    "one_target": ("5.2", "7.1(3)"),
    "one_attack": ("5.3", "7.1(3)"),
    "attacked_once": ("5.4", "7.1(3)"),
    "off_map": ("5.6", "5.3"),
    "announcement": ("6.1", "7.2"),
    "column": ("6.2", "7.2"),
    "result": ("6.3", "7.3"),
    "loss": ("6.3", "7.3"),
    "retreat": ("6.4", "7.4.2"),
    "advance": ("6.5", "7.4.1"),
    "entering": ("7.1", "11.0"),
    "entry_hex": ("7.2", "11.0(3)"),
    "delay": ("7.3", "11.0(4)"),
    "arrival": ("7.4", "11.1"),
    "combined_arms": ("8.0", "10.0"),
    "confusion_move": ("9.1", "12.1"),
    "confusion_attack": ("9.2", "12.1"),
    "night": ("10.0", "12.2"),
    "who_crosses": ("11.0", "13.1"),
    "bridge_unit_crosses": ("11.0", "13.2"),
    "ferry": ("11.1", "13.1"),
    "bridge_crossing": ("11.2", "13.2"),
    "stays_across": ("11.3", "13.1(3)"),
    "crossing_phase": ("11.6", "4.1"),
    "terrain_shift": ("12.1", "8.0"),
    "ridge_shift": ("12.2", "8.0(3)"),
    "artillery": ("13.0", "9.0"),
    "bombardment": ("13.0", "9.2"),
    "bombarded_twice": ("13.2", "9.2(4)"),
    "support": ("13.3", "9.1"),
    "support_is_israels": ("13.0", "9.1"),
    "support_limit": ("13.4", "9.1"),
    "artillery_night": ("13.5", "9.3"),
    "victory": ("14.0", "14.1"),
    "line": ("14.1", "14.1"),
    "bridge_route": ("14.2", "13.2"),
    "bridge_moved": ("14.2", "13.2"),
    "sudden_death": ("14.2", "14.2"),
    "airborne_placing": ("15.1", "15.1"),
    "commandos": ("15.4", "15.4"),
    "by_air": ("15.5.1", "15.5.1"),
    "by_sea": ("15.6", "15.6"),
    "concede": ("14.0", "14.0"),
}


def case_of(rule: str, numbering: int) -> str:
    """Return the case number of a rule; `numbering` is 0 for 1980 and 1995, 1 for the reprint."""
    return CASES[rule][numbering]
