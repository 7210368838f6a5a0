// SPDX-License-Identifier: MIT
/**
 * The places of a board and its clues: the size of the cells, the room for the clues, the part in
 * view. All lengths are device pixels.
 *
 * The clues get a third of each side of the place, or up to 45 % if the longest clue could not be
 * read otherwise. Three quarters of them have one font size; a longer clue that does not fit is
 * written smaller. So a few long clues do not make the others, or the board, small.
 */
import { getLook } from "./settings.js";

/** @typedef {import("./board.js").Board} Board */
/** The width (rows) or height (columns) of clues, in font sizes: of most and of the longest. @typedef {[number, number]} Lengths */

const MOST_CELL = 72;
/** On a large screen a fitted cell may have this part of the shorter side of its place. */
const SHARE = 1 / 12;
/** On a whole board with cells below SMALL the first touch brings cells to FINGER, in CSS pixels. */
const SMALL = 16,
	FINGER = 20;
/** The room for the bars of a board that does not fit, in CSS pixels. */
export const BAR = 14;
const READABLE = 9;

/** Chooses the size of the cells, and from it all other places. @param {Board} board */
export function measure(board) {
	const { width: columns, height: rows } = board.puzzle;
	const { width, height } = board.canvas;
	const lengths = clueLengths(board);
	const { maxCell = Math.min(64, Math.max(40, innerHeight / 24)) } = board.options;
	const most = Math.max(maxCell * board.ratio, Math.min(width, height) * SHARE);
	let low = Math.round(3 * board.ratio),
		high = Math.round(most);
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		const [l, a, r, b] = clueRoom(board, middle, lengths);
		if (l + r + columns * middle <= width && a + b + rows * middle <= height) low = middle;
		else high = middle - 1;
	}
	board.fit = low;
	board.zoom = Math.min(Math.max(board.zoom, 1), Math.max(1, (MOST_CELL * board.ratio) / low));
	board.size = Math.round(low * board.zoom);
	board.margins = clueRoom(board, board.size, lengths);
	const [left, above, right, below] = board.margins;
	const [boardWidth, boardHeight] = [columns * board.size, rows * board.size];
	// A bar for one direction takes room from the other.
	const bar = BAR * board.ratio;
	let [roomX, roomY] = [width - left - right, height - above - below];
	if (boardWidth > roomX) roomY -= bar;
	if (boardHeight > roomY) roomX -= bar;
	if (boardWidth > roomX && boardHeight > roomY + bar) roomY = height - above - below - bar;
	const w = Math.max(1, Math.min(boardWidth, roomX));
	const hh = Math.max(1, Math.min(boardHeight, roomY));
	const x = Math.max(0, Math.floor((roomX - w) / 2)) + left;
	board.view = { x, y: above, width: w, height: hh };
	board.shift.x = Math.min(Math.max(0, board.shift.x), boardWidth - w);
	board.shift.y = Math.min(Math.max(0, board.shift.y), boardHeight - hh);
}

/**
 * The zoom at which a finger can hit a cell, of a board that is shown whole; 1 if it can already, or
 * if the user has chosen another zoom.
 * @param {Board} board
 */
export const fingerZoom = ({ zoom, size, ratio }) =>
	zoom === 1 && size < SMALL * ratio ? (FINGER * ratio + 0.5) / size : 1;

/** The room that clues need beside cells of a size. @param {Board} board @param {number} size @param {[Lengths, Lengths]} lengths @returns {[number, number, number, number]} */
function clueRoom(board, size, lengths) {
	const { ratio, canvas, options } = board;
	if (options.clues === false) return [ratio, ratio, ratio, ratio];
	const font = Math.min(Math.max(0.62 * size, Math.min(8 * ratio, 0.95 * size)), Math.max(15 * ratio, 0.42 * size));
	const [left, above] = [canvas.width, canvas.height].map((side, i) => {
		const [usual, longest] = lengths[i];
		const share = Math.max(side / 3, Math.min(0.45 * side, READABLE * ratio * longest));
		const own = Math.min(font, share / usual);
		board.font[i ? "C" : "R"] = own;
		return Math.ceil(Math.min(share, own * longest));
	});
	return getLook().outer ? [left, above, left, above] : [left, above, ratio, ratio];
}

/** The lengths of the clues of rows and columns. @param {Board} board @returns {[Lengths, Lengths]} */
function clueLengths(board) {
	const {
		puzzle: { rows, columns, palette },
		options,
		least,
	} = board;
	const many = palette.colors.length > 1;
	const [across, down] = [rows.map(clue => rowLength(clue, many)), columns.map(columnLength)].map((all, i) => {
		all.sort((a, b) => a - b);
		return /** @type {Lengths} */ ([
			Math.max(all[Math.floor(0.75 * (all.length - 1))], least[i]),
			Math.max(all[all.length - 1], least[i]),
		]);
	});
	if (options.steady) board.least = [across[1], down[1]];
	return [across, down];
}

/** The lengths of clues that always have room. @param {Board} board @returns {[number, number]} */
export const leastRoom = ({ options, puzzle: { width, height, palette } }) => {
	if (!options.steady) return [0, 0];
	const [across, down] = [width, height].map(side => Math.min(4, (side + 1) >> 1));
	return [across * blockUnits("1", palette.colors.length > 1) + BESIDE, down * BLOCK_HEIGHT + OVER];
};

/** The space beside the clue of a row and over the clue of a column, and the height of its blocks. */
const BESIDE = 0.9,
	OVER = 0.7;
export const BLOCK_HEIGHT = 1.3;

/** The width of a block, in font sizes. @param {string} text @param {boolean} many */
export const blockUnits = (text, many) => 0.64 * text.length + (many ? 0.75 : 0.5);

/** @param {import("./puzzle.js").Clue|null} clue @param {boolean} many */
export const rowLength = (clue, many) =>
	BESIDE +
	(clue?.length ? clue.reduce((sum, [length]) => sum + blockUnits(String(length), many), 0) : blockUnits("?", many));

/** @param {import("./puzzle.js").Clue|null} clue */
export const columnLength = clue => OVER + BLOCK_HEIGHT * (clue?.length || 1);

/** The nearest valid number of a line. @param {number} value @param {number} count */
export const clamp = (value, count) => Math.min(Math.max(0, value), count - 1);
