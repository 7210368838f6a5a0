// SPDX-License-Identifier: MIT
/**
 * The API without a server: requests are answered in this tab. `answer` takes the arguments of `fetch`
 * and returns a Response, so that api.js need not know who answers. The library is in the browser's
 * storage (library.js), and needs no Python; the workers (pool.js) answer everything else.
 */
import { LANGUAGE } from "../language.js";
import { script } from "../scripts.js";
import { TAB } from "../tab_files.js";
import { Pool } from "./pool.js";

/** @typedef {{loaded?: number, total?: number, ready?: boolean, failed?: string}} State of Python */

/** @type {State} */
let state = {};
/** @type {Set<(state: State) => void>} */
const listeners = new Set();
/** @type {Pool|null} */
let pool = null;

/** @returns {Pool} */
function workers() {
	return (pool ??= new Pool(
		() => new Worker(new URL("worker.js", import.meta.url), { type: "module" }),
		{ .../** @type {import("../tab_files.js").Tab} */ (TAB), language: LANGUAGE === "en" ? undefined : LANGUAGE },
		now => {
			state = now;
			for (const listener of listeners) listener(state);
		},
	));
}

/** Starts Python. @param {(state: State) => void} listener gets the state at once, and at each change */
export function whenLoading(listener) {
	listeners.add(listener);
	listener(state);
	workers().start();
}

/**
 * Answers a request.
 * @param {string} path below the API, with its query
 * @param {RequestInit} init
 * @returns {Promise<Response>}
 */
export async function answer(path, init) {
	const name = path.replace(/\?.*/, "");
	if (name === "status" || /^puzzles\b/.test(name))
		return (await script(() => import("./library.js"))).answer(path, init, answer);
	const method = init.method ?? "GET";
	const packed = new Response(init.body ?? null);
	const content = new Headers(init.headers).get("Content-Type") ?? packed.headers.get("Content-Type") ?? "";
	const body = new Uint8Array(await packed.arrayBuffer());
	if (init.signal?.aborted) throw aborted();
	return respond(
		{ method, address: path, content, body },
		isQuick(name, path, init.body, body.length),
		init.signal ?? undefined,
	);
}

const aborted = () => new DOMException("", "AbortError");

/**
 * Whether a question is quick, by the rule of web/endpoints.py.
 * @param {string} name @param {string} path @param {unknown} body @param {number} bytes
 */
function isQuick(name, path, body, bytes) {
	const { quick, limited, limit, most, long } = /** @type {import("../tab_files.js").Tab} */ (TAB);
	if (!limited.includes(name)) return quick.includes(name) && bytes <= most;
	const { time_limit, questions } =
		typeof body === "string" ? JSON.parse(body) : Object.fromEntries(new URL(path, location.href).searchParams);
	return time_limit <= limit && !questions?.some((/** @type {string} */ one) => long.includes(one));
}

/**
 * @param {import("./pool.js").Message} message @param {boolean} quick @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
function respond(message, quick, signal) {
	return new Promise((resolve, reject) => {
		/** @type {ReadableStreamDefaultController<Uint8Array>|null} the answer comes in parts */
		let stream = null;
		let withdraw = () => {};
		const encode = new TextEncoder();
		const part = (/** @type {Uint8Array} */ bytes) => {
			if (!stream) {
				const body = new ReadableStream({ start: controller => void (stream = controller), cancel: () => withdraw() });
				resolve(new Response(body, { headers: { "Content-Type": "text/event-stream; charset=utf-8" } }));
			}
			/** @type {any} */ (stream).enqueue(bytes);
		};
		const { streams: names } = /** @type {import("../tab_files.js").Tab} */ (TAB);
		const streams = names.includes(message.address.replace(/\?.*/, ""));
		withdraw = workers().ask(message, quick, {
			part: bytes => streams && part(bytes), // a single question has no progress
			waits: (waits, loading) =>
				streams &&
				part(encode.encode(`event: ${waits ? "waiting" : "started"}\ndata: ${JSON.stringify({ loading })}\n\n`)),
			done: reply => {
				signal?.removeEventListener("abort", abort);
				const { status, content, headers, body } = reply;
				if (!stream)
					return resolve(
						new Response(/** @type {BodyInit} */ (body), { status, headers: [["Content-Type", content], ...headers] }),
					);
				if (status >= 400) {
					const { error } = JSON.parse(new TextDecoder().decode(body));
					part(
						encode.encode(
							`event: error\ndata: ${JSON.stringify({ error })}\n\nevent: end\ndata: ${JSON.stringify({ reason: error.kind.replace(/.*: /, "") })}\n\n`,
						),
					);
				}
				stream.close();
			},
		});
		const abort = () => {
			withdraw();
			if (stream) stream.error(aborted());
			else reject(aborted());
		};
		signal?.addEventListener("abort", abort, { once: true });
	});
}
