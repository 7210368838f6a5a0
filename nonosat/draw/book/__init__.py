# SPDX-License-Identifier: MIT
"""Sheets of paper with puzzles, as a PDF: what ``nonosat.draw.sheets`` makes.

``papers`` knows sizes of paper, ``entries`` what is printed of a puzzle, ``fonts`` which font has
the letters of a text, ``squares`` QR codes. ``layout`` decides what stands on which page, and makes
leaves, which draw themselves when all page numbers are known: ``boards`` has those with puzzles,
``answers`` those with solutions, ``contents`` the table of contents, ``strips`` the guides.
``binding`` draws the leaves one after the other.
"""
