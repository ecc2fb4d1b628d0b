import { ss2Model, type Ss2Model, type Ss2Options, type Ss2Truth } from "./model.ts";

/** For the tests of the model: a table whose host speaks to it. */

export const S = 1_000_000;

export interface Heard {
  readonly t: number;
  readonly text: string;
}

/** A table with a host that starts the wheel and every spin, as the captured host did. */
export class Table {
  readonly model: Ss2Model;
  readonly heard: Heard[] = [];
  readonly truth: Ss2Truth[] = [];
  raw = "";
  t = 0;
  #askAt: number | null = null;
  constructor(options: Partial<Ss2Options> = {}, on = true) {
    this.model = ss2Model({ seed: "table", ...options });
    if (on) this.model.power(true, 0);
  }
  /** Runs to `until`, asking for a start `afterUs` after state 2 has begun; null: nobody asks. */
  run(until: number, afterUs: number | null = 3 * S): this {
    for (;;) {
      const { bytes, wakeAt, truth } = this.model.step(this.t, this.#askAt === this.t ? "*u 1\r\n" : "");
      if (this.#askAt === this.t) this.#askAt = null;
      this.#take(bytes, truth);
      const bets = truth.find((e) => e.e === "state" && e.state === 2);
      if (bets !== undefined && afterUs !== null) this.#askAt = this.t + afterUs;
      const next = Math.min(wakeAt ?? Infinity, this.#askAt ?? Infinity, until);
      if (next >= until) break;
      this.t = next;
    }
    this.t = until;
    const { bytes, truth } = this.model.step(until);
    this.#take(bytes, truth);
    return this;
  }
  send(line: string): string[] {
    const from = this.heard.length;
    const { bytes, truth } = this.model.step(this.t, `${line}\r\n`);
    this.#take(bytes, truth);
    this.run(this.t + 250_000, null);
    return this.heard
      .slice(from)
      .map(({ text }) => text)
      .filter((text) => !text.startsWith("*X"));
  }
  #take(bytes: string, truth: readonly Ss2Truth[]): void {
    this.raw += bytes;
    for (const text of bytes.split(/[\r\n]+/)) if (text !== "") this.heard.push({ t: this.t, text });
    this.truth.push(...truth);
  }
  /** Switches on and lets it run until a spin has ended. */
  playOneSpin(): Extract<Ss2Truth, { e: "spin" }>["spin"] {
    this.run(5 * S, null);
    this.send("*P 1");
    this.until(() => this.spins().length > 0);
    const [spin] = this.spins();
    if (spin === undefined) throw new Error("no spin");
    return spin;
  }
  /** Runs until something holds, at most for an hour. */
  until(holds: () => boolean, stepUs = S): this {
    for (const limit = this.t + 3_600 * S; !holds(); this.run(this.t + stepUs)) {
      if (this.t >= limit) throw new Error("it did not come about within an hour");
    }
    return this;
  }
  spins(): Extract<Ss2Truth, { e: "spin" }>["spin"][] {
    return this.truth.flatMap((e) => (e.e === "spin" ? [e.spin] : []));
  }
  statuses(): (Heard & {
    state: number;
    game: string;
    last: string;
    flags: number;
    rpm10: number;
    sense: number;
  })[] {
    return this.heard
      .filter(({ text }) => text.startsWith("*X"))
      .map(({ t, text }) => {
        const [, state, game = "", last = "", flags = "", rpm10, sense] = text.split(";");
        return {
          t,
          text,
          state: Number(state),
          game,
          last,
          flags: parseInt(flags, 16),
          rpm10: Number(rpm10),
          sense: Number(sense),
        };
      });
  }
  stateLengths(state: number): number[] {
    const changes = this.truth.flatMap((e) => (e.e === "state" ? [e] : []));
    return changes
      .slice(0, -1)
      .flatMap((e, i) => (e.state === state ? [((changes[i + 1]?.t ?? NaN) - e.t) / S] : []));
  }
}
