// SPDX-License-Identifier: MIT
// Files for the editor: puzzles, a picture that becomes a drawing, or a picture of a printed puzzle,
// which stays beside the clues (editor_review.js) as long as the page is open. It is only in the
// memory of the page, for a return from playing.
import { send } from "../api.js";
import { paletteOf } from "../colors.js";
import { blank } from "../picture.js";
import { explained, fileFault, toast } from "../parts.js";
import { isPages } from "../photo.js";
import { fromJson } from "../puzzle.js";
import { textOf } from "../reading.js";
import { script } from "../scripts.js";
import { t } from "../text.js";
import { ofPuzzle } from "./editor_start.js";

/** @typedef {import("../puzzle.js").Puzzle} Puzzle */
/** @typedef {import("../reading.js").Reading} Reading */
/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {{rows: string, columns: string}} Texts */
/** @typedef {{picture: Blob | string, reading: Reading | null, read: Texts, settled: string[]}} Reviewed a picture (a string: its address) and its reading; `settled`: accepted numbers */

/** @type {{reviewed: Reviewed, texts: Texts} | null} the last open picture */
let last = null;

/**
 * A picture, a file of puzzles, or a puzzle.
 * @param {Editor} editor @param {import("../photo.js").Source} file @param {import("../photo.js").Purpose} [purpose] of a picture
 */
export async function bring(editor, file, purpose = "") {
	const accept = (/** @type {Puzzle} */ puzzle) => {
		const { picture, beside, clues, printed } = ofPuzzle(puzzle, editor.beside.title);
		editor.printed = printed;
		if (!clues) editor.setMode("draw");
		editor.change({ ...beside, author: beside.author || editor.beside.author }, picture, "import");
		if (clues) editor.retype(clues);
	};
	if (!(file instanceof File)) return accept(file);
	if (file.type.startsWith("image/") || isPages(file)) {
		if (purpose === "draw") return (await script(() => import("./editor_import.js"))).importPicture(file, accept);
		const review = (/** @type {Reading | null} */ reading, /** @type {Blob | string} */ picture) =>
			compare(editor, reading, picture);
		return (await script(() => import("./editor_photo.js"))).ask(file, { draw: accept, review }, purpose === "printed");
	}
	try {
		const reply = await send("open?name=" + encodeURIComponent(file.name), file);
		if (reply.puzzles?.[0]) accept(fromJson(reply.puzzles[0].puzzle, reply.puzzles[0]));
		else {
			const [fault] = reply.faults ?? [];
			const clues = fault?.clues;
			const action = clues && { label: t("error.correct"), run: () => accept(fromJson(clues)) };
			toast(fault ? fileFault(fault) : t("edit.unreadable"), { kind: "error", action, seconds: clues && 60 });
		}
	} catch (error) {
		toast(explained(error), { kind: "error" });
	}
}

/** A printed puzzle: its clues in the texts, its picture beside them. @param {Editor} editor @param {Reading | null} reading null: not read @param {Blob | string} picture */
async function compare(editor, reading, picture) {
	const palette = reading
		? paletteOf({ ...reading.palette, colors: reading.palette.colors.map(({ rgb }) => rgb) })
		: editor.beside.palette;
	const letters = palette.colors.map(({ letter }) => letter).join("");
	const read = reading
		? { rows: textOf(reading.rows, letters), columns: textOf(reading.columns, letters) }
		: { rows: "", columns: "" };
	const { width, height } = reading ? { width: reading.columns.length, height: reading.rows.length } : editor.picture;
	editor.change({ palette }, blank(width, height), "import"); // undo brings the drawing back
	editor.retype(reading || editor.mode === "draw" ? read : editor.texts.get());
	await show(editor, { picture, reading, read, settled: [] });
}

/** @param {Editor} editor @param {Reviewed} reviewed */
async function show(editor, reviewed) {
	const { Review } = await script(() => import("./editor_review.js"));
	if (editor.stop.signal.aborted) return;
	editor.review?.close();
	editor.review = new Review(editor, reviewed);
	if (editor.mode === "clues") editor.readTexts(); // with the filled cells of the picture
}

/** Shows the picture of these clues again. @param {Editor} editor */
export async function recall(editor) {
	const { rows, columns } = editor.texts.get();
	if (editor.mode === "clues" && rows && last?.texts.rows === rows && last.texts.columns === columns)
		await show(editor, last.reviewed);
}

/** Called when the user goes to another page. @param {Editor} editor */
export function putAway(editor) {
	if (!editor.review) return;
	last = { reviewed: editor.review.reviewed, texts: editor.texts.get() };
	editor.review.close();
}
