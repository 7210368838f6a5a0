# SPDX-License-Identifier: MIT
"""The page without a server in a real browser: offline, after updates, with a full storage, in two
tabs, when a tab dies, with many puzzles, with long questions and limits.

The tests need build/site, which .ci/site makes. ``tests/web`` tests the pages themselves; here are
the tests of behaviour that only a page without a server has.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Error, expect

import nonosat
from nonosat import Grid, Puzzle
from nonosat.draw import png
from nonosat.types import Metadata
from tests.support.chromium import PATIENCE, until
from tests.support.places import ROOT
from tests.support.plain_server import SITE
from tests.support.playing import answered, cell, choose, draw, saved, stroke

if TYPE_CHECKING:
    from conftest import Site
    from playwright.sync_api import Page

    Visit = Callable[..., Page]

pytestmark = pytest.mark.tab

CROSS = ("#...#", ".#.#.", "..#..", ".#.#.", "#...#")
NOT_THERE = ("Failed to load resource", "ERR_INTERNET_DISCONNECTED", "Failed to fetch")
"""The browser's own messages about a stopped server or a missing file."""
_RANDOM = Random(3)
HARD = ["".join("#" if _RANDOM.random() < 0.35 else "." for _ in range(60)) for _ in range(60)]
"""A picture whose repair, and the count of whose solutions, takes longer than minutes."""
CUP = {"picture": ["###.", "####", "###."]}
READY = """(most) => new Promise(async (done, fail) => {
    setTimeout(() => fail(new Error("Python does not start")), most);
    const { whenLoading } = await import(new URL("tab/answer.js", location.href).href);
    whenLoading(({ ready, failed }) => (ready || failed !== undefined) && done(failed ?? ""));
})"""
STORED = """() => navigator.serviceWorker.ready.then(async () => {
    const cache = await caches.open("nonosat-" + TAB.edition);
    const names = Object.keys(TAB.files)
        .filter((name) => !name.startsWith("lang/"))
        .map((name) => (name === "index.html" ? "./" : name));
    const found = await Promise.all(names.map((name) => cache.match(name)));
    return found.every(Boolean);
})"""
POST = """async ({ path, body }) => {
    const { post } = await import(new URL("api.js", location.href).href);
    try {
        return { reply: await post(path, body) };
    } catch (error) {
        const { kind, message, status } = error;
        return { error: { kind, message, status } };
    }
}"""
LONG = """async ({ puzzle, questions, seconds }) => {
    const { ask } = await import(new URL("api.js", location.href).href);
    const controller = new AbortController();
    const all = (window.asked ??= []);
    const one = { end: "", abort: () => controller.abort() };
    all.push(one);
    ask({ puzzle, questions, time_limit: seconds }, { signal: controller.signal, on: () => {} })
        .then((reason) => (one.end = "reason: " + reason), (error) => (one.end = error.name));
}"""
"""Ask a question without waiting for the answer."""
TILES = """async () => {
    const { openedTiles } = await import(new URL("tiles.js", location.href).href);
    return (await openedTiles()).map(({ id, verdict, title }) => [id, verdict ?? null, title]);
}"""
DRAWING = """async (rows) => {
    const { drawings } = await import(new URL("drawings.js", location.href).href);
    return String((await drawings())[0]?.tile.rows) === String(rows);
}"""
OWN = len(json.loads((SITE / "python/puzzles.json").read_text())) if SITE.is_dir() else 0


# ---- actions of a user


def ready(page: Page) -> None:
    """Wait until Python can answer."""
    assert page.evaluate(READY, PATIENCE) == ""


def stored(page: Page) -> None:
    """Wait until the service worker has stored the page, with the parts for rare questions."""
    until(page, STORED)


def kept(page: Page, *rows: int) -> None:
    """Wait until the browser has stored a drawing with these numbers of filled cells."""
    until(page, DRAWING, list(rows))


def working(page: Page, number: int) -> None:
    """Wait until this number of workers exists."""
    while len(page.workers) < number:
        page.wait_for_event("worker")


def turned(page: Page, hash_: str) -> None:
    """Go to another page of the program."""
    page.evaluate("(hash) => { location.hash = hash; }", hash_)
    page.locator("main > :not(.waiting)").first.wait_for()


def post(page: Page, path: str, body: object) -> Any:
    """The answer of the API in the page, or its error."""
    return page.evaluate(POST, {"path": path, "body": body})


