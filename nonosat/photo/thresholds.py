# SPDX-License-Identifier: MIT
"""All thresholds of reading pictures: name, value, unit and job.

The values were set by hand while other pictures were read (docs/experiments.md, "Printed puzzles in
pictures"), one change at a time. Sizes of copies and bounds of work are not here: they stand where
they are used. Rejected: a threshold beside each expression, where its unit and its reason are lost;
figures that say how much each value matters, as three quarters of them were equal for values 30 %
smaller and larger on the forty pictures that an hour allows, and nobody measured them again.
"""

# ---- the lattice of cells (lattice, straight)

LEAST_CELLS = 9  # cells: fewer in one lattice are chance
MOST_CELLS = 20_000  # regions: more that look like cells are a pattern, not a puzzle
MOST_REGIONS = 60_000  # regions: a map of lines that leaves more of them shows noise
ALONG = 7  # pixels: averaged along a line
STEP_LEVELS = (14, 28, 60)  # of 255: differences of neighbouring pixels that may be lines
LINE_LEVELS = (7, 14, 28, 60)  # of 255: depths of lines that are tried
AVERAGED_UP_TO = 20  # of 255: up to this depth lines are averaged along themselves
STEP_NOISE = 2.0  # times the usual difference: noise
LINE_NOISE = 0.4  # times the usual depth: noise
LEAST_LINES = 0.002  # share of the pixels: a map with fewer pixels of lines is not tried
FAINT_BLUR = 1.3  # pixels: blur before faint lines are looked for
FAINT_ALONG = 21  # pixels: averaged along a faint line
FAINT_QUIET = 40  # percentile of the parts of a picture: the quiet ones, whose usual depth is noise
FAINT_LEVELS = (3, 6)  # of 255: depths of faint lines above the noise
LEAST_REACH = 9  # pixels: lines are thinner
REACH_PART = 90  # part of the longer side of the picture: lines are thinner
# of 255: paper is taken for at least this bright when the depth of a line is scaled
DARK_PAPER = 40
LEAST_REGION = 5  # pixels: side of the smallest cell
REGION_ASPECT = 1.8  # longer side through shorter side: of a cell, at most
REGION_FULL = 0.3  # share of its box: a cell fills at least this much
ALIKE_SIZE = 0.1  # share of the side: neighbouring cells differ by less
ALIKE_PIXELS = 1.6  # pixels: and by this more
STEP_LEAST = 0.8  # sides of a cell: to the middle of its neighbour, at least
STEP_MOST = 1.7  # sides of a cell: to the middle of its neighbour, at most
STEP_PIXELS = 2  # pixels: and this more
STEP_ASIDE = 0.4  # sides of a cell: how far a neighbour may be off the direction
AGREE_CELLS = 25  # cells: two maps of lines with fewer do not confirm each other
AGREE_COUNTS = 0.9  # share: two maps that agree have at least this many cells of each other
AGREE_FULL = 0.8  # share of a rectangle: lattices that agree are full
AGREE_PITCH = 0.03  # share: two maps that agree differ less in the size of a cell
GROWN_SURE = 0.1  # cells: regions this near to the middle of a cell show the usual size
GROWN_USUAL = 0.85  # sides of a cell: size of a region where none is near
GROWN_NEAR = 0.2  # cells: a region this near to the middle of a cell joins the lattice
GROWN_SIZE = 0.25  # share: and it differs less from the usual size
GROWN_BEYOND = 6  # cells: how far beyond the lattice regions join it
FIT_PLANE = 0.3  # cells: centres nearer than this fit a plane
FIT_ROUGH = 1.2  # cells: centres farther from the plane than this are left out of the bend
FIT_BENT_CELLS = 40  # cells: fewer do not show a bend
FIT_OUTLIER = 0.08  # cells: centres this far from the bend count half
FIT_NEAR = 0.22  # cells: centres nearer than this fit the bend
FIT_SHARE = 0.5  # share of the centres: fewer that fit are not a lattice
FIT_ALL = 0.99  # share of the centres: where fewer fit, single lines are shifted
FIT_LINE_OFF = 0.1  # cells: lines of cells this far beside their place are shifted
BEND_RIDGE = 0.02  # weight: against large bends
LEAST_BLOCK = 40.0  # pixels: smaller blocks of five by five cells could not be read
FIVES_TIMES = 2.5  # times: lines between cells are stronger than the paper between them
FIVES_MORE = 0.2  # of 255: and by this more
SMALL_PICTURE = 700  # pixels: a picture whose longer side is shorter is enlarged
LEAST_PITCH = 13.0  # pixels of a cell: with smaller cells a larger copy is searched
COPY_ALIKE = 0.06  # share: a copy whose factor differs by less serves another grid, too
LARGEST = 130  # cells: a side with more, clue cells included, is not a puzzle
DENSE_SHARE = 0.25  # share of a full row: a row of the lattice has at least this many cells
DENSE_USUAL = 75  # percentile of the rows: a full one
EQUAL_PIXELS = 0.6  # share of neighbouring pixels: if more are equal, it is not a scan or photo

