// SPDX-License-Identifier: MIT
/** "How to play", for newcomers. Its texts are in text_learn.js. */
import { div, h, linkButton } from "../parts.js";
import { link } from "../route.js";
import { CODE, PARTS } from "../teaching.js";
import { t } from "../text.js";

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
		h("figcaption", { class: "muted" }, t("learn.example")),
	);
}

/** @param {HTMLElement} main */
export function show(main) {
	const [first, ...rest] = PARTS.map(([name, paragraphs]) =>
		h(
			"section",
			{ class: "stack" },
			h("h2", {}, t("learn." + name)),
			Array.from({ length: paragraphs }, (_, at) => h("p", {}, t(`learn.${name}.${at + 1}`))),
		),
	);
	const start = () =>
		linkButton(t("learn.start"), link({ code: CODE, lesson: "1" }), { icon: "play", kind: "primary" });
	main.append(
		h(
			"article",
			{ class: "page learn" },
			h("h1", {}, t("learn.title")),
			first,
			example(),
			div("row", start()),
			rest,
			div("row", start(), linkButton(t("learn.list"), "#", { icon: "grid" })),
		),
	);
	return { title: t("learn.title") };
}
