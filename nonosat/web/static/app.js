// SPDX-License-Identifier: MIT
/**
 * The frame around every page: the bar, the open puzzles, and the page of the URL.
 *
 * A page is a module `pages/NAME.js` with `show(main, route)`, which fills `main` and returns
 * `{title, leave, focus}`. `leave` stops the work of the page when the user goes to another one. A page
 * is loaded when it is first needed.
 */
import { isCancelled } from "./api.js";
import { ApiError } from "./errors.js";
import { LANGUAGE, LANGUAGES } from "./language.js";
import {
	button,
	choice,
	dialog,
	div,
	explained,
	field,
	fill,
	h,
	icon,
	linkButton,
	select,
	spinner,
	tick,
	toast,
} from "./parts.js";
import { go, here, link, named, other } from "./route.js";
import { THEMES, apply, getLook, setLook, systemLook } from "./settings.js";
import { script } from "./scripts.js";
import * as shelf from "./shelf.js";
import { TAB } from "./tab_files.js";
import { t } from "./text.js";

/** @typedef {import("./route.js").Route} Route */
/** @typedef {{title?: string, leave?: () => void, focus?: HTMLElement, image?: () => string}} Shown `focus`: the element that first has the focus; `image`: a small picture for the shelf */
/** @typedef {{show: (main: HTMLElement, route: Route, signal: AbortSignal) => Promise<Shown>|Shown}} Page */

/** @type {("play"|"edit"|"solve"|"about"|"print")[]} */
const TABS = ["play", "edit", "solve", "about", "print"];
/** @type {Record<string, string>} */
const FILES = { edit: "editor", play: "player", solve: "solver" };
const TAB_ICONS = { play: "square", edit: "pen", solve: "wand", about: "info", print: "print" };

const main = h("main", { id: "main", tabindex: -1 });
const tabs = h("nav", { class: "tabs", "aria-label": t("nav") });
const open = h("nav", { class: "shelf", "aria-label": t("open.shelf") });
const bar = h(
	"header",
	{ class: "bar" },
	h("a", { class: "home", href: "#", title: t("home") }, logo(), h("span", {}, t("app"))),
	open,
	tabs,
	button(t("settings"), settings, { icon: "settings", quiet: true }),
);

/** @type {Shown|null} */
let shown = null;
/** @type {AbortController|null} */
let leaving = null;

