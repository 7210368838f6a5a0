// SPDX-License-Identifier: MIT
/** The keys of the player; player_help.js lists them. */

/**
 * @typedef {"tool"|"fill"|"cross"|"dot"|"erase"|"lines"|"next"|"switch"|"undo"|"redo"|"hint"|
 *   "step"|"check"|"branch"|"back"|"keep"|"all"|"quiet"|"help"} Command
 */

/** The command of a key on the board, by `KeyboardEvent.key` in lower case. @type {Record<string, Command>} */
export const COMMANDS = {
	" ": "tool",
	enter: "tool",
	f: "fill",
	x: "cross",
	n: "dot",
	delete: "erase",
	backspace: "erase",
	c: "lines",
	q: "next",
	m: "switch",
	u: "undo",
	r: "redo",
	h: "hint",
	d: "step",
	v: "check",
	t: "branch",
	b: "back",
	k: "keep",
	0: "all",
	escape: "quiet",
	"?": "help",
};
