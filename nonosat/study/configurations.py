# SPDX-License-Identifier: MIT
"""What a study compares: presets by name, or a ``Configuration`` with stages of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from nonosat.errors import OptionError
from nonosat.solving.options import WayOptions
from nonosat.solving.presets import Preset, choose


@dataclass(frozen=True, slots=True)
class Configuration:
    """A way to solve, under a name that the rows carry.

    ``stages``, ``backend``, ``encoding`` and ``graph_search`` replace those of ``preset``, as in
    ``nonosat.solve``.

    >>> Configuration("lines and probing", stages=["lines", "probe"]).resolve().stages
    ('lines', 'probe')
    """

    name: str
    preset: str = "default"
    stages: Sequence[str] | None = None
    backend: str | None = None
    encoding: str | None = None
    graph_search: str | None = None

    def __post_init__(self) -> None:
        if self.stages is not None and not isinstance(self.stages, str):
            object.__setattr__(self, "stages", tuple(self.stages))

    def resolve(self) -> Preset:
        """The stages, backend and encoding that run.

        Raises:
            OptionError: a name does not exist, or the choice makes no sense.
        """
        return choose(**self.ways())

    def ways(self) -> WayOptions:
        """The options of ``solve`` that it stands for."""
        return cast(WayOptions, {name: getattr(self, name) for name in WayOptions.__annotations__})


def configurations_of(chosen: Iterable[str | Configuration]) -> tuple[Configuration, ...]:
    """The configurations, each checked; the name of a preset stands for the preset.

    Raises:
        OptionError: there is none, one does not exist, or two have the same name.
    """
    if isinstance(chosen, str):
        raise OptionError(f"configurations {chosen!r}: give a list, such as [{chosen!r}]")
    found = tuple(
        Configuration(name=item, preset=item) if isinstance(item, str) else item for item in chosen
    )
    if not found:
        raise OptionError("no configuration: name at least one preset")
    names = [configuration.name for configuration in found]
    for configuration in found:
        configuration.resolve()
        if names.count(configuration.name) > 1:
            raise OptionError(f"two configurations are called {configuration.name!r}")
    return found
