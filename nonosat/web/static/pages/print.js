// SPDX-License-Identifier: MIT
/**
 * Print: sheets, or guides to cut out, as PDF. The preview is the server's drawing of the board on a
 * page of the chosen shape; the PDF itself opens in the browser's own viewer.
 */
import { file, withdrawn } from "../api.js";
import { button, choice, explained, field, fill, h, input, save, select, spinner, tick, toast } from "../parts.js";
import { loadPuzzle, titleOf, toJson } from "../puzzle.js";
import { parse } from "../route.js";
import { keyOf, openPuzzles } from "../shelf.js";
import { t } from "../text.js";

/** Width and height of papers. @type {Record<string, [number, number]>} */
const PAPERS = { a4: [210, 297], letter: [216, 279], a3: [297, 420], a5: [148, 210] };
const PER_PAGE = [1, 2, 4, 6, 9, 12];

/** @param {HTMLElement} main @param {import("../route.js").Route} route @param {AbortSignal} signal */
export async function show(main, route, signal) {
	const puzzle = await loadPuzzle(route, signal);
	const title = titleOf(puzzle, route.name);
	const others = openPuzzles().filter((entry) => entry.key !== keyOf(route));
	const options = {
		paper: /^en-(US|CA)|^es-MX/.test(navigator.language) ? "letter" : "a4", landscape: false, per_page: 1, theme: "print",
		answers: "none", code: "nonosat", guides: false, title: "", all: false,
	};
	const page = h("div", { class: "paper" }, spinner());
	const name = h("p", { class: "muted" });
	let url = "";
	let asked = 0;
	signal.addEventListener("abort", () => URL.revokeObjectURL(url));

	async function preview() {
		const [w, hh] = PAPERS[options.paper];
		page.style.aspectRatio = options.landscape ? `${hh} / ${w}` : `${w} / ${hh}`;
		const across = options.guides ? 1 : options.per_page === 2 ? 1 : Math.ceil(Math.sqrt(options.per_page / (options.landscape ? 0.75 : 1)));
		page.style.setProperty("--across", String(across));
		fill(name, options.guides ? t("print.guides.help") : t("print.preview"));
		const round = ++asked;
		try {
			const { blob } = await file("draw", { puzzle: { json: toJson({ ...puzzle, goal: null }) }, kind: "svg", theme: options.theme }, signal);
			if (round !== asked) return;
			URL.revokeObjectURL(url);
			url = URL.createObjectURL(blob);
			const count = options.guides ? 1 : options.all ? Math.min(options.per_page, 1 + others.length) : 1;
			fill(page, Array.from({ length: count }, (_, i) => (i ? h("span", { class: "blank" }) : h("img", { src: url, alt: t("print.alt", { title }) }))));
		} catch (error) {
			if (withdrawn(error)) return;
			fill(page);
			toast(explained(error), { kind: "error" });
		}
	}

	/** @param {boolean} open */
	async function make(open) {
		const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (main.querySelectorAll(".make button"));
		for (const b of buttons) b.disabled = true;
		// opened now, because browsers refuse windows that no press has opened
		const view = open ? window.open("about:blank") : null;
		try {
			const all = [puzzle];
			if (options.all) for (const entry of others) all.push(await loadPuzzle(parse(entry.hash), signal));
			const body = {
				puzzles: all.map((one, i) => ({ json: { ...toJson(one), title: i ? titleOf(one, parse(others[i - 1].hash).name) : title } })),
				paper: options.paper, landscape: options.landscape, theme: options.theme, guides: options.guides,
				base: location.origin + location.pathname,
				...(options.title ? { title: options.title } : {}),
				...(options.guides ? {} : { per_page: options.per_page, answers: options.answers, code: options.code }),
			};
			const made = await file("print", body, signal);
			const pdf = URL.createObjectURL(made.blob);
			if (view) view.location.href = pdf;
			else save(made.blob, made.name || "nonograms.pdf");
			setTimeout(() => URL.revokeObjectURL(pdf), 600_000);
		} catch (error) {
			view?.close();
			if (!withdrawn(error)) toast(explained(error), { kind: "error" });
		}
		for (const b of buttons) b.disabled = false;
	}

	/** @param {string} key @param {string[]} values */
	const pick = (key, values) =>
		field(t("print." + key), select(values.map((v) => [v, t(`print.${key}.${v}`)]), String(/** @type {any} */ (options)[key]), (v) => {
			/** @type {any} */ (options)[key] = v;
			preview();
		}));
	const sheetOnly = h("div", { class: "stack" },
		field(t("print.per_page"), select(PER_PAGE.map((n) => [String(n), t("print.per_page.n", { n })]), "1", (v) => ((options.per_page = Number(v)), preview()))),
		pick("answers", ["none", "end", "page"]),
		pick("code", ["nonosat", "none"]));
	main.append(h("div", { class: "page" },
		h("h1", {}, t("print.title", { title: title || t("untitled") })),
		h("div", { class: "two" },
			h("section", { class: "panel stack" },
				field(t("print.what"), choice(t("print.what"), ["sheets", "guides"].map((value) => ({ value, label: t("print." + value) })), "sheets", (v) => {
					options.guides = v === "guides";
					sheetOnly.hidden = options.guides;
					preview();
				})),
				others.length > 0 && tick(t("print.all", { n: others.length + 1 }), false, (on) => ((options.all = on), preview())),
				pick("paper", Object.keys(PAPERS)),
				tick(t("print.landscape"), false, (on) => ((options.landscape = on), preview())),
				pick("theme", ["print", "patterns", "contrast", "light"]),
				sheetOnly,
				field(t("print.heading"), input({ type: "text", maxlength: 200 }, (v) => (options.title = v)), t("print.heading.help")),
				h("div", { class: "buttons make" },
					button(t("print.open"), () => make(true), { icon: "print", kind: "primary" }),
					button(t("print.save"), () => make(false), { icon: "download" }))),
			h("section", { class: "stack" }, page, name))));
	preview();
	return { title };
}
