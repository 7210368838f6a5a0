// SPDX-License-Identifier: MIT
/**
 * For newcomers: what a nonogram is, and a first puzzle that teaches step by step. All its texts are
 * here, and it needs no server. A translation is another file like this one.
 */
import { fromJson } from "./puzzle.js";

/** The names of the first puzzle. */
export const ID = "fce37e638d7b04b83accce60ea7ea1aecd930c514d1cf00b0d8eb44af5247746";
export const CODE = "Njk1chul_85";

/** The first puzzle: a house. */
export const lessonPuzzle = () =>
	fromJson(
		{ title: "A first puzzle", rows: [[1], [3], [5], [1, 1], [3]], columns: [[1], [4], [3, 1], [4], [1]] },
		{ id: ID, code: CODE },
	);

/** The page "How to play": headings with paragraphs. */
export const PAGE = {
	title: "How to play",
	parts: [
		[
			"What a nonogram is",
			[
				"A nonogram is a picture that is hidden in numbers. The board is a grid of cells. Each cell is filled or empty, and the numbers at the edge tell which.",
				"The numbers beside a row are the lengths of its blocks, from left to right. A block is a run of filled cells. “3 1” means: three filled cells side by side, then at least one empty cell, then one filled cell. The numbers above a column say the same, from top to bottom.",
				"You never need to guess. A good puzzle has exactly one solution, and each next cell follows from what is known.",
			],
		],
		[
			"How to find a cell",
			[
				"Look at one row or one column at a time. Think of all places that its blocks can have. A cell that is filled in all of them is filled; a cell that is empty in all of them is empty.",
				"Cross out the cells that are empty. Crosses are as useful as filled cells, because they leave less room for the other lines.",
				"In a puzzle with colours, blocks of different colours may touch, and only blocks of one colour have an empty cell between them.",
				"A ? instead of numbers is a missing clue: the other lines decide its cells.",
			],
		],
		[
			"With mouse, fingers or keys",
			[
				"Mouse: a stroke fills, the right button crosses out. Fingers: a stroke draws with the tool chosen above the board; a long touch crosses out; two fingers zoom. Keys: arrows move, Space draws, X crosses out; ? shows all keys.",
				"Undo takes back as many strokes as you like. Hint shows where to look, what follows, and why. Your progress is saved in this browser only.",
			],
		],
	],
	start: "Start with a first puzzle",
	list: "To all puzzles",
	example:
		"The clue 3 1 in a row of six cells. Its blocks have three placements. The second and third cells are filled in all of them.",
};

/** The texts around the steps. */
export const WORDS = {
	step: "Step {n} of {of}",
	show: "Show me",
	wrong: "Not quite: {cell} is {value} in the solution. The marked cells are wrong. Undo takes a stroke back.",
	filled: "filled",
	empty: "empty",
	cell: "row {row}, column {column}",
	won: "You did not guess, so the solution is unique. “Look at the board” also shows why that matters. This is all there is to know: larger puzzles need the same thoughts, only more of them.",
};

/**
 * The steps: their lines and texts. A step asks for all cells that follow from these lines and the
 * cells known by then (`lesson.js` finds them). `text` says why, `hand` what to do on the board. The
 * tutorial and the first notebook have the same `title` and `text`: `docs/tools/lesson_page.py` reads
 * them here, so values are texts in double quotes.
 * @type {{lines: string[], title: string, text: string, hand: string}[]}
 */
export const STEPS = [
	{
		lines: ["R3"],
		title: "A full line",
		text: "The numbers beside a row are the lengths of its blocks. Row 3 has one block of 5, and the row has five cells. So all of them are filled.",
		hand: "Draw a stroke through row 3.",
	},
	{
		lines: ["C3"],
		title: "A line that just fits",
		text: "Column 3 says 3 1: three filled cells, a gap, one filled cell. Together that is 3 + 1 + 1 = 5, the whole column. So rows 1, 2, 3 and 5 of column 3 are filled, and the cell between is empty.",
		hand: "Fill these cells, and cross out the one between: choose the cross above the board, or use the right button of the mouse, or a long touch.",
	},
	{
		lines: ["C2", "C4"],
		title: "Overlap: what is filled anyway",
		text: "Column 2 has a block of 4. It begins in row 1 or in row 2. The two placements overlap: either way the block covers rows 2, 3 and 4, so these are filled. It is the same in column 4. Rows 1 and 5 remain unknown for now.",
		hand: "Fill these cells in both columns.",
	},
	{
		lines: ["C1", "C5"],
		title: "A line that is done",
		text: "Column 1 has one block of 1, and it is there already, in row 3. All other cells of the column are empty. It is the same in column 5.",
		hand: "Cross them out. The clue is struck out, since its line is done; a click on it crosses out the rest of the line, too.",
	},
	{
		lines: ["R1"],
		title: "A contradiction",
		text: "Can the block of column 2 begin in row 1? Suppose it does. Then row 1 has two filled cells side by side, but its only block has the length 1. That is a contradiction, so the cell is empty. It is the same in column 4.",
		hand: "Cross out both cells.",
	},
	{
		lines: ["C2", "C4"],
		title: "One line helps another",
		text: "The empty cells of row 1 help the columns: the blocks of 4 in columns 2 and 4 cannot begin in row 1, so they end in row 5. Then every line has its blocks, and the picture is there.",
		hand: "Fill row 5 of both columns.",
	},
];

/** The text beside the solved board. */
export const ENDING = {
	title: "Why one solution matters",
	text: "You did not guess: each cell follows from the clues. So no other picture has these clues, and the solution is unique. Not all clues are like that. If both rows and both columns of a board of 2 by 2 cells say 1, the filled cells lie on one diagonal or on the other. Nobody can deduce which; one has to guess. So a good puzzle has exactly one solution.",
};
