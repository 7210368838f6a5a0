// SPDX-License-Identifier: MIT
// Puzzles as JSON, as this page and earlier versions write them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { fromJson, toJson } from "../../../nonosat/web/static/puzzle.js";

test("a puzzle of an earlier version has cols instead of columns", () => {
	const clues = [[1, 1], null];
	const now = fromJson({ rows: [[1], [1], [1]], columns: clues });
	const earlier = fromJson({ rows: [[1], [1], [1]], cols: clues });
	assert.deepEqual(earlier, now);
	assert.equal(earlier.width, 2);
	assert.deepEqual(toJson(earlier), { rows: [[1], [1], [1]], columns: clues });
});
