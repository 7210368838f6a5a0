# SPDX-License-Identifier: MIT
"""``Settings``: how a server runs, and the limits that follow from that.

A server for one user (loopback) has wide limits. With ``public`` they are tight, and no file is
written. We do not limit how much one client takes from the others: a web server in front of this
one does that (docs/how-to/serve.md), and also handles slow clients and HTTPS.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path

from nonosat.workers.system import cores

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
"""The names under which this machine reaches itself."""
COOKIE = "nonosat-token"
"""The cookie of a browser that may ask a server with a token."""


def is_loopback(host: str) -> bool:
    """True if only this machine can reach an address.

    >>> [is_loopback(host) for host in ("127.0.0.7", "::1", "127.example.org", "0.0.0.0")]
    [True, True, False, False]
    """
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name, whose address is not known
        return False


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a question.

    ``body``: bytes of its JSON; ``upload``: bytes of an uploaded file. ``seconds``: its highest
    time limit. ``waiting``: how many questions may wait for a worker.
    """

    body: int
    upload: int
    seconds: float
    waiting: int


PRIVATE = Bounds(body=8 << 20, upload=64 << 20, seconds=600.0, waiting=400)
PUBLIC = Bounds(body=1 << 20, upload=4 << 20, seconds=20.0, waiting=20)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs.

    ``paths``: the files and folders whose puzzles it offers; ``own``: they are the project's own.
    ``hosts``: names under which it may be called besides the loopback names. ``any_address``: it
    may also be called by any numeric address. ``token``: the secret that clients must send; empty
    if none is needed. ``public``: strangers use it. ``read_only``: no file is written. ``site``:
    the address of a page that everybody can open, for links; empty if none is known. ``workers``:
    questions at a time. ``memory_limit``: MiB for each of their processes. ``seconds``: the time
    limit of a question that gives none.
    """

    paths: tuple[str, ...] = ()
    own: bool = False
    hosts: tuple[str, ...] = ()
    any_address: bool = False
    token: str = ""
    public: bool = False
    read_only: bool = False
    site: str = ""
    workers: int = field(default_factory=lambda: 2 * cores() + 2)
    memory_limit: int = 1024
    seconds: float = 30.0

    @property
    def bounds(self) -> Bounds:
        """The limits of each question."""
        return PUBLIC if self.public else PRIVATE

    @property
    def writes(self) -> bool:
        """True if puzzles may be written into a folder that was named."""
        return not (self.read_only or self.public or self.own)

    @property
    def names(self) -> tuple[str, ...]:
        """All names under which the server may be called."""
        return (*LOOPBACK, *self.hosts)


def own_puzzles() -> Path | None:
    """The folder of the project's own puzzles: ``data`` in the checkout, or in the package that a
    wheel installs; None if not found.

    >>> (own_puzzles() / "fox.non").is_file()
    True
    """
    package = Path(__file__).parents[1]
    for folder in (package / "data", package.parent / "data"):
        if (folder / "fox.non").is_file():
            return folder
    return None