def there(page: Page) -> None:
    """Wait until the cells of the board have their places."""
    until(page, "document.querySelector('[role=gridcell]')?.clientWidth > 0")


def drawn(page: Page, rows: tuple[str, ...]) -> None:
    """A picture, drawn with the mouse in an editor that is opened for it."""
    turned(page, "#")
    turned(page, "#page=edit")
    for name, value in (("Width", len(rows[0])), ("Height", len(rows))):
        page.get_by_label(name).fill(str(value))
        page.get_by_label(name).press("Tab")
    there(page)
    draw(page, rows)


def played(page: Page, name: str) -> str:
    """Begins a puzzle of the project; its id."""
    found = json.loads((SITE / "python/puzzles.json").read_text())
    puzzle = next(str(one["id"]) for one in found if one["file"] == name)
    turned(page, f"#id={puzzle}")
    there(page)
    stroke(page, (0, 0))
    until(page, f"localStorage.getItem('nonosat.progress.{puzzle}')?.startsWith('1 ')")
    return puzzle


def opened(page: Page, *files: Path) -> None:
    """Open files in the list, once it is complete: redrawing would close the menu."""
    page.get_by_role("status").get_by_text(re.compile(r"^[\d,]+ puzzles$")).wait_for()
    with page.expect_file_chooser() as chooser:
        choose(page, "Open", "Files")
    chooser.value.set_files(files)


def listed(page: Page, number: int) -> None:
    """Wait until the list shows this number of puzzles."""
    expect(
        page.get_by_role("status").get_by_text(f"{number:,} puzzles", exact=True)
    ).to_be_visible()


def random_puzzles(number: int, side: int, seed: int) -> list[Puzzle]:
    """Different puzzles of random pictures."""
    chance = Random(seed)
    found: dict[str, Puzzle] = {}
    while len(found) < number:
        rows = ["".join(chance.choice("#.#") for _ in range(side)) for _ in range(side)]
        puzzle = Puzzle.from_grid(
            Grid("\n".join(rows)), meta=Metadata(title=f"Random {len(found)}")
        )
        found.setdefault(puzzle.sha256(), puzzle)
    return list(found.values())


def written(path: Path, puzzles: list[Puzzle]) -> Path:
    """A file with puzzles."""
    nonosat.dump_all(puzzles, path)
    return path


# ---- without a network, and after updates


def test_everything_works_without_a_network(visit: Visit, own_site: Site) -> None:
    page = visit(own_site.address, keeps=True, ignore=NOT_THERE)
    ready(page)
    stored(page)
    own_site.stop()
    page.context.set_offline(True)
    page.reload()
    listed(page, OWN)
    assert page.evaluate("crossOriginIsolated")
    ready(page)
    drawn(page, CROSS)
    assert answered(page) == "multiple"
    duck = played(page, "duck.non")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Show the step").click()
    turned(page, f"#id={duck}&page=print")
    pdf = saved(page.get_by_role("button", name="Save the PDF"))
    assert pdf.path().read_bytes().startswith(b"%PDF-")
    turned(page, f"#id={duck}&page=solve")
    page.get_by_text("Check it yourself").click()
    certificate = saved(page.get_by_role("button", name="Save a certificate")).path()
    assert nonosat.proof.verify_certificate(
        certificate, nonosat.load(ROOT / "data/duck.non")
    ).accepted


EDITION = "A new version of this page is ready."
EDITIONS = "caches.keys().then((all) => all.filter((name) => /^nonosat-[0-9a-f]{16}$/.test(name)))"
OLD, NEW = '"page.list": "Puzzles"', '"page.list": "Riddles"'


def heading(page: Page, text: str) -> None:
    """Wait for the heading of the list, which differs between the editions."""
    expect(page.get_by_role("heading", name=text, exact=True)).to_be_visible()


