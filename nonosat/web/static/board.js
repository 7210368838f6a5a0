// SPDX-License-Identifier: MIT
/**
 * A board with its clues: drawn on a canvas, used by mouse, pen, fingers, keys and screen readers.
 *
 * The board does not decide what a stroke does: it reports the cells that a stroke covers, and the
 * page sets cells. Only cells that changed are painted, in the next frame. Clues stay beside the
 * part of the board that is in view. Screen readers use the ARIA grid of `board_grid.js`.
 *
 * One finger draws, two zoom and move. A finger that stays reports a stroke with `long: true`. With
 * `pan` (the hand) one finger or the mouse moves. The wheel moves, with Ctrl it zooms.
 */
import { Grid } from "./board_grid.js";
import { MARKS, Tiles, contrast, edges, letter, stroke, themeColors } from "./board_paint.js";
import { UNKNOWN } from "./puzzle.js";
import { button, h } from "./parts.js";
import { getLook } from "./settings.js";
import { num, t } from "./text.js";

/** @typedef {import("./puzzle.js").Puzzle} Puzzle */
/** @typedef {"open"|"done"|"wrong"} LineState */
/**
 * What a stroke reports. `cells`: those it has reached since the last report, without gaps; the
 * first report has the cell where it began. `row`, `col`: where it is now, on the board.
 * @typedef {{phase: "start"|"move"|"end"|"cancel", cells: number[], row: number, col: number,
 *   button: number, long: boolean, pointer: string, alt: boolean, shift: boolean, ctrl: boolean}} Stroke
 */
/**
 * @typedef {object} BoardOptions
 * @property {Puzzle} puzzle
 * @property {Uint8Array} [cells]
 * @property {"play"|"edit"|"show"|"solve"} [mode] play: crosses in empty cells; solve: unknown cells hatched
 * @property {string} [label] what screen readers call the board
 * @property {boolean} [clues] false: no clues
 * @property {boolean} [steady] the room for clues never shrinks, so that a drawing stays where it is
 * @property {number} [maxCell] largest side of a cell that fits by itself, in CSS pixels
 * @property {(stroke: Stroke) => void} [onStroke]
 * @property {(axis: "R"|"C", index: number, event: PointerEvent|KeyboardEvent) => void} [onLine] a clue was pressed
 * @property {(row: number, col: number, how: {keys: boolean, event?: KeyboardEvent, from: [number, number]}) => void} [onCursor]
 * @property {(event: KeyboardEvent, row: number, col: number) => boolean|void} [onKey] true: handled
 * @property {() => void} [onView] zoomed or moved
 */

/** Loaded when something lies over a board; a drawing has no steps. @type {typeof import("./board_over.js").drawOver|null} */
let drawOver = null;

const LONG_PRESS = 420;
const SLACK = 7;
const MOST_CELL = 72;
/** A cell may also be NOTE + a value: unknown, with one note. */
export const NOTE = 128;

