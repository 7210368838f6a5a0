// SPDX-License-Identifier: MIT
/**
 * Certificates on the page of the solver: make one and save it, check one (this puzzle's or a file),
 * and save formula and proof for other programs. The checking code shares nothing with the solver.
 */
import { file, isCancelled, send } from "../api.js";
import { button, div, explained, fill, h, icon, save, spinner } from "../parts.js";
import { asked } from "../puzzle.js";
import { t } from "../text.js";

export class Proofs {
	/** @param {import("../puzzle.js").Puzzle} puzzle @param {string} title names the files @param {AbortSignal} signal */
	constructor(puzzle, title, signal) {
		this.puzzle = puzzle;
		this.title = title;
		this.signal = signal;
		/** @type {{blob: Blob, name: string}|null} */
		this.made = null;
		this.said = h("div", { class: "stack", role: "status" });
		this.save = button(t("solve.certificate"), () => this.run(async () => this.keep(await this.certificate())), {
			icon: "download",
			disabled: true,
		});
		this.check = button(t("proof.check"), () => this.run(async () => this.verify((await this.certificate()).blob)), {
			icon: "check",
			disabled: true,
		});
		this.files = button(t("proof.files"), () => this.run(() => this.export()), { icon: "download", disabled: true });
		const other = button(t("proof.other"), () => this.choose(), { icon: "upload", quiet: true });
		this.element = h(
			"details",
			{ class: "proofs" },
			h("summary", {}, t("proof.title")),
			div(
				"stack",
				h("p", { class: "muted" }, t("proof.help")),
				div("buttons", this.save, this.check, this.files, other),
				this.said,
			),
		);
	}

	/** @param {string} verdict of the puzzle: an unknown one cannot be proved */
	allow(verdict) {
		for (const one of [this.save, this.check, this.files]) one.disabled = verdict === "unknown";
	}

	/** @param {() => Promise<unknown>} work */
	async run(work) {
		const buttons = [this.save, this.check, this.files];
		const before = buttons.map(one => one.disabled);
		for (const one of buttons) one.disabled = true;
		fill(this.said, spinner());
		try {
			await work();
		} catch (error) {
			if (!isCancelled(error)) fill(this.said, h("p", { class: "lines" }, explained(error)));
		}
		buttons.forEach((one, i) => (one.disabled = before[i]));
	}

	/** The certificate of the puzzle, made once. */
	async certificate() {
		return (this.made ??= await file(
			"certificate",
			{ puzzle: { ...asked(this.puzzle), title: this.title } },
			this.signal,
		));
	}

	/** @param {{blob: Blob, name: string}} made */
	keep({ blob, name }) {
		save(blob, name);
		fill(this.said);
	}

	/** @param {Blob} blob */
	async verify(blob) {
		const found = await send("verify-certificate", blob, this.signal);
		const [answer, ...checked] = found.words.split("\n");
		fill(
			this.said,
			h("p", { class: "note strong" }, icon(found.outcome === "accepted" ? "check" : "warning"), h("span", {}, answer)),
			h(
				"ul",
				{},
				checked.map((/** @type {string} */ line) => h("li", {}, line.trim())),
			),
		);
	}

	async export() {
		const { blob } = await this.certificate();
		const packed = await file("export-certificate?title=" + encodeURIComponent(this.title), blob, this.signal);
		save(packed.blob, packed.name);
		fill(this.said, h("p", {}, t("proof.files.help")));
	}

	/** Checks a certificate from a file. */
	choose() {
		const chooser = h("input", { type: "file", accept: ".nonocert" });
		chooser.addEventListener(
			"change",
			() => chooser.files?.[0] && this.run(() => this.verify(/** @type {File} */ (chooser.files?.[0]))),
		);
		chooser.click();
	}
}
