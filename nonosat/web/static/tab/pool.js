// SPDX-License-Identifier: MIT
/**
 * The workers of a page without a server, and the order of the questions.
 *
 * A worker has its own Python (worker.js), which answers one question at a time and cannot be
 * interrupted from outside. So one worker always stays free of long questions: a quick question never
 * waits for a long one. The caller chooses the kind, by the rule of the table of endpoints, and it does
 * not change; no question is begun twice. (workers/service.py does the same for a server.)
 *
 * A withdrawn question gets a moment to end by itself: most do; and if page and worker share memory
 * (only an isolated page may), a flag stops the work. Then its worker is ended and a new one starts,
 * which takes seconds; the reserve answers meanwhile.
 *
 * Rejected: one worker for each question, since each Python takes seconds to start and about 100 MB; a
 * worker that is only asked to end, because no library in it checks for that.
 */

/** Maximum of workers: one for quick questions, beside two for long ones. Two start by themselves. */
const MOST = 3,
	RESERVE = 2;
/** Milliseconds after the first worker is ready until the reserve starts. */
const RESERVE_AFTER = 4000;
/** Milliseconds after which an idle worker beyond the reserve ends. */
const SPARE = 5000;
/** MiB (a new worker has 103): a worker that has taken more is replaced after its answer. */
const WORN = 160;
/** Milliseconds for a withdrawn question to end by itself, without and with a flag; and before a question reports that it waits. */
const ENDS = 400,
	ENDS_TOLD = 3000,
	SAYS = 200;
/** After this number of failed starts in a row, no worker is started until the next question. */
const TRIES = 2;

/**
 * @typedef {object} Message a question for a worker
 * @property {string} method
 * @property {string} address below the API
 * @property {string} content the type of the body
 * @property {Uint8Array} body
 */
/** @typedef {{status: number, content: string, headers: [string, string][], body: Uint8Array}} Reply */
/**
 * @typedef {object} Hearing the listeners of a question
 * @property {(part: Uint8Array) => void} part an event of a stream
 * @property {(reply: Reply) => void} done
 * @property {(waits: boolean, loading?: boolean) => void} waits whether it waits for a worker, or for Python to load
 */
/** @typedef {Pick<Worker, "postMessage"|"terminate"|"onmessage"|"onerror">} AnyWorker */

class Question {
	/** @param {Message} message @param {boolean} quick @param {Hearing} hearing */
	constructor(message, quick, hearing) {
		this.message = message;
		this.long = !quick;
		this.hearing = hearing;
		this.over = false;
		this.said = false;
		/** @type {ReturnType<typeof setTimeout>|undefined} */
		this.waiting = undefined;
	}
}

class Seat {
	/** @param {AnyWorker} worker */
	constructor(worker) {
		this.worker = worker;
		this.ready = false;
		this.ended = false;
		/** @type {Question|null} */
		this.question = null;
		this.number = 0;
		/** @type {Int32Array|null} set to 1 when the question is withdrawn */
		this.flag =
			typeof SharedArrayBuffer !== "undefined" && globalThis.crossOriginIsolated
				? new Int32Array(new SharedArrayBuffer(4))
				: null;
		/** @type {ReturnType<typeof setTimeout>[]} */
		this.timers = [];
	}

	get long() {
		return !!this.question?.long;
	}

	rest() {
		this.timers.forEach(clearTimeout);
		this.timers = [];
	}
}

export class Pool {
	/**
	 * @param {() => AnyWorker} make a new worker
	 * @param {object} config the first message to each worker
	 * @param {(event: {loaded?: number, total?: number, ready?: boolean, failed?: string}) => void} told gets the progress of the first worker
	 */
	constructor(make, config, told = () => {}) {
		this.make = make;
		this.config = config;
		this.told = told;
		/** @type {Seat[]} */
		this.seats = [];
		/** @type {Question[]} */
		this.waiting = [];
		this.failed = 0;
		this.ready = false;
		/** @type {WebAssembly.Module|undefined} Python, as the first worker has compiled it */
		this.module = undefined;
	}

	/** Starts the first worker; the reserve follows when it is ready. */
	start() {
		if (!this.seats.length) this.open();
	}

	/**
	 * Asks a question.
	 * @param {Message} message
	 * @param {boolean} quick the kind
	 * @param {Hearing} hearing
	 * @returns {() => void} withdraws it
	 */
	ask(message, quick, hearing) {
		const question = new Question(message, quick, hearing);
		this.waiting.push(question);
		question.waiting = setTimeout(() => {
			question.said = true;
			hearing.waits(true, !this.ready);
		}, SAYS);
		this.failed = 0;
		this.start();
		this.next();
		return () => this.withdraw(question);
	}

	/** @param {Question} question */
	withdraw(question) {
		if (question.over) return;
		question.over = true;
		clearTimeout(question.waiting);
		this.waiting = this.waiting.filter(other => other !== question);
		const seat = this.seats.find(one => one.question === question);
		if (!seat) return;
		if (seat.flag) Atomics.store(seat.flag, 0, 1);
		seat.timers.push(setTimeout(() => this.replace(seat), seat.flag ? ENDS_TOLD : ENDS));
	}

