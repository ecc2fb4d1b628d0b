import type { Key } from "../people/keys.ts";
import type { Person, Role } from "../people/roles.ts";
import { stepsAfter, stepsOfEveryVoid } from "../rules/engine.ts";
import { citeText, type Pack, type Rule } from "../rules/pack.ts";
import type { Durable } from "./durable.ts";
import type { FamilyPeople } from "./family.ts";
import type { Refusal } from "./keys.ts";
import type { Resolved } from "./record.ts";
import { emitRecord, type TableContext } from "./context.ts";

/**
 * An undecided round is resolved by a person: what was announced stands, the round is void, or it was dealt with otherwise. Nothing is
 * certified by it: the verdict stays `undecided`, and the series says what somebody decided.
 */

type ResolveKey = Key & { key: "resolve" };

/** Steps of the packs in which somebody decides begin so: `decide-problem`, `judge-throw`. */
const DECIDING = /^(decide|judge)-/;

/** Who may resolve a round that these rules left to a person, the first before the others: the jefe de mesa where the law names nobody. */
export function decidersOf(pack: Pack, rules: readonly string[]): readonly Role[] {
  const left = rules.filter((id) => pack.rules.find((rule) => rule.id === id)?.verdict === "person-decides");
  const steps = stepsAfter(pack, left, []);
  const deciding = steps.filter(({ step }) => DECIDING.test(step)).map(({ who }) => who);
  const named =
    deciding.length > 0 ? deciding : steps.map(({ who }) => who).filter((who) => who === "inspector");
  const above: readonly Role[] = named.includes("inspector") ? [] : ["jefe-de-mesa"];
  return [...new Set([...named, ...above])];
}

/** Whether a round waits to be resolved: it is undecided in the series, or was so long ago that only its task is left. */
export function isOpenRound({ series, tasks, round: now }: Durable, round: number): boolean {
  const entry = series.find((one) => one.round === round);
  if (entry !== undefined) return entry.kind === "undecided" && entry.resolved === undefined;
  return round < now && tasks.some((task) => task.kind === "decide" && task.round === round);
}

/** A person says what became of an undecided round. Asks for its record, or says why not. */
export function resolveRound(context: TableContext, key: ResolveKey, by: Person): Refusal | null {
  // Only a deal that waits for a decision can go on.
  if (key.outcome === "goes-on") return "no-such-outcome";
  const { durable, rules } = context;
  const contested = contestingRule(durable, rules.pack, key.round);
  if (contested !== null) return resolveResult(context, key, by, contested);
  const entry = durable.series.find((one) => one.round === key.round);
  if (entry?.resolved !== undefined) return "nothing-to-acknowledge";
  if (!isOpenRound(durable, key.round)) return "no-such-round";
  const task = durable.tasks.find((one) => one.kind === "decide" && one.round === key.round);
  if (!decidersOf(rules.pack, task?.rules ?? []).includes(by.role)) return "not-your-key";
  const { people } = rules.family;
  if (people.isOnlyVoided(rules.pack) && key.outcome !== "void") return "not-now";
  const resolves = resolutionOf(people, rules.pack, key);
  if (resolves === null) return "no-such-outcome";
  emitRecord(context, { kind: "key", round: key.round, key, by, resolves });
  return null;
}

/** The rule by which somebody contests a result that stands: the law leaves it to a person whether it does. Null: nobody does. */
export function contestingRule({ series, tasks }: Durable, pack: Pack, round: number): Rule | null {
  if (series.find((one) => one.round === round)?.kind !== "result") return null;
  const about = tasks.filter((one) => one.kind === "decide" && one.round === round).map((one) => one.about);
  return pack.rules.find(({ id, verdict }) => verdict === "person-decides" && about.includes(id)) ?? null;
}

/** A result that was contested stands as it is, or is taken off the table by whom the law names. */
function resolveResult(context: TableContext, key: ResolveKey, by: Person, rule: Rule): Refusal | null {
  const { round, outcome } = key;
  if (outcome === "goes-on") return "no-such-outcome";
  if (!decidersOf(context.rules.pack, [rule.id]).includes(by.role)) return "not-your-key";
  if (key.announced !== undefined) return "no-such-outcome";
  if (outcome !== "void") {
    emitRecord(context, { kind: "key", round, key, by, resolves: { outcome } });
    return null;
  }
  const reasons = [{ rule: rule.id, cite: citeText(rule.cite), observed: { "resolved-by": by.role } }];
  const then = stepsOfEveryVoid(context.rules.pack, context.rules.coverage.houseRules);
  emitRecord(context, { kind: "void", round, reasons, then, calledBy: by });
  return null;
}

/** What was decided; null: what was announced is no outcome of this game, or goes with another word than `stands`. */
function resolutionOf(people: FamilyPeople, pack: Pack, { outcome, announced }: ResolveKey): Resolved | null {
  if (outcome === "goes-on") return null;
  if (outcome !== "stands") return announced === undefined ? { outcome } : null;
  const said = people.announcedOutcome(pack, announced);
  return said === null ? null : { outcome, ...said };
}
