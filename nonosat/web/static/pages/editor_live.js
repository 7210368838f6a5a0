// SPDX-License-Identifier: MIT
// What the server finds out about a drawing or about typed clues: verdict, number of solutions, exact
// ambiguous cells, rating; on request another solution and repairs, and corrections of clues.
//
// Every edit withdraws the question before it. Old answers stay to be seen until the first new one
// arrives, so that nothing flickers, but they are marked as old.
import { ask, withdrawn } from "../api.js";
import { button, explained, fill, h, icon, reasonText, spinner, tick } from "../parts.js";
import { writeLine } from "../clue_text.js";
import { readCells } from "../puzzle.js";
import { hasText, num, t } from "../text.js";
import { pair } from "./editor_parts.js";

/** @typedef {import("../puzzle.js").Palette} Palette */
/** @typedef {import("../drawing.js").Picture} Picture */
/**
 * @typedef {object} Asked what the questions are about
 * @property {object} puzzle as the API takes it
 * @property {Palette} palette
 * @property {number} width
 * @property {number} height
 * @property {Picture | null} picture the drawing, null for typed clues
 */
/**
 * @typedef {object} Hooks
 * @property {(cells: number[]) => void} ambiguous
 * @property {(code: string) => void} code of typed clues
 * @property {(picture: Picture | null) => void} look shows another picture on the board, null: its own
 * @property {(picture: Picture) => void} accept
 * @property {(line: string, clue: string) => void} mend replaces the clue of a line, such as R2
 */

const SECONDS = { first: 12, count: 8, one: 30 };

export class Live {
	/** @param {Hooks} hooks */
	constructor(hooks) {
		this.hooks = hooks;
		/** @type {Asked | null} */
		this.asked = null;
		/** @type {AbortController | null} the questions about every drawing */
		this.running = null;
		/** @type {AbortController | null} a question that somebody asked by a button */
		this.extra = null;
		/** @type {Record<string, any>} */
		this.found = {};
		this.headline = h("p", { class: "verdict", role: "status" });
		this.facts = h("ul", { class: "facts" });
		this.actions = h("div", { class: "buttons" });
		this.more = h("div", { class: "stack" });
		this.element = h("section", { class: "live", "aria-label": t("edit.live") },
			this.headline, this.facts, this.actions, this.more);
	}

	stop() {
		this.running?.abort();
		this.extra?.abort();
	}

	/**
	 * There is no verdict to ask for: says why. Of clues that cannot be right the mistake can be found.
	 * @param {string} text
	 * @param {Asked | null} [unsound]
	 */
	idle(text, unsound = null) {
		this.stop();
		this.asked = unsound;
		this.found = {};
		this.hooks.ambiguous([]);
		this.draw("idle", text);
		fill(this.more);
	}

	/**
	 * Asks about a drawing or clues anew.
	 * @param {Asked} asked
	 */
	start(asked) {
		this.stop();
		this.asked = asked;
		this.element.dataset.state = "asking";
		this.hooks.look(null);
		fill(this.more);
		const { signal } = (this.running = new AbortController());
		const slow = setTimeout(() => this.draw("asking"), 150);
		let fresh = false;
		/** @type {Promise<unknown>} */
		let counted = Promise.resolve();
		const hear = (/** @type {string} */ event, /** @type {any} */ data) => {
			if (!fresh) this.found = {};
			fresh = true;
			this.found[event] = data;
			if (event === "code") this.hooks.code(data.code);
			performance.mark("answer." + event); // for measuring how long answers take
			const many = data.verdict === "multiple";
			if (event === "verdict" && !many) this.hooks.ambiguous([]);
			// To count can take long: beside the other questions.
			if (event === "verdict" && many) counted = this.run(["count"], signal, hear, {}, SECONDS.count).catch(() => {});
			if (event === "ambiguous")
				this.hooks.ambiguous((data.ambiguous ?? []).map((/** @type {number[]} */ [row, column]) => row * asked.width + column));
			this.draw("asking");
		};
		this.run([...(asked.picture ? [] : ["code"]), "verdict", "ambiguous", "rating"], signal, hear)
			.then((reason) => counted.then(() => signal.aborted || this.draw("done", "", reason)))
			.catch((error) => {
				if (signal.aborted || withdrawn(error)) return;
				this.found = {};
				this.hooks.ambiguous([]);
				this.draw("sorry", explained(error));
			})
			.finally(() => clearTimeout(slow));
	}

