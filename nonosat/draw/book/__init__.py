# SPDX-License-Identifier: MIT
"""Sheets of paper with puzzles, as a PDF: what ``nonosat.draw.sheets`` makes.

``papers`` knows sizes of paper, ``entries`` what is printed of a puzzle, ``fonts`` which font has
the letters of a text, ``squares`` QR codes. A leaf is a page that draws itself when all page
numbers are known (``leaves``). ``boards`` has those with whole boards and ``pieces`` those with
boards that are cut (``blocks``: what both share), ``answers`` those with solutions, ``contents``
the table of contents, ``strips`` the guides. ``binding`` draws one leaf after the other.
"""
