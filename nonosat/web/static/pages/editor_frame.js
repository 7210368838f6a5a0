// SPDX-License-Identifier: MIT
// The frame around the board: eight handles that change the size. A drag shows the new size and
// applies it at its end; with Alt, or the tick "on both sides", the opposite side moves as well.
// On a focused handle the arrow keys move its side by a line.
import { dragged } from "../picture.js";
import { div, h } from "../parts.js";
import { t } from "../text.js";

/** @typedef {import("../picture.js").Sides} Sides */

const HANDLES = ["top left", "top", "top right", "left", "right", "bottom left", "bottom", "bottom right"];
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {HTMLElement} host of the board
 * @param {import("../board.js").Board} board
 * @param {object} how
 * @param {() => boolean} how.symmetric
 * @param {(sides: Sides) => void} how.resize
 */
export function frame(host, board, { symmetric, resize }) {
	const label = h("output", { class: "size-label", hidden: true });
	const element = div("frame", host, label);
	/** @type {HTMLElement[]} */
	const handles = [];
	for (const name of HANDLES) {
		const [first, second] = name.split(" ");
		const handle = h("button", {
			type: "button",
			class: `handle ${first} ${second ?? ""}`,
			"aria-label": t("edit.handle", { side: t("side." + name.replace(" ", "-")) }),
			title: t("edit.handle.help"),
		});
		/** @type {[number, number] | null} */
		let start = null;
		const sides = (/** @type {PointerEvent} */ event) => {
			const [x, y] = /** @type {[number, number]} */ (start);
			const cells = (/** @type {number} */ pixels) => Math.round((pixels * board.ratio) / board.size);
			return dragged(
				name,
				cells(event.clientX - x),
				cells(event.clientY - y),
				event.altKey || symmetric(),
				board.puzzle,
			);
		};
		const end = () => {
			start = null;
			label.hidden = true;
		};
		handle.addEventListener("pointerdown", event => {
			event.preventDefault();
			handle.setPointerCapture(event.pointerId);
			start = [event.clientX, event.clientY];
		});
		handle.addEventListener("pointermove", event => {
			if (!start) return;
			const { left, top, right, bottom } = sides(event);
			const { width, height } = board.puzzle;
			label.hidden = false;
			label.textContent = t("size", { width: width + left + right, height: height + top + bottom });
		});
		handle.addEventListener("pointerup", event => {
			if (!start) return;
			const change = sides(event);
			end();
			if (Object.values(change).some(Boolean)) resize(change);
		});
		handle.addEventListener("pointercancel", end);
		handle.addEventListener("keydown", event => {
			if (event.key === "Escape" && start) end();
			const arrow = ARROWS[event.key];
			if (!arrow) return;
			event.preventDefault();
			event.stopPropagation();
			const change = dragged(name, arrow[0], arrow[1], event.altKey || symmetric(), board.puzzle);
			if (Object.values(change).some(Boolean)) resize(change);
		});
		handles.push(handle);
		element.append(handle);
	}

	/** Puts the handles around the board and its clues. */
	function place() {
		const { view, margins, ratio } = board;
		const [left, above, right, below] = margins;
		const xs = { left: view.x - left, right: view.x + view.width + right };
		const ys = { top: view.y - above, bottom: view.y + view.height + below };
		HANDLES.forEach((name, index) => {
			const [one, other] = name.split(" ");
			const x = xs[/** @type {"left" | "right"} */ (other ?? one)] ?? (xs.left + xs.right) / 2;
			const y = ys[/** @type {"top" | "bottom"} */ (one)] ?? (ys.top + ys.bottom) / 2;
			const { style } = handles[index];
			style.left = `${host.offsetLeft + x / ratio}px`;
			style.top = `${host.offsetTop + y / ratio}px`;
		});
	}
	const observer = new ResizeObserver(place);
	observer.observe(host);
	return { element, place };
}
