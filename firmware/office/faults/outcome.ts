import { everyEvent } from "../../../src/analysis/events.ts";
import { nearest } from "../../../src/rules/nearest.ts";
import type { Pack } from "../../../src/rules/pack.ts";
import type { RecordBody } from "../../../src/table/kernel/record.ts";

/**
 * What a record says, in the words in which scenarios and the catalogue of faults say what something comes to: `certified`, `reported`,
 * `void <rule> …`, `undecided <doubt> …`, `aborted <cause>`, `incident <rule>`, `fault <code>`, `cleared <code>`; null: the record says nothing of the kind.
 * There is no face and no number in them.
 */
export function outcomeOf(body: RecordBody): string | null {
  switch (body.kind) {
    case "result":
      return body.certainty.level;
    case "void":
      return ["void", ...body.reasons.map(({ rule }) => rule)].join(" ");
    case "undecided":
      return ["undecided", ...body.because].join(" ");
    case "aborted":
      return `aborted ${body.cause}`;
    case "incident":
    case "throw-incident":
      return `incident ${body.reason.rule}`;
    case "fault":
      return `fault ${body.code}`;
    case "fault-cleared":
      return `cleared ${body.code}`;
    default:
      return null;
  }
}

/** The words with which an outcome begins. */
export const OUTCOMES = [
  "certified",
  "reported",
  "void",
  "undecided",
  "aborted",
  "incident",
  "fault",
  "cleared",
] as const;
const VERDICTS: readonly string[] = ["certified", "reported", "void", "undecided", "aborted"];

/** Whether an outcome is a round's verdict. */
export const isVerdictOutcome = (outcome: string): boolean => VERDICTS.includes(outcome.split(" ", 1)[0] ?? "");

/** Whether `outcome` is what `words` ask for: of the same kind, with every rule, doubt or code that they name. `undecided` alone is any. */
export function isOutcome(outcome: string, words: string): boolean {
  const [kind, ...found] = outcome.split(" ");
  const [wanted, ...named] = words.split(" ");
  return kind === wanted && named.every((name) => found.includes(name));
}

/** What is wrong with words that are to be an outcome; null: nothing. */
export function outcomeFault(words: string): string | null {
  const [kind = "", ...named] = words.split(" ");
  if (!OUTCOMES.some((one) => one === kind))
    return `"${words}" is no outcome: it begins with ${OUTCOMES.join(", ")}`;
  if ((kind === "certified" || kind === "reported") && named.length > 0) return `nothing follows "${kind}"`;
  if (["aborted", "incident", "fault", "cleared"].includes(kind) && named.length > 1)
    return `at most one word follows "${kind}": its rule, cause or code`;
  return null;
}

/** Every name that may stand in an outcome at a table of this rulebook: its rules and steps, and the codes of faults, doubts and causes. */
export const namesOfOutcomes = ({ steps, rules }: Pick<Pack, "steps" | "rules">): ReadonlySet<string> =>
  new Set([...[...steps, ...rules].map(({ id }) => id), ...everyEvent().map(({ code }) => code)]);

/** The first name of an outcome that nothing at the table has, with the one that was probably meant; null: it has all of them. */
export function unknownName(
  words: string,
  names: ReadonlySet<string>,
): { readonly name: string; readonly near: string | null } | null {
  const name = words
    .split(" ")
    .slice(1)
    .find((one) => !names.has(one));
  return name === undefined ? null : { name, near: nearest(name, [...names]) };
}
