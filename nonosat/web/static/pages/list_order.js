// SPDX-License-Identifier: MIT
/**
 * The position in the list, and the next puzzle. The list and the button "Next puzzle" share this
 * module.
 *
 * The position is stored for the tab (Back, reload) and for the browser (the next visit).
 */
import { get } from "../api.js";
import { ApiError } from "../errors.js";
import { readKept, writeKept } from "../kept.js";
import { keptTiles, localTiles } from "../opened.js";
import { fits, meant, query, sorted } from "../wanted.js";

/** @typedef {import("../tiles.js").Tile} Tile */
/** @typedef {import("../wanted.js").Wanted} Wanted */
/**
 * @typedef {object} Place
 * @property {Wanted} [wanted] search, sort and filters
 * @property {number} [index] the first tile in view
 * @property {number} [rest] pixels of its row above the window
 * @property {string} [opened] the puzzle that was opened last
 * @property {number} [at] its place in the library
 * @property {boolean} [greeted] the text for newcomers was closed
 */

export const PAGE = 60;
const KEY = "nonosat.list";

/** The stored place. @returns {Place} */
export function readPlace() {
	const { wanted, opened, greeted, ...found } = readKept(KEY, "sessionStorage") ?? readKept(KEY) ?? {};
	const number = (/** @type {unknown} */ value) => (Number.isFinite(value) ? Math.max(0, Number(value)) : undefined);
	return {
		wanted: wanted && meant(wanted),
		index: number(found.index),
		rest: number(found.rest),
		at: number(found.at),
		opened: typeof opened === "string" ? opened : undefined,
		greeted: greeted === true,
	};
}

/** @param {Place} change */
export function keepPlace(change) {
	const place = { ...readPlace(), ...change };
	for (const store of /** @type {const} */ (["sessionStorage", "localStorage"])) writeKept(KEY, place, store);
}

/**
 * The next unsolved puzzle of the list, as sorted and filtered: after this one, and after the last
 * from the start again. Without the server: of the opened puzzles.
 * @param {string} id of this puzzle @param {Map<string, number>} states of play
 * @returns {Promise<{tile: Tile, at?: number}|null>} `at`: its place in the library
 */
export async function nextPuzzle(id, states) {
	const { wanted: seen, opened, at } = readPlace();
	const wanted = { ...seen, state: "" };
	/** @param {Tile} tile */
	const open = tile => tile.id !== id && states.get(tile.id) !== 2;
	const local = sorted(
		(await localTiles()).filter(tile => !tile.drawn && fits(tile, wanted, 0)),
		wanted,
	);
	const here = local.findIndex(tile => tile.id === id);
	const near = here < 0 ? undefined : local.slice(here + 1).find(open);
	if (near) return { tile: near };
	try {
		const start = here < 0 && opened === id ? (at ?? -1) + 1 : 0;
		for (let offset = start, again = start === 0; ; ) {
			const { tiles, total } = await get(query(wanted, offset, PAGE));
			const i = tiles.findIndex(open);
			if (i >= 0) return { tile: tiles[i], at: offset + i };
			offset += tiles.length;
			if (tiles.length && offset < total && !(again && start && offset > start)) continue;
			if (again) break;
			[again, offset] = [true, 0];
		}
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
	}
	const tile = local.find(open) ?? (await keptTiles()).find(open);
	return tile ? { tile } : null;
}
