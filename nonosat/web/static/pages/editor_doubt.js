// SPDX-License-Identifier: MIT
// A number to compare: the piece of the picture with the numbers of its line, and a button for each value
// that it may have. Alt and a digit choose one: digits alone are typed into the text.
import { button, div } from "../parts.js";
import { valuesOf } from "../reading.js";
import { t } from "../text.js";

/** @typedef {import("../reading.js").Place} Place */

const MARGIN = 0.6; // heights of a number, around the numbers of the line
const HEIGHT = 26; // pixels of the screen, of a number

/**
 * The numbers of a line as the picture shows them, the chosen one framed.
 * @param {string} address of the picture @param {[number, number]} pixels of the picture
 * @param {Place[]} line all its numbers @param {Place} chosen @param {{width: number, height: number}} room in pixels of the screen
 */
export function pieceOf(address, pixels, line, chosen, room) {
	const boxes = line.map(({ box }) => box);
	const side = Math.max(1, ...boxes.map(([, top, , bottom]) => bottom - top));
	const end = (/** @type {number} */ at, /** @type {1 | -1} */ way) =>
		way * Math.max(...boxes.map(box => way * box[at])) + way * MARGIN * side;
	const [left, top] = [Math.max(0, end(0, -1)), Math.max(0, end(1, -1))];
	const [right, bottom] = [Math.min(pixels[0], end(2, 1)), Math.min(pixels[1], end(3, 1))];
	const scale = Math.min(HEIGHT / side, room.width / (right - left), room.height / (bottom - top));
	const length = (/** @type {number} */ of) => `${(scale * of).toFixed(1)}px`;
	const styled = (/** @type {HTMLElement} */ element, /** @type {Record<string, string>} */ style) => {
		for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
		return element;
	};
	const [x, y, x2, y2] = chosen.box;
	const mark = styled(div("piece-mark"), {
		left: length(x - left),
		top: length(y - top),
		width: length(x2 - x),
		height: length(y2 - y),
	});
	const piece = styled(div("piece", mark), {
		width: length(right - left),
		height: length(bottom - top),
		"background-image": `url("${address}")`,
		"background-size": `${length(pixels[0])} ${length(pixels[1])}`,
		"background-position": `${length(-left)} ${length(-top)}`,
	});
	piece.setAttribute("role", "img");
	piece.setAttribute("aria-label", t("photo.piece", { line: chosen.name }));
	return piece;
}

/** Buttons for the values of a number. @param {Place} place @param {(value: number | null) => void} choose */
export const choicesOf = (place, choose) =>
	div(
		"choices",
		valuesOf(place).map((value, order) =>
			button(value === null ? t("photo.nothing") : String(value), () => choose(value), {
				key: `Alt+${order + 1}`,
				pressed: value === place.length,
			}),
		),
	);
