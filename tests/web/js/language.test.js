// SPDX-License-Identifier: MIT
// The page in German: the browser's languages and the answer of the server are set before it is loaded.
import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {string[]} */
const asked = [];
const texts = {
	home: "Alle Rätsel",
	"list.opened": ["{n} Rätsel geöffnet.", "{n} Rätsel wurden geöffnet."],
	joined: "{before}; {after}",
	"fault.sums": ["{n} Zelle", "{n} Zellen"],
	"format.taai": "Textform der TAAI-Turniere",
	"part.webpbn.2": "unpassende Namen",
};
Object.defineProperty(globalThis, "navigator", { value: { languages: ["nl", "de-CH", "en"] } });
globalThis.fetch = async (/** @type {any} */ url) => {
	asked.push(String(url));
	return new Response(JSON.stringify({ name: "Deutsch", texts }));
};
const { LANGUAGE, LANGUAGES, LOCALE, chosen, formsOf } = await import("../../../nonosat/web/static/language.js");
const { formatText, hasText, listed, num, series, t } = await import("../../../nonosat/web/static/text.js");

test("the language is the one that is set, else the first of the browser that we have, else English", () => {
	assert.equal(chosen("auto", ["nl", "zh-CN", "de"]), "zh");
	assert.equal(chosen("pl", ["de"]), "pl");
	assert.equal(chosen(undefined, ["PL-pl"]), "pl");
	for (const broken of ["xx", "toString", 3, null]) assert.equal(chosen(broken, ["nl"]), "en");
	assert.equal(chosen("auto", []), "en");
});

test("a plural has the forms of CLDR for whole numbers, in their order", () => {
	const examples = {
		en: [1, 0, 1, 1],
		de: [1, 0, 1, 1],
		fr: [0, 0, 1, 1],
		es: [1, 0, 1, 1],
		pl: [2, 0, 1, 2],
		ru: [2, 0, 1, 2],
		uk: [2, 0, 1, 2],
		ja: [0, 0, 0, 0],
		zh: [0, 0, 0, 0],
	};
	assert.deepEqual(Object.keys(examples), Object.keys(LANGUAGES));
	for (const [code, forms] of Object.entries(examples)) assert.deepEqual([0, 1, 2, 5].map(formsOf(code)), forms, code);
	assert.deepEqual([21, 22, 25, 111].map(formsOf("ru")), [0, 1, 2, 2]);
	assert.deepEqual([21, 22, 25, 112].map(formsOf("pl")), [2, 1, 2, 2]);
	// a category that no small number has: French has one for millions
	assert.equal(formsOf("fr")(1_000_000), 1);
});

test("only the texts of the shown language are loaded; what it lacks is English", () => {
	assert.equal(LANGUAGE, "de");
	assert.deepEqual(
		asked.map(url => url.split("/static/")[1]),
		["lang/de.json"],
	);
	assert.equal(t("home"), "Alle Rätsel");
	assert.equal(t("settings"), "Settings");
	assert.equal(t("count.rows", { n: 1 }), "1 row");
	assert.equal(t("list.opened", { n: 1 }), "1 Rätsel geöffnet.");
	assert.equal(t("list.opened", { n: 0 }), "0 Rätsel wurden geöffnet.");
	assert.equal(t("fault.sums", { n: 2 }), "2 Zellen");
	assert.ok(hasText("fault.sums") && !hasText("fault.nothing"));
	assert.throws(() => t("no.such"), /no text/);
});

test("a format is described in the language as far as it has texts", () => {
	assert.deepEqual(formatText({ name: "taai", sentence: "text of the TAAI tournaments" }), {
		is: "Textform der TAAI-Turniere",
		loses: [],
	});
	assert.deepEqual(formatText({ name: "webpbn", sentence: "XML", loses: ["the letter", "unfit names"] }), {
		is: "XML",
		loses: ["the letter", "unpassende Namen"],
	});
});

test("numbers and lists are those of the language, with the region of the browser", () => {
	assert.equal(LOCALE, "de-CH");
	assert.equal(num(0.5), "0.5"); // in Germany 0,5
	assert.equal(listed(["R1", "R2", "C3"]), "R1, R2 und C3");
	assert.equal(series(["a", "b"]), "a, b");
});
