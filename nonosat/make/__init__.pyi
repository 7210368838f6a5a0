# SPDX-License-Identifier: MIT
from .corrections.answer import ClueCorrections as ClueCorrections
from .corrections.search import correct_clues as correct_clues
from .pictures import ImagePuzzle as ImagePuzzle
from .pictures import puzzle_from_image as puzzle_from_image
from .pictures.like_image import SimilarPuzzles as SimilarPuzzles
from .pictures.like_image import puzzles_like_image as puzzles_like_image
from .random.answer import RandomPuzzle as RandomPuzzle
from .random.answer import RandomPuzzles as RandomPuzzles
from .random.requirements import Requirements as Requirements
from .random.search import puzzle_ladder as puzzle_ladder
from .random.search import random_puzzles as random_puzzles
from .repair.answer import PictureRepair as PictureRepair
from .repair.search import repair_picture as repair_picture
from .revealed_cells import RevealedCells as RevealedCells
from .revealed_cells import reveal_cells as reveal_cells
