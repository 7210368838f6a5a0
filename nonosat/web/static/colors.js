// SPDX-License-Identifier: MIT
// Palettes made in the page: names and letters for colours that have only a value.

/** @typedef {import("./puzzle.js").Palette} Palette */

/** @type {Record<string, string>} */
const NAMES = {
	black: "#000000",
	white: "#ffffff",
	grey: "#808080",
	red: "#ff0000",
	orange: "#ff8000",
	yellow: "#ffdd00",
	lime: "#80dd00",
	green: "#008000",
	cyan: "#00c8dc",
	blue: "#0000ff",
	purple: "#800080",
	violet: "#cc79a7",
	"nut brown": "#804000",
	"dark blue": "#000060",
};

/** Colours that differ for people with any colour vision (Okabe and Ito), in this order. */
export const SPARE = [
	"#000000",
	"#d55e00",
	"#0072b2",
	"#009e73",
	"#e69f00",
	"#cc79a7",
	"#56b4e9",
	"#7f7f7f",
	"#f0e442",
];

/** The name of the nearest named colour. @param {string} rgb */
function nameOf(rgb) {
	const parts = (/** @type {string} */ text) => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16));
	const here = parts(rgb);
	const far = (/** @type {string} */ other) =>
		parts(other).reduce((sum, part, index) => sum + (part - here[index]) ** 2, 0);
	return Object.entries(NAMES).sort(([, one], [, other]) => far(one) - far(other))[0][0];
}

/**
 * The palette of colour values, with a name and a letter for each; colours of `known` with the same
 * value keep theirs. An empty name is none.
 * @param {{background: string, colors: string[]}} values
 * @param {Palette} [known]
 * @returns {Palette}
 */
export function paletteOf({ background, colors }, known) {
	const old = colors.map(rgb => known?.colors.find(color => color.rgb === rgb));
	const letters = new Set(old.map(color => color?.letter));
	/** @type {Set<string>} */
	const names = new Set();
	/** @type {Set<string>} */
	const used = new Set();
	const all = colors.map((rgb, index) => {
		let name = old[index]?.name || nameOf(rgb);
		for (let number = 2, plain = name; names.has(name); number++) name = `${plain} ${number}`;
		names.add(name);
		let letter = old[index]?.letter;
		if (colors.length === 1) letter = "#";
		else if (!letter || letter === "#" || used.has(letter)) {
			const choices = [...(/[a-z]/.exec(name) ?? []), ...LETTERS];
			letter = /** @type {string} */ (choices.find(one => !used.has(one) && !letters.has(one)));
		}
		used.add(letter);
		return { name, rgb, letter };
	});
	return { background, colors: all };
}

/** The letters that colours can have. */
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%&*+@$!=~";
export const MOST_COLORS = 60;

/** A colour that a palette lacks, if possible one whose name begins with a letter. @param {Palette} palette @param {string} [letter] */
export function freeColor(palette, letter) {
	const { background, colors } = valuesOf(palette);
	const free = [...SPARE, ...Object.values(NAMES)].filter(rgb => !colors.includes(rgb) && rgb !== background);
	const named = free.filter(rgb => nameOf(rgb) !== "grey"); // g is green
	return named.find(rgb => nameOf(rgb)[0] === letter?.toLowerCase()) ?? free[0] ?? "#888888";
}

/** A palette with one more colour, which has this letter. @param {Palette} palette @param {string} letter */
export function withLetter(palette, letter) {
	const rgb = freeColor(palette, letter);
	const { background, colors } = valuesOf(palette);
	const known = { background, colors: [...palette.colors, { name: "", rgb, letter }] };
	return paletteOf({ background, colors: [...colors, rgb] }, known);
}

/** A palette whose colours have these letters, if they can. @param {Palette} palette @param {unknown} letters */
export function withLetters(palette, letters) {
	const all = typeof letters === "string" ? [...letters] : [];
	const fit = all.length === palette.colors.length && new Set(all).size === all.length;
	if (!fit || !all.every(letter => canBeLetter(letter) || letter === "#")) return palette;
	return { ...palette, colors: palette.colors.map((color, index) => ({ ...color, letter: all[index] })) };
}

/** @param {string} letter */
export const canBeLetter = letter => letter.length === 1 && LETTERS.includes(letter);

/** Whether a value, such as a part of an address, holds the values of a palette. @param {any} found */
export const areValues = found =>
	Array.isArray(found?.colors) &&
	found.colors.length > 0 &&
	found.colors.length <= MOST_COLORS &&
	[found.background, ...found.colors].every(rgb => typeof rgb === "string" && /^#[0-9a-f]{6}$/i.test(rgb));

/** The values of a palette. @param {Palette} palette */
export const valuesOf = ({ background, colors }) => ({ background, colors: colors.map(({ rgb }) => rgb) });
