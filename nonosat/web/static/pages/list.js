// SPDX-License-Identifier: MIT
/**
 * The list: puzzles of the server's library, and of files opened here.
 *
 * Only the tiles in view exist; the library is fetched in pages as they come into view, sorted and
 * filtered by the server. Only the browser knows the player's progress: a filter by progress asks for
 * the tiles of started or solved puzzles, or leaves them out.
 */
import { get, post, isCancelled } from "../api.js";
import { ApiError } from "../errors.js";
import { howFar, judge, onJudged, stop, unjudged } from "../judging.js";
import { unpackMarks } from "../marks.js";
import { forgetDrawing, forgetDrawings } from "../drawings.js";
import { keptTiles, localTiles } from "../opened.js";
import { forget, openedTiles } from "../tiles.js";
import {
	button,
	confirmed,
	div,
	explained,
	field,
	fill,
	h,
	icon,
	input,
	linkButton,
	menu,
	press,
	select,
	tick,
	toast,
} from "../parts.js";
import { hiddenTitle, hidesTile, hidesTitles, keepPlace, readPlace } from "../list_place.js";
import { hasCamera } from "../photo.js";
import { drawPreview, estimate } from "../preview.js";
import { Progress } from "../progress.js";
import { go, link } from "../route.js";
import { onChange } from "../store.js";
import { TAB } from "../tab_files.js";
import { num, t, level } from "../text.js";
import "../text_list.js";
import {
	COLORS,
	FILTERS,
	LEVELS,
	WORDS,
	MOST_SEARCH,
	MOST_SIDE,
	SORTS,
	STATES,
	VERDICTS,
	fits,
	meant,
	narrows,
	ordered,
	query,
	sameWanted,
	sorted,
	wantedOf,
} from "../wanted.js";
import { MOST, close } from "../shelf.js";
import { Incoming, linkIn, printAll, showFaults } from "./list_files.js";
import { PAGE } from "./list_order.js";

/** @typedef {import("../tiles.js").Tile} Tile */
/**
 * @typedef {{files: number, of: number, puzzles: number, judged: number, read: boolean, done: boolean,
 *   edition: number, error: string|null}} Reading how far the server has read its library
 */

/** Milliseconds between two requests for the server's state: while it reads, judges, rests, is away. */
const LOOKS = { reading: 1000, judging: 4000, resting: 3000, away: 3000 };

/** @param {HTMLElement} main @param {import("../route.js").Route} route @param {AbortSignal} signal */
export async function show(main, route, signal) {
	const list = new List(main, route, signal);
	await list.start();
	return { title: "", focus: list.tileOpened() };
}

