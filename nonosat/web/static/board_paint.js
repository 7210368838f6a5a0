// SPDX-License-Identifier: MIT
/**
 * The look of cells and clues of a board: the same as in the drawings of `nonosat draw`.
 *
 * Each cell is a tile, painted once per look and size and then copied. A tile includes its part of the
 * grid lines, so that a cell can be repainted without its neighbours. All lengths are device pixels.
 */
import { EMPTY, UNKNOWN, isPlain } from "./puzzle.js";

/** @typedef {Record<"paper"|"ink"|"muted"|"clues"|"rule"|"border"|"unknown"|"hatch"|"mark"|"chain"|"filled"|"empty"|"wrong"|"rules", string>} Colors `rules`: "strong" in high contrast */
/** @typedef {{letters: boolean, patterns: boolean, crosses: boolean, hatch: boolean, crowded: boolean}} Style `crowded`: many cells are ambiguous */

const FONT = "'DejaVu Sans', Verdana, system-ui, sans-serif";
const GROUP = 5;
/** Marks of a cell, bit by bit. */
export const MARKS = { ambiguous: 1, wrong: 2, tentative: 4, printed: 8, look: 16 };

/** The colours of the theme, from the variables of style.css. @returns {Colors} */
export function themeColors() {
	const style = getComputedStyle(document.documentElement);
	const names = [
		"paper",
		"ink",
		"muted",
		"clues",
		"rule",
		"border",
		"unknown",
		"hatch",
		"mark",
		"chain",
		"filled",
		"empty",
		"wrong",
		"rules",
	];
	return /** @type {Colors} */ (Object.fromEntries(names.map(n => [n, style.getPropertyValue("--" + n).trim()])));
}

