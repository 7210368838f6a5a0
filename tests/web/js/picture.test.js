// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import * as drawing from "../../../nonosat/web/static/picture.js";
import { random } from "./random.js";

const { fromRows, toRows } = drawing;

/** @param {(below: number) => number} below @param {number} [colors] */
function anyPicture(below, colors = 1) {
	const picture = drawing.blank(1 + below(9), 1 + below(9));
	picture.cells.forEach((_, index) => (picture.cells[index] = below(colors + 1)));
	return picture;
}

test("rows of text and back", () => {
	const rows = ["a.b", "bba"];
	assert.deepEqual(toRows(fromRows(rows, "ab"), "ab"), rows);
});

test("a line reaches both ends, without holes, in both directions", () => {
	assert.deepEqual(drawing.line([1, 1], [1, 1]), [[1, 1]]);
	const below = random(1);
	for (let round = 0; round < 300; round++) {
		const [x, y, toX, toY] = [below(30), below(30), below(30), below(30)];
		const cells = drawing.line([x, y], [toX, toY]);
		assert.deepEqual(
			[cells[0], cells.at(-1)],
			[
				[x, y],
				[toX, toY],
			],
		);
		assert.equal(cells.length, 1 + Math.max(Math.abs(toX - x), Math.abs(toY - y)));
		cells.slice(1).forEach(([nextX, nextY], index) => {
			const [beforeX, beforeY] = cells[index];
			assert.ok(Math.abs(nextX - beforeX) <= 1 && Math.abs(nextY - beforeY) <= 1);
			const off = (nextX - x) * (toY - y) - (nextY - y) * (toX - x);
			const length = Math.max(Math.abs(toX - x), Math.abs(toY - y));
			assert.ok(Math.abs(off) <= length / 2, "a cell lies off the line");
		});
	}
});

test("rectangles: whole and outline, from any corner", () => {
	const paint = (/** @type {boolean} */ whole) =>
		toRows(drawing.painted(drawing.blank(5, 4), drawing.rectangle([3, 3], [1, 0], whole), 1));
	assert.deepEqual(paint(true), [".###.", ".###.", ".###.", ".###."]);
	assert.deepEqual(paint(false), [".###.", ".#.#.", ".#.#.", ".###."]);
});

test("filling follows sides, not corners, and ends at the frame", () => {
	const picture = fromRows(["..#.", ".#..", "#..."]);
	const filled = drawing.painted(picture, drawing.area(picture, [0, 0]), 1);
	assert.deepEqual(toRows(filled), ["###.", "##..", "#..."]);
	assert.equal(drawing.area(drawing.blank(300, 300), [5, 5]).length, 90000);
});

test("mirror modes", () => {
	const paint = (/** @type {drawing.Mirror} */ mode) => {
		const cells = drawing.mirrored([[0, 1]], mode, 4, 4);
		return toRows(drawing.painted(drawing.blank(4, 4), cells, 1)).join("/");
	};
	assert.equal(paint("none"), "..../#.../..../....");
	assert.equal(paint("sides"), "..../#..#/..../....");
	assert.equal(paint("ends"), "..../#.../#.../....");
	assert.equal(paint("both"), "..../#..#/#..#/....");
	assert.equal(paint("turn"), "..../#.../...#/....");
	assert.equal(paint("diagonal"), ".#../#.../..../....");
	assert.equal(drawing.mirrored([[1, 1]], "both", 3, 3).length, 1);
});

test("painting ignores cells outside and does not change the picture", () => {
	const picture = drawing.blank(2, 2);
	assert.deepEqual(
		toRows(
			drawing.painted(
				picture,
				[
					[-1, 0],
					[2, 1],
					[1, 1],
				],
				1,
			),
		),
		["..", ".#"],
	);
	assert.deepEqual(toRows(picture), ["..", ".."]);
});

test("moving wraps around and back", () => {
	const picture = fromRows(["#..", ".#."]);
	assert.deepEqual(toRows(drawing.moved(picture, 2, 1)), ["#..", "..#"]);
	const below = random(2);
	for (let round = 0; round < 50; round++) {
		const any = anyPicture(below, 3);
		const [dx, dy] = [below(40) - 20, below(40) - 20];
		assert.ok(drawing.samePicture(drawing.moved(drawing.moved(any, dx, dy), -dx, -dy), any));
	}
});

test("sizes: lines added and cut at each side, at least one cell", () => {
	const picture = fromRows(["#.", ".#"]);
	assert.deepEqual(toRows(drawing.resized(picture, { left: 1, top: 1 })), ["...", ".#.", "..#"]);
	assert.deepEqual(toRows(drawing.resized(picture, { right: -1, bottom: 1 })), ["#", ".", "."]);
	const small = drawing.resized(picture, { right: -9, bottom: -9 });
	assert.deepEqual([small.width, small.height], [1, 1]);
});

test("handles: every side and corner, symmetric, and their limits", () => {
	const size = { width: 10, height: 5 };
	const drag = (/** @type {string} */ handle, dx = 0, dy = 0, symmetric = false) => {
		const { left, top, right, bottom } = drawing.dragged(handle, dx, dy, symmetric, size);
		return [left, top, right, bottom];
	};
	assert.deepEqual(drag("left", -2, 7), [2, 0, 0, 0]);
	assert.deepEqual(drag("right", -2), [0, 0, -2, 0]);
	assert.deepEqual(drag("top left", 1, -1), [-1, 1, 0, 0]);
	assert.deepEqual(drag("bottom right", 1, 2, true), [1, 2, 1, 2]);
	assert.deepEqual(drag("right", -50), [0, 0, -9, 0]);
	assert.deepEqual(drag("right", -50, 0, true), [-4, 0, -4, 0]);
	assert.deepEqual(drag("bottom", 0, 5000), [0, 0, 0, drawing.MOST_SIDE - 5]);
});

test("cropping keeps the content and nothing else", () => {
	assert.deepEqual(toRows(drawing.cropped(fromRows(["....", ".#..", "..#.", "...."]))), ["#.", ".#"]);
	const empty = drawing.blank(3, 2);
	assert.equal(drawing.cropped(empty), empty);
});

test("turning and flipping", () => {
	const picture = fromRows(["ab.", "..b"], "ab");
	assert.deepEqual(toRows(drawing.rotated(picture, true), "ab"), [".a", ".b", "b."]);
	assert.deepEqual(toRows(drawing.rotated(picture, false), "ab"), [".b", "b.", "a."]);
	assert.deepEqual(toRows(drawing.flipped(picture, "sides"), "ab"), [".ba", "b.."]);
	assert.deepEqual(toRows(drawing.flipped(picture, "ends"), "ab"), ["..b", "ab."]);
	const below = random(3);
	for (let round = 0; round < 50; round++) {
		const any = anyPicture(below, 3);
		const half = drawing.rotated(drawing.rotated(any, true), true);
		const other = drawing.flipped(drawing.flipped(any, "sides"), "ends");
		assert.ok(drawing.samePicture(half, other));
		assert.ok(drawing.samePicture(drawing.rotated(drawing.rotated(any, true), false), any));
	}
});

test("a colour leaves the picture", () => {
	const picture = drawing.withoutColor(fromRows(["abc"], "abc"), 2);
	assert.deepEqual(toRows(picture, "ac"), ["a.c"]);
});
