import { PIP_FACES, SYMBOL_FACES } from "../../../src/dice/faces.ts";
import { DIE_NOTES } from "../../../src/dice/reading/read-types.ts";
import type { DiceObservation, DieRead, ThrowRead } from "../../../src/dice/observation.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { monoUs, US_PER_MS, type MonoUs } from "../../../src/time/instant.ts";
import type { SessionInput } from "../../session.ts";
import type { Hello } from "./messages.ts";
import { tiradaEyeSession } from "./session.ts";
import { eyeStart, type EyeState, type TiradaEyeOptions } from "./state.ts";
import type { Counters } from "./messages.ts";
import { EyeReporter } from "./reporter.ts";

export const KNOWS_NOTHING = {
  rim: false,
  basket: false,
  half: false,
  wall: false,
  rolled: false,
  dome: false,
} as const;

export const HELLO: Omit<Hello, "m" | "major" | "minor"> = {
  boot: 0x0bad_cafe,
  digest: "0123456789abcdef",
  faces: "pips",
  width: 1_280,
  height: 720,
  knows: { ...KNOWS_NOTHING, rim: true, basket: true },
};

/** A session under test: keeps its state, its time, and all that it said. */
export class EyeHarness {
  readonly session;
  state: EyeState = eyeStart();
  t = 0;
  seen: DiceObservation[] = [];

  constructor(options: Partial<TiradaEyeOptions> = {}) {
    this.session = tiradaEyeSession({ digest: null, faces: "pips", knows: KNOWS_NOTHING, ...options });
  }

  input(input: SessionInput): this {
    const step = this.session.step(this.state, input);
    this.state = step.state;
    this.seen.push(...step.observations);
    return this;
  }

  opened(): this {
    return this.input({ i: "opened", t: monoUs(this.t) }).bytes("\n");
  }

  bytes(bytes: string): this {
    return this.input({ i: "bytes", t: monoUs(this.t), bytes });
  }

  /** Time goes on; the session is woken as often as it asks for it. */
  until(t: number): this {
    for (;;) {
      const wake = this.session.wakeAt(this.state);
      if (wake === null || wake > t) break;
      this.t = Math.max(this.t, wake);
      this.input({ i: "tick", t: monoUs(this.t) });
    }
    this.t = Math.max(this.t, t);
    return this;
  }

  forget(): this {
    this.seen = [];
    return this;
  }

  rests(): ThrowRead[] {
    return this.seen.flatMap((one) => (one.o === "rest" ? [one.read] : []));
  }

  /** Observations in short. */
  words(): string[] {
    return this.seen.map((one) => {
      switch (one.o) {
        case "arena":
          return one.state;
        case "rest":
          return `rest ${one.read.n} ${one.read.dice.map(({ face }) => face ?? "?").join("")}`;
        case "gap":
          return `gap ${one.why}`;
        case "fault":
          return `+${one.code}`;
        case "fault-cleared":
          return `-${one.code}`;
        case "dome":
          return one.closed ? "dome closed" : "dome open";
        case "disturbed":
        case "foreign-contact":
          return `${one.o} ${one.what}`;
        default:
          return one.o;
      }
    });
  }
}

/** An eye's line with its heartbeats; time in ms. Each item of `sent` is what was told at one instant. */
export class EyeOnLine {
  readonly sent: { readonly ms: number; readonly bytes: string }[] = [];
  readonly reporter: EyeReporter;
  counters: Counters = { frames: 0, dropped: 0, damaged: 0, light: 128, drift: 12 };
  ms: number;

  constructor(hello: Partial<typeof HELLO> = {}, ms = 0) {
    this.ms = ms;
    this.reporter = new EyeReporter({ ...HELLO, ...hello }, us(ms));
    this.until(ms);
  }

  /** Goes on watching at 30 frames a second up to this time. */
  until(ms: number): this {
    for (; this.ms <= ms; this.ms += 50) {
      this.counters = { ...this.counters, frames: Math.floor(this.ms / 33) };
      const bytes = this.reporter.takeDueLines(us(this.ms), this.counters);
      if (bytes !== "") this.sent.push({ ms: this.ms, bytes });
    }
    return this;
  }

  tell(...words: Parameters<EyeReporter["reportEvent"]>[0][]): this {
    for (const body of words) {
      const bytes = this.reporter.reportEvent(body, us(this.ms), this.counters);
      if (bytes !== "") this.sent.push({ ms: this.ms, bytes });
    }
    return this;
  }

  text(): string {
    return this.sent.map(({ bytes }) => bytes).join("");
  }
}

const us = (ms: number): MonoUs => monoUs(ms * US_PER_MS);

export function anyRead(n: number, random: RandomSource): ThrowRead {
  const readable = !random.oneIn(4);
  const dice = Array.from({ length: 1 + random.below(4) }, (): DieRead => {
    const face = !readable && random.oneIn(3) ? null : random.pick([...PIP_FACES, ...SYMBOL_FACES]);
    return {
      face,
      x: random.below(20_000) - 10_000,
      y: random.below(20_000) - 10_000,
      confidence: random.below(1_001),
      notes: readable ? [] : DIE_NOTES.filter(() => random.oneIn(8)),
      ...(random.oneIn(3) ? { zone: random.pick(["rim", "basket", "outside"] as const) } : {}),
      ...(random.oneIn(3) ? { half: random.pick(["near", "far"] as const) } : {}),
      ...(random.oneIn(3) ? { wall: random.oneIn(2) } : {}),
      ...(random.oneIn(3) ? { rolled: random.oneIn(2) } : {}),
    };
  });
  return {
    n,
    rolledMs: random.oneIn(5) ? null : random.below(4_000),
    dice,
    verdict: readable ? "readable" : "undecided",
    reasons: readable ? [] : [random.pick(["disagree", "light", "foreign-object"])],
    picture: random.oneIn(3) ? null : random.below(0xffff_ffff).toString(16).padStart(64, "0"),
  };
}
