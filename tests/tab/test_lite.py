# SPDX-License-Identifier: MIT
"""The notebooks of JupyterLite run in chromium without a network, and find their numbers.

They need build/site/lite, which .ci/tab/lite makes. The site is served below a folder, as on the
public host, and a request to another server fails the test. Only the plots are missing there.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.support.chromium import until
from tests.support.places import ROOT

pytestmark = pytest.mark.tab

NAMES = ("01_first_minutes", "03_inside_the_graph", "04_beliefs", "06_reasons")
OUTSIDE = {"06_reasons": ("people",)}  # numbers from a folder that the tab lacks
NO_PLOT = "It needs matplotlib, which is not available in a browser tab"
LOAD_SECONDS = 180
RUN_SECONDS = 400

RUN = """async () => {
    const done = await window.jupyterapp.commands.execute("notebook:run-all-cells");
    return [done, window.jupyterapp.shell.currentWidget.content.model.toJSON()];
}"""
WORKERS = """async (scope) => {
    const found = await navigator.serviceWorker.getRegistration(scope);
    return found?.active ? found.scope : null;
}"""
IDLE = """() => {
    const kernel = window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel;
    return kernel?.status === "idle";
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def lite() -> Iterator[str]:
    """The address of JupyterLite, served as files."""
    assert (ROOT / "build/site/lite/lab/index.html").is_file(), "run .ci/tab/lite before"
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Quiet, directory=str(ROOT / "build"))
    ) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/site/lite"
        server.shutdown()
        thread.join()


@pytest.fixture
def page(chromium: Browser, lite: str) -> Iterator[Page]:
    """A page that fails its test if it sends a request to another server, or for a missing file."""
    faults: list[str] = []
    server = lite.removesuffix("/site/lite")
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.on(
        "request",
        lambda request: (
            None
            if request.url.startswith((server + "/", "data:", "blob:"))
            else faults.append(f"asks elsewhere: {request.url}")
        ),
    )
    context.on(
        "response",
        lambda response: (
            faults.append(f"{response.status}: {response.url}")
            if response.status >= 400 and response.url != f"{server}/favicon.ico"
            else None
        ),
    )

    def expose(route: Route) -> None:
        """Make JupyterLab expose its commands, by a setting."""
        answer = route.fetch()
        settings = answer.json()
        settings["jupyter-config-data"]["exposeAppInBrowser"] = True
        route.fulfill(response=answer, json=settings)

    context.route(f"{lite}/jupyter-lite.json", expose)
    yield context.new_page()
    context.close()
    assert not faults, "\n".join(faults[:10])


def opened(page: Page, lite: str, name: str) -> None:
    """Opens a notebook, and waits for its kernel."""
    page.goto(f"{lite}/lab/index.html?path=notebooks/{name}.ipynb")
    page.wait_for_function(IDLE, timeout=1000 * LOAD_SECONDS)


def texts(cell: dict[str, Any]) -> str:
    """The output of a cell of code, and its messages."""
    return "".join(
        "".join(output.get("text", "")) + "".join(output.get("data", {}).get("text/markdown", ""))
        for output in cell["outputs"]
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_finds_what_it_finds_elsewhere(page: Page, lite: str, name: str) -> None:
    opened(page, lite, name)
    page.set_default_timeout(1000 * RUN_SECONDS)
    done, notebook = page.evaluate(RUN)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code" and cell["source"]]
    wrong = [
        (cell["source"], output["ename"], output["evalue"])
        for cell in code
        for output in cell["outputs"]
        if output["output_type"] == "error"
    ]
    assert done, "not all cells have run"
    assert not wrong
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    assert any("scale: small" in texts(cell) for cell in code)
    plots = [cell for cell in code if "show(figure)" in "".join(cell["source"])]
    assert any(NO_PLOT in texts(cell) for cell in plots)
    (last,) = (output["text"] for output in code[-1]["outputs"] if "text" in output)
    every = json.loads((ROOT / "notebooks/expected_small.json").read_text(encoding="utf-8"))
    expected = every[name]
    expected.update(dict.fromkeys(OUTSIDE.get(name, ())))
    assert json.loads("".join(last)) == expected


def test_the_page_keeps_its_own_service_worker(page: Page, lite: str) -> None:
    """Unchanged, JupyterLite would end it, and the page would no longer work offline."""
    site = lite.removesuffix("lite")
    page.goto(site)
    assert page.evaluate("navigator.serviceWorker.ready.then((found) => found.scope)") == site
    page.goto(f"{lite}/lab/index.html")  # without a notebook, thus without Python
    until(page, f"async (scope) => (await ({WORKERS})(scope)) === scope", f"{lite}/")
    assert page.evaluate(WORKERS, site) == site
