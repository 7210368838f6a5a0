// SPDX-License-Identifier: MIT
// The panel with the server's answers about a drawing or typed clues: verdict, number of solutions,
// ambiguous cells and rating; on request another solution, repairs, or corrections of clues.
//
// Quick answers are shown at once; the others are "unknown so far", and asked again (askOn). Every edit
// cancels the earlier questions. To avoid flicker, old answers stay visible, marked as old, until the
// first new answer arrives.
import { ask, askOn, isCancelled } from "../api.js";
import { button, div, explained, fill, h, icon, reasonText, spinner } from "../parts.js";
import { readCells } from "../puzzle.js";
import { script } from "../scripts.js";
import { level, num, solutions, t } from "../text.js";

/** @typedef {import("../puzzle.js").Palette} Palette */
/** @typedef {import("../picture.js").Picture} Picture */
/**
 * @typedef {object} Asked the subject of the questions
 * @property {object} puzzle as the API takes it
 * @property {Palette} palette
 * @property {number} width
 * @property {number} height
 * @property {Picture | null} picture the drawing, null for typed clues
 * @property {number[]} printed the places of the printed cells
 */
/**
 * @typedef {object} Hooks
 * @property {(cells: number[]) => void} ambiguous
 * @property {(code: string) => void} code of typed clues
 * @property {(picture: Picture | null, places?: number[]) => void} look shows another picture on the
 *     board, or some cells of it; null: its own
 * @property {(picture: Picture, printed: number[], name?: string) => void} accept draws a picture with
 *     these printed cells; `name`: of the change
 * @property {(changes: [string, string[], number?][]) => void} correct replaces the clue of a line, such
 *     as R2, or so many lines, by these clues
 */

const SECONDS = { first: 12, more: 8, one: 30 };

export class Live {
	/** @param {Hooks} hooks */
	constructor(hooks) {
		this.hooks = hooks;
		/** @type {Asked | null} */
		this.asked = null;
		/** @type {AbortController | null} the questions about every drawing */
		this.running = null;
		/** @type {AbortController | null} a question that the user asked by a button */
		this.extra = null;
		/** @type {Record<string, any>} */
		this.found = {};
		/** @type {Asked | null} the subject of `found`: the earlier one until the first new answer */
		this.about = null;
		this.shown = "";
		this.waits = ""; // the key of a text that says why
		this.headline = h("p", { class: "verdict", role: "status" });
		this.facts = h("ul", { class: "facts" });
		this.actions = div("buttons");
		this.more = div("stack");
		this.element = h(
			"section",
			{ class: "live", "aria-label": t("edit.live") },
			this.headline,
			this.facts,
			this.actions,
			this.more,
		);
	}

	stop() {
		this.rest();
		this.extra?.abort();
	}

	/** Cancels the questions about every drawing, but not one that the user asked by a button. */
	rest() {
		this.running?.abort();
	}

	/** Repeats the questions that `rest` or `stop` cancelled. */
	resume() {
		if (this.asked && this.running?.signal.aborted && this.element.dataset.state === "asking") this.start(this.asked);
	}

	/**
	 * Shows why there is no verdict. In contradictory clues the mistake can be found.
	 * @param {string} text
	 * @param {Asked | null} [unsound]
	 */
	idle(text, unsound = null) {
		this.stop();
		this.asked = unsound;
		this.found = {};
		this.hooks.look(null);
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
		this.waits = "";
		this.hooks.look(null);
		fill(this.more);
		const { signal } = (this.running = new AbortController());
		const slow = setTimeout(() => this.draw("asking"), 150);
		let fresh = false;
		/** @type {Promise<unknown>} */
		let more = Promise.resolve();
		const hear = (/** @type {string} */ event, /** @type {any} */ data) => {
			if (!fresh) this.found = {};
			fresh = true;
			this.about = asked;
			this.found[event] = data;
			if (event === "code") this.hooks.code(data.code);
			performance.mark("answer." + event); // to measure the time of answers
			const many = data.verdict === "multiple";
			if (event === "check" && !many) this.hooks.ambiguous([]);
			// A long question, beside the others. Only a puzzle with one solution has a rating.
			const next = event === "check" && { multiple: "count", unique: "rate" }[/** @type {string} */ (data.verdict)];
			if (next) more = this.run([next], signal, hear, {}, SECONDS.more).catch(() => {});
			if (event === "ambiguous")
				this.hooks.ambiguous(
					(data.ambiguous ?? []).map((/** @type {number[]} */ [row, column]) => row * asked.width + column),
				);
			this.draw("asking");
		};
		this.run([...(asked.picture ? [] : ["code"]), "check", "ambiguous"], signal, hear)
			.then(reason => more.then(() => signal.aborted || this.draw("done", "", reason)))
			.catch(error => {
				if (signal.aborted || isCancelled(error)) return;
				this.found = {};
				this.hooks.ambiguous([]);
				this.draw("sorry", explained(error));
			})
			.finally(() => clearTimeout(slow));
	}

