# SPDX-License-Identifier: MIT
# The public names for type checkers; __init__.py has the same for Python, and a test compares.
# Classes that are parts of answers are in types.pyi.

from . import collection as collection
from . import draw as draw
from . import errors as errors
from . import make as make
from . import photo as photo
from . import proof as proof
from . import study as study
from . import types as types
from ._version import __version__ as __version__
from .errors import NonosatError as NonosatError
from .exact import backbone as backbone
from .exact import check_grid as check_grid
from .exact import count_solutions as count_solutions
from .exact import find_contradiction as find_contradiction
from .exact import iter_solutions as iter_solutions
from .explain.cell_reasons import explain_cell as explain_cell
from .explain.hinting import hint as hint
from .explain.rating import rate as rate
from .explain.walkthroughs import walkthrough as walkthrough
from .formats import dump as dump
from .formats import dump_all as dump_all
from .formats import dumps as dumps
from .formats import load as load
from .formats import load_all as load_all
from .formats import loads as loads
from .formats.codes.face import decode as decode
from .formats.codes.face import decode_grid as decode_grid
from .formats.codes.face import encode as encode
from .limits import Cancellation as Cancellation
from .model.clue import EMPTY as EMPTY
from .model.clue import FILLED as FILLED
from .model.clue import UNKNOWN as UNKNOWN
from .model.clue import Block as Block
from .model.clue import Line as Line
from .model.grid import Grid as Grid
from .model.palette import Palette as Palette
from .model.puzzle import Puzzle as Puzzle
from .model.report import Reason as Reason
from .model.report import Report as Report
from .model.report import Verdict as Verdict
from .solving import solve as solve
from .solving.many import solve_many as solve_many
