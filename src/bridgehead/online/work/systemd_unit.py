"""`bridgehead serve --systemd`: the unit file of a service with the same options.

The service runs as the user `bridgehead`, who can write into its data folder and its cache and
nowhere else. Memory may be made executable, because the rules are compiled while the server runs.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

USER = "bridgehead"
SECRETS = "/etc/bridgehead.env"

UNIT = """\
[Unit]
Description=Bridgehead
Wants=network-online.target
After=network-online.target

[Service]
User={user}
StateDirectory={user}
StateDirectoryMode=0700
CacheDirectory={user}
Environment=BRIDGEHEAD_DATA=%S/{user}
Environment=BRIDGEHEAD_CACHE=%C/{user}
# Passwords and keys, a line NAME='value' each; only root needs to read it.
EnvironmentFile=-{secrets}
ExecStart={command}
Restart=always
RestartSec=1
LimitNOFILE=65536
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
PrivateDevices=yes
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
"""


def unit(options: Sequence[str], program: Path | None = None) -> str:
    """Return the unit file of `bridgehead serve` with these options."""
    found = program or Path(sys.executable).with_name("bridgehead")
    command = " ".join(_quoted(word) for word in (str(found), "serve", *options))
    return UNIT.format(user=USER, secrets=SECRETS, command=command)


def _quoted(word: str) -> str:
    """Return a word as systemd reads it in a command line."""
    text = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{text}"' if not text or any(sign in text for sign in " \t'\"\\;") else text
