// SPDX-License-Identifier: MIT
/**
 * Shows the loading of Python on a page without a server: a bar at the foot of the window, until it is
 * ready. Drawing, playing and small hints need no Python.
 */
import { h, toast } from "../parts.js";
import { TAB } from "../tab_files.js";
import { whenLoading } from "./answer.js";
import { t } from "../text.js";

/** Loads Python, and shows the progress. */
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
		// The last tenth of the bar is for unpacking and starting.
		bar.value = Math.min(loaded, total) * 0.9;
		text.textContent = t("tab.loading", { n: Math.round((90 * Math.min(loaded, total)) / total) });
		if (!shown) document.body.append(box);
		shown = true;
	});
	// Then load the parts for pictures and sheets of paper, too, for use offline.
	whenLoading(({ ready }) => ready && navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("rest")));
	navigator.storage?.persist?.().catch(() => {});
	document.body.dataset.version = TAB?.version;
}
