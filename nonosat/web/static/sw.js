// SPDX-License-Identifier: MIT
/**
 * Makes the page work without a network.
 *
 * With a server, all files of the page are stored, and the stored file is used if the server does not
 * answer within two seconds. Answers of the API are never stored.
 *
 * A page without a server (where.js) is stored as one edition: every file must have the hash in
 * where.js, or the earlier edition stays. A new edition takes over when no tab has the page, or when
 * the user says so (app.js), and then for all files at once; so files of two editions never mix. Files
 * with their hash in the name are copied from the earlier edition. Files that few questions need are
 * stored when the page asks for them, after Python is ready. Of the languages only the one that the
 * page shows is stored, when the page says which it is.
 *
 * Pages and scripts get headers that a plain host does not send: the policy for workers, and the
 * isolation that lets a page share memory with them (tab/pool.js).
 */
/** @type {any} */
const worker = self;
worker.importScripts("where.js");
/** @type {import("./tab_files.js").Tab|null} */
const TAB = worker.TAB;
const CACHE = TAB ? `nonosat-${TAB.edition}` : "nonosat";
/** The files of a page with a server. */
const FILES = [
	"./",
	"api.js",
	"app.js",
	"backup.js",
	"board.js",
	"board_bars.js",
	"board_clues.js",
	"board_frame.js",
	"board_grid.js",
	"board_over.js",
	"board_paint.js",
	"board_place.js",
	"board_pointers.js",
	"clue_text.js",
	"colors.js",
	"drawings.js",
	"errors.js",
	"folder.js",
	"game.js",
	"history.js",
	"icon.svg",
	"judging.js",
	"kept.js",
	"language.js",
	"lesson.js",
	"line.js",
	"link_base.js",
	"list_place.js",
	"load_puzzle.js",
	"manifest.webmanifest",
	"marks.js",
	"opened.js",
	"pages/about.css",
	"pages/about.js",
	"pages/editor.css",
	"pages/editor.js",
	"pages/editor_candidates.js",
	"pages/editor_clues.js",
	"pages/editor_crop.js",
	"pages/editor_doubt.js",
	"pages/editor_files.js",
	"pages/editor_frame.js",
	"pages/editor_import.js",
	"pages/editor_live.js",
	"pages/editor_palette.js",
	"pages/editor_parts.js",
	"pages/editor_photo.js",
	"pages/editor_proposals.js",
	"pages/editor_review.js",
	"pages/editor_save.js",
	"pages/editor_share.js",
	"pages/editor_start.js",
	"pages/editor_tools.js",
	"pages/editor_view.js",
	"pages/learn.css",
	"pages/learn.js",
	"pages/list.css",
	"pages/list.js",
	"pages/list_files.js",
	"pages/list_order.js",
	"pages/player.css",
	"pages/player.js",
	"pages/player_asks.js",
	"pages/player_help.js",
	"pages/player_keys.js",
	"pages/player_lesson.js",
	"pages/player_won.js",
	"pages/own_board.js",
	"pages/print.css",
	"pages/print.js",
	"pages/solver.css",
	"pages/solver.js",
	"pages/solver_cell.js",
	"pages/solver_proofs.js",
	"pages/solver_verdict.js",
	"parts.js",
	"photo.js",
	"photo_puzzle.js",
	"picture.js",
	"picture_code.js",
	"preview.js",
	"progress.js",
	"puzzle.js",
	"reading.js",
	"route.js",
	"scripts.js",
	"settings.js",
	"shelf.js",
	"steps.js",
	"store.js",
	"style.css",
	"tab_files.js",
	"teaching.js",
	"text.js",
	"text_learn.js",
	"text_list.js",
	"text_photo.js",
	"text_play.js",
	"tiles.js",
	"walk.js",
	"wanted.js",
	"where.js",
];

worker.addEventListener("install", (/** @type {any} */ event) => {
	const stored = TAB
		? storeEdition(TAB)
		: caches
				.open(CACHE)
				.then(cache => cache.addAll(FILES))
				.then(() => worker.skipWaiting());
	event.waitUntil(stored);
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (/** @type {any} */ event) => {
	if (event.data === "now") worker.skipWaiting();
	if (event.data === "rest" && TAB) event.waitUntil(storeRest(TAB));
	if (/^[a-z]+$/.test(event.data.language ?? "")) event.waitUntil(storeLanguage(event.data.language));
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
	const url = new URL(event.request.url);
	if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.includes("/api/")) return;
	if (!TAB) return event.respondWith(answer(event.request));
	const name = nameOf(url);
	if (name in TAB.files || name === "./" || name === "where.js") event.respondWith(stored(event.request, name));
});

