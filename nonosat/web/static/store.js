// SPDX-License-Identifier: MIT
/**
 * The data of this page in IndexedDB: puzzles of files, drawings, and the folder that the user chose
 * to save into. It holds gigabytes, localStorage only five megabytes; progress is in localStorage,
 * because it must be written before a closing page is gone (progress.js).
 *
 * A forbidden store is replaced by memory until the page closes, so callers need no special case. A
 * full store is an error (`FullError`), since the user must know. Other tabs are informed of each
 * change (`onChange`).
 */

/** @typedef {"puzzles"|"drawings"|"folders"} StoreName */

const NAME = "nonosat",
	VERSION = 1;
/** @type {Record<StoreName, string>} the property with the key of a value */
const KEYS = { puzzles: "id", drawings: "key", folders: "key" };

/** The storage of the browser is full. */
export class FullError extends Error {}

/** @type {Promise<IDBDatabase|null>|undefined} */
let opened;
/** The values if there is no store. @type {Record<StoreName, Map<string, any>>} */
const memory = { puzzles: new Map(), drawings: new Map(), folders: new Map() };

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("nonosat.store");

/** @returns {Promise<IDBDatabase|null>} */
function database() {
	return (opened ??= new Promise(resolve => {
		try {
			const request = indexedDB.open(NAME, VERSION);
			request.onupgradeneeded = () => {
				for (const [name, keyPath] of Object.entries(KEYS)) request.result.createObjectStore(name, { keyPath });
			};
			request.onsuccess = () => {
				// A later version of the page in another tab wants to change the stores: let it.
				request.result.onversionchange = () => request.result.close();
				resolve(request.result);
			};
			request.onerror = request.onblocked = () => resolve(null);
		} catch {
			resolve(null);
		}
	}));
}

/**
 * @template T
 * @param {StoreName} name @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>|void} run
 * @returns {Promise<T|undefined>} undefined if there is no store
 */
async function transact(name, mode, run) {
	const base = await database();
	if (!base) return undefined;
	return new Promise((resolve, reject) => {
		const transaction = base.transaction(name, mode, { durability: "relaxed" });
		const request = run(transaction.objectStore(name));
		transaction.oncomplete = () => resolve(request?.result);
		transaction.onabort = transaction.onerror = () => {
			const { error } = transaction;
			reject(error?.name === "QuotaExceededError" ? new FullError() : error);
		};
	});
}

/** All values of a store. @param {StoreName} name @returns {Promise<any[]>} */
export async function all(name) {
	return (await transact(name, "readonly", store => store.getAll())) ?? [...memory[name].values()];
}

/** @param {StoreName} name @param {string} key @returns {Promise<any>} undefined if not found */
export async function get(name, key) {
	return (await transact(name, "readonly", store => store.get(key))) ?? memory[name].get(key);
}

/**
 * Puts all values, or none.
 * @param {StoreName} name @param {any[]} values
 * @throws {FullError}
 */
export async function put(name, values) {
	if (await database()) await transact(name, "readwrite", store => values.forEach(value => store.put(value)));
	else for (const value of values) memory[name].set(value[KEYS[name]], value);
	channel?.postMessage(name);
}

/** @param {StoreName} name @param {string[]} keys */
export async function remove(name, keys) {
	await transact(name, "readwrite", store => keys.forEach(key => store.delete(key)));
	for (const key of keys) memory[name].delete(key);
	channel?.postMessage(name);
}

/** Calls `changed` when another tab changes a store. @param {(name: StoreName) => unknown} changed @param {AbortSignal} [signal] */
export function onChange(changed, signal) {
	channel?.addEventListener("message", event => changed(event.data), { signal });
}
