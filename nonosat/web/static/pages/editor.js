// SPDX-License-Identifier: MIT
// The editor: a drawing, or clues typed from paper, and the server's answers about it.
//
// The state is a `History` (picture, palette, title, author) and the two texts of clues. Every
// change goes through `change`; `refresh` then updates board, address, icon of the page, and the
// questions to the server. A stroke is a preview until it ends (editor_tools.js).
import { isCancelled, post } from "../api.js";
import { Board } from "../board.js";
import { valuesOf } from "../colors.js";
import { linkBase } from "../link_base.js";
import { hidesTitles } from "../list_place.js";
import * as drawing from "../picture.js";
import { keepDrawing, keyOfDrawing } from "../drawings.js";
import { History } from "../history.js";
import {
	announce,
	button,
	choice,
	confirmed,
	copy,
	div,
	explained,
	field,
	fill,
	h,
	letterKeys,
	menu,
	select,
	tick,
	toast,
	typing,
} from "../parts.js";
import { choosePicture, hasCamera, take } from "../photo.js";
import { pictureFields } from "../picture_code.js";
import { smallImage } from "../preview.js";
import { Keeper, Progress } from "../progress.js";
import { UNKNOWN, fromPicture, placesOf, printedAt, toJson } from "../puzzle.js";
import { go, here, link, named, other } from "../route.js";
import { script } from "../scripts.js";
import { colorName, hasText, t } from "../text.js";
import { ClueTexts } from "./editor_clues.js";
import { bring, putAway, recall } from "./editor_files.js";
import { frame } from "./editor_frame.js";
import { Live } from "./editor_live.js";
import { favicon, ownIcon } from "./editor_parts.js";
import { PalettePanel } from "./editor_palette.js";
import { begin, textsOf } from "./editor_start.js";
import { MIRRORS, PENS, STEADY, TOOLS, stroked, valueOfStroke } from "./editor_tools.js";

/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {import("../picture.js").Point} Point */
/** @typedef {import("../puzzle.js").Palette} Palette */
/** @typedef {import("../puzzle.js").Puzzle} Puzzle */
/** @typedef {import("./editor_start.js").Beside} Beside */
/** @typedef {import("./editor_start.js").Start} Start */

const URL_DELAY = 500;

/** @type {History | null} of the last editor, for a return to the same drawing */
let last = null;

/**
 * @param {HTMLElement} main
 * @param {import("../route.js").Route} route
 * @param {AbortSignal} signal
 */
export async function show(main, route, signal) {
	if (!(await maySpoil(route))) {
		if (!signal.aborted) go(other(route, "play")); // not if the user has left meanwhile
		return {};
	}
	const editor = new Editor(main, await begin(route, signal));
	const given = take();
	if (given) bring(editor, given.file, given.purpose);
	else recall(editor);
	const image = () => smallImage(editor.drawn(), editor.picture.cells);
	return { title: editor.beside.title || t("edit.title"), leave: () => editor.leave(), image };
}

/** Whether the solution may be shown, of a puzzle that hides its title. @param {import("../route.js").Route} route */
async function maySpoil(route) {
	const where = named(route);
	if (where?.key !== "id" || !hidesTitles() || new Progress().states().get(where.value) === 2) return true;
	return confirmed(t("edit.spoils"), t("edit.spoils.text"), t("edit.spoils.open"));
}

/** Folds the panels beside the board, all but the verdict; on telephones only. */
function foldButton() {
	const fold = button(
		t("edit.fold"),
		() => {
			const folded = fold.parentElement?.classList.toggle("folded");
			fold.setAttribute("aria-expanded", String(!folded));
		},
		{ icon: "fold", quiet: true },
	);
	fold.classList.add("fold");
	fold.setAttribute("aria-expanded", "true");
	return fold;
}

