# SPDX-License-Identifier: MIT
"""``nonosat serve``: the page, and a JSON API for everything that it asks.

The process that listens only passes on: it checks who asks (``guard``, ``uvicorn_private``), hands
the bytes of a question to a worker process (``desk``) and the worker's bytes to the client. No JSON
is read, no puzzle parsed and no file opened in it besides those of the page, so that nothing a
client sends can block or crash it. ``endpoints`` is the table of everything that can be asked, from
which come the routes, the checks of what is sent, and the OpenAPI file. The modules ``answer_*``
run in the workers.
"""
