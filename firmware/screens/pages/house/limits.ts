/** Minimums and maximums of the table by suerte, with what the rulebook pays, and its rules in brief with their paragraphs. */
import { h, type JSX } from "preact";
import type { Limit, LimitsShown, RuleShown } from "../../house/shown.ts";
import { HOUSE_WORDS, sentenceIn, wordIn, type Language, type Text } from "../i18n.ts";
import type { HouseShown } from "./house.ts";

/** The parts of a screen of limits. `voidName`: what this law calls a void round. */
export function limitsParts(
  house: HouseShown | null,
  { voidName, language }: { readonly voidName: Text | null; readonly language: Language },
): readonly JSX.Element[] {
  const limits = house?.limits ?? null;
  const rules = house?.rules ?? [];
  return [
    limits === null ? h("p", { class: "nothing" }, HOUSE_WORDS.none[language]) : limitsTable(limits, language),
    ...(rules.length === 0 ? [] : [rulesSign(rules, voidName, language)]),
  ];
}

function limitsTable({ currency, band, table, suertes }: LimitsShown, language: Language): JSX.Element {
  const money = moneyIn(currency, language);
  const paysAny = suertes.some(({ pays }) => pays !== null);
  const cells = ({ minimum, maximum }: Limit): JSX.Element[] =>
    [minimum, maximum].map((one) => h("td", { class: "amount" }, one === null ? "–" : money(one)));
  const head = [
    HOUSE_WORDS.suerte,
    HOUSE_WORDS.minimum,
    HOUSE_WORDS.maximum,
    ...(paysAny ? [HOUSE_WORDS.pays] : []),
  ];
  return h(
    "section",
    { class: "limits", "data-rows": suertes.length },
    h("h2", null, HOUSE_WORDS.limits[language], h("span", null, currency)),
    table === null
      ? null
      : h(
          "p",
          { class: "limits-table" },
          ...(["minimum", "maximum"] as const).map((key) => {
            const amount = table[key];
            return amount === null
              ? null
              : h(
                  "span",
                  null,
                  h("span", { class: "label" }, HOUSE_WORDS[key][language]),
                  h("strong", null, money(amount)),
                );
          }),
        ),
    band === null
      ? null
      : h(
          "p",
          { class: "limits-band" },
          `${HOUSE_WORDS.band[language]}: ${[band.minimum, band.maximum].map((one) => (one === null ? "…" : money(one))).join(" – ")}`,
        ),
    suertes.length === 0
      ? null
      : h(
          "table",
          null,
          h("thead", null, h("tr", null, ...head.map((word) => h("th", { scope: "col" }, word[language])))),
          h(
            "tbody",
            null,
            ...suertes.map((one) =>
              h(
                "tr",
                null,
                h("th", { scope: "row" }, sentenceIn(one.name, language)),
                ...cells(one),
                paysAny ? h("td", null, one.pays ?? "–") : null,
              ),
            ),
          ),
        ),
  );
}

/** Where a currency is written otherwise than in most places of a language: `$1.000` in Chile. */
const REGIONS: Readonly<Record<string, string>> = { CLP: "CL" };

/** An amount in its currency, as the language writes it; without cents where it has none. */
function moneyIn(currency: string, language: Language): (amount: number) => string {
  const region = language === "es" ? REGIONS[currency] : undefined;
  const formatWith = (cents: number) =>
    new Intl.NumberFormat(region === undefined ? language : `${language}-${region}`, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: cents,
      maximumFractionDigits: cents,
      useGrouping: "always",
    });
  const [whole, parts] = [formatWith(0), formatWith(2)];
  return (amount) => (Number.isInteger(amount) ? whole : parts).format(amount);
}

function rulesSign(rules: readonly RuleShown[], voidName: Text | null, language: Language): JSX.Element {
  return h(
    "section",
    { class: "rules" },
    h("h2", null, HOUSE_WORDS.rules[language]),
    h(
      "ul",
      null,
      ...rules.map(({ verdict, text, cite, inferred }) =>
        h(
          "li",
          null,
          verdict === "void" && voidName !== null
            ? h("strong", null, `${sentenceIn(voidName, language)}: `)
            : null,
          text[language],
          h("cite", null, inferred === true ? `${cite} · ${wordIn("inferred", language)}` : cite),
        ),
      ),
    ),
  );
}
