// SPDX-License-Identifier: MIT
/** The open puzzles: links in the bar, stored per tab of the browser. */
import { readList, writeKept } from "./kept.js";
import { button, fill, h } from "./parts.js";
import { drawSmall } from "./preview.js";
import { link, named, parse } from "./route.js";
import { t } from "./text.js";

/** @typedef {{key: string, hash: string, title: string, image?: string}} Open `image`: a small picture */

const KEY = "nonosat.open";
/** How many puzzles are open at most: a tab more closes the first. */
export const MOST = 12;

/** The open puzzles. @returns {Open[]} */
export function openPuzzles() {
	const text = (/** @type {unknown} */ value) => typeof value === "string";
	return readList(KEY, "sessionStorage").filter(
		one => text(one?.key) && text(one.title) && text(one.hash) && one.hash.startsWith("#"),
	);
}

/** @param {Open[]} all */
const write = all => writeKept(KEY, all.slice(-MOST), "sessionStorage");

/** The key of a route. The name of a drawing changes with it, so all drawings share one key. @param {import("./route.js").Route} route */
export function keyOf(route) {
	const where = named(route);
	if (!where) return "";
	if (route.page === "edit") return "drawing"; // also typed clues, whose code changes
	if (!["code", "rules", "id"].includes(where.key)) return "drawing";
	const key = `${where.key}=${where.value}`;
	const all = openPuzzles();
	const drawing = all.find(entry => entry.key === "drawing");
	// Typed clues are the same puzzle on the other pages.
	const typed = drawing && parse(drawing.hash).params.get(where.key) === where.value;
	return typed && !all.some(entry => entry.key === key) ? "drawing" : key;
}

/** The address of the puzzle of a route, on no page. @param {import("./route.js").Route} route */
const hashOf = route => link({ ...Object.fromEntries(route.params), page: "" });

/** Puts a puzzle on the shelf. @param {import("./route.js").Route} route @param {string} title @param {string} [image] */
export function add(route, title, image) {
	const key = keyOf(route);
	const hash = hashOf(route);
	const all = openPuzzles();
	const at = all.findIndex(other => other.key === key);
	// Only these pages change the picture; the others know the clues alone.
	const newer = route.page === "play" || route.page === "edit";
	const entry = { key, title: title || t("untitled"), hash, image: (!newer && all[at]?.image) || image };
	if (at < 0) all.push(entry);
	else all[at] = entry;
	write(all);
}

/** Puts several puzzles on the shelf, behind the others. @param {{hash: string, title: string}[]} some */
export function addAll(some) {
	const keyed = some.map(one => ({ ...one, key: keyOf(parse(one.hash)) }));
	const keys = new Set(keyed.map(({ key }) => key));
	write([...openPuzzles().filter(({ key }) => !keys.has(key)), ...keyed]);
}

/** Takes a deleted drawing from the shelf. @param {string} hash */
export function close(hash) {
	const closed = hashOf(parse(hash));
	write(openPuzzles().filter(entry => hashOf(parse(entry.hash)) !== closed));
	dispatchEvent(new Event("shelf"));
}

/** Another picture of a puzzle on the shelf. @param {import("./route.js").Route} route @param {string} image */
export function repaint(route, image) {
	const key = keyOf(route);
	write(openPuzzles().map(entry => (entry.key === key ? { ...entry, image } : entry)));
}

/** Draws the shelf. @param {HTMLElement} element @param {import("./route.js").Route} route */
export function draw(element, route) {
	const now = keyOf(route);
	const all = openPuzzles();
	element.hidden = all.length === 0;
	fill(
		element,
		all.map(entry =>
			h(
				"span",
				{ class: "open" },
				h(
					"a",
					{ href: entry.hash, "aria-current": entry.key === now ? "true" : undefined, title: entry.title },
					drawSmall(entry.image),
					h("span", {}, entry.title),
				),
				button(
					t("open.close", { name: entry.title }),
					() => {
						write(openPuzzles().filter(other => other.key !== entry.key));
						if (entry.key === now) location.hash = "";
						else draw(element, route);
					},
					{ icon: "close", quiet: true },
				),
			),
		),
	);
	element.querySelector("[aria-current]")?.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
