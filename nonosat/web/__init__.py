# SPDX-License-Identifier: MIT
"""``nonosat serve``: the page, and the JSON API that the page uses.

The way of a question: ``http`` checks who asks, and takes the bytes of the question; ``dispatch``
hands them to a worker process; ``handlers``, in that process, answers them. The process that
listens parses no JSON and no puzzle, and opens no file but those of the page, so nothing that a
client sends can block or crash it. ``endpoints`` is the table of all questions: the routes, the
checks of requests and the OpenAPI file come from it.
"""
