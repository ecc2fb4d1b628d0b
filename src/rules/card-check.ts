import { canonical } from "../record/canonical.ts";
import type { CardGame, DealStep, OutcomeRule, Receiver } from "./card-game.ts";
import type { Fault } from "./condition.ts";
import { repeatedWordFaults } from "./listed.ts";
import type { CardPack } from "./pack.ts";
import type { Path } from "./yaml.ts";

/** What the parts of a card game say of each other that cannot be. What its rules may say is checked by `card-rule-check.ts`. */
export function cardFaults({ cards }: CardPack): readonly Fault[] {
  return [
    ...deckFaults(cards),
    ...burnFaults(cards),
    ...cards.deal.flatMap((step, index) => stepFaults(cards, step, index)),
    ...seatFaults(cards),
    ...outcomeFaults(cards),
  ];
}

/** Every hand that the deal gives cards to, by the words of its steps. */
export function receiversOf(deal: readonly DealStep[]): ReadonlySet<Receiver> {
  return new Set(deal.flatMap((step) => (step.step === "deal" ? step.to.map(({ hand }) => hand) : [])));
}

function deckFaults({ decks, deal, seats, cutCard, outcome }: CardGame): readonly Fault[] {
  const faults = [
    ...repeatedWordFaults(decks.counts.map(String), ["cards", "decks", "counts"], "number of decks"),
  ];
  if (decks.byTurns !== undefined && (!decks.counts.includes(2) || Math.max(...decks.counts) > 2))
    faults.push({
      path: ["cards", "decks", "byTurns"],
      message: "two decks are played by turns: write 2 under counts",
    });
  const inPlay = decks.byTurns === undefined ? Math.min(...decks.counts) : 1;
  const loaded = inPlay * (decks.pack + decks.jokers);
  const needed = deal.reduce((sum, step) => sum + cardsOf(step, seats?.most ?? 0), 0);
  // Where seats play against each other some fold before the last card: seven cards for seven seats are never dealt.
  if (needed > loaded && outcome?.kind !== "table-poker") {
    const message = `a full table is dealt ${needed} cards: so many are not in ${loaded}`;
    faults.push({ path: ["cards", "deal"], message });
  }
  const behind = cutCard?.behind;
  if (behind === undefined || behind === "not-stated") return faults;
  const cut = "exactly" in behind ? behind.exactly : behind.atLeast;
  if (cut >= loaded)
    faults.push({
      path: ["cards", "cutCard", "behind"],
      message: `${cut} cards behind it are all that are loaded`,
    });
  return faults;
}

/** Cards that a step deals for certain at a full table. */
function cardsOf(step: DealStep, seats: number): number {
  if (step.step !== "deal") return 0;
  const row = step.to.map(({ hand, cards }) => (hand === "seats" || hand === "places" ? seats : 1) * cards);
  return step.times * row.reduce((sum, cards) => sum + cards, 0);
}

function burnFaults({ burn }: CardGame): readonly Fault[] {
  const faults: Fault[] = [];
  const path: Path = ["cards", "burn"];
  if ((burn.rule === "none") !== (burn.cards === 0))
    faults.push({ path: [...path, "cards"], message: `"${burn.rule}" with ${burn.cards} cards` });
  if (burn.shownCard !== undefined && burn.rule !== "first-card-value")
    faults.push({ path: [...path, "shownCard"], message: `"${burn.rule}" shows no card that says how many` });
  if (burn.rule !== "none" && burn.cite === undefined) faults.push({ path, message: "burning needs a cite" });
  return faults;
}

/** Steps that only turn, move or ask need hands that were dealt before. */
function stepFaults({ deal }: CardGame, step: DealStep, index: number): readonly Fault[] {
  const path: Path = ["cards", "deal", index];
  const before = receiversOf(deal.slice(0, index));
  if (step.step === "deal") {
    return step.to.flatMap(({ hand, up }, at) => {
      const rows = step.to.map((portion) => (portion.hand === hand ? portion.cards : 0));
      const all = step.times * rows.reduce((sum, cards) => sum + cards, 0);
      return all > 1 || (up !== "first" && up !== "last")
        ? []
        : [{ path: [...path, "to", at, "up"], message: "one card is up or not: all or none" }];
    });
  }
  if (step.step === "turn") {
    return [
      ...repeatedWordFaults(step.hands, [...path, "hands"], "hand"),
      ...step.hands.flatMap((hand, at) =>
        before.has(hand)
          ? []
          : [{ path: [...path, "hands", at], message: `"${hand}" has no cards to turn up` }],
      ),
    ];
  }
  const missing = NEEDED[step.step].filter((hand) => !before.has(hand));
  const faults = missing.map((hand) => ({ path, message: `"${hand}" has no cards before ${step.step}` }));
  return step.step === "set" && !before.has("seats") && !before.has("places")
    ? [...faults, { path, message: "nobody has cards to set" }]
    : faults;
}

/** Hands that must have cards before a step of each kind. */
const NEEDED: Readonly<Record<Exclude<DealStep["step"], "deal" | "turn">, readonly Receiver[]>> = {
  "third-card": ["punto", "banca"],
  "third-card-two-cloths": ["cloth-1", "cloth-2"],
  rows: [],
  war: ["seats", "bank"],
  "twenty-one-players": ["seats", "bank"],
  "twenty-one-bank": ["bank"],
  say: [],
  exchange: ["seats"],
  set: [],
  "first-seat": [],
};

