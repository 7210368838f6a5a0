// SPDX-License-Identifier: MIT
/**
 * Input of the list: files and folders, pasted codes and clues, and progress from a file.
 */
import { post, isCancelled } from "../api.js";
import { HEAD, everything, takeEverything } from "../backup.js";
import { hiddenTitle, hidesTile } from "../list_place.js";
import { droppedFiles, nameOf, openFiles } from "../opened.js";
import { button, dialog, div, explained, field, fileFault, h, save, spinner, toast } from "../parts.js";
import { choosePicture, give, isPicture } from "../photo.js";
import { Progress } from "../progress.js";
import { fromJson } from "../puzzle.js";
import { go, link } from "../route.js";
import { reload } from "../settings.js";
import { MOST, addAll } from "../shelf.js";
import { t } from "../text.js";

/** @typedef {import("../tiles.js").Tile} Tile */
/** @typedef {import("../opened.js").Note} Note */

/** Maximum size of a backup, bytes. */
const MOST_BYTES = 5e8;

export class Incoming {
	/** @param {{progress: import("../progress.js").Progress, signal: AbortSignal, changed: () => Promise<void>}} list `changed`: puzzles or progress are new */
	constructor(list) {
		this.list = list;
		const on = (/** @type {string} */ name, /** @type {(e: any) => void} */ f) =>
			addEventListener(name, f, { signal: list.signal });
		on("dragenter", () => document.body.classList.add("dropping"));
		on("dragleave", e => e.relatedTarget || document.body.classList.remove("dropping"));
		on("drop", e => this.drop(e));
		on("paste", e => this.paste(e));
		document.body.dataset.drop = t("list.drop");
		list.signal.addEventListener("abort", () => document.body.classList.remove("dropping"));
	}

	/** @param {Tile} tile */
	async open(tile) {
		try {
			go(link(await nameOf(tile)));
		} catch (error) {
			toast(explained(error), { kind: "error" });
		}
	}

	/** @param {boolean} folder */
	choose(folder) {
		const chooser = h("input", { type: "file", multiple: true, webkitdirectory: folder });
		chooser.addEventListener("change", () => this.take([...(chooser.files ?? [])]));
		chooser.click();
	}

	/** A picture of a printed puzzle. @param {boolean} camera */
	choosePrinted(camera) {
		choosePicture(file => (give(file, "printed"), go(link({ page: "edit", draft: '{"r":"","c":""}' }))), camera);
	}

	/** A photo that becomes a puzzle. @param {boolean} camera */
	chooseDrawn(camera) {
		choosePicture(file => (give(file, "draw"), go(link({ page: "edit" }))), camera, false);
	}

	/** @param {DragEvent} event */
	async drop(event) {
		event.preventDefault();
		document.body.classList.remove("dropping");
		if (!event.dataTransfer) return;
		const text = event.dataTransfer.getData("text/plain");
		const files = await droppedFiles(event.dataTransfer);
		if (files.length) await this.take(files);
		else if (text) await this.takeText(text);
	}

	/** @param {ClipboardEvent} event */
	paste(event) {
		const target = /** @type {HTMLElement} */ (event.target);
		if (target.matches?.("input, textarea") || !event.clipboardData) return;
		const files = [...event.clipboardData.files];
		if (files.length) this.take(files);
		else this.takeText(event.clipboardData.getData("text/plain"));
	}

	pasteDialog() {
		const area = h("textarea", { rows: 9, spellcheck: "false", class: "code" });
		const box = dialog(
			t("list.open.paste"),
			field(t("list.paste"), area, t("list.paste.help")),
			div(
				"buttons",
				button(t("list.open"), async () => (await this.takeText(area.value)) && box.close(), { kind: "primary" }),
			),
		);
		area.focus();
	}

