# SPDX-License-Identifier: MIT
"""Random use of the page without a server, for a long time: does its memory grow?

    python -m tests.bench.tab_soak [--minutes 40] [--seed 1]

It needs build/site (``.ci/site``) and chromium. One or two tabs draw, type clues, play with hints,
ask for repairs, other solutions, walkthroughs, sheets and certificates, withdraw questions by new
strokes, are reloaded, opened and closed. Each minute all tabs but the first are closed, the first
shows the list until it is idle, and garbage is collected; then the memory of all processes of the
browser is measured (the private memory of each, USS).

It prints each measurement, and at the end the first, last and greatest one, how often each action
was done, and the errors of consoles and pages. Exit status 1: the last measurement is more than 200
MB above the first one, an action was never possible, or there was an error. A seed gives the same
actions in the same order; the progress of each depends on the time of answers.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from random import Random

import psutil
from playwright.sync_api import BrowserContext, Error, Page

from tests.support.chromium import SIZE, launched
from tests.support.plain_server import SITE, plain_server

MOST_GROWTH = 200
"""MB between the first measurement and the last."""
MOMENT = 3_000
"""Milliseconds that a press may wait for its button."""
IDLE_SECONDS = 6

SHOWN = "main > :not(.waiting)"
"""A page that is shown. Locators wait for it: a handle would keep the element, and all that it was
part of, as long as the tab is open.
"""

CELLS = """(places) => {
    const all = [...document.querySelectorAll(".board [role=gridcell]")];
    return places.map((place) => {
        const box = all[Math.floor(place * all.length)]?.getBoundingClientRect();
        return box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0];
    });
}"""
HEAP = "performance.memory.usedJSHeapSize / 1e6"


class Soak:
    """A browser, its tabs, and the actions so far."""

    def __init__(self, context: BrowserContext, address: str, seed: int) -> None:
        self.context = context
        self.address = address
        self.chance = Random(seed)
        self.done: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.measured: list[float] = []
        self.puzzles: list[str] = [
            one["id"]
            for one in json.loads((SITE / "python/puzzles.json").read_text(encoding="utf-8"))
            if one["width"] * one["height"] <= 900
        ]
        self.actions: list[tuple[int, Callable[[Page], bool]]] = [
            (10, self.strokes),
            (4, self.withdraw),
            (3, self.clues),
            (3, self.test_play),
            (3, self.play),
            (4, self.repair),
            (3, self.other_solution),
            (2, self.mistake),
            (3, self.solve),
            (2, self.certificate),
            (2, self.sheet),
            (3, self.another_page),
            (2, self.undo),
            (2, self.tab_opened),
            (2, self.tab_closed),
            (1, self.reload),
        ]
        context.on(
            "console",
            lambda line: self.error(f"console: {line.text}") if line.type == "error" else None,
        )
        context.on("weberror", lambda error: self.error(f"page: {error.error}"))
        context.on("page", lambda page: page.on("crash", lambda _: self.error("a tab has crashed")))

    def error(self, text: str) -> None:
        """Note an error."""
        self.errors[text[:300]] += 1

    # ---- actions: each returns whether it was possible

    def strokes(self, page: Page) -> bool:
        """Draw a few strokes; now and then on a board of another size."""
        self.editor(page)
        if self.chance.random() < 0.3:
            for name in ("Width", "Height"):
                page.get_by_label(name).fill(str(self.chance.randint(3, 25)), timeout=MOMENT)
                page.get_by_label(name).press("Tab", timeout=MOMENT)
        for _ in range(self.chance.randint(1, 8)):
            self.stroke(page)
            page.wait_for_timeout(self.chance.choice((0, 50, 400)))
        return True

    def withdraw(self, page: Page) -> bool:
        """Many strokes, each before the answer about the one before is there."""
        self.editor(page)
        for _ in range(12):
            self.stroke(page)
            page.wait_for_timeout(self.chance.randint(0, 120))
        return True

    def clues(self, page: Page) -> bool:
        """Type clues of a random size, which may have no or many solutions."""
        self.turn(page, '#page=edit&draft={"r":"","c":""}')
        sizes = [self.chance.randint(3, 12) for _ in range(2)]
        for name, (count, length) in (("Rows", sizes), ("Columns", sizes[::-1])):
            lines = []
            for _ in range(count):
                numbers = [self.chance.randint(1, 3) for _ in range(self.chance.randint(0, 3))]
                while sum(numbers) + len(numbers) - 1 > length:
                    numbers.pop()
                lines.append(" ".join(map(str, numbers)) or "0")
            page.locator(f"textarea >> nth={0 if name == 'Rows' else 1}").fill(
                "\n".join(lines), timeout=MOMENT
            )
        page.wait_for_timeout(self.chance.choice((100, 1000)))
        return True

    def test_play(self, page: Page) -> bool:
        """Play the drawing, with hints, and go back."""
        self.editor(page)
        self.stroke(page)
        if not self.press(page, "Test play"):
            return False
        page.locator("body[data-page=play] .board").first.wait_for(timeout=20_000)
        self.hints(page)
        page.get_by_role("link", name="Back to the editor").click(timeout=MOMENT)
        return True

    def play(self, page: Page) -> bool:
        """Play a puzzle of the project."""
        self.turn(page, f"#id={self.chance.choice(self.puzzles)}")
        page.locator("body[data-page=play] .board").first.wait_for(timeout=20_000)
        for _ in range(self.chance.randint(1, 5)):
            self.stroke(page)
        self.hints(page)
        return True

    def repair(self, page: Page) -> bool:
        """Ask for repairs of the drawing; accept one, or draw on meanwhile."""
        return self.proposal(page, "Repair", "Change ")

    def other_solution(self, page: Page) -> bool:
        """Ask for another solution of the drawing."""
        return self.proposal(page, "Another solution", "Use this picture")

    def mistake(self, page: Page) -> bool:
        """Ask for the mistake in typed clues."""
        for _ in range(4):
            self.clues(page)
            if self.press(page, "Find the mistake"):
                page.wait_for_timeout(self.chance.randint(0, 2500))
                return True
        return False

    def solve(self, page: Page) -> bool:
        """Look at the steps of the solver."""
        if not self.named(page):
            return False
        self.turn_page(page, "Solve")
        page.wait_for_timeout(self.chance.randint(200, 3000))
        return True

    def certificate(self, page: Page) -> bool:
        """Make a certificate of a puzzle of the project, and check it."""
        self.turn(page, f"#id={self.chance.choice(self.puzzles)}&page=solve")
        page.get_by_text("Check it yourself").click(timeout=MOMENT)
        page.wait_for_timeout(1500)
        pressed = self.press(page, "Make one and check it")
        page.wait_for_timeout(self.chance.randint(200, 4000))
        return pressed

    def sheet(self, page: Page) -> bool:
        """Make a PDF."""
        self.turn(page, f"#id={self.chance.choice(self.puzzles)}&page=print")
        pressed = self.press(page, "Save the PDF")
        page.wait_for_timeout(self.chance.randint(200, 4000))
        return pressed

    def another_page(self, page: Page) -> bool:
        """Go to another page of the same puzzle, to the list, or back."""
        if self.chance.random() < 0.3 or not self.named(page):
            self.turn(page, self.chance.choice(("#", "#page=learn", "#page=edit")))
        elif self.chance.random() < 0.3:
            page.evaluate("history.back()")
        else:
            self.turn_page(page, self.chance.choice(("Play", "Edit", "Solve", "About", "Print")))
        page.wait_for_timeout(self.chance.randint(0, 1000))
        return True

    def undo(self, page: Page) -> bool:
        """Take back strokes, and do them again."""
        self.editor(page)
        self.stroke(page)
        for key in self.chance.choices(("Control+Z", "Control+Y"), k=6):
            page.keyboard.press(key)
        return True

    def tab_opened(self, _: Page) -> bool:
        """Open a second tab; if there are two already, close the last one first."""
        if len(self.context.pages) > 1:
            self.context.pages[-1].close()
        page = self.context.new_page()
        page.goto(f"{self.address}{self.chance.choice(('', '#page=edit'))}")
        page.locator(SHOWN).first.wait_for()
        return True

    def tab_closed(self, _: Page) -> bool:
        """Close the second tab, whatever it does; if there is only one tab, open a second."""
        if len(self.context.pages) < 2:
            return self.tab_opened(_)
        self.context.pages[-1].close()
        return True

    def reload(self, page: Page) -> bool:
        """Reload the page."""
        page.reload()
        page.locator(SHOWN).first.wait_for()
        return True

    # ---- parts of actions

    def turn(self, page: Page, place: str) -> None:
        """Go to an address of the page."""
        page.evaluate("(place) => { location.hash = place; }", place)
        page.locator(SHOWN).first.wait_for(timeout=30_000)

    def turn_page(self, page: Page, name: str) -> None:
        """Go to another page of the same puzzle."""
        page.locator("nav.tabs").get_by_role("link", name=name, exact=True).click(timeout=MOMENT)
        page.locator(SHOWN).first.wait_for(timeout=30_000)

    def named(self, page: Page) -> bool:
        """Is there a puzzle in the address?"""
        return page.locator("nav.tabs a").count() > 0

    def editor(self, page: Page) -> None:
        """Go to the editor, to the same drawing or to an empty one, with the tools of drawings."""
        if page.locator("body[data-page=edit] .editor").count() == 0:
            self.turn(page, "#page=edit")
            page.locator(".editor .board").first.wait_for(timeout=20_000)
        draw = page.get_by_role("radio", name="Draw a picture", exact=True)
        if draw.get_attribute("aria-checked", timeout=MOMENT) != "true":
            draw.click(timeout=MOMENT)

    def stroke(self, page: Page) -> None:
        """Draw from one random cell to another."""
        first = self.chance.random()
        (x1, y1), (x2, y2) = page.evaluate(CELLS, [first, (first + self.chance.random() / 4) % 1])
        page.mouse.move(x1, y1)
        page.mouse.down()
        page.mouse.move(x2, y2, steps=3)
        page.mouse.up()

    def hints(self, page: Page) -> None:
        """Ask for hints, and do the step of the last one."""
        for _ in range(self.chance.randint(1, 4)):
            page.keyboard.press("h")
            page.wait_for_timeout(self.chance.choice((50, 500, 900)))
        page.keyboard.press("d")

    def press(self, page: Page, name: str) -> bool:
        """Press a button, if it is there and can be pressed."""
        button = page.get_by_role("button", name=name).last
        with contextlib.suppress(Error):
            button.click(timeout=MOMENT)
            return True
        return False

    def proposal(self, page: Page, question: str, answer: str) -> bool:
        """Ask about a drawing that has several solutions, and take the answer or draw on."""
        self.editor(page)
        for _ in range(6):
            for _ in range(4):
                self.stroke(page)
            with contextlib.suppress(Error):
                page.locator(".live[data-state=done]").first.wait_for(timeout=10_000)
            if page.locator(".live[data-verdict=multiple]").count():
                break
        else:
            return False
        if not self.press(page, question):
            return False
        page.wait_for_timeout(self.chance.randint(0, 3000))
        if self.chance.random() < 0.5:
            self.press(page, answer)
        else:
            self.stroke(page)
        return True

    # ---- the whole

    def act(self) -> None:
        """One random action in one of the tabs."""
        weights = [weight for weight, _ in self.actions]
        action = self.chance.choices([run for _, run in self.actions], weights)[0]
        page = self.chance.choice(self.context.pages)
        name = action.__name__
        try:
            possible = action(page)
        except Error as error:
            possible = False
            print(f"  {name}: {str(error).splitlines()[0][:150]}")
        (self.done if possible else self.failed)[name] += 1
        # A dialog, such as that of a solved puzzle, would take all presses that follow.
        for one in self.context.pages:
            with contextlib.suppress(Error):
                one.evaluate("document.querySelector('dialog[open]')?.close()")

    def measure(self, minute: float) -> None:
        """Note the memory of one idle tab."""
        for page in self.context.pages[1:]:
            page.close()
        page = self.context.pages[0]
        self.turn(page, "#")
        page.wait_for_timeout(IDLE_SECONDS * 1000)
        session = self.context.new_cdp_session(page)
        for _ in range(2):
            session.send("HeapProfiler.collectGarbage")
        heap = page.evaluate(HEAP)
        session.detach()
        page.wait_for_timeout(500)
        parts = memory()
        self.measured.append(sum(parts))
        print(
            f"minute {minute:4.1f}: {sum(parts):6.0f} MB in {len(parts)} processes, the largest"
            f" {max(parts):.0f} MB; scripts of the page {heap:.0f} MB; {len(page.workers)} workers;"
            f" {self.done.total()} actions",
            flush=True,
        )

    def run(self, minutes: float) -> None:
        """Act and measure."""
        begun = time.monotonic()
        end = begun + 60 * minutes
        while time.monotonic() < end:
            until = min(end, time.monotonic() + 60)
            while time.monotonic() < until:
                self.act()
            self.measure((time.monotonic() - begun) / 60)

    def report(self) -> bool:
        """Print the results; true if there is no fault."""
        first, last, most = self.measured[0], self.measured[-1], max(self.measured)
        print(f"\nmemory: first {first:.0f} MB, last {last:.0f} MB, most {most:.0f} MB")
        print(f"{self.done.total()} actions:")
        names = [action.__name__ for _, action in self.actions]
        for name in names:
            print(f"  {name:16} {self.done[name]:5} done {self.failed[name]:5} not possible")
        for text, count in self.errors.most_common():
            print(f"error, {count} times: {text}")
        never = [name for name in names if self.failed[name] > 3 and not self.done[name]]
        if never:
            print(f"never possible: {', '.join(never)}")
        if last - first > MOST_GROWTH:
            print(f"the memory has grown by {last - first:.0f} MB: at most {MOST_GROWTH}")
        return not self.errors and not never and last - first <= MOST_GROWTH


def memory() -> list[float]:
    """MB of the processes of the browser, each without shared memory."""
    (browser,) = (
        process
        for process in psutil.Process().children(recursive=True)
        if any(part.startswith("--user-data-dir=") for part in _command(process))
        and not any(part.startswith("--type=") for part in _command(process))
    )
    found = []
    for process in [browser, *browser.children(recursive=True)]:
        with contextlib.suppress(psutil.NoSuchProcess):
            found.append(process.memory_full_info().uss / 1e6)
    return found


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with plain_server(SITE) as address, launched(flags=()) as browser:
        context = browser.new_context(viewport=SIZE)
        context.set_default_timeout(30_000)
        soak = Soak(context, address, given.seed)
        page = context.new_page()
        page.goto(address)
        page.locator(SHOWN).first.wait_for()
        soak.run(given.minutes)
        well = soak.report()
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
