# SPDX-License-Identifier: MIT
"""Logic: the Python face of the native core."""
