"""The players that every game has, the weakest first."""

RANKS = ("recruit", "corporal", "sergeant", "lieutenant", "captain", "general")
