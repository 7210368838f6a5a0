// SPDX-License-Identifier: MIT
/** The keys of the player, and the sheet that lists them. */
import { dialog, h } from "../parts.js";
import { t } from "../text.js";

/**
 * @typedef {"tool"|"fill"|"cross"|"dot"|"erase"|"lines"|"next"|"switch"|"undo"|"redo"|"hint"|
 *   "check"|"branch"|"back"|"keep"|"all"|"quiet"|"help"} Command
 */

/** What a key on the board does, by `KeyboardEvent.key` in lower case. @type {Record<string, Command>} */
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
  v: "check",
  t: "branch",
  b: "back",
  k: "keep",
  0: "all",
  escape: "quiet",
  "?": "help",
};

/** Keys as they are written, and the text that says what they do. @type {[string, string][]} */
const SHEET = [
  ["← ↑ → ↓", "move"],
  ["Ctrl ← ↑ → ↓, Home, End", "far"],
  ["Space, Enter", "tool"],
  ["F", "fill"],
  ["X", "cross"],
  ["N", "dot"],
  ["Shift ← ↑ → ↓", "extend"],
  ["Delete", "erase"],
  ["C", "lines"],
  ["1 … 9, Q", "color"],
  ["M", "switch"],
  ["Ctrl Z, U", "undo"],
  ["Ctrl Y, R", "redo"],
  ["T, B, K", "branch"],
  ["H", "hint"],
  ["V", "check"],
  ["Esc", "quiet"],
  ["+, −, 0", "zoom"],
  ["?", "help"],
];
const POINTERS = ["left", "right", "line", "touch", "long", "pinch"];

/** Opens the sheet. */
export function helpSheet() {
  const keys = SHEET.map(([key, what]) =>
    h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, t("key." + what))),
  );
  dialog(
    t("play.help"),
    h("h3", {}, t("help.keys")),
    h("table", { class: "keys" }, h("tbody", {}, keys)),
    h("h3", {}, t("help.pointers")),
    h("ul", {}, POINTERS.map((what) => h("li", {}, t("help." + what)))),
  );
}
