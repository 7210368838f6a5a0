// SPDX-License-Identifier: MIT
/**
 * The player: puts marks on a board, line by line, with undo, hints and checks.
 *
 * `game.js` has the rules, the board reports strokes, `player_asks.js` asks the server. Everything
 * but hints and checks works without the server. In test play, which the editor opens, no progress
 * is read or written.
 */
import { post } from "../api.js";
import { Board } from "../board.js";
import { Game } from "../game.js";
import { readKept, takeSettings, writeKept } from "../kept.js";
import { UNKNOWN } from "../line.js";
import { DOT } from "../marks.js";
import {
	announce,
	busy,
	button,
	choice,
	div,
	explained,
	fill,
	h,
	icon,
	letterKeys,
	linkButton,
	menu,
	press,
	toast,
	typing,
} from "../parts.js";
import { smallImage } from "../preview.js";
import { Keeper, Progress, entryKey } from "../progress.js";
import { hidesTitle, keepPlace, shownTitle } from "../list_place.js";
import { loadPuzzle } from "../load_puzzle.js";
import { asked, placesOf, titleOf } from "../puzzle.js";
import { go, link, named, other } from "../route.js";
import { script } from "../scripts.js";
import { getLook, setLook } from "../settings.js";
import { colorName, num, t, boardName } from "../text.js";
import "../text_play.js";
import { Asks } from "./player_asks.js";
import { COMMANDS } from "./player_keys.js";
import { timeText, wonDialog } from "./player_won.js";

/** @typedef {import("../game.js").Axis} Axis */
/** @typedef {import("../game.js").Tool} Tool */
/** @typedef {import("../puzzle.js").Puzzle} Puzzle */
/** @typedef {import("../route.js").Route} Route */

const SETTINGS = "nonosat.play";

/** @param {HTMLElement} main @param {Route} route @param {AbortSignal} signal */
export async function show(main, route, signal) {
	const puzzle = await loadPuzzle(route, signal);
	if (signal.aborted) return {};
	const { ID } = route.params.has("lesson") ? await script(() => import("../teaching.js")) : { ID: null };
	const lesson = puzzle.id === ID ? await script(() => import("./player_lesson.js")) : null;
	if (signal.aborted) return {};
	const player = new Player(main, route, puzzle, lesson && (player => new lesson.Lesson(player)));
	const image = () => smallImage(puzzle, player.game.marks.begun ? player.game.picture : null);
	return { title: player.shownTitle, leave: () => player.leave(), image };
}

