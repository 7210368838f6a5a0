// SPDX-License-Identifier: MIT
/**
 * The list: puzzles of the server's library, and those of files that were opened here.
 *
 * Only the tiles in view exist; the library is fetched in pages as they come into view, sorted and
 * filtered by the server. What the player has done is known here only: a filter by it asks for the
 * tiles of the puzzles begun or done, or leaves them out.
 */
import { get, post, withdrawn } from "../api.js";
import { unpackMarks } from "../marks.js";
import { droppedFiles, forget, nameOf, openFiles, openedTiles } from "../opened.js";
import { button, dialog, explained, field, fill, h, icon, input, menu, save, select, spinner, toast } from "../parts.js";
import { density, drawPreview } from "../preview.js";
import { Progress } from "../progress.js";
import { go, link } from "../route.js";
import { num, t } from "../text.js";

/** @typedef {import("../opened.js").Tile} Tile */

const PAGE = 60;
const EFFORTS = [6.17, 8.04, 9.67, 11.18];
const VERDICTS = ["unique", "multiple", "none", "unknown"];
/** What the URL keeps of the list. */
const FIELDS = ["search", "sort", "down", "state", "min_side", "max_side", "colors", "verdict", "effort"];

/** @param {HTMLElement} main @param {import("../route.js").Route} route @param {AbortSignal} signal */
export async function show(main, route, signal) {
	const list = new List(main, route, signal);
	await list.start();
	return { title: "" };
}

class List {
	/** @param {HTMLElement} main @param {import("../route.js").Route} route @param {AbortSignal} signal */
	constructor(main, route, signal) {
		this.signal = signal;
		this.progress = new Progress();
		this.states = this.progress.states();
		/** @type {Record<string, string>} */
		this.wanted = Object.fromEntries(FIELDS.map((key) => [key, route.params.get(key) ?? ""]));
		/** Tiles by place: those of opened files come first. @type {(Tile|undefined)[]} */
		this.tiles = [];
		this.total = 0;
		/** @type {Set<number>} */
		this.asked = new Set();
		/** @type {Map<number, HTMLElement>} */
		this.shown = new Map();
		this.columns = 1;
		this.tall = 1;
		this.round = 0;

		this.box = h("ul", { class: "tiles", "aria-label": t("page.list") });
		this.count = h("p", { class: "muted", role: "status" });
		this.filters = h("div", { class: "filters panel", hidden: true });
		this.filterButton = button(t("list.filters"), () => this.toggleFilters(), { icon: "settings" });
		this.filterButton.setAttribute("aria-expanded", "false");
		const search = h("input", { type: "search", value: this.wanted.search, placeholder: t("list.search"), "aria-label": t("list.search"), class: "search" });
		let timer = 0;
		search.addEventListener("input", () => {
			clearTimeout(timer);
			timer = window.setTimeout(() => this.want({ search: search.value.trim() }), 200);
		});
		const sorts = ["file", "title", "size", "colors", "effort", "verdict"];
		main.append(h("div", { class: "page wide" },
			h("div", { class: "row spread" },
				h("h1", {}, t("page.list")),
				h("div", { class: "row" },
					menu(t("list.new"), () => [
						{ label: t("list.new.draw"), icon: "pen", href: link({ page: "edit" }) },
						{ label: t("list.new.clues"), icon: "keyboard", href: link({ page: "edit", draft: '{"r":"","c":""}' }) },
					], { icon: "plus", kind: "primary" }),
					menu(t("list.open"), () => [
						{ label: t("list.open.files"), icon: "upload", run: () => this.choose(false) },
						{ label: t("list.open.folder"), icon: "folder", run: () => this.choose(true) },
						{ label: t("list.open.paste"), icon: "keyboard", run: () => this.pasteDialog() },
						...(this.local.length ? [null, { label: t("list.forget", { n: this.local.length }), icon: "trash", run: () => this.forget() }] : []),
					], { icon: "folder" }),
					menu(t("list.progress"), () => [
						{ label: t("list.export"), icon: "download", run: () => this.export() },
						{ label: t("list.import"), icon: "upload", run: () => this.choose(false) },
					], { icon: "check" }),
				)),
			h("div", { class: "row" },
				search,
				select(sorts.map((key) => [key, `${t("list.sort")}: ${t("sort." + key)}`]), this.wanted.sort || "file", (sort) => this.want({ sort: sort === "file" ? "" : sort }), { "aria-label": t("list.sort") }),
				this.down = button(t("list.down"), () => this.want({ down: this.wanted.down ? "" : "1" }), { icon: "download", quiet: true, pressed: !!this.wanted.down }),
				this.filterButton),
			this.filters, this.count, this.box));
		/** @type {Tile[]} */
		this.local = [];
		const on = (/** @type {string} */ name, /** @type {(e: any) => void} */ f) => addEventListener(name, f, { signal });
		on("scroll", () => this.draw());
		on("resize", () => this.measure());
		on("storage", () => this.refresh());
		on("dragenter", () => document.body.classList.add("dropping"));
		on("dragleave", (e) => e.relatedTarget || document.body.classList.remove("dropping"));
		on("drop", (e) => this.drop(e));
		on("paste", (e) => this.paste(e));
		document.body.dataset.drop = t("list.drop");
		signal.addEventListener("abort", () => document.body.classList.remove("dropping"));
	}

