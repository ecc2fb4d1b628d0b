import type { LineFacts } from "./chain.ts";

/**
 * Under which rulebook the verdicts of a run of records were given, from one start of the table to the next, and in which time. Whether
 * that rulebook was the law then is for somebody who has the law to say.
 */
export interface PlayedSpan {
  /** `cl/ruleta-francesa@2023-03`, as the boot record names it; null: it lies before these records. */
  readonly rulebook: string | null;
  /** The zone that the configuration named; null: that of the jurisdiction. */
  readonly zone: string | null;
  /** The verdicts with the earliest and the latest time: number and time label. */
  readonly earliest: PlayedAt;
  readonly latest: PlayedAt;
}

interface PlayedAt {
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Starts of one file that are kept; the oldest ones give way. */
const SPANS_MAX = 4_096;
const VERDICTS: readonly unknown[] = ["result", "void"];

/** Follows a run of records. */
export class PlayedDays {
  readonly #spans: PlayedSpan[] = [];
  #played: Pick<PlayedSpan, "rulebook" | "zone"> = { rulebook: null, zone: null };
  #isOpen = false;

  /** A record in its order, as it was read; null: it is no line. */
  record(facts: LineFacts | null): void {
    if (facts === null) return;
    const { seq, fields } = facts;
    if (fields["kind"] === "boot") return this.#boot(fields["detail"]);
    const at = typeof fields["at"] === "string" ? Date.parse(fields["at"]) : NaN;
    if (!VERDICTS.includes(fields["kind"]) || Number.isNaN(at)) return;
    const now = { seq, at };
    const open = this.#isOpen ? this.#spans.pop() : undefined;
    this.#isOpen = true;
    this.#spans.push({
      ...this.#played,
      earliest: open === undefined || at < open.earliest.at ? now : open.earliest,
      latest: open === undefined || at > open.latest.at ? now : open.latest,
    });
    if (this.#spans.length > SPANS_MAX) this.#spans.shift();
  }

  totals(): readonly PlayedSpan[] {
    return [...this.#spans];
  }

  #boot(detail: unknown): void {
    const { rulebook, zone } = (detail ?? {}) as Readonly<Record<string, unknown>>;
    this.#played = {
      rulebook: typeof rulebook === "string" ? rulebook : null,
      zone: typeof zone === "string" ? zone : null,
    };
    this.#isOpen = false;
  }
}

/** The spans of runs that follow one another: what begins one run was started in the run before. */
export function joinPlayed(runs: readonly (readonly PlayedSpan[])[]): readonly PlayedSpan[] {
  let played: Pick<PlayedSpan, "rulebook" | "zone"> = { rulebook: null, zone: null };
  const joined: PlayedSpan[] = [];
  for (const span of runs.flat()) {
    if (span.rulebook !== null) played = { rulebook: span.rulebook, zone: span.zone };
    joined.push(span.rulebook === null ? { ...span, ...played } : span);
  }
  return joined;
}
