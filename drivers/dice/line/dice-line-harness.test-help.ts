import { expect } from "vitest";
import type { DiceObservation } from "../../../src/dice/observation.ts";
import { monoUs } from "../../../src/time/instant.ts";
import type { SessionInput } from "../../session.ts";
import type { DiceCommand, DiceSession, DiceStep } from "../session.ts";

/** What the harness needs of a simulated device: what it sends up to `us`, when the host sent `host` before. */
interface Model {
  step(us: number, host: string): readonly { readonly us: number; readonly bytes: string }[];
}

/** A session of a dice table's device under test: keeps its state, its time, and all observations and writes. */
export class DiceLineHarness<State> {
  readonly session: DiceSession<State>;
  state: State;
  t = 0;
  seen: DiceObservation[] = [];
  /** What went to the device and was not fetched. */
  writes: string[] = [];
  /** Everything that went in, so that it can be played once more. */
  readonly inputs: SessionInput[] = [];

  constructor(session: DiceSession<State>) {
    this.session = session;
    this.state = session.initial();
  }

  opened(): this {
    return this.input({ i: "opened", t: monoUs(this.t) });
  }

  lost(why = "unplugged"): this {
    return this.input({ i: "lost", t: monoUs(this.t), why });
  }

  bytes(bytes: string): this {
    return this.input({ i: "bytes", t: monoUs(this.t), bytes });
  }

  overrun(lost: number): this {
    return this.input({ i: "overrun", t: monoUs(this.t), lost });
  }

  tell(command: DiceCommand): this {
    const step = this.session.applyCommand?.(this.state, command, monoUs(this.t));
    if (step !== undefined) this.#take(step);
    return this;
  }

  /** Time goes on; the session is woken as often as it asks for it. */
  until(t: number): this {
    for (let wakes = 0; ; wakes++) {
      const wake = this.session.wakeAt(this.state);
      if (wake === null || wake > t) break;
      expect(wakes).toBeLessThan(100_000);
      this.t = Math.max(this.t, wake);
      this.input({ i: "tick", t: monoUs(this.t) });
      // A session that asks for an instant that has come must not ask for it again.
      expect(this.session.wakeAt(this.state) ?? Infinity).toBeGreaterThan(wake);
    }
    this.t = Math.max(this.t, t);
    return this;
  }

  /** Lets a model and the session talk until `t`, µs, in steps of 10 ms. `wire` may damage what comes. */
  play(model: Model, t: number, wire: (bytes: string) => string = (bytes) => bytes): this {
    while (this.t < t) {
      const next = Math.min(t, this.t + 10_000);
      for (const { us, bytes } of model.step(next, this.fetched())) {
        const came = wire(bytes);
        this.until(Math.max(this.t, us));
        if (came !== "") this.bytes(came);
      }
      this.until(next);
    }
    return this;
  }

  input(input: SessionInput): this {
    this.inputs.push(input);
    this.#take(this.session.step(frozen(this.state), input));
    return this;
  }

  #take(step: DiceStep<State>): void {
    // Plain JSON, or it could not be kept and taken up again.
    expect(JSON.parse(JSON.stringify(step.state))).toEqual(step.state);
    this.state = step.state;
    this.seen.push(...step.observations);
    this.writes.push(...step.writes);
    // The port accepted the bytes: they are in the recording, and the session gets them as sent.
    for (const bytes of step.writes) this.input({ i: "sent", t: monoUs(this.t), bytes });
  }

  fetched(): string {
    const all = this.writes.join("");
    this.writes = [];
    return all;
  }

  /** Returns the observations as short texts, and forgets them. */
  takeObservations(): string[] {
    const words = this.observationTexts();
    this.seen = [];
    return words;
  }

  observationTexts(): string[] {
    return this.seen.map(observationText).filter((word) => !word.startsWith("-"));
  }
}

/** What a device sends in its first half second, when the host sends nothing. */
export function firstBytesOf(model: Model): string {
  return model
    .step(500_000, "")
    .map(({ bytes }) => bytes)
    .join("");
}

/** The given state must not be changed by a step. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}

export function observationText(seen: DiceObservation): string {
  switch (seen.o) {
    case "shake":
      return `shake ${seen.stage} ${seen.ms} of ${seen.asked}`;
    case "cage":
      return `cage ${seen.stage} ${seen.milliTurns}`;
    case "cup":
      return `cup ${seen.stage} ${seen.dice}`;
    case "witness":
      return `witness ${seen.faces?.join(" ") ?? seen.why}`;
    case "gap":
      return `gap ${seen.why}`;
    case "fault":
      return `+${seen.code}`;
    case "fault-cleared":
      return `-${seen.code}`;
    default:
      return seen.o;
  }
}
