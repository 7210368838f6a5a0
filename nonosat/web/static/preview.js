// SPDX-License-Identifier: MIT
/**
 * The picture on the tile of a puzzle. Not started: a blurred estimate from the sums of the clues.
 * Started: the player's board, blurred. Solved: the picture.
 */
import { EMPTY, UNKNOWN, sumOf } from "./puzzle.js";

/**
 * The estimated probability that each cell is filled. Empty and full lines are settled first, twice,
 * since they change the sums of the lines across; other cells combine the densities of row and column.
 * @param {(number|null)[]} rows filled cells of each row @param {(number|null)[]} columns
 */
export function density(rows, columns) {
	const [h, w] = [rows.length, columns.length];
	const cells = new Float32Array(w * h).fill(-1);
	const place = (/** @type {boolean} */ across, /** @type {number} */ i, /** @type {number} */ j) =>
		across ? i * w + j : j * w + i;
	/** The density of the open cells of a line. @param {boolean} across @param {number} i */
	const share = (across, i) => {
		const sum = (across ? rows : columns)[i];
		if (sum === null) return 0.5;
		let open = 0,
			filled = 0;
		for (let j = 0; j < (across ? w : h); j++) {
			const value = cells[place(across, i, j)];
			if (value < 0) open++;
			else filled += value;
		}
		return open ? Math.min(1, Math.max(0, (sum - filled) / open)) : 0;
	};
	for (let round = 0; round < 2; round++)
		for (const across of [true, false])
			for (let i = 0; i < (across ? h : w); i++) {
				const p = share(across, i);
				if (p > 0 && p < 1) continue;
				for (let j = 0; j < (across ? w : h); j++) if (cells[place(across, i, j)] < 0) cells[place(across, i, j)] = p;
			}
	const across = rows.map((_, i) => share(true, i)),
		down = columns.map((_, i) => share(false, i));
	return cells.map((value, i) => {
		if (value >= 0) return value;
		const p = across[Math.floor(i / w)],
			q = down[i % w];
		return (p * q) / (1 - p - q + 2 * p * q) || 0;
	});
}

const MOST_TELLING = 150;

/**
 * The densities of a puzzle that is not begun. The sums of a small one nearly show its picture: all its
 * cells get the mean.
 * @param {(number|null)[]} rows @param {(number|null)[]} columns
 */
export function estimate(rows, columns) {
	const found = density(rows, columns);
	if (found.length > MOST_TELLING) return found;
	return found.fill(found.reduce((sum, value) => sum + value, 0) / found.length);
}

/** @param {string} rgb */
const parts = rgb => [1, 3, 5].map(i => parseInt(rgb.slice(i, i + 2), 16));

/**
 * Draws cells, or densities, one pixel each.
 * @param {HTMLCanvasElement} canvas @param {number} width @param {ArrayLike<number>} cells
 * @param {string[]} palette background and colours @param {boolean} dense
 */
export function drawPreview(canvas, width, cells, palette, dense) {
	canvas.width = width;
	canvas.height = cells.length / width;
	const g = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
	const image = g.createImageData(canvas.width, canvas.height);
	const colors = palette.map(parts);
	const inks = colors.slice(1);
	const mean = [0, 1, 2].map(c => inks.reduce((sum, ink) => sum + ink[c], 0) / inks.length);
	for (let i = 0; i < cells.length; i++) {
		const value = cells[i];
		for (let c = 0; c < 3; c++)
			image.data[4 * i + c] = dense
				? colors[0][c] + (mean[c] - colors[0][c]) * value
				: (value === EMPTY || value >= 128 ? colors[0] : (colors[value] ?? mean))[c];
		image.data[4 * i + 3] = !dense && value === UNKNOWN ? 130 : 255;
	}
	g.putImageData(image, 0, 0);
}

const MOST_SMALL = 32;
/**
 * A small picture of a puzzle, as text: of cells, or else of the estimate from its clues. It is no data
 * URL, which the policy of the page without a server refuses.
 * @param {import("./puzzle.js").Puzzle} puzzle @param {Uint8Array|null} [cells]
 */
export function smallImage({ width, height, rows, columns, palette }, cells = null) {
	const canvas = document.createElement("canvas");
	const colors = [palette.background, ...palette.colors.map(color => color.rgb)];
	if (cells) drawPreview(canvas, width, cells, colors, false);
	else drawPreview(canvas, width, estimate(rows.map(sumOf), columns.map(sumOf)), colors, true);
	const scale = Math.min(1, MOST_SMALL / Math.max(width, height));
	const small = document.createElement("canvas");
	[small.width, small.height] = [width, height].map(side => Math.max(1, Math.round(side * scale)));
	const g = /** @type {CanvasRenderingContext2D} */ (small.getContext("2d"));
	g.drawImage(canvas, 0, 0, small.width, small.height);
	const { data } = g.getImageData(0, 0, small.width, small.height);
	return `${small.width}x${small.height}:${btoa(String.fromCharCode(...data))}`;
}

/** Draws such a picture; null if it is damaged. @param {unknown} image @returns {HTMLCanvasElement|null} */
export function drawSmall(image) {
	const match = /^(\d{1,2})x(\d{1,2}):([A-Za-z0-9+/]+={0,2})$/.exec(String(image));
	if (!match) return null;
	const canvas = document.createElement("canvas");
	[canvas.width, canvas.height] = [Number(match[1]), Number(match[2])];
	try {
		const bytes = Uint8ClampedArray.from(atob(match[3]), letter => letter.charCodeAt(0));
		canvas.getContext("2d")?.putImageData(new ImageData(bytes, canvas.width, canvas.height), 0, 0);
		return canvas;
	} catch {
		return null; // another length
	}
}
