import { citeText, type Pack, type Rule } from "../../../src/rules/pack.ts";
import { stakesOf } from "../../../src/rules/stakes.ts";
import type { HouseConfig } from "../../table/config/house-config.ts";
import type { Limit, LimitsShown, RuleShown } from "./shown.ts";

/** How many rules stand in brief where the house names none. */
const RULES_SHOWN = 6;

type Limits = NonNullable<HouseConfig["limits"]>;

/** The limits of the table in the order of its rulebook, with what that pays. */
export function limitsShown(limits: Limits | undefined, pack: Pack): LimitsShown | null {
  if (limits === undefined) return null;
  const { currency, band, table, suertes = {} } = limits;
  return {
    currency,
    band: band === undefined ? null : limitOf(band),
    table: table === undefined ? null : limitOf(table),
    suertes: stakesOf(pack).flatMap((stake) => {
      const limit = suertes[stake.id];
      return limit === undefined ? [] : [{ ...stake, ...limitOf(limit) }];
    }),
  };
}

const limitOf = ({ minimum, maximum }: NonNullable<Limits["table"]>): Limit => ({
  minimum: minimum ?? null,
  maximum: maximum ?? null,
});

/**
 * Rules in brief, in the rulebook's words: those that the house names, in its order; otherwise what it says of a pocket without colour, and
 * what annuls a round by the letter of the law.
 */
export function rulesShown(named: readonly string[] | undefined, pack: Pack): readonly RuleShown[] {
  if (named !== undefined)
    return named.flatMap((id) => {
      const rule = pack.rules.find((one) => one.id === id);
      return rule === undefined ? [] : [ruleShown(rule)];
    });
  const special =
    pack.wheel !== undefined
      ? pack.result.special.map(({ pocket, rule, cite, basis }) => ({
          rule: `pocket-${pocket}`,
          verdict: null,
          text: rule,
          cite: citeText(cite),
          ...(basis === "inferred" ? { inferred: true as const } : {}),
        }))
      : [];
  const voids = pack.rules.filter(({ verdict, basis }) => verdict === "void" && basis === "text");
  return [...special, ...voids.map(ruleShown)].slice(0, RULES_SHOWN);
}

const ruleShown = ({ id, verdict, text, cite, basis }: Rule): RuleShown => ({
  rule: id,
  verdict: verdict === "void" ? "void" : null,
  text,
  cite: citeText(cite),
  ...(basis === "inferred" ? { inferred: true as const } : {}),
});
