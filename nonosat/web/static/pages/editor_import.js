// SPDX-License-Identifier: MIT
// A photo becomes a drawing. The user frames a part of it, chooses size, colours and method, and sees
// the picture in cells, which the server computes from the part alone; beside it versions with one
// solution (editor_candidates.js). One question about the picture runs at a time, and the last choices
// are always asked about. Only the picture that is seen can be used.
import { isCancelled, latest, sendOn } from "../api.js";
import { button, choice, dialog, div, explained, field, fill, h, input, newId, spinner, tick } from "../parts.js";
import { decoded, isExact, isSmall, packed, painted } from "../photo.js";
import { LEAST, WHOLE, boardOf, boxOf, hasThreshold, queryOf, scaled } from "../photo_puzzle.js";
import { fromJson } from "../puzzle.js";
import { num, t } from "../text.js";
import "../text_photo.js";
import { Candidates } from "./editor_candidates.js";
import { cropFrame, percent } from "./editor_crop.js";
import { thumbnail } from "./editor_parts.js";

/** @typedef {import("../puzzle.js").Puzzle} Puzzle */
/** @typedef {import("../photo_puzzle.js").Choices} Choices */

/** The longer side of a new board, and the bounds of its sides. */
const SIDE = 30,
	SIDES = { min: 5, max: 100 };
/** The longer side of a photo in the page, in pixels; a file of exact pixels is not scaled to it. */
const SHOWN = 2000;
/** The pixels that are sent: for each side of a cell, of the longer side, and of exact pixels in all. */
const PER_CELL = 16,
	SENT = 1000,
	EXACT_PIXELS = 1.5e6;

/**
 * Lets the user choose how a file becomes a picture.
 * @param {Blob} blob
 * @param {(puzzle: Puzzle) => void} accept
 */
export async function importPicture(blob, accept) {
	const stop = new AbortController();
	const content = div("import", h("div", { class: "row", role: "status" }, spinner()));
	const box = dialog(t("edit.import.title"), content);
	box.element.classList.add("wide");
	box.closed.then(() => stop.abort());
	const image = await decoded(blob);
	if (!stop.signal.aborted) new Import(blob, image, stop.signal, puzzle => (box.close(), accept(puzzle))).show(content);
}

class Import {
	/** @param {Blob} blob @param {HTMLImageElement | null} image null: the browser cannot show it @param {AbortSignal} signal @param {(puzzle: Puzzle) => void} accept */
	constructor(blob, image, signal, accept) {
		this.blob = blob;
		this.signal = signal;
		this.accept = accept;
		this.photo = image && shown(blob, image);
		/** Whether the file itself is sent, if all of it is wanted: pixel art is read exactly. */
		this.small = !image || isSmall(blob, image);
		/** @type {Choices} */
		this.choices = {
			...boardOf(this.photo ?? { width: 1, height: 1 }, SIDE),
			colors: 1,
			method: "threshold",
			threshold: null,
			invert: false,
		};
		this.first = { ...this.choices };
		/** The threshold of each method: outlines have far lighter ones. @type {Record<Choices["method"], number | null>} */
		this.levels = { threshold: null, dither: null, edges: null };
		this.frame = WHOLE;
		/** @type {Puzzle | null} what is seen */
		this.seen = null;
		/** Whether the size is known; that of pixel art is in the first answer. */
		this.known = !!image && !(this.small && isExact(blob));
		this.edition = 0;
		/** @type {{key: string, part: Promise<Blob>}} the last part of the photo */
		this.kept = { key: "", part: Promise.resolve(blob) };
		this.ask = latest((/** @type {number} */ edition) => this.convert(edition));
		this.candidates = new Candidates(accept);
		signal.addEventListener("abort", () => this.candidates.stop());
		this.picture = div("preview-picture");
		this.state = h("p", { class: "muted lines", role: "status", id: newId() });
		this.take = button(t("edit.import.take"), () => this.seen && this.accept(this.seen), { kind: "primary" });
		this.take.setAttribute("aria-describedby", this.state.id);
		const { photo, choices } = this;
		const set = (/** @type {"width" | "height" | "colors" | "threshold"} */ name) => (/** @type {number} */ value) =>
			this.change({ [name]: value });
		this.sliders = {
			width: slider(t("edit.import.width"), SIDES, set("width")),
			height: slider(t("edit.import.height"), SIDES, set("height")),
			colors: slider(t("edit.import.colors"), { min: 1, max: 7 }, set("colors")),
			threshold: slider(t("edit.import.level"), { min: 1, max: 255 }, set("threshold")),
			frame: slider(
				t("edit.import.frame"),
				{ min: 100 * LEAST, max: 100 },
				value => {
					if (photo) this.reframe(scaled(this.frame, value / 100, photo, this.choices));
					this.crop?.place(this.frame);
				},
				value => percent(value / 100),
			),
		};
		this.crop = photo && cropFrame(photo, choices, this.frame, frame => this.reframe(frame));
		const methods = ["threshold", "dither", "edges"].map(value => ({ value, label: t("edit.import." + value) }));
		this.methods = choice(t("edit.import.method"), methods, choices.method, value => {
			const method = /** @type {Choices["method"]} */ (value);
			this.levels[this.choices.method] = this.choices.threshold;
			this.change({ method, threshold: this.levels[method] });
		});
		this.method = field(t("edit.import.method"), this.methods);
		this.invert = tick(t("edit.import.invert"), false, invert => this.change({ invert }));
		this.histogram = h("canvas", { class: "histogram", width: 256, height: 40, "aria-hidden": "true" });
		this.level = div("level", this.sliders.threshold.element, this.histogram);
		this.pending(t("edit.import.drawing"));
		this.fit();
	}

