// SPDX-License-Identifier: MIT
// The review of a printed puzzle: its picture beside the texts of clues, each number in a frame. An
// uncertain number has a dashed frame, a wrong one a cross; the list below says why. F8 goes from one
// such number to the next: its word is selected in the text, so that typing replaces it; Enter accepts
// it. The frames of the line with the text cursor are shown, and beside a chosen number the piece of the
// picture with its line and the values that it may have (editor_doubt.js).
//
// Sums, verdict and "Find the mistake" work as for all typed clues (editor_live.js).
import { button, choice, div, fill, h, icon } from "../parts.js";
import { packMarks } from "../marks.js";
import { Progress } from "../progress.js";
import { UNKNOWN, cellNames, fromJson, readCells } from "../puzzle.js";
import { changedLines, doubtsOf, lineAt, placesOf, pointOf, valuesOf, withValue, wordRange } from "../reading.js";
import { t, joined, series, sentence } from "../text.js";
import "../text_photo.js";
import { choicesOf, pieceOf } from "./editor_doubt.js";
import { PhotoView } from "./editor_view.js";
import { textsOf } from "./editor_start.js";

/** @typedef {import("../reading.js").Place} Place */
/** @typedef {import("../reading.js").State} State */
/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./editor_files.js").Reviewed} Reviewed */
/** @typedef {"rows" | "columns"} Axis */
/** @typedef {{place: Place, frame: HTMLElement}} Framed */

/** @type {Axis[]} */
const AXES = ["rows", "columns"];

export class Review {
	/** @param {Editor} editor @param {Reviewed} reviewed */
	constructor(editor, reviewed) {
		this.editor = editor;
		this.reviewed = reviewed;
		const { reading, picture } = reviewed;
		/** @type {Framed[]} */
		this.framed = (reading ? placesOf(reading) : []).map(place => {
			const on = { click: () => this.go(framed) };
			const framed = { place, frame: h("button", { type: "button", tabindex: -1, class: "number", on }) };
			return framed;
		});
		/** Why lines were corrected. */
		this.remarks = new Map(
			[...(reading?.rows ?? []), ...(reading?.columns ?? [])].flatMap(({ line, remark }) =>
				remark ? [[line, remark]] : [],
			),
		);
		/** The numbers to compare, the worst first. */
		this.doubts = doubtsOf(this.framed.map(framed => ({ ...framed, state: framed.place.state })));
		/** @type {Framed | null} the number chosen by F8, a click or the list */
		this.at = null;
		this.settled = new Set(reviewed.settled);
		this.stop = new AbortController();
		const { signal } = this.stop;
		this.headline = h("p", { class: "verdict", role: "status" });
		const next = this.doubts.length > 0 && [
			button(t("photo.previous"), () => this.next(-1), { icon: "back", quiet: true, key: "Shift+F8" }),
			button(t("photo.next"), () => this.next(1), { icon: "forward", quiet: true, key: "F8" }),
		];
		this.view = new PhotoView(picture, reading?.pixels ?? null, [
			...this.framed.map(({ place, frame }) => ({ frame, box: place.box })),
			...this.wrongCells(),
		]);
		this.notes = div("photo-notes stack");
		/** The text about the chosen number. */
		this.said = h("p", { class: "photo-at", role: "status" });
		/** Its piece of the picture, and its values. */
		this.card = div("photo-card");
		this.playButton = button(t("page.play"), () => editor.play(), { icon: "play" });
		fill(
			editor.photo,
			div(
				"photo-head",
				this.headline,
				div(
					"buttons",
					this.playButton,
					button(t("photo.close"), () => this.remove(), { icon: "close", quiet: true }),
				),
			),
			div(
				"photo-stick",
				div("row", next, next && h("span", { class: "divider" }), this.view.buttons, this.said),
				this.card,
				this.view.element,
			),
			this.notes,
		);
		editor.photo.hidden = editor.mode !== "clues";
		editor.element.classList.add("with-photo");
		document.addEventListener("keydown", event => this.onKey(event), { signal });
		for (const axis of AXES) {
			const { area } = editor.texts[axis];
			for (const name of ["keyup", "click", "focus"])
				area.addEventListener(name, () => this.onCursor(axis), { signal });
			area.addEventListener("keydown", event => this.onEnter(event, axis), { signal });
			area.addEventListener("pointerdown", () => this.mark(null), { signal });
		}
		this.list();
		this.typed();
	}

