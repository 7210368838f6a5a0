// SPDX-License-Identifier: MIT
/** The error of a question that has no answer. */

/** @typedef {{message: string, line?: string|null, file_line?: number|null, key?: string, values?: Record<string, any>}} Fault `key` and `values`: of its text in other languages; a value can be a fault */

/** The server refused, or cannot be reached (`kind` is "offline"). */
export class ApiError extends Error {
	/** @param {Fault & {kind: string, faults?: Fault[]}} error @param {number} [status] of HTTP */
	constructor({ message, kind, key, values, faults = [] }, status = 0) {
		super(message);
		this.kind = kind;
		this.key = key;
		this.values = values;
		this.faults = faults;
		this.status = status;
	}
}
