// SPDX-License-Identifier: MIT
/**
 * All data of the page in this browser, in one file: progress, puzzles of opened files, drawings,
 * settings. Loading merges it: of two entries of progress the more advanced one stays (progress.js),
 * of two drawings the later one; settings are replaced.
 */
import { drawings } from "./drawings.js";
import { keepTiles, openedTiles } from "./tiles.js";
import { SETTINGS } from "./settings.js";
import * as store from "./store.js";

const FORMAT = "nonosat browser",
	VERSION = 1;
/** The first characters of the file. */
export const HEAD = `{"format":"${FORMAT}"`;

/** @typedef {import("./progress.js").Progress} Progress */

/** Everything, as the text of a file. @param {Progress} progress @returns {Promise<string>} */
export async function everything(progress) {
	const { entries } = JSON.parse(progress.exportAll());
	const settings = Object.fromEntries(
		SETTINGS.map(key => [key, localStorage.getItem(key)]).filter(([, value]) => value !== null),
	);
	return JSON.stringify({
		format: FORMAT,
		version: VERSION,
		entries,
		puzzles: await openedTiles(),
		drawings: await drawings(),
		settings,
	});
}

/**
 * Loads the text of a file that `everything` wrote.
 * @param {string} text @param {Progress} progress
 * @returns {Promise<{progress: import("./progress.js").Imported, puzzles: number, drawings: number}|null>} null if it is another file
 * @throws {store.FullError}
 */
export async function takeEverything(text, progress) {
	/** @type {any} */
	let data;
	try {
		data = JSON.parse(text);
	} catch {
		return null;
	}
	if (data?.format !== FORMAT) return null;
	const result = await progress.importAll(
		JSON.stringify({ format: "nonosat progress", version: 1, entries: data.entries ?? {} }),
		async () => null,
	);
	const known = new Set((await openedTiles()).map(tile => tile.id));
	const puzzles = list(data.puzzles)
		.filter(tile => isTile(tile) && tile.puzzle && !known.has(tile.id))
		.map(tile => ({ ...tile, at: undefined }));
	await keepTiles(puzzles);
	const here = new Map((await drawings()).map(one => [one.key, one.at]));
	const drawn = list(data.drawings).filter(
		one =>
			typeof one?.key === "string" &&
			typeof one.hash === "string" &&
			isTile(one.tile) &&
			one.at > (here.get(one.key) ?? 0),
	);
	await store.put("drawings", drawn);
	for (const key of SETTINGS)
		if (typeof data.settings?.[key] === "string") localStorage.setItem(key, data.settings[key]);
	return { progress: result ?? { taken: 0, older: 0, faults: 0 }, puzzles: puzzles.length, drawings: drawn.length };
}

/** @param {unknown} value @returns {any[]} */
const list = value => (Array.isArray(value) ? value : []);

/** Whether the list can show it. @param {any} tile */
const isTile = tile =>
	typeof tile?.id === "string" &&
	typeof tile.title === "string" &&
	[tile.width, tile.height, tile.colors].every(Number.isInteger) &&
	[tile.rows, tile.columns, tile.palette].every(Array.isArray);
