# SPDX-License-Identifier: MIT
"""Sheets of paper with puzzles, as a PDF: what ``nonosat.draw.sheets`` makes.

``papers`` knows sizes of paper, ``fonts`` which font has the letters of a text. A leaf is a page
that draws itself when all page numbers are known (``leaves``, with what is printed of a puzzle).
``boards`` has those with whole boards and ``tiles`` those with boards that are cut (``blocks``:
what both share), ``answers`` those with solutions, ``strips`` the clue strips. ``binding`` draws
the table of contents and one leaf after the other.
"""