	/** The picture goes; the clues stay. */
	remove() {
		this.close();
		this.editor.review = null;
		this.editor.texts.rows.area.focus();
	}

	close() {
		this.stop.abort();
		this.view.close();
		this.reviewed.settled = [...this.settled];
		this.editor.photo.hidden = true;
		fill(this.editor.photo);
		this.editor.element.classList.remove("with-photo");
	}

	// ---- contents

	/** The texts have changed; lines that the user changed are settled. */
	typed() {
		const { reading, read } = this.reviewed;
		const texts = this.editor.texts.get();
		const changed = { rows: changedLines(texts.rows, read.rows), columns: changedLines(texts.columns, read.columns) };
		this.changed = changed;
		for (const { place, frame } of this.framed) {
			const state = this.stateOf(place);
			if (frame.dataset.state === state) continue;
			frame.dataset.state = state;
			frame.title = state === "settled" ? describe(place, state) : this.about(place);
			frame.setAttribute("aria-label", frame.title);
		}
		for (const item of this.notes.querySelectorAll("[data-line]")) {
			const done = this.doubts
				.filter(({ place }) => place.name === /** @type {HTMLElement} */ (item).dataset.line)
				.every(({ place }) => this.stateOf(place) === "settled");
			item.classList.toggle("settled", done);
		}
		const n = changed.rows.size + changed.columns.size;
		const status = !reading ? "typed" : n ? "changed" : reading.status;
		this.editor.photo.dataset.status = status;
		const good = status === "unique";
		this.playButton.classList.toggle("primary", good || status === "changed");
		fill(
			this.headline,
			icon(good ? "check" : status === "typed" || status === "changed" ? "info" : "warning"),
			h("span", {}, t("photo.status." + status, { n })),
		);
	}

	/** @param {Place} place @returns {State | "settled"} */
	stateOf(place) {
		if (place.state === "certain") return "certain";
		return this.changed?.[place.axis].has(place.line) || this.settled.has(keyOf(place)) ? "settled" : place.state;
	}

	/** Why a number is to be compared. @param {Place} place */
	about(place) {
		const remark = this.remarks.get(place.name);
		return remark && (place.state === "corrected" || place.state === "wrong")
			? `${place.name}: ${remark}`
			: describe(place, place.state);
	}

	/** The other readings, and the lines to compare. */
	list() {
		const { reading } = this.reviewed;
		if (!reading) return;
		const lines = (/** @type {(state: State) => boolean} */ wanted) => {
			/** @type {Map<string, Framed[]>} */
			const found = new Map();
			for (const one of this.doubts.filter(({ place }) => wanted(place.state)))
				found.set(one.place.name, [...(found.get(one.place.name) ?? []), one]);
			return [...found.entries()];
		};
		const item = (/** @type {[string, Framed[]]} */ [name, all]) => {
			const label = this.remarks.has(name)
				? this.about(all[0].place)
				: describe(
						all[0].place,
						all[0].place.state,
						all.map(({ place }) => place.read),
					);
			return h(
				"li",
				{ data: { line: name, state: all[0].place.state } },
				h("button", { type: "button", class: "doubt", on: { click: () => this.go(all[0]) } }, label),
			);
		};
		const first = lines(state => state !== "uncertain");
		const seen = new Set(first.map(([name]) => name));
		const rest = lines(state => state === "uncertain").filter(([name]) => !seen.has(name));
		const given = this.given();
		const wrong = reading.given_wrong;
		// Why it is doubtful, and remarks that the list below lacks, such as missing clues.
		const more = reading.doubt ? [reading.doubt, ...reading.general] : reading.general;
		fill(
			this.notes,
			this.choices(),
			first.length > 0 && [h("h2", {}, t("photo.doubts")), h("ul", { class: "doubts" }, first.map(item))],
			rest.length > 0 &&
				h(
					"details",
					{ open: !first.length && reading.status !== "unique" && rest.length < 12 },
					h("summary", {}, t("photo.doubts.uncertain", { n: rest.length })),
					h("ul", { class: "doubts" }, rest.map(item)),
				),
			more.map(remark => h("p", {}, sentence(remark))),
			given && h("p", {}, t("photo.given", { n: given.filter(cell => cell !== UNKNOWN).length })),
			wrong.length > 0 &&
				h("p", { class: "bad" }, t("photo.given.wrong", { n: wrong.length, cells: cellNames(wrong, 20) })),
			this.doubts.length > 0 && h("p", { class: "muted" }, t("photo.keys")),
		);
	}

