# SPDX-License-Identifier: MIT
"""The effect of a scanner or a camera on a printed page, for the test pictures.

A page is a picture at a high resolution. Each pixel of the result looks up its place on the page:
a homography of a tilted sheet before a camera, then one sine for the curl of paper. So the corners
of the board are known exactly. Then come light, blur, noise and JPEG, in this order, as in a
camera. Cost: about 2 s for 12 million pixels. Rejected: many small warps, one after the other,
whose blur adds up.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]


def jpeg(image: Pixels, quality: int) -> Pixels:
    """A picture as it comes back from a JPEG file."""
    _, data = cv2.imencode(".jpg", image[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(np.asarray(data), cv2.IMREAD_COLOR)
    assert decoded is not None
    return np.ascontiguousarray(decoded[:, :, ::-1]).astype(np.uint8)


def _clipped(values: NDArray[np.float32]) -> Pixels:
    return np.clip(np.rint(values), 0, 255).astype(np.uint8)


def _noisy(image: NDArray[np.float32], sigma: float, rng: np.random.Generator) -> Pixels:
    """With noise of brightness, and half as much of each colour."""
    height, width = image.shape[:2]
    grey = rng.standard_normal((height, width, 1), dtype=np.float32) * sigma
    color = rng.standard_normal((height, width, 3), dtype=np.float32) * (sigma / 2)
    return _clipped(image + grey + color)


def _clouds(height: int, width: int, coarse: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Smooth values from 0 to 1."""
    small = rng.random((coarse + 1, coarse + 1)).astype(np.float32)
    large = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.clip(np.asarray(large, dtype=np.float32), 0, 1)


