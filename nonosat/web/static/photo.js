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
/** To be drawn: twelve pixels for each of the 100 cells of a long line; the server shrinks more than 40 million pixels. @type {Size} */
const TO_DRAW = { side: 1200, pixels: 40e6, few: 3e5, exact: 1.5e6 };
/** To be read: a printed number has a hundredth of the side; a public server takes at most 4 MiB. @type {Size} */
export const TO_READ = { side: 3000, pixels: 12e6, few: 3.5e6, exact: 3.5e6 };
/** The types that Python reads (photo/image_files.py), fewer in a tab; some browsers read more. */
const READ = TAB ? /png|gif|bmp|map/ : /png|jpeg|gif|bmp|webp|tiff|avif|hei[cf]|map/,
	EXACT = /png|gif|bmp|map/;

/**
 * A photo that is small enough to be sent, even repeatedly to be drawn.
 * @param {Blob} blob @param {Size} [size] @returns {Promise<Blob>} the same, if it is small or the browser cannot decode it
 */
export async function smallPhoto(blob, size = TO_DRAW) {
	const image = await decoded(blob);
	if (!image) return blob;
	const { naturalWidth: width, naturalHeight: height } = image;
	const read = isRead(blob);
	if (isSmall(blob, image, size)) return blob;
	const scale = Math.min(1, size.side / Math.max(width, height));
	const box = { left: 0, top: 0, width, height };
	const small = await packed(painted(image, box, width * scale, height * scale), false);
	return small && (!read || width * height > size.pixels || small.size < blob.size) ? small : blob;
}

/** @param {Blob} blob */
const isRead = blob => READ.test(blob.type);

/** Whether a file may be sent unchanged. @param {Blob} blob @param {HTMLImageElement} image @param {Size} [size] */
export function isSmall(blob, { naturalWidth, naturalHeight }, size = TO_DRAW) {
	const few = isExact(blob) ? size.exact : size.few;
	return isRead(blob) && blob.size <= few && naturalWidth * naturalHeight <= size.pixels;
}

/** Whether the pixels of a file are as they were drawn: pixel art, screenshots. @param {Blob} blob */
export const isExact = blob => EXACT.test(blob.type);

/** The picture of a file; null if the browser cannot decode it. @param {Blob} blob @returns {Promise<HTMLImageElement | null>} */
export async function decoded(blob) {
	const url = URL.createObjectURL(blob);
	const image = new Image();
	image.src = url;
	try {
		await new Promise((done, fail) => ((image.onload = done), (image.onerror = fail)));
		return image.naturalWidth ? image : null;
	} catch {
		return null;
	} finally {
		URL.revokeObjectURL(url);
	}
}

/**
 * A part of a picture, scaled.
 * @param {CanvasImageSource} image @param {import("./photo_puzzle.js").Box} box @param {number} width @param {number} height
 */
export function painted(image, box, width, height) {
	const canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(width));
	canvas.height = Math.max(1, Math.round(height));
	const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
	context.fillStyle = "#ffffff"; // transparent pixels are white, as on paper
	context.fillRect(0, 0, canvas.width, canvas.height);
	context.imageSmoothingQuality = "high";
	context.drawImage(image, box.left, box.top, box.width, box.height, 0, 0, canvas.width, canvas.height);
	return canvas;
}

/** A canvas as a file that Python reads. @param {HTMLCanvasElement} canvas @param {boolean} exact @returns {Promise<Blob | null>} */
export const packed = (canvas, exact) =>
	new Promise(done => canvas.toBlob(done, TAB || exact ? "image/png" : "image/jpeg", 0.92));

/** True for an image or a PDF; false for a file whose pixels are cells, which is a puzzle. Many browsers know no type of HEIC. @param {File} file */
export const isPicture = ({ type, name }) =>
	(type.startsWith("image/") && !/portable|xpixmap|xpm/.test(type)) || isPages({ type }) || /\.hei[cf]$/i.test(name);

/** True for a PDF, which only a server reads. @param {{type: string}} file */
export const isPages = ({ type }) => type === "application/pdf" && !TAB;

/** Lets the user choose a picture, or take one. @param {(file: File) => void} take @param {boolean} [camera] of a telephone @param {boolean} [pages] a PDF as well */
export function choosePicture(take, camera = false, pages = !TAB) {
	const input = document.createElement("input");
	input.type = "file";
	input.accept = camera || !pages ? "image/*,.heic,.heif" : "image/*,.heic,.heif,application/pdf";
	if (camera) input.setAttribute("capture", "environment");
	input.addEventListener("change", () => input.files?.[0] && take(input.files[0]));
	input.click();
}

/** Whether this device may have a camera for the page: it has a touch screen. */
export const hasCamera = () => matchMedia("(any-pointer: coarse)").matches;

/** @typedef {"" | "printed" | "draw"} Purpose of a picture: it shows a printed puzzle, or becomes a drawing; "" is not known */
/** @typedef {File | import("./puzzle.js").Puzzle} Source a picture, or clues to correct */
/** @typedef {{file: Source, purpose: Purpose}} Given */
/** @type {Given | null} */
let given = null;

/** Passes a picture or clues from the list to the editor. @param {Source} file @param {Purpose} [purpose] */
export const give = (file, purpose = "") => void (given = { file, purpose });

/** What the editor gets; only once. @returns {Given | null} */
export function take() {
	const file = given;
	given = null;
	return file;
}
