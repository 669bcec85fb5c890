"""How the scripts of the chapters put their questions."""

from dataclasses import dataclass

ALWAYS_ASKED = ("setup", "movement", "barrages", "battles", "sam ask", "air defense")


@dataclass
class Ask:
    """A decision: `main` ones can be taken up again from the plain data of the state."""

    step: str
    owner: str  # a side, or "dice"
    actions: list
    main: bool = False
    sealed: bool = False  # asked in any case: that there is one answer only is not to be told

    @property
    def automatic(self):
        return len(self.actions) == 1 and self.step not in ALWAYS_ASKED and not self.sealed


def roll(step):
    """Used as `die = yield from roll(step)`."""
    answer = yield Ask(step, "dice", [f"roll {n}" for n in range(1, 7)])
    return int(answer.split()[1])


def yes(step, owner, word="ew"):
    """Used as `played = yield from yes(step, owner)`."""
    answer = yield Ask(step, owner, [word, "pass"])
    return answer == word
