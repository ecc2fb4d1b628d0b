import { z } from "zod";
import { SOFT_SEVENTEEN } from "../cards/black-jack.ts";
import { COLOUR_RULES } from "../cards/treinta-y-cuarenta.ts";
import { MOVES } from "../people/keys.ts";
import { type CardGame, type DealStep, type OutcomeRule } from "./card-game.ts";
import { paiGowCountSchema, qualifyingSchema, rankingSchema, tableauSchema } from "./card-tables-schema.ts";
import { cite } from "./common-schema.ts";

/** What a card game of a pack may have: steps of its deal, portions in a step, cards in a portion, repetitions, seats, decks. */
export const CARD_GAME_MAX = { steps: 40, portions: 8, cards: 13, times: 13, seats: 20, decks: 8 } as const;

const count = (most: number) => z.int().min(0).max(most);
const receiver = z.enum(["seats", "places", "bank", "punto", "banca", "cloth-1", "cloth-2", "board", "burnt"]);
const portion = z.strictObject({
  hand: receiver,
  cards: z.int().min(1).max(CARD_GAME_MAX.cards),
  up: z.enum(["all", "none", "first", "last"]),
});
const moves = z.array(z.enum(MOVES)).min(1).max(8);
const tableau = tableauSchema;
const colour = z.enum(COLOUR_RULES);
const ranking = rankingSchema;

const step: z.ZodType<DealStep> = z.discriminatedUnion("step", [
  z.strictObject({
    step: z.literal("deal"),
    to: z.array(portion).min(1).max(CARD_GAME_MAX.portions),
    times: z.int().min(1).max(CARD_GAME_MAX.times),
    packets: z.literal(true).exactOptional(),
    ifPackets: z.array(portion).min(1).max(CARD_GAME_MAX.portions).exactOptional(),
    fromLowest: z.int().min(1).max(13).exactOptional(),
    cite,
  }),
  z.strictObject({
    step: z.literal("turn"),
    hands: z.array(receiver).min(1).max(8),
    cards: z.int().min(1).max(13).exactOptional(),
    orFold: z.literal(true).exactOptional(),
    cite,
  }),
  z.strictObject({ step: z.literal("third-card"), tableau, cite }),
  z.strictObject({ step: z.literal("third-card-two-cloths"), tableau, cite }),
  z.strictObject({ step: z.literal("rows"), colour, cite }),
  z.strictObject({
    step: z.literal("war"),
    burn: count(5),
    after: z.literal("twenty-one").exactOptional(),
    cite,
  }),
  z.strictObject({
    step: z.literal("twenty-one-players"),
    moves,
    mostHands: z.int().min(1).max(20).exactOptional(),
    splitAcesOneCard: z.boolean(),
    doubleOn: z.array(z.int().min(2).max(21)).min(1).max(20).exactOptional(),
    insuranceOn: z.enum(["ace", "ace-or-ten"]).exactOptional(),
    insuranceUntil: z.literal("bank-card").exactOptional(),
    resplitAces: z.literal(true).exactOptional(),
    surrender: z
      .strictObject({
        againstAce: z.boolean(),
        afterSplit: z.boolean(),
        until: z.enum(["own-turn", "first-card"]),
      })
      .exactOptional(),
    cite,
  }),
  z.strictObject({
    step: z.literal("twenty-one-bank"),
    soft: z.enum(SOFT_SEVENTEEN),
    shortcuts: z.union([z.literal(true), z.literal("first-card")]).exactOptional(),
    onlyIfBet: z.literal(true).exactOptional(),
    evenMoney: z.enum(["ace", "ace-or-ten"]).exactOptional(),
    cite,
  }),
  z.strictObject({ step: z.literal("say"), moves, order: z.enum(["in-turn", "any", "interval"]), cite }),
  z.strictObject({
    step: z.literal("exchange"),
    atMost: z.int().min(1).max(5),
    bank: z.strictObject({ ranking }).exactOptional(),
    cite,
  }),
  z.strictObject({ step: z.literal("set"), cite }),
  z.discriminatedUnion("by", [
    z.strictObject({ step: z.literal("first-seat"), by: z.literal("button"), cite }),
    z.strictObject({ step: z.literal("first-seat"), by: z.literal("dice"), count: paiGowCountSchema, cite }),
  ]),
]);

const from = z.enum(["own", "own-and-board", "best-of-all", "two-own-three-board"]);
const compareOn = z.union([z.literal(true), z.literal("house")]).exactOptional();
const outcome: z.ZodType<OutcomeRule> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("punto-y-banca"), tableau, cite }),
  z.strictObject({ kind: z.literal("two-cloths"), tableau, cite }),
  z.strictObject({ kind: z.literal("treinta-y-cuarenta"), colour, cite }),
  z.strictObject({ kind: z.literal("war"), cite }),
  z.strictObject({
    kind: z.literal("twenty-one"),
    perfectPairs: z.literal(true).exactOptional(),
    bankHands: z.literal(3).exactOptional(),
    tieBreak: z.literal(true).exactOptional(),
    acesOfDoubled: z.literal("not-stated").exactOptional(),
    cite,
  }),
  z.strictObject({
    kind: z.literal("bank-poker"),
    from,
    ranking,
    qualifies: qualifyingSchema.nullable(),
    endsUnqualified: z.literal(true).exactOptional(),
    compareOn,
    cite,
  }),
  z.strictObject({
    kind: z.literal("table-poker"),
    from,
    ranking,
    compareOn,
    cite,
  }),
  z.strictObject({ kind: z.literal("pay-table-poker"), from, ranking, least: qualifyingSchema, cite }),
  z.strictObject({
    kind: z.literal("pai-gow"),
    ranking,
    compareOn,
    cite,
  }),
]);

/** The `cards` part of a pack: shapes and ranges. What its parts say of each other is checked by `card-check.ts`. */
export const cardGameSchema: z.ZodType<CardGame> = z.strictObject({
  reader: z.enum(["shoe", "none"]),
  decks: z.strictObject({
    counts: z.array(z.int().min(1).max(CARD_GAME_MAX.decks)).min(1).max(CARD_GAME_MAX.decks),
    pack: z.union([z.literal(52), z.literal(32), z.literal(28)]),
    jokers: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
    byTurns: z.enum(["any-backs", "other-backs"]).exactOptional(),
    cite,
  }),
  burn: z.strictObject({
    rule: z.enum(["none", "fixed", "first-card-value"]),
    cards: count(10),
    shownCard: z.literal("not-stated").exactOptional(),
    cite: cite.exactOptional(),
  }),
  cutCard: z
    .strictObject({
      behind: z.union([
        z.strictObject({ exactly: z.int().min(1).max(200) }),
        z.strictObject({ atLeast: z.int().min(1).max(200) }),
        z.literal("not-stated"),
      ]),
      then: z.enum(["finish-round", "one-more-round", "void-round", "not-stated"]),
      afterRound: z.literal("house").exactOptional(),
      cite,
    })
    .nullable(),
  seats: z
    .strictObject({
      most: z.int().min(1).max(CARD_GAME_MAX.seats),
      least: z.strictObject({ count: z.int().min(2).max(CARD_GAME_MAX.seats), cite }).exactOptional(),
      cite,
    })
    .nullable(),
  betsClose: z.enum(["call", "first-card"]),
  deal: z.array(step).max(CARD_GAME_MAX.steps),
  outcome: outcome.nullable(),
});
