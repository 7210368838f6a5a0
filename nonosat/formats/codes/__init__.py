# SPDX-License-Identifier: MIT
"""Codes: puzzles and pictures as short texts, for links and for paper (docs/codes.md).

``face`` has the public functions and the table of kinds. The kinds of earlier programs have a
module each: ``rules``, ``image``, ``codes_2020``, ``query``, ``game_id``. Our own is ``compact``.
``recognise`` says whether an argument is a code; it is imported at every start of the command.
"""