export class Editor {
	/** @param {HTMLElement} main @param {Start} start */
	constructor(main, start) {
		const same =
			last &&
			!start.clues &&
			drawing.samePicture(last.state.picture, start.picture) &&
			JSON.stringify(plain(last.state.beside)) === JSON.stringify(plain(start.beside));
		this.history = last && same ? last : new History({ picture: start.picture, beside: start.beside });
		/** @type {import("./editor_tools.js").Tool} */
		this.tool = "pen";
		/** @type {drawing.Mirror} */
		this.mirror = "none";
		this.symmetric = false;
		/** @type {{points: Point[], pen: number} | null} `pen`: the value that it paints */
		this.stroke = null;
		/** @type {Point | null} where a line or rectangle drawn by keys begins */
		this.anchor = null;
		/** @type {number[]} */
		this.ambiguous = [];
		this.code = ""; // of the typed clues, if they are sound
		this.printed = start.printed;
		this.saved = { name: "" }; // in the library
		/** @type {Puzzle | null} the typed clues, if they are sound */
		this.typed = null;
		this.timer = 0;
		this.later = 0;
		this.live = new Live({
			ambiguous: cells => this.board.setMarks("ambiguous", (this.ambiguous = cells)),
			code: code => {
				this.code = code;
				this.remember();
			},
			look: (picture, places) => this.propose(picture, places),
			accept: (picture, printed, name = "repair") => {
				this.setMode("draw");
				this.change({ printed }, picture, name);
			},
			correct: changes => {
				const { rows, columns } = this.texts.get();
				const lines = { R: rows.split("\n"), C: columns.split("\n") };
				for (const [line, clues, replaced = 1] of changes)
					lines[/** @type {"R" | "C"} */ (line[0])].splice(Number(line.slice(1)) - 1, replaced, ...clues);
				this.retype({ ...this.texts.get(), rows: lines.R.join("\n"), columns: lines.C.join("\n") });
			},
		});
		this.texts = new ClueTexts(
			start.clues ?? { rows: "", columns: "" },
			() => this.type(),
			letter => this.palette.add(letter),
		);
		this.mode = start.clues ? "clues" : "draw";
		this.newer = false; // the drawing was changed after the clues
		this.byHand = !!start.clues; // the clues are not those of the drawing
		/** @type {{rows: string, columns: string} | null} typed clues that those of the drawing replaced */
		this.replaced = null;
		const host = div("editor-board");
		this.undoButton = button(t("edit.undo"), () => this.step("undo"), { icon: "undo", quiet: true, key: "Control+Z" });
		this.redoButton = button(t("edit.redo"), () => this.step("redo"), { icon: "redo", quiet: true, key: "Control+Y" });
		const tools = TOOLS.map(([value, icon, key]) => ({
			value,
			icon,
			key,
			quiet: true,
			label: t("edit.tool." + value),
		}));
		this.toolChoice = choice(t("edit.tools"), tools, this.tool, value => this.pickTool(value));
		/** @type {[string, string][]} */
		const mirrors = MIRRORS.map(value => [value, t("edit.mirror." + value)]);
		this.mirrorSelect = select(mirrors, this.mirror, value => (this.mirror = /** @type {drawing.Mirror} */ (value)), {
			"aria-label": t("edit.mirror"),
			title: t("edit.mirror"),
		});
		this.board = new Board(host, {
			puzzle: this.drawn(),
			cells: this.picture.cells,
			mode: "edit",
			steady: true,
			maxCell: 56,
			label: t("edit.board"),
			onStroke: stroke => this.onStroke(stroke),
			onKey: (event, row, col) => this.onKey(event, [col, row]),
			onCursor: (row, col, { event, from }) => this.onCursor([col, row], from, event),
			onView: () => this.frame.place(),
		});
		this.frame = frame(host, this.board, {
			symmetric: () => this.symmetric,
			resize: sides => this.draw(drawing.resized(this.picture, sides), "resize"),
		});
		this.palette = new PalettePanel(
			this.beside.palette,
			(palette, removed) =>
				this.change({ palette }, removed ? drawing.withoutColor(this.picture, removed) : this.picture, "color"),
			() => this.setHand(false),
		);
		const pens = PENS.map(([value, icon, key]) => ({
			value,
			icon,
			key: key || undefined,
			quiet: true,
			label: t("edit.pen." + value),
		}));
		this.penChoice = choice(t("edit.pen"), pens, "fill", value => this.pickPen(value));
		this.width = this.sizeInput("width");
		this.height = this.sizeInput("height");
		this.name = h("input", {
			value: this.beside.title,
			on: { change: () => this.beside.title !== this.name.value && this.rename({ title: this.name.value }) },
		});
		this.author = h("input", {
			value: this.beside.author,
			on: { change: () => this.rename({ author: this.author.value }) },
		});
		const icons = { draw: "pen", clues: "keyboard" };
		const modes = /** @type {("draw" | "clues")[]} */ (["draw", "clues"]).map(value => ({
			value,
			label: t("edit.mode." + value),
			icon: icons[value],
		}));
		this.modeChoice = choice(t("edit.mode"), modes, this.mode, value => this.chooseMode(value));
		this.tools = div(
			"row",
			this.penChoice,
			this.toolChoice,
			this.mirrorSelect,
			h("span", { class: "row undo" }, this.undoButton, this.redoButton),
			menu(t("edit.change"), () => this.changes(), { icon: "crop", quiet: true }),
		);
		this.sizes = h(
			"section",
			{},
			h("h2", {}, t("edit.size")),
			div("row", field(t("edit.width"), this.width), field(t("edit.height"), this.height)),
			tick(t("edit.symmetric"), false, on => (this.symmetric = on)),
		);
		const choose = (/** @type {boolean} */ camera) => () => choosePicture(file => bring(this, file), camera);
		const toolbar = div(
			"tools",
			this.modeChoice,
			this.tools,
			button(t("edit.import"), choose(false), { icon: "image", quiet: true }),
			hasCamera() && button(t("edit.camera"), choose(true), { icon: "camera", quiet: true }),
			h("span", { class: "row of-board" }, this.board.buttons()),
		);
		/** The picture of a printed puzzle, and its reading. */
		this.photo = h("section", { class: "photo", hidden: true, "aria-label": t("edit.photo") });
		/** @type {import("./editor_review.js").Review | null} */
		this.review = null;
		const place = div("place", this.photo, this.texts.element, this.frame.element);
		const side = div(
			"side",
			foldButton(),
			this.live.element,
			div(
				"buttons",
				(this.playButton = button(t("edit.play"), () => this.play(), { icon: "play", kind: "primary" })),
				menu(t("edit.share"), () => this.shares(), { icon: "link" }),
				button(t("edit.save"), () => this.save(), { icon: "download" }),
				button(t("edit.print"), () => this.print(), { icon: "print" }),
			),
			h("section", {}, h("h2", {}, t("edit.colors")), this.palette.element),
			this.sizes,
			div("row", field(t("edit.name"), this.name), field(t("edit.author"), this.author)),
		);
		this.element = div("work editor", h("h1", { class: "unseen" }, t("edit.title")), toolbar, place, side);
		main.append(this.element);
		this.stop = new AbortController();
		const { signal } = this.stop;
		addEventListener("pagehide", () => (this.settle(), this.live.stop()), { signal });
		addEventListener("pageshow", () => this.live.resume(), { signal }); // Back, from the browser's memory
		document.addEventListener("visibilitychange", () => (document.hidden ? this.live.rest() : this.live.resume()), {
			signal,
		});
		document.addEventListener("click", event => this.onLink(event), { capture: true, signal });
		main.addEventListener("keydown", event => this.onShortcut(event), { signal });
		letterKeys(({ key }) => this.board.zoomKey(key) || this.onLetter(key), signal);
		main.addEventListener("drop", event => this.onFiles(event, event.dataTransfer?.files), { signal });
		main.addEventListener("paste", event => this.onFiles(event, event.clipboardData?.files), { signal });
		this.setMode(this.mode);
		this.setHand(false);
		this.refresh();
		/** The key of the drawing in the browser's store. */
		this.key = keyOfDrawing(this.hash());
		/** Whether anything was drawn or typed; a puzzle that is only viewed is not stored as a drawing. */
		this.touched = false;
		this.keeper = new Keeper(() => this.keep());
	}

