// SPDX-License-Identifier: MIT
// Puzzles as JSON, as this page and earlier versions write them.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
	UNKNOWN,
	cellNames,
	fromJson,
	placesOf,
	printedAt,
	readPlaces,
	toJson,
} from "../../../nonosat/web/static/puzzle.js";

test("a puzzle of an earlier version has cols instead of columns", () => {
	const clues = [[1, 1], null];
	const now = fromJson({ rows: [[1], [1], [1]], columns: clues });
	const earlier = fromJson({ rows: [[1], [1], [1]], cols: clues });
	assert.deepEqual(earlier, now);
	assert.equal(earlier.width, 2);
	assert.deepEqual(toJson(earlier), { rows: [[1], [1], [1]], columns: clues });
});

test("names of cells, as the program writes them", () => {
	const names = [
		[[[0, 0]], "R1C1"],
		[
			[
				[10, 0],
				[10, 2],
				[10, 3],
				[10, 4],
				[11, 6],
			],
			"R11: 1, 3-5; R12C7",
		],
		[
			[
				[0, 6],
				[1, 6],
				[2, 6],
				[5, 6],
			],
			"C7: 1-3, 6",
		],
	];
	for (const [cells, text] of names) assert.equal(cellNames(/** @type {any} */ (cells)), text);
	assert.equal(
		cellNames(
			[
				[0, 0],
				[0, 1],
				[3, 1],
			],
			2,
		),
		"R1: 1, 2 …",
	);
});

test("printed cells show the picture at their places", () => {
	const cells = Uint8Array.from([0, 1, 2, 0]);
	const printed = printedAt(cells, [0, 2]);
	assert.deepEqual([...(printed ?? [])], [0, UNKNOWN, 2, UNKNOWN]);
	assert.deepEqual(placesOf(printed), [0, 2]);
	assert.equal(printedAt(cells, []), null);
	assert.deepEqual(placesOf(null), []);
});

test("the places in an address: each once, none outside of the board", () => {
	assert.deepEqual(readPlaces("3,0,3", 4), [0, 3]);
	for (const text of [null, "", ",", "4", "-1", "1.5", "x", "1e0"]) assert.deepEqual(readPlaces(text, 4), []);
});
