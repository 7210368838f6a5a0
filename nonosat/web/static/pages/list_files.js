// SPDX-License-Identifier: MIT
/**
 * Input of the list: files and folders, pasted codes and clues, and progress from a file.
 */
import { post, isCancelled } from "../api.js";
import { HEAD, everything, takeEverything } from "../backup.js";
import { droppedFiles, nameOf, openFiles } from "../opened.js";
import { button, dialog, div, explained, field, h, save, spinner, toast } from "../parts.js";
import { choosePicture, give, isPicture } from "../photo.js";
import { go, link } from "../route.js";
import { reload } from "../settings.js";
import { t } from "../text.js";

/** @typedef {import("../tiles.js").Tile} Tile */

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
		choosePicture(file => (give(file, true), go(link({ page: "edit", draft: '{"r":"","c":""}' }))), camera);
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

	/** A code, a link, or the text of a file. @param {string} text @returns {Promise<boolean>} whether it was read */
	async takeText(text) {
		text = text.trim();
		if (!text) return false;
		if (!/\s/.test(text) && text.length < 20000 && !/^[[{<]/.test(text)) {
			const hash = text.includes("#") ? text.slice(text.indexOf("#")) : "";
			try {
				const reply = await post("decode", { code: text }, this.list.signal);
				const name = new URLSearchParams(hash.slice(1)).get("name");
				go(
					reply.code && !(reply.picture && /^[LB]|raw=|editor=/.test(text))
						? link({ code: reply.code, name })
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

	/** @param {File[]} files @returns {Promise<boolean>} */
	async take(files) {
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
		const { taken, faults, cut } = await openFiles(rest, n => (text.textContent = t("list.opening", { n })));
		box?.close();
		faults.unshift(...pictures);
		if (faults.length && (taken.length || faults.length > 1)) showFaults(faults, faults.length);
		else if (faults.length) toast(faults[0].message, { kind: "error" });
		else if (!taken.length) toast(t("list.none"), { kind: "error" });
		if (cut) toast(t("list.cut"), { kind: "error" });
		if (taken.length === 1 && files.length === 1) await this.open(taken[0]);
		else if (taken.length) {
			toast(t("list.opened", { n: taken.length }));
			await this.list.changed();
		}
		return taken.length > 0;
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
				toast(t("list.restored", { puzzles: all.puzzles, drawings: all.drawings, n: all.progress.taken }), {
					seconds: 12,
				});
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

/** The URL for a code or link of a picture. @param {string} text @returns {Record<string, string>} */
function editorLink(text) {
	const params = new URLSearchParams(text.replace(/^[^?#]*[?#]/, ""));
	const keys = ["editor", "raw", "width", "height"];
	const found = Object.fromEntries(keys.filter(key => params.has(key)).map(key => [key, params.get(key) ?? ""]));
	return Object.keys(found).length ? found : { editor: text };
}

/** @param {{file: string, message: string}[]} faults the first of them @param {number} n the number of all */
export function showFaults(faults, n) {
	const shown = faults.slice(0, 200);
	dialog(
		t("list.faults", { n }),
		h(
			"dl",
			{ class: "faults" },
			shown.flatMap(({ file, message }) => [h("dt", {}, file), h("dd", { class: "lines" }, message)]),
		),
		n > shown.length && h("p", { class: "muted" }, t("list.faults.more", { n: n - shown.length })),
	);
}
