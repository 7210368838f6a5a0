// SPDX-License-Identifier: MIT
// A picture can show a printed puzzle, or be the picture for a new one. The dialog asks once. While the
// server reads the numbers, Stop and Escape withdraw the question. A page without a server cannot read
// (where.js), nor can a server without the extra "photo"; then the picture is shown beside the texts to
// type from.
import { get, isCancelled, send } from "../api.js";
import { button, dialog, div, explained, fill, h, icon, spinner } from "../parts.js";
import { TO_READ, isPages, smallPhoto } from "../photo.js";
import { TAB } from "../tab_files.js";
import { t } from "../text.js";
import "../text_photo.js";
import { importPicture } from "./editor_import.js";

/** @typedef {import("../reading.js").Reading} Reading */
/**
 * @typedef {object} Ways
 * @property {(puzzle: import("../puzzle.js").Puzzle) => void} draw the picture became a drawing
 * @property {(reading: Reading | null, picture: Blob | string) => void} review a printed puzzle was read; null: to be typed
 */

/** @param {File} file @param {Ways} ways @param {boolean} printed it is known to show a printed puzzle */
export async function ask(file, ways, printed) {
	const pages = isPages(file);
	const shown = URL.createObjectURL(file);
	const running = new AbortController();
	const picture = h("img", {
		class: "asked",
		src: shown,
		alt: t("photo.shown"),
		on: { error: () => picture.remove() },
	});
	const content = div("stack");
	const box = dialog(t(printed || pages ? "photo.read" : "photo.ask"), pages ? null : picture, content);
	box.closed.then(() => (running.abort(), URL.revokeObjectURL(shown)));

	const type = () => {
		box.close();
		ways.review(null, file);
	};
	const draw = () => {
		box.close();
		importPicture(file, ways.draw);
	};
	const typing = () => way("keyboard", "photo.type", "photo.type.help", type);
	const drawing = () => way("image", "photo.draw", "photo.draw.help", draw);

	/** Reads the puzzle, or one of several by its number. @param {number} [number] */
	async function read(number) {
		fill(
			content,
			h("div", { class: "row", role: "status" }, spinner(), h("span", {}, t("photo.reading"))),
			div(
				"buttons",
				button(t("photo.stop"), () => box.close()),
			),
		);
		content.querySelector("button")?.focus();
		try {
			const small = pages ? file : await smallPhoto(file, TO_READ);
			const name = encodeURIComponent(file.name.slice(0, 200));
			const one = number === undefined ? "" : `&puzzle=${number}`;
			/** @type {Reading} */
			const reading = await send(`read-picture?name=${name}${one}`, small, running.signal);
			if (running.signal.aborted) return;
			if (!reading.rows.length) return sorry(reading.message);
			const { count = 1 } = reading;
			if (number === undefined && count > 1) return choose(reading, count, small);
			review(reading, small);
		} catch (error) {
			if (!isCancelled(error) && !running.signal.aborted) sorry(explained(error));
		}
	}
	/** @param {Reading} reading @param {Blob} picture */
	function review(reading, picture) {
		box.close();
		ways.review(reading, reading.photo || picture);
	}
	/** Asks which puzzle of the page is meant. @param {Reading} first one that was read @param {number} count @param {Blob} picture */
	function choose(first, count, picture) {
		const numbers = Array.from({ length: count }, (_, at) => at + 1);
		fill(
			content,
			h("p", { class: "lines" }, t("photo.several", { n: count })),
			div(
				"buttons",
				...numbers.map(n =>
					button(t("photo.several.one", { n }), () => (n === first.number ? review(first, picture) : read(n))),
				),
			),
		);
		content.querySelector("button")?.focus();
	}
	/** Shows why nothing was read, and the alternatives. @param {string} why */
	function sorry(why) {
		fill(content, h("p", { class: "lines", role: "alert" }, why), pages ? null : [typing(), drawing()]);
		content.querySelector("button")?.focus();
	}
	fill(content, h("div", { class: "row", role: "status" }, spinner()));
	const { photo } = await get("status", running.signal).catch(() => ({ photo: true })); // reading then reports the error
	if (running.signal.aborted) return;
	if (photo && (printed || pages)) return read();
	const why = t(TAB ? "photo.tab" : "photo.missing");
	if (photo)
		fill(
			content,
			way("grid", "photo.read", "photo.read.help", () => read()),
			drawing(),
		);
	else if (pages) fill(content, h("p", { role: "alert" }, why));
	else fill(content, h("p", {}, why, " ", t("photo.beside")), typing(), !printed && drawing());
	content.querySelector("button")?.focus();
}

/** A large button with a sentence. @param {string} sign @param {string} label @param {string} help @param {() => unknown} run */
const way = (sign, label, help, run) =>
	h(
		"button",
		{ type: "button", class: "button way", on: { click: run } },
		icon(sign),
		h("span", {}, h("b", {}, t(label)), h("small", {}, t(help))),
	);
