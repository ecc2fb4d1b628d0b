import { z } from "zod";
import { isFace, type Face } from "../cards/card.ts";
import { PIP_FACES, SYMBOL_FACES } from "../dice/faces.ts";
import { ACTA_WORDS, DISPUTE_WORDS_MAX, MOVES, LAST_NOTICES, RESOLVE_OUTCOMES, type Key } from "./keys.ts";

/** Letters, digits and signs that stand on a card of bingo: `A`, `2023-B`. */
const SERIES_NAME = /^[0-9A-Z][0-9A-Z./-]{0,19}$/;
const round = z.int().min(0);
/** As the configuration names people. */
const personName = z.string().min(1).max(60);
const rule = z.string().min(1).max(80);
/** `seat-3`, `seat-3.2`, `bank`, `row-black` … */
const hand = z.string().regex(/^[a-z]{1,12}(-[a-z0-9]{1,8})?(\.[0-9]{1,2})?$/);
/** What a key at a card table may name: seats, positions in a hand (counted), and the number of a card in its round. */
export const SEAT_MAX = 20;
export const POSITIONS_MAX = 13;
export const CARD_NUMBER_MAX = 500;
export const CARDS_PUT_RIGHT_MAX = 12;

const cardNumber = z.int().min(1).max(CARD_NUMBER_MAX);
const seat = z.int().min(1).max(SEAT_MAX);
/** Positions in a hand, from 0. */
const positions = z.array(z.int().min(0).max(30)).max(POSITIONS_MAX);
/** Letters, signs and spaces, and something between the spaces. */
const disputeWords = z
  .string()
  .max(DISPUTE_WORDS_MAX)
  .regex(/^\P{C}*[^\s\p{C}]\P{C}*$/u);
const dieFace = z.enum([...PIP_FACES, ...SYMBOL_FACES]);
/** What people say of cards of bingo and of what they cost: as it was said. */
const series = z.string().regex(SERIES_NAME);
export const CARD_OF_SERIES_MAX = 100_000;
const cardOfSeries = z.int().min(1).max(CARD_OF_SERIES_MAX);
export const SAID_MONEY_MAX = 40;
const saidMoney = z
  .string()
  .max(SAID_MONEY_MAX)
  .regex(/^\P{C}*[^\s\p{C}]\P{C}*$/u);
const ball = z.int().min(1).max(90);
const rowOfCard = z.array(ball).length(5);
const face = z.string().refine((text): text is Face => isFace(text)) as unknown as z.ZodType<Face>;

/** A key as it comes from a screen or stands in a recording; anything else in it is an error. */
export const keySchema = z.discriminatedUnion("key", [
  z.strictObject({ key: z.literal("confirm-void"), round, rule }),
  z.strictObject({
    key: z.literal("void"),
    round,
    rule,
    hand: hand.exactOptional(),
    card: cardNumber.exactOptional(),
  }),
  z.strictObject({
    key: z.literal("declare"),
    round,
    rule,
    hand: hand.exactOptional(),
    card: cardNumber.exactOptional(),
  }),
  z.strictObject({
    key: z.literal("put-right"),
    round,
    cards: z.array(cardNumber).min(1).max(CARDS_PUT_RIGHT_MAX),
    to: hand,
  }),
  z.strictObject({ key: z.literal("take-back"), round }),
  z.strictObject({ key: z.literal("acknowledge"), what: z.string().min(1).max(120) }),
  z.strictObject({
    key: z.literal("resolve"),
    round,
    outcome: z.enum([...RESOLVE_OUTCOMES, "goes-on"]),
    announced: z.string().min(1).max(40).exactOptional(),
    hand: hand.exactOptional(),
  }),
  z.strictObject({ key: z.literal("no-more-bets"), said: z.literal(false).exactOptional() }),
  z.strictObject({ key: z.literal("open-table") }),
  z.strictObject({ key: z.literal("close-table") }),
  z.strictObject({
    key: z.literal("last-three-spins"),
    notice: z.enum(LAST_NOTICES).exactOptional(),
    rounds: z.int().min(2).max(9).exactOptional(),
  }),
  z.strictObject({ key: z.literal("seats"), seats: z.array(seat).min(1).max(SEAT_MAX) }),
  z.strictObject({
    key: z.literal("move"),
    round,
    who: hand,
    move: z.enum(MOVES),
    cards: positions.exactOptional(),
  }),
  z.strictObject({ key: z.literal("turn"), round, hand }),
  z.strictObject({ key: z.literal("collect"), round }),
  z.strictObject({ key: z.literal("new-shoe") }),
  z.strictObject({ key: z.literal("card-is"), round, n: cardNumber, face }),
  z.strictObject({ key: z.literal("open-bets") }),
  z.strictObject({ key: z.literal("announce"), round }),
  z.strictObject({ key: z.literal("dice-are"), round, faces: z.array(dieFace).min(1).max(3) }),
  z.strictObject({ key: z.literal("change-dice") }),
  z.strictObject({ key: z.literal("change-thrower"), seat: z.nullable(seat) }),
  z.strictObject({ key: z.literal("mark-point"), point: z.nullable(z.int().min(4).max(10)) }),
  z.strictObject({ key: z.literal("die-found") }),
  z.strictObject({ key: z.literal("contest"), round }),
  z.strictObject({ key: z.literal("dispute"), round, words: disputeWords }),
  z.strictObject({ key: z.literal("take-over"), from: personName.exactOptional() }),
  z.strictObject({ key: z.literal("balls-counted"), count: z.int().min(0).max(99) }),
  z.strictObject({ key: z.literal("change-balls"), why: z.enum(["worn", "unsound"]) }),
  z.strictObject({
    key: z.literal("sell-cards"),
    series,
    size: cardOfSeries,
    price: saidMoney,
    filed: cardOfSeries.exactOptional(),
  }),
  z.strictObject({
    key: z.literal("cards-sold"),
    sold: z
      .array(z.strictObject({ series, from: cardOfSeries, to: cardOfSeries }))
      .min(1)
      .max(2),
    prizes: z.strictObject({
      line: saidMoney,
      bingo: saidMoney,
      takings: saidMoney.exactOptional(),
      others: saidMoney.exactOptional(),
      until: ball.exactOptional(),
    }),
  }),
  z.strictObject({ key: z.literal("start-game") }),
  z.strictObject({ key: z.literal("interrupt") }),
  z.strictObject({
    key: z.literal("call-card"),
    round,
    claim: z.enum(["line", "bingo"]),
    series,
    card: cardOfSeries,
    rows: z.tuple([rowOfCard, rowOfCard, rowOfCard]).exactOptional(),
  }),
  z.strictObject({ key: z.literal("card-holds"), round, holds: z.boolean() }),
  z.strictObject({ key: z.literal("resume-game") }),
  z.strictObject({ key: z.literal("end-game"), early: z.literal(true).exactOptional() }),
  z.strictObject({ key: z.literal("ball-is"), round, n: z.int().min(1).max(91), number: ball }),
  z.strictObject({ key: z.literal("draw-by-hand") }),
  z.strictObject({ key: z.literal("ball-drawn"), number: ball }),
  z.strictObject({ key: z.literal("misannounced"), round, n: ball, said: ball }),
  z.strictObject({ key: z.literal("write-acta"), round, about: z.enum(ACTA_WORDS), says: disputeWords }),
]) satisfies z.ZodType<Key>;
