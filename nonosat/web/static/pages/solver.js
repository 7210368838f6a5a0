// SPDX-License-Identifier: MIT
/**
 * The solver: a puzzle solved step by step, as a person would. Each position shows the board before
 * a step, with its premises, chain and conclusions; the sentences are the server's.
 */
import { askOn, tables, isCancelled } from "../api.js";
import { Board } from "../board.js";
import {
	announce,
	button,
	choice,
	div,
	explained,
	fill,
	h,
	letterKeys,
	reasonText,
	select,
	spinner,
	toast,
} from "../parts.js";
import { loadPuzzle } from "../load_puzzle.js";
import { smallImage } from "../preview.js";
import { UNKNOWN, asked, readCells, titleOf } from "../puzzle.js";
import { go, other } from "../route.js";
import { overOfStep } from "../steps.js";
import { num, t } from "../text.js";
import { Proofs } from "./solver_proofs.js";

/** @typedef {import("../steps.js").StepData} StepData */

const SPEEDS = [0.5, 1, 2, 5, 20];
const SHOWN = 400;

/** @param {HTMLElement} main @param {import("../route.js").Route} route @param {AbortSignal} signal */
export async function show(main, route, signal) {
	const [puzzle, { techniques }] = await Promise.all([loadPuzzle(route, signal), tables(signal)]);
	const solver = new Solver(
		main,
		puzzle,
		titleOf(puzzle, route.name),
		techniques,
		signal,
		other(route, "print", { what: "steps" }),
	);
	solver.start();
	return { title: solver.title, leave: () => solver.leave(), image: () => smallImage(puzzle) };
}

