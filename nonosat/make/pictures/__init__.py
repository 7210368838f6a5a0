# SPDX-License-Identifier: MIT
"""Puzzles from images: photos, drawings and pixel art.

``pixel_art`` recognises images whose cells are squares of pixels and reads them exactly;
``from_image`` has ``puzzle_from_image``, which makes one puzzle from any image. ``like_image`` has
``puzzles_like_image``, which looks for puzzles with one solution among the many ``sketches`` of an
image, with the few changes that ``fitting`` finds. Needs the extra ``image`` (Pillow).
"""

from nonosat.make.pictures.from_image import METHODS, ImagePuzzle, puzzle_from_image

__all__ = ["METHODS", "ImagePuzzle", "puzzle_from_image"]
