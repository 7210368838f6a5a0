// SPDX-License-Identifier: MIT
/** Scripts that are loaded when they are first needed. */

/**
 * Loads a script. If a poor network or a busy browser breaks the load off, it is tried once more.
 * @template T @param {() => Promise<T>} load imports it @returns {Promise<T>}
 */
export const script = load => load().catch(load);
