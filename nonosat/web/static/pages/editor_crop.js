// SPDX-License-Identifier: MIT
// The photo with the frame around the part that becomes a puzzle. The frame is dragged, and so are its
// corners; a press beside it brings it there. On the focused frame arrow keys move it, + and − change
// its size; on a focused corner arrow keys move the corner.
import { div, h } from "../parts.js";
import { boxOf, moved, resized, scaled } from "../photo_puzzle.js";
import { num, t } from "../text.js";
import "../text_photo.js";

/** @typedef {import("../photo_puzzle.js").Frame} Frame */

const CORNERS = ["top-left", "top-right", "bottom-left", "bottom-right"];
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** The shares of the photo that an arrow key moves the frame, without and with Shift; and of + and −. */
const STEP = 0.01,
	LEAP = 0.1,
	ZOOM = 0.05;

export const percent = (/** @type {number} */ share) => `${num(Math.round(100 * share))} %`;

/**
 * @param {HTMLCanvasElement} photo
 * @param {import("../photo_puzzle.js").Size} board its width and height may change: call `place`
 * @param {Frame} frame
 * @param {(frame: Frame) => void} change is called when the user changes the frame
 */
export function cropFrame(photo, board, frame, change) {
	const said = h("output", { class: "unseen" });
	const help = h("small", { id: "crop-help" }, t("edit.import.frame.help"));
	const shade = div("crop-shade", div("crop-hole"));
	const body = h("button", {
		type: "button",
		class: "crop-body",
		"aria-label": t("edit.import.frame.move"),
		"aria-describedby": "crop-help",
	});
	const corners = CORNERS.map(name =>
		h("button", { type: "button", class: `crop-corner ${name}`, "aria-label": t("edit.import.corner." + name) }),
	);
	photo.setAttribute("role", "img");
	photo.setAttribute("aria-label", t("edit.import.photo"));
	const area = h(
		"div",
		{
			class: "crop",
			role: "application",
			"aria-label": t("edit.import.part"),
			style: { "--ratio": photo.width / photo.height },
		},
		photo,
		shade,
		body,
		corners,
	);

	/** Shows the frame. @param {Frame} [next] */
	function place(next = frame) {
		frame = next;
		const box = boxOf(frame, photo, board);
		const { style } = area;
		style.setProperty("--left", String(box.left / photo.width));
		style.setProperty("--top", String(box.top / photo.height));
		style.setProperty("--across", String(box.width / photo.width));
		style.setProperty("--down", String(box.height / photo.height));
	}

	/** @param {Frame} next @param {boolean} [say] to screen readers */
	function set(next, say = false) {
		place(next);
		change(frame);
		if (!say) return;
		const box = boxOf(frame, photo, board);
		const [left, top] = [percent(box.left / photo.width), percent(box.top / photo.height)];
		said.textContent = t("edit.import.frame.at", { size: percent(frame.share), left, top });
	}

	/** Lets a pointer drag an element. @param {HTMLElement} element @param {(start: Frame, right: number, down: number) => Frame} drag */
	function draggable(element, drag) {
		/** @type {{x: number, y: number, frame: Frame} | null} */
		let start = null;
		element.addEventListener("pointerdown", event => {
			if (event.button || start) return;
			event.preventDefault();
			element.focus({ preventScroll: true });
			element.setPointerCapture(event.pointerId);
			start = { x: event.clientX, y: event.clientY, frame };
		});
		element.addEventListener("pointermove", event => {
			if (!start) return;
			const pixels = photo.width / area.clientWidth;
			set(drag(start.frame, (event.clientX - start.x) * pixels, (event.clientY - start.y) * pixels));
		});
		const end = () => void (start = null);
		for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) element.addEventListener(name, end);
	}

	/** Keys of an element. @param {HTMLElement} element @param {(right: number, down: number) => Frame} step */
	function keys(element, step) {
		element.addEventListener("keydown", event => {
			if (event.ctrlKey || event.metaKey || event.altKey) return;
			const arrow = ARROWS[event.key];
			const zoom = { "+": ZOOM, "=": ZOOM, "-": -ZOOM, "−": -ZOOM }[event.key];
			const far = (event.shiftKey ? LEAP : STEP) * Math.max(photo.width, photo.height);
			if (arrow) set(step(arrow[0] * far, arrow[1] * far), true);
			else if (zoom) set(scaled(frame, frame.share + zoom, photo, board), true);
			else return;
			event.preventDefault();
			event.stopPropagation();
		});
	}

	const move = (/** @type {Frame} */ from, /** @type {number} */ right, /** @type {number} */ down) =>
		moved(from, right, down, photo, board);
	draggable(body, move);
	keys(body, (right, down) => move(frame, right, down));
	corners.forEach((corner, at) => {
		const drag = (/** @type {Frame} */ from, /** @type {number} */ right, /** @type {number} */ down) =>
			resized(from, CORNERS[at], right, down, photo, board);
		draggable(corner, drag);
		keys(corner, (right, down) => drag(frame, right, down));
	});
	shade.addEventListener("click", event => {
		const { left, top, width, height } = area.getBoundingClientRect();
		const middle = { x: (event.clientX - left) / width, y: (event.clientY - top) / height, share: frame.share };
		set(moved(middle, 0, 0, photo, board));
	});
	place();
	return { element: div("stack crop-part", area, help, said), place };
}
