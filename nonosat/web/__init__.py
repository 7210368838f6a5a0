# SPDX-License-Identifier: MIT
"""``nonosat serve``: the page, and the JSON API that the page uses.

The process that listens does three things: it checks who asks (``guard``, ``uvicorn_private``),
hands the bytes of a question to a worker process (``desk``), and sends the worker's bytes to the
client. It parses no JSON and no puzzle, and opens no file but those of the page, so nothing that a
client sends can block or crash it. ``endpoints`` is the table of all questions: the routes, the
checks of requests and the OpenAPI file come from it. The modules ``answer_*`` run in the workers.
"""
