// SPDX-License-Identifier: MIT
/**
 * Small things that the browser keeps as JSON, each under a key. A store may be forbidden or full, and
 * may hold what an earlier page, another program or a hand has left: so nothing that is read is taken
 * as it comes, and a damaged value is none. (What is large is in store.js.)
 */

/** @typedef {"localStorage"|"sessionStorage"} Store */

/** The value under a key; undefined if there is none that can be read. @param {string} key @param {Store} [store] @returns {any} */
export function readKept(key, store = "localStorage") {
	try {
		return JSON.parse(globalThis[store].getItem(key) ?? "null") ?? undefined;
	} catch {
		return undefined;
	}
}

/** @param {string} key @param {unknown} value @param {Store} [store] @returns {boolean} false if the browser refuses */
export function writeKept(key, value, store = "localStorage") {
	try {
		globalThis[store].setItem(key, JSON.stringify(value));
		return true;
	} catch {
		return false;
	}
}

/** A kept list; empty if it is none. @param {string} key @param {Store} [store] @returns {any[]} */
export function readList(key, store) {
	const found = readKept(key, store);
	return Array.isArray(found) ? found : [];
}

/**
 * Takes over kept settings: those that there are, if they are of the same kind.
 * @template {Record<string, any>} T @param {T} settings as they come @param {any} found @returns {T} the same object
 */
export function takeSettings(settings, found) {
	for (const [key, value] of Object.entries(settings))
		if (typeof found?.[key] === typeof value) /** @type {any} */ (settings)[key] = found[key];
	return settings;
}
