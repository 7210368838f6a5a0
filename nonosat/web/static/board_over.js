// SPDX-License-Identifier: MIT
/**
 * The shapes over a board: the lines that a step uses, its cells, conclusions and chain. They mean the
 * same as in `nonosat.draw.steps`; colour is never the only signal.
 */
import { contrast, cross, disc, frame, letter, paint, polygon, stroke } from "./board_paint.js";
import { EMPTY } from "./puzzle.js";

/**
 * @typedef {{row: number, col: number, value: number, holds: boolean, becomes?: number|null}} Literal
 * @typedef {Literal & {label?: string}} Stop
 * @typedef {{axis: "R"|"C", index: number, dashed?: boolean}} Band
 * @typedef {{stops: Stop[], arrows?: boolean, dashed?: boolean}} Branch
 * @typedef {{lines: Band[], because: number[], results: Literal[], chain: Branch[],
 *   weights?: (cell: [number, number], color: number) => number[]}} Over `weights`: in row and column
 */

/** @param {import("./board.js").Board} board @param {CanvasRenderingContext2D} g */
export function drawOver(board, g) {
	const { over, colors, size, view } = board;
	const { lines, because, results, chain } = over;
	for (const band of lines) drawBand(board, g, band, !over.weights);
	g.save();
	g.beginPath();
	g.rect(view.x, view.y, view.width, view.height);
	g.clip();
	const centre = (/** @type {{row: number, col: number}} */ cell) =>
		board.corner(cell.row, cell.col).map(v => v + size / 2);
	for (const index of because) {
		const [x, y] = centre({ row: Math.floor(index / board.puzzle.width), col: index % board.puzzle.width });
		const half = 0.15 * size;
		g.fillStyle = colors.paper;
		g.fillRect(x - half, y - half, 2 * half, 2 * half);
		frame(g, x, y, half, colors.chain, Math.max(1.5, size / 10));
	}
	const settled = new Set(results.map(r => r.row * board.puzzle.width + r.col));
	for (const branch of chain) {
		const { stops } = branch;
		if (branch.arrows !== false)
			for (let i = 1; i < stops.length; i++)
				arrow(g, centre(stops[i - 1]), centre(stops[i]), size, colors.chain, branch.dashed ?? false);
		for (const stop of stops)
			if (!settled.has(stop.row * board.puzzle.width + stop.col)) drawStop(board, g, centre(stop), stop);
	}
	for (const result of results) (over.weights ? drawWeights : drawResult)(board, g, centre(result), result);
	for (const { stops } of chain)
		if (stops[0] && settled.has(stops[0].row * board.puzzle.width + stops[0].col)) {
			const [x, y] = centre(stops[0]); // the conclusion covers its stop
			letter(g, "0", x - 0.3 * size, y - 0.28 * size, 0.36 * size, colors.chain);
		}
	g.restore();
}

/** @param {import("./board.js").Board} board @param {CanvasRenderingContext2D} g @param {Band} band @param {boolean} whole also over the cells */
function drawBand(board, g, { axis, index, dashed }, whole) {
	const { view, size, colors } = board;
	const [left, top, right, bottom] = board.margins;
	let x, y, width, height;
	if (axis === "R") {
		[x, width, height] = [view.x - left, left + view.width + right, size];
		y = board.corner(index, 0)[1];
		if (y + size <= view.y || y >= view.y + view.height) return;
	} else {
		[y, height, width] = [view.y - top, top + view.height + bottom, size];
		x = board.corner(0, index)[0];
		if (x + size <= view.x || x >= view.x + view.width) return;
	}
	const color = dashed ? colors.mark : colors.chain;
	if (!whole) [width, height] = axis === "R" ? [left, height] : [width, top];
	g.globalAlpha = 0.14;
	g.fillStyle = color;
	g.fillRect(x, y, width, height);
	g.globalAlpha = 1;
	g.strokeStyle = color;
	g.lineWidth = 2 * board.ratio;
	g.setLineDash(dashed ? [7 * board.ratio, 4 * board.ratio] : []);
	g.strokeRect(x + 1, y + 1, width - 2, height - 2);
	g.setLineDash([]);
}

