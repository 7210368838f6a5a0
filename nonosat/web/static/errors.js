// SPDX-License-Identifier: MIT
/** The error of a question that has no answer. */

/** The server refused, or cannot be reached (`kind` is "offline"). */
export class ApiError extends Error {
	/** @param {string} message @param {string} kind @param {{line?: number|null, message: string}[]} [faults] @param {number} [status] of HTTP */
	constructor(message, kind, faults = [], status = 0) {
		super(message);
		this.kind = kind;
		this.faults = faults;
		this.status = status;
	}
}
