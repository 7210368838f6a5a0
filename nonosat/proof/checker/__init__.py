# SPDX-License-Identifier: MIT
"""The checking half of certificates. It shares nothing with the solver."""
