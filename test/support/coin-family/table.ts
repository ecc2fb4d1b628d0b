import { sameText } from "../../../src/text/every-language.ts";
import { ABSENT_PARTS } from "../../../src/table/absent-parts.ts";
import { emitPhase, emitRecord } from "../../../src/table/kernel/context.ts";
import { EMPTY_TABLE, withOwn } from "../../../src/table/kernel/durable/durable.ts";
import type { TableFamily } from "../../../src/table/kernel/family.ts";
import type { KeyNamed } from "../../../src/table/kernel/people/key-of.ts";
import {
  acknowledge,
  confirmVoid,
  dispatchKey,
  recordSessionKey,
  type KeyHandlers,
} from "../../../src/table/kernel/people/keys.ts";
import { resolveRound } from "../../../src/table/kernel/late/resolve.ts";
import type { Table } from "../../../src/table/kernel/table.ts";
import { certaintyOf, emitVoid } from "../../../src/table/kernel/verdicts.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { CoinContext, CoinTypes, Toss } from "./types.ts";

/** Step 2 of a family: what its tables do, as one object for the kernel. */

/** A new table of a coin. */
export const COIN_TABLE_START: Table<CoinTypes> = {
  durable: { ...EMPTY_TABLE, coin: { caught: 0 } },
  tosses: 0,
};

/** The coin is tossed as long as the table is open; what flies twice was caught in between. */
function handleToss(context: CoinContext, toss: Toss): void {
  const { phase, round, open } = context.durable;
  if (!open) return;
  if (toss === "flies") {
    context.tosses += 1;
    if (phase === "no-more-bets") return emitRecord(context, { kind: "coin-caught", round });
    if (phase !== "betting") emitPhase(context, "betting", round + 1);
    return emitPhase(context, "no-more-bets");
  }
  if (phase !== "no-more-bets") return;
  const facts = { "on-edge": { is: "flag", value: toss === "edge" } } as const;
  const { voids, held, deviations } = context.rules.judge(facts, "rest");
  if (voids.length > 0) return emitVoid(context, round, voids, "machine");
  const [first, second] = context.rules.pack.coin.sides;
  emitRecord(context, {
    kind: "result",
    round,
    result: { side: toss === "first" ? first : second },
    certainty: certaintyOf(context, held, ["coin"]),
    deviations,
    seen: { tosses: 1 },
  });
}

function openTable(context: CoinContext, key: KeyNamed<"open-table">, by: Person): null {
  recordSessionKey(context, key, by);
  emitPhase(context, "betting", context.durable.round + 1);
  return null;
}

const HANDLERS: KeyHandlers<CoinTypes> = {
  "open-table": openTable,
  "confirm-void": confirmVoid,
  acknowledge,
  resolve: resolveRound,
};

export const COIN_FAMILY: TableFamily<CoinTypes> = {
  name: "coin",
  keepsSecrets: false,
  steps: {
    liveOf: ({ tosses }) => ({ tosses }),
    checkTimeouts: () => undefined,
    handleInput: (context, { seen }) => seen.forEach((toss) => handleToss(context, toss)),
    handleKey: (context, key, by) => dispatchKey<CoinTypes>(HANDLERS, context, key, by),
    handleRestart(context) {
      context.tosses = 0;
    },
    handleOpened: (context) => emitPhase(context, "betting", context.durable.round + 1),
    handleOverruled: () => undefined,
    isSealDue: () => false,
    nextDeadline: () => null,
    restartCosts: () => [],
  },
  reducer: {
    start: () => ({ coin: { caught: 0 } }),
    reduce({ coin: { caught } }, after, { kind }) {
      return withOwn<CoinTypes>(after, { coin: { caught: caught + (kind === "coin-caught" ? 1 : 0) } });
    },
    outcomeOf: (body) => (body.kind === "result" ? { side: body.result.side } : {}),
  },
  texts: { because: {}, faults: {} },
  people: {
    callVoids: ["jefe-de-mesa"],
    callerConfirms: false,
    declarable: () => [],
    isOnlyVoided: () => false,
    announcedChoices: ({ coin: { sides } }) =>
      sides.map((announced) => ({ announced, text: sameText(announced), colour: null })),
    announcedOutcome: ({ coin: { sides } }, announced) =>
      announced !== undefined && sides.includes(announced) ? { side: announced } : null,
  },
  view: {
    absent: {
      view: { ...ABSENT_PARTS.view, coin: { caught: 0 } },
      item: { ...ABSENT_PARTS.item, side: null },
    },
    familyParts: ({ coin }) => ({ coin }),
    resultView: ({ round, result: { side }, certainty }, certificate) => ({
      kind: "coin-result",
      round,
      side,
      certified: certainty.level === "certified",
      certificate,
    }),
    closingCall: () => null,
    announcedParts: () => null,
    cameToView: ({ side = null }) => ({ side }),
    resolvedItem: ({ side }) => (side === undefined ? {} : { side }),
    resolvedText: ({ side }) => (side === undefined ? null : sameText(side)),
    countsLastRounds: false,
    lastSpeaker: () => null,
    besideTexts: () => null,
  },
};
