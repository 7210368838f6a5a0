# SPDX-License-Identifier: MIT
"""What users may rely on stays as it is until a version that may break it, and news are named.

``surface.txt`` has the surface of the last release (of the coming one, before the first). The rules
that compare are tested with small surfaces of a program that does not exist.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
import surface
import surface_rules
from surface_rules import Surface, breaks, may_break, problems, read, why_not_written, written

OLD = (
    "nonosat.load",
    "nonosat.load: gives Puzzle",
    "nonosat.load(path)",
    "nonosat.load(path): place 1",
    "nonosat.load(path): by name",
    "nonosat.load(path): required",
    "nonosat.load(path): takes str",
    "nonosat.load(form)",
    "nonosat.load(form): by name",
    "nonosat.load(form): default 'non'",
    "nonosat.types.Rating",
    "nonosat.types.Rating.steps",
    "nonosat.types.Rating.steps: is int",
    "command nonosat",
    "command nonosat rate",
    "command nonosat rate --jobs",
    "command nonosat rate --jobs: takes integer",
    "command nonosat rate --preset",
    "command nonosat rate --preset fast",
    "json nonosat rate, steps",
    "exit 3",
    "exit 3: means none",
    "version collection 2",
    "version collection 2: is read",
    "version collection 2: is written",
)
RELEASED = "# Changelog\n\n## 1.4.0 (2027-01-31)\n\n- All of it.\n"
GOING = "# Changelog\n\n## {} (unreleased)\n\n{}\n\n## 1.4.0 (2027-01-31)\n\n- All of it.\n"


def changed(
    *, without: str = "(?!)", more: tuple[str, ...] = (), version: str = "1.5.0"
) -> Surface:
    """The old surface without the facts that begin with a pattern, and with others."""
    kept = [fact for fact in OLD if not re.match(without, fact)]
    return Surface(version, (*kept, *more))


BEFORE = Surface("1.4.0", OLD)
BREAKS = {
    "a function": changed(without=r"nonosat\.load"),
    "a member": changed(without=r"nonosat\.types\.Rating\.steps"),
    "a type of an answer": changed(
        without="nonosat.load: gives", more=("nonosat.load: gives Puzzle | None",)
    ),
    "a type that is taken": changed(without=r"nonosat\.load\(path\): takes"),
    "the name of an argument": changed(
        without=r"nonosat\.load\(path\)",
        more=("nonosat.load(file)", "nonosat.load(file): place 1", "nonosat.load(file): required"),
    ),
    "a place": changed(without=r"nonosat\.load\(path\): place"),
    "a default": changed(
        without=r"nonosat\.load\(form\): default", more=("nonosat.load(form): default 'json'",)
    ),
    "no default any more": changed(
        without=r"nonosat\.load\(form\): default", more=("nonosat.load(form): required",)
    ),
    "a new argument that must be there": changed(
        more=("nonosat.load(size)", "nonosat.load(size): required")
    ),
    "a command": changed(without="command nonosat rate"),
    "an option": changed(without="command nonosat rate --jobs"),
    "a new option that must be there": changed(
        more=("command nonosat rate --size", "command nonosat rate --size: required")
    ),
    "a choice": changed(without="command nonosat rate --preset fast"),
    "a key": changed(without="json"),
    "an exit code": changed(without="exit 3: means none", more=("exit 5", "exit 5: means none")),
    "what is written": changed(
        without="version collection 2: is written",
        more=("version collection 3", "version collection 3: is written"),
    ),
}
ADDITIONS = {
    "- A function `save`.": changed(more=("nonosat.save", "nonosat.save(path): required")),
    "- `load` takes a `size`.": changed(
        more=("nonosat.load(size)", "nonosat.load(size): default None")
    ),
    "- `load` takes a `path` that is no text.": changed(
        more=("nonosat.load(path): takes PathLike",)
    ),
    "- `load` asks for nothing: its `path` may be absent.": changed(
        without=r"nonosat\.load\(path\): required", more=("nonosat.load(path): default None",)
    ),
    "- `Hint`, with the next step.": changed(
        more=("nonosat.types.Hint", "nonosat.types.Hint.step", "nonosat.types.Hint.step: is Step")
    ),
    "- `Rating.end` says how it ends.": changed(
        more=("nonosat.types.Rating.end", "nonosat.types.Rating.end: is str")
    ),
    "- `nonosat hint` gives a step.": changed(
        more=("command nonosat hint", "command nonosat hint FILE: required")
    ),
    "- `rate --size`.": changed(
        more=("command nonosat rate --size", "command nonosat rate --size: takes integer")
    ),
    "- The preset `slow`.": changed(more=("command nonosat rate --preset slow",)),
    "| of JSON | `end` |": changed(more=("json nonosat rate, end",)),
    "- Exit code `5`.": changed(more=("exit 5", "exit 5: means unknown")),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_break_needs_a_new_major_version(name: str) -> None:
    now = BREAKS[name]
    found = problems(BEFORE, now, GOING.format("1.5.0", ""))
    assert any("this breaks users of 1.4.0 and needs version 2.0.0" in one for one in found)
    later = now._replace(version="2.0.0")
    found = problems(BEFORE, later, GOING.format("2.0.0", ""))
    assert found, "the changelog does not say it"
    assert not any("needs version" in one for one in found)
    entries = "\n".join(
        "- " + " ".join(f"`{name}`" for name in change.names)
        for change in (*breaks(BEFORE, now), *surface_rules.additions(BEFORE, now))
    )
    assert problems(BEFORE, later, GOING.format("2.0.0", entries)) == []


@pytest.mark.parametrize("entry", ADDITIONS)
def test_an_addition_needs_an_entry_that_names_it(entry: str) -> None:
    now = ADDITIONS[entry]
    assert breaks(BEFORE, now) == []
    assert problems(BEFORE, now, GOING.format("1.5.0", entry)) == []
    assert problems(BEFORE, now, GOING.format("1.5.0", f"- Much.\n{entry}\n- `More`.")) == []
    for other in ("", entry.replace("`", ""), "- `something` `else`"):
        found = problems(BEFORE, now, GOING.format("1.5.0", other))
        assert found
        assert all("in CHANGELOG.md needs an entry with `" in one for one in found)


def test_the_names_stand_in_one_entry() -> None:
    now = ADDITIONS["- `rate --size`."]
    for apart in (
        "- `rate` is quick.\n- `make --size`.",
        "`rate`\n\n`--size`",
        "- `rate-it --size`",
    ):
        assert len(problems(BEFORE, now, GOING.format("1.5.0", apart))) == 1, apart
    assert (
        problems(BEFORE, now, GOING.format("1.5.0", "- The command `rate`\n  takes `--size`."))
        == []
    )


def test_a_new_class_is_one_addition_and_a_function_that_is_gone_one_break() -> None:
    hint = ADDITIONS["- `Hint`, with the next step."]
    assert len(surface_rules.additions(BEFORE, hint)) == 1
    assert len(breaks(BEFORE, BREAKS["a function"])) == 1
    assert len(breaks(BEFORE, BREAKS["a command"])) == 1


def test_nothing_is_wrong_if_nothing_changes() -> None:
    assert problems(BEFORE, BEFORE, RELEASED) == []
    assert problems(BEFORE, BEFORE._replace(version="1.4.1"), RELEASED) == []


def test_news_after_a_release_begin_a_section() -> None:
    now = ADDITIONS["- The preset `slow`."]
    begin = ["CHANGELOG.md: begin the section of the next version"]
    assert problems(BEFORE, now._replace(version="1.4.0"), RELEASED + "`slow`") == begin
    assert problems(BEFORE, now, RELEASED) == begin


@pytest.mark.parametrize(
    ("before", "now", "allowed"),
    [
        ("1.4.0", "1.4.1", False),
        ("1.4.0", "1.10.0", False),
        ("1.4.0", "2.0.0", True),
        ("9.0.0", "10.0.0", True),
        ("0.2.0", "0.2.9", False),
        ("0.2.0", "0.3.0", True),
        ("0.9.0", "0.10.0", True),
        ("0.2.0", "1.0.0", True),
        ("1.0.0", "0.9.0", False),
    ],
)
def test_which_versions_may_break_something(before: str, now: str, allowed: bool) -> None:
    """Before 1.0.0 the minor version is what the major version is later."""
    assert may_break(before, now) is allowed


def test_before_the_first_release_the_file_is_written_anew() -> None:
    draft = "# Changelog\n\n## 1.4.0 (unreleased)\n\n- All of it.\n"
    now = BREAKS["an option"]._replace(version="1.4.0")
    (found,) = problems(BEFORE, now, draft)
    assert found.endswith(f"1.4.0 is not released, so write the file anew: {surface_rules.COMMAND}")
    assert why_not_written(BEFORE, now, draft) == []
    more = ADDITIONS["- The preset `slow`."]._replace(version="1.4.0")
    assert len(why_not_written(BEFORE, more, draft)) == 1
    assert why_not_written(BEFORE, more, f"{draft}- `slow`\n") == []


def test_after_a_release_the_file_stays_until_the_next_one() -> None:
    """Otherwise what is promised could go in two steps."""
    now = ADDITIONS["- The preset `slow`."]
    for changelog in (RELEASED, GOING.format("1.5.0", "- `slow`")):
        (why,) = why_not_written(BEFORE, now, changelog)
        assert why.startswith("the file is the surface of 1.4.0, which is released")
        assert why_not_written(BEFORE, now._replace(version="1.4.0"), changelog) == [why]
    dated = GOING.replace("unreleased", "2027-02-28")
    assert why_not_written(BEFORE, now, dated.format("1.5.0", "- `slow`")) == []
    assert len(why_not_written(BEFORE, now, dated.format("1.5.0", ""))) == 1
    gone = BREAKS["a choice"]
    (why,) = why_not_written(BEFORE, gone, dated.format("1.5.0", "- `fast` is no more."))
    assert why.endswith("needs version 2.0.0")


def test_a_file_keeps_all_facts() -> None:
    assert read(written(BEFORE)) == BEFORE
    with pytest.raises(AssertionError, match="not the head of a surface"):
        read("nonosat.load\n")


def test_the_examples_of_the_rules_run() -> None:
    assert doctest.testmod(surface_rules).failed == 0
    assert doctest.testmod(surface_rules).attempted >= 8


NOW = surface.surface()


def test_the_surface_of_now_is_that_of_the_file_or_what_may_follow_it() -> None:
    before = read(surface.FILE.read_text(encoding="utf-8"))
    found = problems(before, NOW, surface.CHANGELOG.read_text(encoding="utf-8"))
    assert found == [], "CONTRIBUTING.md, 'The public surface', says what to do"


def test_the_surface_has_every_part() -> None:
    """A part that the program no longer finds would be gone without a break."""
    count = {
        area: sum(1 for fact in NOW.facts if re.match(area, fact) and ": " not in fact)
        for area in (
            *(r"nonosat\.[a-z_]+$", r"nonosat\.[a-z.]*[A-Z]\w*$", r"nonosat\..*\(\w+\)$"),
            *(r"nonosat\.errors\.", r"command nonosat [\w -]*--\w", r"json ", r"api POST", "exit "),
            *("version ", "format ", "code ", "environment ", "extra "),
        )
    }
    assert list(count.values()) > [0] * len(count)
    assert all(count.values()), count
    wanted = (
        "nonosat.solve(time_limit): default None",
        "nonosat.Verdict.UNIQUE: value 'unique'",
        "nonosat.Report.verdict: is Verdict",
        "nonosat.errors.LimitError: extends NonosatError",
        "nonosat.study.run(configurations): default ('fast', 'sat')",
        "nonosat.collection.Collection.judge(jobs): by name",
        "nonosat.draw.svg: gives Svg",
        "command nonosat serve --port: default 8000",
        "command nonosat collection list --where: takes text",
        "command nonosat check FILE: required",
        "json nonosat solve, verdict",
        "api POST check, puzzle: required",
        "exit 3: means none",
        "version collection 2: is written",
        "format non: suffix .non",
        "environment NO_COLOR",
        "extra web",
    )
    assert [fact for fact in wanted if fact not in NOW.facts] == []


def test_the_facts_are_the_same_everywhere() -> None:
    """No addresses in memory, no folders of this machine, one line each."""
    for fact in NOW.facts:
        assert not re.search(r"\bat 0x|/home/|/usr/|/tmp/|\n|<function|<class", fact), fact
    assert len(set(NOW.facts)) == len(NOW.facts)


class Made:
    """A class as users make it: ``__init__`` and a method.

    >>> Made(3).half()
    1
    """

    def __init__(self, size: int, *, name: str | None = None) -> None:
        self.size, self.name = size, name

    def half(self) -> int:
        return self.size // 2


def test_what_is_said_of_a_function_and_of_a_class() -> None:
    def search(text: str, /, *more: int, limit: float | None = 1.5, **rest: str) -> list[str]:
        return [text, *map(str, more), str(limit), *rest]

    assert [*surface.function(search, "search")] == [
        "search",
        "search(text): place 1",
        "search(text): required",
        "search(text): takes str",
        "search(more): any number",
        "search(more): takes int",
        "search(limit): by name",
        "search(limit): default 1.5",
        "search(limit): takes float",
        "search(limit): takes None",
        "search(rest): any number",
        "search(rest): takes str",
        "search: gives list[str]",
    ]
    Made.__module__ = "nonosat.test"
    assert [*surface.class_(Made, "Made")] == [
        "Made",
        "Made.half",
        "Made.half: gives int",
        "Made(size): place 1",
        "Made(size): by name",
        "Made(size): required",
        "Made(size): takes int",
        "Made(name): by name",
        "Made(name): default None",
        "Made(name): takes str",
        "Made(name): takes None",
    ]


def test_the_command_writes_or_says_why_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = ADDITIONS["- The preset `slow`."]
    monkeypatch.setattr(surface, "surface", lambda: now)
    monkeypatch.setattr(surface, "FILE", tmp_path / "surface.txt")
    monkeypatch.setattr(surface, "CHANGELOG", tmp_path / "CHANGELOG.md")
    surface.CHANGELOG.write_text(RELEASED, encoding="utf-8")
    assert surface.main() == 0
    assert read(surface.FILE.read_text(encoding="utf-8")) == now
    surface.FILE.write_text(written(BEFORE), encoding="utf-8")
    assert surface.main() == 1
    assert "which is released" in capsys.readouterr().err
    assert read(surface.FILE.read_text(encoding="utf-8")) == BEFORE
