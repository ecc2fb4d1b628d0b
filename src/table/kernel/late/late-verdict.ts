import type { Person } from "../../../people/roles.ts";
import type { Reason } from "../../../rules/facts.ts";
import { isUnderWay } from "../durable/durable.ts";
import { emitRecord, type StepContext, type TableContext } from "../context.ts";
import type { KeyNamed, KeyOf } from "../people/key-of.ts";
import { isDecisionOpen, mayPress, type Refusal } from "../people/keys.ts";
import { lateMinutes } from "./past-rounds.ts";
import { isJudgedAnew, isOpenRound } from "../durable/open-rounds.ts";
import { isWithin, pastRound, type PastRound } from "./past-rounds.ts";
import type { LateVerdict, VerdictRecord } from "../record.ts";
import { emitUndecided, emitVoid } from "../verdicts.ts";
import type { AnyPack } from "../family-types.ts";

/**
 * A verdict on a round that is over, at tables of every family: a person contests it, annuls it, or refuses a void of the machine. The
 * earlier record stays; the later one is signed beside it. It may be said for as long as the law or the house allows.
 */

/** The rule by which the rulebooks leave what they do not foresee to somebody. */
const UNFORESEEN = "unforeseen-case";

/** The rules that say who decides about a contested or disputed round; empty: the law names nobody, and the jefe de mesa does. */
export const contestRules = ({ rules }: AnyPack): readonly string[] =>
  rules.filter(({ id, verdict }) => id === UNFORESEEN && verdict === "person-decides").map(({ id }) => id);

/** A round that is over and may still be judged anew, or why not. */
export function lateRound(context: StepContext, round: number): PastRound | Refusal {
  const past = pastRound(context.past, context.durable, round);
  if (past === null) return "no-such-round";
  return isWithin(past, lateMinutes(context.rules), context.t) ? past : "too-late";
}

/**
 * The time is over in which the round may be judged anew, and nothing about it waits for somebody: a verdict that still stands on the
 * table has no more time than one after which the table went on.
 */
export const isTooLate = (context: StepContext, round: number): boolean =>
  !isUnderWay(context.durable, round) &&
  !isOpenRound(context.durable, round) &&
  !isDecisionOpen(context, round) &&
  lateRound(context, round) === "too-late";

/** What is declared of a round that is over, which a closed table takes as well. */
export const isOfPast = ({ past, durable }: StepContext, key: KeyOf): boolean =>
  (key.key === "void" || key.key === "declare") && pastRound(past, durable, key.round) !== null;

/** Whether the round's verdict stands on the table: nothing was begun after it. */
const isStanding = ({ durable: { verdict, phase } }: StepContext, round: number): boolean =>
  verdict?.round === round && verdict.kind === phase;

/** The key `contest`. */
export function contestRound(context: TableContext, key: KeyNamed<"contest">, by: Person): Refusal | null {
  const { round } = key;
  if (!mayPress(key, by)) return "not-your-key";
  // What is contested is what a round came to.
  if (isUnderWay(context.durable, round)) return "not-now";
  const found = lateRound(context, round);
  if (typeof found === "string") return found;
  const refused = refusalOfContest(context, found, by);
  if (refused !== null) return refused;
  const { pack } = context.rules;
  const because = found.kind === "void" ? "void-refused" : "reading-contested";
  const seen = { stood: found.kind, "declared-by": by.role };
  const late = lateOf(context, found);
  emitUndecided(context, round, [because], seen, contestRules(pack), { contestedBy: by, ...late });
  context.rules.family.steps.handleOverruled(context, round);
  return null;
}

function refusalOfContest(context: StepContext, { round, kind }: PastRound, by: Person): Refusal | null {
  const { series } = context.durable;
  const isOpen = isJudgedAnew(context.durable, context.rules.pack, round);
  const resolved = series.find((one) => one.round === round)?.resolved;
  if (kind === "aborted" || (kind === "undecided" && resolved === undefined) || isOpen)
    return "changes-nothing";
  return kind !== "void" || mayRefuseVoid(context, round, by) ? null : "not-your-key";
}

/** The jefe de mesa may refuse a void of the machine, and so may whoever the law has call that void. */
function mayRefuseVoid(
  { durable: { verdict }, rules: { pack } }: StepContext,
  round: number,
  by: Person,
): boolean {
  if (by.role === "jefe-de-mesa") return true;
  const causes = verdict?.kind === "void" && verdict.round === round ? verdict.reasons : [];
  return causes.some(({ rule }) => pack.rules.find(({ id }) => id === rule)?.announce?.by === by.role);
}

/** A person annuls a round that is over, by a rule of the pack. Asks for its record, or says why not. */
export function voidLate(
  context: TableContext,
  round: number,
  reasons: readonly Reason[],
  by: Person,
): Refusal | null {
  const found = lateRound(context, round);
  if (typeof found === "string") return found;
  if (found.kind === "void") return "changes-nothing";
  emitVoid(context, round, reasons, by, lateOf(context, found));
  context.rules.family.steps.handleOverruled(context, round);
  return null;
}

/** What a verdict's record says of a round after which the table went on; empty: it stands there. */
export function lateOf(context: TableContext, past: PastRound): { readonly late?: LateVerdict } {
  if (isStanding(context, past.round) && past.isAnswered !== true) return {};
  return { late: { stood: past.kind, ...context.rules.family.steps.changesWithout?.(context, past) } };
}

/** Whether the record changes the table as it is now, beside the round that it is about. */
export const changesTable = ({ late }: { readonly late?: LateVerdict }): boolean =>
  late !== undefined && Object.keys(late).length > 1;

/** A round that waits for somebody may have been over for longer than others are remembered. */
export const waitingRound = (
  { past, durable, t }: StepContext,
  round: number,
  kind: VerdictRecord["kind"],
): PastRound => pastRound(past, durable, round) ?? { round, kind, endedAt: t };

/** What the record says where somebody annuls a round of which a decision is open: one that runs is not over. */
export function lateOfWaiting(context: TableContext, round: number): { readonly late?: LateVerdict } {
  const { durable } = context;
  if (isUnderWay(durable, round)) return {};
  const kind = durable.series.find((one) => one.round === round)?.kind ?? "undecided";
  return lateOf(context, waitingRound(context, round, kind));
}

/**
 * Somebody freezes a round: the record says who and why. A round that may still be judged anew also waits for a decision, and so does the
 * one under way once it is over.
 */
export function disputeRound(context: TableContext, key: KeyNamed<"dispute">, by: Person): Refusal | null {
  const { round, disputes = [] } = context.durable;
  if (!mayPress(key, by)) return "not-your-key";
  if (key.round < 1 || key.round > round) return "no-such-round";
  if (!disputes.includes(key.round) && disputes.length >= DISPUTES_MAX) return "too-many-disputes";
  const found = lateRound(context, key.round);
  const isOpen = isJudgedAnew(context.durable, context.rules.pack, key.round);
  const decides = isUnderWay(context.durable, key.round) || (typeof found !== "string" && !isOpen);
  const { words } = key;
  const rules = contestRules(context.rules.pack);
  const waits = decides ? { decides, ...(rules.length > 0 ? { rules } : {}) } : {};
  emitRecord(context, { kind: "dispute", round: key.round, by, words, ...waits });
  return null;
}

/** Rounds that may wait for their case file at once. */
export const DISPUTES_MAX = 16;
