// SPDX-License-Identifier: MIT
/**
 * A worker of a page without a server: Pyodide, with nonosat in it, answers the requests of the API.
 *
 * It gets one message with the files to load (`start`), and then one question after the other
 * (`number`, `method`, `address`, `content`, `body`). It posts `loaded` of `total` bytes, the compiled
 * `module` of Python, which the next workers get with their first message, `ready` or `failed`; for a question its `part`s, the `seconds` after which it may be ended, and its `reply` with
 * the memory `taken`.
 */

import { startPython } from "./python.js";

/** @typedef {import("../tab_files.js").Tab} Tab */

/** @type {any} */
const worker = self;
/** @type {any} the function nonosat.web.tab.ask */
let ask;
/** MiB that Python has taken; WebAssembly never gives memory back. @type {() => number} */
let taken = () => 0;
/** @type {Int32Array|null} */
let flag = null;

worker.onmessage = async (/** @type {MessageEvent} */ { data }) => {
	if (!data.start) return answer(data);
	flag = data.flag;
	try {
		share(data.start, data.module);
		await start(data.start, data.count);
		worker.postMessage({ ready: true });
	} catch (error) {
		fail(error);
	}
};

/** @param {unknown} error */
const fail = error =>
	worker.postMessage({
		failed:
			String(/** @type {any} */ (error)?.message ?? error)
				.split("\n")
				.filter(Boolean)
				.at(-1) ?? "",
	});

/** @param {Tab} tab @param {boolean} count whether to post the progress */
async function start(tab, count) {
	if (count) counting(tab.first.total);
	const base = new URL(`../${tab.folder}`, location.href).href;
	const [{ loadPyodide }, ...parts] = await Promise.all([
		import(base + tab.pyodide + "pyodide.mjs"),
		...tab.first.parts.map(name => fetched(base + name)),
	]);
	const pyodide = await startPython(tab, base, loadPyodide, parts, waitFor);
	taken = () => pyodide._module.HEAP8.length / 2 ** 20;
	ask = pyodide.pyimport("nonosat.web.tab").ask;
}

/**
 * Python is loaded and compiled once for all workers. The cache of a private window is too small for
 * it: there each worker would load it again.
 * @param {Tab} tab @param {WebAssembly.Module} [module] by the first worker
 */
function share(tab, module) {
	const plain = self.fetch;
	const file = `${tab.pyodide}pyodide.asm.wasm`;
	if (module) self.fetch = async (input, init) => (String(input).endsWith(file) ? new Response() : plain(input, init));
	WebAssembly.instantiateStreaming = async (source, imports) => {
		const compiled = module ?? (await WebAssembly.compileStreaming(source));
		if (!module) worker.postMessage({ module: compiled });
		return { module: compiled, instance: await WebAssembly.instantiate(compiled, imports) };
	};
}

/** @param {string} url @returns {Promise<ArrayBuffer>} */
async function fetched(url) {
	const response = await fetch(url);
	if (!response.ok) throw new Error(`${new URL(url).pathname}: HTTP ${response.status}`);
	return response.arrayBuffer();
}

/** A file; blocks this worker until it is loaded. @param {string} url @returns {ArrayBuffer} */
function waitFor(url) {
	const request = new XMLHttpRequest();
	request.open("GET", url, false);
	request.responseType = "arraybuffer";
	request.send();
	if (request.status !== 200) throw new Error(`HTTP ${request.status}`);
	return request.response;
}

/** Posts the progress of loading. @param {number} total bytes, after unpacking */
function counting(total) {
	const plain = self.fetch;
	let loaded = 0,
		last = 0;
	self.fetch = async (input, init) => {
		const response = await plain(input, init);
		if (!response.body) return response;
		const counter = new TransformStream({
			transform(chunk, controller) {
				loaded += chunk.length;
				if (performance.now() - last > 100) worker.postMessage({ loaded, total });
				if (performance.now() - last > 100) last = performance.now();
				controller.enqueue(chunk);
			},
		});
		const { status, headers } = response;
		return new Response(response.body.pipeThrough(counter), { status, headers });
	};
}

/** @param {import("./pool.js").Message & {number: number}} message */
function answer({ number, method, address, content, body }) {
	const heard = (/** @type {any} */ what) => {
		if (typeof what === "number") return worker.postMessage({ number, seconds: what });
		worker.postMessage({ number, part: what.toJs() });
	};
	const withdrawn = () => flag !== null && Atomics.load(flag, 0) === 1;
	try {
		const reply = ask(method, address, content, body, heard, withdrawn);
		const bytes = reply.body.toJs();
		const headers = reply.headers.toJs();
		worker.postMessage({
			number,
			reply: { status: reply.status, content: reply.content, headers, body: bytes },
			taken: taken(),
		});
		reply.destroy();
	} catch (error) {
		fail(error);
	}
}
