// SPDX-License-Identifier: MIT
/**
 * Makes photos small in the browser before they are sent: a phone's photo has 50 million pixels and
 * ten megabytes, and the server needs a dozen pixels per cell. The browser rotates the photo as the
 * camera recorded. A file that the browser cannot decode is sent unchanged; the server reports the
 * error.
 *
 * Small files are sent unchanged, because the server reads pixel art exactly.
 * (Rejected: createImageBitmap, which decodes all pixels at once; an <img> that is drawn into a canvas
 * may be decoded in parts.)
 */
import { TAB } from "./tab_files.js";

/**
 * @typedef {object} Size of a photo that is sent
 * @property {number} side its longer side
 * @property {number} pixels most pixels of a file sent unchanged
 * @property {number} few most bytes of it
 * @property {number} exact `few` for lossless files: pixel art, screenshots
 */
/** To be drawn: twelve pixels for each of the 100 cells of a long line; the server takes at most 40 million pixels. @type {Size} */
const TO_DRAW = { side: 1200, pixels: 40e6, few: 3e5, exact: 1.5e6 };
/** To be read: a printed number has a hundredth of the side; a public server takes at most 4 MiB. @type {Size} */
export const TO_READ = { side: 3000, pixels: 12e6, few: 3.5e6, exact: 3.5e6 };
/** The types that Python reads (photo/image_files.py), fewer in a tab; browsers read more, such as AVIF. */
const READ = TAB ? /png|gif|bmp|map/ : /png|jpeg|gif|bmp|webp|tiff|map/,
	EXACT = /png|gif|bmp|map/;

/**
 * A photo that is small enough to be sent, even repeatedly to be drawn.
 * @param {Blob} blob @param {Size} [size] @returns {Promise<Blob>} the same, if it is small or the browser cannot decode it
 */
export async function smallPhoto(blob, size = TO_DRAW) {
	const url = URL.createObjectURL(blob);
	const image = new Image();
	image.src = url;
	try {
		await new Promise((done, fail) => ((image.onload = done), (image.onerror = fail)));
		const { naturalWidth: width, naturalHeight: height } = image;
		const read = READ.test(blob.type);
		const few = EXACT.test(blob.type) ? size.exact : size.few;
		if (!width || (read && blob.size <= few && width * height <= size.pixels)) return blob;
		const scale = Math.min(1, size.side / Math.max(width, height));
		const canvas = document.createElement("canvas");
		canvas.width = Math.max(1, Math.round(width * scale));
		canvas.height = Math.max(1, Math.round(height * scale));
		const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
		context.fillStyle = "#ffffff"; // transparent pixels are white, as on paper
		context.fillRect(0, 0, canvas.width, canvas.height);
		context.imageSmoothingQuality = "high";
		context.drawImage(image, 0, 0, canvas.width, canvas.height);
		const small = await new Promise(done => canvas.toBlob(done, TAB ? "image/png" : "image/jpeg", 0.92));
		return small && (!read || width * height > size.pixels || small.size < blob.size) ? small : blob;
	} catch {
		return blob;
	} finally {
		URL.revokeObjectURL(url);
	}
}

/** True for an image or a PDF; false for a file whose pixels are cells, which is a puzzle. @param {File} file */
export const isPicture = ({ type }) =>
	(type.startsWith("image/") && !/portable|xpixmap|xpm/.test(type)) || isPages({ type });

/** True for a PDF, which only a server reads. @param {{type: string}} file */
export const isPages = ({ type }) => type === "application/pdf" && !TAB;

/** Lets the user choose a picture, or take one. @param {(file: File) => void} take @param {boolean} [camera] of a telephone */
export function choosePicture(take, camera = false) {
	const input = document.createElement("input");
	input.type = "file";
	input.accept = camera || TAB ? "image/*" : "image/*,application/pdf";
	if (camera) input.setAttribute("capture", "environment");
	input.addEventListener("change", () => input.files?.[0] && take(input.files[0]));
	input.click();
}

/** Whether this device may have a camera for the page: it has a touch screen. */
export const hasCamera = () => matchMedia("(any-pointer: coarse)").matches;

/** @typedef {{file: File, printed: boolean}} Given `printed`: it is known to show a printed puzzle */
/** @type {Given | null} */
let given = null;

/** Passes a picture from the list to the editor. @param {File} file @param {boolean} [printed] */
export const give = (file, printed = false) => void (given = { file, printed });

/** The picture for the editor; only once. @returns {Given | null} */
export function take() {
	const file = given;
	given = null;
	return file;
}
