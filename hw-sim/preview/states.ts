import { createHash } from "node:crypto";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { formatCode } from "../../src/record/certificate.ts";
import { stoppedView, viewOf, type ViewSetup } from "../../src/table/kernel/view/view-of.ts";
import type { CertificateView, TableView, VerdictView } from "../../src/table/kernel/view/view.ts";

/** One state of a table, with the view that shows it. */
export interface ShownState {
  /** `betting`, `void-annulled-waiting`, `dealing-many-hands`. */
  readonly name: string;
  readonly view: TableView;
  /** False: the screens hear nothing more of the table. */
  readonly isHeard: boolean;
}

/** States of one table that are shown, at most. */
export const STATES_MAX = 40;
/** More hands than a game of two has. */
const MANY_HANDS = 3;

/**
 * The states in which a played table was, each with the view of it that has most to say: what fits there fits elsewhere. Last come those
 * that no record makes: a unit that can go on no more, and screens that hear nothing.
 */
export function statesOf(records: readonly BuiltRecord[], setup: ViewSetup): readonly ShownState[] {
  const found = new Map<string, { readonly view: TableView; readonly size: number }>();
  let certificate: CertificateView | null = null;
  for (const record of records) {
    if (VERDICTS.includes(record.body.kind)) certificate = certificateOf(record);
    const view = viewOf(
      record.durable,
      record.seq,
      record.durable.verdict === null ? null : certificate,
      setup,
    );
    const name = nameOf(view);
    const size = JSON.stringify(view).length;
    if (size > (found.get(name)?.size ?? 0)) found.set(name, { view, size });
  }
  const states = [...found].map(([name, { view }]) => ({ name, view, isHeard: true }));
  const sorted = states.sort((a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name, "en"));
  const last = records.at(-1);
  const shown = sorted.find(({ name }) => name === "result") ?? sorted[0];
  if (last === undefined || shown === undefined) return [];
  return [
    ...sorted.slice(0, STATES_MAX),
    { name: "out-of-service", view: stoppedView(shown.view, last.at), isHeard: true },
    { name: "disconnected", view: shown.view, isHeard: false },
  ];
}

const VERDICTS: readonly string[] = ["result", "void", "undecided", "aborted"];
/** In the order of a round. */
const ORDER = ["closed", "waiting", "preparing", "betting", "ball-in-play", "throwing", "no-more-bets"];
const placeOf = ({ view }: ShownState): number => {
  const at = [...ORDER, "dealing", "result", "void", "undecided", "aborted"].indexOf(view.phase);
  return at < 0 ? ORDER.length : at;
};

/** What tells a state from the others: what the display has in its main place, and what is beside it. */
function nameOf(view: TableView): string {
  const { phase, verdict, stopped, cards, dice, device } = view;
  const happened = (cards?.happened.length ?? 0) + (dice?.happened.length ?? 0);
  return [
    phase,
    ...(verdict === null ? [] : ofVerdict(verdict)),
    ...((cards?.hands.length ?? 0) > MANY_HANDS ? ["many-hands"] : []),
    ...(happened > 0 ? ["incident"] : []),
    ...(cards !== null && cards.unread.length > 0 ? ["unread"] : []),
    ...(cards?.nextVoid === true ? ["next-void"] : []),
    ...(view.lastRounds === null ? [] : ["last-rounds"]),
    ...(view.interrupted === null ? [] : ["interrupted"]),
    ...(stopped !== null ? [`stopped-${stopped}`] : device.faults.length > 0 ? ["notice"] : []),
  ].join("-");
}

function ofVerdict(verdict: VerdictView): readonly string[] {
  switch (verdict.kind) {
    case "void":
      return [...(verdict.annulled === null ? [] : ["annulled"]), ...(verdict.confirmed ? [] : ["waiting"])];
    case "undecided":
      return verdict.resolved == null ? [] : ["resolved"];
    case "aborted":
      return [];
    default:
      return [
        ...(verdict.certified ? [] : ["not-certified"]),
        ...("deviations" in verdict && verdict.deviations.length > 0 ? ["deviation"] : []),
      ];
  }
}

/** A code of the right size that is nobody's signature: what was played for a preview proves nothing. */
function certificateOf({ line, hash, seq, at }: BuiltRecord): CertificateView {
  const sig = createHash("sha512").update(line).digest("base64");
  return { seq, hash, short: `${hash.slice(0, 4)} ${hash.slice(4, 8)}`, qr: formatCode({ line, sig }), at };
}