	async start() {
		this.local = await openedTiles();
		this.drawFilters();
		await this.load();
		this.measure();
	}

	// ---- what is asked

	/** Changes what is asked, and notes it in the URL. @param {Record<string, string>} change */
	want(change) {
		Object.assign(this.wanted, change);
		this.down.setAttribute("aria-pressed", String(!!this.wanted.down));
		go(link(this.wanted), { replace: true });
		this.load();
	}

	/** @param {number} offset @param {number} limit */
	query(offset, limit) {
		const { wanted } = this;
		const effort = wanted.effort === "" ? -1 : Number(wanted.effort);
		/** @type {Record<string, any>} */
		const fields = {
			offset, limit, search: wanted.search, sort: wanted.sort, descending: wanted.down ? "true" : "",
			min_side: wanted.min_side, max_side: wanted.max_side, colors: wanted.colors, verdict: wanted.verdict,
			min_effort: effort > 0 ? EFFORTS[effort - 1] : "", max_effort: effort >= 0 && effort < 4 ? EFFORTS[effort] : "",
		};
		return "puzzles?" + new URLSearchParams(Object.entries(fields).filter(([, v]) => v !== "").map(([k, v]) => [k, String(v)]));
	}

	/** Asks anew. */
	async load() {
		const round = ++this.round;
		this.states = this.progress.states();
		const { state } = this.wanted;
		let local = this.local.filter((tile) => this.fits(tile));
		local = sorted(local, this.wanted.sort, !!this.wanted.down);
		/** @type {Tile[]} */
		let first = [];
		let total = 0;
		let faults = [];
		try {
			if (state === "1" || state === "2") {
				const ids = [...this.states].filter(([, s]) => String(s) === state).map(([id]) => id).filter((id) => /^[0-9a-f]{64}$/.test(id));
				for (let i = 0; i < ids.length; i += 500) first.push(...(await post("puzzles/tiles", { ids: ids.slice(i, i + 500) }, this.signal)).tiles);
				first = sorted(first.filter((tile) => this.fits(tile)), this.wanted.sort, !!this.wanted.down);
				total = first.length;
			} else {
				const limit = state === "0" ? 500 : PAGE;
				do {
					const reply = await get(this.query(first.length && state === "0" ? total : 0, limit), this.signal);
					total = state === "0" ? total + reply.tiles.length : reply.total;
					first.push(...reply.tiles);
					faults = reply.faults;
					if (!reply.tiles.length || total >= reply.total) break;
				} while (state === "0" && round === this.round);
				if (state === "0") {
					first = first.filter((tile) => !this.states.get(tile.id));
					total = first.length;
				}
			}
		} catch (error) {
			if (withdrawn(error)) return;
			toast(explained(error), { kind: "error" });
		}
		if (round !== this.round || this.signal.aborted) return;
		const known = new Set(local.map((tile) => tile.id));
		this.tiles = [...local, ...(state || local.length ? first.filter((tile) => !known.has(tile.id)) : first)];
		const doubles = local.length + first.length - this.tiles.length;
		this.offset = local.length - doubles;
		this.total = local.length + total - doubles;
		this.asked = new Set(Array.from({ length: Math.ceil(first.length / PAGE) }, (_, i) => i));
		fill(this.count, this.total ? t("list.count", { n: this.total }) : t("list.empty"),
			faults.length ? [" · ", button(t("list.faults", { n: faults.length }), () => showFaults(faults), { kind: "plain", class: "inline" })] : []);
		for (const tile of this.shown.values()) tile.remove();
		this.shown.clear();
		this.measure();
	}