def test_a_new_edition_comes_when_the_user_says_so(visit: Visit, own_site: Site) -> None:
    page = visit(own_site.address, keeps=True)
    stored(page)
    drawn(page, CROSS)
    kept(page, 2, 2, 1, 2, 2)
    duck = played(page, "duck.non")
    turned(page, "#")
    second = visit(own_site.address, context=page.context)
    before = own_site.where()["edition"]
    own_site.edit("text.js", OLD, NEW)
    after = own_site.where()["edition"]
    assert before != after
    page.reload()
    for one in (page, second):
        one.get_by_text(EDITION).first.wait_for()
        heading(one, "Puzzles")
    # Until the user agrees, everything is of the old edition.
    page.reload()
    page.get_by_text(EDITION).first.wait_for()
    heading(page, "Puzzles")
    text = "(name) => fetch(name).then((reply) => reply.text())"
    assert OLD in page.evaluate(text, "text.js")
    assert page.evaluate("TAB.edition") == before
    second.evaluate("window.old = true")
    page.get_by_role("button", name="Use it").first.click()
    for one in (page, second):
        heading(one, "Riddles")
        assert one.evaluate("TAB.edition") == after
        assert NEW in one.evaluate(text, "text.js")
    assert second.evaluate("window.old") is None
    listed(page, OWN + 1)
    assert page.get_by_text("Drawn here").count() == 1
    assert page.evaluate(f"localStorage.getItem('nonosat.progress.{duck}')").startswith("1 ")
    assert page.evaluate(EDITIONS) == [f"nonosat-{after}"]


def test_half_an_edition_changes_nothing(visit: Visit, own_site: Site) -> None:
    """As in the middle of a deployment: where.js is new, another file is still old."""
    another = "belongs to another edition"
    page = visit(own_site.address, keeps=True, ignore=(*NOT_THERE, another))
    ready(page)
    stored(page)
    before = own_site.where()["edition"]
    text = (own_site.folder / "text.js").read_bytes()
    own_site.edit("text.js", OLD, NEW)
    whole = (own_site.folder / "text.js").read_bytes()
    (own_site.folder / "text.js").write_bytes(text)
    page.reload()
    page.evaluate(
        """async () => {
            const found = await navigator.serviceWorker.ready;
            await found.update().catch(() => {});
            const next = found.installing;
            if (next && next.state !== "redundant")
                await new Promise((done) => next.addEventListener("statechange", done));
        }"""
    )
    assert page.get_by_text(EDITION).count() == 0
    # The browser may try again by itself; files stored by a failed try are dropped.
    until(page, f"{EDITIONS}.then((all) => String(all) === 'nonosat-{before}')")
    own_site.stop()
    page.reload()
    heading(page, "Puzzles")
    ready(page)
    assert post(page, "check", {"puzzle": CUP})["reply"]["verdict"] == "unique"
    # The other files arrive: the next visit takes the edition.
    (own_site.folder / "text.js").write_bytes(whole)
    own_site.start()
    page.reload()
    page.get_by_role("button", name="Use it").first.click()
    heading(page, "Riddles")


def test_a_site_without_one_of_its_parts(visit: Visit, own_site: Site) -> None:
    (part,) = own_site.where()["first"]["parts"]
    (own_site.folder / "python" / part).unlink()
    page = visit(own_site.address, ignore=(*NOT_THERE,))
    page.get_by_text("The solver could not be loaded").first.wait_for()
    listed(page, OWN)
    played(page, "duck.non")
    drawn(page, CROSS)
    page.locator(".live[data-state=sorry]").wait_for()
    until(page, "location.hash.includes('editor=')")
    turned(page, "#")
    listed(page, OWN + 1)


# ---- storage of the browser


def test_a_full_storage_is_said(visit: Visit, address: str, tmp_path: Path) -> None:
    page = visit(address)
    session = page.context.new_cdp_session(page)
    # Before anything is stored, since the browser does not always recount.
    quota = {"origin": address.rstrip("/"), "quotaSize": 150_000}
    session.send("Storage.overrideQuotaForOrigin", quota)
    opened(page, written(tmp_path / "few.json", random_puzzles(3, 5, 1)))
    listed(page, OWN + 3)
    opened(page, written(tmp_path / "many.json", random_puzzles(60, 40, 2)))
    page.get_by_text("The browser's storage is full").first.wait_for()
    page.reload()
    listed(page, OWN + 3)
    drawn(page, CROSS)
    assert answered(page) == "multiple"
    until(page, "location.hash.includes('editor=')")
    duck = played(page, "duck.non")
    page.reload()
    assert page.evaluate(f"localStorage.getItem('nonosat.progress.{duck}')").startswith("1 ")