class List {
	/** @param {HTMLElement} main @param {import("../route.js").Route} route @param {AbortSignal} signal */
	constructor(main, route, signal) {
		this.signal = signal;
		this.progress = new Progress();
		this.states = this.progress.states();
		const { wanted, whole } = wantedOf(route.params);
		this.wanted = wanted;
		if (!whole) {
			toast(t("list.unknown"), { kind: "error" });
			go(link(wanted), { replace: true });
		}
		const place = readPlace();
		/** The library is the project's own puzzles. */
		this.own = place.own;
		// Without a request in the URL, show the last list.
		if (sameWanted(this.wanted) && place.wanted && !sameWanted(place.wanted)) {
			this.wanted = { ...this.wanted, ...place.wanted };
			go(link(this.wanted), { replace: true });
		}
		/** Where to scroll, until reached or the user moves. */
		this.goal = place.index !== undefined && sameWanted(this.wanted, place.wanted) ? place : null;
		/** Tiles by place: those of opened files come first. @type {(Tile|undefined)[]} */
		this.tiles = [];
		this.total = 0;
		/** The first place of the library. */
		this.offset = 0;
		/** @type {Set<number>} */
		this.asked = new Set();
		/** @type {Map<number, HTMLElement>} */
		this.shown = new Map();
		this.columns = 1;
		this.tall = 1;
		this.round = 0;
		/** @type {Reading|null} */
		this.reading = null;
		this.offline = false;
		/** Puzzles of opened files that the library does not have. @type {Tile[]} */
		this.local = [];
		/** The number of puzzles of opened files. */
		this.opened = 0;
		this.reads = !TAB; // pictures of printed puzzles
		/** The number of drawings. */
		this.drawn = 0;
		/** The first files that cannot be read, and their number. @type {{file: string, message: string}[]} */
		this.faults = [];
		this.broken = 0;
		this.keeping = 0;
		this.said = "";
		this.incoming = new Incoming({
			progress: this.progress,
			signal,
			changed: async () => {
				await this.changed();
				await this.judged(null);
			},
		});

		this.box = h("ul", { class: "tiles", "aria-label": t("page.list") });
		this.count = h("p", { class: "muted", role: "status" });
		this.far = h("p", { class: "far muted", hidden: true });
		this.judging = h("p", { class: "far muted", hidden: true });
		this.filters = h("div", { class: "filters panel", hidden: true });
		this.filterButton = button(t("list.filters"), () => this.toggleFilters(), { icon: "filter" });
		this.filterButton.setAttribute("aria-expanded", "false");
		const search = h("input", {
			type: "search",
			maxlength: MOST_SEARCH,
			value: this.wanted.search,
			placeholder: t("list.search"),
			"aria-label": t("list.search"),
			class: "search",
		});
		this.search = search;
		this.typing = 0;
		search.addEventListener("input", () => {
			clearTimeout(this.typing);
			this.typing = window.setTimeout(() => this.want({ search: search.value.trim() }), 200);
		});
		search.addEventListener("keydown", event => event.key === "Enter" && isCode(search.value) && this.openCode());
		this.down = button(t("list.down"), () => this.want({ down: this.wanted.down ? "" : "1" }), {
			icon: "ascending",
			quiet: true,
		});
		main.append(
			div(
				"page wide",
				div(
					"row spread",
					h("h1", {}, t("page.list")),
					div(
						"row",
						menu(
							t("list.new"),
							() => [
								{ label: t("list.new.draw"), icon: "pen", href: link({ page: "edit" }) },
								{ label: t("list.new.photo"), icon: "image", run: () => this.incoming.chooseDrawn(false) },
								hasCamera() && {
									label: t("list.new.camera"),
									icon: "camera",
									run: () => this.incoming.chooseDrawn(true),
								},
								{
									label: t("list.new.clues"),
									icon: "keyboard",
									href: link({ page: "edit", draft: '{"r":"","c":""}' }),
								},
							],
							{ icon: "plus", kind: "primary" },
						),
						menu(
							t("list.open"),
							() => [
								{ label: t("list.open.files"), icon: "upload", run: () => this.incoming.choose(false) },
								{ label: t("list.open.folder"), icon: "folder", run: () => this.incoming.choose(true) },
								{
									label: t(this.reads ? "list.open.printed" : "list.open.typed"),
									icon: "image",
									run: () => this.incoming.choosePrinted(false),
								},
								hasCamera() && {
									label: t("list.open.camera"),
									icon: "camera",
									run: () => this.incoming.choosePrinted(true),
								},
								{ label: t("list.open.paste"), icon: "keyboard", run: () => this.incoming.pasteDialog() },
								this.opened > 0 && null,
								this.opened > 1 &&
									this.opened <= MOST && {
										label: t("list.print.opened", { n: this.opened }),
										icon: "print",
										run: async () => printAll(await openedTiles()),
									},
								this.opened > 0 && {
									label: t("list.forget", { n: this.opened }),
									icon: "trash",
									run: () => this.forget(),
								},
								this.drawn > 0 && {
									label: t("list.forget.drawings", { n: this.drawn }),
									icon: "trash",
									run: () => this.forgetDrawings(),
								},
							],
							{ icon: "folder" },
						),
						menu(
							t("list.progress"),
							() => [
								{ label: t("list.export"), icon: "download", run: () => this.incoming.export() },
								{ label: t("list.import"), icon: "upload", run: () => this.incoming.choose(false) },
							],
							{ icon: "archive" },
						),
					),
				),
				this.greeting(),
				div(
					"row",
					search,
					(this.sort = select(
						SORTS.map(key => [key, t("list.sort.by", { key: t("sort." + key) })]),
						ordered(this.wanted, this.own).sort,
						sort => this.want({ sort }),
						{ "aria-label": t("list.sort") },
					)),
					this.down,
					this.filterButton,
				),
				this.filters,
				div(
					"row spread",
					div("row", this.count, this.far, this.judging),
					h(
						"span",
						{ class: "row" },
						(this.hiding = tick(t("list.titles"), hidesTitles(), titles => {
							keepPlace({ titles });
							this.refresh();
						})),
						TAB && h("a", { href: "docs/index.html" }, t("list.documents")),
						h("a", { href: link({ page: "learn" }) }, t("list.learn")),
					),
				),
				this.box,
			),
		);
		this.drawDown();
		const on = (/** @type {string} */ name, /** @type {(e: any) => void} */ f) => addEventListener(name, f, { signal });
		on("scroll", () => {
			this.draw();
			this.keepSoon();
		});
		on("resize", () => this.measure());
		on("storage", e => this.progress.isEntry(e.key) && this.refresh());
		on("pagehide", () => this.keep());
		signal.addEventListener("abort", () => this.keep());
		// The user moves: do not scroll any more.
		for (const name of ["wheel", "touchmove", "keydown", "pointerdown"]) on(name, () => (this.goal = null));
	}