	/**
	 * Asks questions.
	 * @param {string[]} questions
	 * @param {AbortSignal} signal
	 * @param {(event: string, data: any) => void} on
	 * @param {object} [options]
	 * @param {number} [seconds]
	 */
	run(questions, signal, on, options = {}, seconds = SECONDS.first) {
		const { puzzle } = /** @type {Asked} */ (this.asked);
		return ask({ puzzle, questions, options, time_limit: seconds }, { signal, on });
	}

	/**
	 * Asks one question, and shows why there is no answer.
	 * @param {string} question
	 * @param {(data: any) => void} on
	 * @param {object} [options]
	 * @param {(bound: number) => void} [progress]
	 */
	async one(question, on, options, progress) {
		this.extra?.abort();
		const { signal } = (this.extra = new AbortController());
		try {
			await this.run([question], signal, (event, data) => {
				if (event === question) on(data);
				else if (data.bound > 1) progress?.(data.bound);
			}, options, SECONDS.one);
		} catch (error) {
			if (!withdrawn(error)) fill(this.more, h("p", { class: "lines", role: "status" }, explained(error)));
		}
	}

	/**
	 * Draws what is known.
	 * @param {"idle" | "asking" | "done" | "sorry"} state
	 * @param {string} [text]
	 * @param {string | null} [reason] why the answers are not complete
	 */
	draw(state, text = "", reason = null) {
		const { verdict, count, ambiguous, rating } = this.found;
		this.element.dataset.state = state;
		this.element.dataset.verdict = verdict?.verdict ?? "";
		const known = verdict && verdict.verdict !== "unknown";
		fill(this.headline,
			state === "asking" && !known ? spinner()
				: icon(verdict?.verdict === "unique" ? "check" : state === "idle" ? "info" : "warning"),
			h("span", {}, text || (verdict ? t("edit.verdict." + verdict.verdict) : t("edit.asking"))));
		const asking = state === "asking";
		fill(this.facts,
			verdict?.verdict === "multiple" && fact("count",
				count ? t(count.exact ? "edit.count" : "edit.count.least", { count: big(count.count) }) : null, asking),
			verdict?.verdict === "multiple" && fact("ambiguous",
				ambiguous?.ambiguous ? t("edit.ambiguous", { n: ambiguous.ambiguous.length }) : null, asking),
			known && verdict.verdict !== "none" && fact("rating", rating ? ratingText(rating) : null, asking),
			reason && hasText("reason." + reason) && h("li", { class: "quiet" }, reasonText(reason)));
		const drawing = this.asked?.picture;
		const many = verdict?.verdict === "multiple";
		fill(this.actions,
			many && drawing && button(t("edit.other"), () => this.other(), { icon: "search" }),
			many && drawing && button(t("edit.repair"), () => this.repair(), { icon: "wand", kind: "primary" }),
			!drawing && this.asked && (verdict?.verdict === "none" || state === "idle") &&
				button(t("edit.mend"), () => this.mend(), { icon: "wand", kind: "primary" }),
			!drawing && verdict?.verdict === "unique" && button(t("edit.draw.solution"), () => this.solution(), { icon: "pen" }));
	}

