"""Packages that only a part of the program needs: the extras of `pyproject.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bridgehead.core.errors import MissingPackage

# The modules of each extra, by import name.
EXTRAS = {
    "pictures": ("milsymbol", "resvg_py"),
    "play": (
        "openskill", "rich", "sqlalchemy", "starlette", "textual", "uvicorn", "websockets",
    ),
    "serve": (
        "aiosmtplib", "alembic", "argon2", "confusable_homoglyphs", "cryptography", "jinja2",
        "procrastinate", "prometheus_client", "psycopg", "py_vapid", "pywebpush",
        "regex", "structlog", "webauthn",
    ),
    "train": ("cma", "sklearn"),
    "mcp": ("mcp",),
    "research": ("gymnasium", "pettingzoo", "PIL", "pyarrow", "pyspiel", "open_spiel"),
    "cluster": ("ray",),
    "learn": ("torch",),
}  # fmt: skip


def extra_of(module: str | None) -> str | None:
    """Return the extra that installs a module, None if there is none."""
    package = (module or "").partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if package in modules), None)


def missing(module: str, extra: str) -> MissingPackage:
    """Return the error for a missing module, with the extra that installs it."""
    return MissingPackage(
        f"{module!r} is not installed; it comes with the extra {extra!r}. "
        f"In a clone of Bridgehead: .venv/bin/pip install -e '.[{extra}]' (docs/install.md)",
        name=module,
    )


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Turn an ImportError in the block into MissingPackage, with the extra to install.

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
