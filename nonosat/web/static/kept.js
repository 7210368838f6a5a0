// SPDX-License-Identifier: MIT
/**
 * Small values that the browser stores as JSON, each under a key. A store may be forbidden or full, and
 * an earlier page, another program or the user may have changed it: so each value is checked when it
 * is read, and a damaged value counts as missing. (Large values are in store.js.)
 */

/** @typedef {"localStorage"|"sessionStorage"} Store */

/** The key of how the page looks, and of its language (settings.js). */
export const LOOK = "nonosat.look";

/** The value under a key; undefined if it cannot be read. @param {string} key @param {Store} [store] @returns {any} */
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

/** A stored list; empty if it is not a list. @param {string} key @param {Store} [store] @returns {any[]} */
export function readList(key, store) {
	const found = readKept(key, store);
	return Array.isArray(found) ? found : [];
}

/**
 * Takes over stored settings: those with a known name and the same type.
 * @template {Record<string, any>} T @param {T} settings the defaults @param {any} found @returns {T} the same object
 */
export function takeSettings(settings, found) {
	for (const [key, value] of Object.entries(settings))
		if (typeof found?.[key] === typeof value) /** @type {any} */ (settings)[key] = found[key];
	return settings;
}
