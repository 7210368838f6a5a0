// SPDX-License-Identifier: MIT
/**
 * Judges the puzzles of opened files: verdict and difficulty, one puzzle after the other, so that other
 * questions can come between. It goes on while other pages are shown; results are stored at once.
 */
import { ask, isCancelled } from "./api.js";
import { keepTiles, openedTiles } from "./tiles.js";

/** @typedef {import("./tiles.js").Tile} Tile */
/** @typedef {{done: number, of: number}} Far */

/** Seconds for one puzzle; a puzzle that needs more gets the verdict "unknown". */
const SECONDS = 20;
/** Milliseconds after which results are stored and shown. */
const KEEP = 1000;

/** @type {AbortController|null} */
let running = null;
/** @type {Far|null} */
let far = null;
/** @type {Set<(far: Far|null) => void>} */
const listeners = new Set();

/** Calls `listener` with the progress, or null when no judging runs. @param {(far: Far|null) => void} listener @param {AbortSignal} signal */
export function onJudged(listener, signal) {
	listeners.add(listener);
	signal.addEventListener("abort", () => listeners.delete(listener));
	listener(far);
}

/** The present progress. */
export const howFar = () => far;

/** The opened puzzles without a verdict. @returns {Promise<Tile[]>} */
export const unjudged = async () => (await openedTiles()).filter(tile => !tile.verdict && tile.puzzle);

/** Stops judging; results stay. */
export const stop = () => running?.abort();

/** Judges all puzzles that have no verdict. @returns {Promise<void>} */
export async function judge() {
	if (running) return;
	const { signal } = (running = new AbortController());
	const todo = await unjudged();
	/** @type {Tile[]} */
	let judged = [];
	let kept = Date.now();
	const keep = async () => {
		const there = new Set((await openedTiles()).map(tile => tile.id)); // some may have been closed
		await keepTiles(judged.filter(tile => there.has(tile.id)));
		[judged, kept] = [[], Date.now()];
		for (const listener of listeners) listener(far);
	};
	try {
		far = { done: 0, of: todo.length };
		for (const listener of listeners) listener(far);
		for (const tile of todo) {
			judged.push(await judgedOne(tile, signal));
			far = { done: far.done + 1, of: todo.length };
			if (Date.now() - kept > KEEP) await keep();
		}
	} catch (error) {
		if (!isCancelled(error)) throw error;
	} finally {
		running = far = null;
		await keep();
	}
}

/** @param {Tile} tile @param {AbortSignal} signal @returns {Promise<Tile>} */
async function judgedOne(tile, signal) {
	const { cells: _, ...puzzle } = tile.puzzle; // its clues, never its goal
	const found = { ...tile };
	try {
		await ask(
			{ puzzle: { json: puzzle }, questions: ["check", "rate"], time_limit: SECONDS },
			{
				signal,
				on: (name, data) => {
					if (name === "check") found.verdict = data.verdict;
					if (name === "rate" && found.verdict === "unique")
						[found.difficulty, found.difficulty_word] = [data.difficulty, data.difficulty_word];
				},
			},
		);
	} catch (error) {
		if (isCancelled(error) || /** @type {any} */ (error).kind === "offline") throw error;
		found.verdict ??= "unknown";
	}
	return found;
}
