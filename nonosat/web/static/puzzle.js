// SPDX-License-Identifier: MIT
/**
 * Puzzles as the page holds them, and as our JSON format writes them.
 *
 * Cells are bytes, row by row: 0 empty, 1..k a colour, 255 unknown.
 */

export const EMPTY = 0;
export const UNKNOWN = 255;

/** @typedef {[number, number][]} Clue blocks: length and colour */
/** @typedef {{name: string, rgb: string, letter: string}} Color */
/** @typedef {{background: string, colors: Color[]}} Palette */
/**
 * @typedef {{id: string, code: string, width: number, height: number, rows: (Clue|null)[],
 *   columns: (Clue|null)[], palette: Palette, printed: Uint8Array|null, goal: Uint8Array|null,
 *   meta: Record<string, string>, spoils?: boolean}} Puzzle `spoils`: its title may say what the picture shows
 */

/** @returns {Palette} */
export const blackOnWhite = () => ({
	background: "#ffffff",
	colors: [{ name: "black", rgb: "#000000", letter: "#" }],
});

/** Whether a palette is black on white, which themes may draw in their own colours. @param {Palette} palette */
export const isPlain = palette =>
	palette.colors.length === 1 && palette.colors[0].rgb === "#000000" && palette.background === "#ffffff";

const META = ["title", "author", "copyright", "license", "catalogue", "description"];

/**
 * A puzzle from our JSON; earlier pages stored the names `cols` and `licence`.
 * @param {any} json @param {{id?: string, code?: string}} [names] @returns {Puzzle}
 */
export function fromJson(json, names = {}) {
	const palette = readPalette(json.palette);
	const columns = json.columns ?? json.cols;
	/** @param {any} line @returns {Clue|null} */
	const clue = line =>
		line &&
		line.map((/** @type {any} */ block) =>
			Array.isArray(block) ? [block[0], 1 + palette.colors.findIndex(c => c.letter === block[1])] : [block, 1],
		);
	const goal = json.cells ? readCells(json.cells, palette) : null;
	const height = json.rows ? json.rows.length : json.cells.length;
	const width = columns ? columns.length : json.cells[0].length;
	const clues = json.rows ? null : cluesOf(/** @type {Uint8Array} */ (goal), width, height);
	const named = { license: json.licence, ...json };
	const meta = Object.fromEntries(META.filter(key => named[key]).map(key => [key, String(named[key])]));
	return {
		id: names.id ?? "",
		code: names.code ?? "",
		width,
		height,
		rows: clues ? clues.rows : json.rows.map(clue),
		columns: clues ? clues.columns : columns.map(clue),
		palette,
		printed: json.printed ? readCells(json.printed, palette) : null,
		goal,
		meta,
	};
}

/** @param {any} json @returns {Palette} */
function readPalette(json) {
	if (!json) return blackOnWhite();
	return { background: json.background ?? "#ffffff", colors: json.colors };
}

/** Our JSON of a puzzle. @param {Puzzle} puzzle */
export function toJson(puzzle) {
	const many = puzzle.palette.colors.length > 1;
	/** @param {Clue|null} line */
	const clue = line =>
		line && line.map(([length, color]) => (many ? [length, puzzle.palette.colors[color - 1].letter] : length));
	/** @type {Record<string, any>} */
	const json = { ...puzzle.meta };
	if (!isPlain(puzzle.palette)) json.palette = puzzle.palette;
	json.rows = puzzle.rows.map(clue);
	json.columns = puzzle.columns.map(clue);
	if (puzzle.goal) json.cells = writeCells(puzzle.goal, puzzle.width, puzzle.palette);
	if (puzzle.printed) json.printed = writeCells(puzzle.printed, puzzle.width, puzzle.palette);
	return json;
}

/** The number of filled cells of a line; null without its clue. @param {Clue|null} clue */
export const sumOf = clue => clue && clue.reduce((sum, [length]) => sum + length, 0);

/**
 * The names of cells, line by line, as `cell_names` in words.py: "R11: 1, 3-5; R12C7".
 * @param {[number, number][]} cells row and column, ascending @param {number} [most] how many are named
 */
