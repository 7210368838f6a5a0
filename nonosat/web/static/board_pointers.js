// SPDX-License-Identifier: MIT
/**
 * Fingers, pen and mouse on a board: strokes, without gaps between their cells; zoom and move by two
 * fingers, by the hand, by the wheel.
 */
import { clamp, fingerZoom } from "./board_place.js";
import { announce } from "./parts.js";
import { t } from "./text.js";

const LONG_PRESS = 420;
const SLACK = 7;
/** Milliseconds a cell, while a stroke is held at the edge. */
const SCROLL = 130;

export class Pointers {
	/** @param {import("./board.js").Board} board @param {AbortSignal} signal */
	constructor(board, signal) {
		this.board = board;
		/** @type {Map<number, {x: number, y: number}>} */
		this.down = new Map();
		/** @type {{id: number, row: number, col: number, long: boolean, begun: boolean, x: number, y: number, button: number}|null} */
		this.now = null;
		/** @type {{x: number, y: number}|null} last place of a drag by hand */
		this.hand = null;
		this.timer = 0;
		/** Moves the bar that is held. @type {((event: PointerEvent) => void) | null} */
		this.bar = null;
		/** The timer of a stroke at the edge. */
		this.scrolling = 0;
		/** Two fingers: the zoom, the place between them and their distance when the second came. @type {{zoom: number, place: [number, number], length: number} | null} */
		this.pinch = null;
		/** A touch that comes nearer instead of drawing: by this factor, when the finger leaves. */
		this.nearer = 1;
		/** @type {DOMRect|undefined} */
		this.box = undefined;
		const { host } = board;
		const on = (/** @type {string} */ name, /** @type {(e: any) => void} */ f) =>
			host.addEventListener(name, f, { signal, passive: false });
		on("pointerdown", e => this.press(e));
		on("pointermove", e => this.move(e));
		on("pointerup", e => this.lift(e, "end"));
		on("pointercancel", e => this.lift(e, "cancel"));
		on("pointerleave", () => this.hoverAt(null));
		on("contextmenu", e => e.preventDefault());
		on("wheel", e => this.wheel(e));
	}

	/** The place of an event on the board; a cell that is not in view is never meant. @param {{clientX: number, clientY: number}} event */
	at(event) {
		const { board } = this;
		const box = (this.box ??= board.host.getBoundingClientRect());
		const x = (event.clientX - box.left) * board.ratio,
			y = (event.clientY - box.top) * board.ratio;
		const { view, shift, size, puzzle } = board;
		const inX = x >= view.x && x < view.x + view.width,
			inY = y >= view.y && y < view.y + view.height;
		const seen = (/** @type {number} */ at, /** @type {number} */ length) => Math.min(Math.max(0, at), length - 1);
		const row = Math.floor((seen(y - view.y, view.height) + shift.y) / size),
			col = Math.floor((seen(x - view.x, view.width) + shift.x) / size);
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
		const bar = place.on ? null : board.bars.grab(event);
		if (bar) {
			event.preventDefault();
			this.capture(event);
			this.bar = bar;
			return;
		}
		if (!place.on) {
			const axis = place.inY ? "R" : place.inX ? "C" : null;
			if (axis && board.options.clues !== false)
				board.options.onLine?.(axis, axis === "R" ? place.row : place.col, event);
			return;
		}
		event.preventDefault();
		this.capture(event);
		if (board.pan || (event.button === 1 && board.zoom > 1)) {
			this.hand = { x: event.clientX, y: event.clientY };
			return;
		}
		if (this.now) return;
		this.nearer = event.pointerType === "touch" && board.options.onStroke ? fingerZoom(board) : 1;
		board.setCursor(place.row, place.col, { focus: true });
		this.now = {
			id: event.pointerId,
			row: place.row,
			col: place.col,
			long: false,
			begun: false,
			x: event.clientX,
			y: event.clientY,
			button: event.button,
		};
		if (event.pointerType !== "touch") this.begin(event);
		else if (this.nearer === 1)
			this.timer = window.setTimeout(() => {
				if (!this.now || this.now.begun) return;
				this.now.long = true;
				this.begin(event);
			}, LONG_PRESS);
	}

	/** @param {PointerEvent} event */
	capture(event) {
		try {
			this.board.host.setPointerCapture(event.pointerId);
		} catch {
			// a pointer made by a test or a program
		}
	}

	/** @param {PointerEvent} event */
	begin(event) {
		if (!this.now || this.now.begun) return;
		clearTimeout(this.timer);
		this.now.begun = true;
		this.send("start", [this.now.row * this.board.puzzle.width + this.now.col], event);
	}

