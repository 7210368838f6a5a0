// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { blank, fromRows, samePicture, toRows } from "../../../nonosat/web/static/picture.js";
import * as codes from "../../../nonosat/web/static/picture_code.js";
import { random } from "./random.js";

/** Codes written by the earlier programs, with "-" for an unknown cell.
 * @type {[string, string[]][]} */
const IMAGES = [
	["LjEw", ["#"]],
	["LjFQ", ["."]],
	["LjGQ", ["-"]],
	["LlF6", ["#."]],
	["BlJI", ["#.", ".#"]],
	["BnMug", [".#.", "###", ".#."]],
	["BpNLe", ["#..#", ".##.", "####"]],
	["LrUjQ", Array(5).fill("#####")],
	["LrWDQ", Array(5).fill("-----")],
];

/** @param {string[]} rows */
function picture(rows) {
	const result = fromRows(rows);
	rows
		.join("")
		.split("")
		.forEach((letter, index) => {
			if (letter === "-") result.cells[index] = 255;
		});
	return result;
}

test("image codes of the earlier page, both ways", () => {
	for (const [code, rows] of IMAGES) {
		assert.equal(codes.writeImage(picture(rows)), code);
		assert.deepEqual(codes.readImage(code), picture(rows));
	}
	assert.equal(codes.writeImage(blank(15, 15)), "L_9AcQ");
});

test("three kinds of cells and any size survive", () => {
	const below = random(5);
	for (let round = 0; round < 200; round++) {
		const any = blank(1 + below(40), 1 + below(40));
		const spread = 1 + below(8);
		let value = 0;
		any.cells.forEach((_, index) => {
			if (below(spread) === 0) value = [0, 1, 255][below(1 + (round % 3))];
			any.cells[index] = value;
		});
		assert.deepEqual(codes.readImage(codes.writeImage(any)), any);
	}
});

test("invalid codes", () => {
	for (const code of ["", "L", "X9AcQ", "L_9Ac", "L_9AcQA", "L_9AcR", "BlJ!", "BlJ", "C", "LAAAAAA"]) {
		assert.equal(codes.readImage(code), null, code);
		assert.equal(codes.readPicture(code), null, code);
	}
	const cut = codes.writePicture(blank(9, 9), { background: "#ffffff", colors: ["#ff0000"] });
	assert.equal(codes.readPicture(cut.slice(0, -1)), null);
	assert.equal(codes.readPicture(cut + "A"), null);
});

test("pictures with colours survive, and are short", () => {
	const below = random(6);
	for (let round = 0; round < 200; round++) {
		const count = 1 + below(round % 10 === 0 ? 60 : 4);
		const any = blank(1 + below(40), 1 + below(40));
		const spread = 1 + below(8);
		let value = 0;
		any.cells.forEach((_, index) => {
			if (below(spread) === 0) value = below(count + 1);
			any.cells[index] = value;
		});
		const rgb = () =>
			"#" +
			below(1 << 24)
				.toString(16)
				.padStart(6, "0");
		const colors = { background: rgb(), colors: Array.from({ length: count }, rgb) };
		const code = codes.writePicture(any, colors);
		assert.match(code, /^C[\w-]+$/);
		assert.deepEqual(codes.readPicture(code), { picture: any, colors });
	}
	const flag = fromRows(Array(30).fill("a".repeat(15) + "b".repeat(15)), "ab");
	const code = codes.writePicture(flag, { background: "#ffffff", colors: ["#ff0000", "#0000ff"] });
	assert.ok(code.length < 110, code);
});

test("the address holds black on white as an image code, other pictures as our own code", () => {
	const plus = picture([".#.", "###", ".#."]);
	const black = { background: "#ffffff", colors: ["#000000"] };
	assert.deepEqual(codes.pictureFields(plus, black), { editor: "BnMug" });
	const red = codes.pictureFields(plus, { ...black, colors: ["#ff0000"] });
	assert.deepEqual(Object.keys(red), ["picture"]);
});

test("links of the page with raw", () => {
	const read = (/** @type {number} */ width, /** @type {number} */ height, /** @type {string} */ raw) => {
		const found = codes.readRaw(String(width), String(height), raw);
		return found && toRows(found);
	};
	assert.deepEqual(read(2, 2, "J"), ["#.", ".#"]);
	assert.deepEqual(read(3, 3, "6C"), [".#.", "###", ".#."]);
	assert.deepEqual(read(5, 5, "RFRFB"), ["#...#", ".#.#.", "..#..", ".#.#.", "#...#"]);
	assert.deepEqual(read(8, 12, "AA f fmBmB8A8AAA"), read(8, 12, "AA+f+fmBmB8A8AAA"));
	assert.equal(read(5, 5, "RF"), null);
	assert.equal(read(5, 5, "RFRF="), null);
	assert.equal(codes.readRaw("x", "5", "RFRFB"), null);
	const full = codes.readRaw("5", "5", "////B");
	assert.ok(full && samePicture(full, fromRows(Array(5).fill("#####"))));
});
