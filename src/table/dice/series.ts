import type { CrapsState } from "../../dice/outcome-types.ts";
import type { ResolveOutcome } from "../../people/keys.ts";
import type { Durable } from "../kernel/durable/durable.ts";
import { DISPUTED, type Task } from "../kernel/durable/tasks.ts";
import type { PastRound } from "../kernel/late/past-rounds.ts";
import type { VerdictRecord } from "../kernel/record.ts";
import { seriesWithout } from "./durable-dice.ts";
import type { CrapsChange, DiceContext, DiceTypes } from "./types.ts";

/** Where a series of craps stands when a round of it is judged anew, and what people are asked of it. */

/** What was thrown is asked, not whether a result or another verdict stands. */
export const isAboutThrow = (
  { series }: Pick<Durable<DiceTypes>, "series">,
  { kind, about, round }: Task,
): boolean =>
  kind === "decide" && about !== DISPUTED && series.find((one) => one.round === round)?.kind !== "result";

/** Somebody has to say where the series stands: it is not known, or a throw of it waits. */
export const isSeriesAsked = (table: Durable<DiceTypes>): boolean =>
  table.dice.pointAsked !== undefined || table.tasks.some((task) => isAboutThrow(table, task));

/** Whether this task asks something about a throw whose result stands. */
export const isQuestionOf = (
  { series }: Pick<Durable<DiceTypes>, "series">,
  { kind, round }: Task,
  of: number,
): boolean => kind === "decide" && round === of && series.find((one) => one.round === of)?.kind === "result";

/** What is remembered of a round: where the series stood before it, and what its result made of it. */
export function pastOf(
  body: VerdictRecord<DiceTypes>,
  known: PastRound<DiceTypes> | undefined,
  { dice }: Durable<DiceTypes>,
): DiceTypes["past"] {
  const change = body.kind === "result" ? body.result.craps : null;
  const stood = change?.before ?? dice.craps ?? undefined;
  const before = known === undefined || body.kind === "result" ? stood : known.before;
  const craps = body.kind === "result" ? (change === null ? undefined : crapsChange(change)) : known?.craps;
  return { ...(before === undefined ? {} : { before }), ...(craps === undefined ? {} : { craps }) };
}

const crapsChange = ({ after, call }: NonNullable<DiceTypes["result"]["craps"]>): CrapsChange => ({
  after,
  isLost: call === "seven-out",
});

/**
 * Where the series stands once this round counts no more. It goes back to where it was before, unless something rests on it by
 * now: then a person must say so. Nothing changes when the series ended with its session.
 */
export function seriesAfter(
  { durable, dice, past: { rounds } }: DiceContext,
  past: PastRound<DiceTypes>,
): DiceTypes["late"] {
  const now = durable.dice.craps;
  if (now === null || !durable.open || past.isOver === true) return {};
  // Whoever said where the series stands may have reckoned with this throw.
  if (past.isAnswered === true) return { series: null };
  if (past.kind !== "result") return {};
  const { craps, before } = past;
  if (craps === undefined || before === undefined) return { series: null };
  const isBuiltOn = rounds.some(({ round, kind }) => round > past.round && kind === "result");
  if (isBuiltOn || dice.throw !== null) return { series: null };
  const series: CrapsState | null = seriesWithout(now, { before, after: craps.after });
  return series === now ? {} : { series };
}

/** What becomes of the series as a round that waited is resolved. */
export function seriesResolved(
  context: DiceContext,
  round: number,
  outcome: Exclude<ResolveOutcome, "stands">,
): Pick<DiceTypes["resolved"], "series" | "passes"> {
  const { durable, past } = context;
  const { craps } = durable.dice;
  const of = past.rounds.find((one) => one.round === round);
  if (of === undefined || of.isOver === true || craps === null) return {};
  if (outcome === "upheld") return seriesUpheld(context, of, craps);
  // Who said where the series stands while a result was contested may have reckoned with it. Annulled, it is asked once more.
  const isReckoned = of.contested === "result" && of.isAnswered === true;
  return outcome === "void" && durable.open && isReckoned ? { series: null } : {};
}

/**
 * A result that was contested and is upheld takes the series on again. Where that stands elsewhere since, as when the throw before it was
 * annulled meanwhile, nobody knows what it means there: it is asked.
 */
function seriesUpheld(
  { past: { rounds } }: DiceContext,
  { round, kind, isAnswered, before, craps: change }: PastRound<DiceTypes>,
  craps: CrapsState,
): Pick<DiceTypes["resolved"], "series" | "passes"> {
  // Whoever said where the series stands has reckoned with it, or with more.
  if (change === undefined || kind !== "undecided" || isAnswered === true) return {};
  const isSame = JSON.stringify(craps) === JSON.stringify(before);
  const isNewest = !rounds.some((one) => one.round > round && one.kind === "result");
  if (!isSame || !isNewest) return { series: null };
  return { series: change.after, ...(change.isLost ? { passes: true as const } : {}) };
}
