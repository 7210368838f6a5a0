# SPDX-License-Identifier: MIT
"""``python -m nonosat``: the command line."""

from nonosat._start import main

main()
