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
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.waiting import wait_until
from tests.web.conftest import NewPage, Watch
from tests.web.https import HOST, certificate, is_open
from tests.web.server import OnlineServer, free_port
from tests.web.test_online import GAME, SECRET, seated

pytestmark = [pytest.mark.slow, pytest.mark.web]
SAMPLES = Path(__file__).parents[2] / "examples" / "hosting"
PATH = "/bridgehead"
SAMPLE = {"nginx": "nginx.conf", "caddy": "Caddyfile"}
SEVERAL = {"nginx": "nginx-several.conf", "caddy": "Caddyfile-several"}
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


def command(
    program: str, folder: Path, port: int, sample: str, *pairs: tuple[str, str]
) -> list[str]:
    """Write a sample for this machine's certificate and addresses; return what runs it."""
    key, file = certificate(folder), folder / "proxy.conf"
    text = (SAMPLES / sample).read_text("utf-8")
    if program == "nginx":
        [name] = re.findall("server_name (.*);", text)
        text = replaced(
            text,
            ("listen 443 ssl;", f"listen {HOST}:{port} ssl;"),
            (f"server_name {name};", f"server_name {HOST};"),
            (f"/etc/letsencrypt/live/{name}/fullchain.pem", str(key)),
            (f"/etc/letsencrypt/live/{name}/privkey.pem", str(key)),
            *pairs,
        )
        file.write_text(NGINX.format(folder=folder, sample=text))
        return ["nginx", "-p", str(folder), "-c", str(file)]
    [name] = re.findall(r"^(\S*example.org) \{$", text, re.MULTILINE)
    there = f"\n{name} {{"
    text = replaced(text, (there, f"\nhttps://{HOST}:{port} {{\n\ttls {key} {key}"), *pairs)
    file.write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{text}")
    return ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]


@contextmanager
def running(words: list[str], folder: Path, port: int) -> Iterator[None]:
    """Run a proxy that listens at a port."""
    # Caddy writes into a home; the server's home is the usual one, with its compiled rules
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder))
    with (folder / "output.txt").open("wb") as output:
        proxy = subprocess.Popen(words, stdout=output, stderr=output, env=os.environ | homes)
    try:
        wait_until(lambda: is_open(port) or proxy.poll() is not None)
        assert proxy.poll() is None, (folder / "output.txt").read_text()[-2000:]
        yield
    finally:
        proxy.terminate()
        proxy.wait()


@pytest.fixture(params=["nginx", "caddy"])
def program(request: pytest.FixtureRequest) -> str:
    """Return a proxy that is installed here."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    return str(request.param)


@pytest.fixture
def proxied(program: str, tmp_path: Path, watch: Watch) -> Iterator[Proxied]:
    """Return a server that nobody has used yet, behind a proxy as its sample sets it up."""
    port = free_port()
    url = f"https://{HOST}:{port}{PATH}"
    inside = OnlineServer(tmp_path / "online")
    inside.COMMAND = (*OnlineServer.COMMAND, "--public", url, "--proxy", "127.0.0.1")
    inside.start()
    address = "127.0.0.1:8074", f"{HOST}:{inside.port}"
    words = command(program, tmp_path, port, SAMPLE[program], address)
    try:
        with running(words, tmp_path, port):
            watch.expect(f"^request to another host: (https|wss)://{HOST}:{port}/")
            yield Proxied(url, inside.url, inside.data / "online.sqlite")
    finally:
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


class _Process(ThreadingHTTPServer):
    """Stands for a web process: answers with its own port, the path and the game's header."""

    def __init__(self) -> None:
        super().__init__((HOST, 0), _Answers)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def end(self) -> None:
        """Stop listening."""
        self.shutdown()
        self.server_close()


class _Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = f"{self.server.server_address[1]}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def test_all_that_belongs_to_a_game_goes_to_one_of_several_processes(
    program: str, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        one, two = _Process(), _Process()
        stack.callback(two.end)
        port = free_port()
        there = [("10.0.0.11:8074", f"{HOST}:{one.server_port}")]
        there.append(("10.0.0.12:8074", f"{HOST}:{two.server_port}"))
        words = command(program, tmp_path, port, SEVERAL[program], *there)
        stack.enter_context(running(words, tmp_path, port))
        client = stack.enter_context(httpx2.Client(verify=_unchecked(), timeout=30))

        def asked(path: str, **headers: str) -> str:
            answer = client.get(f"https://{HOST}:{port}{path}", headers=headers)
            assert answer.status_code == 200, answer.text
            return str(answer.text)

        games = [f"{number:020x}" for number in range(24)] + ["puzzle-0123abcd-0123456789abcdef"]
        where = {game: asked(f"/api/saved/{game}/play?pace=0") for game in games}
        assert set(where.values()) == {str(one.server_port), str(two.server_port)}
        for game, process in where.items():
            assert asked(f"/api/saved/{game}/play?pace=3") == process
            assert asked(f"/api/saved/{game}") == process
            assert asked(f"/game/{game}", **{"X-Game": "another"}) == process
            assert asked(f"/puzzle/{game}/from/3") == process
        one.end()
        left = str(two.server_port)
        assert {asked(f"/game/{game}") for game in games} == {left}
        assert asked("/") == left


def _unchecked() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
