// SPDX-License-Identifier: MIT
// The colours of a drawing: to choose, change, add and remove.
import { MOST_COLORS, freeColor, paletteOf, valuesOf, withLetter } from "../colors.js";
import { button, choice, div, fill, h } from "../parts.js";
import { colorName, t } from "../text.js";

/** @typedef {import("../puzzle.js").Palette} Palette */

export class PalettePanel {
	/**
	 * @param {Palette} palette
	 * @param {(palette: Palette, removed: number) => void} change `removed`: the number of a removed colour, else 0
	 * @param {() => void} picked a colour was chosen
	 */
	constructor(palette, change, picked) {
		this.change = change;
		this.picked = () => {}; // not while it is made
		this.palette = palette;
		this.chosen = 1;
		this.ink = 1; // the colour that was chosen last
		this.element = div("palette");
		this.show = () => {}; // marks the chosen colour; set by `draw`
		this.draw(palette);
		this.picked = picked;
	}

	/** The chosen colour; 0 is empty. */
	get color() {
		return this.chosen;
	}

	set color(color) {
		this.chosen = color;
		if (color) this.ink = color;
	}

	/** @param {number} color */
	pick(color) {
		if (color > this.palette.colors.length) return;
		this.color = color;
		this.show();
		this.picked();
	}

	/** @param {Palette} palette */
	draw(palette) {
		this.palette = palette;
		const { colors, background } = palette;
		this.color = Math.min(this.color, colors.length);
		this.ink = Math.min(this.ink, colors.length);
		const all = colors.map(({ name, rgb, letter }, index) => ({
			value: String(index + 1),
			label: colors.length > 1 ? `${colorName(name)} (${letter})` : colorName(name),
			color: rgb,
			key: index < 9 ? String(index + 1) : undefined,
		}));
		const empty = { value: "0", label: t("edit.background"), color: background, key: "0" };
		const now = h("input", {
			type: "color",
			"aria-label": t("edit.color.change"),
			title: t("edit.color.change"),
			on: { change: () => this.recolor(now.value) },
		});
		const pick = choice(t("edit.colors"), [empty, ...all], String(this.color), value => this.pick(Number(value)));
		const add = button(t("edit.color.add"), () => this.add(), {
			icon: "plus",
			quiet: true,
			disabled: colors.length >= MOST_COLORS,
		});
		const remove = button(t("edit.color.remove"), () => this.remove(), { icon: "minus", quiet: true });
		fill(this.element, pick, div("row", now, add, remove));
		this.show = () => {
			pick.set(String(this.color));
			now.value = this.rgb();
			remove.disabled = this.color === 0 || colors.length < 2;
		};
		this.show();
	}

	rgb() {
		const { background, colors } = this.palette;
		return this.color ? colors[this.color - 1].rgb : background;
	}

	/** @param {string} rgb */
	recolor(rgb) {
		const values = valuesOf(this.palette);
		if (this.color) values.colors[this.color - 1] = rgb;
		else values.background = rgb;
		// Clues can be typed with its letter, which stays.
		const colors = this.palette.colors.map((color, index) =>
			index + 1 === this.color ? { ...color, rgb, name: "" } : color,
		);
		this.change(paletteOf(values, { ...this.palette, colors }), 0);
	}

	/** @param {string} [letter] of the new colour; by its name if it is not given */
	add(letter) {
		const { background, colors } = valuesOf(this.palette);
		this.color = colors.length + 1;
		const added = { background, colors: [...colors, freeColor(this.palette)] };
		this.change(letter ? withLetter(this.palette, letter) : paletteOf(added, this.palette), 0);
	}

	remove() {
		const { background, colors } = valuesOf(this.palette);
		const left = colors.filter((_, index) => index + 1 !== this.color);
		this.change(paletteOf({ background, colors: left }, this.palette), this.color);
	}
}
