# SPDX-License-Identifier: MIT
"""Scripts that measure, compare and train; `python -m tests.bench.NAME`."""
