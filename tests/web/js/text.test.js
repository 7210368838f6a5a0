// SPDX-License-Identifier: MIT
// The page in English, because the texts of the wanted language cannot be loaded.
import assert from "node:assert/strict";
import { test } from "node:test";

Object.defineProperty(globalThis, "navigator", { value: { languages: ["pl"] } });
globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
const { LANGUAGE } = await import("../../../nonosat/web/static/language.js");
const { boardName, joined, keyNames, level, listed, num, sentence, series, t } = await import(
	"../../../nonosat/web/static/text.js"
);

test("a language that cannot be loaded is English", () => {
	assert.equal(LANGUAGE, "en");
	assert.equal(t("home"), "All puzzles");
	assert.equal(num(12345), "12,345");
});

test("a plural takes the form for one or for more", () => {
	assert.equal(t("edit.repair.accept", { n: 1 }), "Change 1 cell");
	assert.equal(t("edit.ambiguous", { n: 0 }), "0 ambiguous cells, marked on the board");
	assert.equal(t("edit.count", { n: 2e20, count: "200000000000000000000" }), "200000000000000000000 solutions");
	assert.equal(boardName(1, 5), "Board, 1 column and 5 rows");
});

test("lists, sentences, words and keys", () => {
	assert.equal(listed(["R1", "R2", "C3"]), "R1, R2 and C3");
	assert.equal(series(["filled", "ambiguous", "printed"]), "filled, ambiguous, printed");
	assert.equal(joined(["R1: 2", "R2: 3"]), "R1: 2; R2: 3");
	assert.equal(sentence("the cell is empty"), "The cell is empty.");
	assert.deepEqual([level("very easy"), level("hard"), level(null)], ["very easy", "hard", ""]);
	assert.equal(keyNames("Control+Z"), "Ctrl+Z");
	assert.equal(keyNames("Shift ← ↑ → ↓"), "Shift ← ↑ → ↓");
	assert.equal(keyNames("ArrowLeft"), "←");
});
