import { LANGUAGES, type Language } from "../../../src/text/language.ts";

/** What pages ask in an address; what is no number or name is not said. */

/** What somebody wants to see of one line. */
export interface LinesAsked {
  /** Null: the first one. */
  readonly port: string | null;
  /** Rows before this number; null: the newest. */
  readonly before: number | null;
  readonly isDamagedOnly: boolean;
}

/** Of a line: `?port=…&before=…&damaged=1`. */
export function linesAsked(query: unknown): LinesAsked {
  const { port, before, damaged } = query as Readonly<Record<"port" | "before" | "damaged", unknown>>;
  return {
    port: typeof port === "string" ? port : null,
    before: numberAsked(before),
    isDamagedOnly: damaged === "1",
  };
}

/** Of a round: `?round=…&language=…`; null: the newest. */
export function roundAsked(query: unknown): { readonly round: number | null; readonly language: Language } {
  const { round, language } = query as Readonly<Record<"round" | "language", unknown>>;
  return { round: numberAsked(round), language: LANGUAGES.find((one) => one === language) ?? "es" };
}

const numberAsked = (text: unknown): number | null =>
  typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : null;
