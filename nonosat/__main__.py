# SPDX-License-Identifier: MIT
"""``python -m nonosat``: the command line."""

from nonosat.cli.start import main

main()
