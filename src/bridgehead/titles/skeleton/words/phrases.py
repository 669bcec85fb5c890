"""The words for plans; `data/decisions.toml` has the verbs."""

from __future__ import annotations

from bridgehead.core.titles.decisions import decisions
from bridgehead.core.words.phrases import Phrasebook

DECISIONS = decisions("bridgehead.titles.skeleton")
PHRASEBOOK = Phrasebook(DECISIONS.plans, DECISIONS.markers)