# ---- the lines of the sheet (surface)

FINER_FROM = 0.75  # times: a picture that is shrunk less has no finer view
CUT_CELL = 0.2  # cells: the edge of the picture may cut a clue cell, of which as much is seen
# cells: thick lines and rounded cells of a screen put a middle this far from its even place
SCREEN_OFF = 0.25
LINE_THIN = 0.45  # cells: lines are thinner
# times the depth beside numbers: the depth of a line in the middle of a piece counts up to this
DEPTH_OF_ENDS = 1.2
NUMBER_TIMES = 2  # times the depth beside numbers: deeper is a number, not a line
NUMBER_MORE = 4  # of 255: and by this more
LINE_SEARCH = 0.22  # cells: how far a line may be from its place
LINE_SETTLED = 0.12  # cells: lines that move by more are measured once more
USUAL_DEPTH = 40  # percentile of the lines: the usual depth
DEPTH_MOST = 1.3  # times the usual depth: deeper is a number and counts only up to this
DEPTH_LEAST = 4.0  # of 255: a line is deeper
DEPTH_SEEN = 0.35  # share of the usual depth: a piece of a line is seen from here on
LINE_OUTLIER = 0.05  # cells: pieces this far from the bend count half
LINE_SEEN = 0.3  # share of its pieces: a line is seen if this many are
TREND_CURLS = 0.03  # cells for each line: a trend that differs by more is a curl, not thick lines
LINE_WAVE = 0.06  # cells: half of the pieces of a line are nearer to its middle

# ---- which cells are the puzzle's (extent)

