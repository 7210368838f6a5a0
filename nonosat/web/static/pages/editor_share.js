// SPDX-License-Identifier: MIT
// Ways to send a puzzle that need no page that others can open: its file, its code, its QR code.
import { file, post } from "../api.js";
import { button, copy, dialog, div, explained, fileFault, fill, h, save, spinner, tick } from "../parts.js";
import { toJson } from "../puzzle.js";
import { t } from "../text.js";
import { TAB } from "../tab_files.js";

/** @typedef {import("../puzzle.js").Puzzle} Puzzle */

/**
 * Offers the file, the code and the QR code of a puzzle.
 * @param {Puzzle} puzzle @param {boolean} asked whether a link was asked for, which no one else could open
 */
export function shareDialog(puzzle, asked) {
	const whole = toJson(puzzle);
	const { cells, ...clues } = whole;
	let withPicture = false;
	let round = 0;
	const error = h("p", { class: "lines", role: "alert" });
	const code = div("stack");

	async function run(/** @type {() => Promise<void>} */ work) {
		fill(error);
		await work().catch(fault => fill(error, explained(fault)));
	}

	const saveFile = () =>
		run(async () => {
			const { blob, name } = await file("convert", {
				puzzle: { json: withPicture ? whole : clues },
				format: "json",
			});
			save(blob, name);
		});

	async function showCode() {
		const now = ++round;
		fill(code, spinner());
		const kind = withPicture ? "image" : "nonosat";
		const body = { puzzle: { json: withPicture ? whole : clues }, kind };
		try {
			const { codes, faults } = await post("encode", body);
			if (now !== round) return;
			const text = codes[kind];
			if (!text) return fill(code, h("p", {}, t("share.nocode", { why: fileFault(faults[kind].error) })));
			const square = div("qr", spinner());
			fill(
				code,
				div("row", h("code", { tabindex: 0, role: "group", "aria-label": t("share.code") }, text)),
				div(
					"buttons",
					button(t("share.code.copy"), () => copy(text), { icon: "copy" }),
				),
				square,
			);
			await drawn(square, body, kind).catch(fault => fill(square, explained(fault)));
		} catch (fault) {
			if (now === round) fill(code, explained(fault));
		}
	}

	dialog(
		t("share.title"),
		asked && h("p", {}, t("share.local"), " ", h("span", { class: "muted" }, t(TAB ? "share.how.tab" : "share.how"))),
		cells && tick(t("share.picture"), false, on => ((withPicture = on), showCode())),
		div("buttons", button(t("share.file"), saveFile, { icon: "download", kind: "primary" })),
		error,
		h("h3", {}, t("share.code")),
		code,
		h("p", { class: "muted" }, t("share.code.help")),
	);
	showCode();
}

/** @param {HTMLElement} place @param {object} body @param {string} kind */
async function drawn(place, body, kind) {
	const { qr } = await post("encode", { ...body, qr: true });
	if (!qr[kind]) return fill(place, h("p", { class: "muted" }, t("share.qr.long")));
	const src = "data:image/svg+xml," + encodeURIComponent(qr[kind]);
	fill(place, h("img", { src, alt: t("share.qr"), width: 220, height: 220 }));
}