	/** Whether a tile that is known here passes the filters. @param {Tile} tile */
	fits(tile) {
		const { wanted } = this;
		const side = Math.max(tile.width, tile.height);
		const text = `${tile.title} ${tile.author} ${tile.file}`.toLowerCase();
		const effort = tile.effort == null ? -1 : EFFORTS.filter((e) => e <= /** @type {number} */ (tile.effort)).length;
		return (
			wanted.search.toLowerCase().split(/\s+/).every((word) => text.includes(word)) &&
			(!wanted.min_side || side >= Number(wanted.min_side)) &&
			(!wanted.max_side || side <= Number(wanted.max_side)) &&
			(!wanted.colors || tile.colors === Number(wanted.colors)) &&
			(!wanted.verdict || tile.verdict === wanted.verdict) &&
			(!wanted.effort || effort === Number(wanted.effort)) &&
			(!wanted.state || String(this.states.get(tile.id) ?? 0) === wanted.state)
		);
	}

	/** Fetches a page of the library. @param {number} page */
	async fetch(page) {
		if (this.asked.has(page)) return;
		this.asked.add(page);
		const round = this.round;
		try {
			const { tiles } = await get(this.query(page * PAGE, PAGE), this.signal);
			if (round !== this.round) return;
			tiles.forEach((/** @type {Tile} */ tile, /** @type {number} */ i) => (this.tiles[(this.offset ?? 0) + page * PAGE + i] = tile));
			for (const [index, element] of this.shown) if (element.dataset.empty && this.tiles[index]) {
				element.remove();
				this.shown.delete(index);
			}
			this.draw();
		} catch (error) {
			this.asked.delete(page);
			if (!withdrawn(error)) toast(explained(error), { kind: "error" });
		}
	}

	// ---- what is shown

	/** Reads what the player has done meanwhile. */
	refresh() {
		this.states = this.progress.states();
		for (const element of this.shown.values()) element.remove();
		this.shown.clear();
		this.draw();
	}

	measure() {
		const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
		const wide = this.box.clientWidth || 320;
		this.columns = Math.max(wide < 20 * size ? 1 : 2, Math.floor(wide / (11.5 * size)));
		this.tall = Math.round(15.5 * size);
		this.box.style.height = Math.ceil(this.total / this.columns) * this.tall + "px";
		for (const [index, element] of this.shown) this.place(index, element);
		this.draw();
	}

	/** @param {number} index @param {HTMLElement} element */
	place(index, element) {
		const { columns, tall } = this;
		element.style.width = 100 / columns + "%";
		element.style.height = tall + "px";
		element.style.left = ((index % columns) * 100) / columns + "%";
		element.style.top = Math.floor(index / columns) * tall + "px";
	}

	/** Makes the tiles in view, and takes away those that are far. */
	draw() {
		const top = -this.box.getBoundingClientRect().top;
		const first = Math.max(0, Math.floor(top / this.tall) - 2) * this.columns;
		const last = Math.min(this.total, (Math.ceil((top + innerHeight) / this.tall) + 2) * this.columns);
		for (const [index, element] of this.shown)
			if ((index < first || index >= last) && !element.contains(document.activeElement)) {
				element.remove();
				this.shown.delete(index);
			}
		for (let index = first; index < last; index++) {
			if (this.shown.has(index)) continue;
			const tile = this.tiles[index];
			if (!tile) this.fetch(Math.floor((index - (this.offset ?? 0)) / PAGE));
			const element = tile ? this.tile(tile) : h("li", { data: { empty: "1" } }, h("div", { class: "tile" }));
			element.setAttribute("aria-posinset", String(index + 1));
			element.setAttribute("aria-setsize", String(this.total));
			this.place(index, element);
			this.shown.set(index, element);
			// in the order of the list, for Tab
			const next = [...this.box.children].find((child) => Number(child.getAttribute("aria-posinset")) > index + 1);
			this.box.insertBefore(element, next ?? null);
		}
	}

