// SPDX-License-Identifier: MIT
/**
 * Every visible text of the page. A translation is another table with the same keys.
 *
 * {name} is replaced by a value; {n:one|many} by "one" if n is 1, else by "many".
 * Numbers are written as the language writes them.
 */

/** @type {Record<string, string>} */
const TEXTS = {
	// shell
	"app": "nonosat",
	"skip": "To the content",
	"home": "All puzzles",
	"open.shelf": "Open puzzles",
	"open.close": "Close {name}",
	"settings": "Settings",
	"theme": "Theme",
	"theme.auto": "As the system",
	"theme.light": "Light",
	"theme.dark": "Dark",
	"contrast": "High contrast",
	"motion": "Reduced motion",
	"letters": "Letters in coloured cells",
	"patterns": "Patterns instead of colours",
	"outer": "Clues also right and below",
	"loading": "Loading",
	"close": "Close",
	"cancel": "Cancel",
	"ok": "OK",
	"yes": "Yes",
	"no": "No",
	"copy": "Copy",
	"copied": "Copied",
	"copy.failed": "The browser does not allow copying. Select the text and copy it.",
	"menu": "Menu",
	"untitled": "Untitled",
	"size": "{width} × {height}",
	"error": "Something went wrong",
	"error.offline": "The server cannot be reached. Check that nonosat serve is running.",
	"error.internal": "A fault in the page: {message}",
	"error.line": "line {line}: {message}",
	"error.again": "Try again",
	"offline": "Offline: playing works, hints and checks need the server.",
	"page.list": "Puzzles",
	"page.edit": "Edit",
	"page.play": "Play",
	"page.solve": "Solve",
	"page.print": "Print",
	"page.about": "About",
	"nav": "Pages of this puzzle",
	"reason.time": "The time was up.",
	"reason.memory": "The memory was used up.",
	"reason.cancelled": "The question was withdrawn.",
	"reason.other": "No answer: {reason}.",

	// board
	"board": "Board, {width} columns and {height} rows",
	"board.cell": "Row {row}, column {column}: {value}",
	"board.full": "Row {row}, column {column}: {value}. Row clue {rowclue}{rowstate}. Column clue {columnclue}{columnstate}.",
	"board.row": "Row {n}: {clue}{state}",
	"board.column": "Column {n}: {clue}{state}",
	"board.empty": "empty",
	"board.unknown": "unknown",
	"board.filled": "filled",
	"board.zero": "0",
	"board.notgiven": "not given",
	"board.done": ", done",
	"board.wrong": ", wrong",
	"board.ambiguous": ", ambiguous",
	"board.wrongcell": ", marked as wrong",
	"board.result": ", marked by the hint",
	"board.printed": ", printed",
	"board.note": ", noted: {names}",
	"board.corner": "Clues",
	"board.change": ", proposed: {value}",
	"board.help": "Arrow keys move the cursor.",
	"zoom.in": "Zoom in",
	"zoom.out": "Zoom out",
	"zoom.fit": "Whole board",

	// list

	// editor
	"edit.title": "Editor",
	"edit.mode": "What you have",
	"edit.mode.draw": "Draw a picture",
	"edit.mode.clues": "Type clues",
	"edit.board": "Drawing",
	"edit.unreadable": "The link holds no picture that can be read. Here is an empty one.",
	"edit.undo": "Undo",
	"edit.redo": "Redo",
	"edit.tools": "Tools",
	"edit.tool.pen": "Pen",
	"edit.tool.fill": "Fill an area",
	"edit.tool.line": "Line",
	"edit.tool.rectangle": "Rectangle",
	"edit.tool.box": "Whole rectangle",
	"edit.tool.move": "Move the picture",
	"edit.mirror": "Mirror what is drawn",
	"edit.mirror.none": "No mirror",
	"edit.mirror.sides": "Left and right",
	"edit.mirror.ends": "Above and below",
	"edit.mirror.both": "All four",
	"edit.mirror.turn": "Half a turn",
	"edit.mirror.diagonal": "Diagonal",
	"edit.change": "Change the picture",
	"edit.crop": "Crop to the content",
	"edit.rotate": "Rotate to the right",
	"edit.rotate.back": "Rotate to the left",
	"edit.flip.sides": "Flip left and right",
	"edit.flip.ends": "Flip above and below",
	"edit.clear": "Clear",
	"edit.did": "{what}: {action}",
	"edit.did.resize": "size",
	"edit.did.color": "colours",
	"edit.did.names": "title or author",
	"edit.did.repair": "repair",
	"edit.did.import": "import",
	"edit.colors": "Colours",
	"edit.background": "Empty",
	"edit.color.change": "Change this colour",
	"edit.color.add": "Add a colour",
	"edit.color.remove": "Remove this colour",
	"edit.size": "Size",
	"edit.width": "Width",
	"edit.height": "Height",
	"edit.symmetric": "Change both sides alike",
	"edit.handle": "Resize: {side}",
	"edit.handle.help": "Drag, or press the arrow keys; with Alt both sides change alike",
	"side.left": "left side",
	"side.right": "right side",
	"side.top": "upper side",
	"side.bottom": "lower side",
	"side.top-left": "upper left corner",
	"side.top-right": "upper right corner",
	"side.bottom-left": "lower left corner",
	"side.bottom-right": "lower right corner",
	"edit.names": "Title and author",
	"edit.name": "Title",
	"edit.author": "Author",
	"edit.play": "Test play",
	"edit.share": "Copy link",
	"edit.copy.play": "Link to play",
	"edit.copy.draw": "Link to this drawing",
	"edit.save": "Save as file",
	"edit.format": "Format",
	"edit.print": "Print",
	"edit.live": "What the solver finds",
	"edit.asking": "Looking for solutions",
	"edit.verdict.unique": "Unique: the clues have one solution.",
	"edit.verdict.multiple": "Not unique: the clues have several solutions.",
	"edit.verdict.none": "These clues have no solution.",
	"edit.verdict.unknown": "Unknown: the limits ended the search.",
	"edit.count": "{count} solutions",
	"edit.count.least": "at least {count} solutions",
	"edit.ambiguous": "{n} ambiguous {n:cell|cells}, marked on the board",
	"edit.rating": "{word}, effort {effort}; hardest technique: {technique}",
	"edit.rating.short": "{word}, effort {effort}",
	"edit.other": "Another solution",
	"edit.other.none": "Another solution was not found.",
	"edit.other.is": "This picture has the same clues:",
	"edit.other.show": "Show on the board",
	"edit.other.take": "Take it",
	"edit.pair": "Before and after. Cells that differ: {cells}",
	"edit.repair": "Repair",
	"edit.repair.searching": "Looking for the smallest change that makes the picture unique",
	"edit.repair.least": "{n} {n:cell|cells} must change; fewer cannot do it. Choose:",
	"edit.repair.found": "Changing {n} {n:cell|cells} makes it unique; fewer may do it as well. Choose:",
	"edit.repair.none": "Within the limits no repair was found.",
	"edit.repair.accept": "Change {n} {n:cell|cells}",
	"edit.mend": "Find the mistake",
	"edit.mend.found": "These corrections give a solution. Compare with your paper:",
	"edit.mend.none": "No correction of one number gives a solution.",
	"edit.import": "Picture from a file",
	"edit.import.take": "Take this picture",
	"edit.import.size": "Longer side",
	"edit.import.colors": "Colours, with the background",
	"edit.import.method": "Method",
	"edit.import.threshold": "Dark parts",
	"edit.import.dither": "Patterns",
	"edit.import.edges": "Contours",
	"edit.import.level": "Threshold",
	"edit.import.crop": "Cut empty margins",
	"edit.import.invert": "Fill the light parts",
	"edit.clues.help": "A line of text for each line of the puzzle: 3 1 2. 0 is an empty line, ? one that is not given; colours by letter: 3r 1b.",
	"edit.clues.rows": "Rows ({n})",
	"edit.clues.columns": "Columns ({n})",
	"edit.clues.start": "Type the clues of the rows and columns.",
	"edit.clues.open": "{n} {n:line is|lines are} still empty. Write 0 for a line without blocks.",
	"edit.clues.faults": "{n} {n:line is|lines are} not right yet.",
	"edit.clues.sums": "Rows and columns have different sums, so a number is wrong.",
	"edit.clue.open": "empty",
	"edit.clue.word": "{word}?",
	"edit.clue.letter": "{word}: no such colour",
	"edit.clue.zero": "0 stands alone",
	"edit.clue.alone": "? stands alone",
	"edit.clue.long": "needs {needs} of {has}",
	"edit.sums": "Filled cells: {rows} in rows, {columns} in columns.",
	"edit.sums.differ": "{color}: {rows} cells in rows, {columns} in columns.",
	"edit.draw.solution": "Draw the solution",
	"technique.trivial": "complete lines",
	"technique.overlap": "overlap",
	"technique.line": "all arrangements of a line",
	"technique.chain": "chain",
	"technique.trial": "trial",
	"technique.clue-set": "set of clues",
	"technique.guess": "guess",

	// player

	// solver

	// print

	// about
};

const numbers = new Intl.NumberFormat(typeof navigator === "undefined" ? "en" : navigator.language, {
	useGrouping: true,
	maximumFractionDigits: 2,
});

/** A number as the language writes it. @param {number} value */
export const num = (value) => numbers.format(value);

/**
 * The text of a key.
 * @param {string} key @param {Record<string, string|number>} [values]
 */
export function t(key, values = {}) {
	const text = TEXTS[key];
	if (text === undefined) throw new Error(`no text "${key}"`);
	return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
		const value = values[name];
		if (one !== undefined) return value === 1 ? one : many;
		return typeof value === "number" ? num(value) : String(value ?? "");
	});
}

/** Whether there is such a text. @param {string} key */
export const hasText = (key) => key in TEXTS;