	get picture() {
		return this.history.state.picture;
	}

	get beside() {
		return /** @type {Beside} */ (this.history.state.beside);
	}

	leave() {
		this.stop.abort();
		last = this.history;
		clearTimeout(this.timer);
		clearTimeout(this.later);
		this.live.stop();
		this.keeper?.close();
		putAway(this);
		this.board.destroy();
		ownIcon();
	}

	/** Stores the drawing in the browser. */
	keep() {
		if (!this.touched) return true;
		const puzzle = this.puzzle() ?? this.drawn();
		const hash = this.hash();
		this.key?.then(key => keepDrawing(key, hash, puzzle)).catch(() => toast(t("store.full"), { kind: "error" }));
		return true;
	}

	// ---- the parts of the page

	/** @param {"width" | "height"} name */
	sizeInput(name) {
		const change = () => {
			const by = Math.round(Number(element.value)) - this.picture[name];
			const most = drawing.MOST_SIDE;
			if (Number(element.value) > most) toast(t("edit.size.most", { n: most }), { kind: "error" });
			if (!(Number(element.value) >= 1 && Number(element.value) <= most)) return this.refreshSize();
			const near = this.symmetric ? Math.trunc(by / 2) : 0;
			const sides = name === "width" ? { left: near, right: by - near } : { top: near, bottom: by - near };
			this.draw(drawing.resized(this.picture, sides), "resize");
		};
		const element = h("input", {
			type: "number",
			min: 1,
			max: drawing.MOST_SIDE,
			on: { change, focus: () => element.select() },
		});
		return element;
	}

