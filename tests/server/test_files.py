"""Files from memory: the same answers as from the disk, and a new version at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from bridgehead.server.web.files import FreshFiles

pytestmark = pytest.mark.plain


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a file in it, and one beside it."""
    (tmp_path / "secret.txt").write_text("nobody's business")
    (tmp_path / "web" / "js").mkdir(parents=True)
    (tmp_path / "web" / "js" / "main.js").write_text("let first = 1;\n")
    return tmp_path / "web"


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with TestClient(Starlette(routes=[Mount("/", FreshFiles(directory=folder))])) as client:
        yield client


def test_a_file_is_asked_about_and_a_new_version_is_seen(folder: Path, client: TestClient) -> None:
    script, path = client.get("/js/main.js"), folder / "js" / "main.js"
    assert script.text == "let first = 1;\n"
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cache-control"] == "no-cache"
    known = {"If-None-Match": script.headers["etag"]}
    again = client.get("/js/main.js", headers=known)
    assert (again.status_code, again.content) == (304, b"")
    path.write_text("let other = 2;\n")  # as long as the one before
    os.utime(path, ns=(1, 1))
    fresh = client.get("/js/main.js", headers=known)
    assert (fresh.status_code, fresh.text) == (200, "let other = 2;\n")
    path.unlink()
    assert client.get("/js/main.js").status_code == 404


def test_what_is_no_file_or_no_question(client: TestClient) -> None:
    head = client.head("/js/main.js")
    assert (head.status_code, head.headers["content-length"]) == (200, "15")
    assert client.post("/js/main.js").status_code == 405
    for path in ("/js", "/js/", "/none.js", "/../secret.txt", "/%2e%2e/secret.txt"):
        assert client.get(path).status_code == 404, path


def test_a_link_out_of_the_folder_leads_nowhere(folder: Path, client: TestClient) -> None:
    (folder / "out.txt").symlink_to(folder.parent / "secret.txt")
    assert client.get("/out.txt").status_code == 404
