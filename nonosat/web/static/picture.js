// SPDX-License-Identifier: MIT
// Pictures and their operations in the editor: shapes, filling, moving, sizes, turning.
//
// A picture is a plain value: width, height and a byte for each cell, row by row (0 is empty, 1 to
// k are colours). Functions return new pictures and never change their argument, so that the history
// can compare the two. Shapes are lists of cells [x, y]; `mirrored` repeats them, and `painted` puts
// them into a picture. All costs are linear in the cells.

/** @typedef {{width: number, height: number, cells: Uint8Array}} Picture */
/** @typedef {[number, number]} Point  column and row, from 0 */
/** @typedef {"none" | "sides" | "ends" | "both" | "turn" | "diagonal"} Mirror */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Sides */

export const MOST_SIDE = 1000;

/**
 * An empty picture.
 * @param {number} width
 * @param {number} height
 * @returns {Picture}
 */
export function blank(width, height) {
	return { width, height, cells: new Uint8Array(width * height) };
}

/**
 * A picture from rows of text: "." is empty; the colour of a letter is its place in `letters`.
 * @param {string[]} rows
 * @param {string} [letters]
 * @returns {Picture}
 */
export function fromRows(rows, letters = "#") {
	const picture = blank(Array.from(rows[0] ?? "").length, rows.length);
	const order = Array.from(letters);
	rows.forEach((row, y) => {
		Array.from(row).forEach((letter, x) => {
			picture.cells[y * picture.width + x] = order.indexOf(letter) + 1;
		});
	});
	return picture;
}

/**
 * The rows of a picture as text.
 * @param {Picture} picture
 * @param {string} [letters]
 * @returns {string[]}
 */
export function toRows({ width, height, cells }, letters = "#") {
	const order = [".", ...letters];
	return Array.from({ length: height }, (_, y) =>
		Array.from(cells.subarray(y * width, (y + 1) * width), value => order[value]).join(""),
	);
}

/**
 * The cells of a straight line between two points, both included, each touching the one before
 * (Bresenham's algorithm). Points may lie outside of the picture.
 * @param {Point} from
 * @param {Point} to
 * @returns {Point[]}
 */
export function line([x, y], [toX, toY]) {
	const [dx, dy] = [Math.abs(toX - x), -Math.abs(toY - y)];
	const [stepX, stepY] = [Math.sign(toX - x), Math.sign(toY - y)];
	/** @type {Point[]} */
	const cells = [[x, y]];
	for (let error = dx + dy; x !== toX || y !== toY; ) {
		const twice = 2 * error;
		if (twice >= dy) {
			error += dy;
			x += stepX;
		}
		if (twice <= dx) {
			error += dx;
			y += stepY;
		}
		cells.push([x, y]);
	}
	return cells;
}

/**
 * The cells of a rectangle between two corners, whole or its outline only.
 * @param {Point} from
 * @param {Point} to
 * @param {boolean} whole
 * @returns {Point[]}
 */
export function rectangle([x1, y1], [x2, y2], whole) {
	const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
	const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
	/** @type {Point[]} */
	const cells = [];
	for (let y = top; y <= bottom; y++) {
		for (let x = left; x <= right; x++) {
			if (whole || y === top || y === bottom || x === left || x === right) cells.push([x, y]);
		}
	}
	return cells;
}

/**
 * The cells that are connected with a cell by their sides and have its value.
 * @param {Picture} picture
 * @param {Point} start
 * @returns {Point[]}
 */
export function area({ width, height, cells }, [startX, startY]) {
	const value = cells[startY * width + startX];
	const seen = new Uint8Array(cells.length);
	/** @type {Point[]} */
	const found = [];
	const visit = (/** @type {number} */ x, /** @type {number} */ y) => {
		const index = y * width + x;
		if (x < 0 || y < 0 || x >= width || y >= height || seen[index] || cells[index] !== value) return;
		seen[index] = 1;
		found.push([x, y]);
	};
	visit(startX, startY);
	for (let next = 0; next < found.length; next++) {
		const [x, y] = found[next];
		visit(x - 1, y);
		visit(x + 1, y);
		visit(x, y - 1);
		visit(x, y + 1);
	}
	return found;
}

/**
 * Cells and their mirror images in a picture of this size, each once. "sides" mirrors left and
 * right, "ends" top and bottom, "both" does both, "turn" turns by half a circle, "diagonal" swaps
 * rows and columns (if the picture has that cell).
 * @param {Point[]} points
 * @param {Mirror} mode
 * @param {number} width
 * @param {number} height
 * @returns {Point[]}
 */
export function mirrored(points, mode, width, height) {
	if (mode === "none") return points;
	const [right, bottom] = [width - 1, height - 1];
	/** @type {Map<string, Point>} */
	const found = new Map();
	for (const [x, y] of points) {
		/** @type {Point[]} */
		const images = [[x, y]];
		if (mode === "sides" || mode === "both") images.push([right - x, y]);
		if (mode === "ends" || mode === "both") images.push([x, bottom - y]);
		if (mode === "turn" || mode === "both") images.push([right - x, bottom - y]);
		if (mode === "diagonal") images.push([y, x]);
		for (const image of images) found.set(image.join(), image);
	}
	return [...found.values()];
}

/**
 * A picture with these cells in one colour; cells outside are ignored.
 * @param {Picture} picture
 * @param {Point[]} points
 * @param {number} value
 * @returns {Picture}
 */
