// SPDX-License-Identifier: MIT
/**
 * Steps that follow each other, the board that they begin with, and a position among them: a whole
 * walkthrough, or the steps that one cell needs.
 */
import { readCells } from "./puzzle.js";

/** @typedef {import("./steps.js").StepData} StepData */

export class Walk {
	/** @param {import("./puzzle.js").Puzzle} puzzle @param {Uint8Array} start the cells that are known before the first step */
	constructor(puzzle, start) {
		this.puzzle = puzzle;
		this.start = start;
		/** @type {StepData[]} */
		this.steps = [];
		/** The cells that each step settles, with their values. @type {[number, number][][]} */
		this.settled = [];
		/** The number of steps that are done. */
		this.at = 0;
		/** How it ended. @type {{grid?: string[], sentence?: string}|null} */
		this.end = null;
		/** Whether all steps are there. */
		this.ended = false;
	}

	/** @param {StepData} step */
	take(step) {
		this.steps.push(step);
		const { width, palette } = this.puzzle;
		/** @type {[number, number][]} */
		const settled = [];
		for (const {
			cell: [row, col],
			value,
			holds,
		} of step.cells)
			if (holds || palette.colors.length === 1) settled.push([row * width + col, holds ? value : 1 - value]);
		this.settled.push(settled);
	}

	/** @param {number} at */
	go(at) {
		this.at = Math.min(Math.max(0, at), this.steps.length);
	}

	/** The step that follows from the board; undefined at the end. */
	get step() {
		return /** @type {StepData|undefined} */ (this.steps[this.at]);
	}

	/** Whether all steps are done. */
	get done() {
		return this.ended && this.at >= this.steps.length;
	}

	/** The board at the position. */
	get cells() {
		const cells = this.start.slice();
		for (const settled of this.settled.slice(0, this.at)) for (const [index, value] of settled) cells[index] = value;
		if (this.done && this.end?.grid) cells.set(readCells(this.end.grid, this.puzzle.palette));
		return cells;
	}

	/** The number of steps of a technique. @param {string} technique */
	count(technique) {
		return this.steps.filter(step => step.technique === technique).length;
	}

	/** The next step of a technique, or the first one. @param {string} technique */
	next(technique) {
		const next = this.steps.findIndex((step, number) => number > this.at && step.technique === technique);
		return next >= 0 ? next : this.steps.findIndex(step => step.technique === technique);
	}
}
