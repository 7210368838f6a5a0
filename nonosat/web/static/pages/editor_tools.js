// SPDX-License-Identifier: MIT
// The effect of a stroke with each tool: a pure function of the picture before it and of its cells,
// shared by the preview, the end of the stroke and the keyboard.
import { area, line, mirrored, moved, painted, rectangle } from "../picture.js";

/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {import("../picture.js").Point} Point */
/** @typedef {import("../picture.js").Mirror} Mirror */
/** @typedef {"pen" | "fill" | "line" | "rectangle" | "box" | "move"} Tool */

/** Tools, their icons and keys. @type {[Tool, string, string][]} */
export const TOOLS = [
	["pen", "pen", "P"],
	["fill", "fill", "F"],
	["line", "line", "L"],
	["rectangle", "rectangle", "R"],
	["box", "box", "B"],
	["move", "move", "M"],
];

/** Changes that leave the cells in their places, and so the printed ones. @type {ReadonlySet<string>} */
export const STEADY = new Set(["color", "repair", ...TOOLS.map(([tool]) => tool).filter(tool => tool !== "move")]);

/** The pens, their icons and keys: they paint the chosen colour or empty cells, or move the board. @type {[string, string, string][]} */
export const PENS = [
	["fill", "square", ""],
	["empty", "erase", "X"],
	["hand", "hand", "H"],
];

/** @type {Mirror[]} */
export const MIRRORS = ["none", "sides", "ends", "both", "turn", "diagonal"];

/**
 * The value that a stroke paints. A drag paints, wherever it begins; a click on a cell of the colour
 * empties it.
 * @param {Picture} picture
 * @param {Point[]} points
 * @param {number} value the colour of the pen; 0 is empty
 */
export function valueOfStroke({ width, cells }, points, value) {
	const [[x, y]] = points;
	const click = points.every(point => point[0] === x && point[1] === y);
	return click && cells[y * width + x] === value ? 0 : value;
}

/**
 * The picture after a stroke over these cells, from the first to the last.
 * @param {Picture} picture before the stroke
 * @param {Tool} tool
 * @param {Point[]} points
 * @param {number} value
 * @param {Mirror} mirror
 * @returns {Picture}
 */
export function stroked(picture, tool, points, value, mirror) {
	const { width, height } = picture;
	const [first, last] = [points[0], points[points.length - 1]];
	if (tool === "move") return moved(picture, last[0] - first[0], last[1] - first[1]);
	if (tool === "fill") {
		// Each mirror image fills its own area.
		return mirrored([first], mirror, width, height).reduce(
			(result, start) => (inside(picture, start) ? painted(result, area(picture, start), value) : result),
			picture,
		);
	}
	const shape =
		tool === "line"
			? line(first, last)
			: tool === "pen"
				? points.flatMap((point, index) => line(points[Math.max(0, index - 1)], point))
				: rectangle(first, last, tool === "box");
	return painted(picture, mirrored(shape, mirror, width, height), value);
}

/** @param {Picture} picture @param {Point} point */
const inside = ({ width, height }, [x, y]) => x >= 0 && y >= 0 && x < width && y < height;
