// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";
import { overOfHint, overOfStep } from "../../../nonosat/web/static/steps.js";

const plain = { width: 5, palette: { colors: [1] } };
const colored = { width: 5, palette: { colors: [1, 2] } };
/** @param {number} row @param {number} col @param {number} value @param {boolean} [holds] */
const fact = (row, col, value, holds = true) => ({
	cell: /** @type {[number, number]} */ ([row, col]),
	value,
	holds,
});

const step = {
	technique: "chain",
	lines: ["R2", "C5"],
	because: [fact(1, 0, 1), fact(1, 0, 2, false), fact(4, 4, 0)],
	cells: [fact(1, 1, 1, false)],
	chain: [
		{
			assumption: fact(1, 1, 1),
			links: [
				{ ...fact(1, 4, 1, false), line: "R2" },
				{ ...fact(2, 4, 1), line: "C5" },
				{ ...fact(3, 4, 1), line: "C5" },
			],
			failed_line: "C5",
		},
	],
	sentence: "why",
};

test("a step over the board", () => {
	const over = overOfStep(step, plain);
	assert.deepEqual(over.lines, [
		{ axis: "R", index: 1, dashed: false },
		{ axis: "C", index: 4, dashed: true },
	]);
	assert.deepEqual(over.because, [5, 24]);
	assert.deepEqual(over.results, [{ row: 1, col: 1, value: 1, holds: false, becomes: 0 }]);
	assert.deepEqual(
		over.chain[0].stops.map(stop => stop.label),
		["0", "1", "2", "3"],
	);
	assert.equal(over.chain[0].arrows, true);
	const trial = overOfStep({ ...step, technique: "trial", chain: [...step.chain, ...step.chain] }, plain);
	assert.deepEqual(
		trial.chain[1].stops.map(stop => stop.label),
		["0′", "1′", "2′", "2′"],
	);
	assert.deepEqual([trial.chain[0].dashed, trial.chain[1].dashed], [false, true]);
});

test("with several colours a cell may only lose a value", () => {
	assert.equal(overOfStep(step, colored).results[0].becomes, null);
});

test("a hint shows no more than its stage", () => {
	/** @type {import("../../../nonosat/web/static/steps.js").HintData} */
	const hint = {
		kind: "step",
		right: true,
		message: "",
		where: { lines: ["R2", "C5"], start: [1, 1], sentence: "where" },
		what: { cells: [{ cell: [1, 1], value: 0 }], sentence: "what" },
		why: { steps: [step], sentence: "why" },
	};
	const where = overOfHint(hint, "where", plain);
	assert.deepEqual([where.look, where.over.lines, where.over.results], [[6], [], []]);
	const what = overOfHint(hint, "what", plain);
	assert.equal(what.over.results[0].becomes, 0);
	assert.deepEqual(what.over.chain, []);
	const why = overOfHint(hint, "why", plain);
	assert.equal(why.over.chain.length, 1);
	assert.deepEqual(
		[where, what, why].map(s => s.sentence),
		["where", "what", "why"],
	);
	if (hint.where) hint.where.start = null;
	assert.equal(overOfHint(hint, "where", plain).over.lines.length, 2);
	const wrong = overOfHint({ kind: "wrong", right: false, message: "mistakes" }, "why", plain);
	assert.deepEqual([wrong.sentence, wrong.over.results], ["mistakes", []]);
});