/** @param {import("./board.js").Board} board @param {CanvasRenderingContext2D} g @param {number[]} at @param {Literal} result */
function drawResult(board, g, [x, y], result) {
	const { size: s, colors, puzzle } = board;
	const half = s / 2 - Math.max(1, s / 20);
	g.globalAlpha = 0.75;
	g.fillStyle = colors.paper;
	g.fillRect(x - half, y - half, 2 * half, 2 * half);
	g.globalAlpha = 1;
	const width = Math.max(2, s / 8);
	frame(g, x, y, half - width / 2, colors.mark, width);
	const becomes = result.becomes ?? (result.holds ? result.value : null);
	const r = 0.2 * s;
	if (becomes === EMPTY) cross(g, x, y, r, colors.mark, Math.max(2, s / 9));
	else if (becomes !== null && becomes > 0) {
		const { palette } = puzzle;
		disc(g, x, y, 0.27 * s, paint(palette, becomes, colors), colors.ink, Math.max(1, s / 20));
		const { letter: name, rgb } = palette.colors[becomes - 1];
		if (palette.colors.length > 1) letter(g, name, x, y, 0.4 * s, contrast(rgb));
	} else if (becomes === null) {
		letter(g, result.value === EMPTY ? "." : puzzle.palette.colors[result.value - 1].letter, x, y, 0.5 * s, colors.ink);
		stroke(g, [[x - r, y - r, x + r, y + r]], colors.mark, Math.max(2, s / 10));
	}
}

/** A cell with its weights: of the row upper left, of the column lower right; framed, with a disc, if it gets a value. @param {import("./board.js").Board} board @param {CanvasRenderingContext2D} g @param {number[]} at @param {Literal} result */
function drawWeights(board, g, [x, y], { row, col, becomes }) {
	const {
		size: s,
		colors,
		puzzle: { palette },
	} = board;
	const many = palette.colors.length > 1;
	const half = s / 2 - 1;
	g.fillStyle = colors.paper;
	g.fillRect(x - half, y - half, 2 * half, 2 * half);
	if (becomes) {
		const width = Math.max(1.5, s / 14);
		frame(g, x, y, half - width / 2, colors.mark, width);
		disc(g, x, y, (many ? 0.15 : 0.09) * s, paint(palette, becomes, colors), colors.ink, Math.max(1, s / 40));
		const { letter: name, rgb } = palette.colors[becomes - 1];
		if (many) letter(g, name, x, y, 0.22 * s, contrast(rgb));
	}
	palette.colors.forEach((color, i) => {
		const pair = board.over.weights?.([row, col], i + 1) ?? [];
		pair.forEach((weight, side) => {
			const name = many && !side && (pair[0] || pair[1]) ? color.letter : "";
			const text = name + (weight ? String(weight).replace("-", "\u2212") : "");
			if (!text) return;
			const px = Math.min(
				many ? (0.8 * s) / palette.colors.length : 0.36 * s,
				((many ? 0.62 : 1.35) * s) / text.length,
			);
			const dx = (side ? 0.44 : -0.44) * s - (side ? 0.3 : -0.3) * px * text.length;
			const dy = many ? ((i + 0.5) / palette.colors.length - 0.5) * s : (side ? 0.26 : -0.26) * s;
			letter(g, text, x + dx, y + dy, px, colors.ink);
		});
	});
}

/** A numbered disc (gets a value) or ring (loses one, or becomes empty). @param {import("./board.js").Board} board @param {CanvasRenderingContext2D} g @param {number[]} at @param {Stop} stop */
function drawStop(board, g, [x, y], stop) {
	const { size: s, colors, puzzle } = board;
	const gets = stop.holds && stop.value !== EMPTY;
	let fill = gets ? colors.chain : colors.paper;
	let ink = gets ? colors.paper : colors.chain;
	if (gets && puzzle.palette.colors.length > 1) {
		fill = puzzle.palette.colors[stop.value - 1].rgb;
		ink = contrast(fill);
	}
	disc(g, x, y, 0.4 * s, fill, colors.chain, Math.max(1.5, s / 11));
	if (stop.label) letter(g, stop.label, x, y, (stop.label.length > 2 ? 0.32 : 0.44) * s, ink);
}

/** @param {CanvasRenderingContext2D} g @param {number[]} from @param {number[]} to @param {number} s @param {string} color @param {boolean} dashed */
function arrow(g, [x1, y1], [x2, y2], s, color, dashed) {
	const length = Math.hypot(x2 - x1, y2 - y1);
	if (length < 0.9 * s) return;
	const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
	const [a, b] = [0.42 * s, length - 0.45 * s];
	g.setLineDash(dashed ? [s / 4, s / 5] : []);
	stroke(
		g,
		[[x1 + ux * a, y1 + uy * a, x1 + ux * (b - 0.1 * s), y1 + uy * (b - 0.1 * s)]],
		color,
		Math.max(1.5, s / 10),
	);
	g.setLineDash([]);
	const [tx, ty, w] = [x1 + ux * b, y1 + uy * b, 0.22 * s];
	polygon(
		g,
		[
			[tx, ty],
			[tx - ux * w - uy * w * 0.7, ty - uy * w + ux * w * 0.7],
			[tx - ux * w + uy * w * 0.7, ty - uy * w - ux * w * 0.7],
		],
		color,
	);
}
