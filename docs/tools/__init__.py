# SPDX-License-Identifier: MIT
"""Programs that make pages and pictures of the documents: ``python -m docs.tools.NAME``."""
