# SPDX-License-Identifier: MIT
"""Rows of a study as one HTML page: a table, a cactus plot, and a scatter plot for each pair.

A cactus plot shows how many puzzles a program finishes within each time; a scatter plot compares
two programs puzzle by puzzle. Both have logarithmic times, and series differ in more than colour.
The page needs no network and no other file; matplotlib draws the plots, since it draws axes and
legends better than we would.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from io import StringIO
from typing import Any

from nonosat.errors import library
from nonosat.study.measures import cactus
from nonosat.study.outside_program import UNASKED
from nonosat.study.rows import Row
from nonosat.words import counted

# The colours of Okabe and Ito, which most colour-blind readers can distinguish.
_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#1a1a1a")
_LINES = ("-", "--", "-.", ":")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_LEAST = 0.0001
"""In seconds; shorter times are drawn as this."""

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1a1a1a; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #ddd; text-align: right; }
th:first-child, td:first-child { text-align: left; white-space: nowrap; }
.wide { overflow-x: auto; }
dt { font-weight: bold; } dd { margin: 0 0 .3rem 1rem; }
svg { max-width: 100%; height: auto; }
.pairs { display: flex; flex-wrap: wrap; gap: 1rem; } .pairs svg { max-width: 28rem; }
"""


def report_page(
    rows: Sequence[Row],
    heads: Sequence[str],
    table: Iterable[Sequence[str]],
    *,
    baseline: str,
    about: str,
    wrong: Sequence[str],
    machine: Mapping[str, str],
) -> str:
    """The page.

    Args:
        rows: of one or more configurations.
        heads, table: the table of the page.
        baseline: the configuration that the scatter plots compare the others with.
        about: a sentence about the question and the meaning of the numbers.
        wrong: a line for each wrong answer.
        machine: versions and facts about the machine, by subject.

    Returns:
        HTML.

    Raises:
        OptionError: matplotlib is not installed.

    >>> from nonosat import Puzzle, study
    >>> rows = study.run({"dot": Puzzle([[1]], [[1]])}, ["fast", "sat"])
    >>> given = {"baseline": "sat", "about": "", "wrong": [], "machine": study.environment()}
    >>> page = report_page(rows, ["preset", "solved"], [["fast", "1"], ["sat", "1"]], **given)
    >>> "<td>fast</td>" in page, page.count("<svg role=")
    (True, 2)
    """
    names = list(dict.fromkeys(row["configuration"] for row in rows))
    others = [name for name in names if name != baseline]
    body = [
        "<h1>Solvers side by side</h1>",
        f"<p>{counted(len({row['puzzle'] for row in rows}), 'puzzle')}; {escape(about)}</p>",
        _table(heads, table),
        _listed("wrong answers", wrong),
        "<h2>Puzzles finished within a time</h2>",
        _svg(*cactus_plot(rows)),
    ]
    if baseline in names and others:
        pairs = "".join(_scatter(rows, baseline, other, at) for at, other in enumerate(others))
        body += [
            f"<h2>Puzzle by puzzle, against {escape(baseline)}</h2>",
            "<p>Above the diagonal the other program needs longer. Points on the dotted lines are "
            "puzzles that one of them did not finish.</p>",
            f'<div class="pairs">{pairs}</div>',
        ]
    entries = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in machine.items()
    )
    body += ["<h2>Machine and versions</h2>", f"<dl>{entries}</dl>"]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Solvers side by side</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in lines
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="wide">{table}</div>'


def _listed(heading: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    entries = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<details><summary>{len(lines):,} {heading}</summary><ul>{entries}</ul></details>"


def cactus_plot(rows: Sequence[Row]) -> tuple[Any, str]:
    """The plot of how many puzzles each configuration finishes within a time, and its words."""
    names = list(dict.fromkeys(row["configuration"] for row in rows))
    figure, axes = _axes(8, 5)
    times = cactus(rows)
    for at, name in enumerate(names):
        found = [max(time, _LEAST) for time in times.get(name, ())]
        axes.plot(
            range(1, len(found) + 1),
            found,
            label=f"{name} ({len(found):,})",
            color=_COLORS[at % len(_COLORS)],
            linestyle=_LINES[at // len(_COLORS) % len(_LINES)],
            marker=_MARKERS[at % len(_MARKERS)],
            markevery=max(1, len(found) // 12),
            markersize=5,
        )
    axes.set_yscale("log")
    axes.set_xlabel("puzzles finished")
    axes.set_ylabel("processor seconds of each, sorted")
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), fontsize=9)
    words = "; ".join(f"{name} finishes {len(times.get(name, ())):,}" for name in names)
    return figure, f"Cactus plot: {words}"


def _scatter(rows: Sequence[Row], across: str, up: str, at: int) -> str:
    """A plot with a point for each puzzle that at least one of the two has finished."""
    found: dict[str, dict[str, Row]] = {}
    for row in rows:
        if row["configuration"] in (across, up) and row["reason"] != UNASKED:
            found.setdefault(row["puzzle"], {})[row["configuration"]] = row
    pairs = [(one[across], one[up]) for one in found.values() if len(one) == 2]
    pairs = [pair for pair in pairs if pair[0]["finished_by"] or pair[1]["finished_by"]]
    most = max((row["time_limit"] or row["cpu"] for pair in pairs for row in pair), default=1.0)
    end = 2 * max(most, _LEAST)

    def time(row: Row) -> float:
        return max(row["cpu"], _LEAST) if row["finished_by"] else end

    figure, axes = _axes(5, 5)
    axes.plot([_LEAST, end], [_LEAST, end], color="#888888", linewidth=1)
    axes.axhline(end, color="#888888", linestyle=":")
    axes.axvline(end, color="#888888", linestyle=":")
    axes.scatter(
        [time(one) for one, _ in pairs],
        [time(other) for _, other in pairs],
        s=16,
        alpha=0.6,
        color=_COLORS[(at + 1) % len(_COLORS)],
        marker=_MARKERS[(at + 1) % len(_MARKERS)],
    )
    for scale, limit, label, name in (
        (axes.set_xscale, axes.set_xlim, axes.set_xlabel, across),
        (axes.set_yscale, axes.set_ylim, axes.set_ylabel, up),
    ):
        scale("log")
        limit(_LEAST / 1.5, end * 1.5)
        label(f"{name}, processor seconds")
    quicker = sum(time(one) < time(other) for one, other in pairs)
    return _svg(figure, f"{across} is faster than {up} on {quicker:,} of {len(pairs):,} puzzles")


def _axes(width: float, height: float) -> tuple[Any, Any]:
    library("matplotlib")
    from matplotlib.figure import Figure

    figure = Figure((width, height), layout="constrained")
    axes = figure.subplots()
    axes.grid(color="#dddddd")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _svg(figure: Any, words: str) -> str:
    """The picture as markup inside a page, with a description for screen readers."""
    text = StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    markup = text.getvalue()
    label = f'<svg role="img" aria-label="{escape(words, quote=True)}" '
    return markup[markup.index("<svg") :].replace("<svg ", label, 1)