	/** Shows another solution beside the drawing. */
	other() {
		fill(this.more, spinner());
		this.one("other_solution", (data) => {
			const { palette, width, height, picture } = /** @type {Asked & {picture: Picture}} */ (this.asked);
			if (!data.solution) return fill(this.more, h("p", {}, t("edit.other.none")));
			const other = { width, height, cells: readCells(data.solution, palette) };
			const shown = button(t("edit.other.show"), () => {
				const on = shown.getAttribute("aria-pressed") !== "true";
				shown.setAttribute("aria-pressed", String(on));
				this.hooks.look(on ? other : null);
			}, { pressed: false });
			fill(this.more, h("p", {}, t("edit.other.is")), pair(picture, other, palette), h("div", { class: "buttons" },
				shown, button(t("edit.other.take"), () => this.hooks.accept(other))));
		});
	}

	/** Offers the least repairs. @param {boolean} [lines] they can be solved line by line as well */
	repair(lines = false) {
		const list = h("ol", { class: "repairs" });
		const status = h("p", { role: "status" }, spinner(), " ", t("edit.repair.searching"));
		fill(this.more, status, list, tick(t("edit.repair.lines"), lines, (on) => this.repair(on)));
		const { palette, width, height, picture } = /** @type {Asked & {picture: Picture}} */ (this.asked);
		this.one("repair", (data) => {
			const n = data.changes ?? data.bound;
			const known = data.pictures.length ? (data.least ? "least" : "found") : data.impossible ? "impossible" : "bound";
			fill(status, t("edit.repair." + known, { n }));
			fill(list, data.pictures.map((/** @type {any} */ one) => {
				const fixed = { width, height, cells: readCells(one.rows, palette) };
				const [show, hide] = [() => this.hooks.look(fixed), () => this.hooks.look(null)];
				return h("li", { on: { pointerenter: show, pointerleave: hide, focusin: show, focusout: hide } },
					pair(picture, fixed, palette),
					button(t("edit.repair.accept", { n: one.changed.length }), () => this.hooks.accept(fixed)));
			}));
		}, lines ? { max_technique: "line" } : {}, (n) => fill(status, spinner(), " ", t("edit.repair.atleast", { n })));
	}

	/** Draws the solution of typed clues. */
	solution() {
		const { palette, width, height } = /** @type {Asked} */ (this.asked);
		this.hooks.accept({ width, height, cells: readCells(this.found.verdict.solutions[0], palette) });
	}

	/** Offers corrections of typed clues. */
	mend() {
		const list = h("ol", { class: "stack" });
		const status = h("p", { role: "status" }, spinner());
		fill(this.more, status, list);
		const { palette } = /** @type {Asked} */ (this.asked);
		const letters = palette.colors.map(({ letter }) => letter).join("");
		this.one("mend", (data) => {
			const suspects = data.suspects.map((/** @type {any} */ one) => one.line).join(", ");
			const found = data.corrections.length ? "found" : suspects ? "suspects" : data.complete ? "none" : "unknown";
			fill(status, t("edit.mend." + found, { lines: suspects }));
			fill(list, data.corrections.map((/** @type {any} */ one) => {
				const [before, after] = [one.before, one.after].map((clue) => writeLine(clue, letters));
				const values = { line: one.line, before, after, verdict: t("verdict." + one.verdict) };
				return h("li", {}, button(t("edit.mend.one", values), () => this.hooks.mend(one.line, after)));
			}));
		});
	}
}

/** @param {string} name @param {string | null} text @param {boolean} asking */
const fact = (name, text, asking) =>
	(text || asking) && h("li", { data: { fact: name } }, text ?? spinner());

/** A count, which may be a long text of digits. @param {string | number} count */
const big = (count) => (String(count).length > 15 ? String(count) : num(Number(count)));

/** @param {any} rating */
function ratingText(rating) {
	const { effort, word, technique } = rating;
	if (effort === null) return null;
	const key = "technique." + technique;
	return t(technique ? "edit.rating" : "edit.rating.short",
		{ effort: num(Math.round(10 * effort) / 10), word, technique: hasText(key) ? t(key) : technique });
}