export class Player {
	/**
	 * @param {HTMLElement} main @param {Route} route @param {Puzzle} puzzle
	 * @param {((player: Player) => import("./player_lesson.js").Lesson)|null} [teach] instead of hints
	 */
	constructor(main, route, puzzle, teach) {
		this.puzzle = puzzle;
		this.route = route;
		this.title = titleOf(puzzle, route.name);
		/** The title is hidden until the puzzle is solved. */
		this.hidden = hidesTitle(puzzle, false);
		this.game = new Game(puzzle);
		/** @type {Tool|"hand"} */
		this.tool = "fill";
		this.color = 1;
		this.over = false;
		this.seconds = 0;
		/** @type {{row: number, col: number, axis: Axis|null}|null} the present stroke */
		this.stroke = null;
		/** @type {{mark: number, from: number}|null} the stroke that Shift with an arrow continues */
		this.last = null;
		this.settings = readSettings();
		this.key = entryKey(puzzle, route);
		this.test = route.test;
		this.progress = new Progress();
		this.restore();
		this.keeper = new Keeper(
			() => this.write(),
			works => this.storageWorks(works),
		);
		this.stop = new AbortController();

		this.host = h("div");
		this.panel = h("div", { class: "stack", role: "status" });
		this.branchPanel = h("div", { class: "panel branch", hidden: true });
		this.clock = button(t("play.timer"), () => this.set({ timer: !this.settings.timer }), {
			icon: "clock",
			quiet: true,
		});
		this.clock.classList.add("clock");
		this.state = h("p", { class: "muted" });
		/** What is wrong with the puzzle itself. */
		this.warning = "";
		this.warned = h("p", { class: "warned" });
		const place = div("place", this.warned, this.host);
		const side = h("aside", { class: "side play-side" }, this.heading(), this.branchPanel, this.panel);
		this.tools = h("div", { class: "tools", role: "toolbar", "aria-label": t("play.tools") });
		const work = div("work play", this.tools, place, side);
		main.append(work);
		this.board = new Board(this.host, {
			puzzle,
			cells: this.game.marks.marks,
			mode: "play",
			maxCell: 56,
			label: boardName(puzzle.width, puzzle.height),
			onStroke: stroke => this.onStroke(stroke),
			onLine: (axis, index) => this.crossOut(axis, index),
			onCursor: (row, col, how) => this.onCursor(row, col, how),
			onKey: (event, row, col) => this.onKey(event, row, col),
			onHover: place => this.onHover(place),
		});
		this.lesson = teach?.(this) ?? null;
		this.asks = this.lesson ?? new Asks(this);
		this.fillTools();
		this.begin();
		const { signal } = this.stop;
		document.addEventListener("keydown", event => this.pageKey(event), { signal });
		letterKeys(event => this.letter(event), signal);
		document.addEventListener("keyup", event => event.key === "Shift" && this.finish(), { signal });
		this.lookAt();
		// Assistive technology presses a cell without a pointer.
		this.host.addEventListener("click", event => this.pressed(event), { signal });
		addEventListener("storage", event => this.elsewhere(event), { signal });
		this.timer = setInterval(() => this.second(), 1000);
	}

	/** The user goes to another page. */
	leave() {
		this.finish();
		clearInterval(this.timer);
		this.asks.stop();
		this.keeper.close();
		this.stop.abort();
		this.board.destroy();
	}

	/** Says if a puzzle from a link or code has not exactly one solution. */
	lookAt() {
		if (this.test || !["code", "rules"].includes(named(this.route)?.key ?? "")) return;
		post("check", { puzzle: asked(this.puzzle), time_limit: 2 }, this.stop.signal)
			.then(({ verdict }) => {
				if (verdict !== "multiple" && verdict !== "none") return;
				this.warning = t("play.verdict." + verdict);
				fill(this.warned, icon("warning"), h("span", {}, this.warning));
				announce(this.warning);
			})
			.catch(() => {}); // playing needs no answer
	}

	// ---- progress

	/** Restores the stored progress. */
	restore() {
		if (this.test) return;
		const entry = this.progress.of(this.puzzle, this.route);
		if (!entry) return;
		if (this.game.marks.restore(entry.saved)) this.seconds = entry.seconds;
		this.game.judgeAll();
	}

	/** Another tab has played the same puzzle: take over its progress. @param {StorageEvent} event */
	elsewhere(event) {
		if (!this.progress.names(this.key, event.key) || this.stroke || !this.keeper.idle) return;
		if (!event.newValue) return;
		this.open();
		this.restore();
		this.begin();
	}

	/** @returns {boolean} whether the progress could be stored */
	write() {
		if (this.test) return true;
		const { marks } = this.game;
		if (!marks.begun && !marks.canUndo && !marks.canRedo) {
			this.progress.remove(this.key);
			return true;
		}
		const { width, height } = this.puzzle;
		const state = this.over ? 2 : marks.begun ? 1 : 0;
		const entry = { width, height, at: Date.now(), seconds: this.seconds };
		if (this.progress.write(this.key, { state, ...entry, saved: marks.save() })) return true;
		return this.progress.write(this.key, { state, ...entry, saved: marks.save(0) });
	}

	/** @param {boolean} works */
	storageWorks(works) {
		toast(t(works ? "play.kept" : "play.notkept"), { kind: works ? "info" : "error" });
	}

	// ---- the page