	async start() {
		this.drawFilters();
		await this.learnServer();
		await this.changed();
		this.watch();
		onJudged(far => this.judged(far), this.signal);
		onChange(name => {
			if (name !== "folders") this.changed().then(() => this.judged(howFar()));
		}, this.signal);
		addEventListener("keydown", ({ key }) => key === "Escape" && !document.querySelector("dialog[open]") && stop(), {
			signal: this.signal,
		});
	}

	/**
	 * What the server can, and whose puzzles it has: that decides the order and the titles, unless the
	 * user chose them.
	 */
	async learnServer() {
		const status = await get("status", this.signal).catch(() => null);
		if (status) this.reads = status.photo;
		if (!status || status.own === this.own) return;
		this.own = status.own;
		keepPlace({ own: status.own });
		this.sort.value = ordered(this.wanted, this.own).sort;
		/** @type {HTMLInputElement} */ (this.hiding.querySelector("input")).checked = hidesTitles();
	}

	/** The progress of judging, or a button that starts it. @param {import("../judging.js").Far|null} far */
	async judged(far) {
		if (far) {
			fill(
				this.judging,
				h("progress", { max: far.of || 1, value: far.done, "aria-label": t("list.judging.label") }),
				h("span", {}, t("list.judging", { n: far.done, of: far.of })),
				inline(t("list.judging.stop"), stop),
			);
			this.judging.hidden = false;
			if (far.done) await this.changed();
			return;
		}
		const open = (await unjudged()).length;
		this.judging.hidden = !open;
		fill(
			this.judging,
			open > 0 &&
				inline(t("list.judge", { n: open }), () => judge().catch(error => toast(explained(error), { kind: "error" }))),
		);
	}

	/** A text for newcomers. */
	greeting() {
		if (this.states.size || readPlace().greeted) return null;
		const panel = h(
			"section",
			{ class: "panel greeting", "aria-label": t("list.greeting.title") },
			h("div", {}, h("h2", {}, t("list.greeting.title")), h("p", {}, t("list.greeting"))),
			div(
				"row",
				linkButton(t("list.greeting.learn"), link({ page: "learn" }), { kind: "primary" }),
				button(
					t("close"),
					() => {
						panel.remove();
						keepPlace({ greeted: true });
					},
					{ icon: "close", quiet: true },
				),
			),
		);
		return panel;
	}

