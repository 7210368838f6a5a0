// SPDX-License-Identifier: MIT
// The fields that the list takes from an address, and from the browser's store.
import assert from "node:assert/strict";
import { test } from "node:test";

import { FIELDS, alsoNamed, fits, meant, narrows, query, wantedOf } from "../../../nonosat/web/static/wanted.js";

/** @param {string} address */
const of = address => wantedOf(new URLSearchParams(address));
/** The fields that are not "". @param {Record<string, string>} wanted */
const set = wanted => Object.fromEntries(Object.entries(wanted).filter(([, value]) => value));

test("values of the controls are taken", () => {
	const address =
		"search=red+fox&sort=title&down=1&state=2&min_side=5&max_side=1023&colors=8&verdict=none&difficulty=4";
	const { wanted, whole } = of(address);
	assert.ok(whole);
	assert.deepEqual(Object.keys(wanted), FIELDS);
	assert.equal(String(new URLSearchParams(wanted)), address);
	assert.ok(narrows(wanted));
});

test("other values are not, field by field", () => {
	const bad = {
		sort: ["zzz", "FILE", "constructor"],
		down: ["0", "true"],
		state: ["3", "-1"],
		min_side: ["x", "0", "-5", "1.5", "1024", "1e9", "NaN", " "],
		max_side: ["Infinity", "0x"],
		colors: ["-5", "0", "9", "1.0"],
		verdict: ["zzz", "Unique"],
		difficulty: ["5", "harder"],
	};
	for (const [field, values] of Object.entries(bad))
		for (const value of values) {
			const { wanted, whole } = of(String(new URLSearchParams({ [field]: value })));
			assert.ok(!whole, `${field}=${value}`);
			assert.equal(wanted[field], "", `${field}=${value}`);
		}
	const { wanted, whole } = of("sort=zzz&verdict=unique&min_side=x");
	assert.deepEqual([set(wanted), whole], [{ verdict: "unique" }, false]);
	assert.ok(!of(`search=${"x".repeat(300)}`).wanted.search.slice(200));
});

test("a word of difficulty is a level, and the program is asked for the word", () => {
	const { wanted, whole } = of("difficulty=very+hard");
	assert.deepEqual([wanted.difficulty, whole], ["4", true]);
	assert.equal(
		query(meant({ difficulty: "4" }), 0, 60),
		"puzzles?offset=0&limit=60&min_difficulty=very+hard&max_difficulty=very+hard",
	);
	/** @type {any} */
	const tile = { title: "", author: "", file: "", width: 2, height: 2, colors: 1, difficulty: 11.2 };
	assert.ok(fits({ ...tile, difficulty_word: "very hard" }, wanted, 0));
	assert.ok(!fits({ ...tile, difficulty_word: "hard" }, wanted, 0) && !fits(tile, wanted, 0));
});

test("links of earlier pages are whole", () => {
	assert.deepEqual([set(of("effort=2").wanted), of("effort=2").whole], [{ difficulty: "2" }, true]);
	assert.deepEqual(set(of("sort=effort").wanted), { sort: "difficulty" });
	assert.deepEqual([set(of("sort=file").wanted), of("sort=file").whole], [{ sort: "file" }, true]);
});

test("valid values of a store are taken", () => {
	for (const found of [null, undefined, 5, "x", [], { sort: 5, verdict: ["unique"], colors: null }])
		assert.deepEqual(set(meant(found)), {}, JSON.stringify(found));
	assert.deepEqual(set(meant({ sort: "zzz", verdict: "unique", min_side: "07" })), {
		verdict: "unique",
		min_side: "7",
	});
	assert.ok(!narrows(meant({ sort: "size", down: "1" })));
	assert.equal(query(meant({ sort: "zzz", colors: "-5" }), 0, 60), "puzzles?offset=0&limit=60");
});

test("a puzzle with two names is found by both", () => {
	/** @type {any} */
	const tile = { title: "Old", author: "Ada", file: "old.non", width: 2, height: 2, colors: 1 };
	const both = alsoNamed(tile, { title: "New", author: "", file: "new.non" });
	for (const search of ["old", "new", "NEW.non ada"]) assert.ok(fits(both, meant({ search }), 0), search);
	assert.ok(!fits(tile, meant({ search: "new" }), 0));
	assert.equal(alsoNamed(both, { title: "New", author: "", file: "new.non" }), both);
	assert.equal(alsoNamed(tile, tile), tile);
	let many = tile;
	for (let i = 0; i < 150; i++) many = alsoNamed(many, { title: `t${i}`, author: "", file: "" });
	assert.equal(many.also.length, 100);
});
