"""Write docs/generated/: the pages of the documentation site that come from elsewhere.

These are briefing and rules in brief of every game, the fields of every title's observations,
and the pages of the root. `make docs` runs it.
"""

from __future__ import annotations

import re
from pathlib import Path

import bridgehead as bh
from bridgehead.core.titles.briefing import briefing
from bridgehead.core.titles.games import package_of
from bridgehead.core.titles.lesson import lesson_of
from bridgehead.envs import ObservationSpace
from bridgehead.envs.observations import Field, HexObservations
from bridgehead.server.views.title_data import rules_data, side_data

DOCS = Path(__file__).parent
FOLDER = DOCS / "generated"
ROOT_PAGES = ("CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "CHANGELOG.md")


def briefing_lines(game: str) -> list[str]:
    """Return what a player should know before the first move, in lines of Markdown."""
    card = briefing(package_of(game), game)
    names = {side: side_data(game, side)["label"] for side in card.sides}
    lines = [
        card.situation,
        "",
        f"*Length.* {card.length} About {card.minutes} minutes against the computer.",
        f"For a first game, the easier side is {names[card.easier]}.",
    ]
    for side, told in card.sides.items():
        lines += ["", f"## {names[side]}", "", f"**How you win.** {told.wins}"]
        lines += ["", "What to watch:", "", *(f"- {text}" for text in told.worries)]
        lines += ["", "First moves to consider:", "", *(f"- {text}" for text in told.first)]
    return lines


def rules_page(game: str) -> str:
    """Return briefing and rules of a game as a page, a heading for each chapter."""
    info = bh.game_info(game)
    lines = [f"# {info.title}: briefing and rules in brief", "", f"{info.edition}.", ""]
    lines += briefing_lines(game)
    lines += ["", "## The rules", "", "In our own words, by the case numbers of the rulebook."]
    chapter = ""
    for rule in rules_data(game):
        number = rule["case"].split(".")[0]
        if number != chapter:
            chapter = number
            lines += ["", f"### Chapter {chapter}"]
        lines += ["", f"**{rule['case']} {rule['title']}.** {rule['text']}"]
        for one in rule["examples"]:
            command = lesson_of(one["game"], one["id"]).command
            lines += ["", f"Play the example *{one['title']}*: `{command} --page`"]
    return "\n".join(lines) + "\n"


def field_table(heading: str, fields: tuple[Field, ...]) -> list[str]:
    """Return a table of fields of an observation."""
    lines = ["", f"## {heading}", "", "| number | field | meaning |", "|---:|---|---|"]
    return lines + [
        f"| {number} | `{field.name}` | {field.meaning} |" for number, field in enumerate(fields)
    ]


def fields_page(package: str) -> str:
    """Return the fields of the observations of a title's games as a page."""
    ids = [info.id for info in bh.games() if package_of(info.id) == package]
    space = ObservationSpace(bh.load(ids[0]))
    on_hexes = isinstance(space, HexObservations)
    of_map = "Planes of `map`" if on_hexes else "Features of the points in `map`"
    names = ", ".join(dict.fromkeys(bh.game_info(id_).title for id_ in ids))
    lines = [f"# Fields of observations: {names}", ""]
    lines += ["Of " + ", ".join(f"`{id_}`" for id_ in ids) + ": what each number means"]
    lines[-1] += " ([observations](../observations.md))."
    lines += field_table(of_map, space.map_fields)
    lines += field_table("Columns of `units`", space.unit_fields)
    lines += field_table("`scalars`", space.scalar_fields)
    lines += field_table("`map_facts()`", space.map_fact_fields)
    lines += field_table("`unit_facts()`", space.unit_fact_fields)
    return "\n".join(lines) + "\n"


def root_page(name: str) -> str:
    """Return a page of the repository's root, with its links as seen from docs/generated/."""
    text = (DOCS.parent / name).read_text(encoding="utf-8")
    for other in ROOT_PAGES:
        text = text.replace(f"]({other}", f"]({page_name(other)}")
    return re.sub(r"\]\(docs/", "](../", text)


def page_name(name: str) -> str:
    """Return what a page of the root is called on the site."""
    return name.lower().replace("_", "-")


def pages() -> dict[str, str]:
    """Return every page, by its file name."""
    found = {f"rules-{info.id}.md": rules_page(info.id) for info in bh.games()}
    for package in {package_of(info.id) for info in bh.games()}:
        title = package.rpartition(".")[2].replace("_", "-")
        found[f"fields-{title}.md"] = fields_page(package)
    return found | {page_name(name): root_page(name) for name in ROOT_PAGES}


def main() -> None:
    """Write the pages."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
