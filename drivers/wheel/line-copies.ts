import type { MonoUs } from "../../src/time/instant.ts";
import { wireUs, witnessSpacingUs } from "./pace.ts";

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
