import { SOFT_SEVENTEEN } from "../../../src/cards/black-jack.ts";
import { COLOUR_RULES } from "../../../src/cards/treinta-y-cuarenta.ts";
import {
  CARD_EFFECTS,
  type DealStep,
  type HandFrom,
  type OutcomeRule,
  type Portion,
} from "../../../src/rules/card-game.ts";
import type { CardPack, Rule } from "../../../src/rules/pack.ts";

type Change<T> = readonly [what: string, changed: T];

/** Every pack that differs from this one in one thing of its deal or of how its cards decide, and that a deal can show. */
export function cardMutants(pack: CardPack): readonly { readonly change: string; readonly pack: CardPack }[] {
  const { cards } = pack;
  if (cards.outcome === null) return [];
  const deals = cards.deal.flatMap((step, index): readonly Change<CardPack["cards"]>[] => [
    [`without step ${index + 1} (${step.step})`, { ...cards, deal: cards.deal.toSpliced(index, 1) }],
    ...changedSteps(step).map(([what, changed]): Change<CardPack["cards"]> => [
      `step ${index + 1} (${step.step}): ${what}`,
      { ...cards, deal: cards.deal.with(index, changed) },
    ]),
  ]);
  const outcomes = [...changedOutcomes(cards.outcome), ...plainer(cards.outcome)].map(
    ([what, outcome]): Change<CardPack["cards"]> => [`outcome: ${what}`, { ...cards, outcome }],
  );
  return [...deals, ...outcomes].map(([change, changed]) => ({
    change,
    pack: { ...pack, cards: changed },
  }));
}

/** Another of a list of words. */
const others = <K extends string>(all: readonly K[], name: K): readonly K[] =>
  all.filter((one) => one !== name);

function changedSteps(step: DealStep): readonly Change<DealStep>[] {
  switch (step.step) {
    case "deal":
      return changedDeal(step);
    case "turn":
      return [
        ...without(step.hands, 1).map(([what, hands]): Change<DealStep> => [what, { ...step, hands }]),
        ...dropped(step, "cards"),
        ...dropped(step, "orFold"),
      ];
    case "third-card":
    case "third-card-two-cloths":
    case "rows":
    case "set":
    case "first-seat":
      return [];
    case "war":
      return [[`${step.burn + 1} burnt`, { ...step, burn: step.burn + 1 }]];
    case "twenty-one-players":
      return [
        ...without(step.moves, 1).map(([what, moves]): Change<DealStep> => [what, { ...step, moves }]),
        ["split aces", { ...step, splitAcesOneCard: !step.splitAcesOneCard }],
        ...(step.mostHands === 1
          ? []
          : [[`fewer hands`, { ...step, mostHands: (step.mostHands ?? 5) - 1 }] as const]),
        ...dropped(step, "resplitAces"),
        ...dropped(step, "insuranceUntil"),
      ];
    case "twenty-one-bank":
      return [
        ...others(SOFT_SEVENTEEN, step.soft).map((soft): Change<DealStep> => [
          `soft seventeen of ${soft}`,
          { ...step, soft },
        ]),
        ...dropped(step, "evenMoney"),
        ...dropped(step, "insurance"),
      ];
    case "say":
      return without(step.moves, 1).map(([what, moves]): Change<DealStep> => [what, { ...step, moves }]);
    case "exchange":
      return [
        ...(step.atMost > 1
          ? [[`at most ${step.atMost - 1}`, { ...step, atMost: step.atMost - 1 }] as const]
          : []),
        ...dropped(step, "bank"),
      ];
  }
}

function changedDeal(step: DealStep & { step: "deal" }): readonly Change<DealStep>[] {
  const row = (to: readonly Portion[], key: "to" | "ifPackets"): readonly Change<DealStep>[] => [
    ...to.flatMap((portion, index) =>
      changedPortions(portion).map(([what, changed]): Change<DealStep> => [
        `${key}: ${portion.hand} ${what}`,
        { ...step, [key]: to.with(index, changed) },
      ]),
    ),
    ...(to.length > 1 ? [[`${key}: the other way round`, { ...step, [key]: to.toReversed() }] as const] : []),
  ];
  return [
    ...row(step.to, "to"),
    ...row(step.ifPackets ?? [], "ifPackets"),
    [`${step.times + 1} times`, { ...step, times: step.times + 1 }],
    ...dropped(step, "fromLowest"),
  ];
}