	heading() {
		const { width, height, palette, meta } = this.puzzle;
		const colors = palette.colors.length;
		const facts = [
			t("size", { width, height }),
			colors > 1 && t("play.colors", { n: colors }),
			meta.author && t("play.by", { author: meta.author }),
		];
		return div(
			"head stack",
			(this.name = h("h1", {}, this.shownTitle || t("untitled"))),
			h("p", { class: "muted" }, facts.filter(Boolean).join(" · ")),
			this.test && h("p", { class: "pill" }, t("play.test")),
			this.state,
		);
	}

	get shownTitle() {
		return shownTitle(this.puzzle, this.route, this.game.won);
	}

	fillTools() {
		const { palette } = this.puzzle;
		const many = palette.colors.length > 1;
		this.toolChoice = choice(
			t("play.tool"),
			[
				{ value: "fill", label: t("play.fill"), icon: "square", key: "F", quiet: true },
				{ value: "cross", label: t("play.cross"), icon: "cross", key: "X", quiet: true },
				{ value: "dot", label: t("play.dot"), icon: "dot", key: "N", quiet: true },
				{ value: "hand", label: t("play.hand"), icon: "hand", quiet: true },
			],
			this.tool,
			tool => this.setTool(/** @type {Tool|"hand"} */ (tool)),
		);
		this.colorChoice =
			many &&
			choice(
				t("play.color"),
				palette.colors.map((color, i) => ({
					value: String(i + 1),
					label: colorName(color.name),
					key: i < 9 ? String(i + 1) : undefined,
					quiet: true,
					color: color.rgb,
				})),
				"1",
				color => this.setColor(Number(color)),
			);
		this.undoButton = button(t("play.undo"), () => this.undo(), { icon: "undo", quiet: true, key: "Control+Z" });
		this.redoButton = button(t("play.redo"), () => this.redo(), { icon: "redo", quiet: true, key: "Control+Y" });
		this.hintButton = button(t("play.hint"), () => this.asks.hint(), { icon: "hint", key: "H" });
		this.checkButton = button(t("play.check"), () => this.asks.check(), { icon: "eye", quiet: true });
		const branches = menu(
			t("play.branches"),
			() => [
				{ label: t("play.try"), icon: "branch", run: () => this.branch(), disabled: this.over },
				{ label: t("play.back"), icon: "undo", run: () => this.back(), disabled: !this.inBranch },
				{ label: t("play.keep"), icon: "check", run: () => this.keepBranch(), disabled: !this.inBranch },
			],
			{ icon: "branch", quiet: true },
		);
		this.more = menu(t("menu"), () => [
			{ label: t("play.live"), checked: this.settings.live, run: () => this.set({ live: !this.settings.live }) },
			{ label: t("play.erase"), checked: this.settings.erase, run: () => this.set({ erase: !this.settings.erase }) },
			{ label: t("outer"), checked: getLook().outer, run: () => setLook({ outer: !getLook().outer }) },
			null,
			{ label: t("play.clear"), icon: "trash", run: () => this.clear(), disabled: !this.game.marks.begun },
			{
				label: t("play.explain"),
				icon: "hint",
				run: () => go(other(this.route, "solve", { from: "board" })),
				disabled: this.test || this.over || !this.game.marks.begun,
			},
			{ label: t("play.help"), icon: "keyboard", run: help },
		]);
		const { params } = this.route;
		const drawing = Object.fromEntries(["editor", "picture", "printed", "name"].map(key => [key, params.get(key)]));
		const toEditor = this.test && linkButton(t("play.editor"), link({ page: "edit", ...drawing }), { icon: "back" });
		fill(
			this.tools,
			toEditor,
			this.toolChoice,
			this.colorChoice,
			h("span", { class: "divider" }),
			this.undoButton,
			this.redoButton,
			branches,
			this.hintButton,
			this.checkButton,
			h("span", { class: "divider" }),
			this.board.buttons(),
			this.more,
			this.clock,
		);
	}

