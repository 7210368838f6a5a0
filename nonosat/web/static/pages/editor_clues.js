// SPDX-License-Identifier: MIT
// Clues typed from paper: two texts, with a line of text for each line of the board, and its sum or
// fault beside it. Only clues without faults are sent to the server.
import { readClues, unknownLetters } from "../clue_text.js";
import { button, div, fill, h, newId } from "../parts.js";
import { canBeLetter } from "../colors.js";
import { colorName, num, t, joined, series } from "../text.js";

/** @typedef {import("../puzzle.js").Palette} Palette */
/** @typedef {import("../clue_text.js").ReadLine} ReadLine */
/** @typedef {import("../clue_text.js").ReadClues} ReadClues */

export class ClueTexts {
	/**
	 * @param {{rows: string, columns: string}} texts
	 * @param {() => void} change
	 * @param {(letter: string) => void} add a colour with this letter
	 */
	constructor(texts, change, add) {
		this.add = add;
		this.rows = box("rows", texts.rows, change);
		this.columns = box("columns", texts.columns, change);
		this.sums = h("p", { class: "sums", role: "status" });
		this.letters = h("div", { class: "letters", role: "status" });
		this.offered = "";
		this.added = "";
		this.element = h(
			"section",
			{ class: "clue-texts" },
			h("p", { class: "help" }, t("edit.clues.help")),
			this.letters,
			div("clue-boxes", this.rows.element, this.columns.element),
			this.sums,
		);
	}

	get() {
		return { rows: this.rows.area.value, columns: this.columns.area.value };
	}

	/** @param {{rows: string, columns: string}} texts */
	set({ rows, columns }) {
		if (this.rows.area.value !== rows) this.rows.area.value = rows;
		if (this.columns.area.value !== columns) this.columns.area.value = columns;
	}

	/**
	 * Reads the texts and shows the sum or fault of each line.
	 * @param {Palette} palette
	 * @returns {ReadClues}
	 */
	read(palette) {
		const letters = palette.colors.map(({ letter }) => letter).join("");
		const read = readClues(this.rows.area.value, this.columns.area.value, letters);
		this.rows.show(read.rows);
		this.columns.show(read.columns);
		fill(
			this.sums,
			sumText(read, palette).map(text => h("span", {}, text)),
		);
		this.offer(unknownLetters(read).filter(canBeLetter), palette);
		this.sums.classList.toggle("bad", read.unequal.length > 0);
		return read;
	}

	/** Offers a colour for each unknown letter. @param {string[]} letters @param {Palette} palette */
	offer(letters, palette) {
		const last = palette.colors.find(({ letter }) => letter === this.added);
		const shown = JSON.stringify([letters, last]);
		if (shown === this.offered) return; // a button may have the focus
		this.offered = shown;
		fill(
			this.letters,
			last && h("p", { class: "note" }, t("edit.letter.added", { color: colorName(last.name), letter: last.letter })),
			letters.length > 0 &&
				h("p", { class: "note" }, t("edit.letter.none", { n: letters.length, letters: series(letters) })),
			letters.length > 0 &&
				div(
					"buttons",
					letters.map(letter =>
						button(
							t("edit.letter.add", { letter }),
							() => {
								this.added = letter;
								this.add(letter);
							},
							{ icon: "plus" },
						),
					),
				),
		);
	}
}

/**
 * @param {"rows" | "columns"} axis
 * @param {string} text
 * @param {() => void} type
 */
function box(axis, text, type) {
	const id = newId();
	const numbers = h("ol", { class: "numbers", "aria-hidden": "true" });
	const notes = h("ol", { class: "notes", "aria-hidden": "true" });
	const faults = h("p", { class: "unseen", id: newId() });
	const area = h("textarea", {
		id,
		rows: 5,
		wrap: "off",
		spellcheck: "false",
		autocapitalize: "off",
		autocomplete: "off",
		"aria-describedby": faults.id,
		inputmode: "text",
		value: text,
		on: { input: type },
	});
	const heading = h("label", { for: id });
	const element = div("clue-box", heading, div("numbered", numbers, area, notes), faults);
	return {
		element,
		area,
		/** Scrolls a line into view. @param {number} line */
		reveal(line) {
			const style = getComputedStyle(area);
			const top = area.getBoundingClientRect().top + parseFloat(style.paddingTop) + line * parseFloat(style.lineHeight);
			const row = h("i", {
				style: {
					position: "absolute",
					top: `${top - element.getBoundingClientRect().top}px`,
					height: style.lineHeight,
				},
			});
			element.append(row);
			row.scrollIntoView({ block: "nearest" });
			row.remove();
		},
		/** @param {ReadLine[]} lines */
		show(lines) {
			const shown = Math.max(lines.length, area.value.split("\n").length, 3);
			area.rows = shown + 1;
			heading.textContent = t("edit.clues." + axis, { n: lines.length });
			fill(
				numbers,
				lines.map((_, index) => h("li", {}, num(index + 1))),
			);
			fill(
				notes,
				lines.map(line => h("li", { class: line.fault ? "bad" : "" }, note(line))),
			);
			const bad = lines.flatMap((line, index) =>
				line.fault ? [t("edit.clue.at", { n: index + 1, fault: note(line) })] : [],
			);
			area.setAttribute("aria-invalid", String(bad.length > 0));
			faults.textContent = bad.length ? joined(bad) : "";
		},
	};
}

/** The note beside a line. @param {ReadLine} line */
function note({ clue, sum, fault }) {
	if (fault) {
		const { kind, word = "", needs = 0, has = 0 } = fault;
		return t("edit.clue." + kind, { word, n: needs, has });
	}
	return clue === null ? t("board.missing") : `Σ ${num(sum)}`;
}

/** @param {ReadClues} read @param {Palette} palette */
function sumText({ rows, columns, unequal }, palette) {
	if (unequal.length > 0) {
		return unequal.map(({ color, rows: n, columns: other }) =>
			t("edit.sums.differ", { n, columns: other, color: colorName(palette.colors[color - 1].name) }),
		);
	}
	const total = (/** @type {ReadLine[]} */ lines) => lines.reduce((sum, line) => sum + line.sum, 0);
	return [t("edit.sums", { rows: total(rows), columns: total(columns) })];
}
