import { z } from "zod";
import { isFace, type Face } from "../cards/card.ts";
import { PIP_FACES, SYMBOL_FACES } from "../dice/faces.ts";
import { DISPUTE_WORDS_MAX, MOVES, LAST_NOTICES, RESOLVE_OUTCOMES, type Key } from "./keys.ts";

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
]) satisfies z.ZodType<Key>;