/** The relative luminance of a colour (WCAG 2). @param {string} rgb */
function luminance(rgb) {
	const [r, g, b] = [1, 3, 5].map(i => {
		const v = parseInt(rgb.slice(i, i + 2), 16) / 255;
		return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white, whichever is easier to read on a colour. @param {string} rgb */
export const contrast = rgb => (luminance(rgb) > 0.179 ? "#000000" : "#ffffff");

/** The least contrast of the colours to the empty cells of a dark theme; else these stay white. */
const LEAST = 1.6;
/** Whether the empty cells have the colour of the theme. @param {import("./puzzle.js").Palette} palette @param {string} empty */
function themed(palette, empty) {
	const [white, ...rest] = [palette.background, ...palette.colors.map(({ rgb }) => rgb)];
	return white === "#ffffff" && rest.every(rgb => (luminance(rgb) + 0.05) / (luminance(empty) + 0.05) >= LEAST);
}

/** The colour of a value. @param {import("./puzzle.js").Palette} palette @param {number} value @param {Colors} colors */
export function paint(palette, value, colors) {
	const plain = isPlain(palette);
	if (value !== EMPTY) return (plain && colors.filled) || palette.colors[value - 1]?.rgb || colors.ink;
	return colors.empty && (plain || themed(palette, colors.empty)) ? colors.empty : palette.background;
}

/** The edges of a cell: 0 thin, 1 thick, 2 the border. @param {number} i @param {number} count */
export const edges = (i, count) =>
	(i === 0 ? 2 : i % GROUP === 0 ? 1 : 0) * 3 + (i === count - 1 ? 2 : i % GROUP === GROUP - 1 ? 1 : 0);

/** @typedef {CanvasRenderingContext2D} Context */

/** Tiles of one size and look. */
export class Tiles {
	/** @param {import("./puzzle.js").Palette} palette @param {Colors} colors @param {Style} style @param {number} size @param {number} ratio */
	constructor(palette, colors, style, size, ratio) {
		this.palette = palette;
		this.colors = colors;
		this.style = style;
		this.size = size;
		this.ratio = ratio;
		/** @type {Map<string, HTMLCanvasElement>} */
		this.made = new Map();
	}

	/**
	 * @param {number} value @param {number} across edges left and right @param {number} down edges above and below
	 * @param {number} marks bits of MARKS @param {number} note 0 empty, k colour k, or -1 @param {number} change the new value, or -1
	 */
	get(value, across, down, marks, note, change) {
		const key = `${value},${across},${down},${marks},${note},${change}`;
		let tile = this.made.get(key);
		if (!tile) {
			if (this.made.size > 4000) this.made.clear();
			tile = document.createElement("canvas");
			tile.width = tile.height = this.size;
			const g = /** @type {Context} */ (tile.getContext("2d"));
			this.#value(g, value, marks);
			if (note >= 0) this.#note(g, note);
			this.#rules(g, value, across, down);
			if (change >= 0) this.#change(g, change);
			this.#marks(g, value, marks);
			this.made.set(key, tile);
		}
		return tile;
	}

	/** @param {Context} g @param {number} value @param {number} marks */
	#value(g, value, marks) {
		const { palette, colors, style, size: s } = this;
		const fine = s < 6 * this.ratio;
		if (value === UNKNOWN) {
			const hatch = style.hatch;
			g.fillStyle = hatch ? colors.unknown : paint(palette, EMPTY, colors);
			g.fillRect(0, 0, s, s);
			if (hatch && !fine) stroke(g, hatching(0, 0, s), colors.hatch, Math.max(1, s / 20));
			return;
		}
		const many = palette.colors.length > 1;
		if (value === EMPTY || (style.patterns && many)) {
			g.fillStyle = style.patterns && many ? colors.paper : paint(palette, EMPTY, colors);
			g.fillRect(0, 0, s, s);
			if (value === EMPTY) {
				if (style.crosses && !(marks & MARKS.printed))
					cross(g, s / 2, s / 2, 0.18 * s, colors.muted, Math.max(1, s / 14));
				return;
			}
			stroke(g, pattern(value - 1, s), colors.ink, Math.max(1, s / 14));
			if (value <= 8) return;
			g.fillRect(0.2 * s, 0.2 * s, 0.6 * s, 0.6 * s);
		} else {
			g.fillStyle = paint(palette, value, colors);
			g.fillRect(0, 0, s, s);
		}
		if (many && (style.letters || style.patterns) && !fine) {
			const ink = style.patterns ? colors.ink : contrast(palette.colors[value - 1].rgb);
			letter(g, palette.colors[value - 1].letter, s / 2, s / 2, 0.58 * s, ink);
		}
	}

	/** @param {Context} g @param {number} value @param {number} across @param {number} down */
	#rules(g, value, across, down) {
		const { size: s, colors, ratio } = this;
		const strong = colors.rules === "strong";
		const thin = s < 5 * ratio ? 0 : Math.max(1, Math.round(s / 40));
		const thick = strong ? Math.max(thin + 1, Math.round(s / 20)) : Math.max(1, Math.round(s / 30));
		const rule = strong ? this.#strongRule(value) : colors.rule;
		for (const [edge, turn, far] of [
			[Math.floor(across / 3), false, false],
			[across % 3, false, true],
			[Math.floor(down / 3), true, false],
			[down % 3, true, true],
		]) {
			const width = edge === 2 ? Math.max(2, thick) : edge === 1 ? thick : far ? 0 : thin;
			if (!width) continue;
			g.globalAlpha = edge === 0 && !strong ? 0.5 : 1;
			g.fillStyle = edge === 2 ? colors.border : rule;
			const at = far ? s - width : 0;
			if (turn) g.fillRect(0, at, s, width);
			else g.fillRect(at, 0, width, s);
		}
		g.globalAlpha = 1;
	}

	/** The colour of the lines in high contrast: they show on filled cells, too. @param {number} value */
	#strongRule(value) {
		const { palette, colors, style } = this;
		const plain = value === UNKNOWN ? style.hatch : style.patterns && palette.colors.length > 1;
		return plain ? colors.rule : contrast(paint(palette, value === UNKNOWN ? EMPTY : value, colors));
	}

	/** A note: a value that the cell may have. @param {Context} g @param {number} value */
	#note(g, value) {
		const { size: s, palette, colors } = this;
		const [x, y] = [s * 0.25, s * 0.27];
		if (value === 0) cross(g, x, y, s * 0.07, colors.ink, Math.max(1, s / 18));
		else disc(g, x, y, s * 0.085, paint(palette, value, colors), colors.ink, Math.max(0.5, s / 40));
	}

	/** A cell that a proposal changes: its new value in a frame. @param {Context} g @param {number} value */
	#change(g, value) {
		const { size: s, palette, colors } = this;
		const inset = 0.2 * s,
			width = Math.max(1.5, s / 10);
		g.fillStyle = value === UNKNOWN ? colors.unknown : paint(palette, value, colors);
		g.fillRect(inset, inset, s - 2 * inset, s - 2 * inset);
		frame(g, s / 2, s / 2, s / 2 - inset, colors.paper, 2 * width);
		frame(g, s / 2, s / 2, s / 2 - inset, colors.mark, width);
		if (value === EMPTY) cross(g, s / 2, s / 2, 0.14 * s, colors.mark, width);
	}

	/** @param {Context} g @param {number} value @param {number} marks */
	#marks(g, value, marks) {
		const { size: s, colors, style, ratio } = this;
		if (marks & MARKS.printed) {
			const half = s / 2 - Math.max(2, s / 6);
			for (const [color, width] of /** @type {[string, number][]} */ ([
				[colors.paper, 3 * Math.max(1, s / 20)],
				[colors.border, Math.max(1, s / 20)],
			])) {
				frame(g, s / 2, s / 2, half, color, width);
				if (value === EMPTY) cross(g, s / 2, s / 2, half, color, width);
			}
		}
		if (marks & MARKS.tentative) {
			// a corner is cut off: tried, not certain
			polygon(
				g,
				[
					[s, 0.35 * s],
					[s, s],
					[0.35 * s, s],
				],
				colors.paper,
			);
			stroke(g, [[s, 0.35 * s, 0.35 * s, s]], colors.chain, Math.max(1, s / 14));
		}
		if (marks & MARKS.look) {
			g.globalAlpha = 0.3;
			g.fillStyle = colors.chain;
			g.fillRect(0, 0, s, s);
			g.globalAlpha = 1;
			const width = Math.max(2, s / 9);
			frame(g, s / 2, s / 2, (s - width) / 2, colors.chain, width);
		}
		if (marks & MARKS.ambiguous) {
			if (s >= 9 * ratio && !style.crowded) {
				ring(g, s / 2, 0.29 * s, colors.paper, s / 4);
				ring(g, s / 2, 0.29 * s, colors.mark, s / 8);
			} else {
				g.globalAlpha = 0.45;
				g.fillStyle = colors.mark;
				g.fillRect(0, 0, s, s);
				g.globalAlpha = 1;
				const corner = s >= 9 * ratio ? 0.3 * s : s / 2;
				polygon(
					g,
					[
						[0, 0],
						[corner, 0],
						[0, corner],
					],
					colors.mark,
				);
			}
		}
		if (marks & MARKS.wrong) {
			const width = Math.max(1.5, s / 9);
			for (const [color, w] of /** @type {[string, number][]} */ ([
				[colors.paper, 2 * width],
				[colors.wrong, width],
			])) {
				frame(g, s / 2, s / 2, s / 2 - width, color, w);
				stroke(g, [[width, s - width, s - width, width]], color, w);
			}
		}
	}
}

