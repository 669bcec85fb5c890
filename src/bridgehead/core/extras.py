"""Packages that only a part of the program needs: the extras of `pyproject.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bridgehead.core.errors import MissingPackage

# The modules of each extra, by the name that they are imported by.
EXTRAS = {
    "pictures": ("milsymbol", "resvg_py"),
    "play": ("rich", "sqlalchemy", "starlette", "textual", "uvicorn", "websockets"),
    "serve": (
        "aiosmtplib", "alembic", "argon2", "confusable_homoglyphs", "cryptography", "jinja2",
        "openskill", "procrastinate", "prometheus_client", "psycopg", "py_vapid", "pywebpush",
        "regex", "structlog", "webauthn",
    ),
    "train": ("cma", "sklearn"),
    "mcp": ("mcp",),
    "research": ("gymnasium", "pettingzoo", "PIL", "pyarrow", "pyspiel", "open_spiel"),
    "cluster": ("ray",),
    "learn": ("torch",),
}  # fmt: skip


def extra_of(module: str | None) -> str | None:
    """Return the extra that brings a module, None where none does."""
    package = (module or "").partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if package in modules), None)


def missing(module: str, extra: str) -> MissingPackage:
    """Return the error that a module is not installed, with the extra that brings it."""
    return MissingPackage(
        f"{module!r} is not installed; it comes with the extra {extra!r}. "
        f"In a clone of Bridgehead: .venv/bin/pip install -e '.[{extra}]' (docs/install.md)",
        name=module,
    )


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Say which extra to install where an import within fails. MissingPackage.

    >>> with needs("research"):
    ...     import json
    """
    try:
        yield
    except ModuleNotFoundError as error:
        name = error.name or ""
        if name.partition(".")[0] == "bridgehead":
            raise
        raise missing(name, extra) from error
