# SPDX-License-Identifier: MIT
"""``nonosat serve``: the page, and the JSON API that the page uses.

The path of a question: ``http`` checks the client and reads the bytes of the question; ``dispatch``
passes them to a worker process; ``handlers``, in that process, answers them. The listening process
parses no JSON and no puzzle, and opens only the files of the page, so nothing that a client sends
can block or crash it. ``endpoints`` is the table of all questions: the routes, the checks of
requests and the OpenAPI file are made from it.
"""
