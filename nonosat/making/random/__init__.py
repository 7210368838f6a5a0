# SPDX-License-Identifier: MIT
"""Random puzzles as wished: a picture by chance, changed until its puzzle has what was asked for.

``wishes`` are what can be asked, ``attempts`` draw a picture and move it towards the wish,
``makers`` run several at once and leave twins out.
"""
