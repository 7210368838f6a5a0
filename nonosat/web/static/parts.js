// SPDX-License-Identifier: MIT
/**
 * The parts of all pages: elements, buttons, choices, menus, dialogs, toasts.
 *
 * Text is always set as text, never as markup. Everything works with the keyboard: dialogs are
 * <dialog>; a menu and a row of choices are one stop of Tab, and arrows move within them.
 */
import { ApiError } from "./errors.js";
import { LANGUAGE } from "./language.js";
import { getLook } from "./settings.js";
import { FullError } from "./store.js";
import { TAB } from "./tab_files.js";
import { hasText, keyNames, t } from "./text.js";

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * An element. Properties: `class`, `on` (listeners), `data`, `style` (through CSSOM); all others are
 * attributes: true is an empty attribute, false, null and undefined mean no attribute.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [props] @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
	const element = document.createElement(tag);
	for (const [key, value] of Object.entries(props)) {
		if (key === "on") for (const [name, f] of Object.entries(value)) element.addEventListener(name, f);
		else if (key === "style") for (const [name, v] of Object.entries(value)) element.style.setProperty(name, String(v));
		else if (key === "data") Object.assign(element.dataset, value);
		else if (key === "value") /** @type {any} */ (element).value = value;
		else if (value !== false && value !== null && value !== undefined)
			element.setAttribute(key, value === true ? "" : String(value));
	}
	fill(element, ...children);
	return element;
}

/** A box of a class. @param {string} kind @param {...(Child|Child[])} children */
export const div = (kind, ...children) => h("div", { class: kind }, ...children);

/** Replaces the children of an element. @template {Element} E @param {E} element @param {...(Child|Child[])} children */
export function fill(element, ...children) {
	const nodes = children.flat().filter(c => c !== null && c !== undefined && c !== false);
	element.replaceChildren(...nodes.map(c => (c instanceof Node ? c : String(c))));
	return element;
}