	/** A second finger: zoom and move, instead of a stroke. @param {PointerEvent} event */
	withdraw(event) {
		clearTimeout(this.timer);
		this.nearer = 1;
		this.bar = null;
		this.scroll(null);
		if (this.now?.begun) this.send("cancel", [], event);
		this.now = null;
		this.hand = null;
		const { middle, length } = this.fingers();
		this.pinch = { zoom: this.board.zoom, length, place: this.board.placeAt(...middle) };
	}

	/** The middle of the first two fingers in the host, and their distance, in CSS pixels. @returns {{middle: [number, number], length: number}} */
	fingers() {
		const [one, other] = [...this.down.values()];
		const box = this.board.host.getBoundingClientRect();
		return {
			middle: [(one.x + other.x) / 2 - box.left, (one.y + other.y) / 2 - box.top],
			length: Math.max(20, Math.hypot(one.x - other.x, one.y - other.y)),
		};
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
			// From the beginning of the gesture: so nothing is lost at the edge, where the board stops.
			this.down.set(event.pointerId, here);
			const { middle, length } = this.fingers();
			const { pinch } = this;
			if (pinch) board.holdAt((pinch.zoom * length) / pinch.length, pinch.place, ...middle);
			return;
		}
		this.down.set(event.pointerId, here);
		if (this.bar) return this.bar(event);
		if (this.hand) {
			board.moveBy(here.x - this.hand.x, here.y - this.hand.y);
			this.hand = here;
			return;
		}
		const { now } = this;
		if (!now || now.id !== event.pointerId) return;
		if (!now.begun) {
			if (Math.hypot(here.x - now.x, here.y - now.y) < SLACK) return;
			this.nearer = 1; // a stroke draws
			this.begin(event);
		}
		const cells = [];
		for (const part of event.getCoalescedEvents?.() ?? [event]) cells.push(...this.reach(this.at(part)));
		cells.push(...this.reach(this.at(event)));
		if (cells.length) this.send("move", cells, event);
		this.scroll(event);
	}

	/** While a stroke is held at the edge of the view, the board moves on below it. @param {PointerEvent | null} event null: no more */
	scroll(event) {
		const { board } = this;
		const { on, inX, inY } = event ? this.at(event) : { on: true, inX: true, inY: true };
		if (!event || on || !this.now?.begun) {
			clearInterval(this.scrolling);
			this.scrolling = 0;
			return;
		}
		const box = board.host.getBoundingClientRect();
		const { view, ratio, size } = board;
		const side = (/** @type {number} */ at, /** @type {number} */ from) =>
			(at * ratio < from ? 1 : -1) * (size / ratio);
		const x = inX ? 0 : side(event.clientX - box.left, view.x),
			y = inY ? 0 : side(event.clientY - box.top, view.y);
		clearInterval(this.scrolling);
		this.scrolling = window.setInterval(() => {
			if (!this.now?.begun || !board.moveBy(x, y)) return this.scroll(null);
			const cells = this.reach(this.at(event));
			if (cells.length) this.send("move", cells, event);
		}, SCROLL);
	}

	/** The cells from the stroke to a place, without gaps. @param {{row: number, col: number}} to @returns {number[]} */
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
		this.bar = null;
		this.pinch = null;
		clearTimeout(this.timer);
		this.scroll(null);
		const { now, board } = this;
		if (this.nearer > 1) this.now = null;
		if (this.nearer > 1 && phase === "end") {
			const box = board.host.getBoundingClientRect();
			const { row, col } = this.at(event);
			board.zoomBy(this.nearer, event.clientX - box.left, event.clientY - box.top);
			board.show(row, col); // the clues are larger, too
			const text = t("zoom.nearer");
			board.showBadge(row, col, text);
			announce(text);
			setTimeout(() => board.badge.textContent === text && board.showBadge(row, col, null), 2500);
			board.setCursor(row, col, { focus: true });
		}
		const near = this.nearer > 1;
		this.nearer = 1;
		if (near || !now || now.id !== event.pointerId) return;
		if (phase === "end") this.begin(event); // a short tap
		if (now.begun) this.send(phase, [], event);
		this.now = null;
		board.setCursor(now.row, now.col, { focus: true });
	}

	/** @param {import("./board.js").Stroke["phase"]} phase @param {number[]} cells @param {PointerEvent} event */
	send(phase, cells, event) {
		const now = /** @type {NonNullable<Pointers["now"]>} */ (this.now);
		this.board.options.onStroke?.({
			phase,
			cells,
			row: now.row,
			col: now.col,
			button: now.button,
			long: now.long,
			pointer: event.pointerType,
			alt: event.altKey,
			shift: event.shiftKey,
			ctrl: event.ctrlKey || event.metaKey,
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
		board.options.onHover?.(place);
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
