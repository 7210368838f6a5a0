# SPDX-License-Identifier: MIT
"""The tests mirror the package; `support` and `bench` are packages."""