	/** Shows the board for the first time. */
	begin() {
		const { board, game } = this;
		const { printed } = this.puzzle;
		if (printed) board.setMarks("printed", placesOf(printed));
		board.setCells(game.marks.marks);
		this.refresh([], { lines: "all" });
		if (game.won) this.won(false);
		else this.lesson?.reset();
		this.second();
	}

	/**
	 * Shows changed cells, and everything that depends on them.
	 * @param {Iterable<number>} cells
	 * @param {{lines?: "all", drawing?: boolean}} [how] drawing: the stroke goes on
	 */
	refresh(cells, { lines, drawing } = {}) {
		const { board, game } = this;
		board.setCells(game.marks.marks, cells);
		if (!lines) this.asks.reset();
		for (const [axis, index] of lines ? this.allLines() : game.judgeAround(cells)) {
			const { state, finished } = game.lines[axis][index];
			// That a line cannot be filled as it stands says where a mistake is: only for who asked.
			board.setLine(axis, index, state === "wrong" && !this.settings.live ? "open" : state, finished);
		}
		if (drawing) return;
		board.setMarks("tentative", game.marks.tried());
		this.status();
		if (lines) return;
		this.keeper.changed();
		if (game.won && !this.over) this.won(true);
	}

	/** @returns {[Axis, number][]} */
	allLines() {
		const { R, C } = this.game.lines;
		return [
			...R.map((_, i) => /** @type {[Axis, number]} */ (["R", i])),
			...C.map((_, i) => /** @type {[Axis, number]} */ (["C", i])),
		];
	}

	/** Updates the buttons and the status. */
	status() {
		const { marks, lines } = this.game;
		/** @type {HTMLButtonElement} */ (this.undoButton).disabled = !marks.canUndo || this.over;
		/** @type {HTMLButtonElement} */ (this.redoButton).disabled = !marks.canRedo || this.over;
		const all = [...lines.R, ...lines.C];
		const done = all.filter(line => line.state === "done").length;
		fill(this.state, this.over ? t("play.solved") : t("play.lines", { done, n: all.length }));
		this.branchPanel.hidden = !this.inBranch;
		if (!this.inBranch) return;
		const { length } = marks.branches;
		fill(
			this.branchPanel,
			h("p", {}, t(length > 1 ? "play.trying.deep" : "play.trying", { n: marks.tried().length, depth: length })),
			div(
				"buttons",
				button(t("play.back"), () => this.back(), { icon: "undo", key: "B" }),
				button(t("play.keep"), () => this.keepBranch(), { icon: "check", key: "K" }),
			),
		);
	}

	// ---- strokes

	/** @param {Tool|"hand"} tool */
	setTool(tool) {
		this.tool = tool;
		this.board.pan = tool === "hand";
		this.host.classList.toggle("hand", tool === "hand");
		this.onHover(this.board.hover);
		this.toolChoice?.set(tool);
	}

	/** @param {number} color */
	setColor(color) {
		if (color < 1 || color > this.puzzle.palette.colors.length) return;
		this.color = color;
		if (this.colorChoice) this.colorChoice.set(String(color));
		if (this.tool !== "dot") this.setTool("fill");
	}

	/** @param {import("../board.js").Stroke} stroke */
	onStroke({ phase, row, col, button: pressed, long, alt }) {
		if (this.over) return;
		if (phase === "start") {
			this.last = null;
			const tool = this.tool === "hand" ? "fill" : this.tool;
			const other = pressed > 0 || long || alt;
			if (long) navigator.vibrate?.(12);
			this.start(row, col, !other ? tool : tool === "cross" ? "fill" : "cross");
		} else if (phase === "move") this.reach(row, col);
		else if (phase === "end") this.finish();
		else if (this.stroke) {
			this.stroke = null;
			this.board.showBadge(0, 0, null);
			this.refresh(this.game.cancelStroke());
		}
	}

