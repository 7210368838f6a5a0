// SPDX-License-Identifier: MIT
/**
 * The whole state of the page is in the URL: a query string after "#".
 *
 * One of the keys in NAMES names the puzzle. Links of earlier pages (#rules=..., #editor=...,
 * ?width=&height=&raw=) work too; docs/codes.md has their grammar.
 */

/** @typedef {"list"|"edit"|"play"|"solve"|"print"|"about"|"learn"} PageName */
/** @typedef {{page: PageName, params: URLSearchParams, name: string, test: boolean}} Route */

/** The keys that name a puzzle, by precedence. */
export const NAMES = ["code", "rules", "id", "picture", "draft", "editor", "raw"];
const PAGES = ["list", "edit", "play", "solve", "print", "about", "learn"];

/**
 * The page and the puzzle of a URL.
 * @param {string} hash with or without "#"
 * @param {string} [search] the query before it, used by older pages
 * @returns {Route}
 */
export function parse(hash, search = "") {
	let text = hash.replace(/^#/, "");
	// The game ID of another program stands alone: 5x5:...
	if (/^\d+x\d+:/.test(text)) text = "code=" + encodeURIComponent(text);
	const params = new URLSearchParams(text);
	const old = new URLSearchParams(search);
	if (!has(params) && old.has("raw")) {
		for (const key of ["width", "height", "raw"]) params.set(key, old.get(key) ?? "");
		// An unescaped "+" has become a space.
		params.set("raw", (params.get("raw") ?? "").replaceAll(" ", "+"));
	}
	const wanted = params.get("page") ?? "";
	const page = PAGES.includes(wanted) ? /** @type {PageName} */ (wanted) : implied(params);
	const test = ["editor", "picture"].some(key => params.has(key)) && (params.has("rules") || params.has("code"));
	return { page, params, name: params.get("name") ?? "", test };
}

/** @param {URLSearchParams} params */
const has = params => NAMES.some(key => params.has(key));

/** The page of a link without "page". @param {URLSearchParams} params @returns {PageName} */
function implied(params) {
	if (["code", "rules", "id"].some(key => params.has(key))) return "play";
	return has(params) ? "edit" : "list";
}

/**
 * The name of the puzzle of a route: its key and value, or null.
 * @param {Route} route @returns {{key: string, value: string}|null}
 */
export function named(route) {
	for (const key of NAMES) {
		const value = route.params.get(key);
		if (value !== null) return { key, value };
	}
	return null;
}

/**
 * The hash of a state. Empty values are left out, so that links stay short.
 * @param {Record<string, string|null|undefined>} state
 */
export function link(state) {
	const params = new URLSearchParams();
	for (const [key, value] of Object.entries(state)) if (value) params.set(key, value);
	const text = params.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
	return text ? "#" + text : "#";
}

/**
 * The same puzzle on another page.
 * @param {Route} route @param {PageName} page @param {Record<string, string>} [more]
 */
export function other(route, page, more = {}) {
	/** @type {Record<string, string>} */
	const state = { page };
	for (const key of [...NAMES, "width", "height", "printed", "name", "author"]) {
		const value = route.params.get(key);
		if (value !== null) state[key] = value;
	}
	return link({ ...state, ...more });
}

/**
 * Goes to a state. A new page or puzzle is a step of the history; a change of the drawing
 * (`replace`) is not, and does not reopen the page.
 * @param {string} hash @param {{replace?: boolean}} [how]
 */
export function go(hash, how = {}) {
	const url = location.pathname + (hash === "#" ? "" : hash);
	if (how.replace) {
		history.replaceState(null, "", url);
		dispatchEvent(new Event("replaced"));
	} else {
		history.pushState(null, "", url);
		dispatchEvent(new Event("route"));
	}
}

/** The route of the window. */
export const here = () => parse(location.hash, location.search);
