// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";
import { Marks, packMarks } from "../../../nonosat/web/static/marks.js";
import { UNKNOWN, fromJson } from "../../../nonosat/web/static/puzzle.js";
import { parse } from "../../../nonosat/web/static/route.js";
import { Keeper, Progress, entryKey } from "../../../nonosat/web/static/progress.js";

/** A storage of a browser, in memory. */
class Memory {
	/** @type {Map<string, string>} */
	data = new Map();
	full = false;
	get length() {
		return this.data.size;
	}
	/** @param {number} index */
	key(index) {
		return [...this.data.keys()][index] ?? null;
	}
	/** @param {string} key */
	getItem(key) {
		return this.data.get(key) ?? null;
	}
	/** @param {string} key @param {string} value */
	setItem(key, value) {
		if (this.full) throw new Error("full");
		this.data.set(key, value);
	}
	/** @param {string} key */
	removeItem(key) {
		this.data.delete(key);
	}
}

/** @param {0|1|2} state @param {number} at @param {string} [text] */
function entry(state, at, text = "A3?") {
	const saved = { marks: text, branches: [], undo: [], redo: [] };
	return { state, width: 2, height: 2, at, seconds: 3, saved };
}

/** Progress in a separate storage. */
function fresh() {
	const memory = new Memory();
	return new Progress(() => memory);
}

const nobody = async () => null;

test("entries are kept and listed", () => {
	const memory = new Memory();
	const progress = new Progress(() => memory);
	memory.setItem("other", "2 x");
	assert.equal(progress.write("aa", entry(1, 5)), true);
	assert.equal(progress.write("bb", entry(2, 6)), true);
	assert.deepEqual(progress.read("aa"), entry(1, 5));
	assert.deepEqual(
		[...progress.states()],
		[
			["aa", 1],
			["bb", 2],
		],
	);
	assert.equal(progress.stateOf("cc"), 0);
	assert.equal(progress.read("cc"), null);
	progress.remove("aa");
	assert.equal(progress.read("aa"), null);
});

test("a storage that is full, forbidden or damaged", () => {
	const memory = new Memory();
	memory.full = true;
	assert.equal(new Progress(() => memory).write("aa", entry(1, 5)), false);
	const forbidden = new Progress(() => {
		throw new Error("SecurityError");
	});
	assert.equal(forbidden.write("aa", entry(1, 5)), false);
	assert.equal(forbidden.read("aa"), null);
	assert.deepEqual([...forbidden.states()], []);
	memory.full = false;
	for (const text of ["1 {", "1", "3 {}", "1 {}", "1 null", '1 {"width":2}']) {
		memory.setItem("nonosat.progress.aa", text);
		assert.equal(new Progress(() => memory).read("aa"), null, text);
	}
});

test("export and import: the higher state stays, then the later one", async () => {
	const first = fresh();
	const second = fresh();
	first.write("done", entry(2, 1));
	first.write("begun", entry(1, 9));
	first.write("new", entry(1, 1));
	second.write("done", entry(1, 5));
	second.write("begun", entry(1, 10));
	const result = await second.importAll(first.exportAll(), nobody);
	assert.deepEqual(result, { taken: 2, older: 1, faults: 0 });
	assert.deepEqual(second.read("done"), entry(2, 1));
	assert.deepEqual(second.read("begun"), entry(1, 10));
	for (const text of ["", "{}", "null", "3", '{"format":"nonosat progress"}']) {
		assert.equal(await second.importAll(text, nobody), null, text);
	}
	const damaged = '{"format":"nonosat progress","version":1,"entries":{"x":{"state":1}}}';
	assert.deepEqual(await second.importAll(damaged, nobody), { taken: 0, older: 0, faults: 1 });
});

test("the earlier program's data", async () => {
	const memory = new Memory();
	const progress = new Progress(() => memory);
	// Pictures of the earlier page: 2x2 with one filled cell, and one that is all unknown.
	const data = JSON.stringify([
		["Rone", "s=2&i=B_9AcQ"],
		["Rtwo", "s=1&i=L_9AcQ"],
		["Rbad", "s=1&i=nothing"],
		["other", "s=1&i=L_9AcQ"],
		"x",
	]);
	const known = async (/** @type {string} */ rules) => (rules === "Rtwo" ? "id-two" : null);
	const result = await progress.importAll(data, known);
	assert.equal(result?.faults, 4);
	assert.equal(result?.taken, 1);
	const two = progress.read("id-two");
	assert.equal(two?.state, 1);
	assert.deepEqual([two?.width, two?.height], [15, 15]);
	const marks = new Marks(225, 1);
	assert.equal(marks.restore(two?.saved), true);
	assert.equal(packMarks(marks.marks), "225.");
});

test("an earlier entry is found by its code when its puzzle is opened", async () => {
	const progress = fresh();
	await progress.importAll('[["Rabc", "s=1&i=L_9AcQ"]]', nobody);
	assert.equal(progress.read("identity"), null);
	assert.equal(progress.read("identity", "Rabc")?.state, 1);
	assert.equal(progress.stateOf("identity"), 1);
	assert.equal(progress.stateOf("Rabc"), 0);
});

test("a change is written within half a second of the first one", t => {
	t.mock.timers.enable({ apis: ["setTimeout"] });
	let written = 0;
	let works = true;
	/** @type {boolean[]} */
	const reports = [];
	const keeper = new Keeper(
		() => {
			written += 1;
			return works;
		},
		now => reports.push(now),
	);
	for (let i = 0; i < 5; i++) {
		keeper.changed();
		t.mock.timers.tick(100);
	}
	assert.equal(written, 1);
	keeper.changed();
	keeper.close();
	assert.equal(written, 2);
	t.mock.timers.tick(5000);
	assert.equal(written, 2);
	works = false;
	keeper.changed();
	keeper.flush();
	works = true;
	keeper.changed();
	keeper.flush();
	assert.deepEqual(reports, [false, true]);
});

test("the board of a puzzle that is being played", () => {
	const json = { rows: [[1], [1]], columns: [[1], [1]], printed: ["??", "?#"] };
	const puzzle = fromJson(json, { id: "one" });
	const route = parse("#page=solve&id=one");
	const progress = fresh();
	assert.equal(progress.board(puzzle, route), null);
	progress.write("one", entry(1, 1, ".:A2?"));
	assert.deepEqual([...(progress.board(puzzle, route) ?? [])], [0, UNKNOWN, UNKNOWN, 1]); // a note is unknown
	for (const text of ["4?", ":A3?", "3?A", "damaged"]) {
		progress.write("one", entry(1, 1, text));
		assert.equal(progress.board(puzzle, route), null, text);
	}
	progress.write("one", entry(2, 1, "A2.A"));
	assert.equal(progress.board(puzzle, route), null); // solved
	progress.write("one", { ...entry(1, 1, "A5?"), width: 3 });
	assert.equal(progress.of(puzzle, route), null);
});

test("the key of an entry is the id, or the name in the URL", () => {
	const puzzle = fromJson({ rows: [[1]], columns: [[1]] });
	assert.equal(entryKey({ ...puzzle, id: "one" }, parse("#rules=abc")), "one");
	assert.equal(entryKey(puzzle, parse("#rules=abc")), "rules=abc");
});
