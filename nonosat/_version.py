# SPDX-License-Identifier: MIT
"""The version of this package: the only place where it is written."""

__version__ = "0.2.0"
