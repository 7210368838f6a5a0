// SPDX-License-Identifier: MIT
/** The puzzle of a route, from the server or the URL; it is stored for play without the server. */
import { get, post } from "./api.js";
import { drawnHere } from "./drawings.js";
import { readKept, readList, writeKept } from "./kept.js";
import { learnLibrary } from "./list_place.js";
import { blackOnWhite, fromJson, fromPicture, printedAt, readPlaces, titleOf } from "./puzzle.js";
import { named } from "./route.js";
import { script } from "./scripts.js";
import { t } from "./text.js";
import { keepLinked, tileOf } from "./tiles.js";

/** @typedef {import("./puzzle.js").Puzzle} Puzzle */

const STORE = "nonosat.puzzle.";
const KEPT = 200;

/**
 * The puzzle of a route: from the server or, when that cannot be reached, as stored.
 * @param {import("./route.js").Route} route @param {AbortSignal} [signal] @returns {Promise<Puzzle>}
 */
export async function loadPuzzle(route, signal) {
	const [puzzle] = await Promise.all([load(route, signal), learnLibrary(signal)]);
	return puzzle;
}

/** @param {import("./route.js").Route} route @param {AbortSignal} [signal] @returns {Promise<Puzzle>} */
async function load(route, signal) {
	const name = named(route);
	if (!name) throw new Error("no puzzle");
	if (route.params.has("lesson")) {
		const { CODE, lessonPuzzle } = await script(() => import("./teaching.js"));
		if (name.value === CODE) return lessonPuzzle();
	}
	const drawn = await localPicture(route, name);
	if (drawn) return drawn;
	const key = `${name.key}=${name.value}`;
	/** @type {any} */
	let reply;
	try {
		if (name.key === "id") reply = await get("puzzles/" + encodeURIComponent(name.value), signal);
		else reply = await post("decode", { code: name.value }, signal);
		keep(key, { ...reply, title: route.name || keptReply(key)?.title });
	} catch (error) {
		const kept = !(/** @type {any} */ (error).faults?.length) && keptReply(key);
		if (!kept) throw error;
		reply = kept;
	}
	if (!reply.puzzle) throw new Error(t("error.nopuzzle"));
	const puzzle = fromJson(reply.puzzle, reply);
	const author = route.params.get("author");
	if (author) puzzle.meta.author ??= author;
	if (route.test) return puzzle;
	const title = titleOf(puzzle, route.name);
	const tile = tileOf({ ...reply, puzzle: { ...reply.puzzle, ...puzzle.meta, title }, file: "" });
	if ((await drawnHere())(tile)) return puzzle;
	puzzle.spoils = true;
	// Of an id the library has the tile; the picture of a puzzle is a drawing.
	if (name.key === "id" || route.page === "edit" || !reply.code || reply.picture) return puzzle;
	const kept = await keepLinked(tile).catch(() => tile); // a full store: played all the same
	if (kept.title) puzzle.meta.title ??= kept.title;
	return puzzle;
}

/**
 * A picture in the URL needs no server; null for everything else.
 * @param {import("./route.js").Route} route @param {{key: string, value: string}} name @returns {Promise<Puzzle|null>}
 */
async function localPicture({ params }, { key, value }) {
	if (!["editor", "picture", "raw"].includes(key)) return null;
	const { readImage, readPicture, readRaw } = await script(() => import("./picture_code.js"));
	const coloured = key === "picture" ? readPicture(value) : null;
	const side = (/** @type {string} */ k) => params.get(k) ?? "";
	const picture =
		coloured?.picture ??
		(key === "editor" ? readImage(value) : key === "raw" ? readRaw(side("width"), side("height"), value) : null);
	if (!picture) throw new Error(t("error.nopuzzle"));
	const { paletteOf } = await script(() => import("./colors.js"));
	const palette = coloured ? paletteOf(coloured.colors) : blackOnWhite();
	const puzzle = fromPicture(
		picture.cells,
		picture.width,
		picture.height,
		/** @type {import("./puzzle.js").Palette} */ (palette),
	);
	puzzle.printed = printedAt(picture.cells, readPlaces(side("printed"), picture.cells.length));
	if (side("name")) puzzle.meta.title = side("name");
	if (side("author")) puzzle.meta.author = side("author");
	return puzzle;
}

/** Stores a puzzle for offline play; the oldest are deleted. @param {string} key @param {any} reply */
export function keep(key, reply) {
	const { puzzle, id, code, title } = reply;
	const order = [...keptKeys().filter(other => other !== key), key];
	// If the store is full or forbidden, the puzzle is missing offline.
	for (const old of order.splice(0, order.length - KEPT)) localStorage.removeItem(STORE + old);
	if (writeKept(STORE, order)) writeKept(STORE + key, { puzzle, id, code, title });
}

/** The names of the stored puzzles in a URL, the latest last. @returns {string[]} */
const keptKeys = () => readList(STORE).filter(key => typeof key === "string");

/** A stored puzzle; null if it is missing or damaged. @param {string} key @returns {any} */
function keptReply(key) {
	const reply = readKept(STORE + key);
	try {
		fromJson(reply.puzzle);
		return reply;
	} catch {
		return null;
	}
}

/** The stored puzzles, the latest first: the name of each in a URL, and the server's answer. @returns {[string, {puzzle: any, id: string, code: string, title?: string}][]} */
export function keptReplies() {
	return keptKeys()
		.reverse()
		.flatMap(key => {
			const reply = keptReply(key);
			return reply ? [[key, reply]] : [];
		});
}