	// ---- the request

	/** Changes the request, and notes it in the URL. @param {Record<string, string>} change */
	want(change) {
		this.wanted = meant({ ...this.wanted, ...change });
		this.goal = null;
		this.drawDown();
		go(link(this.wanted), { replace: true });
		keepPlace({ wanted: this.wanted, index: 0, rest: 0 });
		this.load();
	}

	/** Files were opened, or progress was loaded. */
	async changed() {
		this.local = await localTiles();
		this.opened = this.local.filter(tile => !tile.own && !tile.drawn).length;
		this.drawn = this.local.filter(tile => tile.drawn).length;
		const ids = TAB ? [] : this.local.map(tile => tile.id).filter(id => /^[0-9a-f]{64}$/.test(id));
		if (ids.length && ids.length <= 500)
			try {
				const { tiles } = await post("puzzles/tiles", { ids }, this.signal);
				const known = new Map(tiles.map((/** @type {Tile} */ tile) => [tile.id, tile.title]));
				// It is also shown if its title differs: the user knows that title.
				this.local = this.local.filter(tile => known.get(tile.id) !== tile.title);
			} catch {
				// no server: show them
			}
		await this.load();
	}

	/** @param {number} offset @param {number} limit */
	query(offset, limit) {
		return query(ordered(this.wanted, this.own), offset, limit);
	}

	/** @param {Tile} tile */
	fits(tile) {
		return fits(tile, this.wanted, this.states.get(tile.id) ?? 0);
	}

	/**
	 * Loads the list again. Unchanged tiles stay in the page.
	 * @param {boolean} [quiet] the same list, possibly changed: the place stays
	 */
	async load(quiet = false) {
		const round = ++this.round;
		this.states = this.progress.states();
		try {
			const found = this.wanted.state ? await this.byState(round) : await this.inView(quiet);
			if (round !== this.round || this.signal.aborted) return;
			this.offline = false;
			this.take(found);
		} catch (error) {
			if (isCancelled(error) || round !== this.round || this.signal.aborted) return;
			if (!(error instanceof ApiError) || error.kind !== "offline") toast(explained(error), { kind: "error" });
			else {
				this.offline = true;
				await this.takeKept();
			}
		}
		this.tell();
		for (const [index, element] of this.shown) {
			const tile = this.tiles[index];
			if (index >= this.total || (tile ? element.dataset.key !== this.key(tile) : !quiet)) this.drop(index);
		}
		this.measure();
	}

	/** The part of the library that is in view. @param {boolean} quiet */
	async inView(quiet) {
		const at = quiet ? [...this.shown.keys()] : this.goal ? [this.goal.index ?? 0] : [];
		const pages = [
			...new Set([
				...at.map(index => Math.max(0, Math.floor((index - this.offset) / PAGE))),
				...(at.length ? [] : [0]),
			]),
		];
		const replies = await Promise.all(pages.map(page => get(this.query(page * PAGE, PAGE), this.signal)));
		/** @type {Tile[]} */
		const tiles = [];
		pages.forEach((page, i) =>
			replies[i].tiles.forEach((/** @type {Tile} */ tile, /** @type {number} */ j) => (tiles[page * PAGE + j] = tile)),
		);
		return { ...replies[0], tiles, asked: new Set(pages) };
	}

