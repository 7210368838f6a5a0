// SPDX-License-Identifier: MIT
/**
 * The steps of the lesson. `teaching.js` names the lines of each step; the page's own line solver
 * finds the cells that the step asks for. So the lesson needs no server, and its steps fit any board.
 */
import { UNKNOWN, studyLine } from "./line.js";
import { STEPS } from "./teaching.js";

/** @typedef {import("./puzzle.js").Puzzle} Puzzle */

/** @param {string} name R3 @returns {["R"|"C", number]} */
const place = name => [/** @type {"R"|"C"} */ (name[0]), Number(name.slice(1)) - 1];

/** The numbers of the cells of a line. @param {Puzzle} puzzle @param {string} name */
export function cellsOf({ width, height }, name) {
	const [axis, index] = place(name);
	return axis === "R"
		? Array.from({ length: width }, (_, column) => index * width + column)
		: Array.from({ length: height }, (_, row) => row * width + index);
}

/**
 * The cells that follow from some lines, each by itself, and are not known yet.
 * @param {Puzzle} puzzle @param {ArrayLike<number>} values the board @param {string[]} lines
 * @returns {Map<number, number>} values by cells
 */
export function follows(puzzle, values, lines) {
	/** @type {Map<number, number>} */
	const found = new Map();
	for (const name of lines) {
		const [axis, index] = place(name);
		const clue = (axis === "R" ? puzzle.rows : puzzle.columns)[index];
		const cells = cellsOf(puzzle, name);
		const study =
			clue &&
			studyLine(
				clue,
				cells.map(cell => values[cell]),
			);
		study?.cells.forEach((value, i) => {
			if (value !== UNKNOWN && values[cells[i]] === UNKNOWN) found.set(cells[i], value);
		});
	}
	return found;
}

/** The solution of a puzzle that line solving solves. @param {Puzzle} puzzle */
export function solution(puzzle) {
	const values = new Uint8Array(puzzle.width * puzzle.height).fill(UNKNOWN);
	const lines = [...puzzle.rows.map((_, i) => `R${i + 1}`), ...puzzle.columns.map((_, i) => `C${i + 1}`)];
	for (let more = true; more; ) {
		const found = follows(puzzle, values, lines);
		for (const [cell, value] of found) values[cell] = value;
		more = found.size > 0;
	}
	return values;
}

/**
 * The present step and its cells: the first step whose cells are not all known; so undo goes back.
 * @param {Puzzle} puzzle @param {ArrayLike<number>} values the board
 * @returns {{step: number, wanted: Map<number, number>}} the cells that are still open
 */
export function stepAt(puzzle, values) {
	const known = new Uint8Array(values.length).fill(UNKNOWN);
	for (const [step, { lines }] of STEPS.entries()) {
		const wanted = follows(puzzle, known, lines);
		for (const [cell, value] of wanted) {
			known[cell] = value;
			if (values[cell] !== UNKNOWN) wanted.delete(cell);
		}
		if (wanted.size || step === STEPS.length - 1) return { step, wanted };
	}
	throw new Error("no steps");
}
