// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import * as clues from "../../../nonosat/web/static/clue_text.js";

/** A clue in one colour. @param {number[]} lengths @returns {clues.Clue} */
const black = (...lengths) => lengths.map(length => [length, 1]);

test("numbers, separators, empty lines, missing clues", () => {
	for (const text of ["3 1 2", "3,1,2", " 3;1.2 ", "3\t1, 2"]) {
		assert.deepEqual(clues.readLine(text, "#", 10), {
			clue: black(3, 1, 2),
			sum: 6,
			needs: 8,
			fault: null,
		});
	}
	assert.deepEqual(clues.readLine("0", "#", 5).clue, []);
	assert.deepEqual(clues.readLine("?", "#", 5), { clue: null, sum: 0, needs: 0, fault: null });
});

test("colours by letters, on either side, in either case if unambiguous", () => {
	const expected = [
		[3, 1],
		[1, 2],
		[12, 1],
	];
	for (const text of ["3r 1b 12r", "r3 b1 r12", "3 1B 12R"]) {
		assert.deepEqual(clues.readLine(text, "rb", 20).clue, expected);
	}
	assert.deepEqual(clues.readLine("1R 1r", "rR", 20).clue, [
		[1, 2],
		[1, 1],
	]);
	assert.equal(clues.readLine("1r 1b 2b", "rb", 20).needs, 5);
});

test("every fault has its kind", () => {
	const kind = (/** @type {string} */ text) => clues.readLine(text, "rb", 5).fault?.kind;
	assert.equal(kind("  "), "open");
	assert.equal(kind("3 x"), "word");
	assert.equal(kind("3ab"), "word");
	assert.equal(kind("-3"), "letter");
	assert.equal(kind("3x"), "letter");
	assert.equal(kind("0 1"), "zero");
	assert.equal(kind("3 ?"), "alone");
	assert.deepEqual(clues.readLine("3 2", "#", 5).fault, { kind: "long", needs: 6, has: 5 });
	assert.equal(kind("3r 2b"), undefined);
});

test("written clues are read as the same clues", () => {
	/** @type {(clues.Clue | null)[]} */
	const all = [
		null,
		[],
		[[3, 1]],
		[
			[2, 2],
			[1, 1],
			[1, 2],
		],
	];
	for (const clue of all) {
		assert.deepEqual(clues.readLine(clues.writeLine(clue, "rb"), "rb", 20).clue, clue);
	}
	assert.equal(clues.writeLine(black(3, 1), "#"), "3 1");
});

test("a board: its size from the lines, sums, and where they differ", () => {
	const plus = clues.readClues("1\n3\n1\n", "1\r\n3\r\n1", "#");
	assert.deepEqual([plus.width, plus.height, plus.faults, plus.unequal], [3, 3, 0, []]);
	const more = clues.readClues("1\n3\n2", "1\n3\n1", "#");
	assert.deepEqual(more.unequal, [{ color: 1, rows: 6, columns: 5 }]);
	// With a missing clue, the sums may differ in one direction only.
	assert.deepEqual(clues.readClues("1\n?\n1", "1\n3\n1", "#").unequal, []);
	assert.deepEqual(clues.readClues("?\n3\n3", "1\n3\n1", "#").unequal.length, 1);
	assert.deepEqual(clues.readClues("?\n?", "?\n?", "#").unequal, []);
	const two = clues.readClues("1r\n1b", "1r\n1r", "rb");
	assert.deepEqual(
		two.unequal.map(({ color }) => color),
		[1, 2],
	);
});

test("open lines count, inside and at the end of a given size", () => {
	const inside = clues.readClues("1\n\n1", "1\n1\n1", "#");
	assert.deepEqual([inside.height, inside.open, inside.faults], [3, 1, 1]);
	const sized = clues.readClues("1", "1\n1", "#", { width: 2, height: 4 });
	assert.deepEqual([sized.height, sized.open], [4, 3]);
});

test("the letters of no colour, each once", () => {
	const letters = (/** @type {string} */ rows, /** @type {string} */ columns) =>
		clues.unknownLetters(clues.readClues(rows, columns, "b"));
	assert.deepEqual(letters("1g\n2G\n1b", "r1\n1x1\n?"), ["g", "r"]);
	assert.deepEqual(letters("1\n1B", "1b\n0"), []);
});
