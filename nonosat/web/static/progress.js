// SPDX-License-Identifier: MIT
/**
 * The progress of a player: one entry of localStorage per puzzle.
 *
 * An entry is the state (0 not started, 1 started, 2 solved), a space, and JSON; so a list of
 * thousands of puzzles reads one character of each. localStorage writes before the call returns, even
 * while the page closes; IndexedDB was rejected, because it loses such writes. The key of an entry is
 * the id of the puzzle. davidje13's page uses its code of the clues as key: such an entry gets the id
 * when it is imported or, if the server cannot be reached, when the puzzle is opened.
 */

import { script } from "./scripts.js";
import { Marks, packMarks } from "./marks.js";
import { UNKNOWN } from "./puzzle.js";
import { named } from "./route.js";

const PREFIX = "nonosat.progress.";
const DELAY = 500;

/** @typedef {0|1|2} State not started, started, solved */
/**
 * @typedef {object} Entry
 * @property {State} state
 * @property {number} width
 * @property {number} height
 * @property {number} at when it was written, in milliseconds since 1970
 * @property {number} seconds the time that the player took
 * @property {import("./marks.js").Saved} saved the board, with the steps that can be undone
 */
/** @typedef {Pick<Storage, "getItem"|"setItem"|"removeItem"|"key"|"length">} Store */
/** @typedef {{taken: number, older: number, faults: number}} Imported numbers of entries */

/** @typedef {import("./puzzle.js").Puzzle} Puzzle */
/** @typedef {import("./route.js").Route} Route */

/** The key of a puzzle's entry: its id, or its name in the URL. @param {Puzzle} puzzle @param {Route} route */
export function entryKey({ id }, route) {
	const name = named(route);
	return id || `${name?.key}=${name?.value}`;
}

/** @returns {Store} */
const browserStore = () => localStorage;

export class Progress {
	/** @param {() => Store} [store] called at every use, because a browser may forbid it */
	constructor(store = browserStore) {
		this.store = store;
	}

	/** @param {string} id @returns {State} */
	stateOf(id) {
		const text = this.text(id);
		return text?.startsWith("2 ") ? 2 : text?.startsWith("1 ") ? 1 : 0;
	}

	/** Is this the name of a puzzle's entry in the storage? @param {string} id @param {string|null} key */
	names(id, key) {
		return key === PREFIX + id;
	}

	/** Is this the name of any entry? @param {string|null} key */
	isEntry(key) {
		return key?.startsWith(PREFIX) ?? false;
	}

	/** The states of all started puzzles. @returns {Map<string, State>} */
	states() {
		return new Map(this.ids().map(id => [id, this.stateOf(id)]));
	}

	/**
	 * The entry of a puzzle.
	 * @param {string} id
	 * @param {string} [rules] the code of the rules, the key of an earlier entry
	 * @returns {Entry|null} null if it is missing or damaged
	 */
	read(id, rules) {
		const entry = parseEntry(this.text(id));
		if (entry || !rules) return entry;
		const earlier = parseEntry(this.text(rules));
		if (earlier && this.write(id, earlier)) this.remove(rules);
		return earlier;
	}

	/** The entry of a puzzle; null if there is none for this size. @param {Puzzle} puzzle @param {Route} route */
	of(puzzle, route) {
		const entry = this.read(entryKey(puzzle, route), route.params.get("rules") ?? undefined);
		return entry?.width === puzzle.width && entry.height === puzzle.height ? entry : null;
	}

	/**
	 * The board of a puzzle that is being played: notes are unknown.
	 * @param {Puzzle} puzzle @param {Route} route
	 * @returns {Uint8Array|null} null if nothing is filled in, or the puzzle is solved
	 */
	board(puzzle, route) {
		const entry = this.of(puzzle, route);
		if (!entry || entry.state === 2) return null;
		const marks = new Marks(puzzle.width * puzzle.height, puzzle.palette.colors.length, puzzle.printed);
		marks.restore(entry.saved);
		return marks.values.some((value, cell) => value !== UNKNOWN && !marks.fixed(cell)) ? marks.values : null;
	}

	/**
	 * Store an entry.
	 * @param {string} id
	 * @param {Entry} entry
	 * @returns {boolean} false if the browser refuses: its storage is full or forbidden
	 */
	write(id, entry) {
		const { state, ...rest } = entry;
		try {
			this.store().setItem(PREFIX + id, `${state} ${JSON.stringify(rest)}`);
			return true;
		} catch {
			return false;
		}
	}

	/** @param {string} id */
	remove(id) {
		try {
			this.store().removeItem(PREFIX + id);
		} catch {
			// storage is forbidden, so there is no entry
		}
	}

	/** All entries as one text, for a file. @returns {string} */
	exportAll() {
		/** @type {Record<string, Entry>} */
		const entries = {};
		for (const id of this.ids()) {
			const entry = parseEntry(this.text(id));
			if (entry) entries[id] = entry;
		}
		return JSON.stringify({ format: "nonosat progress", version: 1, entries });
	}

