// SPDX-License-Identifier: MIT
/**
 * The drawings of this browser. The editor stores the open drawing at each change: so a tab that ends
 * for any reason loses less than a second of work, and the list shows recent drawings. A drawing
 * consists of its address and its tile.
 */
import { sumOf } from "./puzzle.js";
import * as store from "./store.js";

/** @typedef {import("./tiles.js").Tile} Tile */
/** @typedef {{key: string, hash: string, at: number, tile: Tile}} Drawing `at`: when it changed, in milliseconds since 1970 */

const MOST = 50;

/** The drawings, the latest first. @returns {Promise<Drawing[]>} */
export async function drawings() {
	return (await store.all("drawings")).sort((a, b) => b.at - a.at);
}

/**
 * Stores a drawing; the oldest are deleted.
 * @param {string} key of the drawing @param {string} hash its address
 * @param {import("./puzzle.js").Puzzle} puzzle
 */
export async function keepDrawing(key, hash, { width, height, rows, columns, palette, meta }) {
	/** @type {Tile} */
	const tile = {
		id: key,
		title: meta.title ?? "",
		author: meta.author ?? "",
		file: "",
		width,
		height,
		colors: palette.colors.length,
		rows: rows.map(sumOf),
		columns: columns.map(sumOf),
		palette: [palette.background, ...palette.colors.map(({ rgb }) => rgb)],
		drawn: true,
		link: Object.fromEntries(new URLSearchParams(hash.slice(1))),
	};
	await store.put("drawings", [{ key, hash, at: Date.now(), tile }]);
	const old = (await drawings()).slice(MOST);
	if (old.length)
		await store.remove(
			"drawings",
			old.map(one => one.key),
		);
}

/**
 * Tells which puzzles the user has drawn: a drawing has the same sums.
 * @returns {Promise<(tile: Pick<Tile, "rows"|"columns">) => boolean>}
 */
export async function drawnHere() {
	const sums = (/** @type {Pick<Tile, "rows"|"columns">} */ tile) => JSON.stringify([tile.rows, tile.columns]);
	const known = new Set((await drawings()).map(({ tile }) => sums(tile)));
	return tile => known.has(sums(tile));
}

/** Deletes a drawing. @param {string} key */
export const forgetDrawing = async key => store.remove("drawings", [key]);

/** Deletes all drawings. */
export const forgetDrawings = async () =>
	store.remove(
		"drawings",
		(await drawings()).map(({ key }) => key),
	);

/** The key of the drawing with an address; else a new key. @param {string} hash @returns {Promise<string>} */
export async function keyOfDrawing(hash) {
	return (
		(await drawings()).find(one => one.hash === hash)?.key ??
		`drawing-${crypto.randomUUID?.() ?? Math.random().toString(36).slice(2)}`
	);
}