export class Board {
	/** @param {HTMLElement} host its size is the size of the board @param {BoardOptions} options */
	constructor(host, options) {
		this.host = host;
		this.options = options;
		this.puzzle = options.puzzle;
		const count = this.puzzle.width * this.puzzle.height;
		/** @type {[number, number]} room for clues: width, number of blocks */
		this.least = leastRoom(this);
		this.cells = options.cells?.slice() ?? new Uint8Array(count).fill(UNKNOWN);
		this.marks = new Uint8Array(count);
		this.notes = new Uint32Array(count);
		this.changes = new Int16Array(count).fill(-1);
		/** @type {import("./board_over.js").Over} */
		this.over = { lines: [], because: [], results: [], chain: [] };
		/** @type {{R: LineState[], C: LineState[]}} */
		this.states = { R: [], C: [] };
		/** @type {{R: (boolean[]|undefined)[], C: (boolean[]|undefined)[]}} */
		this.finished = { R: [], C: [] };
		this.row = 0;
		this.col = 0;
		/** @type {[number, number]|null} */
		this.hover = null;
		this.pan = false;
		this.zoom = 1;
		this.shift = { x: 0, y: 0 };
		this.ratio = 1;
		this.size = 0;
		this.font = { R: 0, C: 0 };
		this.view = { x: 0, y: 0, width: 0, height: 0 };
		/** Widths of the clues left, above, right, below. @type {[number, number, number, number]} */
		this.margins = [0, 0, 0, 0];
		this.colors = themeColors();
		this.dirty = { all: true, over: false, cells: new Set(), lines: new Set() };
		this.frame = 0;
		/** @type {Tiles|undefined} */
		this.tiles = undefined;
		this.tilesKey = "";
		this.fit = 0;
		this.paint = () => this.#paint();

		this.canvas = h("canvas", { "aria-hidden": "true" });
		this.overCanvas = h("canvas", { "aria-hidden": "true", class: "over" });
		this.cursor = h("div", { class: "cursor", "aria-hidden": "true" });
		this.badge = h("div", { class: "badge", "aria-hidden": "true" });
		this.badge.hidden = true;
		this.window = h("div", { class: "window" });
		this.grid = new Grid(this);
		this.window.append(this.grid.element, this.cursor);
		host.classList.add("board");
		host.replaceChildren(this.canvas, this.overCanvas, this.window, this.badge);
		this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { alpha: false }));
		this.overContext = /** @type {CanvasRenderingContext2D} */ (this.overCanvas.getContext("2d"));

		this.stop = new AbortController();
		const { signal } = this.stop;
		this.observer = new ResizeObserver(() => this.layout());
		this.observer.observe(host);
		addEventListener("look", () => this.look(), { signal });
		new Pointers(this, signal);
		this.window.addEventListener("scroll", () => {
			this.window.scrollTo(0, 0); // the browser wants to show the focused cell
			this.show(this.row, this.col);
		});
		this.grid.element.addEventListener("keydown", (event) => this.#key(event), { signal });
		this.grid.element.addEventListener("focusin", (event) => {
			const [row, col] = this.grid.placeOf(event.target) ?? [this.row, this.col];
			if (row !== this.row || col !== this.col) this.setCursor(row, col); // a screen reader goes its own way
			this.changed({ over: true });
		}, { signal });
		this.look();
	}

	/** Ends the board. */
	destroy() {
		this.stop.abort();
		this.observer.disconnect();
		cancelAnimationFrame(this.frame);
	}

	// ---- what is shown

	/** Another puzzle, of any size, in the same place (the clues of a drawing change all the time). @param {Puzzle} puzzle @param {Uint8Array} cells */
	setPuzzle(puzzle, cells) {
		const old = this.puzzle;
		this.puzzle = puzzle;
		if (old.width === puzzle.width && old.height === puzzle.height && samePalette(old, puzzle)) {
			this.setCells(cells);
			const before = this.margins.join() + this.size;
			this.#measure();
			if (before !== this.margins.join() + this.size) this.changed({ all: true });
			for (const axis of /** @type {const} */ (["R", "C"])) {
				const [a, b] = axis === "R" ? [old.rows, puzzle.rows] : [old.columns, puzzle.columns];
				a.forEach((clue, i) => String(clue) !== String(b[i]) && this.changed({ line: [axis, i] }));
			}
			return;
		}
		const count = puzzle.width * puzzle.height;
		this.cells = cells.slice();
		this.marks = new Uint8Array(count);
		this.notes = new Uint32Array(count);
		this.changes = new Int16Array(count).fill(-1);
		this.states = { R: [], C: [] };
		this.finished = { R: [], C: [] };
		this.over = { lines: [], because: [], results: [], chain: [] };
		this.row = Math.min(this.row, puzzle.height - 1);
		this.col = Math.min(this.col, puzzle.width - 1);
		this.least = leastRoom(this);
		this.grid.build();
		this.look();
	}

	/** @param {Uint8Array} cells @param {Iterable<number>} [indexes] those that can have changed */
	setCells(cells, indexes) {
		if (indexes) for (const i of indexes) this.setCell(i, cells[i]);
		else for (let i = 0; i < cells.length; i++) if (cells[i] !== this.cells[i]) this.setCell(i, cells[i]);
	}

	/** @param {number} index @param {number} value */
	setCell(index, value) {
		this.cells[index] = value;
		this.changed({ cell: index });
	}

	/** Notes of cells: bit 0 "may be empty", bit k "may be colour k". @param {ArrayLike<number>} notes */
	setNotes(notes) {
		for (let i = 0; i < this.notes.length; i++)
			if (this.notes[i] !== notes[i]) {
				this.notes[i] = notes[i];
				this.changed({ cell: i });
			}
	}

	/**
	 * Marks cells, and takes the mark from all others: "ambiguous" (ring), "wrong" (struck frame),
	 * "tentative" (cut corner), "printed" (frame), "look" (tinted: look here).
	 * @param {keyof typeof MARKS} kind @param {Iterable<number>} indexes
	 */
	setMarks(kind, indexes) {
		const bit = MARKS[kind];
		const wanted = new Set(indexes);
		for (let i = 0; i < this.marks.length; i++) {
			const marks = wanted.has(i) ? this.marks[i] | bit : this.marks[i] & ~bit;
			if (marks !== this.marks[i]) {
				this.marks[i] = marks;
				this.changed({ cell: i });
			}
		}
	}

	/** Cells that a proposal changes, and their new values. @param {Map<number, number>|null} changes */
	setChanges(changes) {
		for (let i = 0; i < this.changes.length; i++) {
			const value = changes?.get(i) ?? -1;
			if (value !== this.changes[i]) {
				this.changes[i] = value;
				this.changed({ cell: i });
			}
		}
	}

	/** What lies over the board; what is not named goes. @param {Partial<import("./board_over.js").Over>|null} over */
	setOver(over) {
		const before = this.over.results;
		this.over = { lines: [], because: [], results: [], chain: [], ...over };
		this.changed({ over: true });
		for (const { row, col } of [...before, ...this.over.results]) this.changed({ cell: row * this.puzzle.width + col }); // their labels
	}

	/** @param {"R"|"C"} axis @param {number} index @param {LineState} state @param {boolean[]} [finished] the blocks that are certain */
	setLine(axis, index, state, finished) {
		if (this.states[axis][index] === state && String(this.finished[axis][index]) === String(finished)) return;
		this.states[axis][index] = state;
		this.finished[axis][index] = finished;
		this.changed({ line: [axis, index] });
	}

	/** A short text beside a cell, such as the length of a stroke; null takes it away. @param {number} row @param {number} col @param {string|null} text */
	showBadge(row, col, text) {
		this.badge.hidden = text === null;
		if (text === null) return;
		this.badge.textContent = text;
		const [x, y] = this.corner(row, col).map((v) => v / this.ratio);
		const right = Math.min(x + this.size / this.ratio + 6, this.host.clientWidth - 40);
		this.badge.style.transform = `translate(${right}px,${Math.max(0, y - 22)}px)`;
	}

	/** Reads the theme and the settings again. */
	look() {
		this.colors = themeColors();
		this.layout();
	}

	// ---- place and size, all in device pixels

	/** The upper left corner of a cell on the canvas. @param {number} row @param {number} col @returns {[number, number]} */
	corner(row, col) {
		return [this.view.x - this.shift.x + col * this.size, this.view.y - this.shift.y + row * this.size];
	}

	/** Fits the canvas to the host, and paints everything. */
	layout() {
		const { clientWidth, clientHeight } = this.host;
		if (!clientWidth || !clientHeight) return;
		this.ratio = Math.max(1, devicePixelRatio || 1);
		for (const canvas of [this.canvas, this.overCanvas]) {
			const [w, hh] = [Math.round(clientWidth * this.ratio), Math.round(clientHeight * this.ratio)];
			if (canvas.width !== w) canvas.width = w;
			if (canvas.height !== hh) canvas.height = hh;
		}
		this.#measure();
		this.changed({ all: true });
	}

	/** Chooses the size of the cells, and from it all other places. */
	#measure() {
		const { width: columns, height: rows } = this.puzzle;
		const { width, height } = this.canvas;
		const most = (this.options.maxCell ?? Math.min(64, Math.max(40, innerHeight / 24))) * this.ratio;
		let low = Math.round(3 * this.ratio), high = Math.round(most);
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			const [l, a, r, b] = this.#clueRoom(middle);
			if (l + r + columns * middle <= width && a + b + rows * middle <= height) low = middle;
			else high = middle - 1;
		}
		this.fit = low;
		this.zoom = Math.min(Math.max(this.zoom, 1), Math.max(1, (MOST_CELL * this.ratio) / low));
		this.size = Math.round(low * this.zoom);
		this.margins = this.#clueRoom(this.size);
		const [left, above, right, below] = this.margins;
		const [boardWidth, boardHeight] = [columns * this.size, rows * this.size];
		const w = Math.max(1, Math.min(boardWidth, width - left - right));
		const hh = Math.max(1, Math.min(boardHeight, height - above - below));
		const x = Math.max(0, Math.floor((width - left - w - right) / 2)) + left;
		this.view = { x, y: above, width: w, height: hh };
		this.shift.x = Math.min(Math.max(0, this.shift.x), boardWidth - w);
		this.shift.y = Math.min(Math.max(0, this.shift.y), boardHeight - hh);
	}

	/** The room that clues need beside cells of a size. @param {number} size @returns {[number, number, number, number]} */
	#clueRoom(size) {
		if (this.options.clues === false) return [this.ratio, this.ratio, this.ratio, this.ratio];
		const { ratio, puzzle } = this;
		const font = Math.min(Math.max(0.62 * size, Math.min(8 * ratio, 0.95 * size)), Math.max(15 * ratio, 0.42 * size));
		const many = puzzle.palette.colors.length > 1;
		let [units, deep] = this.least;
		for (const clue of puzzle.rows) units = Math.max(units, clueUnits(clue, many));
		for (const clue of puzzle.columns) deep = Math.max(deep, clue?.length ?? 1);
		if (this.options.steady) this.least = /** @type {[number, number]} */ ([units, deep]);
		// Clues take at most 45 % of the place, smaller if they must.
		this.font.R = Math.min(font, (0.45 * this.canvas.width) / (units + 0.9));
		this.font.C = Math.min(font, (0.45 * this.canvas.height) / (deep * 1.3 + 0.7));
		const left = Math.ceil(this.font.R * (units + 0.9)), above = Math.ceil(this.font.C * (deep * 1.3 + 0.7));
		return getLook().outer ? [left, above, left, above] : [left, above, ratio, ratio];
	}

	/** Zooms by a factor around a place (CSS pixels from the corner of the host). @param {number} factor @param {number} [x] @param {number} [y] */
	zoomBy(factor, x = this.host.clientWidth / 2, y = this.host.clientHeight / 2) {
		const [px, py] = [x * this.ratio, y * this.ratio];
		const before = [(px - this.view.x + this.shift.x) / this.size, (py - this.view.y + this.shift.y) / this.size];
		this.zoom *= factor;
		this.#measure();
		this.shift.x = Math.round(before[0] * this.size - (px - this.view.x));
		this.shift.y = Math.round(before[1] * this.size - (py - this.view.y));
		this.#measure();
		this.changed({ all: true });
		this.options.onView?.();
	}

	/** Shows the whole board. */
	showAll() {
		this.zoom = 1;
		this.#measure();
		this.changed({ all: true });
		this.options.onView?.();
	}

	/** Moves the board under its window, in CSS pixels. @param {number} x @param {number} y @returns {boolean} whether it moved */
	moveBy(x, y) {
		const before = this.shift.x + "," + this.shift.y;
		this.shift.x = Math.round(this.shift.x - x * this.ratio);
		this.shift.y = Math.round(this.shift.y - y * this.ratio);
		this.#measure();
		if (before === this.shift.x + "," + this.shift.y) return false;
		this.changed({ all: true });
		this.options.onView?.();
		return true;
	}

	/** Brings a cell into view. @param {number} row @param {number} col */
	show(row, col) {
		const { size, view, shift } = this;
		const x = Math.max(Math.min(shift.x, col * size), (col + 1) * size - view.width);
		const y = Math.max(Math.min(shift.y, row * size), (row + 1) * size - view.height);
		if (x === shift.x && y === shift.y) return;
		shift.x = x;
		shift.y = y;
		this.#measure();
		this.changed({ all: true });
	}

	/** Buttons for zoom, for a toolbar. */
	buttons() {
		return [
			button(t("zoom.in"), () => this.zoomBy(1.4), { icon: "zoom", quiet: true, key: "+" }),
			button(t("zoom.out"), () => this.zoomBy(1 / 1.4), { icon: "out", quiet: true, key: "-" }),
			button(t("zoom.fit"), () => this.showAll(), { icon: "fit", quiet: true }),
		];
	}

	// ---- the cursor

	/** Puts the cursor on a cell. @param {number} row @param {number} col @param {{keys?: boolean, event?: KeyboardEvent, focus?: boolean}} [how] */
	setCursor(row, col, how = {}) {
		const [r, c] = [clamp(row, this.puzzle.height), clamp(col, this.puzzle.width)];
		/** @type {[number, number]} */
		const from = [this.row, this.col];
		for (const [axis, i] of /** @type {["R"|"C", number][]} */ ([["R", this.row], ["C", this.col], ["R", r], ["C", c]]))
			this.changed({ line: [axis, i] });
		this.row = r;
		this.col = c;
		if (how.keys) this.show(r, c);
		this.grid.place(how.focus ?? false);
		this.changed({ over: true });
		if (from[0] !== r || from[1] !== c) this.options.onCursor?.(r, c, { keys: how.keys ?? false, event: how.event, from });
	}

	/** Moves the focus of the keyboard to the board. */
	focus() {
		this.grid.place(true);
	}

	/** @param {KeyboardEvent} event */
	#key(event) {
		this.host.classList.add("keys");
		if (this.options.onKey?.(event, this.row, this.col)) {
			event.preventDefault();
			return;
		}
		if (event.altKey || event.metaKey) return;
		const { width, height } = this.puzzle;
		const far = event.ctrlKey;
		let [row, col] = [this.row, this.col];
		switch (event.key) {
			case "ArrowUp": row = far ? 0 : row - 1; break;
			case "ArrowDown": row = far ? height - 1 : row + 1; break;
			case "ArrowLeft": col = far ? 0 : col - 1; break;
			case "ArrowRight": col = far ? width - 1 : col + 1; break;
			case "Home": col = 0; if (far) row = 0; break;
			case "End": col = width - 1; if (far) row = height - 1; break;
			case "PageUp": row -= 5; break;
			case "PageDown": row += 5; break;
			case "+": if (!far) this.zoomBy(1.4); break;
			case "-": if (!far) this.zoomBy(1 / 1.4); break;
			default: return;
		}
		if (far && (event.key === "+" || event.key === "-")) return;
		event.preventDefault();
		this.setCursor(row, col, { keys: true, event, focus: true });
	}

	// ---- painting

	/** Notes what must be painted in the next frame. @param {{all?: boolean, over?: boolean, cell?: number, line?: ["R"|"C", number]}} what */
	changed({ all, over, cell, line }) {
		const { dirty } = this;
		if (all) dirty.all = true;
		if (over) dirty.over = true;
		if (cell !== undefined) dirty.cells.add(cell);
		if (line) dirty.lines.add(line[0] + line[1]);
		this.frame ||= requestAnimationFrame(this.paint);
	}

	#paint() {
		this.frame = 0;
		if (!this.size) return;
		const { dirty } = this;
		this.dirty = { all: false, over: false, cells: new Set(), lines: new Set() };
		const look = getLook();
		const { mode } = this.options;
		const style = { letters: look.letters, patterns: look.patterns, crosses: mode === "play", hatch: mode === "solve" };
		const key = JSON.stringify([style, this.size, this.colors, this.puzzle.palette]);
		if (key !== this.tilesKey) {
			this.tilesKey = key;
			this.tiles = new Tiles(this.puzzle.palette, this.colors, style, this.size, this.ratio);
		}
		if (dirty.all) this.#paintAll();
		else {
			this.#clip(() => dirty.cells.forEach((index) => this.#cell(index)));
			for (const line of dirty.lines) this.#line(line[0], Number(line.slice(1)));
		}
		if (dirty.all || dirty.over) this.#over();
		if (dirty.all) this.grid.labels();
		else this.grid.labels(dirty.cells, dirty.lines);
	}

	#paintAll() {
		const { context: g, canvas, colors, puzzle, view, size, shift } = this;
		g.fillStyle = colors.paper;
		g.fillRect(0, 0, canvas.width, canvas.height);
		if (this.options.clues !== false) {
			for (let row = 0; row < puzzle.height; row++) this.#line("R", row);
			for (let col = 0; col < puzzle.width; col++) this.#line("C", col);
		}
		this.#clip(() => {
			const first = Math.floor(shift.x / size), last = Math.min(puzzle.width, Math.ceil((shift.x + view.width) / size));
			for (let row = Math.floor(shift.y / size); row * size < shift.y + view.height && row < puzzle.height; row++)
				for (let col = first; col < last; col++) this.#cell(row * puzzle.width + col);
		});
		const place = [view.width, view.height, view.x, view.y].map((v) => v / this.ratio);
		const { style } = this.window;
		[style.width, style.height, style.left, style.top] = place.map((v) => v + "px");
		this.grid.layout();
	}

	/** @param {() => void} f painting that must stay on the board */
	#clip(f) {
		const { context: g, view } = this;
		g.save();
		g.beginPath();
		g.rect(view.x, view.y, view.width, view.height);
		g.clip();
		f();
		g.restore();
	}

	/** @param {number} index */
	#cell(index) {
		const { puzzle, tiles } = this;
		const row = Math.floor(index / puzzle.width), col = index % puzzle.width;
		let value = this.cells[index], notes = this.notes[index];
		if (value >= NOTE && value < UNKNOWN) {
			notes |= 1 << (value - NOTE);
			value = UNKNOWN;
		}
		const tile = /** @type {Tiles} */ (tiles).get(
			value, edges(col, puzzle.width), edges(row, puzzle.height),
			this.marks[index], notes, this.changes[index],
		);
		this.context.drawImage(tile, ...this.corner(row, col));
	}

	/** Paints the clue of a line, on one or both sides. @param {string} axis @param {number} index */
	#line(axis, index) {
		if (this.options.clues === false) return;
		const { context: g, view, size, margins } = this;
		const [left, above, right, below] = margins;
		const across = axis === "R";
		const at = this.corner(index, index)[across ? 1 : 0];
		const [from, to] = across ? [view.y, view.y + view.height] : [view.x, view.x + view.width];
		if (at + size <= from || at >= to) return;
		for (const far of getLook().outer ? [false, true] : [false]) {
			g.save();
			g.beginPath();
			const start = Math.max(at, from), length = Math.min(at + size, to) - start;
			if (across) g.rect(far ? view.x + view.width : view.x - left, start, far ? right : left, length);
			else g.rect(start, far ? view.y + view.height : view.y - above, length, far ? below : above);
			g.clip();
			this.#clue(across, index, at, far);
			g.restore();
		}
	}

	/** @param {boolean} across @param {number} index @param {number} at @param {boolean} far */
	#clue(across, index, at, far) {
		const { context: g, view, size, margins, colors, puzzle, ratio } = this;
		const axis = across ? "R" : "C";
		const clue = (across ? puzzle.rows : puzzle.columns)[index];
		const state = this.states[axis][index] ?? "open";
		const finished = this.finished[axis][index];
		const room = margins[(across ? 0 : 1) + (far ? 2 : 0)];
		const end = across ? (far ? view.x + view.width : view.x) : far ? view.y + view.height : view.y;
		const out = far ? 1 : -1; // away from the board
		const here = (across ? this.row : this.col) === index && this.grid.focused;
		const under = this.hover?.[across ? 0 : 1] === index;
		/** @param {string} color @param {number} alpha @param {number} [depth] */
		const band = (color, alpha, depth = room) => {
			g.globalAlpha = alpha;
			g.fillStyle = color;
			if (across) g.fillRect(far ? end : end - depth, at, depth, size);
			else g.fillRect(at, far ? end : end - depth, size, depth);
			g.globalAlpha = 1;
		};
		band(colors.clues, 1);
		if (Math.floor(index / 5) % 2) band(colors.paper, 0.55);
		if (here || under) band(colors.chain, 0.16);
		if (state === "wrong") {
			band(colors.wrong, 0.16);
			band(colors.wrong, 1, Math.max(3 * ratio, 3));
		}
		const font = this.font[axis];
		const many = puzzle.palette.colors.length > 1;
		const blocks = clue ? (clue.length ? clue : [[0, 0]]) : [[-1, 0]];
		let x = end + out * font * (across ? 0.45 : 0.35);
		for (let n = 0; n < blocks.length; n++) {
			const number = far ? n : blocks.length - 1 - n;
			const [length, color] = blocks[number];
			const text = length < 0 ? "?" : num(length);
			const done = state === "done" || finished?.[number];
			const wide = across ? blockUnits(text, many) * font : 1.3 * font;
			const middle = x + (out * wide) / 2;
			x += out * wide;
			const [cx, cy] = across ? [middle, at + size / 2] : [at + size / 2, middle];
			let ink = done || color === 0 ? colors.muted : colors.ink;
			let high = Math.min(font, 0.95 * size);
			if (!across) high = Math.min(high, (size * 0.94) / (text.length * 0.64));
			if (many && color > 0) {
				const rgb = done ? colors.paper : puzzle.palette.colors[color - 1].rgb;
				if (!done) ink = contrast(rgb);
				const [w, tall] = across ? [wide - 0.12 * font, Math.min(1.25 * font, size - 1)] : [Math.min(size - 1, 1.7 * font), 1.2 * font];
				g.beginPath();
				g.roundRect(cx - w / 2, cy - tall / 2, w, tall, font / 5);
				g.fillStyle = rgb;
				g.fill();
				g.strokeStyle = colors.rule;
				g.lineWidth = ratio / 2;
				g.stroke();
				if (!across) high = Math.min(high, (w * 0.9) / (text.length * 0.64));
			}
			letter(g, text, cx, cy, high, state === "wrong" && !many ? colors.wrong : ink, state === "wrong" ? "bold" : "");
			const half = 0.34 * text.length * high + 1;
			if (done) stroke(g, [[cx - half, cy, cx + half, cy]], colors.muted, Math.max(1, ratio));
			else if (state === "wrong") stroke(g, [[cx - half, cy + high / 2, cx + half, cy + high / 2]], colors.wrong, Math.max(1, ratio));
		}
	}

	#over() {
		const { overContext: g, overCanvas, row, col, size, ratio } = this;
		g.clearRect(0, 0, overCanvas.width, overCanvas.height);
		if (Object.values(this.over).some((part) => part.length)) {
			if (drawOver) drawOver(this, g);
			else import("./board_over.js").then((module) => {
				drawOver = module.drawOver;
				this.changed({ over: true });
			});
		}
		const [x, y] = this.corner(row, col).map((v, i) => (v - [this.view.x, this.view.y][i]) / ratio);
		const { style } = this.cursor;
		style.width = style.height = size / ratio + "px";
		style.transform = `translate(${x}px,${y}px)`;
	}
}

