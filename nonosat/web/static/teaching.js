// SPDX-License-Identifier: MIT
/**
 * For newcomers: the page that says what a nonogram is, and a first puzzle that teaches step by step.
 * It needs no server. Its texts are in text_learn.js.
 */
import { fromJson } from "./puzzle.js";
import { t } from "./text.js";
import "./text_learn.js";

/** The names of the first puzzle. */
export const ID = "fce37e638d7b04b83accce60ea7ea1aecd930c514d1cf00b0d8eb44af5247746";
export const CODE = "Njk1chul_85";

/** The first puzzle: a house. */
export const lessonPuzzle = () =>
	fromJson(
		{ title: t("learn.puzzle"), rows: [[1], [3], [5], [1, 1], [3]], columns: [[1], [4], [3, 1], [4], [1]] },
		{ id: ID, code: CODE },
	);

/** The parts of the page "How to play", with the numbers of their paragraphs. @type {[string, number][]} */
export const PARTS = [
	["what", 3],
	["find", 4],
	["hands", 2],
];

/**
 * The steps and their lines. A step asks for all cells that follow from these lines and the cells
 * known by then (`lesson.js` finds them).
 */
export const STEPS = [
	{ name: "full", lines: ["R3"] },
	{ name: "fits", lines: ["C3"] },
	{ name: "overlap", lines: ["C2", "C4"] },
	{ name: "done", lines: ["C1", "C5"] },
	{ name: "contradiction", lines: ["R1"] },
	{ name: "helps", lines: ["C2", "C4"] },
];
