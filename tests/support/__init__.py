# SPDX-License-Identifier: MIT
"""What the tests share: samples, oracles, servers, consoles."""
