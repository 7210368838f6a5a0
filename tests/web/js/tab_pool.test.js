// SPDX-License-Identifier: MIT
// The pool of a page without a server, with workers that the test controls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Pool } from "../../../nonosat/web/static/tab/pool.js";

/** A worker that notes its messages, and answers when the test says so. */
class Fake {
	constructor() {
		/** @type {any[]} */
		this.asked = [];
		this.ended = false;
		/** @type {any} */
		this.onmessage = null;
		/** @type {any} */
		this.onerror = null;
	}
	/** @param {any} message */
	postMessage(message) {
		this.asked.push(message);
	}
	terminate() {
		this.ended = true;
	}
	/** @param {any} data */
	say(data) {
		this.onmessage({ data });
	}
	ready() {
		this.say({ ready: true });
	}
	/** Its present question. */
	get question() {
		return this.asked.at(-1);
	}
	/** @param {string} text */
	part(text) {
		this.say({ number: this.question.number, part: text });
	}
	reply(status = 200) {
		this.say({ number: this.question.number, reply: { status, content: "", headers: [], body: new Uint8Array() } });
	}
}

/** A pool, its workers, and the received messages. */
function made() {
	/** @type {Fake[]} */
	const workers = [];
	/** @type {any[]} */
	const told = [];
	const make = () => {
		const worker = new Fake();
		workers.push(worker);
		return /** @type {any} */ (worker);
	};
	const pool = new Pool(make, {}, event => told.push(event));
	/** @type {Record<string, any[]>} */
	const heard = {};
	/** @param {string} name @param {boolean} quick */
	const ask = (name, quick) => {
		const all = (heard[name] = /** @type {any[]} */ ([]));
		return pool.ask({ method: "POST", address: name, content: "", body: new Uint8Array() }, quick, {
			part: part => all.push(part),
			done: reply => all.push(reply.status),
			waits: (waits, loading) => all.push(!waits ? "begins" : loading ? "loads" : "waits"),
		});
	};
	/** The worker that has a question. @param {string} name */
	const at = name => workers.find(worker => !worker.ended && worker.question?.address === name);
	return { pool, workers, told, heard, ask, at };
}

/** @param {number} time */
const after = time => new Promise(done => setTimeout(done, time));

test("a quick question never waits for long ones", async () => {
	const { pool, workers, heard, ask, at } = made();
	ask("repair", false);
	workers[0].ready();
	assert.ok(at("repair"));
	assert.equal(workers.length, 2, "all workers are taken by long questions: another one starts");
	workers[1].ready();
	ask("count", false);
	assert.ok(at("count"));
	assert.equal(workers.length, 3);
	workers[2].ready();
	ask("long", false);
	assert.equal(at("long"), undefined, "one worker is left for quick questions");
	ask("hint", true);
	at("hint")?.reply();
	assert.deepEqual(heard.hint, [200]);
	at("repair")?.reply();
	assert.ok(at("long"), "a long one has ended");
	pool.end();
});

test("a withdrawn question ends its worker, unless it ends by itself soon", async () => {
	const { pool, workers, heard, ask, at } = made();
	const withdraw = ask("stubborn", true);
	workers[0].ready();
	const worker = at("stubborn");
	withdraw();
	worker?.part("too late");
	await after(450);
	assert.ok(worker?.ended);
	assert.equal(workers.length, 2, "another one takes its place");
	workers[1].ready();
	const end = ask("polite", true);
	end();
	at("polite")?.reply();
	await after(450);
	assert.equal(workers[1].ended, false);
	assert.deepEqual([heard.stubborn, heard.polite], [[], []], "who withdraws hears nothing");
	pool.end();
});

test("a waiting question reports it, with the reason, and can be withdrawn", async () => {
	const { pool, workers, heard, ask } = made();
	ask("first", true);
	const withdraw = ask("second", true);
	await after(250);
	assert.deepEqual(heard.first, ["loads"], "Python, which no question can do without");
	withdraw();
	workers[0].ready();
	assert.deepEqual(heard.first, ["loads", "begins"]);
	const other = ask("third", true);
	await after(250);
	assert.deepEqual(heard.third, ["waits"], "for the first question to end");
	other();
	workers[0].reply();
	assert.equal(workers[0].asked.length, 2, "the start and the first question");
	pool.end();
});

test("limits of time and memory end a question, not the pool", async () => {
	const { pool, workers, heard, ask, at } = made();
	ask("late", true);
	workers[0].ready();
	workers[0].say({ number: workers[0].question.number, seconds: 0.02 });
	await after(60);
	assert.deepEqual(heard.late, [503]);
	assert.ok(workers[0].ended);
	workers[1].ready();
	ask("large", true);
	at("large")?.say({ failed: "RangeError: Array buffer allocation failed" });
	assert.deepEqual(heard.large, [503]);
	workers[2].ready();
	ask("broken", true);
	at("broken")?.say({ failed: "KeyError: 1" });
	assert.deepEqual(heard.broken, [500]);
	pool.end();
});

test("a worker that has taken much memory is replaced after its answer", () => {
	const { pool, workers, heard, ask } = made();
	ask("large", true);
	workers[0].ready();
	workers[0].say({
		number: workers[0].question.number,
		taken: 500,
		reply: { status: 200, content: "", headers: [], body: new Uint8Array() },
	});
	assert.deepEqual(heard.large, [200]);
	assert.ok(workers[0].ended);
	assert.equal(workers.length, 2);
	pool.end();
});

test("a Python that does not start gives an error, and the next question tries again", () => {
	const { pool, workers, told, heard, ask } = made();
	ask("one", true);
	workers[0].say({ failed: "HTTP 404" });
	assert.deepEqual(heard.one, [], "it is tried twice");
	workers[1].say({ failed: "HTTP 404" });
	assert.deepEqual(heard.one, [503]);
	assert.deepEqual(told, [{ failed: "HTTP 404" }]);
	ask("two", true);
	workers[2].ready();
	workers[2].reply();
	assert.deepEqual(heard.two, [200]);
	pool.end();
});

test("Python is compiled once: the later workers get the module of the first", () => {
	const { pool, workers } = made();
	pool.start();
	const module = { compiled: true };
	workers[0].say({ module });
	workers[0].ready();
	pool.keepReserve();
	assert.equal(workers[0].asked[0].module, undefined);
	assert.equal(workers[1].asked[0].module, module);
	pool.end();
});
