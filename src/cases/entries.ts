import type { CaseFamily } from "./family.ts";
import { z } from "zod";
import { ROLES } from "../people/roles.ts";
import type { RuleCase } from "./cases.ts";
import { given, outcome } from "./shapes.ts";
import { id } from "../rules/common-schema.ts";
import type { Pack } from "../rules/pack.ts";
import type { Path } from "../rules/yaml.ts";

/** What the law says of one rule, told a second time and for itself, and the cases in which it applies and does not. */
export const ruleEntry = z.strictObject({
  cite: z.string(),
  /** What follows when it applies; the verdict is of a round that is over. */
  then: outcome,
  /** Who may declare it; absent: nobody. Everybody else is refused. */
  "declared-by": z.string().exactOptional(),
  /** What follows when that person declares it, where it is something else. */
  declared: outcome.exactOptional(),
  "house-rules": z.array(id).exactOptional(),
  cases: z
    .array(
      z.strictObject({
        case: z.string().min(1).max(300),
        given,
        /** Absent: at every moment at which the family of the game judges such a thing. */
        when: z.string().max(60).exactOptional(),
        applies: z.enum(["yes", "no"]).exactOptional(),
        also: z.array(id).exactOptional(),
        "house-rules": z.array(id).exactOptional(),
        then: outcome.exactOptional(),
      }),
    )
    .max(60)
    .exactOptional(),
});
export type RuleEntry = z.infer<typeof ruleEntry>;

/** A case that was worked out of an entry, and where the entry says it. */
export interface PlacedCase {
  readonly one: RuleCase;
  readonly path: Path;
}

/**
 * The single cases of an entry: each case of it at every moment that it is of; nothing of the kind, in which it does not
 * apply; and every office of the casino declaring it.
 */
export function casesOfEntry(
  pack: Pack,
  family: CaseFamily,
  rule: string,
  entry: RuleEntry,
  path: Path,
): readonly PlacedCase[] {
  const base = { rule, cite: entry.cite };
  const own = (entry.cases ?? []).flatMap((one, index): readonly PlacedCase[] => {
    const applies = one.applies ?? "yes";
    const then = one.then ?? (applies === "yes" ? entry.then : { verdict: "stands" as const });
    const houseRules = one["house-rules"] ?? entry["house-rules"];
    const { case: title, given: facts, also } = one;
    return momentsOf(pack, family, one.when, applies, then.verdict).map((when) => ({
      path: [...path, "cases", index],
      one: {
        ...base,
        case: title,
        given: facts,
        when,
        applies,
        then:
          when === family.running && applies === "no" && one.then === undefined ? { verdict: "goes on" } : then,
        ...(also && { also }),
        ...(houseRules && { "house-rules": houseRules }),
      },
    }));
  });
  const nothing: PlacedCase = {
    path,
    one: {
      ...base,
      case: "nada de eso",
      given: {},
      when: family.over(pack),
      applies: "no",
      then: { verdict: "stands" },
    },
  };
  const declared = ROLES.map((role): PlacedCase => {
    const speaker = role.replaceAll("-", " ");
    const may = entry["declared-by"] === speaker;
    const then = may ? (entry.declared ?? entry.then) : { verdict: "refused" as const };
    const houseRules = entry["house-rules"];
    return {
      path: [...path, may ? "declared-by" : "cite"],
      one: {
        ...base,
        case: may ? `lo declara: ${speaker}` : `no puede declararlo: ${speaker}`,
        given: {},
        when: `declared by ${speaker}`,
        applies: may ? "yes" : "no",
        then,
        ...(houseRules && { "house-rules": houseRules }),
      },
    };
  });
  return [...own, nothing, ...declared];
}

function momentsOf(
  pack: Pack,
  family: CaseFamily,
  when: string | undefined,
  applies: string,
  verdict: string,
): readonly string[] {
  if (when !== undefined) return [when];
  const over = family.over(pack);
  const isOfRunning = family.running !== null && applies !== "no" && family.runsWith(verdict);
  return isOfRunning ? [family.running, over] : [over];
}
