import type { CammeghWear } from "../cammegh.ts";
import type { Wear } from "../wear.ts";
import type { Sent } from "../../../lines/sent.ts";
import { randomFrom, type RandomSource } from "../../../../src/time/random-source.ts";
import type { LineModel, Sense } from "../cammegh.ts";
import { drawUniform } from "../draws.ts";
import type { LineTrouble } from "../sensed/rounds.ts";
import type { Profile, SpinTruth } from "../sensed/sensed-wheel.ts";

export interface PlayedWheelOptions {
  readonly seed: string;
  /** Names of its pockets or cells, clockwise. */
  readonly ring: readonly string[];
  readonly profile: Profile;
  /** What of it wears out; left out: nothing does. */
  readonly wear?: Wear<CammeghWear>;
}

/** A spin as the models of both Cammegh wheels tell it at its end. Instants in µs. */
export interface ModelSpin {
  /** From 1. */
  readonly number: number;
  readonly launchedUs: number;
  readonly rotor: Sense;
  readonly ball: Sense | null;
  readonly laps: number;
  readonly pocket: string | null;
  readonly fault: string | null;
  readonly sinceUs: Readonly<Record<string, number>>;
}

/** A spin of a wheel as its model says it was, told at its end. */
export interface PlayedSpin extends Pick<ModelSpin, "number" | "launchedUs" | "pocket" | "fault" | "sinceUs"> {
  /** Place in the ring, from 0: a name may stand on a disc more than once. Null: it came to none. */
  readonly cell: number | null;
  /** What was so of the spin, by the facts of `src/rules/vocabulary/wheel.ts`. */
  readonly facts: SpinTruth["facts"];
}

type ModelEvent = {
  readonly e: string;
  readonly t: number;
  readonly state?: number;
};

/** What tells one model from the other. */
export interface PlayedModel<Event extends ModelEvent> {
  readonly model: LineModel<Event>;
  /** Faults of a spin, by the names that `inject` takes. */
  readonly faults: readonly string[];
  readonly inject: (fault: string) => void;
  /** The line that somebody types at the wheel after this, and how long after it; null: none. */
  readonly typedAfter: (event: Event) => { readonly afterUs: number; readonly line: string } | null;
  /** The spins that end with this, the first first. */
  readonly spinsOf: (event: Event) => readonly PlayedSpin[];
  /** Why the wheel lets no spin with this fault be certified, whatever its number; null: it may be. */
  readonly whyNotCertified: (fault: string) => string | null;
}

const S = 1_000_000;
/** Beside the faults of the wheel, those of its line. */
export const LINE_FAULTS = ["unplug", "line-noise"] as const;
/** From open bets: some of the launch, most of the spin. */
const LINE_FAULT_WITHIN_US = 40 * S;
const UNPLUGGED_S = { from: 1, to: 8 };
/** Noise lasts no longer (`sim/table.ts`). */
const NOISY_US = S;
/** A cable that is pulled in the first or last moments of a spin may cost no line of it. */
const AFTER_LAUNCH_US = 3 * S;
const BEFORE_END_US = 3 * S;
/** Lines before the launch and after the number that a spin needs too. */
const LINES_BEFORE_US = 1 * S;
const LINES_AFTER_US = 3 * S;
const BETTING = 2;

/** A wheel with electronics and its line. The same seed and the same calls give the same run, bit for bit. */
export interface ElectronicWheel {
  /** Goes on to `us` (never back). The host's bytes arrive at the beginning. */
  run(us: number, fromHost: string): { readonly sent: readonly Sent[]; readonly truth: readonly SpinTruth[] };
  /** Troubles of the line up to `us`. The caller gets each once. */
  lineTroubles(us: number): readonly LineTrouble[];
  /** The fault hits the spin that begins next; one of the line some instant of the next 40 s. */
  inject(fault: string): void;
}

/** A model with the people who play it. */
export class PlayedWheel<Event extends ModelEvent> implements ElectronicWheel {
  readonly #played: PlayedModel<Event>;
  readonly #options: PlayedWheelOptions;
  readonly #random: RandomSource;
  #us = 0;
  /** What is typed at the wheel, in order of time. */
  #typed: { readonly us: number; readonly line: string }[] = [];
  #troubles: LineTrouble[] = [];
  /** Disturbances of the line that may reach into a spin whose end is still to come. */
  #disturbed: { readonly fault: string; readonly fromUs: number; readonly toUs: number }[] = [];

  constructor(played: PlayedModel<Event>, options: PlayedWheelOptions) {
    this.#played = played;
    this.#options = options;
    this.#random = randomFrom(`${options.seed}/people`);
    played.model.power(true, 0);
  }

