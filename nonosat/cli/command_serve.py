# SPDX-License-Identifier: MIT
"""``nonosat serve``: the page in a browser, and its JSON API."""

from __future__ import annotations

import os
import re
import signal
from urllib.parse import quote

import click

from nonosat.cli import exits
from nonosat.cli.help_text import command
from nonosat.cli.options import base_option
from nonosat.cli.output import complain, emit
from nonosat.errors import CollectionError, installed
from nonosat.formats.codes.links import page_address
from nonosat.model.metadata import printable

_EXPLAINED = """\
--host {host} lets other machines use this server. Everybody who reaches it can read all puzzles
that it offers and make this machine work. Add one of:
  --token TEXT   only for people who open the address with ?token=TEXT once (or --token new)
  --public       for everybody: no file is written, and the limits are tight
Nothing is encrypted: outside a network that you trust, put it behind a proxy with HTTPS."""


@command(
    status={
        0: "ended by SIGTERM",
    },
)
@click.argument("files", nargs=-1, metavar="[FILE|FOLDER]...", type=click.Path())
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535),
              help="The port to listen on; 0 is any free one.")  # fmt: skip
@click.option("--open", "open_browser", is_flag=True, help="Open the page in a browser.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS",
              help="The address to listen on. 0.0.0.0, all of this machine's, needs --token or "
              "--public.")  # fmt: skip
@click.option("--token", metavar="TEXT", help="The token that clients must send; 'new' makes one.")
@click.option("--public", is_flag=True, help="For strangers: no files written, tight limits.")
@click.option("--read-only", is_flag=True, help="Write no files.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME",
              help="Another name under which browsers reach the server.")  # fmt: skip
@base_option("The address of the page for everybody; copied links begin with it.  "
             "[default: NONOSAT_SITE]")  # fmt: skip
@click.option("--jobs", type=click.IntRange(2, 256), metavar="N",
              help="Answer N questions side by side.  [default: twice the cores + 2]")  # fmt: skip
@click.option("--memory-limit", type=click.IntRange(128), default=1024, show_default=True,
              metavar="MIB", help="Give up at MIB of memory per question.")  # fmt: skip
@click.option("--quiet", "-q", is_flag=True, help="Print errors, and the address of --port 0.")
@click.pass_context
def serve(
    ctx: click.Context,
    files: tuple[str, ...],
    port: int,
    open_browser: bool,
    host: str,
    token: str | None,
    public: bool,
    read_only: bool,
    hosts: tuple[str, ...],
    base: str | None,
    jobs: int | None,
    memory_limit: int,
    quiet: bool,
) -> None:
    """Draw, play, solve and print puzzles in a browser; with a JSON API.

    FILE is a puzzle file in any format, an archive, or a collection, which is only read; the
    puzzles of a FOLDER and its subfolders are offered, too, and new ones can be saved there.
    Without either, the page offers the project's own puzzles. No other file is read. Needs the
    extra web.

    Ctrl-C, SIGTERM or SIGHUP ends it.
    """
    with installed():
        from nonosat.web.http import bound_socket, run
        from nonosat.web.settings import LOOPBACK, Settings, is_loopback, own_puzzles
        from nonosat.workers.system import check_memory

    check_memory()
    _check_names(host, token, hosts)
    loopback = is_loopback(host)
    if not loopback and token is None and not public:
        raise click.UsageError(_EXPLAINED.format(host=host))
    paths = tuple(_checked(file) for file in files)
    own = own_puzzles() if not paths else None
    if token == "new":
        import secrets

        token = secrets.token_urlsafe(16)
    settings = Settings(
        paths=(str(own),) if own is not None else paths,
        own=own is not None,
        hosts=tuple(name.lower() for name in hosts) + (() if host in LOOPBACK else (host,)),
        any_address=not loopback,
        token=token or "",
        public=public,
        read_only=read_only,
        site=base or page_address(),
        memory_limit=memory_limit,
        **({} if jobs is None else {"workers": jobs}),
    )
    listener = bound_socket("127.0.0.1" if host == "localhost" else host, port)
    number = listener.getsockname()[1]
    shown = "127.0.0.1" if host in ("0.0.0.0", "localhost") else host
    shown = f"[{'::1' if shown == '::' else shown}]" if ":" in shown else shown
    address = f"http://{shown}:{number}/" + (f"?token={quote(token, safe='')}" if token else "")

    def ready() -> None:
        if not quiet or port == 0:
            emit(address)
        if not quiet:
            complain("serving; Ctrl-C ends it")
        if open_browser:
            import webbrowser

            webbrowser.open(address)

    ended = run(settings, listener, ready)
    ctx.exit(exits.DONE if ended in (None, signal.SIGTERM) else 128 + ended)


def _check_names(host: str, token: str | None, hosts: tuple[str, ...]) -> None:
    """Refuse a token or name that is empty, as from an unset shell variable, or too general.

    Raises:
        click.UsageError: a name or the token is blank or malformed.
    """
    if not host.strip():
        raise click.UsageError(
            "--host is empty (an unset variable?): write an address, or leave it out for this "
            "machine only"
        )
    if token is not None:
        if not token.strip():
            raise click.UsageError(
                "--token is empty (an unset variable?), so everybody would be let in: write a "
                "text, or --token new"
            )
        if not re.fullmatch("[!-~]+", token):
            raise click.UsageError(
                "--token: use ASCII letters, digits and punctuation, without spaces; --token new "
                "makes one"
            )
    for name in hosts:
        if not name.strip():
            raise click.UsageError(
                "--allow-host is empty (an unset variable?): write the name under which browsers "
                "reach the server"
            )
        if "*" in name:
            raise click.UsageError(
                f"--allow-host {printable(name)}: a wildcard would let in pages whose own names "
                "lead to this server; write each name out"
            )
        if not re.fullmatch(r"[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]", name):
            raise click.UsageError(
                f"--allow-host {printable(name)}: write a name alone, such as nono.example.org, "
                "without http://, port and path"
            )


def _checked(path: str) -> str:
    """A path whose puzzles can be offered.

    Raises:
        click.UsageError: the path does not exist, or cannot be served.
    """
    if not path.strip():
        raise click.UsageError("the name of a file or folder is empty (an unset variable?)")
    if not os.path.exists(path):
        raise click.UsageError(f"{printable(path)}: no such file or folder")
    if os.path.isfile(path):
        try:
            with open(path, "rb") as file:
                begin = file.read(16)
        except OSError as error:
            raise click.UsageError(f"{printable(path)}: {error.strerror}") from None
        if path.endswith(".db") or begin == b"SQLite format 3\0":
            from nonosat import collection

            try:
                collection.open(path, write=False).close()
            except CollectionError as error:
                raise click.UsageError(printable(str(error))) from None
    return os.path.abspath(path)