export function painted({ width, height, cells }, points, value) {
	const result = cells.slice();
	for (const [x, y] of points) {
		if (x >= 0 && y >= 0 && x < width && y < height) result[y * width + x] = value;
	}
	return { width, height, cells: result };
}

/**
 * A picture of another size, whose cells come from this one.
 * @param {number} width
 * @param {number} height
 * @param {(x: number, y: number) => number} valueAt
 * @returns {Picture}
 */
function built(width, height, valueAt) {
	const picture = blank(width, height);
	for (let y = 0, index = 0; y < height; y++) {
		for (let x = 0; x < width; x++) picture.cells[index++] = valueAt(x, y);
	}
	return picture;
}

/**
 * The picture moved within its frame. Cells that leave on one side come back on the other.
 * @param {Picture} picture
 * @param {number} dx
 * @param {number} dy
 * @returns {Picture}
 */
export function moved({ width, height, cells }, dx, dy) {
	const wrap = (/** @type {number} */ at, /** @type {number} */ side) => ((at % side) + side) % side;
	return built(width, height, (x, y) => cells[wrap(y - dy, height) * width + wrap(x - dx, width)]);
}

/**
 * The picture with lines added at its sides (or cut off, if a number is negative).
 * At least one row and one column stay, and no side grows beyond MOST_SIDE.
 * @param {Picture} picture
 * @param {Partial<Sides>} sides
 * @returns {Picture}
 */
export function resized(picture, { left = 0, top = 0, right = 0, bottom = 0 }) {
	const { width, height, cells } = picture;
	const toWidth = Math.min(MOST_SIDE, Math.max(1, width + left + right));
	const toHeight = Math.min(MOST_SIDE, Math.max(1, height + top + bottom));
	return built(toWidth, toHeight, (x, y) => {
		const [fromX, fromY] = [x - left, y - top];
		const inside = fromX >= 0 && fromY >= 0 && fromX < width && fromY < height;
		return inside ? cells[fromY * width + fromX] : 0;
	});
}

/**
 * The lines that a drag of a handle adds to each side. A handle is named by the sides it moves, such
 * as "top" or "bottom right"; with `symmetric` the opposite side moves as well.
 * @param {string} handle
 * @param {number} dx  the cells by which the pointer moved
 * @param {number} dy
 * @param {boolean} symmetric
 * @param {{width: number, height: number}} size
 * @returns {Sides}
 */
export function dragged(handle, dx, dy, symmetric, { width, height }) {
	const sides = { left: 0, top: 0, right: 0, bottom: 0 };
	const share = symmetric ? 2 : 1;
	const limited = (/** @type {number} */ by, /** @type {number} */ side) => {
		const least = -Math.floor((side - 1) / share);
		const most = Math.floor((MOST_SIDE - side) / share);
		return Math.max(least, Math.min(most, by)) || 0; // not -0
	};
	if (handle.includes("left")) sides.left = limited(-dx, width);
	if (handle.includes("right")) sides.right = limited(dx, width);
	if (handle.includes("top")) sides.top = limited(-dy, height);
	if (handle.includes("bottom")) sides.bottom = limited(dy, height);
	if (symmetric) {
		sides.left = sides.right = sides.left || sides.right;
		sides.top = sides.bottom = sides.top || sides.bottom;
	}
	return sides;
}

/**
 * The picture without the empty lines around its content; an empty picture stays.
 * @param {Picture} picture
 * @returns {Picture}
 */
export function cropped(picture) {
	const { width, height, cells } = picture;
	let [left, top, right, bottom] = [width, height, -1, -1];
	cells.forEach((value, index) => {
		if (value === 0) return;
		const [x, y] = [index % width, Math.floor(index / width)];
		[left, right] = [Math.min(left, x), Math.max(right, x)];
		[top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
	});
	if (right < 0) return picture;
	return resized(picture, {
		left: -left,
		top: -top,
		right: right + 1 - width,
		bottom: bottom + 1 - height,
	});
}

/**
 * The picture turned by a quarter, clockwise or not.
 * @param {Picture} picture
 * @param {boolean} clockwise
 * @returns {Picture}
 */
export function rotated({ width, height, cells }, clockwise) {
	return built(height, width, (x, y) =>
		clockwise ? cells[(height - 1 - x) * width + y] : cells[x * width + width - 1 - y],
	);
}

/**
 * The picture with left and right swapped, or top and bottom.
 * @param {Picture} picture
 * @param {"sides" | "ends"} axis
 * @returns {Picture}
 */
export function flipped({ width, height, cells }, axis) {
	return built(width, height, (x, y) =>
		axis === "sides" ? cells[y * width + width - 1 - x] : cells[(height - 1 - y) * width + x],
	);
}

/**
 * The picture without a colour of its palette: its cells become empty, later colours move up.
 * @param {Picture} picture
 * @param {number} color
 * @returns {Picture}
 */
export function withoutColor({ width, height, cells }, color) {
	const value = (/** @type {number} */ cell) => (cell === color ? 0 : cell > color ? cell - 1 : cell);
	return { width, height, cells: cells.map(value) };
}

/**
 * @param {Picture} one
 * @param {Picture} other
 */
export function samePicture(one, other) {
	if (one.width !== other.width || one.height !== other.height) return false;
	return one.cells.every((value, index) => value === other.cells[index]);
}
