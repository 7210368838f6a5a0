// SPDX-License-Identifier: MIT
/**
 * The search words, order and filters of the list, and which puzzles fit. Values from an address or
 * from the browser's store are used only if a control of the list has them: with other values the
 * list would be empty, and no control would show why.
 */

/** @typedef {import("./tiles.js").Tile} Tile */
/** @typedef {Record<string, string>} Wanted by FIELDS; "" means any */

export const SORTS = ["file", "title", "size", "colors", "difficulty", "verdict"];
export const STATES = ["0", "1", "2"];
export const VERDICTS = ["unique", "multiple", "none", "unknown"];
export const COLORS = ["1", "2", "3", "4", "5", "6", "7", "8"];
/** The words of the difficulty, in their order: the program knows where each begins. */
export const WORDS = ["very easy", "easy", "medium", "hard", "very hard"];
export const LEVELS = WORDS.map((_, level) => String(level));
export const MOST_SIDE = 1023;
/** The longest search that the API takes. */
export const MOST_SEARCH = 200;
/** The fields that can keep puzzles out of the list, besides the words. */
export const FILTERS = ["state", "min_side", "max_side", "colors", "verdict", "difficulty"];
/** The fields of the list in the URL. */
export const FIELDS = ["search", "sort", "down", ...FILTERS];

/** @param {string[]} offered @returns {(value: string) => string} */
const oneOf = offered => value => (offered.includes(value) ? value : "");
/** @param {string} value */
const side = value =>
	Number.isInteger(Number(value)) && Number(value) >= 1 && Number(value) <= MOST_SIDE ? String(Number(value)) : "";
/** The valid part of a value. @type {Record<string, (value: string) => string>} */
const MEANT = {
	search: value => value.slice(0, MOST_SEARCH),
	sort: oneOf(SORTS), // "": the order that fits the library, see ordered
	down: oneOf(["1"]),
	state: oneOf(STATES),
	min_side: side,
	max_side: side,
	colors: oneOf(COLORS),
	verdict: oneOf(VERDICTS),
	difficulty: value => oneOf(LEVELS)(WORDS.includes(value) ? String(WORDS.indexOf(value)) : value),
};

/** The fields with valid values; the others are "". @param {any} wanted @returns {Wanted} */
export function meant(wanted) {
	const value = (/** @type {string} */ key) => (typeof wanted?.[key] === "string" ? wanted[key] : "");
	return Object.fromEntries(FIELDS.map(key => [key, MEANT[key](value(key))]));
}

/**
 * The wanted fields of a URL; in links of earlier pages the difficulty is called effort.
 * @param {URLSearchParams} params
 * @returns {{wanted: Wanted, whole: boolean}} `whole`: every value of the URL is valid
 */
export function wantedOf(params) {
	const asked = Object.fromEntries(FIELDS.map(key => [key, params.get(key) ?? ""]));
	if (!params.has("difficulty")) asked.difficulty = params.get("effort") ?? "";
	if (asked.sort === "effort") asked.sort = "difficulty";
	const wanted = meant(asked);
	return { wanted, whole: FIELDS.every(key => !asked[key] || !!wanted[key]) };
}

/** @param {Wanted} one @param {Wanted} [other] */
export const sameWanted = (one, other = {}) => FIELDS.every(key => (one[key] ?? "") === (other[key] ?? ""));

/**
 * With the order of a library, if none is wanted: the easiest first of the project's own puzzles, the
 * names of the files of others.
 * @param {Wanted} wanted @param {boolean} [own]
 */
export const ordered = (wanted, own) => ({ ...wanted, sort: wanted.sort || (own ? "difficulty" : "file") });

/** Whether words or filters keep puzzles out. @param {Wanted} wanted */
export const narrows = wanted => ["search", ...FILTERS].some(key => wanted[key]);

/** The text of a tile that a search finds. @param {{title: string, author: string, file: string}} tile */
const namesOf = ({ title, author, file }) => `${title} ${author} ${file}`;

/** Limit of a tile's further names. */
const MOST_NAMES = 100;

/**
 * Adds another name of a known puzzle to its tile; a search finds both.
 * @param {Tile} tile @param {{title: string, author: string, file: string}} other @returns {Tile} the same, if the name is known
 */
export function alsoNamed(tile, other) {
	const name = namesOf(other);
	if ([namesOf(tile), ...(tile.also ?? [])].includes(name)) return tile;
	return { ...tile, also: [...(tile.also ?? []), name].slice(-MOST_NAMES) };
}

/** The address of a part of the library. @param {Wanted} wanted @param {number} offset @param {number} limit */
export function query(wanted, offset, limit) {
	const difficulty = wanted.difficulty && WORDS[Number(wanted.difficulty)];
	/** @type {Record<string, any>} */
	const fields = {
		offset,
		limit,
		search: wanted.search,
		sort: wanted.sort,
		descending: wanted.down ? "true" : "",
		min_side: wanted.min_side,
		max_side: wanted.max_side,
		colors: wanted.colors,
		verdict: wanted.verdict,
		min_difficulty: difficulty,
		max_difficulty: difficulty,
	};
	return (
		"puzzles?" +
		new URLSearchParams(
			Object.entries(fields)
				.filter(([, v]) => v !== "" && v !== undefined)
				.map(([k, v]) => [k, String(v)]),
		)
	);
}

/** Whether a local tile passes the filters. @param {Tile} tile @param {Wanted} wanted @param {number} state of play */
export function fits(tile, wanted, state) {
	const side = Math.max(tile.width, tile.height);
	const text = [namesOf(tile), ...(tile.also ?? [])].join(" ").toLowerCase();
	return (
		(wanted.search ?? "")
			.toLowerCase()
			.split(/\s+/)
			.every(word => text.includes(word)) &&
		(!wanted.min_side || side >= Number(wanted.min_side)) &&
		(!wanted.max_side || side <= Number(wanted.max_side)) &&
		(!wanted.colors || tile.colors === Number(wanted.colors)) &&
		(!wanted.verdict || tile.verdict === wanted.verdict) &&
		(!wanted.difficulty || tile.difficulty_word === WORDS[Number(wanted.difficulty)]) &&
		(!wanted.state || String(state) === wanted.state)
	);
}

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Local tiles, in the wanted order. @param {Tile[]} tiles @param {Wanted} wanted */
export function sorted(tiles, { sort: by, down }) {
	/** @param {Tile} tile @returns {string|number} */
	const key = tile =>
		by === "size"
			? tile.width * tile.height
			: by === "colors"
				? tile.colors
				: by === "difficulty"
					? (tile.difficulty ?? 99)
					: (tile.verdict ?? "~");
	const sign = down ? -1 : 1;
	if (!by) return down ? [...tiles].reverse() : tiles;
	if (by === "title" || by === "file") return [...tiles].sort((a, b) => sign * natural.compare(a[by], b[by]));
	return [...tiles].sort((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : 0));
}
