// SPDX-License-Identifier: MIT
/**
 * Makes photos small in the browser before they are sent: a phone's photo has 50 million pixels and
 * ten megabytes, and the server needs a dozen pixels per cell. The browser rotates the photo as the
 * camera recorded. A file that the browser cannot decode is sent unchanged; the server says what is
 * wrong with it.
 *
 * Small files are sent unchanged, because the server reads pixel art exactly.
 * (Rejected: createImageBitmap, which decodes every pixel at once, where an <img> that is drawn into a
 * canvas may be decoded in parts.)
 */
import { TAB } from "./tab_files.js";

/** The longer side of a photo that is sent: twelve pixels for each of the 100 cells of a long line. */
const SIDE = 1200;
/** The most pixels that the server takes. */
const MOST_PIXELS = 40e6;
/** Bytes up to which a file is sent as it is. Pixel art has no losses. */
const FEW = 3e5, FEW_EXACT = 1.5e6;
/** What Python reads (making/pictures/image_files.py), in a tab less; a browser knows more, such as AVIF or HEIC. */
const READ = TAB ? /png|gif|bmp|map/ : /png|jpeg|gif|bmp|webp|tiff|map/, EXACT = /png|gif|bmp|map/;

/**
 * A photo that is small enough to be sent again and again.
 * @param {Blob} blob @returns {Promise<Blob>} the same, if it is small or the browser cannot decode it
 */
export async function smallPhoto(blob) {
	const url = URL.createObjectURL(blob);
	const image = new Image();
	image.src = url;
	try {
		await new Promise((done, fail) => ((image.onload = done), (image.onerror = fail)));
		const { naturalWidth: width, naturalHeight: height } = image;
		const read = READ.test(blob.type);
		const few = EXACT.test(blob.type) ? FEW_EXACT : FEW;
		if (!width || (read && blob.size <= few && width * height <= MOST_PIXELS)) return blob;
		const scale = Math.min(1, SIDE / Math.max(width, height));
		const canvas = document.createElement("canvas");
		canvas.width = Math.max(1, Math.round(width * scale));
		canvas.height = Math.max(1, Math.round(height * scale));
		const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
		context.fillStyle = "#ffffff"; // what is transparent is white, as on paper
		context.fillRect(0, 0, canvas.width, canvas.height);
		context.imageSmoothingQuality = "high";
		context.drawImage(image, 0, 0, canvas.width, canvas.height);
		const small = await new Promise((done) => canvas.toBlob(done, TAB ? "image/png" : "image/jpeg", 0.92));
		return small && (!read || width * height > MOST_PIXELS || small.size < blob.size) ? small : blob;
	} catch {
		return blob;
	} finally {
		URL.revokeObjectURL(url);
	}
}

/** @type {File | null} */
let given = null;

/** True for a picture that people see; not for a file whose pixels are cells, which is a puzzle. @param {File} file */
export const isPicture = ({ type }) => type.startsWith("image/") && !/portable|xpixmap|xpm/.test(type);

/** The list was given a picture, which waits for the editor. @param {File} file */
export const give = (file) => void (given = file);

/** The picture that waits for the editor, once. @returns {File | null} */
export function take() {
	const file = given;
	given = null;
	return file;
}
