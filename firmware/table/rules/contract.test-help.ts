import type { Role } from "../../../src/people/roles.ts";
import type { Fact, FactSheet } from "../../../src/rules/facts.ts";
import type { Call, Condition, Pack, Rule, RuleVerdict } from "../../../src/rules/pack.ts";
import { factSpec } from "../../../src/rules/families.ts";

/**
 * What the engine owes to every rule, told a second time and in another way: a condition is certain when it comes out the same
 * however the unknown facts turn out to be. Nothing of this asks the engine.
 */

/** A fact as it may really be. */
type Real = string | boolean | number;

/** Whether a condition is certainly so, certainly not so, or neither. */
export function certainty(
  condition: Condition,
  facts: FactSheet,
  family: Pack["family"],
): "so" | "not so" | "open" {
  if ("declared" in condition) return "open";
  const names = [...namesIn(condition)];
  const worlds = names.reduce<readonly Readonly<Record<string, Real>>[]>(
    (all, name) =>
      all.flatMap((world) =>
        realities(name, facts[name], condition, family).map((real) => ({ ...world, [name]: real })),
      ),
    [{}],
  );
  const answers = new Set(worlds.map((world) => holds(condition, world)));
  if (answers.size !== 1) return "open";
  return answers.has(true) ? "so" : "not so";
}

function holds(condition: Condition, world: Readonly<Record<string, Real>>): boolean {
  if ("all" in condition) return condition.all.every((part) => holds(part, world));
  if ("any" in condition) return condition.any.some((part) => holds(part, world));
  if ("not" in condition) return !holds(condition.not, world);
  if ("declared" in condition) return false;
  const real = world[condition.fact];
  if ("is" in condition) return real === condition.is;
  return "atLeast" in condition ? Number(real) >= condition.atLeast : Number(real) < condition.fewerThan;
}

/** More than any bound of a rule. */
const MOST_COUNTED = 2000;

/** How a fact may really be, as far as a condition can tell the difference. Bounds that contradict each other tell nothing. */
function realities(
  name: string,
  fact: Fact | undefined,
  condition: Condition,
  family: Pack["family"],
): readonly Real[] {
  const spec = factSpec(family, name);
  if (spec === null) throw new Error(`nobody knows the fact ${name}`);
  if (spec.is === "flag") return fact?.is === "flag" && fact.value !== null ? [fact.value] : [true, false];
  if (spec.is === "word") return fact?.is === "word" && fact.value !== null ? [fact.value] : (spec.words ?? []);
  const reported = fact?.is === "count" ? [fact.atLeast, fact.atMost ?? MOST_COUNTED] : [0, MOST_COUNTED];
  const [least = 0, most = MOST_COUNTED] = (reported[0] ?? 0) > (reported[1] ?? 0) ? [] : reported;
  const telling = boundsIn(condition, name).flatMap((bound) => [bound - 1, bound]);
  return [...new Set([least, most, ...telling])].filter((count) => count >= least && count <= most);
}

function namesIn(condition: Condition): ReadonlySet<string> {
  return new Set(leaves(condition).map(({ fact }) => fact));
}

type Leaf = Extract<Condition, { readonly fact: string }>;

function leaves(condition: Condition): readonly Leaf[] {
  if ("all" in condition) return condition.all.flatMap(leaves);
  if ("any" in condition) return condition.any.flatMap(leaves);
  if ("not" in condition) return leaves(condition.not);
  return "declared" in condition ? [] : [condition];
}

function boundsIn(condition: Condition, name: string): readonly number[] {
  return leaves(condition).flatMap((leaf) => {
    if (leaf.fact !== name || "is" in leaf) return [];
    return "atLeast" in leaf ? [leaf.atLeast] : [leaf.fewerThan];
  });
}

/** More observations than this are not joined freely: every two facts are, and the others stay as in the ordinary round. */
const MOST_JOINED = 600;