LINE_USUAL = 70  # percentile of its pieces: the depth of a line
LINES_USUAL = 30  # percentile of the lines: the depth of most
EDGE_LEAST = 4.0  # of 255: the depth of most lines, at least
EDGE_QUIET = 30  # percentile between the lines: noise
EDGE_NOISE = 3  # times the noise: an edge is deeper
EDGE_MORE = 4  # of 255: and by this more
EDGE_SHARE = 0.12  # share of the depth of most lines: an edge is deeper
EDGE_MOST = 0.4  # share of the depth of most lines: deeper is an edge, however noisy the picture is
STEP_EDGE = 2  # times the least depth: a step between two shades is an edge
STEP_SHARE = 0.3  # share of the depth of most lines: a step between two shades is an edge
# points: how much a place with 0 to 4 edges looks like a cell
EDGE_SCORES = (-4.0, -4.0, -3.0, -1.5, 1.0)
INSIDE = 0.15  # cells: margin at each side where numbers are not looked for
HEART = 0.14  # cells: at each side of the inside, where round corners may be
MARK_LEAST = 12.0  # of 255: ink in a cell differs more from its usual shade
MARK_SHARE = 0.5  # share of the depth of most lines: ink in a cell differs more
SOMETHING = 0.05  # share of the inside: a cell with more ink holds something
PLAIN = 0.1  # share of the inside: a cell with less ink is plain
MARK_ASPECT = 0.16  # logarithm: width through height of a cross or dot, at most
# share: crosses and dots agree at least this much with themselves after a quarter turn
MARK_ALIKE = 0.6
CROSS_ALIKE = 0.7  # correlation of ink with two diagonals of its own width and height: a cross
SPREAD_SHOWN = 2.1  # standard deviations of the ink: shown at each side of its middle
SPREAD_PIXELS = 16  # of the square in which ink is compared
SHADES_LEAST = 20.0  # of 255: filled cells differ more from empty ones
SHADES_SHARE = 0.6  # share of the depth of most lines: filled cells differ more from empty ones
HIDDEN_LINES = 0.97  # share of the edges: between filled cells fewer lines are seen
TYPICAL_EDGE = 0.4  # share of the edges of a line: those weaker than its typical one
WEAK_LINE = 0.3  # share of the usual contrast: an outer line that is weaker is not one
WEAK_USUAL = 30  # percentile of the lines: the usual contrast
EDGE_REACH = 0.1  # cells: how far from its place a line is looked for
BESIDE_NEAR = 0.15  # cells: from a line, where the shade beside it begins
BESIDE_FAR = 0.35  # cells: from a line, where the shade beside it ends
ENDS_NEAR = 0.12  # cells: from the end of a piece, where no number is
ENDS_FAR = 0.24  # cells: from the end of a piece, where numbers may begin
LEAST_LINES_OF_CELLS = 4  # rows or columns: a smaller rectangle is not a puzzle
ROW_OF_CELLS = 0.5  # share: a row in which fewer places look like cells ends the puzzle
MOST_STRIPS = 24  # cells: clue cells of one line in the lattice, at most
SHADE_ELSE = 0.1  # share of the cells that differ from the shade of all cells, at most
NUMBER_INSIDE = 0.02  # probability: a cell of the puzzle seems to hold a number
NUMBER_IN_CORNER = 0.04  # probability: a cell between the clue areas seems to hold a number
MISSING_INSIDE = 0.04  # probability: a cell of the puzzle lacks edges
# Probabilities: a clue cell, and one between the clue areas, lacks edges; without lines, and with.
MISSING_BESIDE = ((0.5, 0.6), (0.05, 0.08))
GOES_ON_INK = 0.3  # share of the usual contrast beside a line: a further line has numbers
LINED_NUMBERS = 0.06  # share of the puzzle: fewer of its cells hold numbers beside lined clue cells
STRIP = -4.0  # logarithm: what one side with clue cells costs
STRIP_NUMBER = 0.9  # probability: the clue cell next to the puzzle holds a number
STRIP_FALL = 0.2  # probability: less for each cell farther away
STRIP_NUMBER_LEAST = 0.07  # probability: a clue cell far away holds a number
AREA_WITHIN = 12  # logarithm: other areas are tried up to this much less plausible
THICK_SPREAD = 1.5  # standard deviations: thick and thin lines differ by more
THICK_MORE = 0.3  # share of the thin ones: thick lines are stronger
THIN_SHARE = 0.6  # share of the lines: at least these are thin
THICK_OUTSIDE = 0.12  # probability: a line outside of the puzzle is thick
THICK_WRONG = 0.03  # probability: a line of the puzzle is thick or thin against the rule of five
THICK_BORDER = 0.75  # probability: the border of the puzzle is thick

# ---- ink (ink, color_cells)

