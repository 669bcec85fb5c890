"""The samples for nginx and Caddy (`examples/hosting`): two people play behind them, under a path.

nginx passes the path on, Caddy takes it off.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.waiting import wait_until
from tests.web.conftest import NewPage, Watch
from tests.web.https import HOST, certificate, is_open
from tests.web.server import free_port
from tests.web.test_online import GAME, SECRET, OnlineServer, seated

pytestmark = [pytest.mark.slow, pytest.mark.web]
SAMPLES = Path(__file__).parents[2] / "examples" / "hosting"
PATH = "/bridgehead"
NGINX = """daemon off; pid {folder}/nginx.pid; error_log stderr; events {{}}
http {{ access_log off; types {{}} default_type text/plain;
client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3;
uwsgi_temp_path {folder}/4; scgi_temp_path {folder}/5;
{sample} }}"""


@dataclass
class Proxied:
    """A server behind a proxy: its public address, its own one, and its database."""

    url: str
    inside: str
    database: Path


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    """Replace what differs on this machine; each of it must be in the sample."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def command(program: str, folder: Path, port: int, to: int) -> list[str]:
    """Write the sample for this machine's ports and certificate; return what runs it."""
    key, file = certificate(folder), folder / "proxy.conf"
    if program == "nginx":
        text = replaced(
            (SAMPLES / "nginx.conf").read_text("utf-8"),
            ("listen 443 ssl;", f"listen {HOST}:{port} ssl;"),
            ("server_name example.org;", f"server_name {HOST};"),
            ("/etc/letsencrypt/live/example.org/fullchain.pem", str(key)),
            ("/etc/letsencrypt/live/example.org/privkey.pem", str(key)),
            ("127.0.0.1:8074", f"{HOST}:{to}"),
        )
        file.write_text(NGINX.format(folder=folder, sample=text))
        return ["nginx", "-p", str(folder), "-c", str(file)]
    text = replaced(
        (SAMPLES / "Caddyfile").read_text("utf-8"),
        ("example.org {", f"https://{HOST}:{port} {{\n\ttls {key} {key}"),
        ("127.0.0.1:8074", f"{HOST}:{to}"),
    )
    file.write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{text}")
    return ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]


@pytest.fixture(params=["nginx", "caddy"])
def proxied(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    watch: Watch,
) -> Iterator[Proxied]:
    """Return a server that nobody has used yet, behind a proxy as its sample sets it up."""
    program = str(request.param)
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    port = free_port()
    url = f"https://{HOST}:{port}{PATH}"
    inside = OnlineServer(tmp_path / "online")
    inside.COMMAND = (*OnlineServer.COMMAND, "--public", url, "--proxy", "127.0.0.1")
    inside.start()
    with (tmp_path / "output.txt").open("wb") as output:
        words = command(program, tmp_path, port, inside.port)
        # Caddy writes there; the server does not: its compiled rules are in the usual home
        homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(tmp_path))
        env = os.environ | homes
        proxy = subprocess.Popen(words, stdout=output, stderr=output, env=env)
    try:
        wait_until(lambda: is_open(port) or proxy.poll() is not None)
        assert proxy.poll() is None, (tmp_path / "output.txt").read_text()[-2000:]
        watch.expect(f"^request to another host: (https|wss)://{HOST}:{port}/")
        yield Proxied(url, inside.url, inside.data / "online.sqlite")
    finally:
        proxy.terminate()
        proxy.wait()
        inside.kill()


def person(new_page: NewPage, server: Proxied, name: str, asked: list[str]) -> Page:
    """Register somebody in a browser of their own; keep what the browser asks for."""
    page = new_page(base_url=f"{server.url}/", ignore_https_errors=True)
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto("register")
    page.fill("input[name=name]", name)
    page.fill("input[name=password]", SECRET)
    page.click("main button[type=submit]")
    expect(page.locator("nav")).to_contain_text(name)
    return page


def test_two_people_play_under_a_path(proxied: Proxied, new_page: NewPage) -> None:
    asked: list[str] = []
    anna, bert = (person(new_page, proxied, name, asked) for name in ("Anna", "Bert"))
    anna.click(f"[data-new={GAME}]")
    anna.check("input[name=side][value=israel]")
    anna.check("input[name=opponent][value=open]")
    anna.click("#new-game button[type=submit]")
    bert.goto("./")
    bert.click("[data-list=challenges] button")
    there = seated(bert)
    here = seated(anna)  # her lobby leads her there
    expect(here.game).to_have_attribute("data-mine", "true")
    here.do("end", 1)
    there.wait_at(1)
    there.tab("game")
    bert.click("button[data-resign]")
    bert.click("dialog#resign [data-confirm]")
    expect(here.game).to_have_attribute("data-mine", "false")
    anna.click("a.home-link")
    expect(anna).to_have_url(f"{proxied.url}/")
    anna.goto("settings/notices")
    push = anna.locator("#push").get_attribute("data-worker")
    worker = anna.request.get(f"{proxied.url}{push}")
    assert worker.ok
    paths = {urlsplit(one).path for one in asked if one.startswith(("https:", "wss:"))}
    assert {one for one in paths if not one.startswith(f"{PATH}/")} == set()
    assert any(re.fullmatch(rf"{PATH}/api/saved/\w+/play", one) for one in paths)


def test_addresses_bodies_and_the_path_without_a_slash(proxied: Proxied) -> None:
    claims = {"X-Forwarded-For": "8.8.8.8"}
    form = {"password": SECRET}
    with httpx2.Client(verify=_unchecked(), timeout=30) as client:
        path = client.get(proxied.url, follow_redirects=False)
        assert path.status_code in (301, 302)
        assert urlsplit(path.headers["location"]).path == f"{PATH}/"
        big = client.post(f"{proxied.url}/register", data={**form, "name": "x" * 6_000_000})
        assert big.status_code == 413
        made = client.post(f"{proxied.url}/register", data={**form, "name": "Anna"}, headers=claims)
        assert made.status_code == 303
    httpx2.post(f"{proxied.inside}/register", data={**form, "name": "Bert"}, headers=claims)
    with sqlite3.connect(proxied.database) as database:
        said = database.execute(
            "SELECT a.name, s.network IS NOT NULL FROM session s JOIN account a ON a.id = s.account"
        ).fetchall()
    # nobody believes what Anna's browser claims; what the proxy says is believed (as of Bert)
    assert dict(said) == {"Anna": 0, "Bert": 1}


def _unchecked() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
