// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import * as reading from "../../../nonosat/web/static/reading.js";

/**
 * @param {number | null} read @param {number | null} length
 * @param {import("../../../nonosat/web/static/reading.js").State} state
 * @returns {import("../../../nonosat/web/static/reading.js").ReadNumber}
 */
const number = (read, length = read, state = "certain") => ({ box: [0, 0, 9, 9], read, length, probability: 1, state });

/** A clue in one colour. @param {number[]} lengths @returns {[number, number][]} */
const clue = (...lengths) => lengths.map(length => [length, 1]);

/** @param {Partial<import("../../../nonosat/web/static/reading.js").ReadLine>[]} rows @param {Partial<import("../../../nonosat/web/static/reading.js").ReadLine>[]} columns */
const places = (rows, columns = []) =>
	reading.placesOf(
		/** @type {any} */ ({
			rows: rows.map((line, index) => ({ line: `R${index + 1}`, remark: null, ...line })),
			columns: columns.map((line, index) => ({ line: `C${index + 1}`, remark: null, ...line })),
		}),
	);

test("each number has the word of its text", () => {
	/** @param {[number, number][] | null} clue @param {reading.ReadNumber[]} numbers */
	const words = (clue, ...numbers) => places([{ clue, numbers }]).map(({ word }) => word);
	assert.deepEqual(words(clue(1, 6, 2), number(1), number(8, 6, "corrected"), number(2)), [0, 1, 2]);
	// "1 1" was really "11", and a speck was not a number
	assert.deepEqual(words(clue(11, 2), number(1, 11), number(1, null), number(2), number(7, null)), [0, 1, 1, 1]);
	// a number that was not found is between others
	assert.deepEqual(words(clue(1, 4, 2), number(1), number(2)), [0, 2]);
	assert.deepEqual([...words([], number(0, null)), ...words(null, number(3))], [0, 0]);
});

test("the worst numbers come first, the rest in their order", () => {
	const found = places(
		[
			{ clue: clue(1), numbers: [number(1, 1, "uncertain")] },
			{ clue: clue(2), numbers: [number(2)] },
		],
		[
			{ clue: clue(3), numbers: [number(8, 3, "corrected")] },
			{ clue: clue(4), numbers: [number(4, 4, "wrong")] },
		],
	);
	assert.deepEqual(
		reading.doubtsOf(found).map(({ name }) => name),
		["C2", "C1", "R1"],
	);
});

test("words and lines of a text", () => {
	const text = "1 1\n3,10 2\n\n0";
	const word = (/** @type {number} */ line, /** @type {number} */ at) =>
		text.slice(...reading.wordRange(text, line, at));
	assert.deepEqual([word(0, 1), word(1, 1), word(1, 2), word(3, 0)], ["1", "10", "2", "0"]);
	assert.deepEqual([word(1, 7), word(2, 0), word(9, 0)], ["3,10 2", "", ""]);
	assert.deepEqual(
		[0, 3, 4, 10, 11, 12].map(offset => reading.lineAt(text, offset)),
		[0, 0, 1, 1, 2, 3],
	);
});

test("only different values are changes", () => {
	assert.deepEqual([...reading.changedLines("1 1\n3, 10\n5", "1  1\n3 10\n6")], [2]);
	assert.deepEqual([...reading.changedLines("1\n2", "1\n2\n3")], [2]);
});

test("the text of the lines, and a point of the board", () => {
	assert.equal(reading.textOf([{ clue: [...clue(3), [1, 2]] }, { clue: [] }, { clue: null }], "rb"), "3r 1b\n0\n?");
	assert.deepEqual(
		reading.pointOf(
			[
				[0, 0],
				[10, 0],
				[10, 20],
				[0, 20],
			],
			0.5,
			0.25,
		),
		[5, 5],
	);
	assert.deepEqual(
		reading.pointOf(
			[
				[0, 0],
				[10, 2],
				[12, 20],
				[0, 18],
			],
			1,
			1,
		),
		[12, 20],
	);
});

test("a number gets another value", () => {
	const text = "1 8\n3,4a 5\n";
	assert.equal(reading.withValue(text, { line: 0, word: 1 }, 8, 6), "1 6\n3,4a 5\n");
	assert.equal(reading.withValue(text, { line: 1, word: 1 }, 4, 7), "1 8\n3 7a 5\n"); // of its colour
	assert.equal(reading.withValue(text, { line: 0, word: 0 }, 1, null), "8\n3,4a 5\n");
	assert.equal(reading.withValue(text, { line: 0, word: 1 }, null, 2), "1 2 8\n3,4a 5\n");
	assert.equal(reading.withValue(text, { line: 2, word: 0 }, null, 2, "b"), "1 8\n3,4a 5\n2b");
	assert.equal(reading.withValue(text, { line: 3, word: 0 }, 1, 2), text); // the user has removed the line
});

test("the values of a number, the most probable first, with the ones in use", () => {
	const many = /** @type {[number | null, number][]} */ ([
		[8, 0.5],
		[6, 0.3],
		[null, 0.1],
		[3, 0.05],
		[9, 0.05],
	]);
	assert.deepEqual(reading.valuesOf({ ...number(8, 9, "corrected"), alternatives: many }), [8, 6, null, 3, 9]);
	assert.deepEqual(reading.valuesOf(number(0, null, "corrected")), [null]); // 0 is no block
	assert.deepEqual(reading.valuesOf(number(4)), [4]);
});