/** Paths in a box of 24. @type {Record<string, string>} */
const ICONS = {
	plus: "M12 5v14M5 12h14",
	minus: "M5 12h14",
	copy: "M9 9h11v11H9zM15 9V4H4v11h5",
	close: "M6 6l12 12M18 6L6 18",
	check: "M5 13l4.5 4.5L19 7",
	back: "M14 6l-6 6 6 6",
	forward: "M10 6l6 6-6 6",
	first: "M17 6l-6 6 6 6M7 6v12",
	last: "M7 6l6 6-6 6M17 6v12",
	play: "M8 5.5v13l11-6.5z",
	pause: "M8 6v12M16 6v12",
	undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
	redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
	pen: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
	fill: "M5 12l7-7 7 7-7 7zM5 12h14M20 16v4",
	line: "M5 19L19 5",
	rectangle: "M5 6h14v12H5z",
	box: "M5 6h14v12H5zM5 12l6-6M5 17.500L16.500 6M9.500 18L19 8.500M15 18l4-4",
	mirror: "M12 4v16M8 8l-4 8h4zM16 8l4 8h-4z",
	move: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
	crop: "M7 3v14h14M3 7h14v14",
	rotate: "M19 12a7 7 0 1 1-2-5M19 4v4h-4",
	trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
	cross: "M7 7l10 10M17 7L7 17",
	square: "M6 6h12v12H6z",
	dot: "M12 10a2 2 0 1 0 .01 0z",
	hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3z",
	branch: "M7 4v16M7 14c0-5 10-3 10-8M14 7l3-3 3 3",
	settings:
		"M10.4 5.6L10.5 2.8L13.5 2.8L13.6 5.6L15.4 6.4L17.4 4.5L19.5 6.6L17.6 8.6L18.4 10.4L21.2 10.5L21.2 13.5L18.4 13.6L17.6 15.4L19.5 17.4L17.4 19.5L15.4 17.6L13.6 18.4L13.5 21.2L10.5 21.2L10.4 18.4L8.6 17.6L6.6 19.5L4.5 17.4L6.4 15.4L5.6 13.6L2.8 13.5L2.8 10.5L5.6 10.4L6.4 8.6L4.5 6.6L6.6 4.5L8.6 6.4zM12 9a3 3 0 1 0 .01 0z",
	filter: "M4 5h16l-6.500 8v6l-3-2v-4z",
	ascending: "M7 20V5M3.500 8.500L7 5l3.500 3.500M13 7h2M13 12h5M13 17h8",
	descending: "M7 4v15M3.500 15.500L7 19l3.500-3.500M13 7h8M13 12h5M13 17h2",
	eye: "M2.500 12S6 6 12 6s9.500 6 9.500 6-3.500 6-9.500 6-9.500-6-9.500-6zM12 9.500a2.500 2.500 0 1 0 .01 0z",
	image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9h.01",
	link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
	download: "M12 4v11M7 11l5 5 5-5M5 20h14",
	upload: "M12 16V5M7 9l5-5 5 5M5 20h14",
	print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
	info: "M12 11v6M12 7.500v.01M12 3a9 9 0 1 0 .01 0z",
	search: "M11 4a7 7 0 1 0 .01 0zM16 16l5 5",
	more: "M6 11.200a.800.800 0 1 0 .01 0zM12 11.200a.800.800 0 1 0 .01 0zM18 11.200a.800.800 0 1 0 .01 0z",
	grid: "M4 4h16v16H4zM4 9.300h16M4 14.600h16M9.300 4v16M14.600 4v16",
	erase: "M4 15L13 6l6 6-8 8H8zM9 10l6 6",
	hand: "M8 12V6a1.500 1.500 0 0 1 3 0v5M11 11V5a1.500 1.500 0 0 1 3 0v6M14 11V6.500a1.500 1.500 0 0 1 3 0V15a6 6 0 0 1-11 3l-2.500-4.500a1.500 1.500 0 0 1 2.600-1.500L8 14",
	wand: "M5 19L15 9M17 3v4M15 5h4M19 11v2M18 12h2M9 4v2M8 5h2",
	keyboard: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
	zoom: "M11 4a7 7 0 1 0 .01 0zM16 16l5 5M11 8v6M8 11h6",
	out: "M11 4a7 7 0 1 0 .01 0zM16 16l5 5M8 11h6",
	fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
	warning: "M12 4L2.500 20h19zM12 10v5M12 17.500v.01",
	camera: "M4 8h4l1.500-2.500h5L16 8h4v11H4zM12 10a3.500 3.500 0 1 0 .01 0z",
	folder: "M3 6h6l2 2h10v11H3z",
	fold: "M6 9l6 6 6-6",
	clock: "M12 3a9 9 0 1 0 .01 0zM12 7.500V12l3 2",
	archive: "M4 4h16v5H4zM5.500 9v11h13V9M10 13h4",
};

/** An icon, hidden from assistive technology. @param {string} name */
export function icon(name) {
	const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
	svg.setAttribute("viewBox", "0 0 24 24");
	svg.setAttribute("class", "icon");
	svg.setAttribute("aria-hidden", "true");
	const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
	path.setAttribute("d", ICONS[name] ?? "");
	svg.append(path);
	return svg;
}

const WAIT = 150;
/** The number of answers that a button waits for. @type {WeakMap<Element, number>} */
const waits = new WeakMap();

/**
 * Shows on a button that its action is running: after a moment its icon turns, until the promise
 * settles. A button that is replaced meanwhile shows nothing.
 * @template T @param {Element|null|undefined} element the button that was pressed @param {Promise<T>} promise
 * @returns {Promise<T>} the same
 */
export function busy(element, promise) {
	if (!element) return promise;
	const wait = setTimeout(() => {
		element.setAttribute("aria-busy", "true");
		announce(t("busy", { what: element.getAttribute("aria-label") ?? element.textContent ?? "" }));
	}, WAIT);
	waits.set(element, (waits.get(element) ?? 0) + 1);
	const end = () => {
		clearTimeout(wait);
		const rest = (waits.get(element) ?? 1) - 1;
		waits.set(element, rest);
		if (!rest) element.removeAttribute("aria-busy");
	};
	return promise.finally(end);
}