	/** A code, a link, also amid words, or the text of a file. @param {string} text @returns {Promise<boolean>} whether it was read */
	async takeText(text) {
		const found = linkIn(text);
		const code = found ?? text.trim();
		if (!code) return false;
		const given = new URLSearchParams(found?.replace(/^[^#]*#/, ""));
		const [id, name, author] = ["id", "name", "author"].map(key => given.get(key));
		if (id) {
			go(link({ id, name }));
			return true;
		}
		if (!/\s|^[[{<]|^[^#?:]*[[({]/.test(code) && code.length < 20000) {
			text = code;
			try {
				const reply = await post("decode", { code: text }, this.list.signal);
				go(
					reply.code && !(reply.picture && /^[LB]|raw=|editor=/.test(text))
						? link({ code: reply.code, name: name ?? reply.puzzle?.title, author })
						: link({ page: "edit", ...editorLink(text) }),
				);
				return true;
			} catch (error) {
				if (isCancelled(error)) return false;
				toast(explained(error), { kind: "error" });
				return false;
			}
		}
		return this.take([new File([text], "text")]);
	}

	/** @param {File[]} files @param {string} [format] @returns {Promise<boolean>} */
	async take(files, format) {
		if (files.length === 1 && isPicture(files[0])) {
			give(files[0]);
			go(link({ page: "edit" }));
			return true;
		}
		const pictures = files.filter(isPicture).map(({ name }) => ({ file: name, message: t("list.picture") }));
		const rest = [];
		for (const file of files) if (!isPicture(file) && !(await this.import(file))) rest.push(file);
		if (!rest.length && !pictures.length) return true;
		const text = h("p", { "aria-live": "polite" });
		const box = rest.length > 1 ? dialog(t("list.open"), div("row", spinner(), text)) : null;
		const opening = (/** @type {number} */ n) => (text.textContent = t("list.opening", { n }));
		const { taken, faults, remarks, cut } = await openFiles(rest, opening, format);
		box?.close();
		faults.unshift(...pictures);
		if (faults.length && (taken.length || faults.length > 1)) showFaults(faults, faults.length);
		else if (faults.length) this.askFilled(files, faults[0].message) || this.showFault(files, faults[0]);
		else if (!taken.length) toast(t("list.none"), { kind: "error" });
		if (cut) toast(t("list.cut"), { kind: "error" });
		if (remarks.length === 1) this.showRemark(files, remarks[0]);
		else if (remarks.length)
			toast(t("list.remarks", { n: remarks.length }), {
				action: {
					label: t("list.remarks.show"),
					run: () => showNotes(t("list.remarks", { n: remarks.length }), remarks),
				},
				seconds: 12,
			});
		if (taken.length === 1 && files.length === 1) await this.open(taken[0]);
		else if (taken.length) {
			const some = taken.length <= MOST && { label: t("list.print"), run: () => printAll(taken) };
			toast(t("list.opened", { n: taken.length }), { seconds: 12, action: some || undefined });
			await this.list.changed();
		}
		return taken.length > 0;
	}

	/** A remark; of two lists without names it can be said that the columns come first. @param {File[]} files @param {Note} remark */
	showRemark(files, remark) {
		const run = () => this.take(files, "clues:columns-first");
		const unnamed = [remark.key, remark.values?.remark?.key].includes("fault.remark.lists.unnamed");
		toast(fileFault(remark), { seconds: 12, action: unnamed ? { label: t("list.columns.first"), run } : undefined });
	}

	/** An error, which may name the format that reads it, or have clues to correct. @param {File[]} files @param {Note} fault */
	showFault(files, fault) {
		const { message, clues } = fault;
		const run = () => this.take(files, "clues");
		const action = message.includes("--format clues") ? { label: t("list.as.clues"), run } : undefined;
		const other = clues && { label: t("error.correct"), run: () => correct(clues) };
		toast(fileFault(fault), { kind: "error", action: action ?? other, seconds: clues && 60 });
	}

	/** Asks which character of a picture is a filled cell. @param {File[]} files @param {string} message @returns {boolean} false for other errors */
	askFilled(files, message) {
		const signs = /^a picture of '(.)' and '(.)'.*--filled/u.exec(message)?.slice(1);
		if (!signs) return false;
		const choose = (/** @type {string} */ sign) => (box.close(), this.take(files, `signs:filled=${sign}`));
		const box = dialog(t("list.filled"), div("buttons", ...signs.map(sign => button(sign, () => choose(sign)))));
		return true;
	}

	/** A backup file, or progress of an earlier page. @param {File} file @returns {Promise<boolean>} false for other files */
	async import(file) {
		if (file.size > MOST_BYTES || !/json|text|^$/.test(file.type)) return false;
		const head = (await file.slice(0, 60).text()).trimStart();
		const { progress } = this.list;
		if (head.startsWith(HEAD)) {
			try {
				const all = await takeEverything(await file.text(), progress);
				if (!all) return false;
				toast(
					t("list.restored", {
						puzzles: t("count.puzzles", { n: all.puzzles }),
						drawings: t("list.restored.drawings", { n: all.drawings }),
						n: all.progress.taken,
					}),
					{
						seconds: 12,
					},
				);
				reload();
			} catch (error) {
				toast(explained(error), { kind: "error" });
			}
			await this.list.changed();
			return true;
		}
		if (!head.startsWith('{"format":"nonosat progress"') && !head.startsWith('[["R')) return false;
		const result = await progress.importAll(await file.text(), async code => {
			try {
				return (await post("decode", { code })).id ?? null;
			} catch {
				return null;
			}
		});
		if (!result) return false;
		toast(t("list.imported", { n: result.taken, older: result.older, faults: result.faults }), { seconds: 12 });
		await this.list.changed();
		return true;
	}

	async export() {
		save(new Blob([await everything(this.list.progress)], { type: "application/json" }), "nonosat-everything.json");
	}
}

/** The link of a puzzle in a message, without the signs that end a sentence. @param {string} text */
export const linkIn = text =>
	/\S*#(?:\S*&)?(?:code|rules|id|picture|editor)=[^\s<>"]+/.exec(text)?.[0].replace(/^[<("]+|[.,;:!?)]+$/g, "");

/** The URL for a code or link of a picture. @param {string} text @returns {Record<string, string>} */
function editorLink(text) {
	const params = new URLSearchParams(text.replace(/^[^?#]*[?#]/, ""));
	const keys = ["editor", "raw", "width", "height"];
	const found = Object.fromEntries(keys.filter(key => params.has(key)).map(key => [key, params.get(key) ?? ""]));
	return Object.keys(found).length ? found : { editor: text };
}

/** Opens the editor with clues in which a mistake is to be found. @param {any} clues as JSON */
function correct(clues) {
	give(fromJson(clues));
	go(link({ page: "edit", draft: '{"r":"","c":""}' }));
}

/** @param {Note[]} faults the first of them @param {number} n the number of all */
export function showFaults(faults, n) {
	showNotes(t("list.faults", { n }), faults, n);
}

/** @param {string} heading @param {Note[]} notes the first of them @param {number} [n] the number of all */
function showNotes(heading, notes, n = notes.length) {
	const shown = notes.slice(0, 200);
	const box = dialog(
		heading,
		h(
			"dl",
			{ class: "faults" },
			shown.flatMap(note => [
				h("dt", {}, note.file),
				h("dd", { class: "lines" }, fileFault(note)),
				note.clues &&
					h(
						"dd",
						{},
						button(t("error.correct"), () => (box.close(), correct(note.clues))),
					),
			]),
		),
		n > shown.length && h("p", { class: "muted" }, t("list.faults.more", { n: n - shown.length })),
	);
}

/** Puts puzzles on the shelf, and goes to the page that prints them. @param {import("../tiles.js").Tile[]} tiles */
export async function printAll(tiles) {
	const links = await Promise.all(tiles.map(nameOf));
	const progress = new Progress();
	const shown = (/** @type {Tile} */ tile) =>
		hidesTile(tile, progress.stateOf(tile.id)) ? hiddenTitle(tile) : tile.title || t("untitled");
	addAll(links.map((one, i) => ({ hash: link(one), title: shown(tiles[i]) })));
	go(link({ page: "print", ...links[0], all: "1" }));
}
