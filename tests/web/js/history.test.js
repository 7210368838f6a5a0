// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { blank, painted, resized } from "../../../nonosat/web/static/picture.js";
import { History, pack, unpack } from "../../../nonosat/web/static/history.js";

test("runs keep all cells", () => {
	const cells = Uint8Array.from([0, 0, 3, 3, 3, 255, 0]);
	assert.deepEqual([...pack(cells)], [2, 0, 3, 3, 1, 255, 1, 0]);
	assert.deepEqual(unpack(pack(cells), cells.length), cells);
	const long = new Uint8Array(200_000).fill(7);
	assert.deepEqual(unpack(pack(long), long.length), long);
	assert.deepEqual(unpack(pack(new Uint8Array(0)), 0), new Uint8Array(0));
});

test("a thousand changes, undone and redone", () => {
	const beside = { title: "" };
	const history = new History({ picture: blank(20, 20), beside });
	const states = [history.state];
	for (let step = 0; step < 1000; step++) {
		const { picture } = history.state;
		const next = { ...history.state };
		if (step % 10 === 3) next.picture = resized(picture, { left: step % 20 === 3 ? 1 : -1 });
		else if (step % 10 === 5) next.beside = { title: `title ${step}` };
		else {
			const place = (step * 37) % picture.cells.length;
			const [x, y] = [place % picture.width, Math.floor(place / picture.width)];
			next.picture = painted(picture, [[x, y]], 1 + (picture.cells[place] % 5));
		}
		assert.ok(history.go(next, "step"));
		states.push(history.state);
	}
	for (let at = states.length - 2; at >= 0; at--) {
		assert.ok(history.undo());
		assert.deepEqual(history.state, states[at]);
	}
	assert.equal(history.undo(), false);
	for (const state of states.slice(1)) {
		assert.ok(history.redo());
		assert.deepEqual(history.state, state);
	}
	assert.equal(history.redo(), false);
});

test("a new change drops undone changes; an equal state is not a change", () => {
	const history = new History({ picture: blank(3, 3), beside: {} });
	const dot = { ...history.state, picture: painted(history.state.picture, [[1, 1]], 1) };
	assert.ok(history.go(dot, "pen"));
	assert.ok(!history.go({ ...dot, picture: { ...dot.picture, cells: dot.picture.cells.slice() } }, ""));
	history.undo();
	assert.ok(history.go({ ...history.state, beside: { title: "a" } }, "title"));
	assert.ok(!history.redo());
});

test("a stroke on a large board takes few bytes", () => {
	const history = new History({ picture: blank(100, 100), beside: {} });
	const cells = Array.from({ length: 20 }, (_, x) => /** @type {[number, number]} */ ([x, 50]));
	history.go({ ...history.state, picture: painted(history.state.picture, cells, 1) }, "pen");
	assert.ok((history.done[0].both?.byteLength ?? 1e9) <= 100);
});