	/** @param {Tile} tile */
	tile(tile) {
		const state = this.states.get(tile.id) ?? 0;
		const canvas = h("canvas", { "aria-hidden": "true", class: state === 2 ? "crisp" : "blurred" });
		this.picture(canvas, tile, state);
		const title = tile.title || t("untitled");
		const size = t("size", { width: tile.width, height: tile.height });
		const known = [tile.verdict && tile.verdict !== "unique" && t("verdict." + tile.verdict), tile.word].filter(Boolean);
		const a = h("a", { href: link(tile.puzzle ? (tile.code ? { code: tile.code, name: tile.title } : {}) : { id: tile.id }), class: `tile state${state}` },
			h("span", { class: "preview" }, canvas, state > 0 && h("span", { class: "state" }, icon(state === 2 ? "check" : "pen"))),
			h("span", { class: "name" }, title),
			h("span", { class: "fact" },
				size,
				state > 0 && h("span", { class: "unseen" }, t("state." + state)),
				tile.colors > 1 && h("span", { class: "swatches", role: "img", "aria-label": t("play.colors", { n: tile.colors }) }, tile.palette.slice(1, 7).map((rgb) => h("span", { class: "swatch", style: { background: rgb } })))),
			h("span", { class: "fact" }, known.join(" · ") || (tile.puzzle ? t("list.local") : tile.author)));
		if (tile.puzzle)
			a.addEventListener("click", (event) => {
				if (event.ctrlKey || event.metaKey) return;
				event.preventDefault();
				this.open(tile);
			});
		return h("li", {}, a);
	}

	/** @param {HTMLCanvasElement} canvas @param {Tile} tile @param {number} state */
	picture(canvas, tile, state) {
		const dark = document.documentElement.dataset.theme === "dark" && String(tile.palette) === "#ffffff,#000000";
		const palette = dark ? ["#16191d", "#e8eaed"] : tile.palette;
		const entry = state ? this.progress.read(tile.id) : null;
		const marks = entry && unpackMarks(entry.saved.marks, tile.width * tile.height, tile.colors);
		if (marks) drawPreview(canvas, tile.width, marks, palette, false);
		else drawPreview(canvas, tile.width, density(tile.rows, tile.columns), palette, true);
	}

	toggleFilters() {
		this.filters.hidden = !this.filters.hidden;
		this.filterButton.setAttribute("aria-expanded", String(!this.filters.hidden));
	}

	drawFilters() {
		const { wanted } = this;
		const any = /** @type {[string, string]} */ (["", t("list.any")]);
		/** @param {string} key @param {string} label @param {[string, string][]} options */
		const one = (key, label, options) => field(label, select([any, ...options], wanted[key], (value) => this.want({ [key]: value })));
		const side = (/** @type {string} */ key, /** @type {string} */ label) =>
			field(label, input({ type: "number", min: 1, max: 1000, value: wanted[key], inputmode: "numeric" }, (value) => this.want({ [key]: value })));
		fill(this.filters, h("div", { class: "row" },
			one("state", t("list.state"), ["0", "1", "2"].map((s) => [s, t("state." + s)])),
			side("min_side", t("list.minside")), side("max_side", t("list.maxside")),
			one("colors", t("list.colors"), [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [String(n), num(n)])),
			one("verdict", t("list.verdict"), VERDICTS.map((v) => [v, t("verdict." + v)])),
			one("effort", t("list.difficulty"), [0, 1, 2, 3, 4].map((n) => [String(n), t("effort." + n)])),
			button(t("list.clear"), () => {
				this.want({ state: "", min_side: "", max_side: "", colors: "", verdict: "", effort: "" });
				this.drawFilters();
			})));
		if (["state", "min_side", "max_side", "colors", "verdict", "effort"].some((key) => wanted[key]) && this.filters.hidden) this.toggleFilters();
	}

	// ---- files, codes, progress

	/** @param {Tile} tile */
	async open(tile) {
		try {
			go(link(await nameOf(tile)));
		} catch (error) {
			toast(explained(error), { kind: "error" });
		}
	}

	async forget() {
		await forget();
		this.local = [];
		this.load();
	}

	/** @param {boolean} folder */
	choose(folder) {
		const chooser = h("input", { type: "file", multiple: true, webkitdirectory: folder });
		chooser.addEventListener("change", () => this.take([...(chooser.files ?? [])]));
		chooser.click();
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
		const box = dialog(t("list.open.paste"),
			field(t("list.paste"), area, t("list.paste.help")),
			h("div", { class: "buttons" }, button(t("list.open"), async () => (await this.takeText(area.value)) && box.close(), { kind: "primary" })));
		area.focus();
	}

