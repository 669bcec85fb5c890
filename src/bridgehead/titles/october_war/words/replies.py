"""Decisions that orders can answer [15, 16, 20, 26, 27], most of them in the other side's turn.

With fog a question must not reveal whether there is a choice (rulings O42 to O47), so all kinds of
the other side's turn are veiled. The last kind is one's own: between people the page answers
nothing by itself, but who wants neither air attacks nor barrages in a turn says so once.
"""

from __future__ import annotations

from bridgehead.core.words.replies import PREFERRED, Preset, Reply

REPLIES = (
    Reply(
        "sam",
        "SAM units against a flight or an air look",
        steps=("sam ask", "umbrella"),
        verbs={"show-sam": "Show the SAM unit", "pass": "Show none"},
        default=("pass",),
        veiled=True,
        where=("landing",),
        presets=(Preset("Show no air defense", ("pass",)),),
    ),
    Reply(
        "air-defense",
        "Air defense against a raid",
        steps=("air defense",),
        verbs={"fire-sam": "Fire with", "show-sam": "Show", "end": "No (more) air defense"},
        default=("end",),
        several=PREFERRED,
        veiled=True,
        where=("target",),
        presets=(
            Preset("All air defense fires", ("fire-sam",)),
            Preset("All fires, hidden units too", ("fire-sam", "show-sam")),
            Preset("No air defense", ("end",)),
        ),
    ),
    Reply(
        "ew",
        "EW marker on the ground",
        steps=("ew counter", "defender ew", "attacker ew", "raid ew"),
        verbs={"ew": "Play a marker", "pass": "Play none"},
        default=("pass",),
        veiled=True,
        where=("landing", "battle", "target"),
        presets=(Preset("Never play electronic warfare", ("pass",)),),
    ),
    Reply(
        "fire",
        "Fire in a battle",
        steps=("fire",),
        verbs={"fire": "Fire with", "hold": "No (more) fire", "retreat": "Retreat before firing"},
        default=("hold",),
        several=PREFERRED,
        veiled=True,
        where=("battle",),
        presets=(Preset("Everybody fires", ("fire",)), Preset("Nobody fires", ("hold",))),
    ),
    Reply(
        "damage",
        "Hits: who takes them",
        steps=("damage",),
        verbs={
            "break": "Break down",
            "eliminate": "Eliminate",
            "retreat": "Retreat instead",
            "withdraw": "Withdraw",
            "fly": "Fly out",
        },
        default=("break", "retreat", "withdraw", "fly", "eliminate"),
        veiled=True,
        where=("battle", "target"),
        presets=(
            Preset("Hold: break down, then eliminate", ("break", "eliminate")),
            Preset("Give way: retreat", ("retreat", "withdraw", "fly", "break", "eliminate")),
        ),
    ),
    Reply(
        "stays",
        "After a round of battle",
        steps=("defender stays", "attacker stays"),
        verbs={"stay": "Stay", "retreat": "Retreat"},
        default=("stay",),
        veiled=True,
        where=("battle",),
        presets=(
            Preset("Stay", ("stay",)),
            Preset("Stay while {n} units are left", ("stay",), counts=True),
        ),
    ),
    Reply(
        "retreat",
        "Retreat from a point",
        steps=("retreat", "go back"),
        verbs={"withdraw": "Withdraw to", "fly": "Fly to", "stay": "Nobody else leaves"},
        default=("withdraw", "fly", "stay"),
        veiled=True,
        where=("battle", "target"),
        presets=(Preset("All to {place}", ("withdraw", "fly"), placed=True),),
    ),
    Reply(
        "air-loss",
        "Strikes lost in the air",
        steps=("superiority loss", "strategic loss"),
        verbs={"lose": "Lose"},
        default=("lose",),
        veiled=True,
        shared=True,
    ),
    Reply(
        "air-ew",
        "EW marker in the air phases",
        steps=("superiority ew", "strategic ew"),
        verbs={"ew": "Play a marker", "pass": "Play none"},
        default=("pass",),
        veiled=True,
        shared=True,
        presets=(Preset("Never play electronic warfare", ("pass",)),),
    ),
    Reply(
        "shift",
        "TAC that go over to ground attack",
        steps=("shift",),
        verbs={"shift": "So many:", "pass": "None"},
        default=("pass",),
        veiled=True,
        shared=True,
        presets=(Preset("Never shift strikes", ("pass",)),),
    ),
    Reply(
        "nothing-else",
        "Air attacks, barrages, bridges",
        steps=("raids", "barrages", "bridges"),
        verbs={"end": "None"},
        default=("end",),
        presets=(Preset("No air attacks, barrages or removed bridges", ("end",)),),
    ),
)


def replies(game_id: str) -> tuple[Reply, ...]:
    """Return the kinds of decisions that come up in the other side's turn."""
    del game_id
    return REPLIES