	/** All tiles with a state of play, which only the browser knows. @param {number} round */
	async byState(round) {
		const { state } = this.wanted;
		/** @type {Tile[]} */
		let tiles = [];
		/** @type {any} */
		let reply = {};
		if (state === "0") {
			for (let offset = 0, total = 1; offset < total && round === this.round; ) {
				reply = await get(this.query(offset, 500), this.signal);
				if (!reply.tiles.length) break;
				tiles.push(...reply.tiles);
				offset += reply.tiles.length;
				total = reply.total;
			}
		} else {
			const ids = [...this.states]
				.filter(([id, s]) => String(s) === state && /^[0-9a-f]{64}$/.test(id))
				.map(([id]) => id);
			for (let i = 0; i < ids.length; i += 500)
				tiles.push(...(await post("puzzles/tiles", { ids: ids.slice(i, i + 500) }, this.signal)).tiles);
			const known = new Set(tiles.map(tile => tile.id));
			tiles.push(...(await keptTiles()).filter(tile => !known.has(tile.id)));
			tiles = sorted(tiles, this.wanted);
		}
		tiles = tiles.filter(tile => this.fits(tile));
		return { ...reply, tiles, total: tiles.length, asked: null };
	}

	/** @param {any} found tiles of the library by their places, and their number; `asked`: the loaded pages, null: all */
	take(found) {
		const local = sorted(
			this.local.filter(tile => this.fits(tile)),
			this.wanted,
		);
		const known = new Set(local.map(tile => tile.id));
		const tiles = found.asked ? found.tiles : found.tiles.filter((/** @type {Tile} */ tile) => !known.has(tile.id));
		this.asked = found.asked ?? new Set(Array.from({ length: Math.ceil(tiles.length / PAGE) }, (_, i) => i));
		this.offset = local.length;
		this.total = local.length + (found.asked ? found.total : tiles.length);
		this.tiles = local;
		tiles.forEach((/** @type {Tile} */ tile, /** @type {number} */ i) => (this.tiles[this.offset + i] = tile));
		if (found.faults) [this.faults, this.broken] = [found.faults, found.broken];
		if (found.reading) this.reading = found.reading;
	}

	/** Without the server: the puzzles opened here. */
	async takeKept() {
		const ids = new Set(this.local.map(tile => tile.id));
		const all = [...this.local, ...(await keptTiles()).filter(tile => !ids.has(tile.id))];
		this.tiles = sorted(
			all.filter(tile => this.fits(tile)),
			this.wanted,
		);
		this.total = this.offset = this.tiles.length;
		this.asked = new Set();
	}

	/** Fetches a page of the library. @param {number} page */
	async fetch(page) {
		if (page < 0 || this.asked.has(page) || this.offline) return;
		this.asked.add(page);
		const round = this.round;
		try {
			/** @type {{tiles: Tile[]}} */
			const { tiles } = await get(this.query(page * PAGE, PAGE), this.signal);
			if (round !== this.round) return;
			tiles.forEach((tile, i) => (this.tiles[this.offset + page * PAGE + i] = tile));
			for (const [index, element] of this.shown) {
				const tile = this.tiles[index];
				if (tile && element.dataset.key !== this.key(tile)) this.drop(index);
			}
			this.draw();
		} catch (error) {
			this.asked.delete(page);
			if (error instanceof ApiError && error.kind === "offline") this.load(true);
			else if (!isCancelled(error)) toast(explained(error), { kind: "error" });
		}
	}

	// ---- the progress of the server

	/** Asks repeatedly for the progress of the library, and shows changes. */
	async watch() {
		const { signal } = this;
		while (!signal.aborted) {
			const now = this.reading;
			await rested(
				this.wanted.state && !this.offline
					? LOOKS.resting
					: this.offline
						? LOOKS.away
						: !now || !now.read
							? LOOKS.reading
							: now.done
								? LOOKS.resting
								: LOOKS.judging,
				signal,
			);
			if (signal.aborted) return;
			try {
				const { library } = await get("status", signal);
				const before = this.reading?.edition;
				this.reading = library;
				if (this.offline || library.edition !== before || !library.done) await this.load(true);
			} catch (error) {
				if (!isCancelled(error) && !this.offline) await this.load(true); // which shows the error
			}
		}
	}