	/** A code, a link, or the text of a file. @param {string} text @returns {Promise<boolean>} whether something came of it */
	async takeText(text) {
		text = text.trim();
		if (!text) return false;
		if (!/\s/.test(text) && text.length < 20000 && !/^[[{<]/.test(text)) {
			const hash = text.includes("#") ? text.slice(text.indexOf("#")) : "";
			try {
				const reply = await post("decode", { code: text }, this.signal);
				const name = new URLSearchParams(hash.slice(1)).get("name");
				go(reply.code && !(reply.picture && /^[LB]|raw=|editor=/.test(text)) ? link({ code: reply.code, name }) : link({ page: "edit", ...editorLink(text) }));
				return true;
			} catch (error) {
				if (withdrawn(error)) return false;
				toast(explained(error), { kind: "error" });
				return false;
			}
		}
		return this.take([new File([text], "text")]);
	}

	/** @param {File[]} files @returns {Promise<boolean>} */
	async take(files) {
		const rest = [];
		for (const file of files) if (!(await this.import(file))) rest.push(file);
		if (!rest.length) return true;
		const text = h("p", { "aria-live": "polite" });
		const box = rest.length > 1 ? dialog(t("list.open"), h("div", { class: "row" }, spinner(), text)) : null;
		const { taken, faults, cut } = await openFiles(rest, (n) => (text.textContent = t("list.opening", { n })));
		box?.close();
		this.local = await openedTiles();
		if (faults.length && (taken.length || faults.length > 1)) showFaults(faults);
		else if (faults.length) toast(faults[0].message, { kind: "error" });
		else if (!taken.length) toast(t("list.none"), { kind: "error" });
		if (cut) toast(t("list.cut"), { kind: "error" });
		if (taken.length === 1 && files.length === 1) await this.open(taken[0]);
		else if (taken.length) {
			toast(t("list.opened", { n: taken.length }));
			await this.load();
		}
		return taken.length > 0;
	}

	/** Progress from a file, this page's or the earlier one's. @param {File} file @returns {Promise<boolean>} whether it was such a file */
	async import(file) {
		if (file.size > 5e7 || !/json|text|^$/.test(file.type)) return false;
		const head = (await file.slice(0, 60).text()).trimStart();
		if (!head.startsWith('{"format":"nonosat progress"') && !head.startsWith('[["R')) return false;
		const result = await this.progress.importAll(await file.text(), async (code) => {
			try {
				return (await post("decode", { code })).id ?? null;
			} catch {
				return null;
			}
		});
		if (!result) return false;
		toast(t("list.imported", { n: result.taken, older: result.older, faults: result.faults }), { seconds: 12 });
		this.load();
		return true;
	}

	export() {
		save(new Blob([this.progress.exportAll()], { type: "application/json" }), "nonosat-progress.json");
	}
}

/** @param {Tile[]} tiles @param {string} by @param {boolean} down */
function sorted(tiles, by, down) {
	/** @param {Tile} tile @returns {string|number} */
	const key = (tile) =>
		by === "title" ? tile.title.toLowerCase() : by === "size" ? tile.width * tile.height : by === "colors" ? tile.colors
			: by === "effort" ? tile.effort ?? 99 : by === "verdict" ? tile.verdict ?? "~" : 0;
	const sign = down ? -1 : 1;
	return by ? [...tiles].sort((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : 0)) : down ? [...tiles].reverse() : tiles;
}

/** What a code or link of a picture becomes in the URL. @param {string} text @returns {Record<string, string>} */
function editorLink(text) {
	const params = new URLSearchParams(text.replace(/^[^?#]*[?#]/, ""));
	const keys = ["editor", "raw", "width", "height"];
	const found = Object.fromEntries(keys.filter((key) => params.has(key)).map((key) => [key, params.get(key) ?? ""]));
	return Object.keys(found).length ? found : { editor: text };
}

/** @param {{file: string, message: string}[]} faults */
function showFaults(faults) {
	dialog(t("list.faults", { n: faults.length }),
		h("dl", { class: "faults" }, faults.slice(0, 200).flatMap(({ file, message }) => [h("dt", {}, file), h("dd", { class: "lines" }, message)])));
}
