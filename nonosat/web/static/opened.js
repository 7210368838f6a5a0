// SPDX-License-Identifier: MIT
/**
 * Puzzles from files of the user. Python reads them, in any format; the tiles stay in the browser's
 * storage, so that a reload keeps them. On a page without a server these, the puzzles saved there and
 * the project's own ones are the library.
 */
import { post, send } from "./api.js";
import { drawings } from "./drawings.js";
import { explained } from "./parts.js";
import { fromJson, keep, keptReplies } from "./puzzle.js";
import * as store from "./store.js";
import { TAB } from "./tab_files.js";
import { alsoNamed } from "./wanted.js";

/** @typedef {{id: string, title: string, author: string, file: string, width: number, height: number, colors: number, rows: (number|null)[], columns: (number|null)[], palette: string[], verdict?: string|null, difficulty?: number|null, difficulty_word?: string|null, copies?: number, puzzle?: any, code?: string, own?: boolean, drawn?: boolean, at?: number, also?: string[], link?: Record<string, string>}} Tile `link`: what names it in the URL, if that is known; `own`: a puzzle of the project; `drawn`: a drawing of the editor; `at`: its place in the order of opening; `also`: further names, by which it is found */

const BATCH = 20,
	BATCH_BYTES = 4e6;
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

/** Moves what an earlier version kept. */
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
		// no cache: nothing was kept
	}
}

// Another tab has changed them.
store.onChange(name => name === "puzzles" && (tiles = null));

/** Keeps tiles that are new or changed. @param {Tile[]} some @throws {store.FullError} none is kept then */
export async function keepTiles(some) {
	let at = ((await openedTiles()).at(-1)?.at ?? 0) + 1;
	const kept = new Map(some.map(tile => [tile.id, { ...tile, at: tile.at ?? at++ }]));
	await store.put("puzzles", [...kept.values()]);
	const rest = (await openedTiles()).filter(tile => !kept.has(tile.id));
	tiles = Promise.resolve([...rest, ...kept.values()].sort((a, b) => (a.at ?? 0) - (b.at ?? 0)));
}

/** Forgets opened puzzles: all, or those. @param {Tile[]} [some] */
export async function forget(some) {
	const gone = new Set((some ?? (await openedTiles())).map(tile => tile.id));
	tiles = Promise.resolve((await openedTiles()).filter(tile => !gone.has(tile.id)));
	await store.remove("puzzles", [...gone]);
}

/** @type {Promise<any[]>|null} */
let own = null;

/**
 * The project's own puzzles, where no server lists them: as the API answers, with verdict and file.
 * @returns {Promise<any[]>}
 */
export function ownPuzzles() {
	if (!TAB) return Promise.resolve([]);
	return (own ??= fetch(TAB.puzzles)
		.then(response => response.json())
		.catch(() => ((own = null), [])));
}

/** All tiles that the browser has: drawings, those of opened files, the project's own. @returns {Promise<Tile[]>} */
export async function localTiles() {
	const drawn = (await drawings()).map(({ tile }) => tile);
	const own = new Map(
		(await ownPuzzles()).map(reply => {
			const { verdict, difficulty, difficulty_word } = reply;
			return [reply.id, { ...tileOf(reply), puzzle: undefined, verdict, difficulty, difficulty_word, own: true }];
		}),
	);
	const opened = (await openedTiles()).map(tile => {
		const same = own.get(tile.id);
		own.delete(tile.id);
		return same ? alsoNamed(tile, same) : tile;
	});
	return [...drawn, ...opened, ...own.values()];
}

/**
 * Keeps a puzzle under a file name.
 * @param {any} puzzle its JSON @param {string} file @param {string} [replaced] the id of the puzzle that had this name
 * @returns {Promise<Tile>}
 */
export async function saveTile(puzzle, file, replaced) {
	const { id, codes } = await post("encode", { puzzle: { json: puzzle }, kind: "nonosat" });
	const all = await openedTiles();
	const before = all.filter(tile => tile.id === replaced);
	if (before.length) await forget(before);
	/** @type {Tile} */
	let tile = { ...tileOf({ puzzle, id, code: codes.nonosat, file }), at: before[0]?.at };
	const same = all.find(other => other.id === id && other.id !== replaced);
	if (same) tile = alsoNamed({ ...tile, also: same.also }, same);
	await keepTiles([tile]);
	return tile;
}

/** A tile of what the server has read. @param {any} reply @returns {Tile} */
function tileOf(reply) {
	const puzzle = fromJson(reply.puzzle);
	const sum = (/** @type {import("./puzzle.js").Clue|null} */ clue) =>
		clue && clue.reduce((s, [length]) => s + length, 0);
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
		rows: puzzle.rows.map(sum),
		columns: puzzle.columns.map(sum),
		palette: [background, ...colors.map(c => c.rgb)],
	};
}

/**
 * Reads files; puzzles that are there already are not taken twice.
 * @param {File[]} files @param {(rest: number) => void} on called with the number of files that are not yet read
 * @returns {Promise<{taken: Tile[], faults: {file: string, message: string}[], cut: boolean}>}
 */
export async function openFiles(files, on) {
	const known = new Map((await openedTiles()).map(tile => [tile.id, tile]));
	/** @type {Tile[]} */
	const taken = [];
	const faults = [];
	let cut = false;
	for (let start = 0; start < files.length; ) {
		on(files.length - start);
		const form = new FormData();
		let bytes = 0,
			end = start;
		for (
			;
			end < files.length && end < start + BATCH && (end === start || bytes + files[end].size < BATCH_BYTES);
			end++
		) {
			form.append("file", files[end], files[end].webkitRelativePath || files[end].name);
			bytes += files[end].size;
		}
		try {
			const reply = await send("open", form);
			/** @type {Map<string, Tile>} */
			const changed = new Map();
			for (const one of reply.puzzles.map(tileOf)) {
				const before = known.get(one.id);
				const tile = before ? alsoNamed(before, one) : one;
				known.set(one.id, tile);
				if (tile !== before) changed.set(one.id, tile);
				taken.push(tile);
			}
			await keepTiles([...changed.values()]);
			faults.push(...reply.faults);
			cut ||= reply.cut;
		} catch (error) {
			const message = explained(error);
			faults.push(...files.slice(start, end).map(file => ({ file: file.name, message })));
		}
		start = end;
	}
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
	const entries = [...transfer.items]
		.map(item => item.webkitGetAsEntry?.())
		.filter(entry => entry !== null && entry !== undefined);
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
