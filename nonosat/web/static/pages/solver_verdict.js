// SPDX-License-Identifier: MIT
/**
 * The verdict on the page of the solver, with the difficulty, and the table of the cells that each
 * stage solved.
 */
import { askOn } from "../api.js";
import { div, fill, h, reasonText, spinner } from "../parts.js";
import { asked } from "../puzzle.js";
import { t, level } from "../text.js";

export class Verdict {
	/** @param {import("../puzzle.js").Puzzle} puzzle @param {AbortSignal} signal */
	constructor(puzzle, signal) {
		this.puzzle = puzzle;
		this.signal = signal;
		/** Whether there is an answer. */
		this.known = false;
		this.working = h("span", {}, t("solve.working"));
		this.element = div("stack", div("row", spinner(), this.working));
		this.rating = h("p", { class: "muted" });
		this.stages = h("div");
	}

	/** @param {string} why the key of a text that says why the question waits, or "" */
	wait(why) {
		fill(this.working, t(why || "solve.working"));
	}

	/** @param {any} data */
	show(data) {
		const { verdict, reason, stages } = data;
		this.known = true;
		if (verdict === "unique")
			// other puzzles have no difficulty
			askOn(
				{ puzzle: asked(this.puzzle), questions: ["rate"] },
				{ signal: this.signal, on: (_, data) => this.showRating(data) },
			).catch(() => {});
		const kind = verdict === "unique" ? "good" : verdict === "unknown" ? "" : "bad";
		fill(
			this.element,
			h("p", { class: `pill ${kind}` }, t("solve.verdict", { verdict: t("verdict." + verdict) })),
			this.rating,
			reason && h("p", {}, reasonText(reason)),
		);
		fill(this.stages, stages && this.table(stages));
	}

	/** @param {any} data */
	showRating(data) {
		this.rating.textContent = t("solve.rating", { word: level(data.difficulty_word), difficulty: data.difficulty });
	}

	/** @param {any[]} stages */
	table(stages) {
		const total = this.puzzle.width * this.puzzle.height;
		const heads = ["solve.stage", "solve.cells", "solve.time"].map(key => h("th", {}, t(key)));
		const rows = stages.map(stage =>
			h(
				"tr",
				{},
				h("td", {}, t("stage." + stage.name)),
				h("td", {}, t("solve.of", { n: stage.cells, total })),
				h("td", {}, t("solve.ms", { n: stage.seconds * 1000 })),
			),
		);
		return h(
			"details",
			{},
			h("summary", {}, t("solve.stages")),
			h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)),
		);
	}
}
