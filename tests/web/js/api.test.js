// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { ask, askOn, fileName, fileOn, latest, post, postOn, sendForParts } from "../../../nonosat/web/static/api.js";
import { ApiError } from "../../../nonosat/web/static/errors.js";

/** Answers the next request with this text, in parts of a few characters. @param {string} text @param {number} [status] */
function answer(text, status = 200) {
	const parts = text.match(/.{1,7}/gs) ?? [];
	const body = new ReadableStream({
		start(controller) {
			for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
			controller.close();
		},
	});
	globalThis.fetch = () => Promise.resolve(new Response(body, { status }));
}

test("answers come in order; waiting is not an answer", async () => {
	answer(
		'event: waiting\ndata: {}\n\nevent: started\ndata: {}\n\nevent: verdict\ndata: {"verdict": "unique"}\n\n' +
			': alive\n\nevent: waiting\ndata: {"loading": true}\n\nevent: started\ndata: {}\n\nevent: end\ndata: {"reason": "time"}\n\n',
	);
	/** @type {unknown[]} */
	const heard = [];
	const reason = await ask(
		{ questions: ["verdict"] },
		{
			on: (name, data) => heard.push([name, data]),
			waits: why => heard.push(why),
		},
	);
	assert.equal(reason, "time");
	const verdict = ["verdict", { verdict: "unique" }];
	assert.deepEqual(heard, ["waiting", "", verdict, "tab.loading.label", ""]);
});

test("waiting is reported only on request", async () => {
	answer('event: waiting\ndata: {}\n\nevent: rating\ndata: {"difficulty": 1}\n\nevent: end\ndata: {}\n\n');
	/** @type {string[]} */
	const heard = [];
	await ask({ questions: ["rating"] }, { on: name => heard.push(name) });
	assert.deepEqual(heard, ["rating"]);
});

test("the answer names the file", () => {
	assert.equal(fileName('attachment; filename="A-cup.non"'), "A-cup.non");
	assert.equal(fileName("inline; filename=\"puzzle.pdf\"; filename*=UTF-8''%D0%9A%D0%BE%D1%82.pdf"), "Кот.pdf");
	assert.equal(fileName(""), "");
});

test("an error has its status", async () => {
	answer('{"error": {"kind": "request", "message": "there is one already"}}', 409);
	await assert.rejects(post("puzzles", {}), error => error instanceof ApiError && error.status === 409);
});

/** Answers one request after the other with these streams, and notes the requests. @param {string[]} texts */
function answers(texts) {
	/** @type {any[]} */
	const asked = [];
	globalThis.fetch = (_, init) => {
		asked.push(JSON.parse(String(init?.body)));
		return Promise.resolve(new Response(texts[asked.length - 1]));
	};
	return asked;
}

test("an undecided quick question is asked again", async () => {
	const asked = answers([
		'event: check\ndata: {"verdict": "multiple", "reason": null}\n\n' +
			'event: count\ndata: {"number": "2", "reason": "time"}\n\nevent: end\ndata: {"reason": "time"}\n\n',
		'event: count\ndata: {"number": "9", "reason": null}\n\nevent: end\ndata: {"reason": null}\n\n',
	]);
	/** @type {unknown[]} */
	const heard = [];
	const body = { puzzle: {}, questions: ["check", "count"], time_limit: 12 };
	const reason = await askOn(body, { on: (name, data) => heard.push([name, data.reason]) });
	assert.equal(reason, null);
	assert.deepEqual(heard, [
		["check", null],
		["count", "sofar"],
		["count", null],
	]);
	assert.deepEqual(asked, [
		{ ...body, time_limit: 2 },
		{ ...body, questions: ["count"] },
	]);
});

test("a decided quick question is not asked again", async () => {
	let asked = answers(['event: check\ndata: {"verdict": "unique", "reason": null}\n\nevent: end\ndata: {}\n\n']);
	assert.equal(await askOn({ questions: ["check"] }, { on: () => {} }), null);
	assert.equal(asked.length, 1);
	asked = answers(['{"right": true, "reason": null}']);
	assert.equal((await postOn("check-grid", {})).right, true);
	assert.deepEqual(asked, [{ time_limit: 2 }]);
	asked = answers(['{"right": null, "reason": "time"}', '{"right": true, "reason": null}']);
	assert.equal((await postOn("check-grid", {})).right, true);
	assert.deepEqual(asked, [{ time_limit: 2 }, {}]);
});

test("a file that takes long is requested without a limit", async () => {
	/** @type {any[]} */
	const asked = [];
	const replies = [
		new Response('{"error": {"kind": "limit: time", "message": ""}}', { status: 503 }),
		new Response("<svg/>"),
	];
	globalThis.fetch = (_, init) => {
		asked.push(JSON.parse(String(init?.body)));
		return Promise.resolve(replies[asked.length - 1]);
	};
	const { blob } = await fileOn("draw", { kind: "svg" });
	assert.equal(await blob.text(), "<svg/>");
	assert.deepEqual(asked, [{ kind: "svg", time_limit: 2 }, { kind: "svg" }]);
});

test("while one state is asked about, only the latest waits", async () => {
	/** @type {number[]} */
	const asked = [];
	let running = 0;
	const about = latest(async (/** @type {number} */ state) => {
		assert.equal(running++, 0);
		asked.push(state);
		await new Promise(done => setTimeout(done));
		running--;
	});
	for (let state = 1; state < 9; state++) about(state);
	await about(9);
	assert.deepEqual(asked, [1, 9]);
	await about(10);
	assert.deepEqual(asked, [1, 9, 10]);
});

test("an answer in parts ends with the data of its last part", async () => {
	answer('event: puzzle\ndata: {"n": 1}\n\nevent: end\ndata: {"reason": null, "words": "1 puzzle"}\n\n');
	/** @type {unknown[]} */
	const heard = [];
	const on = (/** @type {string} */ name, /** @type {any} */ data) => heard.push([name, data.n]);
	assert.deepEqual(await sendForParts("like-image?size=5", new Blob(), { on }), { reason: null, words: "1 puzzle" });
	assert.deepEqual(heard, [["puzzle", 1]]);
});
