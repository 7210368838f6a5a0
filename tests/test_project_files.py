# SPDX-License-Identifier: MIT
"""The files around the code agree with pyproject.toml and the package.

The step ``files`` compares files that other programs read with the schemas of these programs.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import release_check
import yaml

import nonosat
from tests.support.places import ROOT

with (ROOT / "pyproject.toml").open("rb") as _file:
    PROJECT = tomllib.load(_file)
URL = PROJECT["project"]["urls"]["Source"]
GITHUB = ROOT / ".github"
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
STEPS = "".join(
    path.read_text(encoding="utf-8")
    for path in [ROOT / ".ci" / "shared.sh", *sorted((ROOT / ".ci" / "steps").iterdir())]
)
"""The scripts of the checks."""
SUFFIXES = (".py", ".pyi", ".md", ".yml", ".yaml", ".toml", ".cff", ".json", ".html", ".js")


def read(path: str | Path) -> Any:
    """A YAML file."""
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


CITATION = read("CITATION.cff")


def test_the_citation_is_of_this_project_and_version() -> None:
    project = PROJECT["project"]
    assert CITATION["title"] == project["name"]
    assert CITATION["version"] == nonosat.__version__
    assert str(CITATION.get("date-released", "")) == release_check.date()
    bibtex = (ROOT / "README.md").read_text("utf-8").partition("```bibtex\n")[2].split("```")[0]
    assert f"version = {{{nonosat.__version__}}}" in bibtex
    assert f"url     = {{{URL}}}" in bibtex
    assert CITATION["license"] == project["license"]
    assert CITATION["keywords"] == project["keywords"]
    assert CITATION["repository-code"] == URL
    assert [author["name"] for author in CITATION["authors"]] == [
        author["name"] for author in project["authors"]
    ]


def test_the_check_before_a_release_reads_the_files_of_now() -> None:
    """Until a version has its date, the check asks for it; the versions are always right."""
    assert release_check.version() == nonosat.__version__
    said = [line for line in release_check.todo(dt.date.max) if " instead of " in line]
    undated = [] if release_check.date() else ["CITATION.cff: YYYY-MM-DD instead of nothing"]
    assert said == undated


def test_the_place_of_the_project_is_the_same_everywhere() -> None:
    """pyproject.toml has the address; no other file has a different one."""
    urls = dict(PROJECT["project"]["urls"])
    page = urls.pop("Page", None)  # the page for everybody, if the owner has one
    for name in ("README.md", "docs/index.md"):
        assert page is None or page in (ROOT / name).read_text(encoding="utf-8")
    owner, name = URL.removeprefix("https://github.com/").split("/")
    assert urls.pop("Documentation") == f"https://{owner}.github.io/{name}/"  # its GitHub Pages
    assert all(value == URL or value.startswith(f"{URL}/") for value in urls.values())
    files = (
        Path(folder) / name
        for folder, folders, names in os.walk(ROOT)
        if not folders.sort()
        and not set(Path(folder).relative_to(ROOT).parts)
        & {"node_modules", ".venv", "build", "dist", ".git", ".hypothesis"}
        for name in names
        if name.endswith(SUFFIXES)
    )
    places = {}
    for path in files:
        found = re.findall(
            r"github\.com/([\w-]+/nonosat)\b", path.read_text(encoding="utf-8", errors="replace")
        )
        if found:
            places[str(path.relative_to(ROOT))] = {f"https://github.com/{name}" for name in found}
    assert len(places) >= 4
    assert {place for found in places.values() for place in found} == {URL}, places


def dependency(text: str) -> tuple[str, str]:
    """Name and versions of a dependency, without its conditions on systems."""
    found = re.fullmatch(r"([\w-]+)\s*([^;]*?)\s*(;.*)?", text)
    assert found, text
    return found[1], found[2]


CONDA = {"ortools": "ortools-python"}
"""Libraries that have another name there."""


def test_the_recipe_wants_what_the_package_wants() -> None:
    recipe = read(".ci/conda/recipe.yaml")
    project = PROJECT["project"]
    assert recipe["schema_version"] == 1
    assert recipe["context"] == {"version": nonosat.__version__}
    wanted = dict(map(dependency, project["dependencies"]))
    run = dict(map(dependency, recipe["requirements"]["run"]))
    assert run.pop("python") == project["requires-python"]
    assert run == {CONDA.get(name, name): versions for name, versions in wanted.items()}
    host = dict(map(dependency, recipe["requirements"]["host"]))
    assert host.pop("python") == host.pop("pip") == ""
    assert host == dict(map(dependency, PROJECT["build-system"]["requires"]))
    build = dict(map(dependency, recipe["requirements"]["build"][2:]))
    assert build == {"cmake": PROJECT["tool"]["scikit-build"]["cmake"]["version"], "ninja": ""}
    about = recipe["about"]
    assert about["summary"] == project["description"]
    assert about["license"] == project["license"]
    assert about["homepage"] == about["repository"] == URL
    assert (ROOT / about["license_file"]).is_file()
    for test in recipe["tests"]:
        for name in test.get("files", {}).get("source", ()):
            assert (ROOT / name).is_file()


def test_the_forms_of_issues_ask_for_puzzle_and_version() -> None:
    assert [path.stem for path in FORMS] == ["bug", "idea", "wrong_verdict"]
    for path in FORMS:
        fields = read(path)["body"]
        required = {field["id"] for field in fields if field.get("validations", {}).get("required")}
        if path.stem != "idea":
            assert "version" in required
            assert "puzzle" in {field.get("id") for field in fields}
            assert "nonosat --version" in path.read_text(encoding="utf-8")
        if path.stem == "wrong_verdict":
            assert {"puzzle", "verdict", "right", "command"} <= required
            (verdict,) = (field for field in fields if field.get("id") == "verdict")
            said = {one.value for one in nonosat.Verdict} - {"unknown"}
            assert set(verdict["attributes"]["options"]) == said


def test_the_links_beside_the_forms_stay_in_the_project() -> None:
    config = read(".github/ISSUE_TEMPLATE/config.yml")
    for link in config["contact_links"]:
        assert link.keys() == {"name", "url", "about"}
        assert link["url"].startswith(f"{URL}/")


def test_updates_come_in_groups_for_every_kind_of_library() -> None:
    found = read(".github/dependabot.yml")
    assert found["version"] == 2
    kinds = {one["package-ecosystem"]: one for one in found["updates"]}
    assert set(kinds) == {"github-actions", "pip", "npm"}
    for one in kinds.values():
        assert one["schedule"] == {"interval": "monthly"}
        assert one["cooldown"] == {"default-days": 7}
        (group,) = one["groups"].values()
        assert group == {"patterns": ["*"]}


def test_the_container_for_developers_is_prepared_as_contributing_says() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    script = container["postCreateCommand"].removeprefix("bash ")
    prepare = (ROOT / script).read_text(encoding="utf-8")
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert f"python:{oldest}-" in container["image"]
    assert ".venv/bin/pip install -e '.[dev]'" in prepare
    assert ".venv/bin/pip install -e '.[dev]'" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    needed = " ".join(re.findall(r"^ *(?:.* )?need (.*)", STEPS, re.MULTILINE)).replace("=", " ")
    (line,) = (line for line in prepare.splitlines() if "apt-get install" in line)
    for package in line.split("--no-install-recommends ")[1].split():
        assert package in needed.split(), package


def test_the_hooks_run_what_ci_runs() -> None:
    found = read(".pre-commit-config.yaml")
    (repository,) = found["repos"]
    assert repository["repo"] == "local"
    entries = {hook["entry"].removesuffix(" --force-exclude") for hook in repository["hooks"]}
    assert all(hook["language"] == "system" for hook in repository["hooks"])
    commands = {
        re.sub(r"^.*?(?=\.venv/bin/|npx )", "", line).removeprefix(".venv/bin/")
        for step in ("lint", "javascript")
        for line in (ROOT / ".ci" / "steps" / step).read_text(encoding="utf-8").splitlines()
        if ".venv/bin/" in line or line.startswith("npx biome")
    }
    commands.remove("python .ci/released.py")  # compares with a release, not with each commit
    assert {re.sub(r"( \.| nonosat tests \.ci)$", "", command) for command in commands} == entries


def test_uv_installs_what_pip_installs_for_developers() -> None:
    assert PROJECT["dependency-groups"] == {"dev": ["nonosat[dev]"]}
