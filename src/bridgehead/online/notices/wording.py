"""The texts of notices: the game, the opponent, and that something waits, but never which decision.

All notices of a kind have the same words. There is one sentence for all decisions, whether it is
the opening move or an answer to something that the other side must not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bridgehead.online.accounts import time_zones
from bridgehead.online.notices.notices import CHALLENGE, CLOCK, MINUTE, NEWS, Notice
from bridgehead.online.web.texts import rank, t
from bridgehead.server.views import title_data


@dataclass(frozen=True)
class Words:
    """The words of a notice."""

    text: str
    path: str  # the page with more


@dataclass(frozen=True)
class Letter:
    """The text of a mail."""

    subject: str
    text: str


def words(notice: Notice) -> Words:
    """Return the words of a notice."""
    if notice.kind == NEWS:
        return Words(notice.data.get("text", ""), notice.data.get("path", "/"))
    title = title_data.game_data(notice.title)["name"] if notice.title else ""
    name = notice.opponent
    opponent = t("game.computer", name=rank(name)) if notice.computer else name or t("game.nobody")
    if notice.kind == CHALLENGE and notice.data.get("text"):
        return Words(t("notice.waits", title=title, opponent=opponent), "/#people")
    if notice.kind == CHALLENGE and notice.is_new:
        return Words(t("notice.named", title=title, opponent=opponent), "/")
    path = f"/game/{notice.game}" if notice.kind != CHALLENGE else "/"
    names = {"title": title, "opponent": opponent, "result": notice.result}
    if notice.kind == CLOCK and "away" in notice.data:
        return Words(t("notice.standIn", **names), path)
    if notice.kind == CLOCK:
        names["until"] = time_zones.told(notice.number * MINUTE, notice.zone)
    return Words(t(f"notice.{notice.kind}", **names), path)


# What players of a tournament are told
BEGUN, FINAL, ENDED = "tournament.begun", "tournament.finalBegun", "tournament.ended"


def of_tournament(name: str, news: str) -> str:
    """Return the notice that a tournament has begun or is over, or that its final has begun."""
    return t(news, name=name)


def joined(said: Sequence[Words], longest: int) -> Words:
    """Return some notices as one; only their number if their text would be too long.

    The path is that of the first one.
    """
    text = " ".join(each.text for each in said)
    if len(said) > 1 and len(text) > longest:
        text = t("notice.many", n=len(said))
    return Words(text, said[0].path)


def letter(said: Sequence[Words], public: str, unsubscribe: str) -> Letter:
    """Return a mail with some notices."""
    subject = said[0].text.rstrip(".") if len(said) == 1 else t("notice.many", n=len(said))
    parts = [f"{each.text}\n{public}{each.path}" for each in said]
    why = t("notice.why", server=public.partition("://")[2])
    parts.append(f"-- \n{why}\n{unsubscribe}")
    return Letter(subject, "\n\n".join(parts) + "\n")
