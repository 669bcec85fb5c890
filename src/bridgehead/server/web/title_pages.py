"""The modules that titles add to the page: the folder `screen/page` of a title.

They have addresses beside those of the page's own modules: `/static/js/titles/TITLE/…`. A module of
a title imports those of the page from `/static/js/…`.
"""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from bridgehead.core.titles.games import games, title_of
from bridgehead.core.titles.title import Title
from bridgehead.server.web.files import FreshFiles

ADDRESS = "/static/js/titles"
MAIN = "page.js"


def folders() -> dict[str, Path]:
    """Return the folders of all titles that have one, by the name in their addresses."""
    titles = {title.package: title for title in (title_of(info.id) for info in games())}
    return {
        _name(title): folder
        for title in titles.values()
        if (folder := title.page_folder) is not None
    }


def main_module(game_id: str) -> str:
    """Return the address of the module that a game's page loads; "" if its title has none."""
    title = title_of(game_id)
    return "" if title.page_folder is None else f"{ADDRESS}/{_name(title)}/{MAIN}"


def form_of(game_id: str) -> dict[str, str]:
    """Return what decides the page that shows a game: its kind, and its title's own module."""
    return {"kind": title_of(game_id).kind, "page": main_module(game_id)}


def _name(title: Title) -> str:
    return title.package.rpartition(".")[2]


class TitleFiles(FreshFiles):
    """The files in the page folders of titles; the first part of a path names the title."""

    def __init__(self) -> None:
        super().__init__(check_dir=False)
        self.config_checked = True  # there is no folder of its own to be checked
        self._of_titles: dict[Path, FreshFiles] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file as `FreshFiles` does. HTTPException 404 if there is none."""
        name, _, rest = path.replace("\\", "/").partition("/")
        folder = folders().get(name)
        if folder is None:
            raise HTTPException(404)
        files = self._of_titles.setdefault(folder, FreshFiles(directory=folder))
        return await files.get_response(rest, scope)
