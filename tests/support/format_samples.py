# SPDX-License-Identifier: MIT
"""Puzzles that the tests of formats write, and which format each sample of ../shared/formats has.

``CUP`` and ``TREE``: puzzles in one colour and in two. ``WRITTEN``: the formats with a writer.
``READ``: samples that are read, by the name of their format. ``REFUSED``: samples that are
recognised and refused, each with its format and a piece of the message.
"""

from __future__ import annotations

from nonosat import Grid, Palette, Puzzle
from nonosat.formats import FORMATS

CUP = Puzzle.from_grid("#.#\n###\n.#.").with_meta(title="7", author="me")
TREE = Puzzle.from_grid(
    Grid("rg.\nrrg\n.rr", "rg"), palette=Palette.of([("r", "f00", "r"), ("g", "0f0", "g")])
)
WRITTEN = [form for form in FORMATS.values() if form.writes]

READ: dict[str, tuple[str, ...]] = {
    "gecode-r": ("gecode_r-simple.txt",),
    "glpk": ("makhorin-glpk-dancer.dat",),
    "hakank": ("minizinc-hakank-n2.dzn",),
    "minizinc": ("minizinc-challenge-dom_06.dzn",),
    "picat": ("picat-hakank-n2.pi",),
    "cnon": ("cserradag96-0.cnon",),
    "gno": ("gnonograms-random.gno",),
    "nonogrid": ("nonogrid-hello-documented.toml",),
    "php-nonogram": ("php-nonogram-duck.yml",),
    "picross-solver": ("picross-solver-native-multi.txt", "picross-solver-native-note.txt"),
    "pynogram": (
        "pynogram-hello-documented.txt",
        "pynogram-smile.txt",
        "pynogram-uk-color.txt",
    ),
    "pzl": ("izaron-emoji.pzl",),
    "sgriddler": ("jsimlo-alien.sgriddler",),
    "sgt": ("sgt-pattern.sav",),
    "freenono": ("freenono-Bird.nonogram",),
    "g": ("olsak-bird2.g", "olsak-kolo.g", "olsak-oko.g", "olsak-rose.g", "olsak-viceres.g"),
    "netpbm": ("raw-picture-P4.pbm",),
    "nonopack": ("freenono-JLPT1.nonopack",),
    "xpm": ("picmi-bike.xpm",),
    "keen": ("keen-v2-cat6.txt",),
    "mk": ("olsak-c++.mk",),
    "nin": ("jwilk-data001.nin", "picross-solver-note.nin"),
    "spoj": ("spoj-jcross-puzzles.txt",),
    "json": ("davidje13-P-partial.json", "davidje13-football.json"),
    "csv": ("davidje13-external.csv",),
    "neolao": ("neolao-mouse.json",),
    "nonojs": ("nonojs-first-two-of-joined.json",),
    "thomasr": ("thomasr-easyPuzzle.json",),
    "non": (
        "mikix-1.non",
        "mikix-columns-first-42.non",
        "nonny-color-tree.non",
        "nonny-undeclared-black.non",
        "grabber-griddlers-letters.non",
        "simpson-lancs-flower.non",
        "simpson-webpbn-00001.non",
    ),
    "picture": (
        "php-nonogram-duck.dat",
        "raw-picture-note.txt",
        "raw-picture-rand11.txt",
    ),
    "taai": ("taai-question-first.txt",),
    "webpbn": (
        "webpbn-1_dancer.xml",
        "webpbn-27961-goal-and-saved.xml",
        "webpbn-dialect-number-loom-take_two.xml",
    ),
}

REFUSED: dict[str, tuple[str, str]] = {
    "olsak-alladin.g": ("g", "triangles"),
    "olsak-creature.g": ("g", "triddler"),
    "olsak-tkocka.g": ("g", "triddler"),
    "olsak-triddler-number-loom-blob.g": ("g", "triddler"),
    "taai-solution-first.txt": ("taai", "a file of solutions, not of puzzles"),
}
