// SPDX-License-Identifier: MIT
/** Scripts that are loaded when they are first needed. */

/**
 * Loads a script. A poor network or a busy browser may break the load off: then it is asked for once
 * more.
 * @template T @param {() => Promise<T>} load imports it @returns {Promise<T>}
 */
export const script = load => load().catch(load);
