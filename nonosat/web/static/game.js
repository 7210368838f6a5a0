// SPDX-License-Identifier: MIT
/**
 * A puzzle that is played: marks, states of lines, finished blocks, and whether it is won.
 *
 * Only the lines through changed cells are checked again. A board is won when every clue is
 * fulfilled. It is not compared with a stored solution, so every solution of the puzzle wins.
 */

import { judgeLine, UNKNOWN } from "./line.js";
import { DOT, Marks } from "./marks.js";

/** @typedef {import("./puzzle.js").Puzzle} Puzzle */
/** @typedef {"fill"|"cross"|"dot"} Tool */
/** @typedef {"R"|"C"} Axis */
/** @typedef {ReturnType<typeof judgeLine>} Judged */

export class Game {
	/** @param {Puzzle} puzzle */
	constructor(puzzle) {
		this.puzzle = puzzle;
		const { width, height, palette, printed } = puzzle;
		this.marks = new Marks(width * height, palette.colors.length, printed);
		/** @type {{R: Judged[], C: Judged[]}} */
		this.lines = { R: [], C: [] };
		/** The mark that the stroke draws. */
		this.mark = UNKNOWN;
		/** The mark under the beginning of the stroke. */
		this.from = UNKNOWN;
		this.judgeAll();
	}

	/** Judge all lines anew. */
	judgeAll() {
		const { width, height } = this.puzzle;
		for (let row = 0; row < height; row++) this.lines.R[row] = this.judge("R", row);
		for (let column = 0; column < width; column++) this.lines.C[column] = this.judge("C", column);
	}

	/**
	 * Judge the lines through some cells anew.
	 * @param {Iterable<number>} cells
	 * @returns {[Axis, number][]} the lines
	 */
	judgeAround(cells) {
		const { width } = this.puzzle;
		const rows = new Set();
		const columns = new Set();
		for (const cell of cells) {
			rows.add(Math.floor(cell / width));
			columns.add(cell % width);
		}
		/** @type {[Axis, number][]} */
		const lines = [];
		for (const row of rows) lines.push(["R", row]);
		for (const column of columns) lines.push(["C", column]);
		for (const [axis, index] of lines) this.lines[axis][index] = this.judge(axis, index);
		return lines;
	}

	/** @param {Axis} axis @param {number} index */
	judge(axis, index) {
		const clues = axis === "R" ? this.puzzle.rows : this.puzzle.columns;
		return judgeLine(
			clues[index],
			this.cellsOf(axis, index).map(cell => this.marks.values[cell]),
		);
	}

	/** The numbers of the cells of a line. @param {Axis} axis @param {number} index */
	cellsOf(axis, index) {
		const { width, height } = this.puzzle;
		return axis === "R"
			? Array.from({ length: width }, (_, column) => index * width + column)
			: Array.from({ length: height }, (_, row) => row * width + index);
	}

	/** Is every clued line done? */
	get won() {
		/** @param {import("./line.js").Clue|null} clue @param {Judged} line */
		const done = (clue, line) => clue === null || line.state === "done";
		const { rows, columns } = this.puzzle;
		return (
			rows.every((clue, i) => done(clue, this.lines.R[i])) && columns.every((clue, i) => done(clue, this.lines.C[i]))
		);
	}

	/** The picture: every cell that is not filled is empty. */
	get picture() {
		return this.marks.values.map(value => (value === UNKNOWN ? 0 : value));
	}

	/**
	 * Begin a stroke. If the first cell already has the mark, the stroke removes marks, or only a
	 * stroke of one cell does; a printed cell cannot be changed, and counts as unknown.
	 * @param {number} cell
	 * @param {Tool} tool
	 * @param {number} color
	 * @param {boolean} [erases] longer strokes remove marks too
	 */
	beginStroke(cell, tool, color, erases = true) {
		const mark = this.markOf(tool, color);
		this.from = this.marks.fixed(cell) ? UNKNOWN : this.marks.marks[cell];
		this.mark = this.from === mark ? UNKNOWN : mark;
		/** The mark that a longer stroke draws instead, or null. @type {number|null} */
		this.longer = !erases && this.from === mark ? mark : null;
		this.marks.begin();
	}

	/** The mark of a tool. @param {Tool} tool @param {number} color */
	markOf(tool, color) {
		return tool === "fill" ? color : tool === "cross" ? 0 : DOT + color;
	}

	/** True if a stroke that begins on a cell removes its mark. @param {number} cell @param {Tool} tool @param {number} color */
	removes(cell, tool, color) {
		return !this.marks.fixed(cell) && this.marks.marks[cell] === this.markOf(tool, color);
	}

	/**
	 * The stroke now covers these cells; cells that it left get their old mark back. Only cells that
	 * looked like the first one change, so that a stroke does not change known cells by mistake; a
	 * note counts as unknown, except when notes are drawn, which change no value.
	 * @param {number[]} cells
	 * @returns {number[]} the cells that changed
	 */
	cover(cells) {
		const longer = this.longer ?? null;
		const before = this.mark;
		if (longer !== null) [this.mark, this.from] = cells.length > 1 ? [longer, UNKNOWN] : [UNKNOWN, longer];
		const { marks, mark, from } = this;
		const covered = new Set(mark === before ? cells : []);
		/** @type {Set<number>} */
		const changed = new Set();
		for (const [cell, old] of marks.open ?? []) {
			if (!covered.has(cell) && marks.set(cell, old)) changed.add(cell);
		}
		/** @param {number} old */
		const open = old => old === UNKNOWN || old >= DOT;
		const noting = mark >= DOT && mark !== UNKNOWN;
		for (const cell of cells) {
			const old = marks.open?.get(cell) ?? marks.marks[cell];
			const alike = old === from || (open(old) && open(from) && mark !== UNKNOWN);
			if (alike && (!noting || open(old)) && marks.set(cell, mark)) changed.add(cell);
		}
		return [...changed];
	}

	/** End the stroke. @returns {boolean} true if it changed the board */
	endStroke() {
		return this.marks.end();
	}

	/** Cancel the stroke: its cells get their old marks back. @returns {number[]} the cells that changed */
	cancelStroke() {
		const changed = this.cover([]);
		this.marks.end();
		return changed;
	}

	/**
	 * The length of the run of the colour around a cell, and the number of cells of the stroke.
	 * @param {number} cell
	 * @param {Axis} axis
	 */
	runAround(cell, axis) {
		const { width } = this.puzzle;
		const value = this.marks.values[cell];
		const cells = this.cellsOf(axis, axis === "R" ? Math.floor(cell / width) : cell % width);
		const at = cells.indexOf(cell);
		let first = at;
		let last = at;
		while (first > 0 && this.marks.values[cells[first - 1]] === value) first -= 1;
		while (last + 1 < cells.length && this.marks.values[cells[last + 1]] === value) last += 1;
		return last - first + 1;
	}

	/**
	 * Cross the open cells of a line that is done, as one step.
	 * @param {Axis} axis
	 * @param {number} index
	 * @returns {number[]} the cells that changed
	 */
	crossLine(axis, index) {
		const clues = axis === "R" ? this.puzzle.rows : this.puzzle.columns;
		if (clues[index] === null || this.lines[axis][index].state !== "done") return [];
		this.marks.begin();
		const open = this.cellsOf(axis, index).filter(cell => this.marks.values[cell] === UNKNOWN);
		const changed = open.filter(cell => this.marks.set(cell, 0));
		this.marks.end();
		return changed;
	}
}