/** Shows the page of the URL. */
async function turn() {
	leaving?.abort();
	for (const box of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (box).close();
	if (shown?.image) shelf.repaint(at, shown.image());
	shown?.leave?.();
	shown = null;
	const controller = (leaving = new AbortController());
	last = location.href;
	const route = (at = here());
	document.body.dataset.page = route.page;
	fill(tabs);
	links(route);
	fill(main, div("waiting", spinner()));
	shelf.draw(open, route);
	try {
		const name = FILES[route.page] ?? route.page;
		/** @type {[Page, unknown]} */
		const [page] = await Promise.all([load(name), dress(name)]);
		if (controller.signal.aborted) return;
		main.replaceChildren();
		const result = await page.show(main, route, controller.signal);
		if (controller.signal.aborted) return result.leave?.();
		shown = result;
		entitle(route, result.title || route.name);
	} catch (error) {
		if (controller.signal.aborted || isCancelled(error)) return;
		if (!(error instanceof ApiError)) console.error(error);
		fill(
			main,
			h(
				"section",
				{ class: "sorry", role: "alert" },
				icon("warning"),
				h("h1", {}, t("error")),
				h("p", { class: "lines" }, explained(error)),
				div("buttons", button(t("error.again"), turn, { kind: "primary" }), linkButton(t("home"), "#")),
			),
		);
	}
	if (turned) (shown?.focus ?? main).focus({ preventScroll: true });
	turned = true;
}
let turned = false;
let last = "";
/** The route that is shown. */
let at = here();

/** The script of a page. @param {string} name @returns {Promise<Page>} */
const load = name => script(() => import(`./pages/${name}.js`));

/** Enables the style sheet of a page, and disables the others. @param {string} name @returns {Promise<unknown>} */
function dress(name) {
	const href = `pages/${name}.css`;
	const links = /** @type {HTMLLinkElement[]} */ ([...document.head.querySelectorAll("link[href^=pages]")]);
	for (const sheet of links) sheet.disabled = sheet.getAttribute("href") !== href;
	if (links.some(sheet => !sheet.disabled)) return Promise.resolve();
	const sheet = h("link", { rel: "stylesheet", href });
	return new Promise(done => {
		sheet.onload = sheet.onerror = done;
		document.head.append(sheet);
	});
}

/** The tabs of a route. Existing tabs stay, so that a click in progress still works. @param {Route} route */
function links(route) {
	tabs.hidden = !named(route);
	if (tabs.hidden) fill(tabs);
	else if (!tabs.firstChild)
		fill(
			tabs,
			TABS.map(page => tab(route, page)),
		);
	else TABS.forEach((page, i) => tabs.children[i].setAttribute("href", other(route, page)));
}

/** The title of the window and on the shelf. @param {Route} route @param {string} title */
function entitle(route, title) {
	document.title = title ? `${title} · ${t("app")}` : t("app");
	at = route;
	if (named(route) && !route.test) shelf.add(route, title, shown?.image?.());
	shelf.draw(open, route);
}

/** @param {Route} route @param {typeof TABS[number]} page */
function tab(route, page) {
	return h(
		"a",
		{ href: other(route, page), "aria-current": route.page === page ? "page" : undefined },
		icon(TAB_ICONS[page]),
		h("span", {}, t("page." + page)),
	);
}

function settings() {
	const look = getLook();
	dialog(
		t("settings"),
		div(
			"stack",
			field(
				t("theme"),
				choice(
					t("theme"),
					THEMES.map(value => ({ value, label: t("theme." + value) })),
					look.theme,
					theme => setLook({ theme: /** @type {any} */ (theme) }),
				),
			),
			field(
				t("language"),
				select([["auto", t("language.auto")], ...Object.entries(LANGUAGES)], look.language, language => {
					setLook({ language });
					// The pages keep drawing and board. When the browser says this, it has chosen the address.
					dispatchEvent(new Event("pagehide"));
					location.reload();
				}),
			),
			/** @type {const} */ (["contrast", "motion", "letters", "patterns", "outer", "keys"]).map(key =>
				tick(systemLook()[key] ? t("by.system", { what: t(key) }) : t(key), look[key], on => setLook({ [key]: on })),
			),
		),
	);
}

function logo() {
	const svg = icon("");
	svg.setAttribute("class", "logo");
	svg.setAttribute("viewBox", "0 0 20 20");
	svg.firstElementChild?.setAttribute(
		"d",
		"M0 0h4v4H0zM16 0h4v4h-4zM0 4h8v4H0zM16 4h4v4h-4zM0 8h4v4H0zM8 8h4v4H8zM16 8h4v4h-4zM0 12h4v4H0zM12 12h8v4h-8zM0 16h4v4H0zM16 16h4v4h-4z",
	);
	return svg;
}

/** Stores the files of the page in the browser, and reports a new edition of them. */
async function keepFiles() {
	const { serviceWorker } = navigator;
	if (!serviceWorker) return;
	const before = serviceWorker.controller;
	// A new edition took over, chosen in any tab; this page belongs to the old one.
	serviceWorker.addEventListener("controllerchange", () => before && TAB && location.reload());
	const registration = await serviceWorker.register("sw.js", { updateViaCache: "none" }).catch(() => null);
	if (LANGUAGE !== "en") serviceWorker.ready.then(({ active }) => active?.postMessage({ language: LANGUAGE }));
	if (!registration || !TAB) return;
	const tell = (/** @type {ServiceWorker|null} */ next) =>
		next &&
		serviceWorker.controller &&
		toast(t("edition"), { seconds: 600, action: { label: t("edition.take"), run: () => next.postMessage("now") } });
	tell(registration.waiting);
	registration.addEventListener("updatefound", () => {
		const { installing } = registration;
		installing?.addEventListener("statechange", () => installing.state === "installed" && tell(installing));
	});
}

document.documentElement.lang = LANGUAGE === "zh" ? "zh-Hans" : LANGUAGE;
history.scrollRestoration = "manual"; // the browser would scroll before a page has its content
apply();
document.body.replaceChildren(
	h(
		"a",
		{ class: "skip", href: "#main", on: { click: (/** @type {Event} */ e) => (e.preventDefault(), main.focus()) } },
		t("skip"),
	),
	bar,
	main,
	h("div", { id: "live", class: "unseen", "aria-live": "polite" }),
	h("div", { id: "toasts", role: "status" }),
);
// A followed link sends popstate, hashchange or both, depending on the browser: the first one counts.
for (const name of ["popstate", "hashchange"]) addEventListener(name, () => location.href !== last && turn());
addEventListener("route", turn);
addEventListener("replaced", () => {
	last = location.href;
	const route = here();
	links(route);
	if (shown) entitle(route, route.name || shown.title || "");
});
addEventListener("shelf", () => shelf.draw(open, at));
addEventListener("title", event => shown && entitle(here(), (shown.title = /** @type {CustomEvent} */ (event).detail)));
addEventListener("keydown", event => {
	const route = here();
	// The browser would print the window; a puzzle has sheets of its own.
	if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "p" || !named(route)) return;
	event.preventDefault();
	if (route.page !== "print") go(other(route, "print"));
});
addEventListener("offline", () => TAB || toast(t("offline")));
addEventListener("dragover", event => event.preventDefault()); // a file dropped elsewhere must not open
addEventListener("drop", event => event.preventDefault());
keepFiles();
// A link of the older page has its picture before the "#": move it behind the "#".
if (location.search) history.replaceState(null, "", location.pathname + link(Object.fromEntries(here().params)));
turn()
	.then(() => TAB && script(() => import("./tab/loading.js")).then(({ load }) => load()))
	.catch(() => toast(t("tab.offline"), { kind: "error" }));
