// SPDX-License-Identifier: MIT
/**
 * Makes the page work without the server: it stores every file of the page, and uses the stored file
 * if the server does not answer within two seconds. Answers of the API are never stored.
 */
const CACHE = "nonosat";
const FILES = [
	"./", "api.js", "app.js", "board.js", "board_clues.js", "board_frame.js", "board_grid.js", "board_over.js",
	"board_paint.js", "board_place.js", "board_pointers.js", "clue_text.js", "colors.js", "drawing.js",
	"game.js", "history.js", "icon.svg", "lesson.js", "line.js", "manifest.webmanifest", "marks.js",
	"opened.js", "pages/about.css", "pages/about.js", "pages/editor.css", "pages/editor.js",
	"pages/editor_clues.js", "pages/editor_frame.js", "pages/editor_import.js", "pages/editor_live.js",
	"pages/editor_palette.js", "pages/editor_parts.js", "pages/editor_proposals.js", "pages/editor_save.js",
	"pages/editor_start.js", "pages/editor_tools.js", "pages/learn.css", "pages/learn.js", "pages/list.css",
	"pages/list.js", "pages/list_files.js", "pages/list_order.js", "pages/player.css", "pages/player.js",
	"pages/player_asks.js", "pages/player_help.js", "pages/player_keys.js", "pages/player_lesson.js",
	"pages/player_won.js", "pages/print.css", "pages/print.js", "pages/solver.css", "pages/solver.js",
	"parts.js", "photo.js", "picture_code.js", "preview.js", "progress.js", "puzzle.js", "route.js",
	"settings.js", "shelf.js", "steps.js", "style.css", "teaching.js", "text.js", "text_list.js",
	"text_play.js",
];

/** @type {any} */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
	event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => worker.skipWaiting()));
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
	const url = new URL(event.request.url);
	if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.includes("/api/")) return;
	event.respondWith(answer(event.request));
});

/** @param {Request} request */
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