/** Steps that speak of seats although they deal no card. */
const OF_SEATS: readonly DealStep["step"][] = [
  "war",
  "twenty-one-players",
  "say",
  "exchange",
  "set",
  "first-seat",
];

function seatFaults({ deal, seats }: CardGame): readonly Fault[] {
  const hands = receiversOf(deal);
  const seated = hands.has("seats") || hands.has("places") || deal.some(({ step }) => OF_SEATS.includes(step));
  const path: Path = ["cards", "seats"];
  if (seated && seats === null) return [{ path, message: "the deal speaks of seats: how many are there?" }];
  if (!seated && seats !== null && deal.length > 0)
    return [{ path, message: "no step of the deal speaks of seats" }];
  const least = seats?.least?.count ?? 0;
  if (seats !== null && least > seats.most)
    return [
      {
        path: [...path, "least", "count"],
        message: `${least} seats at least, and the table has ${seats.most}: write a number up to ${seats.most}`,
      },
    ];
  return [];
}

/** The hands that a game is decided between, and the step that it cannot do without. */
const DECIDED: Readonly<
  Record<OutcomeRule["kind"], { readonly hands: readonly Receiver[]; readonly step: DealStep["step"] | null }>
> = {
  "punto-y-banca": { hands: ["punto", "banca"], step: "third-card" },
  "two-cloths": { hands: ["cloth-1", "cloth-2"], step: "third-card-two-cloths" },
  "treinta-y-cuarenta": { hands: [], step: "rows" },
  war: { hands: ["seats", "bank"], step: "war" },
  "twenty-one": { hands: ["seats", "bank"], step: "twenty-one-bank" },
  "bank-poker": { hands: ["seats", "bank"], step: null },
  "table-poker": { hands: ["seats"], step: null },
  "pay-table-poker": { hands: ["seats"], step: null },
  "pai-gow": { hands: ["bank"], step: "set" },
};

function outcomeFaults({ reader, deal, outcome }: CardGame): readonly Fault[] {
  const path: Path = ["cards", "outcome"];
  if (outcome === null) {
    return reader === "none"
      ? []
      : [{ path, message: "a machine reads the cards: how do they decide? Null is for reader none" }];
  }
  const faults: Fault[] = [];
  const hands = receiversOf(deal);
  const { hands: between, step } = DECIDED[outcome.kind];
  // `places` are the bank and every seat.
  const isDealt = (one: Receiver): boolean =>
    hands.has(one) || (hands.has("places") && (one === "bank" || one === "seats"));
  for (const hand of between.filter((one) => !isDealt(one)))
    faults.push({ path, message: `${outcome.kind} is decided by "${hand}", which gets no cards` });
  if (step !== null && !deal.some((one) => one.step === step))
    faults.push({ path, message: `${outcome.kind} has no step ${step}` });
  if (outcome.kind === "table-poker" && hands.has("bank"))
    faults.push({ path, message: "seats play against each other: the bank gets no cards" });
  if ("from" in outcome && outcome.from === "own" && hands.has("board"))
    faults.push({ path: [...path, "from"], message: "the common cards (board) count for nobody" });
  const needsBoard = "from" in outcome && ["own-and-board", "two-own-three-board"].includes(outcome.from);
  if (needsBoard && !hands.has("board"))
    faults.push({ path: [...path, "from"], message: "no common cards (board) are dealt" });
  faults.push(...leastFaults(outcome, path));
  for (const [index, one] of deal.entries())
    faults.push(...tableFaults(one, outcome, ["cards", "deal", index]));
  return faults;
}

/** A step and the outcome go by the same table of third cards, rule of colours or ranking. */
function tableFaults(step: DealStep, outcome: OutcomeRule, path: Path): readonly Fault[] {
  const here = step.step === "exchange" ? { ...step, ...step.bank } : step;
  return (["tableau", "colour", "ranking"] as const).flatMap((name) => {
    if (!(name in here)) return [];
    const [mine, theirs]: readonly unknown[] = [here, outcome].map(
      (part) => (part as Partial<Record<string, unknown>>)[name],
    );
    if (theirs === undefined)
      return [{ path, message: `${step.step} goes by a ${name}, the outcome by nothing of the kind` }];
    if (canonical(mine) === canonical(theirs)) return [];
    return [
      {
        path,
        message: `${step.step} and the outcome go by a different ${name}: write it once, &${name}, and *${name} in the other place`,
      },
    ];
  });
}

/** The least hand is one that the ranking knows. */
function leastFaults(outcome: OutcomeRule, path: Path): readonly Fault[] {
  if (!("ranking" in outcome)) return [];
  const key = "least" in outcome ? "least" : "qualifies";
  const least = "least" in outcome ? outcome.least : "qualifies" in outcome ? outcome.qualifies : null;
  const { order } = outcome.ranking;
  if (least === null || order.includes(least.category)) return [];
  const message = `the ranking has no ${least.category}: one of ${order.join(", ")}`;
  return [{ path: [...path, key, "category"], message }];
}
