// SPDX-License-Identifier: MIT
/**
 * Pyodide with nonosat in it, and a bound of its memory: for a worker of the browser, and for node,
 * where tests/bench/tab_compare.py compares its answers. Callers load the files, each in its own way.
 */

const SITE = "/lib/python/site-packages"; // any folder: it is put into the search path

/**
 * @param {import("../tab_files.js").Tab} tab
 * @param {string} base the folder with the parts of Python
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {ArrayBuffer[]} parts needed before Python can answer
 * @param {(file: string) => ArrayBuffer} readNow reads a further part
 * @param {object} [options] further options of Pyodide
 * @returns {Promise<any>} Pyodide
 */
export async function startPython(tab, base, loadPyodide, parts, readNow, options = {}) {
	bound(tab.memory);
	const pyodide = await loadPyodide({ indexURL: base + tab.pyodide, stdLibURL: base + tab.stdlib, ...options });
	pyodide.FS.mkdirTree(SITE);
	const unpack = (/** @type {ArrayBuffer} */ bytes) => pyodide.unpackArchive(bytes, "xztar", { extractDir: SITE });
	parts.forEach(unpack);
	if (tab.language) {
		const catalogue = new Uint8Array(readNow(`${base}../lang/${tab.language}.po`));
		pyodide.FS.writeFile(`${SITE}/nonosat/languages/${tab.language}.po`, catalogue);
	}
	pyodide.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(SITE)})`);
	pyodide.pyimport("nonosat.web.tab").load_later(pyodide.toPy(tab.later.names), (/** @type {string} */ part) => {
		try {
			unpack(readNow(base + part));
			pyodide.runPython("import importlib; importlib.invalidate_caches()");
			return true;
		} catch (error) {
			console.warn(String(error));
			return false;
		}
	});
	return pyodide;
}

/**
 * Bounds the memory of Python, in MiB: a question that needs more gets an error, and the tab goes on.
 * @param {number} most
 */
function bound(most) {
	// The memory belongs to the module of Pyodide, whose own maximum is larger; it grows only by `grow`.
	const { prototype } = WebAssembly.Memory;
	const { grow } = prototype;
	prototype.grow = function (pages) {
		if (this.buffer.byteLength / 65536 + pages > most * 16) throw new RangeError("the memory limit was reached");
		return grow.call(this, pages);
	};
}
