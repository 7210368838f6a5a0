// SPDX-License-Identifier: MIT
/**
 * Answers the API as the page without a server does, under node: tab_compare.py starts it.
 *
 *     node tests/bench/tab_answers.mjs build/site
 *
 * Python starts as in static/tab/worker.js. Each line of the input is a request as JSON:
 * method, address, content, body (base64). Each gets a line: status, content, headers, body (base64),
 * the events of its stream, and the processor seconds that it took, of all threads of this process. The
 * first line says that Python is there. If it breaks, the last line says why.
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { startPython } from "../../nonosat/web/static/tab/python.js";

/** @param {unknown} line */
const say = line => process.stdout.write(JSON.stringify(line) + "\n");

/** A file, as fetch would give it. @param {string} path */
const bytesOf = path => new Uint8Array(readFileSync(path)).buffer;

/** @param {string} folder of the page without a server */
async function start(folder) {
	const text = readFileSync(`${folder}/where.js`, "utf8");
	const tab = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
	const base = `${resolve(folder, tab.folder)}/`;
	const parts = tab.first.parts.map((/** @type {string} */ name) => bytesOf(base + name));
	const { loadPyodide } = await import(pathToFileURL(`${base}${tab.pyodide}pyodide.mjs`).href);
	const stdout = (/** @type {string} */ line) => console.error(line);
	const pyodide = await startPython(tab, base, loadPyodide, parts, bytesOf, { stdout });
	return pyodide.pyimport("nonosat.web.tab").ask;
}

/** @param {any} ask nonosat.web.tab.ask @param {Record<string, string>} request */
function answer(ask, { method, address, content, body }) {
	/** @type {string[]} */
	const events = [];
	const heard = (/** @type {any} */ what) => {
		if (typeof what !== "number") events.push(Buffer.from(what.toJs()).toString());
	};
	const sent = new Uint8Array(Buffer.from(body, "base64"));
	const before = process.cpuUsage();
	const reply = ask(method, address, content, sent, heard, () => false);
	const used = process.cpuUsage(before);
	const found = {
		status: reply.status,
		content: reply.content,
		headers: reply.headers.toJs(),
		body: Buffer.from(reply.body.toJs()).toString("base64"),
		events,
		seconds: (used.user + used.system) / 1e6,
	};
	reply.destroy();
	return found;
}

try {
	const ask = await start(process.argv[2]);
	say({ ready: true });
	for await (const line of createInterface({ input: process.stdin })) say(answer(ask, JSON.parse(line)));
} catch (error) {
	say({ failed: String(/** @type {any} */ (error)?.message ?? error).slice(-2000) });
	process.exitCode = 1;
}
