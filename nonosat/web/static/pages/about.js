// SPDX-License-Identifier: MIT
/** About a puzzle: its data, verdict and rating, all its codes, files of all formats. */
import { askOn, file, fileOn, get, post, isCancelled } from "../api.js";
import { Board } from "../board.js";
import {
	button,
	copy,
	div,
	explained,
	field,
	fileFault,
	fill,
	h,
	reasonText,
	save,
	select,
	spinner,
	toast,
} from "../parts.js";
import { LANGUAGE } from "../language.js";
import { loadPuzzle } from "../load_puzzle.js";
import { smallImage } from "../preview.js";
import { UNKNOWN, asked, sumOf, titleOf, toJson } from "../puzzle.js";
import { linkBase } from "../link_base.js";
import { shownTitle } from "../list_place.js";
import { link } from "../route.js";
import { boardName, colorName, formatText, joined, level, series, solutions, t } from "../text.js";

const META = ["author", "copyright", "license", "catalogue", "description"];
/** Codes of pictures, which show the solution. */
const PICTURES = ["image", "image-2020", "raw"];

/** @param {HTMLElement} main @param {import("../route.js").Route} route @param {AbortSignal} signal */
export async function show(main, route, signal) {
	const puzzle = await loadPuzzle(route, signal);
	const title = shownTitle(puzzle, route);
	const { width, height, palette } = puzzle;
	const own = titleOf(puzzle, route.name); // of the files, also if the page hides it
	const whole = { json: { ...toJson(puzzle), ...(own && { title: own }) } };
	/** @param {unknown} error */
	const failed = error => void (isCancelled(error) || signal.aborted || toast(explained(error), { kind: "error" }));
	/** @param {string} path @param {object} body */
	const download = (path, body) =>
		(path === "draw" ? fileOn : file)(path, { puzzle: whole, ...body }, signal)
			.then(({ blob, name }) => save(blob, name))
			.catch(failed);

	const host = h("div");
	const verdict = h("dd", {}, spinner()),
		rating = h("dd", {}, spinner()),
		count = h("dd", {}, spinner());
	const files = h("dd"),
		codes = div("stack", spinner()),
		formats = div("stack", spinner());
	const blocks = puzzle.rows.reduce((sum, clue) => sum + (clue?.length ?? 0), 0);
	const filled = puzzle.rows.reduce((sum, clue) => sum + (sumOf(clue) ?? 0), 0);
	/** @param {string} key @param {import("../parts.js").Child|import("../parts.js").Child[]} value */
	const fact = (key, value) => (value ? [h("dt", {}, t("about." + key)), h("dd", {}, value)] : []);
	const filesLabel = h("dt", { hidden: true }, t("about.files"));
	main.append(
		div(
			"page",
			div(
				"row spread",
				h("h1", {}, title || t("untitled")),
				h("a", { href: link({ page: "learn" }) }, t("list.learn")),
			),
			div(
				"two",
				h(
					"section",
					{ class: "panel" },
					h(
						"dl",
						{},
						META.flatMap(key => fact(key, puzzle.meta[key])),
						fact("size", t("size", { width, height })),
						fact(
							"blocks",
							joined([t("about.blocks.rows", { n: blocks }), t("about.blocks.filled", { filled, n: width * height })]),
						),
						palette.colors.length > 1
							? fact(
									"colors",
									palette.colors.map(color =>
										h(
											"span",
											{ class: "pill" },
											h("span", { class: "swatch", style: { background: color.rgb } }),
											`${colorName(color.name)} (${color.letter})`,
										),
									),
								)
							: [],
						h("dt", {}, t("list.verdict")),
						verdict,
						h("dt", {}, t("about.count")),
						count,
						h("dt", {}, t("list.difficulty")),
						rating,
						fact("id", puzzle.id && h("code", {}, puzzle.id)),
						filesLabel,
						files,
					),
				),
				h("section", { class: "panel picture" }, host),
			),
			h("section", { class: "panel stack" }, h("h2", {}, t("about.codes")), codes),
			h("section", { class: "panel stack" }, h("h2", {}, t("about.download")), formats),
		),
	);
	const cells = puzzle.printed ?? new Uint8Array(width * height).fill(UNKNOWN);
	const board = new Board(host, { puzzle, cells, mode: "show", maxCell: 24, label: boardName(width, height) });
	host.classList.add("still");

	const rate = () =>
		askOn(
			{ puzzle: asked(puzzle), questions: ["rate"] },
			{
				signal,
				on: (_, data) =>
					fill(
						rating,
						t(data.technique ? "about.rating.technique" : "about.rating", {
							word: level(data.difficulty_word),
							difficulty: data.difficulty,
							technique: data.technique && t("technique." + data.technique),
						}),
					),
			},
		).catch(() => fill(rating, "–"));
	askOn(
		{ puzzle: asked(puzzle), questions: ["check", "count"] },
		{
			signal,
			on: (name, data) => {
				if (name === "count") fill(count, LANGUAGE === "en" ? data.words : solutions(data));
				if (name !== "check") return;
				const word = t("verdict." + data.verdict);
				fill(
					verdict,
					data.reason ? t("about.verdict.reason", { verdict: word, reason: reasonText(data.reason) }) : word,
				);
				if (data.verdict === "unique") rate();
				else fill(rating, t(data.verdict === "unknown" ? "about.rating.unknown" : "about.rating.none"));
			},
		},
	).catch(
		error => (
			[verdict, count, rating].forEach(place => place.querySelector(".spinner") && fill(place, "–")), failed(error)
		),
	);
	if (puzzle.id)
		get("puzzles/" + puzzle.id, signal)
			.then(entry => {
				if (!entry.files?.length || title !== own) return; // they tell a hidden title
				filesLabel.hidden = false;
				fill(
					files,
					entry.files.map((/** @type {string} */ name) => h("div", {}, name)),
					entry.files.length > 1 && h("p", { class: "muted" }, t("about.doubles", { n: entry.files.length })),
				);
			})
			.catch(() => {});
	linkBase(signal)
		.then(base => post("encode", { puzzle: whole, ...(base && { base }) }, signal))
		.then(reply => {
			/** @param {string[]} kinds */
			const rows = kinds =>
				kinds.map(kind =>
					div(
						"code-row",
						h("strong", {}, t("code." + kind)),
						reply.codes[kind]
							? h("code", { tabindex: 0, role: "group", "aria-label": t("code." + kind) }, reply.codes[kind])
							: h("span", { class: "muted" }, fileFault(reply.faults[kind].error)),
						reply.codes[kind] &&
							h(
								"span",
								{ class: "row" },
								button(t("about.copy.code", { kind: t("code." + kind) }), () => copy(reply.codes[kind]), {
									icon: "copy",
									quiet: true,
								}),
								reply.links[kind] &&
									button(t("about.copy.link", { kind: t("code." + kind) }), () => copy(reply.links[kind]), {
										icon: "link",
										quiet: true,
									}),
							),
					),
				);
			const kinds = Object.keys(reply.codes);
			const pictures = kinds.filter(kind => PICTURES.includes(kind));
			fill(
				codes,
				rows(kinds.filter(kind => !PICTURES.includes(kind))),
				puzzle.goal && h("details", {}, h("summary", {}, t("about.spoils")), rows(pictures)),
			);
		})
		.catch(error => (fill(codes), failed(error)));
	get("formats", signal)
		.then(reply => {
			/** @type {any[]} */
			const written = reply.formats.filter((/** @type {any} */ form) => form.written);
			let [form] = written;
			const remark = h("p", { class: "muted" });
			const dialects = h("span");
			let dialect = "";
			/** @param {string} name */
			const pick = name => {
				form = written.find(f => f.name === name);
				dialect = form.dialects[0] ?? "";
				const options = form.dialects.map((/** @type {string} */ d) => [d, d]);
				fill(
					dialects,
					options.length > 1 &&
						field(
							t("about.dialect"),
							select(options, dialect, value => (dialect = value)),
						),
				);
				const { is, loses } = formatText(form);
				fill(remark, t("sentence", { text: is }), loses.length ? ` ${t("about.loses", { what: series(loses) })}` : "");
			};
			fill(
				formats,
				div(
					"row",
					field(
						t("about.format", { n: written.length }),
						select(
							written.map(f => [f.name, `${f.name} (${f.suffixes[0] ?? ".txt"})`]),
							form.name,
							pick,
						),
					),
					dialects,
					button(t("about.save"), () => download("convert", { format: form.name, ...(dialect ? { dialect } : {}) }), {
						icon: "download",
						kind: "primary",
					}),
				),
				remark,
				div(
					"row",
					h("span", {}, t("about.pictures")),
					["svg", "png", "pdf"].map(kind =>
						button(kind.toUpperCase(), () => download("draw", { kind, theme: "print" }), {
							icon: "download",
						}),
					),
				),
			);
			pick(form.name);
		})
		.catch(error => (fill(formats), failed(error)));
	return { title, leave: () => board.destroy(), image: () => smallImage(puzzle) };
}
