// SPDX-License-Identifier: MIT
/**
 * The solver: a puzzle solved step by step, as a person would. Each position shows the board before
 * a step, with its premises, chain and conclusions; the sentences are the server's. A press on a cell
 * shows only the steps that it needs.
 */
import { askOn, tables, isCancelled } from "../api.js";
import { Board } from "../board.js";
import { valuesOf } from "../colors.js";
import {
	announce,
	button,
	choice,
	div,
	explained,
	fill,
	h,
	letterKeys,
	linkButton,
	reasonText,
	select,
	toast,
} from "../parts.js";
import { loadPuzzle } from "../load_puzzle.js";
import { pictureFields } from "../picture_code.js";
import { smallImage } from "../preview.js";
import { UNKNOWN, asked, placesOf, readCells, titleOf } from "../puzzle.js";
import { hidesTitle, shownTitle } from "../list_place.js";
import { go, link, other } from "../route.js";
import { overOfStep } from "../steps.js";
import { boardName, t } from "../text.js";
import { Walk } from "../walk.js";
import { OwnBoard } from "./own_board.js";
import { CellQuestion } from "./solver_cell.js";
import { Proofs } from "./solver_proofs.js";
import { Verdict } from "./solver_verdict.js";

const SPEEDS = [0.5, 1, 2, 5, 20];
const SHOWN = 400;

/** @param {HTMLElement} main @param {import("../route.js").Route} route @param {AbortSignal} signal */
export async function show(main, route, signal) {
	const [puzzle, { techniques }] = await Promise.all([loadPuzzle(route, signal), tables(signal)]);
	const solver = new Solver(main, puzzle, route, techniques, signal);
	solver.start();
	return { title: solver.title, leave: () => solver.leave(), image: () => smallImage(puzzle) };
}

