# SPDX-License-Identifier: MIT
"""The command ``nonosat``, also as ``python -m nonosat``: take the signals, then run it.

Nothing else imports it. It takes the signals before it loads the modules of the command.
"""

from __future__ import annotations

import os
import sys

from nonosat.cli import signals


def main() -> None:
    """Run the command with the arguments of the process, and exit."""
    signals.take_signals()
    _open_missing_streams()
    signals.hear_signals()

    try:
        _run()
    except KeyboardInterrupt:  # between two lines of its handlers
        signals.working(False)
        signals.say_and_leave()
    except SystemExit:
        signals.working(False)
        if not signals.signalled():
            from nonosat.cli import exits

            exits.silence(sys.stderr)  # the code says how it ended, even where no message can
            raise
        # All cleanup is done. To free a large graph or board object by object can take longer
        # than people wait after Ctrl-C.
        try:
            sys.stdout.flush()
        finally:
            signals.leave()


def _run() -> None:
    from nonosat.errors import OptionError, installed

    try:
        with installed():
            from nonosat.cli.commands import program
    except OptionError as error:
        from nonosat.cli import exits

        sys.exit(exits.ended(error))
    program.main(prog_name="nonosat")


def _open_missing_streams() -> None:
    """Redirect closed standard streams to the null device.

    Otherwise the next opened file would take the number of the stream, and output would go into
    that file.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the whole run
            setattr(sys, name, stream)


if __name__ == "__main__":
    main()
