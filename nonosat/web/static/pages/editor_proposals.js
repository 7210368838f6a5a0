// SPDX-License-Identifier: MIT
// Shown under the verdict on request: another solution of a drawing, repairs that make it unique,
// printed cells that do, corrections of typed clues. This module is loaded at the first request.
import { writeLine } from "../clue_text.js";
import { button, div, fill, h, reasonText, spinner, tick } from "../parts.js";
import { EMPTY, cellNames, placesOf, readCells } from "../puzzle.js";
import { colorName, t, joined, listed, series } from "../text.js";
import { pair, thumbnail } from "./editor_parts.js";

/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {import("./editor_live.js").Asked} Asked */
/** @typedef {import("./editor_live.js").Live} Live */

/** Takes a proposal, and brings the verdict back into view. @param {Live} live @param {() => void} take */
const taken = (live, take) => () => {
	take();
	live.headline.scrollIntoView({ block: "nearest" });
};

/** Shows another solution beside the drawing. @param {Live} live */
export function other(live) {
	live.hooks.look(null);
	fill(live.more, spinner());
	return live.one("other-solution", data => {
		const { palette, width, height, picture, printed } = /** @type {Asked & {picture: Picture}} */ (live.asked);
		if (!data.solution) return fill(live.more, h("p", {}, t("edit.other.none")));
		const other = { width, height, cells: readCells(data.solution, palette) };
		const shown = button(
			t("edit.other.show"),
			() => {
				const on = shown.getAttribute("aria-pressed") !== "true";
				shown.setAttribute("aria-pressed", String(on));
				live.hooks.look(on ? other : null);
			},
			{ pressed: false },
		);
		fill(
			live.more,
			h("p", {}, t("edit.other.is")),
			pair(picture, other, palette),
			div(
				"buttons",
				shown,
				button(
					t("edit.other.take"),
					taken(live, () => live.hooks.accept(other, printed)),
				),
			),
		);
	});
}

/** Shows the smallest repairs. @param {Live} live @param {boolean} [lines] they can be solved line by line as well */
export function repair(live, lines = false) {
	live.hooks.look(null); // remove another solution from the board
	const list = h("ol", { class: "repairs" });
	const status = h("p", { role: "status" }, spinner(), " ", t("edit.repair.searching"));
	fill(
		live.more,
		status,
		list,
		tick(t("edit.repair.lines"), lines, on => repair(live, on)),
	);
	const { palette, width, height, picture, printed } = /** @type {Asked & {picture: Picture}} */ (live.asked);
	return live.one(
		"repair",
		data => {
			const n = data.changes ?? data.bound;
			const known = data.pictures.length
				? data.smallest
					? "least"
					: "found"
				: data.proof === "impossible"
					? "impossible"
					: "bound";
			fill(status, t("edit.repair." + known, { n }));
			fill(
				list,
				data.pictures.map((/** @type {any} */ one) => {
					const fixed = { width, height, cells: readCells(one.rows, palette) };
					const [show, hide] = [() => live.hooks.look(fixed), () => live.hooks.look(null)];
					return h(
						"li",
						{ on: { pointerenter: show, pointerleave: hide, focusin: show, focusout: hide } },
						pair(picture, fixed, palette),
						h("small", {}, changeWords(one.changed, fixed, palette)),
						button(
							t("edit.repair.accept", { n: one.changed.length }),
							taken(live, () => live.hooks.accept(fixed, printed)),
						),
					);
				}),
			);
		},
		lines ? { max_technique: "line" } : {},
		n => fill(status, spinner(), " ", t("edit.repair.atleast", { n })),
	);
}

