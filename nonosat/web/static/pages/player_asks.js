// SPDX-License-Identifier: MIT
/**
 * The player's questions to the server: the next hint, in three levels, and whether the board is right.
 * Both answer a mistake in the same three stages: that there is one, its row, the cell.
 *
 * Any change of the board removes the answer and cancels an unanswered question.
 */
import { postOn, isCancelled } from "../api.js";
import { ApiError } from "../errors.js";
import { button, div, explained, fill, h, icon } from "../parts.js";
import { asked, writeCells } from "../puzzle.js";
import { mistakesOf, overOfHint, overRows } from "../steps.js";
import { num, t, series } from "../text.js";

/** @typedef {import("../steps.js").HintData} HintData */
/** @typedef {import("../steps.js").GivenData} GivenData */

/** @type {("where"|"what"|"why")[]} */
const LEVELS = ["where", "what", "why"];
const LIVE_DELAY = 350;

/**
 * @typedef {object} Asker The needed parts of the player.
 * @property {import("../puzzle.js").Puzzle} puzzle
 * @property {import("../board.js").Board} board
 * @property {HTMLElement} panel
 * @property {import("../game.js").Game} game
 * @property {boolean} over
 * @property {{live: boolean}} settings
 * @property {(marks: [number, number][]) => void} put puts marks on cells, as one step
 */

export class Asks {
	/** @param {Asker} player */
	constructor(player) {
		this.player = player;
		/** @type {HintData|null} */
		this.found = null;
		/** The shown level of the hint, or stage of the mistakes. */
		this.level = 0;
		/** The mistakes of the board, and the server's words. @type {[ReturnType<typeof mistakesOf>, string]|null} */
		this.mistakes = null;
		/** @type {AbortController|null} */
		this.asking = null;
		/** @type {ReturnType<typeof setTimeout>|undefined} */
		this.live = undefined;
		this.shown = false;
	}

	/** The board has changed, or the answer is not wanted any more. */
	reset() {
		this.asking?.abort();
		this.asking = null;
		this.found = this.mistakes = null;
		clearTimeout(this.live);
		const { board, panel, over, settings } = this.player;
		if (this.shown) {
			this.shown = false;
			board.setOver(null);
			board.setMarks("look", []);
			board.setMarks("wrong", []);
			if (panel.contains(document.activeElement)) board.focus();
			if (!over) panel.replaceChildren();
		}
		if (settings.live && !over) this.live = setTimeout(() => this.check(true), LIVE_DELAY);
	}

	/** The page is left. */
	stop() {
		this.asking?.abort();
		clearTimeout(this.live);
	}

	/**
	 * Asks the server about the board; shows the error if it cannot answer.
	 * @param {string} path
	 * @returns {Promise<any>} null if there is no answer
	 */
	async ask(path) {
		this.asking?.abort();
		const asking = (this.asking = new AbortController());
		const { puzzle, game } = this.player;
		const given = writeCells(game.marks.values, puzzle.width, puzzle.palette);
		try {
			const answer = await postOn(path, { puzzle: asked(puzzle), given }, asking.signal);
			return asking.signal.aborted ? null : answer;
		} catch (error) {
			if (isCancelled(error) || asking.signal.aborted) return null;
			const offline = error instanceof ApiError && error.kind === "offline";
			this.show(
				h("p", { class: "lines note" }, icon("warning"), h("span", {}, offline ? t("play.needs") : explained(error))),
				this.closeButton(),
			);
			return null;
		} finally {
			if (this.asking === asking) this.asking = null;
		}
	}

	/** Shows the next level of the hint, or a new hint. */
	async hint() {
		if (this.player.over) return;
		if (this.mistakes) return this.sayMore();
		if (this.found) {
			this.level = Math.min(this.level + 1, LEVELS.length - 1);
			this.showHint(this.found);
			return;
		}
		const found = /** @type {HintData|null} */ (await this.ask("hint"));
		if (!found) return;
		this.clear();
		if (!found.where && found.check) return this.showCheck({ ...found.check, words: found.message });
		this.found = found;
		this.level = 0;
		this.showHint(found);
	}

	/** Removes the shapes of an earlier answer. */
	clear() {
		const { board } = this.player;
		board.setOver(null);
		board.setMarks("look", []);
		board.setMarks("wrong", []);
	}

	/** @param {HintData} hint */
	showHint(hint) {
		const { board, puzzle } = this.player;
		const level = LEVELS[this.level];
		if (!hint.where) {
			const text = hint.kind === "ambiguous" ? t("play.free") : hint.message || t("play.nohint");
			this.show(h("p", { class: "lines" }, text), this.closeButton());
			return;
		}
		const { over, look, sentence } = overOfHint(hint, level, puzzle);
		board.setOver(over);
		board.setMarks("look", look);
		const more = level === "where" ? t("play.what") : level === "what" ? t("play.why") : "";
		this.show(
			h("h2", {}, t("play.hint." + level)),
			h("p", { class: "lines" }, sentence),
			hint.message && h("p", { class: "muted" }, hint.message),
			this.buttons(
				more,
				level === "why" &&
					hint.what &&
					button(t("play.dostep"), () => this.take(), { icon: "check", kind: "primary", key: "D" }),
			),
		);
		this.bring(over, look);
	}