/** What the fingers, the pen and the mouse do. */
class Pointers {
	/** @param {Board} board @param {AbortSignal} signal */
	constructor(board, signal) {
		this.board = board;
		/** @type {Map<number, {x: number, y: number}>} */
		this.down = new Map();
		/** @type {{id: number, row: number, col: number, long: boolean, begun: boolean, x: number, y: number, button: number}|null} */
		this.now = null;
		/** @type {{x: number, y: number}|null} where the hand has taken the board */
		this.hand = null;
		this.timer = 0;
		/** @type {DOMRect|undefined} */
		this.box = undefined;
		const { host } = board;
		const on = (/** @type {string} */ name, /** @type {(e: any) => void} */ f) => host.addEventListener(name, f, { signal, passive: false });
		on("pointerdown", (e) => this.press(e));
		on("pointermove", (e) => this.move(e));
		on("pointerup", (e) => this.lift(e, "end"));
		on("pointercancel", (e) => this.lift(e, "cancel"));
		on("pointerleave", () => this.hoverAt(null));
		on("contextmenu", (e) => e.preventDefault());
		on("wheel", (e) => this.wheel(e));
	}

	/** Where an event is on the board. @param {{clientX: number, clientY: number}} event */
	at(event) {
		const { board } = this;
		const box = (this.box ??= board.host.getBoundingClientRect());
		const x = (event.clientX - box.left) * board.ratio, y = (event.clientY - box.top) * board.ratio;
		const { view, shift, size, puzzle } = board;
		const row = Math.floor((y - view.y + shift.y) / size), col = Math.floor((x - view.x + shift.x) / size);
		const inX = x >= view.x && x < view.x + view.width, inY = y >= view.y && y < view.y + view.height;
		return { row: clamp(row, puzzle.height), col: clamp(col, puzzle.width), on: inX && inY, inX, inY };
	}

