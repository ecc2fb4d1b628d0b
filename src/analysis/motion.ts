import { Counts, Histogram } from "./counts.ts";
import { equalChances, frequencies } from "./frequencies.ts";
import { section, type Section } from "./report.ts";
import { fieldsAt, textAt, type Fields } from "./record-fields.ts";

/** Days that are counted one by one. */
export const DAYS_MAX = 400;

/** The day of a record's label. */
export const dayOf = (fields: Fields): string => textAt(fields, "at").slice(0, 10);

/** Launches that did not put the ball on the track, by day and cause, as a wheel with electronics reports them. */
export class LaunchFailures {
  readonly #counts = new Counts(DAYS_MAX);

  take(fields: Fields): void {
    if (textAt(fields, "kind") !== "fault" || textAt(fields, "code") !== "launch-failed") return;
    this.#counts.add(`${dayOf(fields)}\n${textAt(fieldsAt(fields, "detail"), "cause")}`);
  }

  sections(): readonly Section[] {
    const rows = this.#counts.names.toSorted().map((name) => [...name.split("\n"), this.#counts.of(name)]);
    return [section("launches", ["day", "cause", "count"], rows, { notes: ["launches-where-reported"] })];
  }
}

/** What recordings tell of a wheel's movement. */
export type Motion =
  /** The rotor's speed, tenths of a revolution a minute. */
  | { readonly m: "rotor"; readonly day: string; readonly rpm10: number }
  /** The first full lap of a launched ball. */
  | { readonly m: "lap"; readonly day: string; readonly ms: number }
  /** The sensor of the track that saw the ball last. */
  | { readonly m: "drop"; readonly day: string; readonly sensor: string }
  /** Where the rotor stood by its index mark when the ball was launched, or left the track: which eighth of a turn, 1 to 8. */
  | { readonly m: "rotor-at"; readonly day: string; readonly of: "launch" | "drop"; readonly eighth: number }
  /** How far a turn's time lies from the mean of the turns before and after it. */
  | { readonly m: "jitter"; readonly day: string; readonly channel: string; readonly us: number };

/** Steps and number of the places in which speeds, laps and jitter are counted. */
export const RPM_BINS = 1_000;
export const LAP_BINS = 500;
export const JITTER_BINS = 2_000;
const LAP_STEP_MS = 10;
const JITTER_STEP_US = 5;
const SENSORS_MAX = 8;
const EIGHTHS = ["1", "2", "3", "4", "5", "6", "7", "8"];

/** Trends of rotor and ball, the drop zone and the jitter of edges. A device that does not observe them has a note in their place. */
export class MotionTrends {
  readonly #rotor = new Map<string, Histogram>();
  readonly #laps = new Map<string, Histogram>();
  readonly #jitter = new Map<string, Histogram>();
  readonly #drops = new Counts(SENSORS_MAX);
  readonly #rotorAt = { launch: new Counts(EIGHTHS.length), drop: new Counts(EIGHTHS.length) };

  take(motion: Motion): void {
    if (motion.m === "rotor") histogramAt(this.#rotor, motion.day, 1, RPM_BINS)?.add(motion.rpm10);
    else if (motion.m === "lap") histogramAt(this.#laps, motion.day, LAP_STEP_MS, LAP_BINS)?.add(motion.ms);
    else if (motion.m === "drop") this.#drops.add(motion.sensor);
    else if (motion.m === "rotor-at") this.#rotorAt[motion.of].add(String(motion.eighth));
    else histogramAt(this.#jitter, motion.channel, JITTER_STEP_US, JITTER_BINS)?.add(motion.us);
  }

  sections(): readonly Section[] {
    const columns = ["day", "samples", "p05", "median", "p95"] as const;
    const rotor = quantileRows(this.#rotor, 10);
    const ball = quantileRows(this.#laps, 1);
    const jitter = [...this.#jitter].map(([name, one]) => [
      name,
      one.total,
      one.quantile(0.5),
      one.quantile(0.95),
      one.quantile(0.999),
    ]);
    return [
      section("rotor", columns, rotor, { notes: noteWithout(rotor) }),
      section("ball", columns, ball, { notes: noteWithout(ball) }),
      this.#dropZone(),
      rotorPlaces("rotor-at-launch", this.#rotorAt.launch),
      rotorPlaces("rotor-at-drop", this.#rotorAt.drop),
      section("deflectors", ["sector"], [], { notes: ["not-observed"] }),
      section("jitter", ["channel", "samples", "median", "p95", "p999"], jitter, {
        notes: noteWithout(jitter),
      }),
    ];
  }

  /** Between which sensors of the track the ball left it; the sensors stand at unequal angles, so no test is made. */
  #dropZone(): Section {
    const names = this.#drops.names.toSorted();
    if (names.length === 0) return section("drop-zone", ["sensor"], [], { notes: ["not-observed"] });
    const rows = names.map((name) => [name, this.#drops.of(name), this.#drops.of(name) / this.#drops.total]);
    return section("drop-zone", ["sensor", "count", "share"], rows, { notes: ["drop-by-last-sensor"] });
  }
}

/** Eighths of a turn against chance: a hand that always lets go at the same place, and a rotor that carries the ball off its track, stand out. */
const rotorPlaces = (id: "rotor-at-launch" | "rotor-at-drop", counts: Counts): Section =>
  frequencies(
    { id, column: "eighth", notes: counts.total === 0 ? ["not-observed"] : ["rotor-by-index"] },
    counts,
    equalChances(EIGHTHS),
  );

const noteWithout = (rows: readonly unknown[]): readonly ["not-observed"] | readonly [] =>
  rows.length === 0 ? ["not-observed"] : [];

function histogramAt(of: Map<string, Histogram>, name: string, step: number, bins: number): Histogram | null {
  const found = of.get(name);
  if (found !== undefined || of.size >= DAYS_MAX) return found ?? null;
  const made = new Histogram(step, bins);
  of.set(name, made);
  return made;
}

/** `divided`: tenths of a revolution become revolutions. */
const quantileRows = (of: ReadonlyMap<string, Histogram>, divided: number): (readonly (string | number)[])[] =>
  [...of]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, one]) => [day, one.total, ...[0.05, 0.5, 0.95].map((share) => one.quantile(share) / divided)]);
