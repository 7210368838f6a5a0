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

	async function read() {
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
			/** @type {Reading} */
			const reading = await send("read-picture?name=" + name, small, running.signal);
			if (running.signal.aborted) return;
			if (!reading.rows.length) return sorry(reading.message);
			box.close();
			ways.review(reading, reading.photo || small);
		} catch (error) {
			if (!isCancelled(error) && !running.signal.aborted) sorry(explained(error));
		}
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
	if (photo) fill(content, way("grid", "photo.read", "photo.read.help", read), drawing());
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
