# SPDX-License-Identifier: MIT
"""A photo becomes a puzzle in a real browser: frame, choices, versions with one solution."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from accessible import faults_in_all_looks, widest
from fingers import Fingers
from playwright.sync_api import expect

from tests.support.chromium import PATIENCE
from tests.support.playing import answered

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

    OpenPage = Callable[..., Page]

pytestmark = pytest.mark.browser


@cache
def photo() -> bytes:
    """A photo of 4 to 3, with shapes in several greys and some noise."""
    from PIL import Image, ImageDraw, ImageFilter

    image = Image.linear_gradient("L").resize((400, 300)).point(lambda value: 170 + value // 4)
    pen = ImageDraw.Draw(image)
    pen.ellipse((90, 40, 270, 240), fill=40)
    pen.ellipse((140, 90, 220, 160), fill=200)
    pen.polygon([(260, 290), (330, 120), (390, 290)], fill=80)
    pen.rectangle((10, 200, 70, 290), fill=110)
    data = io.BytesIO()
    image.filter(ImageFilter.GaussianBlur(3)).save(data, "JPEG", quality=90)
    return data.getvalue()


def size(page: Page, width: int, height: int) -> Locator:
    """The size of the picture that is seen."""
    return page.get_by_role("dialog").get_by_text(f"{width} \N{MULTIPLICATION SIGN} {height}")


def framed(open_page: OpenPage, **options: object) -> tuple[Page, Locator]:
    """The dialog with the photo, from the list."""
    page = open_page(**options)
    page.get_by_role("button", name="New puzzle").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="From a photo").click()
    chooser.value.set_files({"name": "p.jpg", "mimeType": "image/jpeg", "buffer": photo()})
    dialog = page.get_by_role("dialog", name="A puzzle from a photo")
    size(page, 30, 23).or_(size(page, 30, 22)).wait_for()
    return page, dialog


def slide(dialog: Locator, **values: int) -> None:
    for name, value in values.items():
        dialog.get_by_label(name.replace("_", " "), exact=True).fill(str(value))


def drawn_size(page: Page) -> tuple[str, str]:
    """The size of the drawing in the editor."""
    fields = (page.locator(".side").get_by_label(name) for name in ("Width", "Height"))
    width, height = (field.input_value() for field in fields)
    return width, height


def take(dialog: Locator) -> Locator:
    return dialog.get_by_role("button", name="Use this picture")


@pytest.mark.both
def test_a_square_puzzle_from_a_photo_of_4_to_3(open_page: OpenPage) -> None:
    page, dialog = framed(open_page)
    slide(dialog, Width=25, Height=25)
    size(page, 25, 25).wait_for()
    frame = dialog.get_by_role("button", name="Move the frame")
    box = frame.bounding_box()
    assert box is not None
    assert abs(box["width"] - box["height"]) < 2
    assert dialog.locator(".slider output").all_inner_texts()[:3] == ["25", "25", "100 %"]
    take(dialog).click()
    expect(dialog).to_have_count(0)
    answered(page)
    assert drawn_size(page) == ("25", "25")


def test_what_is_sent_is_the_part_in_the_frame(open_page: OpenPage) -> None:
    from PIL import Image

    page, dialog = framed(open_page)
    slide(dialog, Width=20, Height=20)
    size(page, 20, 20).wait_for()
    sent: list[bytes] = []

    def note(route: Route) -> None:
        sent.append(route.request.post_data_buffer or b"")
        route.continue_()

    page.route("**/from-image*", note)
    slide(dialog, Frame_size=50)
    with page.expect_response("**/from-image*"):
        dialog.get_by_role("button", name="Move the frame").press("Shift+ArrowRight")
    expect(take(dialog)).not_to_have_attribute("aria-disabled", "true")
    part = Image.open(io.BytesIO(sent[-1]))
    assert part.size == (150, 150)  # half of 300
    whole = Image.open(io.BytesIO(photo())).crop((165, 75, 315, 225))
    for place in ((10, 10), (75, 75), (140, 20), (130, 130)):
        assert part.convert("L").getpixel(place) == pytest.approx(whole.getpixel(place), abs=12)


def test_dithering_works_after_the_threshold_was_moved(open_page: OpenPage) -> None:
    """A past bug: the threshold was sent, too, and the server refused it."""
    page, dialog = framed(open_page)
    expect(dialog.locator(".level output")).to_have_text(re.compile(r"automatic: \d+"))
    slide(dialog, Threshold=90)
    expect(dialog.locator(".level output")).to_have_text("90")
    for method in ("Dithering", "Outlines"):
        with page.expect_response("**/from-image*") as reply:
            dialog.get_by_role("radio", name=method).click()
        assert reply.value.status == 200
        expect(take(dialog)).not_to_have_attribute("aria-disabled", "true")
        dithered = method == "Dithering"
        assert dialog.get_by_label("Threshold").is_hidden() == dithered
        assert dialog.get_by_text("They show dark areas").is_visible() == dithered  # the versions
    expect(dialog.locator(".level output")).to_have_text(re.compile(r"automatic: \d+"))
    dialog.get_by_role("radio", name="Dark areas").click()
    expect(dialog.locator(".level output")).to_have_text("90")  # each method has its own
    slide(dialog, Colours=3)
    expect(dialog.get_by_role("radio", name="Dithering")).to_be_hidden()
    expect(take(dialog)).not_to_have_attribute("aria-disabled", "true")
    dialog.get_by_role("button", name="Reset").click()
    expect(dialog.locator(".level output")).to_have_text(re.compile(r"automatic: \d+"))
    assert dialog.get_by_label("Colours").input_value() == "1"


def held(page: Page, routes: list[Route], count: int) -> None:
    """Wait until a number of requests is held back."""
    for _ in range(PATIENCE // 20):
        if len(routes) >= count:
            return
        page.wait_for_timeout(20)


def test_one_question_at_a_time_and_only_what_is_seen_is_used(open_page: OpenPage) -> None:
    """While a slider moves through twenty values and the server is slow."""
    page, dialog = framed(open_page)
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    page.route("**/from-image*", hold)
    for value in range(41, 61):
        slide(dialog, Width=value)
    held(page, routes, 1)
    page.wait_for_timeout(100)  # others would be sent by now
    assert len(routes) == 1
    expect(take(dialog)).to_have_attribute("aria-disabled", "true")
    expect(take(dialog)).to_have_accessible_description("Drawing the picture")
    take(dialog).click(force=True)
    expect(dialog).to_be_visible()  # what is seen is an earlier picture
    routes[0].continue_()
    held(page, routes, 2)
    query = parse_qs(urlsplit(routes[1].request.url).query)
    assert query["size"][0].startswith("60x")
    expect(take(dialog)).to_have_attribute("aria-disabled", "true")
    routes[1].continue_()
    dialog.get_by_text("60 \N{MULTIPLICATION SIGN}").wait_for()
    assert len(routes) == 2
    take(dialog).click()
    expect(dialog).to_have_count(0)
    assert drawn_size(page)[0] == "60"


@pytest.mark.both
def test_versions_with_one_solution(open_page: OpenPage) -> None:
    page, dialog = framed(open_page)
    slide(dialog, Width=20, Height=20)
    size(page, 20, 20).wait_for()
    versions = dialog.locator(".candidates:not(.old) .candidate")
    versions.nth(2).wait_for()
    expect(dialog).to_contain_text("Choose one to use it.")
    for text in versions.all_inner_texts():
        wanted = r"(easy|medium|hard) \([\d.]+\)\s+(\d+ cells? differ|exactly the picture)"
        assert re.search(wanted, text), text
    versions.nth(1).click()
    expect(dialog).to_have_count(0)
    assert answered(page) == "unique"
    assert drawn_size(page) == ("20", "20")


def test_another_choice_ends_the_search_and_begins_a_new_one(open_page: OpenPage) -> None:
    page, dialog = framed(open_page)
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    dialog.locator(".candidate").nth(2).wait_for()
    page.route("**/like-image*", hold)
    slide(dialog, Width=18)
    held(page, routes, 1)
    expect(dialog).to_contain_text("These fit the earlier settings.")
    with page.expect_event("requestfailed") as failed:
        slide(dialog, Height=18, Threshold=120)
    assert "size=18x23" in failed.value.url
    held(page, routes, 2)
    query = parse_qs(urlsplit(routes[1].request.url).query)
    assert (query["size"], query["threshold"]) == (["18x18"], ["120"])
    end = 'event: end\ndata: {"reason": "time"}\n\n'
    routes[1].fulfill(body=end, content_type="text/event-stream")
    expect(dialog).to_contain_text("The time limit was reached. No version with one solution")
    assert dialog.locator(".candidate").count() == 0


def test_the_frame_by_keys_mouse_and_slider(open_page: OpenPage) -> None:
    page, dialog = framed(open_page)
    slide(dialog, Width=25, Height=25, Frame_size=50)
    frame = dialog.get_by_role("button", name="Move the frame")
    area = dialog.locator(".crop").bounding_box()
    assert area is not None

    def box() -> list[int]:
        """The place and size of the frame, in hundredths of the photo's width."""
        found = frame.bounding_box()
        assert found is not None
        names = (("x", area["x"]), ("y", area["y"]), ("width", 0.0), ("height", 0.0))
        return [round(100 * (found[name] - start) / area["width"]) for name, start in names]

    left, top, width, height = box()
    assert width == height
    frame.press("ArrowLeft")
    frame.press("Shift+ArrowUp")
    assert box() == [left - 1, top - 10, width, height]
    said = dialog.locator(".crop-part output")
    expect(said).to_contain_text("The frame is 50 % in size")
    frame.press("+")
    assert dialog.get_by_label("Frame size").input_value() == "55"
    corner = dialog.get_by_role("button", name="Resize the frame: lower right corner")
    before = box()
    corner.press("Shift+ArrowLeft")
    after = box()
    assert after[:2] == before[:2]
    assert after[2] == after[3] == before[2] - 10
    handle = corner.bounding_box()
    assert handle is not None
    page.mouse.move(handle["x"] + 18, handle["y"] + 18)
    page.mouse.down()
    page.mouse.move(handle["x"] + 18 + area["width"] / 10, handle["y"] + 18, steps=3)
    page.mouse.up()
    assert box() == before
    page.mouse.click(area["x"] + area["width"] - 8, area["y"] + 8)  # beside the frame
    there = box()
    assert (there[0] + there[2], there[1]) == (100, 0)
    dialog.get_by_role("button", name="Reset").click()
    expect(dialog.get_by_label("Frame size")).to_have_value("100")