	/** @param {PointerEvent} event */
	press(event) {
		const { board } = this;
		this.box = undefined;
		board.host.classList.remove("keys");
		const place = this.at(event);
		this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
		if (event.pointerType !== "mouse" && this.down.size > 1) {
			this.withdraw(event);
			return;
		}
		if (!place.on) {
			const axis = place.inY ? "R" : place.inX ? "C" : null;
			if (axis && board.options.clues !== false) board.options.onLine?.(axis, axis === "R" ? place.row : place.col, event);
			return;
		}
		event.preventDefault();
		try {
			board.host.setPointerCapture(event.pointerId);
		} catch {
			// a pointer that a test or a program has made up
		}
		if (board.pan || (event.button === 1 && board.zoom > 1)) {
			this.hand = { x: event.clientX, y: event.clientY };
			return;
		}
		if (this.now) return;
		board.setCursor(place.row, place.col, { focus: true });
		this.now = { id: event.pointerId, row: place.row, col: place.col, long: false, begun: false, x: event.clientX, y: event.clientY, button: event.button };
		if (event.pointerType !== "touch") this.begin(event);
		else
			this.timer = window.setTimeout(() => {
				if (!this.now || this.now.begun) return;
				this.now.long = true;
				this.begin(event);
			}, LONG_PRESS);
	}

