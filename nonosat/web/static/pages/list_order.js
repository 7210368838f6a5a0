// SPDX-License-Identifier: MIT
/** The next puzzle of the list, for the player. */
import { get } from "../api.js";
import { ApiError } from "../errors.js";
import { readPlace } from "../list_place.js";
import { keptTiles, localTiles } from "../opened.js";
import { fits, ordered, query, sorted } from "../wanted.js";

/** @typedef {import("../tiles.js").Tile} Tile */

export const PAGE = 60;

/**
 * The next unsolved puzzle of the list, as sorted and filtered: after this one, and after the last
 * from the start again. Without the server: of the opened puzzles.
 * @param {string} id of this puzzle @param {Map<string, number>} states of play
 * @returns {Promise<{tile: Tile, at?: number}|null>} `at`: its place in the library
 */
export async function nextPuzzle(id, states) {
	const { wanted: seen, opened, at, own } = readPlace();
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
			const { tiles, total } = await get(query(ordered(wanted, own), offset, PAGE));
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
