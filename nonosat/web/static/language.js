// SPDX-License-Identifier: MIT
/**
 * The language of the page: the one that the user has set, else the first language of the browser that
 * we have, else English. Only its texts are loaded (`lang/CODE.json`), before anything is drawn. If
 * they cannot be loaded, the page is English. English is in the tables of text.js and loads nothing.
 *
 * A plural has one form for each category of CLDR that the whole numbers of its language have.
 */
import { LOOK, readKept } from "./kept.js";

/** The names of the languages in themselves, by their codes. @type {Record<string, string>} */
export const LANGUAGES = {
	en: "English",
	de: "Deutsch",
	fr: "Français",
	es: "Español",
	pl: "Polski",
	ru: "Русский",
	uk: "Українська",
	ja: "日本語",
	zh: "简体中文",
};

/**
 * The language to show.
 * @param {unknown} setting a code; anything else: that of the system @param {readonly string[]} system its languages, the best first
 */
export function chosen(setting, system) {
	const codes = [String(setting), ...system.map(tag => tag.split("-")[0].toLowerCase())];
	return codes.find(code => Object.hasOwn(LANGUAGES, code)) ?? "en";
}

const CATEGORIES = /** @type {const} */ (["zero", "one", "two", "few", "many", "other"]);

/** The number of the form that a plural takes for a count. @param {string} code @returns {(n: number) => number} */
export function formsOf(code) {
	const rules = new Intl.PluralRules(code);
	const found = new Set(Array.from({ length: 201 }, (_, n) => rules.select(n)));
	const forms = CATEGORIES.filter(category => found.has(category));
	return n => (forms.includes(rules.select(n)) ? forms.indexOf(rules.select(n)) : forms.length - 1);
}

/** @param {string} code @returns {Promise<Record<string, string | string[]> | null>} null if they cannot be loaded */
async function textsOf(code) {
	try {
		const response = await fetch(new URL(`lang/${code}.json`, import.meta.url));
		return response.ok ? (await response.json()).texts : null;
	} catch {
		return null;
	}
}

const system = globalThis.navigator?.languages ?? [];
const wanted = chosen(readKept(LOOK)?.language, system);
const loaded = wanted === "en" ? null : await textsOf(wanted);

/** The language that is shown, by its code. */
export const LANGUAGE = loaded ? wanted : "en";

/** Its texts, if it is not English, by their keys. @type {Record<string, string | string[]>} */
export const TRANSLATED = loaded ?? {};

/** The language with the region that the user has: for numbers. */
export const LOCALE = system.find(tag => tag.split("-")[0] === LANGUAGE) ?? LANGUAGE;