/**
 * A button. With `icon` and no visible text pass `quiet: true`: the label is then its name and tip.
 * If `click` returns a promise, the button is busy until it settles.
 * @param {string} label @param {(event: MouseEvent) => unknown} click
 * @param {{icon?: string, quiet?: boolean, kind?: "primary"|"plain"|"danger", pressed?: boolean, key?: string, disabled?: boolean, class?: string}} [how]
 */
export function button(label, click, how = {}) {
	const tip = how.key ? t("tip", { label, key: keyNames(how.key) }) : how.quiet ? label : undefined;
	const element = h(
		"button",
		{
			type: "button",
			class: `button ${how.kind ?? ""} ${how.quiet ? "quiet" : ""} ${how.class ?? ""}`.trim(),
			title: tip,
			"aria-label": how.quiet ? label : undefined,
			"aria-pressed": how.pressed === undefined ? undefined : String(how.pressed),
			"aria-keyshortcuts": how.key,
			disabled: how.disabled,
			on: {
				click: (/** @type {MouseEvent} */ event) => {
					const begun = click(event);
					if (begun instanceof Promise) busy(element, begun);
				},
			},
		},
		how.icon && icon(how.icon),
		!how.quiet && h("span", {}, label),
	);
	return element;
}

/** Sets whether a toggle button is pressed. @param {Element} element @param {boolean} on */
export const press = (element, on) => element.setAttribute("aria-pressed", String(on));

/** A link that looks like a button. @param {string} label @param {string} href @param {{icon?: string, quiet?: boolean, kind?: string}} [how] */
export function linkButton(label, href, how = {}) {
	return h(
		"a",
		{
			href,
			class: `button ${how.kind ?? ""} ${how.quiet ? "quiet" : ""}`,
			title: how.quiet ? label : undefined,
			"aria-label": how.quiet ? label : undefined,
		},
		how.icon && icon(how.icon),
		!how.quiet && h("span", {}, label),
	);
}

let ids = 0;
/** A new id for an element. */
export const newId = () => `i${++ids}`;

/** A label over its field. @param {string} label @param {HTMLElement} control @param {string} [help] */
export function field(label, control, help) {
	control.id ||= newId();
	const helpId = help ? newId() : undefined;
	if (helpId) control.setAttribute("aria-describedby", helpId);
	return div("field", h("label", { for: control.id }, label), control, help && h("small", { id: helpId }, help));
}

/** @param {Record<string, any>} props @param {(value: string) => void} change */
export const input = (props, change) =>
	h("input", {
		...props,
		on: { input: (/** @type {Event} */ e) => change(/** @type {HTMLInputElement} */ (e.target).value) },
	});

/** @param {[string, string][]} options value and label @param {string} value @param {(value: string) => void} change @param {Record<string, any>} [props] */
export function select(options, value, change, props = {}) {
	const element = h(
		"select",
		{ ...props, on: { change: () => change(element.value) } },
		options.map(([v, label]) => h("option", { value: v }, label)),
	);
	element.value = value;
	return element;
}

/** A box to tick. @param {string} label @param {boolean} on @param {(on: boolean) => void} change */
export function tick(label, on, change) {
	const box = h("input", { type: "checkbox", on: { change: () => change(box.checked) } });
	box.checked = on;
	return h("label", { class: "tick" }, box, h("span", {}, label));
}

/**
 * One of several: a row of buttons that behaves as a group of radio buttons.
 * @param {string} label @param {{value: string, label: string, icon?: string, key?: string, quiet?: boolean, color?: string}[]} options
 * @param {string} value @param {(value: string) => void} change
 * @returns {HTMLElement & {set: (value: string) => void}}
 */
