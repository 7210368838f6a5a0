// SPDX-License-Identifier: MIT
/**
 * The library of a page without a server, and its answers to `status` and `puzzles`. The project's own
 * puzzles are a file of the site; the user's puzzles are in the browser's storage (tiles.js). Neither
 * needs Python, so the list appears at once.
 */
import { ownPuzzles, openedTiles, saveTile } from "../tiles.js";
import { TAB } from "../tab_files.js";

const TILES = { tiles: [], total: 0, faults: [], broken: 0 };
const READING = { files: 0, of: 0, puzzles: 0, judged: 0, read: true, done: true, edition: 0, error: null };

/** @param {unknown} data @param {number} [status] */
const json = (data, status = 200) =>
	new Response(JSON.stringify(data), { status, headers: { "Content-Type": "application/json" } });

/** @param {string} kind @param {string} message @param {number} status */
const refuse = (kind, message, status) => json({ error: { kind, message } }, status);

/** @typedef {(path: string, init: RequestInit) => Promise<Response>} Ask answers all other requests */

/**
 * Answers a request about the library.
 * @param {string} path @param {RequestInit} init @param {Ask} ask @returns {Promise<Response>}
 */
export async function answer(path, init, ask) {
	const { version, techniques, themes } = /** @type {import("../tab_files.js").Tab} */ (TAB);
	const [name, id] = path.replace(/\?.*/, "").split("/");
	if (name === "status") {
		const limits = { seconds: 600, usual_seconds: 30, body: 8 << 20, upload: 64 << 20 };
		return json({
			version,
			public: false,
			writes: true,
			folder: null,
			own: true,
			tab: true,
			photo: false,
			questions: 0,
			site: "",
			library: READING,
			techniques,
			themes,
			limits,
		});
	}
	if (id === "tiles") return json({ tiles: [] });
	if (id) return one(decodeURIComponent(id));
	if (init.method !== "POST") return json({ ...TILES, reading: READING });
	return save(JSON.parse(String(init.body)), ask);
}

/** @param {string} id */
async function one(id) {
	const found =
		(await openedTiles()).find(tile => tile.id === id) ?? (await ownPuzzles()).find(reply => reply.id === id);
	if (!found) return refuse("request", "the library has no such puzzle", 404);
	const { puzzle, code, width, height, title, file, verdict = null, difficulty = null, difficulty_word = null } = found;
	return json({ puzzle, id, code, width, height, title, files: [file], verdict, difficulty, difficulty_word });
}

/** A title as the name of a file: the rule of `stem` in web/requests.py. @param {string} title */
const stemOf = title =>
	[...title.replace(/[^\p{L}\p{N}_]+/gu, "-")]
		.slice(0, 60)
		.join("")
		.replace(/^-+|-+$/g, "");

/**
 * Stores a puzzle in the browser. A file of that name is replaced only with `replace`.
 * @param {{puzzle: {json: any}, name?: string, replace?: boolean}} wanted @param {Ask} ask
 */
async function save({ puzzle: { json: puzzle }, name, replace }, ask) {
	const file = `${stemOf((name ?? "").replace(/\.json$/, "")) || stemOf(puzzle.title ?? "") || "puzzle"}.json`;
	const there = (await openedTiles()).find(tile => tile.file === file);
	if (there && !replace) return refuse("request", `${file} exists: choose another name, or replace it`, 409);
	const body = JSON.stringify({ puzzle: { json: puzzle }, kind: "nonosat" });
	const encoded = await ask("encode", { method: "POST", body, headers: { "Content-Type": "application/json" } });
	if (!encoded.ok) return encoded;
	const { id, codes } = await encoded.json();
	const tile = await saveTile({ puzzle, id, code: codes.nonosat, file }, there?.id);
	return json({ file, id: tile.id, code: tile.code }, 201);
}