CLUE_REACH = 0.8  # share of the length of a line: clues reach at most so far
CLUE_REACH_MORE = 3  # cells: and this far more
LEAST_MARGIN = 0.4  # cells: a side with less room has no clues
COLORED = 16  # of 255, Lab: a pixel this far from the usual hue is coloured
COLORED_SHARE = 0.0006  # share of the pixels: with more coloured ones the picture has colours
STROKE = 0.5  # cells: structures that are narrower in a direction are not background
EVEN = 14  # of 255: a region whose neighbouring pixels differ less is even
NOISE_SHARE = 0.4  # share of EVEN: with larger usual differences the picture is noisy
SMOOTH_LEAST = 0.6  # pixels: blur of noisy pictures, at least
SMOOTH = 0.03  # cells: blur of noisy pictures
QUIET = 25  # percentile of the differences: quiet pixels
# times the difference at quiet pixels: even regions of noisy pictures differ less: with it 87 of 90
# scans are right, 85 without
EVEN_QUIET = 3.5
EVEN_MOST = 3  # times EVEN: even regions never differ more
PLATE = 0.7  # cells: the surroundings of a number reach this far, a stroke does not
PLATE_AREA = 0.06  # cells: area of the surroundings of a number, at least
PLATE_EDGE = 0.16  # cells: even regions this near to the border of a line may be the next line's
PLATE_RUN = 0.4  # cells: the surroundings of a number reach this far along its line
THIN = 0.2  # cells: an even and long region that is not wider is a line, not background
LINE_LENGTH = 1.4  # cells: lines are longer, digits shorter
SHADOW = 96  # of 255: ink on darker paper is scaled as on this
LIGHT_INK = 1.3  # times: light ink on dark paper counts this much
LINE_TIMES = 1.15  # times: lines are subtracted this strongly
BORDER_NEAR = 0.1  # cells: above and below numbers, where borders are measured
BORDER_FAR = 0.2  # cells: above and below numbers, up to where borders are measured
LEAST_CONTRAST = 24.0  # of 255: noise of cameras and of JPEG stays below
STRONG_INK = 0.45  # share of nearly the strongest ink: usual ink is stronger
WEAK_SIDE = 0.5  # share of the ink of the strongest side: weaker ink is scaled as this
COMMON_COLOR = 0.0015  # share of the pixels: a common colour has more
SAME_COLOR = 10.0  # Lab: distance within one common colour
COLOR_WINDOW = 0.45  # cells: length in which colours are counted
COLOR_SHIFT = 0.1  # cells: how far off the border between two colours may be
CELL_EDGE = 0.07  # cells: the margin between the strips of lines
CELL_BAND = 0.1  # cells: the margin of a strip, beside numbers
BAND_WEIGHT = 2  # times: colours beside numbers count this much more
SHARP_BORDER = 0.8  # share of a window: from here on the border between two colours is sharp
GAP_INK = 40.0  # of 255: pixels between colour cells differ more from them
GAP_FULL = 0.8  # share of the height of a strip: ink between colour cells reaches from side to side
COLORS_BEHIND = 0.01  # share: a colour behind numbers is behind more of them

# ---- pieces of ink (pieces)

FLOOR = 0.08  # share of the usual ink: less is noise, in clean pictures
FLOOR_MOST = 0.2  # share of the usual ink: less is noise, at most
FLOOR_NOISE = 2.5  # times the ink of usual pixels: noise
HEIGHTS_NEAR = 2.0  # cells: ink this much farther shows the height of digits e times less
HEIGHTS_WITHIN = 5.0  # cells: how far from the puzzle the height of digits is measured
# share of the peak, weight: thresholds at which the height of digits is measured
HEIGHT_SHARES = ((0.0, 1.0), (0.28, 0.5), (0.45, 0.25))
DIGIT_LEAST = 0.15  # cells: height of digits, at least
DIGIT_MOST = 0.78  # cells: height of digits, at most
DIGIT_FULL = 0.15  # share of its box: a digit has more ink, a frame less
DIGIT_NARROW = 0.2  # share of its height: width of a digit, at least
DIGIT_ASIDE = 0.3  # cells: how far a digit is from the middle of its line, at most
HEIGHT_ELSE = 0.5  # cells: height of digits where none is seen
SAME_HEIGHT = 0.09  # share of a height: heights that differ less are one
NUMBER_WIDTH = 2.4  # heights of a digit: no number of two digits is wider
TALLEST = 1.35  # heights of a digit: a taller piece is more than a digit
WHOLE_DIGIT = 0.7  # heights of a digit: a lower piece is part of one
BROKEN = 0.2  # share of the ink: more in low parts shows that a digit is broken
PIECE_PIXELS = 4.0  # pixels: area of a piece, at least
PIECE_AREA = 0.008  # cells: area of a piece, at least
PIECE_OF_DIGIT = 0.06  # squares of the height of a digit: area of a piece, at least
# share of the peak of a piece: thresholds that are tried for it
PEAK_SHARES = (0.0, 0.2, 0.28, 0.36, 0.45, 0.6)
CORE = 0.45  # share of the peak of a piece: its strong ink
DIGIT_WIDTH = 1.05  # heights of a digit: width of a piece in rows, at most
COLUMN_WIDTH = 2.7  # heights of a digit: width of a piece in columns, at most
FULL_INK = 0.9  # quantile of the ink of a piece: full ink
FULL_LEAST = 0.05  # share of the usual ink: full ink, at least

