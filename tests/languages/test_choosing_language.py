# SPDX-License-Identifier: MIT
"""The language of the environment; what stays English whatever the environment says."""

from __future__ import annotations

import re

import pytest

from nonosat.errors import OptionError
from nonosat.languages import VARIABLE, codes, language, language_of_environment
from tests.support.command_line import Run

CASES: list[tuple[dict[str, str], str]] = [
    ({}, "en"),
    ({"LANG": "de_DE.UTF-8"}, "de"),
    ({"LANG": "de_AT.UTF-8@euro"}, "de"),
    ({"LANG": "de"}, "de"),
    ({"LANG": "DE-at"}, "de"),
    ({"LC_MESSAGES": "fr_CA.UTF-8", "LANG": "de_DE.UTF-8"}, "fr"),
    ({"LC_ALL": "pl_PL.UTF-8", "LC_MESSAGES": "fr_FR", "LANG": "de_DE"}, "pl"),
    ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "en"),
    ({"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
    ({"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, "en"),
    ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "uk_UA.UTF-8"}, "uk"),
    ({"LC_ALL": "en_GB.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
    ({"LANG": "zh_Hans_CN.UTF-8"}, "zh"),
    ({"LANG": "zh_CN.GB18030"}, "zh"),
    ({"LANG": "zh_TW.UTF-8"}, "zh"),
    ({"LANG": "ja_JP.eucJP"}, "ja"),
    ({"LANG": "tlh_XX.UTF-8"}, "en"),
    ({"LC_CTYPE": "de_DE.UTF-8"}, "en"),
    ({VARIABLE: "es", "LC_ALL": "de_DE.UTF-8"}, "es"),
    ({VARIABLE: "ru_RU.UTF-8"}, "ru"),
    ({VARIABLE: "C", "LANG": "de_DE.UTF-8"}, "en"),
    ({VARIABLE: "", "LANG": "de_DE.UTF-8"}, "de"),
    ({VARIABLE: "en", "LANG": "de_DE.UTF-8"}, "en"),
]


@pytest.mark.parametrize(("environ", "code"), CASES)
def test_the_environment_chooses_a_language(environ: dict[str, str], code: str) -> None:
    assert language_of_environment(environ).code == code


@pytest.mark.parametrize("value", ["tlh", "german", "d", "/etc"])
def test_an_unknown_language_in_our_own_variable_is_an_error(value: str) -> None:
    with pytest.raises(OptionError) as error:
        language_of_environment({VARIABLE: value, "LANG": "de_DE.UTF-8"})
    assert str(error.value) == f"{VARIABLE}={value}: use one of {', '.join(codes())}"


@pytest.mark.parametrize("code", ["xx", "DE", "", "../de", None, 3])
def test_an_unknown_language_of_a_program_is_an_error(code: object) -> None:
    with pytest.raises(OptionError, match=r"^unknown language .*: use one of en, "):
        language(code)  # type: ignore[arg-type]


COMMANDS = [
    ("check", "unique.non", "multiple.non", "none.non", "broken.non"),
    ("check", "--json", "unique.non", "broken.non"),
    ("check", "--why", "none.non"),
    ("solve", "unique.non", "multiple.non"),
    ("count", "multiple.non"),
    ("count", "--json", "multiple.non"),
    ("hint", "--json", "unique.non"),
    ("explain", "--json", "unique.non"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_answers_of_programs_stay_english(
    quick_run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    def said() -> tuple[str, str, int]:
        out, err, code = quick_run(*command)
        return re.sub(r'seconds": [^,}]+', "", out), err, code

    english = said()
    monkeypatch.delenv(VARIABLE)
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert said() == english
    monkeypatch.setenv(VARIABLE, "de")
    assert said() == english


@pytest.mark.parametrize("command", ["hint", "explain"])
def test_explanations_are_in_the_language_of_the_environment(
    quick_run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    english = quick_run(command, "unique.non")
    monkeypatch.setenv(VARIABLE, "de")
    german = quick_run(command, "unique.non")
    assert german.code == english.code
    assert german.out != english.out
