# SPDX-License-Identifier: MIT
"""``python -m nonosat.cli`` is the command ``nonosat``."""

from nonosat.cli import main

main()