# ---- the digits of lines (sides)

PART_OVERLAP = 0.5  # share of the width: parts of one digit are above each other
PART_GAP = 0.15  # heights of a digit: between parts of one digit, at most
PARTS_HEIGHT = 1.3  # heights of a digit: joined parts, at most
CLUE_LOW = 0.6  # heights of a digit: a lower piece does not show how far clues reach
CLUE_TALL = 1.8  # heights of a digit: a taller piece does not show how far clues reach
CLUE_GAP = 2.6  # cells: behind a longer gap there are no clues
FIRST_GAP = 4.5  # cells: the same from the puzzle to the first number
LEVEL_PAIRS = 3  # pairs of neighbouring numbers: fewer do not show their usual gap
MISSING_WIDTH = 0.4  # heights of a digit: with a missing number a gap in rows is this much longer
MISSING_HEIGHT = 0.9  # heights of a digit: the same in columns
LEAST_GAP = 0.7  # cells: behind a shorter gap there may be clues
NUMBER_GAP = 0.2  # heights of a digit: numbers of one line are farther apart
TITLE_BEFORE = 0.1  # cells: pieces of a title begin at the same distance
TITLE_BEYOND = 1.2  # cells: or up to this much farther
TITLE_SHARE = 0.2  # share of the pieces there: with more that cross borders it is a title
TITLE_MARGIN = 0.02  # cells: clues end this much before a title
CROSS_REACH = 0.12  # cells: ink that goes on this far beyond a border crosses it
CROSS_NEAR = 1.5  # pixels: a piece that ends nearer to a border may cross it
CROSS_INK = 0.45  # share of the usual ink: ink that crosses a border is stronger
LINE_BEYOND = 0.2  # cells: how far pieces may be beyond the first and last line
NUMBER_REACHES = 0.1  # cells: how far a number may reach into the puzzle's cells
LINE_ASIDE = 0.42  # cells: a piece farther from the middle of its line is not of its clue
COLUMN_BORDER = 0.18  # cells: no digit ends this near to the edge of a column
LINE_FILLS = 1.05  # cells: a longer piece is not of one line
# heights of a digit: a narrower piece at the puzzle's cells is part of their border
BORDER_WIDTH = 0.25
BORDER_DISTANCE = 0.1  # cells: such a piece is nearer to the puzzle's cells
PIECE_TALL = 1.5  # heights of a digit: a taller piece is not a digit
PIECE_LOW = 0.5  # heights of a digit: a lower piece is not a digit
PIECE_THIN = 0.1  # heights of a digit: a narrower piece is not a digit
BESIDE_OVERLAP = 0.5  # share of the height: digits of one number in a column are beside each other
FOREIGN = 55.0  # of 255, Lab: a finger or label differs more from the background
COVERED_PLACES = 4  # places of a quarter of a cell: a line with as many is covered
COVERED_MOST = 0.4  # share of the lines: if more seem covered, none is

# ---- where numbers end (sides)

