// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { SPARE, areValues, paletteOf, valuesOf } from "../../../nonosat/web/static/colors.js";

const white = "#ffffff";

test("a single colour has the letter #, several colours have letters of their names", () => {
	const one = paletteOf({ background: white, colors: ["#000000"] });
	assert.deepEqual(one.colors, [{ name: "black", rgb: "#000000", letter: "#" }]);
	const two = paletteOf({ background: white, colors: ["#000000", "#0000f0", "#fe0000"] }, one);
	assert.deepEqual(
		two.colors.map(({ letter }) => letter),
		["b", "a", "r"],
	);
	assert.deepEqual(
		two.colors.map(({ name }) => name),
		["black", "blue", "red"],
	);
});

test("a part of an address is a palette only if all its colours are values", () => {
	assert.ok(areValues({ background: white, colors: ["#000000", "#0000F0"] }));
	for (const bad of [
		null,
		"x",
		{},
		{ background: white, colors: [] },
		{ background: white, colors: "#000000" },
		{ background: white, colors: ["red"] },
		{ background: white, colors: ["#000000;x"] },
		{ background: 5, colors: ["#000000"] },
		{ background: white, colors: Array(61).fill("#000000") },
	])
		assert.ok(!areValues(bad), JSON.stringify(bad));
});

test("known colours keep name and letter", () => {
	const known = {
		background: white,
		colors: [
			{ name: "ink", rgb: "#101010", letter: "Q" },
			{ name: "sky", rgb: "#88ccff", letter: "s" },
		],
	};
	const more = paletteOf({ background: white, colors: ["#101010", "#88ccff", "#88ccff"] }, known);
	assert.deepEqual(more.colors.slice(0, 2), known.colors);
	assert.deepEqual([more.colors[2].name, more.colors[2].letter === "s"], ["sky 2", false]);
});

test("sixty colours have different names and letters", () => {
	const colors = Array.from({ length: 60 }, (_, index) => SPARE[index % SPARE.length]);
	const palette = paletteOf({ background: white, colors });
	assert.equal(new Set(palette.colors.map(({ name }) => name)).size, 60);
	assert.equal(new Set(palette.colors.map(({ letter }) => letter)).size, 60);
	assert.ok(palette.colors.every(({ letter }) => letter && letter.length === 1));
	assert.deepEqual(valuesOf(palette), { background: white, colors });
});
