# SPDX-License-Identifier: MIT
"""Worker processes with limits, for everything that must be possible to kill.

``process`` starts and ends processes and measures their memory. ``channel`` is the parent's side of
one worker and the messages between the two, ``child`` the worker's side. ``pool`` does a list of
tasks with several workers, and says why no library does it. ``service`` does the jobs of several
clients as they come, with one pool for quick jobs and one for long jobs. ``solve`` with a memory
limit or a portfolio, the backend Kissat, studies, collections and the server use workers.
"""