	/** @param {PointerEvent} event */
	begin(event) {
		if (!this.now || this.now.begun) return;
		clearTimeout(this.timer);
		this.now.begun = true;
		this.send("start", [this.now.row * this.board.puzzle.width + this.now.col], event);
	}

	/** A second finger: no stroke, but zoom and move. @param {PointerEvent} event */
	withdraw(event) {
		clearTimeout(this.timer);
		if (this.now?.begun) this.send("cancel", [], event);
		this.now = null;
		this.hand = null;
	}

	/** @param {PointerEvent} event */
	move(event) {
		const { board } = this;
		const before = this.down.get(event.pointerId);
		if (!before) {
			if (event.pointerType === "mouse") {
				this.box = undefined;
				const place = this.at(event);
				this.hoverAt(place.on ? [place.row, place.col] : null);
			}
			return;
		}
		const here = { x: event.clientX, y: event.clientY };
		if (this.down.size > 1) {
			const other = [...this.down].find(([id]) => id !== event.pointerId)?.[1] ?? here;
			const box = board.host.getBoundingClientRect();
			const length = (/** @type {{x: number, y: number}} */ p) => Math.max(20, Math.hypot(p.x - other.x, p.y - other.y));
			board.moveBy((here.x - before.x) / 2, (here.y - before.y) / 2);
			board.zoomBy(length(here) / length(before), (here.x + other.x) / 2 - box.left, (here.y + other.y) / 2 - box.top);
			this.down.set(event.pointerId, here);
			return;
		}
		this.down.set(event.pointerId, here);
		if (this.hand) {
			board.moveBy(here.x - this.hand.x, here.y - this.hand.y);
			this.hand = here;
			return;
		}
		const { now } = this;
		if (!now || now.id !== event.pointerId) return;
		if (!now.begun) {
			if (Math.hypot(here.x - now.x, here.y - now.y) < SLACK) return;
			this.begin(event);
		}
		const cells = [];
		for (const part of event.getCoalescedEvents?.() ?? [event]) cells.push(...this.reach(this.at(part)));
		cells.push(...this.reach(this.at(event)));
		if (cells.length) this.send("move", cells, event);
	}