	/** The cursor shows whether a stroke would begin to draw or to erase. @param {[number, number]|null} place */
	onHover(place) {
		const tool = this.tool === "hand" ? "fill" : this.tool;
		const cell = place ? place[0] * this.puzzle.width + place[1] : -1;
		const erases = this.settings.erase && place !== null && this.game.removes(cell, tool, this.color);
		this.host.dataset.pen = erases ? "empty" : tool;
	}

	/**
	 * A stroke begins.
	 * @param {number} row
	 * @param {number} col
	 * @param {Tool} tool
	 * @param {{mark: number, from: number}|null} [what] overrides the first cell's choice
	 */
	start(row, col, tool, what = null) {
		this.finish();
		this.game.beginStroke(row * this.puzzle.width + col, tool, this.color, this.settings.erase);
		if (what) Object.assign(this.game, what, { longer: null });
		this.last = { mark: this.game.mark, from: this.game.from };
		this.stroke = { row, col, axis: null };
		this.reach(row, col);
	}

	/** The stroke goes straight from its first cell towards the place, along the longer axis. @param {number} row @param {number} col */
	reach(row, col) {
		const { stroke, game } = this;
		if (!stroke) return;
		const [down, across] = [row - stroke.row, col - stroke.col];
		if (!down && !across) stroke.axis = null;
		else stroke.axis ??= Math.abs(across) >= Math.abs(down) ? "R" : "C";
		const { width } = this.puzzle;
		const steps = stroke.axis === "R" ? across : stroke.axis === "C" ? down : 0;
		const stride = (stroke.axis === "C" ? width : 1) * Math.sign(steps);
		const first = stroke.row * width + stroke.col;
		const cells = Array.from({ length: Math.abs(steps) + 1 }, (_, i) => first + i * stride);
		this.refresh(game.cover(cells), { drawing: true });
		this.showLength(cells);
	}

	/** Shows the number of cells of the stroke, and the length of their run if it is longer. @param {number[]} cells */
	showLength(cells) {
		const { board, game, stroke } = this;
		const count = cells.length;
		const end = cells[count - 1];
		const filling = game.mark > 0 && game.mark < DOT;
		const run = stroke?.axis && filling ? game.runAround(end, stroke.axis) : count;
		const { width } = this.puzzle;
		const text = run > count ? t("play.run", { count, run }) : count > 1 ? num(count) : null;
		board.showBadge(Math.floor(end / width), end % width, text);
	}

	/** The stroke ends. */
	finish() {
		if (!this.stroke) return;
		this.stroke = null;
		this.board.showBadge(0, 0, null);
		if (this.game.endStroke()) this.refresh([]);
	}

	// ---- keys

	/** @param {number} row @param {number} col @param {{keys: boolean, event?: KeyboardEvent, from: [number, number]}} how */
	onCursor(row, col, { keys, event, from }) {
		if (!keys || this.over) return;
		if (!event?.shiftKey) {
			this.finish();
			this.last = null;
			return;
		}
		const axis = row === from[0] ? "R" : "C";
		if (this.stroke?.axis && this.stroke.axis !== axis) this.finish();
		if (!this.stroke) this.start(...from, this.tool === "hand" ? "fill" : this.tool, this.last);
		this.reach(row, col);
	}

	/** A key on the board. @param {KeyboardEvent} event @param {number} row @param {number} col @returns {boolean} whether it did something */
	onKey(event, row, col) {
		if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Shift") return false;
		if (/^Arrow/.test(event.key)) return false;
		this.finish();
		const command = COMMANDS[event.key.toLowerCase()];
		if (/^[1-9]$/.test(event.key)) this.setColor(Number(event.key));
		else if (!command) return false;
		else this.run(command, row, col);
		return true;
	}