export function choice(label, options, value, change) {
	const buttons = options.map(option =>
		h(
			"button",
			{
				type: "button",
				role: "radio",
				class: "button" + (option.quiet ? " quiet" : ""),
				title: option.key
					? t("tip", { label: option.label, key: keyNames(option.key) })
					: option.quiet
						? option.label
						: undefined,
				"aria-label": option.quiet ? option.label : undefined,
				"aria-keyshortcuts": option.key,
				on: { click: () => pick(option.value, true) },
			},
			option.color && h("span", { class: "swatch", style: { background: option.color } }),
			option.icon && icon(option.icon),
			!option.quiet && h("span", {}, option.label),
		),
	);
	const group = Object.assign(h("div", { role: "radiogroup", class: "choice", "aria-label": label }, buttons), {
		set: (/** @type {string} */ v) => pick(v, false),
	});
	group.addEventListener("keydown", event => {
		const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
		if (!step) return;
		event.preventDefault();
		event.stopPropagation();
		const at = buttons.findIndex(b => b.tabIndex === 0);
		const next = (at + step + buttons.length) % buttons.length;
		pick(options[next].value, true);
		buttons[next].focus();
	});
	/** @param {string} v @param {boolean} tell */
	function pick(v, tell) {
		options.forEach((option, i) => {
			buttons[i].setAttribute("aria-checked", String(option.value === v));
			buttons[i].tabIndex = option.value === v ? 0 : -1;
		});
		if (!buttons.some(b => b.tabIndex === 0) && buttons[0]) buttons[0].tabIndex = 0;
		if (tell) change(v);
	}
	pick(value, false);
	return group;
}

/**
 * A button with a menu. The items are made each time it opens. If `run` of an item returns a
 * promise, the button is busy until it settles.
 * @param {string} label @param {() => ({label: string, icon?: string, run?: () => unknown, href?: string, checked?: boolean, disabled?: boolean}|null|false)[]} items null is a divider, false nothing
 * @param {{icon?: string, quiet?: boolean, kind?: "primary"|"plain"}} [how]
 */
