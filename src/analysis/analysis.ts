import { BallNumbers } from "./ball-numbers.ts";
import { CardsShown } from "./cards-shown.ts";
import { ClosedRounds } from "./closed-rounds.ts";
import { DiceFaces } from "./dice-faces.ts";
import { FaultCounts, Misreads, RoundEnds } from "./round-ends.ts";
import { Sets } from "./sets.ts";
import { ShoeOrders } from "./shuffles/shoe-orders.ts";
import { shuffleSections } from "./shuffles/shuffle-sections.ts";
import { MotionTrends, type Motion, LaunchFailures } from "./motion.ts";
import type { Mode } from "../record/mode.ts";
import { textAt, type Fields } from "./record-fields.ts";
import type { AnalysisReport } from "./report.ts";
import { WheelNumbers, type Ring } from "./wheel-numbers.ts";

/** The wheel of a rulebook by the name that records have, or null. */
export type RingOf = (rulebook: string) => Ring | null;

/**
 * Counts the records of one table, in their order. Nothing of a round of cards is counted before it is over (docs/hidden-cards.md).
 * Memory does not grow with the number of records.
 */
export class Analysis {
  readonly #ringOf: RingOf;
  readonly #closed = new ClosedRounds();
  readonly #ends = new RoundEnds();
  readonly #numbers = new WheelNumbers();
  readonly #dice = new DiceFaces();
  readonly #balls = new BallNumbers();
  readonly #cards = new CardsShown();
  readonly #orders = new ShoeOrders();
  readonly #sets = new Sets();
  readonly #launches = new LaunchFailures();
  readonly #misreads = new Misreads();
  readonly #faults = new FaultCounts();
  readonly #motion = new MotionTrends();
  #records = 0;
  #from = "";
  #to = "";
  #rulebook = "";
  #device = "";
  #ring: Ring | null = null;
  #mode: Mode = "live";

  constructor(ringOf: RingOf) {
    this.#ringOf = ringOf;
  }

  /** The next record, read back. */
  addRecord(fields: Fields): void {
    const at = textAt(fields, "at");
    this.#records++;
    if (this.#from === "") this.#from = at;
    if (at !== "") this.#to = at;
    this.#rulebook = textAt(fields, "rulebook") || this.#rulebook;
    this.#device = textAt(fields, "dev") || this.#device;
    for (const one of this.#closed.take(fields)) this.#count(one);
  }

  #count(fields: Fields): void {
    for (const part of [
      this.#ends,
      this.#numbers,
      this.#dice,
      this.#balls,
      this.#cards,
      this.#orders,
      this.#sets,
      this.#launches,
      this.#misreads,
      this.#faults,
    ])
      part.take(fields);
  }

  /** Sets what the records are of: a table that counts, or a test. */
  useMode(mode: Mode): void {
    this.#mode = mode;
  }

  /** Sets the order of this wheel's own ring, where a recording has it. */
  useRing(names: readonly string[]): void {
    this.#ring = { names, isOrderKnown: true };
  }

  addMotion(motion: Motion): void {
    this.#motion.take(motion);
  }

  report(): AnalysisReport {
    const ring = this.#ring ?? this.#ringOf(this.#rulebook);
    const wheel = this.#numbers.sections(ring);
    const sections = [
      ...this.#ends.sections(),
      ...wheel,
      ...(wheel.length === 0 ? [] : [...this.#motion.sections(), ...this.#launches.sections()]),
      ...this.#cards.sections(),
      ...shuffleSections(this.#orders),
      ...this.#dice.sections(),
      ...this.#balls.sections(),
      ...this.#sets.sections(wheel.length === 0 ? null : (ring?.names ?? null)),
      ...this.#misreads.sections(),
      ...this.#faults.sections(),
    ];
    return {
      mode: this.#mode,
      records: this.#records,
      from: this.#from,
      to: this.#to,
      rulebook: this.#rulebook,
      device: this.#device,
      rounds: this.#ends.total,
      leftOut: this.#closed.leftOut,
      sections,
    };
  }
}
