import type { DurableDice } from "../dice/durable-dice.ts";
import { DURABLE_FORMAT, type Durable, type SeriesEntry } from "../kernel/durable/durable.ts";
import type { ResultRecord, VerdictRecord } from "../kernel/record.ts";
import type { DurableDeal } from "../shoe/durable-deal.ts";
import type { DurableWheel } from "../wheel/durable-wheel.ts";

/** Format 1 (releases up to 0.6.2): every table carried what only a wheel needs. */
interface DurableV1 extends DurableWheel {
  readonly open: boolean;
  readonly phase: Durable["phase"];
  readonly round: number;
  readonly verdict: VerdictRecord | null;
  readonly confirmed: boolean;
  readonly series: readonly SeriesEntry[];
  readonly faults: Durable["faults"];
  readonly tasks: Durable["tasks"];
  readonly lastSpins: number | null;
  readonly deal?: DurableDeal;
  readonly dice?: DurableDice;
}

/**
 * A durable table as it was stored, whatever format it is of. Its hash has been compared with the record that holds it before
 * this; here only its shape changes. Throws a RangeError for a format that this release does not know.
 */
export function durableOf(stored: unknown): Durable {
  const { v } = stored as { readonly v?: unknown };
  if (v === DURABLE_FORMAT) return stored as Durable;
  if (v !== undefined)
    throw new RangeError(
      `the table's stored state is of format ${JSON.stringify(v)}, this release reads 1 and ${DURABLE_FORMAT}: run the release that wrote it`,
    );
  return fromFormat1(stored as DurableV1);
}

function fromFormat1(stored: DurableV1): Durable {
  const { lastValid, lastGame, playedGame, relaunch, lastSpins, deal, dice, verdict, series, ...common } =
    stored;
  const isWheel = deal === undefined && dice === undefined;
  return {
    ...common,
    v: DURABLE_FORMAT,
    lastRounds: lastSpins,
    locks: [],
    configuration: null,
    verdict: verdict?.kind === "result" ? seenByFamily(verdict, stored) : verdict,
    series: isWheel ? series : series.map(withoutPocket),
    ...(isWheel ? { wheel: { lastValid, lastGame, playedGame, relaunch } } : {}),
    ...(deal === undefined ? {} : { deal }),
    ...(dice === undefined ? {} : { dice }),
  };
}

/** Only wheels name a pocket. */
function withoutPocket({ pocket, ...entry }: SeriesEntry): SeriesEntry {
  if (pocket != null) throw new RangeError(`the table's stored state names the pocket ${pocket} and no wheel`);
  return entry;
}

function seenByFamily(verdict: ResultRecord, { deal, dice }: DurableV1): ResultRecord {
  const { deviceGame } = verdict.seen as { readonly deviceGame: number | null };
  if (dice !== undefined) return { ...verdict, seen: { throw: deviceGame } };
  if (deal === undefined) return verdict;
  // Format 1 did not count the cards of a round: those that lie in its hands are known.
  return { ...verdict, seen: { cards: deal.hands.reduce((sum, { cards }) => sum + cards.length, 0) } };
}
