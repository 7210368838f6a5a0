// SPDX-License-Identifier: MIT

/** A number generator with a seed, so that a failure can be repeated. @param {number} seed */
export function random(seed) {
	return (/** @type {number} */ below) => {
		seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
		return Math.floor((seed / 2 ** 32) * below);
	};
}