	/**
	 * Import the text of `exportAll`, or of exportData of davidje13's page. Of two entries the one with
	 * the higher state stays; with equal states the later one.
	 * @param {string} text
	 * @param {(rules: string) => Promise<string|null>} identify the identity of a puzzle by the code
	 * of its rules, or null if the server does not answer now
	 * @returns {Promise<Imported|null>} null if the text is neither
	 */
	async importAll(text, identify) {
		/** @type {unknown} */
		let data;
		try {
			data = JSON.parse(text);
		} catch {
			return null;
		}
		/** @type {Imported} */
		const result = { taken: 0, older: 0, faults: 0 };
		if (Array.isArray(data)) {
			const { readImage } = await script(() => import("./picture_code.js")); // only needed here
			for (const pair of data) {
				const entry = Array.isArray(pair) ? earlierEntry(pair[1], readImage) : null;
				if (!entry || !/^R[\w-]+$/.test(pair[0])) result.faults += 1;
				else this.take((await identify(pair[0])) ?? pair[0], entry, result);
			}
			return result;
		}
		const { format, entries } = /** @type {any} */ (data ?? {});
		if (format !== "nonosat progress" || !entries || typeof entries !== "object") return null;
		for (const [id, value] of Object.entries(entries)) {
			const entry = checkEntry(value);
			if (entry) this.take(id, entry, result);
			else result.faults += 1;
		}
		return result;
	}

	/** @param {string} id @param {Entry} entry @param {Imported} result */
	take(id, entry, result) {
		const old = parseEntry(this.text(id));
		if (old && (old.state > entry.state || (old.state === entry.state && old.at >= entry.at))) {
			result.older += 1;
		} else if (this.write(id, entry)) result.taken += 1;
		else result.faults += 1;
	}

	/** @returns {string[]} */
	ids() {
		try {
			const store = this.store();
			const keys = Array.from({ length: store.length }, (_, i) => store.key(i) ?? "");
			return keys.filter(key => key.startsWith(PREFIX)).map(key => key.slice(PREFIX.length));
		} catch {
			return [];
		}
	}

	/** @param {string} id @returns {string|null} */
	text(id) {
		try {
			return this.store().getItem(PREFIX + id);
		} catch {
			return null;
		}
	}
}

/** @param {string|null} text @returns {Entry|null} */
function parseEntry(text) {
	if (!text || !/^[012] /.test(text)) return null;
	try {
		return checkEntry({ ...JSON.parse(text.slice(2)), state: Number(text[0]) });
	} catch {
		return null;
	}
}

/** @param {any} value @returns {Entry|null} null if it is not an entry */
function checkEntry(value) {
	const { state, width, height, at, seconds, saved } = value ?? {};
	const numbers = [width, height, at, seconds].every(n => Number.isFinite(n) && n >= 0);
	if (!numbers || ![0, 1, 2].includes(state) || typeof saved?.marks !== "string") return null;
	return { state, width, height, at, seconds, saved };
}

/**
 * An entry of davidje13's page: `s=` the state, `i=` the code of the picture.
 * @param {unknown} text
 * @param {typeof import("./picture_code.js").readImage} readImage
 * @returns {Entry|null}
 */
function earlierEntry(text, readImage) {
	if (typeof text !== "string") return null;
	const fields = new URLSearchParams(text);
	const state = Number(fields.get("s") ?? "x");
	const picture = readImage(fields.get("i") ?? "");
	if (!picture || ![0, 1, 2].includes(state)) return null;
	const { width, height, cells } = picture;
	const saved = { marks: packMarks(cells), branches: [], undo: [], redo: [] };
	return { state: /** @type {State} */ (state), width, height, at: 0, seconds: 0, saved };
}

/** Writes an entry at most half a second after a change, and when the page goes away. */
export class Keeper {
	/**
	 * @param {() => boolean} write false if the browser refused
	 * @param {(works: boolean) => void} [report] called when writing fails, or works again
	 */
	constructor(write, report = () => {}) {
		this.write = write;
		this.report = report;
		this.works = true;
		this.dirty = false;
		/** @type {ReturnType<typeof setTimeout>|undefined} */
		this.timer = undefined;
		this.flush = this.flush.bind(this);
		this.hidden = () => document.visibilityState === "hidden" && this.flush();
		if (typeof document !== "undefined") {
			addEventListener("pagehide", this.flush);
			addEventListener("blur", this.flush);
			document.addEventListener("visibilitychange", this.hidden);
		}
	}

	/** Something changed. The time runs from the first change, so that a long drag is kept too. */
	changed() {
		this.dirty = true;
		this.timer ??= setTimeout(this.flush, DELAY);
	}

	/** A small change, such as the time: it is written when the page goes away, or with the next change. */
	later() {
		this.dirty = true;
	}

	/** Whether everything is written. */
	get idle() {
		return this.timer === undefined;
	}

	/** Write pending changes now. */
	flush() {
		if (!this.dirty) return;
		this.dirty = false;
		clearTimeout(this.timer);
		this.timer = undefined;
		const works = this.write();
		if (works !== this.works) this.report(works);
		this.works = works;
	}

	/** The puzzle is closed. */
	close() {
		this.flush();
		if (typeof document !== "undefined") {
			removeEventListener("pagehide", this.flush);
			removeEventListener("blur", this.flush);
			document.removeEventListener("visibilitychange", this.hidden);
		}
	}
}
