// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeLine, studyLine, UNKNOWN } from "../../../nonosat/web/static/line.js";

/** @param {string} text @returns {Uint8Array} */
const cells = text => Uint8Array.from(text, c => (c === "?" ? UNKNOWN : ".#b".indexOf(c)));
/** @param {Uint8Array} values */
const text = values => Array.from(values, v => (v === UNKNOWN ? "?" : ".#b"[v])).join("");
/** @param {number[]} lengths @returns {[number, number][]} */
const plain = lengths => lengths.map(length => [length, 1]);

test("deduces the common cells of all placements", () => {
	const examples = /** @type {[number[], string, string][]} */ ([
		[[3], "?????", "??#??"],
		[[1, 1], "?#???", ".#.??"],
		[[2, 1, 1], "???..???", "?#?..#.#"],
		[[2, 2], "??#????", ".?#??#?"],
		[[3, 2], "???????", "?##??#?"],
		[[], "??", ".."],
	]);
	for (const [clue, line, expected] of examples) {
		const study = studyLine(plain(clue), cells(line));
		assert.equal(study && text(study.cells), expected, `${clue} on ${line}`);
	}
	assert.equal(studyLine(plain([2]), cells("#.#")), null);
	assert.equal(studyLine(plain([3]), cells("??")), null);
});

test("blocks of different colours may touch", () => {
	const study = studyLine(
		[
			[1, 1],
			[1, 2],
		],
		cells("??"),
	);
	assert.equal(study && text(study.cells), "#b");
});

test("a line without cells or clue", () => {
	assert.deepEqual(judgeLine(null, cells("?#")), { state: "open", finished: [] });
	assert.deepEqual(judgeLine(null, cells(".#")), { state: "done", finished: [] });
	assert.deepEqual(judgeLine([], cells("??")), { state: "done", finished: [] });
	assert.deepEqual(judgeLine([], cells("?#")), { state: "wrong", finished: [] });
});

test("a block is finished only if it is certain", () => {
	const finished = (/** @type {number[]} */ clue, /** @type {string} */ line) =>
		judgeLine(plain(clue), cells(line)).finished.map(Number).join("");
	assert.equal(finished([1, 1], "#????"), "10");
	assert.equal(finished([1, 1], "??#??"), "00"); // it may be the first or the second
	assert.equal(finished([1, 1], "??#"), "01");
	assert.equal(finished([5], "?????"), "0"); // certain, but not on the board
	assert.equal(finished([2, 2], "##?#?"), "10");
	assert.equal(finished([3], "##?.."), "0");
	assert.equal(finished([1], "#.#"), "0"); // a wrong line has no finished block
});
