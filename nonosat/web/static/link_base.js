// SPDX-License-Identifier: MIT
// The address at which others can open this page: what links begin with.
import { tables } from "./api.js";

/** Whether only this machine can open pages of a host. @param {string} host */
export const isOwnMachine = host => /^((.+\.)?localhost|127(\.\d+){3}|\[::1?\]|0\.0\.0\.0|)$/.test(host);

/**
 * What links begin with: the address that the server was given (`serve --base`, NONOSAT_SITE), else
 * that of this page, unless only this machine can open it: then "".
 * @param {AbortSignal} [signal] @returns {Promise<string>}
 */
export async function linkBase(signal) {
	const { site } = await tables(signal);
	return site || (isOwnMachine(location.hostname) ? "" : location.origin + location.pathname);
}