def test_two_tabs_have_the_same_list(visit: Visit, address: str, tmp_path: Path) -> None:
    page = visit(address)
    second = visit(address, context=page.context)
    listed(second, OWN)
    opened(page, written(tmp_path / "few.json", random_puzzles(3, 5, 1)))
    listed(second, OWN + 3)
    drawn(page, CROSS)
    listed(second, OWN + 4)
    assert second.get_by_text("Drawn here").count() == 1
    search = second.get_by_role("searchbox")
    search.fill("Duckling")
    tile = second.locator(".tile")
    expect(tile).to_have_count(1)
    expect(tile).to_have_class("tile state0")
    played(page, "duck.non")
    expect(tile).to_have_class("tile state1")
    search.fill("")
    listed(second, OWN + 4)
    # A tab that shows another page is informed, too.
    turned(second, "#page=learn")
    turned(page, "#")
    opened(page, written(tmp_path / "more.json", random_puzzles(5, 6, 2)))
    listed(page, OWN + 9)
    turned(second, "#")
    listed(second, OWN + 9)


def test_a_tab_that_dies_loses_less_than_a_second(visit: Visit, address: str) -> None:
    page = visit(address)
    drawn(page, CROSS[:4])
    kept(page, 2, 2, 1, 2)
    stroke(page, (3, 2))
    kept(page, 2, 2, 1, 3)
    with contextlib.suppress(Error):
        page.goto("chrome://crash", timeout=5000)
    after = visit(address, context=page.context)
    listed(after, OWN + 1)
    after.get_by_role("link", name=re.compile("Drawn here")).click()
    after.locator(".board").wait_for()
    assert "empty" not in (cell(after, 3, 2).get_attribute("aria-label") or "")
    assert "empty" in (cell(after, 3, 0).get_attribute("aria-label") or "")


def test_everything_in_one_file(visit: Visit, address: str, tmp_path: Path) -> None:
    page = visit(address)
    opened(page, written(tmp_path / "few.json", random_puzzles(3, 5, 1)))
    listed(page, OWN + 3)
    drawn(page, CROSS)
    kept(page, 2, 2, 1, 2, 2)
    duck = played(page, "duck.non")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Dark").click()
    page.keyboard.press("Escape")
    turned(page, "#")
    with page.expect_download() as download:
        choose(page, "Backup", "Save everything to a file")
    download.value.save_as(tmp_path / "all.json")
    marks = page.evaluate(f"localStorage.getItem('nonosat.progress.{duck}')")
    other = visit(address)
    with other.expect_file_chooser() as chooser:
        choose(other, "Backup", "Load a saved file")
    chooser.value.set_files(tmp_path / "all.json")
    other.get_by_text("Restored: 3 puzzles, 1 drawing, progress of 1.").wait_for()
    other.reload()
    listed(other, OWN + 4)
    assert other.get_by_text("Drawn here").count() == 1
    assert other.evaluate("document.documentElement.dataset.theme") == "dark"
    entry = other.evaluate(f"localStorage.getItem('nonosat.progress.{duck}')")
    assert [json.loads(one[2:])["saved"] for one in (entry, marks)] == [
        json.loads(marks[2:])["saved"]
    ] * 2


FOLDER = """() => {
    window.showDirectoryPicker = async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle("puzzles", { create: true });
}"""
"""Replace a folder of the machine by a private folder of the page."""
READ = """async (name) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("puzzles");
    return (await (await folder.getFileHandle(name)).getFile()).text();
}"""


def test_printed_puzzles_are_typed_beside_their_picture(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    """The page cannot read the numbers of a photo, and says so."""
    page = visit(address + "#page=edit")
    picture = tmp_path / "printed.png"
    picture.write_bytes(png(nonosat.load(ROOT / "data/duck.non")))
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Picture from a file").click()
    chooser.value.set_files(picture)
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("This page cannot read numbers").wait_for()
    dialog.get_by_role("button", name="Type the clues of a printed puzzle").click()
    expect(page.locator(".photo .sheet img")).to_be_visible()
    rows = page.get_by_label(re.compile("^Rows")).first
    expect(rows).to_have_value("")
    rows.fill("3\n1\n1")
    page.get_by_label(re.compile("^Columns")).first.fill("3\n2\n1")
    page.get_by_role("button", name="Find the mistake").click()
    page.get_by_role("button", name="R2: 1 → 2 (unique)").click()
    page.get_by_role("button", name="Close the picture").click()
    expect(rows).to_have_value("3\n2\n1")


def test_saving_into_a_folder(visit: Visit, address: str) -> None:
    page = visit(address)
    page.evaluate(FOLDER)
    drawn(page, CROSS)
    answered(page)
    page.get_by_label("Title").fill("Cross")
    page.get_by_label("Title").press("Tab")

    def save(button: str) -> None:
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name=button, exact=True).click()

    save("Save into a folder")
    page.get_by_text(re.compile(r"^Saved as .*\.json in puzzles\.$")).wait_for()
    name = page.evaluate(
        """async () => {
            const root = await navigator.storage.getDirectory();
            const folder = await root.getDirectoryHandle("puzzles");
            return (await Array.fromAsync(folder.keys())).join();
        }"""
    )
    first = nonosat.loads(page.evaluate(READ, name))
    assert first.sha256() == Puzzle.from_grid(Grid("\n".join(CROSS))).sha256()
    stroke(page, (0, 2))
    answered(page)
    save("Save into puzzles")
    page.get_by_text(f"{name} exists in puzzles.").wait_for()
    assert nonosat.loads(page.evaluate(READ, name)).sha256() == first.sha256()
    page.get_by_role("button", name="Replace it").click()
    page.get_by_role("dialog").wait_for(state="detached")
    second = Puzzle.from_grid(Grid("\n".join(("#.#.#", *CROSS[1:]))))
    assert nonosat.loads(page.evaluate(READ, name)).sha256() == second.sha256()


