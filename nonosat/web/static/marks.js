// SPDX-License-Identifier: MIT
/**
 * The marks of a player on the board, undo, redo and branches.
 *
 * One byte per cell: a value (0 crossed, 1 to k a colour), UNKNOWN, or DOT + c, a note in colour c
 * that does not change the value. A step is the list of its cells with the marks before and after; a
 * drag is one step. The time of an undo grows with the size of its step; whole boards per step were
 * rejected: at 100 by 100 they fill the storage of a browser.
 *
 * A branch stores the marks at its beginning. Going back from it is a step like any other, so it can
 * be undone; then the branch exists again. Hence a step also holds the branches before and after, if
 * they differ.
 */

import { UNKNOWN } from "./line.js";

export const DOT = 128;

/**
 * @typedef {object} Step
 * @property {number[]} at cells, each once
 * @property {number[]} before
 * @property {number[]} after
 * @property {Branch[]} [branchesBefore]
 * @property {Branch[]} [branchesAfter]
 */
/** @typedef {ReadonlyArray<number>} Branch the marks where the branch begins */

/**
 * @typedef {object} Saved The plain data of `save` and `restore`.
 * @property {string} marks
 * @property {string[]} branches
 * @property {SavedStep[]} undo
 * @property {SavedStep[]} redo
 */
/** @typedef {{c: number[], b?: string[], a?: string[]}} SavedStep c: cell, before, after, ... */

/** The value of a mark; notes are unknown cells. @param {number} mark */
function valueOfMark(mark) {
	return mark >= DOT ? UNKNOWN : mark;
}

/**
 * Marks as text: each run as its length (none for 1) and its mark, `?`, `.`, a letter code.
 * @param {ArrayLike<number>} marks
 */
export function packMarks(marks) {
	const parts = [];
	for (let i = 0; i < marks.length; ) {
		let end = i + 1;
		while (end < marks.length && marks[end] === marks[i]) end += 1;
		parts.push((end - i > 1 ? String(end - i) : "") + nameOf(marks[i]));
		i = end;
	}
	return parts.join("");
}

/** @param {number} mark */
function nameOf(mark) {
	if (mark === UNKNOWN) return "?";
	if (mark === 0) return ".";
	return mark >= DOT ? `:${letter(mark - DOT)}` : letter(mark);
}

/** Colours 1, 2, ... as A, B, ..., Z, a, ... z, and then characters of Latin-1 and later. */
const LETTERS = 52;
/** @param {number} color */
function letter(color) {
	if (color <= 26) return String.fromCharCode(64 + color);
	if (color <= LETTERS) return String.fromCharCode(96 + color - 26);
	return String.fromCharCode(192 + color - LETTERS);
}

/** @param {string} character @returns {number} 0 if it is not the letter of a colour */
function colorOf(character) {
	const code = character.charCodeAt(0);
	if (code >= 65 && code <= 90) return code - 64;
	if (code >= 97 && code <= 122) return code - 96 + 26;
	return code > 192 ? code - 192 + LETTERS : 0;
}

/**
 * The marks of a text.
 * @param {string} text
 * @param {number} size the number of cells
 * @param {number} colors the highest colour
 * @returns {Uint8Array|null} null if the text does not fit the board
 */
export function unpackMarks(text, size, colors) {
	const marks = new Uint8Array(size);
	let at = 0;
	let position = 0;
	for (const [whole, digits, dot, name] of text.matchAll(/(\d*)(:?)([^\d:])/g)) {
		const length = digits ? Number(digits) : 1;
		const color = colorOf(name);
		const plain = name === "?" ? UNKNOWN : name === "." ? 0 : color;
		if (color > colors || (plain === 0 && name !== ".") || (dot && !color)) return null;
		if (!(length >= 1) || at + length > size) return null;
		marks.fill(dot ? DOT + color : plain, at, at + length);
		at += length;
		position += whole.length;
	}
	return at === size && position === text.length ? marks : null;
}

export class Marks {
	/**
	 * @param {number} size the number of cells
	 * @param {number} colors
	 * @param {Uint8Array|null} [printed] printed cells; UNKNOWN for all others
	 */
	constructor(size, colors, printed = null) {
		this.colors = colors;
		this.printed = printed;
		/** The marks; others only read them. */
		this.marks = new Uint8Array(size).fill(UNKNOWN);
		if (printed) this.marks.set(printed);
		/** The values, for clues and questions: notes are unknown. */
		this.values = this.marks.slice();
		/** @type {Step[]} */
		this.done = [];
		/** @type {Step[]} */
		this.undone = [];
		/** @type {Branch[]} */
		this.branches = [];
		/** @type {Map<number, number>|null} the marks before, of the cells of the open step */
		this.open = null;
	}

