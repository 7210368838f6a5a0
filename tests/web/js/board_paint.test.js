// SPDX-License-Identifier: MIT
// The lines of a board, by what is painted on a canvas that only takes notes.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Tiles, edges, paint } from "../../../nonosat/web/static/board_paint.js";
import { blackOnWhite } from "../../../nonosat/web/static/puzzle.js";

const LOOKS = {
	usual: { rule: "#868f98", border: "#3d444b", rules: "" },
	light: { rule: "#000000", border: "#000000", filled: "#000000", empty: "#ffffff", rules: "strong" },
	dark: { rule: "#ffffff", border: "#ffffff", filled: "#ffffff", empty: "#000000", rules: "strong" },
};

/** The vertical lines of a cell: colour, opacity and width. @param {keyof typeof LOOKS} look @param {number} value @param {number} column */
function lines(look, value, column) {
	/** @type {[string, number, number][]} */
	const painted = [];
	const context = {
		fillStyle: "",
		globalAlpha: 1,
		/** @param {number} _x @param {number} _y @param {number} width @param {number} height */
		fillRect(_x, _y, width, height) {
			if (width < height) painted.push([this.fillStyle, this.globalAlpha, width]);
		},
	};
	/** @type {any} */ (globalThis).document = { createElement: () => ({ getContext: () => context }) };
	const style = { letters: false, patterns: false, crosses: false, hatch: false, crowded: false };
	new Tiles(blackOnWhite(), /** @type {any} */ (LOOKS[look]), style, 20, 1).get(value, edges(column, 15), 0, 0, -1, -1);
	return painted;
}

test("the inner lines are a soft grey", () => {
	assert.deepEqual(lines("usual", 0, 2), [["#868f98", 0.5, 1]]);
	assert.deepEqual(lines("usual", 1, 2), [["#868f98", 0.5, 1]]);
});

test("in high contrast they are black or white, against the cell", () => {
	assert.deepEqual(lines("light", 0, 2), [["#000000", 1, 1]]);
	assert.deepEqual(lines("light", 1, 2), [["#ffffff", 1, 1]]);
	assert.deepEqual(lines("dark", 0, 2), [["#ffffff", 1, 1]]);
	assert.deepEqual(lines("dark", 1, 2), [["#000000", 1, 1]]);
});

test("in high contrast each fifth line is thicker than the others, on both sides", () => {
	assert.deepEqual(lines("light", 0, 5), [["#000000", 1, 2]]);
	assert.deepEqual(
		lines("light", 0, 4).map(([, , width]) => width),
		[1, 2],
	);
});

test("empty cells of a coloured puzzle have the colour of a dark theme if its colours can be told from it", () => {
	/** @param {string} background @param {...string} all */
	const empty = (background, ...all) =>
		paint(
			{ background, colors: all.map((rgb, i) => ({ name: "", rgb, letter: "abc"[i] })) },
			0,
			/** @type {any} */ ({ empty: "#16191d" }),
		);
	assert.equal(empty("#ffffff", "#d02020", "#f0c020"), "#16191d");
	assert.equal(empty("#ffffff", "#d02020", "#101010"), "#ffffff");
	assert.equal(empty("#fff0f0", "#d02020"), "#fff0f0");
});
