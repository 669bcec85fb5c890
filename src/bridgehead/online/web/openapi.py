"""The OpenAPI description of the HTTP API, made from the routes, docstrings and the tables here.

A route that is in no table is described, too: by its path, its methods and the first line of its
docstring, and as one that takes any form. For the WebSocket of a game see docs/hosting.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bridgehead._version import __version__
from bridgehead.online.live.open_puzzles import PREFIX
from bridgehead.server.web.answers import Json

PARAMETER = re.compile(r"{(\w+)(?::\w+)?}")
JSON, HTML, PLAIN = "application/json", "text/html", "text/plain"
FORM = "application/x-www-form-urlencoded"
TEXT: dict[str, Any] = {"type": "string"}
ANY: dict[str, Any] = {"type": "object"}
NUMBER = {"type": "integer", "minimum": 0}
ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["kind", "text", "case"],
            "properties": {"kind": TEXT, "text": TEXT, "case": TEXT},
        }
    },
}
REFUSALS = {
    400: "The request is invalid.",
    401: "Log in first.",
    403: "Not allowed, or the request comes from another site.",
    404: "Not found, or not open to you.",
    405: "Method not allowed.",
    409: "The present state does not allow it.",
    413: "The request is too large.",
    415: "Wrong content type.",
    429: "Too many requests: Retry-After says when you can try again.",
    503: "The server is stopping, or the database is not responding.",
}


def texts(*required: str, optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the schema of an object whose values are texts."""
    names = (*required, *optional)
    return {"type": "object", "required": [*required], "properties": dict.fromkeys(names, TEXT)}


# The fields of forms, by path.
FORMS: dict[str, dict[str, Any]] = {
    "/new/{title}": texts("side", "opponent", optional=("option",)),
    "/invitation/{token}": texts(optional=("name",)),
    "/tournament/{id}/take-over": texts("place"),
    "/register": texts("name", "password", optional=("next",)),
    "/login": texts("name", "password", optional=("next",)),
    "/settings/password": texts("new", optional=("old",)),
    "/settings/revoke": texts("session"),
    "/settings/email": texts(optional=("email", "password")),
    "/settings/passkeys/remove": texts("passkey"),
    "/settings/data/leave": texts("name", optional=("password",)),
    "/lost": texts("who"),
    "/recover/{token}": texts("new"),
    "/people/{name}/block": texts(optional=("undo",)),
    "/report": texts("text", optional=("person", "game", "remark")),
    "/moderate/reports/{id}": texts("reason"),
    "/moderate/people/{name}/{what}": texts("reason", optional=("days", "name", "role")),
    "/moderate/games/{id}": texts("reason", "winner"),
}
# JSON bodies of requests, by path.
CREDENTIAL = {"credential": {"type": "object", "description": "as WebAuthn's toJSON() makes it"}}
BODIES: dict[str, dict[str, Any]] = {
    "/api/position/check": ANY,
    "/api/saved/{id}/note": texts("text"),
    "/api/passkeys/register/ask": texts("name"),
    "/api/passkeys/register": texts("name", optional=("next",)),
    "/api/passkeys/login/ask": ANY,
    "/api/passkeys/login": texts(optional=("next",)),
    "/api/passkeys/add/ask": texts(optional=("password",)),
    "/api/passkeys/add": texts("name"),
    "/api/passkeys/confirm/ask": ANY,
    "/api/passkeys/confirm": ANY,
}
QUERIES: dict[str, dict[str, dict[str, Any]]] = {
    "/api/saved/{id}/board.svg": {"at": NUMBER, "zones": TEXT, "theater": TEXT, "download": TEXT},
    "/api/saved/{id}/board.png": {"at": NUMBER, "zones": TEXT, "theater": TEXT, "width": NUMBER},
    "/begin": {"line": TEXT},
    "/people": {"q": TEXT},
    "/api/position/{game}/board.svg": {"options": TEXT, "sheet": TEXT},
    "/puzzle/{what}": {"game": TEXT, "after": TEXT},
    "/report": {"person": TEXT, "game": TEXT, "remark": TEXT},
    "/moderate": {"name": TEXT},
}
LEAGUE = ("id", "name", "game", "state", "pace")
TOURNAMENT = ("id", "name", "game", "state", "format", "pace")
# JSON of responses with status 200, by path; other paths under /api/ return an object.
ANSWERS: dict[str, dict[str, dict[str, Any]]] = {
    "/healthz": {"text/plain": TEXT},
    "/readyz": {"text/plain": TEXT},
    "/settings/data/take": {"application/zip": TEXT},
    "/people/{name}/games.csv": {"text/csv": TEXT},
    "/tournament/{id}/games.csv": {"text/csv": TEXT},
    "/tournament/{id}/standings.csv": {"text/csv": TEXT},
    "/api/tournaments": {JSON: {"type": "array", "items": texts(*TOURNAMENT)}},
    "/api/tournaments/{id}": {JSON: texts(*TOURNAMENT)},
    "/api/leagues": {JSON: {"type": "array", "items": texts(*LEAGUE)}},
    "/api/leagues/{id}": {JSON: texts(*LEAGUE)},
    "/api/saved/{id}": {JSON: texts("id", "kind", "page")},
    "/api/saved/{id}/note": {JSON: texts("text")},
    "/api/saved/{id}/board.svg": {"image/svg+xml": TEXT},
    "/api/saved/{id}/board.png": {"image/png": TEXT},
    "/api/saved/{id}/units.svg": {"image/svg+xml": TEXT},
    "/game/{id}/preview.png": {"image/png": TEXT},
    "/games.jsonl": {"application/x-ndjson": TEXT},
    "/title/{title}/{kind}.svg": {"image/svg+xml": TEXT},
    "/api/passkeys/register": {JSON: texts("to")},
    "/api/passkeys/login": {JSON: texts("to")},
    "/api/passkeys/add": {JSON: texts("to")},
    "/api/passkeys/confirm": {JSON: texts("to")},
}
PICTURES = ("/api/saved/{id}/board.svg", "/api/saved/{id}/board.png")
for _path in PICTURES:  # of a page that solves a puzzle, too
    _other = _path.replace("{id}", f"{PREFIX}{{id}}")
    QUERIES[_other], ANSWERS[_other] = QUERIES[_path], ANSWERS[_path]
