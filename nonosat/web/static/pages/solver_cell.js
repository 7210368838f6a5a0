// SPDX-License-Identifier: MIT
/**
 * Why has this cell its value? The answer is the list of the steps that the cell needs, which the
 * solver plays as it plays all steps. Another cell, or the way back, cancels the question.
 */
import { isCancelled, postOn } from "../api.js";
import { valueName } from "../board_grid.js";
import { announce, button, div, explained, fill, h, spinner } from "../parts.js";
import { asked, readCells } from "../puzzle.js";
import { t, sentence as wholeSentence } from "../text.js";
import { Walk } from "../walk.js";

const WAIT = 150;

export class CellQuestion {
	/**
	 * @param {import("../puzzle.js").Puzzle} puzzle
	 * @param {(walk: Walk|null) => void} show shows the steps; null while they are sought
	 * @param {() => void} back shows all steps again
	 * @param {(cell: string) => HTMLElement} print a button that prints the steps of a cell, "R3C5"
	 */
	constructor(puzzle, show, back, print) {
		this.puzzle = puzzle;
		this.show = show;
		this.back = back;
		this.print = print;
		/** @type {AbortController|null} */
		this.asking = null;
		this.element = div("panel stack cell");
		this.element.hidden = true;
	}

	/** Asks about a cell. @param {number} row @param {number} col @param {string[]|null} given the known cells @param {boolean} own whether the player has filled it in */
	async ask(row, col, given, own) {
		this.stop();
		const { signal } = (this.asking = new AbortController());
		const place = { row: row + 1, column: col + 1 };
		const { palette } = this.puzzle;
		const name = t("solve.cell", place);
		const wait = setTimeout(() => {
			this.say(name, spinner(), " ", t("solve.cell.asking"));
			this.show(null);
		}, WAIT);
		try {
			const found = await postOn("explain", { puzzle: asked(this.puzzle), cell: [row, col], given }, signal);
			if (signal.aborted) return;
			const known = found.value !== null;
			const value = known ? valueName(found.value, palette.colors) : "";
			const sentence = own ? t("solve.cell.own", { ...place, value }) : wholeSentence(found.sentence);
			const title = known ? t("solve.why", { ...place, value }) : name;
			this.say(title, !known && sentence);
			if (found.steps.length)
				this.element.querySelector(".buttons")?.append(this.print(`R${place.row}C${place.column}`));
			const walk = new Walk(this.puzzle, readCells(found.start, palette));
			for (const step of found.steps) walk.take(step);
			walk.end = { sentence };
			walk.ended = true;
			this.show(walk);
			announce(known ? title : sentence);
		} catch (error) {
			if (isCancelled(error) || signal.aborted) return;
			this.say(name, explained(error));
			this.show(null);
			announce(explained(error));
		} finally {
			clearTimeout(wait);
		}
	}

	/** @param {string} title @param {...(Node|string|false)} text */
	say(title, ...text) {
		const focused = this.element.contains(document.activeElement);
		const back = button(t("solve.all"), () => this.back(), { icon: "back" });
		fill(this.element, h("h2", {}, title), text[0] && h("p", { class: "lines" }, text), div("buttons", back));
		this.element.hidden = false;
		if (focused) back.focus();
	}

	/** Cancels the question. */
	stop() {
		this.asking?.abort();
		this.asking = null;
	}
}
