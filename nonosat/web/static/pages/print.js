// SPDX-License-Identifier: MIT
/**
 * Print: sheets, or clue strips to cut out, as a PDF. The preview shows the server's drawing of the
 * board on a page of the chosen size; the PDF opens in the browser's viewer.
 */
import { file, fileOn, tables, isCancelled } from "../api.js";
import { button, choice, div, explained, field, fill, h, input, save, select, spinner, tick, toast } from "../parts.js";
import { loadPuzzle } from "../load_puzzle.js";
import { smallImage } from "../preview.js";
import { isPlain, titleOf, toJson } from "../puzzle.js";
import { parse } from "../route.js";
import { linkBase } from "../link_base.js";
import { keyOf, openPuzzles } from "../shelf.js";
import { t } from "../text.js";

/** @typedef {import("../puzzle.js").Puzzle} Puzzle */

/** Width and height of papers. @type {Record<string, [number, number]>} */
const PAPERS = { a4: [210, 297], letter: [216, 279], a3: [297, 420], a5: [148, 210] };
const PER_PAGE = [1, 2, 4, 6, 9, 12];

/** @param {HTMLElement} main @param {import("../route.js").Route} route @param {AbortSignal} signal */
export async function show(main, route, signal) {
	const [puzzle, { themes }] = await Promise.all([loadPuzzle(route, signal), tables(signal)]);
	const title = titleOf(puzzle, route.name);
	const colored = !isPlain(puzzle.palette);
	/** @type {Puzzle[]} the other open puzzles, each with its title */
	let others = [];
	const all = h("div", { hidden: true });
	const options = {
		paper: /^en-(US|CA)|^es-MX/.test(navigator.language) ? "letter" : "a4",
		landscape: false,
		per_page: 1,
		theme: "print",
		solutions: "none",
		code: "nonosat",
		strips: false,
		title: "",
		all: false,
	};
	const page = div("paper", spinner());
	const name = h("p", { class: "muted" });
	const base = await linkBase(signal);
	let url = "";
	let asked = 0;
	signal.addEventListener("abort", () => URL.revokeObjectURL(url));

	async function preview() {
		const [w, hh] = PAPERS[options.paper];
		page.style.aspectRatio = options.landscape ? `${hh} / ${w}` : `${w} / ${hh}`;
		const across = options.strips
			? 1
			: options.per_page === 2
				? 1
				: Math.ceil(Math.sqrt(options.per_page / (options.landscape ? 0.75 : 1)));
		page.style.setProperty("--across", String(across));
		fill(name, options.strips ? t("print.strips.help") : t("print.preview"));
		const round = ++asked;
		try {
			const { blob } = await fileOn(
				"draw",
				{ puzzle: { json: toJson({ ...puzzle, goal: null }) }, kind: "svg", theme: options.theme },
				signal,
			);
			if (round !== asked) return;
			URL.revokeObjectURL(url);
			url = URL.createObjectURL(blob);
			const count = options.strips ? 1 : options.all ? Math.min(options.per_page, 1 + others.length) : 1;
			fill(
				page,
				Array.from({ length: count }, (_, i) =>
					i ? h("span", { class: "blank" }) : h("img", { src: url, alt: t("print.alt", { title }) }),
				),
			);
		} catch (error) {
			if (isCancelled(error)) return;
			fill(page);
			toast(explained(error), { kind: "error" });
		}
	}

	/** @param {boolean} open */
	async function make(open) {
		const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (main.querySelectorAll(".make button"));
		for (const b of buttons) b.disabled = true;
		// opened now, because browsers allow windows only on a press
		const view = open ? window.open("about:blank") : null;
		try {
			const body = {
				puzzles: [puzzle, ...(options.all ? others : [])].map(one => ({
					json: { ...toJson(one), title: one === puzzle ? title : one.meta.title },
				})),
				paper: options.paper,
				landscape: options.landscape,
				theme: options.theme,
				clue_strips: options.strips,
				...(base && { base }),
				...(options.title ? { title: options.title } : {}),
				...(options.strips ? {} : { per_page: options.per_page, solutions: options.solutions, code: options.code }),
			};
			const made = await file("print", body, signal);
			const pdf = URL.createObjectURL(made.blob);
			if (view) view.location.href = pdf;
			else save(made.blob, made.name || "nonograms.pdf");
			setTimeout(() => URL.revokeObjectURL(pdf), 600_000);
		} catch (error) {
			view?.close();
			if (!isCancelled(error)) toast(explained(error), { kind: "error" });
		}
		for (const b of buttons) b.disabled = false;
	}

	/** @param {string} key @param {string[]} values */
	const pick = (key, values) =>
		field(
			t("print." + key),
			select(
				values.map(v => [v, t(v === "print" && colored ? "print.theme.colored" : `print.${key}.${v}`)]),
				String(/** @type {any} */ (options)[key]),
				v => {
					/** @type {any} */ (options)[key] = v;
					preview();
				},
			),
		);
	const sheetOnly = div(
		"stack",
		field(
			t("print.per_page"),
			select(
				PER_PAGE.map(n => [String(n), t("print.per_page.n", { n })]),
				"1",
				v => ((options.per_page = Number(v)), preview()),
			),
		),
		pick("solutions", ["none", "end", "page"]),
		field(
			t("print.code"),
			select(
				[
					["nonosat", t(base ? "print.code.nonosat" : "print.code.alone")],
					["none", t("print.code.none")],
				],
				options.code,
				v => (options.code = v),
			),
			base ? undefined : t("print.code.help"),
		),
	);
	main.append(
		div(
			"page",
			h("h1", {}, t("print.title", { title: title || t("untitled") })),
			div(
				"two",
				h(
					"section",
					{ class: "panel stack" },
					field(
						t("print.what"),
						choice(
							t("print.what"),
							["sheets", "strips"].map(value => ({ value, label: t("print." + value) })),
							"sheets",
							v => {
								options.strips = v === "strips";
								sheetOnly.hidden = options.strips;
								preview();
							},
						),
					),
					all,
					pick("paper", Object.keys(PAPERS)),
					tick(t("print.landscape"), false, on => ((options.landscape = on), preview())),
					pick("theme", ["print", ...themes.filter(name => name !== "print" && name !== "dark")]),
					sheetOnly,
					field(
						t("print.heading"),
						input({ type: "text", maxlength: 200 }, v => (options.title = v)),
						t("print.heading.help"),
					),
					div(
						"buttons make",
						button(t("print.open"), () => make(true), { icon: "print", kind: "primary" }),
						button(t("print.save"), () => make(false), { icon: "download" }),
					),
				),
				h("section", { class: "stack" }, page, name),
			),
		),
	);
	preview();
	otherPuzzles(route, puzzle, signal).then(found => {
		others = found;
		all.hidden = !found.length;
		fill(
			all,
			found.length > 0 && tick(t("print.all", { n: found.length + 1 }), false, on => ((options.all = on), preview())),
		);
	});
	return { title, image: () => smallImage(puzzle) };
}

/**
 * The other open puzzles, with their titles. A puzzle that was also opened in the editor is open twice,
 * but printed once.
 * @param {import("../route.js").Route} route @param {Puzzle} puzzle @param {AbortSignal} signal
 */
async function otherPuzzles(route, puzzle, signal) {
	const rules = (/** @type {Puzzle} */ { rows, columns, palette, printed }) =>
		JSON.stringify([rows, columns, palette.background, palette.colors.map(({ rgb }) => rgb), [...(printed ?? [])]]);
	const known = new Set([rules(puzzle)]);
	const found = [];
	for (const { key, hash } of openPuzzles()) {
		if (key === keyOf(route)) continue;
		const own = parse(hash);
		const one = await loadPuzzle(own, signal).catch(() => null);
		if (!one || known.has(rules(one))) continue;
		known.add(rules(one));
		found.push({ ...one, meta: { ...one.meta, title: titleOf(one, own.name) } });
	}
	return found;
}