SURE_ODDS = 9.0  # log odds: of a certain choice
USUAL_DIGIT = 0.4  # heights of a digit: a narrower one, as 1 is, does not show the usual width
WIDTH_ELSE = 0.6  # heights of a digit: width of digits where none is seen
# logarithm: a piece that differs more from the usual height is not taken for a digit
DIGIT_HEIGHT = 0.2
SMALL_BOUNDARY = -0.35  # heights of a digit: space between numbers of one digit
SMALL_HALF = 0.2  # heights of a digit: half of the empty interval around it
SPACE_LEAST = 0.06  # heights of a digit: a smaller space is inside a number
SPACE_MORE = 0.02  # heights of a digit: more than known spaces inside numbers
SPACE_MOST = 1.2  # heights of a digit: larger spaces are not looked at
SPACE_WIDE = 0.8  # heights of a digit: wider spaces are between numbers
SPACE_USUAL = 0.4  # heights of a digit: the usual boundary, and how far others are from it
HALF_LEAST = 0.02  # heights of a digit: half of an empty interval, at least
SPACE_WORTH = 0.15  # share of the best: an interval that is worth less is not tried
ALL_APART = 0.02  # times the most probable boundary: that each digit is a number
ALL_OPEN = 0.02  # times the most probable boundary: that spaces in and between numbers are alike
SPACE_OPEN = 0.2  # heights of a digit: where they are, larger spaces are more probably apart
OPEN_HALF = 0.25  # heights of a digit: half of the interval in which they say little
BY_INK = 0.1  # times the same: that narrow digits have no wider place than their ink
CHANCES_DIFFER = 0.05  # probability: a way to separate numbers that differs less is the same
BY_LINES = 20.0  # times the most probable boundary: that lines separate the places of numbers
BY_RHYTHM = 0.15  # times the most probable boundary: that numbers stand in places by their rhythm
SPACE_ODDS = 4.0  # log odds: at the ends of the empty interval
SPACE_SHARP = 0.08  # heights of a digit: half of an empty interval, at least, for odds
PLACE_LINE = 0.15  # share of the usual ink: a line between places is stronger
PLACE_GAP = 2  # pixels: within one such line
PLACE_THICK = 0.4  # cells: such a line is thinner
PLACE_SHORT = 0.45  # cells: length of a place, at least
PLACE_LONG = 1.7  # cells: length of a place, at most
PLACE_EVEN = 0.12  # share of a place: equal lengths differ less
PLACE_SHARE = 0.6  # share of the places: as many are equally long
PLACE_ODDS = 5.0  # log odds: that pieces of two places are two numbers
PLACE_DOUBT = 4.0  # log odds: the influence of the space, at most
RHYTHM_PIECES = 8  # pieces: fewer have no rhythm
RHYTHM_SHORT = 0.55  # cells: length of a place by rhythm, at least
RHYTHM_LONG = 1.3  # cells: length of a place by rhythm, at most
RHYTHM_AGREES = 0.55  # of 1: the mean of the phases of the pieces; below it they have no rhythm
RHYTHM_OFF = 0.17  # share of a place: a number farther from its middle is off
RHYTHM_WRONG = 0.05  # share of the numbers: with more that are off there are no places

# ---- the numbers (numbers, classifier)

INK_EDGE = 0.4  # share of the darkest ink: a digit begins where it first has this
DEAREST_JOIN = 9.0  # log odds: pieces are joined to a number only below this cost
CAUTION = 0.003  # probability: spread over the values that the classifier considers
IS_NUMBER = 0.5  # probability of no number: below, a piece is surely part of a number
HEIGHT_DOUBT = 18.0  # logarithm for each e-fold of height: "no number" is more probable
HEIGHT_WITHIN = 0.2  # logarithm: heights that differ less are not doubtful
ASIDE_DOUBT = 20.0  # logarithm for each cell off the middle: "no number" is more probable
ASIDE_WITHIN = 0.12  # cells: a piece nearer to the middle is not doubtful
CLOSE_DOUBT = 3.0  # logarithm: "no number" is more probable too near to another number of a column
CLOSE_STEP = 0.75  # share of the usual step: numbers of a column are farther apart
REGULAR_FACTOR = 2.0  # logarithm: "no number" is less probable for regular ink
REGULAR_HEIGHT = 0.1  # logarithm: the height of regular ink differs less
REGULAR_ASIDE = 0.08  # cells: regular ink is nearer to the middle
SLANT_MOST = 0.3  # cells: from the first line to the last the middles of numbers drift less
LEVEL_NEAR = 0.12  # heights of a digit: numbers at one distance from the cells differ less
LEVEL_LINES = 0.15  # share of the lines: as many have a number at one distance
PLACED_FACTOR = 3.0  # logarithm: "no number" is less probable where other lines have numbers
WIDEST_GAP = 1.45  # cells: between two numbers of a clue
GAP_DOUBT_IN_COLUMNS = 8.0  # logarithm: "no number" is more probable for the first ink beyond a gap
GAP_DOUBT_IN_ROWS = 5.0  # logarithm: the same in rows
BEYOND_DOUBT = 2.0  # logarithm: the same for all that follows
DOUBT_MOST = 10.0  # logarithm: all doubts together, at most
RULER_NUMBER = 0.3  # probability: a number of a ruler has the number of its line
RULER_HITS = 3  # numbers: fewer are not a ruler
RULER_BESIDE = 1.2  # heights of a digit: numbers of a ruler are at one distance
RULER_LINES = 0.75  # share of the lines, or of every fifth: a ruler counts as many
RULER_OTHERS = 1.4  # times the counted lines: a ruler by fives has no more numbers
SIDE_SHARE = 0.5  # share of the lines: a side with numbers at as many has clues
SIDE_BESIDE = 0.75  # share of the better side: the opposite side has clues, too
MARK_BESIDE = 0.3  # cells: a mark in a cell that the grid lacks is larger
MARK_BESIDE_OFF = 0.15  # cells: and nearer to the middle of that cell
MARKS_BESIDE = 0.8  # share of the lines: with as many such marks the grid may be larger
IS_ZERO = 0.5  # probability: a line shows a zero
# share of the lines: if more differ from the opposite side it is not a nonogram
OPPOSITE_DIFFERS = 0.25

