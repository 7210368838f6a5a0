// SPDX-License-Identifier: MIT
/**
 * The API (see openapi.json), of a server or, without one, of Python in this tab. It keeps no state.
 *
 * `ask` reads server-sent events from a POST: EventSource can only GET, and cannot be aborted
 * together with the question.
 */

import { ApiError } from "./errors.js";
import { LANGUAGE } from "./language.js";
import { script } from "./scripts.js";
import { TAB } from "./tab_files.js";

const BASE = "api/v1/";
/** The highest time limit, in seconds, of a quick question (web/endpoints.py). */
const QUICK = 2;
/** The questions whose answers have sentences. */
const SAYING = ["ask", "check-grid", "hint", "explain", "print", "print-steps"];
/** The same for files that are sent. */
const SAYING_OF_FILES = ["read-picture", "verify-certificate"];

/**
 * Answers requests. Both functions take the arguments of `fetch` and return a Response.
 * @type {(path: string, init: RequestInit) => Promise<Response>}
 */
const answer = TAB
	? async (path, init) => (await script(() => import("./tab/answer.js"))).answer(path, init)
	: (path, init) => fetch(BASE + path, { credentials: "same-origin", ...init });

/** @param {string} path @param {RequestInit} init @returns {Promise<Response>} */
async function request(path, init) {
	/** @type {Response} */
	let response;
	try {
		response = await answer(path, init);
	} catch (error) {
		if (init.signal?.aborted) throw error;
		throw new ApiError({ message: "", kind: "offline" });
	}
	if (response.ok) return response;
	/** @type {any} */
	let error = {};
	try {
		error = (await response.json()).error ?? {};
	} catch {
		// not JSON: from a proxy, or a server that is shutting down
	}
	throw new ApiError({ message: `HTTP ${response.status}`, kind: "http", ...error }, response.status);
}

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function get(path, signal) {
	return (await request(path, { signal })).json();
}

/**
 * The names of all techniques and themes, and the address for links; empty while the server cannot be reached.
 * @param {AbortSignal} [signal] @returns {Promise<{techniques: string[], themes: string[], site?: string}>}
 */
export async function tables(signal) {
	try {
		return await get("status", signal);
	} catch (error) {
		if (isCancelled(error)) throw error;
		return { techniques: [], themes: [] };
	}
}

/** @param {string} path @param {any} body @param {AbortSignal} [signal] @returns {RequestInit} */
const json = (path, body, signal) => ({
	method: "POST",
	headers: { "Content-Type": "application/json" },
	body: JSON.stringify(LANGUAGE !== "en" && SAYING.includes(path) ? { ...body, lang: LANGUAGE } : body),
	signal,
});

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function post(path, body, signal) {
	return (await request(path, json(path, body, signal))).json();
}

/** @param {Blob|FormData} body @param {AbortSignal} [signal] @returns {RequestInit} */
const bytes = (body, signal) => ({
	method: "POST",
	headers: body instanceof FormData ? undefined : { "Content-Type": "application/octet-stream" },
	body,
	signal,
});

/**
 * A file made from data or from another file (convert, draw, print, certificate).
 * @param {string} path @param {unknown} body @param {AbortSignal} [signal]
 */
export async function file(path, body, signal) {
	const response = await request(path, body instanceof Blob ? bytes(body, signal) : json(path, body, signal));
	const name = fileName(response.headers.get("Content-Disposition") ?? "");
	/** @type {string[]} what is to be said of the puzzles of a printed book */
	const remarks = JSON.parse(response.headers.get("X-Nonosat-Remarks") ?? "[]");
	const [pages, steps] = ["Pages", "Steps"].map(what => Number(response.headers.get("X-Nonosat-" + what)));
	return { blob: await response.blob(), name, remarks, pages, steps };
}

/**
 * Sends bytes (open, from-image).
 * @param {string} path @param {Blob|FormData} body a form with files, or bytes @param {AbortSignal} [signal] @returns {Promise<any>}
 */
export async function send(path, body, signal) {
	const says = LANGUAGE !== "en" && SAYING_OF_FILES.includes(path.split("?")[0]);
	const lang = says ? `${path.includes("?") ? "&" : "?"}lang=${LANGUAGE}` : "";
	return (await request(path + lang, bytes(body, signal))).json();
}

/**
 * Asks questions; calls `on` for each answer when it is found. Returns the reason of the event "end"
 * (null: everything is answered). Aborting the signal ends the work on the server. `waits` gets the
 * key of a text that says why the question waits, and "" when it no longer waits.
 * @param {{questions?: string[], [key: string]: unknown}} body puzzle, questions, given, options, time_limit
 * @param {{signal?: AbortSignal, on: (event: string, data: any) => void, waits?: (why: string) => void}} how
 * @returns {Promise<string|null>}
 */
export async function ask(body, how) {
	const alone = body.questions?.length === 1;
	return (await events(await request("ask", json("ask", body, how.signal)), how, alone))?.reason ?? null;
}

/**
 * Sends bytes, and calls `on` for each part of the answer (like-image). Returns the last part.
 * @param {string} path @param {Blob} body @param {Parameters<typeof ask>[1]} how @returns {Promise<any>}
 */
