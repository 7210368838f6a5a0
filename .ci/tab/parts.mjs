// Runs parts.py in Pyodide under node: node .ci/tab/parts.mjs TASKS.json, in the root of the checkout.
import { readFileSync } from "node:fs";
import { loadPyodide } from "../../node_modules/pyodide/pyodide.mjs";

try {
	const pyodide = await loadPyodide();
	pyodide.FS.mkdirTree("/src");
	pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: process.cwd() }, "/src");
	pyodide.FS.chdir("/src");
	pyodide.FS.writeFile("/tasks.json", readFileSync(process.argv[2], "utf8"));
	pyodide.runPython(readFileSync(new URL("parts.py", import.meta.url), "utf8"));
} catch (error) {
	console.error(String(error.message ?? error)); // without the source line, of a megabyte
	process.exit(1);
}
