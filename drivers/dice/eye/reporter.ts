import type { ThrowRead } from "../../../src/dice/observation.ts";
import { after, US_PER_MS, type MonoUs } from "../../../src/time/instant.ts";
import { EYE_FAULTS, type EyeFault } from "./codes.ts";
import { lineOf } from "./lines.ts";
import {
  HEARTBEAT_MS,
  HELLO_MS,
  MAJOR_MINOR,
  REST_REPEATED_MS,
  REST_REPEATED_FOR_MS,
  STATUS_START,
  type Counters,
  type EyeMessageBody,
  type EyeStatus,
  type Hello,
} from "./messages.ts";

/**
 * The eye's end of its line: numbers and times its messages, keeps its status, and knows when the next greeting or
 * heartbeat is due. No clock: time comes with every call and never goes back.
 */
export class EyeReporter {
  readonly #hello: Hello;
  readonly #start: MonoUs;
  #n = 0;
  #last = 0;
  #helloAt: MonoUs;
  #beatAt: MonoUs;
  #status: EyeStatus = STATUS_START;
  /** Dice that lie as they were told; null: none do. */
  #lying: { readonly read: ThrowRead; readonly since: MonoUs; readonly againAt: MonoUs } | null = null;

  constructor(hello: Omit<Hello, "m" | "major" | "minor">, start: MonoUs) {
    this.#hello = { m: "hello", ...MAJOR_MINOR, ...hello };
    this.#start = start;
    this.#helloAt = start;
    this.#beatAt = start;
  }

  get status(): EyeStatus {
    return this.#status;
  }

  /** When `dueLines` has something to send although nothing happens. */
  get dueAt(): MonoUs {
    return this.#helloAt < this.#beatAt ? this.#helloAt : this.#beatAt;
  }

  /** Greeting and heartbeat, when their time has come. */
  takeDueLines(t: MonoUs, counters: Counters): string {
    let lines = "";
    if (t >= this.#helloAt) {
      lines += this.#line(this.#hello, t);
      this.#helloAt = after(t, HELLO_MS * US_PER_MS);
    }
    if (t >= this.#beatAt) lines += this.#heartbeat(t, counters) + this.#restAgain(t);
    return lines;
  }

  /** The dice that lie there once more, when it is time: whoever did not hear of them did not see them roll. */
  #restAgain(t: MonoUs): string {
    const lying = this.#lying;
    if (lying === null || t < lying.againAt || this.#status.state !== "rest") return "";
    this.#lying =
      t - lying.since >= REST_REPEATED_FOR_MS * US_PER_MS
        ? null
        : { ...lying, againAt: after(t, REST_REPEATED_MS * US_PER_MS) };
    return this.#line({ m: "rest", read: lying.read }, t);
  }

  /** The lines that report an event; none when the status already says it. Throws a RangeError like `lineOf`. */
  reportEvent(
    body: Exclude<EyeMessageBody, { readonly m: "hello" | "heartbeat" }>,
    t: MonoUs,
    counters: Counters,
  ): string {
    switch (body.m) {
      case "state":
        if (body.state === this.#status.state) return "";
        this.#status = { ...this.#status, state: body.state };
        if (["empty", "covered", "moving"].includes(body.state)) this.#lying = null;
        break;
      case "dome":
        if (body.closed === this.#status.dome) return "";
        this.#status = { ...this.#status, dome: body.closed };
        break;
      case "rest":
        this.#status = { ...this.#status, rests: body.read.n };
        this.#lying = {
          read: { ...body.read, rolledMs: null },
          since: t,
          againAt: after(t, REST_REPEATED_MS * US_PER_MS),
        };
        break;
      case "disturbed":
        this.#lying = null;
        break;
      case "fault": {
        const { faults } = this.#status;
        if (faults.includes(body.fault) === body.on) return "";
        this.#status = { ...this.#status, faults: toggled(faults, body.fault, body.on) };
        break;
      }
      default:
        break;
    }
    const line = this.#line(body, t);
    // After a gap the host waits for the status.
    return body.m === "frames-lost" ? line + this.#heartbeat(t, counters) : line;
  }

  #heartbeat(t: MonoUs, counters: Counters): string {
    this.#beatAt = after(t, HEARTBEAT_MS * US_PER_MS);
    return this.#line({ m: "heartbeat", ...this.#status, ...counters }, t);
  }

  #line(body: EyeMessageBody, t: MonoUs): string {
    // A line's time never goes back, whichever of two clock readings came with it.
    this.#last = Math.max(this.#last, Math.floor((t - this.#start) / US_PER_MS));
    const line = lineOf(body, this.#n, this.#last);
    this.#n = (this.#n + 1) & 0xffff;
    return line;
  }
}

const toggled = (faults: readonly EyeFault[], fault: EyeFault, on: boolean): readonly EyeFault[] =>
  EYE_FAULTS.filter((one) => (one === fault ? on : faults.includes(one)));
