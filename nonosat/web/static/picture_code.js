// SPDX-License-Identifier: MIT
// Pictures as short texts, read and written without the server, for the page's address.
//
// `L` (runs) and `B` (a bit for each cell) are the image codes of davidje13's page, in one colour;
// the server writes the same codes. `C` is our own form for colours: sizes and runs as in `L`, the
// next colour by its place in the list of the latest colours, so that a picture of two colours costs
// a bit for each run. `raw` is the form of dsmiller95's page. The bits are counted from the highest,
// six per character. Reading is strict: a code that does not decode to its end gives null.

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {{background: string, colors: string[]}} Colors  each "#rrggbb" */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const MOST_SIDE = 1000;
const MOST_CELLS = 1_000_000;
const MOST_COLORS = 60;
const UNKNOWN = 255;
const KINDS = [UNKNOWN, 0, 1]; // the order in which L and B number the cells
const BLACK_ON_WHITE = JSON.stringify({ background: "#ffffff", colors: ["#000000"] });

class Writer {
	/** @type {number[]} */
	all = [];

	/** @param {number} value @param {number} count */
	bits(value, count) {
		for (let bit = count - 1; bit >= 0; bit--) this.all.push(Math.floor(value / 2 ** bit) & 1);
	}

	/** A number of any size, its `low` last bits plain (exponential Golomb code).
	 * @param {number} value @param {number} low */
	golomb(value, low) {
		const high = Math.floor(value / 2 ** low) + 1;
		const length = high.toString(2).length;
		this.bits(0, length - 1);
		this.bits(high, length);
		this.bits(value, low);
	}

	text() {
		let text = "";
		for (let at = 0; at < this.all.length; at += 6) {
			let value = 0;
			for (let bit = 0; bit < 6; bit++) value = value * 2 + (this.all[at + bit] ?? 0);
			text += ALPHABET[value];
		}
		return text;
	}
}

class Reader {
	/** @param {string} text @param {number} start */
	constructor(text, start) {
		this.at = 0;
		this.values = Array.from(text.slice(start), letter => ALPHABET.indexOf(letter));
		if (this.values.includes(-1)) throw new RangeError("a character outside of the alphabet");
	}

	bit() {
		const value = this.values[Math.floor(this.at / 6)];
		if (value === undefined) throw new RangeError("too short");
		return (value >> (5 - (this.at++ % 6))) & 1;
	}

	/** @param {number} count */
	bits(count) {
		let value = 0;
		for (let bit = 0; bit < count; bit++) value = value * 2 + this.bit();
		return value;
	}

	/** @param {number} low */
	golomb(low) {
		let length = 1;
		while (!this.bit()) if (++length > 24) throw new RangeError("too large");
		const high = 2 ** (length - 1) + this.bits(length - 1);
		return (high - 1) * 2 ** low + this.bits(low);
	}

	size() {
		const [width, height] = [this.golomb(4), this.golomb(4)];
		const fits = width > 0 && height > 0 && width <= MOST_SIDE && height <= MOST_SIDE;
		if (!fits || width * height > MOST_CELLS) throw new RangeError("size");
		return { width, height, cells: new Uint8Array(width * height) };
	}

	end() {
		const spare = this.values.length * 6 - this.at;
		if (spare >= 6 || this.bits(spare) !== 0) throw new RangeError("too long");
	}
}

/**
 * @template T
 * @param {() => T} read
 * @returns {T | null}
 */
function orNull(read) {
	try {
		return read();
	} catch (error) {
		if (error instanceof RangeError) return null;
		throw error;
	}
}

/**
 * The runs of equal cells: their value and length.
 * @param {Uint8Array} cells
 * @returns {[number, number][]}
 */
function runsOf(cells) {
	/** @type {[number, number][]} */
	const runs = [];
	cells.forEach((value, index) => {
		if (index > 0 && value === cells[index - 1]) runs[runs.length - 1][1]++;
		else runs.push([value, 1]);
	});
	return runs;
}

/**
 * Fill cells run by run.
 * @param {Uint8Array} cells
 * @param {Reader} reader
 * @param {(first: boolean) => number} next reads the value of a run
 */
function readRuns(cells, reader, next) {
	for (let at = 0; at < cells.length; ) {
		const value = next(at === 0);
		const end = at + reader.golomb(1) + 1;
		if (end > cells.length) throw new RangeError("a run leaves the picture");
		cells.fill(value, at, end);
		at = end;
	}
}

/**
 * The image code of a picture in one colour, `L` or `B`, as the earlier page chooses.
 * @param {Picture} picture
 * @returns {string}
 */
export function writeImage({ width, height, cells }) {
	const kinds = KINDS.filter(kind => cells.includes(kind));
	const writer = new Writer();
	writer.golomb(width, 4);
	writer.golomb(height, 4);
	for (const kind of KINDS) writer.bits(Number(kinds.includes(kind)), 1);
	let candidates = kinds;
	for (const [value, length] of runsOf(cells)) {
		choice(writer, candidates.indexOf(value), candidates.length);
		writer.golomb(length - 1, 1);
		candidates = kinds.filter(kind => kind !== value);
	}
	const runs = "L" + writer.text();
	if (kinds.length !== 2 || 6 + cells.length >= 6 * runs.length) return runs;
	const bits = new Writer();
	bits.golomb(width, 4);
	bits.golomb(height, 4);
	const missing = KINDS.findIndex(kind => !kinds.includes(kind));
	bits.bits([0, 2, 6][missing], missing + 1);
	for (const value of cells) bits.bits(Number(value === kinds[1]), 1);
	const bitmap = "B" + bits.text();
	return bitmap.length < runs.length ? bitmap : runs;
}

