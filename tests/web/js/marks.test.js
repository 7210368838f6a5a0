// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";
import { DOT, Marks, packMarks, unpackMarks } from "../../../nonosat/web/static/marks.js";

const UNKNOWN = 255;
/** @param {Marks} marks */
const board = marks => packMarks(marks.marks);

test("a drag is one step", () => {
	const marks = new Marks(6, 1);
	marks.begin();
	for (const cell of [0, 1, 2]) assert.equal(marks.set(cell, 1), true);
	assert.equal(marks.set(2, 1), false);
	assert.equal(marks.end(), true);
	marks.set(4, 0);
	assert.equal(board(marks), "3A?.?");
	assert.deepEqual(marks.undo(), [4]);
	assert.deepEqual(marks.undo(), [0, 1, 2]);
	assert.equal(board(marks), "6?");
	assert.equal(marks.undo(), null);
	marks.redo();
	assert.equal(board(marks), "3A3?");
	marks.set(5, 1);
	assert.equal(marks.redo(), null, "a new step ends what could be done again");
});

test("a drag without a change at its end is not a step", () => {
	const marks = new Marks(3, 1);
	marks.begin();
	marks.set(0, 1);
	marks.set(0, UNKNOWN);
	assert.equal(marks.end(), false);
	assert.equal(marks.canUndo, false);
});

test("printed cells stay", () => {
	const marks = new Marks(3, 2, Uint8Array.of(UNKNOWN, 2, 0));
	assert.equal(marks.set(1, 1), false);
	assert.equal(marks.set(0, 1), true);
	marks.clear();
	assert.equal(board(marks), "?B.");
	assert.equal(marks.begun, false);
	marks.undo();
	assert.equal(board(marks), "AB.");
});

test("a note does not change the value of the cell", () => {
	const marks = new Marks(2, 2);
	marks.set(0, DOT + 2);
	assert.deepEqual([...marks.values], [UNKNOWN, UNKNOWN]);
	assert.equal(marks.begun, true);
	marks.set(0, 2);
	assert.deepEqual([...marks.values], [2, UNKNOWN]);
	marks.undo();
	assert.equal(marks.marks[0], DOT + 2);
});

test("branches: try, go back, undo that, keep", () => {
	const marks = new Marks(4, 1);
	marks.set(0, 1);
	marks.branch();
	marks.set(1, 1);
	marks.set(2, 0);
	assert.deepEqual(marks.tried(), [1, 2]);
	marks.branch();
	marks.set(3, 1);
	assert.deepEqual(marks.back(), [3]);
	assert.deepEqual(marks.back(), [1, 2]);
	assert.equal(board(marks), "A3?");
	assert.equal(marks.branches.length, 0);
	marks.undo();
	assert.equal(marks.branches.length, 1);
	assert.equal(board(marks), "AA.?".replace("AA", "2A"));
	marks.keepBranch();
	assert.equal(marks.branches.length, 0);
	assert.equal(board(marks), "2A.?");
	while (marks.canUndo) marks.undo();
	assert.equal(board(marks), "4?");
	while (marks.canRedo) marks.redo();
	assert.equal(board(marks), "2A.?");
});

test("saved marks are restored, with every step", () => {
	const size = 60;
	let seed = 7;
	const random = (/** @type {number} */ n) => {
		seed = (seed * 48271) % 2147483647;
		return seed % n;
	};
	const printed = new Uint8Array(size).fill(UNKNOWN);
	printed[3] = 2;
	const marks = new Marks(size, 60, printed);
	for (let round = 0; round < 300; round++) {
		const what = random(10);
		if (what === 0) marks.undo();
		else if (what === 1) marks.redo();
		else if (what === 2) marks.branch();
		else if (what === 3) marks.back();
		else if (what === 4 && random(9) === 0) marks.clear();
		else {
			const color = random(61);
			marks.begin();
			for (let i = random(5); i >= 0; i--) {
				marks.set(random(size), random(4) ? color : color ? DOT + color : UNKNOWN);
			}
			if (random(3)) marks.end();
		}
		const copy = new Marks(size, 60, printed);
		assert.equal(copy.restore(JSON.parse(JSON.stringify(marks.save()))), true);
		assert.equal(board(copy), board(marks));
		assert.equal(copy.branches.length, marks.branches.length);
		if (round % 50 === 0) {
			marks.end();
			const steps = marks.done.length;
			for (let i = 0; i < steps; i++) {
				marks.undo();
				copy.undo();
				assert.equal(board(copy), board(marks));
			}
			assert.equal(copy.canUndo, false);
			for (let i = 0; i < steps; i++) marks.redo();
		}
	}
});

test("a small budget keeps the latest steps", () => {
	const marks = new Marks(10, 1);
	for (let cell = 0; cell < 10; cell++) marks.set(cell, 1);
	const copy = new Marks(10, 1);
	copy.restore(marks.save(6));
	assert.equal(copy.done.length, 3);
	copy.undo();
	assert.equal(board(copy), "9A?");
});

test("damaged data change nothing", () => {
	const marks = new Marks(4, 1);
	marks.set(0, 1);
	const good = marks.save();
	for (const bad of [
		null,
		7,
		{},
		{ ...good, marks: "5A" },
		{ ...good, marks: "A2?" },
		{ ...good, marks: "A3B" },
		{ ...good, marks: "A3?x" },
		{ ...good, marks: "99999999999999999999?" },
	]) {
		assert.equal(marks.restore(bad), false);
		assert.equal(board(marks), "A3?");
		assert.equal(marks.canUndo, true);
	}
	for (const steps of [[{ c: [9, 255, 1] }], [{ c: [1, 2] }], [{}], 3, [{ c: [1, 3, 1] }]]) {
		assert.equal(marks.restore({ ...good, undo: steps }), true);
		assert.equal(board(marks), "A3?");
		assert.equal(marks.canUndo, false);
	}
});

test("marks as text", () => {
	const marks = Uint8Array.of(0, 0, 1, 26, 27, 52, 53, 63, DOT + 1, DOT + 1, DOT + 63, UNKNOWN);
	const text = packMarks(marks);
	assert.deepEqual(unpackMarks(text, marks.length, 63), marks);
	assert.equal(unpackMarks(text, marks.length, 62), null);
});