def test_the_frame_by_a_finger(open_page: OpenPage) -> None:
    """On a telephone, where everything fits the width and a drag does not scroll the dialog."""
    page, dialog = framed(open_page, viewport={"width": 360, "height": 700}, has_touch=True)
    slide(dialog, Width=20, Height=20, Frame_size=50)
    frame = dialog.get_by_role("button", name="Move the frame")
    dialog.evaluate("element => element.scrollTo(0, 0)")
    before = frame.bounding_box()
    assert before is not None
    fingers = Fingers(page)
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    fingers.touch("touchStart", (x, y))
    for step in range(1, 5):
        fingers.touch("touchMove", (x + 8 * step, y + 6 * step))
    fingers.touch("touchEnd")
    after = frame.bounding_box()
    assert after is not None
    assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((32, 24), abs=1)
    assert dialog.evaluate("element => element.scrollTop") == 0


def test_pixel_art_is_read_exactly_and_stays_so_in_the_frame(open_page: OpenPage) -> None:
    """Also a part of it: its pixels are sent as they are."""
    from PIL import Image

    art = Image.new("RGB", (96, 64), "white")
    for number in range(24):
        left, top = 8 * (number * 5 % 12), 8 * (number * 7 % 8)
        art.paste(("black", "#c02020")[number % 2], (left, top, left + 8, top + 8))
    data = io.BytesIO()
    art.save(data, "PNG")
    page = open_page("#page=edit")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Picture from a file").click()
    chooser.value.set_files({"name": "p.png", "mimeType": "image/png", "buffer": data.getvalue()})
    page.get_by_role("button", name="Make a puzzle from the picture").click()
    dialog = page.get_by_role("dialog")
    size(page, 12, 8).wait_for()
    assert dialog.get_by_label("Colours").input_value() == "2"
    with page.expect_response(re.compile("from-image.*size=8x8")) as reply:
        slide(dialog, Width=8)
    assert reply.value.json()["exact"]
    size(page, 8, 8).wait_for()


def test_a_picture_that_the_browser_cannot_show(open_page: OpenPage) -> None:
    from PIL import Image

    data = io.BytesIO()
    Image.open(io.BytesIO(photo())).save(data, "TIFF")
    page = open_page("#page=edit")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Picture from a file").click()
    chooser.value.set_files({"name": "p.tiff", "mimeType": "image/tiff", "buffer": data.getvalue()})
    page.get_by_role("button", name="Make a puzzle from the picture").click()
    page.get_by_text("the whole picture is used").wait_for()
    page.get_by_role("dialog").get_by_text("30 \N{MULTIPLICATION SIGN} 2").wait_for()
    take(page.get_by_role("dialog")).click()
    answered(page)


def test_the_dialog_is_accessible_and_fits_every_window(open_page: OpenPage) -> None:
    page, dialog = framed(open_page, bypass_csp=True)
    dialog.locator(".candidate").nth(2).wait_for()
    assert faults_in_all_looks(page) == []
    for width in (320, 360, 390, 768, 844, 1280, 2560):
        assert widest(page, width) == {}
        inner = dialog.evaluate("element => element.scrollWidth - element.clientWidth")
        assert inner <= 0, width