	refreshSize() {
		this.width.value = String(this.picture.width);
		this.height.value = String(this.picture.height);
	}

	/** The buttons that change the whole picture. */
	changes() {
		const { picture } = this;
		/** @type {[string, () => Picture, string?][]} */
		const all = [
			["crop", () => drawing.cropped(picture), "crop"],
			["rotate", () => drawing.rotated(picture, true), "rotate"],
			["rotate.back", () => drawing.rotated(picture, false)],
			["flip.sides", () => drawing.flipped(picture, "sides"), "mirror"],
			["flip.ends", () => drawing.flipped(picture, "ends")],
			["clear", () => drawing.blank(picture.width, picture.height), "trash"],
		];
		return all.map(([name, result, icon]) => ({
			label: t("edit." + name),
			icon,
			run: () => this.draw(result(), name),
		}));
	}

	shares() {
		return [
			{
				label: t("edit.copy.play"),
				icon: "link",
				run: () =>
					this.withCode(code => this.share(link({ code, name: this.beside.title, author: this.beside.author }))),
			},
			{ label: t("edit.copy.draw"), icon: "pen", run: () => this.share(this.hash()) },
			{ label: t("edit.share.other"), icon: "more", run: () => this.shareOtherwise() },
		];
	}

	/** Copies a link; where no page is known that others can open, offers other ways. @param {string} hash */
	async share(hash) {
		const base = await linkBase(this.stop.signal);
		return base ? copy(base + hash) : this.shareOtherwise(true);
	}

	/** @param {boolean} [asked] whether a link was asked for */
	async shareOtherwise(asked = false) {
		const puzzle = this.puzzle();
		if (!puzzle) return toast(t("edit.clues.faults", { n: 1 }), { kind: "error" });
		return (await script(() => import("./editor_share.js"))).shareDialog(puzzle, asked);
	}

	// ---- changes

	/**
	 * Every change of the drawing.
	 * @param {Partial<Beside>} beside
	 * @param {Picture} picture
	 * @param {string} name
	 */
	change(beside, picture, name) {
		const { palette: old, printed: before } = this.beside;
		const printed = STEADY.has(name) ? before : [];
		if (!this.history.go({ picture, beside: { ...this.beside, printed, ...beside } }, name)) return;
		this.changed(old);
	}

	/** After a change of the drawing. @param {Palette} old */
	changed(old) {
		this.touched = true;
		this.newer ||= this.mode === "draw";
		if (old !== this.beside.palette) {
			this.palette.draw(this.beside.palette);
			this.setHand(false);
		}
		this.refresh();
	}

	/** @param {Picture} picture @param {string} name */
	draw(picture, name) {
		this.change({}, picture, name);
	}

	/** Changes title or author, not the puzzle. @param {Partial<Beside>} beside */
	rename(beside) {
		this.history.go({ picture: this.picture, beside: { ...this.beside, ...beside } }, "names");
		this.touched = true;
		this.refreshButtons();
		this.remember();
	}

