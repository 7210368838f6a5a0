// SPDX-License-Identifier: MIT
/**
 * Turns steps and hints of the server into shapes over a board. `nonosat/draw/steps.py` draws the same
 * steps as SVG and explains the shapes.
 */

/**
 * @typedef {import("./board_over.js").Over} Over
 * @typedef {import("./board_over.js").Literal} Literal
 * @typedef {import("./board_over.js").Stop} Stop
 * @typedef {{cell: [number, number], value: number, holds: boolean}} LiteralData
 * @typedef {{assumption: LiteralData, links: (LiteralData & {line: string|null})[],
 *   failed_line: string|null}} BranchData
 * @typedef {{technique: string, lines: string[], because: LiteralData[], cells: LiteralData[],
 *   chain: BranchData[], weights?: {rows: number[][], columns: number[][]}|null, sentence: string}} StepData
 * @typedef {{kind: string, right: boolean|null, message: string,
 *   where?: {lines: string[], start: [number, number]|null, sentence: string},
 *   what?: {cells: {cell: [number, number], value: number}[], sentence: string},
 *   why?: {steps: StepData[], sentence: string},
 *   check?: GivenData}} HintData
 * @typedef {{right: boolean|null, wrong: [number, number][],
 *   contradiction: {lines: string[], cells: [number, number][]}|null, words?: string}} GivenData
 * @typedef {{width: number, palette: {colors: unknown[]}}} Board
 */

/** @returns {Over} */
export const nothingOver = () => ({ lines: [], because: [], results: [], chain: [] });

/** A line from its name, R1 or C7. @param {string} name @param {boolean} [dashed] */
export function band(name, dashed = false) {
	const axis = /** @type {"R"|"C"} */ (name[0]);
	return { axis, index: Number(name.slice(1)) - 1, dashed };
}

/** @param {LiteralData} data @param {Board} puzzle @returns {Literal} */
function literal({ cell: [row, col], value, holds }, puzzle) {
	// With one colour "not filled" is "empty"; with several it only excludes a value.
	const becomes = holds ? value : puzzle.palette.colors.length === 1 ? 1 - value : null;
	return { row, col, value, holds, becomes };
}

/**
 * A step with its premises, conclusions and chain.
 * @param {StepData} step
 * @param {Board} puzzle
 * @returns {Over}
 */
export function overOfStep(step, puzzle) {
	const failed = step.chain.map(branch => branch.failed_line);
	const used = step.because.map(({ cell: [row, col] }) => row * puzzle.width + col);
	const colors = puzzle.palette.colors.length;
	const { weights } = step;
	return {
		weights: weights
			? ([row, col], color) => [weights.rows, weights.columns].map(side => side[row][col * colors + color - 1])
			: undefined,
		lines: step.lines.map(name => band(name, failed.includes(name))),
		because: [...new Set(used)],
		results: step.cells.map(data => literal(data, puzzle)),
		chain: step.chain.map((branch, number) => ({
			stops: stopsOf(branch, puzzle, step.technique !== "trial", number > 0 ? "′" : ""),
			arrows: step.technique !== "trial",
			dashed: number > 0,
		})),
	};
}

/**
 * The stops of a branch; the number of a stop is its place in a chain, or its line solve in a trial.
 * @param {BranchData} branch
 * @param {Board} puzzle
 * @param {boolean} chained
 * @param {string} prime
 * @returns {Stop[]}
 */
function stopsOf(branch, puzzle, chained, prime) {
	const stops = [{ ...literal(branch.assumption, puzzle), label: `0${prime}` }];
	let solves = 0;
	branch.links.forEach((link, i) => {
		if (i === 0 || link.line !== branch.links[i - 1].line) solves += 1;
		const label = `${chained ? stops.length : solves}${prime}`;
		stops.push({ ...literal(link, puzzle), label });
	});
	return stops;
}

/**
 * The mistakes of a board: wrong cells, or cells and lines that contradict each other.
 * @param {GivenData} found
 * @param {Board} puzzle
 * @returns {{cells: number[], over: Over}}
 */
export function mistakesOf({ wrong, contradiction }, puzzle) {
	const cells = wrong.length ? wrong : (contradiction?.cells ?? []);
	const over = nothingOver();
	if (!wrong.length) over.lines = (contradiction?.lines ?? []).map(name => band(name, true));
	return { cells: cells.map(([row, col]) => row * puzzle.width + col), over };
}

/** Rows that are framed. @param {number[]} rows @returns {Over} */
export function overRows(rows) {
	return { ...nothingOver(), lines: rows.map(row => band(`R${row + 1}`, true)) };
}

/**
 * A hint up to a level: where to look; which cells follow, without their values; all of it.
 * @param {HintData} hint
 * @param {"where"|"what"|"why"} level
 * @param {Board} puzzle
 * @returns {{over: Over, look: number[], sentence: string}} `look`: cells to mark
 */
export function overOfHint(hint, level, puzzle) {
	const over = nothingOver();
	/** @param {[number, number]} cell */
	const index = ([row, col]) => row * puzzle.width + col;
	const { where, what, why } = hint;
	if (!where || !what || !why) return { over, look: [], sentence: hint.message };
	const sentence = level === "where" ? where.sentence : level === "what" ? what.sentence : why.sentence;
	if (level === "where") {
		// The lines of a chain would give the deduction away; its start is enough.
		if (where.start) return { over, look: [index(where.start)], sentence };
		over.lines = where.lines.map(name => band(name));
		return { over, look: [], sentence };
	}
	if (level === "what") {
		over.lines = where.start ? [] : where.lines.map(name => band(name));
		over.results = what.cells.map(({ cell: [row, col], value }) => ({
			row,
			col,
			value,
			holds: true,
			becomes: value,
		}));
		return { over, look: where.start ? [index(where.start)] : [], sentence };
	}
	// The last step makes a cell known; the results of the others are its premises.
	const shown = overOfStep(why.steps[why.steps.length - 1], puzzle);
	for (const step of why.steps.slice(0, -1)) {
		const earlier = overOfStep(step, puzzle);
		shown.lines.push(...earlier.lines);
		shown.because.push(...earlier.because);
		shown.results.push(...earlier.results);
		shown.chain.push(...earlier.chain);
	}
	return { over: shown, look: [], sentence };
}