# ---- many puzzles, long questions, limits


STOP = """async () => {
    const { howFar } = await import(new URL("judging.js", location.href).href);
    const { done } = howFar(); // the bar on the page is a second behind
    [...document.querySelectorAll("button")].find((one) => one.textContent === "Stop").click();
    return done;
}"""
"""Stop judging; return the number of judged puzzles."""


def test_a_thousand_puzzles_are_judged(visit: Visit, address: str, tmp_path: Path) -> None:
    puzzles = random_puzzles(1000, 5, 4)
    page = visit(address)
    ready(page)
    opened(page, written(tmp_path / "thousand.json", puzzles))
    page.get_by_text("1,000 puzzles opened.").wait_for()
    page.get_by_role("button", name="Judge 1,000 puzzles").click()
    until(page, "document.querySelector('progress[aria-label=\"Judging puzzles\"]')?.value >= 60")
    stop = page.get_by_role("button", name="Stop", exact=True)
    judged = page.evaluate(STOP)
    stop.wait_for(state="detached")
    page.reload()
    some = [one for one in page.evaluate(TILES) if one[1]]
    assert 60 <= len(some) <= judged + 1 < 1000  # it stops after the current puzzle
    ready(page)
    page.get_by_role("button", name=re.compile(r"^Judge \d+ puzzles")).click()
    stop.wait_for()
    stop.wait_for(state="detached", timeout=5 * PATIENCE)
    page.reload()
    found = {key: judged for key, judged, _ in page.evaluate(TILES)}
    assert found == {one.sha256(): nonosat.solve(one).verdict.value for one in puzzles}
    assert len(set(found.values())) > 1


SOON = {"puzzle": CUP, "time_limit": 2}


def test_a_withdrawn_question_ends_its_worker(visit: Visit, address: str) -> None:
    """Without shared memory, this is the only way to end it."""
    page = visit(address)
    ready(page)
    assert not page.evaluate("crossOriginIsolated")
    page.evaluate(LONG, {"puzzle": {"picture": HARD}, "questions": ["repair"], "seconds": 300})
    first = page.workers[0]
    closed: list[bool] = []
    first.on("close", lambda _: closed.append(True))  # Playwright takes no method of C
    assert post(page, "check", SOON)["reply"]["verdict"] == "unique"  # by the reserve
    assert len(page.workers) == 2
    assert not closed
    with first.expect_event("close"):
        page.evaluate("asked[0].abort()")
        assert post(page, "check", SOON)["reply"]["verdict"] == "unique"
    until(page, "asked[0].end === 'AbortError'")
    working(page, 2)
    assert len(page.workers) == 2
    assert first not in page.workers


def test_python_is_loaded_once_for_all_workers(visit: Visit, address: str) -> None:
    """A past bug: each worker loaded it where the cache is small, as in private windows."""
    page = visit(address)
    ready(page)
    loaded: list[str] = []
    page.context.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    page.reload()
    ready(page)
    page.evaluate(LONG, {"puzzle": {"picture": HARD}, "questions": ["repair"], "seconds": 300})
    assert post(page, "check", SOON)["reply"]["verdict"] == "unique"  # by the second worker
    assert loaded.count("worker.js") == 2
    assert loaded.count("pyodide.asm.wasm") == 1


