// SPDX-License-Identifier: MIT
/**
 * The choices for a puzzle from a photo: the part of the photo that becomes the board, and the options
 * that are sent. Pure functions.
 *
 * A frame is kept as its middle and as its share of the largest frame. So another size of the board
 * changes the frame's proportions, but neither its place nor how near it is. (Rejected: the corners in
 * pixels, from which a frame that was once narrow does not grow again.)
 */

/** @typedef {{x: number, y: number, share: number}} Frame its middle, in shares of the photo; the share of the largest frame */
/** @typedef {{left: number, top: number, width: number, height: number}} Box in pixels of the photo */
/** @typedef {{width: number, height: number}} Size */
/**
 * @typedef {object} Choices
 * @property {number} width in cells
 * @property {number} height
 * @property {number} colors without the background
 * @property {"threshold" | "dither" | "edges"} method
 * @property {number | null} threshold of the method; null: chosen by the server
 * @property {boolean} invert
 */

/** The whole photo, as far as the proportions allow. @type {Readonly<Frame>} */
export const WHOLE = { x: 0.5, y: 0.5, share: 1 };
/** The smallest share. */
export const LEAST = 0.1;

const clamp = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) =>
	Math.min(Math.max(value, low), Math.max(low, high));

/** The place of a frame in a photo, with the proportions of the board. @param {Frame} frame @param {Size} photo @param {Size} board @returns {Box} */
export function boxOf({ x, y, share }, photo, board) {
	const cell = Math.min(photo.width / board.width, photo.height / board.height) * share;
	const [width, height] = [cell * board.width, cell * board.height];
	return {
		left: clamp(x * photo.width - width / 2, 0, photo.width - width),
		top: clamp(y * photo.height - height / 2, 0, photo.height - height),
		width,
		height,
	};
}

/** The frame at a place. @param {Box} box @param {Size} photo @param {number} share @returns {Frame} */
const frameAt = ({ left, top, width, height }, photo, share) => ({
	x: (left + width / 2) / photo.width,
	y: (top + height / 2) / photo.height,
	share,
});

/** A frame moved by pixels, within the photo. @param {Frame} frame @param {number} right @param {number} down @param {Size} photo @param {Size} board */
export function moved(frame, right, down, photo, board) {
	const box = boxOf(frame, photo, board);
	const left = clamp(box.left + right, 0, photo.width - box.width);
	const top = clamp(box.top + down, 0, photo.height - box.height);
	return frameAt({ ...box, left, top }, photo, frame.share);
}

/** A frame of another size around the same middle, as far as the photo allows. @param {Frame} frame @param {number} share @param {Size} photo @param {Size} board */
export function scaled(frame, share, photo, board) {
	share = clamp(share, LEAST, 1);
	return frameAt(boxOf({ ...frame, share }, photo, board), photo, share);
}

/**
 * A frame one of whose corners was dragged; the opposite corner stays.
 * @param {Frame} frame @param {string} corner such as "top-left" @param {number} right @param {number} down pixels
 * @param {Size} photo @param {Size} board
 */
export function resized(frame, corner, right, down, photo, board) {
	const box = boxOf(frame, photo, board);
	const atLeft = corner.endsWith("left"),
		atTop = corner.startsWith("top");
	const ratio = board.width / board.height;
	const wider = atLeft ? -right : right,
		taller = (atTop ? -down : down) * ratio;
	const largest = box.width / frame.share;
	const room = Math.min(
		atLeft ? box.left + box.width : photo.width - box.left,
		(atTop ? box.top + box.height : photo.height - box.top) * ratio,
	);
	const more = Math.abs(wider) > Math.abs(taller) ? wider : taller;
	const width = clamp(box.width + more, LEAST * largest, Math.min(room, largest));
	const height = width / ratio;
	const left = atLeft ? box.left + box.width - width : box.left;
	const top = atTop ? box.top + box.height - height : box.top;
	return frameAt({ left, top, width, height }, photo, width / largest);
}

/** Width and height of a board with the proportions of a photo. @param {Size} photo @param {number} side the longer one @returns {Size} */
export function boardOf({ width, height }, side) {
	const longer = Math.max(width, height);
	return {
		width: Math.max(1, Math.round((side * width) / longer)),
		height: Math.max(1, Math.round((side * height) / longer)),
	};
}

/** Whether a method has a threshold. @param {Choices} choices */
export const hasThreshold = ({ colors, method }) => colors === 1 && method !== "dither";

/**
 * The query of an endpoint, without options that do not fit the others.
 * @param {Choices} choices @param {boolean} like for like-image, which has no dithering: it shows dark areas
 */
export function queryOf({ width, height, colors, method, threshold, invert }, like) {
	const one = colors === 1;
	const shown = like && method === "dither" ? "threshold" : method;
	const fields = {
		size: `${width}x${height}`,
		colors,
		method: one && shown !== "threshold" && shown,
		threshold: one && threshold !== null && method !== "dither" && threshold,
		invert: one && invert,
	};
	const sent = Object.entries(fields).filter(([, value]) => value);
	return String(new URLSearchParams(sent.map(([key, value]) => [key, String(value)])));
}