	/** The cells from where the stroke is to a place, without gaps. @param {{row: number, col: number}} to @returns {number[]} */
	reach(to) {
		const now = /** @type {NonNullable<Pointers["now"]>} */ (this.now);
		const cells = [];
		const steps = Math.max(Math.abs(to.row - now.row), Math.abs(to.col - now.col));
		for (let i = 1; i <= steps; i++) {
			const row = Math.round(now.row + ((to.row - now.row) * i) / steps);
			const col = Math.round(now.col + ((to.col - now.col) * i) / steps);
			cells.push(row * this.board.puzzle.width + col);
		}
		now.row = to.row;
		now.col = to.col;
		return cells;
	}

	/** @param {PointerEvent} event @param {"end"|"cancel"} phase */
	lift(event, phase) {
		this.down.delete(event.pointerId);
		this.hand = null;
		clearTimeout(this.timer);
		const { now, board } = this;
		if (!now || now.id !== event.pointerId) return;
		if (phase === "end") this.begin(event); // a short tap
		if (now.begun) this.send(phase, [], event);
		this.now = null;
		board.setCursor(now.row, now.col, { focus: true });
	}

	/** @param {Stroke["phase"]} phase @param {number[]} cells @param {PointerEvent} event */
	send(phase, cells, event) {
		const now = /** @type {NonNullable<Pointers["now"]>} */ (this.now);
		this.board.options.onStroke?.({
			phase, cells, row: now.row, col: now.col, button: now.button, long: now.long, pointer: event.pointerType,
			alt: event.altKey, shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey,
		});
	}