def _light(height: int, width: int, depth: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """How bright each pixel is: a slope, and soft clouds; at most 1, at least 1 - depth."""
    angle = rng.uniform(0, 2 * math.pi)
    rows = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    columns = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    slope = (math.cos(angle) * columns + math.sin(angle) * rows) / math.sqrt(2) * 0.5 + 0.5
    mixed = 0.65 * slope + 0.35 * _clouds(height, width, 3, rng)
    return np.asarray(1 - depth * mixed, dtype=np.float32)[:, :, None]


def _looked_up(
    page: Pixels,
    to_page: NDArray[np.float64],
    size: tuple[int, int],
    curl: tuple[float, ...],
    outside: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Each pixel from its place on the page; ``outside`` if it has no place."""
    width, height = size
    depth, wave, phase = curl
    result = outside
    # Fine pages are made coarser first: a pixel of the result covers several of the page.
    center = np.array([[[width / 2, height / 2], [width / 2 + 1, height / 2]]])
    moved = cv2.perspectiveTransform(center, to_page)[0]
    step = float(np.hypot(*(moved[1] - moved[0])))
    if step > 1:
        page = np.asarray(cv2.GaussianBlur(page, (0, 0), 0.42 * step), dtype=np.uint8)
    for top in range(0, height, 256):
        bottom = min(height, top + 256)
        columns, rows = np.meshgrid(
            np.arange(width, dtype=np.float64) + 0.5, np.arange(top, bottom, dtype=np.float64) + 0.5
        )
        under = to_page[2, 0] * columns + to_page[2, 1] * rows + to_page[2, 2]
        x = (to_page[0, 0] * columns + to_page[0, 1] * rows + to_page[0, 2]) / under
        y = (to_page[1, 0] * columns + to_page[1, 1] * rows + to_page[1, 2]) / under
        y = y + depth * np.sin(x * wave + phase)
        found = cv2.remap(
            page,
            (x - 0.5).astype(np.float32),
            (y - 0.5).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        inside = (x >= 0) & (y >= 0) & (x < page.shape[1]) & (y < page.shape[0])
        result[top:bottom][inside] = np.asarray(found, dtype=np.float32)[inside]
    return result


def _inverse(homography: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.linalg.inv(homography), dtype=np.float64)


def _moved(points: Points, from_page: NDArray[np.float64], curl: tuple[float, ...]) -> Points:
    """Where points of the page lie in the resulting image."""
    depth, wave, phase = curl
    bent = points.copy()
    bent[:, 1] -= depth * np.sin(points[:, 0] * wave + phase)
    return np.asarray(cv2.perspectiveTransform(bent[None], from_page)[0], dtype=np.float64)


def scanned(
    page: Pixels, quad: Points, scale: float, rng: np.random.Generator
) -> tuple[Pixels, Points]:
    """A page on a scanner: turned by up to 3 degrees; and the corners there."""
    height, width = page.shape[:2]
    angle = math.radians(rng.uniform(-3, 3))
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ turn.T * scale
    room = rng.uniform(0, 0.03, 4) * max(width, height) * scale
    low = corners.min(axis=0) - room[:2]
    high = corners.max(axis=0) + room[2:]
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    from_page = np.eye(3)
    from_page[:2, :2] = turn * scale
    from_page[:2, 2] = -low
    lid = page[2:6, 2:6].reshape(-1, 3).mean(axis=0) if rng.random() < 0.6 else np.full(3, 205.0)
    outside = np.empty((size[1], size[0], 3), dtype=np.float32)
    outside[:] = lid
    flat = (0.0, 0.0, 0.0)
    image = _looked_up(page, _inverse(from_page), size, flat, outside)
    image *= _light(size[1], size[0], rng.uniform(0.05, 0.3), rng)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 1.1)), dtype=np.float32)
    # A scanner reaches neither black nor white.
    image = image * rng.uniform(0.82, 0.97) + rng.uniform(2, 22)
    noisy = _noisy(image, rng.uniform(2, 7), rng)
    return jpeg(noisy, 60), _moved(quad, from_page, flat)


def _camera(width: float, height: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """The homography of a sheet seen by a camera: tilted up to 15 degrees in both axes."""
    x, y = np.radians(rng.uniform(-15, 15, 2))
    z = math.radians(rng.uniform(-4, 4))
    around_x = np.array([[1, 0, 0], [0, math.cos(x), -math.sin(x)], [0, math.sin(x), math.cos(x)]])
    around_y = np.array([[math.cos(y), 0, math.sin(y)], [0, 1, 0], [-math.sin(y), 0, math.cos(y)]])
    around_z = np.array([[math.cos(z), -math.sin(z), 0], [math.sin(z), math.cos(z), 0], [0, 0, 1]])
    turn = around_z @ around_y @ around_x
    distance = rng.uniform(1.3, 2.2) * max(width, height)
    center = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    plane = np.column_stack([turn[:, 0], turn[:, 1], [0, 0, distance]])
    return np.asarray(np.diag([distance, distance, 1.0]) @ plane @ center, dtype=np.float64)


def _table(height: int, width: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """A dark table with grain."""
    shade = np.array([[70, 52, 38], [48, 48, 50], [34, 40, 52], [88, 66, 46]])[rng.integers(4)]
    coarse = _clouds(height, width, 6, rng)
    grain = cv2.resize(
        rng.random((max(2, height // 3), 12)).astype(np.float32),
        (width, height),
        interpolation=cv2.INTER_LINEAR,
    )
    bright = 0.7 + 0.35 * coarse + 0.25 * np.asarray(grain)
    return np.asarray(bright[:, :, None] * shade, dtype=np.float32)


def photographed(
    page: Pixels, quad: Points, scale: float, most: int, rng: np.random.Generator
) -> tuple[Pixels, Points]:
    """A page on a table before a camera; ``scale`` at the middle; at most ``most`` pixels."""
    height, width = page.shape[:2]
    from_page = np.diag([scale, scale, 1.0]) @ _camera(width, height, rng)
    from_page /= from_page[2, 2]
    curl = (0.0, 0.0, 0.0)
    if rng.random() < 0.75:
        length = rng.uniform(0.8, 2.0) * width
        curl = (
            rng.uniform(0.002, 0.012) * min(width, height),
            2 * math.pi / length,
            rng.uniform(0, 2 * math.pi),
        )
    edge = np.linspace(0, 1, 9)
    outline = np.array(
        [(x * width, y * height) for x in edge for y in edge if x in (0, 1) or y in (0, 1)]
    )
    outline = _moved(outline, from_page, curl)
    low, high = outline.min(axis=0), outline.max(axis=0)
    share = rng.uniform(0.01, 0.12, 4) * float((high - low).mean())
    if rng.random() < 0.15:
        share *= 0.1
    low, high = low - share[:2], high + share[2:]
    extent = high - low
    shrink = min(1.0, math.sqrt(most / float(extent[0] * extent[1])))
    shift = np.array([[shrink, 0, -low[0] * shrink], [0, shrink, -low[1] * shrink], [0, 0, 1]])
    from_page = shift @ from_page
    size = (int(extent[0] * shrink), int(extent[1] * shrink))
    outside = _table(size[1], size[0], rng)
    image = _looked_up(page, _inverse(from_page), size, curl, outside)
    image *= _light(size[1], size[0], rng.uniform(0.15, 0.5), rng)
    if rng.random() < 0.3:  # the shadow of a hand or of the camera
        shadow = _clouds(size[1], size[0], 2, rng)
        edges = np.clip((shadow - 0.55) * 6, 0, 1)
        image *= (1 - rng.uniform(0.15, 0.35) * edges)[:, :, None]
    image *= rng.uniform(0.85, 1.1) * rng.uniform(0.94, 1.06, 3).astype(np.float32)
    sharpness = rng.uniform(0.6, 1.25)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), sharpness), dtype=np.float32)
    noisy = _noisy(image, rng.uniform(2.5, 8), rng)
    return jpeg(noisy, int(rng.integers(78, 94))), _moved(quad, from_page, curl)


def shrunk(image: Pixels, quad: Points, factor: float) -> tuple[Pixels, Points]:
    """A picture made smaller, saved a second time."""
    size = (round(image.shape[1] * factor), round(image.shape[0] * factor))
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return jpeg(small, 60), quad * (np.array(size) / image.shape[1::-1])
