"""The page in few files: the same modules, addresses by digest, a new version at once."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from graphlib import CycleError
from importlib.resources import files
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from bridgehead.server.web import title_pages
from bridgehead.server.web.bundle import (
    FOR_GOOD,
    MAIN,
    ROUTE,
    BundleError,
    Page,
    bundle,
    module_as_function,
)

pytestmark = pytest.mark.plain
WEB = Path(str(files("bridgehead.web")))
SCRIPT = re.compile(r'<script type="module" src="(/static/bundle/\w+\.js)"></script>')
SHEET = re.compile(r'<link rel="stylesheet" href="(/static/bundle/\w+\.css)">')


def test_a_module_becomes_a_function_and_its_lines_stay() -> None:
    source = """/** A comment. */
import { one, two as other } from "./side/numbers.js";
import {
  three,
} from "../far.js";
import * as settings from "./settings.js";

/** @typedef {import("./types.js").Thing} Thing */
export const LIMIT = one + other + three;
export function twice(n) { return 2 * n; }
export async function later() {
  const { Late } = await import("./late.js");
  return new Late(settings.get("pace"));
}
export class Box {}
const own = 1;
"""
    body, imported = module_as_function("js/main.js", source)
    assert (
        body
        == """"js/main.js"($exports) {
/** A comment. */
const { one, two: other } = $needed("js/side/numbers.js");
const {
  three,
} = $needed("far.js");
const settings = $needed("js/settings.js");

/** @typedef {import("./types.js").Thing} Thing */
const LIMIT = one + other + three;
function twice(n) { return 2 * n; }
async function later() {
  const { Late } = $needed("js/late.js");
  return new Late(settings.get("pace"));
}
class Box {}
const own = 1;
Object.assign($exports, { LIMIT, twice, later, Box });
},"""
    )
    assert imported == ["js/side/numbers.js", "far.js", "js/settings.js", "js/late.js"]


def test_a_module_of_types_alone_exports_nothing() -> None:
    assert module_as_function("types.js", "export {};\n") == ('"types.js"($exports) {\n{};\n},', [])


@pytest.mark.parametrize(
    "line",
    [
        "export default class {}",
        "export let changing = 1;",
        "export { one };",
        'export * from "./other.js";',
        'import "./effect.js";',
        'import one from "./one.js";',
        'import { one } from "package";',
        "const { one } = await import(`./${name}.js`);",
        "const here = import.meta.url;",
    ],
)
def test_a_form_that_is_not_known_is_refused(line: str) -> None:
    with pytest.raises(BundleError, match=r"js/odd\.js"):
        module_as_function("js/odd.js", f"const a = 1;\n{line}\n")


def test_only_what_is_needed_is_taken_each_once() -> None:
    sources = {
        "main.js": 'import { a } from "./a.js";\nimport { b } from "./b.js";\n',
        "a.js": 'import { b } from "./b.js";\nexport const a = b;\n',
        "b.js": "export const b = 1;\n",
        "alone.js": "export const alone = 1;\n",
    }
    made = bundle(sources, "main.js")
    assert made.count('"b.js"($exports)') == made.count('"a.js"($exports)') == 1
    assert "alone" not in made
    assert made.endswith('$needed("main.js");\n')


def test_a_module_whose_address_is_learned_later_is_among_them() -> None:
    sources = {
        "js/main.js": "export {};\nconst { a } = await import(page);\n",
        "js/titles/one/page.js": 'import { b } from "/static/js/b.js";\nexport const a = b;\n',
        "js/b.js": "export const b = 1;\n",
    }
    made = bundle(sources, "js/main.js", ["js/titles/one/page.js"])
    assert "const { a } = $needed(page);" in made
    assert 'const { b } = $needed("js/b.js");' in made
    assert 'const name = address.replace("/static/", "");' in made


def test_what_is_not_there_and_circles_are_refused() -> None:
    with pytest.raises(BundleError, match=r"none\.js is imported"):
        bundle({"main.js": 'import { a } from "./none.js";'}, "main.js")
    circle = {
        "a.js": 'import { b } from "./b.js";\nexport const a = 1;',
        "b.js": 'import { a } from "./a.js";\nexport const b = 1;',
    }
    with pytest.raises(CycleError):
        bundle(circle, "a.js")


def test_every_module_that_the_page_needs_is_in_its_file() -> None:
    sources = {
        path.relative_to(WEB).as_posix(): path.read_text() for path in WEB.glob("js/**/*.js")
    }
    of_titles = {
        f"js/titles/{name}/{path.relative_to(folder).as_posix()}": path.read_text()
        for name, folder in title_pages.folders().items()
        for path in folder.glob("**/*.js")
    }
    assert {name.split("/")[-1] for name in of_titles} >= {title_pages.MAIN, "displays.js"}
    sources |= of_titles
    made = bundle(sources, MAIN, [name for name in of_titles if name.endswith(title_pages.MAIN)])
    alone = {"js/types.js", "js/points/types.js", "js/push/worker.js"}  # types; a worker's script
    for name in sources.keys() - alone:
        assert made.count(f'"{name}"($exports) {{') == 1, name
    for name in alone:
        assert f'"{name}"($exports)' not in made


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """Return a copy of the page's folder."""
    return Path(shutil.copytree(WEB, tmp_path / "web"))


