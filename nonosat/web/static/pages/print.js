// SPDX-License-Identifier: MIT
/**
 * Print: sheets, clue strips to cut out, or the steps as a handout, as a PDF. The preview shows the
 * server's drawing of the board on a page of the chosen size; the PDF opens in the browser's viewer.
 */
import { file, fileOn, tables, isCancelled } from "../api.js";
import { button, choice, div, explained, field, fill, h, input, save, select, spinner, tick, toast } from "../parts.js";
import { readKept, takeSettings, writeKept } from "../kept.js";
import { shownTitle } from "../list_place.js";
import { loadPuzzle } from "../load_puzzle.js";
import { smallImage } from "../preview.js";
import { isPlain, titleOf, toJson } from "../puzzle.js";
import { parse } from "../route.js";
import { PRINT_SETTINGS } from "../settings.js";
import { linkBase } from "../link_base.js";
import { keyOf, openPuzzles } from "../shelf.js";
import { t } from "../text.js";
import { OwnBoard } from "./own_board.js";

/** @typedef {import("../puzzle.js").Puzzle} Puzzle */

/** Width and height of papers. @type {Record<string, [number, number]>} */
const PAPERS = { a4: [210, 297], letter: [216, 279], a3: [297, 420], a5: [148, 210] };
const PER_PAGE = [1, 2, 4, 6, 9, 12];
const SOLUTIONS = ["none", "end", "page", "only"];
const CODES = ["nonosat", "none"];

/**
 * The settings that were chosen last; at first the usual paper of the country.
 * @param {string[]} themes
 */
function keptSettings(themes) {
	const usual = {
		paper: /^en-(US|CA)|^es-MX/.test(navigator.language) ? "letter" : "a4",
		landscape: false,
		per_page: 1,
		theme: "print",
		solutions: "none",
		code: "nonosat",
		name_line: false,
		easy_first: false,
		answer: true,
	};
	const kept = takeSettings({ ...usual }, readKept(PRINT_SETTINGS));
	/** @type {Record<string, unknown[]>} */
	const known = { paper: Object.keys(PAPERS), per_page: PER_PAGE, theme: themes, solutions: SOLUTIONS, code: CODES };
	for (const [key, values] of Object.entries(known))
		if (!values.includes(/** @type {any} */ (kept)[key]))
			Object.assign(kept, { [key]: /** @type {any} */ (usual)[key] });
	return kept;
}
/** What can be printed, and the text below its preview. @type {Record<string, string>} */
const KINDS = { sheets: "print.preview", strips: "print.strips.help", steps: "print.steps.help" };

