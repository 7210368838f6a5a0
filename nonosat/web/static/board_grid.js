// SPDX-License-Identifier: MIT
/**
 * The board for assistive technology: an invisible ARIA grid over the canvas.
 *
 * Each cell is a gridcell with its place and value; rows and columns have headers with clue and
 * state. The focused cell announces all of these. Boards of more than FULL cells have only the headers
 * of the columns and the row of the cursor: thousands of elements would slow down every change.
 */
import { MARKS } from "./board_paint.js";
import { EMPTY, UNKNOWN } from "./puzzle.js";
import { h } from "./parts.js";
import { colorName, boardName, num, series, t } from "./text.js";

const FULL = 2500;
const NOTE = 128;

export class Grid {
	/** @param {import("./board.js").Board} board */
	constructor(board) {
		this.board = board;
		this.element = h("div", { role: "grid", class: "grid" });
		this.whole = true;
		/** @type {Map<number, HTMLElement>} */
		this.cells = new Map();
		/** @type {Map<string, HTMLElement>} */
		this.heads = new Map();
		/** @type {HTMLElement|null} the cell that Tab reaches */
		this.current = null;
		this.build();
	}

	/** Makes all elements anew. */
	build() {
		const { puzzle, options } = this.board;
		const { width, height } = puzzle;
		this.whole = width * height <= FULL;
		this.cells.clear();
		this.heads.clear();
		const { element } = this;
		element.setAttribute("aria-label", options.label ?? boardName(width, height));
		element.setAttribute("aria-rowcount", String(height + 1));
		element.setAttribute("aria-colcount", String(width + 1));
		if (options.mode === "show" || options.mode === "solve") element.setAttribute("aria-readonly", "true");
		const columns = Array.from({ length: width }, (_, col) => this.#head("C", col, "columnheader", col + 2));
		const corner = h("span", { role: "columnheader", "aria-colindex": 1 }, t("board.corner"));
		element.replaceChildren(h("div", { role: "row", "aria-rowindex": 1, class: "heads" }, corner, columns));
		if (this.whole) for (let row = 0; row < height; row++) element.append(this.#row(row));
		else element.append(this.#row(this.board.row));
		this.place(false);
	}

	/** @param {"R"|"C"} axis @param {number} index @param {string} role @param {number} place */
	#head(axis, index, role, place) {
		const head = h("span", { role, "aria-colindex": place, class: "head" });
		this.heads.set(axis + index, head);
		return head;
	}

	/** @param {number} row */
	#row(row) {
		const { width } = this.board.puzzle;
		const cells = Array.from({ length: width }, (_, col) => {
			const cell = h("span", { role: "gridcell", "aria-colindex": col + 2, tabindex: -1 });
			this.cells.set(row * width + col, cell);
			return cell;
		});
		return h(
			"div",
			{ role: "row", "aria-rowindex": row + 2, data: { row } },
			this.#head("R", row, "rowheader", 1),
			cells,
		);
	}

	/** Whether the keyboard is on the board. */
	get focused() {
		return this.element.contains(document.activeElement);
	}

	/** Makes the cell of the cursor the one that Tab reaches. @param {boolean} focus */
	place(focus) {
		const { row, col, puzzle } = this.board;
		if (!this.whole && Number(/** @type {HTMLElement} */ (this.element.lastElementChild).dataset.row) !== row) {
			const old = /** @type {HTMLElement} */ (this.element.lastElementChild);
			const had = old.contains(document.activeElement);
			for (const key of [...this.cells.keys()]) this.cells.delete(key);
			this.heads.delete("R" + old.dataset.row);
			old.replaceWith(this.#row(row));
			this.labels();
			this.layout();
			focus ||= had;
		}
		const cell = /** @type {HTMLElement} */ (this.cells.get(row * puzzle.width + col));
		if (this.current && this.current !== cell) {
			this.current.tabIndex = -1;
			this.current.removeAttribute("aria-selected");
		}
		const before = this.current;
		this.current = cell;
		cell.tabIndex = 0;
		if (before && before !== cell) this.labels([Number(before.dataset.index)]);
		cell.dataset.index = String(row * puzzle.width + col);
		this.labels([row * puzzle.width + col]);
		if (focus) cell.focus({ preventScroll: true });
	}

	/** Row and column of a cell of the grid; null for other elements. @param {EventTarget|null} target @returns {[number, number]|null} */
	placeOf(target) {
		const cell = target instanceof HTMLElement && target.closest("[role=gridcell]");
		return cell ? [Number(cell.parentElement?.dataset.row), Number(cell.getAttribute("aria-colindex")) - 2] : null;
	}

	/** Puts the grid over the board. */
	layout() {
		const { board } = this;
		const { size, ratio, shift, puzzle } = board;
		const { style } = this.element;
		style.width = (puzzle.width * size) / ratio + "px";
		style.transform = `translate(${-shift.x / ratio}px,${-shift.y / ratio}px)`;
		style.setProperty("--cell", size / ratio + "px");
		style.setProperty("--columns", String(puzzle.width));
		if (!this.whole)
			/** @type {HTMLElement} */ (this.element.lastElementChild).style.top = (board.row * size) / ratio + "px";
	}

	/** Writes all labels, or the labels of some cells (by index) and lines ("R0"). @param {Iterable<number>} [cells] @param {Iterable<string>} [lines] */
	labels(cells, lines) {
		if (!cells) {
			lines = this.heads.keys();
			cells = this.cells.keys();
		}
		for (const line of lines ?? []) {
			const head = this.heads.get(line);
			const [axis, index] = [/** @type {"R"|"C"} */ (line[0]), Number(line.slice(1))];
			const key = axis === "R" ? "board.row" : "board.column";
			if (head) write(head, t(key, { n: index + 1, clue: this.line(axis, index) }));
			const { row, col, puzzle } = this.board;
			if (this.current && (axis === "R" ? row : col) === index) set(this.current, this.full(row * puzzle.width + col));
		}
		for (const index of cells) {
			const cell = this.cells.get(index);
			if (cell) set(cell, cell === this.current ? this.full(index) : this.short(index));
		}
	}

	/** @param {number} index */
	#place(index) {
		const { width } = this.board.puzzle;
		return { row: Math.floor(index / width), col: index % width };
	}

	/** Place and value of a cell. @param {number} index */
	short(index) {
		const { row, col } = this.#place(index);
		return t("board.cell", { row: row + 1, column: col + 1, value: this.value(index) });
	}

	/** The same with the clues and states of its lines. @param {number} index */
	full(index) {
		const { row, col } = this.#place(index);
		return t("board.full", {
			row: row + 1,
			column: col + 1,
			value: this.value(index),
			rowclue: this.line("R", row),
			columnclue: this.line("C", col),
		});
	}

	/** @param {number} index */
	value(index) {
		const { board } = this;
		const { colors } = board.puzzle.palette;
		const name = (/** @type {number} */ value) => valueName(value, colors);
		const noted = board.cells[index] >= NOTE && board.cells[index] < UNKNOWN;
		const texts = [name(noted ? UNKNOWN : board.cells[index])];
		const marks = board.marks[index];
		if (marks & MARKS.ambiguous) texts.push(t("board.ambiguous"));
		if (marks & MARKS.wrong) texts.push(t("board.wrongcell"));
		if (marks & MARKS.printed) texts.push(t("board.printed"));
		const { row, col } = this.#place(index);
		if (marks & MARKS.look || board.over.results.some(r => r.row === row && r.col === col))
			texts.push(t("board.result"));
		if (noted) texts.push(t("board.note", { name: name(board.cells[index] - NOTE) }));
		if (board.changes[index] >= 0) texts.push(t("board.change", { value: name(board.changes[index]) }));
		return series(texts);
	}

	/** @param {"R"|"C"} axis @param {number} index */
	clue(axis, index) {
		const { puzzle } = this.board;
		const clue = (axis === "R" ? puzzle.rows : puzzle.columns)[index];
		if (!clue) return t("board.missing");
		const { colors } = puzzle.palette;
		if (!clue.length) return t("board.zero");
		if (colors.length === 1) return clue.map(([length]) => num(length)).join(" ");
		return series(
			clue.map(([length, color]) => t("board.block", { length, color: colorName(colors[color - 1].name) })),
		);
	}

	/** The clue and the state of a line. @param {"R"|"C"} axis @param {number} index */
	line(axis, index) {
		const state = this.board.states[axis][index] ?? "open";
		const clue = this.clue(axis, index);
		return state === "open" ? clue : t("board." + state, { clue });
	}
}

/** The word for a value of a cell. @param {number} value @param {import("./puzzle.js").Color[]} colors */
export function valueName(value, colors) {
	if (value === UNKNOWN) return t("board.unknown");
	if (value === EMPTY) return t("board.empty");
	return colors.length === 1 ? t("board.filled") : colorName(colors[value - 1].name);
}

/** @param {HTMLElement} element @param {string} text */
function write(element, text) {
	if (element.textContent !== text) element.textContent = text;
}

/** @param {HTMLElement} element @param {string} label */
function set(element, label) {
	if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
}
