# SPDX-License-Identifier: MIT
"""Rows of a study as a table, and as one HTML page: the table, a cactus plot, scatter plots.

The table counts what each configuration has solved; a program that is only timed has solved
nothing, and is in no plot and no ratio. A cactus plot shows how many puzzles a program solves
within each time; a scatter plot compares two programs puzzle by puzzle. Both have logarithmic
times. A configuration has one colour in all plots, and series differ in more than colour. The page
needs no network and no other file; matplotlib draws the plots, since it draws axes and legends
better than we would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from io import StringIO
from statistics import fmean, median
from typing import Any

from nonosat.errors import check_type, library
from nonosat.model.report import Reason
from nonosat.study.measures import cactus, par2, speed_up
from nonosat.study.outside_program import UNASKED, WRONG, why
from nonosat.study.rows import TIMED, Row, settled, without_controls
from nonosat.words import counted

# The colours of Okabe and Ito, which most colour-blind readers can distinguish.
_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#1a1a1a")
_LINES = ("-", "--", "-.", ":")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_LEAST = 0.0001
"""In seconds; shorter times are drawn as this."""

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 78rem; margin: 2rem auto; padding: 0 1rem;
  color: #1a1a1a; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
p { max-width: 60rem; }
th, td { padding: .2rem .5rem; border-bottom: 1px solid #ddd; text-align: right; }
th:first-child, td:first-child { text-align: left; white-space: nowrap; }
.wide { overflow-x: auto; }
dt { font-weight: bold; } dd { margin: 0 0 .3rem 1rem; }
svg { max-width: 100%; height: auto; }
.pairs { display: flex; flex-wrap: wrap; gap: 1rem; } .pairs svg { max-width: 28rem; }
"""


_LIMITS = {reason.value for reason in Reason}
"""Reasons of rows that a limit ended."""


