import type { MonoUs } from "../../src/time/instant.ts";
import { wireUs, witnessSpacingUs } from "./pace.ts";
import { option } from "../options.ts";
import { z } from "zod";

/**
 * The wheels of Cammegh send status lines of one shape, in which the same bits mean other things. What they answer tells them apart: a
 * SlingShot 2 answers with an asterisk and the letter of the question (guide V2.10), a Mercury 360 without one (guide 1051-INT-02-L).
 */

/** What a session keeps of the status line before. */
interface LastLine {
  readonly last: { readonly text: string; readonly at: MonoUs } | null;
  /** Status lines that came twice, since the start. */
  readonly copies: number;
  readonly link: {
    /** True until the first confirmed status after opening or a loss. */
    readonly attaching: boolean;
    /** Status lines without a pause since then. */
    readonly bunched: number;
  };
}

interface CopyContext<State extends LastLine> {
  s: State;
  readonly t: MonoUs;
  readonly options: { readonly baud?: number };
}

/**
 * Stores the status line of a Cammegh wheel and tells whether it is a copy of the one before it: equal, and sooner than the
 * wire can carry it. A copy is counted and not used. After a loss, lines that come without a pause are counted too.
 */
export function acceptsAsCopy<State extends LastLine>(context: CopyContext<State>, text: string): boolean {
  const { last, copies, link } = context.s;
  const { baud } = context.options;
  context.s = { ...context.s, last: { text, at: context.t } };
  if (last === null) return false;
  if (link.attaching && context.t - last.at < witnessSpacingUs(baud))
    context.s = { ...context.s, link: { ...link, bunched: link.bunched + 1 } };
  if (last.text !== text || context.t - last.at >= wireUs(text, baud)) return false;
  context.s = { ...context.s, copies: copies + 1 };
  return true;
}

/**
 * The number of the game before, which a Cammegh wheel shows in states 1 to 4. Within one game it does not change; one
 * that goes away and comes back, and does so again, is that of two wheels on one line, in step.
 */
export interface OldNumber {
  readonly game: number;
  /** As the first line of the game had it; null: blank. */
  readonly number: string | null;
  /** The line before had another one. */
  readonly away: boolean;
  /** Each other number, at every time that it came instead; at most `OTHERS_MAX`. */
  readonly others: readonly (string | null)[];
  /** The two numbers that took turns. */
  readonly differs: readonly string[] | null;
}

/** So often one damaged line after another may show another number each; more is no damage. */
const OTHERS_MAX = 4;

interface Shown {
  readonly state: number;
  readonly game: number;
  readonly lastNumber: string | null;
}

/** What is known of the old number after this line. */
export function watchOldNumber(before: OldNumber | null, line: Shown): OldNumber | null {
  const { state, game, lastNumber } = line;
  if (state === 7) return before;
  if (state > 4) return null;
  if (before?.game !== game) return { game, number: lastNumber, away: false, others: [], differs: null };
  const away = lastNumber !== before.number;
  if (!away || before.away) return { ...before, away };
  const again = before.others.includes(lastNumber) || before.others.length === OTHERS_MAX;
  return {
    ...before,
    away,
    others: [...before.others, lastNumber].slice(0, OTHERS_MAX),
    differs: before.differs ?? (again ? [before.number ?? "", lastNumber ?? ""] : null),
  };
}

/**
 * A two-character number field as Cammegh wheels send it: right-justified, blank-padded, `00` for double zero.
 * Returns the pocket's name (`"0"`, `"00"`, `"17"`) or null when the rotor has no such pocket.
 *
 * `pockets` is 37 or 38. Rotors with 39 or 40 pockets exist (codes 38 and 39), but no catalogue has such a game.
 */
export function pocketOf(field: string, pockets: number): string | null {
  if (field === "00") return pockets >= 38 ? "00" : null;
  if (!/^( \d|[1-9]\d)$/.test(field)) return null;
  const number = Number(field);
  return number <= 36 ? String(number) : null;
}

/** A Mercury 360 said this: to a question that it knows, or to one that it does not. */
export const isMercuryAnswer = (text: string): boolean =>
  /^(?:OK|LOCKED|INVALID|ERROR|V [ -~]{1,70})$/.test(text);

/** A SlingShot 2 said this, asked for its version. */
export const isSs2Version = (text: string): boolean => /^\*[SV] V\d{1,2}\.\d/.test(text);

/** What a fault quotes of an answer. */
export const quoted = (text: string): string => text.slice(0, 80);

/** One option for both wheels. */
export const ASK = option({
  about: "ask the wheel what it is after each connection; it is only asked, and nothing is set",
  value: z.boolean(),
  otherwise: true,
  unsaid: false,
});