	/** Brings the cells of an answer into view, beside the panel with its words. @param {import("../board_over.js").Over} over @param {number[]} look */
	bring(over, look) {
		const { board, puzzle } = this.player;
		const result = over.results[0];
		board.layout();
		/** @type {[number|null, number|null]} */
		let [row, col] = [null, null];
		if (look.length) [row, col] = [Math.floor(look[0] / puzzle.width), look[0] % puzzle.width];
		else if (result) ({ row, col } = result);
		else if (over.lines[0]?.axis === "R") row = over.lines[0].index;
		else if (over.lines[0]) col = over.lines[0].index;
		// with its neighbours, because the board fades at its edges
		for (const by of [-1, 1, 0]) board.show(row === null ? null : row + by, col === null ? null : col + by);
	}

	/**
	 * Asks whether the board is right so far.
	 * @param {boolean} [quiet] an automatic check: shows only mistakes
	 */
	async check(quiet = false) {
		if (this.player.over) return;
		const found = /** @type {GivenData|null} */ (await this.ask("check-grid"));
		if (!found) return;
		this.found = null;
		this.clear();
		if (quiet && found.right) {
			this.mistakes = null;
			if (this.shown) this.player.panel.replaceChildren();
			return;
		}
		this.showCheck(found, quiet);
	}

	/** @param {GivenData} found @param {boolean} [all] all stages at once */
	showCheck(found, all = false) {
		const mistakes = mistakesOf(found, this.player.puzzle);
		const words = found.words ?? "";
		this.mistakes = null;
		if (found.right || !mistakes.cells.length || all) {
			this.showMistakes(mistakes);
			const text = found.right ? t("play.right") : mistakeText(mistakes, words);
			this.show(h("p", { class: "lines" }, text), this.closeButton());
			return;
		}
		this.mistakes = [mistakes, words];
		this.level = -1;
		this.sayMore();
	}

	/** The next stage: that there is a mistake, in which rows, which cells. */
	sayMore() {
		if (!this.mistakes) return;
		const [mistakes, words] = this.mistakes;
		const level = (this.level = Math.min(this.level + 1, 2));
		const rows = [...new Set(mistakes.cells.map(cell => Math.floor(cell / this.player.puzzle.width)))];
		if (level === 1) this.player.board.setOver(overRows(rows));
		if (level === 2) this.showMistakes(mistakes);
		const names = rows.slice(0, 8).map(row => num(row + 1));
		const list = series(rows.length > names.length ? [...names, "…"] : names);
		const text = [
			t("play.mistake"),
			t("play.mistakes.in", { n: rows.length, rows: list }),
			mistakeText(mistakes, words),
		];
		const more = [t("play.whichline"), t("play.showwrong", { n: mistakes.cells.length })][level];
		this.show(h("p", { class: "lines" }, text[level]), this.buttons(more ?? ""));
		this.bring(this.player.board.over, level === 2 ? mistakes.cells : []);
	}

	/** @param {ReturnType<typeof mistakesOf>} mistakes */
	showMistakes({ cells, over }) {
		this.player.board.setMarks("wrong", cells);
		this.player.board.setOver(over);
	}

	/** Does the explained step, once all of it is shown. */
	take() {
		const { found, player } = this;
		if (!found?.what || LEVELS[this.level] !== "why") return;
		player.put(found.what.cells.map(({ cell: [row, col], value }) => [row * player.puzzle.width + col, value]));
		player.board.focus();
	}

	/** @param {string} more the label of the button for the next level, or "" @param {HTMLElement|false} [step] the button that does the step */
	buttons(more, step) {
		const next = more && button(more, () => this.hint(), { icon: "hint", kind: "primary", key: "H" });
		return div("buttons", next, step, this.closeButton());
	}

	closeButton() {
		return button(t("close"), () => this.reset());
	}

	/** @param {...(Node|string|false|undefined)} content */
	show(...content) {
		this.shown = true;
		const { panel } = this.player;
		const focused = panel.contains(document.activeElement);
		fill(panel, div("panel stack", content));
		if (focused) panel.querySelector("button")?.focus();
	}
}

/** The text about mistakes: their number, or the server's words. @param {ReturnType<typeof mistakesOf>} mistakes @param {string} words */
const mistakeText = ({ cells, over }, words) =>
	cells.length && !over.lines.length ? t("play.wrong", { n: cells.length }) : words;
