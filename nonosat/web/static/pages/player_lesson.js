// SPDX-License-Identifier: MIT
/**
 * The lesson in the player: its steps replace hints and checks. The texts are in `text_learn.js`;
 * `lesson.js` finds the cells of a step.
 */
import { solution, stepAt } from "../lesson.js";
import { UNKNOWN } from "../line.js";
import { button, div, fill, h } from "../parts.js";
import { band, nothingOver } from "../steps.js";
import { STEPS } from "../teaching.js";
import { t } from "../text.js";

/** Has the functions of `Asks` that the player uses. */
export class Lesson {
	/** @param {import("./player.js").Player} player */
	constructor(player) {
		this.player = player;
		this.solution = solution(player.puzzle);
		this.won = t("learn.won");
	}

	/** The wrong cells of the board. */
	get wrong() {
		const { values } = this.player.game.marks;
		return [...values.keys()].filter(cell => values[cell] !== UNKNOWN && values[cell] !== this.solution[cell]);
	}

	/** The board has changed. */
	reset() {
		const { player, wrong } = this;
		const { board, panel, puzzle, over } = player;
		board.setMarks("wrong", wrong);
		if (over) return board.setOver(null);
		const at = stepAt(puzzle, player.game.marks.values).step;
		const { name, lines } = STEPS[at];
		board.setOver({ ...nothingOver(), lines: lines.map(name => band(name)) });
		const focused = panel.contains(document.activeElement);
		fill(
			panel,
			div(
				"panel stack lesson",
				h("small", {}, t("learn.step", { n: at + 1, of: STEPS.length })),
				h("h2", {}, t("learn." + name)),
				h("p", {}, t(`learn.${name}.text`)),
				h("p", {}, t(`learn.${name}.hand`)),
				wrong.length > 0 && h("p", { class: "mistake" }, this.mistake(wrong[0])),
				div(
					"buttons",
					button(t("learn.show"), () => this.hint(), { icon: "hint", kind: "primary", key: "H" }),
				),
			),
		);
		if (focused) panel.querySelector("button")?.focus();
	}

	/** @param {number} cell */
	mistake(cell) {
		const { width } = this.player.puzzle;
		return t("learn.wrong." + (this.solution[cell] ? "filled" : "empty"), {
			row: Math.floor(cell / width) + 1,
			column: (cell % width) + 1,
		});
	}

	stop() {}

	/** Does the step, and removes wrong marks. */
	async hint() {
		const { player, wrong } = this;
		const { wanted } = stepAt(player.puzzle, player.game.marks.values);
		player.put([...wrong.map(cell => /** @type {[number, number]} */ ([cell, UNKNOWN])), ...wanted]);
	}

	/** The text beside the solved board. */
	ending() {
		return div("panel stack lesson", h("h2", {}, t("learn.ending")), h("p", {}, t("learn.ending.text")));
	}

	/** Empty: mistakes are shown anyway. */
	async check() {}
}
