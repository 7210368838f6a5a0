# SPDX-License-Identifier: MIT
"""Worker processes with limits, for everything that must be possible to kill.

``process`` starts and ends processes and measures their memory, ``channel`` is the parent's side of
one worker and what the two say to each other, ``child`` the worker's own; ``pool`` does a list of
tasks with several, and says why no library does it; ``service`` does those of several clients as
they come, with a pool for quick and one for long ones. ``solve`` with a memory limit or a
portfolio, the backend Kissat, studies, collections and the server use them.
"""
