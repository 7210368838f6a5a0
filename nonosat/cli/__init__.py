# SPDX-License-Identifier: MIT
"""The command ``nonosat``: one module per subcommand, imported when it runs.

Data goes to stdout, messages to stderr. ``nonosat.__main__`` is the entry point, ``commands`` the
group of all subcommands, for click. ``options`` declares the options that several subcommands
share; a group of them arrives as one value, ``Inputs`` (the puzzles, and how to answer) or
``Destination`` (where to write). ``input`` reads puzzles, ``output`` prints, ``answers`` asks the
solver, ``progress`` shows long work, ``exits`` turns errors into messages and exit codes; a
subcommand returns its exit code. This file imports nothing, because the entry point has to take
the signals first.
"""
