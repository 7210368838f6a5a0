// SPDX-License-Identifier: MIT
/**
 * What the list remembers: its place, its order, whether it hides titles. It is stored for the tab
 * (Back, reload) and for the browser (the next visit).
 */
import { get } from "./api.js";
import { readKept, writeKept } from "./kept.js";
import { Progress } from "./progress.js";
import { titleOf } from "./puzzle.js";
import { t } from "./text.js";
import { meant } from "./wanted.js";

/**
 * @typedef {object} Place
 * @property {import("./wanted.js").Wanted} [wanted] search, sort and filters
 * @property {number} [index] the first tile in view
 * @property {number} [rest] pixels of its row above the window
 * @property {string} [opened] the puzzle that was opened last
 * @property {number} [at] its place in the library
 * @property {boolean} [greeted] the text for newcomers was closed
 * @property {boolean} [own] the library is the project's own puzzles; undefined: not yet known
 * @property {boolean} [titles] titles of unsolved puzzles are hidden, as the user chose
 */

const KEY = "nonosat.list";

/** The stored place. @returns {Place} */
export function readPlace() {
	const { wanted, opened, greeted, own, titles, ...found } = readKept(KEY, "sessionStorage") ?? readKept(KEY) ?? {};
	const number = (/** @type {unknown} */ value) => (Number.isFinite(value) ? Math.max(0, Number(value)) : undefined);
	return {
		wanted: wanted && meant(wanted),
		index: number(found.index),
		rest: number(found.rest),
		at: number(found.at),
		opened: typeof opened === "string" ? opened : undefined,
		greeted: greeted === true,
		own: typeof own === "boolean" ? own : undefined,
		titles: typeof titles === "boolean" ? titles : undefined,
	};
}

/** @param {Place} change */
export function keepPlace(change) {
	const place = { ...readPlace(), ...change };
	for (const store of /** @type {const} */ (["sessionStorage", "localStorage"])) writeKept(KEY, place, store);
}

/**
 * Whether titles are hidden until a puzzle is solved: they often say what the picture shows. The
 * user chooses; by default those of the project's own puzzles are hidden.
 */
export function hidesTitles() {
	const { titles, own } = readPlace();
	return titles ?? own ?? false;
}

/** Learns once whose puzzles the library has: a puzzle may be opened before the list. @param {AbortSignal} [signal] */
export async function learnLibrary(signal) {
	if (readPlace().own !== undefined) return;
	const status = await get("status", signal).catch(() => null);
	if (status) keepPlace({ own: status.own });
}

/** Whether the title of a puzzle is hidden. @param {import("./puzzle.js").Puzzle} puzzle @param {boolean} solved */
export const hidesTitle = (puzzle, solved) => !solved && !!puzzle.spoils && hidesTitles();

/** Whether the title of a tile is hidden. @param {import("./tiles.js").Tile} tile @param {number} [state] of play */
export const hidesTile = (tile, state) => !tile.drawn && !tile.mine && state !== 2 && hidesTitles();

/** The title instead of a hidden one. @param {{width: number, height: number}} size */
export const hiddenTitle = ({ width, height }) => t("title.hidden", { size: t("size", { width, height }) });

/**
 * The title that a page of a puzzle shows; instead of a hidden one its size.
 * @param {import("./puzzle.js").Puzzle} puzzle @param {import("./route.js").Route} route @param {boolean} [solved]
 */
export function shownTitle(puzzle, route, solved = new Progress().states().get(puzzle.id ?? "") === 2) {
	return hidesTitle(puzzle, solved) ? hiddenTitle(puzzle) : titleOf(puzzle, route.name);
}
