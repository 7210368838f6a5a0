# SPDX-License-Identifier: MIT
"""Data that an earlier page stored in the browser, and its links, are read as before.

``LOCAL``, ``SESSION`` and ``TILES`` were copied from a browser that had used the page of commit
bc2faad: a heart played halfway, a drawing, typed clues, settings, and an opened file. ``PROGRESS``,
``OPENED`` and ``DRAWN`` are from commit 35fb876, which has files and drawings in IndexedDB.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.playing import Board

pytestmark = pytest.mark.browser

HEART = "040fcce8bd8ac40b1bffc9115e6c429238690ab74382149d16f94bb576a1ea49"
LOCAL = {
    f"nonosat.progress.{HEART}": '1 {"width":5,"height":5,"at":1795457598858,"seconds":2,"saved":{'
    '"marks":".4?10A10?","branches":[".4?10A10?"],"undo":[{"c":[5,255,1,6,255,1,7,255,1,8,255,1,9,'
    '255,1]},{"c":[0,255,0]},{"c":[10,255,1,11,255,1,12,255,1,13,255,1,14,255,1]},{"c":[],"b":[],'
    '"a":[".4?10A10?"]}],"redo":[{"c":[16,255,1,17,255,1,18,255,1]}]}}',
    "nonosat.puzzle.": '["code=Nx1hcSwo27"]',
    "nonosat.puzzle.code=Nx1hcSwo27": '{"puzzle":{"rows":[[1,1],[5],[5],[3],[1]],'
    f'"cols":[[2],[4],[4],[4],[2]]}},"id":"{HEART}","code":"Nx1hcSwo27"}}',
    "nonosat.look": '{"theme":"dark","contrast":false,"motion":false,"letters":false,'
    '"patterns":false,"outer":true}',
    "nonosat.play": '{"live":false,"timer":true}',
}
SESSION = {
    "nonosat.open": '[{"key":"code=Nx1hcSwo27","title":"Heart","hash":"#code=Nx1hcSwo27&name=Heart"'
    '},{"key":"drawing","title":"Editor","hash":"#page=edit&editor=BrVFRFR"}]'
}
TILES = (
    '[{"id":"ebdfe16342df9778e59d159478a9881448461de478a742e191a933205450a60c","code":"NrMX2Sx",'
    '"puzzle":{"title":"Corner","licence":"CC0","rows":[[1],[2]],"cols":[[2],[1]]},'
    '"title":"Corner","author":"","file":"corner.json","width":2,"height":2,"colors":1,'
    '"rows":[1,2],"columns":[2,1],"palette":["#ffffff","#000000"]}]'
)
PROGRESS = (
    '1 {"width":5,"height":5,"at":1795867591987,"seconds":4,"saved":{"marks":".4?10A10?",'
    '"branches":[],"undo":[{"c":[0,255,0]},{"c":[5,255,1,6,255,1,7,255,1,8,255,1,9,255,1]},'
    '{"c":[10,255,1,11,255,1,12,255,1,13,255,1,14,255,1]}],'
    '"redo":[{"c":[16,255,1,17,255,1,18,255,1]}]}}'
)
OPENED = {**json.loads(TILES)[0], "at": 1}
OPENED["puzzle"] = {"title": "Corner", "license": "CC0", "rows": [[1], [2]], "columns": [[2], [1]]}
DRAWN = json.loads(
    '{"key":"drawing-7b6a33a4-1fe3-447b-922a-d2c654390911","hash":"#page=edit&editor=L_94QhCAwQ",'
    '"at":1795867600365,"tile":{"id":"drawing-7b6a33a4-1fe3-447b-922a-d2c654390911","title":"",'
    '"author":"","file":"","width":15,"height":15,"colors":1,"rows":[1,1,1,0,0,0,0,0,0,0,0,0,0,0,0],'
    '"columns":[1,1,1,0,0,0,0,0,0,0,0,0,0,0,0],"palette":["#ffffff","#000000"],"drawn":true,'
    '"link":{"page":"edit","editor":"L_94QhCAwQ"}}}'
)
SEED_BASE = """async (values) => {
    const request = indexedDB.open("nonosat", 1);
    const keys = { puzzles: "id", drawings: "key", folders: "key" };
    request.onupgradeneeded = () => {
        for (const [name, keyPath] of Object.entries(keys))
            request.result.createObjectStore(name, { keyPath });
    };
    const base = await new Promise((ready) => (request.onsuccess = () => ready(request.result)));
    for (const [name, value] of Object.entries(values))
        await new Promise((done) => {
            base.transaction(name, "readwrite").objectStore(name).put(value).onsuccess = done;
        });
    base.close();
}"""
SEED = """async ([local, session, tiles]) => {
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
    await (await caches.open("nonosat-opened")).put("tiles.json", new Response(tiles));
}"""


@pytest.fixture
def seeded(open_page: Any) -> Any:
    """A page in a browser that an earlier page has used."""
    page = open_page("#page=learn", ignore=("ERR_INTERNET_DISCONNECTED",), service_workers="allow")
    page.evaluate(SEED, [LOCAL, SESSION, TILES])
    return page


@pytest.mark.gate
@pytest.mark.both
def test_progress_settings_and_open_puzzles(seeded: Any) -> None:
    site = seeded.url.split("#")[0]
    seeded.goto(site + "#code=Nx1hcSwo27&name=Heart")
    seeded.reload()
    board = Board(seeded)
    board.expect(".????\n#####\n#####\n?????\n?????")
    assert seeded.evaluate("document.documentElement.dataset.theme") == "dark"
    expect(seeded.locator(".clock")).to_be_visible()
    seeded.keyboard.press("Control+y")  # the undone changes
    board.expect(".????\n#####\n#####\n?###?\n?????")
    seeded.keyboard.press("b")  # back to the beginning of the branch
    board.expect(".????\n#####\n#####\n?????\n?????")
    seeded.get_by_role("link", name="Editor").click()
    expect(seeded.get_by_text("Not unique")).to_be_visible()


def test_puzzles_are_there_without_the_server(seeded: Any) -> None:
    """A played puzzle, and a puzzle opened from a file."""
    site = seeded.url.split("#")[0]
    seeded.evaluate("navigator.serviceWorker.ready")
    seeded.context.set_offline(True)
    seeded.goto(site + "#code=Nx1hcSwo27&name=Heart")
    Board(seeded).expect(".????\n#####\n#####\n?????\n?????")
    seeded.locator(".home").click()
    expect(seeded.locator(".tile .name")).to_have_text(["Corner", "Heart"])
    seeded.get_by_role("link", name="Corner").last.click()
    Board(seeded).expect("??\n??")
    seeded.context.set_offline(False)


def test_the_clues_and_the_licence_of_an_opened_file(seeded: Any) -> None:
    read = "async (json) => (await import('./puzzle.js')).fromJson(json)"
    for old, new in (("cols", "licence"), ("columns", "license")):
        puzzle = seeded.evaluate(read, {"rows": [[1], [2]], old: [[2], [1]], new: "CC0"})
        assert puzzle["columns"] == [[[2, 1]], [[1, 1]]]
        assert puzzle["meta"] == {"license": "CC0"}


@pytest.mark.both
def test_a_link_to_a_list_that_is_sorted_and_filtered_by_effort(open_page: Any) -> None:
    page = open_page("#sort=effort&down=1&effort=1")
    expect(page.get_by_label("Difficulty")).to_have_value("1")
    expect(page.get_by_label("Sort by")).to_have_value("difficulty")
    expect(page.locator(".tile .fact", has_text="easy").first).to_be_visible()
    words = page.locator(".tile .fact:last-child").all_inner_texts()
    assert set(words) == {"easy"}, json.dumps(words)


@pytest.mark.gate
def test_progress_files_and_drawings_of_35fb876(open_page: Any) -> None:
    page = open_page("#page=learn")
    site = page.url.split("#")[0]
    page.evaluate(SEED_BASE, {"puzzles": OPENED, "drawings": DRAWN})
    page.evaluate(f"(text) => localStorage.setItem('nonosat.progress.{HEART}', text)", PROGRESS)
    page.goto(site + "#code=Nx1hcSwo27&name=Heart")
    board = Board(page)
    board.expect(".????\n#####\n#####\n?????\n?????")
    page.keyboard.press("Control+y")
    board.expect(".????\n#####\n#####\n?###?\n?????")
    page.locator(".home").click()
    expect(page.get_by_role("link", name="Corner").last).to_be_visible()
    page.locator(".tile", has_text="Untitled").first.click()
    Board(page).expect("\n".join(row.ljust(15, ".") for row in ("#", ".#", "..#", *[""] * 12)))