  run(us: number, fromHost: string): ReturnType<ElectronicWheel["run"]> {
    const sent: Sent[] = [];
    const truth: SpinTruth[] = [];
    for (let input = fromHost; ; input = "") {
      const step = this.#played.model.step(this.#us, input + this.#takeTyped());
      if (step.bytes !== "") sent.push({ us: this.#us, bytes: step.bytes });
      for (const event of step.truth) this.#follow(event, truth);
      const next = Math.min(step.wakeAt ?? Infinity, this.#typed[0]?.us ?? Infinity);
      if (next > us) break;
      this.#us = Math.max(this.#us, next);
    }
    this.#us = us;
    return { sent, truth };
  }

  lineTroubles(us: number): readonly LineTrouble[] {
    const due = this.#troubles.filter((one) => one.us <= us);
    this.#troubles = this.#troubles.filter((one) => one.us > us);
    return due;
  }

  inject(fault: string): void {
    if (fault === "unplug" || fault === "line-noise") this.#disturbLine(fault);
    else this.#played.inject(fault);
  }

  #takeTyped(): string {
    const due = this.#typed.filter((one) => one.us <= this.#us);
    this.#typed = this.#typed.filter((one) => one.us > this.#us);
    return due.map(({ line }) => `${line}\r\n`).join("");
  }

  #follow(event: Event, truth: SpinTruth[]): void {
    const typed = this.#played.typedAfter(event);
    if (typed !== null) this.#typed.push({ us: event.t + typed.afterUs, line: typed.line });
    this.#typed.sort((a, b) => a.us - b.us);
    if (event.e === "state" && event.state === BETTING) this.#mayGoWrong();
    for (const spin of this.#played.spinsOf(event)) truth.push(this.#truthOf(spin, event.t));
  }

  #mayGoWrong(): void {
    if (this.#random.below(1_000) >= this.#options.profile.faultPerMille) return;
    this.inject(this.#random.pick([...this.#played.faults, ...LINE_FAULTS]));
  }

  #disturbLine(fault: (typeof LINE_FAULTS)[number]): void {
    const fromUs = Math.round(this.#us + drawUniform(this.#random, 0, LINE_FAULT_WITHIN_US));
    const outUs = Math.round(drawUniform(this.#random, UNPLUGGED_S.from, UNPLUGGED_S.to) * S);
    if (fault === "line-noise") this.#troubles.push({ us: fromUs, what: "noise" });
    else this.#troubles.push({ us: fromUs, what: "unplug" }, { us: fromUs + outUs, what: "replug" });
    this.#troubles.sort((a, b) => a.us - b.us);
    this.#disturbed.push({ fault, fromUs, toUs: fromUs + (fault === "line-noise" ? NOISY_US : outUs) });
  }

  #truthOf(spin: PlayedSpin, endUs: number): SpinTruth {
    const { launchedUs, pocket, cell, facts } = spin;
    this.#disturbed = this.#disturbed.filter(({ toUs }) => toUs >= launchedUs - LINES_BEFORE_US);
    const disturbed = this.#disturbed.filter(({ fromUs }) => fromUs <= endUs + LINES_AFTER_US);
    const faults = [...(spin.fault === null ? [] : [spin.fault]), ...disturbed.map(({ fault }) => fault)];
    const isLineLost = disturbed.some(
      ({ fault, fromUs }) =>
        fault === "unplug" && fromUs > launchedUs + AFTER_LAUNCH_US && fromUs < endUs - BEFORE_END_US,
    );
    return {
      spin: spin.number,
      fault: faults.length === 0 ? null : faults.join("+"),
      launchedUs,
      endUs,
      pocket,
      cell,
      facts,
      sinceUs: spin.sinceUs,
      unseen: [],
      spoiled: isLineLost ? "line-lost" : spin.fault === null ? null : this.#played.whyNotCertified(spin.fault),
    };
  }
}

/** A spin of a roulette, where each name stands in the ring once. */
export function rouletteSpin(spin: ModelSpin, ring: readonly string[]): PlayedSpin {
  const cell = spin.pocket === null ? -1 : ring.indexOf(spin.pocket);
  return { ...spin, cell: cell < 0 ? null : cell, facts: rouletteFacts(spin) };
}

/** Laps are those of a ball that fell by itself. */
function rouletteFacts({ ball, rotor, laps, pocket, sinceUs }: ModelSpin): SpinTruth["facts"] {
  return {
    ...Object.fromEntries(Object.keys(sinceUs).map((fact) => [fact, true] as const)),
    ...(ball === null ? {} : { "ball-direction": ball === rotor ? "with-rotor" : "against-rotor" }),
    ...(pocket === null ? {} : { "ball-laps": Math.floor(laps), "ball-in-pocket": true }),
  };
}