class Solver {
	/** @param {HTMLElement} main @param {import("../puzzle.js").Puzzle} puzzle @param {import("../route.js").Route} route @param {string[]} techniques @param {AbortSignal} signal */
	constructor(main, puzzle, route, techniques, signal) {
		this.puzzle = puzzle;
		this.route = route;
		const title = (this.title = shownTitle(puzzle, route));
		/** The names of all techniques, the easiest first. */
		this.names = techniques;
		this.signal = signal;
		/** The cells that are known on the empty board. */
		this.blank = puzzle.printed?.slice() ?? new Uint8Array(puzzle.width * puzzle.height).fill(UNKNOWN);
		/** All steps. */
		this.whole = new Walk(puzzle, this.blank);
		/** The steps that are shown: all, or those of a cell. */
		this.walk = this.whole;
		/** The player's board that the steps begin with; null: the empty one. @type {string[]|null} */
		this.given = null;
		/** Asks for all steps. @type {AbortController|null} */
		this.asking = null;
		/** The cell on which the button or finger went down; -1: none. */
		this.pressed = -1;
		this.timer = 0;
		/** The verdict is known, or asked for. */
		this.checked = false;
		this.counted = "";
		this.listed = "";
		this.speed = 1;
		/** @type {Uint8Array[]} */
		this.solutions = [];

		this.host = h("div");
		this.sentence = h("p", { class: "sentence", role: "status" });
		this.where = h("span", { class: "pill" });
		const label = t("solve.position");
		this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, class: "slider", "aria-label": label });
		this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
		this.playButton = button(t("solve.play"), () => (this.timer ? this.pause() : this.play()), {
			icon: "play",
			kind: "primary",
			key: "Space",
		});
		this.verdict = new Verdict(puzzle, signal);
		this.techniques = div("row");
		this.list = h("ol", { class: "steps" });
		this.views = div("stack");
		this.own = new OwnBoard(
			puzzle,
			route,
			signal,
			() => this.start(),
			route.params.get("from") === "board" || undefined,
		);
		this.cell = new CellQuestion(
			puzzle,
			walk => this.showCell(walk),
			() => this.showAll(),
			cell => this.printButton(cell),
		);
		/** What belongs to the puzzle, and not to the steps of a cell. */
		this.about = div(
			"stack",
			h("p", { class: "muted" }, t("solve.press")),
			this.verdict.element,
			this.views,
			this.own.element,
			div("buttons", this.printButton()),
		);
		this.said = div("panel", this.sentence);
		this.all = div("stack", h("h2", {}, t("solve.techniques")), this.techniques, this.list);
		/** @type {HTMLAnchorElement|undefined} of a puzzle with several solutions */
		this.unique = undefined;
		/** The view of the board: "steps", or one of two solutions, "0" or "1". */
		this.view = "steps";
		this.proofs = new Proofs(puzzle, title, signal);
		const speed = select(
			SPEEDS.map(s => [String(s), t("solve.persecond", { n: s })]),
			"1",
			value => {
				this.speed = Number(value);
				if (this.timer) this.play();
			},
			{ "aria-label": t("solve.speed") },
		);
		/** @param {string} key @param {() => void} run @param {string} name @param {string} keys */
		const one = (key, run, name, keys) =>
			button(t("solve." + key), () => (this.pause(), run()), { icon: name, quiet: true, key: keys });
		main.append(
			div(
				"work",
				h(
					"div",
					{ class: "tools", role: "toolbar", "aria-label": t("page.solve") },
					one("first", () => this.go(0), "first", "Home"),
					one("back", () => this.go(this.walk.at - 1), "back", "ArrowLeft"),
					this.playButton,
					one("forward", () => this.go(this.walk.at + 1), "forward", "ArrowRight"),
					one("last", () => this.go(this.walk.steps.length), "last", "End"),
					this.slider,
					this.where,
					speed,
				),
				div("place", this.host),
				h(
					"aside",
					{ class: "side", "aria-label": t("page.solve") },
					h("h1", {}, title || t("untitled")),
					this.cell.element,
					this.said,
					this.about,
					this.all,
					this.verdict.stages,
					this.proofs.element,
				),
			),
		);
		this.board = new Board(this.host, {
			puzzle,
			cells: this.blank,
			mode: "solve",
			label: boardName(puzzle.width, puzzle.height),
			onStroke: stroke => this.press(stroke),
			onKey: (event, row, col) => this.cellKey(event, row, col),
		});
		this.host.classList.add("still");
		// Assistive technology presses a cell without a pointer.
		this.host.addEventListener("click", event => {
			const place = this.board.grid.placeOf(event.target);
			if (place) this.why(...place);
		});
		/** @type {Element} */ (main.querySelector(".tools")).append(...this.board.buttons());
		addEventListener("keydown", event => this.key(event), { signal });
		letterKeys(({ key }) => this.board.zoomKey(key), signal);
	}

	leave() {
		clearInterval(this.timer);
		this.asking?.abort();
		this.cell.stop();
		this.board.destroy();
	}

	/** Prints all steps, or those of a cell. @param {string} [cell] */
	printButton(cell = "") {
		const print = () => go(other(this.route, "print", { what: "steps", cell, from: this.own.on ? "board" : "" }));
		return button(t("solve.print"), print, { icon: "print" });
	}

	/** Asks for all steps, from the player's board or the empty one; also for the verdict, until it is known. */
	async start() {
		if (this.verdict.known) this.asking?.abort();
		const { signal } = (this.asking = new AbortController());
		const puzzle = asked(this.puzzle);
		let late = 0;
		this.pause();
		const walk = (this.whole = new Walk(this.puzzle, this.blank));
		this.show(walk);
		try {
			const given = await this.own.given();
			if (walk !== this.whole) return;
			this.given = given;
			if (given && this.own.cells) walk.start = this.own.cells;
			this.draw();
			/** @type {Parameters<typeof askOn>[1]} */
			const how = {
				signal,
				waits: why => this.verdict.wait(why),
				on: (name, data) => {
					if (name === "check") this.showVerdict(data);
					else if (name === "step" && data.number > walk.steps.length) {
						walk.take(data);
						if (late || walk !== this.walk) return;
						late = requestAnimationFrame(() => {
							late = 0;
							this.draw();
						});
					} else if (name === "walkthrough") walk.end = data;
				},
			};
			const steps = ["walkthrough"];
			let reason;
			if (given) {
				// the verdict is that of the puzzle, not of the board
				if (!this.checked) askOn({ puzzle, questions: ["check"] }, how).catch(() => {});
				this.checked = true;
				reason = await askOn({ puzzle, given, questions: steps }, how);
			} else {
				this.checked = true;
				reason = await askOn({ puzzle, questions: this.verdict.known ? steps : ["check", ...steps] }, how);
			}
			walk.ended = true;
			if (walk !== this.whole) return;
			if (reason) toast(reasonText(reason), { kind: "error" });
			this.draw();
		} catch (error) {
			if (isCancelled(error) || walk !== this.whole) return;
			fill(this.sentence, explained(error));
			toast(explained(error), { kind: "error" });
		}
	}

	// ---- the steps of a cell

	/** A press and its end on the same cell. @param {import("../board.js").Stroke} stroke */
	press({ phase, row, col, button }) {
		const index = row * this.puzzle.width + col;
		if (phase === "start") this.pressed = button > 0 ? -1 : index;
		else if (phase !== "end" || index !== this.pressed) this.pressed = -1;
		else this.why(row, col);
	}

	/** @param {KeyboardEvent} event @param {number} row @param {number} col @returns {boolean} whether it did something */
	cellKey(event, row, col) {
		if (event.ctrlKey || event.altKey || event.metaKey) return false;
		if (event.key === "Enter" || event.key === " ") this.why(row, col);
		else if (event.key === "Escape" && this.about.hidden) this.showAll();
		else return false;
		return true;
	}

	/** Why has this cell its value? @param {number} row @param {number} col */
	why(row, col) {
		this.pause();
		this.board.setMarks("look", [row * this.puzzle.width + col]);
		const cell = row * this.puzzle.width + col;
		const own = this.given && this.blank[cell] === UNKNOWN && this.own.cells?.[cell] !== UNKNOWN;
		this.cell.ask(row, col, this.given, !!own);
	}

	/** Shows the steps of a cell; none while they are sought. @param {Walk|null} walk */
	showCell(walk) {
		for (const part of [this.about, this.verdict.stages, this.proofs.element]) part.hidden = true;
		this.said.hidden = this.all.hidden = !walk;
		this.cell.element.scrollIntoView({ block: "start" });
		if (walk) this.show(walk);
	}

	/** Shows all steps again. */
	showAll() {
		this.cell.stop();
		const focused = this.cell.element.contains(document.activeElement);
		for (const part of [this.about, this.verdict.stages, this.proofs.element, this.said, this.all]) part.hidden = false;
		this.cell.element.hidden = true;
		if (focused) this.board.focus();
		this.board.setMarks("look", []);
		this.show(this.whole);
	}

	/** @param {Walk} walk */
	show(walk) {
		this.walk = walk;
		this.listed = this.counted = "";
		this.viewChoice?.set("steps");
		this.go(walk.at);
	}

	// ---- the answers

	/** @param {any} data */
	showVerdict(data) {
		this.verdict.show(data);
		this.solutions = (data.solutions ?? []).map((/** @type {string[]} */ rows) => readCells(rows, this.puzzle.palette));
		this.proofs.allow(data.verdict);
		if (this.solutions.length > 1)
			fill(
				this.views,
				(this.viewChoice = choice(
					t("solve.show"),
					[
						{ value: "steps", label: t("solve.show.steps") },
						{ value: "0", label: t("solve.show.first") },
						{ value: "1", label: t("solve.show.second") },
					],
					"steps",
					view => this.showSolution(view),
				)),
				div("buttons", (this.unique = linkButton(t("solve.unique"), this.editLink(), { icon: "wand" }))),
			);
	}

	/** The editor with the shown solution as its drawing; beside the steps, the drawing of the puzzle or the first solution. */
	editLink() {
		const { puzzle, route } = this;
		if (this.view === "steps" && puzzle.goal) return other(route, "edit");
		const { width, height, palette, printed } = puzzle;
		const cells = this.solutions[this.view === "1" ? 1 : 0];
		return link({
			page: "edit",
			...pictureFields({ width, height, cells }, valuesOf(palette)),
			printed: placesOf(printed).join(),
			name: hidesTitle(puzzle, false) ? "" : titleOf(puzzle, route.name),
			author: puzzle.meta.author,
		});
	}

	/** @param {string} view "steps", "0" or "1" */
	setView(view) {
		if (view === this.view) return;
		this.view = view;
		if (this.unique) this.unique.href = this.editLink();
	}

	/** Shows one of two solutions; cells that differ are ringed. @param {string} view "steps", "0" or "1" */
	showSolution(view) {
		this.pause();
		this.setView(view);
		const [one, two] = this.solutions;
		if (view === "steps") {
			this.board.setMarks("ambiguous", []);
			return this.draw();
		}
		this.board.setOver(null);
		this.board.setCells(this.solutions[Number(view)]);
		const differ = [...one.keys()].filter(i => one[i] !== two[i]);
		this.board.setMarks("ambiguous", differ);
		fill(this.sentence, t("solve.differ", { n: differ.length }));
	}

	/** @param {number} at */
	go(at) {
		this.walk.go(at);
		this.setView("steps");
		this.board.setMarks("ambiguous", []);
		this.draw();
	}

	play() {
		clearInterval(this.timer);
		if (!this.walk.step) this.walk.go(0);
		this.timer = window.setInterval(() => {
			if (this.walk.step) this.go(this.walk.at + 1);
			else if (this.walk.ended) this.pause();
		}, 1000 / this.speed);
		this.playState();
	}

	pause() {
		clearInterval(this.timer);
		this.timer = 0;
		this.playState();
	}

	playState() {
		const other = button(t(this.timer ? "solve.pause" : "solve.play"), () => {}, {
			icon: this.timer ? "pause" : "play",
		});
		this.playButton.replaceChildren(...other.childNodes);
		this.playButton.title = t(this.timer ? "solve.pause" : "solve.play");
	}

	/** Shows the position. */
	draw() {
		const { steps, at } = this.walk;
		if (this.view === "steps") this.drawStep(); // new steps must not hide a shown solution
		this.slider.max = String(steps.length);
		this.slider.value = String(at);
		this.slider.setAttribute("aria-valuetext", t("solve.at", { n: at, total: steps.length }));
		fill(this.where, t("solve.at", { n: at, total: steps.length }));
		this.drawTechniques();
		this.drawList();
	}

	/** Shows the board before the present step, and the step. */
	drawStep() {
		const { cells, step, done, end } = this.walk;
		this.board.setCells(cells);
		this.board.setOver(step ? overOfStep(step, this.puzzle) : null);
		const text = step ? step.sentence : done ? end?.sentence || t("solve.done") : t("solve.start");
		fill(this.sentence, step && h("strong", {}, t("technique." + step.technique)), text);
		if (step && this.board.zoom > 1)
			this.board.show(.../** @type {[number, number]} */ (step.cells[0]?.cell ?? [0, 0]));
	}

	/** Shows the number of steps of each technique; a press goes to the next one. */
	drawTechniques() {
		const counts = this.names.map(name => this.walk.count(name));
		if (this.counted === counts.join()) return;
		this.counted = counts.join();
		fill(
			this.techniques,
			this.names.map((name, i) =>
				button(
					t("solve.count", { technique: t("technique." + name), n: counts[i] }),
					() => {
						this.pause();
						this.go(this.walk.next(name));
						announce(this.sentence.textContent ?? "");
					},
					{ disabled: !counts[i], class: "small" },
				),
			),
		);
	}

	/** Lists the steps near the position. */
	drawList() {
		const { steps, at } = this.walk;
		const first = Math.max(0, Math.min(at - SHOWN / 2, steps.length - SHOWN));
		const key = `${first},${Math.min(steps.length, first + SHOWN)}`;
		if (this.listed !== key) {
			this.listed = key;
			this.list.start = first + 1;
			fill(
				this.list,
				steps.slice(first, first + SHOWN).map((step, i) =>
					h(
						"li",
						{},
						button(step.sentence, () => (this.pause(), this.go(first + i)), { kind: "plain" }),
					),
				),
			);
		}
		const now = this.list.querySelector("[aria-current]");
		now?.removeAttribute("aria-current");
		const item = /** @type {HTMLElement|undefined} */ (this.list.children[at - first]);
		item?.setAttribute("aria-current", "step");
		if (!item) this.list.scrollTop = at ? this.list.scrollHeight : 0;
		else if (at) {
			const { offsetTop, offsetHeight } = item;
			const { scrollTop, clientHeight } = this.list;
			if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
				this.list.scrollTop = offsetTop - clientHeight / 3;
		}
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		const target = /** @type {HTMLElement} */ (event.target);
		if (event.ctrlKey || event.altKey || event.metaKey) return;
		if (target.closest("input, select, textarea, dialog, [role=radiogroup], [role=grid]")) return;
		if (event.key === " " && target.closest("button, a, summary")) return;
		const { at, steps } = this.walk;
		const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length }[event.key];
		if (to !== undefined) {
			this.pause();
			this.go(to);
		} else if (event.key === " ") this.timer ? this.pause() : this.play();
		else return;
		event.preventDefault();
	}
}
