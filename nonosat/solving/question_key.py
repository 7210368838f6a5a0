# SPDX-License-Identifier: MIT
"""``QuestionKey``: everything but the puzzle that decides a result, in one canonical form.

A result may be kept and shown again only if all of this is the same: how many solutions were
wanted, which cells were given, the stages with their backend, encoding and graph search, the
limits, the seed, what else was asked for (backbone, rating, certificate), and the version of
nonosat. The name of a preset is no part of it: its stages are spelled out, so a preset and the same
stages by hand are one question. What has no influence is left open: the backend where the stage
``sat`` does not run, the graph search where ``implications`` does not.

The form is JSON with sorted keys and without blanks; its SHA-256 is the key. Collections keep
results by it, and the rows of studies have its parts as columns. (Rejected: hashing a pickle or a
``repr``, which nobody can read later and which change with Python.)
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

from nonosat._version import __version__
from nonosat.model.grid import Grid
from nonosat.solving.options import OPTIONS, Options


@dataclass(frozen=True, slots=True)
class QuestionKey:
    """A question about any puzzle: its canonical ``text``, and the ``key``, its SHA-256.

    ``preset``: the name under which it was asked; ``version``: of nonosat.
    """

    key: str
    text: str
    preset: str
    version: str


def question_parts(options: Options) -> dict[str, Any]:
    """What decides a result, as plain data: every option that does, and the version of nonosat.

    None where something does not apply or has no limit; the given grid as rows of text.

    >>> from nonosat.solving.options import checked
    >>> parts = question_parts(checked(stages=["lines", "probe"], time_limit=10))
    >>> parts["stages"], parts["backend"], parts["time_limit"]
    (['lines', 'probe'], None, 10.0)
    """
    preset, values = options.preset, options.values
    sat, graph = "sat" in preset.stages, "implications" in preset.stages
    return {
        **{name: value for name, value in values.items() if OPTIONS[name].decides},
        "given": None if values["given"] is None else Grid(values["given"]).text_rows(),
        "stages": list(preset.stages),
        "backend": preset.backend if sat else None,
        "encoding": preset.encoding if sat else None,
        "graph_search": preset.graph_search if graph else None,
        "time_limit": None if values["time_limit"] == math.inf else values["time_limit"],
        "version": __version__,
    }


def question_key(
    options: Options, *, rate: bool = False, certificates: bool = False
) -> QuestionKey:
    """The canonical form of a question. ``rate``, ``certificates``: what is made beside the report.

    >>> from nonosat.solving.options import checked
    >>> fast = question_key(checked(preset="fast"))
    >>> stages = ["lines", "probe", "beliefs", "counting", "sat"]
    >>> fast.key == question_key(checked(stages=stages)).key
    True
    >>> fast.key == question_key(checked(preset="fast", seed=1)).key
    False
    """
    from hashlib import sha256

    parts: dict[str, Any] = {
        **question_parts(options),
        "rate": rate,
        "certificates": certificates,
    }
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    key = sha256(text.encode()).hexdigest()
    return QuestionKey(key, text, options.preset.name, __version__)
