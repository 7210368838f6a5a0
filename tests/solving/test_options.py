# SPDX-License-Identifier: MIT
"""The table of options agrees with types, documentation and commands; nothing is listed twice."""

from __future__ import annotations

import inspect
import re
from collections.abc import Set
from dataclasses import fields

import click
import pytest

import nonosat
from nonosat import study
from nonosat.cli.command_check import check
from nonosat.cli.command_solve import solve as solve_command
from nonosat.solving.options import OPTIONS, EachOptions, SolveOptions, WayOptions, checked
from nonosat.solving.presets import choose
from nonosat.solving.question import question_parts


def test_every_option_has_a_type_and_a_row_of_the_table() -> None:
    assert OPTIONS.keys() == SolveOptions.__annotations__.keys()
    assert EachOptions.__annotations__.keys() < OPTIONS.keys()


def test_defaults_are_valid() -> None:
    defaults = {name: option.default for name, option in OPTIONS.items()}
    assert checked(**defaults) == checked()
    for name, option in OPTIONS.items():
        assert option.valid(name, option.default) == option.default


def test_ways_are_what_choose_takes() -> None:
    assert choose(**{name: OPTIONS[name].default for name in WayOptions.__annotations__})
    for name in WayOptions.__annotations__:
        for chosen in OPTIONS[name].choices:
            assert checked(**{name: [chosen] if name == "stages" else chosen})


def test_solve_has_every_option_as_a_keyword() -> None:
    _, *keywords = inspect.signature(nonosat.solve).parameters.values()
    assert {one.name: one.default for one in keywords} == {
        name: option.default for name, option in OPTIONS.items()
    }
    types = {name: kind.__forward_arg__ for name, kind in SolveOptions.__annotations__.items()}
    assert {one.name: one.annotation for one in keywords} == types
    for name, option in OPTIONS.items():
        said = re.search(rf"^        {name}: (.*?)(?=^        \w+: |^    \w+:)", DOC, re.M | re.S)
        assert said, name
        assert all(f"``{choice}``" in said[1] for choice in option.choices if name != "backend")


DOC = nonosat.solve.__doc__ or ""
BY_WORD = OPTIONS.keys() - {"given", "backbone", "progress", "cancel"}
NOT_OF_CHECK = ("stages", "backend", "encoding", "graph_search", "limit", "seed", "cluster")


@pytest.mark.parametrize(
    ("command", "names"),
    [
        (solve_command, BY_WORD),
        (check, BY_WORD - {*NOT_OF_CHECK}),
    ],
)
def test_commands_have_the_options_that_a_word_can_give(
    command: click.Command, names: Set[str]
) -> None:
    params = {param.name: param for param in command.params if isinstance(param, click.Option)}
    given = command.make_context("command", ["FILE"]).params
    assert params.keys() & BY_WORD == names
    for name in names - {"preset"}:
        assert given[name] == OPTIONS[name].default
        assert (params[name].help or "").startswith(OPTIONS[name].help.rstrip("."))


def test_the_limit_of_solve_is_at_least_one() -> None:
    params = {param.name: param for param in solve_command.params}
    assert isinstance(params["limit"].type, click.IntRange)
    assert params["limit"].type.min == OPTIONS["limit"].least


def test_what_decides_is_part_of_the_question() -> None:
    deciding = {name for name, option in OPTIONS.items() if option.decides}
    assert question_parts(checked()).keys() == deciding | {"version"}


def test_an_option_that_does_not_exist_is_no_option() -> None:
    puzzle = nonosat.Puzzle([[1]], [[1]])
    for call in (nonosat.solve, nonosat.backbone, nonosat.count_solutions, puzzle.solve):
        arguments = [] if call == puzzle.solve else [puzzle]
        with pytest.raises(TypeError, match="unexpected keyword argument 'tme_limit'"):
            call(*arguments, tme_limit=1)  # type: ignore[operator]
    with pytest.raises(TypeError, match="unexpected keyword argument 'tme_limit'"):
        nonosat.solve_many([puzzle], tme_limit=1)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="unexpected keyword argument 'preset'"):
        study.run({"one": puzzle}, preset="fast")  # type: ignore[call-arg]


def test_a_configuration_of_a_study_is_a_way_with_a_name() -> None:
    names = [field.name for field in fields(study.Configuration)]
    assert names == ["name", *WayOptions.__annotations__]
