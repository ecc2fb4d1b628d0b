import type { Rule } from "../../../rules/pack.ts";
import type { Durable } from "./durable.ts";
import { DISPUTED, type Task } from "./tasks.ts";
import type { AnyPack } from "../family-types.ts";

/** Rounds of which somebody has still to say what became of them. */

/** Whether a round waits to be resolved: it is undecided in the series, or was so long ago that only its task is left. */
export function isOpenRound({ series, tasks, round: now }: Durable, round: number): boolean {
  const entry = series.find((one) => one.round === round);
  if (entry !== undefined) return entry.kind === "undecided" && entry.resolved === undefined;
  return round < now && tasks.some((task) => task.kind === "decide" && task.round === round);
}

/** The rule by which somebody contests a result that stands: the law leaves it to a person whether it does. Null: nobody does. */
export function contestingRule({ series, tasks }: Durable, pack: AnyPack, round: number): Rule | null {
  const entry = series.find((one) => one.round === round);
  // Of a round without a verdict, or one of so long ago that it is not known, nothing stands.
  if (entry?.kind !== "result") return null;
  const about = tasks.filter((one) => one.kind === "decide" && one.round === round).map((one) => one.about);
  return pack.rules.find(({ id, verdict }) => verdict === "person-decides" && about.includes(id)) ?? null;
}

/** The task of a dispute that waits for its end: the round's verdict stands until then. Null: there is none. */
export const disputeTask = ({ tasks }: Durable, round: number): Task | null =>
  tasks.find((one) => one.kind === "decide" && one.round === round && one.about === DISPUTED) ?? null;

/** Somebody has to say whether what the round came to stands. Other things that people are asked beside it leave that alone. */
export const isJudgedAnew = (durable: Durable, pack: AnyPack, round: number): boolean =>
  isOpenRound(durable, round) ||
  disputeTask(durable, round) !== null ||
  contestingRule(durable, pack, round) !== null;
