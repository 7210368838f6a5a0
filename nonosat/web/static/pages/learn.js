// SPDX-License-Identifier: MIT
/** "How to play", for newcomers. Its texts are in teaching.js. */
import { div, h, linkButton } from "../parts.js";
import { link } from "../route.js";
import { CODE, PAGE } from "../teaching.js";

/** The placements of the clue 3 1 in six cells; the last row has their common cells. */
const ROWS = ["###.#.", "###..#", ".###.#", "?##???"];

/** The example, as a picture: rows of cells after their clue. */
function example() {
	const cells = (/** @type {string} */ row) =>
		[...row].map(cell => h("span", { class: { "#": "full", "?": "either" }[cell] ?? "void" }));
	return h(
		"figure",
		{},
		h(
			"div",
			{ class: "example", "aria-hidden": "true" },
			ROWS.map(row => h("div", { class: row.includes("?") ? "shared" : "" }, h("b", {}, "3 1"), cells(row))),
		),
		h("figcaption", { class: "muted" }, PAGE.example),
	);
}

/** @param {HTMLElement} main */
export function show(main) {
	const [[first, about], ...rest] = PAGE.parts;
	const text = (/** @type {(string|string[])[]} */ [title, paragraphs]) =>
		h(
			"section",
			{ class: "stack" },
			h("h2", {}, String(title)),
			/** @type {string[]} */ (paragraphs).map(words => h("p", {}, words)),
		);
	const start = () => linkButton(PAGE.start, link({ code: CODE, lesson: "1" }), { icon: "play", kind: "primary" });
	main.append(
		h(
			"article",
			{ class: "page learn" },
			h("h1", {}, PAGE.title),
			text([/** @type {string} */ (first), .../** @type {any} */ ([about])]),
			example(),
			div("row", start()),
			rest.map(part => text(/** @type {any} */ (part))),
			div("row", start(), linkButton(PAGE.list, "#", { icon: "grid" })),
		),
	);
	return { title: PAGE.title };
}