/** Everything that may be observed of the facts that a rule asks for: each value, each bound, not known at all, not reported. */
export function observationsOf(rule: Rule, ordinary: FactSheet, family: Pack["family"]): readonly FactSheet[] {
  const grid = [...namesIn(rule.when)].map((name) => ({ name, facts: factsFor(name, rule.when, family) }));
  const count = grid.reduce((product, { facts }) => product * facts.length, 1);
  if (count <= MOST_JOINED) return joined(grid, ordinary);
  const pairs = grid.flatMap((first, index) => grid.slice(index + 1).map((second) => [first, second]));
  return pairs.flatMap((pair) => joined(pair, ordinary));
}

interface Column {
  readonly name: string;
  readonly facts: readonly (Fact | null)[];
}

function joined(grid: readonly Column[], ordinary: FactSheet): readonly FactSheet[] {
  return grid.reduce<readonly FactSheet[]>(
    (all, { name, facts }) =>
      all.flatMap((sheet) =>
        facts.map((fact): FactSheet => {
          if (fact !== null) return { ...sheet, [name]: fact };
          return Object.fromEntries(Object.entries(sheet).filter(([other]) => other !== name));
        }),
      ),
    [ordinary],
  );
}

function factsFor(name: string, condition: Condition, family: Pack["family"]): readonly (Fact | null)[] {
  const spec = factSpec(family, name);
  if (spec?.is === "flag") return [...[true, false, null].map((value): Fact => ({ is: "flag", value })), null];
  if (spec?.is === "word")
    return [...[...(spec.words ?? []), null].map((value): Fact => ({ is: "word", value })), null];
  const count = (atLeast: number, atMost: number | null): Fact => ({ is: "count", atLeast, atMost });
  const around = boundsIn(condition, name).flatMap((bound) => [
    ...[bound - 1, bound, bound + 1].map((exactly) => count(exactly, exactly)),
    count(bound - 1, bound),
    count(bound, null),
    count(0, bound - 1),
    count(bound - 1, null),
    // Bounds that contradict each other settle nothing.
    count(bound + 1, bound - 1),
  ]);
  return [...around, count(0, null), null];
}

/** What a rule does where the house has adopted these readings. */
export function effectOf(rule: Rule, houseRules: readonly string[]): RuleVerdict {
  return houseRules.includes(rule.id) && rule.adopts !== undefined ? "void" : rule.verdict;
}

/** What becomes of a rule when it is judged. */
export interface Owed {
  readonly applies: boolean;
  readonly voids: boolean;
  readonly breaks: boolean;
  readonly leavesOpen: boolean;
  readonly held: boolean;
}

/** `can`: this table can see the facts of the rule. */
export function owed(
  rule: Rule,
  certain: "so" | "not so" | "open",
  when: "running" | "rest",
  houseRules: readonly string[],
  can: boolean,
): Owed {
  const verdict = effectOf(rule, houseRules);
  const so = certain === "so";
  const over = when === "rest";
  return {
    applies: so,
    voids: so && verdict === "void" && ["spin", "round", "throw"].includes(rule.scope),
    breaks: over && so && verdict === "deviation",
    leavesOpen: over && ((can && certain === "open") || (so && verdict === "person-decides")),
    held: over && can && certain === "not so",
  };
}

/** What follows when somebody of this office declares a rule; null: they are refused. */
export function declaredBy(
  rule: Rule,
  role: Role,
  houseRules: readonly string[],
): { readonly outcome: string; readonly call: Call | null; readonly steps: readonly string[] } | null {
  const verdict = effectOf(rule, houseRules);
  if (rule.declaredBy !== role || verdict === "deviation") return null;
  const adopted = verdict === "void" && rule.verdict !== "void";
  const call = (adopted ? rule.adopts?.announce : rule.announce) ?? null;
  const steps = (adopted ? rule.adopts?.then : rule.then) ?? [];
  return { outcome: verdict === "person-decides" && call !== null ? "void" : verdict, call, steps };
}
