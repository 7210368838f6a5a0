# SPDX-License-Identifier: MIT
"""Everything that programs of users may rely on, besides Python's names, is listed in files."""

from __future__ import annotations

import pytest

from tests.support import promises


@pytest.mark.parametrize("name", ["program.txt", "json.txt"])
def test_the_file_has_what_the_program_has(name: str) -> None:
    written = (promises.FOLDER / name).read_text(encoding="utf-8")
    assert promises.texts()[name] == written, "read CONTRIBUTING.md, 'The public surface'"