function changedPortions(portion: Portion): readonly Change<Portion>[] {
  const ups = (["all", "none"] as const).filter((up) => up !== portion.up);
  return [
    [`${portion.cards + 1} cards`, { ...portion, cards: portion.cards + 1 }],
    ...ups.map((up): Change<Portion> => [`up ${up}`, { ...portion, up }]),
  ];
}

/** The list without each of its words, where so many are left. */
function without<T extends string>(list: readonly T[], least: number): readonly Change<readonly T[]>[] {
  if (list.length <= least) return [];
  return list.map((word, index) => [`without ${word}`, list.toSpliced(index, 1)]);
}

function dropped<T extends DealStep>(step: T, key: keyof T & string): readonly Change<DealStep>[] {
  if (step[key] === undefined) return [];
  const rest = Object.fromEntries(Object.entries(step).filter(([name]) => name !== key));
  return [[`without ${key}`, rest as unknown as DealStep]];
}

/** The outcome without what it may have beside what it must. */
function plainer(outcome: OutcomeRule): readonly Change<OutcomeRule>[] {
  return ["compareOn", "endsUnqualified"].flatMap((key): readonly Change<OutcomeRule>[] => {
    const rest = Object.entries(outcome).filter(([name]) => name !== key);
    return key in outcome ? [[`without ${key}`, Object.fromEntries(rest) as unknown as OutcomeRule]] : [];
  });
}

function changedOutcomes(outcome: OutcomeRule): readonly Change<OutcomeRule>[] {
  switch (outcome.kind) {
    case "punto-y-banca":
    case "two-cloths":
    case "war":
    case "pai-gow":
      return [];
    case "treinta-y-cuarenta":
      return others(COLOUR_RULES, outcome.colour).map((colour) => [
        `colour of ${colour}`,
        { ...outcome, colour },
      ]);
    case "twenty-one":
      return outcome.perfectPairs === true
        ? [["without perfect pairs", { kind: "twenty-one", cite: outcome.cite }]]
        : [["with perfect pairs", { ...outcome, perfectPairs: true }]];
    case "bank-poker":
      return [...changedFrom(outcome), ...qualified(outcome)];
    case "table-poker":
    case "pay-table-poker":
      return changedFrom(outcome);
  }
}

/** Which cards make a hand. With common ones: all own and all common ones, the best five, or two and three. */
function changedFrom<T extends OutcomeRule & { from: HandFrom }>(outcome: T): readonly Change<T>[] {
  return (["best-of-all", "two-own-three-board"] as const)
    .filter((from) => outcome.from !== "own" && from !== outcome.from)
    .map((from) => [`hands from ${from}`, { ...outcome, from }]);
}

function qualified(outcome: OutcomeRule & { kind: "bank-poker" }): readonly Change<OutcomeRule>[] {
  const { qualifies } = outcome;
  if (qualifies === null) return [];
  const none: Change<OutcomeRule> = ["everybody qualifies", { ...outcome, qualifies: null }];
  return [none];
}

/** What a rule does to the deal, what it reaches and what a hand counts by it. */
export function changedActs(rule: Rule): readonly Change<Rule>[] {
  const changes: Change<Rule>[] = [];
  if (rule.effect !== undefined) {
    for (const effect of CARD_EFFECTS) {
      if (effect !== rule.effect) changes.push([`effect ${effect}`, { ...rule, effect }]);
    }
  }
  if (rule.verdict === "void") {
    for (const scope of ["round", "next-round", "hand", "cloth"] as const) {
      if (scope !== rule.scope) changes.push([`scope ${scope}`, { ...rule, scope }]);
    }
  }
  const { deem, asks, ...rest } = rule;
  if (deem !== undefined) {
    changes.push(["deems nothing", { ...rest, ...(asks && { asks }) }]);
    changes.push(["deems another", { ...rule, deem: deem === "natural" ? 9 : "natural" }]);
  }
  if (asks !== undefined) {
    changes.push(["asks for no hand", { ...rest, ...(deem !== undefined && { deem }) }]);
  } else if (rule.declaredBy !== undefined) changes.push(["asks for a hand", { ...rule, asks: "hand" }]);
  return changes;
}
