// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../../nonosat/web/static/game.js";
import { DOT, packMarks } from "../../../nonosat/web/static/marks.js";

const UNKNOWN = 255;

/**
 * @param {(number[]|null)[]} rows
 * @param {(number[]|null)[]} columns
 * @param {Uint8Array|null} [printed]
 */
function game(rows, columns, printed = null) {
	/** @param {number[]|null} line @returns {[number, number][]|null} */
	const clue = line => line && line.map(length => [length, 1]);
	const colors = [{ name: "black", rgb: "#000000", letter: "#" }];
	return new Game({
		id: "",
		code: "",
		width: columns.length,
		height: rows.length,
		rows: rows.map(clue),
		columns: columns.map(clue),
		palette: { background: "#ffffff", colors },
		printed,
		goal: null,
		meta: {},
	});
}

/** @param {Game} played */
const board = played => packMarks(played.marks.marks);

/** @param {Game} played @param {number[]} cells @param {import("../../../nonosat/web/static/game.js").Tool} [tool] */
function stroke(played, cells, tool = "fill") {
	played.beginStroke(cells[0], tool, 1);
	const changed = played.cover(cells);
	played.endStroke();
	played.judgeAround(changed);
}

test("any solution wins", () => {
	for (const filled of [
		[0, 3],
		[1, 2],
	]) {
		const played = game([[1], [1]], [[1], [1]]);
		assert.equal(played.won, false);
		stroke(played, [filled[0]]);
		assert.equal(played.won, false);
		stroke(played, [filled[1]]);
		assert.equal(played.won, true);
		assert.equal(played.picture.filter(Boolean).length, 2);
	}
});

test("lines with a missing clue do not prevent winning", () => {
	const played = game([[2], null], [null, null]);
	stroke(played, [0, 1]);
	assert.equal(played.won, true);
	assert.deepEqual(played.lines.C[0].state, "open");
	assert.deepEqual(played.crossLine("R", 1), []);
});

test("only lines through changed cells are judged", () => {
	const played = game([[1], [1]], [[1], [1]]);
	assert.deepEqual(played.judgeAround([3]), [
		["R", 1],
		["C", 1],
	]);
	stroke(played, [0, 1]);
	assert.equal(played.lines.R[0].state, "wrong");
	assert.equal(played.lines.C[0].state, "done");
});

test("a stroke that shrinks restores its cells", () => {
	const played = game([[5]], [[1], [1], [1], [1], [1]]);
	stroke(played, [3], "cross");
	played.beginStroke(0, "fill", 1);
	assert.deepEqual(played.cover([0, 1, 2, 3, 4]), [0, 1, 2, 4]);
	assert.equal(board(played), "3A.A");
	assert.deepEqual(played.cover([0, 1]), [2, 4]);
	assert.equal(board(played), "2A?.?");
	assert.deepEqual(played.cancelStroke(), [0, 1]);
	assert.equal(board(played), "3?.?");
	assert.equal(played.marks.done.length, 1);
});

test("a longer stroke that begins on a mark draws on, if the setting says so", () => {
	const played = game([[5]], [[1], [1], [1], [1], [1]]);
	stroke(played, [0, 1]);
	assert.equal(played.removes(1, "fill", 1), true);
	assert.equal(played.removes(2, "fill", 1), false);
	played.beginStroke(1, "fill", 1, false);
	assert.deepEqual(played.cover([1]), [1]);
	assert.equal(board(played), "A4?");
	assert.deepEqual(played.cover([1, 2, 3]).sort(), [1, 2, 3]);
	assert.equal(board(played), "4A?");
	assert.deepEqual(played.cover([1]).sort(), [1, 2, 3]);
	played.endStroke();
	assert.equal(board(played), "A4?");
});

test("the first cell of a stroke decides its effect", () => {
	const played = game([[5]], [[1], [1], [1], [1], [1]]);
	stroke(played, [0, 1]);
	stroke(played, [1, 2]); // begins on a filled cell: removes
	assert.equal(board(played), "A4?");
	stroke(played, [2, 1, 0], "cross");
	assert.equal(board(played), "A2.2?");
	stroke(played, [1, 0], "fill"); // a cross becomes filled, crosses only
	assert.equal(board(played), "2A.2?");
});

test("notes", () => {
	const played = game([[5]], [[1], [1], [1], [1], [1]]);
	stroke(played, [4]);
	stroke(played, [0, 1, 2, 3, 4], "dot");
	assert.deepEqual([...played.marks.marks], [...Array(4).fill(DOT + 1), 1]);
	stroke(played, [1, 2], "dot");
	assert.deepEqual([...played.marks.marks], [DOT + 1, UNKNOWN, UNKNOWN, DOT + 1, 1]);
	stroke(played, [1, 0]);
	assert.equal(board(played), "2A?:AA");
	stroke(played, [4, 3], "dot"); // no note on what is known
	assert.equal(board(played), "2A?:AA");
});

test("a finished line crosses its other cells, in one step", () => {
	const played = game([[2, 1]], [[1], [1], [], [1], []]);
	stroke(played, [0, 1]);
	assert.deepEqual(played.crossLine("R", 0), []);
	stroke(played, [3]);
	assert.deepEqual(played.crossLine("R", 0), [2, 4]);
	played.marks.undo();
	assert.equal(board(played), "2A?A?");
});

test("printed cells are judged and stay", () => {
	const played = game([[1, 1]], [[1], [], [1]], Uint8Array.of(1, UNKNOWN, UNKNOWN));
	assert.equal(played.lines.C[0].state, "done");
	stroke(played, [0, 1, 2], "cross");
	assert.equal(board(played), "A2.");
});

test("the length around a cell", () => {
	const played = game([[5]], [[1], [1], [1], [1], [1]]);
	stroke(played, [0, 1]);
	stroke(played, [2, 3]);
	assert.equal(played.runAround(3, "R"), 4);
	assert.equal(played.runAround(3, "C"), 1);
});
