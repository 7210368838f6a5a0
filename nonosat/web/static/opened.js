// SPDX-License-Identifier: MIT
/**
 * Puzzles from files of the user. Python reads them, in any format; their tiles stay in the browser
 * (tiles.js). On a page without a server, the library consists of these puzzles, saved puzzles and
 * the project's own.
 */
import { post, send } from "./api.js";
import { drawings, drawnHere } from "./drawings.js";
import { explained } from "./parts.js";
import { keep, keptReplies } from "./load_puzzle.js";
import { keepTiles, openedTiles, ownPuzzles, tileOf } from "./tiles.js";
import { alsoNamed, sorted } from "./wanted.js";

/** @typedef {import("./tiles.js").Tile} Tile */
/** @typedef {import("./errors.js").Fault & {file: string, kind?: string, faults?: import("./errors.js").Fault[], clues?: any}} Note of a file; `clues`: those that can be corrected, as JSON */

const BATCH = 20,
	BATCH_BYTES = 4e6;
/** All tiles in the browser: of drawings, opened files and the project. @returns {Promise<Tile[]>} */
export async function localTiles() {
	const drawn = (await drawings()).map(({ tile }) => tile);
	const own = new Map(
		(await ownPuzzles()).map(reply => {
			const { verdict, difficulty, difficulty_word } = reply;
			return [reply.id, { ...tileOf(reply), puzzle: undefined, verdict, difficulty, difficulty_word, own: true }];
		}),
	);
	const isDrawn = await drawnHere();
	const opened = (await openedTiles()).map(kept => {
		const tile = { ...kept, mine: isDrawn(kept) };
		const same = own.get(tile.id);
		own.delete(tile.id);
		return same ? alsoNamed({ ...tile, title: tile.title || same.title }, same) : tile;
	});
	return [...drawn, ...opened, ...sorted([...own.values()], { sort: "difficulty", down: "" })];
}

/**
 * Reads files; a puzzle that is already there is not added again.
 * @param {File[]} files @param {(rest: number) => void} on called with the number of files that are not yet read
 * @param {string} [format] of all files; else it is recognised
 * @returns {Promise<{taken: Tile[], faults: Note[], remarks: Note[], cut: boolean}>}
 */
export async function openFiles(files, on, format) {
	const known = new Map((await openedTiles()).map(tile => [tile.id, tile]));
	/** @type {Tile[]} */
	const taken = [];
	/** @type {Note[]} */
	const faults = [];
	/** @type {Note[]} */
	const remarks = [];
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
			const reply = await send(format ? `open?${new URLSearchParams({ format })}` : "open", form);
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
			for (const { file, remarks: said } of reply.puzzles)
				remarks.push(...said.map((/** @type {import("./errors.js").Fault} */ remark) => ({ ...remark, file })));
			cut ||= reply.cut;
		} catch (error) {
			const message = explained(error);
			faults.push(...files.slice(start, end).map(file => ({ file: file.name, message })));
		}
		start = end;
	}
	return { taken, faults, remarks, cut };
}

/**
 * Tiles of the puzzles that can be played without the server: those opened in this browser, the
 * latest first.
 * @returns {Promise<Tile[]>}
 */
export async function keptTiles() {
	/** @type {Map<string, Tile>} */
	const found = new Map();
	const isDrawn = await drawnHere();
	for (const [name, reply] of keptReplies()) {
		const id = reply.id || name;
		if (found.has(id)) continue;
		const tile = tileOf({ ...reply, file: "" });
		const [key, value] = [name.slice(0, name.indexOf("=")), name.slice(name.indexOf("=") + 1)];
		const title = reply.title || tile.title;
		found.set(id, { ...tile, id, title, mine: isDrawn(tile), link: { [key]: value, name: reply.title ?? "" } });
	}
	return [...found.values()];
}

/** The link of a tile. An opened puzzle is named by its code; the server is asked for an unknown code. @param {Tile} tile @returns {Promise<Record<string, string>>} */
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
