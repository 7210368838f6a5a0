# SPDX-License-Identifier: MIT
"""SAT: what logic left, as clauses; backends that solve them; the enumeration of solutions."""