/** @param {Context} g @param {number[][]} segments @param {string} color @param {number} width */
export function stroke(g, segments, color, width) {
	g.strokeStyle = color;
	g.lineWidth = width;
	g.beginPath();
	for (const [x1, y1, x2, y2] of segments) {
		g.moveTo(x1, y1);
		g.lineTo(x2, y2);
	}
	g.stroke();
}

/** A cross around a point. @param {Context} g @param {number} x @param {number} y @param {number} half its width @param {string} color @param {number} width of its lines */
export function cross(g, x, y, half, color, width) {
	const lines = [-half, half].map(down => [x - half, y + down, x + half, y - down]);
	stroke(g, lines, color, width);
}

/** The outline of a square around a point. @param {Context} g @param {number} x @param {number} y @param {number} half its width @param {string} color @param {number} width of its lines */
export function frame(g, x, y, half, color, width) {
	g.strokeStyle = color;
	g.lineWidth = width;
	g.strokeRect(x - half, y - half, 2 * half, 2 * half);
}

/** @param {Context} g @param {number[][]} points @param {string} color */
export function polygon(g, points, color) {
	g.fillStyle = color;
	g.beginPath();
	for (const [x, y] of points) g.lineTo(x, y);
	g.fill();
}

/** @param {Context} g @param {number} c @param {number} r @param {string} color @param {number} width */
function ring(g, c, r, color, width) {
	g.strokeStyle = color;
	g.lineWidth = width;
	g.beginPath();
	g.arc(c, c, r, 0, 7);
	g.stroke();
}

/** @param {Context} g @param {number} x @param {number} y @param {number} r @param {string} fill @param {string} edge @param {number} width */
export function disc(g, x, y, r, fill, edge, width) {
	g.beginPath();
	g.arc(x, y, r, 0, 7);
	g.fillStyle = fill;
	g.fill();
	g.strokeStyle = edge;
	g.lineWidth = width;
	g.stroke();
}

/** @param {Context} g @param {string} text @param {number} x @param {number} y @param {number} size @param {string} ink @param {string} [weight] */
export function letter(g, text, x, y, size, ink, weight = "") {
	g.font = `${weight} ${size}px ${FONT}`;
	g.fillStyle = ink;
	g.textAlign = "center";
	g.textBaseline = "alphabetic";
	g.fillText(text, x, y + 0.36 * size);
}

/** Three strokes up to the right. @param {number} x @param {number} y @param {number} s */
function hatching(x, y, s) {
	const half = s / 2;
	return [
		[x, y + s, x + s, y],
		[x, y + half, x + half, y],
		[x + half, y + s, x + s, y + half],
	];
}

/** The strokes of a pattern; they repeat after eight, the first is solid. @param {number} number @param {number} s */
function pattern(number, s) {
	const third = s / 3;
	const across = [0, 1, 2].map(i => [0, (i + 0.5) * third, s, (i + 0.5) * third]);
	const down = across.map(([a, b, c, d]) => [b, a, d, c]);
	const rising = hatching(0, 0, s);
	const falling = rising.map(([a, b, c, d]) => [s - a, b, s - c, d]);
	const plus = [
		[s / 4, s / 2, 0.75 * s, s / 2],
		[s / 2, s / 4, s / 2, 0.75 * s],
	];
	const solid = Array.from({ length: s }, (_, i) => [0, i + 0.5, s, i + 0.5]);
	return [solid, rising, down, falling, across, [...rising, ...falling], [...across, ...down], plus][number % 8];
}