	/** @param {import("./player_keys.js").Command} command @param {number} row @param {number} col */
	run(command, row, col) {
		const tool = this.tool === "hand" ? "fill" : this.tool;
		/** @type {Record<import("./player_keys.js").Command, () => unknown>} */
		const commands = {
			tool: () => this.dab(row, col, tool),
			fill: () => this.dab(row, col, "fill"),
			cross: () => this.dab(row, col, "cross"),
			dot: () => this.dab(row, col, "dot"),
			erase: () => this.dab(row, col, null),
			lines: () => this.crossOut("R", row, ["C", col]),
			next: () => this.setColor((this.color % this.puzzle.palette.colors.length) + 1),
			switch: () => this.setTool(tool === "fill" ? "cross" : tool === "cross" ? "dot" : "fill"),
			undo: () => this.undo(),
			redo: () => this.redo(),
			hint: () => busy(this.hintButton, this.asks.hint()),
			step: () => this.asks instanceof Asks && this.asks.take(),
			check: () => busy(this.checkButton, this.asks.check()),
			branch: () => this.branch(),
			back: () => this.back(),
			keep: () => this.keepBranch(),
			all: () => this.board.showAll(),
			quiet: () => this.asks.reset(),
			help,
		};
		commands[command]();
	}

	/** A stroke of one cell; null removes its mark. @param {number} row @param {number} col @param {Tool|null} tool */
	dab(row, col, tool) {
		if (this.over) return;
		if (tool) this.start(row, col, tool);
		else {
			const cell = row * this.puzzle.width + col;
			const mark = this.game.marks.marks[cell];
			if (mark === UNKNOWN) return;
			this.start(row, col, "cross", { mark: UNKNOWN, from: mark });
		}
		this.finish();
	}

	/** A letter key outside the board works as on the board. @param {KeyboardEvent} event */
	letter(event) {
		const { board } = this;
		const { key } = event;
		if (key === "+" || key === "-") board.zoomBy(key === "+" ? 1.4 : 1 / 1.4);
		else if (!this.onKey(event, board.row, board.col)) return false;
		// A change of the cell under the cursor shows that cell.
		else if (["fill", "cross", "dot", "lines"].includes(COMMANDS[key.toLowerCase()])) {
			this.host.classList.add("keys");
			board.focus();
		}
		return true;
	}

	/** Undo and redo, wherever the focus is; an arrow on the page shows the cursor on the board. @param {KeyboardEvent} event */
	pageKey(event) {
		if (document.querySelector("dialog[open]") || typing(event.target)) return;
		if (/^Arrow/.test(event.key) && /** @type {Element} */ (event.target).matches("body, main")) {
			this.host.classList.add("keys");
			this.board.focus();
			event.preventDefault();
			return;
		}
		if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
		const key = event.key.toLowerCase();
		if (key === "y" || (key === "z" && event.shiftKey)) this.redo();
		else if (key === "z") this.undo();
		else return;
		event.preventDefault();
	}

	/** @param {MouseEvent} event */
	pressed(event) {
		const place = this.board.grid.placeOf(event.target);
		if (!place || this.over) return;
		const [row, col] = place;
		this.board.setCursor(row, col, { focus: true });
		this.dab(row, col, this.tool === "hand" ? "fill" : this.tool);
	}

	/** Puts marks on cells, as one step. @param {Iterable<[number, number]>} marks cells and marks */
	put(marks) {
		this.finish();
		if (this.over) return;
		const board = this.game.marks;
		board.begin();
		const cells = [...marks].filter(([cell, mark]) => board.set(cell, mark)).map(([cell]) => cell);
		board.end();
		if (cells.length) this.refresh(cells);
	}

	// ---- undo

	/** @param {number[]|null} cells */
	changed(cells) {
		if (cells) this.refresh(cells);
	}

	undo() {
		this.finish();
		if (!this.over) this.changed(this.game.marks.undo());
	}

	redo() {
		this.finish();
		if (!this.over) this.changed(this.game.marks.redo());
	}

	clear() {
		this.finish();
		const again = this.over;
		this.open();
		this.changed(this.game.marks.clear());
		if (again) this.seconds = 0;
		else toast(t("play.cleared"), { action: { label: t("play.undo"), run: () => this.undo() } });
	}

	get inBranch() {
		return this.game.marks.branches.length > 0 && !this.over;
	}