def contest_table(
    rows: Sequence[Row], baseline: str | None = None
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The table of ``nonosat bench``: what each configuration solved, its times, its speed-up.

    With outside programs it also counts wrong answers, the puzzles of a program that says no
    verdict on any of them and is only timed (``TIMED``), and those that it cannot be asked
    (``UNASKED``), and has PAR-2 over the puzzles that every program can be asked. Times are those
    of runs that solved or are timed; a run that reached a limit counts with its wall time, if that
    is longer, and at least with a limit of time. Those of crashes, of wrong answers, and of puzzles
    that were not asked do not count.

    Args:
        rows: of one or more configurations.
        baseline: the configuration whose time is divided by that of the others; by default the
            last preset, without presets the last program.

    Returns:
        The heads of the columns, and a line for each configuration, as texts. The column ``why
        unknown`` is there if an answer is unknown.

    >>> from nonosat import Puzzle, study
    >>> dot = Puzzle([[1]], [[1]])
    >>> heads, lines = contest_table([study.run_program("true {file}", "dot", dot)])
    >>> heads[:5], lines[0][:5]
    (('program', 'solved', 'unknown', 'wrong', 'timed'), ('program', '0', '0', '0', '1'))
    """
    rows = settled(rows)
    if baseline is not None:
        check_type("baseline", baseline, str)
    names = _configurations(rows)
    presets = {row["configuration"] for row in rows if row["preset"]}
    checked = len(presets) < len(names)
    baseline = baseline or ([one for one in names if one in presets] or names or [""])[-1]
    unasked = {row["puzzle"] for row in rows if row["reason"] == UNASKED}
    scored = [row for row in rows if row["puzzle"] not in unasked]
    scores = par2(scored) if checked and all(row["time_limit"] for row in scored) else {}
    heads = ["program" if checked else "preset", "solved", "unknown"]
    heads += ["wrong", "timed", "unasked", "PAR-2 s"] if checked else []
    heads += ["median ms", "mean ms", "slowest s", "total cpu s", f"x {baseline}", "finished by"]
    doubt = any(map(_unknown, rows))
    table = []
    for name in names:
        mine = [row for row in rows if row["configuration"] == name]
        done = [row for row in mine if row["finished_by"]]
        reasons = Counter(row["reason"] for row in mine)
        line = [name, f"{len(done)}", f"{sum(map(_unknown, mine))}"]
        if checked:
            line += [f"{sum(map(reasons.__getitem__, WRONG))}"]
            line += [f"{reasons[reason]}" for reason in (TIMED, UNASKED)]
            line += [f"{scores[name]:.3f}" if name in scores else "-"]
        times = [time for row in mine if (time := _time(row)) is not None]
        if times:
            line += [f"{1000 * median(times):.2f}", f"{1000 * fmean(times):.2f}"]
            line += [f"{max(times):.2f}", f"{sum(times):.2f}"]
        else:
            line += ["-"] * 4
        ratio = speed_up(rows, name, baseline)
        line += ["-" if ratio is None else f"{ratio:.2f}"]
        line += [_counts(row["finished_by"] for row in done if row["stages"])]  # only of presets
        line += [_counts(f"{why(row)}:" for row in mine if _unknown(row))] if doubt else []
        table.append(tuple(line))
    return (*heads, "why unknown") if doubt else tuple(heads), table


def _configurations(rows: Iterable[Row]) -> list[str]:
    """The configurations, in their order; the place in it decides the colour in all plots."""
    return list(dict.fromkeys(row["configuration"] for row in rows))


def _time(row: Row) -> float | None:
    """The time of a run in the table. A crash is not a short time, and neither is a program that
    sleeps until the limit."""
    if row["finished_by"] or row["reason"] == TIMED:
        return row["cpu"]
    if row["reason"] not in _LIMITS:
        return None
    least = row["time_limit"] or 0.0 if row["reason"] == "time" else 0.0
    return max(row["cpu"], row["seconds"], least)


def _unknown(row: Row) -> bool:
    """Whether the run of a row should have decided, and did not."""
    return not row["finished_by"] and row["reason"] not in (*WRONG, UNASKED, TIMED)


def _counts(words: Iterable[str]) -> str:
    """How often each word occurs: ``lines 2, sat 1``."""
    return ", ".join(f"{word} {count}" for word, count in Counter(words).items())


def wrong_answers(rows: Iterable[Row]) -> list[str]:
    """A line for each wrong answer.

    Args:
        rows: rows of ``run`` and ``run_program``.

    Returns:
        Texts.

    >>> wrong_answers([])
    []
    """
    return [
        f"{row['configuration']}: {row['puzzle']}: {row['reason']}"
        + (f": it says {row['verdict']}" if row["verdict"] else "")
        for row in rows
        if row["reason"] in WRONG
    ]


def unknown_answers(rows: Iterable[Row]) -> list[str]:
    """A line for each reason why answers are unknown, the most frequent first.

    Args:
        rows: rows of ``run`` and ``run_program``.

    Returns:
        Texts with the configuration, the reason, the first line of stderr, and the puzzles.

    >>> from nonosat import Puzzle, study
    >>> unknown_answers([study.run_program("false {file}", "dot", Puzzle([[1]], [[1]]))])
    ['program: exit code 1: dot']
    """
    found: dict[tuple[str, str, str], list[str]] = {}
    for row in settled(rows):
        if _unknown(row):
            key = row["configuration"], why(row), row["stderr"]
            found.setdefault(key, []).append(row["puzzle"])
    return [
        ": ".join(filter(None, key))
        + (f": {names[0]}" if len(names) == 1 else f": {len(names):,} runs, such as {names[0]}")
        for key, names in sorted(found.items(), key=lambda one: -len(one[1]))
    ]


def report_page(
    rows: Sequence[Row], *, baseline: str, about: str, machine: Mapping[str, str]
) -> str:
    """The page.

    Args:
        rows: of one or more configurations.
        baseline: the configuration that the scatter plots compare the others with.
        about: a sentence about the question and the meaning of the numbers.
        machine: versions and facts about the machine, by subject.

    Returns:
        HTML.

    Raises:
        OptionError: matplotlib is not installed.

    >>> from nonosat import Puzzle, study
    >>> rows = study.run({"dot": Puzzle([[1]], [[1]])}, ["fast", "sat"])
    >>> page = report_page(rows, baseline="sat", about="", machine=study.environment())
    >>> "<td>fast</td>" in page, page.count("<svg role=")
    (True, 2)
    """
    names = _configurations(rows)
    drawn = cactus(rows)
    puzzles = len({row["puzzle"] for row in without_controls(rows)})
    others = [name for name in names if name != baseline and name in drawn]
    body = [
        "<h1>Solvers side by side</h1>",
        f"<p>{counted(puzzles, 'puzzle')}; {escape(about)}</p>",
        _table(*contest_table(rows, baseline)),
        _listed("Wrong answers", wrong_answers(rows)),
        _listed("Why answers are unknown", unknown_answers(rows)),
        "<h2>Puzzles solved within a time</h2>",
        _svg(*cactus_plot(rows)),
    ]
    if baseline in drawn and others:
        pairs = "".join(_scatter(rows, baseline, one, names.index(one)) for one in others)
        body += [
            f"<h2>Puzzle by puzzle, against {escape(baseline)}</h2>",
            "<p>Above the diagonal the other program needs longer. Points on the dotted lines are "
            "puzzles that one of them did not solve.</p>",
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
    return f"<details open><summary>{heading}: {len(lines):,}</summary><ul>{entries}</ul></details>"


def cactus_plot(rows: Sequence[Row]) -> tuple[Any, str]:
    """The plot of how many puzzles each configuration solves within a time, and its words."""
    library("matplotlib")
    from matplotlib.ticker import MaxNLocator

    figure, axes = _axes(8, 5)
    times = cactus(rows)
    wrong = Counter(row["configuration"] for row in rows if row["reason"] in WRONG)
    counts = {
        name: f"{len(found):,}" + (f", wrong: {wrong[name]:,}" if wrong[name] else "")
        for name, found in times.items()
    }
    for at, name in enumerate(_configurations(rows)):
        if name not in times:  # only timed
            continue
        found = [max(time, _LEAST) for time in times[name]]
        axes.plot(
            range(1, len(found) + 1),
            found,
            label=f"{name} ({counts[name]})",
            color=_COLORS[at % len(_COLORS)],
            linestyle=_LINES[at // len(_COLORS) % len(_LINES)],
            marker=_MARKERS[at % len(_MARKERS)],
            markevery=max(1, len(found) // 12),
            markersize=5,
        )
    axes.set_yscale("log")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("puzzles solved")
    axes.set_ylabel("processor seconds of each, sorted")
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), fontsize=9)
    words = "; ".join(f"{name} solves {count}" for name, count in counts.items())
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
        color=_COLORS[at % len(_COLORS)],
        marker=_MARKERS[at % len(_MARKERS)],
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