	/** @param {number} cell */
	fixed(cell) {
		return this.printed !== null && this.printed[cell] !== UNKNOWN;
	}

	/** Begin a step. All changes until `end` are undone at once. */
	begin() {
		this.end();
		this.open = new Map();
	}

	/**
	 * Set the mark of a cell: in the open step, or in a step of its own.
	 * @param {number} cell
	 * @param {number} mark
	 * @returns {boolean} true if that changed the cell; a printed cell never changes
	 */
	set(cell, mark) {
		if (this.marks[cell] === mark || this.fixed(cell)) return false;
		const alone = this.open === null;
		if (alone) this.begin();
		if (this.open && !this.open.has(cell)) this.open.set(cell, this.marks[cell]);
		this.put(cell, mark);
		if (alone) this.end();
		return true;
	}

	/** @param {number} cell @param {number} mark */
	put(cell, mark) {
		this.marks[cell] = mark;
		this.values[cell] = valueOfMark(mark);
	}

	/**
	 * End the open step.
	 * @returns {boolean} true if it changed the board
	 */
	end() {
		const open = this.open;
		this.open = null;
		if (!open) return false;
		const at = [...open.keys()].filter(cell => open.get(cell) !== this.marks[cell]);
		if (!at.length) return false;
		this.keep({
			at,
			before: at.map(cell => open.get(cell) ?? UNKNOWN),
			after: at.map(cell => this.marks[cell]),
		});
		return true;
	}

	/** @param {Step} step */
	keep(step) {
		this.done.push(step);
		this.undone = [];
	}

	/**
	 * Put other marks on the board, as one step.
	 * @param {ArrayLike<number>} marks
	 * @param {Branch[]} [branches] the branches from then on
	 * @returns {number[]} the cells that changed
	 */
	replace(marks, branches = this.branches) {
		this.end();
		const at = [];
		for (let cell = 0; cell < this.marks.length; cell++) {
			if (!this.fixed(cell) && this.marks[cell] !== marks[cell]) at.push(cell);
		}
		const changed = branches.length !== this.branches.length;
		if (!at.length && !changed) return at;
		const before = at.map(cell => this.marks[cell]);
		for (const cell of at) this.put(cell, marks[cell]);
		/** @type {Step} */
		const step = { at, before, after: at.map(cell => this.marks[cell]) };
		if (changed) {
			step.branchesBefore = this.branches;
			step.branchesAfter = branches;
			this.branches = branches;
		}
		this.keep(step);
		return at;
	}

	/** Remove all marks, as one step; branches end. @returns {number[]} the cells that changed */
	clear() {
		return this.replace(new Uint8Array(this.marks.length).fill(UNKNOWN), []);
	}

	/** @returns {number[]|null} the cells that changed; null if there is nothing to undo */
	undo() {
		this.end();
		const step = this.done.pop();
		if (!step) return null;
		this.undone.push(step);
		step.at.forEach((cell, i) => this.put(cell, step.before[i]));
		if (step.branchesBefore) this.branches = step.branchesBefore;
		return step.at;
	}

	/** @returns {number[]|null} the cells that changed; null if there is nothing to redo */
	redo() {
		this.end();
		const step = this.undone.pop();
		if (!step) return null;
		this.done.push(step);
		step.at.forEach((cell, i) => this.put(cell, step.after[i]));
		if (step.branchesAfter) this.branches = step.branchesAfter;
		return step.at;
	}

	get canUndo() {
		return this.done.length > 0;
	}

	get canRedo() {
		return this.undone.length > 0;
	}

	/** Try from here: store the board. */
	branch() {
		this.end();
		this.replace(this.marks, [...this.branches, Array.from(this.marks)]);
	}

	/**
	 * Go back to the beginning of the last branch; the branch ends.
	 * @returns {number[]} the cells that changed
	 */
	back() {
		const start = this.branches.at(-1);
		return start ? this.replace(start, this.branches.slice(0, -1)) : [];
	}

	/** Keep the board and end the last branch. */
	keepBranch() {
		if (this.branches.length) this.replace(this.marks, this.branches.slice(0, -1));
	}

	/** Cells that were changed in the last branch. @returns {number[]} */
	tried() {
		const start = this.branches.at(-1);
		const cells = [];
		if (start) {
			for (let i = 0; i < start.length; i++) if (start[i] !== this.marks[i]) cells.push(i);
		}
		return cells;
	}

	/** Whether the player has marked anything. */
	get begun() {
		return this.marks.some((mark, cell) => mark !== UNKNOWN && !this.fixed(cell));
	}

