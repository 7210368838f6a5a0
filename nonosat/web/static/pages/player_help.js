// SPDX-License-Identifier: MIT
/** The sheet that lists the keys and gestures of the player. */
import { dialog, h } from "../parts.js";
import { link } from "../route.js";
import { t, keyNames } from "../text.js";

/** Keys and the text that explains them. @type {[string, string][]} */
const SHEET = [
	["← ↑ → ↓", "move"],
	["Control ← ↑ → ↓, Home, End", "far"],
	["Space, Enter", "tool"],
	["F", "fill"],
	["X", "cross"],
	["N", "dot"],
	["Shift ← ↑ → ↓", "extend"],
	["Delete", "erase"],
	["C", "lines"],
	["1 … 9, Q", "color"],
	["M", "switch"],
	["Control Z, U", "undo"],
	["Control Y, R", "redo"],
	["T, B, K", "branch"],
	["H", "hint"],
	["D", "step"],
	["V", "check"],
	["Escape", "quiet"],
	["+, −, 0", "zoom"],
	["?", "help"],
];
const POINTERS = ["left", "right", "line", "touch", "long", "pinch"];

/** Opens the sheet. */
export function helpSheet() {
	const keys = SHEET.map(([key, what]) =>
		h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, keyNames(key))), h("td", {}, t("key." + what))),
	);
	const box = dialog(
		t("play.help"),
		h("h3", {}, t("help.keys")),
		h("table", { class: "keys" }, h("tbody", {}, keys)),
		h("h3", {}, t("help.pointers")),
		h(
			"ul",
			{},
			POINTERS.map(what => h("li", {}, t("help." + what))),
		),
		h("p", {}, h("a", { href: link({ page: "learn" }), on: { click: () => box.close() } }, t("list.learn"))),
	);
}
