// SPDX-License-Identifier: MIT
// The first state of the editor: a drawing or typed clues, from the address or from a file. Pictures in
// the address, also of the two earlier pages, are read without the server.
import { writeLine } from "../clue_text.js";
import { areValues, paletteOf, withLetters } from "../colors.js";
import { blank } from "../picture.js";
import { toast } from "../parts.js";
import { readImage, readPicture, readRaw } from "../picture_code.js";
import { loadPuzzle } from "../load_puzzle.js";
import { UNKNOWN, blackOnWhite, placesOf, readPlaces, titleOf } from "../puzzle.js";
import { t } from "../text.js";

/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {import("../puzzle.js").Palette} Palette */
/** @typedef {import("../puzzle.js").Puzzle} Puzzle */
/** @typedef {{palette: Palette, title: string, author: string, printed: number[]}} Beside `printed`: the places of printed cells, which show the drawing */
/** @typedef {{picture: Picture, beside: Beside, clues: {rows: string, columns: string} | null, printed: Uint8Array | null}} Start `printed`: of the clues */

/**
 * The drawing or clues of a route.
 * @param {import("../route.js").Route} route
 * @param {AbortSignal} signal
 * @returns {Promise<Start>}
 */
export async function begin({ params, ...route }, signal) {
	const value = (/** @type {string} */ key) => params.get(key) ?? "";
	/** @type {Beside} */
	const beside = { palette: blackOnWhite(), title: value("name"), author: value("author"), printed: [] };
	const empty = blank(15, 15);
	if (params.has("draft")) {
		try {
			const { r, c, p, l } = JSON.parse(value("draft"));
			if (typeof r !== "string" || typeof c !== "string" || (p && !areValues(p))) throw new TypeError();
			if (p) beside.palette = withLetters(paletteOf(p), l);
			const drawn = params.has("picture") ? readPicture(value("picture"))?.picture : readImage(value("editor"));
			return { picture: drawn ?? empty, beside, clues: { rows: r, columns: c }, printed: null };
		} catch {
			toast(t("edit.unreadable"), { kind: "error" });
			return { picture: empty, beside, clues: { rows: "", columns: "" }, printed: null };
		}
	}
	const drawn = ["picture", "editor", "raw"].find(key => params.has(key));
	if (drawn) {
		const colored = drawn === "picture" ? readPicture(value("picture")) : null;
		if (colored) beside.palette = paletteOf(colored.colors);
		const picture =
			drawn === "picture"
				? colored?.picture
				: drawn === "editor"
					? readImage(value("editor"))
					: readRaw(value("width"), value("height"), value("raw"));
		if (!picture) toast(t("edit.unreadable"), { kind: "error" });
		else {
			picture.cells = picture.cells.map(cell => (cell === UNKNOWN ? 0 : cell));
			beside.printed = readPlaces(value("printed"), picture.cells.length);
		}
		return { picture: picture ?? empty, beside, clues: null, printed: null };
	}
	if (!["code", "rules", "id"].some(key => params.has(key)))
		return { picture: empty, beside, clues: null, printed: null };
	const puzzle = await loadPuzzle({ params, ...route }, signal);
	return ofPuzzle(puzzle, beside.title);
}

/** @param {Puzzle} puzzle @param {string} name @returns {Start} */
export function ofPuzzle(puzzle, name) {
	const { width, height, palette, goal, printed, rows, columns, meta } = puzzle;
	const beside = { palette, title: titleOf(puzzle, name), author: meta.author ?? "", printed: placesOf(printed) };
	// A drawing has all its clues, and its printed cells show it.
	const shows = beside.printed.every(place => printed?.[place] === goal?.[place]);
	if (goal && !goal.includes(UNKNOWN) && shows && ![...rows, ...columns].includes(null))
		return { picture: { width, height, cells: goal }, beside, clues: null, printed: null };
	return { picture: blank(width, height), beside: { ...beside, printed: [] }, clues: textsOf(puzzle), printed };
}

/** @param {Puzzle} puzzle */
export function textsOf({ rows, columns, palette }) {
	const letters = palette.colors.map(({ letter }) => letter).join("");
	const text = (/** @type {(import("../puzzle.js").Clue | null)[]} */ clues) =>
		clues.map(clue => writeLine(clue, letters)).join("\n");
	return { rows: text(rows), columns: text(columns) };
}
