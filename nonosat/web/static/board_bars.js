// SPDX-License-Identifier: MIT
/**
 * The bars of a board of which only a part is in view, and the edges that fade where it goes on. The
 * thumb of a bar can be dragged, with the mouse or a finger; a press beside it brings it there. Keys
 * need no bar: the cursor brings its cell into view.
 */
import { BAR } from "./board_place.js";
import { div } from "./parts.js";

/** @typedef {import("./board.js").Board} Board */

const LEAST = 36;
/** How far beside a bar a touch still means it, away from the board. */
const MORE = 8;
/** Width of an edge that fades, in CSS pixels. */
const FADE = "22px";
/** @type {["x" | "y", "width" | "height", "clientX" | "clientY", string, string][]} */
const AXES = [
	["x", "width", "clientX", "--left", "--right"],
	["y", "height", "clientY", "--top", "--bottom"],
];

export class Bars {
	/** @param {Board} board */
	constructor(board) {
		this.board = board;
		this.elements = AXES.map(([axis]) => {
			const bar = div(`bar-${axis} pan`, div("thumb"));
			bar.setAttribute("aria-hidden", "true");
			bar.hidden = true;
			return bar;
		});
	}

	/** The parts of a bar, in device pixels: the whole board, the part in view, the thumb. @param {"x" | "y"} axis @param {"width" | "height"} side */
	parts(axis, side) {
		const { puzzle, size, view, shift, ratio } = this.board;
		const [whole, seen] = [puzzle[side] * size, view[side]];
		const thumb = Math.min(seen, Math.max(LEAST * ratio, (seen * seen) / whole));
		return { whole, seen, thumb, at: whole > seen ? (shift[axis] / (whole - seen)) * (seen - thumb) : 0 };
	}

	/** Places the bars, after the board was measured. */
	place() {
		const { view, margins, shift, ratio, window } = this.board;
		AXES.forEach(([axis, side, , before, after], i) => {
			const { whole, seen, thumb, at } = this.parts(axis, side);
			const bar = this.elements[i];
			bar.hidden = whole <= seen;
			window.style.setProperty(before, shift[axis] > 0 ? FADE : "0px");
			window.style.setProperty(after, shift[axis] < whole - seen ? FADE : "0px");
			if (bar.hidden) return;
			const other = axis === "x" ? "y" : "x";
			const beside = view[other] + view[axis === "x" ? "height" : "width"] + margins[axis === "x" ? 3 : 2];
			const pixels = (/** @type {number} */ value) => `${value / ratio}px`;
			const [from, over] = axis === "x" ? ["left", "top"] : ["top", "left"];
			bar.style.setProperty(from, pixels(view[axis]));
			bar.style.setProperty(over, pixels(beside));
			bar.style.setProperty(side, pixels(seen));
			bar.style.setProperty(axis === "x" ? "height" : "width", `${BAR}px`);
			const { style } = /** @type {HTMLElement} */ (bar.firstElementChild);
			style.setProperty(side, pixels(thumb));
			style.setProperty("translate", axis === "x" ? pixels(at) : `0 ${pixels(at)}`);
		});
	}

	/**
	 * Takes hold of the bar at the place of an event. The board asks this itself: as elements that take
	 * touches, the bars would get those of the cells beside them, since browsers correct the place of a
	 * touch.
	 * @param {PointerEvent} event @returns {((event: PointerEvent) => void) | null} moves it
	 */
	grab(event) {
		const index = this.elements.findIndex(bar => {
			const { left, top, right, bottom } = bar.getBoundingClientRect();
			const { clientX: x, clientY: y } = event;
			return !bar.hidden && x >= left && y >= top && x < right + MORE && y < bottom + MORE;
		});
		if (index < 0) return null;
		const [axis, side, place] = AXES[index];
		const bar = this.elements[index];
		const thumb = /** @type {HTMLElement} */ (bar.firstElementChild).getBoundingClientRect();
		const [start, length] = axis === "x" ? [thumb.left, thumb.width] : [thumb.top, thumb.height];
		let held = event[place] - start; // where in the thumb, in CSS pixels
		if (held < 0 || held > length) held = length / 2;
		const move = (/** @type {PointerEvent} */ now) => {
			const { ratio, shift } = this.board;
			const { whole, seen, thumb } = this.parts(axis, side);
			const box = bar.getBoundingClientRect();
			const at = (now[place] - (axis === "x" ? box.left : box.top) - held) * ratio;
			const change = (shift[axis] - (seen > thumb ? (at / (seen - thumb)) * (whole - seen) : 0)) / ratio;
			this.board.moveBy(axis === "x" ? change : 0, axis === "x" ? 0 : change);
		};
		move(event);
		return move;
	}
}
