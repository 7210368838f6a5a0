// SPDX-License-Identifier: MIT
/**
 * The filters and the order of the list, the position in it, and the next puzzle. The list and the
 * button "Next puzzle" share this module.
 *
 * The position is stored for the tab (Back, reload) and for the browser (the next visit).
 */
import { ApiError, get } from "../api.js";
import { keptTiles, localTiles } from "../opened.js";

/** @typedef {import("../opened.js").Tile} Tile */
/** @typedef {Record<string, string>} Wanted */
/**
 * @typedef {object} Place
 * @property {Wanted} [wanted] search, sort and filters
 * @property {number} [index] the first tile in view
 * @property {number} [rest] pixels of its row above the window
 * @property {string} [opened] the puzzle that was opened last
 * @property {number} [at] its place in the library
 * @property {boolean} [greeted] the words for newcomers were closed
 */

export const PAGE = 60;
const DIFFICULTIES = [6.17, 8.04, 9.67, 11.18];
/** What the URL keeps of the list. */
export const FIELDS = ["search", "sort", "down", "state", "min_side", "max_side", "colors", "verdict", "difficulty"];
const KEY = "nonosat.list";

/** The wanted fields of a URL; in links of earlier pages the difficulty is called effort. @param {URLSearchParams} params @returns {Wanted} */
export function wantedOf(params) {
	const value = (/** @type {string} */ key) =>
		params.get(key) ?? (key === "difficulty" ? params.get("effort") : null) ?? "";
	const wanted = Object.fromEntries(FIELDS.map(key => [key, value(key)]));
	if (wanted.sort === "effort") wanted.sort = "difficulty";
	return wanted;
}

/** @param {Wanted} one @param {Wanted} [other] */
export const sameWanted = (one, other = {}) => FIELDS.every(key => (one[key] ?? "") === (other[key] ?? ""));

/** The place that was kept. @returns {Place} */
export function readPlace() {
	try {
		return JSON.parse(sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? "{}") ?? {};
	} catch {
		return {};
	}
}

/** @param {Place} change */
export function keepPlace(change) {
	const text = JSON.stringify({ ...readPlace(), ...change });
	try {
		sessionStorage.setItem(KEY, text);
		localStorage.setItem(KEY, text);
	} catch {
		// no store: the list begins at its top
	}
}

/** The address of a part of the library. @param {Wanted} wanted @param {number} offset @param {number} limit */
export function query(wanted, offset, limit) {
	const difficulty = wanted.difficulty ? Number(wanted.difficulty) : -1;
	/** @type {Record<string, any>} */
	const fields = {
		offset,
		limit,
		search: wanted.search,
		sort: wanted.sort,
		descending: wanted.down ? "true" : "",
		min_side: wanted.min_side,
		max_side: wanted.max_side,
		colors: wanted.colors,
		verdict: wanted.verdict,
		min_difficulty: difficulty > 0 ? DIFFICULTIES[difficulty - 1] : "",
		max_difficulty: difficulty >= 0 && difficulty < 4 ? DIFFICULTIES[difficulty] : "",
	};
	return (
		"puzzles?" +
		new URLSearchParams(
			Object.entries(fields)
				.filter(([, v]) => v !== "" && v !== undefined)
				.map(([k, v]) => [k, String(v)]),
		)
	);
}

/** Whether a tile that is known here passes the filters. @param {Tile} tile @param {Wanted} wanted @param {number} state what the player has done */
export function fits(tile, wanted, state) {
	const side = Math.max(tile.width, tile.height);
	const text = `${tile.title} ${tile.author} ${tile.file}`.toLowerCase();
	const difficulty =
		tile.difficulty == null ? -1 : DIFFICULTIES.filter(e => e <= /** @type {number} */ (tile.difficulty)).length;
	return (
		(wanted.search ?? "")
			.toLowerCase()
			.split(/\s+/)
			.every(word => text.includes(word)) &&
		(!wanted.min_side || side >= Number(wanted.min_side)) &&
		(!wanted.max_side || side <= Number(wanted.max_side)) &&
		(!wanted.colors || tile.colors === Number(wanted.colors)) &&
		(!wanted.verdict || tile.verdict === wanted.verdict) &&
		(!wanted.difficulty || difficulty === Number(wanted.difficulty)) &&
		(!wanted.state || String(state) === wanted.state)
	);
}

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Tiles that are known here, in the wanted order. @param {Tile[]} tiles @param {Wanted} wanted */
export function sorted(tiles, { sort: by, down }) {
	/** @param {Tile} tile @returns {string|number} */
	const key = tile =>
		by === "size"
			? tile.width * tile.height
			: by === "colors"
				? tile.colors
				: by === "difficulty"
					? (tile.difficulty ?? 99)
					: (tile.verdict ?? "~");
	const sign = down ? -1 : 1;
	if (!by) return down ? [...tiles].reverse() : tiles;
	if (by === "title") return [...tiles].sort((a, b) => sign * natural.compare(a.title, b.title));
	return [...tiles].sort((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : 0));
}

/**
 * The next puzzle of the list, as it is sorted and filtered, that is not done: after this one, and from
 * the start again after the last. Without the server: of those that were opened.
 * @param {string} id of this puzzle @param {Map<string, number>} states what the player has done
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