# ---- the colours of blocks (ink_colors)

HUE = 18.0  # Lab: distance in hue between colours; noise and JPEG stay below
BETWEEN = 0.05  # share of the pieces: between two colours, at most
BETWEEN_PART = 0.25  # share of the spread: points farther from both ends are between two colours
RAY_LENGTH = 93.0  # distance: of opposite directions; 8 degrees are as far as colours of two blocks
RAYS_APART = 12.5  # distance: directions of two colours are farther apart
# distance: of strengths that differ by e-fold; strokes of one colour are equal to a tenth
STRENGTH_DISTANCE = 40.0
# Lab: within a colour, between two, of most pieces; exact colours, clean pictures, others
COLOR_SCALES = ((2.0, 8.0, 0.7), (4.5, 9.0, 5.0), (7.0, 12.5, 7.0))
MOST_PIECES_NEAR = 0.85  # quantile of the pieces: most
RARE_COLOR = 0.006  # share of the pieces: a rarer colour is a mixture at edges
COLOR_ERROR = 4.5  # Lab: usual error of the colour of a piece
COLOR_ELSE = 1e-5  # weight: of a colour that is far away
COLOR_SHOWN = 1e-3  # probability: less probable colours of a number are left out
CLEAN_COLORS = 2.5  # Lab: in clean pictures nine of ten pieces are nearer to their colour
MIXED = 0.025  # share: with a larger usual difference the pieces of a colour are mixtures
MIXTURE_SHARE = 0.05  # share: a mixture has more of the other colour
MIXTURE_OFF = 8  # of 255: a mixture is nearer to the line between two colours
SAME_HUE = 0.3  # radians: shades that JPEG makes differ less in hue
SAME_LIGHTNESS = 15  # Lab: and less in lightness
RARER_SHADE = 4  # times: and are rarer
RARER_MIXTURE = 3  # times: mixtures at edges are rarer
SHADES_ALIKE = 30.0  # Lab: shades that are nearer may be one colour, if the sums agree
FREE_OF_INK = 0.15  # share of the usual ink: a pixel beside a piece with less shows the background
STRONGEST = 0.15  # share of the ink of a piece: its strongest part shows its colour
SPREAD_PART = 0.96  # quantile of the pieces: how far colours spread
USUAL_STRONG = 0.75  # quantile of the pieces: stronger ones show the ink
STRONG_OF_COLOR = 0.7  # quantile of the pieces of a colour: stronger ones show it
NOISY_COLORS = 2.0  # times: noise needs clearer differences of colours

MARKED_LINES = 3  # lines with several numbers: fewer do not show that lines are marked
MARKED_MIXED = 0.1  # share of the lines with several numbers: those in colours, if lines are marked
SUMS_AGREE = 0.03  # share of the cells: all colours together differ less, if numbers are marked
SUMS_TOGETHER = 0.25  # share of how much the colours differ one by one: together they agree
SUMS_DIFFER = 0.15  # share of the cells: and each by itself differs more

# ---- the clues of a line (clues)

