// SPDX-License-Identifier: MIT
// Small pictures of drawings: before and after, and the icon of the page.
import { h } from "../parts.js";
import { cellNames } from "../puzzle.js";
import { t } from "../text.js";

/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {import("../puzzle.js").Palette} Palette */

/**
 * A canvas with a picture, each cell a square of whole pixels; cells of `marked` have a frame.
 * @param {Picture} picture
 * @param {Palette} palette
 * @param {number} side of the canvas, at most
 * @param {(index: number) => boolean} [marked]
 */
export function thumbnail({ width, height, cells }, palette, side, marked = () => false) {
	const size = Math.max(1, Math.floor(side / Math.max(width, height)));
	const canvas = h("canvas", { width: width * size, height: height * size });
	const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
	const colors = [palette.background, ...palette.colors.map(({ rgb }) => rgb)];
	cells.forEach((value, index) => {
		const [x, y] = [(index % width) * size, Math.floor(index / width) * size];
		context.fillStyle = colors[value] ?? "#888888";
		context.fillRect(x, y, size, size);
		if (marked(index)) {
			// Light within dark, to be visible on every colour.
			for (const [inset, color] of /** @type {[number, string][]} */ ([
				[0, "#ffffff"],
				[1, "#c2185b"],
			])) {
				context.strokeStyle = color;
				context.lineWidth = Math.max(1, size / 6);
				context.strokeRect(x + inset + 0.5, y + inset + 0.5, size - 1 - 2 * inset, size - 1 - 2 * inset);
			}
		}
	});
	return canvas;
}

/**
 * Two pictures beside each other, with the cells framed that differ.
 * @param {Picture} before
 * @param {Picture} after
 * @param {Palette} palette
 */
export function pair(before, after, palette) {
	const differs = (/** @type {number} */ index) => before.cells[index] !== after.cells[index];
	const places = [...before.cells.keys()].filter(differs);
	const cells = cellNames(places.map(index => [Math.floor(index / before.width), index % before.width]));
	return h(
		"div",
		{ class: "pair", role: "img", "aria-label": t("edit.pair", { cells }) },
		thumbnail(before, palette, 120, differs),
		h("span", { "aria-hidden": "true" }, "→"),
		thumbnail(after, palette, 120, differs),
	);
}

/** The picture as the icon of the page. @param {Picture} picture @param {Palette} palette */
export function favicon(picture, palette) {
	const link = document.querySelector("link[rel=icon]");
	const small = picture.width <= 64 && picture.height <= 64;
	if (!(link instanceof HTMLLinkElement)) return;
	link.type = "image/png";
	link.href = thumbnail(picture, palette, small ? 64 : 1).toDataURL();
}

/** Restores the page's own icon. */
export function ownIcon() {
	const link = document.querySelector("link[rel=icon]");
	if (!(link instanceof HTMLLinkElement)) return;
	link.type = "image/svg+xml";
	link.href = "icon.svg";
}