	/** Shows the number of puzzles, and the progress of reading. */
	tell() {
		const { reading, wanted } = this;
		const busy = !this.offline && !!reading && !reading.read;
		const kept = !this.total && !busy && narrows(wanted);
		const nothing = kept ? t("list.empty") : t("list.nothing");
		const text = this.offline
			? t("list.offline", { n: this.total })
			: this.total
				? t("count.puzzles", { n: this.total })
				: busy
					? ""
					: nothing;
		const { faults, broken } = this;
		this.count.setAttribute("aria-live", busy ? "off" : "polite"); // not each second
		if (this.said !== text + broken)
			fill(
				this.count,
				text,
				kept && isCode(wanted.search) && [" ", inline(t("list.code"), () => this.openCode())],
				kept && [" ", inline(t("list.clear"), () => this.clear())],
				faults.length > 0 && [" · ", inline(t("list.faults", { n: broken }), () => showFaults(faults, broken))],
			);
		this.said = text + broken;
		this.far.hidden = !busy && !reading?.error;
		if (reading?.error) fill(this.far, t("list.trouble", { error: reading.error }));
		else if (!busy) fill(this.far);
		else
			fill(
				this.far,
				h("progress", {
					max: reading.of || 1,
					...(reading.of ? { value: reading.files } : {}),
					"aria-label": t("list.reading.label"),
				}),
				h("span", {}, reading.of ? t("list.reading", { n: reading.files, of: reading.of }) : t("list.reading.label")),
			);
	}

	// ---- the place

	/** Goes to the place where the list was left, once it is loaded. */
	reach() {
		const { goal } = this;
		if (!goal) return;
		const index = goal.index ?? 0;
		if (index < this.total || !this.reading || this.reading.read) {
			const row = Math.floor(Math.min(index, this.total) / this.columns);
			scrollTo(0, this.box.getBoundingClientRect().top + scrollY + row * this.tall + (goal.rest ?? 0));
			this.goal = null;
		}
	}

	keepSoon() {
		clearTimeout(this.keeping);
		this.keeping = window.setTimeout(() => this.keep(), 200);
	}

	/** Notes the place. */
	keep() {
		clearTimeout(this.keeping);
		if (this.goal || !this.box.isConnected) return;
		const top = -this.box.getBoundingClientRect().top;
		const row = Math.max(0, Math.floor(top / this.tall));
		keepPlace({ wanted: this.wanted, index: row * this.columns, rest: top - row * this.tall });
	}

	/** The tile that was opened last, if it is in view. @returns {HTMLElement|undefined} */
	tileOpened() {
		const { opened } = readPlace();
		for (const [index, element] of this.shown)
			if (opened && this.tiles[index]?.id === opened) return element.querySelector("a") ?? undefined;
		return undefined;
	}

	// ---- contents

	/** Reads the player's progress again. */
	refresh() {
		this.states = this.progress.states();
		for (const index of [...this.shown.keys()]) this.drop(index);
		this.draw();
	}

	/** @param {number} index */
	drop(index) {
		this.shown.get(index)?.remove();
		this.shown.delete(index);
	}