export function cellNames(cells, most = 30) {
	const named = cells.slice(0, most);
	const inColumn = new Set(named.map(([, column]) => column)).size === 1;
	/** @type {Map<number, number[]>} */
	const lines = new Map();
	for (const [row, column] of named) {
		const [line, place] = inColumn ? [column, row] : [row, column];
		lines.set(line, [...(lines.get(line) ?? []), place + 1]);
	}
	const names = [...lines].map(([line, places]) => {
		const [own, other] = inColumn ? ["C", "R"] : ["R", "C"];
		if (places.length === 1)
			return inColumn ? `${other}${places[0]}${own}${line + 1}` : `${own}${line + 1}${other}${places[0]}`;
		/** @type {number[][]} */
		const runs = [];
		for (const place of places) {
			const last = runs.at(-1);
			if (last?.at(-1) === place - 1) last.push(place);
			else runs.push([place]);
		}
		return `${own}${line + 1}: ${runs.map(run => (run.length > 2 ? `${run[0]}-${run.at(-1)}` : run.join(", "))).join(", ")}`;
	});
	return names.join("; ") + (cells.length > most ? " …" : "");
}

/** Rows of text to cells. @param {string[]} rows @param {Palette} palette */
export function readCells(rows, palette) {
	/** @type {Record<string, number>} */
	const values = { ".": EMPTY, "?": UNKNOWN };
	palette.colors.forEach((color, index) => (values[color.letter] = index + 1));
	return Uint8Array.from(rows.flatMap(row => [...row].map(letter => values[letter] ?? UNKNOWN)));
}

/** Cells to rows of text. @param {Uint8Array} cells @param {number} width @param {Palette} palette */
export function writeCells(cells, width, palette) {
	const letter = (/** @type {number} */ value) =>
		value === EMPTY ? "." : value === UNKNOWN ? "?" : palette.colors[value - 1].letter;
	const rows = [];
	for (let start = 0; start < cells.length; start += width)
		rows.push(Array.from(cells.subarray(start, start + width), letter).join(""));
	return rows;
}

/** The clue of the cells of a line; unknown cells count as empty. @param {ArrayLike<number>} cells @returns {Clue} */
export function clueOf(cells) {
	/** @type {Clue} */
	const clue = [];
	let last = EMPTY;
	for (let i = 0; i < cells.length; i++) {
		const value = cells[i] === UNKNOWN ? EMPTY : cells[i];
		if (value !== EMPTY && value === last) clue[clue.length - 1][0]++;
		else if (value !== EMPTY) clue.push([1, value]);
		last = value;
	}
	return clue;
}

/** The cells of a line. @param {Uint8Array} cells @param {number} width @param {number} height @param {"R"|"C"} axis @param {number} index */
export function lineCells(cells, width, height, axis, index) {
	if (axis === "R") return cells.slice(index * width, (index + 1) * width);
	return Uint8Array.from({ length: height }, (_, row) => cells[row * width + index]);
}

/** The clues of a picture. @param {Uint8Array} cells @param {number} width @param {number} height */
export function cluesOf(cells, width, height) {
	/** @param {"R"|"C"} axis @param {number} count */
	const all = (axis, count) =>
		Array.from({ length: count }, (_, index) => clueOf(lineCells(cells, width, height, axis, index)));
	return { rows: all("R", height), columns: all("C", width) };
}

/** A picture as a puzzle. @param {Uint8Array} cells @param {number} width @param {number} height @param {Palette} [palette] @returns {Puzzle} */
export function fromPicture(cells, width, height, palette = blackOnWhite()) {
	const clues = cluesOf(cells, width, height);
	return { id: "", code: "", width, height, ...clues, palette, printed: null, goal: cells.slice(), meta: {} };
}

/** The places of the printed cells, in order. @param {Uint8Array|null|undefined} printed */
export const placesOf = printed => [...(printed ?? []).keys()].filter(place => printed?.[place] !== UNKNOWN);

/** The printed cells that show a picture at some places. @param {Uint8Array} cells @param {number[]} places */
export function printedAt(cells, places) {
	if (!places.length) return null;
	const printed = new Uint8Array(cells.length).fill(UNKNOWN);
	for (const place of places) printed[place] = cells[place];
	return printed;
}

/**
 * The places in an address, such as "0,17"; those outside of the board are left out.
 * @param {string|null} text @param {number} count of the cells
 */
export function readPlaces(text, count) {
	const places = (text ?? "").split(",").filter(word => /^\d+$/.test(word) && Number(word) < count);
	return [...new Set(places.map(Number))].sort((a, b) => a - b);
}

/** The title of a puzzle, or its name. @param {Puzzle} puzzle @param {string} [name] */
export const titleOf = (puzzle, name) => name || puzzle.meta.title || "";

/** A puzzle as the API gets it: its clues, never its goal. @param {Puzzle} puzzle */
export function asked(puzzle) {
	const { cells: _, ...json } = toJson(puzzle);
	return { json };
}
