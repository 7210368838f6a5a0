// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import test from "node:test";
import { isOwnMachine } from "../../../nonosat/web/static/link_base.js";

test("which hosts others cannot open", () => {
	for (const host of ["localhost", "page.localhost", "127.0.0.1", "127.9.9.9", "[::1]", "[::]", "0.0.0.0", ""])
		assert.ok(isOwnMachine(host), host);
	for (const host of ["nono.example", "192.168.1.5", "127.example.org", "localhost.example", "[fe80::1]"])
		assert.ok(!isOwnMachine(host), host);
});