/**
 * Writes an index below `count`, 1 to 3: no bit, one, or 0, 10, 11.
 * @param {Writer} writer
 * @param {number} index
 * @param {number} count
 */
function choice(writer, index, count) {
	if (count === 2) writer.bits(index, 1);
	if (count === 3) writer.bits(index === 0 ? 0 : index + 1, index === 0 ? 1 : 2);
}

/**
 * @param {Reader} reader
 * @param {number} count
 */
function readChoice(reader, count) {
	if (count < 2 || !reader.bit()) return 0;
	return count === 2 ? 1 : 1 + reader.bit();
}

/**
 * The picture of an image code, or null. Cells may be unknown (255).
 * @param {string} code
 * @returns {Picture | null}
 */
export function readImage(code) {
	if (!/^[LB]/.test(code)) return null;
	return orNull(() => {
		const reader = new Reader(code, 1);
		const picture = reader.size();
		if (code[0] === "L") {
			const kinds = KINDS.filter(() => reader.bit());
			if (kinds.length === 0) throw new RangeError("no kind of cell");
			let candidates = kinds;
			readRuns(picture.cells, reader, () => {
				if (candidates.length === 0) throw new RangeError("a run follows the only kind");
				const value = candidates[readChoice(reader, candidates.length)];
				candidates = kinds.filter(kind => kind !== value);
				return value;
			});
		} else {
			const missing = !reader.bit() ? 0 : !reader.bit() ? 1 : 2;
			if (missing === 2 && reader.bit()) throw new RangeError("no such kind");
			const kinds = KINDS.filter((_, index) => index !== missing);
			picture.cells.forEach((_, index) => (picture.cells[index] = kinds[reader.bit()]));
		}
		reader.end();
		return picture;
	});
}

/**
 * The code of a picture with colours: `C`, the palette, the size, the runs.
 * @param {Picture} picture
 * @param {Colors} colors
 * @returns {string}
 */
export function writePicture({ width, height, cells }, { background, colors }) {
	const writer = new Writer();
	writer.golomb(width, 4);
	writer.golomb(height, 4);
	writer.golomb(colors.length - 1, 1);
	for (const rgb of [background, ...colors]) writer.bits(parseInt(rgb.slice(1), 16), 24);
	const latest = [...Array(colors.length + 1).keys()];
	runsOf(cells).forEach(([value, length], index) => {
		// The colour of a run differs from that of the run before.
		const place = latest.indexOf(value);
		if (index === 0) writer.golomb(place, 0);
		else if (colors.length > 1) writer.golomb(place - 1, 0);
		writer.golomb(length - 1, 1);
		latest.splice(place, 1);
		latest.unshift(value);
	});
	return "C" + writer.text();
}

/**
 * @param {string} code
 * @returns {{picture: Picture, colors: Colors} | null}
 */
export function readPicture(code) {
	if (!code.startsWith("C")) return null;
	return orNull(() => {
		const reader = new Reader(code, 1);
		const picture = reader.size();
		const count = reader.golomb(1) + 1;
		if (count > MOST_COLORS) throw new RangeError("too many colours");
		const rgb = () => "#" + reader.bits(24).toString(16).padStart(6, "0");
		const [background, ...colors] = Array.from({ length: count + 1 }, rgb);
		const latest = [...Array(count + 1).keys()];
		readRuns(picture.cells, reader, first => {
			const place = first ? reader.golomb(0) : 1 + (count > 1 ? reader.golomb(0) : 0);
			if (place >= latest.length) throw new RangeError("no such colour");
			const [value] = latest.splice(place, 1);
			latest.unshift(value);
			return value;
		});
		reader.end();
		return { picture, colors: { background, colors } };
	});
}

/**
 * The picture of a link `?width=&height=&raw=`: columns from the left, a bit for each cell, the first
 * one the lowest of its character.
 * @param {string} width
 * @param {string} height
 * @param {string} raw
 * @returns {Picture | null}
 */
export function readRaw(width, height, raw) {
	const alphabet = ALPHABET.slice(0, 62) + "+/";
	return orNull(() => {
		const [w, h] = [width, height].map(side => (/^\d{1,4}$/.test(side) ? Number(side) : 0));
		if (!w || !h || w > MOST_SIDE || h > MOST_SIDE) throw new RangeError("size");
		// An unescaped plus sign arrives as a space.
		const values = Array.from(raw.replaceAll(" ", "+"), letter => alphabet.indexOf(letter));
		if (values.includes(-1) || values.length < (w * h) / 6) throw new RangeError("raw");
		const cells = new Uint8Array(w * h);
		for (let index = 0; index < w * h; index++) {
			const bit = (values[Math.floor(index / 6)] >> (index % 6)) & 1;
			cells[(index % h) * w + Math.floor(index / h)] = bit;
		}
		return { width: w, height: h, cells };
	});
}

/**
 * The picture as a part of an address: `editor` for black on white, else `picture`.
 * @param {Picture} picture
 * @param {Colors} colors
 * @returns {{editor: string} | {picture: string}}
 */
export function pictureFields(picture, colors) {
	const plain = JSON.stringify({ background: colors.background, colors: colors.colors });
	if (plain === BLACK_ON_WHITE) return { editor: writeImage(picture) };
	return { picture: writePicture(picture, colors) };
}
