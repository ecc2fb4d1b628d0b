import { DayValues, type DayValue } from "./day-values.ts";
import { MEASURES, type MeasureName, type MeasureUnit, type Sample } from "./measures.ts";
import { levelLeft, placeLeft, rateLeft, type Allowed, type Left } from "./trend.ts";

export const DRIFT_FORMAT = "tirada-drift/1";

/** A measure that left its band: its newest value, and between which ones it lay before. Whole numbers. */
export interface DriftHint {
  readonly measure: MeasureName;
  /** Which sensor or place; empty: there is one. */
  readonly part: string;
  readonly unit: MeasureUnit;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What is told of a table before it has a fault. */
export interface DriftReport {
  readonly format: typeof DRIFT_FORMAT;
  /** RFC 3339. */
  readonly at: string;
  /** Rounds that were read, and when the oldest of them ended, RFC 3339; null: none was. */
  readonly rounds: number;
  readonly since: string | null;
  readonly hints: readonly DriftHint[];
  /** The newest day that is over. */
  readonly days: readonly DayValue[];
}

/** Holds the rounds of one table against one another: they come oldest first. */
export class DriftWatch {
  readonly #series = new Map<string, Sample[]>();
  readonly #days = new DayValues();
  #rounds = 0;
  #since: string | null = null;

  /** `at`: when the round ended, RFC 3339. */
  addRound(at: string, samples: readonly Sample[]): void {
    this.#rounds++;
    this.#since ??= at;
    this.#days.addRound(at, samples);
    for (const sample of samples) {
      // A place is one of some: they are counted together.
      const name =
        MEASURES[sample.measure].kind === "place" ? sample.measure : `${sample.measure} ${sample.part}`;
      const series = this.#series.get(name) ?? [];
      this.#series.set(name, series);
      series.push(sample);
    }
  }

  report(at: string): DriftReport {
    const hints = [...this.#series.values()].flatMap(hintsOf).filter(isClearest);
    const days = this.#days.report(at);
    return { format: DRIFT_FORMAT, at, rounds: this.#rounds, since: this.#since, hints, days };
  }
}

/** A wheel that is not level shows between several pairs of sensors: the one that left its band the farthest is told. */
function isClearest(hint: DriftHint, _: number, all: readonly DriftHint[]): boolean {
  if (hint.measure !== "lap-shape") return true;
  const beyond = ({ value, low, high }: DriftHint): number => Math.max(low - value, value - high);
  const shapes = all.filter(({ measure }) => measure === "lap-shape");
  const [clearest] = shapes.toSorted((one, other) => beyond(other) - beyond(one));
  return hint === clearest;
}

function hintsOf(series: readonly Sample[]): readonly DriftHint[] {
  const [first] = series;
  if (first === undefined) return [];
  const { measure, part } = first;
  const { kind, way, least, leastPm } = MEASURES[measure];
  const leastOf = (usual: number): number => Math.max(least, (Math.abs(usual) * leastPm) / 1_000);
  const allowed: Allowed = { way, leastOf };
  if (kind === "place") {
    const places = series.map((one) => one.part);
    const found = placeLeft(places, allowed);
    return found === null ? [] : [hintOf(measure, found.place, found.left)];
  }
  const left =
    kind === "rate"
      ? rateLeft(
          series.map(({ value, of = 1 }) => ({ count: value, of })),
          allowed,
        )
      : levelLeft(
          series.map(({ value, at = null }) => ({ value, at })),
          allowed,
        );
  return left === null ? [] : [hintOf(measure, part, left)];
}

const hintOf = (measure: MeasureName, part: string, { value, low, high }: Left): DriftHint => ({
  measure,
  part,
  unit: MEASURES[measure].unit,
  value: Math.round(value),
  low: Math.max(0, Math.floor(low)),
  high: Math.ceil(high),
});
