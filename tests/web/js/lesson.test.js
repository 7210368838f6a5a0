// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";
import { follows, solution, stepAt } from "../../../nonosat/web/static/lesson.js";
import { UNKNOWN } from "../../../nonosat/web/static/line.js";
import { STEPS, lessonPuzzle } from "../../../nonosat/web/static/teaching.js";

const puzzle = lessonPuzzle();

test("each step asks for cells that follow from its lines, and the steps solve the puzzle", () => {
	const board = new Uint8Array(25).fill(UNKNOWN);
	for (const [number, { lines }] of STEPS.entries()) {
		const { step, wanted } = stepAt(puzzle, board);
		assert.equal(step, number);
		assert.ok(wanted.size > 0);
		assert.deepEqual([...wanted].sort(), [...follows(puzzle, board, lines)].sort());
		for (const [cell, value] of wanted) board[cell] = value;
	}
	const filled = (/** @type {Uint8Array} */ cells) => [...cells].map(value => (value === 1 ? "#" : ".")).join("");
	assert.equal(filled(board), filled(solution(puzzle)));
	assert.equal(filled(board), "..#...###.#####.#.#..###.");
});

test("undone cells are asked for again", () => {
	const board = solution(puzzle);
	board[12] = UNKNOWN;
	assert.deepEqual(stepAt(puzzle, board), { step: 0, wanted: new Map([[12, 1]]) });
});
