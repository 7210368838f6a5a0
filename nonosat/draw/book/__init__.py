# SPDX-License-Identifier: MIT
"""Sheets of paper, as a PDF: the code of ``nonosat.draw.sheets`` and ``Walkthrough.pdf``.

``fonts`` finds a font for the letters of a text. A leaf is a page that draws itself when all page
numbers are known; ``leaves`` has its class, the sizes of paper, and the texts of a puzzle.
``boards`` makes the leaves with boards, whole or cut (``blocks`` has the parts of a page),
``answers`` the solutions, ``strips`` the clue strips. ``binding`` draws the table of contents and
one leaf after the other. ``handout`` makes the leaves of a walkthrough, ``layout`` chooses which of
its steps share a board.
"""
