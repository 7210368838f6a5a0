// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import {
	LEAST,
	WHOLE,
	boardOf,
	boxOf,
	hasThreshold,
	moved,
	queryOf,
	resized,
	scaled,
} from "../../../nonosat/web/static/photo_puzzle.js";
import { random } from "./random.js";

const PHOTO = { width: 400, height: 300 };
const SQUARE = { width: 25, height: 25 };

/** @param {import("../../../nonosat/web/static/photo_puzzle.js").Box} box */
const rounded = ({ left, top, width, height }) => [left, top, width, height].map(Math.round);

test("the largest frame has the proportions of the board, in the middle", () => {
	assert.deepEqual(rounded(boxOf(WHOLE, PHOTO, SQUARE)), [50, 0, 300, 300]);
	assert.deepEqual(rounded(boxOf(WHOLE, PHOTO, { width: 40, height: 10 })), [0, 100, 400, 100]);
	assert.deepEqual(rounded(boxOf(WHOLE, PHOTO, { width: 4, height: 3 })), [0, 0, 400, 300]);
});

test("another size of the board changes neither the middle nor the share", () => {
	const frame = { x: 0.4, y: 0.5, share: 0.5 };
	assert.deepEqual(rounded(boxOf(frame, PHOTO, SQUARE)), [85, 75, 150, 150]);
	assert.deepEqual(rounded(boxOf(frame, PHOTO, { width: 40, height: 10 })), [60, 125, 200, 50]);
});

test("a frame is moved within the photo, and comes back at once", () => {
	const far = moved(WHOLE, 1000, 1000, PHOTO, SQUARE);
	assert.deepEqual(rounded(boxOf(far, PHOTO, SQUARE)), [100, 0, 300, 300]);
	assert.deepEqual(rounded(boxOf(moved(far, -10, 0, PHOTO, SQUARE), PHOTO, SQUARE)), [90, 0, 300, 300]);
});

test("a dragged corner leaves the opposite one in its place", () => {
	const small = resized(WHOLE, "bottom-right", -100, 0, PHOTO, SQUARE);
	assert.deepEqual(rounded(boxOf(small, PHOTO, SQUARE)), [50, 0, 200, 200]);
	const smaller = resized(small, "top-left", 20, 50, PHOTO, SQUARE);
	assert.deepEqual(rounded(boxOf(smaller, PHOTO, SQUARE)), [100, 50, 150, 150]);
	const largest = resized(smaller, "bottom-left", -500, 500, PHOTO, SQUARE);
	assert.deepEqual(rounded(boxOf(largest, PHOTO, SQUARE)), [0, 50, 250, 250]);
	const least = resized(smaller, "top-right", -500, 500, PHOTO, SQUARE);
	assert.deepEqual(rounded(boxOf(least, PHOTO, SQUARE)), [100, 170, 30, 30]);
});

test("whatever is done, a frame stays in the photo and keeps its proportions", () => {
	const next = random(7);
	const number = (/** @type {number} */ low, /** @type {number} */ high) => low + ((high - low) * next(1e6)) / 1e6;
	const corners = ["top-left", "top-right", "bottom-left", "bottom-right"];
	for (let round = 0; round < 300; round++) {
		const photo = { width: number(10, 900), height: number(10, 900) };
		const board = { width: Math.ceil(number(1, 90)), height: Math.ceil(number(1, 90)) };
		let frame = WHOLE;
		for (let step = 0; step < 8; step++) {
			const [right, down] = [number(-500, 500), number(-500, 500)];
			const kind = Math.floor(number(0, 3));
			if (kind === 0) frame = moved(frame, right, down, photo, board);
			else if (kind === 1) frame = resized(frame, corners[step % 4], right, down, photo, board);
			else frame = scaled(frame, number(-1, 2), photo, board);
			const box = boxOf(frame, photo, board);
			assert.ok(box.left > -1e-6 && box.left + box.width < photo.width + 1e-6);
			assert.ok(box.top > -1e-6 && box.top + box.height < photo.height + 1e-6);
			assert.ok(Math.abs(box.width * board.height - box.height * board.width) < 1e-6 * board.width * photo.height);
			assert.ok(frame.share > LEAST - 1e-9 && frame.share < 1 + 1e-9);
		}
	}
});

test("a new board has the proportions of the photo", () => {
	assert.deepEqual(boardOf(PHOTO, 30), { width: 30, height: 23 });
	assert.deepEqual(boardOf({ width: 3, height: 3000 }, 30), { width: 1, height: 30 });
});

test("options that do not fit a method or the colours are not sent", () => {
	/** @type {import("../../../nonosat/web/static/photo_puzzle.js").Choices} */
	const choices = { width: 25, height: 20, colors: 1, method: "threshold", threshold: 99, invert: true };
	/** @param {Partial<typeof choices>} more @param {boolean} [like] */
	const query = (more, like = false) => queryOf({ ...choices, ...more }, like);
	assert.equal(query({}), "size=25x20&colors=1&threshold=99&invert=true");
	assert.equal(query({ threshold: null, invert: false }), "size=25x20&colors=1");
	assert.equal(query({ method: "dither" }), "size=25x20&colors=1&method=dither&invert=true");
	assert.equal(query({ method: "edges" }), "size=25x20&colors=1&method=edges&threshold=99&invert=true");
	assert.equal(query({ method: "dither", colors: 3 }), "size=25x20&colors=3");
	assert.equal(query({}, true), "size=25x20&colors=1&threshold=99&invert=true");
	assert.equal(query({ method: "edges" }, true), "size=25x20&colors=1&method=edges&threshold=99&invert=true");
	assert.equal(query({ method: "dither" }, true), "size=25x20&colors=1&invert=true");
	assert.deepEqual(
		[choices, { ...choices, colors: 2 }, { ...choices, method: /** @type {const} */ ("dither") }].map(hasThreshold),
		[true, false, false],
	);
});
