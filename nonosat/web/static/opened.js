// SPDX-License-Identifier: MIT
/**
 * Puzzles from files of the user. The server reads them, in any format; the tiles stay in the
 * browser (in its Cache, if it has one: localStorage is too small for thousands), so that a reload
 * keeps them.
 */
import { post, send } from "./api.js";
import { explained } from "./parts.js";
import { fromJson, keep, keptReplies } from "./puzzle.js";

/** @typedef {{id: string, title: string, author: string, file: string, width: number, height: number, colors: number, rows: (number|null)[], columns: (number|null)[], palette: string[], verdict?: string|null, difficulty?: number|null, difficulty_word?: string|null, copies?: number, puzzle?: any, code?: string, link?: Record<string, string>}} Tile `link`: what names it in the URL, if that is known */

const CACHE = "nonosat-opened", KEY = "tiles.json";
const BATCH = 20, BATCH_BYTES = 4e6;

/** @type {Tile[]|null} */
let tiles = null;

/** @returns {Promise<Tile[]>} */
export async function openedTiles() {
	if (tiles) return tiles;
	tiles = [];
	try {
		tiles = (await (await (await caches.open(CACHE)).match(KEY))?.json()) ?? [];
	} catch {
		// no cache: until the page closes
	}
	return /** @type {Tile[]} */ (tiles);
}

/** @param {Tile[]} all */
async function write(all) {
	tiles = all;
	try {
		await (await caches.open(CACHE)).put(KEY, new Response(JSON.stringify(all)));
	} catch {
		// no cache
	}
}

/** Forgets all opened puzzles. */
export const forget = () => write([]);

/** A tile of what the server has read. @param {any} reply @returns {Tile} */
function tileOf(reply) {
	const puzzle = fromJson(reply.puzzle);
	const sum = (/** @type {import("./puzzle.js").Clue|null} */ clue) => clue && clue.reduce((s, [length]) => s + length, 0);
	const { background, colors } = puzzle.palette;
	return {
		id: reply.id, code: reply.code, puzzle: reply.puzzle, title: puzzle.meta.title ?? reply.file.replace(/^.*[/:]|\.\w+$/g, ""), author: puzzle.meta.author ?? "",
		file: reply.file, width: puzzle.width, height: puzzle.height, colors: colors.length,
		rows: puzzle.rows.map(sum), columns: puzzle.columns.map(sum), palette: [background, ...colors.map((c) => c.rgb)],
	};
}

/**
 * Reads files; puzzles that are there already are not taken twice.
 * @param {File[]} files @param {(rest: number) => void} on called with the number of files that are not yet read
 * @returns {Promise<{taken: Tile[], faults: {file: string, message: string}[], cut: boolean}>}
 */
export async function openFiles(files, on) {
	const all = [...(await openedTiles())];
	const known = new Map(all.map((tile) => [tile.id, tile]));
	/** @type {Tile[]} */
	const taken = [];
	const faults = [];
	let cut = false;
	for (let start = 0; start < files.length; ) {
		on(files.length - start);
		const form = new FormData();
		let bytes = 0, end = start;
		for (; end < files.length && end < start + BATCH && (end === start || bytes + files[end].size < BATCH_BYTES); end++) {
			form.append("file", files[end], files[end].webkitRelativePath || files[end].name);
			bytes += files[end].size;
		}
		try {
			const reply = await send("open", form);
			for (const one of reply.puzzles) {
				const tile = known.get(one.id) ?? tileOf(one);
				if (!known.has(one.id)) all.push(tile);
				known.set(one.id, tile);
				taken.push(tile);
			}
			faults.push(...reply.faults);
			cut ||= reply.cut;
		} catch (error) {
			const message = explained(error);
			faults.push(...files.slice(start, end).map((file) => ({ file: file.name, message })));
		}
		start = end;
	}
	await write(all);
	return { taken, faults, cut };
}

/**
 * Tiles of the puzzles that were opened in this browser, the latest first: those that can be played
 * without the server.
 * @returns {Promise<Tile[]>}
 */
export async function keptTiles() {
	/** @type {Map<string, Tile>} */
	const found = new Map();
	for (const [name, reply] of keptReplies()) {
		const id = reply.id || name;
		if (found.has(id)) continue;
		const tile = tileOf({ ...reply, file: "" });
		const [key, value] = [name.slice(0, name.indexOf("=")), name.slice(name.indexOf("=") + 1)];
		const title = reply.title || tile.title;
		found.set(id, { ...tile, id, title, link: { [key]: value, name: reply.title ?? "" } });
	}
	return [...found.values()];
}

/** The link of a tile. An opened puzzle is named by its code; the server is asked if it is not known yet. @param {Tile} tile @returns {Promise<Record<string, string>>} */
export async function nameOf(tile) {
	if (tile.link) return tile.link;
	if (!tile.puzzle) return { id: tile.id };
	tile.code ||= (await post("encode", { puzzle: { json: tile.puzzle }, kind: "nonosat" })).codes.nonosat;
	if (tile.code) {
		keep("code=" + tile.code, tile);
		return { code: tile.code, name: tile.title };
	}
	keep("id=" + tile.id, tile);
	return { id: tile.id };
}

/** The files of a drop, with those in its folders. @param {DataTransfer} transfer @returns {Promise<File[]>} */
export async function droppedFiles(transfer) {
	const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null && entry !== undefined);
	if (!entries.length) return [...transfer.files];
	/** @type {File[]} */
	const files = [];
	/** @param {any} entry */
	async function walk(entry) {
		if (files.length > 20000) return;
		if (entry.isFile) files.push(await new Promise((done, fail) => entry.file(done, fail)));
		else {
			const reader = entry.createReader();
			for (;;) {
				/** @type {any[]} */
				const part = await new Promise((done, fail) => reader.readEntries(done, fail));
				if (!part.length) break;
				for (const inner of part) await walk(inner);
			}
		}
	}
	for (const entry of entries) await walk(entry);
	return files;
}
