// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { script } from "../../../nonosat/web/static/scripts.js";

test("a script whose load fails is requested once more, not forever", async () => {
	let asked = 0;
	const after = (/** @type {number} */ failures) => () =>
		++asked > failures ? Promise.resolve("it") : Promise.reject(new TypeError("broken off"));
	assert.equal(await script(after(1)), "it");
	assert.equal(asked, 2);
	asked = 0;
	await assert.rejects(script(after(5)), /broken off/);
	assert.equal(asked, 2);
});
