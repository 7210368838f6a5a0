# SPDX-License-Identifier: MIT
"""Pictures in pixels: photos, drawings and pixel art become grids and puzzles.

``image_files`` reads picture files that nobody vouches for. ``pixel_art`` recognises pictures whose
cells are squares of pixels, and reads them exactly; ``tracing`` makes cells from all others.
``puzzles_like_picture`` offers puzzles with one solution: of the many ``sketches`` that a picture
gives, those that look most like it, with the few changes that ``fitting`` finds.
Needs the extra ``image`` (Pillow).
"""

from nonosat.making.pictures.from_image import METHODS, ImagePuzzle, puzzle_from_image

__all__ = ["METHODS", "ImagePuzzle", "puzzle_from_image"]
