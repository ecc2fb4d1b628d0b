import { textAt } from "../../src/analysis/record-fields.ts";
import type { PublishedResult } from "../../src/floor/published-results.ts";
import { LINE_ENDS, type LineEnd, type NumberFormat } from "../table/config/feeds-config.ts";

export interface NumberLineOptions {
  readonly format: NumberFormat;
  readonly end: LineEnd;
  /** What has the display take its last number back; null: it has no such word. */
  readonly undo: string | null;
}

/** What goes out, and what people have to do because the display cannot. */
export interface NumberLineStep {
  readonly text: string;
  /** A number that stands no more stays on the display. */
  readonly stays: string | null;
}

interface Shown {
  readonly round: number;
  readonly number: string;
}

const NOTHING: NumberLineStep = { text: "", stays: null };

/**
 * The line of one wheel's winning-number display: certified numbers and nothing else, each once. A number that stands no more is taken back
 * where the display has a word for it and it is its last one; otherwise somebody has to be told.
 */
export class NumberLine {
  readonly #options: NumberLineOptions;
  /** What the display shows last, and by which record. */
  #shown: Shown | null = null;
  /** Rounds whose numbers it shows among the earlier ones. */
  #earlier: Shown[] = [];
  /** Those that it may show from an earlier life: its word for taking back is never meant for them. */
  #recalled: Shown[] = [];

  constructor(options: NumberLineOptions) {
    this.#options = options;
  }

  /** What was told before this line began: the display may show it, and is sent none of it again. */
  recall(told: readonly PublishedResult[]): void {
    const numbers = new Map<number, string>();
    for (const one of told) {
      const number = numberIn(one);
      if (number === "") numbers.delete(one.round);
      else numbers.set(one.round, number);
    }
    this.#recalled = [...numbers].slice(-EARLIER_MAX).map(([round, number]) => ({ round, number }));
  }

  take(told: PublishedResult): NumberLineStep {
    const { round } = told;
    const number = numberIn(told);
    const shown = [...this.#recalled, ...this.#earlier, ...(this.#shown === null ? [] : [this.#shown])].find(
      (one) => one.round === round,
    );
    if (shown === undefined) return number === "" ? NOTHING : this.#show(round, number);
    if (shown.number === number) return NOTHING;
    const { undo } = this.#options;
    if (undo === null || shown !== this.#shown) {
      this.#earlier = this.#earlier.filter((one) => one !== shown);
      this.#recalled = this.#recalled.filter((one) => one !== shown);
      if (shown === this.#shown) this.#shown = null;
      return { text: "", stays: shown.number };
    }
    this.#shown = this.#earlier.pop() ?? null;
    const again = number === "" ? NOTHING : this.#show(round, number);
    return { text: this.#line(undo) + again.text, stays: null };
  }

  #show(round: number, number: string): NumberLineStep {
    if (this.#shown !== null) this.#earlier.push(this.#shown);
    if (this.#earlier.length > EARLIER_MAX) this.#earlier.shift();
    this.#shown = { round, number };
    const places = number.padStart(2, " ");
    return { text: this.#line(this.#options.format === "bare" ? places : `*W ${places}`), stays: null };
  }

  #line(text: string): string {
    return `${text}${LINE_ENDS[this.#options.end]}`;
  }
}

/** Empty: nothing that a display shows. */
const numberIn = ({ stands, mode }: PublishedResult): string =>
  stands?.level === "certified" && mode === "live" ? textAt(stands.result, "pocket") : "";

/** Numbers that a display shows beside its last one. */
const EARLIER_MAX = 64;
