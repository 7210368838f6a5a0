// SPDX-License-Identifier: MIT
/** The clues of a board: bands, numbers, colours, and their state. All lengths are device pixels. */
import { contrast, letter, stroke } from "./board_paint.js";
import { BLOCK_HEIGHT, blockUnits, columnLength, rowLength } from "./board_place.js";
import { getLook } from "./settings.js";
import { num } from "./text.js";

/** @typedef {import("./board.js").Board} Board */

/** Paints the clue of a line, on one or both sides. @param {Board} board @param {string} axis @param {number} index */
export function paintLine(board, axis, index) {
	if (board.options.clues === false) return;
	const { context: g, view, size, margins } = board;
	const [left, above, right, below] = margins;
	const across = axis === "R";
	const at = board.corner(index, index)[across ? 1 : 0];
	const [from, to] = across ? [view.y, view.y + view.height] : [view.x, view.x + view.width];
	if (at + size <= from || at >= to) return;
	for (const far of getLook().outer ? [false, true] : [false]) {
		g.save();
		g.beginPath();
		const start = Math.max(at, from),
			length = Math.min(at + size, to) - start;
		if (across) g.rect(far ? view.x + view.width : view.x - left, start, far ? right : left, length);
		else g.rect(start, far ? view.y + view.height : view.y - above, length, far ? below : above);
		g.clip();
		paintClue(board, across, index, at, far);
		g.restore();
	}
}

/** @param {Board} board @param {boolean} across @param {number} index @param {number} at @param {boolean} far */
function paintClue(board, across, index, at, far) {
	const { context: g, view, size, margins, colors, puzzle, ratio } = board;
	const axis = across ? "R" : "C";
	const clue = (across ? puzzle.rows : puzzle.columns)[index];
	const state = board.states[axis][index] ?? "open";
	const finished = board.finished[axis][index];
	const room = margins[(across ? 0 : 1) + (far ? 2 : 0)];
	const end = across ? (far ? view.x + view.width : view.x) : far ? view.y + view.height : view.y;
	const out = far ? 1 : -1; // away from the board
	const here = (across ? board.row : board.col) === index && board.grid.focused;
	const under = board.hover?.[across ? 0 : 1] === index;
	/** @param {string} color @param {number} alpha @param {number} [depth] */
	const band = (color, alpha, depth = room) => {
		g.globalAlpha = alpha;
		g.fillStyle = color;
		if (across) g.fillRect(far ? end : end - depth, at, depth, size);
		else g.fillRect(at, far ? end : end - depth, size, depth);
		g.globalAlpha = 1;
	};
	band(colors.clues, 1);
	if (Math.floor(index / 5) % 2) band(colors.paper, 0.55);
	if (here || under) band(colors.chain, 0.16);
	if (state === "wrong") {
		band(colors.wrong, 0.16);
		band(colors.wrong, 1, Math.max(3 * ratio, 3));
	}
	const many = puzzle.palette.colors.length > 1;
	const font = Math.min(board.font[axis], room / (across ? rowLength(clue, many) : columnLength(clue)));
	const blocks = clue ? (clue.length ? clue : [[0, 0]]) : [[-1, 0]];
	let x = end + out * font * (across ? 0.45 : 0.35);
	for (let n = 0; n < blocks.length; n++) {
		const number = far ? n : blocks.length - 1 - n;
		const [length, color] = blocks[number];
		const text = length < 0 ? "?" : num(length);
		const done = state === "done" || finished?.[number];
		const wide = across ? blockUnits(text, many) * font : BLOCK_HEIGHT * font;
		const middle = x + (out * wide) / 2;
		x += out * wide;
		const [cx, cy] = across ? [middle, at + size / 2] : [at + size / 2, middle];
		let ink = done || color === 0 ? colors.muted : colors.ink;
		let high = Math.min(font, 0.95 * size);
		if (!across) high = Math.min(high, (size * 0.94) / (text.length * 0.64));
		if (many && color > 0) {
			const rgb = done ? colors.paper : puzzle.palette.colors[color - 1].rgb;
			if (!done) ink = contrast(rgb);
			const [w, tall] = across
				? [wide - 0.12 * font, Math.min(1.25 * font, size - 1)]
				: [Math.min(size - 1, 1.7 * font), 1.2 * font];
			g.beginPath();
			g.roundRect(cx - w / 2, cy - tall / 2, w, tall, font / 5);
			g.fillStyle = rgb;
			g.fill();
			g.strokeStyle = colors.rule;
			g.lineWidth = ratio / 2;
			g.stroke();
			if (!across) high = Math.min(high, (w * 0.9) / (text.length * 0.64));
		}
		letter(g, text, cx, cy, high, state === "wrong" && !many ? colors.wrong : ink, state === "wrong" ? "bold" : "");
		const half = 0.34 * text.length * high + 1;
		if (done) stroke(g, [[cx - half, cy, cx + half, cy]], colors.muted, Math.max(1, ratio));
		else if (state === "wrong")
			stroke(g, [[cx - half, cy + high / 2, cx + half, cy + high / 2]], colors.wrong, Math.max(1, ratio));
	}
}
