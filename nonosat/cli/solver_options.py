# SPDX-License-Identifier: MIT
"""The options of ``nonosat.solve`` on the command line, made from ``OPTIONS``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from nonosat.cli.options import Seconds, decorated, jobs_option, verbose_option
from nonosat.cli.output import complain
from nonosat.errors import BackendError
from nonosat.model.numbers import seconds
from nonosat.solving.options import OPTIONS, checked
from nonosat.words import listed

if TYPE_CHECKING:
    from nonosat.solving.cluster import DaskExecutor

Connect: TypeAlias = "Callable[[], DaskExecutor]"
"""Connects to a cluster; use the result in a ``with`` statement."""

_METAVARS = {
    "stages": "NAMES",
    "time_limit": "SECONDS",
    "memory_limit": "MIB",
    "cluster": "ADDRESS",
}
_FILE = click.Path(dir_okay=False)
_ANYBODY = "Everybody who reaches a Dask cluster can run any program on it."


def solver_option(name: str, **changes: Any) -> Callable[[Any], Any]:
    """The option of a command for an option of ``solve``; ``changes``: keywords of
    ``click.option``."""
    option = OPTIONS[name]
    settings: dict[str, Any] = {"help": option.help}
    if name == "stages":
        settings["metavar"] = _METAVARS[name]
    elif option.choices:
        settings["type"] = click.Choice(option.choices)
        settings["metavar"] = "NAME"
        if name != "preset":
            settings["help"] = f"{option.help.rstrip('.')}: {listed(option.choices, 'or')}."
    else:
        settings["default"] = option.default
        settings["metavar"] = _METAVARS.get(name, "N")
        if option.check is seconds:
            settings["type"] = Seconds()
        elif name == "cluster":
            settings["help"] = f"{option.help} {_ANYBODY}"
        elif option.least is None:
            settings["type"] = int
        else:
            settings["type"] = click.IntRange(min=option.least)
            settings["show_default"] = option.default is not None
    return click.option(f"--{name.replace('_', '-')}", **settings | changes)


_limits = [solver_option(x) for x in ("time_limit", "conflict_limit", "memory_limit")]
basic_options = decorated(*map(solver_option, ("preset", "portfolio")), *_limits)
"""The options of a command that needs a verdict: they arrive as ``**options``."""

verdict_options = decorated(basic_options, jobs_option, verbose_option)
"""The options of a command that gives verdicts on many puzzles."""

solver_options = decorated(
    *map(solver_option, ("preset", "stages", "backend", "encoding", "graph_search")),
    *map(solver_option, ("limit", "seed", "portfolio")),
    *_limits,
    jobs_option,
    verbose_option,
)
"""All options of ``solve``."""


def cluster_options(text: str | None = None) -> Callable[[Any], Any]:
    """--cluster and its TLS files; the command gets ``cluster``, which connects, or None.

    ``text``: the help of --cluster, if it differs from the option of ``solve``.
    """
    options = decorated(
        solver_option("cluster", **({} if text is None else {"help": f"{text} {_ANYBODY}"})),
        click.option(
            "--tls-ca-file", type=_FILE, help="For tls://...: the certificates to trust (PEM)."
        ),
        click.option("--tls-cert", type=_FILE, help="The certificate of this machine (PEM)."),
        click.option("--tls-key", type=_FILE, help="Its key (PEM)."),
    )

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def opening(
            *arguments: Any,
            cluster: str | None,
            tls_ca_file: str | None,
            tls_cert: str | None,
            tls_key: str | None,
            **rest: Any,
        ) -> Any:
            tls = (tls_ca_file, tls_cert, tls_key)
            if cluster is None and any(tls):
                raise click.UsageError(
                    "--tls-ca-file, --tls-cert and --tls-key belong to --cluster"
                )

            def connect() -> DaskExecutor:
                from nonosat.solving.cluster import DaskExecutor, Tls

                assert cluster is not None
                try:
                    return DaskExecutor(cluster, tls=Tls(*tls), say=complain)
                except BackendError as error:  # no puzzle has been asked about
                    raise click.UsageError(str(error)) from None

            return function(*arguments, cluster=None if cluster is None else connect, **rest)

        return options(opening)

    return decorate


def solve_arguments(options: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of ``nonosat.solve``; checked before anything is read.

    Raises:
        click.UsageError: --preset and --stages together.
        OptionError: options that do not exist, or cannot be combined.
    """
    arguments = dict(options)
    preset, stages = arguments.pop("preset"), arguments.pop("stages", None)
    if preset is not None and stages is not None:
        raise click.UsageError("--preset and --stages exclude each other: name one of them")
    names = None if stages is None else [name.strip() for name in stages.split(",")]
    arguments = {"preset": preset or "default", "stages": names, **arguments}
    checked(**arguments)
    return arguments