export function menu(label, items, how = { icon: "more", quiet: true }) {
	/** @type {HTMLElement|null} */
	let list = null;
	const opener = button(label, () => (list ? shut(true) : open()), how);
	opener.setAttribute("aria-haspopup", "menu");
	opener.setAttribute("aria-expanded", "false");
	const whole = div("menu", opener);
	function open() {
		list = h(
			"div",
			{ role: "menu", "aria-label": label, class: "menu-list" },
			items().map(item => {
				if (!item) return item === null && h("div", { role: "separator" });
				const tag = item.href && !item.disabled ? "a" : "button";
				return h(
					tag,
					{
						href: item.href,
						type: tag === "button" ? "button" : undefined,
						role: item.checked === undefined ? "menuitem" : "menuitemcheckbox",
						"aria-checked": item.checked === undefined ? undefined : String(item.checked),
						"aria-disabled": item.disabled ? "true" : undefined,
						tabindex: -1,
						on: {
							click: () => {
								if (item.disabled) return;
								shut(true);
								const begun = item.run?.();
								if (begun instanceof Promise) busy(opener, begun);
							},
						},
					},
					item.icon ? icon(item.icon) : h("span", { class: "icon" }),
					h("span", {}, item.label),
				);
			}),
		);
		whole.append(list);
		place();
		opener.setAttribute("aria-expanded", "true");
		entries()[0]?.focus();
		document.addEventListener("pointerdown", outside, true);
		document.addEventListener("scroll", place, true);
	}
	/** Beside the button and within the window, whatever scrolls or cuts around the button. */
	function place() {
		if (!list) return;
		const [box, at] = [list.getBoundingClientRect(), opener.getBoundingClientRect()];
		const below = at.bottom + 4 + box.height < innerHeight || at.top < box.height;
		list.style.left = `${Math.max(4, Math.min(at.left, innerWidth - box.width - 4))}px`;
		list.style.top = `${below ? at.bottom + 4 : at.top - 4 - box.height}px`;
	}
	/** @returns {HTMLElement[]} */
	const entries = () =>
		list ? [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[role^=menuitem]"))] : [];
	/** @param {boolean} focus */
	function shut(focus) {
		list?.remove();
		list = null;
		opener.setAttribute("aria-expanded", "false");
		document.removeEventListener("pointerdown", outside, true);
		document.removeEventListener("scroll", place, true);
		if (focus) opener.focus();
	}
	/** @param {Event} event */
	function outside(event) {
		if (!whole.contains(/** @type {Node} */ (event.target))) shut(false);
	}
	whole.addEventListener("keydown", event => {
		if (!list) {
			if (event.key === "ArrowDown" && event.target === opener) {
				event.preventDefault();
				open();
			}
			return;
		}
		const all = entries();
		const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
		const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
		if (to !== undefined) all[to % all.length]?.focus();
		else if (event.key === "Escape") shut(true);
		else if (event.key === "Tab") return shut(false);
		else return;
		event.preventDefault();
		event.stopPropagation();
	});
	return whole;
}

/**
 * A dialog over the page. Closes by Escape, its cross and `close`.
 * @param {string} title @param {...(Child|Child[])} content
 * @returns {{element: HTMLDialogElement, close: () => void, closed: Promise<void>}}
 */
export function dialog(title, ...content) {
	const id = newId();
	/** @type {HTMLDialogElement} */
	const element = h(
		"dialog",
		{ "aria-labelledby": id },
		h(
			"header",
			{},
			h("h2", { id }, title),
			button(t("close"), () => element.close(), { icon: "close", quiet: true }),
		),
		div("body", ...content),
	);
	element.addEventListener("pointerdown", event => {
		if (event.target === element) element.close(); // a click beside it
	});
	/** @type {Promise<void>} */
	const closed = new Promise(done =>
		element.addEventListener("close", () => {
			const toasts = element.querySelector("#toasts");
			if (toasts) document.body.append(toasts);
			element.remove();
			done();
		}),
	);
	document.body.append(element);
	element.showModal();
	return { element, close: () => element.close(), closed };
}

/** Asks before something that cannot be undone. @param {string} title @param {string} text @param {string} action @returns {Promise<boolean>} */
export async function confirmed(title, text, action) {
	let answer = false;
	const box = dialog(
		title,
		h("p", {}, text),
		div(
			"buttons",
			button(t("cancel"), () => box.close()),
			button(action, () => ((answer = true), box.close()), { kind: "primary" }),
		),
	);
	await box.closed;
	return answer;
}

/**
 * A short message at the edge, which screen readers announce. An equal message replaces it.
 * @param {string} text @param {{kind?: "info"|"error", action?: {label: string, run: () => void}, seconds?: number}} [how]
 */
export function toast(text, how = {}) {
	const box = /** @type {HTMLElement} */ (document.getElementById("toasts"));
	([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body).append(box); // below a dialog it is inert
	for (const other of [...box.children]) if (other.firstElementChild?.textContent === text) other.remove();
	const element = h("div", { class: `toast ${how.kind ?? "info"}` }, h("span", {}, text));
	if (how.action) {
		const { label, run } = how.action;
		element.append(button(label, () => (element.remove(), run()), { kind: "plain" }));
	}
	element.append(button(t("close"), () => element.remove(), { icon: "close", quiet: true }));
	box.append(element);
	while (box.children.length > 4) box.firstElementChild?.remove();
	setTimeout(() => element.remove(), 1000 * (how.seconds ?? (how.kind === "error" ? 12 : 5)));
}

/** Announces a text to screen readers only. @param {string} text */
export function announce(text) {
	const live = document.getElementById("live");
	if (live) live.textContent = live.textContent === text ? text + " " : text;
}

/** A message of the server without its advice for commands, which the page has not. @param {string} message */
export const pageWords = message =>
	message
		.replace(/'nonosat formats' lists \w+/g, t("error.formats"))
		.replace(/(?:\n| ?[(（]|[;,；，])[^;,()；，（）\n]*--[a-z][^;)；）\n]*[)）]?/g, "");

/** The kinds of errors with a sentence of their own; some are said as others. @type {Record<string, string>} */
const KINDS = {
	...Object.fromEntries(["puzzle", "syntax", "certificate", "option", "request", "limit"].map(kind => [kind, kind])),
	contradiction: "puzzle",
	grid: "syntax",
};

/** A fault with its places, in the language if it has a text in it. @param {import("./errors.js").Fault} fault @returns {string} */
function faultText({ key, values = {}, line, file_line, message }) {
	let text = message;
	if (key && hasText(key)) {
		const said = Object.entries(values).map(([name, value]) => [name, value?.message ? faultText(value) : value]);
		// Commands are not for readers of the page.
		text = t(key, { ...Object.fromEntries(said), where: t("error.formats") });
	}
	const placed = line ? t("error.at", { line, message: text }) : text;
	return file_line ? t("error.line", { line: file_line, message: placed }) : placed;
}

/**
 * What an error says: its faults, or its message. In other languages a text with a key is translated;
 * another one stays English, after a sentence about the kind of the error.
 * @param {import("./errors.js").Fault & {kind?: string, faults?: import("./errors.js").Fault[]}} error
 */
function told(error) {
	const { kind = "", faults = [] } = error;
	const [name, reason] = kind.split(": ");
	if (LANGUAGE !== "en" && reason && !error.key) return reasonText(reason);
	const all = faults.length ? faults.slice(0, 12) : [error];
	const texts = all.map(faultText);
	const text = pageWords(texts.join("\n"));
	const known = LANGUAGE === "en" || all.every(({ key }) => key && hasText(key));
	return known ? text : t("error." + (KINDS[name] ?? "other"), { message: text });
}

/** What is wrong with a file, or a remark on it. @param {Parameters<typeof told>[0]} fault */
export const fileFault = fault => (LANGUAGE !== "en" && fault.kind ? told(fault) : pageWords(faultText(fault)));

/** The message for an error. @param {unknown} error @returns {string} */
export function explained(error) {
	if (error instanceof ApiError)
		return error.kind === "offline" ? t(TAB ? "tab.offline" : "error.offline") : told(error);
	if (error instanceof FullError) return t("store.full");
	return t("error.internal", { message: error instanceof Error ? error.message : String(error) });
}

/** The message for the reason of an unfinished answer. @param {string} reason */
export const reasonText = reason => t("reason." + reason);

/** Copies a text, and confirms it. @param {string} text */
export async function copy(text) {
	try {
		await navigator.clipboard.writeText(text);
		toast(t("copied"), { seconds: 2 });
	} catch {
		const area = h("textarea", { readonly: true, rows: 5, "aria-label": t("copy") });
		area.value = text;
		dialog(t("copy"), h("p", {}, t("copy.failed")), area);
		area.select();
	}
}

/** Saves a blob as a file. @param {Blob} blob @param {string} name */
export function save(blob, name) {
	const url = URL.createObjectURL(blob);
	const a = h("a", { href: url, download: name });
	a.click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Whether an element takes typed letters. @param {EventTarget|null} target */
export const typing = target =>
	target instanceof Element &&
	!!target.closest("input:not([type=checkbox], [type=radio], [type=range], [type=color]), select, textarea");

/**
 * Letter keys that work on the whole page, wherever the focus is, except in text fields, menus and
 * dialogs, and with Ctrl, Alt or Meta. Keys that the board handled are not repeated. The user may
 * switch them off, for speech input; then letters work only on the board.
 * @param {(event: KeyboardEvent) => boolean|void} handle a printed character or Escape; true: it did something
 * @param {AbortSignal} signal
 */
export function letterKeys(handle, signal) {
	document.addEventListener(
		"keydown",
		event => {
			if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
			if (event.key !== "Escape" && (event.key === " " || event.key.length !== 1 || !getLook().keys)) return;
			const target = /** @type {Element} */ (event.target);
			if (typing(target) || target.closest?.("[role=menu]") || document.querySelector("dialog[open]")) return;
			if (handle(event)) event.preventDefault();
		},
		{ signal },
	);
}

/** An icon that turns during work. */
export const spinner = () => h("span", { class: "spinner", role: "img", "aria-label": t("loading") });
