// SPDX-License-Identifier: MIT
/**
 * "From my board": steps that begin with the cells that the player has filled in, on the pages Solve
 * and Print. From a board with a mistake anything would follow, so it is checked first.
 */
import { postOn } from "../api.js";
import { fill, h, tick } from "../parts.js";
import { Progress } from "../progress.js";
import { asked, writeCells } from "../puzzle.js";
import { named } from "../route.js";
import { t } from "../text.js";

/** The puzzle whose steps begin with the player's board, for a return from another page. */
let chosen = "";

export class OwnBoard {
	/**
	 * @param {import("../puzzle.js").Puzzle} puzzle @param {import("../route.js").Route} route
	 * @param {AbortSignal} signal @param {() => void} change the tick was set or removed
	 * @param {boolean} [on] else as chosen before
	 */
	constructor(puzzle, route, signal, change, on) {
		const name = JSON.stringify(named(route));
		this.puzzle = puzzle;
		this.signal = signal;
		/** The player's board; null if there is none, or if it is solved. */
		this.cells = new Progress().board(puzzle, route);
		this.on = (on ?? chosen === name) && this.cells !== null;
		/** @type {boolean|null|undefined} whether it is right; null: unknown, undefined: not asked yet */
		this.right = undefined;
		this.note = h("p", { role: "status" });
		const box = tick(t("own"), this.on, now => {
			this.on = now;
			chosen = now ? name : "";
			fill(this.note);
			change();
		});
		this.box = /** @type {HTMLInputElement} */ (box.querySelector("input"));
		/** Nothing if there is no board. */
		this.element = this.cells && h("div", {}, box, this.note);
	}

	/** The board to begin with, as the API takes it; null for the empty one. */
	async given() {
		if (!this.on || !this.cells) return null;
		const given = writeCells(this.cells, this.puzzle.width, this.puzzle.palette);
		if (this.right === undefined)
			this.right = (await postOn("check-grid", { puzzle: asked(this.puzzle), given }, this.signal)).right;
		if (!this.on) return null; // meanwhile
		if (this.right === null) fill(this.note, t("own.unknown"));
		if (this.right !== false) return given;
		this.on = this.box.checked = false;
		fill(this.note, t("own.wrong"));
		return null;
	}
}
