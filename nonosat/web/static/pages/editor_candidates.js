// SPDX-License-Identifier: MIT
// Versions of a photo with one solution, each with its difficulty. The server looks for them while the
// user goes on adjusting: a change ends the search, and once the picture rests a new one begins. The
// earlier versions stay until the first new one is there, and are marked as such.
import { isCancelled, sendForParts } from "../api.js";
import { div, explained, fill, h, reasonText, spinner } from "../parts.js";
import { fromJson } from "../puzzle.js";
import { num, t, level } from "../text.js";
import "../text_photo.js";
import { thumbnail } from "./editor_parts.js";

/** @typedef {import("../puzzle.js").Puzzle} Puzzle */

const COUNT = 3;
/** The seconds of a search; a public server allows 20. */
const SECONDS = 20;
/** Milliseconds that the picture must rest: to end a search can cost a browser's worker. */
const REST = 700;
const SIDE = 132;

export class Candidates {
	/** @param {(puzzle: Puzzle) => void} use */
	constructor(use) {
		this.use = use;
		/** @type {AbortController | null} */
		this.running = null;
		this.timer = 0;
		/** @type {Puzzle | undefined} */
		this.seen = undefined;
		this.status = h("p", { class: "note", role: "status" });
		this.note = h("p", { class: "muted", hidden: true }, t("edit.import.like.dark"));
		this.list = h("ol", { class: "candidates" });
		this.element = h(
			"section",
			{ class: "stack like", "aria-label": t("edit.import.like") },
			h("h3", {}, t("edit.import.like")),
			this.status,
			this.list,
			this.note,
		);
		this.wait();
	}

	/** Ends the search. */
	stop() {
		clearTimeout(this.timer);
		this.running?.abort();
	}

	/** Ends the search; there is no picture to look for. */
	none() {
		this.stop();
		this.clear();
		fill(this.status);
	}

	/** Ends the search; another one comes. */
	wait() {
		this.stop();
		const old = this.list.querySelector("button");
		this.list.classList.toggle("old", !!old);
		fill(this.status, spinner(), h("span", {}, t(old ? "edit.import.like.again" : "edit.import.like.searching")));
		if (!old)
			fill(
				this.list,
				Array.from({ length: COUNT }, () => h("li", { class: "empty" })),
			);
	}

	/**
	 * Begins a search soon.
	 * @param {string} query @param {() => Promise<Blob>} photo @param {Puzzle} seen the picture
	 * @param {boolean} dark they show dark areas, unlike the picture
	 */
	start(query, photo, seen, dark) {
		this.stop();
		this.seen = seen;
		this.note.hidden = !dark;
		this.timer = window.setTimeout(() => this.search(query, photo), REST);
	}

	/** @param {string} query @param {() => Promise<Blob>} photo */
	async search(query, photo) {
		const { signal } = (this.running = new AbortController());
		let found = 0;
		const on = (/** @type {string} */ event, /** @type {any} */ data) => {
			if (event === "progress" && !this.list.classList.contains("old"))
				fill(this.status, spinner(), h("span", {}, t("edit.import.like.tried", { n: data.fitted })));
			if (event !== "puzzle") return;
			if (!found++) this.clear();
			this.add(data);
		};
		const waits = (/** @type {string} */ why) =>
			fill(this.status, spinner(), h("span", {}, t(why || "edit.import.like.searching")));
		try {
			const path = `like-image?${query}&count=${COUNT}&time_limit=${SECONDS}`;
			const end = await sendForParts(path, await photo(), { signal, on, waits });
			if (!found) this.clear();
			const text = found === COUNT ? "found" : found ? "few" : "none";
			fill(
				this.status,
				h(
					"span",
					{},
					end.reason && `${reasonText(end.reason)} `,
					t("edit.import.like." + text, { n: found, of: COUNT }),
				),
			);
		} catch (error) {
			if (isCancelled(error) || signal.aborted) return;
			this.clear();
			fill(this.status, h("span", { class: "lines" }, explained(error)));
		}
	}

	clear() {
		this.list.classList.remove("old");
		fill(this.list);
	}

	/** Adds a version; those nearest to the picture that is seen come first. @param {any} data of an event */
	add(data) {
		const puzzle = fromJson(data.puzzle, data);
		const { width, height, palette } = puzzle;
		const cells = puzzle.goal ?? new Uint8Array(width * height);
		const { difficulty, difficulty_word: word } = data.rating;
		const rating =
			difficulty === null
				? t("edit.import.like.unrated")
				: t("edit.import.like.rating", { word: level(word), difficulty: num(Math.round(10 * difficulty) / 10) });
		const n = cells.reduce((sum, cell, at) => sum + Number(cell !== this.seen?.goal?.[at]), 0);
		const changed = n ? t("edit.import.like.changed", { n }) : t("edit.import.like.same");
		const use = t("edit.import.like.use");
		const card = h(
			"li",
			{ data: { changed: n } },
			h(
				"button",
				{
					type: "button",
					class: "button candidate",
					"aria-label": t("edit.import.like.named", { rating, changed }),
					title: use,
					on: { click: () => this.use(puzzle) },
				},
				thumbnail({ width, height, cells }, palette, SIDE),
				div("candidate-words", h("b", {}, rating), h("small", {}, changed)),
			),
		);
		const later = [...this.list.children].find(one => Number(/** @type {HTMLElement} */ (one).dataset.changed) > n);
		this.list.insertBefore(card, later ?? null);
	}
}