/** Shows the fewest cells that make it unique when they are printed. @param {Live} live */
export function reveal(live) {
	live.hooks.look(null);
	const found = h("ol", { class: "repairs" });
	const status = h("p", { role: "status" }, spinner(), " ", t("edit.reveal.searching"));
	fill(live.more, status, found);
	const { palette, width, height, picture } = /** @type {Asked} */ (live.asked);
	return live.one("reveal", data => {
		if (!data.printed) return fill(status, data.reason ? reasonText(data.reason) : t("edit.reveal.none"));
		const n = data.cells.length;
		const drawn = { width, height, cells: readCells(data.picture, palette) };
		const printed = placesOf(readCells(data.printed, palette));
		const places = data.cells.map((/** @type {[number, number]} */ [row, column]) => row * width + column);
		// Another solution of typed clues may need fewer.
		const least = data.smallest && (picture || data.any_picture);
		fill(status, t("edit.reveal." + (least ? "least" : "found"), { n }));
		const [show, hide] = [() => live.hooks.look(drawn, places), () => live.hooks.look(null)];
		const small = div(
			"pair",
			thumbnail(drawn, palette, 120, index => places.includes(index)),
		);
		const names = cellNames(data.cells, 12);
		const take = button(
			t("edit.reveal.accept", { n }),
			taken(live, () => live.hooks.accept(drawn, printed, "reveal")),
		);
		const on = { pointerenter: show, pointerleave: hide, focusin: show, focusout: hide };
		fill(found, h("li", { on }, small, h("small", {}, names), take));
	});
}

/**
 * Changed cells, by their new value: "R3C5 filled; R4: 2, 3 empty".
 * @param {[number, number][]} changed @param {Picture} fixed @param {import("../puzzle.js").Palette} palette
 */
function changeWords(changed, { width, cells }, { colors }) {
	const values = changed.map(([row, column]) => cells[row * width + column]);
	return joined(
		[...new Set(values)].map(value => {
			const names = cellNames(
				changed.filter((_, i) => values[i] === value),
				12,
			);
			if (value === EMPTY) return t("edit.change.empty", { cells: names });
			if (colors.length === 1) return t("edit.change.filled", { cells: names });
			return t("edit.change.color", { cells: names, color: colorName(colors[value - 1].name) });
		}),
	);
}

/** Shows corrections of typed clues. @param {Live} live */
export function correct(live) {
	const list = h("ol", { class: "stack" });
	const status = h("p", { role: "status" }, spinner());
	fill(live.more, status, list);
	const { palette } = /** @type {Asked} */ (live.asked);
	const letters = palette.colors.map(({ letter }) => letter).join("");
	return live.one("correct", data => {
		const suspects = data.suspects.map((/** @type {any} */ one) => one.line);
		const lines = data.line_corrections.filter((/** @type {any} */ one) => one.verdict !== "unknown");
		const several = lines.length ? [] : (data.several?.candidates ?? []);
		const found = data.corrections.length
			? "found"
			: lines.length
				? "lines"
				: several.length
					? "several"
					: suspects.length
						? "suspects"
						: data.complete
							? "none"
							: "unknown";
		const against = lines.length ? [] : (data.contradiction?.lines ?? []);
		fill(
			status,
			against.length > 0 && h("span", {}, t("edit.correct.contradict", { lines: listed(against) }), " "),
			t("edit.correct." + found, { lines: series(suspects) }),
		);
		fill(
			list,
			data.corrections.map((/** @type {any} */ one) => {
				const [before, after] = [one.before, one.after].map(clue => writeLine(clue, letters));
				const values = { line: one.line, before, after, verdict: t("verdict." + one.verdict) };
				return h(
					"li",
					{},
					button(
						t("edit.correct.one", values),
						taken(live, () => live.hooks.correct([[one.line, [after]]])),
					),
				);
			}),
		);
		list.append(
			...lines.map((/** @type {any} */ one) => {
				const [before, after] = [one.before, one.after].map(clues =>
					clues.map((/** @type {any} */ clue) => writeLine(clue, letters)),
				);
				const words = t("edit.correct." + one.kind, {
					line: one.line,
					other: one.line[0] + (Number(one.line.slice(1)) + 1),
					before: before.join(" / "),
					after: after.join(" / "),
					verdict: t("verdict." + one.verdict),
				});
				const take = () => live.hooks.correct([[one.line, after, before.length]]);
				return h("li", {}, button(words, taken(live, take)));
			}),
			...several.map((/** @type {any} */ one) => {
				const changes = one.changes.map((/** @type {any} */ { line, read, corrected }) => ({
					line,
					before: writeLine(read, letters),
					after: writeLine(corrected, letters),
				}));
				const words = joined(changes.map((/** @type {any} */ change) => t("edit.correct.change", change)));
				return h(
					"li",
					{},
					button(
						t("edit.correct.all", { changes: words, verdict: t("verdict." + one.verdict) }),
						taken(live, () => live.hooks.correct(changes.map((/** @type {any} */ { line, after }) => [line, [after]]))),
					),
				);
			}),
		);
	});
}
