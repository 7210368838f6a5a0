// SPDX-License-Identifier: MIT
/**
 * The reading of a picture of a printed puzzle (the endpoint `read-picture`) beside the texts of clues
 * that people correct: the word of each number of the picture in a text, and the numbers to compare.
 * Pure functions.
 *
 * A number is found again by its line and the place of its word, not by its value, because people
 * change values. (Rejected: an edited copy of the reading, a second state that could disagree with the
 * texts.)
 */
import { writeLine } from "./clue_text.js";

/** @typedef {"certain" | "uncertain" | "corrected" | "wrong"} State */
/**
 * @typedef {object} ReadNumber
 * @property {[number, number, number, number]} box left, top, right, bottom in pixels of the picture
 * @property {number | null} read the most probable value
 * @property {number | null} length the value after the correction; null: no number
 * @property {number} probability of `read`
 * @property {State} state
 * @property {number} [color] of its block, from 1
 * @property {[number | null, number][]} [alternatives] values and probabilities
 */
/** @typedef {{line: string, numbers: ReadNumber[], clue: import("./puzzle.js").Clue | null, remark: string | null}} ReadLine */
/**
 * @typedef {object} Reading
 * @property {"unique" | "alternative" | "doubtful" | "several" | "none" | "unknown"} status
 * @property {string} message
 * @property {string | null} [doubt] why it is doubtful although the numbers fit together
 * @property {string[]} remarks
 * @property {string[]} general those that say more than numbers, lines and wrong cells do
 * @property {string} source
 * @property {any} puzzle its JSON, or null
 * @property {number} [number] of the puzzle among those of the page, from 1
 * @property {number} [count] the puzzles of the page
 * @property {[number, number]} pixels of the picture
 * @property {[number, number][] | null} corners of the cells, clockwise from upper left
 * @property {{background: string, colors: {rgb: string}[]}} palette
 * @property {ReadLine[]} rows
 * @property {ReadLine[]} columns
 * @property {string[] | null} given cells that are filled or crossed
 * @property {[number, number][]} given_wrong given cells that contradict the solution
 * @property {{puzzle: any, changes: string[]}[]} [alternatives] less probable readings
 * @property {string | null} [photo] an address of the picture, if the browser cannot show the file
 */
/** @typedef {"rows" | "columns"} Axis */
/** @typedef {ReadNumber & {axis: Axis, line: number, name: string, order: number, word: number}} Place a number: its line, from 0; its place in the line; its word in the text */

/** The numbers of a reading, rows first. @param {Reading} reading @returns {Place[]} */
export function placesOf({ rows, columns }) {
	const all = (/** @type {Axis} */ axis, /** @type {ReadLine[]} */ lines) =>
		lines.flatMap(({ line: name, numbers, clue }, line) => {
			const words = wordsOf(
				numbers,
				(clue ?? []).map(([length]) => length),
			);
			return numbers.map((number, order) => ({ ...number, axis, line, name, order, word: words[order] }));
		});
	return [...all("rows", rows), ...all("columns", columns)];
}

/** The word of each number; a number that the correction removed gets the word that followed it. @param {ReadNumber[]} numbers @param {number[]} lengths */
function wordsOf(numbers, lengths) {
	let next = 0;
	return numbers.map(({ length }) => {
		if (length !== null) {
			const found = lengths.indexOf(length, next);
			if (found >= 0) next = found + 1;
			return found >= 0 ? found : next;
		}
		return Math.min(next, Math.max(0, lengths.length - 1));
	});
}

/** @type {State[]} */
const WORST_FIRST = ["wrong", "corrected", "uncertain"];

/** The numbers to compare, the worst first. @template {{state: State}} P @param {P[]} places @returns {P[]} */
export const doubtsOf = places => WORST_FIRST.flatMap(state => places.filter(place => place.state === state));

/** The texts of clues. @param {{clue: import("./puzzle.js").Clue | null}[]} lines @param {string} letters of the colours */
export const textOf = (lines, letters) => lines.map(({ clue }) => writeLine(clue, letters)).join("\n");

/** Beginning and end of a word in a text; of the whole line if it has fewer words. @param {string} text @param {number} line @param {number} word @returns {[number, number]} */
export function wordRange(text, line, word) {
	const lines = text.split("\n");
	if (line >= lines.length) return [text.length, text.length];
	const start = lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
	const found = [...lines[line].matchAll(/[^\s,;.]+/g)][word];
	return found ? [start + found.index, start + found.index + found[0].length] : [start, start + lines[line].length];
}

const MOST_VALUES = 5;
/** The values that a number may have, the most probable first; null: no number. @param {ReadNumber} number @returns {(number | null)[]} */
export const valuesOf = ({ length, read, alternatives = [] }) => {
	const all = [...alternatives.map(([value]) => value).slice(0, MOST_VALUES - 1), read, length];
	return [...new Set(all.map(value => value || null))];
};

/**
 * A text after a number got another value; null: no number. `word` is its word, or if it has none the word
 * that follows it; `letter` the one of its colour, for a number without a word.
 * @param {string} text @param {{line: number, word: number}} place @param {number | null} before @param {number | null} value @param {string} [letter]
 */
export function withValue(text, { line, word }, before, value, letter = "") {
	const lines = text.split("\n");
	if (line >= lines.length) return text;
	const words = lines[line].split(/[\s,;.]+/).filter(Boolean);
	const kept = before === null ? letter : (words[word] ?? "").replace(/^\d+/, "");
	words.splice(word, before === null ? 0 : 1, ...(value === null ? [] : [value + kept]));
	lines[line] = words.join(" ");
	return lines.join("\n");
}

/** The line of a place in a text. @param {string} text @param {number} offset */
export const lineAt = (text, offset) => text.slice(0, offset).split("\n").length - 1;

/** The lines that differ from the reading. @param {string} text @param {string} read @returns {Set<number>} */
export function changedLines(text, read) {
	const plain = (/** @type {string} */ line) =>
		(line ?? "")
			.split(/[\s,;.]+/)
			.filter(Boolean)
			.join(" ");
	const [now, before] = [text.split("\n"), read.split("\n")];
	const most = Math.max(now.length, before.length);
	return new Set(
		Array.from({ length: most }, (_, index) => index).filter(index => plain(now[index]) !== plain(before[index])),
	);
}

/** A point of the board, in cells, as a point of the picture. @param {[number, number][]} corners @param {number} across from 0 to 1 @param {number} down @returns {[number, number]} */
export function pointOf([one, two, three, four], across, down) {
	const at = (/** @type {0 | 1} */ axis) =>
		(one[axis] * (1 - across) + two[axis] * across) * (1 - down) +
		(four[axis] * (1 - across) + three[axis] * across) * down;
	return [at(0), at(1)];
}
