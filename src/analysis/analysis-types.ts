import type { Mode } from "../record/mode.ts";
import type { Section } from "./section.ts";

/** What an analysis says, plain JSON. */
export interface AnalysisReport {
  /** Of a test nothing counts. */
  readonly mode: Mode;
  readonly records: number;
  /** Labels of the first and the last record; empty without any. */
  readonly from: string;
  readonly to: string;
  /** The newest rulebook and device. */
  readonly rulebook: string;
  readonly device: string;
  readonly rounds: number;
  /** Rounds of cards of which nothing was counted: some of their cards lie face down. */
  readonly leftOut: number;
  readonly sections: readonly Section[];
}

/** What the page of the analysis is answered. */
export interface AnalysisState {
  readonly state: "none" | "running" | "done" | "failed";
  /** When it was begun, RFC 3339; null: never. */
  readonly at: string | null;
  /** The newest that was finished. */
  readonly report: AnalysisReport | null;
}
