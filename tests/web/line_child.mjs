// SPDX-License-Identifier: MIT
// Answers batches of lines, one JSON list per line of standard input, with the page's line solver:
// for [clue, cells] the list [state, cells deduced or null, finished blocks].
import { createInterface } from "node:readline";
import { judgeLine, studyLine } from "../../nonosat/web/static/line.js";

for await (const batch of createInterface({ input: process.stdin })) {
	const answers = JSON.parse(batch).map(([clue, cells]) => {
		const study = studyLine(clue, cells);
		const { state, finished } = judgeLine(clue, cells);
		return [state, study && Array.from(study.cells), finished.map(Number)];
	});
	process.stdout.write(`${JSON.stringify(answers)}\n`);
}