LEAST_VALUE = 2e-5  # probability: values that are less probable are left out
# probability: "no number" where the classifier does not consider it, at least
LEAST_NO_NUMBER = 1e-6
BLANK = 0.93  # probability: a line without ink has no blocks, if no line shows a zero
BLANK_BESIDE_ZEROS = 0.25  # probability: the same, if lines show zeros
COVERED = 0.4  # probability: the clue of a line under something large is missing
MISSING = 1e-5  # probability: the clue of another line with numbers is missing
MISSING_ELSE = 0.999  # probability: the clue of a line without a reading is missing
LOST = 0.004  # probability: a side shows another clue than its opposite side, which is right
NOTHING_PRICE = 7.0  # logarithm: price of a clue without blocks where there is ink
OTHERS = 0.002  # share of the readings: clues that are not among them
FURTHER = 3  # times the last reading: clues left out where there are many
LEAST_READING = 1e-9  # probability: readings that are less probable are left out
# probability: ink that is more probably "no number" is not shown as a number
SHOWN_NO_NUMBER = 0.98
SHOWN_VALUE = 1e-4  # probability: values of a number that are less probable are not shown
TEXT_SURE = 0.9999  # probability: a number in the text of a PDF

# ---- the most probable clues (readings)

# logarithm: another reading is nearly as probable if it is at most e^3 = 20 times less so
ALTERNATIVE_WITHIN = 3.0
# logarithm: a reading e^9 = 8,000 times less probable than the lines by themselves is doubtful
DOUBTFUL_FROM = 9.0
# logarithm: of printed puzzles about 1 % have several solutions, which is e^-4.6
SEVERAL_COSTS = 4.6

# ---- filled and crossed cells (cells)

CELL_INSET = 0.2  # cells: margin at each side that is not used, with lines and their surroundings
BOARD_FAR = 0.62  # share of the contrast: the background is farther from the ink
BOARD_NEAR = 4  # Lab: shades of one background
BOARD_WITHIN = 6  # Lab: cells of the background, from its commonest shade
FILLED_FROM = 0.25  # share of the ink: nearer to the background a cell is not filled
FILLED_TO = 0.8  # share of the ink: farther from the background a cell is filled
# share of the ink: empty interval between filled and other cells, which shadows lack
FILLED_GAP = 0.1
LEAST_FILLED = 25.0  # Lab: filled cells differ more from the background
FILLED_COLOR = 14  # Lab: cells filled with a colour differ more from the background
# share of the ink: a mark differs more from the shade of its cell, in clean pictures
MARK_CLEAN = 0.18
MARK_NOISY = 0.3  # share of the ink: the same in noisy pictures
MARK_SMALL = 0.04  # share of the cell: a mark is larger
MARK_LARGE = 0.5  # share of the cell: a mark is smaller
MARK_CORE = 0.1  # share of the middle of the cell: a mark covers more
LEAST_SHADE = 5.0  # lightness of 100: two of three shades of cells differ more
SHADE_SPREAD = 0.5  # share of the difference of two shades: within one shade, at most
GIVEN_WRONG = 0.25  # share of the cells that are seen: if more are wrong they were misunderstood
GIVEN_HARDLY_WRONG = 0.02  # share of the cells that are seen: the same for less plausible answers
GIVEN_MANY = 0.1  # share of all cells: a less plausible answer shows as many

# ---- the answer (answer, doubts, search)

CERTAIN = 0.99  # probability: a number that is as probable is certain
LEAST_BOARD = 5  # cells: boards with both sides below fit together by chance
# share of the lines: if more were corrected or not read the reading is doubtful
MOST_CORRECTED = 0.25
# share of the rows, or columns: if more clues, and more than one, are missing it is doubtful
MOST_MISSING = 0.1
# probability: a reading with more or fewer numbers that is less probable is doubtful
LIKELY_COUNT = 0.05
# pixels of the straight picture: lower numbers are read again in a finer one, if they do not fit
SMALL_DIGIT = 15.0
PRINTED_SURE = 0.5  # probability: a number that is more probable shows that a puzzle is printed
PRINTED_LINES = 0.5  # share of the lines: if more have such a number, a puzzle is printed

# ---- which grid of a page (search)

# of 1: clearness of the numbers of both sides; from here on a grid is a puzzle that can be read
CLEAR = 0.6
# of 1: in the right position the numbers are clearer than in others by more; a grid that is less
# clear than this has no numbers
CLEARER = 0.2
EQUAL_GRIDS = 0.7  # times the shorter side of the largest: grids of about the same size
LARGER_GRID = 1.5  # times the shorter side: a grid as large may be the one that is meant
