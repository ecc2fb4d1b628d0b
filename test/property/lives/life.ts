import type { DeviceSession, SessionInput } from "../../../drivers/session.ts";
import { monoUs } from "../../../src/time/instant.ts";
import type { Operation } from "../corruption.ts";

/** What a wire makes of each message of a device. */
export type Wire = (message: string) => readonly string[];

/** What was told of a device's life: how many values (faces, numbers) that were so, and those that were not, each in a few words. */
export interface Told {
  readonly right: number;
  readonly wrong: readonly string[];
}

/** A device's life from a seed, behind a wire, with the session that hears it. */
export interface Life {
  /** What its messages may suffer; all operations unless given. Some have no checksum, and come whole or not at all. */
  readonly bears?: readonly Operation[];
  /** Messages that come as they were sent after each changed one, where two of them may say the same wrong thing; 0 unless given. */
  readonly apart?: number;
  /** One message in so many times more is changed, where a value takes many messages; 1 unless given. */
  readonly share?: number;
  readonly play: (seed: string, wire: Wire) => Told;
}

export interface Sent {
  readonly us: number;
  readonly bytes: string;
}

type Untimed<I> = I extends SessionInput ? Omit<I, "t"> : never;

/** A session that is opened, hears what comes over a wire, and is woken whenever it asks for it. */
export class Listening<Observation, Command = never> {
  readonly seen: Observation[] = [];
  t = 0;
  readonly #session: DeviceSession<unknown, Observation, Command>;
  readonly #wire: Wire;
  #state: unknown;
  #toDevice = "";

  constructor(session: DeviceSession<unknown, Observation, Command>, wire: Wire) {
    this.#session = session;
    this.#wire = wire;
    this.#state = session.initial();
    this.feed({ i: "opened" });
  }

  feed(input: Untimed<SessionInput>): this {
    this.#take(this.#session.step(this.#state, { ...input, t: monoUs(this.t) }));
    return this;
  }

  command(command: Command): this {
    const step = this.#session.applyCommand?.(this.#state, command, monoUs(this.t));
    if (step !== undefined) this.#take(step);
    return this;
  }

  until(t: number): this {
    for (let wake = this.#session.wakeAt(this.#state); wake !== null && wake <= t;) {
      this.t = Math.max(this.t, wake);
      this.feed({ i: "tick" });
      const next = this.#session.wakeAt(this.#state);
      if (next === wake) throw new Error("the session asks for the same instant again");
      wake = next;
    }
    this.t = Math.max(this.t, t);
    return this;
  }

  /** What was sent, at its instants. */
  hear(sent: readonly Sent[]): this {
    for (const { us, bytes } of sent) {
      this.until(us);
      for (const piece of this.#wire(bytes)) this.feed({ i: "bytes", bytes: piece });
    }
    return this;
  }

  /** A device that answers: in steps of 10 ms up to this instant. */
  talk(model: { step(us: number, host: string): readonly Sent[] }, t: number): this {
    while (this.t < t) {
      const next = Math.min(t, this.t + 10_000);
      const host = this.#toDevice;
      this.#toDevice = "";
      this.hear(model.step(next, host)).until(next);
    }
    return this;
  }

  #take(step: ReturnType<DeviceSession<unknown, Observation>["step"]>): void {
    this.#state = step.state;
    this.seen.push(...step.observations);
    for (const bytes of step.writes) {
      this.#toDevice += bytes;
      this.feed({ i: "sent", bytes });
    }
  }
}

/** Everything that a model sends up to this instant, when nobody asks it anything. */
export function sentBy(model: { step(us: number): readonly Sent[] }, until: number): readonly Sent[] {
  const sent: Sent[] = [];
  for (let us = 0; us <= until; us += 10_000) sent.push(...model.step(us));
  return sent;
}
