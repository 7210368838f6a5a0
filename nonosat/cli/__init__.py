# SPDX-License-Identifier: MIT
"""The command ``nonosat``: one module per subcommand, imported when it is called for.

Data goes to stdout, messages to stderr. ``start`` is the entry point, ``commands`` the group of all
subcommands, for click. ``options`` declares what several subcommands share, ``input`` reads
puzzles, ``output`` prints, ``progress`` shows long work, ``exits`` turns errors into messages and
exit codes. Nothing is imported here, because ``start`` has to take the signals first.
"""