export async function sendForParts(path, body, how) {
	return events(await request(path, bytes(body, how.signal)), how, true);
}

/**
 * Reads the events of an answer. Returns the data of "end".
 * @param {Response} response @param {Parameters<typeof ask>[1]} how @param {boolean} alone an error of one question ends all
 */
async function events(response, { signal, on, waits }, alone) {
	const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
	const decoder = new TextDecoder();
	let text = "";
	for (;;) {
		let part;
		try {
			part = await reader.read();
		} catch (error) {
			if (signal?.aborted) throw error;
			throw new ApiError({ message: "", kind: "offline" });
		}
		if (part.done) throw new ApiError({ message: "", kind: "offline" }); // no "end": the server has gone away
		text += decoder.decode(part.value, { stream: true });
		const found = text.replaceAll("\r\n", "\n").split("\n\n");
		text = /** @type {string} */ (found.pop());
		for (const event of found) {
			const [name, data] = readEvent(event);
			if (signal?.aborted) throw new DOMException("", "AbortError");
			if (name === "end") return data;
			// If several questions were asked, the others go on.
			if (name === "error" && (!data.question || alone)) throw new ApiError(data.error);
			if (name === "waiting" || name === "started")
				waits?.(name === "started" ? "" : data.loading ? "tab.loading.label" : "waiting");
			else if (name) on(name, data);
		}
	}
}

/**
 * One question at a time about a state that changes, as a moving slider does: while one is asked, only
 * the latest state waits, and it is asked next.
 * @template T @param {(state: T) => Promise<unknown>} question
 * @returns {(state: T) => Promise<void>} asks about a state; settles when nothing waits
 */
export function latest(question) {
	/** @type {T[]} none or one */
	let waiting = [];
	/** @type {Promise<void> | null} */
	let running = null;
	const run = async () => {
		try {
			for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) await question(state);
		} finally {
			running = null;
		}
	};
	return state => {
		waiting = [state];
		return (running ??= run());
	};
}

/**
 * The file name of an answer (RFC 6266); "" if it has no name.
 * @param {string} disposition
 */
export function fileName(disposition) {
	const [, plain = "", any = ""] = /filename="([^"]+)"(?:; filename\*=UTF-8''(\S+))?/.exec(disposition) ?? [];
	return any ? decodeURIComponent(any) : plain;
}

/**
 * Asks questions as `ask` does, at first with the time limit of quick questions. Answers that are
 * undecided then are passed on with the reason "sofar", and their questions are asked again.
 * @param {Parameters<typeof ask>[0] & {questions: string[]}} body
 * @param {Parameters<typeof ask>[1]} how
 * @returns {Promise<string|null>}
 */
export async function askOn(body, how) {
	/** @type {Set<string>} */
	const open = new Set();
	const on = (/** @type {string} */ event, /** @type {any} */ data) => {
		const late = data?.reason === "time";
		if (late) open.add(event);
		how.on(event, late ? { ...data, reason: "sofar" } : data);
	};
	const reason = await ask({ ...body, time_limit: QUICK }, { ...how, on });
	const questions = body.questions.filter(name => open.has(name));
	return questions.length ? ask({ ...body, questions }, how) : reason;
}

/**
 * `post`, at first as a quick question.
 * @param {string} path @param {object} body @param {AbortSignal} [signal] @returns {Promise<any>}
 */
export async function postOn(path, body, signal) {
	const found = await post(path, { ...body, time_limit: QUICK }, signal);
	return found.reason === "time" ? post(path, body, signal) : found;
}

/**
 * `send`, at first as a quick question.
 * @param {string} path with a query @param {Blob} body @param {AbortSignal} [signal] @returns {Promise<any>}
 */
export const sendOn = (path, body, signal) =>
	onwards(seconds => send(seconds ? `${path}&time_limit=${seconds}` : path, body, signal));

/**
 * `file`, at first as a quick question.
 * @param {string} path @param {object} body @param {AbortSignal} [signal] @returns {ReturnType<typeof file>}
 */
export const fileOn = (path, body, signal) => onwards(time_limit => file(path, { ...body, time_limit }, signal));

/** Asks a quick question; if it reaches its time limit, a long one. @template T @param {(seconds?: number) => Promise<T>} ask */
async function onwards(ask) {
	try {
		return await ask(QUICK);
	} catch (error) {
		if (error instanceof ApiError && error.kind === "limit: time") return ask();
		throw error;
	}
}

/**
 * Name and data of one event; ["", null] for a comment.
 * @param {string} text @returns {[string, any]}
 */
export function readEvent(text) {
	let name = "";
	const data = [];
	for (const line of text.split("\n")) {
		if (line.startsWith("event:")) name = line.slice(6).trim();
		else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
	}
	return name || data.length ? [name || "message", JSON.parse(data.join("\n") || "null")] : ["", null];
}

/** Whether an error only says that the question was cancelled. @param {unknown} error */
export const isCancelled = error => error instanceof DOMException && error.name === "AbortError";
