// SPDX-License-Identifier: MIT
/**
 * The tiles of puzzles in the browser's storage, so that a reload keeps them, and of the project's
 * own puzzles on a page without a server.
 */
import { fromJson, sumOf } from "./puzzle.js";
import * as store from "./store.js";
import { TAB } from "./tab_files.js";
import { alsoNamed } from "./wanted.js";

/** @typedef {{id: string, title: string, author: string, file: string, width: number, height: number, colors: number, rows: (number|null)[], columns: (number|null)[], palette: string[], verdict?: string|null, difficulty?: number|null, difficulty_word?: string|null, copies?: number, puzzle?: any, code?: string, own?: boolean, drawn?: boolean, mine?: boolean, at?: number, also?: string[], link?: Record<string, string>}} Tile `link`: its name in the URL, if known; `own`: a puzzle of the project; `drawn`: a drawing of the editor; `mine`: a drawing of the user as a puzzle; `at`: its place in the order of opening; `also`: further names for the search */

/** Where earlier versions of this page kept the tiles. */
const EARLIER = { cache: "nonosat-opened", key: "tiles.json" };

/** @type {Promise<Tile[]>|null} */
let tiles = null;

/** The puzzles of opened files, in the order of opening. @returns {Promise<Tile[]>} */
export const openedTiles = () => (tiles ??= read());

/** @returns {Promise<Tile[]>} */
async function read() {
	await takeEarlier();
	const all = /** @type {Tile[]} */ (await store.all("puzzles"));
	return all.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

/** Moves the tiles of an earlier version. */
async function takeEarlier() {
	try {
		const cache = await caches.open(EARLIER.cache);
		const kept = /** @type {Tile[]|undefined} */ (await (await cache.match(EARLIER.key))?.json());
		if (kept)
			await store.put(
				"puzzles",
				kept.map((tile, i) => ({ ...tile, at: i })),
			);
		await caches.delete(EARLIER.cache);
	} catch {
		// no cache, so no tiles
	}
}

// Another tab has changed them.
store.onChange(name => name === "puzzles" && (tiles = null));

/** Stores new or changed tiles. @param {Tile[]} some @throws {store.FullError} then no tile is stored */
export async function keepTiles(some) {
	let at = ((await openedTiles()).at(-1)?.at ?? 0) + 1;
	const kept = new Map(some.map(tile => [tile.id, { ...tile, at: tile.at ?? at++ }]));
	await store.put("puzzles", [...kept.values()]);
	const rest = (await openedTiles()).filter(tile => !kept.has(tile.id));
	tiles = Promise.resolve([...rest, ...kept.values()].sort((a, b) => (a.at ?? 0) - (b.at ?? 0)));
}

/**
 * Stores the puzzle of a link or code, as those of files. A known title stays; the search finds both.
 * @param {Tile} tile @returns {Promise<Tile>} as it is stored
 */
export async function keepLinked(tile) {
	const before = (await openedTiles()).find(({ id }) => id === tile.id);
	let now = before ?? tile;
	if (before && !before.title && tile.title) now = { ...before, title: tile.title };
	else if (before && tile.title && tile.title !== before.title) now = alsoNamed(before, tile);
	if (now !== before) await keepTiles([now]);
	return now;
}

/** Forgets all or some opened puzzles. @param {Tile[]} [some] */
export async function forget(some) {
	const gone = new Set((some ?? (await openedTiles())).map(tile => tile.id));
	tiles = Promise.resolve((await openedTiles()).filter(tile => !gone.has(tile.id)));
	await store.remove("puzzles", [...gone]);
}

/** @type {Promise<any[]>|null} */
let own = null;

/**
 * The project's own puzzles without a server: as the API answers, with verdict and file.
 * @returns {Promise<any[]>}
 */
export function ownPuzzles() {
	if (!TAB) return Promise.resolve([]);
	return (own ??= fetch(TAB.puzzles)
		.then(response => response.json())
		.catch(() => ((own = null), [])));
}

/**
 * Stores a puzzle under a file name.
 * @param {{puzzle: any, id: string, code: string, file: string}} reply @param {string} [replaced] the id of the puzzle that had this name
 * @returns {Promise<Tile>}
 */
export async function saveTile(reply, replaced) {
	const all = await openedTiles();
	const before = all.filter(tile => tile.id === replaced);
	if (before.length) await forget(before);
	/** @type {Tile} */
	let tile = { ...tileOf(reply), at: before[0]?.at };
	const same = all.find(other => other.id === reply.id && other.id !== replaced);
	if (same) tile = alsoNamed({ ...tile, also: same.also }, same);
	await keepTiles([tile]);
	return tile;
}

/** The tile of a puzzle that the server has read. @param {any} reply @returns {Tile} */
export function tileOf(reply) {
	const puzzle = fromJson(reply.puzzle);
	const { background, colors } = puzzle.palette;
	return {
		id: reply.id,
		code: reply.code,
		puzzle: reply.puzzle,
		title: puzzle.meta.title ?? reply.file.replace(/^.*[/:]|\.\w+$/g, ""),
		author: puzzle.meta.author ?? "",
		file: reply.file,
		width: puzzle.width,
		height: puzzle.height,
		colors: colors.length,
		rows: puzzle.rows.map(sumOf),
		columns: puzzle.columns.map(sumOf),
		palette: [background, ...colors.map(c => c.rgb)],
	};
}
