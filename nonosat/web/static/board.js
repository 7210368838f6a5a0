// SPDX-License-Identifier: MIT
/**
 * A board with its clues: drawn on a canvas, used by mouse, pen, fingers, keys and screen readers.
 *
 * The board does not decide what a stroke does: it reports the cells that a stroke covers, and the
 * page sets cells. Only changed cells are painted, in the next frame. Clues stay beside the part of
 * the board that is in view. Screen readers use the ARIA grid of `board_grid.js`.
 *
 * A board of which only a part is in view fades at its edges, and has bars. One finger draws, two
 * zoom and move; on a whole board with cells too small for fingers the first touch comes nearer. A
 * resting finger reports a stroke with `long: true`. With `pan` (the hand) one finger or the mouse
 * moves. The wheel moves, with Ctrl it zooms.
 */
import { paintFrame } from "./board_frame.js";
import { Grid } from "./board_grid.js";
import { MARKS, themeColors } from "./board_paint.js";
import { Bars } from "./board_bars.js";
import { clamp, leastRoom, measure } from "./board_place.js";
import { Pointers } from "./board_pointers.js";
import { UNKNOWN } from "./puzzle.js";
import { button, div, h } from "./parts.js";
import { t } from "./text.js";

/** @typedef {import("./puzzle.js").Puzzle} Puzzle */
/** @typedef {"open"|"done"|"wrong"} LineState */
/**
 * The report of a stroke. `cells`: the cells reached since the last report, without gaps; in the
 * first report, the first cell. `row`, `col`: the present position on the board.
 * @typedef {{phase: "start"|"move"|"end"|"cancel", cells: number[], row: number, col: number,
 *   button: number, long: boolean, pointer: string, alt: boolean, shift: boolean, ctrl: boolean}} Stroke
 */
/**
 * @typedef {object} BoardOptions
 * @property {Puzzle} puzzle
 * @property {Uint8Array} [cells]
 * @property {"play"|"edit"|"show"|"solve"} [mode] play: crosses in empty cells; solve: unknown cells hatched
 * @property {string} [label] name of the board for screen readers
 * @property {boolean} [clues] false: no clues
 * @property {boolean} [steady] the room for clues never shrinks, so that a drawing stays where it is
 * @property {number} [maxCell] largest side of a fitted cell, in CSS pixels, unless the screen is large
 * @property {(stroke: Stroke) => void} [onStroke]
 * @property {(axis: "R"|"C", index: number, event: PointerEvent|KeyboardEvent) => void} [onLine] a clue was pressed
 * @property {(row: number, col: number, how: {keys: boolean, event?: KeyboardEvent, from: [number, number]}) => void} [onCursor]
 * @property {(event: KeyboardEvent, row: number, col: number) => boolean|void} [onKey] true: handled
 * @property {(place: [number, number]|null) => void} [onHover] the mouse is over another cell
 * @property {() => void} [onView] zoomed or moved
 */

const STEP = 1.4;
/** If a larger part of the board is ambiguous, rings would hide the picture. */
const CROWD = 0.4;

