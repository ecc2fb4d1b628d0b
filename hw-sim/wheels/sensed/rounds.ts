import type { PinEdge, SpinTruth } from "./sensed-wheel.ts";

export interface LineTrouble {
  readonly us: number;
  readonly what: "reset" | "unplug" | "replug" | "noise";
}

/** One round as it was played ahead, from the end of the last one to its own. */
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

/**
 * Rounds that are played ahead, one at a time, and given out as time goes. `play` makes the round after `before`; the same
 * arguments give the same round, and a fault moves nothing that happens before `notBeforeUs`: so a fault that is asked for in
 * the middle of a round leaves what was seen of it as it was.
 */
export class PlayedRounds<R extends PlayedRound> {
  readonly #play: (before: R | null, fault: string | null, notBeforeUs: number) => R;
  /** Faults that begin with the launch or before it. */
  readonly #atLaunch: ReadonlySet<string>;
  readonly #pins: Record<string, boolean>;
  readonly #troubles: LineTrouble[] = [];
  #before: R | null = null;
  #round: R;
  #nowUs = 0;
  #out = 0;
  #lineOut = 0;
  #wanted: string | null = null;

  constructor(
    play: (before: R | null, fault: string | null, notBeforeUs: number) => R,
    atLaunch: ReadonlySet<string>,
    pins: Readonly<Record<string, boolean>>,
  ) {
    this.#play = play;
    this.#atLaunch = atLaunch;
    this.#pins = { ...pins };
    this.#round = play(null, null, 0);
  }

  get round(): R {
    return this.#round;
  }

  get before(): R | null {
    return this.#before;
  }

  get levels(): Readonly<Record<string, boolean>> {
    return { ...this.#pins };
  }

  troubles(): readonly LineTrouble[] {
    return this.#troubles.splice(0);
  }

  run(us: number): { readonly edges: readonly PinEdge[]; readonly truth: readonly SpinTruth[] } {
    let edges: readonly PinEdge[] = [];
    const truth: SpinTruth[] = [];
    while (this.#round.endUs <= us) {
      const part = this.#given(Number.POSITIVE_INFINITY);
      edges = edges.length === 0 ? part : [...edges, ...part];
      truth.push(this.#round.truth);
      const before = this.#round;
      this.#round = this.#play(before, this.#wanted, 0);
      this.#before = before;
      this.#wanted = null;
      this.#out = 0;
      this.#lineOut = 0;
    }
    const part = this.#given(us);
    edges = edges.length === 0 ? part : part.length === 0 ? edges : [...edges, ...part];
    this.#nowUs = Math.max(this.#nowUs, us);
    return { edges, truth };
  }

  inject(fault: string): void {
    const { beginsUs, restUs } = this.#round;
    const late = this.#nowUs >= restUs || (this.#nowUs >= beginsUs && this.#atLaunch.has(fault));
    if (late) {
      this.#wanted = fault;
      return;
    }
    const seen = this.#round.edges.slice(0, this.#out);
    const anew = this.#play(this.#before, fault, this.#nowUs + 1);
    this.#round = { ...anew, edges: [...seen, ...anew.edges.filter((edge) => edge.us > this.#nowUs)] };
    this.#lineOut = 0;
  }

  #given(us: number): readonly PinEdge[] {
    const { edges, line } = this.#round;
    let to = this.#out;
    while (to < edges.length && (edges[to]?.us ?? 0) <= us) to++;
    const part = this.#out === 0 && to === edges.length ? edges : edges.slice(this.#out, to);
    for (const { pin, on, hole } of part) this.#pins[pin === "H" || pin === "G" ? `${pin}${hole}` : pin] = on;
    this.#out = to;
    for (let next = line[this.#lineOut]; next !== undefined && next.us <= us; next = line[this.#lineOut]) {
      this.#troubles.push(next);
      this.#lineOut++;
    }
    return part;
  }
}
