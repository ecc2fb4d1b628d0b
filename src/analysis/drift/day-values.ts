import { MEASURES, type MeasureName, type Sample } from "./measures.ts";

/** What a measure came to on a day. Whole numbers, in the measure's own unit. */
export interface DayValue {
  readonly measure: MeasureName;
  /** Which sensor or place; empty: there is one. */
  readonly part: string;
  /** In UTC, as in `2026-11-30`. */
  readonly day: string;
  /** The middle of its rounds; of a place, which part of the rounds had the one named, in thousandths. */
  readonly value: number;
  /** Rounds that were read. */
  readonly rounds: number;
}

/** Kept day by day: what there is one of at a wheel, so that wheels can be held against one another. */
const BY_DAY = ["rotor-speed", "rotor-slowing", "ball-slowing", "ball-run", "drop-zone"] as const;
/** A day of fewer rounds says little. */
export const DAY_ROUNDS_LEAST = 5;

/** The newest day that is over, measure by measure. Rounds come oldest first. */
export class DayValues {
  #day = "";
  #samples: readonly Sample[] = [];
  #newest = "";
  #newer: Sample[] = [];

  /** `at`: when the round ended, RFC 3339. */
  addRound(at: string, samples: readonly Sample[]): void {
    const day = at.slice(0, 10);
    if (day !== this.#newest) [this.#day, this.#samples] = [this.#newest, this.#newer];
    if (day !== this.#newest) [this.#newest, this.#newer] = [day, []];
    this.#newer.push(...samples);
  }

  /** `at`: now, RFC 3339: its own day is not over. */
  report(at: string): readonly DayValue[] {
    const isOver = this.#newest < at.slice(0, 10);
    const [day, samples] = isOver ? [this.#newest, this.#newer] : [this.#day, this.#samples];
    return BY_DAY.flatMap((measure) => {
      const own = samples.filter((one) => one.measure === measure);
      const parts = Map.groupBy(own, ({ part }) => part);
      if (MEASURES[measure].kind !== "place")
        return [...parts].flatMap(([part, some]) =>
          valueOf(measure, part, day, some.length, middleOf(some.map(({ value }) => value))),
        );
      const [most] = [...parts].toSorted(([, one], [, other]) => other.length - one.length);
      return most === undefined
        ? []
        : valueOf(measure, most[0], day, own.length, (1_000 * most[1].length) / own.length);
    });
  }
}

const valueOf = (
  measure: MeasureName,
  part: string,
  day: string,
  rounds: number,
  value: number,
): readonly DayValue[] =>
  rounds < DAY_ROUNDS_LEAST ? [] : [{ measure, part, day, value: Math.round(value), rounds }];

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
