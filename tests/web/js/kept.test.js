// SPDX-License-Identifier: MIT
// The browser's storage may be damaged, or forbidden.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { readKept, readList, takeSettings, writeKept } from "../../../nonosat/web/static/kept.js";

/** @type {any} */
const global = globalThis;

beforeEach(() => {
	const data = new Map();
	for (const store of ["localStorage", "sessionStorage"])
		Object.defineProperty(global, store, {
			configurable: true,
			value: {
				getItem: (/** @type {string} */ key) => data.get(store + key) ?? null,
				setItem: (/** @type {string} */ key, /** @type {string} */ value) => data.set(store + key, value),
			},
		});
});

test("values come back, each from its store", () => {
	assert.ok(writeKept("a", { n: 1 }));
	assert.ok(writeKept("a", [2], "sessionStorage"));
	assert.deepEqual(readKept("a"), { n: 1 });
	assert.deepEqual(readList("a", "sessionStorage"), [2]);
	assert.deepEqual(readList("a"), []);
});

test("a damaged value counts as missing", () => {
	for (const text of ["", "{", "null", "undefined"]) {
		global.localStorage.setItem("a", text);
		assert.equal(readKept("a"), undefined, text);
		assert.deepEqual(readList("a"), []);
	}
});

test("a forbidden store stores nothing", () => {
	for (const store of ["localStorage", "sessionStorage"])
		Object.defineProperty(global, store, {
			configurable: true,
			get: () => {
				throw new Error("forbidden");
			},
		});
	assert.equal(writeKept("a", 1), false);
	assert.equal(readKept("a"), undefined);
});

test("stored settings of the same type are taken over", () => {
	const settings = { theme: "auto", keys: true, most: 3 };
	assert.deepEqual(takeSettings({ ...settings }, { theme: 5, keys: "no", most: 4, other: 1 }), {
		...settings,
		most: 4,
	});
	for (const found of [undefined, null, 7, "x", []]) assert.deepEqual(takeSettings({ ...settings }, found), settings);
});