	/** Ends everything. */
	end() {
		for (const seat of this.seats) this.close(seat);
		this.seats = [];
	}

	// ---- workers

	open() {
		const seat = new Seat(this.make());
		this.seats.push(seat);
		seat.worker.onmessage = ({ data }) => seat.ended || this.hear(seat, data);
		seat.worker.onerror = event => seat.ended || this.lose(seat, event.message || "it did not load");
		seat.worker.postMessage({ start: this.config, flag: seat.flag, count: !this.ready, module: this.module });
	}

	/** @param {Seat} seat */
	close(seat) {
		seat.ended = true;
		seat.rest();
		seat.worker.terminate();
		this.seats = this.seats.filter(other => other !== seat);
	}

	/** Ends a worker, and starts another one in its place. @param {Seat} seat */
	replace(seat) {
		this.close(seat);
		if (this.seats.length < RESERVE) this.open();
		this.next();
	}

	/** A worker has ended by itself. @param {Seat} seat @param {string} why */
	lose(seat, why) {
		const { question } = seat;
		const memory = /memory|allocation/i.test(why);
		if (question && !question.over)
			this.finish(
				question,
				memory
					? trouble("limit: memory", "the memory limit was reached")
					: trouble("worker", `the worker of this question has ended (${why}): ask again`, 500),
			);
		if (seat.ready) return this.replace(seat);
		this.close(seat);
		if (++this.failed < TRIES) return this.open();
		if (this.seats.length) return; // other workers go on
		this.told({ failed: why });
		for (const one of this.waiting.splice(0)) this.finish(one, trouble("python", why));
	}

	/** @param {Seat} seat @param {any} data */
	hear(seat, data) {
		const { question } = seat;
		if (data.loaded !== undefined) this.told(data);
		else if (data.module) this.module = data.module;
		else if (data.ready) {
			seat.ready = true;
			this.failed = 0;
			if (!this.ready) this.told({ ready: true });
			this.ready = true;
			this.next();
			setTimeout(() => this.keepReserve(), RESERVE_AFTER);
		} else if (data.failed !== undefined) this.lose(seat, data.failed);
		else if (data.number !== seat.number || !question) return;
		else if (data.seconds !== undefined)
			seat.timers.push(setTimeout(() => this.late(seat, question), data.seconds * 1000));
		else if (data.part && !question.over) question.hearing.part(data.part);
		else if (data.reply) {
			seat.rest();
			seat.question = null;
			if (!question.over) this.finish(question, data.reply);
			if (data.taken > WORN) return this.replace(seat);
			this.next();
			if (this.seats.length > RESERVE) seat.timers.push(setTimeout(() => this.spare(seat), SPARE));
		}
	}

	/** Ends a worker beyond the reserve if it stays idle. @param {Seat} seat */
	spare(seat) {
		if (!seat.question && this.seats.length > RESERVE) this.close(seat);
	}

	/** The time of a question is over, and it does not end by itself. @param {Seat} seat @param {Question} question */
	late(seat, question) {
		if (!question.over) this.finish(question, trouble("limit: time", "the time limit was reached"));
		this.replace(seat);
	}

	/** @param {Question} question @param {Reply} reply */
	finish(question, reply) {
		question.over = true;
		clearTimeout(question.waiting);
		question.hearing.done(reply);
	}

	// ---- the order

	next() {
		for (const seat of this.seats) {
			if (!seat.ready || seat.question) continue;
			const long = this.seats.filter(one => one.long).length;
			// One worker is left for quick questions.
			const question = this.waiting.find(one => !one.long) ?? (long < MOST - 1 ? this.waiting[0] : undefined);
			if (!question) break;
			this.waiting = this.waiting.filter(one => one !== question);
			this.give(seat, question);
		}
		this.keepOne();
	}

	/** @param {Seat} seat @param {Question} question */
	give(seat, question) {
		seat.rest();
		clearTimeout(question.waiting);
		if (question.said) question.hearing.waits(false);
		seat.question = question;
		seat.number++;
		if (seat.flag) Atomics.store(seat.flag, 0, 0);
		seat.worker.postMessage({ number: seat.number, ...question.message });
	}

	/** Starts the reserve. */
	keepReserve() {
		if (this.ready && this.seats.length && this.seats.length < RESERVE) this.open();
	}

	/** Starts a worker if all have long questions. */
	keepOne() {
		if (this.seats.length && this.seats.length < MOST && this.seats.every(seat => seat.long)) this.open();
	}
}

/** An error in the form of all errors. @param {string} kind @param {string} message @param {number} [status] @returns {Reply} */
function trouble(kind, message, status = 503) {
	const body = new TextEncoder().encode(JSON.stringify({ error: { kind, message } }));
	return { status, content: "application/json", headers: [], body };
}
