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

const NOTHING: NumberLineStep = { text: "", stays: null };

/**
 * The line of one wheel's winning-number display: certified numbers and nothing else, each once. A number that stands no more is taken back
 * where the display has a word for it and it is its last one; otherwise somebody has to be told.
 */
export class NumberLine {
  readonly #options: NumberLineOptions;
  /** What the display shows last, and by which record. */
  #shown: { readonly round: number; readonly number: string } | null = null;
  /** Rounds whose numbers it shows among the earlier ones. */
  #earlier: { readonly round: number; readonly number: string }[] = [];

  constructor(options: NumberLineOptions) {
    this.#options = options;
  }

  take({ round, stands, mode }: PublishedResult): NumberLineStep {
    const number = stands?.level === "certified" && mode === "live" ? textAt(stands.result, "pocket") : "";
    const shown = [...this.#earlier, ...(this.#shown === null ? [] : [this.#shown])].find(
      (one) => one.round === round,
    );
    if (shown === undefined) return number === "" ? NOTHING : this.#show(round, number);
    if (shown.number === number) return NOTHING;
    const { undo } = this.#options;
    if (undo === null || shown !== this.#shown) {
      this.#earlier = this.#earlier.filter((one) => one !== shown);
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

/** Numbers that a display shows beside its last one. */
const EARLIER_MAX = 64;
