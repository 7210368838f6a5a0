// SPDX-License-Identifier: MIT
/**
 * The words for newcomers, in the form of `text.js`: the page "How to play" and the steps of the first
 * puzzle. `text` of a step says why, `hand` what to do on the board. The tutorial and the first
 * notebook have the same texts: `docs/tools/lesson_page.py` reads them here.
 */
import { addTexts } from "./text.js";

addTexts({
	"learn.title": "How to play",
	"learn.start": "Start with a first puzzle",
	"learn.list": "To all puzzles",
	"learn.example":
		"The clue 3 1 in a row of six cells. Its blocks have three placements. The second and third cells are filled in all of them.",
	"learn.puzzle": "A first puzzle",
	"learn.what": "What a nonogram is",
	"learn.what.1":
		"A nonogram is a picture that is hidden in numbers. The board is a grid of cells. Each cell is filled or empty, and the numbers at the edge tell which.",
	"learn.what.2":
		"The numbers beside a row are the lengths of its blocks, from left to right. A block is a run of filled cells. “3 1” means: three filled cells side by side, then at least one empty cell, then one filled cell. The numbers above a column say the same, from top to bottom.",
	"learn.what.3":
		"You never need to guess. A good puzzle has exactly one solution, and each next cell follows from what is known.",
	"learn.find": "How to find a cell",
	"learn.find.1":
		"Look at one row or one column at a time. Think of all places that its blocks can have. A cell that is filled in all of them is filled; a cell that is empty in all of them is empty.",
	"learn.find.2":
		"Cross out the cells that are empty. Crosses are as useful as filled cells, because they leave less room for the other lines.",
	"learn.find.3":
		"In a puzzle with colours, blocks of different colours may touch, and only blocks of one colour have an empty cell between them.",
	"learn.find.4": "A ? instead of numbers is a missing clue: the other lines decide its cells.",
	"learn.hands": "With mouse, fingers or keys",
	"learn.hands.1":
		"Mouse: a stroke fills, the right button crosses out. Fingers: a stroke draws with the tool chosen above the board; a long touch crosses out; two fingers zoom. Keys: arrows move, Space draws, X crosses out; ? shows all keys.",
	"learn.hands.2":
		"Undo takes back as many strokes as you like. Hint shows where to look, what follows, and why. Your progress is saved in this browser only.",
	"learn.step": "Step {n} of {of}",
	"learn.show": "Show me",
	"learn.wrong.filled":
		"Not quite: row {row}, column {column} is filled in the solution. The marked cells are wrong. Undo takes a stroke back.",
	"learn.wrong.empty":
		"Not quite: row {row}, column {column} is empty in the solution. The marked cells are wrong. Undo takes a stroke back.",
	"learn.won":
		"You did not guess, so the solution is unique. “Look at the board” also shows why that matters. This is all there is to know: larger puzzles need the same thoughts, only more of them.",
	"learn.full": "A full line",
	"learn.full.text":
		"The numbers beside a row are the lengths of its blocks. Row 3 has one block of 5, and the row has five cells. So all of them are filled.",
	"learn.full.hand": "Draw a stroke through row 3.",
	"learn.fits": "A line that just fits",
	"learn.fits.text":
		"Column 3 says 3 1: three filled cells, a gap, one filled cell. Together that is 3 + 1 + 1 = 5, the whole column. So rows 1, 2, 3 and 5 of column 3 are filled, and the cell between is empty.",
	"learn.fits.hand":
		"Fill these cells, and cross out the one between: choose the cross above the board, or use the right button of the mouse, or a long touch.",
	"learn.overlap": "Overlap: what is filled anyway",
	"learn.overlap.text":
		"Column 2 has a block of 4. It begins in row 1 or in row 2. The two placements overlap: either way the block covers rows 2, 3 and 4, so these are filled. It is the same in column 4. Rows 1 and 5 remain unknown for now.",
	"learn.overlap.hand": "Fill these cells in both columns.",
	"learn.done": "A line that is done",
	"learn.done.text":
		"Column 1 has one block of 1, and it is there already, in row 3. All other cells of the column are empty. It is the same in column 5.",
	"learn.done.hand":
		"Cross them out. The clue is struck out, since its line is done; a click on it crosses out the rest of the line, too.",
	"learn.contradiction": "A contradiction",
	"learn.contradiction.text":
		"Can the block of column 2 begin in row 1? Suppose it does. Then row 1 has two filled cells side by side, but its only block has the length 1. That is a contradiction, so the cell is empty. It is the same in column 4.",
	"learn.contradiction.hand": "Cross out both cells.",
	"learn.helps": "One line helps another",
	"learn.helps.text":
		"The empty cells of row 1 help the columns: the blocks of 4 in columns 2 and 4 cannot begin in row 1, so they end in row 5. Then every line has its blocks, and the picture is there.",
	"learn.helps.hand": "Fill row 5 of both columns.",
	"learn.ending": "Why one solution matters",
	"learn.ending.text":
		"You did not guess: each cell follows from the clues. So no other picture has these clues, and the solution is unique. Not all clues are like that. If both rows and both columns of a board of 2 by 2 cells say 1, the filled cells lie on one diagonal or on the other. Nobody can deduce which; one has to guess. So a good puzzle has exactly one solution.",
});
