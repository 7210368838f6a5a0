// SPDX-License-Identifier: MIT
/**
 * The workers of a page without a server, and who asks them next.
 *
 * A worker has a Python of its own (worker.js), which answers one question at a time and cannot be
 * interrupted from outside. So one worker always stays free of long questions: a quick question never
 * waits for a long one. Who asks says which kind it is, by the rule of the table of endpoints, and it
 * stays that; no question is begun twice. (workers/service.py does the same for a server.)
 *
 * A question that is withdrawn gets a moment to end by itself: most do, and where the browser shares
 * memory between page and worker (only a page that is isolated from others may), the work is told.
 * Then its worker is ended and a new one starts, which takes seconds; the reserve answers meanwhile.
 *
 * Rejected: one worker for each question, since a Python takes seconds to start and some 100 MB; a
 * worker that only is asked to end, because no library inside asks whether it should.
 */

/** The most workers: one for quick questions, beside two long ones. Two start by themselves. */
const MOST = 3,
	RESERVE = 2;
/** Milliseconds that the first worker has for itself when it is ready, before the reserve starts. */
const RESERVE_AFTER = 4000;
/** Milliseconds after which a worker beyond the reserve ends if nobody needs it. */
const SPARE = 5000;
/** MiB (it begins with 103): a worker that has taken more makes room for a new one after its answer. */
const WORN = 160;
/** Milliseconds that a withdrawn question has to end by itself, and if its work hears of that; that a question may wait before it says so. */
const ENDS = 400,
	ENDS_TOLD = 3000,
	SAYS = 200;
/** After so many workers in a row that did not start, nobody tries again until the next question. */
const TRIES = 2;

/**
 * @typedef {object} Message what the worker is asked
 * @property {string} method
 * @property {string} address below the API
 * @property {string} content the type of the body
 * @property {Uint8Array} body
 */
/** @typedef {{status: number, content: string, headers: [string, string][], body: Uint8Array}} Reply */
/**
 * @typedef {object} Hearing who hears of a question
 * @property {(part: Uint8Array) => void} part an event of a stream
 * @property {(reply: Reply) => void} done
 * @property {(waits: boolean, loading?: boolean) => void} waits it waits for a worker, or first for Python to be loaded, and does so no longer
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
	 * @param {object} config what each worker is told first
	 * @param {(event: {loaded?: number, total?: number, ready?: boolean, failed?: string}) => void} told hears how far the first worker is
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
	}

	/** Starts the first worker; the reserve follows when that is ready. */
	start() {
		if (!this.seats.length) this.open();
	}

	/**
	 * Asks a question.
	 * @param {Message} message
	 * @param {boolean} quick which kind it is
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
		seat.worker.postMessage({ start: this.config, flag: seat.flag, count: !this.ready });
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
		if (this.seats.length) return; // another one works
		this.told({ failed: why });
		for (const one of this.waiting.splice(0)) this.finish(one, trouble("python", why));
	}

	/** @param {Seat} seat @param {any} data */
	hear(seat, data) {
		const { question } = seat;
		if (data.loaded !== undefined) this.told(data);
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

	/** A worker beyond the reserve ends when nobody has needed it for a while. @param {Seat} seat */
	spare(seat) {
		if (!seat.question && this.seats.length > RESERVE) this.close(seat);
	}

	/** Its time is over, and it does not end by itself. @param {Seat} seat @param {Question} question */
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

	// ---- who is next

	next() {
		for (const seat of this.seats) {
			if (!seat.ready || seat.question) continue;
			const long = this.seats.filter(one => one.long).length;
			// A long question leaves a worker to the quick ones.
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

/** An error in the form that all errors have. @param {string} kind @param {string} message @param {number} [status] @returns {Reply} */
function trouble(kind, message, status = 503) {
	const body = new TextEncoder().encode(JSON.stringify({ error: { kind, message } }));
	return { status, content: "application/json", headers: [], body };
}