	/** A choice of readings that are nearly as likely. */
	choices() {
		const { reading, read } = this.reviewed;
		const others =
			reading?.status === "alternative" || reading?.status === "doubtful"
				? (reading.alternatives ?? []).filter(({ puzzle }) => puzzle)
				: [];
		if (!others.length) return null;
		const labels = [t("photo.choice.first"), ...others.map(({ changes }) => joined(changes))].slice(0, 4);
		const options = labels.map((label, index) => ({ value: String(index), label }));
		return choice(t("photo.choices"), options, "0", value => {
			const other = others[Number(value) - 1];
			this.editor.retype(other ? textsOf({ ...fromJson(other.puzzle), palette: this.editor.beside.palette }) : read);
		});
	}

	// ---- the filled and crossed cells

	/** The cells in the picture that do not contradict the solution, or null. */
	given() {
		const { reading } = this.reviewed;
		if (!reading?.given) return null;
		const letters = reading.palette.colors.map(color => /** @type {any} */ (color).letter ?? "#");
		const colors = letters.map((letter, index) => ({ letter, name: String(index), rgb: "" }));
		const cells = readCells(reading.given, { background: "", colors });
		for (const [row, column] of reading.given_wrong) cells[row * reading.columns.length + column] = UNKNOWN;
		return cells;
	}

	/** The cells to show on a board; null if its size differs. @param {number} width @param {number} height */
	cells(width, height) {
		const cells = this.given();
		const { columns, rows } = this.reviewed.reading ?? { columns: [], rows: [] };
		return cells && columns.length === width && rows.length === height ? cells : null;
	}

	/** Starts the game with the filled cells, unless it has started. @param {string} id @param {{width: number, height: number}} puzzle */
	begin(id, { width, height }) {
		const cells = this.cells(width, height);
		const progress = new Progress();
		if (!cells || progress.stateOf(id)) return;
		progress.write(id, {
			state: 1,
			width,
			height,
			at: Date.now(),
			seconds: 0,
			saved: { marks: packMarks(cells), branches: [], undo: [], redo: [] },
		});
	}

	/** Frames of cells that contradict the solution. @returns {{frame: HTMLElement, box: [number, number, number, number]}[]} */
	wrongCells() {
		const { reading } = this.reviewed;
		if (!reading?.corners) return [];
		const { corners, rows, columns } = reading;
		return reading.given_wrong.map(([row, column]) => {
			const [left, top] = pointOf(corners, column / columns.length, row / rows.length);
			const [right, bottom] = pointOf(corners, (column + 1) / columns.length, (row + 1) / rows.length);
			return {
				frame: h("span", { class: "number", data: { state: "wrong" }, title: `R${row + 1}C${column + 1}` }),
				box: [left, top, right, bottom],
			};
		});
	}

	// ---- going from number to number

	/** Shows a number, and selects its word in the text. @param {Framed} framed */
	go(framed) {
		const { place } = framed;
		const { area } = this.editor.texts[place.axis];
		area.focus({ preventScroll: true });
		area.setSelectionRange(...wordRange(area.value, place.line, place.word));
		this.editor.texts[place.axis].reveal(place.line);
		this.mark(framed);
	}

	/** @param {1 | -1} by */
	next(by) {
		const open = this.doubts.filter(one => one.frame === this.at?.frame || this.stateOf(one.place) !== "settled");
		const here = open.findIndex(one => one.frame === this.at?.frame);
		const count = open.length;
		const left = count - (here >= 0 && this.stateOf(open[here].place) === "settled" ? 1 : 0);
		if (!left) return this.end();
		this.go(open[here < 0 ? (by > 0 ? 0 : count - 1) : (here + by + count) % count]);
	}

	end() {
		this.mark(null);
		fill(this.said, t("photo.checked"));
	}

