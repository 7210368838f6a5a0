# SPDX-License-Identifier: MIT
"""Python imports this file at its start where its folder is in PYTHONPATH: see other_system.py."""

import os

import other_system

other_system.begin(os.environ.get(other_system.VARIABLE, ""))