@pytest.mark.timing
def test_a_withdrawn_question_ends_by_itself_where_it_hears_of_it(
    visit: Visit, address: str
) -> None:
    page = visit(address, keeps=True)
    stored(page)
    page.reload()
    assert page.evaluate("crossOriginIsolated")
    ready(page)
    body = {"puzzle": {"picture": HARD}, "questions": ["count"], "seconds": 300}
    page.evaluate(LONG, body)
    page.evaluate("new Promise((done) => setTimeout(done, 1500))")
    first = page.workers[0]
    page.evaluate("asked[0].abort()")
    quick = post(page, "check", SOON)
    assert quick["reply"]["verdict"] == "unique"
    page.evaluate("new Promise((done) => setTimeout(done, 4000))")
    assert first in page.workers


def test_three_long_questions_leave_room_for_a_hint(visit: Visit, address: str) -> None:
    page = visit(address)
    ready(page)
    for question in ("repair", "count", "repair"):
        body = {"puzzle": {"picture": HARD}, "questions": [question], "seconds": 300}
        page.evaluate(LONG, body)
    working(page, 3)
    for _ in range(2):
        assert post(page, "hint", SOON)["reply"]["where"]
    assert page.evaluate("asked.map((one) => one.end).join('')") == ""
    page.evaluate("asked.forEach((one) => one.abort())")


def test_the_time_limit_ends_a_question(visit: Visit, address: str) -> None:
    page = visit(address)
    ready(page)
    noise = Random(1)
    rows = ["".join("#" if noise.random() < 0.5 else "." for _ in range(100)) for _ in range(100)]
    hard = Puzzle.from_grid(Grid("\n".join(rows)))
    body = {"puzzle": {"code": nonosat.encode(hard)}, "time_limit": 0.5}
    found = post(page, "check", body)
    assert (found["reply"]["verdict"], found["reply"]["reason"]) == ("unknown", "time")
    # Only `ask` has an answer in parts, even if another question reports progress.
    repaired = post(page, "repair", {"puzzle": {"picture": HARD}, "time_limit": 0.5})
    assert repaired["reply"]["pictures"] == []
    # A question that does not end by itself is ended.
    counted = post(page, "count", {"puzzle": {"picture": HARD}, "time_limit": 0.5})
    assert counted.get("reply", {}).get("reason") == "time" or counted["error"] == {
        "kind": "limit: time", "message": "the time limit was reached", "status": 503,
    }  # fmt: skip
    assert post(page, "check", {"puzzle": CUP})["reply"]["verdict"] == "unique"


def test_the_memory_limit_is_an_error_and_no_more(visit: Visit, own_site: Site) -> None:
    """With little more than Python needs at its start, about 103 MiB."""
    own_site.rewrite(memory=128)
    page = visit(own_site.address, ignore=NOT_THERE)
    ready(page)
    much = """async () => {
        const { post } = await import(new URL("api.js", location.href).href);
        const many = Array.from({ length: 2_600_000 }, () => []);
        return post("check", { puzzle: { picture: ["#."] }, many }).catch((error) => error.message);
    }"""
    for _ in range(2):
        assert page.evaluate(much) == "the memory limit was reached"
        for _ in range(3):
            assert post(page, "check", {"puzzle": CUP})["reply"]["verdict"] == "unique"


def test_the_policy_allows_webassembly_and_no_more(visit: Visit, own_site: Site) -> None:
    page = visit(own_site.address, keeps=True)
    meta = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    stored(page)
    page.add_init_script(
        "window.broken = []; addEventListener('securitypolicyviolation', "
        "(event) => broken.push(event.violatedDirective + ' ' + event.blockedURI));"
    )
    response = page.reload()
    assert response is not None
    policies = [meta or "", response.headers["content-security-policy"]]
    policies += [
        page.evaluate(
            "(name) => fetch(name).then((r) => r.headers.get('Content-Security-Policy'))", name
        )
        for name in ("tab/worker.js", "where.js", "app.js")
    ]
    for policy in policies:
        said = dict(part.strip().split(" ", 1) for part in policy.split(";"))
        assert said["default-src"] == "'none'"
        assert said["script-src"] == "'self' 'wasm-unsafe-eval'"
        assert "unsafe-inline" not in policy
        assert "'unsafe-eval'" not in policy
    ready(page)
    duck = played(page, "duck.non")
    pages = [f"#id={duck}&page={name}" for name in ("play", "solve", "about", "print")]
    for shown in (*pages, "#page=edit"):  # the editor asks before it shows a solution
        turned(page, shown)
        page.wait_for_load_state("networkidle")
    assert page.evaluate("broken") == []
