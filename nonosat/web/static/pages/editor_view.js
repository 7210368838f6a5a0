// SPDX-License-Identifier: MIT
// A picture with frames over it, which can be enlarged and moved: by its buttons, Ctrl and the wheel,
// the scroll bars, fingers, and by dragging with the mouse. Frames are placed in per cent, so they
// follow every size of the picture.
import { button, div, fill, h } from "../parts.js";
import { t } from "../text.js";

/** @typedef {{frame: HTMLElement, box: [number, number, number, number]}} Box in pixels of the picture */

const MOST = 10,
	STEP = 1.5;
/** The least size of a chosen number, in pixels of the screen. */
const READABLE = 26;

export class PhotoView {
	/** @param {Blob | string} picture @param {[number, number] | null} pixels @param {Box[]} boxes */
	constructor(picture, pixels, boxes) {
		this.zoom = 1;
		this.url = typeof picture === "string" ? "" : URL.createObjectURL(picture);
		/** Where the picture is. */
		this.address = typeof picture === "string" ? picture : this.url;
		const image = h("img", { src: this.address, alt: t("photo.alt"), draggable: "false" });
		image.addEventListener("error", () =>
			fill(this.sheet, h("p", { class: "muted" }, t("photo.hidden")), ...this.frames),
		);
		image.addEventListener("load", () => this.size(image.naturalWidth, image.naturalHeight));
		this.frames = boxes.map(({ frame }) => frame);
		this.sheet = div("sheet", image, this.frames);
		this.element = h(
			"div",
			{ class: "photo-view", tabindex: 0, role: "region", "aria-label": t("photo.view") },
			this.sheet,
		);
		this.buttons = [
			button(t("photo.out"), () => this.enlarge(1 / STEP), { icon: "out", quiet: true }),
			button(t("photo.in"), () => this.enlarge(STEP), { icon: "zoom", quiet: true }),
			button(t("photo.fit"), () => this.enlarge(0), { icon: "fit", quiet: true }),
		];
		if (pixels) {
			this.size(...pixels);
			for (const {
				frame,
				box: [left, top, right, bottom],
			} of boxes) {
				const part = (/** @type {number} */ at, /** @type {0 | 1} */ axis) => `${(100 * at) / pixels[axis]}%`;
				for (const [name, value] of [
					["left", part(left, 0)],
					["top", part(top, 1)],
					["width", part(right - left, 0)],
					["height", part(bottom - top, 1)],
				])
					frame.style.setProperty(name, value);
			}
		}
		this.element.addEventListener(
			"wheel",
			event => {
				if (!event.ctrlKey) return;
				event.preventDefault();
				this.enlarge(event.deltaY < 0 ? STEP : 1 / STEP, event.clientX, event.clientY);
			},
			{ passive: false },
		);
		this.element.addEventListener("pointerdown", event => this.drag(event));
		this.observer = new ResizeObserver(() => this.draw());
		this.observer.observe(this.element);
	}

	close() {
		this.observer.disconnect();
		if (this.url) URL.revokeObjectURL(this.url);
	}

	/** @param {number} width @param {number} height of the picture */
	size(width, height) {
		this.ratio = width / height;
		this.draw();
	}

	/** The width in pixels of the screen at which the whole picture is visible. */
	get fit() {
		const { clientWidth, clientHeight } = this.element;
		return Math.max(40, Math.min(clientWidth, clientHeight * (this.ratio ?? 1)));
	}

	draw() {
		this.sheet.style.setProperty("width", `${this.fit * this.zoom}px`);
		this.sheet.style.setProperty("aspect-ratio", String(this.ratio ?? 1));
		this.sheet.classList.toggle("tiny", (this.frames[0]?.offsetHeight ?? READABLE) < READABLE / 2);
	}

	/** Makes the picture larger or smaller; 0: all of it is visible. The point stays in place. @param {number} by @param {number} [x] of the window @param {number} [y] */
	enlarge(by, x, y) {
		const view = this.element.getBoundingClientRect();
		const [at, down] = [x ?? view.left + view.width / 2, y ?? view.top + view.height / 2];
		const before = this.sheet.getBoundingClientRect();
		const [partX, partY] = [(at - before.left) / before.width, (down - before.top) / before.height];
		this.zoom = by ? Math.min(MOST, Math.max(1, this.zoom * by)) : 1;
		this.draw();
		const after = this.sheet.getBoundingClientRect();
		this.element.scrollBy(after.left + partX * after.width - at, after.top + partY * after.height - down);
	}

	/** Brings frames into the view. @param {HTMLElement[]} frames @param {boolean} large makes them readable */
	reveal(frames, large) {
		if (!frames.length) return;
		const height = Math.max(1, ...frames.map(frame => frame.offsetHeight));
		if (large && height < READABLE) this.enlarge(READABLE / height);
		const boxes = frames.map(frame => frame.getBoundingClientRect());
		const view = this.element.getBoundingClientRect();
		const [left, right] = [Math.min(...boxes.map(box => box.left)), Math.max(...boxes.map(box => box.right))];
		const [top, bottom] = [Math.min(...boxes.map(box => box.top)), Math.max(...boxes.map(box => box.bottom))];
		const inside = left >= view.left && right <= view.right && top >= view.top && bottom <= view.bottom;
		if (inside) return;
		this.element.scrollBy(
			(left + right) / 2 - (view.left + view.right) / 2,
			(top + bottom) / 2 - (view.top + view.bottom) / 2,
		);
	}

	/** The mouse moves the picture; fingers scroll it. @param {PointerEvent} event */
	drag(event) {
		if (event.pointerType !== "mouse" || event.button !== 0 || /** @type {Element} */ (event.target).closest("button"))
			return;
		const { element } = this;
		const [x, y, left, top] = [event.clientX, event.clientY, element.scrollLeft, element.scrollTop];
		element.setPointerCapture(event.pointerId);
		const move = (/** @type {PointerEvent} */ now) => element.scrollTo(left - now.clientX + x, top - now.clientY + y);
		element.addEventListener("pointermove", move);
		element.addEventListener("lostpointercapture", () => element.removeEventListener("pointermove", move), {
			once: true,
		});
	}
}