	/** @param {"undo" | "redo"} which */
	step(which) {
		const old = this.beside.palette;
		if (this.history[which]()) this.changed(old);
	}

	refreshButtons() {
		for (const [element, list, label] of /** @type {const} */ ([
			[this.undoButton, this.history.done, "edit.undo"],
			[this.redoButton, this.history.undone, "edit.redo"],
		])) {
			const name = list.at(-1)?.name;
			if (element) {
				element.disabled = !name;
				element.title = name ? t("edit.did", { what: t(label), action: didText(name) }) : t(label);
			}
		}
	}

	/** Updates the page, and asks the server. */
	refresh() {
		this.anchor = null;
		this.refreshButtons();
		this.refreshSize();
		this.name.value = this.beside.title;
		this.author.value = this.beside.author;
		if (this.mode === "clues") return this.readTexts();
		const { picture } = this;
		const puzzle = this.drawn();
		this.board.setPuzzle(puzzle, picture.cells);
		this.board.setMarks("printed", this.beside.printed);
		this.frame.place();
		this.remember();
		if (!this.isDrawn) {
			const { rows, columns } = this.texts.get();
			return this.live.idle(t(rows || columns ? "edit.nothing.clues" : "edit.nothing"));
		}
		this.live.start({
			puzzle: { json: toJson(puzzle) },
			palette: puzzle.palette,
			width: picture.width,
			height: picture.height,
			picture,
			printed: this.beside.printed,
		});
	}

	/** The drawing as a puzzle. */
	drawn() {
		const { width, height, cells } = this.picture;
		const { palette, title, author, printed } = this.beside;
		const puzzle = fromPicture(cells, width, height, palette);
		puzzle.printed = printedAt(cells, printed);
		puzzle.meta = { ...(title && { title }), ...(author && { author }) };
		return puzzle;
	}

	/** The puzzle of the mode; null if the clues are not sound. */
	puzzle() {
		return this.mode === "draw" ? this.drawn() : this.typed;
	}

	// ---- strokes, keys, files

	/** @param {import("../board.js").Stroke} stroke */
	onStroke({ phase, cells, button: pressed, long, alt }) {
		if (this.mode !== "draw") return;
		const { picture } = this;
		if (phase === "cancel") {
			this.stroke = null;
			this.board.setCells(picture.cells);
			return;
		}
		const points = cells.map(
			index => /** @type {Point} */ ([index % picture.width, Math.floor(index / picture.width)]),
		);
		if (phase === "start") {
			const other = pressed === 2 || long || alt;
			this.stroke = { points: [], pen: (this.palette.color === 0) === other ? this.palette.ink : 0 };
		}
		if (!this.stroke) return;
		this.stroke.points.push(...points);
		const { points: all, pen } = this.stroke;
		const value = valueOfStroke(picture, this.tool === "fill" ? all.slice(0, 1) : all, pen);
		const next = stroked(picture, this.tool, all, value, this.mirror);
		if (phase === "end") {
			this.stroke = null;
			this.draw(next, this.tool);
		} else this.board.setCells(next.cells);
	}

	/**
	 * A key on the board.
	 * @param {KeyboardEvent} event
	 * @param {Point} at
	 */
	onKey(event, at) {
		if (this.mode !== "draw" || event.ctrlKey || event.metaKey || event.altKey) return false;
		const { key } = event;
		const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
		if (arrow && event.shiftKey && this.tool === "move") {
			this.draw(drawing.moved(this.picture, arrow[0], arrow[1]), "move");
		} else if (key === " " || key === "Enter") this.onPress(at);
		else if (key === "Delete" || key === "Backspace") this.draw(drawing.painted(this.picture, [at], 0), "pen");
		else return this.onLetter(key);
		return true;
	}

