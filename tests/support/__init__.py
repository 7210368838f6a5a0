# SPDX-License-Identifier: MIT
"""Shared by the tests: samples, oracles, servers, consoles."""
