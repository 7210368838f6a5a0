# SPDX-License-Identifier: MIT
"""Sheets of paper with puzzles, as a PDF: the code of ``nonosat.draw.sheets``.

``papers`` knows sizes of paper, ``fonts`` finds a font for the letters of a text. A leaf is a page
that draws itself when all page numbers are known; ``leaves`` has its class, and the texts of a
puzzle. ``boards`` makes the leaves with whole boards and ``tiles`` the leaves with boards that are
cut (``blocks`` is shared by both), ``answers`` the solutions, ``strips`` the clue strips.
``binding`` draws the table of contents and one leaf after the other.
"""