	/** A key that works wherever the focus is. @param {string} key @returns {boolean} whether it does anything */
	onLetter(key) {
		if (this.mode !== "draw") return false;
		const { colors } = this.beside.palette;
		if (key === "Escape" && this.anchor) this.pickTool(this.tool);
		else if (/^\d$/.test(key) && Number(key) <= colors.length) {
			this.palette.pick(Number(key));
			announce(colorName(colors[Number(key) - 1]?.name ?? t("edit.background")));
		} else if (/^[xh]$/i.test(key)) {
			const pen = key.toUpperCase() === "H" ? "hand" : this.board.host.dataset.pen === "empty" ? "fill" : "empty";
			this.pickPen(pen);
			announce(t("edit.pen." + pen));
		} else {
			const tool = TOOLS.find(([, , letter]) => letter === key.toUpperCase());
			if (!tool) return false;
			this.pickTool(tool[0]);
			this.toolChoice?.set(tool[0]);
			announce(t("edit.tool." + tool[0]));
		}
		return true;
	}

	/** The space bar: a stroke of one cell, or one end of a line or rectangle. @param {Point} at */
	onPress(at) {
		const { picture, tool, anchor } = this;
		const twoEnds = tool === "line" || tool === "rectangle" || tool === "box";
		if (twoEnds && !anchor) return this.setAnchor(at);
		const start = anchor ?? at;
		const value = valueOfStroke(picture, [start, at], this.palette.color);
		this.setAnchor(null);
		if (tool !== "move") this.draw(stroked(picture, tool, [start, at], value, this.mirror), tool);
	}

	/** @param {Point | null} at */
	setAnchor(at) {
		this.anchor = at;
		this.board.setMarks("look", at ? [at[1] * this.picture.width + at[0]] : []);
	}

	/** Shift and an arrow draw with the pen. @param {Point} at @param {[number, number]} from @param {KeyboardEvent} [event] */
	onCursor(at, [fromRow, fromColumn], event) {
		if (this.mode !== "draw") return;
		if (event?.shiftKey && this.tool === "pen") {
			this.draw(stroked(this.picture, "pen", [[fromColumn, fromRow], at], this.palette.color, this.mirror), "pen");
		} else if (this.anchor) {
			const value = valueOfStroke(this.picture, [this.anchor, at], this.palette.color);
			this.board.setCells(stroked(this.picture, this.tool, [this.anchor, at], value, this.mirror).cells);
		}
	}

	/** @param {string} pen */
	pickPen(pen) {
		if (pen === "hand") this.setHand(true);
		else this.palette.pick(pen === "empty" ? 0 : this.palette.ink);
	}

	/** Whether the pointer moves the board; the cursor shows what it does. @param {boolean} hand */
	setHand(hand) {
		const pen = hand ? "hand" : this.palette.color === 0 ? "empty" : "fill";
		this.board.pan = hand;
		this.board.host.classList.toggle("hand", hand);
		this.board.host.dataset.pen = pen;
		this.penChoice.set(pen);
	}

	/** @param {string} value */
	pickTool(value) {
		this.tool = /** @type {import("./editor_tools.js").Tool} */ (value);
		this.setAnchor(null);
		this.board.setCells(this.picture.cells);
	}

	/** @param {KeyboardEvent} event */
	onShortcut(event) {
		if (!(event.ctrlKey || event.metaKey) || typing(event.target) || this.mode !== "draw") return;
		const key = event.key.toLowerCase();
		if (key === "y" || (key === "z" && event.shiftKey)) this.step("redo");
		else if (key === "z") this.step("undo");
		else return;
		event.preventDefault();
	}

	/** @param {Event} event @param {FileList} [files] */
	onFiles(event, files) {
		if (!files?.length) return;
		event.preventDefault();
		event.stopPropagation();
		bring(this, files[0]);
	}

	// ---- clues

	/** The user's choice. An empty drawing gets the size of the typed clues, or their one solution. @param {string} value */
	chooseMode(value) {
		const fresh = value === "draw" && this.mode === "clues" && !this.isDrawn;
		if (fresh && this.live.element.dataset.state !== "waiting" && this.live.solutions().length === 1) {
			this.live.solution();
			return toast(t("edit.drawn"));
		}
		this.setMode(value);
		const { width, height } = this.texts.read(this.beside.palette);
		if (fresh && width && height && Math.max(width, height) <= drawing.MOST_SIDE)
			this.draw(drawing.blank(width, height), "resize");
	}

