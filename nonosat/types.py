# SPDX-License-Identifier: MIT
"""The classes of answers and arguments, for annotations.

The types that public functions return or accept are here if they are not in ``nonosat`` itself:
parts of answers (``StageReport``, ``Factor``), enumerations (``HintKind``), events of ``progress``,
types of arguments (``GridLike``), and the dictionaries of options (``SolveOptions``).

>>> from nonosat import solve, types
>>> from nonosat import Puzzle
>>> def on_progress(event: types.Event) -> None:
...     if isinstance(event, types.SolutionFound):
...         print(event.grid)
>>> report = solve(Puzzle(rows=[[1, 1]], columns=[[1], [], [1]]), progress=on_progress)
#.#

``types.pyi`` has the same names for type checkers.
"""

from nonosat import _lazy

_HOMES = {
    ".solving.executors": "Executor",
    ".collection.exporting": "ExportOptions Exported Output",
    ".collection.judging": "JudgeOptions JudgeProgress Judged",
    ".draw.book.binding": "Book",
    ".draw.pictures": "PictureOptions",
    ".draw.png_writer": "Png",
    ".draw.svg_writer": "Svg",
    ".draw.theme": "Theme ThemeLike",
    ".exact": "Contradiction GridCheck SolutionCount Solutions",
    ".explain.cell_reasons": "CellExplanation",
    ".explain.difficulty": "Looking",
    ".explain.hinting": "Hint HintKind",
    ".explain.other_programs": "Davidje13Rating Dsmiller95Rating OtherPrograms",
    ".explain.rating": "Rating",
    ".explain.step": "Branch Moment Step Weights",
    ".explain.walkthroughs": "Walkthrough WalkthroughEnd",
    ".explain.techniques": "WalkOptions",
    ".formats.arguments": "Kind",
    ".logic.implications": "Link Literal",
    ".make.corrections.answer": "Correction CorrectionsEnd LineCorrection "
    "LineCorrectionKind Suspect",
    ".make.corrections.candidates": "CorrectionKind",
    ".make.pictures.like_image": "NearestMiss SimilarPuzzle",
    ".make.repair.ambiguous_components": "AmbiguousComponent",
    ".make.repair.answer": "RepairOptions RepairProgress RepairProof",
    ".make.revealed_cells": "RevealedComponent",
    ".model.clue": "Clue",
    ".model.faults": "ClueLike",
    ".model.grid": "GridLike",
    ".model.loose_clues": "LooseClues",
    ".model.metadata": "Metadata",
    ".model.palette": "Color",
    ".model.report": "Event GoalStatus SolutionFound StageFinished StageProgress StageReport "
    "StageStarted",
    ".photo.answer": "NumberState PictureLine PictureNumber",
    ".photo.image_files": "ImageLike",
    ".photo.readings": "ReadingLike",
    ".photo.readings.answer": "ClueChange ClueReading ReadingStatus",
    ".sat.model_count": "Factor",
    ".solving": "SearchOptions SolveOptions",
    ".solving.many": "ReportOrError",
    ".solving.options": "EachOptions RunOptions WayOptions",
    ".solving.presets": "Preset",
    ".study.outside_program": "ProgramOptions",
    ".study.programs": "Reading",
}

__all__, __getattr__, __dir__ = _lazy(globals(), _HOMES)
