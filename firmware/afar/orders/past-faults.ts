import type { Clock } from "../../../src/time/clock.ts";
import type { Text } from "../../../src/text/language.ts";
import { FaultDesk } from "../../screens/server/fault-desk.ts";
import type { PastFaults } from "../../screens/server/messages.ts";
import type { Question } from "./messages.ts";

/**
 * Tells the faults of the last hours that are over, from durable records that the main thread is asked for, page by page. Null: it did not
 * answer.
 */
export function pastFaults(
  ask: (question: Question) => Promise<unknown>,
  clock: Clock,
): { readonly tell: () => Promise<PastFaults | null>; readonly withWords: FaultDesk["withWords"] } {
  let newest: number | null = null;
  let hasWords = false;
  const read = async (from: number, count: number): Promise<readonly string[] | null> =>
    (await ask({ what: "lines", from, count })) as readonly string[] | null;
  const desk = new FaultDesk(read, () => newest);
  const tell = async (): Promise<PastFaults | null> => {
    const view = (await ask({ what: "view" })) as { readonly seq: number } | null;
    if (view === null) return null;
    newest = view.seq;
    const words = hasWords ? null : await ask({ what: "fault-words" });
    if (words !== null) desk.useWords({ faults: words as Readonly<Record<string, Text>> });
    hasWords ||= words !== null;
    return desk.tell(clock.wall());
  };
  return { tell, withWords: (state) => desk.withWords(state) };
}
