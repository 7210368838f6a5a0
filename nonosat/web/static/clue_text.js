// SPDX-License-Identifier: MIT
// Clues as people type them: a line of text for each line of the board.
//
// "3 1 2" or "3,1,2"; a colour is a letter after or before its number, "3r 1b" or "r3 b1" (without a
// letter: the first colour); "0" is an empty line, "?" a missing clue. An empty text counts as not
// typed yet, so that skipped lines are noticed. All faults are reported at once, as codes; their
// sentences are in text.js.

/** @typedef {[number, number]} Block  length and colour, from 1 */
/** @typedef {Block[]} Clue */
/**
 * @typedef {object} ClueFault
 * @property {"open" | "word" | "letter" | "zero" | "alone" | "long"} kind what is wrong:
 *   not typed; not a number with a letter; a letter of no colour; a 0 beside others; a ?
 *   beside others; more cells than the line has
 * @property {string} [word] the word
 * @property {number} [needs] cells that the clue needs
 * @property {number} [has] cells that the line has
 */
/** @typedef {{clue: Clue | null, sum: number, needs: number, fault: ClueFault | null}} ReadLine */

/**
 * The cells that a clue needs: its blocks, and a gap between neighbours of one colour.
 * @param {Clue} clue
 */
export function least(clue) {
	const gaps = clue.filter(([, color], index) => index > 0 && clue[index - 1][1] === color);
	return clue.reduce((sum, [length]) => sum + length, gaps.length);
}

/**
 * One line of text.
 * @param {string} text
 * @param {string} letters of the colours, in order
 * @param {number} cells of the line
 * @returns {ReadLine}
 */
export function readLine(text, letters, cells) {
	const words = text.split(/[\s,;.]+/).filter(Boolean);
	/** @param {ClueFault} fault @returns {ReadLine} */
	const wrong = fault => ({ clue: null, sum: 0, needs: 0, fault });
	if (words.length === 0) return wrong({ kind: "open" });
	if (words.some(word => word === "?")) {
		const alone = words.length === 1;
		return alone ? { clue: null, sum: 0, needs: 0, fault: null } : wrong({ kind: "alone" });
	}
	if (words.length === 1 && /^0+$/.test(words[0])) {
		return { clue: [], sum: 0, needs: 0, fault: null };
	}
	const order = Array.from(letters);
	/** @type {Clue} */
	const clue = [];
	for (const word of words) {
		const parts = /^(\D*?)(\d+)(\D*)$/u.exec(word);
		const letter = parts ? parts[1] + parts[3] : "";
		if (!parts || Array.from(letter).length > 1) return wrong({ kind: "word", word });
		const color = letter ? colorOf(order, letter) : 1;
		if (color === 0) return wrong({ kind: "letter", word });
		const length = Number(parts[2]);
		if (length === 0) return wrong({ kind: "zero", word });
		clue.push([length, color]);
	}
	const sum = clue.reduce((total, [length]) => total + length, 0);
	const needs = least(clue);
	/** @type {ClueFault | null} */
	const fault = needs > cells ? { kind: "long", needs, has: cells } : null;
	return { clue, sum, needs, fault };
}

/**
 * The colour of a letter, in either case if that is unambiguous; 0 if there is no such colour.
 * @param {string[]} order
 * @param {string} letter
 */
function colorOf(order, letter) {
	const exact = order.indexOf(letter);
	if (exact >= 0) return exact + 1;
	const alike = order.filter(other => other.toLowerCase() === letter.toLowerCase());
	return alike.length === 1 ? order.indexOf(alike[0]) + 1 : 0;
}

/**
 * The text of a clue, which `readLine` reads as the same clue.
 * @param {Clue | null} clue
 * @param {string} letters
 */
export function writeLine(clue, letters) {
	if (clue === null) return "?";
	const order = Array.from(letters);
	const word = (/** @type {Block} */ [length, color]) => `${length}${order.length > 1 ? order[color - 1] : ""}`;
	return clue.map(word).join(" ") || "0";
}

/**
 * The letters of no colour in clues, as first typed; one of each letter in either case.
 * @param {ReadClues} read
 */
export function unknownLetters({ rows, columns }) {
	/** @type {Map<string, string>} */
	const found = new Map();
	for (const { fault } of [...rows, ...columns]) {
		const letter = fault?.kind === "letter" ? (fault.word ?? "").replace(/\d/g, "") : "";
		if (letter && !found.has(letter.toLowerCase())) found.set(letter.toLowerCase(), letter);
	}
	return [...found.values()];
}

/**
 * The lines of a text; empty lines at its end do not count.
 * @param {string} text
 */
function splitLines(text) {
	const lines = text.split(/\r\n|\r|\n/);
	while (lines.length > 0 && !lines[lines.length - 1].trim()) lines.pop();
	return lines;
}

/** @typedef {{color: number, rows: number, columns: number}} Difference */
/**
 * @typedef {object} ReadClues
 * @property {number} width
 * @property {number} height
 * @property {ReadLine[]} rows
 * @property {ReadLine[]} columns
 * @property {number} faults lines with a fault, open lines included
 * @property {number} open lines where nothing is typed
 * @property {number} long clues that do not fit their line
 * @property {Difference[]} unequal colours for which rows and columns cannot have the same number
 *   of cells (if all lines of an axis are given, or one axis already has more than the other can)
 */

/**
 * The clues of a board: the number of lines is the size, unless a size is given.
 * @param {string} rowText
 * @param {string} columnText
 * @param {string} letters
 * @param {{width: number, height: number}} [size]
 * @returns {ReadClues}
 */
export function readClues(rowText, columnText, letters, size) {
	const [rowLines, columnLines] = [splitLines(rowText), splitLines(columnText)];
	const height = size?.height ?? rowLines.length;
	const width = size?.width ?? columnLines.length;
	const read = (/** @type {string[]} */ lines, /** @type {number} */ n, /** @type {number} */ cells) =>
		Array.from({ length: Math.max(n, lines.length) }, (_, at) => readLine(lines[at] ?? "", letters, cells));
	const [rows, columns] = [read(rowLines, height, width), read(columnLines, width, height)];
	const all = [...rows, ...columns];
	/** @type {Difference[]} */
	const unequal = [];
	Array.from(letters).forEach((_, index) => {
		const [inRows, inColumns] = [total(rows, index + 1), total(columns, index + 1)];
		const wrong = (inRows.complete && inColumns.sum > inRows.sum) || (inColumns.complete && inRows.sum > inColumns.sum);
		if (wrong) unequal.push({ color: index + 1, rows: inRows.sum, columns: inColumns.sum });
	});
	return {
		width,
		height,
		rows,
		columns,
		faults: all.filter(one => one.fault).length,
		open: all.filter(one => one.fault?.kind === "open").length,
		long: all.filter(one => one.fault?.kind === "long").length,
		unequal,
	};
}

/**
 * The cells of one colour in the clues of an axis, and whether all of its lines are given.
 * @param {ReadLine[]} lines
 * @param {number} color
 */
function total(lines, color) {
	let sum = 0;
	for (const { clue } of lines) {
		for (const [length, blockColor] of clue ?? []) if (blockColor === color) sum += length;
	}
	return { sum, complete: lines.length > 0 && lines.every(({ clue }) => clue !== null) };
}