	/**
	 * Asks questions: at first as quick ones, unless `asks` is `ask`.
	 * @param {string[]} questions
	 * @param {AbortSignal} signal
	 * @param {(event: string, data: any) => void} on
	 * @param {object} [options]
	 * @param {number} [seconds]
	 * @param {typeof askOn} [asks]
	 */
	run(questions, signal, on, options = {}, seconds = SECONDS.first, asks = askOn) {
		const { puzzle } = /** @type {Asked} */ (this.asked);
		const waits = (/** @type {string} */ why) => {
			this.waits = why;
			if (this.element.dataset.state === "asking") this.draw("asking");
		};
		return asks({ puzzle, questions, options, time_limit: seconds }, { signal, on, waits }).finally(
			() => signal.aborted || (this.waits = ""),
		);
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
		// On a telephone it is below the edge.
		const seen = () => innerWidth < 900 && this.more.scrollIntoView({ block: "nearest" });
		seen();
		try {
			await this.run(
				[question],
				signal,
				(event, data) => {
					if (event === question) {
						on(data);
						seen();
					} else if (data.bound > 1) progress?.(data.bound);
				},
				options,
				SECONDS.one,
				question === "other-solution" ? askOn : ask,
			);
		} catch (error) {
			if (isCancelled(error)) return;
			fill(this.more, h("p", { class: "lines", role: "status" }, explained(error)));
			seen();
		}
	}

	/**
	 * Shows the answers.
	 * @param {"idle" | "asking" | "done" | "sorry"} state
	 * @param {string} [text]
	 * @param {string | null} [reason] why the answers are not complete
	 */
	draw(state, text = "", reason = null) {
		const { check: verdict, count, ambiguous, rate: rating } = this.found;
		this.element.dataset.state = state;
		this.element.dataset.verdict = verdict?.verdict ?? "";
		const known = verdict && verdict.verdict !== "unknown";
		fill(
			this.headline,
			state === "asking" && !known
				? spinner()
				: icon(verdict?.verdict === "unique" ? "check" : state === "idle" ? "info" : "warning"),
			h(
				"span",
				{},
				text ||
					(verdict
						? t("edit.verdict." + (verdict.reason === "sofar" ? "sofar" : verdict.verdict))
						: t(this.waits || "edit.asking")),
			),
		);
		const asking = state === "asking";
		const drawing = this.asked?.picture ? this.asked : null;
		fill(
			this.facts,
			verdict?.verdict === "multiple" && fact("count", count ? solutions(count) : null, asking),
			verdict?.verdict === "multiple" &&
				fact("ambiguous", ambiguous?.ambiguous ? t("edit.ambiguous", { n: ambiguous.ambiguous.length }) : null, asking),
			verdict?.verdict === "unique" && fact("rating", rating ? ratingText(rating) : null, asking),
			verdict?.verdict === "multiple" && fact("rating", t("edit.rating.none"), asking),
			verdict?.verdict === "multiple" && !drawing && fact("draw", t("edit.draw.some.why"), false),
			drawing && drawing.printed.length > 0 && fact("printed", t("edit.printed", { n: drawing.printed.length }), false),
			reason && h("li", { class: "quiet" }, reasonText(reason)),
		);
		const subject = /** @type {any} */ (this.asked?.puzzle)?.json;
		const many = verdict?.verdict === "multiple";
		// The picture of typed clues has all its clues.
		const whole = drawing || ![...(subject?.rows ?? []), ...(subject?.columns ?? [])].includes(null);
		const solved = !drawing && this.solutions().length > 0;
		const shown = JSON.stringify([
			verdict?.verdict,
			!!drawing,
			!!whole,
			!!this.asked,
			state === "idle",
			solved,
			drawing?.printed,
		]);
		if (shown === this.shown) return; // a button may show that it waits
		this.shown = shown;
		const propose = (/** @type {"other" | "repair" | "reveal" | "correct"} */ name) => async () => {
			const proposals = await script(() => import("./editor_proposals.js"));
			return this.asked && proposals[name](this);
		};
		fill(
			this.actions,
			many && drawing && button(t("edit.other"), propose("other"), { icon: "search" }),
			many && drawing && button(t("edit.repair"), propose("repair"), { icon: "wand", kind: "primary" }),
			solved &&
				button(t(many ? "edit.draw.some" : "edit.draw.solution"), () => this.solution(), {
					icon: "pen",
					kind: many ? "primary" : undefined,
				}),
			many && whole && button(t("edit.reveal"), propose("reveal"), { icon: "eye" }),
			drawing &&
				drawing.printed.length > 0 &&
				button(t("edit.printed.not"), () =>
					this.hooks.accept(/** @type {Picture} */ (drawing.picture), [], "printed.not"),
				),
			!drawing &&
				this.asked &&
				(verdict?.verdict === "none" || state === "idle") &&
				button(t("edit.correct"), propose("correct"), { icon: "wand", kind: "primary" }),
		);
	}

	/** The solutions that are known: one of unique clues, two if there are several. @returns {string[][]} */
	solutions() {
		return (this.about === this.asked && this.found.check?.solutions) || [];
	}

	/** Draws the solution of typed clues, or one of several. */
	solution() {
		const { palette, width, height, printed } = /** @type {Asked} */ (this.about);
		const name = this.solutions().length > 1 ? "draw.some" : "draw.solution";
		this.hooks.accept({ width, height, cells: readCells(this.solutions()[0], palette) }, printed, name);
	}
}

/** @param {string} name @param {string | null} text @param {boolean} asking */
const fact = (name, text, asking) => (text || asking) && h("li", { data: { fact: name } }, text ?? spinner());

/** @param {any} rating */
function ratingText(rating) {
	const { difficulty, difficulty_word: word, technique } = rating;
	if (difficulty === null) return null;
	return t(technique ? "edit.rating" : "edit.rating.short", {
		difficulty: num(Math.round(10 * difficulty) / 10),
		word: level(word),
		technique: technique && t("technique." + technique),
	});
}