class Solver {
	/** @param {HTMLElement} main @param {import("../puzzle.js").Puzzle} puzzle @param {string} title @param {string[]} techniques @param {AbortSignal} signal @param {string} printed the page that prints the steps */
	constructor(main, puzzle, title, techniques, signal, printed) {
		this.puzzle = puzzle;
		this.title = title;
		/** The names of all techniques, the easiest first. */
		this.names = techniques;
		this.signal = signal;
		/** @type {StepData[]} */
		this.steps = [];
		/** The cells that each step settles, with their values. @type {[number, number][][]} */
		this.settled = [];
		this.at = 0;
		this.timer = 0;
		this.counted = "";
		this.listed = "";
		/** @type {any} how the walk ended */
		this.end = null;
		this.speed = 1;
		this.ended = false;
		/** @type {Uint8Array[]} */
		this.solutions = [];
		this.start0 = puzzle.printed?.slice() ?? new Uint8Array(puzzle.width * puzzle.height).fill(UNKNOWN);

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
		this.working = h("span", {}, t("solve.working"));
		this.verdict = div("stack", div("row", spinner(), this.working));
		this.rating = h("p", { class: "muted" });
		this.stages = h("div");
		this.techniques = div("row");
		this.list = h("ol", { class: "steps" });
		this.views = h("div");
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
					one("back", () => this.go(this.at - 1), "back", "ArrowLeft"),
					this.playButton,
					one("forward", () => this.go(this.at + 1), "forward", "ArrowRight"),
					one("last", () => this.go(this.steps.length), "last", "End"),
					this.slider,
					this.where,
					speed,
				),
				div("place", this.host),
				h(
					"aside",
					{ class: "side", "aria-label": t("page.solve") },
					h("h1", {}, title || t("untitled")),
					div("panel", this.sentence),
					this.verdict,
					this.views,
					div(
						"buttons",
						button(t("solve.print"), () => go(printed), { icon: "print" }),
					),
					div("stack", h("h2", {}, t("solve.techniques")), this.techniques, this.list),
					this.stages,
					this.proofs.element,
				),
			),
		);
		this.board = new Board(this.host, {
			puzzle,
			cells: this.start0,
			mode: "solve",
			label: t("board", { width: puzzle.width, height: puzzle.height }),
		});
		this.host.classList.add("still");
		/** @type {Element} */ (main.querySelector(".tools")).append(...this.board.buttons());
		addEventListener("keydown", event => this.key(event), { signal });
		letterKeys(({ key }) => this.board.zoomKey(key), signal);
	}

	leave() {
		clearInterval(this.timer);
		this.board.destroy();
	}

	async start() {
		fill(this.sentence, t("solve.start"));
		this.draw();
		let late = 0;
		const puzzle = asked(this.puzzle);
		try {
			const reason = await askOn(
				{ puzzle, questions: ["check", "walkthrough"] },
				{
					signal: this.signal,
					waits: why => fill(this.working, t(why || "solve.working")),
					on: (name, data) => {
						if (name === "check") this.showVerdict(data);
						else if (name === "step" && data.number > this.steps.length) {
							this.take(data);
							if (late) return;
							late = requestAnimationFrame(() => {
								late = 0;
								this.draw();
							});
						} else if (name === "walkthrough") this.end = data;
					},
				},
			);
			this.ended = true;
			if (reason) toast(reasonText(reason), { kind: "error" });
			this.draw();
		} catch (error) {
			if (isCancelled(error)) return;
			fill(this.sentence, explained(error));
			toast(explained(error), { kind: "error" });
		}
	}

	/** @param {StepData} step */
	take(step) {
		this.steps.push(step);
		const { width, palette } = this.puzzle;
		/** @type {[number, number][]} */
		const settled = [];
		for (const {
			cell: [row, col],
			value,
			holds,
		} of step.cells)
			if (holds || palette.colors.length === 1) settled.push([row * width + col, holds ? value : 1 - value]);
		this.settled.push(settled);
	}

	/** @param {any} data */
	showVerdict(data) {
		const { verdict, reason, solutions, stages } = data;
		const { width, palette } = this.puzzle;
		if (verdict === "unique")
			// other puzzles have no difficulty
			askOn(
				{ puzzle: asked(this.puzzle), questions: ["rate"] },
				{ signal: this.signal, on: (_, data) => this.showRating(data) },
			).catch(() => {});
		this.solutions = (solutions ?? []).map((/** @type {string[]} */ rows) => readCells(rows, palette));
		const kind = verdict === "unique" ? "good" : verdict === "unknown" ? "" : "bad";
		fill(
			this.verdict,
			h("p", { class: `pill ${kind}` }, t("list.verdict") + ": " + t("verdict." + verdict)),
			this.rating,
			reason && h("p", {}, reasonText(reason)),
		);
		this.proofs.allow(verdict);
		const total = width * this.puzzle.height;
		fill(
			this.stages,
			h(
				"details",
				{},
				h("summary", {}, t("solve.stages")),
				h(
					"table",
					{},
					h(
						"thead",
						{},
						h("tr", {}, h("th", {}, t("solve.stage")), h("th", {}, t("solve.cells")), h("th", {}, t("solve.time"))),
					),
					h(
						"tbody",
						{},
						(stages ?? []).map((/** @type {any} */ stage) =>
							h(
								"tr",
								{},
								h("td", {}, t("stage." + stage.name)),
								h("td", {}, t("solve.of", { n: stage.cells, total })),
								h("td", {}, t("solve.ms", { n: stage.seconds * 1000 })),
							),
						),
					),
				),
			),
		);
		if (this.solutions.length > 1)
			fill(
				this.views,
				choice(
					t("solve.show"),
					[
						{ value: "steps", label: t("solve.show.steps") },
						{ value: "0", label: t("solve.show.first") },
						{ value: "1", label: t("solve.show.second") },
					],
					"steps",
					view => this.showSolution(view),
				),
			);
	}

	/** @param {any} data */
	showRating(data) {
		this.rating.textContent = t("solve.rating", { word: data.difficulty_word ?? "", difficulty: data.difficulty });
	}

	/** Shows one of two solutions; cells that differ are ringed. @param {string} view "steps", "0" or "1" */
	showSolution(view) {
		this.pause();
		this.view = view;
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
		this.at = Math.min(Math.max(0, at), this.steps.length);
		this.view = "steps";
		this.board.setMarks("ambiguous", []);
		this.draw();
	}

	play() {
		clearInterval(this.timer);
		if (this.at >= this.steps.length) this.at = 0;
		this.timer = window.setInterval(() => {
			if (this.at < this.steps.length) this.go(this.at + 1);
			else if (this.ended) this.pause();
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
		const { steps, at } = this;
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
		const { steps, at } = this;
		const cells = this.start0.slice();
		for (let i = 0; i < at; i++) for (const [index, value] of this.settled[i]) cells[index] = value;
		const done = at >= steps.length && this.ended;
		if (done && this.end?.grid) cells.set(readCells(this.end.grid, this.puzzle.palette));
		this.board.setCells(cells);
		const step = steps[at];
		this.board.setOver(step ? overOfStep(step, this.puzzle) : null);
		const text = step ? step.sentence : done ? this.end?.sentence || t("solve.done") : t("solve.start");
		fill(this.sentence, step && h("strong", {}, t("technique." + step.technique)), text);
		if (step && this.board.zoom > 1)
			this.board.show(.../** @type {[number, number]} */ (step.cells[0]?.cell ?? [0, 0]));
	}

	/** Shows the number of steps of each technique; a press goes to the next one. */
	drawTechniques() {
		const counts = this.names.map(name => this.steps.filter(s => s.technique === name).length);
		if (this.counted === counts.join()) return;
		this.counted = counts.join();
		fill(
			this.techniques,
			this.names.map((name, i) =>
				button(
					`${t("technique." + name)} ${num(counts[i])}`,
					() => {
						this.pause();
						const { steps } = this;
						const next = steps.findIndex((s, k) => k > this.at && s.technique === name);
						this.go(next >= 0 ? next : steps.findIndex(s => s.technique === name));
						announce(this.sentence.textContent ?? "");
					},
					{ disabled: !counts[i], class: "small" },
				),
			),
		);
	}

	/** Lists the steps near the position. */
	drawList() {
		const first = Math.max(0, Math.min(this.at - SHOWN / 2, this.steps.length - SHOWN));
		const key = `${first},${Math.min(this.steps.length, first + SHOWN)}`;
		if (this.listed !== key) {
			this.listed = key;
			this.list.start = first + 1;
			fill(
				this.list,
				this.steps.slice(first, first + SHOWN).map((step, i) =>
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
		const item = /** @type {HTMLElement|undefined} */ (this.list.children[this.at - first]);
		item?.setAttribute("aria-current", "step");
		if (!item) this.list.scrollTop = this.at ? this.list.scrollHeight : 0;
		else if (this.at) {
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
		const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.steps.length }[event.key];
		if (to !== undefined) {
			this.pause();
			this.go(to);
		} else if (event.key === " ") this.timer ? this.pause() : this.play();
		else return;
		event.preventDefault();
	}
}
