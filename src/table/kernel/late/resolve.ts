import type { ResolveOutcome } from "../../../people/keys.ts";
import type { Person } from "../../../people/roles.ts";
import { stepsOfEveryVoid } from "../../../rules/engine.ts";
import { citeText, type Rule } from "../../../rules/pack.ts";
import type { Reason } from "../../../rules/facts.ts";
import { emitRecord, type StepContext, type TableContext } from "../context.ts";
import type { KeyNamed } from "../people/key-of.ts";
import { decidersOf } from "../people/deciders.ts";
import type { SeriesEntry } from "../durable/durable.ts";
import type { FamilyPeople } from "../family.ts";
import type { Refusal } from "../people/keys.ts";
import { changesTable, lateOf, waitingRound } from "./late-verdict.ts";
import { contestingRule, disputeTask, isOpenRound } from "../durable/open-rounds.ts";
import type { Resolved, VoidRecord } from "../record.ts";
import { DISPUTED, type Task } from "../durable/tasks.ts";
import { emitUndecided } from "../verdicts.ts";
import type { AnyPack } from "../family-types.ts";

/**
 * A round that waits for a person is resolved: an undecided one, one whose result is contested by a rule that leaves it to somebody, or
 * a disputed one. What the machine had judged is upheld, what was announced stands, the round is void, or it was dealt with otherwise.
 * Nothing is certified by it: each verdict stays in its own record, and the series says what somebody decided.
 */

type ResolveKey = KeyNamed<"resolve">;
/** One that is about a round that has its verdict. */
type RoundKey = ResolveKey & { readonly outcome: ResolveOutcome };

/** What may become of a round that waits, as far as its game allows it. */
export function outcomesOf(
  people: FamilyPeople,
  pack: AnyPack,
  entry: SeriesEntry | undefined,
  about: "rule" | "dispute" | "undecided",
): readonly ResolveOutcome[] {
  const isOnlyVoided = people.isOnlyVoided(pack);
  if (about === "rule") return ["stands", "void", "otherwise"];
  const isUpheld = about === "dispute" || entry?.contested !== undefined;
  const isVoided = about !== "dispute" || entry?.kind !== "void";
  return [
    ...(isUpheld ? (["upheld"] as const) : []),
    ...(isOnlyVoided || people.announcesNone === true ? [] : (["stands"] as const)),
    ...(isVoided ? (["void"] as const) : []),
    ...(isOnlyVoided ? [] : (["otherwise"] as const)),
  ];
}

/** A person says what became of a round that waits. Asks for its records, or says why not. */
export function resolveRound(context: TableContext, key: ResolveKey, by: Person): Refusal | null {
  const refused = refusalOrResolve(context, key, by);
  if (refused === null) context.rules.family.steps.handleOverruled(context, key.round);
  return refused;
}

function refusalOrResolve(context: TableContext, pressed: ResolveKey, by: Person): Refusal | null {
  const { durable, rules } = context;
  // Only a deal that waits for the decision goes on, or loses one hand by it.
  if (pressed.outcome === "goes-on" || pressed.hand !== undefined) return "not-now";
  const key = { ...pressed, outcome: pressed.outcome };
  const entry = durable.series.find((one) => one.round === key.round);
  const dispute = disputeTask(durable, key.round);
  if (dispute !== null) return resolveDispute(context, key, by, dispute, entry);
  const contested = contestingRule(durable, rules.pack, key.round);
  if (contested !== null) return resolveResult(context, key, by, contested);
  if (entry?.resolved !== undefined) return "nothing-to-acknowledge";
  if (!isOpenRound(durable, key.round)) return "no-such-round";
  const task = durable.tasks.find((one) => one.kind === "decide" && one.round === key.round);
  if (!decidersOf(rules.pack, task?.rules ?? entry?.rules ?? []).includes(by.role)) return "not-your-key";
  const { people } = rules.family;
  if (!outcomesOf(people, rules.pack, entry, "undecided").includes(key.outcome)) return "not-now";
  return recordResolved(context, key, by);
}

/** The key with what was decided, in the words of a result. */
function recordResolved(context: TableContext, key: RoundKey, by: Person): Refusal | null {
  const resolves = resolutionOf(context, key);
  if (resolves === null) return "no-such-outcome";
  emitRecord(context, { kind: "key", round: key.round, key, by, resolves });
  return null;
}

/** A result that was contested stands as it is, or is taken off the table by whom the law names. */
function resolveResult(context: TableContext, key: RoundKey, by: Person, rule: Rule): Refusal | null {
  const { round, outcome } = key;
  if (!decidersOf(context.rules.pack, [rule.id]).includes(by.role)) return "not-your-key";
  if (key.announced !== undefined || outcome === "upheld") return "no-such-outcome";
  if (outcome === "void") {
    const late = lateOf(context, waitingRound(context, round, "result"));
    return annul(context, round, rule.id, citeText(rule.cite), by, changesTable(late) ? late : {});
  }
  emitRecord(context, { kind: "key", round, key, by, resolves: { outcome } });
  return null;
}

/** A dispute ends: the verdict is upheld, the round is annulled, or something else stands, which takes its result off first. */
function resolveDispute(
  context: TableContext,
  key: RoundKey,
  by: Person,
  task: Task,
  entry: SeriesEntry | undefined,
): Refusal | null {
  const { pack, family } = context.rules;
  const { round, outcome } = key;
  const rules = task.rules ?? [];
  if (!decidersOf(pack, rules).includes(by.role)) return "not-your-key";
  if (!outcomesOf(family.people, pack, entry, "dispute").includes(outcome)) return "not-now";
  const [rule] = pack.rules.filter(({ id }) => rules.includes(id));
  const cite = rule?.cite ?? pack.afterResult?.cite;
  if (outcome === "void" && key.announced === undefined)
    return annul(
      context,
      round,
      rule?.id ?? DISPUTED,
      cite === undefined ? "" : citeText(cite),
      by,
      lateOf(context, waitingRound(context, round, "result")),
    );
  if (outcome === "stands") {
    if (resolutionOf(context, key) === null) return "no-such-outcome";
    const seen = { "declared-by": by.role };
    const past = waitingRound(context, round, entry?.kind ?? "result");
    emitUndecided(context, round, ["reading-contested"], seen, rules, {
      contestedBy: by,
      ...lateOf(context, past),
    });
  }
  return recordResolved(context, key, by);
}

/** The round is void by a person's decision. */
function annul(
  context: StepContext,
  round: number,
  rule: string,
  cite: string,
  by: Person,
  late: Pick<VoidRecord, "late">,
): null {
  const { pack, coverage } = context.rules;
  const reasons: readonly Reason[] = [{ rule, cite, observed: { "resolved-by": by.role } }];
  const then = stepsOfEveryVoid(pack, coverage.houseRules);
  emitRecord(context, { kind: "void", round, reasons, then, calledBy: by, ...late });
  return null;
}

/** What was decided; null: what was announced is no outcome of this game, or goes with another word than `stands`. */
function resolutionOf(context: TableContext, { round, outcome, announced }: RoundKey): Resolved | null {
  const { pack, family } = context.rules;
  if (outcome !== "stands")
    return announced === undefined
      ? { outcome, ...family.steps.changesResolved?.(context, round, outcome) }
      : null;
  const said = family.people.announcedOutcome(pack, announced);
  return said === null ? null : { outcome, ...said };
}
