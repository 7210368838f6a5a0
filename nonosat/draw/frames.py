# SPDX-License-Identifier: MIT
"""A walkthrough as one HTML page: a board, a slider, buttons, and the sentence of each step.

The page needs no network and no other file. The board is drawn once; for each step it holds the
cells that become known and the marks over the board (``draw.steps``), and a short script shows
them. So a page of several hundred steps has some hundred kilobytes; a picture for each step would
have as many megabytes. The arrow keys, Home, End and the space bar work; the sentence is announced
to screen readers; nothing moves by itself unless "play" is pressed. Without a script the page shows
all sentences.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from nonosat.draw import svg_writer
from nonosat.draw.geometry import Geometry
from nonosat.draw.steps import step_overlay, theme_for
from nonosat.draw.theme import Theme, contrast
from nonosat.languages import Language, language
from nonosat.model.clue import UNKNOWN

if TYPE_CHECKING:
    from nonosat.explain.step import Step  # it lies above
    from nonosat.model.grid import Grid
    from nonosat.model.puzzle import Puzzle


def walkthrough_page(
    puzzle: Puzzle,
    start: Grid,
    steps: Iterable[Step],
    end: str,
    *,
    solutions: Sequence[Grid] = (),
    lang: str = "en",
    poll: Callable[[], None] | None = None,
) -> str:
    """The page of a walkthrough.

    Args:
        puzzle: its clues are drawn.
        start: the cells that are known before the first step.
        steps: the steps in order.
        end: how the walkthrough ends, in words.
        solutions: two solutions of an ambiguous puzzle, drawn below; the cells in which they differ
            are marked.
        lang: the language of the words on the page.
        poll: called before each step and while the board is drawn; an exception that it raises
            ends the drawing.

    >>> from nonosat import Puzzle
    >>> puzzle = Puzzle(rows=[[1]], columns=[[1]])
    >>> page = walkthrough_page(puzzle, puzzle.unknown_grid(), [], "solved")
    >>> page.startswith("<!DOCTYPE html>"), "http://" in page.replace(_XMLNS, "")
    (True, False)
    """
    say, steps = language(lang), list(steps)
    theme = theme_for(steps)
    at = Geometry.of_puzzle(puzzle, theme.cell_size)
    frames: list[dict[str, Any]] = []
    sentences = []
    for number, step in enumerate(steps, start=1):
        if poll is not None:
            poll()
        frames.append(
            {
                "cells": [[row, column, value] for (row, column), value in step.values.items()],
                "marks": "".join(step_overlay(step, at, theme)),
                "name": say(
                    "walk.step",
                    step=number,
                    total=len(steps),
                    technique=say(f"technique.{step.technique}"),
                ),
            }
        )
        sentences.append(step.text(lang))
    data = {
        "cell": theme.cell_size,
        "known": [
            [*divmod(place, puzzle.width), value]
            for place, value in enumerate(start.cells)
            if value != UNKNOWN
        ],
        "colors": [
            [color.rgb, contrast(color.rgb), color.letter if len(puzzle.palette) > 1 else ""]
            for color in puzzle.palette.colors
        ],
        "ink": theme.muted,
        "frames": frames,
        "end": end,
        "words": {name: say(f"walk.{name}") for name in ("at_start", "at_end", "play", "pause")},
    }
    title = puzzle.title or say("walk.untitled", size=f"{puzzle.width}x{puzzle.height}")
    puzzle = puzzle.with_meta(title=title)
    board = svg_writer.draw(
        puzzle,
        theme=theme,
        overlay=['<g class="values"></g>', '<g class="marks"></g>'],
        poll=poll,
    )
    items = "\n".join(
        f'<li><button type="button">{escape(sentence)}</button></li>' for sentence in sentences
    )
    spoken = ("first", "back", "play", "next", "last", "place", "steps")
    parts = {name.upper(): escape(say(f"walk.{name}")) for name in spoken} | {
        "LANG": say.code,
        "TITLE": escape(title),
        "BOARD": str(board),
        "MOST": str(len(frames) + 1),
        "ITEMS": items,
        "END": escape(end),
        "SOLUTIONS": _solutions(puzzle, solutions, theme, say, poll),
        "DATA": _script_safe(data),
        "STYLE": _STYLE,
        "SCRIPT": _SCRIPT,
    }
    return "".join(parts.get(part, part) for part in _PAGE.split("%%"))


def embedded(page: str, height: int) -> str:
    """A page inside another page, such as a notebook: its script and style stay separate."""
    return (
        f'<iframe class="nonosat" srcdoc="{escape(page)}" width="100%" height="{height}" '
        f'style="border:0" title="walkthrough"></iframe>'
    )


def _solutions(
    puzzle: Puzzle,
    solutions: Sequence[Grid],
    theme: Theme,
    say: Language,
    poll: Callable[[], None] | None,
) -> str:
    if len(solutions) < 2:
        return ""
    one, other = solutions[:2]
    marks = one.differences(other)
    figures = "".join(
        f"<figure>{svg_writer.draw(puzzle, grid, marks=marks, theme=theme, poll=poll)}"
        f"<figcaption>{escape(say('walk.solution', n=len(marks), number=number))}</figcaption>"
        "</figure>"
        for number, grid in enumerate((one, other), start=1)
    )
    heading = escape(say("walk.solutions"))
    return f'<section class="solutions"><h2>{heading}</h2>{figures}</section>'


def _script_safe(data: dict[str, Any]) -> str:
    """JSON for a script element, with every character escaped that could end the element."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