	/**
	 * Plain data for the storage: the board and the latest steps.
	 * @param {number} [budget] the most cells of steps that are kept
	 * @returns {Saved}
	 */
	save(budget = 20000) {
		/** @param {Step[]} steps @returns {SavedStep[]} */
		const pack = steps => {
			let first = steps.length;
			let room = budget;
			while (first > 0) {
				const { at, branchesBefore, branchesAfter } = steps[first - 1];
				const branches = (branchesBefore?.length ?? 0) + (branchesAfter?.length ?? 0);
				room -= at.length + branches * this.marks.length + 1;
				if (room < 0) break;
				first -= 1;
			}
			return steps.slice(first).map(packStep);
		};
		const open = this.open ? [...this.open] : [];
		const at = open.map(([cell]) => cell).filter((cell, i) => open[i][1] !== this.marks[cell]);
		const done = [...this.done];
		if (at.length) {
			const before = at.map(cell => this.open?.get(cell) ?? UNKNOWN);
			done.push({ at, before, after: at.map(cell => this.marks[cell]) });
		}
		return {
			marks: packMarks(this.marks),
			branches: this.branches.map(packMarks),
			undo: pack(done),
			redo: at.length ? [] : pack(this.undone),
		};
	}

	/**
	 * Take over saved data. Damaged data, or data of another board, are ignored.
	 * @param {unknown} data
	 * @returns {boolean} true if the board was restored
	 */
	restore(data) {
		const size = this.marks.length;
		/** @param {unknown} text @returns {Uint8Array|null} */
		const board = text => (typeof text === "string" ? unpackMarks(text, size, this.colors) : null);
		const saved = /** @type {Partial<Saved>} */ (data && typeof data === "object" ? data : {});
		const marks = board(saved.marks);
		if (!marks) return false;
		const undo = this.unpackSteps(saved.undo, board);
		const redo = this.unpackSteps(saved.redo, board);
		const branches = unpackBranches(saved.branches, board);
		for (let cell = 0; cell < size; cell++) if (!this.fixed(cell)) this.put(cell, marks[cell]);
		// Inconsistent steps would put wrong marks on the board, so all are dropped.
		const whole = undo !== null && redo !== null && branches !== null;
		this.done = whole ? undo : [];
		this.undone = whole ? redo : [];
		this.branches = whole ? branches : [];
		this.open = null;
		return true;
	}

	/**
	 * @param {unknown} steps
	 * @param {(text: unknown) => Uint8Array|null} board
	 * @returns {Step[]|null} null if they are damaged
	 */
	unpackSteps(steps, board) {
		if (!Array.isArray(steps)) return null;
		const result = [];
		for (const step of steps) {
			const numbers = step?.c;
			if (!Array.isArray(numbers) || numbers.length % 3) return null;
			/** @type {Step} */
			const unpacked = { at: [], before: [], after: [] };
			for (let i = 0; i < numbers.length; i += 3) {
				const [cell, before, after] = numbers.slice(i, i + 3);
				if (!Number.isInteger(cell) || cell < 0 || cell >= this.marks.length) return null;
				if (this.fixed(cell) || !this.isMark(before) || !this.isMark(after)) return null;
				unpacked.at.push(cell);
				unpacked.before.push(before);
				unpacked.after.push(after);
			}
			if (step.b || step.a) {
				const before = unpackBranches(step.b, board);
				const after = unpackBranches(step.a, board);
				if (!before || !after) return null;
				unpacked.branchesBefore = before;
				unpacked.branchesAfter = after;
			}
			result.push(unpacked);
		}
		return result;
	}

	/** @param {unknown} mark */
	isMark(mark) {
		if (typeof mark !== "number" || !Number.isInteger(mark)) return false;
		const color = mark > DOT ? mark - DOT : mark;
		return mark === UNKNOWN || (mark !== DOT && color >= 0 && color <= this.colors);
	}
}

/** @param {Step} step @returns {SavedStep} */
function packStep(step) {
	/** @type {number[]} */
	const numbers = [];
	step.at.forEach((cell, i) => numbers.push(cell, step.before[i], step.after[i]));
	if (!step.branchesBefore || !step.branchesAfter) return { c: numbers };
	return {
		c: numbers,
		b: step.branchesBefore.map(packMarks),
		a: step.branchesAfter.map(packMarks),
	};
}

/**
 * @param {unknown} texts
 * @param {(text: unknown) => Uint8Array|null} board
 * @returns {Branch[]|null}
 */
function unpackBranches(texts, board) {
	if (!Array.isArray(texts)) return null;
	const boards = texts.map(board);
	return boards.every(marks => marks !== null)
		? boards.map(marks => Array.from(/** @type {Uint8Array} */ (marks)))
		: null;
}
