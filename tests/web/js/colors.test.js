// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import {
	SPARE,
	areValues,
	canBeLetter,
	paletteOf,
	valuesOf,
	withLetter,
	withLetters,
} from "../../../nonosat/web/static/colors.js";

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

test("a colour for a letter: its name begins with it if it can, and the others keep their letters", () => {
	const one = paletteOf({ background: white, colors: ["#000000"] });
	const green = withLetter(one, "g");
	assert.deepEqual(green.colors[1], { name: "green", rgb: "#008000", letter: "g" });
	const two = withLetter(green, "r");
	assert.deepEqual(two.colors.slice(0, 2), green.colors);
	assert.deepEqual([two.colors[2].name, two.colors[2].letter], ["red", "r"]);
	const other = withLetter(two, "Q");
	assert.equal(other.colors[3].letter, "Q");
	assert.equal(new Set(other.colors.map(({ rgb }) => rgb)).size, 4);
	const blue = withLetter(one, "b"); // black may not have it then
	assert.deepEqual([blue.colors[1].name, blue.colors[1].letter], ["blue", "b"]);
	assert.notEqual(blue.colors[0].letter, "b");
});

test("letters of an address are taken if each colour gets its own", () => {
	const palette = paletteOf({ background: white, colors: ["#000000", "#ff0000"] });
	const letters = (/** @type {unknown} */ text) =>
		withLetters(palette, text)
			.colors.map(({ letter }) => letter)
			.join("");
	assert.equal(letters("xQ"), "xQ");
	for (const bad of [undefined, 5, "x", "xx", "x.", "x?", "x1", "xyz"]) assert.equal(letters(bad), "br");
	assert.ok(canBeLetter("%") && !canBeLetter("ab") && !canBeLetter("") && !canBeLetter("?"));
});