/** A file by its name in the folder of the page; the page itself is "./". @param {URL} url */
function nameOf(url) {
	const base = new URL("./", location.href);
	const name = url.href.startsWith(base.href) ? url.pathname.slice(base.pathname.length) : "../";
	return name === "" || name === "index.html" ? "./" : name;
}

async function takeOver() {
	await worker.clients.claim();
	if (!TAB) return;
	for (const name of await caches.keys())
		if (/^nonosat(-[0-9a-f]{16})?$/.test(name) && name !== CACHE) await caches.delete(name);
}

/** Stores all files that the page needs, or fails. @param {import("./tab_files.js").Tab} tab */
async function storeEdition(tab) {
	const first = Object.keys(tab.files).filter(name => !tab.later.files.includes(name) && !isLanguage(name));
	// Other files are copied if an earlier edition has them; they are not loaded now.
	const others = [...tab.later.files, ...Object.keys(tab.files).filter(isLanguage)];
	const kept = (await Promise.all(others.map(async name => (await caches.match(name)) && name))).filter(Boolean);
	try {
		await store(tab, [...first, .../** @type {string[]} */ (kept)]);
	} catch (error) {
		await caches.delete(CACHE);
		throw error;
	}
	const cache = await caches.open(CACHE);
	await cache.put(
		"where.js",
		made(`self.TAB = ${JSON.stringify(tab)};`, new Headers({ "Content-Type": "text/javascript" })),
	);
	if (!worker.registration.active) worker.skipWaiting(); // the first install
}

/** Stores the files that few questions need. @param {import("./tab_files.js").Tab} tab */
async function storeRest(tab) {
	const cache = await caches.open(CACHE);
	const missing = [];
	for (const name of tab.later.files) if (!(await cache.match(name))) missing.push(name);
	await store(tab, missing);
}

/** @param {string} name */
const isLanguage = name => name.startsWith("lang/");

/** Stores the files of the language that the page shows, and removes those of others. @param {string} code */
async function storeLanguage(code) {
	const cache = await caches.open(CACHE);
	const names = TAB ? Object.keys(TAB.files).filter(name => name.startsWith(`lang/${code}.`)) : [`lang/${code}.json`];
	for (const { url } of await cache.keys()) {
		const name = nameOf(new URL(url));
		if (isLanguage(name) && !names.includes(name)) await cache.delete(name);
	}
	const missing = [];
	for (const name of names) if (!(await cache.match(name))) missing.push(name);
	await (TAB ? store(TAB, missing) : cache.addAll(missing));
}

/** @param {import("./tab_files.js").Tab} tab @param {string[]} names */
async function store(tab, names) {
	const cache = await caches.open(CACHE);
	const rest = [...names];
	await Promise.all(
		Array.from({ length: 6 }, async () => {
			for (let name; (name = rest.shift()); ) {
				const key = name === "index.html" ? "./" : name;
				const before = /-[0-9a-f]{12}\.|\/pyodide-/.test(name) ? await caches.match(name) : undefined;
				await cache.put(key, before ?? (await fetched(key, tab.files[name])));
			}
		}),
	);
}

/** A file of the host; fails if its hash differs. @param {string} name @param {string} hash the beginning of its SHA-256 */
async function fetched(name, hash) {
	const response = await fetch(name, { cache: "no-cache" });
	if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
	const bytes = await response.clone().arrayBuffer();
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	const found = Array.from(digest, byte => byte.toString(16).padStart(2, "0")).join("");
	if (!found.startsWith(hash)) throw new Error(`${name} belongs to another edition`);
	return /html|javascript/.test(response.headers.get("Content-Type") ?? "") ? made(bytes, response.headers) : response;
}

/** A page or script with our headers. @param {BodyInit} body @param {Headers} headers */
function made(body, headers) {
	const all = new Headers(headers);
	all.set("Cross-Origin-Opener-Policy", "same-origin");
	all.set("Cross-Origin-Embedder-Policy", "require-corp");
	all.set("Content-Security-Policy", /** @type {import("./tab_files.js").Tab} */ (TAB).policy);
	return new Response(body, { headers: all });
}

/** A file of this edition. @param {Request} request @param {string} name */
async function stored(request, name) {
	const cache = await caches.open(CACHE);
	return (await cache.match(name)) ?? fetch(request);
}

/** A file of a server, or the stored one. @param {Request} request */
async function answer(request) {
	const cache = await caches.open(CACHE);
	const name = request.mode === "navigate" ? "./" : request;
	try {
		const response = await fetch(request, { signal: AbortSignal.timeout(2000) });
		if (response.ok) await cache.put(name, response.clone());
		return response;
	} catch (error) {
		const kept = await cache.match(name, { ignoreSearch: true });
		if (kept) return kept;
		throw error;
	}
}
