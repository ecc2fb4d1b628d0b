import { after, US_PER_MS, type MonoUs } from "../../../src/time/instant.ts";
import { EYE_FAULTS, type EyeFault } from "./codes.ts";
import { lineOf } from "./lines.ts";
import { HEARTBEAT_MS, HELLO_MS, MAJOR_MINOR, type Beat, type EyeMessageBody, type Hello } from "./messages.ts";

/** What the heartbeat counts and measures beside what stands. */
export type Counters = Pick<Beat, "frames" | "dropped" | "damaged" | "light" | "drift">;

/**
 * The eye's end of its line: numbers and times what is told, remembers what stands, and says when the next greeting or
 * heartbeat is due. No clock: time comes with every call and never goes back.
 */
export class EyeTeller {
  readonly #hello: Hello;
  readonly #start: MonoUs;
  #n = 0;
  #last = 0;
  #helloAt: MonoUs;
  #beatAt: MonoUs;
  #standing: Pick<Beat, "state" | "dome" | "rests" | "faults"> = {
    state: "unknown",
    dome: null,
    rests: 0,
    faults: [],
  };

  constructor(hello: Omit<Hello, "m" | "major" | "minor">, start: MonoUs) {
    this.#hello = { m: "hello", ...MAJOR_MINOR, ...hello };
    this.#start = start;
    this.#helloAt = start;
    this.#beatAt = start;
  }

  get standing(): Pick<Beat, "state" | "dome" | "rests" | "faults"> {
    return this.#standing;
  }

  /** When `due` has something to say although nothing happens. */
  get dueAt(): MonoUs {
    return this.#helloAt < this.#beatAt ? this.#helloAt : this.#beatAt;
  }

  /** Greeting and heartbeat, when their time has come. */
  due(t: MonoUs, counters: Counters): string {
    let lines = "";
    if (t >= this.#helloAt) {
      lines += this.#line(this.#hello, t);
      this.#helloAt = after(t, HELLO_MS * US_PER_MS);
    }
    if (t >= this.#beatAt) lines += this.#beat(t, counters);
    return lines;
  }

  /** The lines of something that happened. What stands already is not told again. Throws a RangeError like `lineOf`. */
  tell(
    body: Exclude<EyeMessageBody, { readonly m: "hello" | "heartbeat" }>,
    t: MonoUs,
    counters: Counters,
  ): string {
    switch (body.m) {
      case "state":
        if (body.state === this.#standing.state) return "";
        this.#standing = { ...this.#standing, state: body.state };
        break;
      case "dome":
        if (body.closed === this.#standing.dome) return "";
        this.#standing = { ...this.#standing, dome: body.closed };
        break;
      case "rest":
        this.#standing = { ...this.#standing, rests: body.read.n };
        break;
      case "fault": {
        const { faults } = this.#standing;
        if (faults.includes(body.fault) === body.on) return "";
        this.#standing = { ...this.#standing, faults: toggled(faults, body.fault, body.on) };
        break;
      }
      default:
        break;
    }
    const line = this.#line(body, t);
    // After a hole the host waits for what stands.
    return body.m === "frames-lost" ? line + this.#beat(t, counters) : line;
  }

  #beat(t: MonoUs, counters: Counters): string {
    this.#beatAt = after(t, HEARTBEAT_MS * US_PER_MS);
    return this.#line({ m: "heartbeat", ...this.#standing, ...counters }, t);
  }

  #line(body: EyeMessageBody, t: MonoUs): string {
    // A line's time never goes back, whichever of two clock readings it was told with.
    this.#last = Math.max(this.#last, Math.floor((t - this.#start) / US_PER_MS));
    const line = lineOf(body, this.#n, this.#last);
    this.#n = (this.#n + 1) & 0xffff;
    return line;
  }
}

const toggled = (faults: readonly EyeFault[], fault: EyeFault, on: boolean): readonly EyeFault[] =>
  EYE_FAULTS.filter((one) => (one === fault ? on : faults.includes(one)));