_XMLNS = "http://www.w3.org/2000/svg"

_STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 1em; color: #1a1a1a; background: #fff; }
h1 { font-size: 1.2em; margin: 0 0 .5em; }
h2 { font-size: 1em; }
main { display: flex; flex-wrap: wrap; gap: 1.5em; align-items: flex-start; }
.left { flex: 0 1 auto; max-width: 100%; overflow-x: auto; }
.right { flex: 1 1 20em; min-width: 18em; }
.controls { display: flex; gap: .4em; align-items: center; flex-wrap: wrap; margin: .5em 0; }
.controls input { flex: 1 1 10em; }
.controls button { font: inherit; padding: .3em .7em; min-width: 2.6em; }
.now { min-height: 5em; border-left: 4px solid #e8590c; padding: .2em .8em; }
.now b { display: block; }
ol { max-height: 22em; overflow-y: auto; margin: 0; padding-left: 3em; }
li button { all: unset; vertical-align: top; cursor: pointer; }
li button:hover, li button:focus-visible { text-decoration: underline; }
li[aria-current] { font-weight: bold; }
figure { display: inline-block; margin: 0 1em 1em 0; vertical-align: top; }
@media print { .controls { display: none; } ol { max-height: none; } }
"""

_SCRIPT = """
const data = JSON.parse(document.getElementById("steps").textContent);
const find = (name) => document.querySelector(name);
const values = find(".values"), marks = find(".marks"), slider = find("#place");
const items = [...document.querySelectorAll("ol li")];
const cell = data.cell;
let place = 0, timer = null;
function shape([row, column, value]) {
  const x = column * cell, y = row * cell;
  if (value === 0)
    return `<circle cx="${x + cell / 2}" cy="${y + cell / 2}" r="${cell / 10}"`
      + ` fill="${data.ink}"/>`;
  const [rgb, ink, letter] = data.colors[value - 1];
  const box = `<rect x="${x + 1}" y="${y + 1}" width="${cell - 2}" height="${cell - 2}"`
    + ` fill="${rgb}"/>`;
  if (!letter) return box;
  const span = document.createElement("span");
  span.textContent = letter;
  return box + `<text x="${x + cell / 2}" y="${y + cell * .7}" font-size="${cell * .55}"`
    + ` text-anchor="middle" fill="${ink}">${span.innerHTML}</text>`;
}
// Place k shows the board before step k, with the premises and conclusions of the step; the places
// before the first and behind the last step show the board at the start and at the end.
const last = data.frames.length + 1;
function show(next) {
  place = Math.max(0, Math.min(last, next));
  const known = [...data.known];
  for (let i = 0; i < place - 1; i++) known.push(...data.frames[i].cells);
  const frame = data.frames[place - 1];
  values.innerHTML = known.map(shape).join("");
  marks.innerHTML = frame ? frame.marks : "";
  slider.value = place;
  items.forEach((item, i) => {
    if (i + 1 !== place) return item.removeAttribute("aria-current");
    item.setAttribute("aria-current", "step");
    const list = item.parentElement;
    list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
  });
  find(".technique").textContent =
    frame ? frame.name : place ? data.words.at_end : data.words.at_start;
  find(".sentence").textContent = frame ? items[place - 1].textContent : place ? data.end : "";
  slider.setAttribute("aria-valuetext", find(".technique").textContent);
  if (place === last) play(false);
}
function play(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => show(place + 1), 1000) : null;
  find("#play").textContent = on ? data.words.pause : data.words.play;
  find("#play").setAttribute("aria-pressed", String(on));
}
const moves = {
  first: () => show(0), back: () => show(place - 1), next: () => show(place + 1),
  end: () => show(last),
  play: () => { if (!timer && place === last) show(0); play(!timer); },
};
for (const [id, move] of Object.entries(moves)) find("#" + id).addEventListener("click", move);
slider.addEventListener("input", () => show(Number(slider.value)));
items.forEach((item, i) => item.firstChild.addEventListener("click", () => show(i + 1)));
const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "end", " ": "play" };
addEventListener("keydown", (event) => {
  if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && event.target.tagName === "BUTTON") return;
  event.preventDefault();
  moves[keys[event.key]]();
});
find(".controls").hidden = false;
show(0);
"""

_PAGE = """<!DOCTYPE html>
<html lang="%%LANG%%">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%%TITLE%%</title>
<style>%%STYLE%%</style>
</head>
<body>
<h1>%%TITLE%%</h1>
<main>
<div class="left">
%%BOARD%%
</div>
<div class="right">
<div class="controls" hidden>
<button type="button" id="first" aria-label="%%FIRST%%">|&lt;</button>
<button type="button" id="back" aria-label="%%BACK%%">&lt;</button>
<button type="button" id="play" aria-pressed="false">%%PLAY%%</button>
<button type="button" id="next" aria-label="%%NEXT%%">&gt;</button>
<button type="button" id="end" aria-label="%%LAST%%">&gt;|</button>
<input type="range" id="place" min="0" max="%%MOST%%" value="0" aria-label="%%PLACE%%">
</div>
<div class="now" aria-live="polite"><b class="technique"></b><span class="sentence"></span></div>
<h2>%%STEPS%%</h2>
<ol>
%%ITEMS%%
</ol>
<p>%%END%%</p>
</div>
</main>
%%SOLUTIONS%%
<script type="application/json" id="steps">%%DATA%%</script>
<script>%%SCRIPT%%</script>
</body>
</html>
"""