	/** Shows the photo and the choices, and asks. @param {HTMLElement} content of the dialog */
	show(content) {
		const { sliders } = this;
		fill(
			content,
			this.crop?.element ?? h("p", { class: "crop-part" }, t("edit.import.whole")),
			h(
				"section",
				{ class: "preview", "aria-label": t("edit.import.preview") },
				this.picture,
				div("stack", this.state, this.take, h("small", {}, t("edit.import.several"))),
			),
			h(
				"section",
				{ class: "import-choices" },
				sliders.width.element,
				sliders.height.element,
				this.photo && sliders.frame.element,
				sliders.colors.element,
				this.method,
				this.level,
				div(
					"row spread",
					this.invert,
					button(t("edit.import.reset"), () => this.reset(), { icon: "undo" }),
				),
			),
			this.candidates.element,
		);
		this.ask(this.edition);
	}

	/** Shows the choices, and only those that fit the others. */
	fit() {
		const { sliders, choices } = this;
		sliders.width.set(choices.width);
		sliders.height.set(choices.height);
		sliders.colors.set(choices.colors);
		sliders.frame.set(100 * this.frame.share);
		if (choices.threshold !== null) sliders.threshold.set(choices.threshold);
		this.methods.set(choices.method);
		/** @type {HTMLInputElement} */ (this.invert.firstElementChild).checked = choices.invert;
		this.method.hidden = this.invert.hidden = choices.colors > 1;
		this.level.hidden = !hasThreshold(choices);
	}

	/** @param {Partial<Choices>} choices */
	change(choices) {
		Object.assign(this.choices, choices);
		this.crop?.place();
		this.changed();
	}

	/** @param {import("../photo_puzzle.js").Frame} frame */
	reframe(frame) {
		this.frame = frame;
		this.changed();
	}

	reset() {
		Object.assign(this.choices, this.first);
		this.levels = { threshold: null, dither: null, edges: null };
		this.frame = WHOLE;
		this.crop?.place(this.frame);
		this.changed();
	}

	changed() {
		this.known = true;
		this.fit();
		this.pending(t("edit.import.drawing"));
		this.candidates.wait();
		this.ask(++this.edition);
	}

	/** The picture that is seen is not of these choices. @param {string} why */
	pending(why) {
		this.seen = null;
		this.state.textContent = why;
		this.take.setAttribute("aria-disabled", "true");
	}

	/** Asks about the choices. @param {number} edition */
	async convert(edition) {
		const first = !this.known;
		try {
			const query = first ? "" : queryOf(this.choices, false);
			const reply = await sendOn("from-image?" + query, await this.part(), this.signal);
			const puzzle = fromJson(reply.puzzle, reply);
			if (first && edition === this.edition) {
				if (this.photo && !reply.exact) return this.changed();
				this.begin(puzzle);
			}
			this.draw(puzzle, reply, edition === this.edition);
		} catch (error) {
			if (isCancelled(error) || edition !== this.edition) return;
			fill(this.picture);
			this.pending(explained(error));
			this.candidates.none();
		}
	}

