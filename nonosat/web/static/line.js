// SPDX-License-Identifier: MIT
/**
 * The page's own line solver: what one clue implies for one line, without the server.
 *
 * Two tables over (blocks, cells) say whether the first blocks fit before a position, and whether
 * the last blocks fit from it on. A value of a cell is possible if both tables allow it, so the
 * deductions are complete: every position of a block that both allow occurs in a placement. Cost:
 * cells times blocks, a few microseconds for a line of 100. It shares no code with the solver in C++;
 * `tests/web/test_line_solver.py` compares the two. Sets of cells as bits of big integers were
 * rejected: at these lengths they cost more than they save.
 */

export const EMPTY = 0;
export const UNKNOWN = 255;

/** @typedef {ReadonlyArray<readonly [number, number]>} Clue Blocks: length, colour from 1. */
/** @typedef {"done"|"wrong"|"open"} LineState */

/**
 * @typedef {object} Study The common part of all placements that agree with the cells.
 * @property {Uint8Array} cells the cells, deduced ones included
 * @property {Int32Array} starts per block its only start, or -1 if it has several
 */

/**
 * The truths "the first j blocks fit into the first i cells", at [j * (cells + 1) + i].
 * @param {Clue} clue
 * @param {ArrayLike<number>} cells
 * @returns {Uint8Array}
 */
function beginnings(clue, cells) {
	const size = cells.length;
	const wide = size + 1;
	const table = new Uint8Array((clue.length + 1) * wide);
	table[0] = 1;
	for (let i = 1; i <= size && canBeEmpty(cells[i - 1]); i++) table[i] = 1;
	for (let j = 1; j <= clue.length; j++) {
		const [length, color] = clue[j - 1];
		const gap = j > 1 && clue[j - 2][1] === color ? 1 : 0;
		const above = (j - 1) * wide;
		const here = j * wide;
		let run = 0; // cells before i that can have the colour
		for (let i = 1; i <= size; i++) {
			const cell = cells[i - 1];
			run = cell === UNKNOWN || cell === color ? run + 1 : 0;
			if (canBeEmpty(cell) && table[here + i - 1]) table[here + i] = 1;
			else if (run >= length) {
				const start = i - length;
				if (!gap) table[here + i] = table[above + start];
				else if (start > 0 && canBeEmpty(cells[start - 1])) {
					table[here + i] = table[above + start - 1];
				}
			}
		}
	}
	return table;
}

/** @param {number} cell */
function canBeEmpty(cell) {
	return cell === UNKNOWN || cell === EMPTY;
}

/**
 * All deductions from the clue of a line.
 * @param {Clue} clue
 * @param {ArrayLike<number>} cells values; UNKNOWN for a cell that is not known
 * @returns {Study|null} null if no placement agrees with the cells
 */
export function studyLine(clue, cells) {
	const size = cells.length;
	const count = clue.length;
	const wide = size + 1;
	const first = beginnings(clue, cells);
	if (!first[count * wide + size]) return null;
	const turned = Array.from(cells).reverse();
	const last = beginnings([...clue].reverse(), turned);
	/** Do the blocks from j on fit into the cells from i on? @param {number} j @param {number} i */
	const ends = (j, i) => last[(count - j) * wide + (size - i)];

	const deduced = new Uint8Array(size).fill(UNKNOWN);
	const several = new Uint8Array(size);
	/** @param {number} i @param {number} value */
	const possible = (i, value) => {
		if (deduced[i] === UNKNOWN) deduced[i] = value;
		else if (deduced[i] !== value) several[i] = 1;
	};
	for (let j = 0; j <= count; j++) {
		for (let i = 0; i < size; i++) {
			if (canBeEmpty(cells[i]) && first[j * wide + i] && ends(j, i + 1)) possible(i, EMPTY);
		}
	}
	const starts = new Int32Array(count).fill(-1);
	for (let j = 0; j < count; j++) {
		const [length, color] = clue[j];
		const before = j > 0 && clue[j - 1][1] === color ? 1 : 0;
		const after = j + 1 < count && clue[j + 1][1] === color ? 1 : 0;
		let places = 0;
		let run = 0;
		let covered = 0; // cells before this one already have the colour
		for (let i = 0; i < size; i++) {
			run = cells[i] === UNKNOWN || cells[i] === color ? run + 1 : 0;
			const start = i + 1 - length;
			if (run < length) continue;
			if (before && (start === 0 || !canBeEmpty(cells[start - 1]))) continue;
			if (after && (i + 1 === size || !canBeEmpty(cells[i + 1]))) continue;
			if (!first[j * wide + start - before] || !ends(j + 1, i + 1 + after)) continue;
			places += 1;
			starts[j] = places === 1 ? start : -1;
			for (let k = Math.max(start, covered); k <= i; k++) possible(k, color);
			covered = i + 1;
		}
	}
	for (let i = 0; i < size; i++) if (several[i]) deduced[i] = UNKNOWN;
	return { cells: deduced, starts };
}

/**
 * The state of a line and its finished blocks: a block is finished if its cells have its colour and
 * no placement that agrees with the line has it anywhere else.
 * @param {Clue|null} clue null if the clue is missing: the line is open until it has no unknown
 * cell, and never wrong
 * @param {ArrayLike<number>} cells
 * @returns {{state: LineState, finished: boolean[]}}
 */
export function judgeLine(clue, cells) {
	let filled = 0;
	let unknown = 0;
	for (let i = 0; i < cells.length; i++) {
		if (cells[i] === UNKNOWN) unknown += 1;
		else if (cells[i] !== EMPTY) filled += 1;
	}
	if (clue === null) return { state: unknown ? "open" : "done", finished: [] };
	const study = studyLine(clue, cells);
	if (study === null) return { state: "wrong", finished: clue.map(() => false) };
	let sum = 0;
	const finished = clue.map(([length], j) => {
		sum += length;
		const start = study.starts[j];
		if (start < 0) return false;
		for (let i = start; i < start + length; i++) if (cells[i] === UNKNOWN) return false;
		return true;
	});
	return { state: filled === sum ? "done" : "open", finished };
}
