#!/usr/bin/env python3
"""Finds changes that break programs using the released version: public names of Python, by griffe.

    .venv/bin/python .ci/released.py [COMMIT]

compares the checkout with COMMIT, or with the last release, whose commit is in .ci/released, and
prints each break. Public names are the names of the modules below, wherever they are defined, with
their members; a constructor is public if the documentation of its class shows a call of it.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # tests read MODULES where griffe is not installed
    import griffe

MODULES = (
    *("nonosat", "types", "errors", "study", "collection", "draw"),
    *("make", "photo", "proof"),
)


def public(package: Any) -> griffe.Module:
    """The public names of a package, collected in a new module."""
    import griffe

    found = griffe.Module("nonosat")
    for module in MODULES:
        home = package if module == "nonosat" else package[module]
        for name, member in home.members.items():
            ours = getattr(member, "target_path", member.path).startswith("nonosat.")
            with suppress(griffe.AliasResolutionError):  # a name without a definition
                if ours and not name.startswith("_") and not member.is_module:
                    found.members[f"{module}.{name}"] = (
                        member.final_target if member.is_alias else member
                    )
    return found


def promised(found: griffe.Breakage) -> bool:
    """Whether a break concerns a public name."""
    owner = found.obj.parent
    if found.obj.name != "__init__" or owner is None:
        return True
    return bool(owner.docstring and re.search(rf">>> .*\b{owner.name}\(", owner.docstring.value))


def main(commit: str | None = None) -> int:
    """Print the breaks; return 1 if there are any."""
    if commit is None:
        lines = Path(__file__).with_name("released").read_text(encoding="utf-8").splitlines()
        commit = next((line for line in lines if not line.startswith("#")), None)
    if not commit:
        print("nothing is released yet: no program can rely on a name")
        return 0
    import griffe

    old = griffe.load_git("nonosat", ref=commit, resolve_aliases=True)
    new = griffe.load("nonosat", search_paths=["."], resolve_aliases=True)
    breaks = [*filter(promised, griffe.find_breaking_changes(public(old), public(new)))]
    for found in breaks:
        print(found.explain(griffe.ExplanationStyle.ONE_LINE))
    print(f"{len(breaks)} breaks since {commit}")
    return 1 if breaks else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