/** @param {HTMLElement} main @param {import("../route.js").Route} route @param {AbortSignal} signal */
export async function show(main, route, signal) {
	const [puzzle, { themes }] = await Promise.all([loadPuzzle(route, signal), tables(signal)]);
	const title = titleOf(puzzle, route.name);
	const shown = shownTitle(puzzle, route);
	/** @type {Puzzle[]} the open puzzles in their order, each with its title */
	let open = [puzzle];
	const all = h("div", { hidden: true });
	const shownThemes = ["print", ...themes.filter(name => name !== "print" && name !== "dark")];
	const settings = keptSettings(shownThemes);
	const cell = /^R(\d+)C(\d+)$/.exec(route.params.get("cell") ?? "");
	const place = cell && { row: Number(cell[1]), column: Number(cell[2]) };
	const options = {
		...settings,
		kind: route.params.get("what") === "steps" ? "steps" : "sheets",
		hide_titles: shown !== title,
		title: "",
		all: route.params.get("all") === "1",
		/** Print only the steps that a cell needs. */
		only: cell !== null,
	};
	/** Changes a setting, and keeps it. @param {Partial<typeof settings>} change */
	const set = change => {
		Object.assign(options, change);
		writeKept(PRINT_SETTINGS, Object.assign(settings, change));
	};
	const chosen = () => (options.all && options.kind !== "steps" ? open : [puzzle]);
	const page = div("paper", spinner());
	const name = h("p", { class: "muted" });
	const size = h("p", { role: "status" });
	const base = await linkBase(signal);
	let url = "";
	let asked = 0;
	/** The handout of the preview, and what it was made of. @type {{key: string, made: ReturnType<typeof file>}|null} */
	let kept = null;
	signal.addEventListener("abort", () => URL.revokeObjectURL(url));
	const own = new OwnBoard(puzzle, route, signal, () => preview(), route.params.get("from") === "board" || undefined);

	async function preview() {
		const [w, hh] = PAPERS[options.paper];
		const wide = options.landscape && options.kind !== "steps";
		page.style.aspectRatio = wide ? `${hh} / ${w}` : `${w} / ${hh}`;
		const sheets = options.kind === "sheets";
		const across = !sheets
			? 1
			: options.per_page === 2
				? 1
				: Math.ceil(Math.sqrt(options.per_page / (options.landscape ? 0.75 : 1)));
		page.style.setProperty("--across", String(across));
		fill(name, t(KINDS[options.kind]));
		fill(size);
		const [first, ...others] = sheets ? chosen().slice(0, options.per_page) : [puzzle];
		const plain = chosen().every(({ palette }) => isPlain(palette));
		themeSelect.options[0].textContent = t(plain ? "print.theme.print" : "print.theme.colored");
		const round = ++asked;
		try {
			const steps = options.kind === "steps";
			const given = steps && (await own.given()) ? own.cells : null;
			if (round !== asked) return;
			const { blob } = await fileOn(
				"draw",
				{
					// drawn as printed cells: those of a grid would be amid hatching
					puzzle: { json: toJson({ ...first, goal: null, ...(given && { printed: given }) }) },
					kind: "svg",
					theme: steps ? "print" : options.theme,
				},
				signal,
			);
			if (round !== asked) return;
			URL.revokeObjectURL(url);
			url = URL.createObjectURL(blob);
			fill(
				page,
				steps && top(),
				h("img", { src: url, alt: t("print.alt", { title: first === puzzle ? shown : first.meta.title }) }),
				others.map(() => h("span", { class: "blank" })),
			);
			if (!steps) return;
			fill(size, spinner());
			const made = await wanted();
			if (round !== asked) return;
			fill(
				size,
				t("print.steps.size", {
					steps: t("print.steps.steps", { n: made.steps }),
					pages: t("print.steps.pages", { n: made.pages }),
				}),
				made.remarks.map(remark => ` ${t("sentence", { text: remark })}`),
			);
		} catch (error) {
			if (isCancelled(error)) return;
			fill(size);
			toast(explained(error), { kind: "error" });
		}
	}

	/** What stands above the board on the first page of a handout. */
	const top = () =>
		div(
			"head",
			h("p", { class: "name" }, t("print.name")),
			h(
				"h2",
				{},
				(!options.hide_titles && title) || t("print.untitled", { width: puzzle.width, height: puzzle.height }),
			),
		);

	/** The request of the chosen PDF; the handout of the preview is not made again. */
	async function wanted() {
		const titled = (/** @type {Puzzle} */ one) => ({
			json: { ...toJson(one), title: one === puzzle ? title : one.meta.title },
		});
		const { paper, landscape, theme, kind, name_line, hide_titles, easy_first, per_page, solutions, code, answer } =
			options;
		if (kind === "steps") {
			const json = { ...toJson(puzzle), title };
			const only = options.only && place ? [place.row - 1, place.column - 1] : null;
			const body = { puzzle: { json }, given: await own.given(), paper, answer, hide_titles, cell: only };
			const key = JSON.stringify(body);
			if (kept?.key !== key) {
				const made = file("print-steps", body, signal);
				kept = { key, made };
				made.catch(() => kept?.made === made && (kept = null));
			}
			return kept.made;
		}
		const body = {
			puzzles: chosen().map(titled),
			paper,
			landscape,
			theme,
			name_line,
			hide_titles,
			easy_first: easy_first && options.all,
			clue_strips: kind === "strips",
			...(base && { base }),
			...(options.title ? { title: options.title } : {}),
			code,
			...(kind === "strips" ? {} : { per_page, solutions }),
		};
		return file("print", body, signal);
	}

	/** @param {boolean} inTab in a tab of its own */
	async function make(inTab) {
		const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (main.querySelectorAll(".make button"));
		for (const b of buttons) b.disabled = true;
		// opened now, because browsers allow windows only on a press
		const view = inTab ? window.open("about:blank") : null;
		try {
			const made = await wanted();
			const pdf = URL.createObjectURL(made.blob);
			if (view) view.location.href = pdf;
			else save(made.blob, made.name);
			for (const remark of new Set(made.remarks)) toast(t("print.remark", { remark }), { kind: "error" });
			setTimeout(() => URL.revokeObjectURL(pdf), 600_000);
		} catch (error) {
			view?.close();
			if (!isCancelled(error)) toast(explained(error), { kind: "error" });
		}
		for (const b of buttons) b.disabled = false;
	}

	/** @param {string} key @param {string[]} values */
	const choose = (key, values) =>
		select(
			values.map(v => [v, t(`print.${key}.${v}`)]),
			String(/** @type {any} */ (options)[key]),
			v => {
				set({ [key]: v });
				preview();
			},
		);
	/** @param {string} key @param {string[]} values */
	const pick = (key, values) => field(t("print." + key), choose(key, values));
	const themeSelect = choose("theme", shownThemes);
	const sheetOnly = div(
		"stack",
		field(
			t("print.per_page"),
			select(
				PER_PAGE.map(n => [String(n), t("print.per_page.n", { n })]),
				String(options.per_page),
				v => (set({ per_page: Number(v) }), preview()),
			),
		),
		pick("solutions", SOLUTIONS),
	);
	const notSteps = div(
		"stack",
		all,
		tick(t("print.landscape"), options.landscape, on => (set({ landscape: on }), preview())),
		field(t("print.theme"), themeSelect),
		sheetOnly,
		field(
			t("print.code"),
			select(
				[
					["nonosat", t(base ? "print.code.nonosat" : "print.code.alone")],
					["none", t("print.code.none")],
				],
				options.code,
				v => set({ code: v }),
			),
			base ? undefined : t("print.code.help"),
		),
		tick(t("print.name_line"), options.name_line, on => set({ name_line: on })),
		field(
			t("print.heading"),
			input({ type: "text", maxlength: 200 }, v => (options.title = v)),
			t("print.heading.help"),
		),
	);
	const answer = tick(t("print.answer"), options.answer, on => (set({ answer: on }), preview()));
	const onlyCell = (/** @type {boolean} */ on) => (answer.hidden = options.only = on);
	const stepsOnly = div(
		"stack",
		place && tick(t("print.cell", place), options.only, on => (onlyCell(on), preview())),
		own.element,
		answer,
	);
	onlyCell(options.only);
	const showKind = () => {
		sheetOnly.hidden = options.kind !== "sheets";
		notSteps.hidden = options.kind === "steps";
		stepsOnly.hidden = !notSteps.hidden;
		preview();
	};
	main.append(
		div(
			"page",
			h("h1", {}, t("print.title", { title: shown || t("untitled") })),
			div(
				"two",
				h(
					"section",
					{ class: "panel stack" },
					field(
						t("print.what"),
						choice(
							t("print.what"),
							Object.keys(KINDS).map(value => ({ value, label: t("print." + value) })),
							options.kind,
							v => {
								options.kind = v;
								showKind();
							},
						),
					),
					field(
						t("print.paper"),
						select(
							Object.keys(PAPERS).map(value => [value, t("print.paper." + value)]),
							options.paper,
							value => {
								set({ paper: value });
								preview();
							},
						),
					),
					notSteps,
					stepsOnly,
					tick(t("print.hide_titles"), options.hide_titles, on => ((options.hide_titles = on), preview())),
					div(
						"buttons make",
						button(t("print.open"), () => make(true), { icon: "print", kind: "primary" }),
						button(t("print.save"), () => make(false), { icon: "download" }),
					),
				),
				h("section", { class: "stack" }, page, size, name),
			),
		),
	);
	showKind();
	inOrder(route, puzzle, signal).then(found => {
		open = found;
		const several = found.length > 1;
		all.hidden = !several;
		const easy = tick(t("print.easy_first"), options.easy_first, on => set({ easy_first: on }));
		easy.hidden = !options.all;
		const every = tick(t("print.all", { n: found.length }), options.all, on => {
			options.all = on;
			easy.hidden = !on;
			preview();
		});
		fill(all, several && [every, easy]);
		if (options.all) preview();
	});
	return { title: shown, image: () => smallImage(puzzle) };
}

/**
 * The open puzzles in the order of the shelf, this one among them; the others with their titles. A
 * puzzle that was also opened in the editor is open twice, but printed once.
 * @param {import("../route.js").Route} route @param {Puzzle} puzzle @param {AbortSignal} signal
 */
async function inOrder(route, puzzle, signal) {
	const rules = (/** @type {Puzzle} */ { rows, columns, palette, printed }) =>
		JSON.stringify([rows, columns, palette.background, palette.colors.map(({ rgb }) => rgb), [...(printed ?? [])]]);
	const known = new Set([rules(puzzle)]);
	/** @type {Puzzle[]} */
	const found = [];
	for (const { key, hash } of openPuzzles()) {
		if (key === keyOf(route)) {
			found.push(puzzle);
			continue;
		}
		const own = parse(hash);
		const one = await loadPuzzle(own, signal).catch(() => null);
		if (!one || known.has(rules(one))) continue;
		known.add(rules(one));
		found.push({ ...one, meta: { ...one.meta, title: titleOf(one, own.name) } });
	}
	return found.includes(puzzle) ? found : [...found, puzzle];
}
