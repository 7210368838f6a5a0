// SPDX-License-Identifier: MIT
// An image file becomes a drawing: the user chooses size, colours and threshold and sees the result.
// The server computes it from a small copy of the image. One request runs at a time; later choices wait
// for its answer, so a moving slider does not send a request for each move.
import { sendOn, isCancelled } from "../api.js";
import { button, choice, dialog, div, explained, field, fill, h, input, spinner, tick } from "../parts.js";
import { smallPhoto } from "../photo.js";
import { fromJson } from "../puzzle.js";
import { t } from "../text.js";
import { thumbnail } from "./editor_parts.js";

/** @typedef {import("../puzzle.js").Puzzle} Puzzle */

/** Milliseconds that a slider must rest before the server is asked. */
const REST = 120;

/**
 * Lets the user choose how a file becomes a picture.
 * @param {Blob} blob
 * @param {(puzzle: Puzzle) => void} accept
 */
export function importPicture(blob, accept) {
	/** @type {Record<string, string>} */
	const options = { size: "30", colors: "1", method: "", threshold: "", crop: "", invert: "" };
	/** @type {Puzzle | null} */
	let puzzle = null;
	const stop = new AbortController();
	/** The last request, and whether it is unanswered. */
	let asked = "",
		running = false;
	let timer = 0;
	const photo = smallPhoto(blob);
	const preview = h("div", { class: "preview", role: "status" });
	const take = button(
		t("edit.import.take"),
		() => {
			if (puzzle) accept(puzzle);
			box.close();
		},
		{ kind: "primary", disabled: true },
	);

	async function convert() {
		const fields = String(new URLSearchParams(Object.entries(options).filter(([, value]) => value)));
		if (running || fields === asked) return;
		running = true;
		asked = fields;
		try {
			const reply = await sendOn("from-image?" + fields, await photo, stop.signal);
			puzzle = fromJson(reply.puzzle, reply);
			const { width, height, palette, goal } = puzzle;
			drawHistogram(histogram, reply.histogram ?? []);
			fill(
				preview,
				thumbnail({ width, height, cells: goal ?? new Uint8Array(width * height) }, palette, 320),
				h("p", {}, t("size", { width, height })),
			);
			take.disabled = false;
		} catch (error) {
			if (isCancelled(error)) return;
			puzzle = null;
			take.disabled = true;
			fill(preview, h("p", { class: "lines" }, explained(error)));
		} finally {
			running = false;
		}
		await convert(); // the choices made meanwhile
	}
	const set = (/** @type {string} */ name) => (/** @type {string} */ value) => {
		options[name] = value;
		clearTimeout(timer);
		timer = window.setTimeout(convert, REST);
	};
	const flag = (/** @type {string} */ name) => (/** @type {boolean} */ on) => set(name)(on ? "true" : "");
	const threshold = input({ type: "range", min: 1, max: 255, value: 128 }, set("threshold"));
	const histogram = h("canvas", { class: "histogram", width: 256, height: 40, "aria-hidden": "true" });
	const methods = ["threshold", "dither", "edges"].map(value => ({ value, label: t("edit.import." + value) }));
	const box = dialog(
		t("edit.import"),
		div(
			"import",
			preview,
			div(
				"stack",
				field(t("edit.import.size"), input({ type: "range", min: 5, max: 100, value: 30 }, set("size"))),
				field(t("edit.import.colors"), input({ type: "range", min: 1, max: 7, value: 1 }, set("colors"))),
				field(t("edit.import.method"), choice(t("edit.import.method"), methods, "threshold", set("method"))),
				h("div", {}, histogram, field(t("edit.import.level"), threshold)),
				tick(t("edit.import.crop"), false, flag("crop")),
				tick(t("edit.import.invert"), false, flag("invert")),
				div("buttons", take),
			),
		),
	);
	box.closed.then(() => {
		clearTimeout(timer);
		stop.abort();
	});
	fill(preview, spinner());
	convert();
}

/** The number of pixels of each brightness, dark ones left. @param {HTMLCanvasElement} canvas @param {number[]} counts */
function drawHistogram(canvas, counts) {
	const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
	const most = Math.max(1, ...counts.map(Math.sqrt));
	context.clearRect(0, 0, canvas.width, canvas.height);
	context.fillStyle = getComputedStyle(canvas).color;
	counts.forEach((count, at) => context.fillRect(at, canvas.height, 1, (-canvas.height * Math.sqrt(count)) / most));
}
