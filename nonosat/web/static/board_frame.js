// SPDX-License-Identifier: MIT
/** A frame of a board: paints only changed cells and clues, and the cursor. */
import { paintLine } from "./board_clues.js";
import { Tiles, edges } from "./board_paint.js";
import { UNKNOWN } from "./puzzle.js";
import { script } from "./scripts.js";
import { getLook } from "./settings.js";

/** @typedef {import("./board.js").Board} Board */

/** A cell may also be NOTE + a value: unknown, with one note. */
export const NOTE = 128;
/** Loaded when a board first has steps or hints; a drawing has none. @type {typeof import("./board_over.js").drawOver|null} */
let drawOver = null;

/** Paints the changes. @param {Board} board */
export function paintFrame(board) {
	board.frame = 0;
	if (!board.size) return;
	const { dirty } = board;
	board.dirty = { all: false, over: false, cells: new Set(), lines: new Set() };
	const look = getLook();
	const { mode } = board.options;
	const { letters, patterns } = look;
	const style = { letters, patterns, crosses: mode === "play", hatch: mode === "solve", crowded: board.crowded };
	const key = JSON.stringify([style, board.size, board.colors, board.puzzle.palette]);
	if (key !== board.tilesKey) {
		board.tilesKey = key;
		board.tiles = new Tiles(board.puzzle.palette, board.colors, style, board.size, board.ratio);
	}
	if (dirty.all) paintAll(board);
	else {
		clip(board, () => dirty.cells.forEach(index => paintCell(board, index)));
		for (const line of dirty.lines) paintLine(board, line[0], Number(line.slice(1)));
	}
	if (dirty.all || dirty.over) paintOver(board);
	if (dirty.all) board.grid.labels();
	else board.grid.labels(dirty.cells, dirty.lines);
}

/** @param {Board} board */
function paintAll(board) {
	const { context: g, canvas, colors, puzzle, view, size, shift } = board;
	g.fillStyle = colors.paper;
	g.fillRect(0, 0, canvas.width, canvas.height);
	if (board.options.clues !== false) {
		for (let row = 0; row < puzzle.height; row++) paintLine(board, "R", row);
		for (let col = 0; col < puzzle.width; col++) paintLine(board, "C", col);
	}
	clip(board, () => {
		const first = Math.floor(shift.x / size),
			last = Math.min(puzzle.width, Math.ceil((shift.x + view.width) / size));
		for (let row = Math.floor(shift.y / size); row * size < shift.y + view.height && row < puzzle.height; row++)
			for (let col = first; col < last; col++) paintCell(board, row * puzzle.width + col);
	});
	const place = [view.width, view.height, view.x, view.y].map(v => v / board.ratio);
	const { style } = board.window;
	[style.width, style.height, style.left, style.top] = place.map(v => v + "px");
	board.grid.layout();
	board.bars.place();
}

/** @param {Board} board @param {() => void} f paints, only within the board */
function clip(board, f) {
	const { context: g, view } = board;
	g.save();
	g.beginPath();
	g.rect(view.x, view.y, view.width, view.height);
	g.clip();
	f();
	g.restore();
}

/** @param {Board} board @param {number} index */
function paintCell(board, index) {
	const { puzzle, tiles } = board;
	const row = Math.floor(index / puzzle.width),
		col = index % puzzle.width;
	const cell = board.cells[index];
	const noted = cell >= NOTE && cell < UNKNOWN;
	const tile = /** @type {Tiles} */ (tiles).get(
		noted ? UNKNOWN : cell,
		edges(col, puzzle.width),
		edges(row, puzzle.height),
		board.marks[index],
		noted ? cell - NOTE : -1,
		board.changes[index],
	);
	board.context.drawImage(tile, ...board.corner(row, col));
}

/** @param {Board} board */
function paintOver(board) {
	const { overContext: g, overCanvas, row, col, size, ratio } = board;
	g.clearRect(0, 0, overCanvas.width, overCanvas.height);
	if (Object.values(board.over).some(part => part.length)) {
		if (drawOver) drawOver(board, g);
		else
			script(() => import("./board_over.js")).then(
				module => {
					drawOver = module.drawOver;
					board.changed({ over: true });
				},
				() => {}, // the next frame tries again
			);
	}
	const [x, y] = board.corner(row, col).map((v, i) => (v - [board.view.x, board.view.y][i]) / ratio);
	const { style } = board.cursor;
	style.width = style.height = size / ratio + "px";
	style.transform = `translate(${x}px,${y}px)`;
}