	measure() {
		const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
		const wide = this.box.clientWidth || 320;
		this.columns = Math.max(wide < 20 * size ? 1 : 2, Math.floor(wide / (11.5 * size)));
		this.tall = Math.round(15.5 * size);
		this.box.style.height = Math.ceil(this.total / this.columns) * this.tall + "px";
		for (const [index, element] of this.shown) this.place(index, element);
		this.reach();
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

	/** Makes the tiles in view, and removes distant tiles. */
	draw() {
		const top = -this.box.getBoundingClientRect().top;
		const first = Math.max(0, Math.floor(top / this.tall) - 2) * this.columns;
		const last = Math.min(this.total, (Math.ceil((top + innerHeight) / this.tall) + 2) * this.columns);
		for (const [index, element] of this.shown)
			if ((index < first || index >= last) && !element.contains(document.activeElement)) this.drop(index);
		for (let index = first; index < last; index++) {
			if (this.shown.has(index)) continue;
			const tile = this.tiles[index];
			if (!tile) this.fetch(Math.floor((index - this.offset) / PAGE));
			const element = tile ? this.tile(tile, index) : h("li", {}, div("tile"));
			element.setAttribute("aria-posinset", String(index + 1));
			element.setAttribute("aria-setsize", String(this.total));
			this.place(index, element);
			this.shown.set(index, element);
			// in the order of the list, for Tab
			const next = [...this.box.children].find(child => Number(child.getAttribute("aria-posinset")) > index + 1);
			this.box.insertBefore(element, next ?? null);
		}
	}

	/** The contents of a tile, as text. @param {Tile} tile */
	key(tile) {
		return JSON.stringify([
			tile.id,
			this.hides(tile) || tile.title,
			tile.verdict,
			tile.difficulty_word,
			this.states.get(tile.id),
		]);
	}

	/** Whether the title is hidden: not of drawings and solved puzzles. @param {Tile} tile */
	hides(tile) {
		return hidesTile(tile, this.states.get(tile.id));
	}

	/** @param {Tile} tile @param {number} index */
	tile(tile, index) {
		const state = this.states.get(tile.id) ?? 0;
		const canvas = h("canvas", {
			"aria-hidden": "true",
			class: state === 2 ? "crisp" : "blurred",
		});
		this.picture(canvas, tile, state);
		const size = t("size", { width: tile.width, height: tile.height });
		const hidden = this.hides(tile);
		const title = hidden ? hiddenTitle(tile) : tile.title || t("untitled");
		const known = [
			tile.verdict && tile.verdict !== "unique" && t("verdict." + tile.verdict),
			level(tile.difficulty_word),
		].filter(Boolean);
		const href = link(
			tile.link ?? (!tile.puzzle ? { id: tile.id } : tile.code ? { code: tile.code, name: tile.title } : {}),
		);
		const a = h(
			"a",
			{ href, class: `tile state${state}` },
			h("span", { class: "preview" }, canvas),
			h("span", { class: "name", title }, title),
			(state > 0 || !hidden || tile.colors > 1) &&
				h(
					"span",
					{ class: "fact" },
					state > 0 &&
						h(
							"span",
							{ class: "state" },
							icon(state === 2 ? "check" : "pen"),
							h("span", { class: "unseen" }, t("state." + state)),
						),
					!hidden && size,
					tile.colors > 1 &&
						h(
							"span",
							{ class: "swatches", role: "img", "aria-label": t("play.colors", { n: tile.colors }) },
							tile.palette.slice(1, 7).map(rgb => h("span", { class: "swatch", style: { background: rgb } })),
						),
				),
			h(
				"span",
				{ class: "fact" },
				known.join(" · ") || (tile.drawn ? t("list.drawn") : tile.puzzle ? t("list.local") : tile.author),
			),
		);
		a.addEventListener("click", event => {
			if (event.ctrlKey || event.metaKey) return;
			keepPlace({ opened: tile.id, at: index - this.offset });
			if (!tile.puzzle || tile.link) return;
			event.preventDefault();
			this.incoming.open(tile);
		});
		const remove =
			(tile.drawn || tile.puzzle) &&
			button(t("list.remove", { title }), () => this.remove(tile, title), {
				icon: "trash",
				quiet: true,
			});
		return h("li", { data: { key: this.key(tile) } }, a, remove);
	}

	/** @param {HTMLCanvasElement} canvas @param {Tile} tile @param {number} state */
	picture(canvas, tile, state) {
		const dark = document.documentElement.dataset.theme === "dark" && String(tile.palette) === "#ffffff,#000000";
		const palette = dark ? ["#16191d", "#e8eaed"] : tile.palette;
		const entry = state ? this.progress.read(tile.id) : null;
		const marks = entry && unpackMarks(entry.saved.marks, tile.width * tile.height, tile.colors);
		if (marks) drawPreview(canvas, tile.width, marks, palette, false);
		else drawPreview(canvas, tile.width, estimate(tile.rows, tile.columns), palette, true);
	}

	/** The arrow of the sort button. */
	drawDown() {
		const { down } = this.wanted;
		press(this.down, !!down);
		fill(this.down, icon(down ? "descending" : "ascending"));
	}

	toggleFilters() {
		this.filters.hidden = !this.filters.hidden;
		this.filterButton.setAttribute("aria-expanded", String(!this.filters.hidden));
	}

	drawFilters() {
		const { wanted } = this;
		const any = /** @type {[string, string]} */ (["", t("list.any")]);
		/** @param {string} key @param {string} label @param {[string, string][]} options */
		const one = (key, label, options) =>
			field(
				label,
				select([any, ...options], wanted[key], value => this.want({ [key]: value })),
			);
		const side = (/** @type {string} */ key, /** @type {string} */ label) =>
			field(
				label,
				input({ type: "number", min: 1, max: MOST_SIDE, value: wanted[key], inputmode: "numeric" }, value =>
					this.want({ [key]: value }),
				),
			);
		fill(
			this.filters,
			div(
				"row",
				one(
					"state",
					t("list.state"),
					STATES.map(s => [s, t("state." + s)]),
				),
				side("min_side", t("list.minside")),
				side("max_side", t("list.maxside")),
				one(
					"colors",
					t("list.colors"),
					COLORS.map(n => [n, num(Number(n))]),
				),
				one(
					"verdict",
					t("list.verdict"),
					VERDICTS.map(v => [v, t("verdict." + v)]),
				),
				one(
					"difficulty",
					t("list.difficulty"),
					LEVELS.map((n, at) => [n, level(WORDS[at])]),
				),
				button(t("list.clear"), () => this.clear()),
			),
		);
		if (FILTERS.some(key => wanted[key]) && this.filters.hidden) this.toggleFilters();
	}

	/** Opens the code in the search. */
	async openCode() {
		const code = linkIn(this.search.value) ?? this.search.value.replace(/\s+/g, "");
		this.search.value = "";
		this.want({ search: "" });
		if (!(await this.incoming.takeText(code))) this.search.value = code;
	}

	/** Clears the words and all filters; the order stays. */
	clear() {
		clearTimeout(this.typing);
		this.search.value = "";
		this.want(Object.fromEntries(["search", ...FILTERS].map(key => [key, ""])));
		this.drawFilters();
		this.search.focus();
	}

	async forget() {
		stop();
		await forget();
		await this.changed();
		this.judged(null);
	}

	/** @param {Tile} tile @param {string} title */
	async remove(tile, title) {
		if (!(await confirmed(t("list.remove", { title }), t("list.forget.sure"), t("delete")))) return;
		await (tile.drawn ? forgetDrawing(tile.id) : forget([tile]));
		if (tile.drawn && tile.link) close(link(tile.link));
		await this.changed();
	}

	async forgetDrawings() {
		if (!(await confirmed(t("list.forget.drawings", { n: this.drawn }), t("list.forget.sure"), t("delete")))) return;
		await forgetDrawings();
		await this.changed();
	}
}

/** Whether a search is a code or a link of a puzzle. @param {string} search */
const isCode = search => /^[A-Z][\w-]{5,}$|^\d+x\d+:|[#?]\w+=/.test(search.replace(/\s+/g, ""));

/** A button within a text. @param {string} label @param {() => unknown} click */
const inline = (label, click) => button(label, click, { kind: "plain", class: "inline" });

/** Waits for the time in milliseconds, and until the page is visible. @param {number} time @param {AbortSignal} signal @returns {Promise<void>} */
async function rested(time, signal) {
	await new Promise(done => {
		setTimeout(done, time);
		signal.addEventListener("abort", done, { once: true });
	});
	if (document.visibilityState === "hidden" && !signal.aborted)
		await new Promise(done => {
			document.addEventListener("visibilitychange", done, { once: true, signal });
			signal.addEventListener("abort", done, { once: true });
		});
}