for _path in ("/api/puzzles/{id}/board.svg", "/api/position/{game}/board.svg"):
    ANSWERS[_path] = ANSWERS["/api/saved/{id}/board.svg"]
for _name in ("register", "login", "add", "confirm"):
    _schema = BODIES[f"/api/passkeys/{_name}"]
    BODIES[f"/api/passkeys/{_name}"] = {
        **_schema,
        "required": [*_schema.get("required", ()), "credential"],
        "properties": {**_schema.get("properties", {}), **CREDENTIAL},
    }


def document(routes: Iterable[BaseRoute], server: str = "/") -> dict[str, Any]:
    """Return the OpenAPI document of routes; `server` is the address that goes before them."""
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        if isinstance(route, Route):
            path = PARAMETER.sub(r"{\1}", route.path)
            for method in sorted((route.methods or set()) - {"HEAD"}):
                paths.setdefault(path, {})[method.lower()] = _operation(route, path, method)
    about = "Games between people: accounts, the lobby, games, pictures. "
    about += "Requests that change something need a session cookie "
    about += "and must come from the server's own pages."
    return {
        "openapi": "3.1.0",
        "info": {"title": "bridgehead serve", "version": __version__, "description": about},
        "servers": [{"url": server}],
        "components": {
            "schemas": {"Error": ERROR},
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "session"}},
        },
        "security": [{}, {"session": []}],
        "paths": paths,
    }


def _operation(route: Route, path: str, method: str) -> dict[str, Any]:
    is_api = path.startswith("/api/")
    found: dict[str, Any] = {
        "operationId": f"{method.lower()}{re.sub(r'[^a-z0-9]+', '_', path.lower())}".rstrip("_"),
        "summary": (route.endpoint.__doc__ or route.name).partition("\n")[0],
        "responses": _responses(path, is_api=is_api),
    }
    named = [_parameter(name, "path", TEXT) for name in PARAMETER.findall(route.path)]
    if method == "GET":
        queries = QUERIES.get(path, {})
        named += [_parameter(name, "query", schema) for name, schema in queries.items()]
    else:
        found |= _body(path, is_api=is_api)
    if named:
        found["parameters"] = named
    return found


def _parameter(name: str, where: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": where, "required": where == "path", "schema": schema}


def _body(path: str, *, is_api: bool) -> dict[str, Any]:
    if path in BODIES:
        return {"requestBody": {"required": True, "content": {JSON: {"schema": BODIES[path]}}}}
    if is_api:
        return {}
    schema = FORMS.get(path, {**ANY, "additionalProperties": TEXT})
    content = {FORM: {"schema": schema}}
    return {"requestBody": {"required": bool(schema.get("required")), "content": content}}


def _responses(path: str, *, is_api: bool) -> dict[str, Any]:
    kinds = ANSWERS.get(path) or {JSON if is_api else HTML: ANY if is_api else TEXT}
    good = {kind: {"schema": schema} for kind, schema in kinds.items()}
    found: dict[str, Any] = {"200": {"description": "Success.", "content": good}}
    if not is_api:
        found["303"] = {"description": "Redirect to the page in Location."}
    error = {JSON: {"schema": {"$ref": "#/components/schemas/Error"}}}
    for status, text in REFUSALS.items():
        page = PLAIN if path.startswith("/static/") else HTML
        content = error if is_api else {page: {"schema": TEXT}, **error}
        found[str(status)] = {"description": text, "content": content}
    return found


async def describe(request: Request) -> Response:
    """Return the OpenAPI description of the HTTP API."""
    return Json(document(request.app.routes, request.app.state.public or "/"))
