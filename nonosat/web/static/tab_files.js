// SPDX-License-Identifier: MIT
/** The parts of a page without a server, from where.js; null with a server. */

/**
 * @typedef {object} Tab written into where.js by .ci/tab/tab_site.py
 * @property {string} version of nonosat
 * @property {string} edition changes with any file of the site
 * @property {Record<string, string>} files each file of the page, with the beginning of its SHA-256
 * @property {string} folder with the parts of Python
 * @property {string} pyodide its folder in it
 * @property {string} stdlib Python's own library, compiled
 * @property {{parts: string[], total: number}} first needed before Python can answer; bytes
 * @property {{files: string[], names: Record<string, string>}} later needed for some questions, and the part of each library
 * @property {string[]} quick addresses of quick questions
 * @property {string[]} limited quick questions that take a time limit
 * @property {number} limit the highest, in seconds, of a quick question
 * @property {number} most bytes of a quick question that takes no time limit
 * @property {string[]} long questions of `ask` that are long from the start
 * @property {string[]} streams addresses whose answers come in parts
 * @property {number} memory MiB of a worker
 * @property {string} policy the header Content-Security-Policy
 * @property {string[]} techniques
 * @property {string[]} themes
 * @property {string} puzzles the file with the project's own puzzles
 * @property {string} [language] for a worker: the code of the language of sentences, if it is not English
 */

export const TAB = /** @type {Tab|null} */ (/** @type {any} */ (globalThis).TAB ?? null);
