// SPDX-License-Identifier: MIT
/** How the page looks: kept in the browser, set on <html>, announced by the event "look" of window. */

/** @typedef {{theme: "auto"|"light"|"dark", contrast: boolean, motion: boolean, letters: boolean, patterns: boolean, outer: boolean, keys: boolean, language: string}} Look `language`: a code, or "auto": that of the browser */

import { LOOK, readKept, takeSettings, writeKept } from "./kept.js";

export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
export const PRINT_SETTINGS = "nonosat.print";
/** The keys of the settings in the browser: of the look, the player and the sheets. */
export const SETTINGS = [LOOK, "nonosat.play", PRINT_SETTINGS];
/** @type {Look} */
const look = {
	theme: "auto",
	contrast: false,
	motion: false,
	letters: false,
	patterns: false,
	outer: false,
	keys: true,
	language: "auto",
};
read();
const dark = matchMedia("(prefers-color-scheme: dark)");
const more = matchMedia("(prefers-contrast: more)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
for (const query of [dark, more, still]) query.addEventListener("change", apply);

function read() {
	takeSettings(look, readKept(LOOK));
	if (!THEMES.includes(look.theme)) look.theme = "auto";
}

/** Takes over stored settings. */
export function reload() {
	read();
	apply();
}

/** @returns {Readonly<Look>} */
export const getLook = () => look;

/** Whether motion is reduced. */
const isStill = () => look.motion || still.matches;

/** The settings that the system asks for, whatever is set here. @returns {Partial<Record<keyof Look, boolean>>} */
export const systemLook = () => ({ contrast: more.matches, motion: still.matches });

/** @param {Partial<Look>} change */
export function setLook(change) {
	Object.assign(look, change);
	writeKept(LOOK, look);
	apply();
}

/** Sets the attributes that style.css reads. */
export function apply() {
	const root = document.documentElement;
	root.dataset.theme = look.theme === "auto" ? (dark.matches ? "dark" : "light") : look.theme;
	root.toggleAttribute("data-contrast", look.contrast || more.matches);
	root.toggleAttribute("data-still", isStill());
	dispatchEvent(new Event("look"));
}