@pytest.fixture
def client(web: Path) -> TestClient:
    page = Page(web)

    async def index(request: Request) -> Response:
        return Response(page.html())

    async def file(request: Request) -> Response:
        return page.file(request)

    return TestClient(Starlette(routes=[Route("/", index), Route(ROUTE, file)]))


def address(found: re.Pattern[str], text: str) -> str:
    """Return the only address of a kind that a page names."""
    (one,) = found.findall(text)
    return str(one)


def test_the_page_names_a_file_of_scripts_and_a_file_of_styles(client: TestClient) -> None:
    page = client.get("/").text
    assert page.count("<script") == page.count('rel="stylesheet"') == 1
    script, sheet = client.get(address(SCRIPT, page)), client.get(address(SHEET, page))
    assert script.headers["content-type"].startswith("text/javascript")
    assert sheet.headers["content-type"].startswith("text/css")
    assert script.headers["cache-control"] == sheet.headers["cache-control"] == FOR_GOOD
    index = (WEB / "index.html").read_text()
    names = re.findall(r'href="/static/(css/\w+\.css)"', index)
    assert len(names) == index.count('rel="stylesheet"') >= 10
    assert sheet.text == "\n".join((WEB / name).read_text() for name in names)


def test_who_unpacks_gets_it_packed_and_others_get_the_same(client: TestClient) -> None:
    path = address(SCRIPT, client.get("/").text)
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    with client.stream("GET", path, headers={"Accept-Encoding": "gzip, br"}) as packed:
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(b"".join(packed.iter_raw())) == plain.content
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"


def test_a_new_version_has_another_address(web: Path, client: TestClient) -> None:
    before = client.get("/").text
    path = web / "js" / "main.js"
    text = path.read_text()
    assert "const RETRY = 1500;" in text
    path.write_text(text.replace("const RETRY = 1500;", "const RETRY = 1501;"))  # as long as before
    os.utime(path, ns=(1, 1))
    after = client.get("/").text
    assert address(SCRIPT, before) != address(SCRIPT, after)
    assert address(SHEET, before) == address(SHEET, after)
    assert "const RETRY = 1501;" in client.get(address(SCRIPT, after)).text
    # A page that was opened before the change still works, and keeps nothing under a false name.
    old = client.get(address(SCRIPT, before))
    assert "const RETRY = 1501;" in old.text
    assert old.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("name", ["none", "none.txt", "..%2Fjs%2Fmain"])
def test_no_other_file_is_there(client: TestClient, name: str) -> None:
    answer = client.get(f"/static/bundle/{name}")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text == "Not Found"
