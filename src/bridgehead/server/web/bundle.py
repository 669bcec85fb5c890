"""Bundles: the page's modules in one file and its style sheets in another, for fewer requests.

The modules are in the package as they were written; there is no build step. The bundle is made when
the page is first requested, and again when a module has changed. Each module becomes a function,
which is called when another module first needs it. The modules of titles are among them
(`title_pages`). The bundle's address contains the digest of its content, so browsers can cache it
forever. `index.html` itself loads the modules one by one:
`/static/index.html` is the page without bundles.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bridgehead.server.languages.languages import ENGLISH, catalog, languages
from bridgehead.server.web import title_pages

MAIN = "js/main.js"
STATIC = "/static/"
FOLDER = "/static/bundle"
ROUTE = f"{FOLDER}/{{name}}"
FOR_GOOD = "public, max-age=31536000, immutable"

_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "([^"\n]+)";', re.MULTILINE)
_LATER = re.compile(r'\bawait import\("([^"\n]+)"\)')
_NAMED_LATER = re.compile(r"\bawait import\((\w+)\)")  # what a variable names: its address
_EXPORT = re.compile(
    r"^export (?=(?:async function|function|class|const) (\w+)|\{\};$)", re.MULTILINE
)
_LEFT = re.compile(r"(?:^(?:import|export)|await import|import\.meta)\b[^\n]*", re.MULTILINE)
_MODULE = re.compile(r'<script type="module" src="/static/([^"]+)"></script>\n?')
_SHEET = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">\n?')
_WITHOUT = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)

# `$needed` returns a module's exports; it runs the module the first time.
_FRAME = r"""const $modules = {{
{modules}
}};
const $made = {{}};
function $needed(address) {{
  const name = address.replace("/static/", "");
  if (!$made[name]) $modules[name]($made[name] = {{}});
  return $made[name];
}}
$needed({main});
"""


class BundleError(Exception):
    """A module has a form that cannot be bundled."""


# Modules


def module_as_function(name: str, source: str) -> tuple[str, list[str]]:
    """Return a module as a function that returns its exports, and the modules that it imports.

    Line numbers stay the same. BundleError for forms of import or export that are not supported:
    imports and exports must be named, and exports must never change.
    """
    imported: list[str] = []

    def path_of(given: str) -> str:
        if not given.startswith((".", STATIC)):
            raise BundleError(
                f"{name} imports {given!r}: a path from ./, ../ or {STATIC} on is needed"
            )
        path = given.removeprefix(STATIC)
        if path == given:
            path = normpath(join(dirname(name), given))
        if path not in imported:
            imported.append(path)
        return path

    def take(found: re.Match[str]) -> str:
        names, whole, given = found.groups()
        if whole is None:
            names = re.sub(r"\b(\w+) as (\w+)\b", r"\1: \2", names)
        what = whole or f"{{{names}}}"
        return f"const {what} = $needed({json.dumps(path_of(given))});"

    def take_later(found: re.Match[str]) -> str:
        return f"$needed({json.dumps(path_of(found[1]))})"

    exported = [each for each in _EXPORT.findall(source) if each]
    body = _NAMED_LATER.sub(r"$needed(\1)", source)
    body = _LATER.sub(take_later, _IMPORT.sub(take, _EXPORT.sub("", body)))
    if left := _LEFT.search(body):
        raise BundleError(f"{name}: `{left[0].strip()}` cannot be put into one file with others")
    given = f"Object.assign($exports, {{ {', '.join(exported)} }});\n" if exported else ""
    return f"{json.dumps(name)}($exports) {{\n{body.rstrip()}\n{given}}},", imported


def bundle(sources: Mapping[str, str], main: str, further: Iterable[str] = ()) -> str:
    """Return one module with the effect of `main` and all modules that it needs.

    `further` are modules that `main` loads by addresses which it learns later.

    BundleError if a module is missing or cannot be bundled; CycleError if modules import each
    other.
    """
    functions: dict[str, str] = {}
    needs: dict[str, list[str]] = {}
    waiting = [main, *further]
    while waiting:
        name = waiting.pop()
        if name in functions:
            continue
        if name not in sources:
            raise BundleError(f"{name} is imported, and is not there")
        functions[name], needs[name] = module_as_function(name, sources[name])
        waiting += needs[name]
    order = TopologicalSorter({name: sorted(needs[name]) for name in sorted(needs)}).static_order()
    modules = "\n".join(functions[name] for name in order)
    return _FRAME.format(modules=modules, main=json.dumps(main))


# The page


@dataclass(frozen=True)
class Bundled:
    """A bundle: its address and its content."""

    address: str
    content: bytes
    packed: bytes
    media_type: str

    @classmethod
    def of(cls, text: str, ending: str, media_type: str) -> Bundled:
        """Name a text by its digest, and compress it."""
        content = text.encode("utf-8")
        digest = hashlib.sha256(content).hexdigest()[:16]
        packed = gzip.compress(content, 6, mtime=0)
        return cls(f"{FOLDER}/{digest}.{ending}", content, packed, media_type)


class Page:
    """The page with its modules in one bundle and its style sheets in another."""

    def __init__(self, web: Path) -> None:
        """Serve the page in this folder."""
        self._web = web
        self._stamp: object = None
        self._html = ""
        self._files: dict[str, Bundled] = {}

    def html(self, language: str = ENGLISH) -> str:
        """Return the HTML of the page as it is now, in a language."""
        self._refresh()
        texts = catalog(language)
        told = f'<html lang="{language}" dir="{texts["direction"]}" data-languages="{_choices()}"'
        without = f"<noscript>{escape(texts['page']['noScript'], quote=False)}</noscript>"
        page = self._html.replace('<html lang="en"', told, 1)
        page = page.replace("/static/text/en.json", f"/static/text/{language}.json", 1)
        return _WITHOUT.sub(lambda _: without, page, count=1)

    def file(self, request: Request) -> Response:
        """Answer a request for one of the bundles.

        A request with an old digest gets the present bundle, with headers that forbid caching.
        HTTPException where there is none of this name.
        """
        self._refresh()
        name = str(request.path_params["name"])
        found = self._files.get(name.rpartition(".")[2])
        if found is None:
            raise HTTPException(404)
        headers = {"Vary": "Accept-Encoding"}
        is_named = found.address.rpartition("/")[2] == name
        headers["Cache-Control"] = FOR_GOOD if is_named else "no-cache"
        content = found.content
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            content = found.packed
        return Response(content, headers=headers, media_type=found.media_type)

    def _refresh(self) -> None:
        """Make the bundles again if a file has changed."""
        web = self._web
        scripts = {path.relative_to(web).as_posix(): path for path in web.glob("js/**/*.js")}
        titles = {
            f"{title_pages.ADDRESS}/{name}/".removeprefix(STATIC): folder
            for name, folder in title_pages.folders().items()
        }
        for address, folder in titles.items():
            for path in folder.glob("**/*.js"):
                scripts[address + path.relative_to(folder).as_posix()] = path
        sheets, page = sorted(web.glob("css/*.css")), web / "index.html"
        stamp = [
            (path, (found := path.stat()).st_mtime_ns, found.st_size)
            for path in (page, *sorted(scripts.values()), *sheets)
        ]
        if stamp == self._stamp:
            return
        source = page.read_text(encoding="utf-8")
        sources = {name: path.read_text("utf-8") for name, path in scripts.items()}
        styles = [(web / name).read_text("utf-8") for name in _SHEET.findall(source)]
        further = [address + title_pages.MAIN for address in titles]
        script = Bundled.of(bundle(sources, MAIN, further), "js", "text/javascript")
        sheet = Bundled.of("\n".join(styles), "css", "text/css")
        head = (
            f'<link rel="stylesheet" href="{sheet.address}">\n'
            f'<script type="module" src="{script.address}"></script>\n'
            '<link rel="preload" as="fetch" crossorigin href="/static/text/en.json">\n</head>'
        )
        self._html = _SHEET.sub("", _MODULE.sub("", source)).replace("</head>", head)
        self._files = {"js": script, "css": sheet}
        self._stamp = stamp


@cache
def _choices() -> str:
    """Return the languages that a reader can choose, for an attribute: "en English;de Deutsch"."""
    return escape(";".join(f"{code} {name}" for code, name in languages().items()))


@cache
def page_of(web: Path) -> Page:
    """Return the page of a folder; all servers of this process share it."""
    return Page(web)
