# SPDX-License-Identifier: MIT
"""Corrections of clues: the changes of one or two numbers after which a puzzle has one solution.

``suspect_lines`` says where a mistake can be, ``mending`` tries what is likely, ``mended`` is the
answer.
"""