export class Board {
	/** @param {HTMLElement} host its size is the size of the board @param {BoardOptions} options */
	constructor(host, options) {
		this.host = host;
		this.options = options;
		this.puzzle = options.puzzle;
		const count = this.puzzle.width * this.puzzle.height;
		/** @type {[number, number]} lengths of clues with room, in rows and columns */
		this.least = leastRoom(this);
		this.cells = options.cells?.slice() ?? new Uint8Array(count).fill(UNKNOWN);
		this.marks = new Uint8Array(count);
		this.crowded = false;
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
		/** @type {import("./board_paint.js").Tiles|undefined} */
		this.tiles = undefined;
		this.tilesKey = "";
		this.fit = 0;
		this.paint = () => paintFrame(this);

		this.canvas = h("canvas", { "aria-hidden": "true" });
		this.overCanvas = h("canvas", { "aria-hidden": "true", class: "over" });
		this.cursor = h("div", { class: "cursor", "aria-hidden": "true" });
		this.badge = h("div", { class: "badge", "aria-hidden": "true" });
		this.badge.hidden = true;
		this.window = div("window");
		this.grid = new Grid(this);
		this.window.append(this.grid.element, this.cursor);
		host.classList.add("board");
		this.bars = new Bars(this);
		host.replaceChildren(this.canvas, this.overCanvas, this.window, ...this.bars.elements, this.badge);
		this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { alpha: false }));
		this.overContext = /** @type {CanvasRenderingContext2D} */ (this.overCanvas.getContext("2d"));

		this.stop = new AbortController();
		const { signal } = this.stop;
		this.observer = new ResizeObserver(() => this.layout());
		this.observer.observe(host);
		addEventListener("look", () => this.look(), { signal });
		new Pointers(this, signal);
		this.window.addEventListener("scroll", () => {
			this.window.scrollTo(0, 0); // undo the browser's scrolling to the focused cell
			this.show(this.row, this.col);
		});
		this.grid.element.addEventListener("keydown", event => this.#key(event), { signal });
		this.grid.element.addEventListener(
			"focusin",
			event => {
				const [row, col] = this.grid.placeOf(event.target) ?? [this.row, this.col];
				if (row !== this.row || col !== this.col) this.setCursor(row, col); // a screen reader moved the focus
				this.changed({ over: true });
			},
			{ signal },
		);
		this.look();
	}

	/** Ends the board. */
	destroy() {
		this.stop.abort();
		this.observer.disconnect();
		cancelAnimationFrame(this.frame);
	}

	// ---- contents

	/** Another puzzle, of any size, in the same place (the clues of a drawing change often). @param {Puzzle} puzzle @param {Uint8Array} cells */
	setPuzzle(puzzle, cells) {
		const old = this.puzzle;
		this.puzzle = puzzle;
		if (old.width === puzzle.width && old.height === puzzle.height && samePalette(old, puzzle)) {
			this.setCells(cells);
			const before = this.margins.join() + this.size;
			measure(this);
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
		this.crowded = false;
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

	/** @param {Uint8Array} cells @param {Iterable<number>} [indexes] cells that may have changed */
	setCells(cells, indexes) {
		if (indexes) for (const i of indexes) this.setCell(i, cells[i]);
		else for (let i = 0; i < cells.length; i++) if (cells[i] !== this.cells[i]) this.setCell(i, cells[i]);
	}

	/** @param {number} index @param {number} value */
	setCell(index, value) {
		this.cells[index] = value;
		this.changed({ cell: index });
	}

	/**
	 * Marks these cells, and no others: "ambiguous" (ring; tint, if they are many), "wrong" (struck frame),
	 * "tentative" (cut corner), "printed" (frame), "look" (tinted: look here).
	 * @param {keyof typeof MARKS} kind @param {Iterable<number>} indexes
	 */
	setMarks(kind, indexes) {
		const bit = MARKS[kind];
		const wanted = new Set(indexes);
		const crowded = wanted.size > CROWD * this.marks.length;
		if (kind === "ambiguous" && crowded !== this.crowded) {
			this.crowded = crowded;
			this.changed({ all: true });
		}
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

	/** Sets the shapes over the board; parts that are not given are removed. @param {Partial<import("./board_over.js").Over>|null} over */
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

	/** A short text beside a cell, such as the length of a stroke; null removes it. @param {number} row @param {number} col @param {string|null} text */
	showBadge(row, col, text) {
		this.badge.hidden = text === null;
		if (text === null) return;
		this.badge.textContent = text;
		const [x, y] = this.corner(row, col).map(v => v / this.ratio);
		const right = Math.max(
			0,
			Math.min(x + this.size / this.ratio + 6, this.host.clientWidth - this.badge.offsetWidth - 4),
		);
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
		measure(this);
		this.changed({ all: true });
	}

	/** Zooms by a factor around a place (CSS pixels from the corner of the host). @param {number} factor @param {number} [x] @param {number} [y] */
	zoomBy(factor, x = this.host.clientWidth / 2, y = this.host.clientHeight / 2) {
		this.holdAt(this.zoom * factor, this.placeAt(x, y), x, y);
	}

	/**
	 * Zooms and moves, so that a place of the board lies at a place of the host: as two fingers hold it.
	 * @param {number} zoom @param {[number, number]} place column and row, with fractions @param {number} x CSS pixels @param {number} y
	 */
	holdAt(zoom, [col, row], x, y) {
		this.zoom = zoom;
		measure(this);
		this.shift.x = Math.round(col * this.size - (x * this.ratio - this.view.x));
		this.shift.y = Math.round(row * this.size - (y * this.ratio - this.view.y));
		measure(this);
		this.changed({ all: true });
		this.options.onView?.();
	}

	/** The place of the board at a place of the host: column and row, with fractions. @param {number} x CSS pixels @param {number} y @returns {[number, number]} */
	placeAt(x, y) {
		const { ratio, view, shift, size } = this;
		return [(x * ratio - view.x + shift.x) / size, (y * ratio - view.y + shift.y) / size];
	}

	/** Zooms by a key. @param {string} key @returns {boolean} whether it zooms */
	zoomKey(key) {
		if (key !== "+" && key !== "-") return false;
		this.zoomBy(key === "+" ? STEP : 1 / STEP);
		return true;
	}

	/** Shows the whole board. */
	showAll() {
		this.zoom = 1;
		measure(this);
		this.changed({ all: true });
		this.options.onView?.();
	}

	/** Moves the board under its window, in CSS pixels. @param {number} x @param {number} y @returns {boolean} whether it moved */
	moveBy(x, y) {
		const before = this.shift.x + "," + this.shift.y;
		this.shift.x = Math.round(this.shift.x - x * this.ratio);
		this.shift.y = Math.round(this.shift.y - y * this.ratio);
		measure(this);
		if (before === this.shift.x + "," + this.shift.y) return false;
		this.changed({ all: true });
		this.options.onView?.();
		return true;
	}

	/** Brings a cell into view, or a line: then the other number is null. @param {number|null} row @param {number|null} col */
	show(row, col) {
		const { size, view, shift } = this;
		const near = (/** @type {number} */ now, /** @type {number|null} */ at, /** @type {number} */ room) =>
			at === null ? now : Math.max(Math.min(now, at * size), (at + 1) * size - room);
		const [x, y] = [near(shift.x, col, view.width), near(shift.y, row, view.height)];
		if (x === shift.x && y === shift.y) return;
		shift.x = x;
		shift.y = y;
		measure(this);
		this.changed({ all: true });
	}

	/** Buttons for zoom, for a toolbar. */
	buttons() {
		return [
			button(t("zoom.in"), () => this.zoomBy(STEP), { icon: "zoom", quiet: true, key: "+" }),
			button(t("zoom.out"), () => this.zoomBy(1 / STEP), { icon: "out", quiet: true, key: "-" }),
			button(t("zoom.fit"), () => this.showAll(), { icon: "fit", quiet: true }),
		];
	}

	// ---- the cursor

	/** Puts the cursor on a cell. @param {number} row @param {number} col @param {{keys?: boolean, event?: KeyboardEvent, focus?: boolean}} [how] */
	setCursor(row, col, how = {}) {
		const [r, c] = [clamp(row, this.puzzle.height), clamp(col, this.puzzle.width)];
		/** @type {[number, number]} */
		const from = [this.row, this.col];
		for (const [axis, i] of /** @type {["R"|"C", number][]} */ ([
			["R", this.row],
			["C", this.col],
			["R", r],
			["C", c],
		]))
			this.changed({ line: [axis, i] });
		this.row = r;
		this.col = c;
		if (how.keys) this.show(r, c);
		this.grid.place(how.focus ?? false);
		this.changed({ over: true });
		if (from[0] !== r || from[1] !== c)
			this.options.onCursor?.(r, c, { keys: how.keys ?? false, event: how.event, from });
	}

	/** Moves the keyboard focus to the board. */
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
		const { row, col } = this;
		/** @type {Record<string, [number, number]>} */
		const places = {
			ArrowUp: [far ? 0 : row - 1, col],
			ArrowDown: [far ? height - 1 : row + 1, col],
			ArrowLeft: [row, far ? 0 : col - 1],
			ArrowRight: [row, far ? width - 1 : col + 1],
			Home: [far ? 0 : row, 0],
			End: [far ? height - 1 : row, width - 1],
			PageUp: [row - 5, col],
			PageDown: [row + 5, col],
		};
		const to = places[event.key];
		if (!to && (far || !this.zoomKey(event.key))) return;
		event.preventDefault();
		this.setCursor(...(to ?? [row, col]), { keys: true, event, focus: true });
	}

	// ---- painting

	/** Notes the parts to paint in the next frame. @param {{all?: boolean, over?: boolean, cell?: number, line?: ["R"|"C", number]}} what */
	changed({ all, over, cell, line }) {
		const { dirty } = this;
		if (all) dirty.all = true;
		if (over) dirty.over = true;
		if (cell !== undefined) dirty.cells.add(cell);
		if (line) dirty.lines.add(line[0] + line[1]);
		this.frame ||= requestAnimationFrame(this.paint);
	}
}

/** @param {Puzzle} a @param {Puzzle} b */
const samePalette = (a, b) => JSON.stringify(a.palette) === JSON.stringify(b.palette);