	/** @param {Framed | null} framed the chosen number */
	mark(framed) {
		this.at?.frame.classList.remove("at");
		this.at = framed;
		fill(this.said, framed && this.about(framed.place));
		fill(this.card, framed && this.compared(framed.place));
		if (!framed) return;
		framed.frame.classList.add("at");
		this.light(framed.place.axis, framed.place.line);
		this.view.reveal([framed.frame], true);
	}

	/** The piece of the picture with the line of a number, and the values that the number may have. @param {Place} place */
	compared(place) {
		const { reading } = this.reviewed;
		if (!reading || place.state === "certain") return null;
		const line = this.framed
			.map(framed => framed.place)
			.filter(one => one.axis === place.axis && one.line === place.line);
		const { clientWidth, clientHeight } = this.view.element;
		const room = { width: Math.max(120, clientWidth / 2), height: Math.max(80, clientHeight / 3) };
		return [
			pieceOf(this.view.address, reading.pixels, line, place, room),
			choicesOf(place, value => this.choose(value)),
		];
	}

	/** The chosen number gets a value; the next one is shown. @param {number | null} value null: no number */
	choose(value) {
		if (!this.at) return;
		const { place } = this.at;
		const { axis, line, order } = place;
		if (value !== place.length) {
			const texts = this.editor.texts.get();
			const { colors } = this.editor.beside.palette;
			const letter = colors.length > 1 ? colors[(place.color ?? 1) - 1]?.letter : "";
			const text = withValue(texts[axis], place, place.length, value, letter);
			const more = Number(value !== null) - Number(place.length !== null);
			place.length = value;
			for (const { place: one } of this.framed)
				if (one.axis === axis && one.line === line && one.order > order) one.word += more;
			this.editor.retype({ ...texts, [axis]: text });
		}
		this.settled.add(keyOf(place));
		this.typed();
		this.next(1);
	}

	/** Shows which numbers belong to a line. @param {Axis} axis @param {number} line @returns {HTMLElement[]} */
	light(axis, line) {
		const found = [];
		for (const { place, frame } of this.framed) {
			const on = place.axis === axis && place.line === line;
			frame.classList.toggle("on", on);
			if (on) found.push(frame);
		}
		return found;
	}

	/** The cursor of a text moved to a line. @param {Axis} axis */
	onCursor(axis) {
		const { area } = this.editor.texts[axis];
		const line = lineAt(area.value, area.selectionStart);
		if (this.at && (this.at.place.axis !== axis || this.at.place.line !== line)) this.mark(null);
		const frames = this.light(axis, line);
		if (!this.at) this.view.reveal(frames, false);
	}

	/** @param {KeyboardEvent} event */
	onKey(event) {
		if (this.at && event.altKey && !event.ctrlKey && !event.metaKey && /^Digit[1-9]$/.test(event.code)) {
			const values = valuesOf(this.at.place);
			const order = Number(event.code.slice(5)) - 1;
			if (this.at.place.state === "certain" || order >= values.length) return;
			event.preventDefault();
			return this.choose(values[order]);
		}
		if (event.key !== "F8" || event.ctrlKey || event.altKey || event.metaKey) return;
		if (this.editor.photo.hidden || !this.doubts.length) return;
		event.preventDefault();
		this.next(event.shiftKey ? -1 : 1);
	}

	/** Enter accepts the chosen number, Escape leaves it. @param {KeyboardEvent} event @param {Axis} axis */
	onEnter(event, axis) {
		if (!this.at || this.at.place.axis !== axis || event.isComposing) return;
		if (event.key === "Escape") return this.mark(null);
		if (event.key !== "Enter" || event.shiftKey || event.ctrlKey) return;
		event.preventDefault();
		this.settled.add(keyOf(this.at.place));
		this.typed();
		if (this.at.place.state !== "certain") this.next(1);
	}
}

/** @param {Place} place */
const keyOf = ({ axis, line, order }) => `${axis} ${line} ${order}`;

/** The text about a number, or about all numbers of its line that are to be compared. @param {Place} place @param {State | "settled"} state @param {(number | null)[]} [reads] */
function describe({ name: line, read, length }, state, reads) {
	const value = (/** @type {number | null} */ number) => (number === null ? t("photo.nothing") : String(number));
	return t("photo.number." + state, {
		line,
		read: series((reads ?? [state === "settled" ? (length ?? read) : read]).map(value)),
		length: value(length),
	});
}