	/** @param {string} value */
	setMode(value) {
		const before = this.mode;
		this.mode = value;
		this.modeChoice?.set(value);
		const clues = value === "clues";
		for (const [element, on] of /** @type {const} */ ([
			[this.texts.element, clues],
			[this.tools, !clues],
			[this.sizes, !clues],
		]))
			if (element) element.hidden = !on;
		this.frame.element.classList.toggle("fixed", clues);
		if (this.photo) this.photo.hidden = !clues || !this.review;
		this.element?.classList.toggle("with-photo", clues && !!this.review);
		fill(/** @type {Element} */ (this.playButton.lastElementChild), t(clues ? "page.play" : "edit.play"));
		if (before === value) return;
		if (clues) this.follow();
		else if (this.apart()) toast(t("edit.clues.apart"));
		this.refresh();
	}

	/** Whether anything is drawn. */
	get isDrawn() {
		return this.picture.cells.some(Boolean);
	}

	/** Whether the texts are the clues of the drawing. */
	sameClues() {
		const { rows, columns } = this.texts.get();
		const own = textsOf(this.drawn());
		return rows === own.rows && columns === own.columns;
	}

	/** Whether typed clues are not those of the drawing. */
	apart() {
		return this.byHand && this.isDrawn && !this.sameClues();
	}

	/** Shows the clues of the drawing, if it was changed after the clues; typed ones can be had again. */
	follow() {
		const typed = this.texts.get();
		if (!this.isDrawn) {
			if (this.replaced) this.texts.set(this.replaced);
		} else if (this.newer || (!typed.rows && !typed.columns)) {
			if (this.apart()) {
				this.replaced = typed;
				toast(t("edit.clues.drawn"), {
					seconds: 20,
					action: { label: t("edit.clues.typed"), run: () => this.retype(typed) },
				});
			}
			const drawn = this.drawn();
			this.texts.set(textsOf(drawn));
			this.printed = drawn.printed;
			this.byHand = false;
		}
		this.newer = false;
	}

	/** @param {{rows: string, columns: string}} texts */
	retype(texts) {
		this.touched = this.byHand = true;
		this.newer = false;
		this.texts.set(texts);
		this.setMode("clues");
		this.readTexts();
	}

	type() {
		this.touched = this.byHand = true;
		clearTimeout(this.later);
		this.live.stop();
		this.live.element.dataset.state = "waiting";
		this.later = window.setTimeout(() => this.readTexts(), 250);
		this.texts.read(this.beside.palette);
		this.review?.typed();
	}

	/** Reads the texts, and asks about them if they are sound. */
	readTexts() {
		const { palette } = this.beside;
		const read = this.texts.read(palette);
		const { width, height } = read;
		this.review?.typed();
		this.typed = null;
		this.code = "";
		this.remember();
		if (!width || !height) return this.live.idle(t("edit.clues.start"));
		const [rows, columns] = [read.rows, read.columns].map(lines => lines.map(({ clue }) => clue));
		/** @type {Puzzle} */
		const puzzle = { ...this.drawn(), width, height, rows, columns, goal: null };
		if (this.printed?.length === width * height) puzzle.printed = this.printed;
		this.board.setPuzzle(
			puzzle,
			puzzle.printed ?? this.review?.cells(width, height) ?? new Uint8Array(width * height).fill(UNKNOWN),
		);
		const places = placesOf(puzzle.printed);
		this.board.setMarks("printed", places);
		this.frame.place();
		const json = toJson(puzzle);
		const asked = { palette, width, height, picture: null, printed: places };
		if (read.faults || read.unequal.length) {
			const text = !read.faults ? "sums" : read.faults === read.open ? "open" : "faults";
			const clues = { puzzle: { clues: { rows: json.rows, columns: json.columns, palette } } };
			return this.live.idle(
				t("edit.clues." + text, { n: read.faults }),
				read.faults > read.long ? null : { ...asked, ...clues },
			);
		}
		this.typed = puzzle;
		this.live.start({ ...asked, puzzle: { json } });
	}

	// ---- the address, and ways out

	/** The address and the icon follow the drawing. */
	remember() {
		this.keeper?.changed();
		clearTimeout(this.timer);
		this.timer = window.setTimeout(() => this.settle(), URL_DELAY);
	}

