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
