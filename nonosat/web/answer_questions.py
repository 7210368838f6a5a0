# SPDX-License-Identifier: MIT
"""The endpoints that ask about a puzzle: all questions in one stream, or one as plain JSON."""

from __future__ import annotations

import os
from typing import Any

from nonosat.errors import NonosatError
from nonosat.explain.cell_reasons import explain_cell
from nonosat.formats.files import scratch_folder
from nonosat.web.call import Call
from nonosat.web.questions import QUESTIONS, Asked
from nonosat.web.requests import Reply, error_reply, message_reply


def ask(call: Call) -> None:
    """Answer each question, the quick ones first; an event for each, and at last ``end``."""
    asked = Asked(call)
    wanted = set(call.data["questions"])
    if "mend" not in wanted:
        _ = asked.puzzle  # faults of the puzzle are the only answer
    reason: str | None = None
    for name, answer in QUESTIONS.items():
        if name not in wanted:
            continue
        if call.cancel.cancelled:
            return
        try:
            data = answer(asked)
        except NonosatError as error:
            import json

            call.emit("error", {"question": name, **json.loads(error_reply(error).body)})
            reason = reason or "error"
            continue
        call.emit(name, data)
        reason = reason or data.get("reason")
    call.emit("end", {"reason": reason})


def one_verdict(call: Call) -> dict[str, Any]:
    """How many solutions there are."""
    return Asked(call).verdict()


def one_ambiguous(call: Call) -> dict[str, Any]:
    """Which cells differ between solutions."""
    return Asked(call).ambiguous()


def one_count(call: Call) -> dict[str, Any]:
    """The number of solutions."""
    return Asked(call).count()


def one_given(call: Call) -> dict[str, Any]:
    """Whether the given grid is right so far."""
    return Asked(call).given_check()


def one_hint(call: Call) -> dict[str, Any]:
    """The next step on the given grid."""
    return Asked(call).hint()


def one_rate(call: Call) -> dict[str, Any]:
    """How hard the puzzle is."""
    return Asked(call).rating()


def one_walkthrough(call: Call) -> dict[str, Any]:
    """All steps of a person."""
    return Asked(call).walkthrough()


def one_repair(call: Call) -> dict[str, Any]:
    """The fewest cells of the picture to change."""
    return Asked(call).repair()


def one_give_away(call: Call) -> dict[str, Any]:
    """The fewest cells to print."""
    return Asked(call).give_away()


def one_mend(call: Call) -> dict[str, Any]:
    """The corrections of one number of the clues."""
    return Asked(call).mend()


def one_explain(call: Call) -> dict[str, Any]:
    """Why a cell has its value."""
    puzzle = call.puzzle()
    row, column = call.data["cell"]
    options = call.options
    return explain_cell(
        puzzle,
        (row, column),
        call.given(puzzle),
        max_technique=options.get("max_technique"),
        max_links=options.get("max_links"),
        time_limit=call.rest,
        cancel=call.cancel,
    ).as_dict()


def certificate(call: Call) -> Reply:
    """A file that proves the verdict to somebody who does not trust this program."""
    from nonosat.proof import certify  # here: it takes long to import, and few ask for it

    puzzle = call.puzzle()
    with scratch_folder(call.request.scratch or None) as folder:
        path = os.path.join(folder, "puzzle.nonocert")
        done = certify(puzzle, path, time_limit=call.rest, cancel=call.cancel)
        if done.path is None:
            reason = "" if done.reason is None else done.reason.value
            message = f"no certificate could be made within the limits ({reason})"
            return message_reply(503, f"limit: {reason}", message)
        with open(path, "rb") as file:
            data = file.read()
    name = f'attachment; filename="{puzzle.sha256()[:12]}.nonocert"'
    headers = (("content-disposition", name), ("x-nonosat-verdict", done.report.verdict.value))
    return Reply(200, data, "application/octet-stream", headers)
