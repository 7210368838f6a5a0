# SPDX-License-Identifier: MIT
"""The description of a benchmark: its instances, its faults, and no new puzzles in data/."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from nonosat.benchmark.families import (
    SIZES,
    Description,
    load_description,
    read_description,
)
from nonosat.benchmark.instances import GENERATORS, Instance
from nonosat.errors import PuzzleSyntaxError
from nonosat.formats import NoPuzzleError, read_folder, walk
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from tests.support.places import ROOT

FOLDER = ROOT / "data" / "benchmark"
HEAD = 'name = "a"\nversion = "1"\n'
FAMILY = HEAD + '[family.dom]\nwhat = "n-Dom"\ngenerator = "domino"\n'


@pytest.fixture(scope="module")
def description() -> Description:
    return load_description(FOLDER / "families.toml")


def test_the_sizes_nest_and_each_has_every_family(description: Description) -> None:
    small, medium, whole = (description.of_size(size) for size in SIZES)
    assert set(small) < set(medium) < set(whole) == set(description.instances)
    assert 80 <= len(small) <= 120
    assert 700 <= len(medium) <= 1100
    assert 2900 <= len(whole) <= 3200
    assert {one.family for one in small} == set(description.families)


def test_the_ids_are_names_of_files_and_differ(description: Description) -> None:
    ids = [one.id for one in description.instances]
    assert len({name.lower() for name in ids}) == len(ids)
    assert all(re.fullmatch(r"[a-z]+(-[a-z0-9.]+)+", name) for name in ids)
    assert "random-20-0.50-003" in ids


def test_the_ranges_are_those_that_the_description_promises(description: Description) -> None:
    random = [one for one in description.instances if one.generator == "picture"]
    assert {one.values["side"] for one in random} >= {10, 15, 20, 25, 30, 40, 50, 60}
    assert min(one.values["density"] for one in random) == 0.2
    assert max(one.values["density"] for one in random) == 0.8
    colors = {one.values["colors"] for one in description.instances if "colors" in one.values}
    assert colors == {2, 3, 4, 5, 6}
    needs = {one.values["needs"] for one in description.instances if "needs" in one.values}
    assert needs == {"trivial", "overlap", "line", "chain", "trial"}


def test_an_instance_depends_on_nothing_but_its_family() -> None:
    family = '[family.random]\nwhat = "x"\ngenerator = "picture"\nseed = 7\n'
    few = read_description(f"{HEAD}{family}small = {{side = [5], density = [0.5], count = 2}}")
    more = read_description(
        f"{HEAD}{family}small = {{side = [4, 5], density = [0.4, 0.5], count = 3}}"
        '\n[family.dom]\nwhat = "n-Dom"\ngenerator = "domino"\nall = {n = [2]}\n'
    )
    assert set(few.instances) < set(more.instances)
    assert [one.seed for one in few.instances] == [7, 8]


def test_instances_can_be_left_out_by_their_ids() -> None:
    found = read_description(f"{FAMILY}without = ['dom-03']\nsmall = {{n = [2, 3, 4]}}").instances
    assert [one.id for one in found] == ["dom-02", "dom-04"]


def test_nothing_in_the_folder_is_taken_for_a_puzzle() -> None:
    items = list(read_folder(FOLDER))
    assert len(items) == 2
    assert all(isinstance(one.item, NoPuzzleError) for one in items), items


def test_data_has_the_same_files_for_every_command_as_without_it() -> None:
    entries = list(walk(ROOT / "data"))
    assert all(entry.fault is None for entry in entries)
    names = sorted(Path(entry.path).name for entry in entries)
    assert names == sorted(path.name for path in (ROOT / "data").iterdir() if path.is_file())


FAULTS = {
    "[": "not TOML",
    "": "family is not a table",
    HEAD: "family is not a table",
    f"{HEAD}[family]": "no instances",
    f"{HEAD}more = 1\n[family]": "unknown key 'more'",
    f'{HEAD}[family.A]\nwhat = "x"': "small letters",
    f"{HEAD}[family]\ndom = 3": "not a table",
    f"{HEAD}[family.dom]": "what is not a text",
    f'{HEAD}[family.dom]\nwhat = "x"': "generator is not a text",
    f'{HEAD}[family.dom]\nwhat = "x"\ngenerator = "y"': "unknown generator 'y'; choose picture",
    f"{FAMILY}seed = 1.5": "not a whole number",
    f"{FAMILY}fixed = 1": "fixed is not a table",
    f"{FAMILY}large = {{}}": "unknown key 'large'",
    f"{FAMILY}small = 3": "small: 3 is not a table",
    f"{FAMILY}small = {{n = 3}}": "n is not a list",
    f"{FAMILY}small = {{n = []}}": "n is not a list",
    f"{FAMILY}small = {{n = [true]}}": "neither number nor text",
    f"{FAMILY}small = {{n = [3.5]}}": "n 3.5 is not of type int",
    f"{FAMILY}small = {{n = [3], count = 0}}": "count 0",
    f"{FAMILY}small = {{n = [3], side = [3]}}": "takes no 'side'",
    f"{FAMILY}small = {{count = 2}}": "needs n",
    f"{FAMILY}small = {{n = [{', '.join(map(str, range(200)))}], count = 1000}}": "more than",
    f"{FAMILY}without = 3\nsmall = {{n = [3]}}": "without is not a list",
    f"{FAMILY}without = ['x']\nsmall = {{n = [3]}}": "'x', which is not an instance",
    f"{FAMILY}without = [['x']]\nsmall = {{n = [3]}}": "['x'], which is not an instance",
    FAMILY: "no instances",
    f'{FAMILY}small = {{n = [3]}}\n[family.e]\nwhat = "x"\ngenerator = "file"\n'
    'fixed = {folder = "."}\nsmall = {name = ["../../x"]}': "name '../../x'",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_broken_description_says_where(text: str) -> None:
    with pytest.raises(PuzzleSyntaxError) as caught:
        read_description(text)
    assert FAULTS[text] in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PuzzleSyntaxError, match=r"none\.toml: the file cannot be read"):
        load_description(tmp_path / "none.toml")


def made(generator: str, **values: object) -> Puzzle:
    puzzle = GENERATORS[generator].make(values, 5, FOLDER)
    assert puzzle is not None
    return puzzle


def test_each_generator_makes_what_it_says() -> None:
    assert made("several", side=8, density=0.5).solve().verdict is Verdict.MULTIPLE
    for change in ("moved", "exchanged"):
        puzzle = made("contradictory", side=8, density=0.5, change=change)
        assert puzzle.solve().verdict is Verdict.NONE
    assert made("made", side=8, needs="line").solve().verdict is Verdict.UNIQUE
    partial = made("partial", side=10, density=0.6, share=0.2, colors=2)
    assert partial.missing_clues
    assert len(partial.palette) == 2
    printed = made("printed", side=10, density=0.6, share=0.2)
    assert printed.printed is not None
    assert printed.solve().verdict is not Verdict.NONE
    assert len(made("colored", side=10, density=0.5, colors=6).palette) == 6
    assert made("domino", n=3).width == 7
    assert made("file", folder="..", name="fox.non").title == "Fox"
    searched = made("picture", side=5, density=0.5, seed=9)
    assert searched == GENERATORS["picture"].make({"side": 5, "density": 0.5}, 9, FOLDER)


def test_a_search_without_success_gives_none() -> None:
    full = {"side": 4, "density": 1.0}
    assert GENERATORS["several"].make(full, 0, FOLDER) is None
    for change in ("moved", "exchanged"):
        assert GENERATORS["contradictory"].make({**full, "change": change}, 0, FOLDER) is None


def test_families_have_the_sizes_that_a_reader_expects(description: Description) -> None:
    counts = Counter(one.family for one in description.instances)
    assert min(counts.values()) >= 5
    assert isinstance(description.instances[0], Instance)
