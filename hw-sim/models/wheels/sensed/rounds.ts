import { randomFrom, type RandomSource } from "../../../../src/time/random-source.ts";
import type { Picture, PinEdge, Profile, SensedWheel, SpinTruth } from "./sensed-wheel.ts";

export type LineTrouble = ReturnType<SensedWheel["lineTroubles"]>[number];

/** One round, played in advance, from the end of the last one to its own end. */
export interface PlayedRound {
  readonly spin: number;
  /** People begin with the spin; until then any fault can still hit it. */
  readonly beginsUs: number;
  /** The spin is over; a fault that comes later hits the next one. */
  readonly restUs: number;
  readonly endUs: number;
  readonly edges: readonly PinEdge[];
  readonly line: readonly LineTrouble[];
  readonly truth: SpinTruth;
}

/** What a round begins with. Every round has its own streams of chance. */
export interface RoundStart<R, F> {
  /** From 1. */
  readonly spin: number;
  readonly startUs: number;
  readonly before: R | null;
  readonly fault: F | null;
  /** The fault changes nothing before this instant: the round so far was already seen. */
  readonly notBeforeUs: number;
  readonly random: RandomSource;
}

export interface RoundsOptions<R extends PlayedRound, F extends string> {
  /** The wheel as its errors name it: `a bowl`. */
  readonly name: string;
  readonly seed: string;
  readonly profile: Profile;
  /** Faults by name. */
  readonly faults: readonly F[];
  /** Faults that begin with the launch or before it: they can only hit a spin that has not begun. */
  readonly atLaunch: ReadonlySet<F>;
  /** Pins before the first round, those that are not named are off. */
  readonly pins: Readonly<Record<string, boolean>>;
  /** The same arguments give the same round. */
  readonly playRound: (start: RoundStart<R, F>) => R;
}

/**
 * Rounds that are played in advance, one at a time, and given out as time goes on. A fault that is injected in the middle of a
 * round does not change what was already seen of it.
 */
export class PlayedRounds<R extends PlayedRound, F extends string> {
  readonly #options: RoundsOptions<R, F>;
  readonly #root: RandomSource;
  readonly #pins: Record<string, boolean>;
  readonly #troubles: LineTrouble[] = [];
  #before: R | null = null;
  #round: R;
  #nowUs = 0;
  #edgesGiven = 0;
  #troublesGiven = 0;
  #faultForNext: F | null = null;

  constructor(options: RoundsOptions<R, F>) {
    this.#options = options;
    this.#root = randomFrom(options.seed);
    this.#pins = { ...options.pins };
    this.#round = this.#play(null, null, 0);
  }

  /** The wheel that plays these rounds. */
  asWheel(
    parts: Pick<SensedWheel, "calibration" | "ring">,
    pictureAt: (round: R, us: number) => Picture,
  ): SensedWheel {
    const { faults, name } = this.#options;
    const isFault = (fault: string): fault is F => faults.some((one) => one === fault);
    return {
      ...parts,
      faults,
      run: (us) => this.#run(us),
      nextUs: () => this.#round.endUs,
      inject: (fault) => {
        if (!isFault(fault)) throw new RangeError(`${name} has no fault "${fault}"`);
        this.#inject(fault);
      },
      look: (us) => pictureAt(this.#round, us),
      levels: () => ({ ...this.#pins }),
      lineTroubles: () => this.#troubles.splice(0),
    };
  }

  #play(before: R | null, asked: F | null, notBeforeUs: number): R {
    const spin = (before?.spin ?? 0) + 1;
    const random = this.#root.fork(`spin-${spin}`);
    const fault = asked ?? this.#drawFault(random.fork("fault"));
    const startUs = before?.endUs ?? 0;
    return this.#options.playRound({ spin, startUs, before, fault, notBeforeUs, random });
  }

  #drawFault(random: RandomSource): F | null {
    const { faults, profile } = this.#options;
    if (random.below(1_000) >= profile.faultPerMille) return null;
    return random.pick(faults);
  }

  #run(us: number): { readonly edges: readonly PinEdge[]; readonly truth: readonly SpinTruth[] } {
    let edges: readonly PinEdge[] = [];
    const truth: SpinTruth[] = [];
    while (this.#round.endUs <= us) {
      const part = this.#takeEdgesUntil(Number.POSITIVE_INFINITY);
      edges = edges.length === 0 ? part : [...edges, ...part];
      truth.push(this.#round.truth);
      const before = this.#round;
      this.#round = this.#play(before, this.#faultForNext, 0);
      this.#before = before;
      this.#faultForNext = null;
      this.#edgesGiven = 0;
      this.#troublesGiven = 0;
    }
    const part = this.#takeEdgesUntil(us);
    edges = edges.length === 0 ? part : part.length === 0 ? edges : [...edges, ...part];
    this.#nowUs = Math.max(this.#nowUs, us);
    return { edges, truth };
  }

  #inject(fault: F): void {
    const { beginsUs, restUs } = this.#round;
    const isTooLate = this.#nowUs >= restUs || (this.#nowUs >= beginsUs && this.#options.atLaunch.has(fault));
    if (isTooLate) {
      this.#faultForNext = fault;
      return;
    }
    const seen = this.#round.edges.slice(0, this.#edgesGiven);
    const anew = this.#play(this.#before, fault, this.#nowUs + 1);
    this.#round = { ...anew, edges: [...seen, ...anew.edges.filter((edge) => edge.us > this.#nowUs)] };
    this.#troublesGiven = 0;
  }

  #takeEdgesUntil(us: number): readonly PinEdge[] {
    const { edges, line } = this.#round;
    let to = this.#edgesGiven;
    while (to < edges.length && (edges[to]?.us ?? 0) <= us) to++;
    const part = this.#edgesGiven === 0 && to === edges.length ? edges : edges.slice(this.#edgesGiven, to);
    for (const { pin, on, hole } of part) this.#pins[pin === "H" || pin === "G" ? `${pin}${hole}` : pin] = on;
    this.#edgesGiven = to;
    for (
      let next = line[this.#troublesGiven];
      next !== undefined && next.us <= us;
      next = line[this.#troublesGiven]
    ) {
      this.#troubles.push(next);
      this.#troublesGiven++;
    }
    return part;
  }
}
