# SPDX-License-Identifier: MIT
from .book.binding import sheets as sheets
from .pictures import pdf as pdf
from .pictures import png as png
from .pictures import svg as svg