	/** Takes size and colours of pixel art as the first choices. @param {Puzzle} puzzle */
	begin({ width, height, palette }) {
		this.known = true;
		Object.assign(this.choices, { width, height, colors: Math.min(7, palette.colors.length) });
		this.first = { ...this.choices };
		this.fit();
		this.crop?.place();
	}

	/** @param {Puzzle} puzzle @param {any} reply @param {boolean} last of the latest choices: it can be used */
	draw(puzzle, reply, last) {
		const { width, height, palette, goal } = puzzle;
		fill(this.picture, thumbnail({ width, height, cells: goal ?? new Uint8Array(width * height) }, palette, 480));
		if (!last) return;
		this.seen = puzzle;
		this.state.textContent = t("size", { width, height });
		this.take.removeAttribute("aria-disabled");
		drawHistogram(this.histogram, reply.histogram ?? []);
		if (this.choices.threshold === null && reply.threshold)
			this.sliders.threshold.set(reply.threshold, t("edit.import.level.auto", { value: num(reply.threshold) }));
		const { colors, method } = this.choices;
		this.candidates.start(queryOf(this.choices, true), () => this.part(), puzzle, colors === 1 && method === "dither");
	}

	/** The part of the photo in the frame, as small as the board allows. */
	part() {
		const { photo, blob, choices } = this;
		if (!photo) return Promise.resolve(blob);
		const box = boxOf(this.frame, photo, choices);
		const whole = box.width > photo.width - 1 && box.height > photo.height - 1;
		if (this.small && (whole || !this.known)) return Promise.resolve(blob);
		const exact = isExact(blob) && box.width * box.height <= EXACT_PIXELS;
		const key = JSON.stringify([box, choices.width, choices.height]);
		if (this.kept.key !== key) {
			const scale = exact
				? 1
				: Math.min(1, (PER_CELL * choices.width) / box.width, SENT / Math.max(box.width, box.height));
			const canvas = painted(photo, exact ? rounded(box) : box, box.width * scale, box.height * scale);
			this.kept = { key, part: packed(canvas, exact).then(part => part ?? blob) };
		}
		return this.kept.part;
	}
}

/** A photo for the page. @param {Blob} blob @param {HTMLImageElement} image */
function shown(blob, image) {
	const { naturalWidth: width, naturalHeight: height } = image;
	const scale = isExact(blob) && width * height <= 4e6 ? 1 : Math.min(1, SHOWN / Math.max(width, height));
	return painted(image, { left: 0, top: 0, width, height }, width * scale, height * scale);
}

/** @param {import("../photo_puzzle.js").Box} box */
const rounded = ({ left, top, width, height }) => ({
	left: Math.round(left),
	top: Math.round(top),
	width: Math.round(width),
	height: Math.round(height),
});

/**
 * A slider with its number.
 * @param {string} label @param {{min: number, max: number}} bounds @param {(value: number) => void} change
 * @param {(value: number) => string} [words]
 */
function slider(label, bounds, change, words = num) {
	const id = newId();
	const output = h("output", { for: id, "aria-live": "off" });
	const range = input({ type: "range", id, ...bounds }, value => (set(Number(value)), change(Number(value))));
	/** @param {number} value it may lie outside the bounds, which then widen @param {string} [text] */
	function set(value, text = words(value)) {
		range.min = String(Math.min(bounds.min, value));
		range.max = String(Math.max(bounds.max, value));
		range.value = String(value);
		output.textContent = text;
		range.setAttribute("aria-valuetext", text);
	}
	return { element: div("slider", h("label", { for: id }, label), output, range), set };
}

/** The number of pixels of each brightness, dark ones left. @param {HTMLCanvasElement} canvas @param {number[]} counts */
function drawHistogram(canvas, counts) {
	const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
	const most = Math.max(1, ...counts.map(Math.sqrt));
	context.clearRect(0, 0, canvas.width, canvas.height);
	context.fillStyle = getComputedStyle(canvas).color;
	counts.forEach((count, at) => context.fillRect(at, canvas.height, 1, (-canvas.height * Math.sqrt(count)) / most));
}