	/** Writes the address now, if it is outdated. @param {boolean} [always] */
	settle(always = false) {
		if (!this.timer && !always) return;
		clearTimeout(this.timer);
		this.timer = 0;
		// A puzzle that is only viewed keeps its address: its other pages are those of the puzzle.
		if (this.touched || !["id", "code", "rules"].includes(named(here())?.key ?? "")) go(this.hash(), { replace: true });
		favicon(this.picture, this.beside.palette);
	}

	/** A link to another page of this drawing must include the last stroke. @param {MouseEvent} event */
	onLink(event) {
		const target = event.target instanceof Element && event.target.closest("a[href^='#page=']");
		if (!target || !this.timer || event.ctrlKey || event.metaKey) return;
		const page = new URLSearchParams((target.getAttribute("href") ?? "").slice(1)).get("page");
		event.preventDefault();
		this.settle();
		go(other(here(), /** @type {import("../route.js").PageName} */ (page)));
	}

	hash() {
		const { palette, title: name, author } = this.beside;
		const drawn = this.isDrawn;
		if (this.mode === "draw" || (drawn && this.sameClues()))
			return link({ page: "edit", ...this.fields(), name, author });
		// A drawing and other clues: both are kept.
		const { code } = this;
		if (code && !drawn) return link({ page: "edit", code, name, author });
		const { rows: r, columns: c } = this.texts.get();
		const draft = { r, c, p: valuesOf(palette), l: palette.colors.map(({ letter }) => letter).join("") };
		return link({ page: "edit", code, draft: JSON.stringify(draft), ...(drawn && this.fields()), name, author });
	}

	/** The drawing in an address. */
	fields() {
		const { palette, printed } = this.beside;
		return { ...pictureFields(this.picture, valuesOf(palette)), printed: printed.join() };
	}

	/** Shows the changes of a proposal. @param {Picture | null} other @param {number[]} [places] what it is about */
	propose(other, places) {
		this.board.setMarks("ambiguous", other ? [] : this.ambiguous);
		const { cells } = this.picture;
		const changes = other && (places ?? [...cells.keys()].filter(index => cells[index] !== other.cells[index]));
		this.board.setChanges(changes && new Map(changes.map(index => [index, other.cells[index]])));
	}

	/** Waits for the code of the puzzle. @param {(code: string, id: string) => unknown} use */
	async withCode(use) {
		const puzzle = this.puzzle();
		if (!puzzle) return toast(t("edit.clues.faults", { n: 1 }), { kind: "error" });
		try {
			const { id, codes, faults } = await post("encode", { puzzle: { json: toJson(puzzle) }, kind: "nonosat" });
			if (!codes.nonosat) return toast(faults.nonosat, { kind: "error" });
			await use(codes.nonosat, id);
		} catch (error) {
			if (!isCancelled(error)) toast(explained(error), { kind: "error" });
			this.live.resume();
		}
	}

	play() {
		this.settle(); // the way back
		this.live.stop(); // answers are not needed any more
		const drawn = this.mode === "draw" ? this.fields() : {};
		return this.withCode((code, id) => {
			if (this.typed && this.mode === "clues") this.review?.begin(id, this.typed);
			go(link({ page: "play", code, ...drawn, name: this.beside.title, author: this.beside.author }));
		});
	}

	/** Goes to the sheets of this drawing, under its own address: it stays one puzzle on the shelf. */
	print() {
		const leave = () => {
			this.settle(true);
			go(other(here(), "print"));
		};
		if (this.mode === "draw" || this.code) return leave();
		return this.withCode(code => ((this.code = code), leave()));
	}

	async save() {
		const puzzle = this.puzzle();
		if (!puzzle) return toast(t("edit.clues.faults", { n: 1 }), { kind: "error" });
		return (await script(() => import("./editor_save.js"))).saveDialog(puzzle, this.saved);
	}
}

/** The text for a change. @param {string} name */
const didText = name => t(["edit.did.", "edit.tool.", "edit."].map(part => part + name).find(hasText) ?? "edit.change");

/** The parts of an address beside the picture. @param {any} beside */
const plain = ({ palette, title, author, printed }) => [valuesOf(palette), title, author, printed];
