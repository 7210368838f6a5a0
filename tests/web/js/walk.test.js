// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";
import { UNKNOWN, fromJson } from "../../../nonosat/web/static/puzzle.js";
import { Walk } from "../../../nonosat/web/static/walk.js";

const U = UNKNOWN;
/** @param {string} technique @param {[number, number, number, boolean][]} cells @returns {import("../../../nonosat/web/static/steps.js").StepData} */
const step = (technique, cells) => ({
	technique,
	lines: [],
	because: [],
	chain: [],
	sentence: technique,
	cells: cells.map(([row, col, value, holds]) => ({ cell: [row, col], value, holds })),
});

const plain = fromJson({ rows: [[1], [1]], columns: [[1], [1]], printed: ["#?", "??"] });

test("the board at each position, from the cells that were known", () => {
	const walk = new Walk(plain, Uint8Array.of(1, U, U, U));
	walk.take(step("overlap", [[0, 1, 1, false]]));
	walk.take(step("line", [[1, 1, 1, true]]));
	assert.deepEqual([...walk.cells], [1, U, U, U]);
	assert.equal(walk.step?.technique, "overlap");
	walk.go(1);
	assert.deepEqual([...walk.cells], [1, 0, U, U]); // not filled is empty
	walk.go(9);
	assert.equal(walk.at, 2);
	assert.deepEqual([...walk.cells], [1, 0, U, 1]);
	assert.equal(walk.step, undefined);
	assert.equal(walk.done, false); // more steps may come
	walk.ended = true;
	walk.end = { grid: ["#.", ".#"] };
	assert.equal(walk.done, true);
	assert.deepEqual([...walk.cells], [1, 0, 0, 1]);
	walk.go(-1);
	assert.deepEqual([...walk.cells], [1, U, U, U]);
	assert.deepEqual([...walk.start], [1, U, U, U]);
});

test("with several colours an excluded value settles nothing", () => {
	const colors = ["a", "b"].map(letter => ({ letter, name: letter, rgb: "#123456" }));
	const walk = new Walk({ ...plain, palette: { background: "#ffffff", colors } }, Uint8Array.of(U, U, U, U));
	walk.take(step("line", [[0, 0, 1, false]]));
	walk.take(step("line", [[0, 0, 2, true]]));
	walk.go(1);
	assert.deepEqual([...walk.cells], [U, U, U, U]);
	walk.go(2);
	assert.deepEqual([...walk.cells], [2, U, U, U]);
});

test("steps by technique, the next one first", () => {
	const walk = new Walk(plain, Uint8Array.of(U, U, U, U));
	for (const name of ["line", "chain", "line"]) walk.take(step(name, []));
	assert.deepEqual([walk.count("line"), walk.count("chain"), walk.count("trial")], [2, 1, 0]);
	assert.equal(walk.next("line"), 2);
	walk.go(2);
	assert.equal(walk.next("line"), 0);
	assert.equal(walk.next("chain"), 1);
});
