// SPDX-License-Identifier: MIT
/**
 * Saving into a folder of the user's machine, where the browser can (Chromium; elsewhere files are
 * downloaded). The user chooses the folder once; the browser may ask for permission again.
 */
import * as store from "./store.js";

/** @typedef {any} Folder FileSystemDirectoryHandle, which TypeScript does not know in full */

const KEY = "save";

/** Whether this browser can write into folders. */
export const canSaveIntoFolder = () => typeof (/** @type {any} */ (window).showDirectoryPicker) === "function";

/** The chosen folder, or null. @returns {Promise<Folder|null>} */
export const chosenFolder = async () => (await store.get("folders", KEY))?.folder ?? null;

/** Lets the user choose a folder. @returns {Promise<Folder>} @throws {DOMException} AbortError: none was chosen */
export async function chooseFolder() {
	const folder = await /** @type {any} */ (window).showDirectoryPicker({ id: "nonosat", mode: "readwrite" });
	await store.put("folders", [{ key: KEY, folder }]);
	return folder;
}

/**
 * Writes a file into a folder, completely or not at all.
 * @param {Folder} folder @param {string} name @param {Blob} blob @param {boolean} replace
 * @returns {Promise<boolean>} false if the file exists and must not be replaced
 * @throws {DOMException} the browser or the system refuses
 */
export async function saveIntoFolder(folder, name, blob, replace) {
	if (folder.requestPermission && (await folder.requestPermission({ mode: "readwrite" })) !== "granted")
		throw new DOMException("", "NotAllowedError");
	if (!replace && (await exists(folder, name))) return false;
	const file = await folder.getFileHandle(name, { create: true });
	const writer = await file.createWritable(); // a copy, which replaces the file when it is closed
	await writer.write(blob);
	await writer.close();
	return true;
}

/** @param {Folder} folder @param {string} name */
async function exists(folder, name) {
	try {
		await folder.getFileHandle(name);
		return true;
	} catch (error) {
		if (/** @type {any} */ (error).name === "NotFoundError") return false;
		throw error;
	}
}
