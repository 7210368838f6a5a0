// SPDX-License-Identifier: MIT
// The dialog that saves a puzzle: into the library (a folder of the server if it may write, or the
// browser without a server), or as a file of any format: a download, or into a folder. It asks before
// it replaces a file. Errors are shown in the dialog, which would hide a toast.
import { file, get, isCancelled, post } from "../api.js";
import { ApiError } from "../errors.js";
import { button, dialog, div, explained, field, fill, h, save, select, toast } from "../parts.js";
import { canSaveIntoFolder, chooseFolder, chosenFolder, saveIntoFolder } from "../folder.js";
import { toJson } from "../puzzle.js";
import { TAB } from "../tab_files.js";
import { formatText, t } from "../text.js";

/** @typedef {import("../puzzle.js").Puzzle} Puzzle */

const USUAL = ["json", "non", "webpbn", "sgt"];

/**
 * Asks where and how to save a puzzle.
 * @param {Puzzle} puzzle
 * @param {{name: string}} last the name in the library: proposed, then updated
 */
export async function saveDialog(puzzle, last) {
	try {
		const [status, { formats }] = await Promise.all([get("status"), get("formats")]);
		const box = dialog(
			t("edit.save"),
			library(puzzle, last, status, () => box.close()),
			asFile(
				puzzle,
				formats.filter((/** @type {any} */ one) => one.written),
				() => box.close(),
			),
		);
	} catch (error) {
		toast(explained(error), { kind: "error" });
	}
}

/** @param {Puzzle} puzzle @param {{name: string}} last @param {{writes: boolean, folder: string|null}} status @param {() => void} close */
function library(puzzle, last, status, close) {
	const heading = h("h3", {}, t("save.library"));
	if (!status.writes) return h("section", { class: "stack" }, heading, h("p", {}, t("save.library.not")));
	const name = h("input", { value: last.name || (puzzle.meta.title ?? ""), maxlength: 60 });
	const said = h("div", { class: "stack", role: "status" });
	async function write(replace = false) {
		fill(said);
		try {
			const reply = await post("puzzles", { puzzle: { json: toJson(puzzle) }, name: name.value.trim(), replace });
			last.name = reply.file.replace(/\.json$/, "");
			close();
			const { file, title } = reply;
			const other = title && title !== (puzzle.meta.title || last.name); // the same clues are in another file
			toast(
				TAB
					? t("save.tab.done", { file })
					: t(other ? "save.library.same" : "save.library.done", { file, folder: status.folder ?? "", title }),
			);
		} catch (error) {
			const taken = error instanceof ApiError && error.status === 409 && !replace;
			fill(
				said,
				h("p", { class: "lines" }, explained(error)),
				taken &&
					div(
						"buttons",
						button(t("save.replace"), () => write(true), { kind: "danger" }),
					),
			);
		}
	}
	const form = h(
		"form",
		{ class: "stack", on: { submit: (/** @type {Event} */ event) => event.preventDefault() } },
		field(t("save.name"), name, TAB ? t("save.tab.help") : t("save.name.help", { folder: status.folder ?? "" })),
		said,
		div(
			"buttons",
			button(t("save.library.button"), () => write(), { kind: "primary", icon: "folder" }),
		),
	);
	name.addEventListener("keydown", event => event.key === "Enter" && form.querySelector("button")?.click());
	return h("section", { class: "stack" }, heading, form);
}

/** @param {Puzzle} puzzle @param {{name: string, sentence: string}[]} formats @param {() => void} close */
function asFile(puzzle, formats, close) {
	const others = formats.filter(({ name }) => !USUAL.includes(name));
	const about = h("p", { class: "muted" });
	const said = h("p", { class: "lines", role: "status" });
	const more = select(
		others.map(({ name }) => [name, name]),
		others[0].name,
		() => pick("more"),
	);
	const rest = h("div", { class: "stack", hidden: true }, field(t("edit.format"), more), about);
	let format = USUAL[0];
	const pick = (/** @type {string} */ value) => {
		rest.hidden = value !== "more";
		format = value === "more" ? more.value : value;
		const known = others.find(({ name }) => name === format);
		about.textContent = known ? formatText(known).is : "";
		fill(said);
	};
	const radios = [...USUAL, "more"].map(value => {
		const radio = h("input", { type: "radio", name: "format", value, on: { change: () => pick(value) } });
		radio.checked = value === format;
		return h("label", { class: "tick" }, radio, h("span", {}, t("save." + value)));
	});
	const made = () => file("convert", { puzzle: { json: toJson(puzzle) }, format });
	const run = async () => {
		fill(said);
		try {
			const { blob, name } = await made();
			save(blob, name);
			close();
		} catch (error) {
			fill(said, explained(error));
		}
	};
	/** @param {boolean} anew choose another folder @param {boolean} [replace] @returns {Promise<void>} */
	const runFolder = async (anew, replace = false) => {
		fill(said);
		try {
			const folder = (!anew && (await chosenFolder())) || (await chooseFolder());
			const { blob, name } = await made();
			if (!(await saveIntoFolder(folder, name, blob, replace)))
				return void fill(
					said,
					t("save.folder.exists", { file: name, folder: folder.name }),
					" ",
					button(t("save.replace"), () => runFolder(false, true), { kind: "danger" }),
				);
			close();
			toast(t("save.folder.done", { file: name, folder: folder.name }));
		} catch (error) {
			if (isCancelled(error)) return;
			fill(
				said,
				error instanceof DOMException
					? t("save.folder.refused", { why: error.message || error.name })
					: explained(error),
			);
		}
	};
	const other = div("buttons");
	if (canSaveIntoFolder())
		chosenFolder().then(folder =>
			fill(
				other,
				button(folder ? t("save.folder.into", { folder: folder.name }) : t("save.folder"), () => runFolder(false), {
					icon: "folder",
				}),
				folder && button(t("save.folder.other"), () => runFolder(true), { quiet: true }),
			),
		);
	return h(
		"section",
		{ class: "stack" },
		h("fieldset", { class: "formats" }, h("legend", {}, h("h3", {}, t("save.file"))), radios),
		rest,
		said,
		div("buttons", button(t("save.file.button"), run, { icon: "download" })),
		other,
	);
}