	branch() {
		this.finish();
		if (this.over) return;
		this.game.marks.branch();
		announce(t("play.branched"));
		this.refresh([]);
	}

	back() {
		this.finish();
		if (this.inBranch) this.changed(this.game.marks.back());
	}

	keepBranch() {
		this.finish();
		if (!this.inBranch) return;
		this.game.marks.keepBranch();
		this.refresh([]);
	}

	/** Crosses the open cells of lines that are done, as one step each. @param {Axis} axis @param {number} index @param {[Axis, number]} [other] */
	crossOut(axis, index, other) {
		this.finish();
		if (this.over) return;
		const cells = this.game.crossLine(axis, index);
		if (other) cells.push(...this.game.crossLine(...other));
		if (cells.length) this.refresh(cells);
	}

	// ---- the end, and the time

	/** @param {boolean} now true: just won; false: the board was opened as won */
	won(now) {
		this.over = true;
		const { board, game } = this;
		this.asks.reset();
		board.options.mode = "show";
		board.setCells(game.picture);
		board.setMarks("tentative", []);
		board.grid.element.setAttribute("aria-readonly", "true");
		this.host.classList.add("still");
		board.changed({ all: true });
		this.status();
		const time = this.settings.timer ? t("play.took", { time: timeText(this.seconds) }) : "";
		const next = () =>
			this.test ? null : button(t("play.next"), () => this.onward(), { icon: "forward", kind: "primary" });
		fill(
			this.panel,
			div(
				"panel stack won",
				h("h2", {}, t("play.solved")),
				time && h("p", {}, time),
				div(
					"buttons",
					next(),
					button(t("play.again"), () => this.clear()),
					!this.test && linkButton(t("home"), "#"),
				),
			),
			this.lesson?.ending(),
		);
		if (!now) return;
		if (this.name && this.hidden) {
			this.name.textContent = this.title || t("untitled");
			dispatchEvent(new CustomEvent("title", { detail: this.title }));
		}
		this.keeper.changed();
		this.keeper.flush();
		navigator.storage?.persist?.().catch(() => {});
		wonDialog(this.puzzle, game.picture, [this.title, time, this.warning, this.lesson?.won], next());
	}

	/** Goes to the next puzzle of the list. */
	async onward() {
		try {
			const [{ nextPuzzle }, { nameOf }] = await Promise.all([
				script(() => import("./list_order.js")),
				script(() => import("../opened.js")),
			]);
			const found = await nextPuzzle(this.key, this.progress.states());
			if (!found) return toast(t("play.next.none"));
			if (found.at !== undefined) keepPlace({ opened: found.tile.id, at: found.at });
			go(link(await nameOf(found.tile)));
		} catch (error) {
			toast(explained(error), { kind: "error" });
		}
	}

	/** The board can be changed again. */
	open() {
		if (!this.over) return;
		this.over = false;
		this.board.options.mode = "play";
		this.board.setCells(this.game.marks.marks);
		this.board.grid.element.removeAttribute("aria-readonly");
		this.host.classList.remove("still");
		this.board.changed({ all: true });
		this.panel.replaceChildren();
	}

	second() {
		if (!this.over && document.visibilityState === "visible" && this.game.marks.begun) {
			this.seconds += 1;
			if (this.seconds % 10 === 0) this.keeper.changed();
			else this.keeper.later();
		}
		press(this.clock, this.settings.timer);
		fill(this.clock, icon("clock"), this.settings.timer && h("span", {}, timeText(this.seconds)));
	}

	/** @param {Partial<ReturnType<typeof readSettings>>} change */
	set(change) {
		Object.assign(this.settings, change);
		writeKept(SETTINGS, this.settings);
		this.second();
		this.refresh([], { lines: "all" });
		this.asks.reset();
	}
}

/** Shows the keys and gestures. */
const help = async () => (await script(() => import("./player_help.js"))).helpSheet();

const readSettings = () => takeSettings({ live: false, timer: false, erase: true }, readKept(SETTINGS));
