// SPDX-License-Identifier: MIT
// Unlimited undo and redo: the changes of a drawing, each stored as its difference.
//
// A state is a picture and other values (palette, title, author) that are replaced, never changed in
// place. If the size stays the same, a change is the exclusive or of the cells before and after, in
// runs, which works in both directions; else it is both pictures in runs. A stroke of 20 cells
// on a board of 100x100 takes about 100 bytes, a copy of the board would take 10,000.

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {{picture: Picture, beside: Readonly<Record<string, unknown>>}} State */
/** @typedef {Uint16Array} Runs  pairs: length, value */
/**
 * @typedef {object} Change
 * @property {string} name of the action, for the button's title
 * @property {Runs} [both] cells before exclusive-or cells after
 * @property {[number, number, Runs]} [before] width, height and cells
 * @property {[number, number, Runs]} [after]
 * @property {[State["beside"], State["beside"]]} [beside] before and after, if it changed
 */

const LONGEST = 65535;

/**
 * @param {Uint8Array} cells
 * @returns {Runs}
 */
export function pack(cells) {
	/** @type {number[]} */
	const runs = [];
	for (let start = 0; start < cells.length; ) {
		let end = start + 1;
		while (end < cells.length && cells[end] === cells[start] && end - start < LONGEST) end++;
		runs.push(end - start, cells[start]);
		start = end;
	}
	return Uint16Array.from(runs);
}

/**
 * @param {Runs} runs
 * @param {number} count
 * @returns {Uint8Array}
 */
export function unpack(runs, count) {
	const cells = new Uint8Array(count);
	let at = 0;
	for (let index = 0; index < runs.length; index += 2) {
		cells.fill(runs[index + 1], at, at + runs[index]);
		at += runs[index];
	}
	return cells;
}

export class History {
	/** @param {State} state */
	constructor(state) {
		this.state = state;
		/** @type {Change[]} */
		this.done = [];
		/** @type {Change[]} */
		this.undone = [];
	}

	/**
	 * Go to another state, as one change; an equal state is not a change.
	 * @param {State} next
	 * @param {string} name
	 * @returns {boolean} whether something changed
	 */
	go(next, name) {
		const change = difference(this.state, next, name);
		if (change === null) return false;
		this.done.push(change);
		this.undone = [];
		this.state = next;
		return true;
	}

	/** @returns {boolean} */
	undo() {
		return this.step(this.done, this.undone, 0);
	}

	/** @returns {boolean} */
	redo() {
		return this.step(this.undone, this.done, 1);
	}

	/**
	 * @private
	 * @param {Change[]} from
	 * @param {Change[]} to
	 * @param {0 | 1} side
	 */
	step(from, to, side) {
		const change = from.pop();
		if (!change) return false;
		to.push(change);
		let { picture, beside } = this.state;
		if (change.both) {
			const mask = unpack(change.both, picture.cells.length);
			picture = { ...picture, cells: picture.cells.map((value, index) => value ^ mask[index]) };
		}
		const whole = side === 0 ? change.before : change.after;
		if (whole) {
			const [width, height, runs] = whole;
			picture = { width, height, cells: unpack(runs, width * height) };
		}
		if (change.beside) beside = change.beside[side];
		this.state = { picture, beside };
		return true;
	}
}

/**
 * @param {State} before
 * @param {State} after
 * @param {string} name
 * @returns {Change | null}
 */
function difference(before, after, name) {
	/** @type {Change} */
	const change = { name };
	const [one, other] = [before.picture, after.picture];
	if (one.width !== other.width || one.height !== other.height) {
		change.before = [one.width, one.height, pack(one.cells)];
		change.after = [other.width, other.height, pack(other.cells)];
	} else {
		const both = one.cells.map((value, index) => value ^ other.cells[index]);
		if (both.some(Boolean)) change.both = pack(both);
	}
	if (JSON.stringify(before.beside) !== JSON.stringify(after.beside)) {
		change.beside = [before.beside, after.beside];
	}
	return change.both || change.before || change.beside ? change : null;
}
