# SPDX-License-Identifier: MIT
"""The site: the documents, the notebooks with their committed outputs, and the reference.

    .ci/site

builds it in build/site/ and the man page in build/man/. The source folder of Sphinx is the whole
checkout, so that a link which works in a file of the repository works on the site. Two pages have a
line ``<!-- generated: NAME -->``, which this file replaces with text from the program itself: the
public names and the commands. A link to a file that is not a page, say data/fox.non, downloads it;
a link to a folder leads to the public repository.

The build executes no code: pytest runs all examples, and CI the notebooks.
"""

from __future__ import annotations

import inspect
import tomllib
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes

import nonosat

ROOT = Path(__file__).resolve().parent.parent
with (ROOT / "pyproject.toml").open("rb") as file:
    SOURCE = tomllib.load(file)["project"]["urls"]["Source"]

project = "nonosat"
author = "The nonosat developers"
copyright = author  # noqa: A001 - Sphinx reads this name
version = release = nonosat.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_click",
    "sphinx_copybutton",
]
root_doc = "docs/index"
include_patterns = ["docs/**", "notebooks/*.ipynb", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
exclude_patterns = [".*", "build", "data", "node_modules", "nonosat", "tests"]
nitpicky = False  # types of other libraries in signatures have no pages
suppress_warnings = ["myst.header"]  # README begins with pictures, the changelog skips a level

nb_execution_mode = "off"
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "html_image"]
copybutton_exclude = ".linenos, .gp, .go"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_google_docstring = True

smartquotes = False  # they turn "--option" into a dash

html_theme = "furo"
html_title = f"nonosat {release}"
html_copy_source = False
html_show_sourcelink = False
html_static_path = ["print.css"]
html_css_files = [("print.css", {"media": "print"})]
html_theme_options = {"source_repository": SOURCE, "source_branch": "main"}

man_pages = [("docs/reference/commands", "nonosat", "solve nonograms, prove uniqueness", author, 1)]


def public_names() -> str:
    """The public names of all modules, as directives of autodoc."""
    lines = []
    seen = set()  # a class with two names has an index entry for the first only
    modules = ["nonosat", *(f"nonosat.{n}" for n in nonosat.__all__ if inspect.ismodule(value(n)))]
    for module in modules:
        owner = nonosat if module == "nonosat" else value(module.partition(".")[2])
        lines += [f"## `{module}`", "", "```{eval-rst}", f".. automodule:: {module}", ""]
        own = [n for n, thing in vars(owner).items() if getattr(thing, "__module__", "") == module]
        for name in sorted(getattr(owner, "__all__", own), key=str.lower):
            thing = getattr(owner, name)
            if inspect.ismodule(thing):
                continue
            if not callable(thing):
                lines += [f".. py:data:: {module}.{name}", f"   :value: {thing!r}", ""]
                continue
            kind = "class" if inspect.isclass(thing) else "function"
            lines.append(f".. auto{kind}:: {module}.{name}")
            if id(thing) in seen:
                lines.append("   :no-index:")
            seen.add(id(thing))
            if kind == "class":
                lines += ["   :members:", "   :show-inheritance:"]
            lines.append("")
        lines += ["```", ""]
    return "\n".join(lines)


def value(name: str) -> Any:
    """A public name of ``nonosat``."""
    return getattr(nonosat, name)


def commands() -> str:
    """All commands with their options, as directives of sphinx-click."""
    directive = ".. click:: nonosat.cli.commands:program\n   :prog: nonosat\n   :nested: full"
    return f"```{{eval-rst}}\n{directive}\n```"


GENERATED = {"public names": public_names, "commands": commands}


def fill(app: Any, page: str, source: list[str]) -> None:
    """Put the generated text into a page."""
    for name, make in GENERATED.items():
        mark = f"<!-- generated: {name} -->"
        if mark in source[0]:
            source[0] = source[0].replace(mark, make())


def link_folders(app: Any, tree: Any) -> None:
    """Let links to folders, which are not pages, lead to the public repository."""
    home = ROOT / Path(app.env.docname).parent
    for node in list(tree.findall(addnodes.pending_xref)):
        place = (home / node.get("reftarget", "")).resolve()
        if node.get("reftype") == "myst" and place.is_dir() and place.is_relative_to(ROOT):
            address = f"{SOURCE}/tree/main/{place.relative_to(ROOT).as_posix()}"
            node.replace_self(nodes.reference("", "", *node.children, refuri=address))


def close_brackets(app: Any, context: Any, lines: list[str]) -> None:
    """Restore the last bracket of ``[:SEED]``, which sphinx-click takes for its own."""
    for number, line in enumerate(lines):
        if line.startswith(".. option::") and line.count("[") > line.count("]"):
            lines[number] = line.replace(">", "]>")


def front_page(app: Any, failure: Exception | None) -> None:
    """The address of the site itself leads to the first page."""
    if failure is None and app.builder.format == "html":
        Path(app.outdir, "index.html").write_text(
            '<!doctype html><meta charset="utf-8"><title>nonosat</title>'
            '<meta http-equiv="refresh" content="0; url=docs/index.html">'
            '<a href="docs/index.html">nonosat</a>\n',
            encoding="utf-8",
        )


def setup(app: Any) -> None:
    """Connect the above to Sphinx."""
    app.connect("source-read", fill)
    app.connect("doctree-read", link_folders)
    app.connect("sphinx-click-process-options", close_brackets)
    app.connect("build-finished", front_page)
