# SPDX-License-Identifier: MIT
"""Worker processes with limits, for everything that must be possible to kill.

``process`` starts and ends processes and measures their memory, ``messages`` is what they say to
each other, ``channel`` is the parent's side of one worker, ``child`` the worker's own, and ``pool``
runs several. ``solve`` with a memory limit or several jobs, the backend Kissat and studies use
them.
"""
