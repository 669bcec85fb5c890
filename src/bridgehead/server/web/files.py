"""Static files of the page, served from memory: a game's page requests about 140 of them at once.

Starlette's own `StaticFiles` opens each in another thread, which takes several milliseconds.
"""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

MOST = 4_000_000  # bytes of the largest file that is cached


class FreshFiles(StaticFiles):
    """Files that browsers cache but revalidate each time, so that a new version is seen at once."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._kept: dict[str, tuple[tuple[int, int], bytes, dict[str, str]]] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file to be revalidated each time; it is read again only when it changes.

        HTTPException 404 if there is none, 405 for methods other than GET and HEAD.
        """
        if scope["method"] in ("GET", "HEAD"):
            try:
                place, found = self.lookup_path(path)
            except (OSError, ValueError):  # an impossible path, or one outside the folder
                raise HTTPException(404) from None
            if found is None or not stat.S_ISREG(found.st_mode):
                raise HTTPException(404)
            if found.st_size <= MOST:
                return self._from_memory(place, found, scope)
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response

    def _from_memory(self, place: str, found: Any, scope: Scope) -> Response:
        stamp = (found.st_mtime_ns, found.st_size)
        kept = self._kept.get(place)
        if kept is None or kept[0] != stamp:
            headers = dict(FileResponse(place, stat_result=found).headers)
            content = Path(place).read_bytes()
            headers["content-length"] = str(len(content))
            headers["cache-control"] = "no-cache"
            kept = self._kept[place] = stamp, content, headers
        response = Response(kept[1], headers=kept[2])
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response
