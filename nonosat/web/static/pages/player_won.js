// SPDX-License-Identifier: MIT
/** The end of a game: the picture. */
import { paint, themeColors } from "../board_paint.js";
import { button, dialog, div, h, icon, linkButton } from "../parts.js";
import { t } from "../text.js";

/** Minutes and seconds. @param {number} seconds */
export function timeText(seconds) {
	const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
	const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
	if (minutes < 60) return `${minutes}:${two(rest)}`;
	return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(rest)}`;
}

/**
 * Shows the picture of a solved puzzle, cell by cell, without lines.
 * @param {import("../puzzle.js").Puzzle} puzzle
 * @param {Uint8Array} cells
 * @param {(string|undefined)[]} lines of text, the title first
 * @param {HTMLElement|null} next the button to the next puzzle
 */
export function wonDialog({ width, height, palette }, cells, lines, next) {
	const [title] = lines;
	const label = t("play.picture", { title: title || t("untitled") });
	const canvas = h("canvas", { role: "img", "aria-label": label });
	const scale = Math.max(1, Math.floor(640 / Math.max(width, height)));
	canvas.width = width * scale;
	canvas.height = height * scale;
	const g = canvas.getContext("2d");
	const colors = themeColors();
	cells.forEach((value, i) => {
		if (!g) return;
		g.fillStyle = paint(palette, value, colors);
		g.fillRect((i % width) * scale, Math.floor(i / width) * scale, scale, scale);
	});
	const list = linkButton(t("home"), "#");
	const look = button(t("play.look"), () => box.close(), { kind: next ? "plain" : "primary" });
	const box = dialog(
		t("play.solved"),
		div("picture", canvas),
		div(
			"row",
			h("span", { class: "tick-mark" }, icon("check")),
			h("p", { class: "lines" }, lines.filter(Boolean).join("\n")),
		),
		div("buttons", list, look, next),
	);
	list.addEventListener("click", box.close);
	// The key that filled the last cell may still be held.
	box.element.addEventListener("keydown", event => event.repeat && event.preventDefault());
	box.element.classList.add("solved");
	(next ?? look).focus();
}