	/** @param {[number, number]|null} place */
	hoverAt(place) {
		const { board } = this;
		if (String(place) === String(board.hover)) return;
		for (const at of [board.hover, place])
			if (at) {
				board.changed({ line: ["R", at[0]] });
				board.changed({ line: ["C", at[1]] });
			}
		board.hover = place;
	}

	/** @param {WheelEvent} event */
	wheel(event) {
		const { board } = this;
		if (event.ctrlKey || event.metaKey) {
			const box = board.host.getBoundingClientRect();
			board.zoomBy(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
			event.preventDefault();
		} else {
			const unit = event.deltaMode ? 30 : 1;
			const [x, y] = event.shiftKey && !event.deltaX ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
			if (board.moveBy(-x * unit, -y * unit)) event.preventDefault();
		}
	}
}

/** Width and number of blocks that clues have room for at least. @param {Board} board @returns {[number, number]} */
const leastRoom = ({ options, puzzle: { width, height, palette } }) =>
	options.steady ? [Math.min(4, (width + 1) >> 1) * blockUnits("1", palette.colors.length > 1), Math.min(4, (height + 1) >> 1)] : [1, 1];

/** @param {number} value @param {number} count */
const clamp = (value, count) => Math.min(Math.max(0, value), count - 1);

/** @param {Puzzle} a @param {Puzzle} b */
const samePalette = (a, b) => JSON.stringify(a.palette) === JSON.stringify(b.palette);

/** The width of a block by the size of its font. @param {string} text @param {boolean} many */
const blockUnits = (text, many) => 0.64 * text.length + (many ? 0.75 : 0.5);

/** @param {import("./puzzle.js").Clue|null} clue @param {boolean} many */
const clueUnits = (clue, many) =>
	clue?.length ? clue.reduce((sum, [length]) => sum + blockUnits(String(length), many), 0) : blockUnits("?", many);
