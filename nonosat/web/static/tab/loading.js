// SPDX-License-Identifier: MIT
/**
 * Says how far the Python of a page without a server is: a bar at the foot of the window, until it is
 * ready. Drawing, playing and small hints need no Python.
 */
import { h, toast } from "../parts.js";
import { TAB } from "../tab_files.js";
import { whenLoading } from "./answer.js";
import { t } from "../text.js";

/** Loads Python, and shows how far it is. */
export function load() {
	const bar = h("progress", { "aria-label": t("tab.loading.label") });
	const text = h("span", {});
	const box = h("div", { class: "loading", role: "status" }, text, bar);
	let shown = false,
		said = "";
	whenLoading(({ loaded = 0, total = 1, ready, failed }) => {
		if (failed !== undefined && failed !== said)
			toast(t("tab.failed", { why: failed }), { kind: "error", seconds: 20 });
		said = failed ?? said;
		if (ready || failed !== undefined) return box.remove();
		bar.max = total;
		// What is loaded has to be unpacked and started; the bar leaves a part for that.
		bar.value = Math.min(loaded, total) * 0.9;
		text.textContent = t("tab.loading", { n: Math.round((90 * Math.min(loaded, total)) / total) });
		if (!shown) document.body.append(box);
		shown = true;
	});
	// Then also what pictures and sheets of paper need, for the time without a network.
	whenLoading(({ ready }) => ready && navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("rest")));
	navigator.storage?.persist?.().catch(() => {});
	document.body.dataset.version = TAB?.version;
}
